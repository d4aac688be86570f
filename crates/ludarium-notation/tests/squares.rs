//! Games of Othello: lists of squares and SGF. Squares are counted from the top left, as in the
//! rules of tournaments.

use ludarium_notation::formats::{self, Format, Played};
use ludarium_notation::SavedGame;

fn follow(format: Format, text: &str) -> Result<SavedGame, String> {
    let games = formats::parse(format, text).map_err(|error| error.to_string())?;
    let entry = games[0].entry().map_err(|error| error.to_string())?;
    assert_eq!(entry.slug, "othello");
    let game = ludarium_games::load(entry, &[]).expect("it loads").game;
    let saved = games[0].saved(&game, Some(&entry.about), entry.slug, &[]);
    let saved = saved.map_err(|error| error.to_string())?;
    let played = Played::new(&game, Some(&entry.about), &saved).expect("it is legal");
    // What was read is written, and is read again as the same.
    for format in [Format::Squares, Format::Sgf] {
        formats::write(format, &played, &[]).map(drop)?;
    }
    Ok(saved)
}

/// The squares of a game's moves. The text of a move also tells what the discs become that it
/// turns.
fn squares(saved: &SavedGame) -> Vec<&str> {
    let moves = saved.moves.iter();
    moves
        .map(|text| text.split('=').next().unwrap_or(text))
        .collect()
}

#[test]
fn a_list_of_squares_is_a_game_of_othello() {
    // The opening that players call the tiger.
    let moves = ["f5", "d6", "c3", "d3", "c4"];
    for text in [
        "f5d6c3d3c4",
        "F5 D6 C3 D3 C4\r\n",
        "\u{feff}f5d6\nc3d3\nc4\n",
    ] {
        assert_eq!(
            Format::of("game.txt", text),
            Some(Format::Squares),
            "{text}"
        );
        assert_eq!(squares(&follow(Format::Squares, text).expect(text)), moves);
    }
    let sgf = "(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])";
    assert_eq!(squares(&follow(Format::Sgf, sgf).expect(sgf)), moves);
    let labelled = "(;GM[2];B[f5];W[d6];B[c3];W[d3];B[c4])";
    let saved = follow(Format::Sgf, labelled).expect(labelled);
    assert_eq!(squares(&saved), moves);
}

/// The shortest game in which one player loses all discs: nine moves, found by computers.
#[test]
fn the_shortest_wipeout_ends_the_game() {
    let saved = follow(Format::Squares, "e6f4e3f6g5d6e7f5c5").expect("legal");
    let entry = ludarium_games::find("othello").expect("a game");
    let game = ludarium_games::load(entry, &[]).expect("it loads").game;
    let played = Played::new(&game, Some(&entry.about), &saved).expect("legal");
    assert!(played.state().over());
    assert_eq!([1, 2].map(|player| played.state().score(player)), [13, 0]);
}

#[test]
fn what_is_no_list_of_squares_is_refused_with_its_place() {
    for (text, place) in [
        ("f5d6c", "line 1, column 5"),
        ("f5\nd6 -", "line 2, column 4"),
        ("f5d6a1", "line 1, column 5"),
        ("f5d6z9", "line 1, column 5"),
        ("f5d6f99999999999", "line 1, column 5"),
        ("", "line 1, column 1"),
    ] {
        let error = follow(Format::Squares, text).expect_err(text);
        assert!(error.starts_with(place), "{text}: {error}");
    }
    // Squares of moves in chess and xiangqi, and of pawns.
    for text in ["f5", "e2e4 e7e5 g1f3", "h2e2 h9g7", "e4 e5 d4"] {
        assert_eq!(Format::of("a.txt", text), None, "{text}");
    }
    assert_eq!(Format::of("a.txt", "# game: othello\nf5\n"), None);
}

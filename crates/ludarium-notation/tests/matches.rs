//! Matches of backgammon (`.mat`): read, followed under the rules, written and read again.

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_notation::formats::{self, Format, Played, Transcript};
use ludarium_notation::{SavedGame, SiteAndPieceNames};

const MATCH: &str = "; [Site \"A table\"]
; [Date \"2026.11.29\"]

 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1)                              31: 8/5 6/5
  2) 42: 8/4 6/4                  66: 24/18(2) 13/7(2)
  3) Doubles => 2                 Takes
  4) 51: 13/8 6/5                 Doubles => 4
  5)  Drops
                                  Wins 2 points

 Game 2
 Ann : 0                          Ben : 2
  1) 62: 24/18 13/11              64: 24/14
";

fn backgammon() -> &'static Entry {
    ludarium_games::find("backgammon").expect("a game")
}

fn load(game: &Transcript) -> (Game, Vec<(String, String)>) {
    let readings = game.readings(backgammon());
    let loaded = ludarium_games::load(backgammon(), &readings).expect("it loads");
    (loaded.game, readings)
}

fn follow(game: &Transcript) -> Result<(State, SavedGame), String> {
    let (rules, readings) = load(game);
    let entry = backgammon();
    let saved = game.saved(&rules, Some(&entry.about), entry.slug, &readings);
    let saved = saved.map_err(|error| error.to_string())?;
    let played = Played::new(&rules, Some(&entry.about), &saved).expect("it is legal");
    Ok((played.state().clone(), saved))
}

#[test]
fn a_match_is_read_with_its_throws_and_cube() {
    let games = formats::parse(Format::Mat, MATCH).expect("a match");
    assert_eq!(Format::of("match.txt", MATCH), Some(Format::Mat));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].tag("Site"), Some("A table"));
    let players = ["Player1", "Player2"].map(|name| games[1].tag(name));
    assert_eq!(players, [Some("Ann"), Some("Ben")]);
    assert_eq!(games[0].result.as_deref(), Some("Wins 2 points"));
    assert_eq!(games[0].entry().expect("a game").slug, "backgammon");

    let (state, saved) = follow(&games[0]).expect("legal");
    // The second player has the cube on 2, and the other does not take it on 4.
    assert!(state.over());
    assert_eq!([state.score(1), state.score(2)], [0, 2]);
    assert_eq!(saved.moves[0], "[1 3] pass");
    assert!(saved.moves.iter().any(|text| text.starts_with("[6 6] ")));

    // Without a cube in the file, the game has none; 24/14 is played with both dice, and hits the
    // checker on the way's end although no star says so.
    let (state, saved) = follow(&games[1]).expect("legal");
    assert_eq!((saved.readings.len(), saved.moves.len()), (0, 5));
    assert_eq!((state.over(), state.mover()), (false, 1));
}

#[test]
fn what_cannot_be_read_has_a_place() {
    let game = |lines: &str| format!(" 1 point match\n\n Game 1\n A : 0    B : 0\n{lines}\n");
    for (lines, place, why) in [
        ("  1) 62: 24/17", "line 5, column 6", "do not allow"),
        ("  1) 62:", "line 5, column 6", "can be played"),
        (
            "  1) 33: 8/5(4)",
            "line 5, column 6",
            "two different numbers",
        ),
        (
            "  1) 62: 24/18 x",
            "line 5, column 6",
            "no move from a point",
        ),
        ("  1) 62 24/18", "line 5, column 5", "neither a throw"),
        (
            "  1) 62: 24/18 13/11\n  2) 31: 8/5 6/5",
            "line 6, column 6",
            "not the turn",
        ),
        ("  1) Doubles => 2", "line 5, column 6", ""),
        ("nonsense", "line 5, column 1", "numbered"),
    ] {
        let text = game(lines);
        let read = formats::parse(Format::Mat, &text).map_err(|error| error.to_string());
        let error = read.and_then(|games| follow(&games[0])).expect_err(lines);
        assert!(
            error.starts_with(place) && error.contains(why),
            "{lines}: {error}"
        );
    }
    assert!(formats::parse(Format::Mat, "").is_err());
    assert!(formats::parse(Format::Mat, " 1 point match\n").is_err());
}

#[test]
fn random_games_come_back() {
    let entry = backgammon();
    for (seed, cube) in [(1, false), (2, false), (3, true), (4, true)] {
        let used = ("Doubling cube".to_owned(), "In use".to_owned());
        let readings: Vec<(String, String)> = cube.then_some(used).into_iter().collect();
        let game = ludarium_games::load(entry, &readings)
            .expect("it loads")
            .game;
        let names = SiteAndPieceNames::of(&game, Some(&entry.about));
        let notation = names.notation(&game);
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(seed + 9));
        let (mut state, mut legal, mut moves) = (game.start(&mut chance), Vec::new(), Vec::new());
        let mut mover = state.mover();
        // A match cannot end in the middle of a turn.
        while (moves.len() < 160 || state.mover() == mover) && !state.over() {
            mover = state.mover();
            game.legal(&mut state, &mut legal);
            let mv = legal[pick.index(legal.len() as u32) as usize];
            moves.push(notation.write(&state, &chance, mv));
            game.apply(&mut state, mv, &mut chance);
        }
        let saved = SavedGame {
            game: entry.slug.to_owned(),
            readings,
            seed,
            position: None,
            moves,
        };
        let played = Played::new(&game, Some(&entry.about), &saved).expect("it is legal");
        let text = formats::write(Format::Mat, &played, &[]);
        let text = text.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let doubled = saved.moves.iter().any(|text| text == "Double");
        assert_eq!(text.contains("Doubles => 2"), doubled, "{text}");
    }
}

#[test]
fn a_turn_that_is_not_finished_cannot_be_written() {
    let games = formats::parse(Format::Mat, MATCH).expect("a match");
    let (rules, _) = load(&games[1]);
    let (_, mut saved) = follow(&games[1]).expect("legal");
    saved.moves.pop();
    let about = &backgammon().about;
    let played = Played::new(&rules, Some(about), &saved).expect("it is legal");
    let why = formats::write(Format::Mat, &played, &[]).expect_err("half a turn");
    assert!(why.contains("not finished"), "{why}");
}

//! Boards as text.

use ludarium_engine::SplitMix64;
use ludarium_games::Loaded;
use ludarium_notation::text_board::{status, Glyphs, Highlights, Style, TextBoard, ThrowOwner};
use ludarium_notation::Wording;
use ludarium_picture::Names;

/// The board of a built-in game at its start, as lines; for a narrow screen or a usual one.
fn lines(slug: &str, narrow: bool) -> (TextBoard, Vec<String>) {
    let entry = ludarium_games::find(slug).expect("a game");
    let Loaded { game, .. } = ludarium_games::load(entry, &[]).expect("it loads");
    let names = Names::new(&entry.about);
    let board = match narrow {
        true => TextBoard::narrow(&game, &names),
        false => TextBoard::new(&game, &names),
    };
    let state = game.start(&mut SplitMix64::new(1));
    let glyphs = Glyphs::new(&game, Style::Unicode, &names);
    let text = board.draw(&state, &glyphs, Highlights::default());
    let lines = text.to_string().lines().map(str::to_owned).collect();
    (board, lines)
}

#[test]
fn the_points_of_backgammon_have_their_numbers() {
    for narrow in [false, true] {
        let (board, lines) = lines("falkener-backgammon", narrow);
        let words =
            |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
        let (above, below) = (&lines[0], &lines[lines.len() - 2]);
        let numbers = |from: u32, to: u32| (from..=to).map(|number| number.to_string());
        assert_eq!(
            words(above),
            numbers(13, 24).collect::<Vec<_>>(),
            "{lines:#?}"
        );
        assert_eq!(words(below), numbers(1, 12).rev().collect::<Vec<_>>());
        assert_eq!(board.size().1, lines.len());
    }
}

#[test]
fn a_backgammon_board_fits_beside_the_moves_on_eighty_columns() {
    let (board, lines) = lines("falkener-backgammon", true);
    // The frame takes four columns, and the moves thirty.
    assert!(board.size().0 <= 46, "{:?}", board.size());
    assert!(lines
        .iter()
        .all(|line| line.chars().count() <= board.size().0));
}

#[test]
fn a_board_takes_no_more_columns_than_its_widest_row_needs() {
    for slug in [
        "modern-chess",
        "gollon-chinese-chess",
        "gollon-three-dimensional-chess",
    ] {
        let (board, lines) = lines(slug, false);
        let widest = lines.iter().map(|line| line.chars().count()).max();
        // A bracket may stand before and after the last piece, and its name may be longer than it.
        let spare = board.size().0 - widest.expect("a line");
        assert!(spare <= 5, "{slug}: {spare} columns are empty");
    }
}

#[test]
fn a_board_of_four_players_with_discs_takes_no_room_for_numbers_of_players() {
    // Nineteen columns for a disc and the height of its stack.
    let (board, lines) = lines("falkener-pachisi", true);
    assert!(board.size().0 <= 3 * 19 + 6, "{:?}", board.size());
    let letters = lines.last().expect("a line").split_whitespace();
    assert_eq!(letters.count(), 19);
}

/// The legend of a built-in game, and what stands below its board at the start.
fn told(slug: &str, style: Style) -> (Vec<String>, Vec<String>) {
    let entry = ludarium_games::find(slug).expect("a game");
    let loaded = ludarium_games::load(entry, &[]).expect("it loads");
    let glyphs = Glyphs::new(&loaded.game, style, &Names::new(&entry.about));
    let wording = Wording::new(&loaded, Some(&entry.about));
    let legend = glyphs.legend(&wording).into_iter().map(|(_, line)| line);
    let state = loaded.game.start(&mut SplitMix64::new(1));
    let states = (&state, &state);
    let below = status(&loaded.game, states, &glyphs, &wording, ThrowOwner::Mover);
    (legend.collect(), below)
}

#[test]
fn the_legend_tells_the_letter_of_a_piece_in_moves_that_its_name_does_not() {
    // An arrow is written `X@e1`.
    let (legend, _) = told("amazons", Style::Unicode);
    assert!(legend.contains(&"◇ Arrow (X)".to_owned()), "{legend:?}");
    // Discs of othello are written `B` and `W`.
    let (legend, _) = told("othello", Style::Unicode);
    assert_eq!(legend, ["● Disc (B)", "○ Disc (W)"]);
    // King and queen begin with their letters.
    let (legend, _) = told("modern-chess", Style::Unicode);
    assert!(legend[0].starts_with("♔ King  ♕ Queen  "), "{legend:?}");
}

#[test]
fn no_disc_looks_like_the_letter_of_another_piece() {
    let (legend, _) = told("amazons", Style::Ascii);
    assert!(legend.contains(&"x Arrow".to_owned()), "{legend:?}");
    assert!(legend.contains(&"B Amazon".to_owned()), "{legend:?}");
}

#[test]
fn what_a_player_of_a_sowing_game_holds_is_a_store() {
    let (_, below) = told("oware", Style::Unicode);
    assert_eq!(below, ["Store of South: empty", "Store of North: empty"]);
    let (_, below) = told("shogi", Style::Unicode);
    assert!(
        below.iter().all(|line| line.starts_with("Hand of ")),
        "{below:?}"
    );
}

//! Boards as text.

use ludarium_engine::SplitMix64;
use ludarium_games::Loaded;
use ludarium_notation::text_board::{Glyphs, Highlights, Style, TextBoard};
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

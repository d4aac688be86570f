//! Draws by repetition and by fruitless play, at the exact ply. The repetitions are as python-chess
//! (`Board.is_repetition(3)`) judges them.

use crate::dialogue;

use dialogue::said;

/// Whether a game is over after moves from a position; the initial one if it is empty.
fn is_over(arguments: &[&str], fen: &str, moves: &str) -> bool {
    let position = match fen {
        "" => "startpos".to_owned(),
        fen => format!("fen {fen}"),
    };
    let script = format!("uci\nposition {position} moves {moves}\ngo nodes 1\nquit\n");
    let told = said(arguments, &script);
    assert!(
        told.iter().all(|line| !line.starts_with("info string")),
        "{told:?}"
    );
    let answer = told.iter().find(|line| line.starts_with("bestmove"));
    answer.expect("an answer") == "bestmove (none)"
}

const CHESS: [&str; 4] = ["uci", "modern-chess", "--agent", "random"];

/// Whether a game ends with the move of this number, and not before.
#[track_caller]
fn ends_with(number: usize, fen: &str, moves: &str) {
    let moves: Vec<&str> = moves.split(' ').collect();
    assert!(
        !is_over(&CHESS, fen, &moves[..number - 1].join(" ")),
        "{fen}: too early"
    );
    assert!(
        is_over(&CHESS, fen, &moves[..number].join(" ")),
        "{fen}: too late"
    );
}

#[test]
fn a_position_with_the_right_to_capture_en_passant_is_another_one() {
    let knights = "g8f6 g1f3 f6g8 f3g1 ".repeat(3);
    let advanced = format!("e2e4 {knights}");
    let passing = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    ends_with(10, passing, &advanced);
    // No pawn stands beside the one that has passed.
    ends_with(9, "", &advanced);
    let written = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    ends_with(8, written, &knights);
    // The pawn is pinned.
    let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
    let kings = "d8d7 e1f2 d7d8 f2e1 ".repeat(3);
    ends_with(9, pinned, &format!("e2e4 {kings}"));
}

/// A hundred moves after which no position has come three times: the black king steps to and fro
/// while the white rook, on A8 at first, goes round the squares of the upper half.
fn rook_goes_round() -> String {
    let files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    let row = |rank: u32| files.map(|file| format!("{file}{rank}"));
    let back = |rank: u32| {
        let mut row = row(rank);
        row.reverse();
        row
    };
    let round: Vec<String> = [row(8), back(7), row(6), back(5)]
        .into_iter()
        .flatten()
        .collect();
    let at = |number: usize| &round[number % round.len()];
    let both = (0..50).map(|number| {
        let king = if number % 2 == 0 { "h3h2" } else { "h2h3" };
        format!("{king} {}{}", at(number), at(number + 1))
    });
    both.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_hundred_moves_without_progress_begin_after_a_promotion() {
    let round = rook_goes_round();
    let promoting = "8/P7/8/8/8/7k/8/K7 w - - 0 1";
    ends_with(101, promoting, &format!("a7a8r {round}"));
}

#[test]
fn positions_differ_by_rights_to_castle_and_not_by_what_has_moved() {
    let king = "e1e2 e8e7 e2e1 e7e8 ";
    let rook = "a1b1 e8e7 b1a1 e7e8 ";
    let one = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    ends_with(11, one, &[king, &rook.repeat(4)].concat());
    ends_with(11, one, &[rook, king, &rook.repeat(4)].concat());
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    ends_with(10, both, &"a1b1 a8b8 b1a1 b8a8 ".repeat(5));
}

/// The king loses its right with the last rook, as FIDE's article 9.2.2 has it: its next move, and
/// the way back, change nothing.
#[test]
fn a_king_whose_last_unmoved_rook_is_captured_has_no_right() {
    let captured = "r3k3/8/8/3B4/8/8/8/4K3 w q - 0 1";
    let moves = format!("d5a8 {}", "e8e7 a8b7 e7e8 b7a8 ".repeat(2));
    ends_with(9, captured, moves.trim());
    // The other rook keeps the right: the king's move changes the position.
    let one_left = "r3k2r/8/8/3B4/8/8/8/4K3 w kq - 0 1";
    let moves = format!("d5a8 {}", "e8e7 a8b7 e7e8 b7a8 ".repeat(3));
    ends_with(10, one_left, moves.trim());
    let nobody = "4k3/8/8/8/8/8/8/R3K3 w -";
    ends_with(8, nobody, "e1e2 e8e7 e2e1 e7e8 ".repeat(2).trim());
}

/// Promotion is a decision of its own in the description, and still one turn: the position after it
/// counts, and so does the one after the choice that was made.
#[test]
fn the_position_after_a_promotion_counts_from_its_first_time() {
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let kings = "h7g7 a1b1 g7h7 b1a1 ".repeat(2);
    ends_with(9, pawn, format!("a7a8q {kings}").trim());
}

#[test]
fn a_hundred_moves_without_capture_or_pawn_move_are_a_draw_and_ninety_nine_are_not() {
    let endless = [&CHESS[..], &["--with", "Repetition=Never"]].concat();
    let knights = |plies: usize| {
        let moves = ["b1c3", "b8c6", "c3b1", "c6b8"];
        let moves: Vec<&str> = moves.into_iter().cycle().take(plies).collect();
        moves.join(" ")
    };
    for begun in ["", "e2e4 e7e5 "] {
        let after = |plies: usize| format!("{begun}{}", knights(plies));
        assert!(!is_over(&endless, "", &after(99)));
        assert!(is_over(&endless, "", &after(100)));
    }
    // The clock of a position goes on.
    let clock = |clock: u32| format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80");
    assert!(!is_over(&endless, &clock(98), "a1a2"));
    assert!(is_over(&endless, &clock(99), "a1a2"));
    assert!(is_over(
        &endless,
        &clock(0),
        &["a1a2 e8e7 a2a1 e7e8 "; 25].concat()
    ));
    // The same in a game of another family, which says the same.
    let thai = ["uci", "gollon-thai-chess", "--agent", "random"];
    let rooks = |plies: usize| {
        let moves = ["a1a2", "a8a7", "a2a1", "a7a8"];
        let moves: Vec<&str> = moves.into_iter().cycle().take(plies).collect();
        moves.join(" ")
    };
    assert!(!is_over(&thai, "", &rooks(99)));
    assert!(is_over(&thai, "", &rooks(100)));
}

#[test]
fn mate_with_the_hundredth_move_is_mate() {
    let script = "xboard\nprotover 2\nnew\nforce\nsetboard 7k/8/6K1/8/8/8/8/R7 w - - 99 80\n\
                  usermove a1a8\ngo\nquit\n";
    let told = said(&["xboard", "modern-chess"], script);
    assert!(
        told.iter().any(|line| line.starts_with("1-0 {")),
        "{told:?}"
    );
}

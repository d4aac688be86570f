//! Published counts of legal move sequences for chess, compared for the corpus's description and
//! the library's, and counts for other games from other programs.

use std::path::Path;
use std::process::Command;

/// Position, and counts from depth 1 (published for testing move generators).
const CHESS: [(&str, [u64; 4]); 5] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        [20, 400, 8902, 197_281],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        [14, 191, 2812, 43_238],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [44, 1486, 62_379, 2_103_487],
    ),
];

fn counts(arguments: &[&str]) -> Vec<u64> {
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("perft")
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers = text
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1)?.parse().ok());
    numbers.collect()
}

fn chess_to(depth: usize) {
    let Some(corpus) = std::env::var_os("LUDARIUM_CORPUS") else {
        println!("skipped: no corpus");
        return;
    };
    let corpus = Path::new(&corpus);
    let chess = corpus.join("lud/board/war/replacement/checkmate/chess/Chess.lud");
    let (chess, defs) = (chess.to_string_lossy(), corpus.join("def"));
    for (position, published) in CHESS {
        let depth_text = depth.to_string();
        let found = counts(&[
            &chess,
            &depth_text,
            "--defs",
            &defs.to_string_lossy(),
            "--position",
            position,
        ]);
        assert_eq!(found, published[..depth], "{position}");
    }
}

#[test]
fn chess_has_as_many_sequences_of_three_plies_as_published() {
    chess_to(3);
}

/// Slow: counts seven million sequences.
#[test]
fn chess_has_as_many_sequences_of_four_plies_as_published() {
    chess_to(4);
}

/// A chess position in the letters of Gollon's book: H is the knight.
fn with_horses(position: &str) -> String {
    let (board, rest) = position.split_once(' ').expect("a board and a mover");
    format!("{} {rest}", board.replace('n', "h").replace('N', "H"))
}

#[test]
fn the_librarys_chess_has_as_many_sequences_of_three_plies_as_published() {
    for (position, published) in CHESS {
        let found = counts(&[
            "gollon-modern-chess",
            "3",
            "--position",
            &with_horses(position),
        ]);
        assert_eq!(found, published[..3], "{position}");
    }
}

#[test]
fn chinese_chess_begins_with_as_many_sequences_as_counted_elsewhere() {
    // Counted with Fairy-Stockfish for xiangqi, which has the same moves as Gollon's rules.
    assert_eq!(counts(&["gollon-chinese-chess", "3"]), [44, 1920, 79_666]);
}

#[test]
fn a_soldier_over_the_river_keeps_the_general_from_the_site_beside_it() {
    // Counted with Sjaak II for xiangqi.
    let position = "2emkme2/9/9/9/9/5r3/9/4hM3/3p5/4K4 w";
    let found = counts(&["gollon-chinese-chess", "3", "--position", position]);
    assert_eq!(found, [1, 31, 107]);
}

#[test]
fn capablancas_chess_begins_with_as_many_sequences_as_counted_elsewhere() {
    // Counted with Fairy-Stockfish for capablanca; the different castling distance has no effect at
    // this depth.
    let published = [28, 784, 25_228];
    assert_eq!(counts(&["gollon-capablancas-chess", "3"]), published);
    let found = counts(&[
        "gollon-capablancas-chess",
        "3",
        "--with",
        "ruleset=Ruleset/Modern",
    ]);
    assert_eq!(found, published);
}

#[test]
fn the_lowest_of_eight_boards_begins_like_chess() {
    let published = CHESS[0].1;
    let found = counts(&["gollon-three-dimensional-chess", "3"]);
    assert_eq!(found, published[..3]);
}

#[test]
fn games_that_change_one_rule_begin_with_as_many_sequences_as_worked_out() {
    // The knight in hand adds thirty-two drops, and the queen gains two leaps.
    assert_eq!(counts(&["gollon-pocket-knight-chess", "1"]), [52]);
    assert_eq!(counts(&["gollon-knighted-queen", "2"]), [22, 484]);
    // Published for losing chess, whose king is an ordinary piece, which has no effect at this
    // depth.
    for giveaway in ["gollon-giveaway-chess-1", "gollon-giveaway-chess-2"] {
        assert_eq!(counts(&[giveaway, "3"]), [20, 400, 8067]);
    }
}

/// Modern games whose rules match the source, counted with Fairy-Stockfish, which counts a turn of
/// several captures as one.
#[test]
fn the_modern_rulesets_begin_with_as_many_sequences_as_counted_elsewhere() {
    let modern =
        |game: &str, depth: &str| counts(&[game, depth, "--with", "Ruleset=Ruleset/Modern"]);
    assert_eq!(modern("gollon-shogi", "3"), [30, 900, 25_470]);
    assert_eq!(modern("gollon-thai-chess", "4"), [23, 529, 12_012, 273_026]);
    assert_eq!(modern("falkener-chinese-chess", "3"), [44, 1920, 79_666]);
    assert_eq!(
        modern("falkener-draughts", "7"),
        [7, 49, 302, 1469, 7361, 36_768, 179_740]
    );
    assert_eq!(
        modern("falkener-polish-draughts", "5"),
        [9, 81, 658, 4265, 27_117]
    );
}

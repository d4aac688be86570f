//! Dialogues with GUIs.

use crate::dialogue;

use std::process::{Command, Stdio};

use dialogue::said;

#[test]
fn a_dialogue_with_xboard() {
    let told = said(
        &["xboard", "modern-chess"],
        "xboard\nprotover 2\nnew\nst 0.1\nusermove e2e4\nping 7\nusermove e2e4\nquit\n",
    );
    assert!(
        told.iter().any(|line| line.contains("usermove=1")),
        "{told:?}"
    );
    let moved: Vec<&String> = told
        .iter()
        .filter(|line| line.starts_with("move "))
        .collect();
    assert_eq!(moved.len(), 1, "{told:?}");
    // Black replies from its own half, in coordinates.
    let ranks: Vec<char> = moved[0].chars().skip(6).step_by(2).collect();
    assert!(matches!(ranks[0], '7' | '8'), "{told:?}");
    assert!(told.contains(&"pong 7".to_owned()));
    // The pawn has left e2.
    assert!(told.contains(&"Illegal move: e2e4".to_owned()), "{told:?}");
}

#[test]
fn xboard_gets_search_information_when_it_asks() {
    let mate = "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nst 0.1\n";
    let said = |post: &str| {
        let input = format!("xboard\nprotover 2\nnew\nforce\n{mate}{post}\ngo\nquit\n");
        said(&["xboard", "modern-chess"], &input)
    };
    let told = said("post");
    let at = told.iter().position(|line| line == "move a1a8");
    let thought = &told[at.expect("mate on the back rank") - 1];
    let words: Vec<&str> = thought.split_whitespace().collect();
    let [depth, lead, time, nodes, moves] = words[..] else {
        panic!("{thought}");
    };
    assert!(depth.parse::<u32>().is_ok_and(|depth| depth >= 1));
    // A certain win is worth more than a queen.
    assert_eq!(lead, "10000");
    assert!(time.parse::<u32>().is_ok_and(|hundredths| hundredths < 100));
    assert!(nodes.parse::<u64>().is_ok_and(|nodes| nodes > 0));
    assert_eq!(moves, "a1a8");
    assert!(!said("nopost").contains(thought));
}

#[test]
fn a_dialogue_by_uci() {
    let told = said(
        &["uci", "modern-chess"],
        "uci\nisready\nposition startpos moves e2e4 e7e5\ngo nodes 400\n\
         position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo nodes 3000\nquit\n",
    );
    assert!(told.contains(&"uciok".to_owned()) && told.contains(&"readyok".to_owned()));
    let best: Vec<&String> = told
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .collect();
    assert_eq!(best.len(), 2, "{told:?}");
    // Mate on the back rank.
    assert!(best[1].starts_with("bestmove a1a8"), "{told:?}");
}

#[test]
fn a_pawn_move_with_promotion_is_one_move() {
    // The description has two decisions here.
    let told = said(
        &["uci", "modern-chess"],
        "uci\nposition fen 8/6P1/8/8/8/2k5/8/K7 w - - 0 1\ngo nodes 3000\n\
         position fen 8/6P1/8/8/8/2k5/8/K7 w - - 0 1 moves g7g8n c3b3\ngo nodes 300\nquit\n",
    );
    let best: Vec<&str> = told
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next())
        .collect();
    // Promotion to a queen mates soon, and so does promotion to a rook.
    assert!(matches!(best[0], "g7g8q" | "g7g8r"), "{told:?}");
    // White is to move, with a king on a1 and a knight on g8.
    assert!(best[1].starts_with("a1") || best[1].starts_with("g8"));
    assert!(told.iter().all(|line| !line.starts_with("info string")));

    let dialogue = "xboard\nprotover 2\nnew\nforce\nsetboard 8/6P1/8/8/8/2k5/8/K7 w - - 0 1\nst 0.05\nundo\n\
                    usermove g7g8r\nusermove c3b3\nundo\nundo\nusermove g7g8\nusermove g7g8q\ngo\nquit\n";
    let told = said(&["xboard", "modern-chess"], dialogue);
    let refused: Vec<&String> = told
        .iter()
        .filter(|line| line.starts_with("Illegal"))
        .collect();
    // The promotion piece must be given.
    assert_eq!(refused, ["Illegal move: g7g8"], "{told:?}");
    let moved = told.iter().filter(|line| line.starts_with("move c3"));
    assert_eq!(moved.count(), 1, "{told:?}");
}

#[test]
fn a_dialogue_by_usi() {
    let told = said(
        &["usi", "gollon-shogi"],
        "usi\nisready\nusinewgame\nposition startpos moves 7g7f 3c3d 8h2b+\ngo nodes 300\n\
         position startpos moves 7g7e\n\
         position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo nodes 2000\nquit\n",
    );
    assert!(told.contains(&"usiok".to_owned()) && told.contains(&"readyok".to_owned()));
    let best: Vec<&str> = told
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next())
        .collect();
    assert_eq!(best.len(), 2, "{told:?}");
    // White recaptures the bishop on 2b with the silver or the rook; no other piece can reach it.
    assert!(["3a2b", "8b2b"].contains(&best[0]), "{told:?}");
    // A pawn moves only one square.
    let refused = |line: &String| line.starts_with("info string") && line.contains("7g7e");
    assert!(told.iter().any(refused), "{told:?}");
    // The dropped gold mates: it stands before the king and a pawn protects it.
    assert_eq!(best[1], "G*5b", "{told:?}");
}

#[test]
fn a_dialogue_by_ucci() {
    let told = said(
        &["ucci", "gollon-chinese-chess"],
        "ucci\nisready\nposition startpos moves h2e2 h9g7\ngo nodes 300\n\
         setoption usemillisec true\n\
         position fen 4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1\ngo time 3000 increment 0\nquit\n",
    );
    assert!(told.contains(&"ucciok".to_owned()) && told.contains(&"readyok".to_owned()));
    let best: Vec<&String> = told
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .collect();
    assert_eq!(best.len(), 2, "{told:?}");
    // One chariot controls the ninth or tenth rank, and the other attacks the king.
    assert!(told.contains(&"bye".to_owned()), "{told:?}");
    let file = best[1].chars().nth("bestmove ".len());
    assert!(matches!(file, Some('a' | 'b' | 'd')), "{told:?}");
}

#[test]
fn a_game_of_another_family_is_refused_with_the_reason() {
    let refused = |command: &str, game: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args([command, game])
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let chess = refused("usi", "modern-chess");
    assert!(chess.contains("9 files and 9 ranks"), "{chess}");
    let shogi = refused("ucci", "gollon-shogi");
    assert!(shogi.contains("9 files and 10 ranks"), "{shogi}");
    // The board fits, but the pieces differ: there is no letter for the Korean adviser.
    let korean = refused("ucci", "gollon-korean-chess");
    assert!(korean.contains("no letter for Sa"), "{korean}");
}

#[test]
fn xboard_gets_the_variant_name_if_the_rules_match() {
    let variants = |arguments: &[&str]| {
        let told = said(arguments, "xboard\nprotover 2\nvariant chess960\nquit\n");
        let error = "Error (no such variant): chess960".to_owned();
        assert!(told.contains(&error), "{told:?}");
        let line = told.into_iter().find(|line| line.contains("variants="));
        line.unwrap_or_default()
    };
    let thai = ["xboard", "gollon-thai-chess", "--with", "First moves=None"];
    assert_eq!(variants(&thai), "feature variants=\"makruk\"");
    // Other programs do not implement the king's leap of the default rules.
    assert_eq!(variants(&thai[..2]), "feature variants=\"unknown\"");
    let shatranj = ["xboard", "gollon-shatranj"];
    assert_eq!(variants(&shatranj), "feature variants=\"shatranj\"");
}

/// As python-chess asks for Chess960: by an option of its own, whatever the variant is.
#[test]
fn uci_turns_from_chess_to_chess960_and_back() {
    let told = said(
        &["uci", "modern-chess", "--agent", "random"],
        "uci\nsetoption name UCI_Chess960 value true\nsetoption name UCI_Variant value chess\n\
         position fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1 moves e1g1 e8b8\n\
         go nodes 1\n\
         setoption name UCI_Chess960 value false\nposition startpos moves e2e4\ngo nodes 1\nquit\n",
    );
    let option = "option name UCI_Chess960 type check default false".to_owned();
    assert!(told.contains(&option), "{told:?}");
    assert!(
        told.iter().all(|line| !line.starts_with("info string")),
        "{told:?}"
    );
    let best: Vec<&String> = told.iter().filter(|l| l.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 2, "{told:?}");
}

/// CECP on castling in Chess960: `O-O` and `O-O-O`, because squares would be ambiguous.
#[test]
fn xboard_castles_by_name_in_chess960() {
    let told = said(
        &["xboard", "chess960", "--agent", "random"],
        "xboard\nprotover 2\nnew\nforce\nsetboard 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1\n\
         usermove O-O\nusermove O-O-O\nusermove e8g8\nquit\n",
    );
    let refused: Vec<&String> = told.iter().filter(|l| l.starts_with("Illegal")).collect();
    assert_eq!(refused, ["Illegal move: e8g8"], "{told:?}");
}

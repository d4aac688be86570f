//! Dialogues with programs that hold the board.

use std::io::Write;
use std::process::{Command, Stdio};

fn said(arguments: &[&str], input: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input.as_bytes()).expect("it listens");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_dialogue_with_xboard() {
    let told = said(
        &["xboard", "modern-chess"],
        "xboard\nprotover 2\nnew\nst 0.1\nusermove e2e4\nping 7\nusermove e2e4\nforce\nquit\n",
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
    // Black answers from its own half, in coordinates.
    let ranks: Vec<char> = moved[0].chars().skip(6).step_by(2).collect();
    assert!(matches!(ranks[0], '7' | '8'), "{told:?}");
    assert!(told.contains(&"pong 7".to_owned()));
    // The pawn has left e2.
    assert!(told.contains(&"Illegal move: e2e4".to_owned()), "{told:?}");
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
    assert_eq!(best[1], "bestmove a1a8", "{told:?}");
}

//! Programs of others as GUIs: each plays a game with us. A test whose client is not installed says
//! so and passes, unless `LUDARIUM_CLIENTS` demands the clients, as `.ci/run` does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ludarium");

/// The folder of the clients' scripts.
fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients")
}

/// Says that a test is skipped, as `what` is missing.
fn skip(what: &str) {
    let demanded = std::env::var_os("LUDARIUM_CLIENTS").is_some();
    assert!(!demanded, "{what} is not installed");
    println!("skipped: {what} is not installed");
}

/// Whether a command can be run with success.
fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The Python interpreter: that of the environment in `LUDARIUM_CLIENTS`, or the system's.
fn python() -> PathBuf {
    let folder = std::env::var_os("LUDARIUM_CLIENTS").map(PathBuf::from);
    let own = folder.map(|folder| folder.join("python/bin/python3"));
    own.filter(|own| own.exists())
        .unwrap_or_else(|| "python3".into())
}

#[track_caller]
fn check(output: std::io::Result<Output>) {
    let output = output.expect("the client starts");
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && told.contains("played"),
        "{told}\n{errors}"
    );
}

#[test]
fn python_chess_plays_by_uci_and_xboard() {
    if !succeeds(Command::new(python()).args(["-c", "import chess.engine"])) {
        return skip("python-chess");
    }
    let script = scripts().join("chess_client.py");
    check(Command::new(python()).arg(script).arg(PROGRAM).output());
}

#[test]
#[cfg(unix)]
fn cshogi_plays_by_usi() {
    use std::os::unix::fs::PermissionsExt;
    if !succeeds(Command::new(python()).args(["-c", "import cshogi.usi"])) {
        return skip("cshogi");
    }
    // The client starts a program without arguments.
    let engine = std::env::temp_dir().join(format!("ludarium-usi-{}", std::process::id()));
    let text = format!("#!/bin/sh\nexec {PROGRAM} usi shogi\n");
    std::fs::write(&engine, text).expect("a file for this test");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&engine, mode).expect("it is ours");
    let script = scripts().join("shogi_client.py");
    let played = Command::new(python())
        .arg(script)
        .arg(PROGRAM)
        .arg(&engine)
        .output();
    std::fs::remove_file(&engine).expect("it was there");
    check(played);
}

#[test]
fn sabakis_controller_plays_by_gtp() {
    let folder = std::env::var_os("LUDARIUM_CLIENTS").map(PathBuf::from);
    let modules = folder
        .map(|folder| folder.join("node_modules"))
        .unwrap_or_default();
    let node = || {
        let mut node = Command::new("node");
        node.env("NODE_PATH", &modules);
        node
    };
    if !succeeds(node().args(["-e", "require('@sabaki/gtp')"])) {
        return skip("@sabaki/gtp");
    }
    for (game, sizes) in [("go", "9,13"), ("hex", "11,9"), ("gomoku", "15,19")] {
        let script = scripts().join("stones_client.js");
        check(node().arg(script).args([PROGRAM, game, sizes]).output());
    }
}

#[test]
fn xboard_plays_a_game_under_xvfb() {
    let xboard = ["/usr/games/xboard", "/usr/bin/xboard"];
    let xboard = xboard.into_iter().find(|path| Path::new(path).exists());
    let framed = succeeds(Command::new("xvfb-run").arg("--help"));
    let Some(xboard) = xboard.filter(|_| framed) else {
        return skip("xboard or xvfb-run");
    };
    let record = std::env::temp_dir().join(format!("ludarium-xboard-{}.pgn", std::process::id()));
    let _ = std::fs::remove_file(&record);
    let engine = format!("{PROGRAM} xboard modern-chess");
    let record_text = record.display().to_string();
    let arguments = [
        "-fcp",
        &engine,
        "-scp",
        &engine,
        "-tc",
        "0:02",
        "-inc",
        "0",
        "-mg",
        "1",
        "-sgf",
        &record_text,
        "-xponder",
        "-noGUI",
    ];
    // The window stays when the game is over: the record is waited for. `timeout` ends the whole
    // group of processes.
    let mut framed = Command::new("timeout")
        .args(["240", "xvfb-run", "-a", xboard])
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut text = String::new();
    while !text.contains("[Result ") && matches!(framed.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_millis(500));
        text = std::fs::read_to_string(&record).unwrap_or_default();
    }
    let _ = Command::new("kill").arg(framed.id().to_string()).status();
    let _ = framed.wait();
    let text = std::fs::read_to_string(&record).unwrap_or(text);
    let _ = std::fs::remove_file(&record);
    // The record wraps its lines anywhere: each number of a move is a word such as `12.`.
    let numbered =
        |word: &&str| matches!(word.strip_suffix('.'), Some(n) if n.parse::<u32>().is_ok());
    let moves = text.split_whitespace().filter(numbered);
    assert!(moves.count() > 2, "{text}");
    let bad = ["illegal", "Illegal", "exited", "forfeit"];
    assert!(bad.iter().all(|word| !text.contains(word)), "{text}");
}

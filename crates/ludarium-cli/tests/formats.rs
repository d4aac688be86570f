//! Files of other programs, as commands take and give them.

use std::process::{Command, Output, Stdio};

fn ludarium(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A separate file for each test.
fn file(name: &str, text: &str) -> String {
    let path = crate::scratch_folder(module_path!()).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.display().to_string()
}

const SAVED: &str = "# game: modern-chess\n# seed: 1\ne2-e4\ne7-e5\ng1-f3\n";
const PGN: &str = "[White \"A. Player\"]\n[Result \"0-1\"]\n\n1.e4 e5 2.Nf3! {so far} 0-1\n";

#[test]
fn a_saved_game_becomes_pgn_and_a_saved_game_again() {
    let saved = file("export-saved.txt", SAVED);
    let written = ludarium(&["export", &saved, "--format", "pgn", "--tag", "White=Me"]);
    assert!(written.status.success(), "{}", complained(&written));
    let pgn = said(&written);
    assert!(pgn.contains("[White \"Me\"]\n"), "{pgn}");
    assert!(pgn.ends_with("\n\n1. e4 e5 2. Nf3 *\n"), "{pgn}");
    let pgn = file("export-again.pgn", &pgn);
    let again = ludarium(&["export", &pgn, "--format", "saved"]);
    assert!(
        said(&again).ends_with("\ne2-e4\ne7-e5\ng1-f3\n"),
        "{}",
        said(&again)
    );
}

/// Seeds and stores of oware: the start of the game is a position in PGN, too.
#[test]
fn a_game_from_counted_pieces_becomes_pgn_and_a_saved_game_again() {
    for (game, start, moves) in [
        ("oware", "0 0 0 0 0 1 / 1 0 0 0 0 1 [22, 23] 1", "F\na\n"),
        ("kalah", "4 4 4 4 4 4 / 0 1 0 4 4 4 4 0 1", "A\n"),
    ] {
        let saved = format!("# game: {game}\n# seed: 1\n# start: {start}\n{moves}");
        let saved = file("export-seeds.txt", &saved);
        let written = ludarium(&["export", &saved, "--format", "pgn"]);
        assert!(written.status.success(), "{}", complained(&written));
        let pgn = file("export-seeds.pgn", &said(&written));
        let again = ludarium(&["export", &pgn, "--format", "saved"]);
        let text = said(&again);
        assert!(text.contains(&format!("# start: {start}\n")), "{text}");
        assert!(text.ends_with(&format!("\n{moves}")), "{text}");
    }
}

#[test]
fn tags_and_result_of_a_file_stay() {
    let pgn = file("export-tags.pgn", PGN);
    let written = ludarium(&["export", &pgn, "--format", "pgn"]);
    let text = said(&written);
    for part in [
        "[White \"A. Player\"]",
        "[Result \"0-1\"]",
        "1. e4 e5 2. Nf3 0-1\n",
    ] {
        assert!(
            text.contains(part),
            "{part}: {text}{}",
            complained(&written)
        );
    }
}

#[test]
fn every_command_that_takes_a_game_takes_a_file_of_another_program() {
    let pgn = file("taken.pgn", PGN);
    // Known by its text, whatever its name.
    let text = file("taken.txt", PGN);
    for path in [&pgn, &text] {
        let replayed = ludarium(&["replay", path]);
        assert!(said(&replayed).contains(": 3 plies"), "{}", said(&replayed));
        let analysed = ludarium(&["analyse", "--load", path, "--nodes", "200"]);
        assert!(
            said(&analysed).contains("3. White"),
            "{}",
            complained(&analysed)
        );
        let played = ludarium(&["play", "--load", path, "--plain", "--ascii"]);
        assert!(played.status.success(), "{}", complained(&played));
        let svg = file("taken.svg", "");
        let drawn = ludarium(&["draw", "modern-chess", "--record", path, "--svg", &svg]);
        assert!(drawn.status.success(), "{}", complained(&drawn));
    }
    let moves = [
        "analyse",
        "modern-chess",
        "--moves",
        "e4 d7d5 exd5 Qxd5",
        "--nodes",
        "100",
    ];
    let analysed = ludarium(&moves);
    assert!(
        said(&analysed).contains("4. Black"),
        "{}",
        complained(&analysed)
    );
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place_and_exit_code_1() {
    let refused = [
        ("bad-word.pgn", "1. e4 e5 garbage", "line 1, column 10"),
        ("bad-brace.pgn", "1. e4\n{ e5", "line 2, column 1"),
        (
            "bad-move.txt",
            "# game: modern-chess\n# seed: 1\ne2-e4\ne7-e4\n",
            "line 4, column 1",
        ),
        (
            "bad-seed.txt",
            "# game: modern-chess\n# seed: x\n",
            "line 2, column 9",
        ),
        ("bad-all.txt", "nothing of a game\n", "line 1, column 1"),
    ];
    for (name, text, place) in refused {
        let path = file(name, text);
        for arguments in [
            &["play", "--load", &path, "--plain"][..],
            &["analyse", "--load", &path],
            &["export", &path, "--format", "pgn"],
        ] {
            let output = ludarium(arguments);
            let message = complained(&output);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
            assert!(message.contains(place), "{arguments:?}: {message}");
        }
    }
    for (name, text, place) in &refused[..2] {
        let output = ludarium(&["replay", &file(name, text)]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(said(&output).contains(place), "{}", said(&output));
    }
    let nothing = file("nothing.txt", "what is this?\n");
    let output = ludarium(&["replay", &nothing]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
}

#[test]
fn a_game_that_a_format_cannot_hold_is_refused() {
    let go = file("no-pgn.txt", "# game: falkener-backgammon\n# seed: 1\n");
    let output = ludarium(&["export", &go, "--format", "pgn"]);
    assert_eq!(output.status.code(), Some(1), "{}", complained(&output));
    let unknown = ludarium(&["export", &go, "--format", "doc"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        complained(&unknown).contains("there are pgn"),
        "{}",
        complained(&unknown)
    );
}

#[test]
fn a_game_of_shogi_may_be_in_shift_jis() {
    // 手合割：平手, 手数----指手---, 1 ７六歩(77), 2 投了
    let bytes = b"\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\r\n\
        \x8e\xe8\x90\x94----\x8e\x77\x8e\xe8---------\r\n\
        \x20  1 \x82\x56\x98\x5a\x95\xe0(77)\r\n   2 \x93\x8a\x97\xb9\r\n";
    let path = file("jis.kif", "");
    std::fs::write(&path, bytes).expect("the file is written");
    let replayed = ludarium(&["replay", &path]);
    assert!(said(&replayed).contains(": 1 ply"), "{}", said(&replayed));
    let exported = ludarium(&["export", &path, "--format", "usi"]);
    let text = said(&exported);
    assert_eq!(
        text,
        "position startpos moves 7g7f\n",
        "{}",
        complained(&exported)
    );
    let listed = file("listed.sfen", &text);
    let csa = ludarium(&["export", &listed, "--format", "csa"]);
    assert!(
        said(&csa).ends_with("+7776FU\n"),
        "{}{}",
        said(&csa),
        complained(&csa)
    );
}

#[test]
fn stones_go_to_sgf_and_back() {
    let saved = file("stones.txt", "# game: gomoku\n# seed: 1\nh8\ng7\n");
    let sgf = ludarium(&["export", &saved, "--format", "sgf", "--tag", "PB=Me"]);
    let text = said(&sgf);
    assert!(
        text.contains("GM[4]") && text.contains("PB[Me]"),
        "{text}{}",
        complained(&sgf)
    );
    assert!(text.ends_with(";B[hh];W[gi])\n"), "{text}");
    let again = ludarium(&["export", &file("stones.sgf", &text), "--format", "saved"]);
    assert!(
        said(&again).to_lowercase().ends_with("\nh8\ng7\n"),
        "{}",
        said(&again)
    );
}

//! The examples run, and print what they promise.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The program of an example; `cargo test` builds it beside the tests.
fn program(example: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST");
    let name = format!("{example}{}", std::env::consts::EXE_SUFFIX);
    folder.join("examples").join(name)
}

fn output(example: &str, arguments: &[&str]) -> String {
    let output = Command::new(program(example))
        .args(arguments)
        .output()
        .expect("the example is built");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {error}");
    String::from_utf8(output.stdout).expect("examples print UTF-8")
}

#[test]
fn play_lists_the_sixteen_first_moves_of_shatranj_and_prints_the_board() {
    let text = output("play", &[]);
    // Eight pawns with one step each, and two moves each for both knights and both elephants.
    let moves = text.lines().take_while(|line| !line.starts_with("player"));
    assert_eq!(moves.count(), 16, "{text}");
    assert!(text.contains("player 1 gets "), "{text}");
    assert!(
        text.lines().any(|line| line.contains("a b c d e f g h")),
        "{text}"
    );
}

#[test]
fn playout_measures_every_reading() {
    let text = output("playout", &["shatranj", "3"]);
    let game = ludarium::Game::builtin("shatranj").expect("a built-in game");
    let choices: usize = game
        .readings()
        .iter()
        .map(|reading| reading.choices.len())
        .sum();
    assert_eq!(text.lines().count(), choices + 1, "{text}");
}

#[test]
fn mcts_plays_a_game() {
    let text = output("mcts", &["falkener-seega"]);
    assert!(text.contains(" plies"), "{text}");
}

#[test]
fn custom_game_plays_and_reports_a_fault_at_its_place() {
    let text = output("custom_game", &[]);
    assert!(text.contains("5x5: ") && text.contains("6x6: "), "{text}");
    assert!(text.contains("Pice") && text.contains("Piece"), "{text}");
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and then the test has failed already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn server_plays_a_game_over_tcp_and_refuses_what_is_wrong() {
    let child = Command::new(program("server"))
        .arg("127.0.0.1:0")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example is built");
    let mut server = Server(child);
    let out = server.0.stdout.take().expect("its output is read");
    let mut first = String::new();
    BufReader::new(out).read_line(&mut first).expect("a line");
    let address = first
        .trim()
        .strip_prefix("listening on ")
        .expect("an address");

    let mut stream = TcpStream::connect(address).expect("it listens");
    let mut answers = BufReader::new(stream.try_clone().expect("a second handle")).lines();
    let mut ask = |request: &str| {
        writeln!(stream, "{request}").expect("it reads");
        answers.next().expect("an answer").expect("UTF-8")
    };
    assert!(ask("moves").starts_with("error: no game yet"));
    assert_eq!(ask("game shatranj"), "ok 2 players");
    assert_eq!(ask("moves").split(' ').count(), 16);
    assert_eq!(ask("play e2-e3"), "ok");
    assert!(ask("play e2-e3").starts_with("error: "));
    let reply = ask("think");
    assert!(!reply.starts_with("error"), "{reply}");
    assert!(ask("lud (game").starts_with("error: "));
}

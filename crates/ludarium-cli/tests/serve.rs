//! The portal as its program runs it: killed under load, and started again.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{json, Value};

/// A running server.
struct Server {
    process: Child,
    /// Host and port.
    address: String,
}

impl Server {
    fn start(database: &[String]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["serve", "--port", "0"])
            .args(database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://");
        let address = address.trim_end_matches('/').to_owned();
        assert!(!address.is_empty(), "it serves: {database:?}");
        Server { process, address }
    }

    /// `kill -9`, while it does whatever it does.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Sends a request, and reads the status and the text of the answer.
fn asked(
    server: &str,
    path: &str,
    key: &str,
    body: Option<Value>,
) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(server)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Authorization: Bearer {key}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let broken = || std::io::Error::other(format!("half an answer: {answer}"));
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(broken)?;
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok());
    Ok((status.ok_or_else(broken)?, body.to_owned()))
}

/// Sends a request, and reads the status and the JSON of the answer.
fn ask(server: &str, path: &str, key: &str, body: Option<Value>) -> std::io::Result<(u16, Value)> {
    let (status, text) = asked(server, path, key, body)?;
    let broken = |_| std::io::Error::other(format!("half an answer: {text}"));
    Ok((status, serde_json::from_str(&text).map_err(broken)?))
}

/// A game of one person on both sides, as far as its moves were answered.
struct Game {
    path: String,
    key: String,
    moves: u64,
}

fn begin(server: &str) -> Game {
    let wish = json!({ "game": "gollon-shatranj", "seats": ["me", "me"] });
    let (status, begun) = ask(server, "/api/play", "", Some(wish)).unwrap();
    assert_eq!(status, 201, "{begun}");
    Game {
        path: format!("/api/play/{}", begun["id"].as_str().unwrap()),
        key: begun["key"].as_str().unwrap().to_owned(),
        moves: 0,
    }
}

impl Game {
    /// Makes a move; an error is of the connection.
    fn make_move(&mut self, server: &str) -> std::io::Result<()> {
        let (_, position) = ask(server, &self.path, &self.key, None)?;
        let wish = json!({ "do": "move", "text": position["legal"][0][0], "ply": self.moves });
        let (status, after) = ask(server, &self.path, &self.key, Some(wish))?;
        assert!([200, 429].contains(&status), "{after}");
        self.moves = after["ply"].as_u64().unwrap_or(self.moves);
        Ok(())
    }
}

fn no_answered_move_is_lost(database: &[String]) {
    let server = Server::start(database);
    let address = server.address.clone();
    let players: Vec<_> = (0..4)
        .map(|_| {
            let address = address.clone();
            std::thread::spawn(move || {
                let mut game = begin(&address);
                while game.moves < 400 && game.make_move(&address).is_ok() {}
                game
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(1_500));
    server.kill();
    let again = Server::start(database);
    let mut answered = 0;
    for player in players {
        let mut game = player.join().unwrap();
        answered += game.moves;
        let (_, position) = ask(&again.address, &game.path, &game.key, None).unwrap();
        let there = position["ply"].as_u64().unwrap();
        assert!(there >= game.moves, "{there} of {}", game.moves);
        game.moves = there;
        game.make_move(&again.address).unwrap();
        assert_eq!(game.moves, there + 1, "it goes on");
    }
    assert!(answered > 0);
    again.kill();
}

#[test]
fn no_answered_move_is_lost_when_the_server_is_killed() {
    let file = crate::scratch_folder(module_path!()).join("killed.db");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    no_answered_move_is_lost(&["--data".to_owned(), file.display().to_string()]);
}

#[test]
fn no_answered_move_is_lost_in_postgresql_either() {
    match std::env::var("LUDARIUM_POSTGRES") {
        Ok(address) if cfg!(feature = "postgres") => {
            no_answered_move_is_lost(&["--database".to_owned(), address]);
        }
        _ => eprintln!("skipped: no PostgreSQL"),
    }
}

#[test]
fn accounts_are_there_unless_they_are_switched_off() {
    for (option, status) in [(None, 200), (Some("--no-accounts".to_owned()), 404)] {
        let options: Vec<String> = option.into_iter().chain(["--no-data".to_owned()]).collect();
        let server = Server::start(&options);
        let (joins, _) = asked(&server.address, "/join", "", None).unwrap();
        assert_eq!(joins, status, "{options:?}");
        let (_, page) = asked(&server.address, "/about", "", None).unwrap();
        assert_eq!(page.contains("/sign-in"), status == 200, "{options:?}");
        server.kill();
    }
}

#[test]
fn a_database_that_is_none_is_refused_with_a_reason() {
    let unreachable = match cfg!(feature = "postgres") {
        true => "the database",
        false => "--features postgres",
    };
    for (address, word) in [
        ("games.db", "postgres://USER@HOST/DATABASE"),
        ("postgres://127.0.0.1:1/games", unreachable),
    ] {
        let refused = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["serve", "--port", "0", "--database", address])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && told.contains(word), "{told}");
    }
}

//! A game server: rules sent by strangers, under tight limits, one line a request.
//!
//! `cargo run -p ludarium --example server [ADDRESS]`, then for example
//! `printf 'game tab\nmoves\nplay 1\nboard\n' | nc 127.0.0.1 7878`
//!
//! | request | answer |
//! |---|---|
//! | `game NAME` | `ok`, and the number of players: a built-in game has begun |
//! | `lud TEXT` | the same, for rules of your own on one line |
//! | `moves` | the legal moves |
//! | `play MOVE` | `ok`, or why not |
//! | `think` | the computer's move, which is made |
//! | `board` | the board |

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use ludarium::{Budget, Game, LoadLimits, Mcts, Position};

/// One connection: a game, once one was asked for.
#[derive(Default)]
struct Session {
    table: Option<(Position, Mcts)>,
}

impl Session {
    fn begin(&mut self, game: ludarium::Result<Game>) -> Result<String, String> {
        let game = game.map_err(|error| error.to_string())?;
        self.table = Some((game.start_seeded(1), Mcts::new(&game, 1)));
        Ok(format!("ok {} players", game.players()))
    }

    fn answer(&mut self, request: &str) -> Result<String, String> {
        let (word, rest) = request.split_once(' ').unwrap_or((request, ""));
        match word {
            "game" => return self.begin(Game::builtin(rest)),
            "lud" => return self.begin(Game::from_lud_limited(rest, &limits())),
            _ => {}
        }
        let (position, mcts) = self.table.as_mut().ok_or("no game yet: game NAME")?;
        match word {
            "moves" => {
                let moves = position.legal_moves();
                let texts: Vec<String> = moves.iter().map(|mv| position.notation(*mv)).collect();
                Ok(texts.join(" "))
            }
            "play" => {
                position
                    .play_text(rest)
                    .map_err(|error| error.to_string())?;
                Ok("ok".to_owned())
            }
            "think" => {
                let mv = mcts.best_move(position, Budget::iterations(200));
                let mv = mv.map_err(|error| error.to_string())?;
                let text = position.notation(mv);
                position.play(mv).map_err(|error| error.to_string())?;
                Ok(text)
            }
            "board" => Ok(position.to_string()),
            _ => Err(format!("unknown request {word:?}")),
        }
    }
}

/// What a stranger's rules may take: a thousandth of the usual steps, small boards.
fn limits() -> LoadLimits {
    let mut limits = LoadLimits::default();
    limits.resources.steps /= 1_000;
    limits.resources.board.sites = 1_000;
    limits.description.bytes = 100_000;
    limits
}

fn serve(stream: TcpStream) -> std::io::Result<()> {
    let (mut session, mut out) = (Session::default(), stream.try_clone()?);
    for request in BufReader::new(stream).lines() {
        match session.answer(request?.trim()) {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:7878"))?;
    println!("listening on {}", listener.local_addr()?);
    for stream in listener.incoming() {
        let stream = stream?;
        std::thread::spawn(move || {
            if let Err(error) = serve(stream) {
                eprintln!("connection lost: {error}");
            }
        });
    }
    Ok(())
}

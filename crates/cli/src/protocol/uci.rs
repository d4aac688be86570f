//! `ludarium uci`: the Universal Chess Interface (S. Meyer-Kahlen, 2000).

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use agents::Kind;
use clap::Args;

use super::{portion, Match, Pace};
use crate::chosen::GameArgs;

/// Arguments of `ludarium uci`.
#[derive(Args, Debug)]
pub struct Uci {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays
    #[arg(long, value_name = "AGENT", default_value = "auto")]
    agent: Kind,
    /// What the player follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Uci {
    /// Runs the command until `quit` or the end of the input. The exit code is 2 when the game could not
    /// be loaded.
    pub fn run(self) -> ExitCode {
        let talk = self
            .game
            .load()
            .and_then(|chosen| Match::new(chosen, self.agent, self.seed))
            .and_then(|game| talk(game).map_err(|error| error.to_string()));
        match talk {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("ludarium uci: {message}");
                ExitCode::from(2)
            }
        }
    }
}

fn talk(mut game: Match) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => break,
            "uci" => {
                writeln!(out, "id name Ludarium, {}", game.chosen.name)?;
                writeln!(out, "id author the Ludarium project")?;
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => {
                // From the initial position nothing can go wrong.
                let _ = game.begin(None);
            }
            "position" => {
                if let Err(error) = position(&mut game, &words[1..]) {
                    writeln!(out, "info string {error}")?;
                }
            }
            "go" => {
                let pace = pace(&words[1..], game.state().mover());
                let best = game.think(pace);
                let report = game.agent.report();
                if let Some(line) = report.lines.first() {
                    // Hundredths of a pawn mean nothing in most games: the expectation in their stead.
                    let value = (200.0 * (line.value - 0.5)).round();
                    let depth = report.depth.max(1);
                    writeln!(
                        out,
                        "info depth {depth} nodes {} score cp {value}",
                        report.nodes
                    )?;
                }
                if best.is_some() {
                    game.undo();
                }
                writeln!(out, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
            }
            // A search is over when the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// `startpos` or `fen ...`, then `moves ...`.
fn position(game: &mut Match, words: &[&str]) -> Result<(), String> {
    let moves = words.iter().position(|word| *word == "moves");
    let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
    match place.split_first() {
        Some((&"fen", rest)) => game.begin(Some(&rest.join(" ")))?,
        _ => game.begin(None)?,
    }
    for text in moves.iter().skip(1) {
        game.make(text)?;
    }
    Ok(())
}

/// What `go` asks for.
fn pace(words: &[&str], mover: usize) -> Pace {
    let number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    if let Some(nodes) = number("nodes") {
        return Pace::Nodes(nodes);
    }
    if let Some(time) = number("movetime") {
        return Pace::Time(Duration::from_millis(time.max(1)));
    }
    let (left, added) = match mover {
        1 => (number("wtime"), number("winc")),
        _ => (number("btime"), number("binc")),
    };
    let added = Duration::from_millis(added.unwrap_or(0));
    let moves = number("movestogo").and_then(|moves| u32::try_from(moves).ok());
    Pace::Time(match left {
        Some(left) => portion(Duration::from_millis(left), added, moves),
        None => Duration::from_secs(1),
    })
}

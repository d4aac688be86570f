//! `ludarium usi`: the Universal Shogi Interface (T. Romstad, 2007), by which boards of shogi talk to players.

use std::io::{BufRead, Write};

use super::{uci, Match, Pace};

/// Answers until `quit` or the end of the input.
pub(super) fn talk(mut game: Match) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => break,
            "usi" => {
                writeln!(out, "id name Ludarium, {}", game.chosen.name)?;
                writeln!(out, "id author the Ludarium project")?;
                writeln!(out, "usiok")?;
            }
            "isready" => {
                game.prepare();
                writeln!(out, "readyok")?;
            }
            "usinewgame" => {
                // From the initial position nothing can go wrong.
                let _ = game.begin(None);
            }
            "position" => {
                if let Err(error) = game.position(&words[1..], "sfen") {
                    writeln!(out, "info string {error}")?;
                }
            }
            "go" => {
                let pace = pace(&words[1..], game.state().mover());
                let best = game.advise(pace, &mut out)?;
                writeln!(out, "bestmove {}", best.as_deref().unwrap_or("resign"))?;
            }
            // A search is over when the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// In shogi Black moves first.
fn pace(words: &[&str], mover: usize) -> Pace {
    match mover {
        1 => uci::pace_by(words, ["btime", "binc"]),
        _ => uci::pace_by(words, ["wtime", "winc"]),
    }
}

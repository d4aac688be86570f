//! `ludarium uci`: the Universal Chess Interface (S. Meyer-Kahlen, 2000).

use std::io::{BufRead, Write};
use std::time::Duration;

use super::{number, portion, Match, Pace};

/// Answers until `quit` or the end of the input.
pub(super) fn talk(mut game: Match) -> std::io::Result<()> {
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
            "isready" => {
                game.prepare();
                writeln!(out, "readyok")?;
            }
            "ucinewgame" => {
                // From the initial position nothing can go wrong.
                let _ = game.begin(None);
            }
            "position" => {
                if let Err(error) = game.position(&words[1..], "fen") {
                    writeln!(out, "info string {error}")?;
                }
            }
            "go" => {
                let pace = pace(&words[1..], game.state().mover());
                let best = game.advise(pace, &mut out)?;
                writeln!(out, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
            }
            // A search is over when the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// What `go` asks for; in UCI and USI the first player's clock is called otherwise than here.
pub(super) fn pace_by(words: &[&str], clock: [&str; 2]) -> Pace {
    if let Some(nodes) = number(words, "nodes") {
        return Pace::Nodes(nodes);
    }
    if let Some(time) = number(words, "movetime") {
        return Pace::Time(Duration::from_millis(time.max(1)));
    }
    let [left, added] = clock.map(|name| number(words, name).map(Duration::from_millis));
    // Byoyomi begins anew for every move: all of it may be spent, once the clock has run down.
    let byoyomi = number(words, "byoyomi").map(|time| Duration::from_millis(time * 9 / 10));
    let byoyomi = byoyomi.unwrap_or_default();
    Pace::Time(match left {
        Some(left) => {
            let portion = portion(left, added.unwrap_or_default(), number(words, "movestogo"));
            portion.max(byoyomi)
        }
        None if byoyomi.is_zero() => Duration::from_secs(1),
        None => byoyomi,
    })
}

fn pace(words: &[&str], mover: usize) -> Pace {
    match mover {
        1 => pace_by(words, ["wtime", "winc"]),
        _ => pace_by(words, ["btime", "binc"]),
    }
}

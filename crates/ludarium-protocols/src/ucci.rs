//! `ludarium ucci`: the Universal Chinese Chess Protocol, version 3 (Xiangqi Wizard, 2004 to 2008), by which boards of
//! xiangqi talk to players.

use std::io::{BufRead, Write};
use std::time::Duration;

use super::{number, portion, Match, Pace};
use crate::clock::Portion;

/// Answers until `quit` or the end of the input.
pub(super) fn talk(mut game: Match) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    // Times are in seconds until the board says otherwise.
    let mut unit = Duration::from_secs(1);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => {
                writeln!(out, "bye")?;
                break;
            }
            "ucci" => {
                writeln!(out, "id name Ludarium, {}", game.chosen.name)?;
                writeln!(out, "id author the Ludarium project")?;
                writeln!(out, "option usemillisec type check default false")?;
                writeln!(out, "ucciok")?;
            }
            "isready" => {
                game.prepare();
                writeln!(out, "readyok")?;
            }
            "setoption" => match words[1..] {
                ["usemillisec", "true", ..] => unit = Duration::from_millis(1),
                ["usemillisec", "false", ..] => unit = Duration::from_secs(1),
                ["newgame", ..] => {
                    // From the initial position nothing can go wrong.
                    let _ = game.begin(None);
                }
                _ => {}
            },
            "position" => {
                if let Err(error) = game.position(&words[1..], "fen") {
                    writeln!(out, "info message {error}")?;
                }
            }
            "go" => match game.advise(pace(&words[1..], unit), &mut out)? {
                Some(best) => writeln!(out, "bestmove {best}")?,
                None => writeln!(out, "nobestmove")?,
            },
            // A search is over when the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// What `go` asks for: `time` is what the mover has left.
fn pace(words: &[&str], unit: Duration) -> Pace {
    if let Some(nodes) = number(words, "nodes") {
        return Pace::Nodes(nodes);
    }
    let time = |name: &str| {
        let times = u32::try_from(number(words, name)?).unwrap_or(u32::MAX);
        Some(unit.saturating_mul(times))
    };
    let added = time("increment").unwrap_or_default();
    Pace::Time(match time("time") {
        Some(left) => portion(left, added, number(words, "movestogo")),
        None => Portion::all(Duration::from_secs(1)),
    })
}

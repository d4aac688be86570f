//! UCCI, the Universal Chinese Chess Protocol, version 3 (Xiangqi Wizard, 2004 to 2008).

use std::io::{BufRead, Write};
use std::time::Duration;

use crate::session::{move_time, number, EngineSession, Pace};
use crate::time::{MoveTime, TimeSource};

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource>(
    mut game: EngineSession<C>,
    input: impl BufRead,
    mut out: impl Write,
) -> std::io::Result<()> {
    // Times are in seconds until the GUI sets another unit.
    let mut unit = Duration::from_secs(1);
    for line in input.lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => {
                writeln!(out, "bye")?;
                break;
            }
            "ucci" => {
                writeln!(out, "id name Ludarium, {}", game.game.name)?;
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
                    // The initial position can always be set up.
                    let _ = game.start(None);
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
            // A search has ended before the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// The effort that `go` asks for; `time` is the time that the mover has left.
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
        Some(left) => move_time(left, added, number(words, "movestogo")),
        None => MoveTime::fixed(Duration::from_secs(1)),
    })
}

//! UCI, the Universal Chess Interface (S. Meyer-Kahlen, 2000), and USI, the Universal Shogi
//! Interface (T. Romstad, 2007), which has the same commands under other names.

use std::io::{BufRead, Write};
use std::time::Duration;

use crate::session::{move_time, number, EngineSession, Pace};
use crate::time::{MoveTime, TimeSource};

/// The words that differ between the two protocols.
pub(crate) struct Dialect {
    greeting: &'static str,
    greeted: &'static str,
    new_game: &'static str,
    /// The word before a position.
    position: &'static str,
    /// Written instead of a move, if there is none.
    no_move: &'static str,
    /// By player: the words for the time left and for the increment.
    clocks: [[&'static str; 2]; 2],
}

pub(crate) const UCI: Dialect = Dialect {
    greeting: "uci",
    greeted: "uciok",
    new_game: "ucinewgame",
    position: "fen",
    no_move: "(none)",
    clocks: [["wtime", "winc"], ["btime", "binc"]],
};

/// In shogi Black moves first.
pub(crate) const USI: Dialect = Dialect {
    greeting: "usi",
    greeted: "usiok",
    new_game: "usinewgame",
    position: "sfen",
    no_move: "resign",
    clocks: [["btime", "binc"], ["wtime", "winc"]],
};

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource>(
    mut game: EngineSession<C>,
    own: &Dialect,
    input: impl BufRead,
    mut out: impl Write,
) -> std::io::Result<()> {
    for line in input.lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => break,
            word if word == own.greeting => {
                writeln!(out, "id name Ludarium, {}", game.game.name)?;
                writeln!(out, "id author the Ludarium project")?;
                writeln!(out, "{}", own.greeted)?;
            }
            "isready" => {
                game.prepare();
                writeln!(out, "readyok")?;
            }
            word if word == own.new_game => {
                // The initial position can always be set up.
                let _ = game.start(None);
            }
            "position" => {
                if let Err(error) = game.position(&words[1..], own.position) {
                    writeln!(out, "info string {error}")?;
                }
            }
            "go" => {
                let clock = own.clocks[usize::from(game.state().mover() != 1)];
                let best = game.advise(pace(&words[1..], clock), &mut out)?;
                writeln!(out, "bestmove {}", best.as_deref().unwrap_or(own.no_move))?;
            }
            // A search has ended before the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// The effort that `go` asks for; `clock` holds the words for the mover's clock.
fn pace(words: &[&str], clock: [&str; 2]) -> Pace {
    if let Some(nodes) = number(words, "nodes") {
        return Pace::Nodes(nodes);
    }
    if let Some(time) = number(words, "movetime") {
        return Pace::Time(MoveTime::fixed(Duration::from_millis(time.max(1))));
    }
    let [left, added] = clock.map(|name| number(words, name).map(Duration::from_millis));
    // Byoyomi starts again for every move: all of it may be spent once the clock has run down.
    let byoyomi = number(words, "byoyomi").map(|time| Duration::from_millis(time) * 9 / 10);
    let byoyomi = byoyomi.unwrap_or_default();
    Pace::Time(match left {
        Some(left) => {
            let time = move_time(left, added.unwrap_or_default(), number(words, "movestogo"));
            time.at_least(byoyomi)
        }
        None if byoyomi.is_zero() => MoveTime::fixed(Duration::from_secs(1)),
        None => MoveTime::fixed(byoyomi),
    })
}

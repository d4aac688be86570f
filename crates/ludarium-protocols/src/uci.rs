//! `ludarium uci`: the Universal Chess Interface (S. Meyer-Kahlen, 2000); and `ludarium usi`, the Universal Shogi Interface
//! (T. Romstad, 2007), by which boards of shogi talk to players: the same in words of its own.

use std::io::{BufRead, Write};
use std::time::Duration;

use super::{number, portion, Match, Pace};
use crate::clock::Portion;

/// What the two interfaces call otherwise.
pub(super) struct Words {
    greeting: &'static str,
    greeted: &'static str,
    begins_anew: &'static str,
    /// What a position follows.
    position: &'static str,
    /// Instead of a move, where there is none.
    nothing: &'static str,
    /// By player: what is left on the clock, and what is added to it.
    clocks: [[&'static str; 2]; 2],
}

pub(super) const UCI: Words = Words {
    greeting: "uci",
    greeted: "uciok",
    begins_anew: "ucinewgame",
    position: "fen",
    nothing: "(none)",
    clocks: [["wtime", "winc"], ["btime", "binc"]],
};

/// In shogi Black moves first.
pub(super) const USI: Words = Words {
    greeting: "usi",
    greeted: "usiok",
    begins_anew: "usinewgame",
    position: "sfen",
    nothing: "resign",
    clocks: [["btime", "binc"], ["wtime", "winc"]],
};

/// Answers until `quit` or the end of the input.
pub(super) fn talk(mut game: Match, own: &Words) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => break,
            word if word == own.greeting => {
                writeln!(out, "id name Ludarium, {}", game.chosen.name)?;
                writeln!(out, "id author the Ludarium project")?;
                writeln!(out, "{}", own.greeted)?;
            }
            "isready" => {
                game.prepare();
                writeln!(out, "readyok")?;
            }
            word if word == own.begins_anew => {
                // From the initial position nothing can go wrong.
                let _ = game.begin(None);
            }
            "position" => {
                if let Err(error) = game.position(&words[1..], own.position) {
                    writeln!(out, "info string {error}")?;
                }
            }
            "go" => {
                let clock = own.clocks[usize::from(game.state().mover() != 1)];
                let best = game.advise(pace(&words[1..], clock), &mut out)?;
                writeln!(out, "bestmove {}", best.as_deref().unwrap_or(own.nothing))?;
            }
            // A search is over when the next line is read.
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// What `go` asks for, the mover's clock being called so.
fn pace(words: &[&str], clock: [&str; 2]) -> Pace {
    if let Some(nodes) = number(words, "nodes") {
        return Pace::Nodes(nodes);
    }
    if let Some(time) = number(words, "movetime") {
        return Pace::Time(Portion::all(Duration::from_millis(time.max(1))));
    }
    let [left, added] = clock.map(|name| number(words, name).map(Duration::from_millis));
    // Byoyomi begins anew for every move: all of it may be spent, once the clock has run down.
    let byoyomi = number(words, "byoyomi").map(|time| Duration::from_millis(time) * 9 / 10);
    let byoyomi = byoyomi.unwrap_or_default();
    Pace::Time(match left {
        Some(left) => {
            let portion = portion(left, added.unwrap_or_default(), number(words, "movestogo"));
            portion.at_least(byoyomi)
        }
        None if byoyomi.is_zero() => Portion::all(Duration::from_secs(1)),
        None => Portion::all(byoyomi),
    })
}

//! `ludarium xboard`: the Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller).

use std::io::{BufRead, Write};
use std::time::Duration;

use super::{portion, Match, Pace};

/// Who moves, and how fast.
struct Terms {
    /// We answer moves; not in "force" mode.
    playing: bool,
    fixed: Option<Duration>,
    left: Duration,
    added: Duration,
}

/// Answers until `quit` or the end of the input.
pub(super) fn talk(mut game: Match) -> std::io::Result<()> {
    let mut terms = Terms {
        playing: false,
        fixed: None,
        left: Duration::from_secs(300),
        added: Duration::ZERO,
    };
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let first = rest.first().copied().unwrap_or_default();
        match word {
            "quit" => break,
            "protover" => {
                // "Wait": what comes next takes longer than the two seconds of the protocol.
                writeln!(out, "feature done=0")?;
                out.flush()?;
                game.prepare();
                writeln!(
                    out,
                    "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 time=1 reuse=1 analyze=0"
                )?;
                // What a game is called that no other program plays by these rules, nobody can know.
                let variant = game.chosen.variant().unwrap_or("unknown");
                writeln!(out, "feature variants=\"{variant}\"")?;
                writeln!(
                    out,
                    "feature myname=\"Ludarium, {}\" done=1",
                    game.chosen.name
                )?;
            }
            "ping" => writeln!(out, "pong {first}")?,
            "new" => {
                terms.playing = true;
                if let Err(error) = game.begin(None) {
                    writeln!(out, "tellusererror {error}")?;
                }
            }
            "variant" if game.chosen.variant() != Some(first) => {
                writeln!(out, "Error (no such variant): {first}")?;
            }
            "setboard" => {
                if let Err(error) = game.begin(Some(&rest.join(" "))) {
                    writeln!(out, "tellusererror Illegal position: {error}")?;
                }
            }
            "force" | "result" => terms.playing = false,
            "st" => terms.fixed = first.parse().ok().map(saturating),
            "level" => {
                terms.fixed = None;
                let base = rest.get(1).copied().unwrap_or("5");
                let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
                let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
                terms.left = saturating(60.0 * number(minutes) + number(seconds));
                terms.added = saturating(rest.get(2).map_or(0.0, |text| number(text)));
            }
            "time" => terms.left = saturating(first.parse::<f64>().unwrap_or(100.0) / 100.0),
            "undo" => game.undo(),
            "remove" => {
                game.undo();
                game.undo();
            }
            "go" => {
                terms.playing = true;
                answer(&mut game, &terms, &mut out)?;
            }
            "usermove" => match game.make(first) {
                Ok(()) => {
                    if terms.playing {
                        answer(&mut game, &terms, &mut out)?;
                    }
                }
                Err(_) => writeln!(out, "Illegal move: {first}")?,
            },
            // What changes nothing here.
            "xboard" | "" | "accepted" | "rejected" | "random" | "hard" | "easy" | "post"
            | "nopost" | "otim" | "computer" | "name" | "rating" | "ics" | "variant" | "white"
            | "black" | "sd" | "draw" | "?" | "." | "memory" | "cores" => {}
            _ => writeln!(out, "Error (unknown command): {word}")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn answer(game: &mut Match, terms: &Terms, out: &mut impl Write) -> std::io::Result<()> {
    let time = match terms.fixed {
        Some(time) => time * 95 / 100,
        None => portion(terms.left, terms.added, None),
    };
    // A turn may have several decisions; each is written as a move of its own.
    let mover = game.state().mover();
    while game.state().mover() == mover {
        match game.think(Pace::Time(time)) {
            Some(text) => writeln!(out, "move {text}")?,
            None => break,
        }
    }
    if let Some(result) = game.result() {
        writeln!(out, "{result} {{the rules say so}}")?;
    }
    Ok(())
}

/// A time of a day at the most.
fn saturating(seconds: f64) -> Duration {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1));
    time.min(Duration::from_secs(24 * 3_600))
}

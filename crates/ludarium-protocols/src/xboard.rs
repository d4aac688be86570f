//! `ludarium xboard`: the Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller).

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use super::{portion, Match, Pace, Thought};
use crate::clock::Portion;

/// Who moves, and how fast.
struct Terms {
    /// We answer moves; not in "force" mode.
    playing: bool,
    /// We say what we think.
    posting: bool,
    fixed: Option<Duration>,
    left: Duration,
    added: Duration,
    /// Moves of a session; 0: the time is for the whole game.
    session: u64,
}

impl Terms {
    /// What there is for the next move, after so many of our own.
    fn portion(&self, made: u64) -> Portion {
        let to_go = made
            .checked_rem(self.session)
            .map(|made| self.session - made);
        match self.fixed {
            Some(time) => Portion::all(time * 95 / 100),
            None => portion(self.left, self.added, to_go),
        }
    }
}

/// Answers until `quit` or the end of the input.
pub(super) fn talk(mut game: Match) -> std::io::Result<()> {
    let mut terms = Terms {
        playing: false,
        posting: false,
        fixed: None,
        left: Duration::from_secs(300),
        added: Duration::ZERO,
        session: 0,
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
            "post" => terms.posting = true,
            "nopost" => terms.posting = false,
            "st" => terms.fixed = first.parse().ok().map(saturating),
            "level" => {
                terms.fixed = None;
                terms.session = first.parse().unwrap_or(0);
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
            "xboard" | "" | "accepted" | "rejected" | "random" | "hard" | "easy" | "otim"
            | "computer" | "name" | "rating" | "ics" | "variant" | "white" | "black" | "sd"
            | "draw" | "?" | "." | "memory" | "cores" => {}
            _ => writeln!(out, "Error (unknown command): {word}")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn answer(game: &mut Match, terms: &Terms, out: &mut impl Write) -> std::io::Result<()> {
    let time = terms.portion(game.moves_of_mover());
    // A turn may have several decisions; each is written as a move of its own.
    let mover = game.state().mover();
    while game.state().mover() == mover {
        let begun = Instant::now();
        let Some(text) = game.think(Pace::Time(time)) else {
            break;
        };
        let thought = game.thought().filter(|_| terms.posting);
        if let Some(Thought {
            depth,
            nodes,
            centipawns,
        }) = thought
        {
            let hundredths = begun.elapsed().as_millis() / 10;
            writeln!(out, "{depth} {centipawns} {hundredths} {nodes} {text}")?;
        }
        writeln!(out, "move {text}")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_session_is_shared_by_its_moves_and_one_more() {
        let terms = |session: u64, left: u64| Terms {
            playing: true,
            posting: false,
            fixed: None,
            left: Duration::from_secs(left),
            added: Duration::ZERO,
            session,
        };
        let share =
            |left: u64, moves: u32| Portion::of(Duration::from_secs(left), moves, Duration::ZERO);
        // The first and the last move of forty, and the first of the next forty.
        assert_eq!(terms(40, 41).portion(0), share(41, 41));
        assert_eq!(terms(40, 41).portion(39), share(41, 2));
        assert_eq!(terms(40, 41).portion(40), share(41, 41));
        // A time for the whole game is for thirty moves more, however many there were.
        assert_eq!(terms(0, 62).portion(100), share(62, 31));
    }
}

//! CECP, the Chess Engine Communication Protocol of XBoard, version 2 (T. Mann and H. G. Muller).

use std::io::{BufRead, Write};
use std::time::Duration;

use crate::session::{move_time, EngineSession, Pace, SearchInfo};
use crate::time::{MoveTime, TimeSource};

/// What XBoard has set: whether the engine moves, and its time.
struct Settings {
    /// Whether moves are answered, that is, not in force mode.
    playing: bool,
    /// Whether search information is written.
    posting: bool,
    /// The time for each move, if it is fixed.
    fixed: Option<Duration>,
    left: Duration,
    increment: Duration,
    /// The moves of a session; 0 if the time is for the whole game.
    session: u64,
}

impl Settings {
    /// The time for the next move after a number of moves of our own.
    fn move_time(&self, made: u64) -> MoveTime {
        let to_go = made
            .checked_rem(self.session)
            .map(|made| self.session - made);
        match self.fixed {
            Some(time) => MoveTime::fixed(time * 95 / 100),
            None => move_time(self.left, self.increment, to_go),
        }
    }
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource>(
    mut game: EngineSession<C>,
    input: impl BufRead,
    mut out: impl Write,
) -> std::io::Result<()> {
    let mut settings = Settings {
        playing: false,
        posting: false,
        fixed: None,
        left: Duration::from_secs(300),
        increment: Duration::ZERO,
        session: 0,
    };
    for line in input.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let first = rest.first().copied().unwrap_or_default();
        match word {
            "quit" => break,
            "protover" => {
                // Asks to wait: learning may take longer than the two seconds of the protocol.
                writeln!(out, "feature done=0")?;
                out.flush()?;
                game.prepare();
                writeln!(
                    out,
                    "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 time=1 reuse=1 analyze=0"
                )?;
                // A game that no other program plays by these rules has no known name.
                let variant = game.game.variant().unwrap_or("unknown");
                writeln!(out, "feature variants=\"{variant}\"")?;
                writeln!(
                    out,
                    "feature myname=\"Ludarium, {}\" done=1",
                    game.game.name
                )?;
            }
            "ping" => writeln!(out, "pong {first}")?,
            "new" => {
                settings.playing = true;
                if let Err(error) = game.start(None) {
                    writeln!(out, "tellusererror {error}")?;
                }
            }
            "variant" if game.game.variant() != Some(first) => {
                writeln!(out, "Error (no such variant): {first}")?;
            }
            "setboard" => {
                if let Err(error) = game.start(Some(&rest.join(" "))) {
                    writeln!(out, "tellusererror Illegal position: {error}")?;
                }
            }
            "force" | "result" => settings.playing = false,
            "post" => settings.posting = true,
            "nopost" => settings.posting = false,
            "st" => settings.fixed = first.parse().ok().map(saturating),
            "level" => {
                settings.fixed = None;
                settings.session = first.parse().unwrap_or(0);
                let base = rest.get(1).copied().unwrap_or("5");
                let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
                let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
                settings.left = saturating(60.0 * number(minutes) + number(seconds));
                settings.increment = saturating(rest.get(2).map_or(0.0, |text| number(text)));
            }
            "time" => settings.left = saturating(first.parse::<f64>().unwrap_or(100.0) / 100.0),
            "undo" => game.undo(),
            "remove" => {
                game.undo();
                game.undo();
            }
            "go" => {
                settings.playing = true;
                answer(&mut game, &settings, &mut out)?;
            }
            "usermove" => match game.make(first) {
                Ok(()) => {
                    if settings.playing {
                        answer(&mut game, &settings, &mut out)?;
                    }
                }
                Err(_) => writeln!(out, "Illegal move: {first}")?,
            },
            // These commands change nothing here.
            "xboard" | "" | "accepted" | "rejected" | "random" | "hard" | "easy" | "otim"
            | "computer" | "name" | "rating" | "ics" | "variant" | "white" | "black" | "sd"
            | "draw" | "?" | "." | "memory" | "cores" => {}
            _ => writeln!(out, "Error (unknown command): {word}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Makes our move and writes it.
fn answer<C: TimeSource>(
    game: &mut EngineSession<C>,
    settings: &Settings,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let time = settings.move_time(game.moves_of_mover());
    // A turn may have several decisions; each is written as a move.
    let mover = game.state().mover();
    while game.state().mover() == mover {
        let begun = game.clock.now();
        let Some(text) = game.think(Pace::Time(time)) else {
            break;
        };
        let info = game.search_info().filter(|_| settings.posting);
        if let Some(SearchInfo {
            depth,
            nodes,
            centipawns,
        }) = info
        {
            let hundredths = game.clock.now().saturating_sub(begun).as_millis() / 10;
            writeln!(out, "{depth} {centipawns} {hundredths} {nodes} {text}")?;
        }
        writeln!(out, "move {text}")?;
    }
    if let Some(result) = game.result() {
        writeln!(out, "{result} {{the rules say so}}")?;
    }
    Ok(())
}

/// A duration in seconds, at most a day.
fn saturating(seconds: f64) -> Duration {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1));
    time.min(Duration::from_secs(24 * 3_600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_session_is_shared_by_its_moves_and_one_more() {
        let settings = |session: u64, left: u64| Settings {
            playing: true,
            posting: false,
            fixed: None,
            left: Duration::from_secs(left),
            increment: Duration::ZERO,
            session,
        };
        let share = |left: u64, moves: u32| {
            MoveTime::share(Duration::from_secs(left), moves, Duration::ZERO)
        };
        // The first and the last move of forty, and the first of the next forty.
        assert_eq!(settings(40, 41).move_time(0), share(41, 41));
        assert_eq!(settings(40, 41).move_time(39), share(41, 2));
        assert_eq!(settings(40, 41).move_time(40), share(41, 41));
        // Time for the whole game is divided as if thirty moves were left.
        assert_eq!(settings(0, 62).move_time(100), share(62, 31));
    }
}

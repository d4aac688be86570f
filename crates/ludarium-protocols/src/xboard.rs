//! CECP, the Chess Engine Communication Protocol of XBoard, version 2 (T. Mann and H. G. Muller).

use std::io::Write;
use std::time::Duration;

use crate::engine_options::Spin;
use crate::link::{Link, Signal};
use crate::numbers::whole;
use crate::root_moves::RootMoves;
use crate::search_clock::Limits;
use crate::search_info::SearchInfo;
use crate::session::{move_time, EngineSession, Request, Thought};
use crate::time::{MoveTime, TimeSource};

/// What the engine does between commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing: the GUI makes the moves of both sides.
    Force,
    /// It answers moves.
    Play,
    /// It searches the current position and makes no move.
    Analyse,
}

/// What XBoard has set.
struct Settings {
    mode: Mode,
    /// Whether search information is written.
    posting: bool,
    /// The time for each move, if it is fixed.
    fixed: Option<Duration>,
    left: Duration,
    increment: Duration,
    /// The moves of a session; 0 if the time is for the whole game.
    session: u64,
    /// The depth of the search in plies, if it is limited.
    depth: Option<u32>,
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

    /// Sets the time control by the words after `level`.
    fn set_level(&mut self, words: &[&str]) {
        let word = |index: usize| words.get(index).copied();
        self.fixed = None;
        self.session = word(0).and_then(whole).unwrap_or(0);
        let base = word(1).unwrap_or("5");
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        self.left = saturating(60.0 * number(minutes) + number(seconds));
        self.increment = saturating(word(2).map_or(0.0, number));
    }
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource, W: Write>(mut game: EngineSession<C>, link: &Link<W>) {
    let mut settings = Settings {
        mode: Mode::Force,
        posting: false,
        fixed: None,
        left: Duration::from_secs(300),
        increment: Duration::ZERO,
        session: 0,
        depth: None,
    };
    while let Some(line) = link.next() {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        if word == "quit" {
            break;
        }
        obey(&mut game, &mut settings, word, &rest, link);
        if settings.mode == Mode::Analyse && !link.has_waiting() && !link.is_closing() {
            analyse(&mut game, link);
        }
    }
}

/// Carries out a command.
fn obey<C: TimeSource, W: Write>(
    game: &mut EngineSession<C>,
    settings: &mut Settings,
    word: &str,
    rest: &[&str],
    link: &Link<W>,
) {
    let first = rest.first().copied().unwrap_or_default();
    match word {
        "protover" => name_features(game, link),
        "ping" => link.say(format_args!("pong {first}")),
        "new" => {
            (settings.mode, settings.depth) = (Mode::Play, None);
            if let Err(error) = game.start(None) {
                link.say(format_args!("tellusererror {error}"));
            }
        }
        "variant" if game.game.variant() != Some(first) => {
            link.say(format_args!("Error (no such variant): {first}"));
        }
        "setboard" => {
            if let Err(error) = game.start(Some(&rest.join(" "))) {
                link.say(format_args!("tellusererror Illegal position: {error}"));
            }
        }
        "force" | "result" => settings.mode = Mode::Force,
        "analyze" => settings.mode = Mode::Analyse,
        "exit" => settings.mode = Mode::Force,
        "post" => settings.posting = true,
        "nopost" => settings.posting = false,
        "st" => settings.fixed = first.parse().ok().map(saturating),
        "sd" => {
            let depth = whole(first).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
            settings.depth = depth.filter(|depth| *depth > 0);
        }
        "level" => settings.set_level(rest),
        "time" => settings.left = saturating(first.parse::<f64>().unwrap_or(100.0) / 100.0),
        "memory" | "cores" | "option" => set_option(game, word, &rest.join(" ")),
        "undo" => {
            game.undo();
        }
        "remove" => {
            game.undo();
            game.undo();
        }
        "go" if game.state().is_none() => link.say("Error (no position): go"),
        "go" => {
            settings.mode = Mode::Play;
            answer(game, settings, link);
        }
        "usermove" => match game.make(first) {
            Ok(()) => {
                if settings.mode == Mode::Play {
                    answer(game, settings, link);
                }
            }
            Err(_) => link.say(format_args!("Illegal move: {first}")),
        },
        // These commands change nothing here.
        "xboard" | "" | "accepted" | "rejected" | "random" | "hard" | "easy" | "otim"
        | "computer" | "name" | "rating" | "ics" | "variant" | "white" | "black" | "draw" | "?"
        | "." | "hint" | "bk" => {}
        _ => link.say(format_args!("Error (unknown command): {word}")),
    }
}

fn name_features<C: TimeSource, W: Write>(game: &mut EngineSession<C>, link: &Link<W>) {
    // Asks to wait: learning may take longer than the two seconds of the protocol.
    link.say("feature done=0");
    game.prepare(link);
    link.say(
        "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 time=1 reuse=1 analyze=1 memory=1 smp=1",
    );
    for option in [Spin::MultiPv, Spin::SkillLevel] {
        let (least, greatest) = option.range();
        link.say(format_args!(
            "feature option=\"{} -spin {} {least} {greatest}\"",
            option.name(),
            game.options.get(option)
        ));
    }
    // A game that no other program plays by these rules has no known name.
    let variant = game.game.variant().unwrap_or("unknown");
    link.say(format_args!("feature variants=\"{variant}\""));
    link.say(format_args!(
        "feature myname=\"Ludarium, {}\" done=1",
        game.game.name
    ));
}

/// Sets an option: `memory N`, `cores N`, or `option NAME=N`.
fn set_option<C: TimeSource>(game: &mut EngineSession<C>, word: &str, rest: &str) {
    let (name, value) = match word {
        "memory" => ("Hash", rest),
        "cores" => ("Threads", rest),
        _ => rest.split_once('=').unwrap_or((rest, "")),
    };
    if let (Some(option), Some(value)) = (Spin::named(name.trim()), whole(value.trim())) {
        game.set_option(option, value);
    }
}

/// What is done with lines that come while a move is searched.
fn while_thinking(line: &str) -> Signal {
    match line.split_whitespace().next().unwrap_or_default() {
        "?" => Signal::MoveNow,
        "quit" => Signal::Quit,
        "new" | "force" | "result" | "setboard" | "undo" | "remove" | "variant" | "analyze" => {
            Signal::Abandon
        }
        "." | "" => Signal::Ignore,
        _ => Signal::Later,
    }
}

/// What is done with lines that come while a position is analysed: the search ends, and begins
/// again after all lines that may change something.
fn while_analysing(line: &str) -> Signal {
    match line.split_whitespace().next().unwrap_or_default() {
        "quit" => Signal::Quit,
        "." | "" | "?" => Signal::Ignore,
        _ => Signal::Abandon,
    }
}

/// Makes our move and writes it.
fn answer<C: TimeSource, W: Write>(
    game: &mut EngineSession<C>,
    settings: &mut Settings,
    link: &Link<W>,
) {
    let limits = Limits {
        time: Some(settings.move_time(game.moves_of_mover())),
        depth: settings.depth,
        ..Limits::default()
    };
    let posting = settings.posting;
    let request = Request {
        limits,
        moves: &RootMoves::All,
        signals: &while_thinking,
        tell: &|info| {
            if posting {
                tell(info, link);
            }
        },
    };
    // A turn may have several decisions; each is written as a move.
    let mover = game.mover();
    while game.mover() == mover {
        match game.think(link, &request) {
            Thought::Move(decision) => {
                game.play(&decision);
                link.say(format_args!("move {}", decision.text));
            }
            Thought::NoMove => break,
            Thought::Abandoned => return,
        }
    }
    if let Some(result) = game.result() {
        link.say(format_args!("{result} {{the rules say so}}"));
    }
}

/// Searches the current position until the next command.
fn analyse<C: TimeSource, W: Write>(game: &mut EngineSession<C>, link: &Link<W>) {
    let request = Request {
        limits: Limits {
            until_told: true,
            ..Limits::default()
        },
        moves: &RootMoves::All,
        signals: &while_analysing,
        tell: &|info| tell(info, link),
    };
    // Without a move there is nothing to analyse.
    let _ = game.think(link, &request);
    game.forget_search();
}

/// Writes what the search has found.
fn tell<W: Write>(info: &SearchInfo, link: &Link<W>) {
    for line in &info.lines {
        link.say(format_args!(
            "{} {} {} {} {}",
            info.depth,
            line.centipawns,
            info.milliseconds() / 10,
            info.nodes,
            line.moves.join(" ")
        ));
    }
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
            mode: Mode::Play,
            posting: false,
            fixed: None,
            left: Duration::from_secs(left),
            increment: Duration::ZERO,
            session,
            depth: None,
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

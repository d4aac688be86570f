//! UCCI, the Universal Chinese Chess Protocol, version 3 (Xiangqi Wizard, 2004 to 2008).

use std::io::Write;
use std::time::Duration;

use crate::engine_options::Spin;
use crate::link::{Link, Signal};
use crate::numbers::{number, whole};
use crate::root_moves::RootMoves;
use crate::search_clock::Limits;
use crate::search_info::SearchInfo;
use crate::session::{move_time, EngineSession, Request, Thought};
use crate::time::{MoveTime, TimeSource};

/// What the GUI has set.
struct Settings {
    /// The unit of times: seconds until the GUI sets milliseconds.
    unit: Duration,
    /// The moves that may not be made in the current position.
    banned: RootMoves,
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource, W: Write>(mut game: EngineSession<C>, link: &Link<W>) {
    let mut settings = Settings {
        unit: Duration::from_secs(1),
        banned: RootMoves::All,
    };
    while let Some(line) = link.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => {
                link.say("bye");
                break;
            }
            "ucci" => greet(&game, link),
            "isready" => {
                game.prepare(link);
                link.say("readyok");
            }
            "setoption" => set_option(&mut game, &mut settings, &words[1..]),
            "position" => {
                settings.banned = RootMoves::All;
                if let Err(error) = game.position(&words[1..], "fen") {
                    link.say(format_args!("info message {error}"));
                }
            }
            "banmoves" => {
                let moves = words[1..].iter().map(|text| (*text).to_owned());
                settings.banned = RootMoves::Except(moves.collect());
            }
            "go" => go(&mut game, &settings, &words[1..], link),
            _ => {}
        }
    }
}

fn greet<C: TimeSource, W: Write>(game: &EngineSession<C>, link: &Link<W>) {
    link.say(format_args!("id name Ludarium, {}", game.game.name));
    link.say("id author the Ludarium project");
    link.say("option usemillisec type check default false");
    for option in Spin::ALL {
        let (least, greatest) = option.range();
        link.say(format_args!(
            "option {} type spin min {least} max {greatest} default {}",
            option_name(option),
            game.options.get(option)
        ));
    }
    link.say("ucciok");
}

/// The name of an option, in lower case and without spaces.
fn option_name(option: Spin) -> &'static str {
    match option {
        Spin::Hash => "hashsize",
        Spin::Threads => "threads",
        Spin::MultiPv => "multipv",
        Spin::SkillLevel => "skilllevel",
    }
}

/// Sets an option by the words after `setoption`: its name and its value.
fn set_option<C: TimeSource>(game: &mut EngineSession<C>, settings: &mut Settings, words: &[&str]) {
    match *words {
        ["usemillisec", "true", ..] => settings.unit = Duration::from_millis(1),
        ["usemillisec", "false", ..] => settings.unit = Duration::from_secs(1),
        ["newgame", ..] => {
            // The initial position can always be set up.
            let _ = game.start(None);
        }
        [name, value, ..] => {
            if let (Some(option), Some(value)) = (Spin::named(name), whole(value)) {
                game.set_option(option, value);
            }
        }
        _ => {}
    }
}

fn go<C: TimeSource, W: Write>(
    game: &mut EngineSession<C>,
    settings: &Settings,
    words: &[&str],
    link: &Link<W>,
) {
    if game.state().is_none() {
        link.say("info message there is no position");
    }
    let signals = |line: &str| match line.split_whitespace().next().unwrap_or_default() {
        "stop" => Signal::MoveNow,
        "quit" => Signal::Quit,
        "isready" => Signal::Answer("readyok"),
        "ponderhit" => Signal::PonderHit,
        "setoption" | "ucci" => Signal::Later,
        "position" | "banmoves" | "go" => Signal::Replace,
        _ => Signal::Ignore,
    };
    let request = Request {
        limits: limits(words, settings.unit),
        moves: &settings.banned,
        signals: &signals,
        tell: &|info| tell(info, link),
    };
    let thought = game.think(link, &request);
    // The move is the GUI's to make.
    game.forget_search();
    match thought {
        Thought::Move(decision) => match decision.reply {
            Some(reply) => link.say(format_args!("bestmove {} ponder {reply}", decision.text)),
            None => link.say(format_args!("bestmove {}", decision.text)),
        },
        Thought::NoMove | Thought::Abandoned => link.say("nobestmove"),
    }
}

/// Writes what the search has found.
fn tell<W: Write>(info: &SearchInfo, link: &Link<W>) {
    for line in &info.lines {
        link.say(format_args!(
            "info depth {} nodes {} time {} score {} pv {}",
            info.depth,
            info.nodes,
            info.milliseconds(),
            line.centipawns,
            line.moves.join(" ")
        ));
    }
}

/// The limits that `go` sets.
fn limits(words: &[&str], unit: Duration) -> Limits {
    let nodes = number(words, "nodes");
    let depth = number(words, "depth").map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let until_told = words.contains(&"infinite");
    let time = |name: &str| {
        let times = u32::try_from(number(words, name)?).unwrap_or(u32::MAX);
        Some(unit.saturating_mul(times))
    };
    let added = time("increment").unwrap_or_default();
    let shared = time("time").map(|left| move_time(left, added, number(words, "movestogo")));
    let unlimited = nodes.is_none() && depth.is_none() && !until_told;
    Limits {
        time: shared.or(unlimited.then(|| MoveTime::fixed(Duration::from_secs(1)))),
        nodes,
        depth,
        until_told,
        pondering: words.contains(&"ponder"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Limits {
        let words: Vec<&str> = text.split_whitespace().collect();
        limits(&words, Duration::from_secs(1))
    }

    #[test]
    fn a_depth_may_be_infinite() {
        assert_eq!(of("depth 6").depth, Some(6));
        let infinite = of("depth infinite");
        assert!(infinite.until_told && infinite.depth.is_none() && infinite.time.is_none());
        assert!(of("infinite").until_told);
    }

    #[test]
    fn times_have_the_unit_that_was_set() {
        let share =
            |seconds: u64| move_time(Duration::from_secs(seconds), Duration::ZERO, Some(10));
        assert_eq!(of("time 60 movestogo 10").time, Some(share(60)));
        let words = ["time", "60000", "movestogo", "10"];
        let time = limits(&words, Duration::from_millis(1)).time;
        assert_eq!(time, Some(share(60)));
        assert!(of("ponder time 60").pondering);
    }
}

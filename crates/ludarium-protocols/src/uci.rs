//! UCI, the Universal Chess Interface (S. Meyer-Kahlen, 2000), and USI, the Universal Shogi
//! Interface (T. Romstad, 2007), which has the same commands under other names.

use std::io::Write;
use std::time::Duration;

use crate::engine_options::Spin;
use crate::library::OtherGame;
use crate::link::{Link, Signal};
use crate::numbers::{number, whole};
use crate::root_moves::RootMoves;
use crate::search_clock::Limits;
use crate::search_info::SearchInfo;
use crate::session::{move_time, EngineSession, Request, Thought};
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
    /// The names of options.
    option: fn(Spin) -> String,
    /// Whether the GUI sets options without being told of them: the memory, and whether it lets the
    /// engine think on the opponent's time.
    implied_options: bool,
    /// The option with the names of variants.
    variant: Option<&'static str>,
    /// The answer to `go mate`, if that is another kind of search, which is not offered.
    no_mate_search: Option<&'static str>,
}

pub(crate) const UCI: Dialect = Dialect {
    greeting: "uci",
    greeted: "uciok",
    new_game: "ucinewgame",
    position: "fen",
    no_move: "(none)",
    clocks: [["wtime", "winc"], ["btime", "binc"]],
    option: |option| option.name().to_owned(),
    implied_options: false,
    variant: Some("UCI_Variant"),
    no_mate_search: None,
};

/// In shogi Black moves first.
pub(crate) const USI: Dialect = Dialect {
    greeting: "usi",
    greeted: "usiok",
    new_game: "usinewgame",
    position: "sfen",
    no_move: "resign",
    clocks: [["btime", "binc"], ["wtime", "winc"]],
    // Names have no spaces.
    option: |option| option.name().replace(' ', "_"),
    implied_options: true,
    variant: None,
    no_mate_search: Some("checkmate notimplemented"),
};

/// The variant of UCI that is chess, and the one that the option [`CHESS960_OPTION`] makes of it.
const CHESS: &str = "chess";
const CHESS960: &str = "fischerandom";
const CHESS960_OPTION: &str = "UCI_Chess960";

/// The words of `go` that are followed by other words than moves.
const LIMITS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource, W: Write>(
    mut game: EngineSession<C>,
    own: &Dialect,
    link: &Link<W>,
) {
    let mut chess960 = game.game.uci_variant() == Some(CHESS960);
    while let Some(line) = link.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "quit" => break,
            word if word == own.greeting => greet(&game, own, link),
            "isready" => {
                game.prepare(link);
                link.say("readyok");
            }
            word if word == own.new_game => {
                // The initial position can always be set up.
                let _ = game.start(None);
            }
            "setoption" => set_option(&mut game, own, &words[1..], &mut chess960, link),
            "position" => {
                if let Err(error) = game.position(&words[1..], own.position) {
                    link.say(format_args!("info string {error}"));
                }
            }
            "go" => go(&mut game, own, &words[1..], link),
            _ => {}
        }
    }
}

fn greet<C: TimeSource, W: Write>(game: &EngineSession<C>, own: &Dialect, link: &Link<W>) {
    link.say(format_args!("id name Ludarium, {}", game.game.name));
    link.say("id author the Ludarium project");
    for option in Spin::ALL {
        if own.implied_options && option == Spin::Hash {
            continue;
        }
        let (least, greatest) = option.range();
        link.say(format_args!(
            "option name {} type spin default {} min {least} max {greatest}",
            (own.option)(option),
            game.options.get(option)
        ));
    }
    if !own.implied_options {
        link.say("option name Ponder type check default false");
    }
    let variants = game.variants();
    if let (Some(option), Some(variant)) = (own.variant, variants.first()) {
        link.say(format_args!(
            "option name {option} type combo default {variant} var {}",
            variants.join(" var ")
        ));
        if variants.iter().any(|name| name == CHESS960) {
            let is_set = game.game.uci_variant() == Some(CHESS960);
            link.say(format_args!(
                "option name {CHESS960_OPTION} type check default {is_set}"
            ));
        }
    }
    link.say(own.greeted);
}

/// Sets an option by the words after `setoption`: `name <words> value <words>`. `chess960` is the
/// option that makes Chess960 of chess.
fn set_option<C: TimeSource, W: Write>(
    game: &mut EngineSession<C>,
    own: &Dialect,
    words: &[&str],
    chess960: &mut bool,
    link: &Link<W>,
) {
    let value = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(value.unwrap_or(words.len()));
    let name = name.strip_prefix(&["name"]).unwrap_or(name).join(" ");
    let value = value.get(1).copied().unwrap_or_default();
    let Some(option) = own.variant else {
        return set_number(game, &name, value);
    };
    if option.eq_ignore_ascii_case(&name) {
        turn_to_variant(game, value, *chess960, link);
    } else if CHESS960_OPTION.eq_ignore_ascii_case(&name) {
        *chess960 = value.eq_ignore_ascii_case("true");
        if [Some(CHESS), Some(CHESS960)].contains(&game.game.uci_variant()) {
            turn_to_variant(game, CHESS, *chess960, link);
        }
    } else {
        set_number(game, &name, value);
    }
}

/// Turns to the game of a variant, if it is another one.
fn turn_to_variant<C: TimeSource, W: Write>(
    game: &mut EngineSession<C>,
    name: &str,
    chess960: bool,
    link: &Link<W>,
) {
    let name = match name {
        CHESS if chess960 => CHESS960,
        name => name,
    };
    let same = game.game.uci_variant() == Some(name);
    if !same && !game.turn_to(&OtherGame::Variant(name.to_owned())) {
        link.say(format_args!("info string there is no variant {name}"));
    }
}

fn set_number<C: TimeSource>(game: &mut EngineSession<C>, name: &str, value: &str) {
    if let (Some(option), Some(value)) = (Spin::named(name), whole(value)) {
        game.set_option(option, value);
    }
}

fn go<C: TimeSource, W: Write>(
    game: &mut EngineSession<C>,
    own: &Dialect,
    words: &[&str],
    link: &Link<W>,
) {
    if let Some(answer) = own
        .no_mate_search
        .filter(|_| words.first() == Some(&"mate"))
    {
        return link.say(answer);
    }
    if game.state().is_none() {
        link.say("info string there is no position");
    }
    let clock = own.clocks[usize::from(game.mover() != 1)];
    let moves = match words.iter().position(|word| *word == "searchmoves") {
        Some(at) => {
            let moves = words[at + 1..]
                .iter()
                .take_while(|word| !LIMITS.contains(*word));
            RootMoves::Only(moves.map(|text| (*text).to_owned()).collect())
        }
        None => RootMoves::All,
    };
    let signals = |line: &str| match line.split_whitespace().next().unwrap_or_default() {
        "stop" | "gameover" => Signal::MoveNow,
        "quit" => Signal::Quit,
        "isready" => Signal::Answer("readyok"),
        "ponderhit" => Signal::PonderHit,
        "setoption" => Signal::Later,
        word if word == own.greeting => Signal::Later,
        word if word == own.new_game => Signal::Replace,
        "position" | "go" => Signal::Replace,
        _ => Signal::Ignore,
    };
    let request = Request {
        limits: limits(words, clock),
        moves: &moves,
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
        Thought::NoMove | Thought::Abandoned => {
            link.say(format_args!("bestmove {}", own.no_move));
        }
    }
}

/// Writes what the search has found.
fn tell<W: Write>(info: &SearchInfo, link: &Link<W>) {
    for (index, line) in info.lines.iter().enumerate() {
        let score = match line.mate {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", line.centipawns),
        };
        link.say(format_args!(
            "info depth {} multipv {} score {score} nodes {} nps {} time {} pv {}",
            info.depth,
            index + 1,
            info.nodes,
            info.nodes_per_second(),
            info.milliseconds(),
            line.moves.join(" ")
        ));
    }
}

/// The limits that `go` sets; `clock` holds the words for the mover's clock.
fn limits(words: &[&str], clock: [&str; 2]) -> Limits {
    let milliseconds = |name: &str| number(words, name).map(Duration::from_millis);
    let nodes = number(words, "nodes");
    // A mate within a number of moves of the mover.
    let mate = number(words, "mate").map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let depth = number(words, "depth").into_iter().chain(mate).min();
    let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let fixed = milliseconds("movetime").map(|time| MoveTime::fixed(time.max(LEAST_TIME)));
    let [left, added] = clock.map(milliseconds);
    // Byoyomi starts again for every move: all of it may be spent once the clock has run down.
    let byoyomi = milliseconds("byoyomi").map(|time| time.saturating_mul(9) / 10);
    let byoyomi = byoyomi.filter(|time| !time.is_zero());
    let until_told = words.contains(&"infinite");
    let shared = left.map(|left| {
        let time = move_time(left, added.unwrap_or_default(), number(words, "movestogo"));
        time.at_least(byoyomi.unwrap_or_default())
    });
    let time = fixed.or(shared).or(byoyomi.map(MoveTime::fixed));
    let unlimited = nodes.is_none() && depth.is_none() && !until_told;
    Limits {
        time: time.or(unlimited.then(|| MoveTime::fixed(USUAL_TIME))),
        nodes,
        depth,
        until_told,
        pondering: words.contains(&"ponder"),
    }
}

/// The time for a move if the GUI sets no limit at all.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The least time for a move.
const LEAST_TIME: Duration = Duration::from_millis(1);

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Limits {
        let words: Vec<&str> = text.split_whitespace().collect();
        limits(&words, ["wtime", "winc"])
    }

    #[test]
    fn limits_are_obeyed_together() {
        let all = of("depth 7 nodes 400 movetime 90");
        assert_eq!((all.depth, all.nodes), (Some(7), Some(400)));
        assert_eq!(all.time, Some(MoveTime::fixed(Duration::from_millis(90))));
        assert_eq!(of("depth 9 mate 2").depth, Some(3));
        assert_eq!(of("mate 1 infinite").depth, Some(1));
        // A number of nodes or a depth sets no time.
        assert_eq!([of("nodes 5").time, of("depth 5").time], [None; 2]);
        assert!(of("wtime 1000 btime 9 depth 5").time.is_some());
    }

    #[test]
    fn only_a_search_that_is_told_to_has_no_limit() {
        assert!(of("infinite").until_told && of("infinite").time.is_none());
        assert!(of("ponder wtime 1000").pondering && of("ponder wtime 1000").time.is_some());
        assert_eq!(of("").time, Some(MoveTime::fixed(USUAL_TIME)));
        assert_eq!(of("btime 300").time, of("").time);
    }

    #[test]
    fn numbers_out_of_range_count_as_the_nearest() {
        let least = move_time(Duration::ZERO, Duration::ZERO, None);
        assert_eq!(of("wtime -40").time, Some(least));
        assert_eq!(of("nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(of("depth 5000000000").depth, Some(u32::MAX));
    }
}

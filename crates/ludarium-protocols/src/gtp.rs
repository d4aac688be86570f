//! GTP, the Go Text Protocol, version 2 (G. Farneback, 2002), for games in which two players put
//! stones on a square board. Black is the first player.

use std::io::Write;
use std::time::Duration;

use crate::gtp_command::{fixed_handicap, Command};
use crate::library::{board_size, OtherGame};
use crate::link::{Link, Signal};
use crate::root_moves::RootMoves;
use crate::search_clock::Limits;
use crate::session::{move_time, EngineSession, Request, Thought};
use crate::time::{MoveTime, TimeSource};

/// The time for a move as long as the controller has set none.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// All commands.
const COMMANDS: [&str; 21] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "showboard",
];

/// What the controller has set.
#[derive(Debug, Default)]
struct Settings {
    komi: Option<f64>,
    /// The main time, and the time and number of stones of each further period.
    clock: Option<(Duration, Duration, u64)>,
    /// By player: the time left, and the number of stones that it is for (0: all).
    left: [Option<(Duration, u64)>; 2],
}

impl Settings {
    /// The time for the next move of a player.
    fn move_time(&self, player: usize) -> Option<MoveTime> {
        let none = Duration::ZERO;
        let left = self.left[player - 1];
        let time = |(left, stones): (Duration, u64)| match stones {
            0 => {
                let further = self
                    .clock
                    .map_or((none, 0), |(_, time, stones)| (time, stones));
                let each = per_stone(further);
                move_time(left, none, None).at_least(if left.is_zero() { each } else { none })
            }
            stones => MoveTime::fixed(per_stone((left, stones))),
        };
        match (left, self.clock) {
            // A further period of no stones: there is no limit.
            (_, Some((_, period, 0))) if !period.is_zero() => Some(MoveTime::fixed(USUAL_TIME)),
            (Some(left), _) => Some(time(left)),
            (None, Some((main, period, stones))) if main.is_zero() => Some(time((period, stones))),
            (None, Some((main, ..))) => Some(time((main, 0))),
            (None, None) => Some(MoveTime::fixed(USUAL_TIME)),
        }
    }
}

/// The time for each stone of a period, a little less than its share.
fn per_stone((time, stones): (Duration, u64)) -> Duration {
    let stones = u32::try_from(stones.max(1)).unwrap_or(u32::MAX);
    time * 9 / 10 / stones
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run<C: TimeSource, W: Write>(mut game: EngineSession<'_, C>, link: &Link<W>) {
    let mut settings = Settings::default();
    while let Some(line) = link.next() {
        let Some(command) = Command::parse(&line) else {
            continue;
        };
        let id = command.id.map_or(String::new(), |id| id.to_string());
        match obey(&mut game, &mut settings, &command, link) {
            Ok(answer) => link.say(format_args!("{}\n", format!("={id} {answer}").trim_end())),
            Err(error) => link.say(format_args!("?{id} {error}\n")),
        }
        if command.name == "quit" {
            break;
        }
    }
}

/// Carries out a command; returns the answer or the error.
fn obey<C: TimeSource, W: Write>(
    game: &mut EngineSession<'_, C>,
    settings: &mut Settings,
    command: &Command,
    link: &Link<W>,
) -> Result<String, String> {
    let nothing = || Ok(String::new());
    match command.name.as_str() {
        "protocol_version" => Ok("2".to_owned()),
        "name" => Ok("Ludarium".to_owned()),
        "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
        "known_command" => {
            let name = command.word(0)?;
            Ok(COMMANDS.contains(&name).to_string())
        }
        "list_commands" => Ok(COMMANDS.join("\n")),
        "quit" => nothing(),
        "boardsize" => set_size(game, command.number(0)?).map(|()| String::new()),
        "clear_board" => {
            settings.left = [None; 2];
            game.start(None).map_err(|error| error.to_string())?;
            nothing()
        }
        "komi" => set_komi(game, settings, command.float(0)?).map(|()| String::new()),
        "fixed_handicap" | "place_free_handicap" => {
            let size = board_size(&game.game.loaded.game).unwrap_or(0);
            let stones = fixed_handicap(size, command.number(0)?).ok_or("invalid handicap")?;
            set_stones(game, &stones)?;
            Ok(stones.join(" "))
        }
        "set_free_handicap" => set_stones(game, &command.words).map(|()| String::new()),
        "play" => {
            let player = command.colour(0)?;
            let vertex = command.word(1)?;
            game.make_as(player, vertex)
                .map_err(|_| "illegal move".to_owned())?;
            nothing()
        }
        "genmove" => answer(game, settings, command.colour(0)?, true, link),
        "reg_genmove" => answer(game, settings, command.colour(0)?, false, link),
        "undo" => match game.undo() {
            true => nothing(),
            false => Err("cannot undo".to_owned()),
        },
        "time_settings" => {
            let [main, period] = [command.seconds(0)?, command.seconds(1)?];
            settings.clock = Some((main, period, command.number(2)? as u64));
            settings.left = [None; 2];
            nothing()
        }
        "time_left" => {
            let player = command.colour(0)?;
            settings.left[player - 1] = Some((command.seconds(1)?, command.number(2)? as u64));
            nothing()
        }
        "final_score" => final_score(game, settings),
        "final_status_list" => match command.word(0)? {
            "alive" => Ok(game.stones().join("\n")),
            "dead" | "seki" => nothing(),
            _ => Err("syntax error".to_owned()),
        },
        "showboard" => Ok(format!("\n{}", game.drawing())),
        _ => Err("unknown command".to_owned()),
    }
}

fn set_size<C: TimeSource>(game: &mut EngineSession<'_, C>, size: usize) -> Result<(), String> {
    let unacceptable = || "unacceptable size".to_owned();
    match board_size(&game.game.loaded.game) == Some(size) {
        true => game.start(None).map_err(|error| error.to_string()),
        false => game
            .turn_to(&OtherGame::BoardSize(size))
            .then_some(())
            .ok_or_else(unacceptable),
    }
}

/// Sets the komi. If the game does not have it, the nearest that it has is played for, and
/// `final_score` counts with that of the controller.
fn set_komi<C: TimeSource>(
    game: &mut EngineSession<'_, C>,
    settings: &mut Settings,
    komi: f64,
) -> Result<(), String> {
    let Some(own) = game.game.komi() else {
        return match komi == 0.0 {
            true => Ok(()),
            false => Err("this game has no komi".to_owned()),
        };
    };
    settings.komi = Some(komi);
    let nearest = OtherGame::Komi(komi);
    let reading = game.game.readings_for(&nearest).pop();
    // The moves made so far are lost with another game: only a new game changes its komi.
    if own != komi && game.is_new() && reading.is_some() {
        game.turn_to(&nearest);
    }
    Ok(())
}

/// Puts stones of the first player on an empty board.
fn set_stones<C: TimeSource>(
    game: &mut EngineSession<'_, C>,
    vertices: &[String],
) -> Result<(), String> {
    if !game.is_new() {
        return Err("board not empty".to_owned());
    }
    for vertex in vertices {
        if game.make_as(1, vertex).is_err() {
            game.start(None).map_err(|error| error.to_string())?;
            return Err("invalid handicap".to_owned());
        }
    }
    Ok(())
}

/// Lets our player choose a move for a player, and makes it if it is to be made.
fn answer<C: TimeSource, W: Write>(
    game: &mut EngineSession<'_, C>,
    settings: &Settings,
    player: usize,
    makes: bool,
    link: &Link<W>,
) -> Result<String, String> {
    if game.state().is_none_or(|state| state.over()) {
        if makes {
            game.pass_after_end();
        }
        return Ok("pass".to_owned());
    }
    let before = game.take_turn(player).ok_or("it is the opponent's turn")?;
    // Moves without a vertex, such as a change of sides, have no words in this protocol.
    let others = game
        .move_texts()
        .into_iter()
        .filter(|text| !is_vertex(text));
    let moves = RootMoves::Except(others.collect());
    let signals = |line: &str| match Command::parse(line) {
        Some(command) if command.name == "quit" => Signal::Quit,
        Some(_) => Signal::Later,
        None => Signal::Ignore,
    };
    let request = Request {
        limits: Limits {
            time: settings.move_time(player),
            ..Limits::default()
        },
        moves: &moves,
        signals: &signals,
        tell: &|_| {},
    };
    let decision = match game.think(link, &request) {
        Thought::Move(decision) => decision,
        Thought::NoMove | Thought::Abandoned => {
            game.go_back_to(before);
            return Ok("pass".to_owned());
        }
    };
    game.play(&decision);
    game.unite_since(before);
    if !makes {
        game.go_back_to(before);
        game.forget_search();
    }
    Ok(match decision.text.as_str() {
        "pass" => decision.text,
        vertex => vertex.to_uppercase(),
    })
}

/// Whether a move is written as a vertex or a pass.
fn is_vertex(text: &str) -> bool {
    let (letter, number) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let letter = letter.bytes().all(|byte| byte.is_ascii_alphabetic());
    text == "pass" || (letter && number.parse::<u32>().is_ok())
}

/// The score of the position, if both players pass from now on.
fn final_score<C: TimeSource>(
    game: &EngineSession<'_, C>,
    settings: &Settings,
) -> Result<String, String> {
    let values = game
        .final_values()
        .ok_or("the game is not over, or has no score")?;
    let own = game.game.komi();
    let komi = settings.komi.or(own).unwrap_or(0.0) - own.unwrap_or(0.0);
    let lead = values[0] - values[1] - komi;
    Ok(match lead {
        lead if lead > 0.0 => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_the_share_of_the_period_that_runs() {
        let minute = Duration::from_secs(60);
        let mut settings = Settings::default();
        assert_eq!(settings.move_time(1), Some(MoveTime::fixed(USUAL_TIME)));
        settings.clock = Some((Duration::ZERO, minute, 10));
        let each = MoveTime::fixed(Duration::from_millis(5_400));
        assert_eq!(settings.move_time(2), Some(each));
        settings.left[1] = Some((minute / 2, 5));
        assert_eq!(settings.move_time(2), Some(each));
        assert_eq!(settings.move_time(1), Some(each));
        // Main time is shared as in other protocols.
        settings.clock = Some((minute, Duration::ZERO, 0));
        settings.left = [None; 2];
        let share = move_time(minute, Duration::ZERO, None);
        assert_eq!(settings.move_time(1), Some(share));
        settings.left[0] = Some((Duration::from_secs(31), 0));
        let share = move_time(Duration::from_secs(31), Duration::ZERO, None);
        assert_eq!(settings.move_time(1), Some(share));
    }

    #[test]
    fn a_vertex_is_a_letter_and_a_number() {
        assert!(is_vertex("d4") && is_vertex("T19") && is_vertex("pass"));
        assert!(!is_vertex("swap") && !is_vertex("d4xe5") && !is_vertex(""));
    }
}

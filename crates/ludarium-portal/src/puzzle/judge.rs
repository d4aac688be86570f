//! Judges the moves that a reader tries, replies to them, and finds solutions.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ludarium_agents::force::{Force, Goal};
use ludarium_table::Table;

use super::Puzzle;
use crate::app::{Portal, Problem};

/// How long a move may be judged, or a solution searched.
const TIME: Duration = Duration::from_secs(3);

/// What is said to a move that a reader tries.
pub enum Assessment {
    /// It wins within the moves of the puzzle. The replies that follow, until the reader has a
    /// choice again or the game is over.
    Right(Vec<String>),
    /// It does not, because of this reply; without a reply, the game is over or goes on too long.
    Wrong(Option<String>),
    /// The search was not finished in time.
    Unknown,
}

/// The moves of a solution.
pub struct Solution {
    /// The moves as the pages write them.
    pub moves: Vec<String>,
    /// The address of the record that prints it; empty if the computer found it.
    pub address: String,
}

/// A search that ends when its time is up.
struct Timed<'a> {
    puzzle: &'a Puzzle,
    began: Instant,
}

impl Timed<'_> {
    fn search<T>(&self, table: &Table, ask: impl FnOnce(&mut Force, &Table) -> T) -> T {
        // The clock is read for a few positions only.
        let mut in_time = |positions: u64| positions % 64 != 0 || self.began.elapsed() < TIME;
        let game = table.rules().game();
        let mut search = Force::new(game, self.puzzle.player, Goal::Win, &mut in_time);
        ask(&mut search, table)
    }

    /// The text of the best move of the player to move.
    fn best(&self, table: &Table, plies: u32) -> Option<String> {
        let choices = table.choices();
        let best = self.search(table, |search, table| {
            search.best(&mut table.state().clone(), &choices.moves, plies)
        });
        choices.texts.get(best?).cloned()
    }
}

/// Judges a move after the moves of `made`.
///
/// # Errors
/// If a move is not legal.
pub fn judge(
    portal: &Portal,
    puzzle: &Puzzle,
    made: &[String],
    tried: &str,
) -> Result<Assessment, Problem> {
    let mut moves = made.to_vec();
    moves.push(tried.to_owned());
    let timed = Timed {
        puzzle,
        began: Instant::now(),
    };
    let (_, table) = puzzle.after(portal, &moves)?;
    let left = plies_left(puzzle, moves.len());
    let as_printed = puzzle.printed.as_ref().is_some_and(|printed| {
        let mut pairs = printed.moves.iter().zip(&moves);
        printed.moves.len() >= moves.len() && pairs.all(|(a, b)| a == b)
    });
    let can = match as_printed {
        true => Some(true),
        false => timed.search(&table, |search, table| {
            search.can(&mut table.state().clone(), left)
        }),
    };
    match can {
        None => Ok(Assessment::Unknown),
        Some(false) if table.is_over() => Ok(Assessment::Wrong(None)),
        Some(false) => Ok(Assessment::Wrong(timed.best(&table, left))),
        Some(true) => replies(portal, &timed, &mut moves, as_printed).map(Assessment::Right),
    }
}

/// The plies that are left of a puzzle.
fn plies_left(puzzle: &Puzzle, made: usize) -> u32 {
    let made = u32::try_from(made).unwrap_or(u32::MAX);
    puzzle.plies.saturating_sub(made)
}

/// What the others reply after some moves, until the reader moves again or the game is over. The
/// replies are those of the printed solution as long as it is followed.
fn replies(
    portal: &Portal,
    timed: &Timed,
    moves: &mut Vec<String>,
    as_printed: bool,
) -> Result<Vec<String>, Problem> {
    let begin = moves.len();
    loop {
        let (_, table) = timed.puzzle.after(portal, moves)?;
        if table.is_over() || table.state().mover() == timed.puzzle.player {
            return Ok(moves.split_off(begin));
        }
        let printed = timed.puzzle.printed.as_ref().filter(|_| as_printed);
        let reply = printed.and_then(|printed| printed.moves.get(moves.len()).cloned());
        let found = || timed.best(&table, plies_left(timed.puzzle, moves.len()));
        // When the time is up, any reply will do.
        let reply = reply.or_else(found);
        let Some(reply) = reply.or_else(|| table.choices().texts.first().cloned()) else {
            return Ok(moves.split_off(begin));
        };
        moves.push(reply);
    }
}

/// The moves of the others before the reader's first one.
///
/// # Errors
/// If the position cannot be set up.
pub fn opening(portal: &Portal, puzzle: &Puzzle) -> Result<Vec<String>, Problem> {
    let timed = Timed {
        puzzle,
        began: Instant::now(),
    };
    replies(portal, &timed, &mut Vec::new(), true)
}

/// The printed solution, or the shortest that the search finds, against the longest resistance.
///
/// # Errors
/// If none is found in time.
pub fn solution(portal: &Portal, puzzle: &Puzzle) -> Result<Solution, Problem> {
    if let Some(printed) = &puzzle.printed {
        return Ok(Solution {
            moves: printed.moves.clone(),
            address: printed.address.clone(),
        });
    }
    let timed = Timed {
        puzzle,
        began: Instant::now(),
    };
    let mut moves = Vec::new();
    loop {
        let (_, table) = puzzle.after(portal, &moves)?;
        if table.is_over() {
            break;
        }
        let best = timed.best(&table, plies_left(puzzle, moves.len()));
        let late = "The computer found no solution in time.";
        moves.push(best.ok_or_else(|| Problem::new(StatusCode::SERVICE_UNAVAILABLE, late))?);
    }
    Ok(Solution {
        moves,
        address: String::new(),
    })
}

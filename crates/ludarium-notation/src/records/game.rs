//! Replays a printed game move by move.

use std::collections::VecDeque;

use ludarium_engine::{Game, State};
use ludarium_games::Entry;
use ludarium_picture::Names;

use super::exceptions::exceptions;
use super::follow::{Interpretation, Replayer, MAX_INTERPRETATIONS};
use super::last_move::LastMove;
use super::positions::{compare_end, first_mover, set_up, start};
use super::record::{Line, Record};
use super::written_move::{Roll, WrittenMove};
use super::RecordError;
use crate::number_words::counted;

/// The maximal number of moves without a choice made to reach a printed board.
const MAX_FORCED_MOVES: usize = 500;

/// Why a record is not followed further.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FollowError {
    /// The number of moves that were followed.
    pub moves: usize,
    /// What is wrong with the next one.
    pub error: RecordError,
}

impl<E: Into<RecordError>> From<E> for FollowError {
    fn from(error: E) -> FollowError {
        let error = error.into();
        FollowError { moves: 0, error }
    }
}

/// The result of following a record under some readings.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// In words, what was checked, and what is doubtful.
    pub summary: String,
    /// The number of moves at the end that were not followed.
    pub left: usize,
    /// The number of undecided moves and stated exceptions that no rule allows.
    pub against: usize,
    /// The move that ended the game, if one did.
    pub last: Option<LastMove>,
}

impl From<String> for Followed {
    fn from(summary: String) -> Followed {
        Followed {
            summary,
            ..Followed::default()
        }
    }
}

/// Follows the first `most` moves of a record; what was checked, and the position after them.
pub fn follow(
    game: &Game,
    entry: &Entry,
    record: &Record,
    most: usize,
) -> Result<(Followed, State), FollowError> {
    let mut replayer = Replayer::new(game, Some(&entry.about));
    let names = Names::new(&entry.about);
    let place = |index: usize, line: &Line, error: RecordError| {
        let Line {
            text,
            number,
            column,
            ..
        } = line;
        let ply = index + 1;
        let message = format!("ply {ply} ({text}, line {number}, column {column}): {error}");
        RecordError::from(message)
    };
    let read = record.lines.iter();
    let read = read.map(|line| WrittenMove::parse_or_keep(&line.text));
    let turns: Vec<Vec<WrittenMove>> = read.collect();
    replayer.by_files = turns
        .iter()
        .flatten()
        .any(|written| replayer.uses_file_names(written));
    let throw_of = |index: usize| {
        let written = turns.get(index).and_then(|parts| parts.first());
        written.map_or(&[][..], |written| &written.throw)
    };
    let mut script: VecDeque<Roll> = Roll::parse_all(record.header("throws").unwrap_or("")).into();
    let first = match script.pop_front() {
        Some(roll) => vec![roll],
        None => throw_of(0).to_vec(),
    };
    let (state, chance) = start(&replayer, entry, &names, record, &first)?;
    let mut branches = vec![Interpretation {
        script,
        ..Interpretation::new(state, chance)
    }];
    let mut undecided = Vec::new();
    // Whether an undecided move was made since the last printed position, and the first illegal
    // move after it.
    let (mut doubted, mut broken) = (false, None);
    // The undecided moves that no rule allows.
    let mut against = Vec::new();
    let exceptions = exceptions(record)?;
    // The stated exceptions in words, and the number of those that no rule allows.
    let (mut excepted, mut exceptional) = (Vec::new(), 0);
    let mut boards = 0;
    let most = most.min(record.lines.len());
    let mut followed = most;
    for (index, line) in record.lines.iter().take(most).enumerate() {
        let at = |error: RecordError| place(index, line, error);
        let parts = &turns[index];
        // A move's own text may end with a question mark: the proposal `Any?`.
        let doubtful = parts.first().is_some_and(|written| written.undecided)
            && !(branches.iter()).any(|branch| replayer.lists(branch, &parts[0]));
        if doubtful {
            undecided.push(format!("ply {} ({})", index + 1, line.text));
        }
        let mut made = turn(&replayer, &branches, parts, throw_of(index + 1));
        if doubtful && made.is_err() {
            // Only the marks after the move may be undecided.
            let parts: Vec<WrittenMove> = parts.iter().map(WrittenMove::without_marks).collect();
            made = turn(&replayer, &branches, &parts, throw_of(index + 1)).or(made);
        }
        let exception = exceptions.get(&(index + 1));
        if let Some(why) = exception {
            let allowed = match made {
                Ok(_) => " (the rules allow it)",
                Err(_) => "",
            };
            exceptional += usize::from(made.is_err());
            let why = match why.is_empty() {
                true => String::new(),
                false => format!(": {why}"),
            };
            excepted.push(format!("ply {} ({}){why}{allowed}", index + 1, line.text));
        }
        match (made, &line.position) {
            (Ok(after), _) => {
                branches = after;
                doubted |= doubtful;
            }
            // The move is skipped, and the printed position replaces it.
            (Err(_), Some(position)) if doubtful || exception.is_some() => {
                let mover = (record.lines.get(index + 1)).and_then(first_mover);
                let mover = mover.as_deref();
                branches.truncate(1);
                for branch in &mut branches {
                    let chance = &mut branch.chance;
                    branch.state =
                        set_up(&replayer, &entry.about, &names, position, mover, chance)?;
                }
                doubted = false;
            }
            // Otherwise the piece is put on the written target. What follows an exception must be
            // legal: there is no doubt what was played.
            (Err(error), None) if exception.is_some() => {
                match imposed(&replayer, &branches, parts) {
                    Some(branch) => branches = vec![branch],
                    None => {
                        let why = format!("{error}; and it cannot be played as an exception");
                        let error = place(index, line, why.into());
                        return Err(FollowError {
                            moves: index,
                            error,
                        });
                    }
                }
            }
            (Err(_), None) if doubtful => match imposed(&replayer, &branches, parts) {
                Some(branch) => {
                    against.push(index + 1);
                    branches = vec![branch];
                    doubted = true;
                }
                None => {
                    followed = index;
                    break;
                }
            },
            // The undecided move may have been read wrongly, so that nothing is known from here on.
            (Err(error), _) if doubted => {
                broken = Some(at(error));
                followed = index;
                break;
            }
            (Err(error), _) => {
                let (moves, error) = (index, at(error));
                return Err(FollowError { moves, error });
            }
        }
        if let Some(board) = line
            .columns
            .iter()
            .find_map(|column| column.strip_prefix("board "))
        {
            // Moves without a choice that follow belong to this line.
            let forced = branches
                .iter()
                .map(|branch| forced_until(&replayer, branch, entry, board));
            branches = successes(forced).map_err(at)?;
            boards += 1;
        }
    }
    let mut summary = counted(followed, "ply");
    if boards > 0 {
        summary.push_str(&format!(", {} as printed", counted(boards, "board")));
    }
    let whole = followed == record.lines.len();
    if let Some(end) = record
        .header("end")
        .filter(|end| whole && (end.contains('/') || replayer.is_piece_list(end)))
    {
        let ends = branches.into_iter().map(|branch| {
            compare_end(&replayer, entry, &branch.state, end)?;
            Ok(branch)
        });
        let moves = followed;
        branches = successes(ends).map_err(|error| FollowError { moves, error })?;
        summary.push_str(", the end as stated");
    }
    if !undecided.is_empty() {
        summary.push_str(&format!("; undecided: {}", undecided.join(", ")));
    }
    let mut result = Followed {
        against: against.len() + exceptional,
        left: most - followed,
        ..Followed::default()
    };
    if !against.is_empty() {
        let against: Vec<String> = against.iter().map(usize::to_string).collect();
        summary.push_str(&format!(
            "; against the rules, and played as written: {}",
            against.join(", ")
        ));
    }
    if !excepted.is_empty() {
        summary.push_str(&format!(
            "; known exceptions to the rules, played as written: {}",
            excepted.join("; ")
        ));
    }
    if let Some(broken) = broken {
        let left = record.lines.len() - followed;
        summary.push_str(&format!(
            "; the last {} not followed, since after these {broken}",
            counted(left, "ply")
        ));
    }
    let ended = branches.into_iter().next();
    let ended = ended.ok_or("it leads nowhere")?;
    result.summary = summary;
    let last = replayer.last_end.take();
    result.last = last.filter(|last| ended.state.over() && last.leads_to(game, &ended.state));
    Ok((result, ended.state))
}

/// The first interpretation in which an undecided move can be carried out against the rules.
fn imposed(
    replayer: &Replayer,
    branches: &[Interpretation],
    parts: &[WrittenMove],
) -> Option<Interpretation> {
    let [written] = parts else { return None };
    let mut made = branches.iter();
    made.find_map(|branch| replayer.imposed(branch, written))
}

/// The interpretations after the moves of a line, one after the other; `next` is the throw of the
/// next line.
fn turn(
    replayer: &Replayer,
    branches: &[Interpretation],
    parts: &[WrittenMove],
    next: &[Roll],
) -> Result<Vec<Interpretation>, RecordError> {
    let mut made = Ok(branches.to_vec());
    for (part, written) in parts.iter().enumerate() {
        if written.steps.is_empty() && written.undecided && written.unread.is_none() {
            made = Err("nothing is written of it".into());
        }
        let next = match part + 1 == parts.len() {
            true => next,
            false => &[],
        };
        made = made.and_then(|branches| play(replayer, &branches, written, next));
    }
    made
}

/// The interpretations after a move, from all interpretations before it.
fn play(
    replayer: &Replayer,
    branches: &[Interpretation],
    written: &WrittenMove,
    next: &[Roll],
) -> Result<Vec<Interpretation>, RecordError> {
    let made = branches
        .iter()
        .map(|branch| replayer.play(branch, written, next));
    let mut after: Vec<Interpretation> = Vec::new();
    for branch in successes(made)?.into_iter().flatten() {
        let known = |own: &Interpretation| own.state == branch.state;
        if after.len() < MAX_INTERPRETATIONS && !after.iter().any(known) {
            after.push(branch);
        }
    }
    Ok(after)
}

/// The successful results; if there are none, the first error.
fn successes<T>(all: impl Iterator<Item = Result<T, RecordError>>) -> Result<Vec<T>, RecordError> {
    let (mut went, mut first) = (Vec::new(), None);
    for one in all {
        match one {
            Ok(one) => went.push(one),
            Err(why) => {
                first.get_or_insert(why);
            }
        }
    }
    match first {
        Some(why) if went.is_empty() => Err(why),
        _ => Ok(went),
    }
}

/// Makes moves without a choice until the board is the printed one.
fn forced_until(
    replayer: &Replayer,
    branch: &Interpretation,
    entry: &Entry,
    board: &str,
) -> Result<Interpretation, RecordError> {
    let mut branch = branch.clone();
    let wanted: Vec<i32> = board
        .split([' ', '/', '|'])
        .filter_map(|number| number.trim().parse().ok())
        .collect();
    let sites: Vec<usize> = entry
        .about
        .notation
        .rows
        .values()
        .flatten()
        .filter_map(|site| usize::try_from(*site).ok())
        .collect();
    if sites.len() != wanted.len() {
        return Ok(branch);
    }
    let mut legal = Vec::new();
    let counts = |state: &State| {
        sites
            .iter()
            .map(|site| state.count(*site))
            .collect::<Vec<_>>()
    };
    let first = counts(&branch.state);
    for _ in 0..MAX_FORCED_MOVES {
        if counts(&branch.state) == wanted {
            return Ok(branch);
        }
        replayer.game.legal(&mut branch.state, &mut legal);
        let [only] = legal.as_slice() else { break };
        replayer
            .game
            .apply(&mut branch.state, *only, &mut branch.chance);
    }
    let shown = first
        .iter()
        .map(i32::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    Err(format!("the board is {shown} and not {board}").into())
}

#[cfg(test)]
mod tests {
    use crate::records::{replay, Verdict};

    /// What the replay of some moves of a game says.
    fn told(game: &str, moves: &[&str]) -> Verdict {
        let moves = moves.join("\n");
        replay("x.txt", &format!("# game: {game}\n{moves}\n"))
    }

    #[test]
    fn a_pass_is_refused_where_the_game_is_over_and_where_the_player_must_move() {
        let won = ["a1", "b1", "a2", "b2", "a3"];
        assert!(matches!(told("tic-tac-toe", &won), Verdict::Replays(_)));
        let passes = [&won[..], &["pass"]].concat();
        let refused = "ply 6 (pass, line 7, column 1): the game is over";
        assert_eq!(
            told("tic-tac-toe", &passes),
            Verdict::Fails(refused.to_owned())
        );
        for moves in [&["pass"][..], &["e2-e3", "pass"], &["e2-e3", "e7-e6", "--"]] {
            let verdict = told("gollon-shatranj", moves);
            assert!(
                matches!(&verdict, Verdict::Fails(why) if why.contains("not legal")),
                "{moves:?}: {verdict:?}"
            );
        }
    }
}

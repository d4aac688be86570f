//! A printed game followed ply by ply.

use std::collections::VecDeque;

use ludarium_engine::State;
use ludarium_games::Entry;

use super::follow::{Branch, Follower, BRANCHES};
use super::ply::{Cast, Ply};
use super::positions::{compare_end, first_mover, set_up, start};
use super::record::{Line, Record};
use crate::chosen::Chosen;
use crate::draw::Names;

/// The most moves without a choice made to come to a printed board.
const UNPRINTED: usize = 500;

/// Why a record is not followed further.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// How many plies were followed.
    pub plies: usize,
    /// What is wrong.
    pub why: String,
}

impl From<String> for Stop {
    fn from(why: String) -> Stop {
        Stop { plies: 0, why }
    }
}

/// What a record comes to under some readings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// How much was checked, and what is doubtful.
    pub said: String,
    /// How many plies at its end were not followed.
    pub left: usize,
    /// How many of its undecided plies no rule allows.
    pub against: usize,
}

impl From<String> for Told {
    fn from(said: String) -> Told {
        Told {
            said,
            ..Told::default()
        }
    }
}

/// Follows a game or a line of play to its end.
pub fn game(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<Told, Stop> {
    let (told, _) = told(chosen, entry, record, usize::MAX)?;
    Ok(told)
}

/// Follows so many plies of a record: how much was checked, and where it leads.
pub fn follow(
    chosen: &Chosen,
    entry: &Entry,
    record: &Record,
    most: usize,
) -> Result<(String, State), Stop> {
    told(chosen, entry, record, most).map(|(told, state)| (told.said, state))
}

fn told(
    chosen: &Chosen,
    entry: &Entry,
    record: &Record,
    most: usize,
) -> Result<(Told, State), Stop> {
    let mut follower = Follower::new(chosen, entry);
    let names = Names::new(&entry.about);
    let place = |index: usize, line: &Line, message: String| {
        let Line { text, number, .. } = line;
        format!("ply {} ({text}, line {number}): {message}", index + 1)
    };
    let read = record.lines.iter().map(|line| Ply::listed(&line.text));
    let plies: Vec<Vec<Ply>> = read.collect();
    follower.by_files = plies
        .iter()
        .flatten()
        .any(|ply| follower.tells_by_files(ply));
    let throw_of = |index: usize| {
        let ply = plies.get(index).and_then(|parts| parts.first());
        ply.map_or(&[][..], |ply| &ply.throw)
    };
    let mut script: VecDeque<Cast> = Cast::read(record.header("throws").unwrap_or("")).into();
    let first = match script.pop_front() {
        Some(cast) => vec![cast],
        None => throw_of(0).to_vec(),
    };
    let (state, chance) = start(&follower, entry, &names, record, &first)?;
    let mut branches = vec![Branch {
        script,
        ..Branch::new(state, chance)
    }];
    let mut undecided = Vec::new();
    // Whether an undecided ply was made since a position was printed, and which ply breaks the rules after it.
    let (mut doubted, mut broken) = (false, None);
    // The undecided plies that no rule allows.
    let mut against = Vec::new();
    let mut boards = 0;
    let most = most.min(record.lines.len());
    let mut followed = most;
    for (index, line) in record.lines.iter().take(most).enumerate() {
        let at = |message: String| place(index, line, message);
        let parts = &plies[index];
        let doubtful = parts.first().is_some_and(|ply| ply.undecided);
        if doubtful {
            undecided.push(format!("ply {} ({})", index + 1, line.text));
        }
        let mut made = turn(&follower, &branches, parts, throw_of(index + 1));
        if doubtful && made.is_err() {
            // It may be the marks behind the move that could not be decided.
            let parts: Vec<Ply> = parts.iter().map(Ply::without_marks).collect();
            made = turn(&follower, &branches, &parts, throw_of(index + 1)).or(made);
        }
        match (made, &line.position) {
            (Ok(after), _) => {
                branches = after;
                doubted |= doubtful;
            }
            // What could not be decided is not followed; the printed position goes on.
            (Err(_), Some(position)) if doubtful => {
                let mover = (record.lines.get(index + 1)).and_then(first_mover);
                let mover = mover.as_deref();
                branches.truncate(1);
                for branch in &mut branches {
                    let chance = &mut branch.chance;
                    branch.state = set_up(&follower, entry, &names, position, mover, chance)?;
                }
                doubted = false;
            }
            // Else the man is put where the ply says, and play goes on.
            (Err(_), None) if doubtful => match imposed(&follower, &branches, parts) {
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
            // It may be the undecided ply that was read wrongly: nothing can be said from here on.
            (Err(message), _) if doubted => {
                broken = Some(at(message));
                followed = index;
                break;
            }
            (Err(message), _) => {
                let (plies, why) = (index, at(message));
                return Err(Stop { plies, why });
            }
        }
        if let Some(board) = line
            .columns
            .iter()
            .find_map(|column| column.strip_prefix("board "))
        {
            // The moves that follow without a choice belong to this ply.
            let forced = branches
                .iter()
                .map(|branch| forced_until(&follower, branch, entry, board));
            branches = those_that_go(forced).map_err(at)?;
            boards += 1;
        }
    }
    let mut said = format!("{followed} plies");
    if boards > 0 {
        said.push_str(&format!(", {boards} boards as printed"));
    }
    let whole = followed == record.lines.len();
    if let Some(end) = record
        .header("end")
        .filter(|end| whole && (end.contains('/') || follower.is_list(end)))
    {
        let ends = branches.into_iter().map(|branch| {
            compare_end(&follower, entry, &branch.state, end)?;
            Ok(branch)
        });
        let plies = followed;
        branches = those_that_go(ends).map_err(|why| Stop { plies, why })?;
        said.push_str(", the end as stated");
    }
    if !undecided.is_empty() {
        said.push_str(&format!("; undecided: {}", undecided.join(", ")));
    }
    let mut told = Told {
        against: against.len(),
        left: most - followed,
        ..Told::default()
    };
    if !against.is_empty() {
        let against: Vec<String> = against.iter().map(usize::to_string).collect();
        said.push_str(&format!(
            "; against the rules, and played as written: {}",
            against.join(", ")
        ));
    }
    if let Some(broken) = broken {
        let left = record.lines.len() - followed;
        said.push_str(&format!(
            "; the last {left} plies not followed, since after these {broken}"
        ));
    }
    let ended = branches.into_iter().next();
    let ended = ended.ok_or_else(|| "it leads nowhere".to_owned())?;
    told.said = said;
    Ok((told, ended.state))
}

/// The first of the positions so far in which an undecided ply can be carried out against the rules.
fn imposed(follower: &Follower, branches: &[Branch], parts: &[Ply]) -> Option<Branch> {
    let [ply] = parts else { return None };
    let mut made = branches.iter();
    made.find_map(|branch| follower.imposed(branch, ply))
}

/// Where the moves of a line lead, made one after the other; `next` is the throw of the line below.
fn turn(
    follower: &Follower,
    branches: &[Branch],
    parts: &[Ply],
    next: &[Cast],
) -> Result<Vec<Branch>, String> {
    let mut made = Ok(branches.to_vec());
    for (part, ply) in parts.iter().enumerate() {
        if ply.steps.is_empty() && ply.undecided && ply.unread.is_none() {
            made = Err("nothing is written of it".to_owned());
        }
        let next = match part + 1 == parts.len() {
            true => next,
            false => &[],
        };
        made = made.and_then(|branches| on(follower, &branches, ply, next));
    }
    made
}

/// Where a ply leads from all the positions that the plies before it may have led to.
fn on(
    follower: &Follower,
    branches: &[Branch],
    ply: &Ply,
    next: &[Cast],
) -> Result<Vec<Branch>, String> {
    let made = branches
        .iter()
        .map(|branch| follower.ply(branch, ply, next));
    let mut after: Vec<Branch> = Vec::new();
    for branch in those_that_go(made)?.into_iter().flatten() {
        let known = |own: &Branch| own.state == branch.state;
        if after.len() < BRANCHES && !after.iter().any(known) {
            after.push(branch);
        }
    }
    Ok(after)
}

/// What came of those that came to something; if none did, why the first did not.
fn those_that_go<T>(all: impl Iterator<Item = Result<T, String>>) -> Result<Vec<T>, String> {
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

/// Makes moves without a choice until the board is as printed.
fn forced_until(
    follower: &Follower,
    branch: &Branch,
    entry: &Entry,
    board: &str,
) -> Result<Branch, String> {
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
    for _ in 0..UNPRINTED {
        if counts(&branch.state) == wanted {
            return Ok(branch);
        }
        follower.game.legal(&mut branch.state, &mut legal);
        let [only] = legal.as_slice() else { break };
        follower
            .game
            .apply(&mut branch.state, *only, &mut branch.chance);
    }
    let shown = first
        .iter()
        .map(i32::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    Err(format!("the board is {shown} and not {board}"))
}

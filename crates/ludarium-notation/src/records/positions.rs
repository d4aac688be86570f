//! The positions that a record tells: where it starts, where it goes on, where it ends.

use ludarium_engine::{SetUp, SplitMix64, State};
use ludarium_games::Entry;

use super::follow::{At, Follower, SEED};
use super::ply::{Cast, Ply, Step};
use super::record::{Line, Record};
use crate::chosen::Chosen;
use crate::draw::Names;
use crate::position::{self, Setting};

/// The state that a record starts from, the dice showing its first throw.
pub(super) fn start(
    follower: &Follower,
    entry: &Entry,
    names: &Names,
    record: &Record,
    throw: &[Cast],
) -> Result<At, String> {
    // A kept game says what its dice follow from.
    let seed = record.header("seed").and_then(|seed| seed.parse().ok());
    let chance = SplitMix64::new(seed.unwrap_or(SEED));
    let text = record.header("start").unwrap_or("initial");
    let at_line = |why: String| match record.line_of("start") {
        Some(line) => format!("the start (line {line}): {why}"),
        None => why,
    };
    let Some(position) = told_in(follower, names, text) else {
        return match not_read(follower, names, text) {
            Some(why) => Err(at_line(why)),
            None => Ok(follower.begun(&chance, throw)),
        };
    };
    let begun = follower.begun(&chance, throw);
    if text.starts_with("initial") && compare_end(follower, entry, &begun.0, position).is_ok() {
        return Ok(begun);
    }
    let mover = record.lines.first().and_then(first_mover);
    let set = |chance: &mut SplitMix64| {
        set_up(
            follower,
            entry,
            names,
            position.trim(),
            mover.as_deref(),
            chance,
        )
    };
    set(&mut chance.clone()).map_err(at_line)?;
    Ok(follower.thrown(&chance, throw, |chance| {
        // It could be set up once, and the dice do not change that.
        set(chance).unwrap_or_else(|_| follower.game.start(chance))
    }))
}

/// The position in a header: a list of men, or ranks.
fn told_in<'t>(follower: &Follower, names: &Names, text: &'t str) -> Option<&'t str> {
    match follower.is_list(text) {
        true => Some(text),
        false => position_in(text).or_else(|| spaced_in(follower, names, text)),
    }
}

/// The position in a header that writes ranks with spaces in them, if these are the men of the game.
fn spaced_in<'t>(follower: &Follower, names: &Names, text: &'t str) -> Option<&'t str> {
    let text = up_to_remark(text);
    let setting = Setting {
        prefixes: Some(&follower.prefixes),
        ..Setting::of(names)
    };
    let (board, _) = position::board_and_rest(text);
    let told = board.contains('/') && position::pieces(follower.game, &setting, &board).is_ok();
    told.then_some(text)
}

/// What stands before the first remark of a header.
fn up_to_remark(text: &str) -> &str {
    let marks = [" with ", " (", ";"];
    let end = marks.iter().filter_map(|mark| text.find(mark)).min();
    &text[..end.unwrap_or(text.len())]
}

/// The most letters of a site in ranks with spaces between the sites; longer words are prose.
const SITE: usize = 3;

/// Why a header that is written as ranks with spaces in them tells no position; nothing where it is prose, or tells the
/// counters that lie on the sites when the game begins.
fn not_read(follower: &Follower, names: &Names, text: &str) -> Option<String> {
    let (first, _) = text.split_once('/')?;
    if !first.split_whitespace().all(|word| word.len() <= SITE) {
        return None;
    }
    let text = up_to_remark(text);
    let start = follower.game.start(&mut SplitMix64::new(SEED));
    let counted = counters(text);
    if counted.is_some() && counted == counters_at(follower, &start) {
        return None;
    }
    let setting = Setting {
        prefixes: Some(&follower.prefixes),
        ..Setting::of(names)
    };
    let (board, _) = position::board_and_rest(text);
    let read = position::pieces(follower.game, &setting, &board);
    let why = match (&counted, read) {
        // Where the last rank ends is told by how long the first is.
        (None, _) if !board.contains('/') => {
            "its last rank has not as many sites as its first".to_owned()
        }
        (None, Err(why)) => why,
        _ => "other counters than at the start cannot be told".to_owned(),
    };
    let example = position::ranks(follower.game, &setting, &start);
    Some(match example.filter(|_| counted.is_none()) {
        Some(ranks) => {
            format!("it is no position of the game: {why}. The game begins from {ranks}")
        }
        None => format!("it is no position of the game: {why}"),
    })
}

/// The numbers of counters on each rank, where numbers are all that is written.
fn counters(text: &str) -> Option<Vec<Vec<i32>>> {
    let rank = |rank: &str| {
        rank.split_whitespace()
            .map(|word| word.parse().ok())
            .collect()
    };
    text.split('/').map(rank).collect()
}

/// The numbers of counters on each rank of a board.
fn counters_at(follower: &Follower, state: &State) -> Option<Vec<Vec<i32>>> {
    let grid = position::grid(follower.game).ok()?;
    let counters = |slot: &Option<usize>| slot.map_or(0, |slot| state.count(slot));
    let rank = |row: &Vec<Option<usize>>| row.iter().map(counters).collect();
    Some(grid.iter().rev().map(rank).collect())
}

/// The position in a header that writes ranks: from the word with its ranks to the next remark.
fn position_in(text: &str) -> Option<&str> {
    // In other words a position may be told that comes about later.
    let mut words = text.split_whitespace();
    let word = match text.starts_with("initial") {
        true => words.find(|word| word.matches('/').count() > 1)?,
        false => words.next().filter(|word| word.contains('/'))?,
    };
    let at = text.find(word)?;
    let rest = &text[at..];
    let end = ["  ", " with ", " ("]
        .iter()
        .filter_map(|mark| rest.find(mark))
        .min();
    Some(rest[..end.unwrap_or(rest.len())].trim())
}

/// A printed position; `mover` is the site of the man who moves next.
pub(super) fn set_up(
    follower: &Follower,
    entry: &Entry,
    names: &Names,
    position: &str,
    mover: Option<&str>,
    chance: &mut SplitMix64,
) -> Result<State, String> {
    let phase = super::start_phase(entry);
    if follower.is_list(position) {
        let setup = SetUp {
            phase: phase.map(str::to_owned),
            ..follower.listed_men(
                position,
                mover,
                &follower.begun(&SplitMix64::new(SEED), &[]).0,
            )?
        };
        return Ok(follower.game.set_up(&setup, chance));
    }
    let setting = Setting {
        names,
        prefixes: Some(&entry.about.notation.prefixes),
        owners: Some(&entry.about.notation.owners),
        phase,
        mover,
    };
    position::set_up_for(follower.game, &setting, position, chance)
}

/// A position of a game as a person tells it: ranks, or a list of men.
pub fn set_up_as_told(
    chosen: &Chosen,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, String> {
    let names = chosen.names();
    match chosen.entry {
        Some(entry) => {
            let follower = Follower::new(chosen, entry);
            set_up(&follower, entry, &names, text.trim(), None, chance)
        }
        None => position::set_up(&chosen.loaded.game, &names, text, chance),
    }
}

/// The site of a ply's man, whose owner moves where the record does not say.
pub(super) fn first_mover(line: &Line) -> Option<String> {
    let ply = Ply::parse(&line.text).ok()?.into_iter().next()?;
    match ply.steps.into_iter().next()? {
        Step::Move(from, _) | Step::Castle(from, _) => Some(from),
        _ => None,
    }
}

/// Whether the game begins as a record without any play says it does.
pub fn array(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<String, String> {
    let follower = Follower::new(chosen, entry);
    let start = record.header("start");
    let start = start.filter(|start| start.contains('/') || follower.is_list(start));
    let start = start.ok_or("it has neither plies nor a position: kind = \"table\" is for such")?;
    let state = follower.game.start(&mut SplitMix64::new(SEED));
    compare_end(&follower, entry, &state, start)
        .map_err(|why| why.replace("at the end", "at the start"))?;
    Ok("the start as stated".to_owned())
}

/// Whether the position of a record without any play can be set up and play can go on from it.
pub(super) fn stands(chosen: &Chosen, entry: &Entry, record: &Record) -> Result<String, String> {
    let follower = Follower::new(chosen, entry);
    let start = record.header("start");
    let names = Names::new(&entry.about);
    let start = start.and_then(|text| told_in(&follower, &names, text));
    let start = start.ok_or("it has neither plies nor a position")?;
    let chance = &mut SplitMix64::new(SEED);
    let mut state = set_up(&follower, entry, &names, start, None, chance)?;
    let mut legal = Vec::new();
    follower.game.legal(&mut state, &mut legal);
    match legal.len() {
        0 => Err("nothing can be played in this position".to_owned()),
        moves => Ok(format!(
            "a position of the game; player {} has {moves} moves",
            state.mover()
        )),
    }
}

/// Checks that a state is as a record writes it.
pub(super) fn compare_end(
    follower: &Follower,
    entry: &Entry,
    state: &State,
    end: &str,
) -> Result<(), String> {
    let names = &Names::new(&entry.about);
    let (ranks, _) = position::board_and_rest(end);
    let setting = Setting {
        prefixes: Some(&follower.prefixes),
        ..Setting::of(names)
    };
    let wanted = match follower.is_list(end) {
        true => follower.listed_men(end, None, state)?.pieces,
        false => position::pieces(follower.game, &setting, &ranks)?,
    };
    for slot in 0..follower.game.layout().board_sites {
        let stated = wanted
            .iter()
            .find(|(own, _)| *own == slot)
            .map_or(0, |(_, piece)| piece.what);
        let in_state = wanted
            .iter()
            .find(|(own, _)| *own == slot)
            .map(|(_, piece)| piece.state);
        let letters = &names.states;
        if stated == state.what(slot)
            && !letters.is_empty()
            && in_state.is_some_and(|own| own != state.state_at(slot, 0))
        {
            return Err(format!(
                "at the end the man on {} is in state {}, and another was stated",
                follower.signs.plan.label(follower.game, slot as i32),
                state.state_at(slot, 0),
            ));
        }
        if stated != state.what(slot) {
            return Err(format!(
                "at the end {:?} stands on {}, and {:?} was stated",
                follower.signs.glyphs.letter(state.what(slot)),
                follower.signs.plan.label(follower.game, slot as i32),
                follower.signs.glyphs.letter(stated)
            ));
        }
    }
    Ok(())
}

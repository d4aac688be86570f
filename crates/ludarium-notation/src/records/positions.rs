//! The positions of a record: its start, positions printed between moves, its end.

use ludarium_engine::{Game, Piece, SetUp, SplitMix64, State};
use ludarium_games::{About, Entry};
use ludarium_picture::Names;

use super::follow::{Reached, Replayer, SEED};
use super::record::{Line, Record};
use super::written_move::{Roll, Step, WrittenMove};
use super::RecordError;
use crate::number_words::counted;
use crate::position::{self, PositionContext, PositionError};

/// The state that a record starts from, the dice showing its first throw.
pub(super) fn start(
    replayer: &Replayer,
    entry: &Entry,
    names: &Names,
    record: &Record,
    throw: &[Roll],
) -> Result<Reached, RecordError> {
    // A saved game names the seed of its dice.
    let seed = match record.header("seed") {
        Some(text) => text
            .parse()
            .map_err(|_| at(record, "seed", format!("it is no number: {text}")))?,
        None => SEED,
    };
    let chance = SplitMix64::new(seed);
    let text = record.header("start").unwrap_or(INITIAL);
    let at_line = |why: String| at(record, "start", why);
    let Some(position) = position_of_header(replayer, names, text) else {
        let is_initial = text.to_lowercase().starts_with(INITIAL) || START_WORDS.contains(&text);
        return match error_in_ranks(replayer, names, text) {
            Some(why) => Err(at_line(why)),
            None if !is_initial => Err(at_line(format!(
                "{text:?} is no position of the game: it is ranks, a list of pieces, or begins with `{INITIAL}`"
            ))),
            None => Ok(replayer.start(&chance, throw)),
        };
    };
    let begun = replayer.start(&chance, throw);
    if text.starts_with(INITIAL) && compare_end(replayer, entry, &begun.0, position).is_ok() {
        return Ok(begun);
    }
    let mover = record.lines.first().and_then(first_mover);
    let set = |chance: &mut SplitMix64| {
        set_up(
            replayer,
            &entry.about,
            names,
            position.trim(),
            mover.as_deref(),
            chance,
        )
    };
    set(&mut chance.clone()).map_err(|error| at_line(error.to_string()))?;
    Ok(replayer.with_throw(&chance, throw, |chance| {
        // It could be set up once; the dice do not change that.
        set(chance).unwrap_or_else(|_| replayer.game.start(chance))
    }))
}

/// The word for the position at the start of the game.
const INITIAL: &str = "initial";

/// An error in a header of a record.
fn at(record: &Record, key: &str, why: String) -> RecordError {
    match record.place_of(key) {
        Some((line, column)) => format!("the {key} (line {line}, column {column}): {why}").into(),
        None => why.into(),
    }
}

/// The position in a header: a list of pieces, or ranks.
fn position_of_header<'t>(replayer: &Replayer, names: &Names, text: &'t str) -> Option<&'t str> {
    match replayer.is_piece_list(text) {
        true => Some(text),
        false => position_in(text).or_else(|| spaced_in(replayer, names, text)),
    }
}

/// The position in a header with spaces in its ranks, if the pieces are the game's.
fn spaced_in<'t>(replayer: &Replayer, names: &Names, text: &'t str) -> Option<&'t str> {
    let text = up_to_remark(text);
    let context = PositionContext {
        prefixes: Some(&replayer.prefixes),
        ..PositionContext::new(names)
    };
    let lettered = position::with_letters(replayer.game, names, text).ok()?;
    let (board, _) = position::board_and_rest(&lettered);
    let fits = board.contains('/') && position::pieces(replayer.game, &context, &board).is_ok();
    fits.then_some(text)
}

/// The text of a header before its first remark.
fn up_to_remark(text: &str) -> &str {
    let marks = [" with ", " (", ";"];
    let end = marks.iter().filter_map(|mark| text.find(mark)).min();
    &text[..end.unwrap_or(text.len())]
}

/// The maximal number of letters of a site in ranks with spaces; longer words are prose.
const MAX_SITE_LETTERS: usize = 3;

/// Why a header with spaces in its ranks is no position; `None` if it is prose.
fn error_in_ranks(replayer: &Replayer, names: &Names, text: &str) -> Option<String> {
    let (first, _) = text.split_once('/')?;
    if !first
        .split_whitespace()
        .all(|word| word.len() <= MAX_SITE_LETTERS)
    {
        return None;
    }
    let start = replayer.game.start(&mut SplitMix64::new(SEED));
    let context = PositionContext {
        prefixes: Some(&replayer.prefixes),
        ..PositionContext::new(names)
    };
    let text = up_to_remark(text);
    let (board, _) = position::board_and_rest(text);
    let read = position::with_letters(replayer.game, names, text)
        .and_then(|_| position::pieces(replayer.game, &context, &board));
    let why = match read {
        // The length of the first rank tells where the last one ends.
        _ if !board.contains('/') => "its last rank has not as many sites as its first".to_owned(),
        Err(error) => error.to_string(),
        Ok(_) => return None,
    };
    Some(match position::write(replayer.game, &context, &start) {
        Some(ranks) => {
            format!("it is no position of the game: {why}. The game begins from {ranks}")
        }
        None => format!("it is no position of the game: {why}"),
    })
}

/// The position in a header with ranks: from the word with the ranks to the next remark.
fn position_in(text: &str) -> Option<&str> {
    // Later words may describe a later position.
    let mut words = text.split_whitespace();
    let word = match text.starts_with(INITIAL) {
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

/// Sets up a printed position; `mover` is the site of a piece of the mover's.
pub(super) fn set_up(
    replayer: &Replayer,
    about: &About,
    names: &Names,
    position: &str,
    mover: Option<&str>,
    chance: &mut SplitMix64,
) -> Result<State, PositionError> {
    let phase = about.notation.start_phase.as_deref();
    if replayer.is_piece_list(position) {
        let setup = SetUp {
            phase: phase.map(str::to_owned),
            ..replayer.parse_piece_list(
                position,
                mover,
                &replayer.start(&SplitMix64::new(SEED), &[]).0,
            )?
        };
        return Ok(replayer.game.set_up(&setup, chance));
    }
    let context = PositionContext {
        phase,
        mover,
        ..PositionContext::of_game(names, Some(about))
    };
    position::read_with(replayer.game, &context, position, chance)
}

/// Words for the position at the start of the game.
const START_WORDS: [&str; 2] = ["startpos", INITIAL];

/// Reads a position as a person may write it, as ranks (see [`position`](crate::position)) or as a
/// list of pieces (`White: K e1, R a1; Black: K e8; White to move`), and sets it up. `about` is
/// what the library knows about a built-in game. If the last move must have ended the game, it is
/// over.
///
/// # Errors
/// If the text is neither, or not a position of the game.
pub fn read_position(
    game: &Game,
    about: Option<&About>,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, PositionError> {
    if START_WORDS.contains(&text.trim()) {
        return Ok(game.start(chance));
    }
    let unknown = About::default();
    let (replayer, about) = (Replayer::new(game, about), about.unwrap_or(&unknown));
    let names = Names::new(about);
    let mut state = set_up(&replayer, about, &names, text.trim(), None, chance)?;
    game.end_if_decided(&mut state, chance);
    Ok(state)
}

/// Writes a position as [`read_position`] reads it: ranks where the board is rectangular (see
/// [`position`](crate::position)), else a list of pieces. `None` where neither tells all pieces: if
/// some lie on lines or corners of the board.
///
/// The text tells pieces with their states, and the mover; not their values and rotations,
/// counters, dice, or the game's history.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::{read_position, write_position};
///
/// let entry = ludarium_games::find("oware")?;
/// let game = ludarium_games::load(entry, &[])?.game;
/// let (about, chance) = (Some(&entry.about), &mut SplitMix64::new(1));
/// let text = "0 0 0 0 0 1 / 1 0 0 0 0 0 [22, 24] 1";
/// let state = read_position(&game, about, text, chance)?;
/// assert_eq!(write_position(&game, about, &state).as_deref(), Some(text));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_position(game: &Game, about: Option<&About>, state: &State) -> Option<String> {
    let names = about.map(Names::new).unwrap_or_default();
    let context = PositionContext::of_game(&names, about);
    position::write(game, &context, state).or_else(|| Replayer::new(game, about).piece_list(state))
}

/// The origin of a record's first move: its piece's owner moves first, if the record names no
/// mover.
pub(super) fn first_mover(line: &Line) -> Option<String> {
    let written = WrittenMove::parse(&line.text).ok()?.into_iter().next()?;
    match written.steps.into_iter().next()? {
        Step::Move(from, _) | Step::Castle(from, _) => Some(from),
        _ => None,
    }
}

/// Checks that the game starts from the position of a record without moves.
pub fn check_start(game: &Game, entry: &Entry, record: &Record) -> Result<String, RecordError> {
    let replayer = Replayer::new(game, Some(&entry.about));
    let start = record.header("start");
    let start = start.filter(|start| start.contains('/') || replayer.is_piece_list(start));
    let start = start.ok_or("it has neither plies nor a position: kind = \"table\" is for such")?;
    let state = replayer.game.start(&mut SplitMix64::new(SEED));
    compare_end(&replayer, entry, &state, start).map_err(|error| {
        RecordError::from(error.to_string().replace("at the end", "at the start"))
    })?;
    Ok("the start as stated".to_owned())
}

/// Checks that the position of a record without moves can be set up and has legal moves.
pub(super) fn check_playable(
    game: &Game,
    entry: &Entry,
    record: &Record,
) -> Result<String, RecordError> {
    let replayer = Replayer::new(game, Some(&entry.about));
    let start = record.header("start");
    let names = Names::new(&entry.about);
    let start = start.and_then(|text| position_of_header(&replayer, &names, text));
    let start = start.ok_or("it has neither plies nor a position")?;
    let chance = &mut SplitMix64::new(SEED);
    let mut state = set_up(&replayer, &entry.about, &names, start, None, chance)?;
    let mut legal = Vec::new();
    replayer.game.legal(&mut state, &mut legal);
    match legal.len() {
        0 => Err("nothing can be played in this position".into()),
        moves => Ok(format!(
            "a position of the game; player {} has {}",
            state.mover(),
            counted(moves, "move")
        )),
    }
}

/// Checks that a state is the position that a record states.
pub(super) fn compare_end(
    replayer: &Replayer,
    entry: &Entry,
    state: &State,
    end: &str,
) -> Result<(), RecordError> {
    let names = &Names::new(&entry.about);
    let lettered = position::with_letters(replayer.game, names, end)?;
    let (ranks, _) = position::board_and_rest(&lettered);
    let context = PositionContext {
        prefixes: Some(&replayer.prefixes),
        ..PositionContext::new(names)
    };
    let wanted = match replayer.is_piece_list(end) {
        true => replayer.parse_piece_list(end, None, state)?.pieces,
        false => position::pieces(replayer.game, &context, &ranks)?,
    };
    // A statement without any number of pieces tells which ones lie on top.
    let on = |slot: usize| wanted.iter().filter(move |(own, _)| *own == slot);
    let number = |slot: usize| -> i32 { on(slot).map(|(_, piece)| piece.count).sum() };
    let slots = 0..replayer.game.layout().board_sites;
    let tells_numbers = slots.clone().any(|slot| number(slot) > 1);
    for slot in slots {
        let label = || replayer.labels.board.label(replayer.game, slot as i32);
        if tells_numbers && number(slot) != state.count(slot) {
            let there = counted(state.count(slot), "piece");
            let message = format!(
                "at the end {there} on {}, and {} stated",
                label(),
                number(slot)
            );
            return Err(message.into());
        }
        let from_top = on(slot).collect::<Vec<_>>().into_iter().rev();
        let stated: Vec<&Piece> = from_top.map(|(_, piece)| piece).collect();
        for depth in 0..stated.len().max(1) {
            let level = state.top(slot).saturating_sub(depth);
            let (what, own) = (state.what_at(slot, level), state.state_at(slot, level));
            let piece = stated.get(depth);
            let wanted = piece.map_or(0, |piece| piece.what);
            if wanted != what {
                let letter = |what| replayer.labels.glyphs.letter(what);
                let (what, wanted) = (letter(what), letter(wanted));
                let at = label();
                let message =
                    format!("at the end {what:?} stands on {at}, and {wanted:?} was stated");
                return Err(message.into());
            }
            if !names.states.is_empty() && piece.is_some_and(|piece| piece.state != own) {
                let at = label();
                let message = format!(
                    "at the end the piece on {at} is in state {own}, and another was stated"
                );
                return Err(message.into());
            }
        }
    }
    Ok(())
}

//! Tests that every built-in game's moves are read back as they are written, in every spelling.

use ludarium_engine::{Chance, Game, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_picture::Names;

use super::record::Record;
use super::{follow_game, replay, Verdict};
use crate::moves::SiteAndPieceNames;
use crate::number_words::counted;
use crate::position::is_drawn_by_lot;
use crate::text_board::Style;

/// The number of moves written of each game.
const MOVES: usize = 30;

/// The seed of the random games.
const SEED: u64 = 7;

/// A move of a random game: the throw before it, and its text.
struct Listed {
    throw: Vec<i32>,
    text: String,
}

/// The moves of a random game, and the position after them.
fn random(entry: &Entry, game: &Game) -> (Vec<Listed>, State) {
    let names = SiteAndPieceNames::new(game, Style::Ascii, &Names::new(&entry.about));
    let notation = names.notation(game);
    let mut chance = SplitMix64::new(SEED);
    // The choice of moves has a generator of its own, so that the dice depend on the seed alone.
    let mut drawn = SplitMix64::new(SEED + 1);
    let mut state = game.start(&mut chance);
    let (mut legal, mut listed) = (Vec::new(), Vec::new());
    while listed.len() < MOVES && !state.over() {
        game.legal(&mut state, &mut legal);
        let choices = notation.distinct(&state, &chance, &legal);
        let index = drawn.below(u32::try_from(choices.len()).unwrap().max(1)) as usize;
        let Some(mv) = choices.get(index) else { break };
        let throw = match game.dice_just_rolled(&state) {
            true => state.dice(),
            false => Vec::new(),
        };
        listed.push(Listed {
            throw,
            text: notation.texts(&state, &chance, &choices)[index].clone(),
        });
        game.apply(&mut state, *mv, &mut chance);
    }
    (listed, state)
}

/// A move with its throw in brackets.
fn with_throw(listed: &Listed) -> String {
    let throw: Vec<String> = listed.throw.iter().map(ToString::to_string).collect();
    match throw.is_empty() {
        true => listed.text.clone(),
        false => format!("[{}] {}", throw.join(" "), listed.text),
    }
}

/// A move with spaces around the capture mark, as the sources print it.
fn with_spaces(listed: &Listed) -> String {
    let written = with_throw(listed);
    match written.split_once('x') {
        Some((from, to)) if from.ends_with(|c: char| c.is_ascii_digit()) => {
            format!("{from} x {to}")
        }
        _ => written,
    }
}

/// Whether a summary says that all moves replay, and at most why the game ended.
fn is_whole(summary: &str, moves: usize) -> bool {
    let rest = summary.strip_prefix(&counted(moves, "ply"));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("; the end: "))
}

/// What is wrong with a game that is read back from its text.
fn wrong(
    entry: &'static Entry,
    game: &Game,
    text: &str,
    moves: usize,
    end: &State,
) -> Option<String> {
    // Only the text names the game and its readings.
    match replay("neutral.txt", text) {
        Verdict::Replays(summary) if is_whole(&summary, moves) => {}
        Verdict::Replays(text) | Verdict::Fails(text) | Verdict::Skipped(text) => {
            return Some(text)
        }
    }
    let followed = follow_game(game, entry, &Record::parse(text), usize::MAX);
    let state = match followed {
        Ok((_, state)) => state,
        Err(stop) => return Some(stop.error.to_string()),
    };
    let differs = |slot: &usize| {
        (state.what(*slot), state.count(*slot)) != (end.what(*slot), end.count(*slot))
    };
    let slot = (0..game.layout().sites).find(differs)?;
    Some(format!("slot {slot} is another at the end"))
}

/// Writes and reads back all built-in games.
fn all_read_back(head: &str, write: fn(&Listed) -> String) {
    let mut found = Vec::new();
    let playable = ludarium_games::entries()
        .iter()
        .filter(|entry| !entry.description.is_empty());
    let mut games = 0;
    for entry in playable {
        let game = ludarium_games::load(entry, &[]).unwrap().game;
        // Only the seed tells an array that is drawn at random.
        if !head.contains("seed") && is_drawn_by_lot(&game) {
            continue;
        }
        let (moves, end) = random(entry, &game);
        let lines: String = moves.iter().map(|listed| write(listed) + "\n").collect();
        let text = format!("# slug: {}\n{head}{lines}", entry.slug);
        let wrong = wrong(entry, &game, &text, moves.len(), &end);
        found.extend(wrong.map(|why| format!("{}: {why}", entry.slug)));
        games += 1;
    }
    assert!(games > 100, "{games} games");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_game_is_read_back_as_it_is_listed() {
    all_read_back("", with_throw);
}

#[test]
fn every_game_is_read_back_as_the_sources_mark_captures() {
    all_read_back("", with_spaces);
}

#[test]
fn every_game_is_read_back_as_play_saves_it() {
    all_read_back(&format!("# seed: {SEED}\n"), |listed| listed.text.clone());
}

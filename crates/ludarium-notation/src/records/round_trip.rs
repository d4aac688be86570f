//! What the program writes of a game it reads again: of every game of the library, in every spelling.

use ludarium_engine::{Chance, SplitMix64, State};
use ludarium_games::Entry;

use super::record::Record;
use super::{printed, replay, Verdict};
use crate::chosen::{Chosen, GameArgs};
use crate::draw::{Names, Style};
use crate::notation::Signs;

/// So many plies of each game are written.
const PLIES: usize = 30;

/// What the random games follow from.
const SEED: u64 = 7;

/// A ply of a random game: the throw before it, and how the game lists it.
struct Listed {
    throw: Vec<i32>,
    text: String,
}

/// A random game as the program writes it, and where it comes to.
fn random(entry: &Entry, chosen: &Chosen) -> (Vec<Listed>, State) {
    let game = &chosen.loaded.game;
    let names = Names::new(&entry.about);
    let signs = Signs::new(game, Style::Ascii, &names);
    let notation = signs.notation(game);
    let mut chance = SplitMix64::new(SEED);
    // Who plays at random draws elsewhere, so that the dice follow from the seed alone.
    let mut drawn = SplitMix64::new(SEED + 1);
    let mut state = game.start(&mut chance);
    let (mut legal, mut listed) = (Vec::new(), Vec::new());
    while listed.len() < PLIES && !state.over() {
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

/// A ply with its throw in brackets.
fn with_throw(ply: &Listed) -> String {
    let throw: Vec<String> = ply.throw.iter().map(ToString::to_string).collect();
    match throw.is_empty() {
        true => ply.text.clone(),
        false => format!("[{}] {}", throw.join(" "), ply.text),
    }
}

/// A ply with room about the mark of a capture, as the records of the sources have it.
fn with_room(ply: &Listed) -> String {
    let written = with_throw(ply);
    match written.split_once('x') {
        Some((from, to)) if from.ends_with(|c: char| c.is_ascii_digit()) => {
            format!("{from} x {to}")
        }
        _ => written,
    }
}

/// What is wrong with a game read from what was written of it.
fn wrong(
    entry: &'static Entry,
    chosen: &Chosen,
    text: &str,
    plies: usize,
    end: &State,
) -> Option<String> {
    // Nothing but the text tells which game it is, and under which readings it was played.
    match replay("neutral.txt", text) {
        Verdict::Replays(said) if said == format!("{plies} plies") => {}
        Verdict::Replays(said) | Verdict::Fails(said) | Verdict::Skipped(said) => {
            return Some(said)
        }
    }
    let followed = printed::follow(chosen, entry, &Record::parse(text), usize::MAX);
    let state = match followed {
        Ok((_, state)) => state,
        Err(stop) => return Some(stop.why),
    };
    let differs = |slot: &usize| {
        (state.what(*slot), state.count(*slot)) != (end.what(*slot), end.count(*slot))
    };
    let slot = (0..chosen.loaded.game.layout().sites).find(differs)?;
    Some(format!("slot {slot} is another at the end"))
}

/// All games of the library, written so and read again.
fn all_read_back(head: &str, write: fn(&Listed) -> String) {
    let mut found = Vec::new();
    let playable = ludarium_games::entries()
        .iter()
        .filter(|entry| !entry.description.is_empty());
    let mut games = 0;
    for entry in playable {
        let chosen = GameArgs::new(entry.slug, &[], None).load().unwrap();
        let (plies, end) = random(entry, &chosen);
        let lines: String = plies.iter().map(|ply| write(ply) + "\n").collect();
        let text = format!("# slug: {}\n{head}{lines}", entry.slug);
        let wrong = wrong(entry, &chosen, &text, plies.len(), &end);
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
    all_read_back("", with_room);
}

#[test]
fn every_game_is_read_back_as_play_saves_it() {
    all_read_back(&format!("# seed: {SEED}\n"), |ply| ply.text.clone());
}

//! Writing a position as text.

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, SplitMix64, State};

use super::{grid, pieces, read_with, PositionContext};
use crate::text_board::{Glyphs, Style};

/// Writes a position as [`read`](super::read) reads it: ranks, hands in brackets where pieces are
/// in hand, and the number of the player to move. `None` where reading that back would give other
/// pieces or another mover: on boards that are not rectangular, or with stacks.
///
/// The text tells pieces and mover only. Counters, dice, the game's history and what chess adds (en
/// passant, the clock) are not part of it.
#[must_use]
pub fn write(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    let mut text = ranks(game, context, state)?;
    let hands = hands(game, context, state);
    if !hands.is_empty() {
        text = format!("{text}[{hands}]");
    }
    text = format!("{text} {}", state.mover());
    let read = read_with(game, context, &text, &mut SplitMix64::new(0)).ok()?;
    let differs =
        |slot: usize| (read.what(slot), read.count(slot)) != (state.what(slot), state.count(slot));
    let same = read.mover() == state.mover() && !(0..game.layout().slots).any(differs);
    same.then_some(text)
}

/// The letters of the pieces in hand, with their number before them where it is more than one.
fn hands(game: &Game, context: &PositionContext, state: &State) -> String {
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let hands = game.containers().iter();
    let hands = hands.filter(|container| container.kind == ContainerKind::Hand);
    let slots = hands.flat_map(|hand| hand.first..hand.first + hand.size);
    let held = slots.filter(|slot| state.what(*slot) != 0).map(|slot| {
        let letter = glyphs.letter(state.what(slot));
        let letter = match letter.chars().count() {
            1 => letter.to_owned(),
            _ => format!("[{letter}]"),
        };
        match state.count(slot) {
            ..=1 => letter,
            count => format!("{count}{letter}"),
        }
    });
    held.collect()
}

/// Writes the ranks of a position, from the top; `None` where reading them back would give other
/// pieces.
#[must_use]
pub fn ranks(game: &Game, context: &PositionContext, state: &State) -> Option<String> {
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let letter = |slot: usize| {
        let (what, own) = (state.what(slot), state.state_at(slot, 0));
        let mut in_state = glyphs.letters_of_states();
        let found = in_state.find(|(kind, state, _)| (*kind, *state) == (what, own));
        found.map_or_else(
            || glyphs.letter(what).to_owned(),
            |(_, _, letter)| letter.to_owned(),
        )
    };
    let cells = |row: &Vec<Option<usize>>| -> Vec<Option<String>> {
        let stands = |slot: &Option<usize>| slot.filter(|slot| !state.is_empty(*slot)).map(letter);
        row.iter().map(stands).collect()
    };
    let rows: Vec<Vec<Option<String>>> = grid(game).ok()?.iter().rev().map(cells).collect();
    let wide = rows
        .iter()
        .flatten()
        .flatten()
        .any(|cell| cell.chars().count() > 1);
    let text = rows
        .iter()
        .map(|row| rank(row, if wide { "," } else { "" }))
        .collect::<Vec<String>>()
        .join("/");
    let mut read = pieces(game, context, &text).ok()?;
    read.retain(|(slot, piece)| {
        (state.what(*slot), state.state_at(*slot, 0)) != (piece.what, piece.state)
    });
    read.is_empty().then_some(text)
}

/// Writes a rank: its letters, with numbers for the empty sites between them.
fn rank(row: &[Option<String>], between: &str) -> String {
    let mut cells: Vec<String> = Vec::new();
    let mut free = 0;
    for cell in row.iter().chain([&Some(String::new())]) {
        match cell {
            None => free += 1,
            Some(letter) => {
                cells.extend((free > 0).then(|| free.to_string()));
                cells.push(letter.clone());
                free = 0;
            }
        }
    }
    cells.pop();
    cells.join(between)
}

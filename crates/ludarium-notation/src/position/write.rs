//! A position as ranks: what a person would write to set it up.

use ludarium_engine::{Game, State};

use super::{grid, pieces, Setting};
use crate::draw::{Glyphs, Style};

/// The ranks of a position, from the top; nothing where they would be read as another one.
pub fn ranks(game: &Game, setting: &Setting, state: &State) -> Option<String> {
    let glyphs = Glyphs::new(game, Style::Ascii, setting.names);
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
    let mut read = pieces(game, setting, &text).ok()?;
    read.retain(|(slot, piece)| {
        (state.what(*slot), state.state_at(*slot, 0)) != (piece.what, piece.state)
    });
    read.is_empty().then_some(text)
}

/// A rank: its letters, and numbers for the free sites between them.
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

//! Writing a position as text.

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, Piece, SetUp, SplitMix64, State};
use ludarium_games::About;
use ludarium_picture::Names;

use super::fields::Fields;
use super::letters::Letters;
use super::written::Written;
use super::{castling, grid, pieces, read_with, PositionContext};
use crate::text_board::{letter_text, Glyphs, Style};

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
    let read = pieces(game, context, &text).ok()?;
    let own = read.iter().map(|(slot, _)| (*slot, state.piece(*slot, 0)));
    let own = own.collect();
    let same = states(game, context, read)? == states(game, context, own)?;
    same.then_some(text)
}

/// The kinds and states of pieces; a king or a rook that cannot castle for want of a partner is
/// like one that has moved.
fn states(
    game: &Game,
    context: &PositionContext,
    pieces: Vec<(usize, Piece)>,
) -> Option<Vec<(usize, i32)>> {
    let letters = Letters::new(game, context);
    let start = game.start(&mut SplitMix64::new(0));
    let mut setup = SetUp {
        pieces,
        ..SetUp::default()
    };
    castling::keep_pairs(game, &letters, &grid(game).ok()?, &start, &mut setup);
    let pieces = setup.pieces.iter();
    let states = pieces.map(|(_, piece)| (piece.what, piece.state));
    Some(states.collect())
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

/// Writes a position as the programs of chess do: in their letters, with the fields of FEN. `text`
/// is the position as [`read_position`](crate::read_position) read it, and `state` what it read:
/// the square passed by a pawn and the clock are only in the text.
///
/// # Errors
/// If the board is not rectangular, or has stacks.
pub(crate) fn standard(
    game: &Game,
    about: Option<&About>,
    text: &str,
    state: &State,
) -> Result<String, String> {
    let names = about.map(Names::new).unwrap_or_default();
    let context = PositionContext {
        owners: about.map(|about| &about.notation.owners),
        ..PositionContext::new(&names)
    };
    let grid = grid(game).map_err(|error| error.to_string())?;
    if game.layout().levels > 0 {
        return Err("no position with stacks can be written".to_owned());
    }
    let start = game.start(&mut SplitMix64::new(0));
    let letters = Letters::new(game, &context);
    let written = Written::parse(text).ok();
    let fields = written
        .and_then(|written| Fields::read(game, &letters, &start, &context, &written).ok())
        .unwrap_or_default();
    let glyphs = Glyphs::new(game, Style::Ascii, &names);
    let protocol = about.map(|about| &about.protocol.letters);
    let letter = |what: usize| {
        let component = &game.components()[what];
        let mut own = protocol.into_iter().flatten();
        let own = own.find(|(_, piece)| **piece == component.base);
        let letter = own.map_or_else(
            || glyphs.letter(what).to_owned(),
            |(letter, _)| letter_text(letter, component.owner, game.players(), true),
        );
        match letter.trim_start_matches('+').chars().count() {
            1 => letter,
            _ => format!("[{letter}]"),
        }
    };
    let cell = |slot: &Option<usize>| {
        let slot = slot.filter(|slot| !state.is_empty(*slot));
        slot.map(|slot| letter(state.what(slot)))
    };
    let ranks = grid.iter().rev().map(|row| {
        let cells: Vec<Option<String>> = row.iter().map(cell).collect();
        rank(&cells, "")
    });
    let mut board = ranks.collect::<Vec<_>>().join("/");
    let held = (game.layout().board_sites..game.layout().slots)
        .filter(|slot| game.layout().in_hand(*slot) && !state.is_empty(*slot));
    let held = held.map(|slot| letter(state.what(slot)).repeat(state.count(slot).max(1) as usize));
    let held: String = held.collect();
    if !held.is_empty() {
        board = format!("{board}[{held}]");
    }
    let mover = match (state.mover(), names.owned.is_empty()) {
        (1, true) => "w".to_owned(),
        (2, true) => "b".to_owned(),
        (player, _) => player.to_string(),
    };
    let rights = castling::rights(game, &letters, &grid, &start, state);
    let passed = fields.en_passant.unwrap_or_else(|| "-".to_owned());
    Ok(format!(
        "{board} {mover} {rights} {passed} {} 1",
        fields.clock
    ))
}

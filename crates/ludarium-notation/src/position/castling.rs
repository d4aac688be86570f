//! Castling rights, as the states of kings and rooks that have not moved.

use std::collections::HashMap;

use ludarium_engine::{Game, SetUp, SplitMix64, State};

use super::letters::Letters;
use super::{Grid, PositionError, PositionErrorKind};

/// Letters of the pieces that castle.
const KING: &str = "K";
const ROOK: &str = "R";

/// Whether a piece castles: it is a king or rook, and has a state at the start.
fn castles(letters: &Letters, what: usize, state: i32) -> bool {
    state != 0 && (letters.is_written(what, KING) || letters.is_written(what, ROOK))
}

/// Whether a game has castling: a player's king and rooks have a state at the start.
pub(super) fn exists(game: &Game, letters: &Letters, start: &State) -> bool {
    let stands = |slot: usize, letter: &str| {
        start.state_at(slot, 0) != 0 && letters.is_written(start.what(slot), letter)
    };
    let has = |letter: &str| (0..game.layout().board_sites).any(|slot| stands(slot, letter));
    has(KING) && has(ROOK)
}

/// The number of starts that are compared.
const STARTS: u64 = 6;

/// Whether the array at the start is drawn at random.
pub(crate) fn is_drawn_by_lot(game: &Game) -> bool {
    let board = |seed: u64| {
        let state = game.start(&mut SplitMix64::new(seed));
        let slots = 0..game.layout().board_sites;
        slots.map(|slot| state.what(slot)).collect::<Vec<usize>>()
    };
    let first = board(0);
    (1..STARTS).any(|seed| board(seed) != first)
}

/// The states that kings and rooks have by their kind and row before they move, where the array
/// is drawn at random.
pub(super) fn states_by_row(
    game: &Game,
    letters: &Letters,
    start: &State,
) -> HashMap<(usize, u32), i32> {
    if !exists(game, letters, start) || !is_drawn_by_lot(game) {
        return HashMap::new();
    }
    let board = game.board();
    let sites = board.topology.sites(board.default_site).iter().enumerate();
    let unmoved = sites.filter_map(|(slot, site)| {
        let (what, state) = (start.what(slot), start.state_at(slot, 0));
        castles(letters, what, state).then_some(((what, site.row), state))
    });
    unmoved.collect()
}

/// A king or rook on its initial site.
struct Unmoved {
    /// Its index among the pieces of the position.
    index: usize,
    row: usize,
    column: usize,
}

/// Clears the states of kings and rooks without the right to castle.
///
/// A right is `K` or `Q`, for the side of the king on which the last files or the first ones are,
/// or the letter of the rook's file; the second player's are small.
///
/// # Errors
/// If a right names a rook that does not stand where it stands at the start, or the game has no
/// castling.
pub(super) fn restrict(
    game: &Game,
    letters: &Letters,
    grid: &Grid,
    start: &State,
    rights: &str,
    setup: &mut SetUp,
) -> Result<(), PositionError> {
    let rights = rights.trim_matches('-');
    if !exists(game, letters, start) {
        return match rights.is_empty() {
            true => Ok(()),
            false => Err(no_right(rights, "the game has no castling")),
        };
    }
    let mut kept = Vec::new();
    for right in rights.chars() {
        let player = if right.is_uppercase() { 1 } else { 2 };
        let [king, rook] = unmoved_pair(letters, grid, setup, player, right)?;
        kept.extend([king, rook]);
    }
    for (index, (_, piece)) in setup.pieces.iter_mut().enumerate() {
        if castles(letters, piece.what, piece.state) && !kept.contains(&index) {
            piece.state = 0;
        }
    }
    Ok(())
}

/// The rights to castle in a position, as FEN writes them: the side of the king on which the rook
/// stands.
pub(super) fn rights(
    game: &Game,
    letters: &Letters,
    grid: &Grid,
    start: &State,
    state: &State,
) -> String {
    let mut rights = String::new();
    if exists(game, letters, start) {
        let slots = (0..game.layout().board_sites).filter(|slot| !state.is_empty(*slot));
        let setup = SetUp {
            pieces: slots.map(|slot| (slot, state.piece(slot, 0))).collect(),
            ..SetUp::default()
        };
        let all = ['K', 'Q', 'k', 'q'].into_iter();
        let player = |right: char| if right.is_uppercase() { 1 } else { 2 };
        let held =
            all.filter(|right| unmoved_pair(letters, grid, &setup, player(*right), *right).is_ok());
        rights.extend(held);
    }
    match rights.is_empty() {
        true => "-".to_owned(),
        false => rights,
    }
}

/// The king and the rook that a right is about, as indices among the pieces.
fn unmoved_pair(
    letters: &Letters,
    grid: &Grid,
    setup: &SetUp,
    player: usize,
    right: char,
) -> Result<[usize; 2], PositionError> {
    let unmoved = |letter: &'static str| {
        let pieces = setup.pieces.iter().enumerate();
        pieces.filter_map(move |(index, (slot, piece))| {
            let own = piece.state != 0
                && letters.owner(piece.what) == player
                && letters.is_written(piece.what, letter);
            let (row, column) = own.then(|| place(grid, *slot))??;
            Some(Unmoved { index, row, column })
        })
    };
    let why =
        |piece: &str| format!("no {piece} of player {player} stands there that has not moved");
    let king = unmoved(KING).next();
    let king = king.ok_or_else(|| no_right(&right.to_string(), &why("king")))?;
    let on_row = |rook: &Unmoved| rook.row == king.row;
    let rook = match right.to_ascii_uppercase() {
        'K' => unmoved(ROOK).filter(on_row).max_by_key(|rook| rook.column),
        'Q' => unmoved(ROOK).filter(on_row).min_by_key(|rook| rook.column),
        file => {
            let column = (file as usize).checked_sub('A' as usize);
            unmoved(ROOK).find(|rook| on_row(rook) && Some(rook.column) == column)
        }
    };
    let on_side = |rook: &Unmoved| match right.to_ascii_uppercase() {
        'K' => rook.column > king.column,
        'Q' => rook.column < king.column,
        _ => true,
    };
    let rook = rook.filter(on_side);
    let rook = rook.ok_or_else(|| no_right(&right.to_string(), &why("rook")))?;
    Ok([king.index, rook.index])
}

/// The row and column of a slot.
fn place(grid: &Grid, slot: usize) -> Option<(usize, usize)> {
    let mut rows = grid.iter().enumerate();
    rows.find_map(|(row, slots)| {
        let column = slots.iter().position(|own| *own == Some(slot))?;
        Some((row, column))
    })
}

fn no_right(right: &str, why: &str) -> PositionError {
    let message = format!("the right to castle {right}: {why}");
    PositionError::new(PositionErrorKind::Castling, message)
}

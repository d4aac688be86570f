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

/// Whether a game has castling: a player's king and rooks have a state at the start, all rooks the
/// same. Where it tells the rooks of a player apart, it means something else.
pub(super) fn exists(game: &Game, letters: &Letters, start: &State) -> bool {
    let stands = |slot: &usize, letter: &str| {
        start.state_at(*slot, 0) != 0 && letters.is_written(start.what(*slot), letter)
    };
    let slots = 0..game.layout().board_sites;
    let mut rooks = slots.clone().filter(|slot| stands(slot, ROOK));
    let Some(rook) = rooks.next() else {
        return false;
    };
    let state = start.state_at(rook, 0);
    slots.into_iter().any(|slot| stands(&slot, KING))
        && rooks.all(|slot| start.state_at(slot, 0) == state)
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

/// A king or rook of a position.
struct Placed {
    /// Its index among the pieces of the position.
    index: usize,
    owner: usize,
    row: usize,
    column: usize,
    /// Whether it has a state, as at the start.
    unmoved: bool,
    /// Whether it has that state where a piece of its kind stands at the start.
    in_place: bool,
}

/// The pieces with a letter on the board.
fn placed(
    letters: &Letters,
    grid: &Grid,
    start: &State,
    setup: &SetUp,
    letter: &str,
) -> Vec<Placed> {
    let pieces = setup.pieces.iter().enumerate();
    let own = pieces.filter(|(_, (_, piece))| letters.is_written(piece.what, letter));
    let placed = own.filter_map(|(index, (slot, piece))| {
        let (row, column) = place(grid, *slot)?;
        Some(Placed {
            index,
            owner: letters.owner(piece.what),
            row,
            column,
            unmoved: piece.state != 0,
            in_place: start.what(*slot) == piece.what && start.state_at(*slot, 0) == piece.state,
        })
    });
    placed.collect()
}

/// Clears the states of kings that stand as at the start, without an unmoved rook on their row or
/// column, and of rooks without such a king: they have no right to castle.
pub(super) fn keep_pairs(
    game: &Game,
    letters: &Letters,
    grid: &Grid,
    start: &State,
    setup: &mut SetUp,
) {
    if !exists(game, letters, start) {
        return;
    }
    let unmoved = |letter: &str| {
        let mut pieces = placed(letters, grid, start, setup, letter);
        pieces.retain(|piece| piece.unmoved);
        pieces
    };
    let (kings, rooks) = (unmoved(KING), unmoved(ROOK));
    let by_lot = is_drawn_by_lot(game);
    let alone = |piece: &&Placed, others: &[Placed]| {
        // What a piece remembers elsewhere than on its place at the start is no right to castle
        // with what stands beside it. At a board with players on four sides, two of them stand
        // along a column.
        let partner = |other: &Placed| {
            let beside = other.row == piece.row || other.column == piece.column;
            other.owner == piece.owner && (beside || !other.in_place && !by_lot)
        };
        (piece.in_place || by_lot) && !others.iter().any(partner)
    };
    let kings_alone = kings.iter().filter(|king| alone(king, &rooks));
    let rooks_alone = rooks.iter().filter(|rook| alone(rook, &kings));
    let alone: Vec<usize> = kings_alone
        .chain(rooks_alone)
        .map(|piece| piece.index)
        .collect();
    for index in alone {
        setup.pieces[index].1.state = 0;
    }
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
        let [king, rook] = unmoved_pair(letters, grid, start, setup, player, right)?;
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
/// stands, or the rook's file where another rook stands farther out.
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
        let kings = placed(letters, grid, start, &setup, KING);
        let rooks = placed(letters, grid, start, &setup, ROOK);
        for player in 1..=2 {
            let king = kings
                .iter()
                .find(|king| king.unmoved && king.owner == player);
            let Some(king) = king else { continue };
            let mut beside: Vec<&Placed> =
                rooks.iter().filter(|rook| is_beside(king, rook)).collect();
            beside.sort_by_key(|rook| std::cmp::Reverse(rook.column));
            let held = beside.iter().filter(|rook| rook.unmoved);
            let letters = held.filter_map(|rook| right(king, rook, &beside));
            rights.extend(letters.map(|letter| match player {
                1 => letter,
                _ => letter.to_ascii_lowercase(),
            }));
        }
    }
    match rights.is_empty() {
        true => "-".to_owned(),
        false => rights,
    }
}

/// Whether a rook is of the king's player, and on its row.
fn is_beside(king: &Placed, rook: &Placed) -> bool {
    (king.owner, king.row) == (rook.owner, rook.row)
}

/// The capital by which FEN names the right of a king and a rook. `beside` holds all rooks on the
/// row, the one with the last file first.
fn right(king: &Placed, rook: &Placed, beside: &[&Placed]) -> Option<char> {
    let outermost = |other: Option<&&Placed>| other.is_some_and(|other| other.index == rook.index);
    match rook.column > king.column {
        true if outermost(beside.first()) => Some('K'),
        false if outermost(beside.last()) => Some('Q'),
        _ => Some(char::from(b'A' + u8::try_from(rook.column).ok()?)),
    }
}

/// The king and the rook that a right is about, as indices among the pieces.
fn unmoved_pair(
    letters: &Letters,
    grid: &Grid,
    start: &State,
    setup: &SetUp,
    player: usize,
    right: char,
) -> Result<[usize; 2], PositionError> {
    let unmoved = |letter: &str| {
        let mut pieces = placed(letters, grid, start, setup, letter);
        pieces.retain(|piece| piece.unmoved && piece.owner == player);
        pieces
    };
    let why =
        |piece: &str| format!("no {piece} of player {player} stands there that has not moved");
    let king = unmoved(KING).into_iter().next();
    let king = king.ok_or_else(|| no_right(&right.to_string(), &why("king")))?;
    let rooks = unmoved(ROOK);
    let mut beside = rooks.iter().filter(|rook| is_beside(&king, rook));
    let rook = match right.to_ascii_uppercase() {
        'K' => beside
            .filter(|rook| rook.column > king.column)
            .max_by_key(|rook| rook.column),
        'Q' => beside
            .filter(|rook| rook.column < king.column)
            .min_by_key(|rook| rook.column),
        file => {
            let column = (file as usize).checked_sub('A' as usize);
            beside.find(|rook| Some(rook.column) == column)
        }
    };
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

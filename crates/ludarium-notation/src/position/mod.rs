//! Positions as text, in the style of chess's FEN.
//!
//! A position is one line: ranks from the top with `/` between them and digits for gaps, hands in
//! `[ ]`, then the mover and the fields that chess adds (castling rights, en passant, clock).
//!
//! The letters are those of the game's own notation, those that other programs use for its pieces
//! (`N` for a knight that the source writes `H`), or those of its drawing; capitals are the first
//! player's. What chess writes as castling rights is, in a description, the state that a piece has
//! until it moves: a right, `K` or the file of the rook, keeps the state that king and rook have at
//! the start. Where a position has no castling field, every piece on its initial site has its
//! initial state.
//!
//! Where pieces stand on each other, a site is written in brackets from the bottom up, with
//! numbers: `[2Mm]`. A state that the letter and the place do not tell follows a colon: `[K:0]`. In
//! games whose pieces are all alike, numbers are enough: `4 4 4 4 4 4 / 4 4 4 4 4 4 [0, 0] 1`.
//!
//! In games with pieces in hand, SFEN is read too: `b` moves first, and the hands are a field
//! (`b RB2p 1`).
//!
//! ```
//! use ludarium_engine::SplitMix64;
//! use ludarium_notation::position;
//! use ludarium_picture::Names;
//!
//! let entry = ludarium_games::find("shatranj")?;
//! let game = ludarium_games::load(entry, &[])?.game;
//! let names = Names::new(&entry.about);
//! let text = "7k/P7/8/8/8/8/8/K6R w";
//! let state = position::read(&game, &names, text, &mut SplitMix64::new(1))?;
//! let context = position::PositionContext::new(&names);
//! assert_eq!(position::write(&game, &context, &state).as_deref(), Some("7k/P7/8/8/8/8/8/K6R 1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod castling;
mod counters;
mod error;
mod fields;
mod letters;
mod plausible;
mod spaced;
mod write;
mod written;

use std::collections::{BTreeMap, HashMap};

use ludarium_engine::state::Piece;
use ludarium_engine::ContainerKind;
use ludarium_engine::{Chance, Game, SetUp, SplitMix64, State};
use ludarium_games::About;
use ludarium_picture::Names;

use fields::Fields;
use letters::Letters;
use written::{Written, WrittenPieces};

pub(crate) use castling::is_drawn_by_lot;
pub(crate) use counters::with_letters;
pub use error::{PositionError, PositionErrorKind};
pub use plausible::oddities;
pub use write::write;
pub(crate) use write::{pieces_of, standard};

/// What reading a position needs besides its text.
#[derive(Clone, Copy, Debug)]
pub struct PositionContext<'a> {
    /// The letters of the pieces.
    pub names: &'a Names,
    /// Letters before a piece's letter that tell its owner.
    pub prefixes: Option<&'a BTreeMap<String, usize>>,
    /// The owners of pieces by letter, where the letter tells the owner.
    pub owners: Option<&'a BTreeMap<String, usize>>,
    /// The phase of play, where it is not the first.
    pub phase: Option<&'a str>,
    /// The label of the site whose piece's owner moves next, where the text names no mover.
    pub mover: Option<&'a str>,
}

impl<'a> PositionContext<'a> {
    /// The context of a game, with what the library knows about a built-in one.
    #[must_use]
    pub fn of_game(names: &'a Names, about: Option<&'a About>) -> PositionContext<'a> {
        PositionContext {
            prefixes: about.map(|about| &about.notation.prefixes),
            owners: about.map(|about| &about.notation.owners),
            ..PositionContext::new(names)
        }
    }

    /// A context with the letters of the pieces and nothing else.
    #[must_use]
    pub fn new(names: &'a Names) -> PositionContext<'a> {
        PositionContext {
            names,
            prefixes: None,
            owners: None,
            phase: None,
            mover: None,
        }
    }
}

/// Reads a position and sets it up. Dice, where the game has them, are thrown with `chance`. If the
/// last move must have ended the game, it is over.
///
/// # Errors
/// If the text is not a position of the game: [`PositionError::kind`] tells what is wrong.
pub fn read(
    game: &Game,
    names: &Names,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, PositionError> {
    let mut state = read_with(game, &PositionContext::new(names), text, chance)?;
    game.end_if_decided(&mut state, chance);
    Ok(state)
}

/// Reads a position and sets it up, as [`read`], in a context. The game goes on even if the last
/// move must have ended it: printed positions may lack pieces.
///
/// # Errors
/// If the text is not a position of the game.
pub fn read_with(
    game: &Game,
    context: &PositionContext,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, PositionError> {
    let written = Written::parse(&with_letters(game, context.names, text)?)?;
    let grid = grid(game)?;
    let start = game.start(&mut chance.clone());
    let letters = Letters::new(game, context);
    let fields = Fields::read(game, &letters, &start, context, &written)?;
    let letters = match fields.sfen {
        true => letters.standard_first(),
        false => letters.fitting(&written),
    };
    let mut setup = SetUp {
        counter: fields.clock,
        ..SetUp::default()
    };
    setup.pieces = place(game, &letters, &written, &grid, &start)?;
    let site = |label: &str| {
        let own = game.board().default_site;
        let site = game.board().topology.labelled(own, &label.to_uppercase());
        site.map(|site| site as usize)
            .ok_or_else(|| PositionError::unknown_site(label))
    };
    setup.mover = match (fields.mover, context.mover) {
        (Some(mover), _) => mover,
        (None, Some(label)) => {
            let slot = site(label)?;
            let piece = setup.pieces.iter().find(|(own, _)| *own == slot);
            piece.map_or(1, |(_, piece)| letters.owner(piece.what))
        }
        (None, None) => 1,
    };
    if setup.mover == 0 || setup.mover > game.players() {
        let message = format!(
            "player {} is to move, and there are {}",
            setup.mover,
            game.players()
        );
        return Err(PositionError::new(PositionErrorKind::Player, message));
    }
    match &fields.castling {
        Some(rights) => castling::restrict(game, &letters, &grid, &start, rights, &mut setup)?,
        None => castling::keep_pairs(game, &letters, &grid, &start, &mut setup),
    }
    for held in &fields.hands {
        let WrittenPieces {
            letter,
            count,
            state,
        } = &held.pieces;
        let what = letters.piece(letter)?.what;
        let owner = held.owner.unwrap_or_else(|| letters.owner(what));
        let slot = match held.place {
            Some(place) => slots_of_hand(game, owner).nth(place),
            None => hand_slot(game, context.names, &start, &setup.pieces, owner, what),
        };
        let slot = slot.ok_or_else(|| PositionError::no_hand(letter))?;
        let mut piece = Piece::of(what);
        piece.state = state.unwrap_or(piece.state);
        setup.pieces.extend(pile(game, slot, piece, *count));
    }
    if let Some(label) = &fields.en_passant {
        let passed = site(label)?;
        if !may_have_passed(&letters, &grid, &start, &setup, passed) {
            let message = format!("no piece of the other player has just passed {label}");
            return Err(PositionError::new(PositionErrorKind::Site, message));
        }
        setup.pending = Some(passed);
    }
    setup.phase = context.phase.map(str::to_owned);
    Ok(game.set_up(&setup, chance as &mut dyn Chance))
}

/// Pieces of one kind on a slot: each for itself where pieces stack, else one entry with their
/// number.
pub(crate) fn pile(
    game: &Game,
    slot: usize,
    piece: Piece,
    count: i32,
) -> impl Iterator<Item = (usize, Piece)> {
    let (times, count) = match game.layout().levels {
        0 => (1, count),
        // One too many is enough to tell that there is no room.
        levels => (
            usize::try_from(count).map_or(0, |count| count.min(levels + 1)),
            1,
        ),
    };
    std::iter::repeat_n((slot, Piece { count, ..piece }), times)
}

/// The greatest distance of a piece from the site that it has just passed.
const MAX_PASSED: isize = 2;

/// Whether a piece of another player than the mover may just have passed a site: it is empty, and
/// such a piece stands before or behind it where none like it stood at the start, with an empty
/// site on the other side.
fn may_have_passed(
    letters: &Letters,
    grid: &Grid,
    start: &State,
    setup: &SetUp,
    site: usize,
) -> bool {
    let on = |slot: usize| setup.pieces.iter().find(|(own, _)| *own == slot);
    let place = (0..grid.len()).find_map(|row| {
        let column = grid[row].iter().position(|slot| *slot == Some(site))?;
        Some((row, column))
    });
    let Some((row, column)) = place else {
        return false;
    };
    let beside = |steps: isize| *grid.get(row.checked_add_signed(steps)?)?.get(column)?;
    let passed = |step: isize| {
        let free = beside(-step).is_some_and(|slot| on(slot).is_none());
        let mut ahead = (1..=MAX_PASSED).map_while(|steps| beside(step * steps));
        let first = ahead.find_map(on);
        free && first.is_some_and(|(slot, piece)| {
            letters.owner(piece.what) != setup.mover && start.what(*slot) != piece.what
        })
    };
    on(site).is_none() && (passed(1) || passed(-1))
}

/// Reads the pieces on the board of a position, each with its slot. Hands and mover are ignored.
///
/// # Errors
/// If the text has ranks of another shape than the board, or unknown letters.
pub fn pieces(
    game: &Game,
    context: &PositionContext,
    text: &str,
) -> Result<Vec<(usize, Piece)>, PositionError> {
    let start = game.start(&mut SplitMix64::new(0));
    let written = Written::parse(&with_letters(game, context.names, text)?)?;
    let letters = Letters::new(game, context).fitting(&written);
    place(game, &letters, &written, &grid(game)?, &start)
}

/// Splits the text of a position into its ranks, without spaces in them, and what follows them.
#[must_use]
pub fn board_and_rest(text: &str) -> (String, String) {
    let text = spaced::joined(text.trim());
    let (board, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    (board.to_owned(), rest.to_owned())
}

/// The slots of a rectangular board by row (from the bottom) and column.
pub type Grid = Vec<Vec<Option<usize>>>;

fn place(
    game: &Game,
    letters: &Letters,
    written: &Written,
    grid: &Grid,
    start: &State,
) -> Result<Vec<(usize, Piece)>, PositionError> {
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    if written.ranks.len() != rows {
        let message = format!("{} ranks, and the board has {rows}", written.ranks.len());
        return Err(PositionError::new(PositionErrorKind::Shape, message));
    }
    let reader = SiteReader::new(game, letters, start);
    let mut pieces = Vec::new();
    for (index, rank) in written.ranks.iter().enumerate() {
        let row = rows - 1 - index;
        if rank.len() != columns {
            let message = format!(
                "rank {} has {} sites, and the board {columns}",
                row + 1,
                rank.len()
            );
            return Err(PositionError::new(PositionErrorKind::Shape, message));
        }
        for (column, letter) in rank.iter().enumerate() {
            let Some(letter) = letter else { continue };
            let slot = grid[row][column].ok_or_else(|| {
                let message = format!("there is no site for the {letter} of rank {}", row + 1);
                PositionError::new(PositionErrorKind::Site, message)
            })?;
            pieces.extend(reader.pieces(slot, row, letter)?);
        }
    }
    Ok(pieces)
}

/// Gives the text of a site its meaning: pieces without a written state have that of the start.
struct SiteReader<'a> {
    game: &'a Game,
    letters: &'a Letters<'a>,
    start: &'a State,
    by_row: HashMap<(usize, u32), i32>,
}

impl<'a> SiteReader<'a> {
    fn new(game: &'a Game, letters: &'a Letters<'a>, start: &'a State) -> SiteReader<'a> {
        SiteReader {
            game,
            letters,
            start,
            by_row: castling::states_by_row(game, letters, start),
        }
    }

    /// The pieces on a slot, from the bottom up.
    ///
    /// # Errors
    /// If there is no such piece, or no room for all of them.
    fn pieces(
        &self,
        slot: usize,
        row: usize,
        cell: &str,
    ) -> Result<Vec<(usize, Piece)>, PositionError> {
        let on_site = self.letters.pieces(cell)?;
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        let piles = on_site.into_iter().flat_map(|(named, count)| {
            let mut piece = Piece::of(named.what);
            let initial = || match self.start.what(slot) == named.what {
                true => Some(self.start.state_at(slot, 0)),
                false => self.by_row.get(&(named.what, row)).copied(),
            };
            piece.state = named.state.or_else(initial).unwrap_or(piece.state);
            pile(self.game, slot, piece, count)
        });
        let pieces: Vec<(usize, Piece)> = piles.collect();
        let on_site: Vec<Piece> = pieces.iter().map(|(_, piece)| *piece).collect();
        check_room(self.game, &on_site).map_err(|room| {
            let message = format!("several pieces on one site, {cell}: {room}");
            PositionError::new(PositionErrorKind::Site, message)
        })?;
        Ok(pieces)
    }
}

/// Checks that pieces fit on one site; the error says how much room there is.
pub(crate) fn check_room(game: &Game, pieces: &[Piece]) -> Result<(), String> {
    let number: i32 = pieces.iter().map(|piece| piece.count).sum();
    let (levels, counts) = (game.layout().levels, game.features().counts);
    match usize::try_from(number) {
        _ if levels == 0 && pieces.len() > 1 => {
            Err("nothing stands on another piece in this game".to_owned())
        }
        Ok(2..) if levels == 0 && !counts => {
            Err("a site has room for one piece in this game".to_owned())
        }
        Ok(number) if levels > 0 && number > levels => {
            Err(format!("the highest stack has {levels}"))
        }
        Err(_) | Ok(0) => Err("there is nothing to set there".to_owned()),
        Ok(_) => Ok(()),
    }
}

/// The slots of a game's board by row (from the bottom) and column.
///
/// # Errors
/// If the board is not rectangular, so that its positions cannot be written as ranks.
pub fn grid(game: &Game) -> Result<Grid, PositionError> {
    let board = |message: &str| PositionError::new(PositionErrorKind::Board, message.to_owned());
    let sites = game.board().topology.sites(game.board().default_site);
    let rows = sites
        .iter()
        .map(|site| site.row as usize + 1)
        .max()
        .unwrap_or(0);
    let columns = sites
        .iter()
        .map(|site| site.column as usize + 1)
        .max()
        .unwrap_or(0);
    if rows.saturating_mul(columns) > sites.len() * 4 + 64 {
        return Err(board("this board is not rectangular"));
    }
    let mut grid = vec![vec![None; columns]; rows];
    for (slot, site) in sites.iter().enumerate() {
        let spot = &mut grid[site.row as usize][site.column as usize];
        if spot.replace(slot).is_some() {
            return Err(board(
                "this board is not rectangular: two sites share a row and column",
            ));
        }
    }
    Ok(grid)
}

/// The slot of a player's hand for a kind of piece: the slot that the notation names for it, or
/// that holds such pieces at the start, or a free one. `placed` holds the slots taken so far;
/// `None` if the player has no hand.
#[must_use]
pub fn hand_slot(
    game: &Game,
    names: &Names,
    start: &State,
    placed: &[(usize, Piece)],
    owner: usize,
    what: usize,
) -> Option<usize> {
    let kind = game.components().get(what)?;
    let slots: Vec<usize> = slots_of_hand(game, owner).collect();
    let own = names.hand.iter().position(|name| *name == kind.base);
    if let Some(slot) = own.and_then(|index| slots.get(index)) {
        return Some(*slot);
    }
    let free = |slot: &&usize| !placed.iter().any(|(taken, _)| taken == *slot);
    slots
        .iter()
        .find(|slot| start.what(**slot) == what)
        .or_else(|| {
            slots
                .iter()
                .find(|slot| free(slot) && start.what(**slot) == 0)
        })
        .or_else(|| slots.iter().find(free))
        .copied()
}

/// The slots of a player's hands.
fn slots_of_hand(game: &Game, owner: usize) -> impl Iterator<Item = usize> + '_ {
    let all = game.containers().iter();
    let hands = all.filter(move |c| c.kind == ContainerKind::Hand && c.owner == owner);
    hands.flat_map(|hand| hand.first..hand.first + hand.size)
}

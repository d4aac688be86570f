//! Positions as text, in the style of chess's FEN.
//!
//! A position is one line: ranks from the top with `/` between them and digits for gaps, hands in
//! `[ ]`, then the mover and the fields that chess adds (castling rights, en passant, clock).
//!
//! The letters are those of the game's own notation, or of its ASCII drawing: capitals are the
//! first player's. What chess writes as castling rights is, in a description, the state that a
//! piece has until it moves: a right restores the state that king and rook have at the start. Where
//! a position has no castling field, every piece on its initial site has its initial state.
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

mod error;
mod spaced;
mod write;

use std::collections::BTreeMap;

use ludarium_engine::state::Piece;
use ludarium_engine::ContainerKind;
use ludarium_engine::{Chance, Game, SetUp, SplitMix64, State};
use ludarium_picture::Names;

use crate::text_board::{Glyphs, Style};
use crate::Wording;

pub use error::{PositionError, PositionErrorKind};
pub use write::{ranks, write};

/// A position's text, split into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    /// The ranks from the top: each site's letter, or `None` for an empty site.
    ranks: Vec<Vec<Option<String>>>,
    /// Letters of the pieces in hand, with their number.
    hands: Vec<(String, i32)>,
    mover: Option<String>,
    castling: Option<String>,
    en_passant: Option<String>,
    clock: i32,
}

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

/// Reads a position and sets it up. Dice, where the game has them, are thrown with `chance`.
///
/// # Errors
/// If the text is not a position of the game: [`PositionError::kind`] tells what is wrong.
pub fn read(
    game: &Game,
    names: &Names,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, PositionError> {
    read_with(game, &PositionContext::new(names), text, chance)
}

/// Reads a position and sets it up, as [`read`], in a context.
///
/// # Errors
/// If the text is not a position of the game.
pub fn read_with(
    game: &Game,
    context: &PositionContext,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, PositionError> {
    let written = Written::parse(text)?;
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let grid = grid(game)?;
    let start = game.start(&mut chance.clone());
    let mut setup = SetUp {
        counter: written.clock,
        ..SetUp::default()
    };
    setup.pieces = place(game, context, &written, &grid, &start)?;
    let site = |label: &str| {
        let own = game.board().default_site;
        let site = game.board().topology.labelled(own, &label.to_uppercase());
        site.map(|site| site as usize)
            .ok_or_else(|| PositionError::unknown_site(label))
    };
    let named = written.mover.as_deref();
    setup.mover = match (
        named.map(|name| player(context, name)).transpose()?,
        context.mover,
    ) {
        (Some(mover), _) => mover,
        (None, Some(label)) => {
            let slot = site(label)?;
            let piece = setup.pieces.iter().find(|(own, _)| *own == slot);
            piece.map_or(1, |(_, piece)| glyphs.owner(piece.what))
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
    if let Some(castling) = &written.castling {
        restrict_castling(game, &glyphs, &grid, castling, &mut setup);
    }
    for (letter, count) in &written.hands {
        let (what, _) = kind_of(game, &glyphs, context, letter)?;
        let slot = hand_slot(game, context.names, &start, &setup.pieces, what)
            .ok_or_else(|| PositionError::no_hand(letter))?;
        setup.pieces.push((
            slot,
            Piece {
                count: *count,
                ..Piece::of(what)
            },
        ));
    }
    if let Some(label) = &written.en_passant {
        setup.pending = Some(site(label)?);
    }
    setup.phase = context.phase.map(str::to_owned);
    Ok(game.set_up(&setup, chance as &mut dyn Chance))
}

/// The player that a position names as the mover: by a letter of the game's notation that only this
/// player's pieces have, by `w` or `b`, or by number.
fn player(context: &PositionContext, name: &str) -> Result<usize, PositionError> {
    let owned = context.owners.and_then(|owners| {
        let of = |letter: &String| letter.eq_ignore_ascii_case(name);
        let exact = owners.get(name).copied();
        let mut alike = owners.iter().filter(|(letter, _)| of(letter));
        let first = alike.next().map(|(_, owner)| *owner);
        exact.or_else(|| first.filter(|owner| alike.all(|(_, other)| other == owner)))
    });
    if let Some(owner) = owned.filter(|&owner| owner > 0) {
        return Ok(owner);
    }
    match name {
        "w" | "W" => Ok(1),
        "b" | "B" => Ok(2),
        number => number.parse().map_err(|_| {
            PositionError::new(PositionErrorKind::Player, format!("not a player: {number}"))
        }),
    }
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
    place(game, context, &Written::parse(text)?, &grid(game)?, &start)
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
    context: &PositionContext,
    written: &Written,
    grid: &Grid,
    start: &State,
) -> Result<Vec<(usize, Piece)>, PositionError> {
    let glyphs = Glyphs::new(game, Style::Ascii, context.names);
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    if written.ranks.len() != rows {
        let message = format!("{} ranks, and the board has {rows}", written.ranks.len());
        return Err(PositionError::new(PositionErrorKind::Shape, message));
    }
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
            let (what, state) = kind_of(game, &glyphs, context, letter)?;
            let mut piece = Piece::of(what);
            match state {
                Some(state) => piece.state = state,
                None if start.what(slot) == what => piece.state = start.state_at(slot, 0),
                None => {}
            }
            pieces.push((slot, piece));
        }
    }
    Ok(pieces)
}

impl Written {
    fn parse(text: &str) -> Result<Written, PositionError> {
        let text = &spaced::joined(text.trim());
        // Hands follow the ranks, before or after the first space; other brackets are cells.
        let end = text.find(' ').unwrap_or(text.len());
        let (board, rest) = text.split_at(end);
        let after = rest.trim_start().strip_prefix('[');
        let (board, hands, rest) = match (after, hands_at(board)) {
            (Some(after), _) => {
                let (hands, rest) = after.split_once(']').ok_or_else(open_hand)?;
                (board, hands, rest)
            }
            (None, Some(at)) => {
                let after = &text[at + 1..];
                let (hands, rest) = after.split_once(']').ok_or_else(open_hand)?;
                (&board[..at], hands, rest)
            }
            (None, None) => (board, "", rest),
        };
        let mut fields = rest.split_whitespace();
        let mover = fields
            .next()
            .map(|mover| mover.trim_end_matches(',').to_owned());
        let castling = fields.next().map(str::to_owned);
        let en_passant = fields
            .next()
            .filter(|field| *field != "-")
            .map(str::to_owned);
        let clock = fields
            .next()
            .and_then(|field| field.parse().ok())
            .unwrap_or(0);
        let ranks = board.split('/').map(parse_rank).collect::<Result<_, _>>()?;
        Ok(Written {
            ranks,
            hands: parse_hand(hands)?,
            mover,
            castling,
            en_passant,
            clock,
        })
    }
}

fn syntax(message: &str) -> PositionError {
    PositionError::new(PositionErrorKind::Syntax, message.to_owned())
}

fn open_hand() -> PositionError {
    syntax("a hand is not closed with ]")
}

/// The index at which the hands begin in the text before the first space: at a bracket at its end,
/// if the last rank is complete without it, or at a bracket that is not closed.
fn hands_at(board: &str) -> Option<usize> {
    let at = board.rfind('[')?;
    if !board[at..].contains(']') {
        return Some(at);
    }
    if !board.ends_with(']') {
        return None;
    }
    let wide = |rank: &str| parse_rank(rank).map_or(0, |rank| rank.len());
    let first = board.split('/').next().unwrap_or(board);
    let last = board[..at].rsplit('/').next().unwrap_or(board);
    (board[at..] == *"[]" || wide(last) >= wide(first)).then_some(at)
}

/// The maximal length of a rank; no board is wider.
const MAX_RANK_LENGTH: usize = 1000;

fn parse_rank(text: &str) -> Result<Vec<Option<String>>, PositionError> {
    let mut rank = Vec::new();
    if text.contains(',') {
        // Commas separate cells of several letters.
        for cell in text.split(',').map(str::trim) {
            match cell.parse::<usize>() {
                Ok(gap) => rank.extend(std::iter::repeat_n(None, gap.min(MAX_RANK_LENGTH))),
                Err(_) => rank.push(Some(cell.to_owned())),
            }
        }
        return Ok(rank);
    }
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            let mut gap = digit as usize;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                gap = (gap * 10 + digit as usize).min(MAX_RANK_LENGTH);
                chars.next();
            }
            rank.extend(std::iter::repeat_n(None, gap));
        } else if matches!(c, '#' | '.') {
            // A gap of the board; an empty site.
            rank.push(None);
        } else {
            rank.push(Some(letter(c, &mut chars)?));
        }
        if rank.len() > MAX_RANK_LENGTH {
            return Err(syntax("a rank is too long"));
        }
    }
    Ok(rank)
}

/// A piece's letter, with the `+` of a promoted piece before it, or several letters in brackets.
fn letter(first: char, rest: &mut impl Iterator<Item = char>) -> Result<String, PositionError> {
    match first {
        '[' => {
            let mut letters = String::new();
            loop {
                match rest.next() {
                    Some(']') => return Ok(letters),
                    Some(c) => letters.push(c),
                    None => return Err(syntax("a piece is not closed with ]")),
                }
            }
        }
        '+' => match rest.next() {
            Some(c) => Ok(format!("+{c}")),
            None => Err(syntax("a + without a letter")),
        },
        c => Ok(c.to_string()),
    }
}

/// Parses a hand, `PPn` or `2Pn`.
fn parse_hand(text: &str) -> Result<Vec<(String, i32)>, PositionError> {
    let mut hand: Vec<(String, i32)> = Vec::new();
    let mut chars = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let mut times = 0;
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            times = (times * 10 + digit as i32).min(1000);
            continue;
        }
        let letter = letter(c, &mut chars)?;
        let count = std::mem::take(&mut times).max(1);
        match hand.iter_mut().find(|(own, _)| *own == letter) {
            Some((_, sum)) => *sum += count,
            None => hand.push((letter, count)),
        }
    }
    Ok(hand)
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

/// The kind of piece that a letter stands for, and its state where the letter tells it.
fn kind_of(
    game: &Game,
    glyphs: &Glyphs,
    context: &PositionContext,
    letter: &str,
) -> Result<(usize, Option<i32>), PositionError> {
    let mut in_state = glyphs.letters_of_states();
    if let Some((what, state, _)) = in_state.find(|(_, _, own)| *own == letter) {
        return Ok((what, Some(state)));
    }
    let components = game.components();
    let mut kinds = (1..components.len()).filter(|what| components[*what].die.is_none());
    let own = kinds.clone().find(|what| glyphs.letter(*what) == letter);
    let prefixed = || {
        let (prefix, rest) = letter.split_at_checked(1)?;
        let owner = *context.prefixes?.get(prefix)?;
        kinds.find(|what| {
            let plain = glyphs
                .letter(*what)
                .trim_end_matches(|c: char| c.is_ascii_digit());
            components[*what].owner == owner && plain.eq_ignore_ascii_case(rest)
        })
    };
    let found = own.or_else(prefixed).map(|what| (what, None));
    found.ok_or_else(|| {
        let known: Vec<String> = glyphs
            .legend(&Wording::default())
            .into_iter()
            .map(|(_, line)| line)
            .collect();
        let message = format!(
            "no piece is written {letter}; there are {}",
            known.join("; ")
        );
        PositionError::new(PositionErrorKind::Piece, message)
    })
}

/// Clears the states of kings and rooks without the right to castle.
fn restrict_castling(game: &Game, glyphs: &Glyphs, grid: &Grid, castling: &str, setup: &mut SetUp) {
    let column = |slot: usize| {
        grid.iter()
            .find_map(|row| row.iter().position(|own| *own == Some(slot)))
            .unwrap_or(0)
    };
    for player in 1..=game.players() {
        let case = |letter: char| match player {
            1 => letter,
            _ => letter.to_ascii_lowercase(),
        };
        let king = case('K').to_string();
        let pieces = || {
            setup
                .pieces
                .iter()
                .filter(|(_, piece)| glyphs.owner(piece.what) == player)
        };
        let Some(king_slot) = pieces()
            .find(|(_, piece)| glyphs.letter(piece.what) == king)
            .map(|(slot, _)| *slot)
        else {
            continue;
        };
        let (short, long) = (castling.contains(case('K')), castling.contains(case('Q')));
        for (slot, piece) in &mut setup.pieces {
            if glyphs.owner(piece.what) != player {
                continue;
            }
            let kept = match column(*slot).cmp(&column(king_slot)) {
                std::cmp::Ordering::Greater => short,
                std::cmp::Ordering::Less => long,
                std::cmp::Ordering::Equal => short || long,
            };
            if !kept {
                piece.state = 0;
            }
        }
    }
}

/// The slot of its owner's hand for a kind of piece: the slot that the notation names for it, or
/// that holds such pieces at the start, or a free one. `placed` holds the slots taken so far;
/// `None` if the owner has no hand.
#[must_use]
pub fn hand_slot(
    game: &Game,
    names: &Names,
    start: &State,
    placed: &[(usize, Piece)],
    what: usize,
) -> Option<usize> {
    let kind = game.components().get(what)?;
    let hands = game
        .containers()
        .iter()
        .filter(|c| c.kind == ContainerKind::Hand && c.owner == kind.owner);
    let slots: Vec<usize> = hands.flat_map(|c| c.first..c.first + c.size).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_chess_reads_in_all_its_parts() {
        let written = Written::parse("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 3 1").unwrap();
        assert_eq!(written.ranks.len(), 8);
        assert!(written.ranks.iter().all(|rank| rank.len() == 8));
        assert_eq!(written.ranks[3][3].as_deref(), Some("p"));
        assert_eq!((written.mover.as_deref(), written.clock), (Some("w"), 3));
        assert_eq!(written.castling.as_deref(), Some("KQ"));
        assert_eq!(written.en_passant.as_deref(), Some("d6"));
    }

    #[test]
    fn gaps_may_have_two_digits_and_hands_a_count() {
        let written = Written::parse("12/p10P[2Pn] b").unwrap();
        assert_eq!(
            written.ranks.iter().map(Vec::len).collect::<Vec<_>>(),
            [12, 12]
        );
        assert_eq!(written.hands, [("P".to_owned(), 2), ("n".to_owned(), 1)]);
        assert_eq!(written.mover.as_deref(), Some("b"));
    }

    #[test]
    fn a_cell_in_brackets_differs_from_a_hand() {
        let rank = |text: &str, index: usize| {
            let written = Written::parse(text).unwrap();
            let rank = written.ranks[index].iter().flatten();
            (rank.cloned().collect::<Vec<_>>(), written.hands)
        };
        let (cells, hands) = rank("l[+R]2/1[DE]G[FL] w", 0);
        assert_eq!((cells, hands.len()), (vec!["l".into(), "+R".into()], 0));
        let (cells, hands) = rank("l[+R]2/1[DE]G[FL] w", 1);
        assert_eq!(cells, ["DE", "G", "FL"]);
        assert!(hands.is_empty());
        let (cells, hands) = rank("4/1[DE]2[P+b] b", 1);
        assert_eq!(
            (cells, hands),
            (vec!["DE".into()], vec![("P".into(), 1), ("+b".into(), 1)])
        );
        assert_eq!(rank("4/4[] b", 1).1, []);
        assert_eq!(rank("4/4 [2P] b", 1).1, [("P".to_owned(), 2)]);
    }

    #[test]
    fn a_hand_that_is_not_closed_is_an_error() {
        assert!(Written::parse("8/8[P w").is_err());
    }
}

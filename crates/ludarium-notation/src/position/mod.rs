//! Positions written on one line: ranks from the top, digits for gaps, `/` between them, hands in
//! `[ ]`, then the mover and what chess adds.
//!
//! The letters are those of the game's own notation, or of its ASCII drawing: capitals are the
//! first player's. What chess writes as castling rights is, in a description, the state that a man
//! has until it moves: a right restores the state that king and rook have at the start. Where a
//! position says nothing of rights, every man on its first site has its first state.

mod spaced;
#[path = "write.rs"]
mod written;

use std::collections::BTreeMap;

use ludarium_engine::layout::ContainerKind;
use ludarium_engine::state::Piece;
use ludarium_engine::{Chance, Game, SetUp, SplitMix64, State};

use crate::draw::{Glyphs, Names, Style};
use crate::words::Words;

pub use written::ranks;

/// A position as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    /// The ranks from the top: each site's letter, or nothing.
    ranks: Vec<Vec<Option<String>>>,
    /// Letters of the men in hand, with how many.
    hands: Vec<(String, i32)>,
    mover: Option<String>,
    castling: Option<String>,
    en_passant: Option<String>,
    clock: i32,
}

/// What is needed to read a position beside its text.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The letters of the pieces.
    pub names: &'a Names,
    /// Letters before a piece's letter that tell its owner.
    pub prefixes: Option<&'a BTreeMap<String, usize>>,
    /// Letters of pieces, and whose they are, where that is told by the letter.
    pub owners: Option<&'a BTreeMap<String, usize>>,
    /// The phase that play is in.
    pub phase: Option<&'a str>,
    /// The site whose piece's owner moves, where the text does not say.
    pub mover: Option<&'a str>,
}

impl<'a> Setting<'a> {
    /// Nothing but the letters of the pieces is known.
    #[must_use]
    pub fn of(names: &'a Names) -> Setting<'a> {
        Setting {
            names,
            prefixes: None,
            owners: None,
            phase: None,
            mover: None,
        }
    }
}

/// Sets up a written position.
pub fn set_up(
    game: &Game,
    names: &Names,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, String> {
    set_up_for(game, &Setting::of(names), text, chance)
}

/// Sets up a position written for a record.
pub fn set_up_for(
    game: &Game,
    setting: &Setting,
    text: &str,
    chance: &mut SplitMix64,
) -> Result<State, String> {
    let written = Written::parse(text)?;
    let glyphs = Glyphs::new(game, Style::Ascii, setting.names);
    let grid = grid(game)?;
    let start = game.start(&mut chance.clone());
    let mut setup = SetUp {
        counter: written.clock,
        ..SetUp::default()
    };
    setup.pieces = place(game, setting, &written, &grid, &start)?;
    let site = |label: &str| {
        let own = game.board().default_site;
        let site = game.board().topology.labelled(own, &label.to_uppercase());
        site.map(|site| site as usize)
            .ok_or_else(|| format!("there is no site {label}"))
    };
    let named = written.mover.as_deref();
    setup.mover = match (
        named.map(|name| player(setting, name)).transpose()?,
        setting.mover,
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
        return Err(format!(
            "player {} is to move, and there are {}",
            setup.mover,
            game.players()
        ));
    }
    if let Some(castling) = &written.castling {
        restrict_castling(game, &glyphs, &grid, castling, &mut setup);
    }
    for (letter, count) in &written.hands {
        let (what, _) = kind_of(game, &glyphs, setting, letter)?;
        let slot = hand_slot(game, setting.names, &start, &setup.pieces, what)
            .ok_or_else(|| format!("there is no hand for {letter}"))?;
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
    setup.phase = setting.phase.map(str::to_owned);
    Ok(game.set_up(&setup, chance as &mut dyn Chance))
}

/// The player whom a position names as the next: by a letter of the game's notation that is that player's
/// alone, by `w` or `b`, or by number.
fn player(setting: &Setting, name: &str) -> Result<usize, String> {
    let owned = setting.owners.and_then(|owners| {
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
        number => number
            .parse()
            .map_err(|_| format!("not a player: {number}")),
    }
}

/// The pieces of a written position, by slot.
pub fn pieces(game: &Game, setting: &Setting, text: &str) -> Result<Vec<(usize, Piece)>, String> {
    let start = game.start(&mut SplitMix64::new(0));
    place(game, setting, &Written::parse(text)?, &grid(game)?, &start)
}

/// What is written of the board and its men, without spaces within it, and what stands behind.
pub fn board_and_rest(text: &str) -> (String, String) {
    let text = spaced::joined(text.trim());
    let (board, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    (board.to_owned(), rest.to_owned())
}

/// The slots of a board by row (from the bottom) and column.
pub type Grid = Vec<Vec<Option<usize>>>;

fn place(
    game: &Game,
    setting: &Setting,
    written: &Written,
    grid: &Grid,
    start: &State,
) -> Result<Vec<(usize, Piece)>, String> {
    let glyphs = Glyphs::new(game, Style::Ascii, setting.names);
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    if written.ranks.len() != rows {
        return Err(format!(
            "{} ranks, and the board has {rows}",
            written.ranks.len()
        ));
    }
    let mut pieces = Vec::new();
    for (index, rank) in written.ranks.iter().enumerate() {
        let row = rows - 1 - index;
        if rank.len() != columns {
            return Err(format!(
                "rank {} has {} sites, and the board {columns}",
                row + 1,
                rank.len()
            ));
        }
        for (column, letter) in rank.iter().enumerate() {
            let Some(letter) = letter else { continue };
            let slot = grid[row][column]
                .ok_or_else(|| format!("there is no site for the {letter} of rank {}", row + 1))?;
            let (what, state) = kind_of(game, &glyphs, setting, letter)?;
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
    fn parse(text: &str) -> Result<Written, String> {
        let text = &spaced::joined(text.trim());
        // Hands follow the board, before or after the first space; other brackets are cells.
        let end = text.find(' ').unwrap_or(text.len());
        let (board, rest) = text.split_at(end);
        let after = rest.trim_start().strip_prefix('[');
        let (board, hands, rest) = match (after, hands_at(board)) {
            (Some(after), _) => {
                let (hands, rest) = after.split_once(']').ok_or("a hand is not closed with ]")?;
                (board, hands, rest)
            }
            (None, Some(at)) => {
                let after = &text[at + 1..];
                let (hands, rest) = after.split_once(']').ok_or("a hand is not closed with ]")?;
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

/// Where the hands begin in what is written up to the first space: at a bracket that ends it, if
/// the last rank is whole without that, or at one that is not closed.
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

/// The longest rank that is read; no board is wider.
const WIDEST: usize = 1000;

fn parse_rank(text: &str) -> Result<Vec<Option<String>>, String> {
    let mut rank = Vec::new();
    if text.contains(',') {
        // Cells of several letters are told apart by commas.
        for cell in text.split(',').map(str::trim) {
            match cell.parse::<usize>() {
                Ok(gap) => rank.extend(std::iter::repeat_n(None, gap.min(WIDEST))),
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
                gap = (gap * 10 + digit as usize).min(WIDEST);
                chars.next();
            }
            rank.extend(std::iter::repeat_n(None, gap));
        } else if matches!(c, '#' | '.') {
            // No site at all, where the board has a gap; a free one.
            rank.push(None);
        } else {
            rank.push(Some(letter(c, &mut chars)?));
        }
        if rank.len() > WIDEST {
            return Err("a rank is too long".to_owned());
        }
    }
    Ok(rank)
}

/// A piece's letter, with the `+` of a promoted one in front, or several letters in brackets.
fn letter(first: char, rest: &mut impl Iterator<Item = char>) -> Result<String, String> {
    match first {
        '[' => {
            let mut letters = String::new();
            loop {
                match rest.next() {
                    Some(']') => return Ok(letters),
                    Some(c) => letters.push(c),
                    None => return Err("a piece is not closed with ]".to_owned()),
                }
            }
        }
        '+' => match rest.next() {
            Some(c) => Ok(format!("+{c}")),
            None => Err("a + without a letter".to_owned()),
        },
        c => Ok(c.to_string()),
    }
}

/// `PPn` or `2Pn`.
fn parse_hand(text: &str) -> Result<Vec<(String, i32)>, String> {
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

/// The slots of a rectangular board by row (from the bottom) and column.
///
/// # Errors
/// If the board is not rectangular.
pub fn grid(game: &Game) -> Result<Grid, String> {
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
        return Err("this board is not rectangular".to_owned());
    }
    let mut grid = vec![vec![None; columns]; rows];
    for (slot, site) in sites.iter().enumerate() {
        let spot = &mut grid[site.row as usize][site.column as usize];
        if spot.replace(slot).is_some() {
            return Err(
                "this board is not rectangular: two sites share a row and column".to_owned(),
            );
        }
    }
    Ok(grid)
}

/// The kind of piece that a letter stands for, and the state of it where the letter tells that.
fn kind_of(
    game: &Game,
    glyphs: &Glyphs,
    setting: &Setting,
    letter: &str,
) -> Result<(usize, Option<i32>), String> {
    let mut in_state = glyphs.letters_of_states();
    if let Some((what, state, _)) = in_state.find(|(_, _, own)| *own == letter) {
        return Ok((what, Some(state)));
    }
    let components = game.components();
    let mut kinds = (1..components.len()).filter(|what| components[*what].die.is_none());
    let own = kinds.clone().find(|what| glyphs.letter(*what) == letter);
    let prefixed = || {
        let (prefix, rest) = letter.split_at_checked(1)?;
        let owner = *setting.prefixes?.get(prefix)?;
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
            .legend(&Words::default())
            .into_iter()
            .map(|(_, line)| line)
            .collect();
        format!(
            "no piece is written {letter}; there are {}",
            known.join("; ")
        )
    })
}

/// Takes the states of kings and rooks away where the right to castle is gone.
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

/// The site of its owner's hand for a kind of man: the one that is meant for it, that holds such men at the start, or is free.
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
    fn a_cell_in_brackets_is_told_from_a_hand() {
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

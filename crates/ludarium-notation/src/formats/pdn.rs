//! Portable Draughts Notation.

use ludarium_engine::{Game, Move, State};
use ludarium_games::{About, Entry};
use ludarium_picture::Names;

use super::played::{At, Played, Rules};
use super::turns::{turn_at, turns};
use super::{pgn, Transcript};
use crate::position;
use crate::text_board::{Glyphs, Style};

/// The tag with the kind of draughts.
pub(super) const GAME_TYPE: &str = "GameType";

/// The letter of a king.
const KING: &str = "K";

/// The kind of draughts of a file that names none: English draughts or checkers.
const ENGLISH: u32 = 21;

/// A tag `GameType`: `20,W,10,10,N2,0`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameType {
    number: u32,
    /// Whether White moves first.
    white_first: bool,
    columns: usize,
    rows: usize,
    /// Whether squares have letters and numbers, not numbers alone.
    algebraic: bool,
    /// The corner of square 1 as the first player sees the board: the lowest bit is set on the
    /// right, the next one at the top.
    corner: u32,
    /// Whether the squares of the other colour than that of the first player's left corner are
    /// played on.
    inverted: bool,
}

impl GameType {
    /// Reads a tag; the number alone is enough to tell the game.
    fn number(tag: &str) -> Option<u32> {
        tag.split(',').next()?.trim().parse().ok()
    }

    fn parse(tag: &str) -> Option<GameType> {
        let fields: Vec<&str> = tag.split(',').map(str::trim).collect();
        let [number, first, columns, rows, squares, inverted] = fields.as_slice() else {
            return None;
        };
        let (notation, corner) = squares.split_at_checked(1)?;
        Some(GameType {
            number: number.parse().ok()?,
            white_first: *first == "W",
            columns: columns.parse().ok()?,
            rows: rows.parse().ok()?,
            algebraic: notation == "A",
            corner: corner.parse().ok()?,
            inverted: *inverted == "1",
        })
    }

    /// The slots of the squares that are played on, from square 1.
    fn squares(&self, game: &Game) -> Result<Vec<usize>, String> {
        let grid = position::grid(game).map_err(|error| error.to_string())?;
        let columns = grid.first().map_or(0, Vec::len);
        if (columns, grid.len()) != (self.columns, self.rows) {
            return Err(format!(
                "the board has {columns} by {} squares, and {} by {} are meant",
                grid.len(),
                self.columns,
                self.rows
            ));
        }
        let (right, top) = (self.corner & 1 == 1, self.corner & 2 == 2);
        let in_order = |length: usize, backwards: bool| -> Vec<usize> {
            match backwards {
                true => (0..length).rev().collect(),
                false => (0..length).collect(),
            }
        };
        let mut squares = Vec::new();
        for row in in_order(self.rows, top) {
            for column in in_order(self.columns, right) {
                let played_on = (row + column) % 2 == usize::from(self.inverted);
                squares.extend(grid[row][column].filter(|_| played_on));
            }
        }
        Ok(squares)
    }

    /// The player of a colour.
    fn player(&self, white: bool) -> usize {
        match white == self.white_first {
            true => 1,
            false => 2,
        }
    }
}

/// The kind of draughts that a game is in PDN.
fn type_of(rules: &Rules) -> Result<GameType, String> {
    let about = rules.about.ok_or("PDN is for games of the library")?;
    own_type(about).ok_or_else(|| "PDN is for draughts with men and kings".to_owned())
}

fn own_type(about: &About) -> Option<GameType> {
    GameType::parse(about.formats.pdn.as_deref()?)
}

/// The game that a file names.
pub(super) fn entry(game: &Transcript) -> Result<&'static Entry, String> {
    let number = match game.tag(GAME_TYPE) {
        Some(tag) => GameType::number(tag).ok_or_else(|| format!("no GameType is {tag:?}"))?,
        None => ENGLISH,
    };
    let is_it = |entry: &&Entry| own_type(&entry.about).is_some_and(|own| own.number == number);
    let found = ludarium_games::entries().iter().find(is_it);
    found.ok_or_else(|| format!("no game of the library is number {number} of PDN"))
}

/// The slot of a square.
fn slot(rules: &Rules, own: &GameType, squares: &[usize], text: &str) -> Result<usize, String> {
    let number = text
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    let found = match number {
        Some(index) => squares.get(index).copied(),
        None if own.algebraic => rules.slot(text).filter(|slot| squares.contains(slot)),
        None => None,
    };
    found.ok_or_else(|| format!("there is no square {text}"))
}

/// The name of a square.
fn name(rules: &Rules, own: &GameType, squares: &[usize], slot: i32) -> Option<String> {
    let slot = usize::try_from(slot).ok()?;
    let index = squares.iter().position(|own| *own == slot)?;
    match own.algebraic {
        true => rules.label(i32::try_from(slot).ok()?),
        false => Some((index + 1).to_string()),
    }
}

/// The moves of a written ply: `11-15`, `11x18`, `11x18x25`, `c3:e5`.
///
/// # Errors
/// If it means no legal turn, or several.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let own = type_of(at.rules)?;
    let squares = own.squares(at.rules.game)?;
    let bare = text.trim_end_matches(['!', '?', '*', '+', '#']);
    let slots = bare.split(['-', 'x', 'X', ':', '×']);
    let slots = slots.map(|square| slot(at.rules, &own, &squares, square));
    let slots: Vec<i32> = slots
        .map(|slot| slot.map(|slot| slot as i32))
        .collect::<Result<_, _>>()?;
    let from = slots.first().copied();
    let mut fitting = turns(at, |mv| Some(mv.origin()) == from);
    fitting.retain(|turn| turn.passes(&slots));
    if let Some(exact) = fitting.iter().position(|turn| turn.visited == slots) {
        fitting.swap(0, exact);
        fitting.retain({
            let visited = slots.clone();
            move |turn| turn.visited == visited
        });
    }
    let Some(first) = fitting.first() else {
        return Err(format!("no legal move is {bare}"));
    };
    match fitting.iter().all(|turn| turn.after == first.after) {
        true => Ok(first.moves.clone()),
        false => {
            let texts = fitting.iter().filter_map(|turn| {
                let names = turn
                    .visited
                    .iter()
                    .map(|slot| name(at.rules, &own, &squares, *slot));
                Some(names.collect::<Option<Vec<_>>>()?.join("x"))
            });
            Err(format!(
                "it may be {}",
                texts.collect::<Vec<_>>().join(" or ")
            ))
        }
    }
}

/// Writes the turn that begins with the move at an index of a game. Returns the number of its
/// moves, too.
fn ply(
    played: &Played,
    own: &GameType,
    squares: &[usize],
    index: usize,
) -> Option<(String, usize)> {
    let rules = &played.rules;
    let at = played.before(index);
    let turn = turn_at(played, index);
    let mover = at.state.mover();
    let foreign = |state: &State| {
        let kinds = (0..rules.game.layout().board_sites).map(|slot| state.what(slot));
        kinds
            .filter(|what| *what != 0 && rules.owner(*what) != mover)
            .count()
    };
    let mark = match foreign(&turn.after) < foreign(at.state) {
        true if own.algebraic => ":",
        true => "x",
        false => "-",
    };
    let ends = [*turn.visited.first()?, *turn.visited.last()?];
    let alike = turns(at, |mv| mv.origin() == ends[0]);
    let clear = alike
        .iter()
        .filter(|other| other.passes(&ends))
        .all(|other| other.after == turn.after);
    let told = if clear { &ends[..] } else { &turn.visited[..] };
    let names = told.iter().map(|slot| name(rules, own, squares, *slot));
    Some((
        names.collect::<Option<Vec<_>>>()?.join(mark),
        turn.moves.len(),
    ))
}

/// Writes a game.
pub(super) fn write(played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    let rules = &played.rules;
    let own = type_of(rules)?;
    let squares = own.squares(rules.game)?;
    let mut words = Vec::new();
    let (mut index, mut number) = (0, 0);
    while index < played.made.len() {
        let first = played.made[index].before.mover() == 1;
        if first || index == 0 {
            number += 1;
            words.push(format!("{number}{}", if first { "." } else { "..." }));
        }
        let written = ply(played, &own, &squares, index);
        let (text, moves) = written.ok_or("a move leaves the squares of draughts")?;
        words.push(text);
        index += moves;
    }
    let result = match played.winner() {
        Some(0) => "1/2-1/2",
        Some(winner) if winner == own.player(true) => "1-0",
        Some(_) => "0-1",
        None => pgn::told_result(tags),
    };
    let tag = rules.about.and_then(|about| about.formats.pdn.clone());
    let mut further = vec![(GAME_TYPE, tag.unwrap_or_default())];
    if played.saved.position.is_some() {
        let start = played
            .made
            .first()
            .map_or(&played.state, |made| &made.before);
        further.push(("SetUp", "1".to_owned()));
        further.push(("FEN", fen(rules, &own, &squares, start)));
    }
    Ok(pgn::assemble(played, tags, result, &further, &words))
}

/// Writes a position: `W:W31,K32:B1,2`.
fn fen(rules: &Rules, own: &GameType, squares: &[usize], state: &State) -> String {
    let side = |white: bool| {
        let player = own.player(white);
        let pieces = squares.iter().filter_map(|slot| {
            let what = state.what(*slot);
            let crown = if rules.replayer.is_written(what, KING) {
                KING
            } else {
                ""
            };
            let name = name(rules, own, squares, *slot as i32)?;
            (what != 0 && rules.owner(what) == player).then(|| format!("{crown}{name}"))
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let white_moves = state.mover() == own.player(true);
    let mover = if white_moves { "W" } else { "B" };
    format!("{mover}:W{}:B{}", side(true), side(false))
}

/// The position of the tag `FEN` in our own notation: ranks and the mover.
pub(super) fn position(game: &Game, about: &About, text: &str) -> Result<String, String> {
    let own = own_type(about).ok_or("the game has no squares of PDN")?;
    let squares = own.squares(game)?;
    let names = Names::new(about);
    let glyphs = Glyphs::new(game, Style::Ascii, &names);
    let rules = Rules::new(game, Some(about));
    let kind = |player: usize, king: bool| {
        let kinds = game.components().iter().enumerate().skip(1);
        let mut kinds = kinds.filter(|(_, kind)| kind.owner == player && kind.die.is_none());
        let found = kinds.find(|(what, _)| rules.replayer.is_written(*what, KING) == king);
        found.map(|(what, _)| glyphs.letter(what).to_owned())
    };
    let mut parts = text.trim().trim_end_matches('.').split(':').map(str::trim);
    let white_moves = match parts.next() {
        Some("W" | "w") => true,
        Some("B" | "b") => false,
        other => return Err(format!("who is to move: {}?", other.unwrap_or_default())),
    };
    let mut letters: Vec<Option<String>> = vec![None; game.layout().board_sites];
    for part in parts.filter(|part| !part.is_empty()) {
        let (colour, list) = part.split_at_checked(1).unwrap_or((part, ""));
        let player = match colour {
            "W" | "w" => own.player(true),
            "B" | "b" => own.player(false),
            // What some programs add: the number of the move and of moves without progress.
            "H" | "F" => continue,
            other => return Err(format!("whose are the pieces of {other}?")),
        };
        for word in list
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let square = word
                .strip_prefix(['K', 'k'])
                .filter(|rest| !rest.is_empty());
            let letter = kind(player, square.is_some()).ok_or("the game has no such piece")?;
            let square = square.unwrap_or(word);
            let (first, last) = square.split_once('-').unwrap_or((square, square));
            let first = slot(&rules, &own, &squares, first)?;
            let last = slot(&rules, &own, &squares, last)?;
            let index = |slot: usize| squares.iter().position(|own| *own == slot).unwrap_or(0);
            for slot in squares.get(index(first)..=index(last)).unwrap_or_default() {
                letters[*slot] = Some(letter.clone());
            }
        }
    }
    let grid = position::grid(game).map_err(|error| error.to_string())?;
    let cell = |slot: &Option<usize>| {
        let letter = slot.and_then(|slot| letters[slot].clone());
        letter.unwrap_or_else(|| ".".to_owned())
    };
    let ranks = grid
        .iter()
        .rev()
        .map(|row| row.iter().map(cell).collect::<String>());
    let ranks: Vec<String> = ranks.collect();
    Ok(format!("{} {}", ranks.join("/"), own.player(white_moves)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_type_tells_the_squares() {
        let english = GameType::parse("21,B,8,8,N1,0").expect("a game type");
        assert_eq!((english.number, english.white_first), (21, false));
        assert_eq!((english.player(false), english.player(true)), (1, 2));
        assert!(GameType::parse("25,W,8,8,A0,0").is_some_and(|own| own.algebraic));
        assert_eq!(GameType::parse("20"), None);
        assert_eq!(GameType::number("20"), Some(20));
    }
}

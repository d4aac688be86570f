//! Moves by their squares, as the protocols of chess, shogi and xiangqi send them: UCI, USI, UCCI.

use ludarium_engine::{Game, Move, State};
use ludarium_games::Entry;

use super::algebraic::candidates;
use super::played::{At, Played};
use super::scanner::Scanner;
use super::{Format, FormatError, Transcript, WrittenPly};
use crate::position::{self, Grid};

/// The XBoard name of the game that a file of UCI is about, if it names none.
const CHESS: &str = "normal";
/// That of USI.
const SHOGI: &str = "shogi";
/// That of UCCI.
pub(super) const XIANGQI: &str = "xiangqi";

/// How a protocol names squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Squares {
    /// Files are letters, ranks numbers from 1.
    FromOne,
    /// Files are letters, ranks numbers from 0.
    FromZero,
    /// Files are numbers from the first player's right, ranks letters from the far side.
    Shogi,
}

impl Squares {
    /// The squares of a format.
    pub fn of(format: Format) -> Squares {
        match format {
            Format::Usi => Squares::Shogi,
            Format::Ucci => Squares::FromZero,
            _ => Squares::FromOne,
        }
    }

    /// The slot of a square.
    pub fn slot(self, grid: &Grid, text: &str) -> Option<usize> {
        let columns = grid.first().map_or(0, Vec::len);
        let letter = |text: &str| {
            let mut chars = text.chars();
            let index = chars
                .next()
                .and_then(|c| u8::try_from(c).ok())?
                .checked_sub(b'a')?;
            chars.next().is_none().then_some(usize::from(index))
        };
        let (column, row) = match self {
            Squares::FromOne | Squares::FromZero => {
                let (file, rank) = text.split_at_checked(1)?;
                let from = usize::from(self == Squares::FromOne);
                (
                    letter(file)?,
                    rank.parse::<usize>().ok()?.checked_sub(from)?,
                )
            }
            Squares::Shogi => {
                let (file, rank) = text.split_at_checked(text.len().checked_sub(1)?)?;
                let row = grid.len().checked_sub(letter(rank)? + 1)?;
                (columns.checked_sub(file.parse().ok()?)?, row)
            }
        };
        *grid.get(row)?.get(column)?
    }

    /// The name of a square.
    pub fn name(self, grid: &Grid, slot: usize) -> Option<String> {
        let columns = grid.first().map_or(0, Vec::len);
        let letter = |index: usize| (index < 26).then(|| char::from(b'a' + index as u8));
        let mut rows = grid.iter().enumerate();
        let (row, column) = rows.find_map(|(row, slots)| {
            Some((row, slots.iter().position(|own| *own == Some(slot))?))
        })?;
        Some(match self {
            Squares::FromOne => format!("{}{}", letter(column)?, row + 1),
            Squares::FromZero => format!("{}{row}", letter(column)?),
            Squares::Shogi => format!("{}{}", columns - column, letter(grid.len() - 1 - row)?),
        })
    }

    /// The two squares of a text: the first one ends where a second one begins.
    pub fn split(self, text: &str) -> Option<(&str, &str)> {
        let kind = |c: char| c.is_ascii_digit();
        let first = text.chars().next()?;
        let same = |c: char| kind(c) == kind(first);
        let end = text.find(|c: char| !same(c))?;
        let next = text[end..].find(same)? + end;
        Some(text.split_at(next))
    }
}

/// Whether a text begins as a line of a protocol does.
pub(super) fn begins(text: &str) -> Option<Format> {
    let mut words = text
        .trim_start_matches('\u{feff}')
        .split_whitespace()
        .peekable();
    words.next_if_eq(&"position")?;
    let first = words.next()?;
    let moves: Vec<&str> = words.skip_while(|word| *word != "moves").skip(1).collect();
    let of_shogi = |mv: &&str| mv.starts_with(|c: char| c.is_ascii_digit()) || mv.contains('*');
    match first {
        "sfen" => Some(Format::Usi),
        "startpos" if moves.first().is_some_and(of_shogi) => Some(Format::Usi),
        "startpos" | "fen" => Some(Format::Uci),
        _ => None,
    }
}

/// Reads a line `position startpos moves ...`, with or without its first word.
pub(super) fn parse(format: Format, text: &str) -> Result<Vec<Transcript>, FormatError> {
    let mut scanner = Scanner::new(text);
    let mut words = Vec::new();
    loop {
        scanner.skip_spaces();
        let (line, column) = (scanner.line, scanner.column);
        let text = scanner.take_while(|c| !c.is_whitespace());
        if text.is_empty() {
            break;
        }
        words.push(WrittenPly { text, line, column });
    }
    let begins = usize::from(words.first().is_some_and(|word| word.text == "position"));
    let mut words = words.into_iter().skip(begins).peekable();
    let Some(first) = words.next() else {
        return Err(FormatError::new(1, 1, "there is no position"));
    };
    let mut tags = Vec::new();
    match first.text.as_str() {
        "startpos" => {}
        "fen" | "sfen" => {
            let fields = std::iter::from_fn(|| words.next_if(|word| word.text != "moves"));
            let fields: Vec<String> = fields.map(|word| word.text).collect();
            tags.push((
                "FEN".to_owned(),
                format!("{} {}", first.text, fields.join(" ")),
            ));
        }
        _ => {
            let message = "startpos, fen or sfen begins a position";
            return Err(FormatError::new(first.line, first.column, message));
        }
    }
    match words.next() {
        None => {}
        Some(word) if word.text == "moves" => {}
        Some(word) => {
            let message = "moves follow the word moves";
            return Err(FormatError::new(word.line, word.column, message));
        }
    }
    Ok(vec![Transcript {
        format,
        tags,
        plies: words.collect(),
        result: None,
        line: first.line,
    }])
}

/// The game of a file, which names none: the one that the protocol is mostly used for.
pub(super) fn entry(format: Format) -> Result<&'static Entry, String> {
    let variant = match format {
        Format::Usi | Format::Csa | Format::Kif => SHOGI,
        Format::Ucci => XIANGQI,
        _ => CHESS,
    };
    super::of_variant(variant).ok_or_else(|| format!("the library has no game {variant}"))
}

pub(super) fn grid(game: &Game) -> Result<Grid, String> {
    position::grid(game).map_err(|error| error.to_string())
}

/// The moves of a written ply: `e2e4`, `e7e8q`, `7g7f+`, `P*5e`.
///
/// # Errors
/// If it means no legal move, or several.
pub(super) fn read(at: At, format: Format, text: &str) -> Result<Vec<Move>, String> {
    let grid = grid(at.rules.game)?;
    let squares = Squares::of(format);
    let square = |name: &str| {
        let slot = squares.slot(&grid, &name.to_lowercase());
        slot.ok_or_else(|| format!("there is no square {name}"))
    };
    if let Some((piece, target)) = text.split_once(['*', '@']) {
        let target = square(target)?;
        return only(at, drops(at, piece, target));
    }
    let bare = text.trim_end_matches(|c: char| c.is_alphabetic() || c == '+' || c == '=');
    let bare = match squares {
        // The last letter of `7g7f` is the square's.
        Squares::Shogi => text.trim_end_matches(['+', '=']),
        _ => bare,
    };
    let promotion = text[bare.len()..].trim_matches('=');
    let split = squares.split(bare);
    let (from, to) = split.ok_or_else(|| format!("{text} is no move by two squares"))?;
    let (from, to) = (square(from)?, square(to)?);
    let becomes = match promotion {
        "" => None,
        "+" => Some(format!("+{}", at.rules.letter(at.state.what(from)))),
        letter => Some(letter.to_uppercase()),
    };
    only(at, between(at, from, to, becomes.as_deref()))
}

/// The moves of a piece from the hand to a site.
pub(super) fn drops(at: At, letter: &str, target: usize) -> Vec<Vec<Move>> {
    candidates(at, target, None, |mv| {
        let slot = usize::try_from(mv.origin()).ok()?;
        let what = at.state.what(slot);
        let held = at.rules.game.layout().in_hand(slot) && what != 0;
        (held && at.rules.is_named(what, letter)).then_some(what)
    })
}

/// The moves from a site to another.
pub(super) fn between(at: At, from: usize, to: usize, becomes: Option<&str>) -> Vec<Vec<Move>> {
    candidates(at, to, becomes, |mv| {
        let is_it = usize::try_from(mv.origin()) == Ok(from);
        is_it.then(|| at.state.what(from)).filter(|what| *what != 0)
    })
}

/// The only one of several candidates.
pub(super) fn only(at: At, fitting: Vec<Vec<Move>>) -> Result<Vec<Move>, String> {
    match fitting.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err("it is not legal".to_owned()),
        several => {
            let moves: Vec<Move> = several.iter().map(|moves| moves[0]).collect();
            Err(format!("it may be {}", at.texts(&moves).join(" or ")))
        }
    }
}

/// Writes the move at an index of a game, with the promotion that follows it as a move of its own.
/// Returns the number of moves, too.
fn ply(played: &Played, grid: &Grid, format: Format, index: usize) -> Option<(String, usize)> {
    let squares = Squares::of(format);
    let (at, mv) = (played.before(index), played.made[index].mv);
    let slot = usize::try_from(mv.target()).ok()?;
    let target = squares.name(grid, slot)?;
    let origin = usize::try_from(mv.origin()).ok()?;
    let what = at.state.what(origin);
    if played.rules.game.layout().in_hand(origin) {
        let mark = if format == Format::Usi { '*' } else { '@' };
        return Some((format!("{}{mark}{target}", played.rules.letter(what)), 1));
    }
    if origin == slot {
        return None;
    }
    let (promotion, moves, after) = played.promotion(index);
    let now = promotion.unwrap_or_else(|| after.what(slot));
    let promoted = now != what && now != 0 && played.rules.owner(now) == played.rules.owner(what);
    let becomes = match (promoted, played.rules.letter(now)) {
        (false, _) => String::new(),
        (true, letter) if letter.starts_with('+') => "+".to_owned(),
        (true, letter) => letter.to_lowercase(),
    };
    let origin = squares.name(grid, origin)?;
    Some((format!("{origin}{target}{becomes}"), moves))
}

/// Writes a game as a line of a protocol.
pub(super) fn write(played: &Played, format: Format) -> Result<String, String> {
    let rules = &played.rules;
    let grid = grid(rules.game)?;
    // A start that is drawn at random is a position too.
    let drawn = rules.by_lot.then(String::new);
    let mut text = match &played.saved.position.clone().or(drawn) {
        None => "position startpos".to_owned(),
        Some(position) => {
            let start: &State = played
                .made
                .first()
                .map_or(&played.state, |made| &made.before);
            let (word, fen) = match format {
                Format::Usi => ("sfen", super::csa::sfen(rules, start)?),
                _ => {
                    let fen = position::standard(rules.game, rules.about, position, start)?;
                    ("fen", fen)
                }
            };
            format!("position {word} {fen}")
        }
    };
    let mut index = 0;
    while index < played.made.len() {
        if index == 0 {
            text.push_str(" moves");
        }
        let written = ply(played, &grid, format, index);
        let (ply, moves) =
            written.ok_or_else(|| format!("{} is no move by squares", played.made[index].text))?;
        text.push_str(&format!(" {ply}"));
        index += moves;
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_squares_are_split() {
        for (squares, text, wanted) in [
            (Squares::FromOne, "e2e4", Some(("e2", "e4"))),
            (Squares::FromOne, "a10b9", Some(("a10", "b9"))),
            (Squares::Shogi, "7g7f", Some(("7g", "7f"))),
            (Squares::FromOne, "e2", None),
            (Squares::FromOne, "", None),
        ] {
            assert_eq!(squares.split(text), wanted, "{text}");
        }
    }

    #[test]
    fn squares_are_named_and_found() {
        let row = |row: usize| (0..9).map(|column| Some(row * 9 + column)).collect();
        let grid: Grid = (0..9).map(row).collect();
        for (squares, name, slot) in [
            (Squares::FromOne, "a1", 0),
            (Squares::FromZero, "b0", 1),
            (Squares::Shogi, "9i", 0),
            (Squares::Shogi, "1a", 80),
        ] {
            assert_eq!(squares.slot(&grid, name), Some(slot), "{name}");
            assert_eq!(squares.name(&grid, slot).as_deref(), Some(name));
        }
        assert_eq!(Squares::Shogi.slot(&grid, "0a"), None);
        assert_eq!(Squares::FromOne.slot(&grid, "a0"), None);
    }
}

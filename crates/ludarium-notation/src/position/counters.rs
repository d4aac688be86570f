//! Positions of games whose pieces are all alike, as numbers: `4 4 4 4 4 4 / 4 4 4 4 4 4`.

use std::borrow::Cow;

use ludarium_engine::Game;
use ludarium_picture::Names;

use super::written::syntax;
use super::{grid, Grid, PositionError, PositionErrorKind};
use crate::number_words::counted;
use crate::text_board::{Glyphs, Style};

/// The letter of the only kind of piece, in a game that counts the pieces on a site and has none
/// beside them.
pub(super) fn letter(game: &Game, names: &Names) -> Option<String> {
    let features = game.features();
    let kinds = game.components().iter().enumerate().skip(1);
    let mut kinds = kinds.filter(|(_, kind)| kind.die.is_none());
    let (what, _) = kinds.next()?;
    let alone = kinds.next().is_none() && features.counts && !features.stacking;
    let glyphs = Glyphs::new(game, Style::Ascii, names);
    alone.then(|| glyphs.letter(what).to_owned())
}

/// The position with a letter behind each number of pieces, as other positions are written. A text
/// that does not begin with numbers of pieces is returned unchanged.
///
/// Numbers in brackets after the ranks are the pieces in the players' hands or stores.
///
/// # Errors
/// If there is not a number for every site.
pub(crate) fn with_letters<'t>(
    game: &Game,
    names: &Names,
    text: &'t str,
) -> Result<Cow<'t, str>, PositionError> {
    let spaced = text
        .replace(',', " ")
        .replace('[', " [ ")
        .replace(']', " ] ");
    let mut first = spaced.split('/').next().unwrap_or("").split_whitespace();
    let is_number = |word: Option<&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
    if !(is_number(first.next()) && is_number(first.next())) {
        return Ok(Cow::Borrowed(text));
    }
    match (letter(game, names), grid(game)) {
        (Some(letter), Ok(grid)) => Ok(Cow::Owned(lettered(&grid, &letter, &spaced)?)),
        _ => Ok(Cow::Borrowed(text)),
    }
}

/// The number of pieces that a word tells, with their letter; nothing for no pieces.
fn pieces(word: &str, letter: &str) -> Result<String, PositionError> {
    match word.parse::<u32>() {
        Ok(0) => Ok(String::new()),
        Ok(number) => Ok(format!("{number}{letter}")),
        Err(_) => Err(syntax(&format!("{word} is no number of pieces"))),
    }
}

fn lettered(grid: &Grid, letter: &str, text: &str) -> Result<String, PositionError> {
    let shape = |message: String| PositionError::new(PositionErrorKind::Shape, message);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != grid.len() {
        let message = format!(
            "{}, and the board has {}",
            counted(ranks.len(), "rank"),
            grid.len()
        );
        return Err(shape(message));
    }
    let mut rows = Vec::new();
    let mut rest = Vec::new();
    for (index, (rank, row)) in ranks.iter().zip(grid.iter().rev()).enumerate() {
        // A gap of the board may be written or not.
        let mut words = rank.split_whitespace().filter(|word| !is_gap(word));
        let own: Vec<&str> = words.by_ref().take(row.iter().flatten().count()).collect();
        rest = words.collect();
        let is_last = index + 1 == ranks.len();
        if own.len() < row.iter().flatten().count() || !(is_last || rest.is_empty()) {
            return Err(shape(format!(
                "rank {} has {}, and the board {} there",
                ranks.len() - index,
                counted(own.len() + rest.len(), "number"),
                counted(row.iter().flatten().count(), "site")
            )));
        }
        let mut own = own.into_iter();
        let cell = |site: &Option<usize>| match site.and_then(|_| own.next()) {
            Some(word) => pieces(word, letter),
            None => Ok(String::new()),
        };
        let cells: Vec<String> = row.iter().map(cell).collect::<Result<_, _>>()?;
        let empty_as_gap = |cell: &String| if cell.is_empty() { "1" } else { cell }.to_owned();
        rows.push(cells.iter().map(empty_as_gap).collect::<Vec<_>>().join(","));
    }
    let mut text = rows.join("/");
    let mut words = rest.into_iter().peekable();
    if words.next_if_eq(&"[").is_some() {
        let held = words.by_ref().take_while(|word| *word != "]");
        let held: Vec<String> = held
            .map(|word| pieces(word, letter))
            .collect::<Result<_, _>>()?;
        text = format!("{text}[{}]", held.join("|"));
    }
    Ok(words.fold(text, |text, word| text + " " + word))
}

fn is_gap(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '.' | '#' | '-'))
}

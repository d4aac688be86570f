//! Positions of games whose pieces are all alike, as numbers: `4 4 4 4 4 4 / 4 4 4 4 4 4`.

use std::borrow::Cow;

use ludarium_engine::Game;
use ludarium_picture::Names;

use super::{grid, Grid};
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
/// that does not give a number for every site is returned unchanged.
///
/// Numbers in brackets after the ranks are the pieces in the players' hands or stores.
pub(crate) fn with_letters<'t>(game: &Game, names: &Names, text: &'t str) -> Cow<'t, str> {
    let lettered = || {
        let letter = letter(game, names)?;
        let grid = grid(game).ok().filter(|grid| grid[0].len() > 1)?;
        replaced(&grid, &letter, text)
    };
    match text.contains('/') {
        true => lettered().map_or(Cow::Borrowed(text), Cow::Owned),
        false => Cow::Borrowed(text),
    }
}

fn replaced(grid: &Grid, letter: &str, text: &str) -> Option<String> {
    let spaced = text
        .replace(',', " ")
        .replace('[', " [ ")
        .replace(']', " ] ");
    let ranks: Vec<&str> = spaced.split('/').collect();
    if ranks.len() != grid.len() {
        return None;
    }
    let pieces = |word: &str| match word.parse() {
        Ok(0) => Some(String::new()),
        Ok(number) => Some(format!("{}{letter}", number.min(u32::from(u16::MAX)))),
        Err(_) => None,
    };
    let mut rows = Vec::new();
    let mut rest = Vec::new();
    for (rank, row) in ranks.iter().zip(grid.iter().rev()) {
        // A gap of the board may be written or not.
        let mut words = rank.split_whitespace().filter(|word| !is_gap(word));
        let mut cells = Vec::new();
        for site in row {
            let on_site = match site {
                Some(_) => pieces(words.next()?)?,
                None => String::new(),
            };
            cells.push(if on_site.is_empty() {
                "1".to_owned()
            } else {
                on_site
            });
        }
        rows.push(cells.join(","));
        // Only the last rank is followed by anything.
        if !rest.is_empty() {
            return None;
        }
        rest = words.collect();
    }
    let mut text = rows.join("/");
    let mut words = rest.into_iter();
    if words.clone().next() == Some("[") {
        let held = words.by_ref().skip(1).take_while(|word| *word != "]");
        let held: Vec<String> = held.map(pieces).collect::<Option<_>>()?;
        text = format!("{text}[{}]", held.join("|"));
    }
    Some(words.fold(text, |text, word| text + " " + word))
}

fn is_gap(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '.' | '#' | '-'))
}

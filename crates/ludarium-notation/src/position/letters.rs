//! The pieces that the letters of a position stand for.

use std::collections::HashMap;

use ludarium_engine::Game;

use super::written::{parse_stack, Written, WrittenPieces};
use super::{PositionContext, PositionError, PositionErrorKind};
use crate::text_board::{letter_text, Glyphs, Style};

/// Names of the piece that other programs write `N`, and sources also `H`.
const KNIGHT_NAMES: [&str; 2] = ["Knight", "Horse"];
const KNIGHT_LETTERS: [&str; 2] = ["N", "H"];

/// A kind of piece, and its state where the letter tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedPiece {
    /// The kind.
    pub what: usize,
    /// The state.
    pub state: Option<i32>,
}

/// The letters of a game's pieces: those of its own notation, those that other programs use, and
/// the characters of its drawing, in this order of precedence.
pub(super) struct Letters<'a> {
    game: &'a Game,
    context: PositionContext<'a>,
    glyphs: Glyphs,
    own: HashMap<String, NamedPiece>,
    standard: HashMap<String, NamedPiece>,
    drawn: HashMap<String, NamedPiece>,
    standard_first: bool,
}

impl<'a> Letters<'a> {
    pub fn new(game: &'a Game, context: &PositionContext<'a>) -> Letters<'a> {
        let names = context.names;
        let glyphs = Glyphs::new(game, Style::Ascii, names);
        let pieces = || {
            let components = game.components().iter().enumerate().skip(1);
            components.filter(|(_, component)| component.die.is_none())
        };
        let plain = |what| NamedPiece { what, state: None };
        let mut own = HashMap::new();
        for (what, state, letter) in glyphs.letters_of_states() {
            let state = Some(state);
            own.entry(letter.to_owned())
                .or_insert(NamedPiece { what, state });
        }
        for (what, _) in pieces() {
            own.entry(glyphs.letter(what).to_owned())
                .or_insert_with(|| plain(what));
        }
        let mut standard = HashMap::new();
        let in_case = |letter: &str, owner| letter_text(letter, owner, game.players(), true);
        for (what, component) in pieces() {
            let named = names.standard.iter();
            let named = named.filter(|(_, piece)| **piece == component.base);
            for (letter, _) in named {
                standard.insert(in_case(letter, component.owner), plain(what));
            }
        }
        for (what, component) in pieces() {
            if KNIGHT_NAMES.contains(&component.base.as_str()) {
                for letter in KNIGHT_LETTERS {
                    let letter = in_case(letter, component.owner);
                    standard.entry(letter).or_insert_with(|| plain(what));
                }
            }
        }
        let unicode = Glyphs::new(game, Style::Unicode, names);
        let mut drawn: HashMap<String, NamedPiece> = HashMap::new();
        let mut doubled = Vec::new();
        for (what, _) in pieces() {
            for glyphs in [&glyphs, &unicode] {
                let text = glyphs.of(what).to_owned();
                let first = drawn.entry(text.clone()).or_insert_with(|| plain(what));
                if first.what != what {
                    doubled.push(text);
                }
            }
        }
        for text in doubled {
            drawn.remove(&text);
        }
        // Earlier releases drew the crosses beside rings as full discs.
        if let Some(cross) = drawn.get("×").copied() {
            drawn.entry("●".to_owned()).or_insert(cross);
        }
        Letters {
            game,
            context: *context,
            glyphs,
            own,
            standard,
            drawn,
            standard_first: false,
        }
    }

    /// The same letters, with those of other programs before those of the game's own notation.
    pub fn standard_first(self) -> Letters<'a> {
        Letters {
            standard_first: true,
            ..self
        }
    }

    /// The letters in the precedence that a text needs: where it has a letter that only other
    /// programs use, all of its letters are theirs.
    pub fn fitting(self, written: &Written) -> Letters<'a> {
        let is_foreign = |letter: &str| {
            self.standard.contains_key(letter)
                && !self.own.contains_key(letter)
                && self.prefixed(letter).is_none()
        };
        let mut on_board = written.ranks.iter().flatten().flatten();
        let mut in_hand = written.hands.iter().flatten();
        let foreign = in_hand.any(|held| is_foreign(&held.pieces.letter))
            || on_board.any(|cell| match self.find(cell) {
                Some(_) => is_foreign(cell),
                None => parse_stack(cell)
                    .is_ok_and(|pieces| pieces.iter().any(|piece| is_foreign(&piece.letter))),
            });
        match foreign {
            true => self.standard_first(),
            false => self,
        }
    }

    /// The player who owns a kind of piece.
    pub fn owner(&self, what: usize) -> usize {
        self.glyphs.owner(what)
    }

    /// Whether a letter stands for a kind of piece of its owner, whatever the letter's case.
    pub fn is_written(&self, what: usize, letter: &str) -> bool {
        let letter = letter_text(letter, self.owner(what), self.game.players(), true);
        let is_it = |letters: &HashMap<String, NamedPiece>| {
            letters.get(&letter).map(|named| named.what) == Some(what)
        };
        is_it(&self.own) || is_it(&self.standard)
    }

    /// The piece that a letter stands for.
    ///
    /// # Errors
    /// If there is none; the message names the letters that there are.
    pub fn piece(&self, letter: &str) -> Result<NamedPiece, PositionError> {
        self.find(letter).ok_or_else(|| {
            let message = format!(
                "no piece is written {letter}; there are {}",
                self.list().join("; ")
            );
            PositionError::new(PositionErrorKind::Piece, message)
        })
    }

    /// The pieces on a site from the bottom up, each kind with its number: a piece, or several with
    /// their numbers and states.
    ///
    /// # Errors
    /// If there is no such piece, or none of them is written right.
    pub fn pieces(&self, cell: &str) -> Result<Vec<(NamedPiece, i32)>, PositionError> {
        if let Some(piece) = self.find(cell) {
            return Ok(vec![(piece, 1)]);
        }
        let named = |written: WrittenPieces| {
            let mut piece = self.piece(&written.letter)?;
            piece.state = written.state.or(piece.state);
            Ok((piece, written.count))
        };
        parse_stack(cell)?.into_iter().map(named).collect()
    }

    fn find(&self, letter: &str) -> Option<NamedPiece> {
        let own = || self.own.get(letter).copied();
        let standard = || self.standard.get(letter).copied();
        let found = match self.standard_first {
            true => standard().or_else(own),
            false => own().or_else(|| self.prefixed(letter)).or_else(standard),
        };
        found
            .or_else(|| self.prefixed(letter))
            .or_else(|| self.drawn.get(letter).copied())
            .or_else(|| self.in_any_case(letter))
    }

    /// The piece of a letter with its owner's prefix before it.
    fn prefixed(&self, letter: &str) -> Option<NamedPiece> {
        let (prefix, rest) = letter.split_at_checked(1)?;
        let owner = *self.context.prefixes?.get(prefix)?;
        let components = self.game.components();
        let fits = |what: &usize| {
            let plain = self.glyphs.letter(*what);
            let plain = plain.trim_end_matches(|c: char| c.is_ascii_digit());
            components[*what].die.is_none()
                && components[*what].owner == owner
                && plain.eq_ignore_ascii_case(rest)
        };
        let what = (1..components.len()).find(fits)?;
        Some(NamedPiece { what, state: None })
    }

    /// The only piece whose letter differs in case alone.
    fn in_any_case(&self, letter: &str) -> Option<NamedPiece> {
        let all = self.own.iter().chain(&self.drawn);
        let mut alike = all
            .filter(|(own, _)| own.eq_ignore_ascii_case(letter))
            .map(|(_, named)| *named);
        let first = alike.next()?;
        alike.all(|other| other == first).then_some(first)
    }

    /// For each owner the letters and names of the pieces: `K King, Q Queen`.
    fn list(&self) -> Vec<String> {
        let mut letters: Vec<(&String, &NamedPiece)> = self.own.iter().collect();
        letters.sort_by_key(|(letter, named)| (self.owner(named.what), named.what, *letter));
        let groups = letters.chunk_by(|a, b| self.owner(a.1.what) == self.owner(b.1.what));
        let line = |group: &[(&String, &NamedPiece)]| {
            let name = |what: usize| &self.game.components()[what].base;
            let pieces = group
                .iter()
                .map(|(letter, named)| format!("{letter} {}", name(named.what)));
            pieces.collect::<Vec<_>>().join(", ")
        };
        groups.map(line).collect()
    }
}

//! Positions as lists of pieces: `White: K e1, R a1 h1, P a2-h2; Black: K e8; White to move`.
//!
//! A number in brackets after a site is that of the pieces there. Where pieces stack, a site may be
//! named again: what comes later lies higher. A state that the place does not tell follows a colon:
//! `K e1:1`.

use ludarium_engine::{Piece, SetUp, State};

use super::follow::Replayer;
use crate::position::{check_room, hand_slot, pile, PositionError, PositionErrorKind};

/// A kind of piece, and its state where the text tells it.
#[derive(Clone, Copy)]
struct ListedPiece {
    what: usize,
    state: Option<i32>,
}

/// Words after a side that make it the mover.
const MOVER_WORDS: [&str; 5] = ["to move", "to play", "moves", "plays", "begins"];

impl Replayer<'_> {
    /// Whether a text begins as a list of pieces does: with a side and the sign of a piece of its.
    pub(super) fn is_piece_list(&self, text: &str) -> bool {
        let first = text.split(';').next().unwrap_or(text);
        let begins = self.of_side(first).and_then(|(player, pieces)| {
            let sign = Listed::parse(words(pieces).next()?).word;
            Some(self.listed_piece(player, sign).is_some() || self.joined(player, sign).is_some())
        });
        begins.unwrap_or(false)
    }

    /// The position of a list of pieces. Each part between `;` lists the pieces of one side or
    /// names the mover; without that the owner of the piece on the site `mover` moves next, or the
    /// first player. A piece whose sign does not tell its state has the state of the same kind on
    /// its site in `like`.
    ///
    /// # Errors
    /// If a side, a piece or a site is unknown, or a site has no room for its pieces.
    pub(super) fn parse_piece_list(
        &self,
        text: &str,
        mover: Option<&str>,
        like: &State,
    ) -> Result<SetUp, PositionError> {
        let mut setup = SetUp::default();
        for part in text
            .split([';', '\n'])
            .map(|part| part.trim().trim_end_matches('.'))
        {
            let side = MOVER_WORDS.iter().find_map(|word| part.strip_suffix(word));
            if let Some(side) = side {
                let player = self.numbered_side(side.trim());
                setup.mover = player.ok_or_else(|| {
                    let message = format!("who is {}?", side.trim());
                    PositionError::new(PositionErrorKind::Player, message)
                })?;
            } else if !part.is_empty() {
                let (player, pieces) = self.of_side(part).ok_or_else(|| {
                    let message = format!("whose are the pieces of {part:?}?");
                    PositionError::new(PositionErrorKind::Player, message)
                })?;
                self.add_pieces(player, pieces, like, &mut setup.pieces)?;
            }
        }
        if setup.mover == 0 {
            let slot = mover.and_then(|label| self.slot(label).ok());
            let stands = setup.pieces.iter().find(|(own, _)| Some(*own) == slot);
            setup.mover = stands.map_or(1, |(_, piece)| self.labels.glyphs.owner(piece.what));
        }
        Ok(setup)
    }

    /// The side that a text begins with, and the text after it.
    fn of_side<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let (side, pieces) = text
            .split_once(':')
            .or_else(|| text.trim().split_once(char::is_whitespace))?;
        let side = side.trim();
        let bare = side.strip_prefix("the ").unwrap_or(side);
        Some((self.numbered_side(bare)?, pieces.trim()))
    }

    /// A side by its name or number, or those who own what is no player's.
    fn numbered_side(&self, word: &str) -> Option<usize> {
        let players = self.game.players();
        let small = word.to_lowercase();
        let number = small.strip_prefix("player ").unwrap_or(&small).parse();
        match small.as_str() {
            "nobody" | "nobody's" | "neutral" => Some(0),
            "everybody" | "everybody's" | "shared" => Some(players + 1),
            _ => self
                .side(word)
                .or(number.ok().filter(|own| (1..=players).contains(own))),
        }
    }

    /// Adds the pieces of one side: signs, each with the sites of these pieces.
    fn add_pieces(
        &self,
        player: usize,
        text: &str,
        start: &State,
        pieces: &mut Vec<(usize, Piece)>,
    ) -> Result<(), PositionError> {
        let mut of_kind = None;
        // The sign whose site has not come yet.
        let mut waiting = None;
        let no_site = |sign: Option<&str>| match sign {
            Some(sign) => {
                let message = format!("where is {sign}? a site must follow");
                Err(PositionError::new(PositionErrorKind::Site, message))
            }
            None => Ok(()),
        };
        let (on_board, in_hand) = in_hand(text);
        for word in words(on_board) {
            let Listed { word, count, state } = Listed::parse(word);
            let sites = self.listed_sites(player, word);
            // A word such as `d1` may be a site, and the sign of a first player's piece.
            let is_site = waiting.is_some() && sites.is_ok() && !self.is_letter(player, word);
            let begins = (self.listed_piece(player, word)).filter(|_| !is_site);
            let sites = match (begins, self.joined(player, word)) {
                (Some(piece), _) => {
                    no_site(waiting.replace(word))?;
                    // A state behind the sign is that of all pieces that it begins.
                    of_kind = Some(ListedPiece {
                        state: state.or(piece.state),
                        ..piece
                    });
                    continue;
                }
                (None, Some((piece, joined))) if sites.is_err() => {
                    no_site(waiting)?;
                    of_kind = Some(piece);
                    joined
                }
                _ => sites?,
            };
            waiting = None;
            let piece = of_kind.ok_or_else(|| {
                let message = format!("which piece stands on {word}?");
                PositionError::new(PositionErrorKind::Piece, message)
            })?;
            for slot in sites {
                let mut placed = as_in(start, slot, piece);
                placed.state = state.unwrap_or(placed.state);
                self.place(slot, placed, count, pieces)?;
            }
        }
        no_site(waiting)?;
        self.add_hand(player, in_hand, start, pieces)
    }

    /// Puts a number of equal pieces on a slot, where there is room for them.
    fn place(
        &self,
        slot: usize,
        piece: Piece,
        count: i32,
        pieces: &mut Vec<(usize, Piece)>,
    ) -> Result<(), PositionError> {
        pieces.extend(pile(self.game, slot, piece, count));
        let on_site = pieces.iter().filter(|(own, _)| *own == slot);
        let on_site: Vec<Piece> = on_site.map(|(_, piece)| *piece).collect();
        check_room(self.game, &on_site).map_err(|room| {
            let site = self.labels.board.label(self.game, slot as i32);
            let number: i32 = on_site.iter().map(|piece| piece.count).sum();
            let message = format!("{number} pieces on {site}: {room}");
            PositionError::new(PositionErrorKind::Site, message)
        })
    }

    /// Whether a word is the letter of a piece of this side, in its case.
    fn is_letter(&self, player: usize, word: &str) -> bool {
        let glyphs = &self.labels.glyphs;
        let mut kinds = 1..self.game.components().len();
        kinds.any(|what| glyphs.owner(what) == player && glyphs.letter(what) == word)
    }

    /// Adds the pieces in one side's hand: signs, with their number before or after them.
    fn add_hand(
        &self,
        player: usize,
        text: &str,
        start: &State,
        pieces: &mut Vec<(usize, Piece)>,
    ) -> Result<(), PositionError> {
        let mut times = None;
        for word in words(text).filter(|word| !matches!(*word, "none" | "-")) {
            let is_digit = |c: char| c.is_ascii_digit();
            let sign = word.trim_matches(is_digit);
            let number = word.strip_prefix(sign).or_else(|| word.strip_suffix(sign));
            let number = number.and_then(|number| number.parse().ok());
            if sign.is_empty() {
                times = number;
                continue;
            }
            let shared = || self.listed_piece(self.game.players() + 1, sign);
            let piece = self
                .listed_piece(player, sign)
                .or_else(shared)
                .ok_or_else(|| {
                    let message = format!("what is {word} in hand?");
                    PositionError::new(PositionErrorKind::Piece, message)
                })?;
            let slot = hand_slot(self.game, &self.names, start, pieces, player, piece.what);
            let slot = slot.ok_or_else(|| PositionError::no_hand(sign))?;
            let count = number.or(times.take()).unwrap_or(1);
            pieces.extend(pile(self.game, slot, Piece::of(piece.what), count));
        }
        Ok(())
    }

    /// The kind of a player's pieces that a sign or name means, with their state where it tells
    /// that; names may be in the plural.
    fn listed_piece(&self, player: usize, sign: &str) -> Option<ListedPiece> {
        let sign = sign.trim_matches(['(', ')', ':']);
        let owned = |what: usize| self.labels.glyphs.owner(what) == player;
        let components = self.game.components();
        let kinds: Vec<usize> = (1..components.len())
            .filter(|&what| owned(what) && components[what].die.is_none())
            .collect();
        // A letter stands for a piece in one state, or for all of a kind; its case may tell which.
        let in_states = self.labels.glyphs.letters_of_states();
        let in_states = in_states.map(|(what, state, own)| (what, Some(state), own));
        let of_kinds = kinds
            .iter()
            .map(|&what| (what, None, self.labels.glyphs.letter(what)));
        let letters: Vec<_> = in_states
            .chain(of_kinds)
            .filter(|(what, ..)| owned(*what))
            .collect();
        let exact = letters.iter().find(|(.., own)| *own == sign);
        let in_any_case = || {
            letters
                .iter()
                .find(|(.., own)| own.eq_ignore_ascii_case(sign))
        };
        if let Some(&(what, state, _)) = exact.or_else(in_any_case) {
            return Some(ListedPiece { what, state });
        }
        let singular = sign.strip_suffix('s').filter(|name| name.len() > 2);
        let written = |what: &usize| {
            self.is_written(*what, sign)
                || singular.is_some_and(|name| self.is_written(*what, name))
        };
        kinds
            .into_iter()
            .find(written)
            .map(|what| ListedPiece { what, state: None })
    }

    /// Splits a sign and its sites in one word: `Ke1`, `Pa2-h2`.
    fn joined(&self, player: usize, word: &str) -> Option<(ListedPiece, Vec<usize>)> {
        let mut places = word
            .char_indices()
            .skip(1)
            .filter_map(|(at, _)| word.split_at_checked(at));
        places.find_map(|(sign, sites)| {
            Some((
                self.listed_piece(player, sign)?,
                self.listed_sites(player, sites).ok()?,
            ))
        })
    }

    /// A site, or the sites of a rank or file from one to another: `a2-h2`.
    fn listed_sites(&self, player: usize, text: &str) -> Result<Vec<usize>, PositionError> {
        let Some((first, last)) = text.split_once('-') else {
            return Ok(vec![self.slot_of(player, text)?]);
        };
        let ends = [self.slot_of(player, first)?, self.slot_of(player, last)?];
        let board = self.game.board();
        let sites = board.topology.sites(board.default_site);
        let [Some(first), Some(last)] = ends.map(|slot| sites.get(slot)) else {
            let message = format!("{text} is not on the board");
            return Err(PositionError::new(PositionErrorKind::Site, message));
        };
        let within =
            |value, one, other| one <= value && value <= other || other <= value && value <= one;
        let all = sites.iter().enumerate().filter(|(_, site)| {
            let rows = first.row == last.row || first.column == last.column;
            rows && within(site.row, first.row, last.row)
                && within(site.column, first.column, last.column)
        });
        let slots: Vec<usize> = all.map(|(slot, _)| slot).collect();
        match slots.is_empty() {
            true => {
                let message = format!("{text} is no part of a rank or file");
                Err(PositionError::new(PositionErrorKind::Site, message))
            }
            false => Ok(slots),
        }
    }
}

/// A word of a list: a piece or a site, with the number of pieces there and their state.
struct Listed<'t> {
    word: &'t str,
    count: i32,
    state: Option<i32>,
}

impl<'t> Listed<'t> {
    fn parse(text: &'t str) -> Listed<'t> {
        let in_brackets = text
            .strip_suffix(')')
            .and_then(|text| text.rsplit_once('('));
        let counted = in_brackets.and_then(|(word, count)| Some((word, count.parse().ok()?)));
        let (word, count) = counted
            .filter(|(word, _)| !word.is_empty())
            .unwrap_or((text, 1));
        let stated = word.rsplit_once(':');
        let stated = stated.and_then(|(word, state)| Some((word, state.parse().ok()?)));
        let (word, state) = stated.map_or((word, None), |(word, state)| (word, Some(state)));
        Listed { word, count, state }
    }
}

/// The words of a part of a list.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split([',', ' ']);
    parts.filter(|word| !matches!(*word, "" | "and"))
}

/// Splits the pieces on the board from those in hand: `K e1, in hand 2 P`, `K e1, hand: P2`,
/// `K e1, P in hand`.
fn in_hand(text: &str) -> (&str, &str) {
    let small = text.to_ascii_lowercase();
    let begins = |at: usize| small[..at].ends_with([' ', ',']) || at == 0;
    let mark = ["in hand", "in reserve", "hand", "reserve"]
        .into_iter()
        .find_map(|mark| {
            let at = small.find(mark).filter(|at| begins(*at))?;
            Some((at, at + mark.len()))
        });
    let Some((at, end)) = mark else {
        return (text, "");
    };
    let behind = text[end..].trim_start_matches([':', ' ']);
    match (behind.is_empty(), text[..at].rsplit_once(',')) {
        (false, _) => (&text[..at], behind),
        (true, Some(split)) => split,
        (true, None) => ("", &text[..at]),
    }
}

/// A piece for a slot, with the state that a piece of its kind has there in another position.
fn as_in(like: &State, slot: usize, piece: ListedPiece) -> Piece {
    let own = (like.what(slot) == piece.what).then(|| like.state_at(slot, 0));
    let mut placed = Piece::of(piece.what);
    placed.state = piece.state.or(own).unwrap_or(placed.state);
    placed
}

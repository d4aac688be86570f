//! Positions told as lists of men: `White: K e1, R a1 h1, P a2-h2; Black: K e8; White to move`.

use ludarium_engine::{Piece, SetUp, State};

use super::follow::Follower;
use crate::position::hand_slot;

/// A kind of man, and his state where what is written tells it.
#[derive(Clone, Copy)]
struct Man {
    what: usize,
    state: Option<i32>,
}

/// Words behind a side that say that it moves next.
const MOVES: [&str; 5] = ["to move", "to play", "moves", "plays", "begins"];

impl Follower<'_> {
    /// Whether a text begins as a list of men does: with a side and the sign of a man of his.
    pub(super) fn is_list(&self, text: &str) -> bool {
        let first = text.split(';').next().unwrap_or(text);
        let begins = self.of_side(first).and_then(|(player, men)| {
            let sign = men.split_whitespace().next()?;
            Some(self.listed_man(player, sign).is_some() || self.joined(player, sign).is_some())
        });
        begins.unwrap_or(false)
    }

    /// The position that a list of men tells, between `;` the men of one side each, or who moves next: else the owner
    /// of the man on the site `mover` does, or the first player. Men whose sign does not tell their state have the one
    /// that men of their kind have there in `like`.
    ///
    /// # Errors
    /// If a side, a man or a site is unknown, or two men stand on one site.
    pub(super) fn listed_men(
        &self,
        text: &str,
        mover: Option<&str>,
        like: &State,
    ) -> Result<SetUp, String> {
        let mut setup = SetUp::default();
        for part in text
            .split([';', '\n'])
            .map(|part| part.trim().trim_end_matches('.'))
        {
            let side = MOVES.iter().find_map(|word| part.strip_suffix(word));
            if let Some(side) = side {
                let player = self.side(side.trim());
                setup.mover = player.ok_or_else(|| format!("who is {}?", side.trim()))?;
            } else if !part.is_empty() {
                let (player, men) = self
                    .of_side(part)
                    .ok_or_else(|| format!("whose are the men of {part:?}?"))?;
                self.add_men(player, men, like, &mut setup.pieces)?;
            }
        }
        if setup.mover == 0 {
            let slot = mover.and_then(|label| self.slot(label).ok());
            let stands = setup.pieces.iter().find(|(own, _)| Some(*own) == slot);
            setup.mover = stands.map_or(1, |(_, piece)| self.signs.glyphs.owner(piece.what));
        }
        Ok(setup)
    }

    /// The side that a text begins with, and what stands behind it.
    fn of_side<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let (side, men) = text
            .split_once(':')
            .or_else(|| text.trim().split_once(char::is_whitespace))?;
        let side = side.trim();
        let bare = side.strip_prefix("the ").unwrap_or(side);
        Some((self.side(bare)?, men.trim()))
    }

    /// Adds the men of one side: a sign, and the sites of the men so written.
    fn add_men(
        &self,
        player: usize,
        men: &str,
        start: &State,
        pieces: &mut Vec<(usize, Piece)>,
    ) -> Result<(), String> {
        let mut of_kind = None;
        let (men, in_hand) = in_hand(men);
        for word in words(men) {
            let sites = match (self.listed_man(player, word), self.joined(player, word)) {
                (Some(man), _) => {
                    of_kind = Some(man);
                    continue;
                }
                (None, Some((man, sites))) if self.sites_told(player, word).is_err() => {
                    of_kind = Some(man);
                    sites
                }
                _ => self.sites_told(player, word)?,
            };
            let man = of_kind.ok_or_else(|| format!("which man stands on {word}?"))?;
            for slot in sites {
                if pieces.iter().any(|(own, _)| *own == slot) {
                    let site = self.signs.plan.label(self.game, slot as i32);
                    return Err(format!("two men stand on {site}"));
                }
                pieces.push((slot, as_in(start, slot, man)));
            }
        }
        self.add_hand(player, in_hand, start, pieces)
    }

    /// Adds the men whom one side has in hand: signs, with how many before or behind.
    fn add_hand(
        &self,
        player: usize,
        men: &str,
        start: &State,
        pieces: &mut Vec<(usize, Piece)>,
    ) -> Result<(), String> {
        let mut times = None;
        for word in words(men).filter(|word| !matches!(*word, "none" | "-")) {
            let is_digit = |c: char| c.is_ascii_digit();
            let sign = word.trim_matches(is_digit);
            let number = word.strip_prefix(sign).or_else(|| word.strip_suffix(sign));
            let number = number.and_then(|number| number.parse().ok());
            if sign.is_empty() {
                times = number;
                continue;
            }
            let man = self.listed_man(player, sign);
            let man = man.ok_or_else(|| format!("what is {word} in hand?"))?;
            let slot = hand_slot(self.game, &self.names, start, pieces, man.what);
            let slot = slot.ok_or_else(|| format!("there is no hand for {sign}"))?;
            let count = number.or(times.take()).unwrap_or(1);
            pieces.push((
                slot,
                Piece {
                    count,
                    ..Piece::of(man.what)
                },
            ));
        }
        Ok(())
    }

    /// The kind of a player's men that a sign or name means, with their state where it tells that; names may stand in
    /// the plural.
    fn listed_man(&self, player: usize, sign: &str) -> Option<Man> {
        let sign = sign.trim_matches(['(', ')', ':']);
        let owned = |what: usize| self.signs.glyphs.owner(what) == player;
        let in_state = self.signs.glyphs.letters_of_states();
        let mut in_state =
            in_state.filter(|(what, _, own)| owned(*what) && own.eq_ignore_ascii_case(sign));
        if let Some((what, state, _)) = in_state.next() {
            return Some(Man {
                what,
                state: Some(state),
            });
        }
        let components = self.game.components();
        let mut kinds =
            (1..components.len()).filter(|&what| owned(what) && components[what].die.is_none());
        let singular = sign.strip_suffix('s').filter(|name| name.len() > 2);
        let written = |what: &usize| {
            self.is_written(*what, sign)
                || singular.is_some_and(|name| self.is_written(*what, name))
        };
        kinds.find(written).map(|what| Man { what, state: None })
    }

    /// A sign and its sites in one word: `Ke1`, `Pa2-h2`.
    fn joined(&self, player: usize, word: &str) -> Option<(Man, Vec<usize>)> {
        let mut places = word
            .char_indices()
            .skip(1)
            .filter_map(|(at, _)| word.split_at_checked(at));
        places.find_map(|(sign, sites)| {
            Some((
                self.listed_man(player, sign)?,
                self.sites_told(player, sites).ok()?,
            ))
        })
    }

    /// A site, or those of a rank or file from one to another: `a2-h2`.
    fn sites_told(&self, player: usize, text: &str) -> Result<Vec<usize>, String> {
        let Some((first, last)) = text.split_once('-') else {
            return Ok(vec![self.slot_of(player, text)?]);
        };
        let ends = [self.slot_of(player, first)?, self.slot_of(player, last)?];
        let board = self.game.board();
        let sites = board.topology.sites(board.default_site);
        let [Some(first), Some(last)] = ends.map(|slot| sites.get(slot)) else {
            return Err(format!("{text} is not on the board"));
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
            true => Err(format!("{text} is no part of a rank or file")),
            false => Ok(slots),
        }
    }
}

/// The words of a part of a list.
fn words(men: &str) -> impl Iterator<Item = &str> {
    let parts = men.split([',', ' ']);
    parts.filter(|word| !matches!(*word, "" | "and"))
}

/// The men on the board and those in hand: `K e1, in hand 2 P`, `K e1, hand: P2`, `K e1, P in hand`.
fn in_hand(men: &str) -> (&str, &str) {
    let small = men.to_ascii_lowercase();
    let begins = |at: usize| small[..at].ends_with([' ', ',']) || at == 0;
    let mark = ["in hand", "in reserve", "hand", "reserve"]
        .into_iter()
        .find_map(|mark| {
            let at = small.find(mark).filter(|at| begins(*at))?;
            Some((at, at + mark.len()))
        });
    let Some((at, end)) = mark else {
        return (men, "");
    };
    let behind = men[end..].trim_start_matches([':', ' ']);
    match (behind.is_empty(), men[..at].rsplit_once(',')) {
        (false, _) => (&men[..at], behind),
        (true, Some(split)) => split,
        (true, None) => ("", &men[..at]),
    }
}

/// A man, who has the state of the man of his kind who stands there in another position.
fn as_in(like: &State, slot: usize, man: Man) -> Piece {
    let own = (like.what(slot) == man.what).then(|| like.state_at(slot, 0));
    let mut piece = Piece::of(man.what);
    piece.state = man.state.or(own).unwrap_or(piece.state);
    piece
}

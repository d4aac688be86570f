//! Moves that are one move in the protocols and two decisions in some descriptions: a piece reaches
//! the last row, and then its owner chooses the promotion.

use ludarium_engine::{Game, Move, SplitMix64, State};

use crate::{ProtocolError, ProtocolNotation};

/// The promotions to choose from after a move: all legal moves then, each with its letter. Empty if
/// the move is not followed by such a choice.
#[derive(Clone, Debug, Default)]
pub struct Promotions(Vec<(Move, String)>);

impl Promotions {
    /// Whether there is nothing to choose.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves, in the order of the legal ones.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.0.iter().map(|(mv, _)| *mv).collect()
    }

    /// The letter of a move; empty for other moves.
    #[must_use]
    pub fn letter(&self, wanted: Move) -> &str {
        let found = self.0.iter().find(|(mv, _)| *mv == wanted);
        found.map_or("", |(_, letter)| letter)
    }

    /// The move that a letter means. The letter may be missing if there is only one move.
    fn of(&self, letter: &str) -> Result<Move, ProtocolError> {
        let same = |own: &&(Move, String)| own.1.eq_ignore_ascii_case(letter);
        match (self.0.iter().find(same), &self.0[..]) {
            (Some((mv, _)), _) => Ok(*mv),
            (None, [(mv, _)]) if letter.is_empty() => Ok(*mv),
            _ => {
                let letters = self.0.iter().map(|(_, own)| own.clone());
                Err(ProtocolError::Promotion(letters.collect()))
            }
        }
    }
}

/// A move of a protocol, found among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtocolMove {
    /// The index of the move.
    pub index: usize,
    /// The promotion, if it is a decision of its own.
    pub promotion: Option<Move>,
}

impl ProtocolNotation {
    /// The promotions to choose from after a move.
    #[must_use]
    pub fn promotions(
        &self,
        game: &Game,
        before: &State,
        chance: &SplitMix64,
        mv: Move,
    ) -> Promotions {
        if mv.origin() == mv.target() {
            return Promotions::default();
        }
        let (mut state, mut chance) = (before.clone(), chance.clone());
        game.apply(&mut state, mv, &mut chance);
        if state.over() || state.mover() != before.mover() {
            return Promotions::default();
        }
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        let stays = |own: &Move| own.origin() == mv.target() && own.target() == mv.target();
        if !legal.iter().all(stays) {
            return Promotions::default();
        }
        let written = self.move_texts(game, &state, &chance, &legal);
        let letters = written.into_iter().map(|own| own.promotion);
        let all: Vec<(Move, String)> = legal.into_iter().zip(letters).collect();
        match all.iter().all(|(_, letter)| !letter.is_empty()) {
            true => Promotions(all),
            false => Promotions::default(),
        }
    }

    /// The legal move that a text means, as [`ProtocolNotation::find`] does, and the promotion.
    ///
    /// # Errors
    /// If the text means no legal move, or does not name the promotion.
    pub fn find_move(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
        text: &str,
    ) -> Result<ProtocolMove, ProtocolError> {
        let index = self.find(game, state, chance, legal, text)?;
        let promotions = self.promotions(game, state, chance, legal[index]);
        if promotions.is_empty() {
            return Ok(ProtocolMove {
                index,
                promotion: None,
            });
        }
        let squares = &self.move_texts(game, state, chance, &legal[index..=index])[0].squares;
        let letter = text.get(squares.len()..).unwrap_or_default();
        let promotion = promotions.of(letter.trim_start_matches('='))?;
        Ok(ProtocolMove {
            index,
            promotion: Some(promotion),
        })
    }
}

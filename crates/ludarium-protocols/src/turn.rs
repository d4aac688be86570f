//! Turns: what the protocols take for one move, and some descriptions for two decisions. A man goes to the last row; then
//! it is said what he becomes.

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::script::Script;

/// What the man who has just come may become: the moves that say so, all that are legal then, each with its letter. Empty
/// where nothing of the kind is to be said.
#[derive(Clone, Debug, Default)]
pub struct Becoming(Vec<(Move, String)>);

impl Becoming {
    /// Whether the turn has no such second part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves, in the order of the list of legal ones.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.0.iter().map(|(mv, _)| *mv).collect()
    }

    /// The letter of a move.
    #[must_use]
    pub fn letter(&self, wanted: Move) -> &str {
        let found = self.0.iter().find(|(mv, _)| *mv == wanted);
        found.map_or("", |(_, letter)| letter)
    }

    /// The move that a letter means; one that is missing is missed only where there is a choice.
    fn of(&self, letter: &str) -> Result<Move, String> {
        let same = |own: &&(Move, String)| own.1.eq_ignore_ascii_case(letter);
        match (self.0.iter().find(same), &self.0[..]) {
            (Some((mv, _)), _) => Ok(*mv),
            (None, [(mv, _)]) if letter.is_empty() => Ok(*mv),
            _ => {
                let letters: Vec<&str> = self.0.iter().map(|(_, own)| own.as_str()).collect();
                Err(format!("what does he become: {}?", letters.join(", ")))
            }
        }
    }
}

/// A move of the protocol, found among the legal ones.
pub struct Turn {
    /// The index of the move.
    pub index: usize,
    /// What the man becomes, where that is a decision of its own.
    pub becomes: Option<Move>,
}

impl Script {
    /// What may be said of the man who comes with a move, once he has come.
    #[must_use]
    pub fn becoming(&self, game: &Game, before: &State, chance: &SplitMix64, mv: Move) -> Becoming {
        if mv.origin() == mv.target() {
            return Becoming::default();
        }
        let (mut state, mut chance) = (before.clone(), chance.clone());
        game.apply(&mut state, mv, &mut chance);
        if state.over() || state.mover() != before.mover() {
            return Becoming::default();
        }
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        let stays = |own: &Move| own.origin() == mv.target() && own.target() == mv.target();
        if !legal.iter().all(stays) {
            return Becoming::default();
        }
        let written = self.written(game, &state, &chance, &legal);
        let letters = written.into_iter().map(|own| own.promotion);
        let all: Vec<(Move, String)> = legal.into_iter().zip(letters).collect();
        match all.iter().all(|(_, letter)| !letter.is_empty()) {
            true => Becoming(all),
            false => Becoming::default(),
        }
    }

    /// The turn that a text of the protocol means: [`Script::find`], and what the man becomes.
    ///
    /// # Errors
    /// If it is no legal move, or does not say what has to be said.
    pub fn find_turn(
        &self,
        game: &Game,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
        text: &str,
    ) -> Result<Turn, String> {
        let index = self.find(game, state, chance, legal, text)?;
        let becoming = self.becoming(game, state, chance, legal[index]);
        if becoming.is_empty() {
            return Ok(Turn {
                index,
                becomes: None,
            });
        }
        let squares = &self.written(game, state, chance, &legal[index..=index])[0].squares;
        let letter = text.get(squares.len()..).unwrap_or_default();
        let becomes = becoming.of(letter.trim_start_matches('='))?;
        Ok(Turn {
            index,
            becomes: Some(becomes),
        })
    }
}

//! The moves of a saved game, played again, and the game as a saved game.

use ludarium_engine::SplitMix64;
use ludarium_notation::records::Replayer;
use ludarium_notation::{read_position, saved, SavedGame};

use super::{Ply, Session};
use crate::error::Error;

impl Ply {
    /// The move as a saved game has it.
    fn saved(&self) -> String {
        saved::with_throw(self.throw.as_deref(), &self.text)
    }
}

impl Session {
    /// Plays the moves of a saved game.
    pub fn replay(&mut self, moves: &[String]) -> Result<(), Error> {
        for (ply, text) in moves.iter().enumerate() {
            let wrong = |why: String| format!("ply {}: {why}", ply + 1);
            let (throw, text) = saved::split_throw(text);
            if let Some(throw) = throw {
                self.show_throw(throw).map_err(wrong)?;
            }
            let index = self.meant(text).map_err(|why| wrong(why.to_string()))?;
            self.make(index);
        }
        Ok(())
    }

    /// Makes the dice show a throw: the last move, or the start, throws them again.
    pub(in crate::play) fn show_throw(&mut self, throw: &str) -> Result<(), String> {
        let game = &self.chosen.loaded.game;
        let replayer = Replayer::new(game, self.chosen.about());
        let shown = match self.plies.last() {
            Some(ply) => replayer.thrown(throw, &ply.chance, |chance| {
                let mut after = ply.before.clone();
                game.apply(&mut after, ply.mv, chance);
                after
            }),
            None => replayer.thrown(throw, &SplitMix64::new(self.seed), |chance| {
                let read =
                    |text: &String| read_position(game, self.chosen.about(), text, chance).ok();
                let position = self.position.as_ref().and_then(read);
                position.unwrap_or_else(|| game.start(chance))
            }),
        };
        let shown = shown.ok_or_else(|| format!("the dice cannot show {throw} here"))?;
        if shown != (self.state.clone(), self.chance.clone()) {
            (self.state, self.chance) = shown;
            if self.plies.is_empty() {
                self.start = self.state.clone();
            }
            self.throw = Some(throw.to_owned());
            self.look();
        }
        Ok(())
    }

    /// The game as a saved game.
    pub fn saved(&self) -> SavedGame {
        SavedGame {
            game: self.chosen.name.clone(),
            readings: self.chosen.with.clone(),
            seed: self.seed,
            position: self.position.clone(),
            moves: self.plies.iter().map(Ply::saved).collect(),
        }
    }
}

//! Owners as a set of bits.

use super::Evaluator;
use crate::ir::Owners;
use crate::layout::{Field, PlayerField};

impl<'a> Evaluator<'a> {
    /// A bit for each owner: 0 neutral, the players, players + 1 shared.
    pub fn owner_mask(&mut self, owners: &'a Owners) -> u32 {
        let players = self.game.players as i32;
        let each = |test: &dyn Fn(i32) -> bool| {
            (1..=players)
                .filter(|&p| test(p))
                .fold(0, |mask, p| mask | 1u32 << p)
        };
        match owners {
            Owners::One(player) => match self.int(player) {
                player @ 0..=31 => 1 << player,
                _ => 0,
            },
            Owners::All => u32::MAX,
            Owners::Each => each(&|_| true),
            Owners::NonMover => {
                // Neutral pieces are not the mover's, either.
                let mover = self.state.field(Field::Mover);
                each(&|player| player != mover) | 1
            }
            Owners::Enemy => {
                let mover = self.state.field(Field::Mover);
                each(&|player| !self.friends(player, mover))
            }
            Owners::Friend => {
                let mover = self.state.field(Field::Mover);
                each(&|player| self.friends(player, mover))
            }
            Owners::Ally => {
                let mover = self.state.field(Field::Mover);
                each(&|player| player != mover && self.friends(player, mover))
            }
            Owners::Team(team) => {
                let team = self.int(team);
                each(&|player| self.state.player(PlayerField::Team, player as usize) == team)
            }
        }
    }
}

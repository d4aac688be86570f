//! Questions whether somebody has a move.

use super::code::Gen;
use super::Play;
use crate::ir::{Iter, OFF};
use crate::layout::Field;

impl<'k> Play<'k> {
    /// `(can Move ...)`.
    pub fn can_move(&mut self, gen: &'k Gen) -> bool {
        let env = self.env;
        self.supposing += 1;
        let any = self.any(gen);
        self.supposing -= 1;
        self.env = env;
        any
    }

    /// Whether the player after the mover would have no move now.
    pub fn next_is_stuck(&mut self) -> bool {
        let player = self.at.field(Field::Next);
        let Some(next) = usize::try_from(player).ok().filter(|&next| next >= 1) else {
            return false;
        };
        if next > self.kernel.frame.players || self.asking {
            return false;
        }
        let kernel = self.kernel;
        let Some(phase) = kernel.phases.get(self.phase_of(next)) else {
            return true;
        };
        let fields = [Field::Mover, Field::Next, Field::Prev];
        let old = fields.map(|field| self.at.field(field));
        let mut env = [OFF; crate::ir::ITERS];
        for iter in [Iter::Pips, Iter::Die] {
            env[iter as usize] = self.get(iter);
        }
        let env = std::mem::replace(&mut self.env, env);
        let deciding = std::mem::replace(&mut self.deciding, false);
        self.asking = true;
        let follower = self.follower(next, 0);
        for (field, value) in fields.into_iter().zip([player, follower, old[0]]) {
            self.at.set_field(field, value);
        }
        let stuck = !self.any(&phase.moves);
        for (field, value) in fields.into_iter().zip(old) {
            self.at.set_field(field, value);
        }
        self.asking = false;
        self.deciding = deciding;
        self.env = env;
        stuck
    }
}

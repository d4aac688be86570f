//! Games for two with strictly alternating turns: the mover, the number of plies, and the result.

use super::placing::KernelBuffers;
use crate::chance::SplitMix64;
use crate::game::Game;
use crate::layout::{Field, PlayerField};
use crate::rollout::Rollout;
use crate::set::nth;
use crate::state::State;

/// The progress of a game for two.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlternatingTurns {
    /// The player to move.
    mover: usize,
    /// The number of plies made so far, and their limit.
    plies: usize,
    limit: usize,
    /// The ply, counted from here, at which the mover may swap seats instead; `usize::MAX` if that
    /// is over.
    swap_at: usize,
    /// The passes that end the game now: both players', but only one where the first move of a
    /// game in which nothing was placed is a pass.
    passes_to_end: usize,
}

impl AlternatingTurns {
    /// The progress from a position; `None` where turns might not simply alternate.
    pub fn of(game: &Game, from: &State, limit: usize) -> Option<AlternatingTurns> {
        let moves = from.field(Field::Moves);
        let max_plies_left = game.layout.slots as i32 * game.layout.levels.max(1) as i32 + 4;
        let limits = game.turn_limits();
        let ordinary = !from.over()
            && from.field(Field::NextSet) == 0
            && (from.field(Field::PassesInARow) == 0 || moves == 0)
            && (1..=2).all(|player| from.player(PlayerField::Active, player) != 0)
            && moves + max_plies_left < limits.moves
            && from.field(Field::Turns) + max_plies_left < limits.turns;
        let swap_at = match usize::try_from(1 - moves) {
            Ok(swap_at) if game.meta.swap => swap_at,
            _ => usize::MAX,
        };
        ordinary.then_some(AlternatingTurns {
            mover: from.mover(),
            plies: 0,
            limit,
            swap_at,
            passes_to_end: 2usize.saturating_sub(from.field(Field::PassesInARow) as usize),
        })
    }

    /// Plays the game out: draws an open site for each ply, and calls `place` to put the mover's
    /// stone there. `place` returns whether that wins or loses the game, if it decides it.
    #[inline]
    pub fn play(
        mut self,
        buffers: &mut KernelBuffers,
        pick: &mut SplitMix64,
        mut place: impl FnMut(&mut KernelBuffers, usize, usize) -> Option<bool>,
    ) -> Rollout {
        let mut open: u32 = buffers.open.iter().map(|word| word.count_ones()).sum();
        while self.plies < self.limit {
            if open == 0 {
                return self.full();
            }
            let candidate = pick.index(open + u32::from(self.plies == self.swap_at));
            self.plies += 1;
            self.passes_to_end = 2;
            if candidate == open {
                // The seats are swapped; the seat to move remains the same.
                continue;
            }
            let Some(site) = nth(&buffers.open, candidate as usize) else {
                break;
            };
            let site = site as usize;
            if let Some(won) = place(buffers, site, self.mover) {
                let winner = if won { self.mover } else { 3 - self.mover };
                return Rollout::of_two(self.plies, winner);
            }
            open -= u32::from(!buffers.is_open(site));
            self.mover = 3 - self.mover;
        }
        Rollout::unfinished(self.plies, 2)
    }

    /// The board is full: both players pass, and the game is drawn.
    fn full(self) -> Rollout {
        let plies = self.plies + self.passes_to_end;
        if plies > self.limit {
            return Rollout::unfinished(self.limit, 2);
        }
        Rollout::of_two(plies, 0)
    }
}

//! Whose turn it is, how many plies were made, and what the game has come to.

use crate::eval::{MAX_MOVES, MAX_TURNS_PER_PLAYER};
use crate::game::Game;
use crate::layout::{Field, PlayerField};
use crate::rollout::Rollout;
use crate::state::State;

/// The account of one game for two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// Whose turn it is.
    pub mover: usize,
    /// Plies made so far, and the most that may be made.
    plies: usize,
    limit: usize,
    /// The ply, from here, at which the mover may change seats instead; none where that is over.
    swap_at: usize,
}

impl Tally {
    /// The account of a game that goes on from a position; `None` where something is still open that
    /// turns which simply alternate know nothing of.
    pub fn of(game: &Game, from: &State, limit: usize) -> Option<Tally> {
        let moves = from.field(Field::Moves);
        let room = game.layout.slots as i32 * game.layout.levels.max(1) as i32 + 4;
        let ordinary = !from.over()
            && from.field(Field::NextSet) == 0
            && from.field(Field::PassesInARow) == 0
            && (1..=2).all(|player| from.player(PlayerField::Active, player) != 0)
            && moves + room < MAX_MOVES
            && from.field(Field::Turns) + room < 2 * MAX_TURNS_PER_PLAYER;
        let swap_at = match usize::try_from(1 - moves) {
            Ok(swap_at) if game.meta.swap => swap_at,
            _ => usize::MAX,
        };
        ordinary.then_some(Tally {
            mover: from.mover(),
            plies: 0,
            limit,
            swap_at,
        })
    }

    /// Whether the next ply is still within the limit.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.plies < self.limit
    }

    /// One where the mover may change seats instead of placing a stone, else 0.
    #[inline]
    pub fn swaps(&self) -> u32 {
        u32::from(self.plies == self.swap_at)
    }

    /// Counts a ply.
    #[inline]
    pub fn made(&mut self) {
        self.plies += 1;
    }

    /// Hands the turn over.
    #[inline]
    pub fn next(&mut self) {
        self.mover = 3 - self.mover;
    }

    /// The game is over: the mover has won or lost.
    pub fn decided(&self, won: bool) -> Rollout {
        Rollout::of_two(self.plies, if won { self.mover } else { 3 - self.mover })
    }

    /// There is no room left: both pass, and the game is drawn.
    pub fn full(mut self) -> Rollout {
        self.plies += 2;
        if self.plies > self.limit {
            self.plies = self.limit;
            return self.cut_off();
        }
        Rollout::of_two(self.plies, 0)
    }

    /// The limit is reached before the end.
    pub fn cut_off(&self) -> Rollout {
        Rollout::unfinished(self.plies, 2)
    }
}

//! Exhaustive search for a forced result within a number of plies: "White mates in three".
//!
//! [`prove`](crate::prove) finds who wins at all, and by the shortest path to a proof. Here the
//! number of plies counts: the search tries all depths from the smallest, and all replies.

use ludarium_engine::{Game, Move, SplitMix64, State};

/// What a player forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win of that player alone.
    Win,
    /// A draw or better.
    Draw,
}

/// The search for what a player can force in a game without chance and hidden information.
pub struct Force<'a> {
    game: &'a Game,
    player: usize,
    goal: Goal,
    keep_going: &'a mut dyn FnMut(u64) -> bool,
    positions: u64,
}

impl<'a> Force<'a> {
    /// A search for one player, from 1. `keep_going` is called for each position with the number of
    /// positions searched; the search stops if it returns `false`.
    pub fn new(
        game: &'a Game,
        player: usize,
        goal: Goal,
        keep_going: &'a mut dyn FnMut(u64) -> bool,
    ) -> Force<'a> {
        Force {
            game,
            player,
            goal,
            keep_going,
            positions: 0,
        }
    }

    /// The positions searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether the result can be forced within this number of plies; `None` if the search was
    /// stopped. The state is the same afterwards.
    ///
    /// ```
    /// # let text = r#"(game "Two in a Row" (players 2)
    /// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 2) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_agents::force::{Force, Goal};
    /// use ludarium_engine::SplitMix64;
    ///
    /// // The first player takes a middle site, and then one beside it.
    /// let mut start = game.start(&mut SplitMix64::new(0));
    /// let mut keep_going = |_| true;
    /// let mut force = Force::new(&game, 1, Goal::Win, &mut keep_going);
    /// assert_eq!(force.can(&mut start, 2), Some(false));
    /// assert_eq!(force.can(&mut start, 3), Some(true));
    /// ```
    pub fn can(&mut self, state: &mut State, plies: u32) -> Option<bool> {
        self.positions += 1;
        if !(self.keep_going)(self.positions) {
            return None;
        }
        if state.over() {
            return Some(self.is_reached(state));
        }
        if plies == 0 {
            return Some(false);
        }
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let own = state.mover() == self.player;
        if own && plies > 2 {
            self.forcing_first(state, &mut legal);
        }
        for &mv in &legal {
            let can = self.after(state, mv, |search, state| search.can(state, plies - 1));
            if can? == own {
                return Some(own);
            }
        }
        Some(!own && !legal.is_empty())
    }

    /// The smallest number of plies within which the result can be forced, up to `most`; an inner
    /// `None` if it cannot, an outer one if the search was stopped.
    pub fn plies(&mut self, state: &mut State, most: u32) -> Option<Option<u32>> {
        for plies in 0..=most {
            if self.can(state, plies)? {
                return Some(Some(plies));
            }
        }
        Some(None)
    }

    /// The index of the best of some legal moves: for the player that forces the result, one that
    /// leads to it soonest; for the others, one that escapes within `most` plies, or holds out
    /// longest. `None` if the search was stopped, or there is no such move.
    pub fn best(&mut self, state: &mut State, legal: &[Move], most: u32) -> Option<usize> {
        match state.mover() == self.player {
            true => self.soonest(state, legal, most),
            false => self.latest(state, legal, most),
        }
    }

    fn soonest(&mut self, state: &mut State, legal: &[Move], most: u32) -> Option<usize> {
        for plies in 0..=most {
            for (index, mv) in legal.iter().enumerate() {
                if self.after(state, *mv, |own, state| own.can(state, plies))? {
                    return Some(index);
                }
            }
        }
        None
    }

    fn latest(&mut self, state: &mut State, legal: &[Move], most: u32) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for (index, mv) in legal.iter().enumerate() {
            let plies = self.after(state, *mv, |own, state| own.plies(state, most))?;
            let Some(plies) = plies else {
                return Some(index);
            };
            if best.is_none_or(|(known, _)| plies > known) {
                best = Some((plies, index));
            }
        }
        best.map(|(_, index)| index)
    }

    fn after<T>(
        &mut self,
        state: &mut State,
        mv: Move,
        search: impl FnOnce(&mut Self, &mut State) -> T,
    ) -> T {
        // The game has no chance; the generator is only a required argument.
        let mark = self.game.apply_marked(state, mv, &mut SplitMix64::new(0));
        let found = search(self, state);
        state.undo(mark);
        found
    }

    fn is_reached(&self, state: &State) -> bool {
        let Some(outcome) = self.game.outcome(state) else {
            return false;
        };
        match self.goal {
            Goal::Win => outcome.winner == self.player,
            Goal::Draw => outcome.utility(self.player) >= 0.5,
        }
    }

    /// Puts moves first that leave the opponents few replies.
    fn forcing_first(&self, state: &mut State, legal: &mut [Move]) {
        let (mut chance, mut replies) = (SplitMix64::new(0), Vec::new());
        legal.sort_by_cached_key(|mv| {
            let mark = self.game.apply_marked(state, *mv, &mut chance);
            replies.clear();
            if !state.over() {
                self.game.legal(state, &mut replies);
            }
            let own = state.mover() == self.player && !state.over();
            state.undo(mark);
            // If the same player moves again, there are no replies to count.
            if own {
                usize::MAX
            } else {
                replies.len()
            }
        });
    }
}

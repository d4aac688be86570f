//! Finds the current position in the tree of the last search.

use ludarium_engine::{Game, SplitMix64, State, View};

use super::node_pool::NodePool;
use super::tree::Tree;
use crate::budget::Budget;

/// The maximum number of moves made since the last search: turns of several moves, and forced
/// moves.
const MAX_PLIES: usize = 16;

/// The maximum number of positions compared. Usually the position is on one of the most visited
/// lines, often the first.
const MAX_LOOKUPS: u32 = 500;

/// The maximum share of the budget spent on the lookup.
const BUDGET_SHARE: f64 = 0.1;

/// The state of a view if search results stay valid as the game goes on: the same moves always lead
/// to the same position, and every player sees it.
pub(super) fn reusable_state<'v>(view: &'v View<'_>) -> Option<&'v State> {
    let (game, features) = (view.game(), view.game().features());
    let state = view.complete()?;
    let uncertain =
        features.stochastic || features.hidden_information || game.is_simultaneous(state);
    (!uncertain).then_some(state)
}

/// The node of the position `now` in a tree with another position at its root; `None` if it is not
/// reached by moves of the tree, or cannot be found in time.
pub(super) fn find_node(
    tree: &Tree,
    game: &Game,
    (root_state, now): (&State, &State),
    budget: &Budget<'_>,
) -> Option<usize> {
    let plies = now.moves().checked_sub(root_state.moves())?;
    if plies > MAX_PLIES || !now.is_same_game_as(root_state) {
        return None;
    }
    let mut lookup = Lookup {
        tree,
        game,
        now,
        budget,
        left: MAX_LOOKUPS,
    };
    lookup.find_below(NodePool::ROOT, root_state)
}

struct Lookup<'a> {
    tree: &'a Tree,
    game: &'a Game,
    now: &'a State,
    budget: &'a Budget<'a>,
    left: u32,
}

impl Lookup<'_> {
    /// The node of the position searched for, at or below the given node and its state.
    fn find_below(&mut self, at: usize, state: &State) -> Option<usize> {
        if state.moves() >= self.now.moves() {
            return (state == self.now).then_some(at);
        }
        let mut next = state.clone();
        for (mv, node) in self.tree.most_visited(at) {
            if self.left == 0 || self.budget.used() > BUDGET_SHARE {
                return None;
            }
            self.left -= 1;
            next.clone_from(state);
            // Nothing is left to chance here.
            self.game.apply(&mut next, mv, &mut SplitMix64::new(0));
            let result = self.find_below(node, &next);
            if result.is_some() {
                return result;
            }
        }
        None
    }
}

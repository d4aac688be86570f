//! Iterations of the tree search: descent, playout and backpropagation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludarium_engine::{Chance, Game, Move, Rollout, Rollouts, SplitMix64, State, View};

use super::mast::Mast;
use super::node_pool::{locked, CacheAligned};
use super::options::{MctsOption, MctsOptions};
use super::thread_stats::ThreadStats;
use super::tree::{Chooser, Descent, IterationResult, Step, Tree};
use crate::budget::Budget;
use crate::evaluation::Evaluation;
use crate::report::Report;

/// Playouts that end with an evaluation are cut off after this number of plies.
const CUTOFF_PLIES: usize = 16;

/// Other playouts count as undecided after this number of plies.
pub(super) const MAX_PLAYOUT_PLIES: usize = 600;

/// A search first reports after this number of iterations, then each time the number has doubled.
const FIRST_REPORT: u64 = 64;

/// One playout move in this number is uniformly random.
const RANDOM_ONE_IN: u32 = 8;

/// The utility to each player, from 1.
pub(super) type Utilities = [f64; 17];

/// What the threads of a search share.
pub(super) struct Common<'a> {
    pub game: &'a Game,
    pub view: &'a View<'a>,
    pub root: &'a [Move],
    /// The evaluation that replaces long playouts.
    pub playout_evaluation: Option<&'a Evaluation>,
    /// The evaluation for positions of the tree.
    pub tree_evaluation: Option<&'a Evaluation>,
    pub options: MctsOptions,
    /// Whether all random games have the same winner.
    pub same_winner: bool,
    pub tree: Tree,
    /// The tree stops growing at this number of nodes.
    pub max_nodes: usize,
    pub threads: usize,
    /// The number of iterations that may still be started.
    pub remaining: CacheAligned<AtomicU64>,
    pub stop: AtomicBool,
}

/// Stops all threads when one has ended, even by a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Tells a thread whether to continue.
pub(super) enum StopSignal<'b, 'c> {
    /// The leading thread checks the budget.
    Leader(&'b mut Budget<'c>),
    /// The other threads check a flag.
    Follower(&'b AtomicBool),
}

impl StopSignal<'_, '_> {
    /// Counts a ply; returns whether to continue.
    fn step(&mut self) -> bool {
        match self {
            StopSignal::Leader(budget) => budget.step(),
            StopSignal::Follower(stop) => !stop.load(Ordering::Relaxed),
        }
    }

    /// The average depth of the iterations at which the search ends.
    fn depth(&self) -> u64 {
        match self {
            StopSignal::Leader(budget) => u64::from(budget.depth()),
            StopSignal::Follower(_) => u64::MAX,
        }
    }

    /// Tells what has been found, if this thread leads the search and somebody wants to know.
    fn tell(&self, common: &Common<'_>, iterations: u64) {
        if let StopSignal::Leader(budget) = self {
            if budget.has_clock() {
                budget.tell(&Report {
                    lines: common.tree.lines(common.game.players() == 2),
                    nodes: iterations * common.threads as u64,
                    depth: 0,
                });
            }
        }
    }

    /// Counts an iteration; returns whether to continue.
    fn spend(&mut self) -> bool {
        match self {
            StopSignal::Leader(budget) => budget.spend(),
            StopSignal::Follower(stop) => !stop.load(Ordering::Relaxed),
        }
    }
}

/// Sets the utility to each player.
fn fill(utilities: &mut Utilities, players: usize, of: impl Fn(usize) -> f64) {
    for (player, utility) in utilities.iter_mut().enumerate().skip(1).take(players) {
        *utility = of(player);
    }
}

/// The search of one thread.
pub(super) struct Search<'a> {
    common: &'a Common<'a>,
    /// Whether the same moves always lead to the same state.
    deterministic: bool,
    can_prove: bool,
    rollouts: Rollouts<'a>,
    pub chance: SplitMix64,
    mast: &'a mut Mast,
    moves: Vec<Move>,
    legal_children: Vec<usize>,
    path: Vec<Step>,
    played: Vec<(usize, Move)>,
    stats: ThreadStats,
}

impl<'a> Search<'a> {
    pub fn new(common: &'a Common<'a>, chance: SplitMix64, mast: &'a mut Mast) -> Search<'a> {
        let game = common.game;
        let deterministic = common.view.is_complete() && !game.features().stochastic;
        Search {
            common,
            deterministic,
            // Information that is hidden only later would be treated as known.
            can_prove: deterministic && game.players() == 2 && !game.features().hidden_information,
            rollouts: Rollouts::new(game),
            chance,
            mast,
            moves: Vec::new(),
            legal_children: Vec::new(),
            path: Vec::new(),
            played: Vec::new(),
            stats: ThreadStats::for_threads(common.threads),
        }
    }

    /// Iterates until told to stop; returns the number of iterations.
    pub fn run(&mut self, stop_signal: &mut StopSignal<'_, '_>) -> u64 {
        let common = self.common;
        let _guard = StopOnDrop(&common.stop);
        let complete = common.view.complete();
        let mut state = common.view.sample(&mut self.chance);
        let claim = |left: u64| left.checked_sub(1);
        let relaxed = Ordering::Relaxed;
        let (mut done, mut plies) = (0_u64, 0_u64);
        let depth = stop_signal.depth();
        while (common.remaining.0)
            .fetch_update(relaxed, relaxed, claim)
            .is_ok()
        {
            self.iterate(&mut state, stop_signal);
            done += 1;
            plies += self.path.len() as u64;
            if done >= FIRST_REPORT && done.is_power_of_two() {
                stop_signal.tell(common, done);
            }
            let all_tried = done >= common.root.len() as u64;
            let deep = all_tried && plies >= depth.saturating_mul(done);
            if !stop_signal.spend() || deep || common.stop.load(relaxed) {
                break;
            }
            match complete {
                Some(complete) => state.clone_from(complete),
                None => state = common.view.sample(&mut self.chance),
            }
        }
        common.tree.flush(&mut self.stats);
        done
    }

    fn iterate(&mut self, state: &mut State, stop_signal: &mut StopSignal<'_, '_>) {
        let common = self.common;
        self.descend(state, stop_signal);
        let ended = state.over();
        let evaluation = self.leaf_evaluation(state);
        let (mut utilities, plies) = self.playout(state, stop_signal);
        if let Some(plies) = plies.filter(|_| !ended && common.same_winner) {
            locked(&common.tree.lengths).record(&mut utilities, plies);
        }
        let result = IterationResult {
            utilities,
            decided: (ended && self.can_prove).then_some(utilities[1]),
            evaluation,
        };
        let (path, played) = (&self.path, &self.played);
        let proved = (common.tree).ascend(path, played, &result, &mut self.stats);
        if proved && common.tree.is_settled() {
            common.stop.store(true, Ordering::Relaxed);
        }
        self.mast.record(&self.played, &utilities);
    }

    /// Descends the tree to a position that was not in it, or to the end of the game.
    fn descend(&mut self, state: &mut State, stop_signal: &mut StopSignal<'_, '_>) {
        self.path.clear();
        self.played.clear();
        let exploration = match self.common.same_winner {
            true => locked(&self.common.tree.lengths).exploration_factor(),
            false => 1.0,
        };
        let mut descent = Descent::from_root();
        while !state.over() {
            let mover = state.mover();
            let Some((mv, next)) = self.step(state, mover, exploration, &mut descent) else {
                break;
            };
            self.common.game.apply(state, mv, &mut self.chance);
            self.played.push((mover, mv));
            if !next || !stop_signal.step() {
                break;
            }
        }
    }

    /// The next move, and whether the position after it was in the tree already; `None` if there is
    /// no move.
    fn step(
        &mut self,
        state: &mut State,
        mover: usize,
        exploration: f64,
        descent: &mut Descent,
    ) -> Option<(Move, bool)> {
        let tree = &self.common.tree;
        let mut here = tree.at(descent.at);
        let all = self.deterministic;
        if !(all && here.complete) {
            // Listing the moves takes time, and other threads may need the node meanwhile.
            drop(here);
            self.list_moves(state, descent);
            if self.moves.is_empty() {
                return None;
            }
            here = tree.at(descent.at);
            here.add_moves(
                &self.moves,
                mover,
                &tree.keys,
                &mut self.stats,
                &mut self.legal_children,
            );
            here.complete |= all;
        }
        if state.waiting() == 0 {
            descent.round_start = descent.at;
        }
        let chooser = Chooser {
            by: mover,
            legal_children: &self.legal_children,
            all,
            mast: self.mast,
            exploration,
        };
        let chance = &mut self.chance;
        // Other players have chosen already, and their choices are not known.
        let simultaneous = state.waiting() > 0;
        let (child, joint) = if simultaneous {
            let moves = chooser.moves(&here);
            drop(here);
            let (entry, mv) =
                tree.choose_simultaneous(descent.round_start, &moves, &chooser, chance);
            here = tree.at(descent.at);
            (here.child_of(mv), Some((descent.round_start, entry)))
        } else {
            (tree.choose(descent, &here, &chooser, chance), None)
        };
        self.path.push(Step {
            node: descent.at,
            child,
            joint,
        });
        let mv = here.children[child].mv;
        let (next, new) = tree.descend(&mut here, child, self.common.max_nodes);
        if let Some(next) = next {
            descent.move_to(&here, next);
        }
        Some((mv, next.is_some() && !new))
    }

    /// Lists the legal moves of a position.
    fn list_moves(&mut self, state: &mut State, descent: &Descent) {
        self.common.game.legal(state, &mut self.moves);
        if descent.is_at_root() && !self.common.view.is_complete() {
            // A sampled state may have moves that are illegal in the real one.
            let root = self.common.root;
            self.moves.retain(|mv| root.contains(mv));
        }
    }

    /// The evaluation of the leaf for the first player, if it is needed.
    fn leaf_evaluation(&self, state: &State) -> Option<f64> {
        let evaluation = self.common.tree_evaluation.filter(|_| self.can_prove)?;
        Some(match self.common.game.outcome(state) {
            Some(outcome) => outcome.utility(1),
            None => evaluation.expected_score(evaluation.evaluate(state, 1)),
        })
    }

    /// Plays to the end or to the cutoff. Returns the utilities, and the number of moves of the
    /// game if it ended.
    fn playout(
        &mut self,
        state: &mut State,
        stop_signal: &mut StopSignal<'_, '_>,
    ) -> (Utilities, Option<usize>) {
        let players = self.common.game.players().min(16);
        let mut utilities = [0.5; 17];
        if state.over() {
            if let Some(outcome) = self.common.game.outcome(state) {
                fill(&mut utilities, players, |player| outcome.utility(player));
            }
            return (utilities, Some(state.moves()));
        }
        let made = state.moves();
        if let Some(end) = self.compiled_playout(state) {
            fill(&mut utilities, players, |player| end.utility(player));
            return (utilities, end.over.then_some(made + end.plies));
        }
        let limit = if self.common.playout_evaluation.is_some() {
            CUTOFF_PLIES
        } else {
            MAX_PLAYOUT_PLIES
        };
        for _ in 0..limit {
            if state.over() || !stop_signal.step() {
                break;
            }
            let Some(mv) = self.playout_move(state) else {
                break;
            };
            self.played.push((state.mover(), mv));
            self.common.game.apply(state, mv, &mut self.chance);
        }
        match (
            self.common.game.outcome(state),
            self.common.playout_evaluation,
        ) {
            (Some(outcome), _) => {
                fill(&mut utilities, players, |player| outcome.utility(player));
            }
            (None, Some(evaluation)) => {
                fill(&mut utilities, players, |player| {
                    evaluation.expected_score(evaluation.evaluate(state, player))
                });
            }
            _ => {}
        }
        (utilities, state.over().then_some(state.moves()))
    }

    /// A compiled playout to the end, if the options allow one. If AMAF statistics are used and the
    /// playout can record its moves, it does.
    fn compiled_playout(&mut self, state: &mut State) -> Option<Rollout> {
        let options = self.common.options;
        if !self.rollouts.compiled() || options.has(MctsOption::NGrams) {
            return None;
        }
        let mut pick = SplitMix64::new(self.chance.next_u64());
        if options.uses_amaf() && self.rollouts.records_moves() {
            let record = &mut self.played;
            return (self.rollouts).play_recording(
                state,
                MAX_PLAYOUT_PLIES,
                &mut pick,
                &mut self.chance,
                record,
            );
        }
        if options.has(MctsOption::Grave) {
            return None;
        }
        Some((self.rollouts).finish(state, MAX_PLAYOUT_PLIES, &mut pick, &mut self.chance))
    }

    /// Usually the better one, by MAST, of two sampled moves.
    fn playout_move(&mut self, state: &mut State) -> Option<Move> {
        let mut pick = SplitMix64::new(self.chance.next_u64());
        let first = self.common.game.sample(state, &mut pick)?;
        if self.chance.below(RANDOM_ONE_IN) == 0 {
            return Some(first);
        }
        let second = self.common.game.sample(state, &mut pick)?;
        let mover = state.mover();
        let playout_value = |mv: Move| self.mast.playout_value(&self.played, mover, mv);
        let better = playout_value(second) > playout_value(first);
        Some(if better { second } else { first })
    }
}

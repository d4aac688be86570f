//! One iteration after the other: down the tree, a playout, and up again.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludarium_engine::{Chance, Game, Move, Rollout, Rollouts, SplitMix64, State, View};

use super::habits::Habits;
use super::nodes::{locked, Apart};
use super::notes::Notes;
use super::tree::{Descent, Found, From, Step, Tree};
use super::ways::{Way, Ways};
use crate::budget::Budget;
use crate::evaluation::Evaluation;

/// A playout that is judged has so many plies first.
const SHORT: usize = 16;

/// Others count as undecided after so many.
pub(super) const LONG: usize = 600;

/// One playout move in so many is any move.
const SLIPS: u32 = 8;

/// What all players get.
pub(super) type Worth = [f64; 17];

/// What the threads of a search have in common.
pub(super) struct Common<'a> {
    pub game: &'a Game,
    pub view: &'a View<'a>,
    pub root: &'a [Move],
    /// What judges in place of long playouts.
    pub judge: Option<&'a Evaluation>,
    /// What judges the positions of the tree.
    pub seems: Option<&'a Evaluation>,
    pub ways: Ways,
    /// Whether random games all end alike.
    pub alike: bool,
    pub tree: Tree,
    /// The tree stops growing at so many nodes.
    pub largest: usize,
    pub threads: usize,
    /// Iterations that may still be begun.
    pub left: Apart<AtomicU64>,
    pub stop: AtomicBool,
}

/// Stops all threads when one has ended, be it by a panic.
struct Stops<'a>(&'a AtomicBool);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What tells a thread whether to go on.
pub(super) enum Pace<'b, 'c> {
    /// The thread that keeps the budget.
    Leads(&'b mut Budget<'c>),
    /// The others do as they are told.
    Follows(&'b AtomicBool),
}

impl Pace<'_, '_> {
    /// A ply was made.
    fn step(&mut self) -> bool {
        match self {
            Pace::Leads(budget) => budget.step(),
            Pace::Follows(stop) => !stop.load(Ordering::Relaxed),
        }
    }

    /// An iteration was made.
    fn spend(&mut self) -> bool {
        match self {
            Pace::Leads(budget) => budget.spend(),
            Pace::Follows(stop) => !stop.load(Ordering::Relaxed),
        }
    }
}

/// Sets what each player gets.
fn fill(worth: &mut Worth, players: usize, of: impl Fn(usize) -> f64) {
    for (player, worth) in worth.iter_mut().enumerate().skip(1).take(players) {
        *worth = of(player);
    }
}

/// A thread's search.
pub(super) struct Search<'a> {
    common: &'a Common<'a>,
    /// The same moves always lead to the same state.
    fixed: bool,
    proves: bool,
    rollouts: Rollouts<'a>,
    pub chance: SplitMix64,
    habits: &'a mut Habits,
    moves: Vec<Move>,
    picked: Vec<usize>,
    path: Vec<Step>,
    played: Vec<(usize, Move)>,
    notes: Notes,
}

impl<'a> Search<'a> {
    pub fn new(common: &'a Common<'a>, chance: SplitMix64, habits: &'a mut Habits) -> Search<'a> {
        let game = common.game;
        let fixed = common.view.is_complete() && !game.features().stochastic;
        Search {
            common,
            fixed,
            // What is hidden later on would be taken for known.
            proves: fixed && game.players() == 2 && !game.features().hidden_information,
            rollouts: Rollouts::new(game),
            chance,
            habits,
            moves: Vec::new(),
            picked: Vec::new(),
            path: Vec::new(),
            played: Vec::new(),
            notes: Notes::of_one_of(common.threads),
        }
    }

    /// Iterates until somebody says that it is enough; how often.
    pub fn go_on(&mut self, pace: &mut Pace<'_, '_>) -> u64 {
        let common = self.common;
        let _stops = Stops(&common.stop);
        let whole = common.view.complete();
        let mut state = common.view.sample(&mut self.chance);
        let claim = |left: u64| left.checked_sub(1);
        let relaxed = Ordering::Relaxed;
        let mut done = 0;
        while (common.left.0)
            .fetch_update(relaxed, relaxed, claim)
            .is_ok()
        {
            self.iterate(&mut state, pace);
            done += 1;
            if !pace.spend() || common.stop.load(relaxed) {
                break;
            }
            match whole {
                Some(whole) => state.clone_from(whole),
                None => state = common.view.sample(&mut self.chance),
            }
        }
        common.tree.tell(&mut self.notes);
        done
    }

    fn iterate(&mut self, state: &mut State, pace: &mut Pace<'_, '_>) {
        let common = self.common;
        self.descend(state, pace);
        let ended = state.over();
        let seems = self.seems(state);
        let (mut worth, plies) = self.finish(state, pace);
        if let Some(plies) = plies.filter(|_| !ended && common.alike) {
            locked(&common.tree.ends).note(&mut worth, plies);
        }
        let found = Found {
            worth,
            decided: (ended && self.proves).then_some(worth[1]),
            seems,
        };
        let (path, played) = (&self.path, &self.played);
        let proved = (common.tree).ascend(path, played, &found, &mut self.notes);
        if proved && common.tree.is_settled() {
            common.stop.store(true, Ordering::Relaxed);
        }
        self.habits.learn(&self.played, &worth);
    }

    /// Down the tree, to a position that was not in it or to the end of the game.
    fn descend(&mut self, state: &mut State, pace: &mut Pace<'_, '_>) {
        self.path.clear();
        self.played.clear();
        let explored = match self.common.alike {
            true => locked(&self.common.tree.ends).explored(),
            false => 1.0,
        };
        let mut descent = Descent::from_the_root();
        while !state.over() {
            let mover = state.mover();
            let Some((mv, next)) = self.step(state, mover, explored, &mut descent) else {
                break;
            };
            self.common.game.apply(state, mv, &mut self.chance);
            self.played.push((mover, mv));
            if !next || !pace.step() {
                break;
            }
        }
    }

    /// The next move, and whether the position after it has been in the tree; `None` where there is no move.
    fn step(
        &mut self,
        state: &mut State,
        mover: usize,
        explored: f64,
        descent: &mut Descent,
    ) -> Option<(Move, bool)> {
        let tree = &self.common.tree;
        let mut here = tree.at(descent.at);
        let all = self.fixed;
        if !(all && here.complete) {
            // That takes its time, and others may go on from here meanwhile.
            drop(here);
            self.list(state, descent);
            if self.moves.is_empty() {
                return None;
            }
            here = tree.at(descent.at);
            here.meet(
                &self.moves,
                mover,
                &tree.keys,
                &mut self.notes,
                &mut self.picked,
            );
            here.complete |= all;
        }
        if state.waiting() == 0 {
            descent.round = descent.at;
        }
        let from = From {
            by: mover,
            picked: &self.picked,
            all,
            habits: self.habits,
            explored,
        };
        let chance = &mut self.chance;
        // Others have chosen, and what they chose is not known.
        let unseen = state.waiting() > 0;
        let (child, joint) = if unseen {
            let moves = from.moves(&here);
            drop(here);
            let (entry, mv) = tree.choose_unseen(descent.round, &moves, &from, chance);
            here = tree.at(descent.at);
            (here.child_of(mv), Some((descent.round, entry)))
        } else {
            (tree.choose(descent, &here, &from, chance), None)
        };
        self.path.push(Step {
            node: descent.at,
            child,
            joint,
        });
        let mv = here.children[child].mv;
        let (next, new) = tree.descend(&mut here, child, self.common.largest);
        if let Some(next) = next {
            descent.go_on(&here, next);
        }
        Some((mv, next.is_some() && !new))
    }

    /// Lists the moves of a position.
    fn list(&mut self, state: &mut State, descent: &Descent) {
        self.common.game.legal(state, &mut self.moves);
        if descent.is_at_the_root() && !self.common.view.is_complete() {
            // In a state that is only supposed, moves may seem legal that are not.
            let root = self.common.root;
            self.moves.retain(|mv| root.contains(mv));
        }
    }

    /// What the position at the end of the path seems to be worth to the first player, where that is asked.
    fn seems(&self, state: &State) -> Option<f64> {
        let judge = self.common.seems.filter(|_| self.proves)?;
        Some(match self.common.game.outcome(state) {
            Some(outcome) => outcome.utility(1),
            None => judge.expectation(judge.judge(state, 1)),
        })
    }

    /// Plays to the end, or so far that it can be judged: what that is worth, and how many moves the game had, if it came to its end.
    fn finish(&mut self, state: &mut State, pace: &mut Pace<'_, '_>) -> (Worth, Option<usize>) {
        let players = self.common.game.players().min(16);
        let mut worth = [0.5; 17];
        if state.over() {
            if let Some(outcome) = self.common.game.outcome(state) {
                fill(&mut worth, players, |player| outcome.utility(player));
            }
            return (worth, Some(state.moves()));
        }
        let made = state.moves();
        if let Some(end) = self.finish_compiled(state) {
            fill(&mut worth, players, |player| end.utility(player));
            return (worth, end.over.then_some(made + end.plies));
        }
        let limit = if self.common.judge.is_some() {
            SHORT
        } else {
            LONG
        };
        for _ in 0..limit {
            if state.over() || !pace.step() {
                break;
            }
            let Some(mv) = self.playout_move(state) else {
                break;
            };
            self.played.push((state.mover(), mv));
            self.common.game.apply(state, mv, &mut self.chance);
        }
        match (self.common.game.outcome(state), self.common.judge) {
            (Some(outcome), _) => {
                fill(&mut worth, players, |player| outcome.utility(player));
            }
            (None, Some(judge)) => {
                fill(&mut worth, players, |player| {
                    judge.expectation(judge.judge(state, player))
                });
            }
            _ => {}
        }
        (worth, state.over().then_some(state.moves()))
    }

    /// A random game to the end by the compiled path, if it gives what is asked: where moves made later count, those of the game
    /// are noted if the path tells them.
    fn finish_compiled(&mut self, state: &mut State) -> Option<Rollout> {
        let ways = self.common.ways;
        if !self.rollouts.compiled() || ways.has(Way::Grams) {
            return None;
        }
        let mut pick = SplitMix64::new(self.chance.next_u64());
        if ways.counts_later() && self.rollouts.records_moves() {
            let told = &mut self.played;
            return (self.rollouts).play_recording(state, LONG, &mut pick, &mut self.chance, told);
        }
        if ways.has(Way::Grave) {
            return None;
        }
        Some((self.rollouts).finish(state, LONG, &mut pick, &mut self.chance))
    }

    /// Of two moves drawn, mostly the one that did better so far.
    fn playout_move(&mut self, state: &mut State) -> Option<Move> {
        let mut pick = SplitMix64::new(self.chance.next_u64());
        let first = self.common.game.sample(state, &mut pick)?;
        if self.chance.below(SLIPS) == 0 {
            return Some(first);
        }
        let second = self.common.game.sample(state, &mut pick)?;
        let mover = state.mover();
        let promise = |mv: Move| self.habits.promise(&self.played, mover, mv);
        let better = promise(second) > promise(first);
        Some(if better { second } else { first })
    }
}

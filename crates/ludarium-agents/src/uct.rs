//! Monte Carlo tree search with the UCB1 rule.
//!
//! The tree is open-loop: a node stands for a sequence of moves, and every iteration plays that
//! sequence again from the root with fresh dice. Games of chance thus need no chance nodes, at the
//! price of generating the legal moves again on the way down. With hidden information, every
//! iteration starts from another state that is consistent with what the player knows.

use ludarium_engine::{Chance, Move, Rollouts, SplitMix64, State, View};

use crate::{Agent, Budget, Line, Report};

/// Plain tree search: no opening book, no evaluation, no knowledge of any game.
#[derive(Debug)]
pub struct Uct {
    chance: SplitMix64,
    exploration: f64,
    playout_limit: usize,
    nodes: Vec<Node>,
    iterations: u64,
    report: Report,
}

#[derive(Clone, Debug)]
struct Node {
    mv: Option<Move>,
    /// The player who made the move that leads here.
    player: usize,
    visits: u32,
    /// The sum of the utilities of the iterations to that player.
    value: f64,
    children: Vec<u32>,
}

/// The square root of two, for which UCB1's bound is proved if results lie between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Longer playouts count as undecided: random play may go on for ever.
const PLAYOUT_LIMIT: usize = 600;

/// The tree stops growing at this number of nodes (about 100 MB).
const MAX_NODES: usize = 1_000_000;

impl Uct {
    /// A search. Equal seeds and equal numbers of iterations give equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Uct {
        Uct {
            chance: SplitMix64::new(seed),
            exploration: EXPLORATION,
            playout_limit: PLAYOUT_LIMIT,
            nodes: Vec::new(),
            iterations: 0,
            report: Report::default(),
        }
    }

    /// The number of iterations of the last search.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The moves at the last root, the most visited first: each with its visits and its mean
    /// utility to the mover.
    #[must_use]
    pub fn ranking(&self) -> Vec<(Move, u32, f64)> {
        let Some(root) = self.nodes.first() else {
            return Vec::new();
        };
        let children = root
            .children
            .iter()
            .map(|child| &self.nodes[*child as usize]);
        let mut ranking: Vec<(Move, u32, f64)> = children
            .filter_map(|node| {
                Some((
                    node.mv?,
                    node.visits,
                    node.value / f64::from(node.visits.max(1)),
                ))
            })
            .collect();
        ranking.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.total_cmp(&a.2)));
        ranking
    }

    fn search(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) {
        self.nodes.clear();
        self.nodes.push(Node {
            mv: None,
            player: 0,
            visits: 0,
            value: 0.0,
            children: Vec::new(),
        });
        self.iterations = 0;
        let mut buffers = (Vec::new(), Vec::new());
        let mut rollouts = Rollouts::new(view.game());
        let mut plies = 0;
        loop {
            let root = view.sample(&mut self.chance);
            self.iterate(view, root, legal, &mut buffers, &mut rollouts, budget);
            self.iterations += 1;
            plies += buffers.1.len() as u64 - 1;
            let all_tried = self.iterations >= legal.len() as u64;
            let deep = all_tried && budget.is_reached(self.iterations, plies);
            if !budget.spend() || budget.left() == 0 || deep {
                return;
            }
        }
    }

    fn iterate(
        &mut self,
        view: &View<'_>,
        mut state: State,
        legal: &[Move],
        (moves, path): &mut (Vec<Move>, Vec<usize>),
        rollouts: &mut Rollouts<'_>,
        budget: &mut Budget<'_>,
    ) {
        let (game, complete) = (view.game(), view.is_complete());
        path.clear();
        path.push(0);
        let mut at = 0;
        while !state.over() {
            game.legal(&mut state, moves);
            if at == 0 && !complete {
                // A sampled state may have moves that are illegal in the real one.
                moves.retain(|mv| legal.contains(mv));
            }
            if moves.is_empty() {
                break;
            }
            let mover = state.mover();
            let (child, new) = self.descend(at, moves, mover);
            let Some(mv) = self.nodes[child].mv else {
                break;
            };
            game.apply(&mut state, mv, &mut self.chance);
            path.push(child);
            at = child;
            if new || !budget.step() {
                break;
            }
        }
        let mut pick = SplitMix64::new(self.chance.next_u64());
        let mut left = self.playout_limit;
        // In large games a playout may take longer than the interval between two checks of the
        // clock.
        let end = loop {
            let part = match rollouts.compiled() {
                true => left,
                false => left.min(budget.steps_until_check()),
            };
            let end = rollouts.finish(&mut state, part, &mut pick, &mut self.chance);
            left -= part;
            if !budget.add_steps(part) || end.over || left == 0 {
                break end;
            }
        };
        for &index in path.iter() {
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.value += if node.player > 0 {
                end.utility(node.player)
            } else {
                0.5
            };
        }
    }

    /// The child to visit and whether it is new: an untried legal move if there is one, otherwise
    /// the legal child with the highest upper confidence bound.
    fn descend(&mut self, at: usize, moves: &[Move], mover: usize) -> (usize, bool) {
        let node = &self.nodes[at];
        let child_of = |mv: Move| {
            node.children
                .iter()
                .copied()
                .find(|child| self.nodes[*child as usize].mv == Some(mv))
        };
        let mut best: Option<(f64, usize)> = None;
        let mut untried = 0u32;
        let mut pick = None;
        let log = f64::from(node.visits.max(1)).ln();
        for &mv in moves {
            match child_of(mv) {
                Some(child) => {
                    let child = child as usize;
                    let visits = f64::from(self.nodes[child].visits.max(1));
                    let bound =
                        self.nodes[child].value / visits + self.exploration * (log / visits).sqrt();
                    if best.is_none_or(|(most, _)| bound > most) {
                        best = Some((bound, child));
                    }
                }
                None => {
                    // Reservoir sampling: each untried move is equally likely.
                    untried += 1;
                    if self.chance.below(untried) == 0 {
                        pick = Some(mv);
                    }
                }
            }
        }
        match (pick, best) {
            (None, Some((_, child))) => (child, false),
            (Some(_), Some((_, child))) if self.nodes.len() >= MAX_NODES => (child, false),
            (pick, _) => {
                let index = self.nodes.len();
                self.nodes.push(Node {
                    mv: pick,
                    player: mover,
                    visits: 0,
                    value: 0.0,
                    children: Vec::new(),
                });
                self.nodes[at]
                    .children
                    .push(u32::try_from(index).unwrap_or(u32::MAX));
                (index, true)
            }
        }
    }
}

impl Agent for Uct {
    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        self.report = Report::default();
        if legal.len() < 2 {
            return 0;
        }
        self.search(view, legal, budget);
        self.report = Report {
            lines: self
                .ranking()
                .into_iter()
                .map(|(mv, visits, value)| Line {
                    moves: vec![mv],
                    value,
                    visits: u64::from(visits),
                    proved: false,
                    plies: None,
                })
                .collect(),
            nodes: self.iterations,
            depth: 0,
        };
        let best = self.ranking().first().map(|(mv, ..)| *mv);
        legal.iter().position(|mv| Some(*mv) == best).unwrap_or(0)
    }

    fn name(&self) -> &str {
        "uct"
    }

    fn report(&self) -> &Report {
        &self.report
    }
}

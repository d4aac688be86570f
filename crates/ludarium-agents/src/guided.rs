//! Tree search that follows a guide: PUCT, as in AlphaZero (Silver et al., "A general reinforcement
//! learning algorithm that masters chess, shogi, and Go through self-play", Science 362, 2018,
//! pp. 1140-1144).
//!
//! The tree is open-loop, as that of [`Uct`](crate::Uct): a node stands for a sequence of moves,
//! and every iteration plays it again from the root with fresh dice, and from another state where
//! something is hidden.

use std::sync::Arc;

use ludarium_engine::{Game, Move, SplitMix64, State, View};

use crate::{Agent, Budget, Line, Report};

/// What a [`Guided`] search follows, such as a trained network.
pub trait Guide: Send + Sync {
    /// Looks at a position as the player to move. Replaces what is in `priors` by how likely each
    /// of the legal moves is to be the best one, in their order, and returns the utility that the
    /// player expects, from 0 (the last place) to 1 (the first).
    fn assess(&self, view: &View<'_>, legal: &[Move], priors: &mut Vec<f32>) -> f32;
}

/// A tree search that follows a [`Guide`] and plays no random games.
///
/// ```
/// use std::sync::Arc;
/// use ludarium_agents::{Agent, Budget, Guide, Guided};
/// use ludarium_engine::{Game, Move, SplitMix64, View};
///
/// /// Knows nothing: all moves are equally likely, all positions equally good.
/// struct Blank;
///
/// impl Guide for Blank {
///     fn assess(&self, _: &View<'_>, legal: &[Move], priors: &mut Vec<f32>) -> f32 {
///         priors.clear();
///         priors.resize(legal.len(), 1.0 / legal.len() as f32);
///         0.5
///     }
/// }
///
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty))))
/// #         (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
/// # let game = Game::compile(&description).unwrap();
/// let state = game.start(&mut SplitMix64::new(1));
/// let mut player = Guided::new(Arc::new(Blank), 1);
/// let chosen = player.best_move(&game, &state, Budget::nodes(300));
/// // On four sites in a row the first player takes a middle one, and wins with two in a row.
/// assert!(matches!(chosen, Some(mv) if [1, 2].contains(&mv.to)));
/// ```
pub struct Guided {
    guide: Arc<dyn Guide>,
    chance: SplitMix64,
    tree: Vec<Node>,
    report: Report,
}

/// The weight of the priors beside utilities from 0 to 1.
const EXPLORATION: f32 = 0.75;

/// The tree stops growing at this number of nodes.
const MAX_NODES: usize = 1_000_000;

/// The plies after which a line ends at the latest: moves can go round in circles.
const MAX_DEPTH: usize = 600;

#[derive(Default)]
struct Node {
    visits: u32,
    branches: Vec<Branch>,
}

struct Branch {
    mv: Move,
    prior: f32,
    visits: u32,
    /// The sum of the utilities to the player who moves here.
    value: f32,
    /// The node that it leads to, once it has been followed.
    child: Option<u32>,
}

impl Branch {
    fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.value / self.visits as f32)
    }
}

/// The buffers of one search.
#[derive(Default)]
struct Buffers {
    legal: Vec<Move>,
    priors: Vec<f32>,
    /// The nodes and branches followed, and the players who chose.
    path: Vec<(usize, usize, usize)>,
}

impl Guided {
    /// A search that follows a guide. Equal seeds and equal numbers of nodes give equal moves.
    #[must_use]
    pub fn new(guide: Arc<dyn Guide>, seed: u64) -> Guided {
        Guided {
            guide,
            chance: SplitMix64::new(seed),
            tree: Vec::new(),
            report: Report::default(),
        }
    }

    fn search(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) {
        self.tree.clear();
        self.tree.push(Node::default());
        let mut buffers = Buffers::default();
        let (mut iterations, mut plies) = (0, 0);
        loop {
            let root = view.sample(&mut self.chance);
            self.iterate(view, root, legal, &mut buffers);
            iterations += 1;
            plies += buffers.path.len() as u64;
            if !budget.spend() || budget.left() == 0 || budget.is_reached(iterations, plies) {
                return;
            }
        }
    }

    /// Follows the tree to a position that it does not know yet, or to the end of the game, and
    /// adds what that is worth to all branches on the way.
    fn iterate(
        &mut self,
        view: &View<'_>,
        mut state: State,
        legal: &[Move],
        buffers: &mut Buffers,
    ) {
        let game = view.game();
        buffers.path.clear();
        let mut at = 0;
        let worth = loop {
            game.legal(&mut state, &mut buffers.legal);
            if at == 0 {
                // A sampled state may have moves that are illegal in the real one, and the moves to
                // choose from may be fewer than all.
                buffers.legal.retain(|mv| legal.contains(mv));
            }
            if state.over() || buffers.legal.is_empty() || buffers.path.len() >= MAX_DEPTH {
                break Worth::Decided;
            }
            let mover = state.mover();
            let is_new = self.tree[at].branches.is_empty();
            if let Some(value) = self.open(at, game, &state, buffers) {
                // The root is looked at for its priors alone.
                if is_new && at != 0 {
                    break Worth::Expected { mover, value };
                }
            }
            let index = self.best_branch(at, &buffers.legal);
            buffers.path.push((at, index, mover));
            let branch = &self.tree[at].branches[index];
            let (mv, child) = (branch.mv, branch.child);
            game.apply(&mut state, mv, &mut self.chance);
            at = match child {
                Some(child) => child as usize,
                None if self.tree.len() < MAX_NODES => {
                    let child = self.tree.len();
                    self.tree.push(Node::default());
                    self.tree[at].branches[index].child = u32::try_from(child).ok();
                    child
                }
                None => break self.expected(game, &mut state, buffers),
            };
        };
        self.add(game, &state, &worth, &buffers.path);
    }

    /// What a position is worth that has no place in the tree.
    fn expected(&self, game: &Game, state: &mut State, buffers: &mut Buffers) -> Worth {
        game.legal(state, &mut buffers.legal);
        if state.over() || buffers.legal.is_empty() {
            return Worth::Decided;
        }
        let mover = state.mover();
        let value = self.assess(game, state, buffers);
        Worth::Expected { mover, value }
    }

    /// What the guide expects for the player to move, from 0 to 1; the priors are in the buffers.
    fn assess(&self, game: &Game, state: &State, buffers: &mut Buffers) -> f32 {
        let view = game.view(state, state.mover());
        let value = self
            .guide
            .assess(&view, &buffers.legal, &mut buffers.priors);
        value.clamp(0.0, 1.0)
    }

    /// Gives a node the branches of those legal moves that it does not have yet: all of a new node,
    /// and those that other dice bring. Returns what the guide expects, if it was asked.
    fn open(
        &mut self,
        at: usize,
        game: &Game,
        state: &State,
        buffers: &mut Buffers,
    ) -> Option<f32> {
        let known = self.tree[at].branches.iter().map(|branch| branch.mv);
        // Without dice, a sequence of moves always leads to the same list.
        let is_known = known.clone().eq(buffers.legal.iter().copied())
            || (buffers.legal.iter()).all(|mv| known.clone().any(|one| one == *mv));
        if is_known {
            return None;
        }
        let value = self.assess(game, state, buffers);
        let node = &mut self.tree[at];
        for (&mv, &prior) in buffers.legal.iter().zip(&buffers.priors) {
            if !node.branches.iter().any(|branch| branch.mv == mv) {
                node.branches.push(Branch {
                    mv,
                    prior,
                    visits: 0,
                    value: 0.0,
                    child: None,
                });
            }
        }
        Some(value)
    }

    /// The legal branch with the best sum of its mean and its share of the exploration.
    fn best_branch(&self, at: usize, legal: &[Move]) -> usize {
        let node = &self.tree[at];
        let root = (node.visits as f32 + 1.0).sqrt();
        let branches = node.branches.iter().enumerate();
        // All branches of a node are legal but in games of chance.
        let legal = branches
            .filter(|(_, branch)| node.branches.len() == legal.len() || legal.contains(&branch.mv));
        let bound = |branch: &Branch| {
            let mean = branch.mean().unwrap_or(UNTRIED);
            mean + EXPLORATION * branch.prior * root / (1.0 + branch.visits as f32)
        };
        let best = legal.max_by(|(_, a), (_, b)| bound(a).total_cmp(&bound(b)));
        best.map_or(0, |(index, _)| index)
    }

    fn add(&mut self, game: &Game, state: &State, worth: &Worth, path: &[(usize, usize, usize)]) {
        let outcome = match worth {
            Worth::Decided => game.outcome(state),
            Worth::Expected { .. } => None,
        };
        let players = game.players();
        for &(at, index, player) in path {
            let utility = match (worth, &outcome) {
                (Worth::Decided, Some(outcome)) => outcome.utility(player) as f32,
                (Worth::Decided, None) => 0.5,
                (Worth::Expected { mover, value }, _) if *mover == player => *value,
                // The utilities of all players always have the same sum.
                (Worth::Expected { value, .. }, _) => {
                    (players as f32 / 2.0 - value) / (players as f32 - 1.0).max(1.0)
                }
            };
            self.tree[at].visits += 1;
            let branch = &mut self.tree[at].branches[index];
            branch.visits += 1;
            branch.value += utility;
        }
    }

    /// The branches of the root, the most visited first, with the lines that they begin.
    fn lines(&self) -> Vec<Line> {
        let mut order: Vec<&Branch> = self.tree[0].branches.iter().collect();
        order.sort_by(|a, b| {
            let worth = |branch: &Branch| (branch.visits, branch.mean().unwrap_or(0.0));
            let ((a, mean_a), (b, mean_b)) = (worth(a), worth(b));
            b.cmp(&a).then(mean_b.total_cmp(&mean_a))
        });
        let line = |branch: &Branch| Line {
            moves: self.line(branch),
            value: f64::from(branch.mean().unwrap_or(0.5)),
            visits: u64::from(branch.visits),
            proved: false,
            plies: None,
        };
        order.into_iter().map(line).collect()
    }

    /// The moves from a branch on that were followed most.
    fn line(&self, from: &Branch) -> Vec<Move> {
        let mut moves = vec![from.mv];
        let mut next = from.child;
        while let Some(child) = next {
            let branches = self.tree[child as usize].branches.iter();
            let Some(best) = branches
                .filter(|one| one.visits > 0)
                .max_by_key(|one| one.visits)
            else {
                break;
            };
            moves.push(best.mv);
            next = best.child;
        }
        moves
    }
}

/// The mean of a branch that was not followed yet: as in a drawn game.
const UNTRIED: f32 = 0.5;

/// What an iteration ends with.
enum Worth {
    /// The state tells: the game is over, or nobody knows.
    Decided,
    /// What the guide expects for the player to move.
    Expected { mover: usize, value: f32 },
}

impl Agent for Guided {
    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        self.report = Report::default();
        if legal.len() < 2 {
            return 0;
        }
        self.search(view, legal, budget);
        self.report = Report {
            lines: self.lines(),
            nodes: budget.spent(),
            depth: 0,
        };
        let best = self
            .report
            .lines
            .first()
            .and_then(|line| line.moves.first());
        let chosen = best.and_then(|best| legal.iter().position(|mv| mv == best));
        chosen.unwrap_or(0)
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn name(&self) -> &str {
        "guided"
    }
}

//! Nodes of the tree and their moves.

use ludarium_engine::Move;

use super::amaf::MoveKeys;
use super::mast::move_hash;
use super::thread_stats::{MoveFilter, ThreadStats};

/// Marks a child without a node.
const NO_NODE: u32 = u32::MAX;

/// Proved bounds on the utility to the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: f32,
    high: f32,
}

impl Bounds {
    /// Nothing is proved.
    pub const OPEN: Bounds = Bounds {
        low: 0.0,
        high: 1.0,
    };

    /// The bounds of a known utility. Only two-player games are proved, in which it is 0, 0.5 or 1.
    pub fn exactly(utility: f64) -> Bounds {
        let utility = utility as f32;
        Bounds {
            low: utility,
            high: utility,
        }
    }

    pub fn is_decided(self) -> bool {
        self.low >= self.high
    }
}

/// A move from a node with the statistics of the child node, so that selection reads a single list.
/// There are millions of them, so it is kept small.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub mv: Move,
    player: u8,
    node: u32,
    pub visits: u32,
    /// The sum of utilities to the player who makes it.
    pub value: f64,
    /// How often the move was available.
    pub available: u32,
    /// The key of the move ([`MoveKeys`]).
    pub key: u32,
    /// The number of games in which it was made later, and the sum of their utilities.
    pub amaf_visits: u32,
    pub amaf_value: f64,
    /// Proved bounds of the position after it.
    pub bounds: Bounds,
    /// The minimax value of the position after it for the first player; NaN if not known.
    minimax: f64,
}

const _: () = assert!(size_of::<Child>() <= 72);

impl Child {
    pub fn new(mv: Move, by: usize, key: u32) -> Child {
        Child {
            mv,
            player: by as u8,
            node: NO_NODE,
            visits: 0,
            value: 0.0,
            available: 0,
            key,
            amaf_visits: 0,
            amaf_value: 0.0,
            bounds: Bounds::OPEN,
            minimax: f64::NAN,
        }
    }

    /// The player who makes it.
    pub fn player(&self) -> usize {
        usize::from(self.player)
    }

    /// The index of the node it leads to, if there is one.
    pub fn node(&self) -> Option<usize> {
        (self.node != NO_NODE).then_some(self.node as usize)
    }

    /// Sets the index of the node it leads to.
    pub fn lead_to(&mut self, place: usize) {
        self.node = place as u32;
    }

    /// The proved utility to the player who makes it, if it is decided.
    pub fn proved(&self) -> Option<f64> {
        let utility = f64::from(self.bounds.low);
        self.bounds.is_decided().then(|| self.for_mover(utility))
    }

    /// The minimax value of the position after it for the first player, if known.
    pub fn minimax(&self) -> Option<f64> {
        (!self.minimax.is_nan()).then_some(self.minimax)
    }

    /// The minimax value for the player who makes it, if known.
    pub fn minimax_for_mover(&self) -> Option<f64> {
        self.minimax().map(|minimax| self.for_mover(minimax))
    }

    /// Converts a utility to the first player into one to the player who makes the move.
    fn for_mover(&self, first: f64) -> f64 {
        match self.player {
            1 => first,
            _ => 1.0 - first,
        }
    }
}

/// A position of the tree, identified by the moves that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub visits: u32,
    pub children: Vec<Child>,
    /// Statistics of players who choose simultaneously, in a round that begins here.
    pub joint: Vec<Child>,
    /// Whether all legal moves are among the children.
    pub complete: bool,
    /// The evaluation of the position itself, for the first player.
    pub evaluation: f64,
}

impl Default for Node {
    fn default() -> Node {
        Node {
            visits: 0,
            children: Vec::new(),
            joint: Vec::new(),
            complete: false,
            evaluation: 0.5,
        }
    }
}

impl Node {
    /// Ensures that there is a child for every move of a player; `legal_children` returns their
    /// indices.
    pub fn add_moves(
        &mut self,
        moves: &[Move],
        by: usize,
        keys: &MoveKeys,
        stats: &mut ThreadStats,
        legal_children: &mut Vec<usize>,
    ) {
        legal_children.clear();
        let ThreadStats {
            listed, key_cache, ..
        } = stats;
        listed.begin();
        let children = &mut self.children;
        let none = children.is_empty();
        for (index, &mv) in moves.iter().enumerate() {
            let place = match children.get(index) {
                // Lists of moves hardly change between visits: look at the same index first.
                Some(child) if child.mv == mv => Some(index),
                // In an empty node all moves are new, except those listed twice. A filter finds
                // those: searching the children for each move took an eighth of the instructions in
                // Hex.
                None if none && !listed.insert(move_hash(by, mv)) => None,
                _ => children.iter().position(|child| child.mv == mv),
            };
            let place = place.unwrap_or_else(|| {
                let key = key_cache.key(keys, move_hash(by, mv));
                children.push(Child::new(mv, by, key));
                children.len() - 1
            });
            let child = &mut children[place];
            child.available += 1;
            if child.player() != by {
                (child.player, child.key) = (by as u8, key_cache.key(keys, move_hash(by, mv)));
            }
            legal_children.push(place);
        }
    }

    /// The index of the child with this move, which must exist.
    pub fn child_of(&self, mv: Move) -> usize {
        let place = self.children.iter().position(|child| child.mv == mv);
        place.unwrap_or(0)
    }

    /// Whether the first player moves here.
    fn is_first(&self) -> bool {
        self.children.first().is_some_and(|child| child.player == 1)
    }

    /// The bounds that follow from those of the children (Cazenave and Saffidine, "Score bounded
    /// Monte-Carlo tree search", 2010).
    pub fn bounds(&self) -> Bounds {
        if !self.complete {
            return Bounds::OPEN;
        }
        let all = self.children.iter().map(|child| child.bounds);
        let (none, best): (f64, fn(f32, f32) -> f32) = match self.is_first() {
            true => (0.0, f32::max),
            false => (1.0, f32::min),
        };
        all.fold(Bounds::exactly(none), |all, own| Bounds {
            low: best(all.low, own.low),
            high: best(all.high, own.high),
        })
    }

    /// The implicit minimax value: the best value for the mover among the evaluated children, and
    /// also the evaluation of the position itself until all children have one (Lanctot, Winands,
    /// Pepels and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit
    /// minimax backups", 2014).
    pub fn minimax(&self) -> f64 {
        let known = || self.children.iter().map(Child::minimax);
        let all = self.complete && known().all(|minimax| minimax.is_some());
        let own = (!all).then_some(self.evaluation);
        let values = known().flatten().chain(own);
        match self.is_first() {
            true => values.fold(0.0, f64::max),
            false => values.fold(1.0, f64::min),
        }
    }

    /// Adds a game to the AMAF statistics of the child made here and of the children made later in
    /// the iteration; `utility` is that to the mover.
    pub fn update_amaf(
        &mut self,
        child: usize,
        by: usize,
        utility: f64,
        played_later: &mut MoveFilter,
    ) {
        played_later.insert(u64::from(self.children[child].key));
        for child in &mut self.children {
            if child.player() == by && played_later.contains(u64::from(child.key)) {
                child.amaf_visits += 1;
                child.amaf_value += utility;
            }
        }
    }

    /// Sets the minimax value of the position after a child, and returns that of this node.
    pub fn back_up(&mut self, child: usize, minimax: f64) -> f64 {
        self.children[child].minimax = minimax;
        self.minimax()
    }

    /// Tightens the bounds of the position after a child, and returns those of this node if
    /// anything changed. Bounds only become tighter, in whichever order threads arrive.
    pub fn tighten(&mut self, child: usize, proved: Bounds) -> Option<Bounds> {
        let known = &mut self.children[child].bounds;
        let both = Bounds {
            low: known.low.max(proved.low),
            high: known.high.min(proved.high),
        };
        let new = *known != both;
        *known = both;
        (new && self.complete).then(|| self.bounds())
    }

    /// Whether the best move is known.
    pub fn is_settled(&self) -> bool {
        let wins = |child: &Child| child.proved().is_some_and(|value| value >= 1.0);
        self.complete && (self.bounds().is_decided() || self.children.iter().any(wins))
    }

    /// The proved upper bound on the utility of any move to the mover.
    pub fn upper_bound(&self) -> f64 {
        let Bounds { low, high } = self.bounds();
        match self.is_first() {
            true => f64::from(high),
            false => 1.0 - f64::from(low),
        }
    }
}

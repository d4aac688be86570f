//! A node of the tree, and the moves from it.

use ludarium_engine::Move;

use super::amaf::MoveKeys;
use super::mast::move_hash;
use super::thread_stats::{MoveFilter, ThreadStats};

/// No node yet.
const NO_NODE: u32 = u32::MAX;

/// What is known for the first player: what he gets at least, and at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: f32,
    high: f32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds {
        low: 0.0,
        high: 1.0,
    };

    /// Games of two, which alone prove anything, are worth nothing, a half or one.
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

/// A move from a node, and what is known of the node it leads to: who chooses looks at one list, and at nothing behind it. There are
/// millions of them, so it is kept small.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub mv: Move,
    player: u8,
    node: u32,
    pub visits: u32,
    /// What it was worth to the player who makes it, in sum.
    pub value: f64,
    /// How often it could have been made.
    pub available: u32,
    /// What it is known by ([`MoveKeys`]).
    pub key: u32,
    /// Games in which it was made later, and what they were worth.
    pub amaf_visits: u32,
    pub amaf_value: f64,
    /// What is proved of the position after it.
    pub bounds: Bounds,
    /// What the position after it seems worth to the first player, by those after that; not a number where that is not known.
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

    /// Who makes it.
    pub fn player(&self) -> usize {
        usize::from(self.player)
    }

    /// The place of the node it leads to, if it was followed.
    pub fn node(&self) -> Option<usize> {
        (self.node != NO_NODE).then_some(self.node as usize)
    }

    /// From now on it leads to the node at a place.
    pub fn lead_to(&mut self, place: usize) {
        self.node = place as u32;
    }

    /// What it is worth to the player who makes it, where that is proved.
    pub fn proved(&self) -> Option<f64> {
        let utility = f64::from(self.bounds.low);
        self.bounds.is_decided().then(|| self.for_mover(utility))
    }

    /// What the position after it seems worth to the first player, where that is known.
    pub fn minimax(&self) -> Option<f64> {
        (!self.minimax.is_nan()).then_some(self.minimax)
    }

    /// The same for the player who makes it.
    pub fn minimax_for_mover(&self) -> Option<f64> {
        self.minimax().map(|minimax| self.for_mover(minimax))
    }

    /// For the player who makes it, what is worth so much to the first.
    fn for_mover(&self, first: f64) -> f64 {
        match self.player {
            1 => first,
            _ => 1.0 - first,
        }
    }
}

/// A position of the tree, by the moves that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub visits: u32,
    pub children: Vec<Child>,
    /// Statistics of those who choose unseen, in a round that begins here.
    pub joint: Vec<Child>,
    /// Whether all legal moves are among the children.
    pub complete: bool,
    /// What the position itself seems worth to the first player.
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
    /// Makes sure that there is a child for every move of a player; `legal_children` are their places.
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
                // Lists of moves are mostly alike: look at the same place first.
                Some(child) if child.mv == mv => Some(index),
                // Where there was none before, all are new, but for those that are listed twice: to look for each among those just added was
                // an eighth of the instructions in Hex.
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

    /// The place of a move among the children, of which it is one.
    pub fn child_of(&self, mv: Move) -> usize {
        let place = self.children.iter().position(|child| child.mv == mv);
        place.unwrap_or(0)
    }

    /// Whether the first player chooses here.
    fn is_first(&self) -> bool {
        self.children.first().is_some_and(|child| child.player == 1)
    }

    /// What is proved by what is proved of the children (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010).
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

    /// What the position seems worth by those after it: the best that the mover has among those looked at, or, as long as not all were,
    /// the position itself (Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit
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

    /// Counts, for the children that were made later in the iteration as well as for the one made here, what the game was worth to who
    /// chooses here.
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

    /// The position after a child seems worth so much to the first player; what follows for this one.
    pub fn back_up(&mut self, child: usize, minimax: f64) -> f64 {
        self.children[child].minimax = minimax;
        self.minimax()
    }

    /// So much is proved of the position after a child; what follows for this one, if it was not known before. What was proved stays
    /// proved, whichever thread comes first.
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

    /// Whether nothing is left to find out about what to do here.
    pub fn is_settled(&self) -> bool {
        let wins = |child: &Child| child.proved().is_some_and(|value| value >= 1.0);
        self.complete && (self.bounds().is_decided() || self.children.iter().any(wins))
    }

    /// The most that any move from here can be worth to who makes it, as far as is proved.
    pub fn upper_bound(&self) -> f64 {
        let Bounds { low, high } = self.bounds();
        match self.is_first() {
            true => f64::from(high),
            false => 1.0 - f64::from(low),
        }
    }
}

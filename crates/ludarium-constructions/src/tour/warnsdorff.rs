//! Looking for tours: always to the cell with the fewest ways on (Warnsdorff 1823), and where that gets stuck, Euler's step.

use super::find::Wanted;
use super::graph::{Graph, Node};
use crate::fill::Dice;

/// A path under way: cells in order, and where each stands.
struct Path<'a> {
    graph: &'a Graph,
    order: Vec<Node>,
    place: Vec<usize>,
    /// By cell: leaps to cells not visited.
    free: Vec<usize>,
}

/// The place of cells not visited.
const NOWHERE: usize = usize::MAX;

impl<'a> Path<'a> {
    fn new(graph: &'a Graph, start: Node) -> Path<'a> {
        let mut path = Path {
            graph,
            order: Vec::with_capacity(graph.len()),
            place: vec![NOWHERE; graph.len()],
            free: (0..graph.len())
                .map(|node| graph.next(node).len())
                .collect(),
        };
        path.visit(start);
        path
    }

    fn visit(&mut self, node: Node) {
        self.place[node] = self.order.len();
        self.order.push(node);
        for next in self.graph.next(node) {
            self.free[*next] -= 1;
        }
    }

    fn end(&self) -> Node {
        self.order[self.order.len() - 1]
    }

    fn is_full(&self) -> bool {
        self.order.len() == self.graph.len()
    }

    /// Goes on to the cell with the fewest ways on, as long as there is one. The cell that is to be the last is kept for then.
    fn go_on(&mut self, last: Option<Node>, dice: &mut Dice) {
        loop {
            let mut best: Option<(usize, Node)> = None;
            let mut alike = 0;
            for &next in self.graph.next(self.end()) {
                let is_last = last == Some(next) && self.order.len() + 1 < self.graph.len();
                if self.place[next] != NOWHERE || is_last {
                    continue;
                }
                let ways = self.free[next];
                match best {
                    Some((fewest, _)) if ways > fewest => continue,
                    Some((fewest, _)) if ways == fewest => alike += 1,
                    _ => alike = 1,
                }
                if alike == 1 || dice.below(alike) == 0 {
                    best = Some((ways, next));
                }
            }
            match best {
                Some((_, next)) => self.visit(next),
                None => return,
            }
        }
    }

    /// Euler's step: where the last cell governs the one at `place`, the rest behind that is run through backwards. The cell after it
    /// is the last then.
    fn turn(&mut self, place: usize) {
        self.order[place + 1..].reverse();
        for at in place + 1..self.order.len() {
            self.place[self.order[at]] = at;
        }
    }

    /// Takes an Euler step at random.
    fn stumble(&mut self, dice: &mut Dice) {
        let next = self.graph.next(self.end());
        let places = next.iter().map(|n| self.place[*n]);
        let open: Vec<usize> = places
            .filter(|p| *p != NOWHERE && p + 2 < self.order.len())
            .collect();
        if !open.is_empty() {
            self.turn(open[dice.below(open.len())]);
        }
    }

    /// Runs the whole path backwards, so that the other end can be worked on.
    fn reverse(&mut self) {
        self.order.reverse();
        for (at, node) in self.order.iter().enumerate() {
            self.place[*node] = at;
        }
    }
}

/// Beginnings that are worth while where nothing else is known to work.
pub(super) const PATIENT: u64 = 24;
/// Beginnings before another way is taken that is sure.
pub(super) const HASTY: u64 = 2;
/// Euler steps after each beginning: times the number of cells, and at least.
const STEPS_A_CELL: usize = 40;
const LEAST_STEPS: usize = 4_000;
/// Cells turned round by Euler steps in one beginning, at most: a step turns half of the path on average.
const MOST_TURNED: usize = 400_000_000;

/// A tour as wanted, if one is come upon.
pub(super) fn wander(graph: &Graph, wanted: &Wanted, beginnings: u64) -> Option<Vec<Node>> {
    (0..beginnings).find_map(|seed| attempt(graph, wanted, seed))
}

fn attempt(graph: &Graph, wanted: &Wanted, seed: u64) -> Option<Vec<Node>> {
    let mut dice = Dice::new(seed);
    let from = wanted.from.and_then(|cell| graph.node(cell));
    let to = wanted.to.and_then(|cell| graph.node(cell));
    let start = match (from, to) {
        (Some(from), _) => from,
        (None, Some(to)) => to,
        (None, None) => dice.below(graph.len()),
    };
    // A tour that only has to end somewhere is looked for backwards.
    let last = from.and(to);
    let mut path = Path::new(graph, start);
    let most = MOST_TURNED / graph.len().max(1);
    let steps = LEAST_STEPS.max(STEPS_A_CELL * graph.len()).min(most);
    for _ in 0..steps {
        path.go_on(last, &mut dice);
        let done = path.is_full()
            && match (wanted.closed, last) {
                (true, _) => graph.joined(path.order[0], path.end()),
                (false, Some(last)) => path.end() == last,
                (false, None) => true,
            };
        if done {
            let mut order = path.order;
            if from.is_none() && to.is_some() {
                order.reverse();
            }
            if let (true, Some(from)) = (wanted.closed, from) {
                let place = order.iter().position(|n| *n == from).unwrap_or(0);
                order.rotate_left(place);
            }
            return Some(order);
        }
        // Where the beginning is free both ends may move.
        if wanted.closed && dice.below(8) == 0 {
            path.reverse();
        }
        path.stumble(&mut dice);
    }
    None
}

/// A path that goes on at random, preferring no cell, until it is stuck.
pub(super) fn stuck(graph: &Graph, start: Option<Node>) -> Vec<Node> {
    // Some beginnings get stuck at once; of a few the longest is taken.
    let walk = |seed: u64| {
        let mut dice = Dice::new(seed);
        let mut path = Path::new(graph, start.unwrap_or(0));
        loop {
            let free: Vec<Node> = graph
                .next(path.end())
                .iter()
                .copied()
                .filter(|n| path.place[*n] == NOWHERE)
                .collect();
            // A cell that could not be left again, or not be reached later, is entered first where there is one: even a beginner sees that.
            let urgent = free
                .iter()
                .copied()
                .filter(|n| path.free[*n] <= 1)
                .min_by_key(|n| path.free[*n]);
            match (urgent, free.is_empty()) {
                (Some(next), _) if path.free[next] == 1 || free.len() == 1 => path.visit(next),
                (_, false) => path.visit(free[dice.below(free.len())]),
                _ => return path.order,
            }
        }
    };
    (0..16).map(walk).max_by_key(Vec::len).unwrap_or_default()
}

//! Warnsdorff's rule: always move to the cell with the fewest onward moves (1823). A path that gets
//! stuck is repaired by Euler's step.

use super::find::Wanted;
use super::graph::{Graph, Node};
use crate::fill::Rng;

/// A partial path: its cells in order, and the place of each cell.
struct Path<'a> {
    graph: &'a Graph,
    order: Vec<Node>,
    place: Vec<usize>,
    /// For each cell: the number of leaps to unvisited cells.
    free: Vec<usize>,
}

/// The place of an unvisited cell.
const UNVISITED: usize = usize::MAX;

impl<'a> Path<'a> {
    fn new(graph: &'a Graph, start: Node) -> Path<'a> {
        let mut path = Path {
            graph,
            order: Vec::with_capacity(graph.len()),
            place: vec![UNVISITED; graph.len()],
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

    /// Extends the path to the cell with the fewest onward moves, until it is stuck. A required
    /// last cell is kept until the end.
    fn extend(&mut self, last: Option<Node>, rng: &mut Rng) {
        loop {
            let mut best: Option<(usize, Node)> = None;
            let mut ties = 0;
            for &next in self.graph.next(self.end()) {
                let is_last = last == Some(next) && self.order.len() + 1 < self.graph.len();
                if self.place[next] != UNVISITED || is_last {
                    continue;
                }
                let exits = self.free[next];
                match best {
                    Some((fewest, _)) if exits > fewest => continue,
                    Some((fewest, _)) if exits == fewest => ties += 1,
                    _ => ties = 1,
                }
                if ties == 1 || rng.below(ties) == 0 {
                    best = Some((exits, next));
                }
            }
            match best {
                Some((_, next)) => self.visit(next),
                None => return,
            }
        }
    }

    /// Euler's step: the last cell governs the one at `place`, so the part after `place` can be
    /// reversed. The cell after `place` becomes the last one.
    fn euler_step(&mut self, place: usize) {
        self.order[place + 1..].reverse();
        for at in place + 1..self.order.len() {
            self.place[self.order[at]] = at;
        }
    }

    /// Takes a random Euler step.
    fn random_euler_step(&mut self, rng: &mut Rng) {
        let next = self.graph.next(self.end());
        let places = next.iter().map(|n| self.place[*n]);
        let open: Vec<usize> = places
            .filter(|p| *p != UNVISITED && p + 2 < self.order.len())
            .collect();
        if !open.is_empty() {
            self.euler_step(open[rng.below(open.len())]);
        }
    }

    /// Reverses the whole path, so that the other end can be changed.
    fn reverse(&mut self) {
        self.order.reverse();
        for (at, node) in self.order.iter().enumerate() {
            self.place[*node] = at;
        }
    }
}

/// Number of restarts where no other method is known to work.
pub(super) const MANY_RESTARTS: u64 = 24;
/// Number of restarts where a slower method is certain to work.
pub(super) const FEW_RESTARTS: u64 = 2;
/// Euler steps per restart: per cell of the board, and at least.
const STEPS_PER_CELL: usize = 40;
const MIN_STEPS: usize = 4_000;
/// Maximum number of cells reversed by Euler steps in one restart. A step reverses half of the path
/// on average.
const MAX_REVERSED_CELLS: usize = 400_000_000;

/// A tour that meets the requirements, if one is found.
pub(super) fn warnsdorff(graph: &Graph, wanted: &Wanted, restarts: u64) -> Option<Vec<Node>> {
    (0..restarts).find_map(|seed| attempt(graph, wanted, seed))
}

fn attempt(graph: &Graph, wanted: &Wanted, seed: u64) -> Option<Vec<Node>> {
    let mut rng = Rng::new(seed);
    let from = wanted.from.and_then(|cell| graph.node(cell));
    let to = wanted.to.and_then(|cell| graph.node(cell));
    let start = match (from, to) {
        (Some(from), _) => from,
        (None, Some(to)) => to,
        (None, None) => rng.below(graph.len()),
    };
    // A tour of which only the end is fixed is searched backwards.
    let last = from.and(to);
    let mut path = Path::new(graph, start);
    let max_steps = MAX_REVERSED_CELLS / graph.len().max(1);
    let steps = MIN_STEPS.max(STEPS_PER_CELL * graph.len()).min(max_steps);
    for _ in 0..steps {
        path.extend(last, &mut rng);
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
        // If the beginning is free, both ends may change.
        if wanted.closed && rng.below(8) == 0 {
            path.reverse();
        }
        path.random_euler_step(&mut rng);
    }
    None
}

/// A random path, extended until it is stuck.
pub(super) fn random_path(graph: &Graph, start: Option<Node>) -> Vec<Node> {
    // Some random paths get stuck at once; the longest of a few is taken.
    let walk = |seed: u64| {
        let mut rng = Rng::new(seed);
        let mut path = Path::new(graph, start.unwrap_or(0));
        loop {
            let free: Vec<Node> = graph
                .next(path.end())
                .iter()
                .copied()
                .filter(|n| path.place[*n] == UNVISITED)
                .collect();
            // Enter a cell first if it could not be left again, or not be reached later. Even a
            // beginner sees that.
            let urgent = free
                .iter()
                .copied()
                .filter(|n| path.free[*n] <= 1)
                .min_by_key(|n| path.free[*n]);
            match (urgent, free.is_empty()) {
                (Some(next), _) if path.free[next] == 1 || free.len() == 1 => path.visit(next),
                (_, false) => path.visit(free[rng.below(free.len())]),
                _ => return path.order,
            }
        }
    };
    (0..16).map(walk).max_by_key(Vec::len).unwrap_or_default()
}

//! Looking for tours: always to the cell with the fewest ways on (Warnsdorff 1823), and where that gets stuck, Euler's step.

use super::find::Wanted;
use super::graph::{Graph, Node};
use crate::fill::Rng;

/// A path under way: cells in order, and where each stands.
struct Path<'a> {
    graph: &'a Graph,
    order: Vec<Node>,
    place: Vec<usize>,
    /// By cell: leaps to cells not visited.
    free: Vec<usize>,
}

/// The place of cells not visited.
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

    /// Goes on to the cell with the fewest ways on, as long as there is one. The cell that is to be the last is kept for then.
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

    /// Euler's step: where the last cell governs the one at `place`, the rest behind that is run through backwards. The cell after it
    /// is the last then.
    fn euler_step(&mut self, place: usize) {
        self.order[place + 1..].reverse();
        for at in place + 1..self.order.len() {
            self.place[self.order[at]] = at;
        }
    }

    /// Takes an Euler step at random.
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

    /// Runs the whole path backwards, so that the other end can be worked on.
    fn reverse(&mut self) {
        self.order.reverse();
        for (at, node) in self.order.iter().enumerate() {
            self.place[*node] = at;
        }
    }
}

/// Beginnings that are worth while where nothing else is known to work.
pub(super) const MANY_RESTARTS: u64 = 24;
/// Beginnings before another way is taken that is sure.
pub(super) const FEW_RESTARTS: u64 = 2;
/// Euler steps after each beginning: times the number of cells, and at least.
const STEPS_PER_CELL: usize = 40;
const MIN_STEPS: usize = 4_000;
/// Cells turned round by Euler steps in one beginning, at most: a step turns half of the path on average.
const MAX_REVERSED_CELLS: usize = 400_000_000;

/// A tour as wanted, if one is come upon.
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
    // A tour that only has to end somewhere is looked for backwards.
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
        // Where the beginning is free both ends may move.
        if wanted.closed && rng.below(8) == 0 {
            path.reverse();
        }
        path.random_euler_step(&mut rng);
    }
    None
}

/// A path that goes on at random, preferring no cell, until it is stuck.
pub(super) fn random_path(graph: &Graph, start: Option<Node>) -> Vec<Node> {
    // Some beginnings get stuck at once; of a few the longest is taken.
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
            // A cell that could not be left again, or not be reached later, is entered first where there is one: even a beginner sees that.
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

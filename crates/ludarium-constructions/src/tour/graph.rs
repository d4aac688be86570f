//! The graph of cells and leaps.

use super::{Board, Leaper};
use crate::grid::Cell;

/// The number of a cell, row by row.
pub(super) type Node = usize;

/// The cells and their leaps.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    cells: Vec<Cell>,
    next: Vec<Vec<Node>>,
}

impl Graph {
    pub(super) fn new(board: &Board, leaper: Leaper) -> Graph {
        let cells: Vec<Cell> = board.cells().collect();
        let mut number = vec![None; board.rows() * board.columns()];
        for (node, (r, c)) in cells.iter().enumerate() {
            number[r * board.columns() + c] = Some(node);
        }
        let steps = leaper.steps();
        let leads = |(r, c): &Cell| {
            let to = steps.iter().filter_map(|(down, right)| {
                let cell = (r.checked_add_signed(*down)?, c.checked_add_signed(*right)?);
                board
                    .has(cell)
                    .then(|| number[cell.0 * board.columns() + cell.1])?
            });
            to.collect()
        };
        Graph {
            next: cells.iter().map(leads).collect(),
            cells,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn cell(&self, node: Node) -> Cell {
        self.cells[node]
    }

    pub(super) fn node(&self, cell: Cell) -> Option<Node> {
        self.cells.binary_search(&cell).ok()
    }

    pub(super) fn next(&self, node: Node) -> &[Node] {
        &self.next[node]
    }

    pub(super) fn joined(&self, a: Node, b: Node) -> bool {
        self.next[a].contains(&b)
    }

    pub(super) fn path(&self, nodes: &[Node]) -> Vec<Cell> {
        nodes.iter().map(|node| self.cells[*node]).collect()
    }

    /// For each cell, whether it has the colour of the first; leaps change the colour.
    ///
    /// # Errors
    /// If the graph is not connected, or not bipartite.
    pub(super) fn colours(&self) -> Result<Vec<bool>, NoColours> {
        let mut colour = vec![None; self.len()];
        let mut open = vec![0];
        let mut alternate = true;
        if let Some(first) = colour.first_mut() {
            *first = Some(true);
        }
        while let Some(node) = open.pop() {
            for &next in self.next(node) {
                match colour[next] {
                    None => {
                        colour[next] = colour[node].map(|c| !c);
                        open.push(next);
                    }
                    own => alternate &= own != colour[node],
                }
            }
        }
        match colour.iter().copied().collect::<Option<Vec<bool>>>() {
            None => Err(NoColours::Apart(
                colour.iter().position(Option::is_none).unwrap_or(0),
            )),
            Some(_) if !alternate => Err(NoColours::Mixed),
            Some(colours) => Ok(colours),
        }
    }
}

/// Why the cells do not have two alternating colours.
pub(super) enum NoColours {
    /// No leaps lead from the first cell to this one.
    Apart(Node),
    /// Some cycle has an odd number of leaps.
    Mixed,
}

/// The cells in path order from `start`, given the neighbours of each cell on the path.
pub(super) fn path_from_edges(joined: &[Vec<Node>], start: Node) -> Vec<Node> {
    let mut path = vec![start];
    let mut before = None;
    let mut at = start;
    while path.len() < joined.len() {
        let Some(next) = joined[at].iter().copied().find(|n| Some(*n) != before) else {
            break;
        };
        path.push(next);
        before = Some(at);
        at = next;
    }
    path
}

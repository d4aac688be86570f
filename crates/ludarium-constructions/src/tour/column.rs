//! Tours whose columns all have the same sum.

use super::graph::{Graph, Node};
use super::path::numbered;
use super::Task;
use crate::grid::Cell;
use crate::{Error, Working};

/// Maximum number of leaps tried.
const MAX_STEPS: usize = 40_000_000;

pub(super) fn column(task: &Task) -> Result<Working, Error> {
    let board = &task.board;
    let (rows, columns) = (board.rows(), board.columns());
    let count = board.count();
    let half = count / 2;
    let sum = half * (half + 1) / 2;
    if !board.is_full() || rows % 2 == 1 || sum % columns != 0 {
        return Err(Error::Impossible(format!(
            "on a board of {board} the numbers of one half cannot be divided equally among its columns: a full board with an even number \
             of ranks is needed, on which 1 + 2 + ... + {half} can be divided by the number of files"
        )));
    }
    let graph = Graph::new(board, task.leaper);
    let from = task.from.unwrap_or((0, 0));
    let start = graph
        .node(from)
        .ok_or_else(|| Error::Other("the first cell is not on the board".to_owned()))?;
    let mut search = Search {
        graph: &graph,
        upper: from.0 < rows / 2,
        rows,
        half,
        column_sum: sum / columns,
        closed: task.closed,
        used: vec![false; count],
        sums: vec![0; columns],
        filled: vec![0; columns],
        path: Vec::with_capacity(half),
        steps: MAX_STEPS,
    };
    search.push(start);
    if !search.search() {
        let why = format!(
            "a half tour from {} in which every column adds up to {}, and whose last cell governs the one {} ranks from the first",
            board.label(from),
            sum / columns,
            rows / 2
        );
        return Err(match search.steps {
            0 => Error::NotFound(format!("the search for {why} was given up")),
            _ => Error::Impossible(format!("there is no {why}: the search was exhaustive")),
        });
    }
    let first: Vec<Cell> = graph.path(&search.path);
    let other = first.iter().map(|(r, c)| ((r + rows / 2) % rows, *c));
    let whole: Vec<Cell> = first.iter().copied().chain(other).collect();
    let show = |path: &[Cell]| numbered(rows, columns, path);
    Ok(Working::from_last(
        "half the board",
        format!(
            "A tour of one half in which every column adds up to {}; its last cell governs the one {} ranks from the first.",
            sum / columns,
            rows / 2
        ),
        show(&first),
    )
    .then(
        "the tour",
        format!("The same tour on the other half, with every number raised by {half}. All columns add up to {}.", 2 * sum / columns + half * rows / 2),
        show(&whole),
    ))
}

struct Search<'a> {
    graph: &'a Graph,
    upper: bool,
    rows: usize,
    half: usize,
    /// The target sum of a half column.
    column_sum: usize,
    closed: bool,
    used: Vec<bool>,
    sums: Vec<usize>,
    filled: Vec<usize>,
    path: Vec<Node>,
    steps: usize,
}

impl Search<'_> {
    fn push(&mut self, node: Node) {
        self.used[node] = true;
        self.path.push(node);
        let column = self.graph.cell(node).1;
        self.sums[column] += self.path.len();
        self.filled[column] += 1;
    }

    fn pop(&mut self) {
        if let Some(node) = self.path.pop() {
            let column = self.graph.cell(node).1;
            self.sums[column] -= self.path.len() + 1;
            self.filled[column] -= 1;
            self.used[node] = false;
        }
    }

    fn inside(&self, node: Node) -> bool {
        (self.graph.cell(node).0 < self.rows / 2) == self.upper
    }

    /// Whether the numbers to come can still bring the column of the last cell to its sum.
    fn can_balance(&self) -> bool {
        let Some(&last) = self.path.last() else {
            return true;
        };
        let column = self.graph.cell(last).1;
        let (sum, left) = (self.sums[column], self.rows / 2 - self.filled[column]);
        // The sums of the lowest and of the highest numbers that can still go there.
        let next = self.path.len() + 1;
        let low: usize = (next..next + left).sum();
        let high: usize = (self.half + 1 - left..=self.half).sum();
        sum + low <= self.column_sum && sum + high >= self.column_sum
    }

    /// Whether a free cell has become one that cannot be passed through.
    fn creates_dead_end(&self, last: Node) -> bool {
        let mut ends = 0;
        for &node in self.graph.next(last) {
            if self.used[node] || !self.inside(node) {
                continue;
            }
            let exits = self.graph.next(node).iter();
            match exits
                .filter(|n| !self.used[**n] && self.inside(**n))
                .count()
            {
                0 if self.path.len() + 1 < self.half => return true,
                0 => {}
                1 => ends += 1,
                _ => {}
            }
        }
        // One of them may be next, another the last.
        ends > 2
    }

    fn search(&mut self) -> bool {
        let graph = self.graph;
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        if !self.can_balance() || self.creates_dead_end(last) {
            return false;
        }
        if self.path.len() == self.half {
            let across = |node: Node| {
                let (r, c) = graph.cell(node);
                graph.node(((r + self.rows / 2) % self.rows, c))
            };
            // The second half ends opposite the end of the first half; the tour closes if that cell
            // governs the first one.
            let continues = across(first).is_some_and(|to| graph.joined(last, to));
            let closes = !self.closed || across(last).is_some_and(|end| graph.joined(end, first));
            return continues && closes;
        }
        for &node in graph.next(last) {
            if self.used[node] || !self.inside(node) {
                continue;
            }
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            self.push(node);
            if self.search() {
                return true;
            }
            self.pop();
        }
        false
    }
}

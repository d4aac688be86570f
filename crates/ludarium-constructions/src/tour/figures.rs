//! Tours made of one path and its images: symmetric figures, and tours in which opposite cells have
//! the same difference.

use super::graph::{Graph, Node};
use super::path::numbered;
use super::{Board, Task};
use crate::fill::Rng;
use crate::grid::Cell;
use crate::{Error, Working};

/// A symmetry of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// A half turn.
    HalfTurn,
    /// A quarter turn.
    QuarterTurn,
    /// A reflection that swaps left and right.
    Mirror,
}

impl Symmetry {
    /// The image of a cell of a board.
    #[must_use]
    pub fn image(self, board: &Board, (row, column): Cell) -> Cell {
        let (down, right) = (board.rows() - 1, board.columns() - 1);
        match self {
            Symmetry::HalfTurn => (down - row, right - column),
            Symmetry::QuarterTurn => (column, down - row),
            Symmetry::Mirror => (row, right - column),
        }
    }

    /// The number of applications after which every cell is back.
    fn order(self) -> usize {
        match self {
            Symmetry::QuarterTurn => 4,
            _ => 2,
        }
    }
}

impl std::str::FromStr for Symmetry {
    type Err = Error;

    fn from_str(text: &str) -> Result<Symmetry, Error> {
        match text {
            "half-turn" => Ok(Symmetry::HalfTurn),
            "quarter-turn" => Ok(Symmetry::QuarterTurn),
            "mirror" => Ok(Symmetry::Mirror),
            _ => Err(Error::Option {
                option: "--symmetry",
                why: format!("unknown symmetry {text:?}: use half-turn, quarter-turn or mirror"),
            }),
        }
    }
}

/// The search for a tour made of segments: each segment has `length` cells and is followed by its
/// images, then the next segment begins.
pub(super) struct Segments<'a> {
    pub(super) board: &'a Board,
    pub(super) graph: &'a Graph,
    pub(super) symmetry: Symmetry,
    pub(super) length: usize,
    pub(super) closed: bool,
    pub(super) from: Option<Node>,
    /// The cells to which the first segment is restricted.
    pub(super) within: Option<&'a dyn Fn(Cell) -> bool>,
}

/// Maximum number of cells tried in one attempt, and of attempts.
const MAX_STEPS: usize = 4_000;
const MAX_ATTEMPTS: u64 = 4_000;

impl Segments<'_> {
    /// A tour of this kind, if one is found.
    pub(super) fn find(&self) -> Option<Vec<Node>> {
        let images = self.images()?;
        let order = self.symmetry.order();
        let group = order * self.length;
        if self.length == 0 || self.graph.len() % group != 0 {
            return None;
        }
        (0..MAX_ATTEMPTS).find_map(|seed| {
            let mut search = Search {
                segments: self,
                images: &images,
                used: vec![false; self.graph.len()],
                chosen: Vec::with_capacity(self.graph.len() / order),
                rng: Rng::new(seed),
                steps: MAX_STEPS,
            };
            let start = self
                .from
                .unwrap_or_else(|| search.rng.below(self.graph.len()));
            search.push(start);
            search
                .search()
                .then(|| self.assemble(&search.chosen, &images))
        })
    }

    /// The images of every cell, the cell itself first; `None` if a cell is its own image or has no
    /// image on the board.
    fn images(&self) -> Option<Vec<Vec<Node>>> {
        let of = |node: Node| {
            let mut all = vec![node];
            for _ in 1..self.symmetry.order() {
                let last = self.graph.cell(*all.last()?);
                let next = self.graph.node(self.symmetry.image(self.board, last))?;
                all.push(next);
            }
            let mut distinct = all.clone();
            distinct.sort_unstable();
            distinct.dedup();
            (distinct.len() == all.len()).then_some(all)
        };
        (0..self.graph.len()).map(of).collect()
    }

    /// The whole tour, given the cells of the segments.
    fn assemble(&self, chosen: &[Node], images: &[Vec<Node>]) -> Vec<Node> {
        let one = |segment: &[Node], turn: usize| -> Vec<Node> {
            segment
                .iter()
                .filter_map(|node| images[*node].get(turn).copied())
                .collect()
        };
        let segments = chosen.chunks(self.length);
        segments
            .flat_map(|segment| (0..self.symmetry.order()).flat_map(move |turn| one(segment, turn)))
            .collect()
    }
}

struct Search<'a> {
    segments: &'a Segments<'a>,
    images: &'a [Vec<Node>],
    used: Vec<bool>,
    chosen: Vec<Node>,
    rng: Rng,
    steps: usize,
}

impl Search<'_> {
    fn push(&mut self, node: Node) {
        self.images[node].iter().for_each(|n| self.used[*n] = true);
        self.chosen.push(node);
    }

    fn pop(&mut self) {
        if let Some(node) = self.chosen.pop() {
            self.images[node].iter().for_each(|n| self.used[*n] = false);
        }
    }

    /// Whether the current segment may continue with this cell.
    fn is_available(&self, node: Node) -> bool {
        let first = self.chosen.len() < self.segments.length;
        let inside = |within: &dyn Fn(Cell) -> bool| within(self.segments.graph.cell(node));
        !self.used[node] && (!first || self.segments.within.is_none_or(inside))
    }

    fn exits(&self, node: Node) -> usize {
        let next = self.segments.graph.next(node).iter();
        next.filter(|n| self.is_available(**n)).count()
    }

    /// Continues the chosen cells; returns true when the tour is complete.
    fn search(&mut self) -> bool {
        let segments = self.segments;
        let (graph, length) = (segments.graph, segments.length);
        let order = segments.symmetry.order();
        let count = self.chosen.len();
        let Some(&last) = self.chosen.last() else {
            return false;
        };
        let mut end = last;
        if count % length == 0 {
            // The segment is complete: its last cell must govern the first of its image. The next
            // segment begins after the last image.
            let first = self.chosen[count - length];
            if !graph.joined(last, self.images[first][1]) {
                return false;
            }
            end = self.images[last][order - 1];
            if count * order == graph.len() {
                return !segments.closed || graph.joined(end, self.chosen[0]);
            }
        }
        let mut next: Vec<(usize, u64, Node)> = Vec::new();
        for &node in graph.next(end) {
            if self.is_available(node) {
                next.push((self.exits(node), self.rng.next(), node));
            }
        }
        next.sort_unstable();
        for (_, _, node) in next {
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

pub(super) fn figures(task: &Task) -> Result<Working, Error> {
    let board = &task.board;
    let symmetry = task.symmetry.unwrap_or(Symmetry::HalfTurn);
    let graph = Graph::new(board, task.leaper);
    let order = symmetry.order();
    possible(task, symmetry, graph.len())?;
    let segments = Segments {
        board,
        graph: &graph,
        symmetry,
        length: graph.len() / order,
        closed: true,
        from: task.from.and_then(|cell| graph.node(cell)),
        within: None,
    };
    let nodes = segments.find().ok_or_else(|| {
        Error::NotFound("no tour of this figure was found; there may be one".to_owned())
    })?;
    let path = graph.path(&nodes);
    let show = |path: &[Cell]| numbered(board.rows(), board.columns(), path);
    let part = path.len() / order;
    let (how, name) = match symmetry {
        Symmetry::HalfTurn => ("half a turn of the board", "half"),
        Symmetry::QuarterTurn => ("a quarter turn of the board", "quarter"),
        Symmetry::Mirror => ("exchanging left and right", "half"),
    };
    Ok(Working::from_last(
        &format!("a {name} of the tour"),
        format!(
            "{part} cells, none of which is the image of another under {how}; the last governs the image of the first."
        ),
        show(&path[..part]),
    )
    .then("the tour", format!("The images of this part under {how} continue it and close the tour."), show(&path)))
}

/// Checks that the colours of the cells allow the figure.
fn possible(task: &Task, symmetry: Symmetry, count: usize) -> Result<(), Error> {
    let board = &task.board;
    let no = |why: String| Err(Error::Impossible(why));
    if symmetry == Symmetry::QuarterTurn && board.rows() != board.columns() {
        return no("only square boards are symmetric under a quarter turn".to_owned());
    }
    if count % symmetry.order() != 0 {
        return no(format!("the {count} cells cannot be grouped into images of each other: a cell in the middle is its own image"));
    }
    let (a, b) = task.leaper.leap();
    let changes_colour = (a + b) % 2 == 1;
    let (first, image) = ((0, 0), symmetry.image(board, (0, 0)));
    let other_colour = (first.0 + first.1 + image.0 + image.1) % 2 == 1;
    if changes_colour && board.is_full() && (count / symmetry.order() % 2 == 1) != other_colour {
        return no(format!(
            "after {} leaps, each of which changes the colour, the tour would have to be at the image of its first cell, which is of the {} \
             colour",
            count / symmetry.order(),
            if other_colour { "other" } else { "same" }
        ));
    }
    Ok(())
}

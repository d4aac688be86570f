//! Finding a tour.

use super::exact::{self, Ends};
use super::graph::Graph;
use super::patchwork::patchwork;
use super::theory::impossible;
use super::warnsdorff::{warnsdorff, FEW_RESTARTS, MANY_RESTARTS};
use super::{Board, Leaper, Tour};
use crate::grid::Cell;
use crate::Error;

/// Requirements on a tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The first cell, if fixed.
    pub from: Option<Cell>,
    /// The last cell, if fixed.
    pub to: Option<Cell>,
    /// Whether the last cell must be a leap from the first.
    pub closed: bool,
}

/// Maximum frontier width for which the exhaustive search is fast.
const FAST_EXACT_WIDTH: usize = 10;
/// Number of cells of a rectangle from which the patchwork is faster than Euler's steps.
const PATCHWORK_MIN_CELLS: usize = 3_000;
/// Maximum frontier width of the exhaustive search when everything else has failed.
const MAX_EXACT_WIDTH: usize = 15;

/// Finds a tour, or proves that there is none.
///
/// On boards at most four cells wide the search for knight's tours is exhaustive, column by column.
/// On other boards it moves to the cell with the fewest onward moves and repairs the path by
/// Euler's step. Closed knight's tours on rectangles at least five cells wide are assembled from
/// small tours, which never fails.
///
/// ```
/// use ludarium_constructions::tour::{find, Board, Leaper, Wanted};
///
/// let closed = Wanted { closed: true, ..Wanted::default() };
/// let tour = find(&Board::chess(), Leaper::KNIGHT, &closed).unwrap();
/// assert!(tour.path.len() == 64 && tour.is_closed());
///
/// let narrow = Board::rectangle(8, 4).unwrap();
/// let error = find(&narrow, Leaper::KNIGHT, &closed).unwrap_err();
/// assert!(error.to_string().contains("Schwenk's theorem"));
/// ```
///
/// # Errors
/// [`Error::Impossible`] if there is no tour, [`Error::NotFound`] if the search was given up.
pub fn find(board: &Board, leaper: Leaper, wanted: &Wanted) -> Result<Tour, Error> {
    for cell in [wanted.from, wanted.to].into_iter().flatten() {
        if !board.has(cell) {
            return Err(Error::Other(format!(
                "{} is not a cell of the board",
                board.label(cell)
            )));
        }
    }
    let graph = Graph::new(board, leaper);
    let tour = |path| Tour {
        board: board.clone(),
        leaper,
        path,
    };
    if let Some(why) = impossible(board, leaper, &graph, wanted) {
        return Err(Error::Impossible(why));
    }
    let wanted = normalize(&graph, wanted)?;
    if graph.len() == 1 {
        return Ok(tour(vec![graph.cell(0)]));
    }
    let ends = Ends::of(&graph, &wanted);
    let width = exact::width(&graph, board);
    if width <= FAST_EXACT_WIDTH {
        // The exhaustive search is slowest where there are many tours; a few random attempts often
        // succeed there.
        if let Some(nodes) = warnsdorff(&graph, &wanted, FEW_RESTARTS) {
            return Ok(tour(graph.path(&nodes)));
        }
        return exact_result(exact::find(&graph, board, &ends), &graph, board, &wanted).map(tour);
    }
    // Euler's step rarely fails, but nothing guarantees it: on rectangles the patchwork comes first
    // for the knight.
    if leaper == Leaper::KNIGHT
        && (wanted.closed || (wanted.to.is_none() && graph.len() > PATCHWORK_MIN_CELLS))
    {
        if let Some(path) = patchwork(board, &wanted) {
            return Ok(rotated(tour(path), &wanted));
        }
    }
    if let Some(nodes) = warnsdorff(&graph, &wanted, MANY_RESTARTS) {
        return Ok(tour(graph.path(&nodes)));
    }
    if leaper == Leaper::KNIGHT && wanted.to.is_none() {
        if let Some(path) = patchwork(board, &wanted) {
            return Ok(rotated(tour(path), &wanted));
        }
    }
    if width <= MAX_EXACT_WIDTH {
        return exact_result(exact::find(&graph, board, &ends), &graph, board, &wanted).map(tour);
    }
    Err(Error::NotFound(
        "no tour was found; there may be one".to_owned(),
    ))
}

/// Resolves a fixed last cell of a closed tour, which determines where the tour begins.
fn normalize(graph: &Graph, wanted: &Wanted) -> Result<Wanted, Error> {
    let (Some(to), true) = (wanted.to, wanted.closed) else {
        return Ok(*wanted);
    };
    match wanted.from {
        Some(from) => {
            let joined = graph
                .node(from)
                .zip(graph.node(to))
                .is_some_and(|(a, b)| graph.joined(a, b));
            match joined {
                // An open tour between neighbours is a closed one.
                true => Ok(Wanted {
                    closed: false,
                    ..*wanted
                }),
                false => Err(Error::Impossible(
                    "a closed tour ends a leap from where it begins, and these two cells are not a leap apart".to_owned(),
                )),
            }
        }
        None => Ok(Wanted {
            from: None,
            ..*wanted
        }),
    }
}

/// The closed tour rotated to begin or end at the required cell.
fn rotated(tour: Tour, wanted: &Wanted) -> Tour {
    match (wanted.from, wanted.to) {
        (Some(from), _) => tour.begun_at(from),
        (None, Some(to)) => {
            let mut tour = tour.begun_at(to);
            tour.path.rotate_left(1);
            tour
        }
        _ => tour,
    }
}

fn exact_result(
    found: exact::Found,
    graph: &Graph,
    board: &Board,
    wanted: &Wanted,
) -> Result<Vec<Cell>, Error> {
    match found {
        exact::Found::Path(mut nodes) => {
            let begins = wanted.from.and_then(|cell| graph.node(cell));
            let ends = wanted.to.and_then(|cell| graph.node(cell));
            if wanted.closed {
                let place = |node| nodes.iter().position(|n| *n == node);
                if let Some(place) = begins.and_then(place) {
                    nodes.rotate_left(place);
                } else if let Some(place) = ends.and_then(place) {
                    let count = nodes.len();
                    nodes.rotate_left((place + 1) % count);
                }
            } else if begins.is_some_and(|b| nodes.last() == Some(&b))
                || ends.is_some_and(|e| nodes.first() == Some(&e))
            {
                nodes.reverse();
            }
            Ok(graph.path(&nodes))
        }
        exact::Found::None => {
            let kind = if wanted.closed { "closed tour" } else { "tour" };
            let from = wanted
                .from
                .map(|c| format!(" from {}", board.label(c)))
                .unwrap_or_default();
            let to = wanted
                .to
                .map(|c| format!(" to {}", board.label(c)))
                .unwrap_or_default();
            Err(Error::Impossible(format!(
                "there is no {kind}{from}{to} on the board of {board}: the search was exhaustive"
            )))
        }
        exact::Found::GaveUp => Err(Error::NotFound(
            "no tour was found; there may be one".to_owned(),
        )),
    }
}

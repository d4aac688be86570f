//! Counts tours.

use super::exact::{self, Ends};
use super::find::Wanted;
use super::graph::Graph;
use super::theory::impossible;
use super::{Board, Leaper};
use crate::Error;

/// The number of tours on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The tours, where a tour and its reverse count once. A closed tour counts once for all its
    /// starting cells.
    pub undirected: u128,
    /// The tours with their direction.
    pub directed: u128,
    /// The reason why there is none, if it follows without counting.
    pub reason: Option<String>,
}

/// Counts the tours of a board: closed ones or open ones. Open tours may be restricted to those
/// from a cell, or between two cells. Open tours include those whose ends are a leap apart.
///
/// ```
/// use ludarium_constructions::tour::{count, Board, Leaper, Wanted};
///
/// // The smallest rectangles with closed tours.
/// let closed = Wanted { closed: true, ..Wanted::default() };
/// let tours = |columns, rows| {
///     let board = Board::rectangle(columns, rows).unwrap();
///     count(&board, Leaper::KNIGHT, &closed).unwrap().undirected
/// };
/// assert_eq!(tours(5, 6), 8);
/// assert_eq!(tours(3, 10), 16);
/// ```
///
/// # Errors
/// [`Error::NotFound`] if the board is too wide for counting.
pub fn count(board: &Board, leaper: Leaper, wanted: &Wanted) -> Result<Count, Error> {
    let graph = Graph::new(board, leaper);
    if let Some(reason) = impossible(board, leaper, &graph, wanted) {
        return Ok(Count {
            undirected: 0,
            directed: 0,
            reason: Some(reason),
        });
    }
    if graph.len() == 1 {
        // The tour of a single cell is its own reverse.
        return Ok(Count {
            undirected: 1,
            directed: 1,
            reason: None,
        });
    }
    let found = exact::count(&graph, board, &Ends::of(&graph, wanted));
    let undirected = found.ok_or_else(|| {
        Error::NotFound(format!(
            "the board of {board} is too wide to count its tours cell by cell"
        ))
    })?;
    let one_way = !wanted.closed && (wanted.from.is_some() || wanted.to.is_some());
    Ok(Count {
        undirected,
        directed: if one_way { undirected } else { 2 * undirected },
        reason: None,
    })
}

//! How many tours there are.

use super::exact::{self, Ends};
use super::find::Wanted;
use super::graph::Graph;
use super::theory::impossible;
use super::{Board, Leaper};
use crate::Error;

/// How many tours there are on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The tours, one and the same run backwards counted once (a closed one from wherever it is begun).
    pub undirected: u128,
    /// The tours with their direction.
    pub directed: u128,
    /// Why there is none, where that follows without counting.
    pub reason: Option<String>,
}

/// Counts the tours of a board, closed ones or open ones; open ones from a cell, or between two cells, where these are named. (Open tours
/// whose ends happen to lie a leap apart are counted with the others.)
///
/// ```
/// use ludarium_constructions::tour::{count, Board, Leaper, Wanted};
///
/// // The smallest rectangles with closed tours.
/// let closed = Wanted { closed: true, ..Wanted::default() };
/// let of = |columns, rows| count(&Board::rectangle(columns, rows).unwrap(), Leaper::KNIGHT, &closed).unwrap();
/// assert_eq!(of(5, 6).undirected, 8);
/// assert_eq!(of(3, 10).undirected, 16);
/// ```
///
/// # Errors
/// If the board is too wide for counting.
pub fn count(board: &Board, leaper: Leaper, wanted: &Wanted) -> Result<Count, Error> {
    let graph = Graph::new(board, leaper);
    if let Some(reason) = impossible(board, leaper, &graph, wanted) {
        return Ok(Count {
            undirected: 0,
            directed: 0,
            reason: Some(reason),
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

//! The square of order 8 made of overlapping squares of five cells a side.

use super::Options;
use crate::grid::Cell;
use crate::{Error, Grid, Working};

/// A group of four numbers: its cell in each quarter, from 1, and the quarters in order (0 upper
/// left, 1 upper right, 2 lower left, 3 lower right).
type Group = (Cell, [usize; 4]);

const GROUPS: [Group; 8] = [
    ((1, 1), [0, 1, 2, 3]),
    ((4, 3), [1, 0, 3, 2]),
    ((4, 2), [0, 3, 2, 1]),
    ((1, 4), [3, 0, 1, 2]),
    ((3, 4), [2, 1, 0, 3]),
    ((2, 2), [1, 2, 3, 0]),
    ((2, 3), [2, 3, 0, 1]),
    ((3, 1), [3, 2, 1, 0]),
];

pub(super) fn overlapping(_: usize, _: &Options) -> Result<Working, Error> {
    let mut first = Grid::empty(8, 8);
    for (index, ((row, column), quarters)) in GROUPS.iter().enumerate() {
        for (step, quarter) in quarters.iter().enumerate() {
            let at = (row - 1 + 4 * (quarter / 2), column - 1 + 4 * (quarter % 2));
            first.set(at, Some((4 * index + step + 1) as i64));
        }
    }
    let opposite = |(r, c): Cell| (r / 4 * 4 + 3 - r % 4, c / 4 * 4 + 3 - c % 4);
    let square = Grid::partly(8, 8, |r, c| {
        let own = first.get((r, c));
        own.or_else(|| first.get(opposite((r, c))).map(|n| 65 - n))
    });
    let corners = |from: i64| {
        first
            .numbers()
            .filter(move |(_, n)| *n >= from && *n < from + 4)
            .map(|(at, _)| at)
    };
    Ok(Working::from_last(
        "first half",
        "Four consecutive numbers at a time are put on the corners of a square of five cells a side, which is the same cell of each \
         quarter; the squares of the eight groups overlap. The first four are marked.",
        first.clone(),
    )
    .marking(corners(1))
    .then(
        "the square",
        "In each quarter, the cell opposite through the quarter's middle gets the complement to 65. Half lines and the blocks of \
         two by two add up to half the constant.",
        square,
    ))
}

//! Dr. Franklin's magic circle: eight rings crossed by eight radii, and 12 in the middle.
//!
//! The numbers of the figure are lost, but the source states its sums. A [`Grid`] represents it:
//! one row per ring, from the innermost outwards, and one column per sector, clockwise from the
//! top. Every sum of eight cells makes 360 together with the 12 in the middle, and every sum of
//! four makes 180 together with half of it.

use crate::grid::Cell;
use crate::{Grid, Working};

/// The number in the middle, which is also the lowest one.
pub const MIDDLE: i64 = 12;

const RINGS: usize = 8;
const SECTORS: usize = 8;
/// The sum of eight cells without the middle, and that of four.
const WHOLE: i64 = 360 - MIDDLE;
const HALF: i64 = 180 - MIDDLE / 2;

/// A rule of the circle, and the places where it fails, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What must agree.
    pub name: &'static str,
    /// The places where it fails; empty if the rule holds.
    pub faults: Vec<String>,
}

/// How far out an eccentric circle is in each sector, from a sector next to its axis.
const OUTWARDS: [usize; 8] = [0, 1, 2, 3, 3, 2, 1, 0];

/// The circle round an eccentric centre: the direction of the centre (0 to 3, clockwise in
/// quarters), and the innermost ring it touches.
fn eccentric(direction: usize, ring: usize) -> Vec<Cell> {
    (0..SECTORS)
        .map(|k| (ring + OUTWARDS[k], (k + 2 * direction) % SECTORS))
        .collect()
}

/// Checks all sums of a circle.
///
/// The vertical and the horizontal line each divide a circle into halves; the rule of half circles
/// holds if one of the two lines halves it. (If every four adjacent cells agree, no figure of
/// distinct numbers has all circles halved by both lines.) Four opposite cells are the corners of a
/// larger square of cells.
///
/// ```
/// use ludarium_constructions::circle;
///
/// let franklin = circle::make().into_result();
/// assert!(circle::verify(&franklin).iter().all(|rule| rule.faults.is_empty()));
/// ```
#[must_use]
pub fn verify(grid: &Grid) -> Vec<Rule> {
    if (grid.rows(), grid.columns()) != (RINGS, SECTORS) || !grid.is_full() {
        return vec![Rule {
            name: "eight rings of eight numbers",
            faults: vec![format!(
                "there are {} rows of {} cells, some perhaps empty",
                grid.rows(),
                grid.columns()
            )],
        }];
    }
    let sum = |cells: &[Cell]| cells.iter().filter_map(|at| grid.get(*at)).sum::<i64>();
    let wrong = |name: String, cells: &[Cell], wanted: i64| {
        let own = sum(cells);
        (own != wanted).then(|| format!("{name} adds up to {own}, not {wanted}"))
    };
    let rule = |name, faults: Vec<Option<String>>| Rule {
        name,
        faults: faults.into_iter().flatten().collect(),
    };
    let ring = |i: usize| (0..SECTORS).map(|j| (i, j)).collect::<Vec<Cell>>();
    let sector = |j: usize| (0..RINGS).map(|i| (i, j)).collect::<Vec<Cell>>();
    // The line cuts a circle before this sector and before the opposite one.
    let halved = |cells: &[Cell], cut: usize| {
        let side = |at: &&Cell| (at.1 + SECTORS - cut) % SECTORS < SECTORS / 2;
        let half: i64 = cells
            .iter()
            .filter(side)
            .filter_map(|at| grid.get(*at))
            .sum();
        half == HALF
    };
    let unhalved = |name: String, cells: &[Cell]| {
        (!halved(cells, 0) && !halved(cells, 2))
            .then(|| format!("{name} is halved by neither line"))
    };
    let circles = || (0..4).flat_map(|direction| (0..5).map(move |ring| (direction, ring)));
    let called = |direction: usize, ring: usize| {
        format!(
            "the circle round {} that touches ring {}",
            ["A", "B", "C", "D"][direction],
            ring + 1
        )
    };
    let blocks = |side: usize| {
        let corners = (0..=RINGS - side).flat_map(|i| (0..SECTORS).map(move |j| (i, j)));
        corners.map(move |(i, j)| {
            let (far, across) = (i + side - 1, (j + side - 1) % SECTORS);
            ((i, j), [(i, j), (i, across), (far, j), (far, across)])
        })
    };
    let named = |(i, j): Cell, side: usize| {
        format!(
            "the square of {side} cells a side from ring {}, sector {}",
            i + 1,
            j + 1
        )
    };
    vec![
        Rule {
            name: "the numbers 12 to 75, once each",
            faults: numbers(grid),
        },
        rule(
            "rings",
            (0..RINGS)
                .map(|i| wrong(format!("ring {}", i + 1), &ring(i), WHOLE))
                .collect(),
        ),
        rule(
            "half rings",
            (0..RINGS)
                .map(|i| unhalved(format!("ring {}", i + 1), &ring(i)))
                .collect(),
        ),
        rule(
            "sectors",
            (0..SECTORS)
                .map(|j| wrong(format!("sector {}", j + 1), &sector(j), WHOLE))
                .collect(),
        ),
        rule(
            "half sectors",
            (0..2 * SECTORS)
                .map(|k| {
                    let (j, outer) = (k / 2, k % 2);
                    let half: Vec<Cell> = sector(j)[4 * outer..4 * outer + 4].to_vec();
                    wrong(
                        format!("the {} half of sector {}", ["inner", "outer"][outer], j + 1),
                        &half,
                        HALF,
                    )
                })
                .collect(),
        ),
        rule(
            "circles round A, B, C and D",
            circles()
                .map(|(d, r)| wrong(called(d, r), &eccentric(d, r), WHOLE))
                .collect(),
        ),
        rule(
            "halves of these",
            circles()
                .map(|(d, r)| unhalved(called(d, r), &eccentric(d, r)))
                .collect(),
        ),
        rule(
            "four adjacent cells",
            blocks(2)
                .map(|(at, cells)| wrong(named(at, 2), &cells, HALF))
                .collect(),
        ),
        rule(
            "four opposite cells",
            [4, 6, 8]
                .into_iter()
                .flat_map(|side| blocks(side).map(move |(at, cells)| (at, cells, side)))
                .map(|(at, cells, side)| {
                    wrong(format!("the corners of {}", named(at, side)), &cells, HALF)
                })
                .collect(),
        ),
    ]
}

/// Repeated numbers, and numbers out of range.
fn numbers(grid: &Grid) -> Vec<String> {
    let mut all: Vec<i64> = grid.numbers().map(|(_, n)| n).collect();
    all.sort_unstable();
    let twice = all
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| format!("{} occurs twice", pair[0]));
    let range = MIDDLE..MIDDLE + (RINGS * SECTORS) as i64;
    let foreign = all
        .iter()
        .filter(|n| !range.contains(n))
        .map(|n| format!("{n} is out of range"));
    twice.chain(foreign).collect()
}

/// Makes a circle with all the sums.
///
/// Four adjacent cells agree everywhere exactly if each cell differs from the mean by the sum of a
/// term of its ring and a term of its sector, both alternating in sign from cell to cell. The half
/// sums then leave this freedom: the ring terms cancel in the inner and in the outer half, and the
/// sector terms are mirror images.
///
/// ```
/// use ludarium_constructions::circle;
///
/// let franklin = circle::make().into_result();
/// let ring: i64 = franklin.numbers().filter(|((ring, _), _)| *ring == 0).map(|(_, n)| n).sum();
/// assert_eq!(ring + circle::MIDDLE, 360);
/// ```
#[must_use]
pub fn make() -> Working {
    // Twice the terms, so that all numbers are integers: rings at 2, 6, ... 30 from the mean,
    // sectors at 3/2 and 1/2.
    let rings: [i64; RINGS] = [4, -12, -20, 28, 36, -44, -52, 60];
    let sectors: [i64; 4] = [3, 1, -1, -3];
    let twice_mean = 2 * MIDDLE + (RINGS * SECTORS) as i64 - 1;
    let even = |i: usize, j: usize| {
        rings[i]
            + if i % 2 == 0 {
                sectors[j / 2]
            } else {
                -sectors[j / 2]
            }
    };
    let twice = |i: usize, j: usize| {
        if j % 2 == 0 {
            even(i, j)
        } else {
            -even(i, SECTORS - 1 - j)
        }
    };
    let full = Grid::square(RINGS, |i, j| (twice_mean + twice(i, j)) / 2);
    let half = Grid::partly(RINGS, SECTORS, |i, j| {
        full.get((i, j)).filter(|_| j % 2 == 0)
    });
    Working::from_last(
        "every second sector",
        "One ring per row, from the innermost. The rings lie 2, 6, 10 ... 30 above or below the mean, 43 1/2, the signs chosen so that four rings \
         cancel; within a ring the sectors differ by one.",
        half,
    )
    .then(
        "the circle",
        "Each other cell holds the complement to 87 of the cell that mirrors it in the vertical line.",
        full,
    )
}

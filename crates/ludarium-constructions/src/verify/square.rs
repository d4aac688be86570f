//! The properties of a square.

use super::lines::{all_lines, cells_of, Sums};
use super::{leaps, Fault, Finding, Line, Property, Verdict};
use crate::grid::{Cell, Grid};

/// Checks every property of a square. A line with empty cells should add up to the mean times its
/// filled cells.
///
/// ```
/// use ludarium_constructions::verify::{square, Property};
/// use ludarium_constructions::Grid;
///
/// // Duerer's square, with two numbers exchanged.
/// let grid: Grid = "16 3 2 13\n5 10 11 8\n9 6 7 12\n4 15 1 14".parse().unwrap();
/// let verdict = square(&grid);
/// assert_eq!(verdict.name(), "not a magic square");
/// assert_eq!(verdict.faults(Property::Columns)[0].to_string(), "column 3 adds up to 21, not 34");
/// ```
#[must_use]
pub fn square(grid: &Grid) -> Verdict {
    let Some(n) = grid.order() else {
        return no_square(grid);
    };
    let sums = Sums::new(grid, n);
    let full = grid.is_full();
    let mut verdict = Verdict {
        constant: None,
        hollow: !full,
        findings: Vec::new(),
    };
    let wanted = sums.wanted(n as i64);
    if wanted.fract() == 0.0 {
        verdict.constant = Some(wanted as i64);
    }
    let mut found = |property, faults| verdict.findings.push(Finding { property, faults });
    found(Property::Distinct, twice(grid));
    found(
        if full {
            Property::FromOne
        } else {
            Property::Pairs
        },
        if full { from_one(grid) } else { pairs(&sums) },
    );
    found(Property::Rows, sums.lines((0..n).map(Line::Row)));
    found(Property::Columns, sums.lines((0..n).map(Line::Column)));
    found(
        Property::Diagonals,
        sums.lines([Line::Falling, Line::Rising]),
    );
    found(Property::Associated, associated(&sums));
    if full && n >= 3 {
        let broken = (0..n)
            .map(Line::BrokenFalling)
            .chain((0..n).map(Line::BrokenRising));
        found(Property::BrokenDiagonals, sums.lines(broken));
        if n >= 5 {
            found(Property::Bordered, bordered(grid, n));
        }
        for order in (3..=n / 2).filter(|order| n % order == 0) {
            found(Property::Compartments(order), compartments(grid, n, order));
        }
        found(Property::Bimagic, bimagic(grid, n));
        // Report knight's moves only if the square is a tour: consecutive numbers, each once.
        let is_path = twice(grid).is_empty() && consecutive_range(grid).is_ok();
        let leaps = leaps::faults(grid);
        if is_path && leaps.is_empty() {
            found(Property::KnightsMoves, leaps);
        }
        if n % 2 == 0 {
            halves(&sums, n, &mut found);
        }
    }
    verdict
}

/// The properties of an array that is not square.
fn no_square(grid: &Grid) -> Verdict {
    let finding = |property, faults| Finding { property, faults };
    let senseless = || vec![Fault::NotApplicable("the array is not square")];
    Verdict {
        constant: None,
        hollow: false,
        findings: vec![
            finding(Property::Distinct, twice(grid)),
            finding(Property::Rows, senseless()),
            finding(Property::Columns, senseless()),
            finding(Property::Diagonals, senseless()),
        ],
    }
}

/// The properties of squares of even order.
fn halves(sums: &Sums, n: usize, found: &mut impl FnMut(Property, Vec<Fault>)) {
    let both = |line: fn(usize, bool) -> Line| (0..2 * n).map(move |i| line(i / 2, i % 2 == 1));
    let diagonals = (0..4).map(|i| Line::HalfDiagonal(i < 2, i % 2 == 1));
    let half_lines = both(Line::HalfRow).chain(both(Line::HalfColumn));
    if n % 4 == 0 {
        found(Property::Quarters, sums.lines(half_lines.clone()));
    }
    found(Property::HalfLines, sums.lines(half_lines.chain(diagonals)));
    let cells = || (0..n * n).map(|i| (i / n, i % n));
    let aligned = cells().filter(|(r, c)| r % 2 == 0 && c % 2 == 0);
    found(
        Property::Blocks,
        sums.lines(aligned.map(|at| Line::Block(at, 2, 2))),
    );
    let blocks = sums.lines(cells().map(|at| Line::Block(at, 2, 2)));
    // Adjacent blocks add up to all rectangles with even sides, and blocks are such rectangles
    // themselves.
    if blocks.is_empty() {
        let even = || (1..=n / 2).map(|k| 2 * k);
        let rectangles = cells()
            .take(if n <= 32 { n * n } else { 0 })
            .flat_map(|at| even().flat_map(move |r| even().map(move |c| Line::Corners(at, r, c))));
        found(Property::Rectangles, sums.lines(rectangles));
    }
    found(Property::AllBlocks, blocks);
    let h = n / 2;
    let apart = cells()
        .take(n * h)
        .filter_map(|(r, c)| sums.pair((r, c), (r + h, (c + h) % n)));
    found(Property::Complete, apart.collect());
}

/// The numbers that occur more than once.
fn twice(grid: &Grid) -> Vec<Fault> {
    let mut places: Vec<(i64, Cell)> = grid.numbers().map(|(at, n)| (n, at)).collect();
    places.sort_unstable();
    let pairs = places.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    pairs
        .map(|pair| Fault::Duplicate {
            number: pair[0].0,
            first: pair[0].1,
            again: pair[1].1,
        })
        .collect()
}

/// The numbers missing from those from 1 up, and the superfluous ones.
fn from_one(grid: &Grid) -> Vec<Fault> {
    let count = grid.numbers().count();
    let mut there = vec![false; count];
    let mut faults = Vec::new();
    for (at, number) in grid.numbers() {
        let place = usize::try_from(number - 1)
            .ok()
            .and_then(|i| there.get_mut(i));
        match place {
            Some(place) => *place = true,
            None => faults.push(Fault::OutOfRange(number, at)),
        }
    }
    let missing = there.iter().enumerate().filter(|(_, there)| !**there);
    faults.extend(missing.map(|(i, _)| Fault::Missing(i as i64 + 1)));
    faults
}

/// The numbers whose complement to twice the mean is not in the figure.
fn pairs(sums: &Sums) -> Vec<Fault> {
    let mut all: Vec<i64> = sums.grid.numbers().map(|(_, n)| n).collect();
    all.sort_unstable();
    let both = sums.wanted(2);
    let alone =
        |number: i64| both.fract() != 0.0 || all.binary_search(&(both as i64 - number)).is_err();
    let lonely = sums.grid.numbers().filter(|(_, number)| alone(*number));
    lonely
        .map(|(at, number)| Fault::NoPartner(number, at))
        .collect()
}

fn associated(sums: &Sums) -> Vec<Fault> {
    let n = sums.order;
    let half = (0..n * n / 2).map(|i| (i / n, i % n));
    half.filter_map(|(r, c)| sums.pair((r, c), (n - 1 - r, n - 1 - c)))
        .collect()
}

/// The fault that keeps a square cut out of another from being magic.
fn not_magic(part: &Grid, order: usize) -> Option<Fault> {
    let own = Sums::new(part, order);
    let line = all_lines(order).find_map(|line| own.line(line));
    line.or_else(|| twice(part).into_iter().next())
}

/// The lowest and the highest number, if the square consists of all numbers between them.
fn consecutive_range(part: &Grid) -> Result<(i64, i64), Fault> {
    let low = part.numbers().map(|(_, n)| n).min().unwrap_or(0);
    let high = part.numbers().map(|(_, n)| n).max().unwrap_or(0);
    match high - low + 1 == part.numbers().count() as i64 {
        true => Ok((low, high)),
        false => Err(Fault::NotARun { low, high }),
    }
}

fn bordered(grid: &Grid, n: usize) -> Vec<Fault> {
    let lowest = grid.numbers().map(|(_, n)| n).min().unwrap_or(0);
    let mut faults = Vec::new();
    for edge in 0..=(n - 3) / 2 {
        let order = n - 2 * edge;
        let part = grid.part((edge, edge), order, order);
        let wanted = lowest + ((n * n - order * order) / 2) as i64;
        let fault = not_magic(&part, order).or_else(|| match consecutive_range(&part) {
            Ok((low, _)) if low == wanted => None,
            Ok((low, _)) => Some(Fault::NotTheMiddle { low, wanted }),
            Err(fault) => Some(fault),
        });
        faults.extend(fault.map(|fault| Fault::Inside {
            corner: (edge, edge),
            order,
            fault: Box::new(fault),
        }));
    }
    faults
}

fn compartments(grid: &Grid, n: usize, order: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    for i in 0..(n / order) * (n / order) {
        let corner = (i / (n / order) * order, i % (n / order) * order);
        let part = grid.part(corner, order, order);
        let fault = not_magic(&part, order).or_else(|| consecutive_range(&part).err());
        faults.extend(fault.map(|fault| Fault::Inside {
            corner,
            order,
            fault: Box::new(fault),
        }));
    }
    faults
}

fn bimagic(grid: &Grid, n: usize) -> Vec<Fault> {
    let square = |n: i64| n.saturating_mul(n);
    let total: i64 = grid
        .numbers()
        .map(|(_, n)| square(n))
        .fold(0, i64::saturating_add);
    let sum = |line: Line| -> i64 {
        let cells = cells_of(line, n).into_iter();
        cells
            .filter_map(|at| grid.get(at))
            .map(square)
            .fold(0, i64::saturating_add)
    };
    let wrong = all_lines(n).filter_map(|line| {
        let sum = sum(line);
        (i128::from(sum) * n as i128 != i128::from(total)).then(|| Fault::SquareSum {
            line,
            sum,
            wanted: total as f64 / n as f64,
        })
    });
    wrong.collect()
}

/// The numbers of a square that are not prime.
///
/// ```
/// use ludarium_constructions::{verify, Grid};
///
/// // Dudeney's square of primes, with the constant 111; 1 counted as a prime then.
/// let grid: Grid = "67 1 43\n13 37 61\n31 73 7".parse().unwrap();
/// assert!(verify::square(&grid).is_magic());
/// assert_eq!(verify::primes(&grid).faults[0].to_string(), "1 at row 1, column 2 is not prime");
/// ```
#[must_use]
pub fn primes(grid: &Grid) -> Finding {
    let prime = |n: i64| n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
    let others = grid.numbers().filter(|(_, n)| !prime(*n));
    Finding {
        property: Property::Primes,
        faults: others.map(|(at, n)| Fault::NotPrime(n, at)).collect(),
    }
}

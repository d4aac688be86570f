//! Bordered squares: borders, one round the other.

use super::method::usual;
use super::Options;
use crate::{Error, Grid, Working};

/// The use of the low numbers of a border, each named by its rank from 1. The cell opposite a
/// number holds its complement. The first is in the upper left corner, `corner` in the upper right
/// one.
struct Sides {
    corner: usize,
    /// In the top row between the corners.
    top: Signed,
    /// In the left column between the corners.
    left: Signed,
}

/// The low numbers on a side, and those whose complement is on it.
struct Signed {
    low: Vec<usize>,
    high: Vec<usize>,
}

/// Picks `count` of the ascending `items` with this sum.
pub(super) fn pick(items: &[usize], count: usize, sum: usize) -> Option<Vec<usize>> {
    let (left, last) = (items.len(), items.last());
    if count == 0 {
        return (sum == 0).then(Vec::new);
    }
    if count > left || sum < items[..count].iter().sum() || sum > items[left - count..].iter().sum()
    {
        return None;
    }
    let (&last, rest) = (last?, &items[..left - 1]);
    // Take the greatest as long as the others can still be small enough. The numbers are
    // consecutive or nearly so, so this rarely fails.
    let with = || {
        let mut found = pick(rest, count - 1, sum.checked_sub(last)?)?;
        found.push(last);
        Some(found)
    };
    with().or_else(|| pick(rest, count, sum))
}

/// The ascending items without those taken.
fn without(items: &[usize], taken: &[usize]) -> Vec<usize> {
    items
        .iter()
        .copied()
        .filter(|i| !taken.contains(i))
        .collect()
}

/// The sides of a border of odd order: each has one more high number than low ones.
///
/// With q = 2m + 1, the border has the low numbers 1 to 4m, and a side is balanced if the ranks of
/// its high numbers exceed those of its low ones by 2m² + 2m + 1. With 3 in the corner, and 2m the
/// only high number below 2m + 1, balancing one side balances the other: that needs corner + 2 ·
/// (the only one) = 4m + 3.
fn odd_sides(q: usize) -> Option<Sides> {
    let m = q / 2;
    let corner = 3;
    let balance = 2 * m * m + 2 * m + 1;
    let small: Vec<usize> = (2..2 * m).filter(|i| *i != corner).collect();
    let large: Vec<usize> = (2 * m..=4 * m).collect();
    let top_low: Vec<usize> = small.iter().skip(1).step_by(2).copied().collect();
    let sum = balance + 1 + corner + top_low.iter().sum::<usize>();
    let top_high = pick(&large, m + 1, sum)?;
    Some(Sides {
        corner,
        left: Signed {
            low: without(&small, &top_low),
            high: without(&large, &top_high),
        },
        top: Signed {
            low: top_low,
            high: top_high,
        },
    })
}

/// The sides of a border of even order q = 2m: each has as many high numbers as low ones, with the
/// same sum of ranks. The corner is the number there in natural order.
fn even_sides(q: usize) -> Option<Sides> {
    let m = q / 2;
    let corner = q;
    let free: Vec<usize> = (2..=4 * m - 2).filter(|i| *i != corner).collect();
    // The low ones of the top and the high ones of the left together; their sum follows from both
    // balances.
    let crossed = pick(&free, 2 * m - 3, 4 * m * m - 6 * m)?;
    let others = without(&free, &crossed);
    let lowest: usize = crossed[..m - 2].iter().sum();
    let highest: usize = crossed[crossed.len() - (m - 2)..].iter().sum();
    (lowest..=highest).find_map(|sum| {
        let top_low = pick(&crossed, m - 2, sum)?;
        let top_high = pick(&others, m, sum + corner + 1)?;
        Some(Sides {
            corner,
            left: Signed {
                low: without(&others, &top_high),
                high: without(&crossed, &top_low),
            },
            top: Signed {
                low: top_low,
                high: top_high,
            },
        })
    })
}

/// A border of order `q`: the lines from the top left corner, made of pairs (low number, its
/// complement). `pairs` are the 2q - 2 pairs from the lowest low number up, evenly spaced.
pub(super) fn border(q: usize, pairs: &[(i64, i64)]) -> Option<Grid> {
    let sides = if q % 2 == 1 {
        odd_sides(q)
    } else {
        even_sides(q)
    }?;
    let pair = |place: usize| pairs.get(place - 1).copied();
    let mut grid = Grid::empty(q, q);
    let mut put = |at: (usize, usize), opposite: (usize, usize), place: usize, high: bool| {
        let (low, other) = pair(place)?;
        let (here, there) = if high { (other, low) } else { (low, other) };
        grid.set(at, Some(here));
        grid.set(opposite, Some(there));
        Some(())
    };
    let end = q - 1;
    put((0, 0), (end, end), 1, false)?;
    put((0, end), (end, 0), sides.corner, false)?;
    let signed = |side: &Signed| {
        let low = side.low.iter().map(|place| (*place, false));
        let mut all: Vec<(usize, bool)> = low
            .chain(side.high.iter().map(|place| (*place, true)))
            .collect();
        all.sort_unstable();
        all
    };
    for (i, (place, high)) in signed(&sides.top).into_iter().enumerate() {
        put((0, i + 1), (end, i + 1), place, high)?;
    }
    for (i, (place, high)) in signed(&sides.left).into_iter().enumerate() {
        put((i + 1, 0), (i + 1, end), place, high)?;
    }
    Some(grid)
}

pub(super) fn bordered(n: usize, _: &Options) -> Result<Working, Error> {
    let last = (n * n) as i64;
    let core = if n % 2 == 0 { 4 } else { 3 };
    let mut square = Grid::empty(n, n);
    let mut working: Option<Working> = None;
    let (mut lowest, mut q) = (1_i64, n);
    while q > core {
        let count = 2 * q - 2;
        let pairs: Vec<(i64, i64)> = (lowest..)
            .take(count)
            .map(|low| (low, last + 1 - low))
            .collect();
        let ring = border(q, &pairs)
            .ok_or_else(|| Error::NotFound(format!("no balanced border of order {q} was found")))?;
        let edge = (n - q) / 2;
        ring.numbers()
            .for_each(|((r, c), number)| square.set((edge + r, edge + c), Some(number)));
        let text = format!(
            "The border of order {q} takes the {count} lowest numbers left, {lowest} to {}, and their complements to {}. The lowest stands in a \
             corner; every number faces its complement, the corners through the middle. Which of two stands where is chosen so that each \
             side adds up to {}.",
            lowest + count as i64 - 1,
            last + 1,
            q as i64 * (last + 1) / 2
        );
        let title = format!("border of order {q}");
        working = Some(match working {
            None => Working::from_last(&title, text, square.clone()),
            Some(before) => before.then(&title, text, square.clone()),
        });
        lowest += count as i64;
        q -= 2;
    }
    let heart = usual(core).work(core, &Options::default())?.into_result();
    let edge = (n - core) / 2;
    heart
        .numbers()
        .for_each(|((r, c), number)| square.set((edge + r, edge + c), Some(number + lowest - 1)));
    let text = format!(
        "The numbers left, {lowest} to {}, make a magic square of order {core} by the rule for it. Taking off any number of borders leaves a \
         magic square.",
        last + 1 - lowest
    );
    Ok(match working {
        None => Working::from_last("the square", text, square),
        Some(before) => before.then("the square", text, square),
    })
}

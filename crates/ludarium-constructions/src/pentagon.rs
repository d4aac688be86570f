//! Frolow's magic pentagon: a point and four pentagons round it, with the numbers from 1 to 101.
//!
//! The numbers of the figure are lost, but the source states its sums. Ring k has 10k points,
//! clockwise from a corner; a side has 2k + 1 of them.

use crate::fill::{fill, Lines};
use crate::{Error, Grid};

/// Number of pentagons.
const RINGS: usize = 4;
/// Number of points, and the mean number, which is in the middle.
const POINTS: i64 = 101;
const MEAN: i64 = 51;

/// A pentagon: the middle, and the rings from the innermost outwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pentagon {
    /// The number in the middle.
    pub middle: i64,
    /// The rings, each clockwise from a corner; the first corners of all rings are in one line.
    pub rings: Vec<Vec<i64>>,
}

/// The indices of the points on a side of ring k (from 1), including the corners at both ends.
fn side(k: usize, side: usize) -> impl Iterator<Item = usize> {
    (0..=2 * k).map(move |i| (2 * k * side + i) % (10 * k))
}

/// The indices of the two points of ring k on the diameter through this corner.
fn diameter(k: usize, corner: usize) -> [usize; 2] {
    [2 * k * corner, (2 * k * (corner + 2) + k) % (10 * k)]
}

/// Describes what is wrong with a pentagon; empty if it is magic.
///
/// ```
/// use ludarium_constructions::pentagon;
///
/// let mut frolow = pentagon::make().unwrap();
/// assert!(pentagon::verify(&frolow).is_empty());
/// frolow.rings[0].swap(0, 1);
/// assert!(!pentagon::verify(&frolow).is_empty());
/// ```
#[must_use]
pub fn verify(pentagon: &Pentagon) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, ring) in pentagon.rings.iter().enumerate() {
        if ring.len() != 10 * (index + 1) {
            faults.push(format!(
                "pentagon {} has {} points, not {}",
                index + 1,
                ring.len(),
                10 * (index + 1)
            ));
        }
    }
    if pentagon.rings.len() != RINGS {
        faults.push(format!(
            "there are {} pentagons, not {RINGS}",
            pentagon.rings.len()
        ));
    }
    if !faults.is_empty() {
        return faults;
    }
    if pentagon.middle != MEAN {
        faults.push(format!("the middle holds {}, not {MEAN}", pentagon.middle));
    }
    let mut all: Vec<i64> = pentagon
        .rings
        .iter()
        .flatten()
        .copied()
        .chain([pentagon.middle])
        .collect();
    all.sort_unstable();
    faults.extend(
        all.windows(2)
            .filter(|p| p[0] == p[1])
            .map(|p| format!("{} occurs twice", p[0])),
    );
    faults.extend(
        all.iter()
            .filter(|n| !(1..=POINTS).contains(*n))
            .map(|n| format!("{n} is out of range")),
    );
    for (k, ring) in (1..).zip(&pentagon.rings) {
        let sides: Vec<i64> = (0..5).map(|s| side(k, s).map(|i| ring[i]).sum()).collect();
        let unlike = (1..5).filter(|s| sides[*s] != sides[0]);
        faults.extend(unlike.map(|s| {
            format!(
                "side {} of pentagon {k} adds up to {}, and side 1 to {}",
                s + 1,
                sides[s],
                sides[0]
            )
        }));
        let (total, wanted) = (ring.iter().sum::<i64>(), 10 * k as i64 * MEAN);
        if total != wanted {
            faults.push(format!("pentagon {k} adds up to {total}, not {wanted}"));
        }
    }
    for corner in 0..5 {
        let points = (1..)
            .zip(&pentagon.rings)
            .flat_map(|(k, ring)| diameter(k, corner).map(|i| ring[i]));
        let sum = points.sum::<i64>() + pentagon.middle;
        if sum != 9 * MEAN {
            faults.push(format!(
                "the diameter from corner {} adds up to {sum}, not {}",
                corner + 1,
                9 * MEAN
            ));
        }
    }
    faults
}

/// Makes a magic pentagon, by search.
///
/// ```
/// use ludarium_constructions::pentagon;
///
/// let frolow = pentagon::make().unwrap();
/// let sums: Vec<i64> = frolow.rings.iter().map(|ring| ring.iter().sum()).collect();
/// assert_eq!((frolow.middle, sums), (51, vec![510, 1020, 1530, 2040]));
/// ```
///
/// # Errors
/// [`Error::NotFound`] if the search is given up.
pub fn make() -> Result<Pentagon, Error> {
    let first = |k: usize| 5 * k * (k - 1); // points of the rings inside ring k
    let count = first(RINGS + 1);
    let mut lines = Lines::new(count);
    for k in 1..=RINGS {
        for s in 0..5 {
            lines.add(
                side(k, s).map(|i| first(k) + i).collect(),
                (2 * k as i64 + 1) * MEAN,
            );
        }
        lines.add(
            (0..10 * k).map(|i| first(k) + i).collect(),
            10 * k as i64 * MEAN,
        );
    }
    for corner in 0..5 {
        let points = (1..=RINGS).flat_map(|k| diameter(k, corner).map(|i| first(k) + i));
        lines.add(points.collect(), 8 * MEAN);
    }
    let numbers: Vec<i64> = (1..=POINTS).filter(|n| *n != MEAN).collect();
    let found = fill(&numbers, &lines)
        .ok_or_else(|| Error::NotFound("the search for the numbers was given up".to_owned()))?;
    Ok(Pentagon {
        middle: MEAN,
        rings: (1..=RINGS)
            .map(|k| found[first(k)..first(k + 1)].to_vec())
            .collect(),
    })
}

impl Pentagon {
    /// The pentagon as an array, one ring per row, with the middle alone in the first row.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let wide = self.rings.last().map_or(1, Vec::len);
        Grid::partly(self.rings.len() + 1, wide, |r, c| match r {
            0 => (c == 0).then_some(self.middle),
            _ => self.rings[r - 1].get(c).copied(),
        })
    }
}

impl std::str::FromStr for Pentagon {
    type Err = Error;

    /// Reads lines of numbers: the middle, then the rings from the innermost outwards. Dots at the
    /// end of a line are ignored.
    fn from_str(text: &str) -> Result<Pentagon, Error> {
        let mut rows = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let words = line.split_whitespace().filter(|w| *w != ".");
            let row = words.map(|w| w.trim_end_matches(['~', '?']).parse::<i64>());
            let row: Vec<i64> = row.collect::<Result<_, _>>().map_err(|_| Error::Text {
                line: index + 1,
                why: format!("{line:?} contains something other than numbers"),
            })?;
            if row.iter().any(|n| n.abs() > crate::MAX_NUMBER) {
                return Err(Error::Text {
                    line: index + 1,
                    why: "a number is too large".to_owned(),
                });
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
        let mut rows = rows.into_iter();
        match rows.next().as_deref() {
            Some(&[middle]) => Ok(Pentagon {
                middle,
                rings: rows.collect(),
            }),
            _ => Err(Error::Text {
                line: 1,
                why: "the first line holds only the number in the middle".to_owned(),
            }),
        }
    }
}

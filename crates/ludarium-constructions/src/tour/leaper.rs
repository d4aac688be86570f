//! Leapers: pieces that leap.

use std::fmt;

use crate::grid::Cell;
use crate::Error;

/// A piece that leaps a fixed number of cells one way and another number sideways, in all
/// directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaper {
    short: usize,
    long: usize,
}

/// The common names of leapers.
const NAMES: [(&str, usize, usize); 12] = [
    ("knight", 1, 2),
    ("wazir", 0, 1),
    ("ferz", 1, 1),
    ("dabbaba", 0, 2),
    ("alfil", 2, 2),
    ("camel", 1, 3),
    ("zebra", 2, 3),
    ("giraffe", 1, 4),
    ("threeleaper", 0, 3),
    ("lancer", 2, 4),
    ("antelope", 3, 4),
    ("ibis", 1, 5),
];

impl Leaper {
    /// The knight of chess.
    pub const KNIGHT: Leaper = Leaper { short: 1, long: 2 };

    /// A leaper with these two lengths, in any order.
    #[must_use]
    pub fn new(a: usize, b: usize) -> Leaper {
        Leaper {
            short: a.min(b),
            long: a.max(b),
        }
    }

    /// The two lengths of the leap, the shorter first.
    #[must_use]
    pub fn leap(self) -> (usize, usize) {
        (self.short, self.long)
    }

    /// Whether a leap leads from one cell to the other.
    ///
    /// ```
    /// use ludarium_constructions::tour::Leaper;
    ///
    /// assert!(Leaper::KNIGHT.leaps((0, 0), (2, 1)));
    /// assert!("giraffe".parse::<Leaper>().unwrap().leaps((4, 1), (0, 0)));
    /// ```
    #[must_use]
    pub fn leaps(self, a: Cell, b: Cell) -> bool {
        Leaper::new(a.0.abs_diff(b.0), a.1.abs_diff(b.1)) == self && a != b
    }

    /// All its steps, as rows down and columns to the right.
    pub(super) fn steps(self) -> Vec<(isize, isize)> {
        let (a, b) = (self.short as isize, self.long as isize);
        let mut steps = Vec::new();
        for (x, y) in [(a, b), (b, a)] {
            for (x, y) in [(x, y), (x, -y), (-x, y), (-x, -y)] {
                if !steps.contains(&(x, y)) && (x, y) != (0, 0) {
                    steps.push((x, y));
                }
            }
        }
        steps
    }
}

impl fmt::Display for Leaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMES.iter().find(|(_, a, b)| Leaper::new(*a, *b) == *self);
        match named {
            Some((name, ..)) => f.write_str(name),
            None => write!(f, "({},{}) leaper", self.short, self.long),
        }
    }
}

impl std::str::FromStr for Leaper {
    type Err = Error;

    /// Parses a name, or the leap as `1,4`.
    fn from_str(text: &str) -> Result<Leaper, Error> {
        let folded = text.trim().to_lowercase();
        if let Some((_, a, b)) = NAMES.iter().find(|(name, ..)| *name == folded) {
            return Ok(Leaper::new(*a, *b));
        }
        let parts = folded.trim_matches(['(', ')']).split_once(',');
        let leap = parts.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        match leap {
            Some((0, 0)) => Err(Error::Other("a leap of 0,0 goes nowhere".to_owned())),
            Some((a, b)) => Ok(Leaper::new(a, b)),
            None => {
                let names: Vec<&str> = NAMES.iter().map(|(name, ..)| *name).collect();
                Err(Error::Other(format!(
                    "{text:?} is not a leaper: write two lengths, as 1,4, or one of {}",
                    names.join(", ")
                )))
            }
        }
    }
}

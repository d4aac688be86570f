//! Saying what a figure is: every property that holds, and where the others fail.

mod fault;
mod leaps;
mod lines;
mod paths;
mod square;

pub use fault::{Fault, Line};
pub use paths::{path_sums, steps_that_agree};
pub use square::{primes, square};

/// What a square may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// No number stands twice.
    Distinct,
    /// It holds the numbers from 1 to the number of its cells.
    FromOne,
    /// Its numbers make pairs of the same sum.
    Pairs,
    /// All rows agree (as the mean number times their filled cells).
    Rows,
    /// All columns agree.
    Columns,
    /// Both diagonals agree.
    Diagonals,
    /// The broken diagonals agree as well: pandiagonal, nasik.
    BrokenDiagonals,
    /// Cells opposite through the middle add up alike.
    Associated,
    /// Taking borders off leaves magic squares of the middle numbers, down to order 3 or 4.
    Bordered,
    /// It is made of magic squares of this order, each of consecutive numbers.
    Compartments(usize),
    /// The squares of the numbers agree in rows, columns and diagonals.
    Bimagic,
    /// Halves of the rows, columns and diagonals add up to half the constant.
    HalfLines,
    /// The four quarters have rows and columns of half the constant.
    Quarters,
    /// Every block of two by two, counted from the corner, adds up to four times the mean.
    Blocks,
    /// Every block of two by two does, round the edges too.
    AllBlocks,
    /// The corners of every rectangle with even sides add up so.
    Rectangles,
    /// Cells half the order apart on a diagonal add up alike.
    Complete,
    /// Consecutive numbers stand a knight's move apart.
    KnightsMoves,
    /// All numbers are prime.
    Primes,
}

impl Property {
    /// A word or two for it.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Property::Distinct => "different numbers",
            Property::FromOne => "each number from 1 once",
            Property::Pairs => "numbers in pairs of equal sum",
            Property::Rows => "rows",
            Property::Columns => "columns",
            Property::Diagonals => "diagonals",
            Property::BrokenDiagonals => "broken diagonals (pandiagonal, nasik)",
            Property::Associated => "associated",
            Property::Bordered => "bordered",
            Property::Compartments(order) => return format!("compartments of order {order}"),
            Property::Bimagic => "bimagic",
            Property::HalfLines => "half lines",
            Property::Quarters => "quarters",
            Property::Blocks => "blocks of two by two",
            Property::AllBlocks => "blocks of two by two anywhere",
            Property::Rectangles => "corners of rectangles with even sides",
            Property::Complete => "complete (cells half the order apart)",
            Property::KnightsMoves => "a knight's tour",
            Property::Primes => "prime numbers",
        }
        .to_owned()
    }
}

/// A property that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Which.
    pub property: Property,
    /// Where it fails; empty where it holds.
    pub faults: Vec<Fault>,
}

/// What was found out about a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// What a full line adds up to, where that is a whole number.
    pub constant: Option<i64>,
    /// Whether cells are empty.
    pub hollow: bool,
    /// All properties that make sense for the figure.
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// Whether the property was looked at and holds.
    #[must_use]
    pub fn holds(&self, property: Property) -> bool {
        let own = self.findings.iter().find(|f| f.property == property);
        own.is_some_and(|f| f.faults.is_empty())
    }

    /// Where a property fails.
    #[must_use]
    pub fn faults(&self, property: Property) -> &[Fault] {
        let own = self.findings.iter().find(|f| f.property == property);
        own.map_or(&[], |f| &f.faults)
    }

    /// Whether rows, columns and both diagonals agree, of different numbers.
    #[must_use]
    pub fn is_magic(&self) -> bool {
        self.is_semi_magic() && self.holds(Property::Diagonals)
    }

    /// Whether rows and columns agree, of different numbers. Every magic square is semi-magic.
    #[must_use]
    pub fn is_semi_magic(&self) -> bool {
        [Property::Distinct, Property::Rows, Property::Columns]
            .iter()
            .all(|p| self.holds(*p))
    }

    /// What it is, in a word.
    #[must_use]
    pub fn name(&self) -> String {
        let hollow = if self.hollow { "hollow " } else { "" };
        let kind = match (self.is_semi_magic(), self.is_magic()) {
            (_, true) if self.holds(Property::BrokenDiagonals) => "pandiagonal magic square",
            (_, true) => "magic square",
            (true, false) => "semi-magic square",
            _ => "not a magic square",
        };
        match kind {
            "not a magic square" => kind.to_owned(),
            kind => format!("{hollow}{kind}"),
        }
    }
}

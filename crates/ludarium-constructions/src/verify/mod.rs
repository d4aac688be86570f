//! Verification: every property of a figure that holds, and where the others fail.

mod fault;
mod leaps;
mod lines;
mod paths;
mod square;

pub use fault::{Fault, Line};
pub use paths::{path_sums, steps_that_agree};
pub use square::{primes, square};

/// A property of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// No number occurs twice.
    Distinct,
    /// The numbers are those from 1 to the number of cells.
    FromOne,
    /// The numbers form pairs of equal sum.
    Pairs,
    /// All rows agree: each adds up to the mean number times its filled cells.
    Rows,
    /// All columns agree.
    Columns,
    /// Both diagonals agree.
    Diagonals,
    /// The broken diagonals agree as well: pandiagonal, nasik.
    BrokenDiagonals,
    /// Opposite cells through the middle have equal sums.
    Associated,
    /// Removing borders leaves magic squares of the middle numbers, down to order 3 or 4.
    Bordered,
    /// The square consists of magic squares of this order, each of consecutive numbers.
    Compartments(usize),
    /// The squares of the numbers agree in rows, columns and diagonals.
    Bimagic,
    /// Half rows, half columns and half diagonals add up to half the constant.
    HalfLines,
    /// The rows and columns of the four quarters add up to half the constant.
    Quarters,
    /// Every block of two by two, counted from the corner, adds up to four times the mean.
    Blocks,
    /// Every block of two by two, anywhere and cyclically, adds up to four times the mean.
    AllBlocks,
    /// The corners of every rectangle with even sides add up to four times the mean.
    Rectangles,
    /// Cells half the order apart on a diagonal have equal sums.
    Complete,
    /// Consecutive numbers are a knight's move apart.
    KnightsMoves,
    /// All numbers are prime.
    Primes,
}

impl Property {
    /// A short name of the property.
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

/// The result of checking a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The property.
    pub property: Property,
    /// The places where it fails; empty if it holds.
    pub faults: Vec<Fault>,
}

/// The findings about a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The sum of a full line, if it is an integer.
    pub constant: Option<i64>,
    /// Whether some cells are empty.
    pub hollow: bool,
    /// All properties that apply to the figure.
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// Whether the property was checked and holds.
    #[must_use]
    pub fn holds(&self, property: Property) -> bool {
        let own = self.findings.iter().find(|f| f.property == property);
        own.is_some_and(|f| f.faults.is_empty())
    }

    /// The places where a property fails.
    #[must_use]
    pub fn faults(&self, property: Property) -> &[Fault] {
        let own = self.findings.iter().find(|f| f.property == property);
        own.map_or(&[], |f| &f.faults)
    }

    /// Whether rows, columns and both diagonals agree, and all numbers are different.
    #[must_use]
    pub fn is_magic(&self) -> bool {
        self.is_semi_magic() && self.holds(Property::Diagonals)
    }

    /// Whether rows and columns agree, and all numbers are different. Every magic square is
    /// semi-magic.
    #[must_use]
    pub fn is_semi_magic(&self) -> bool {
        [Property::Distinct, Property::Rows, Property::Columns]
            .iter()
            .all(|p| self.holds(*p))
    }

    /// A short name for the kind of figure.
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

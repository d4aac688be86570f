//! The table of methods.

use std::fmt;

use super::{
    any_cell, bordered, compartment, evenly_even, hollow, indian, odd, overlapping, unevenly_even,
    Options,
};
use crate::{Error, Working};

/// The orders for which a method makes squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// 3, 5, 7, ...
    Odd,
    /// 4, 8, 12, ...
    EvenlyEven,
    /// 6, 10, 14, ...
    UnevenlyEven,
    /// All from this order up.
    From(usize),
    /// Products of two orders of at least 3.
    Products,
    /// Only this order.
    Only(usize),
    /// Only these two orders.
    Either(usize, usize),
}

impl Orders {
    /// Whether this order is one of them.
    ///
    /// ```
    /// use ludarium_constructions::square::Orders;
    ///
    /// assert!(Orders::UnevenlyEven.contains(10) && !Orders::UnevenlyEven.contains(12));
    /// assert!(!Orders::Odd.contains(1));
    /// ```
    #[must_use]
    pub fn contains(self, order: usize) -> bool {
        match self {
            Orders::Odd => order >= 3 && order % 2 == 1,
            Orders::EvenlyEven => order >= 4 && order % 4 == 0,
            Orders::UnevenlyEven => order >= 6 && order % 4 == 2,
            Orders::From(first) => order >= first,
            Orders::Products => compartment::factors(order).is_some(),
            Orders::Only(only) => order == only,
            Orders::Either(a, b) => order == a || order == b,
        }
    }

    /// The default order.
    #[must_use]
    pub fn first(self) -> usize {
        match self {
            Orders::Odd => 5,
            Orders::EvenlyEven => 8,
            Orders::UnevenlyEven => 6,
            Orders::Products => 12,
            Orders::From(first) => first.max(4),
            Orders::Only(order) | Orders::Either(order, _) => order,
        }
    }
}

impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Orders::Odd => f.write_str("odd order from 3 on"),
            Orders::EvenlyEven => f.write_str("evenly even order (4, 8, 12, ...)"),
            Orders::UnevenlyEven => f.write_str("unevenly even order (6, 10, 14, ...)"),
            Orders::From(first) => write!(f, "any order from {first} on"),
            Orders::Products => {
                f.write_str("an order that is a product of two from 3 on (9, 12, 15, 16, ...)")
            }
            Orders::Only(order) => write!(f, "order {order} only"),
            Orders::Either(a, b) => write!(f, "order {a} or {b}"),
        }
    }
}

/// The properties that a method guarantees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Rows, columns and both diagonals agree.
    Magic,
    /// Rows and columns agree.
    SemiMagic,
    /// Rows and columns agree; the diagonals depend on the options.
    Depends,
    /// Rows and columns agree: each adds up to the mean number times its filled cells.
    Hollow,
}

/// The function that works out a square.
type Work = fn(usize, &Options) -> Result<Working, Error>;

/// A method of making squares.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name: that of its digest without the author.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its author, according to the book.
    pub author: &'static str,
    /// Its pages in Falkener, Games Ancient and Oriental (1892).
    pub pages: &'static str,
    /// The orders that it makes.
    pub orders: Orders,
    /// The properties that it guarantees.
    pub kind: Kind,
    /// Its options, by their command-line names.
    pub options: &'static [&'static str],
    work: Work,
}

/// Maximum order of a square.
pub(crate) const MAX_ORDER: usize = 1000;

impl Method {
    /// Makes a square of this order, stage by stage.
    ///
    /// ```
    /// use ludarium_constructions::square::{method, Options};
    ///
    /// let loubere = method("loubere").unwrap();
    /// let square = loubere.work(3, &Options::default()).unwrap().into_result();
    /// assert_eq!(square.to_string(), "8 1 6\n3 5 7\n4 9 2\n");
    /// assert!(loubere.work(4, &Options::default()).is_err());
    /// ```
    ///
    /// # Errors
    /// If the method does not make this order, does not have an option, or an option's value is not
    /// possible.
    pub fn work(&self, order: usize, options: &Options) -> Result<Working, Error> {
        if !self.orders.contains(order) {
            return Err(Error::Order {
                method: self.name,
                order,
                makes: self.orders,
            });
        }
        if order > MAX_ORDER {
            return Err(Error::Other(format!(
                "order {order}: the maximum is {MAX_ORDER}"
            )));
        }
        let foreign = |option: &&'static str| !self.options.contains(option);
        if let Some(option) = options.made().into_iter().find(foreign) {
            return Err(Error::NoOption {
                method: self.name,
                option,
                has: self.options,
            });
        }
        (self.work)(order, options)
    }
}

/// All methods, in the order of the book.
#[must_use]
pub fn methods() -> &'static [Method] {
    METHODS
}

/// The default method for an order.
#[must_use]
pub fn usual(order: usize) -> &'static Method {
    let name = match order % 4 {
        0 => "evenly-even-agrippa",
        2 => "bordered-squares",
        _ => "odd-square-agrippa",
    };
    METHODS
        .iter()
        .find(|m| m.name == name)
        .unwrap_or(&METHODS[0])
}

/// The method with this name. Accepts its own name, that of its digest (`falkener-...`), and words
/// that occur in one name only.
///
/// # Errors
/// If no method matches, or several do.
pub fn method(name: &str) -> Result<&'static Method, Error> {
    let names: Vec<&'static str> = METHODS.iter().map(|m| m.name).collect();
    let index = crate::name::find(name, &names)?;
    Ok(&METHODS[index])
}

const METHODS: &[Method] = &[
    Method {
        name: "odd-square-agrippa",
        title: "Agrippa's march",
        author: "Agrippa, 1510",
        pages: "271-272",
        orders: Orders::Odd,
        kind: Kind::Magic,
        options: &[],
        work: odd::agrippa,
    },
    Method {
        name: "odd-square-bachet",
        title: "Bachet's diamond",
        author: "Bachet, 1624",
        pages: "272-273",
        orders: Orders::Odd,
        kind: Kind::Magic,
        options: &[],
        work: odd::bachet,
    },
    Method {
        name: "odd-square-loubere",
        title: "De la Loubere's march",
        author: "De la Loubere, 1693, from India",
        pages: "273-274",
        orders: Orders::Odd,
        kind: Kind::Magic,
        options: &[],
        work: odd::loubere,
    },
    Method {
        name: "odd-square-loubere-rows",
        title: "De la Loubere's square by staggered rows",
        author: "Falkener's key",
        pages: "274-275",
        orders: Orders::Odd,
        kind: Kind::Magic,
        options: &[],
        work: odd::loubere_rows,
    },
    Method {
        name: "odd-square-loubere-diagonals",
        title: "De la Loubere's square by diagonal rows",
        author: "Falkener's simpler key",
        pages: "275-276",
        orders: Orders::Odd,
        kind: Kind::Magic,
        options: &[],
        work: odd::loubere_diagonals,
    },
    Method {
        name: "odd-square-two-squares",
        title: "Two auxiliary squares",
        author: "Poignard and De la Hire, simplified by Falkener",
        pages: "276-277",
        orders: Orders::Odd,
        kind: Kind::Depends,
        options: &["--row", "--second"],
        work: odd::two_squares,
    },
    Method {
        name: "evenly-even-agrippa",
        title: "Natural order, reversed off the diagonals",
        author: "Agrippa, 1510",
        pages: "279-281",
        orders: Orders::EvenlyEven,
        kind: Kind::Magic,
        options: &[],
        work: evenly_even::agrippa,
    },
    Method {
        name: "evenly-even-ozanam",
        title: "Guide numbers",
        author: "Ozanam, 1697",
        pages: "281-282",
        orders: Orders::EvenlyEven,
        kind: Kind::Magic,
        options: &[],
        work: evenly_even::ozanam,
    },
    Method {
        name: "evenly-even-quarters",
        title: "Alternating quarters",
        author: "Falkener's form of Ozanam",
        pages: "282-283",
        orders: Orders::EvenlyEven,
        kind: Kind::Magic,
        options: &[],
        work: evenly_even::quarters,
    },
    Method {
        name: "evenly-even-la-hire",
        title: "Two auxiliary squares",
        author: "Poignard and De la Hire",
        pages: "283-286",
        orders: Orders::EvenlyEven,
        kind: Kind::Magic,
        options: &["--row", "--second"],
        work: evenly_even::la_hire,
    },
    Method {
        name: "evenly-even-natural-rows",
        title: "Natural rows back and forth",
        author: "Falkener",
        pages: "286-288",
        orders: Orders::EvenlyEven,
        kind: Kind::Magic,
        options: &[],
        work: evenly_even::natural_rows,
    },
    Method {
        name: "unevenly-even-border",
        title: "A border round an inner square",
        author: "the older way, no author named",
        pages: "289-290",
        orders: Orders::Only(6),
        kind: Kind::Magic,
        options: &[],
        work: unevenly_even::border,
    },
    Method {
        name: "unevenly-even-la-hire",
        title: "Two auxiliary squares, then exchanges",
        author: "Poignard and De la Hire",
        pages: "290-292",
        orders: Orders::Only(6),
        kind: Kind::Magic,
        options: &[],
        work: unevenly_even::la_hire,
    },
    Method {
        name: "unevenly-even-balanced-rows",
        title: "Balanced rows",
        author: "Falkener's easy way",
        pages: "292-293",
        orders: Orders::UnevenlyEven,
        kind: Kind::SemiMagic,
        options: &["--figure"],
        work: unevenly_even::balanced_rows,
    },
    Method {
        name: "unevenly-even-small-squares",
        title: "Small squares of four cells",
        author: "Falkener's second way",
        pages: "293-295",
        orders: Orders::UnevenlyEven,
        kind: Kind::SemiMagic,
        options: &["--pattern"],
        work: unevenly_even::small_squares,
    },
    Method {
        name: "square-from-any-cell",
        title: "Beginning at any cell",
        author: "Falkener",
        pages: "296-299",
        orders: Orders::From(3),
        kind: Kind::Depends,
        options: &["--start", "--diagonals"],
        work: any_cell::any_cell,
    },
    Method {
        name: "overlapping-squares-8",
        title: "Overlapping squares of five",
        author: "Falkener",
        pages: "299-300",
        orders: Orders::Only(8),
        kind: Kind::Magic,
        options: &[],
        work: overlapping::overlapping,
    },
    Method {
        name: "compartment-squares",
        title: "Squares in compartments",
        author: "no author named",
        pages: "301-302",
        orders: Orders::Products,
        kind: Kind::Magic,
        options: &["--outer", "--inner"],
        work: compartment::compartments,
    },
    Method {
        name: "bordered-squares",
        title: "Squares in borders",
        author: "no author named; Frenicle 1693 and Violle 1837 are among the references",
        pages: "303-304",
        orders: Orders::From(5),
        kind: Kind::Magic,
        options: &[],
        work: bordered::bordered,
    },
    Method {
        name: "hollow-squares",
        title: "Hollow and fancy squares",
        author: "after Violle, 1837-8",
        pages: "305-306",
        orders: Orders::From(5),
        kind: Kind::Hollow,
        options: &["--shape"],
        work: hollow::hollow,
    },
    Method {
        name: "indian-squares",
        title: "The Indian square",
        author: "India; Frost 1865-82, Kesson 1879-81",
        pages: "337-344",
        orders: Orders::Only(8),
        kind: Kind::Magic,
        options: &["--change"],
        work: indian::indian,
    },
];

//! Squares made of squares.

use super::method::usual;
use super::Options;
use crate::verify::{self, Property};
use crate::{Error, Grid, Working};

/// The two orders, at least 3, whose product is this one, the smaller first; `None` if there are
/// none.
pub(super) fn factors(order: usize) -> Option<(usize, usize)> {
    let smaller = (3..order)
        .take_while(|a| a * a <= order)
        .find(|a| order % a == 0);
    smaller.map(|a| (a, order / a))
}

/// A square given as an option: it must be magic and contain the numbers from 1 up.
fn given(option: &'static str, grid: &Grid) -> Result<Grid, Error> {
    let verdict = verify::square(grid);
    for property in [
        Property::FromOne,
        Property::Rows,
        Property::Columns,
        Property::Diagonals,
    ] {
        if let Some(fault) = verdict.faults(property).first() {
            return Err(Error::Option {
                option,
                why: format!("this is not a magic square: {fault}"),
            });
        }
    }
    Ok(grid.clone())
}

pub(super) fn compartments(n: usize, options: &Options) -> Result<Working, Error> {
    let outer = options
        .outer
        .as_ref()
        .map(|g| given("--outer", g))
        .transpose()?;
    let inner = options
        .inner
        .as_ref()
        .map(|g| given("--inner", g))
        .transpose()?;
    let a = match (&outer, &inner) {
        (Some(outer), _) => outer.rows(),
        (None, Some(inner)) => n / inner.rows().max(1),
        (None, None) => factors(n).map_or(3, |(a, _)| a),
    };
    let b = inner.as_ref().map_or(n / a, Grid::rows);
    if a * b != n {
        return Err(Error::Option {
            option: if outer.is_some() { "--outer" } else { "--inner" },
            why: format!("{a} times {b} is not {n}: the product of the two orders must be the order of the whole"),
        });
    }
    let make = |order: usize| {
        usual(order)
            .work(order, &Options::default())
            .map(Working::into_result)
    };
    let outer = outer.map_or_else(|| make(a), Ok)?;
    let inner = inner.map_or_else(|| make(b), Ok)?;
    let count = (b * b) as i64;
    let square = Grid::partly(n, n, |r, c| {
        let rank = outer.get((r / b, c / b))?;
        Some((rank - 1) * count + inner.get((r % b, c % b))?)
    });
    let first = outer.find(1).unwrap_or((0, 0));
    let marked = (0..b).flat_map(move |r| (0..b).map(move |c| (first.0 * b + r, first.1 * b + c)));
    Ok(Working::from_last(
        "the outer square",
        format!("A magic square of order {a}: its numbers give the order in which the compartments are filled."),
        outer,
    )
    .then("the inner square", format!("A magic square of order {b}, repeated in every compartment."), inner)
    .then(
        "the square",
        format!("The compartment of rank k takes the inner square, each number raised by k - 1 times {count}. The first is marked. Every compartment is magic, and so is the whole."),
        square,
    )
    .marking(marked))
}

//! Claims about magic squares and tours.

use ludarium_constructions::tour::{self, Board, Leaper, Wanted};
use ludarium_constructions::verify::{self, Property as Known};
use ludarium_constructions::{square, Grid, Record};
use ludarium_games::check::{Property, Relation};
use ludarium_games::Entry;

use super::{Deadline, Tested};
use crate::construct;
use crate::error::Error;
use ludarium_notation::number_words::counted as in_numbers;

/// Whether a figure has a property.
fn has(grid: &Grid, property: Property) -> bool {
    let square = || verify::square(grid);
    let knight = || tour::verify(grid, None, Leaper::KNIGHT);
    let known = match property {
        Property::Magic => return square().is_magic(),
        Property::SemiMagic => return square().is_semi_magic(),
        Property::Tour => return knight().is_tour(),
        Property::ClosedTour => return knight().is_tour() && knight().closed,
        Property::OpenTour => return knight().is_tour() && !knight().closed,
        Property::Opposite(number) => return opposite_differ_by(grid, number),
        Property::OneExchange => return is_one_exchange_away(grid),
        Property::AllBlocks => Known::AllBlocks,
        Property::Rectangles => Known::Rectangles,
        Property::Complete => Known::Complete,
        Property::Pandiagonal => Known::BrokenDiagonals,
        Property::Associated => Known::Associated,
        Property::Bordered => Known::Bordered,
        Property::Compartments(order) => Known::Compartments(order),
        Property::HalfLines => Known::HalfLines,
        Property::Quarters => Known::Quarters,
        Property::Blocks => Known::Blocks,
        Property::Rows => Known::Rows,
        Property::Columns => Known::Columns,
        Property::Diagonals => Known::Diagonals,
    };
    square().holds(known)
}

/// Whether numbers opposite each other through the centre differ by this. In a closed tour the
/// numbers stand on a circle, on which every difference has two values.
fn opposite_differ_by(grid: &Grid, number: i64) -> bool {
    let verdict = tour::verify(grid, None, Leaper::KNIGHT);
    let count = grid.numbers().count() as i64;
    let agrees = |own: &i64| *own == number || (verdict.closed && count - own == number);
    !verdict.opposite.is_empty() && verdict.opposite.keys().all(agrees)
}

/// Whether rows and columns do not agree, but do once two numbers have changed places.
fn is_one_exchange_away(grid: &Grid) -> bool {
    let semi_magic = |grid: &Grid| verify::square(grid).is_semi_magic();
    let cells: Vec<_> = grid.numbers().collect();
    let exchanged = |one: usize, other: usize| {
        let mut grid = grid.clone();
        grid.set(cells[one].0, Some(cells[other].1));
        grid.set(cells[other].0, Some(cells[one].1));
        grid
    };
    let mut pairs = (0..cells.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    !semi_magic(grid) && pairs.any(|(one, other)| semi_magic(&exchanged(one, other)))
}

/// The properties that a figure lacks.
fn wanting(grid: &Grid, properties: &[Property]) -> Vec<String> {
    let not = properties.iter().filter(|property| !has(grid, **property));
    not.map(Property::to_string).collect()
}

fn listed(properties: &[Property]) -> String {
    let names: Vec<String> = properties.iter().map(Property::to_string).collect();
    names.join(", ")
}

/// The figures of a record: squares, or a tour.
fn parts(record: &Record) -> Vec<(String, Result<Grid, ludarium_constructions::Error>)> {
    let squares = construct::figures(record);
    if !squares.is_empty() {
        return squares;
    }
    let tour = construct::main_part(record).into_iter();
    tour.map(|grid| (String::new(), grid)).collect()
}

/// Tests whether printed figures have properties.
pub(super) fn printed(
    entry: &Entry,
    files: &[String],
    properties: &[Property],
) -> Result<Tested, Error> {
    let (mut seen, mut wrong) = (0, Vec::new());
    for file in files {
        let name = file.trim_start_matches("records/");
        let record = entry.records.iter().find(|(own, _)| *own == name);
        let (_, text) = record.ok_or_else(|| format!("there is no {file}"))?;
        for (part, grid) in parts(&Record::parse(text)) {
            let grid = grid.map_err(|error| format!("{file}: {error}"))?;
            seen += 1;
            let wanting = wanting(&grid, properties);
            if !wanting.is_empty() {
                let part = if part.is_empty() { name } else { &part };
                wrong.push(format!("{part}: not {}", wanting.join(", ")));
            }
        }
    }
    if seen == 0 {
        return Err("there is no figure in the records".into());
    }
    Ok(match wrong.is_empty() {
        true => Tested::is(true, format!("{seen} printed: {}", listed(properties))),
        false => Tested::is(false, wrong.join("; ")),
    })
}

/// Tests whether the squares of a method have properties.
pub(super) fn made(
    method: &str,
    orders: &[usize],
    properties: &[Property],
    deadline: Deadline,
) -> Result<Tested, Error> {
    let method = square::method(method)?;
    for order in orders {
        if !deadline.in_time() {
            let said = format!("the time was up before order {order}");
            return Ok(Tested::undecided(said));
        }
        let working = method.work(*order, &square::Options::default());
        let working = working?;
        let wanting = wanting(working.result(), properties);
        if !wanting.is_empty() {
            let said = format!("order {order}: not {}", wanting.join(", "));
            return Ok(Tested::is(false, said));
        }
    }
    let said = format!("{}, for {} orders", listed(properties), orders.len());
    Ok(Tested::is(true, said))
}

/// Tests whether two methods give the same squares.
pub(super) fn alike(
    methods: &[String; 2],
    orders: &[usize],
    deadline: Deadline,
) -> Result<Tested, Error> {
    for order in orders {
        if !deadline.in_time() {
            let said = format!("the time was up before order {order}");
            return Ok(Tested::undecided(said));
        }
        let make = |name: &String| {
            let working = square::method(name)?.work(*order, &square::Options::default())?;
            Ok(working.into_result())
        };
        let (one, other) = (make(&methods[0]), make(&methods[1]));
        let wrong = |error: ludarium_constructions::Error| error.to_string();
        if one.map_err(wrong)? != other.map_err(wrong)? {
            let said = format!("they differ for order {order}");
            return Ok(Tested::is(false, said));
        }
    }
    let orders: Vec<String> = orders.iter().map(usize::to_string).collect();
    Ok(Tested::is(true, format!("equal for {}", orders.join(", "))))
}

/// Tests the number of knight's tours of a board.
pub(super) fn tours(
    (files, ranks): (usize, usize),
    closed: bool,
    relation: Option<Relation>,
    number: u128,
) -> Result<Tested, Error> {
    let board = Board::rectangle(files, ranks)?;
    let wanted = Wanted {
        closed,
        ..Wanted::default()
    };
    let counted = tour::count(&board, Leaper::KNIGHT, &wanted)?;
    let said = match &counted.reason {
        Some(reason) => format!("none: {reason}"),
        None => in_numbers(counted.undirected, "tour"),
    };
    let is_so = match relation {
        None => counted.undirected == number,
        Some(Relation::AtLeast) => counted.undirected >= number,
        Some(Relation::AtMost) => counted.undirected <= number,
    };
    Ok(Tested::is(is_so, said))
}

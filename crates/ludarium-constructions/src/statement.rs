//! Checks the statements that the headers of a record make about its figure.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::tour::{verify as verify_tour, Board, Leaper, TourVerdict};
use crate::verify::{path_sums, square as verify_square, Property, Verdict};
use crate::{Grid, Record};

/// A statement of a record about its figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The statement, in the words of the record.
    pub text: String,
    /// Whether it is true; if not, what is true instead.
    pub holds: Result<(), String>,
}

/// The numbers of a list in brackets after a word: `[65]` or `[115, 75]`.
fn listed(text: &str, word: &str) -> Option<Vec<i64>> {
    let at = text.find(word)? + word.len();
    let rest = text[at..].trim_start();
    let inside = rest.strip_prefix('[')?.split(']').next()?;
    inside.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// The number after a word.
fn number_after(text: &str, word: &str) -> Option<i64> {
    let at = text.find(word)? + word.len();
    let rest = text[at..].trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A table such as `{16: 62, 48: 2}` after a word.
fn table(text: &str, word: &str) -> Option<BTreeMap<i64, usize>> {
    let at = text.find(word)? + word.len();
    let inside = text[at..].split('{').nth(1)?.split('}').next()?;
    let pair = |text: &str| {
        let (a, b) = text.split_once(':')?;
        Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
    };
    inside.split(',').map(pair).collect()
}

/// The ranges at the beginning of a clause, lowest first: `numbers 1..14 and 51..64`.
fn ranges(clause: &str) -> Option<Vec<RangeInclusive<i64>>> {
    let mut ranges = Vec::new();
    for range in clause.trim_start_matches("numbers ").split(" and ") {
        let Some((low, high)) = range.split_once("..") else {
            break;
        };
        ranges.push(low.trim().parse().ok()?..=number_after(high, "")?);
    }
    (!ranges.is_empty()).then_some(ranges)
}

/// Compares the sums stated with the actual ones: either all of them in order, or each different
/// one once.
fn sums(stated: &[i64], mut own: Vec<i64>) -> Result<(), String> {
    if stated == own {
        return Ok(());
    }
    own.sort_unstable();
    own.dedup();
    let mut sorted = stated.to_vec();
    sorted.sort_unstable();
    match sorted == own {
        true => Ok(()),
        false => Err(format!("they are {own:?}")),
    }
}

fn check(is: bool, found_instead: &str) -> Result<(), String> {
    match is {
        true => Ok(()),
        false => Err(found_instead.to_owned()),
    }
}

/// The sums of the rows of a grid.
fn row_sums(grid: &Grid) -> Vec<i64> {
    let row = |r: usize| (0..grid.columns()).filter_map(|c| grid.get((r, c))).sum();
    (0..grid.rows()).map(row).collect()
}

fn diagonal_sums(grid: &Grid) -> Vec<i64> {
    let n = grid.rows();
    let falling = (0..n).filter_map(|i| grid.get((i, i))).sum();
    vec![
        falling,
        (0..n).filter_map(|i| grid.get((i, n - 1 - i))).sum(),
    ]
}

/// Statements about rows, columns and diagonals, common to squares and tours.
fn lines(text: &str, grid: &Grid, out: &mut Vec<Statement>) {
    let mut state = |what: &str, stated: Option<Vec<i64>>, own: Vec<i64>| {
        if let Some(stated) = stated {
            out.push(Statement {
                text: format!("{what} {stated:?}"),
                holds: sums(&stated, own),
            });
        }
    };
    state("rows", listed(text, "rows "), row_sums(grid));
    state(
        "columns",
        listed(text, "columns ").filter(|_| !text.trim_start().starts_with("upper half")),
        row_sums(&grid.transposed()),
    );
    if let Some(mut stated) = listed(text, "diagonals ") {
        let mut own = diagonal_sums(grid);
        let text = format!("diagonals {stated:?}");
        stated.sort_unstable();
        own.sort_unstable();
        let holds = check(stated == own, &format!("they are {own:?}"));
        out.push(Statement { text, holds });
    }
}

/// Checks the statements in the headers of a square's record.
///
/// ```
/// use ludarium_constructions::{statement, Record};
///
/// let record = Record::parse("# checked: rows [15]; diagonals [15, 15]\n4 9 2\n3 5 7\n8 1 6\n");
/// let grid = record.grid("").unwrap().unwrap();
/// assert!(statement::of_square(&record, &grid).iter().all(|stated| stated.holds.is_ok()));
/// ```
#[must_use]
pub fn of_square(record: &Record, grid: &Grid) -> Vec<Statement> {
    let verdict = verify_square(grid);
    let mut out = Vec::new();
    let checked = record.all("checked").chain(record.all("checked also"));
    for text in checked {
        lines(text, grid, &mut out);
        text.split(';')
            .for_each(|clause| square_clause(clause.trim(), grid, &verdict, &mut out));
    }
    if let Some(text) = record
        .header("start")
        .filter(|text| text.starts_with("number 1 in row"))
    {
        let place = number_after(text, "in row").zip(number_after(text, "column"));
        let own = grid.find(1).map(|(r, c)| (r as i64 + 1, c as i64 + 1));
        out.push(Statement {
            text: text.split(" (").next().unwrap_or(text).to_owned(),
            holds: check(place == own, &format!("it is at {own:?}")),
        });
    }
    if let Some(order) = record
        .header("players/result")
        .and_then(|text| number_after(text, "order "))
    {
        out.push(Statement {
            text: format!("order {order}"),
            holds: check(
                grid.rows() as i64 == order && grid.columns() as i64 == order,
                &format!("it has {} rows of {} cells", grid.rows(), grid.columns()),
            ),
        });
    }
    out.extend(paths(record, grid));
    out.extend(quadruples(record, grid));
    out
}

fn property(verdict: &Verdict, property: Property) -> Result<(), String> {
    match verdict.faults(property) {
        [] => check(verdict.holds(property), "it does not apply to this figure"),
        [first, ..] => Err(first.to_string()),
    }
}

/// Checks one clause of a header of a square.
fn square_clause(clause: &str, grid: &Grid, verdict: &Verdict, out: &mut Vec<Statement>) {
    let mut state = |holds: Result<(), String>| {
        out.push(Statement {
            text: clause.to_owned(),
            holds,
        });
    };
    if let Some(ranges) = ranges(clause) {
        let mut own: Vec<i64> = grid.numbers().map(|(_, n)| n).collect();
        own.sort_unstable();
        state(check(
            own.into_iter().eq(ranges.into_iter().flatten()),
            "there are other numbers, or some occur twice",
        ));
    } else if clause.starts_with("every inner square") {
        let constants = clause.split(['(', ')']).nth(1).unwrap_or_default();
        let wrong = constants.split_whitespace().filter_map(|pair| {
            let (order, constant) = pair.split_once(':')?;
            let (order, constant) = (order.parse::<usize>().ok()?, constant.parse::<i64>().ok()?);
            let edge = grid.rows().checked_sub(order)? / 2;
            let own = verify_square(&grid.part((edge, edge), order, order)).constant;
            (own != Some(constant))
                .then(|| format!("the square of order {order} has the constant {own:?}"))
        });
        let wrong = wrong.into_iter().next();
        state(wrong.map_or_else(|| property(verdict, Property::Bordered), Err));
    } else if clause.starts_with("half rows") {
        let half = verdict.constant.map(|c| c / 2);
        let stated = number_after(clause, "= ");
        let all = property(verdict, Property::HalfLines)
            .and_then(|()| property(verdict, Property::Blocks));
        state(all.and_then(|()| check(half == stated, &format!("half the constant is {half:?}"))));
    } else if clause == "every compartment magic" {
        let some = verdict
            .findings
            .iter()
            .any(|f| matches!(f.property, Property::Compartments(_)) && f.faults.is_empty());
        state(check(some, "no division gives magic compartments"));
    } else if clause.starts_with("every row and column sums to") {
        let stated = clause
            .split("sums to ")
            .nth(1)
            .and_then(|rest| rest.split(" x ").next()?.parse::<f64>().ok());
        let count = grid.numbers().count().max(1) as f64;
        let mean = grid.numbers().map(|(_, n)| n).sum::<i64>() as f64 / count;
        let both =
            property(verdict, Property::Rows).and_then(|()| property(verdict, Property::Columns));
        state(both.and_then(|()| check(stated == Some(mean), &format!("the mean is {mean}"))));
    } else if clause.starts_with("diagonals ") && clause.contains(" over ") {
        let number = |text: &str| {
            text.trim()
                .trim_start_matches("diagonals ")
                .split_whitespace()
                .next()
                .and_then(|n| n.parse().ok())
        };
        let mut stated: Vec<i64> = clause.split(" and ").filter_map(number).collect();
        let mut own = diagonal_sums(grid);
        stated.sort_unstable();
        own.sort_unstable();
        state(check(stated == own, &format!("they add up to {own:?}")));
    }
}

/// Checks the paths that a record lists: each adds up as stated, and follows its step.
fn paths(record: &Record, grid: &Grid) -> Vec<Statement> {
    let Some(part) = record.parts().iter().find(|part| part.name == "paths") else {
        return Vec::new();
    };
    let check = |line: &String| {
        let (_, rest) = line.split_once(": ")?;
        let (numbers, rest) = rest.split_once(" = ")?;
        let cells: Vec<_> = numbers
            .split_whitespace()
            .map(|n| grid.find(n.parse().ok()?))
            .collect::<Option<_>>()?;
        let stated = number_after(rest, "");
        let step = rest.rsplit_once("[(").and_then(|(_, step)| {
            let (a, b) = step.split_once(')')?.0.split_once(',')?;
            Some((
                a.trim().parse::<usize>().ok()?,
                b.trim().parse::<usize>().ok()?,
            ))
        })?;
        let n = grid.rows();
        let goes = cells
            .windows(2)
            .all(|p| ((p[0].0 + step.0) % n, (p[0].1 + step.1) % n) == p[1]);
        let own = path_sums(grid, *cells.first()?, step);
        Some(Statement {
            text: line.clone(),
            holds: check(
                goes && own == stated,
                &format!("the path by that step adds up to {own:?}"),
            ),
        })
    };
    part.lines.iter().filter_map(check).collect()
}

/// Checks the quadruples that a record lists, of the square of another record: each adds up to 34.
fn quadruples(record: &Record, _grid: &Grid) -> Vec<Statement> {
    let Some(part) = record.parts().iter().find(|part| part.name == "quadruples") else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for line in &part.lines {
        let Some((kind, rest)) = line.split_once(':') else {
            continue;
        };
        let wrong: Vec<String> = rest
            .split(';')
            .filter(|four| {
                four.split_whitespace()
                    .filter_map(|n| n.parse::<i64>().ok())
                    .sum::<i64>()
                    != 34
            })
            .map(|four| four.trim().to_owned())
            .collect();
        out.push(Statement {
            text: format!("{} {kind}, each adding up to 34", rest.split(';').count()),
            holds: check(wrong.is_empty(), &format!("wrong: {}", wrong.join("; "))),
        });
    }
    out
}

/// Checks the statements in the name of a part: `No. 3 (1 in row 3, column 1; diagonals 22 54)`.
#[must_use]
pub fn of_part(name: &str, grid: &Grid) -> Vec<Statement> {
    let mut out = Vec::new();
    let place = number_after(name, "(1 in row").zip(number_after(name, "column"));
    if let Some(place) = place {
        let own = grid.find(1).map(|(r, c)| (r as i64 + 1, c as i64 + 1));
        out.push(Statement {
            text: format!("1 in row {}, column {}", place.0, place.1),
            holds: check(own == Some(place), &format!("it is at {own:?}")),
        });
    }
    if let Some((_, rest)) = name.split_once("diagonals ") {
        let numbers = rest
            .trim_end_matches(')')
            .split_whitespace()
            .filter_map(|n| n.parse().ok());
        let stated: Vec<i64> = numbers.collect();
        let own = diagonal_sums(grid);
        out.push(Statement {
            text: format!("diagonals {stated:?}"),
            holds: check(stated == own, &format!("they are {own:?}")),
        });
    }
    out
}

/// Checks the statements in the headers of a tour's record.
#[must_use]
pub fn of_tour(record: &Record, grid: &Grid) -> Vec<Statement> {
    let verdict = verify_tour(grid, None, Leaper::KNIGHT);
    let mut out = Vec::new();
    for text in record.all("checked").chain(record.all("checked also")) {
        lines(text, grid, &mut out);
        text.split([';'])
            .flat_map(|clause| clause.split(", "))
            .for_each(|clause| tour_clause(clause.trim(), &verdict, &mut out));
        for word in ["differences of centrally opposite cells", "differences"] {
            if let Some(stated) = table(text, word).filter(|_| text.trim_start().starts_with(word))
            {
                out.push(Statement {
                    text: text.to_owned(),
                    holds: check(
                        stated == verdict.opposite,
                        &format!("they are {:?}", verdict.opposite),
                    ),
                });
                break;
            }
        }
        if let Some(stated) = listed(text, "upper half columns ") {
            let own = verdict
                .half_columns
                .as_ref()
                .map(|h| h.0.clone())
                .unwrap_or_default();
            out.push(Statement {
                text: format!("upper half columns {stated:?}"),
                holds: sums(&stated, own),
            });
        }
    }
    let result = record.header("players/result").unwrap_or_default();
    for (word, closed) in [("re-entering", true), ("open", false)] {
        if result.split("; ").any(|clause| clause == word) {
            out.push(Statement {
                text: word.to_owned(),
                holds: check(verdict.closed == closed, "it is not"),
            });
        }
    }
    let count = grid.numbers().count() as i64;
    for clause in result.split([';', ',', ':']).map(str::trim) {
        result_clause(clause, count, &verdict, &mut out);
    }
    ends(record, grid, &mut out);
    out.extend(path(record, grid));
    out
}

/// Checks one clause about the result of a tour.
fn result_clause(clause: &str, count: i64, verdict: &TourVerdict, out: &mut Vec<Statement>) {
    let mut state = |holds: Result<(), String>| {
        out.push(Statement {
            text: clause.to_owned(),
            holds,
        });
    };
    // On a closed tour, differences count on the circle of all numbers.
    let only = |found: &BTreeMap<i64, usize>, stated: i64| {
        let agrees = |difference: &i64| {
            *difference == stated || (verdict.closed && count - difference == stated)
        };
        check(
            !found.is_empty() && found.keys().all(agrees),
            &format!("they differ by {found:?}"),
        )
    };
    if let Some(stated) = clause
        .strip_suffix(" cells filled")
        .and_then(|n| n.parse::<i64>().ok())
    {
        state(check(stated == count, &format!("there are {count}")));
    } else if let Some(stated) = number_after(clause, "opposite cells differ by ") {
        state(only(&verdict.opposite, stated));
    } else if let Some(stated) = number_after(clause, "cell four ranks below differs by ") {
        state(only(&verdict.across, stated));
    } else if let Some(stated) = number_after(clause, "half columns ") {
        let other = number_after(clause, " and ");
        let halves = verdict.half_columns.as_ref();
        let all = |sums: &[i64], sum: Option<i64>| sums.iter().all(|own| Some(*own) == sum);
        let is = halves.is_some_and(|(upper, lower)| all(upper, Some(stated)) && all(lower, other));
        state(check(is, &format!("they are {halves:?}")));
    } else if let Some(stated) = clause
        .starts_with("columns ")
        .then(|| number_after(clause, "columns "))
        .flatten()
    {
        state(check(
            verdict.columns.iter().all(|sum| *sum == stated),
            &format!("they are {:?}", verdict.columns),
        ));
    } else if let Some(stated) = number_after(clause, "all columns ") {
        state(check(
            verdict.columns.iter().all(|sum| *sum == stated),
            &format!("they are {:?}", verdict.columns),
        ));
    }
}

fn tour_clause(clause: &str, verdict: &TourVerdict, out: &mut Vec<Statement>) {
    if let Some(plies) = clause
        .strip_suffix(" plies")
        .and_then(|n| n.parse::<i64>().ok())
    {
        let own: i64 = verdict.runs.iter().map(|(a, b)| b - a).sum();
        let leaps = verdict.runs.len() == 1 && own == plies;
        out.push(Statement {
            text: format!("knight moves, {plies} plies"),
            holds: check(
                leaps,
                &format!("there are {own} in {} runs", verdict.runs.len()),
            ),
        });
    }
}

/// Checks the first cell, and the last one with its number.
fn ends(record: &Record, grid: &Grid, out: &mut Vec<Statement>) {
    let Ok(board) = Board::rectangle(grid.columns(), grid.rows()) else {
        return;
    };
    let start = record.header("start").unwrap_or_default();
    let first = start.split([' ', ',']).next().unwrap_or_default();
    if let Ok(cell) = board.cell(first) {
        out.push(Statement {
            text: format!("begins at {first}"),
            holds: check(
                grid.get(cell) == Some(1),
                &format!("{:?} is there", grid.get(cell)),
            ),
        });
    }
    let last = start.split("last number ").nth(1).and_then(|rest| {
        let (number, cell) = rest.split_once(" on ")?;
        Some((number.parse::<i64>().ok()?, board.cell(cell).ok()?, cell))
    });
    if let Some((number, cell, label)) = last {
        out.push(Statement {
            text: format!("last number {number} on {label}"),
            holds: check(
                grid.get(cell) == Some(number),
                &format!("{:?} is there", grid.get(cell)),
            ),
        });
    }
}

/// Checks the path that a record lists besides the array.
fn path(record: &Record, grid: &Grid) -> Option<Statement> {
    let board = Board::rectangle(grid.columns(), grid.rows()).ok()?;
    let part = record.parts().iter().find(|part| part.name == "path")?;
    let labels: Vec<&str> = part
        .lines
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect();
    let own: Vec<String> = crate::tour::path_of(grid)
        .into_iter()
        .map(|cell| board.label(cell))
        .collect();
    let differ = own.iter().zip(&labels).position(|(a, b)| a != b);
    Some(Statement {
        text: format!("the path of {} cells is that of the grid", labels.len()),
        holds: match differ {
            None => check(
                own.len() == labels.len(),
                &format!("the grid has {}", own.len()),
            ),
            Some(at) => Err(format!(
                "number {} is on {} in the grid, on {} in the path",
                at + 1,
                own[at],
                labels[at]
            )),
        },
    })
}

//! Finds the options with which a method makes a printed figure.

use crate::square::{self, Change, Options, Shape};
use crate::tour::{self, figures_of, Board, Task};
use crate::{Grid, Record};

/// The method of a record, by the name of its digest.
fn slug(record: &Record) -> &str {
    let slug = record.header("slug").unwrap_or_default();
    slug.strip_prefix("falkener-").unwrap_or(slug)
}

/// The command that makes the square of a record, if one is found.
///
/// ```
/// use ludarium_constructions::{reproduce, Record};
///
/// let record = Record::parse("# slug: falkener-odd-square-agrippa\n4 9 2\n3 5 7\n8 1 6\n");
/// let grid = record.grid("").unwrap().unwrap();
/// let command = reproduce::square(&record, &grid).unwrap();
/// assert_eq!(command, "square odd-square-agrippa --order 3");
/// ```
#[must_use]
pub fn square(record: &Record, grid: &Grid) -> Option<String> {
    let method = square::method(slug(record)).ok()?;
    let order = grid.order()?;
    let fits = |(_, options): &(String, Options)| {
        method
            .work(order, options)
            .is_ok_and(|working| working.result() == grid)
    };
    let (written, _) = candidates(record, grid, order).into_iter().find(fits)?;
    Some(format!("square {} --order {order}{written}", method.name))
}

/// Options worth trying, each with its command-line form.
fn candidates(record: &Record, grid: &Grid, order: usize) -> Vec<(String, Options)> {
    let usual = Options::default;
    let mut all = vec![
        (String::new(), usual()),
        (
            " --figure 2".to_owned(),
            Options {
                figure: Some(2),
                ..usual()
            },
        ),
    ];
    let changes = [
        ("diagonals", Change::Diagonals),
        ("knights", Change::Knights),
    ];
    for (name, change) in changes {
        all.push((
            format!(" --change {name}"),
            Options {
                changes: vec![change],
                ..usual()
            },
        ));
    }
    for (name, shape) in [
        ("rings", Shape::Rings),
        ("window", Shape::Window),
        ("lattice", Shape::Lattice),
    ] {
        all.push((
            format!(" --shape {name}"),
            Options {
                shape: Some(shape),
                ..usual()
            },
        ));
    }
    let make = |order: usize| {
        square::usual(order)
            .work(order, &usual())
            .ok()
            .map(crate::Working::into_result)
    };
    for outer in (3..order).filter(|a| order % a == 0) {
        all.push((
            format!(" --outer {outer}"),
            Options {
                outer: make(outer),
                ..usual()
            },
        ));
    }
    if let Some((row, column)) = grid.find(1) {
        all.push((
            format!(" --start {},{}", row + 1, column + 1),
            Options {
                start: Some((row, column)),
                ..usual()
            },
        ));
    }
    if let (Some(Ok(a)), Some(Ok(b))) = (record.grid("A"), record.grid("B")) {
        let row: Vec<i64> = (0..order).filter_map(|c| a.get((0, c))).collect();
        let second = |i: usize| {
            if order % 2 == 1 {
                b.get((0, i))
            } else {
                b.get((i, 0))
            }
        };
        let second: Vec<i64> = (0..order).filter_map(second).collect();
        let list = |numbers: &[i64]| {
            numbers
                .iter()
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        all.push((
            format!(" --row {} --second {}", list(&row), list(&second)),
            Options {
                row: Some(row),
                second: Some(second),
                ..usual()
            },
        ));
    }
    all
}

/// Maximum number of choices tried for Roget's method, and of printed magic tours.
const CHOICES: usize = 8;
const SOLUTIONS: usize = 40;

/// The command that makes the tour of a record, if one is found.
#[must_use]
pub fn tour(record: &Record, grid: &Grid) -> Option<String> {
    let method = tour::method(slug(record)).ok()?;
    let path = tour::path_of(grid);
    let board = Board::rectangle(grid.columns(), grid.rows()).ok()?;
    let (from, to) = (*path.first()?, *path.last()?);
    let makes = |task: &Task| {
        method
            .work(task)
            .is_ok_and(|working| working.result() == grid)
    };
    let plain = Task {
        board: board.clone(),
        from: Some(from),
        ..Task::default()
    };
    let takes = |option: &str| method.options.contains(&option);
    if takes("--figures") && path.len() == board.count() {
        let plan = figures_of(&path);
        let names: Vec<String> = plan
            .iter()
            .map(|(figure, cells)| format!("{figure}:{cells}"))
            .collect();
        let task = |choice: usize| Task {
            to: Some(to),
            plan: Some(plan.clone()),
            choice: Some(choice),
            ..plain.clone()
        };
        let choice = (1..=CHOICES).find(|choice| makes(&task(*choice)))?;
        let choice = if choice == 1 {
            String::new()
        } else {
            format!(" --choice {choice}")
        };
        return Some(format!(
            "tour {} --from {} --to {} --figures \"{}\"{choice}",
            method.name,
            board.label(from),
            board.label(to),
            names.join(" ")
        ));
    }
    // Only methods with numbered choices are fast enough to be tried.
    if !takes("--choice") {
        return None;
    }
    let task = |choice: usize| Task {
        choice: Some(choice),
        ..plain.clone()
    };
    let choice = (1..=SOLUTIONS).find(|choice| makes(&task(*choice)))?;
    let choice = if choice == 1 {
        String::new()
    } else {
        format!(" --choice {choice}")
    };
    Some(format!(
        "tour {} --from {}{choice}",
        method.name,
        board.label(from)
    ))
}

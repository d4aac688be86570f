//! Checks the record of a tour against its statements.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_constructions::statement::{of_tour, Statement};
use ludarium_constructions::tour::{verify, Leaper, TourVerdict};
use ludarium_constructions::{reproduce, Grid};
use serde_json::json;

use super::check_square::stated;
use super::{main_part, Checked, File};
use crate::error::Error;

/// Checks the tour of a record.
pub fn check(file: &File, leaper: Leaper) -> Result<Checked, Error> {
    let grid = match main_part(&file.record) {
        Some(grid) => grid?,
        None => return Err("there is no array in it".into()),
    };
    let verdict = verify(&grid, None, leaper);
    let statements = of_tour(&file.record, &grid);
    let made = reproduce::tour(&file.record, &grid);
    let mut lines = vec![format!(
        "{}: {}, {} by {}",
        file.name,
        verdict.name(),
        grid.columns(),
        grid.rows()
    )];
    lines.extend(what(&verdict, &grid));
    for statement in &statements {
        lines.push(said(statement));
    }
    if let Some(made) = &made {
        lines.push(format!("  made by  ludarium {made}"));
    }
    let as_stated = statements.iter().all(|s| s.holds.is_ok());
    let faults: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
    Ok(Checked {
        json: json!({
            "file": file.name,
            "what": verdict.name(),
            "faults": faults,
            "runs": verdict.runs,
            "from": verdict.from,
            "to": verdict.to,
            "closed": verdict.closed,
            "rows": verdict.rows,
            "columns": verdict.columns,
            "diagonals": verdict.diagonals,
            "opposite_differences": verdict.opposite,
            "symmetries": verdict.symmetries.iter().map(|s| format!("{s:?}")).collect::<Vec<_>>(),
            "statements": stated(&statements),
            "made_by": made,
        }),
        lines,
        good: as_stated && (!statements.is_empty() || verdict.is_tour()),
        statements: statements.len(),
    })
}

fn said(statement: &Statement) -> String {
    match &statement.holds {
        Ok(()) => format!("  stated, and so it is: {}", statement.text),
        Err(why) => format!("  STATED, AND NOT SO: {} ({why})", statement.text),
    }
}

/// The number of faults shown of each figure.
const SHOWN: usize = 6;

/// The findings, line by line.
fn what(verdict: &TourVerdict, grid: &Grid) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(from), Some(to)) = (&verdict.from, &verdict.to) {
        lines.push(format!("  from {from} to {to}"));
    }
    lines.extend(
        verdict
            .faults
            .iter()
            .take(SHOWN)
            .map(|fault| format!("  fails  {fault}")),
    );
    if verdict.faults.len() > SHOWN {
        lines.push(format!(
            "         ... and at {} places more",
            verdict.faults.len() - SHOWN
        ));
    }
    if verdict.runs.len() > 1 {
        let runs: Vec<String> = verdict
            .runs
            .iter()
            .map(|(a, b)| format!("{a}-{b}"))
            .collect();
        lines.push(format!("  runs   {}", runs.join(", ")));
    }
    for (name, sums) in [("rows", &verdict.rows), ("columns", &verdict.columns)] {
        lines.push(format!("  {name:<8} {}", alike(sums)));
    }
    if let Some((falling, rising)) = verdict.diagonals {
        lines.push(format!("  diagonals {falling} and {rising}"));
    }
    if let Some((upper, lower)) = &verdict.half_columns {
        let same = |sums: &[i64]| sums.iter().collect::<BTreeSet<_>>().len() == 1;
        if same(upper) && same(lower) {
            lines.push(format!(
                "  half columns {} above, {} below",
                upper[0], lower[0]
            ));
        }
    }
    for (name, differences) in [
        ("opposite cells", &verdict.opposite),
        ("cells half the board apart in a file", &verdict.across),
    ] {
        if let Some(text) = constant(differences) {
            lines.push(format!("  {name} differ by {text}"));
        }
    }
    if !verdict.symmetries.is_empty() {
        let names: Vec<String> = verdict
            .symmetries
            .iter()
            .map(|s| format!("{s:?}"))
            .collect();
        lines.push(format!("  the track is symmetric: {}", names.join(", ")));
    }
    if grid.order().is_some() && verdict.is_tour() && grid.rows() % 4 == 0 {
        let own = ludarium_constructions::verify::square(grid);
        let held = own.findings.iter().filter(|f| f.faults.is_empty());
        let some = [
            ludarium_constructions::verify::Property::Quarters,
            ludarium_constructions::verify::Property::Blocks,
            ludarium_constructions::verify::Property::HalfLines,
        ];
        let names: Vec<String> = held
            .filter(|f| some.contains(&f.property))
            .map(|f| f.property.name())
            .collect();
        if !names.is_empty() {
            lines.push(format!("  balanced {}", names.join(", ")));
        }
    }
    lines
}

/// One sum if all are equal, otherwise all of them.
fn alike(sums: &[i64]) -> String {
    match sums.iter().collect::<BTreeSet<_>>().len() {
        1 => format!("{} each", sums[0]),
        _ => sums
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// One or two distinct differences get a line; more get none.
fn constant(differences: &BTreeMap<i64, usize>) -> Option<String> {
    let one = |(difference, cells): (&i64, &usize)| format!("{difference} ({} pairs)", cells / 2);
    match differences.len() {
        1 | 2 => Some(differences.iter().map(one).collect::<Vec<_>>().join(" or ")),
        _ => None,
    }
}

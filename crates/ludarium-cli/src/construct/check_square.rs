//! Checks the record of a square against its statements.

use ludarium_constructions::statement::{of_part, of_square, Statement};
use ludarium_constructions::verify::{primes, square, steps_that_agree, Property, Verdict};
use ludarium_constructions::{reproduce, Grid, Record};
use serde_json::{json, Value};

use super::squares::more;
use super::{Checked, File};
use crate::error::Error;

/// The parts of a record that hold the figure, without the steps that lead to it.
pub fn figures(record: &Record) -> Vec<(String, Result<Grid, ludarium_constructions::Error>)> {
    if let Some(result) = record.grid("result") {
        return vec![(String::new(), result)];
    }
    let numbered = record
        .parts()
        .iter()
        .filter(|part| part.name.starts_with("No. "));
    let all: Vec<_> = numbered
        .map(|part| (part.name.clone(), part.grid()))
        .collect();
    match (all.is_empty(), record.grid("")) {
        (true, Some(only)) => vec![(String::new(), only)],
        _ => all,
    }
}

/// The largest order for which all paths are searched.
const PATHS: usize = 16;

/// Checks the squares of a record.
pub fn check(file: &File, verbose: bool, ask_primes: bool) -> Result<Checked, Error> {
    let figures = figures(&file.record);
    let mut checked = Checked {
        lines: Vec::new(),
        json: Value::Null,
        good: true,
        statements: 0,
    };
    let mut told = Vec::new();
    for (name, grid) in &figures {
        let grid = grid.as_ref().map_err(ToString::to_string)?;
        let mut verdict = square(grid);
        if ask_primes {
            verdict.findings.push(primes(grid));
        }
        let mut statements = of_part(name, grid);
        if name.is_empty() {
            statements.extend(of_square(&file.record, grid));
        }
        let label = match name.split(" (").next() {
            Some("") | None => file.name.clone(),
            Some(part) => format!("{}, {part}", file.name),
        };
        report(&mut checked, &label, grid, &verdict, &statements, verbose);
        let made = reproduce::square(&file.record, grid);
        if let Some(made) = &made {
            checked.lines.push(format!("  made by  ludarium {made}"));
        }
        let as_stated = statements.iter().all(|s| s.holds.is_ok());
        checked.good &= as_stated && (!statements.is_empty() || verdict.is_semi_magic());
        checked.statements += statements.len();
        told.push(tell(&label, &verdict, &statements, made));
    }
    if figures.is_empty() {
        without_figure(file, &mut checked)?;
    }
    checked.json = json!(told);
    Ok(checked)
}

/// Checks a record about a square that it does not print.
fn without_figure(file: &File, checked: &mut Checked) -> Result<(), Error> {
    let method = file
        .record
        .header("slug")
        .and_then(|slug| ludarium_constructions::square::method(slug).ok());
    let made = method.and_then(|m| m.work(4, &Default::default()).ok());
    let Some(working) = made else {
        return Err("there is no array in it".into());
    };
    let statements: Vec<Statement> = of_square(&file.record, working.result())
        .into_iter()
        .filter(|s| s.text.contains("each adding up"))
        .collect();
    if statements.is_empty() {
        return Err("there is no array in it".into());
    }
    checked.lines.push(format!(
        "{}: statements about a square that it does not print",
        file.name
    ));
    state(checked, &statements);
    checked.statements = statements.len();
    checked.good = statements.iter().all(|s| s.holds.is_ok());
    Ok(())
}

fn state(checked: &mut Checked, statements: &[Statement]) {
    for statement in statements {
        checked.lines.push(match &statement.holds {
            Ok(()) => format!("  stated, and so it is: {}", statement.text),
            Err(why) => format!("  STATED, AND NOT SO: {} ({why})", statement.text),
        });
    }
}

/// The properties whose first fault is always shown.
const FIRST: [Property; 5] = [
    Property::Distinct,
    Property::FromOne,
    Property::Rows,
    Property::Columns,
    Property::Diagonals,
];

fn report(
    checked: &mut Checked,
    label: &str,
    grid: &Grid,
    verdict: &Verdict,
    statements: &[Statement],
    verbose: bool,
) {
    let constant = match (verdict.constant, verdict.hollow) {
        (Some(constant), false) => format!(", constant {constant}"),
        _ => String::new(),
    };
    let size = format!("{} by {}", grid.rows(), grid.columns());
    checked
        .lines
        .push(format!("{label}: {}, {size}{constant}", verdict.name()));
    let holds: Vec<String> = verdict
        .findings
        .iter()
        .filter(|f| f.faults.is_empty())
        .map(|f| f.property.name())
        .collect();
    checked.lines.push(format!("  holds  {}", holds.join(", ")));
    let mut others = Vec::new();
    for finding in verdict.findings.iter().filter(|f| !f.faults.is_empty()) {
        let name = finding.property.name();
        if verbose {
            checked.lines.push(format!("  fails  {name}:"));
            checked.lines.extend(
                finding
                    .faults
                    .iter()
                    .map(|fault| format!("         {fault}")),
            );
        } else if FIRST.contains(&finding.property)
            || matches!(finding.property, Property::Primes | Property::Pairs)
        {
            checked.lines.push(format!(
                "  fails  {name}: {}{}",
                finding.faults[0],
                more(finding.faults.len())
            ));
        } else {
            others.push(name);
        }
    }
    if !others.is_empty() {
        checked
            .lines
            .push(format!("  is not {}", others.join(", ")));
    }
    if verdict.holds(Property::BrokenDiagonals) && grid.rows() <= PATHS {
        let steps = steps_that_agree(grid).len();
        checked.lines.push(format!(
            "  paths  {steps} of {} steps add up from every cell",
            grid.rows() * grid.rows() - 1
        ));
    }
    state(checked, statements);
}

fn tell(label: &str, verdict: &Verdict, statements: &[Statement], made: Option<String>) -> Value {
    let properties: Vec<Value> = verdict
        .findings
        .iter()
        .map(|f| {
            json!({
                "property": f.property.name(),
                "holds": f.faults.is_empty(),
                "faults": f.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "file": label,
        "what": verdict.name(),
        "constant": verdict.constant,
        "properties": properties,
        "statements": stated(statements),
        "made_by": made,
    })
}

/// Statements as JSON.
pub fn stated(statements: &[Statement]) -> Vec<Value> {
    let one = |s: &Statement| json!({ "statement": s.text, "holds": s.holds.is_ok(), "instead": s.holds.as_ref().err() });
    statements.iter().map(one).collect()
}

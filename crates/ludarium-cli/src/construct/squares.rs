//! Runs the subcommands of `ludarium square`.

use std::path::Path;

use ludarium_constructions::square::{self, Ending, Lines, Method, Options};
use ludarium_constructions::verify::{self, Property};
use ludarium_constructions::{circle, pentagon, svg, Error as FigureError, Grid, Stage, Working};
use ludarium_games::about::page_label;
use serde_json::json;

use super::square::{Complete, Count, Figure, Kind, Make, Verify};
use super::{array, check_square, show, write, Checked, File};
use crate::error::Error;
use ludarium_notation::number_words::counted;

/// Names of the figures that are not squares.
const CIRCLE: &str = "franklin-magic-circle";
const PENTAGON: &str = "frolow-magic-pentagon";

/// Makes a square, or lists the methods.
pub fn make(make: &Make) -> Result<(), Error> {
    let Some(name) = &make.method else {
        list(make.json);
        return Ok(());
    };
    match other_figure(name) {
        Some(Figure::Circle) => return make_circle(make),
        Some(Figure::Pentagon) => return make_pentagon(make),
        _ => {}
    }
    let method = method(name, make.order)?;
    let order = make
        .order
        .unwrap_or_else(|| match (&make.outer, &make.inner) {
            (Some(outer), Some(inner)) => {
                outer.parse::<usize>().unwrap_or(3) * inner.parse::<usize>().unwrap_or(4)
            }
            _ => method.orders.first(),
        });
    let mut working = method.work(order, &options(make)?)?;
    if (make.first, make.step) != (1, 1) {
        working = progression(make, working)?;
    }
    let verdict = verify::square(working.result());
    if make.json {
        let told = json!({
            "method": method.name,
            "order": order,
            "what": verdict.name(),
            "constant": verdict.constant,
            "rows": show::rows(working.result()),
            "stages": show::stages(&working.stages()),
        });
        println!("{told}");
    } else if make.explain {
        println!(
            "{} ({}), {}\n",
            method.title,
            method.author,
            page_label(method.pages)
        );
        print!("{}", show::numbered(&working.stages()));
        println!("{}", said(&verdict));
    } else {
        print!("{}", working.result());
        println!("{}", said(&verdict));
    }
    draw(make, &working.stages(), working.result())
}

/// The method with this name. If the words of a name fit several methods, the order may decide.
fn method(name: &str, order: Option<usize>) -> Result<&'static Method, Error> {
    let found = square::method(name).or_else(|error| {
        let (FigureError::NoMethod { nearest, .. }, Some(order)) = (&error, order) else {
            return Err(error);
        };
        let of_order = |m: &&&Method| {
            nearest.contains(&m.name)
                && m.orders.contains(order)
                && m.name.contains(&name.to_lowercase())
        };
        let all: Vec<&Method> = square::methods().iter().collect();
        let mut fitting = all.iter().filter(of_order);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(error),
        }
    });
    Ok(found?)
}

fn list(as_json: bool) {
    if as_json {
        let methods = square::methods().iter().map(|m| {
            json!({
                "name": m.name,
                "title": m.title,
                "author": m.author,
                "pages": m.pages,
                "orders": m.orders.to_string(),
                "options": m.options,
            })
        });
        println!("{}", json!(methods.collect::<Vec<_>>()));
        return;
    }
    for method in square::methods() {
        println!("{:<29} {}: {}", method.name, method.title, method.orders);
        println!("{:<29} {}; {}", "", method.author, page_label(method.pages));
        if !method.options.is_empty() {
            println!("{:<29} {}", "", method.options.join(" "));
        }
    }
    println!(
        "{CIRCLE:<29} Dr. Franklin's circle of circles: 8 rings, 8 radii\n{:<29} Franklin; p. 307",
        ""
    );
    println!(
        "{PENTAGON:<29} Frolow's pentagon: 101 points\n{:<29} Frolow, 1886; p. 308",
        ""
    );
    println!("\nPages of Falkener, Games Ancient and Oriental (1892). ludarium square METHOD --order N --explain teaches one.");
}

fn options(make: &Make) -> Result<Options, Error> {
    let some = |list: &Vec<i64>| (!list.is_empty()).then(|| list.clone());
    Ok(Options {
        start: make.start,
        diagonals: make.diagonals,
        row: some(&make.row),
        second: some(&make.second),
        pattern: make.pattern.clone(),
        figure: make.figure,
        outer: make.outer.as_deref().map(part).transpose()?,
        inner: make.inner.as_deref().map(part).transpose()?,
        shape: make.shape,
        changes: make.change.clone(),
    })
}

/// A square given by its order or by a file.
fn part(text: &str) -> Result<Grid, Error> {
    match text.parse::<usize>() {
        Ok(order) => {
            let made = square::usual(order).work(order, &Options::default());
            Ok(made?.into_result())
        }
        Err(_) => array(Path::new(text)),
    }
}

/// The largest number that a progression may reach.
const FAR: i64 = 1_000_000_000;

fn progression(make: &Make, working: Working) -> Result<Working, Error> {
    let last = working
        .result()
        .numbers()
        .map(|(_, n)| n)
        .max()
        .unwrap_or(1);
    let reach = make
        .step
        .checked_mul(last)
        .and_then(|n| n.checked_add(make.first));
    if make.step == 0 {
        return Err("--step 0 would make all numbers alike".into());
    }
    if reach.is_none_or(|n| n.abs() > FAR) || make.first.abs() > FAR {
        return Err(format!("--first and --step lead beyond {FAR}").into());
    }
    Ok(working.changed(
        "another progression",
        "Any numbers with equal steps between them may take the place of 1, 2, 3, ...",
        |n| make.first + make.step * (n - 1),
    ))
}

/// A verdict in one line.
fn said(verdict: &verify::Verdict) -> String {
    let constant = verdict
        .constant
        .filter(|_| !verdict.hollow)
        .map(|c| format!(", constant {c}"))
        .unwrap_or_default();
    let more: Vec<String> = [
        Property::Associated,
        Property::Bordered,
        Property::Bimagic,
        Property::HalfLines,
        Property::AllBlocks,
        Property::Complete,
    ]
    .into_iter()
    .filter(|p| verdict.holds(*p))
    .map(Property::name)
    .chain(compartments(verdict))
    .collect();
    match more.is_empty() {
        true => format!("{}{constant}", verdict.name()),
        false => format!("{}{constant}; {}", verdict.name(), more.join(", ")),
    }
}

fn compartments(verdict: &verify::Verdict) -> impl Iterator<Item = String> + '_ {
    let held = verdict.findings.iter().filter(|f| f.faults.is_empty());
    held.filter(|f| matches!(f.property, Property::Compartments(_)))
        .map(|f| f.property.name())
}

fn draw(make: &Make, stages: &[&Stage], result: &Grid) -> Result<(), Error> {
    let Some(path) = &make.svg else {
        return Ok(());
    };
    let drawing = match make.explain {
        true => svg::stages(stages, false),
        false => svg::array(result, &[]),
    };
    write(path, &drawing)
}

/// Franklin's circle or Frolow's pentagon, if this is its name.
fn other_figure(name: &str) -> Option<Figure> {
    let folded = name.trim().to_lowercase();
    let plain = folded.strip_prefix("falkener-").unwrap_or(&folded);
    match plain {
        CIRCLE | "franklin" | "circle" | "magic-circle" => Some(Figure::Circle),
        PENTAGON | "frolow" | "pentagon" | "magic-pentagon" => Some(Figure::Pentagon),
        _ => None,
    }
}

fn make_circle(make: &Make) -> Result<(), Error> {
    let working = circle::make();
    if make.json {
        println!(
            "{}",
            json!({ "method": CIRCLE, "middle": circle::MIDDLE, "rings": show::rows(working.result()) })
        );
    } else if make.explain {
        print!("{}", show::numbered(&working.stages()));
    } else {
        print!("{}", working.result());
    }
    if !make.json {
        println!("a magic circle: a ring a row from the innermost, 12 in the middle");
    }
    match &make.svg {
        Some(path) => write(path, &svg::circle(working.result(), circle::MIDDLE)),
        None => Ok(()),
    }
}

fn make_pentagon(make: &Make) -> Result<(), Error> {
    let found = pentagon::make()?;
    if make.json {
        println!(
            "{}",
            json!({ "method": PENTAGON, "middle": found.middle, "rings": found.rings })
        );
    } else {
        println!("{}", found.middle);
        for ring in &found.rings {
            let ring: Vec<String> = ring.iter().map(|n| format!("{n:>3}")).collect();
            println!("{}", ring.join(" "));
        }
        println!("a magic pentagon: the middle, then a ring a line, each from a corner on");
    }
    match &make.svg {
        Some(path) => write(path, &svg::pentagon(&found)),
        None => Ok(()),
    }
}

/// Verifies files; returns whether all are good.
pub fn verify(verify: &Verify) -> Result<bool, Error> {
    let mut good = true;
    let mut told = Vec::new();
    for path in &verify.files {
        let file = File::read(path)?;
        let slug = file.record.header("slug").unwrap_or_default();
        let figure = verify.figure.or_else(|| other_figure(slug));
        let checked = match figure {
            Some(Figure::Circle) => check_circle(path, &file)?,
            Some(Figure::Pentagon) => check_pentagon(path, &file)?,
            _ => check_square(&file, verify.verbose, verify.primes).map_err(Error::at(&path))?,
        };
        good &= checked.good;
        told.push(checked.json);
        if !verify.json {
            checked.lines.iter().for_each(|line| println!("{line}"));
        }
    }
    if verify.json {
        println!("{}", json!(told));
    }
    Ok(good)
}

fn check_circle(path: &Path, file: &File) -> Result<Checked, Error> {
    let rules = circle::verify(&array(path)?);
    let good = rules.iter().all(|rule| rule.faults.is_empty());
    let what = if good {
        "a magic circle"
    } else {
        "no magic circle"
    };
    let mut lines = vec![format!("{}: {what}", file.name)];
    for rule in &rules {
        match rule.faults.first() {
            None => lines.push(format!("  holds  {}", rule.name)),
            Some(first) => lines.push(format!(
                "  fails  {}: {first}{}",
                rule.name,
                more(rule.faults.len())
            )),
        }
    }
    let told: Vec<_> = rules
        .iter()
        .map(|r| json!({ "rule": r.name, "faults": r.faults }))
        .collect();
    Ok(Checked {
        lines,
        json: json!({ "file": file.name, "what": what, "rules": told }),
        good,
        statements: rules.len(),
    })
}

fn check_pentagon(path: &Path, file: &File) -> Result<Checked, Error> {
    let text: Vec<String> = file
        .record
        .parts()
        .iter()
        .flat_map(|part| part.lines.clone())
        .collect();
    let given: pentagon::Pentagon = text.join("\n").parse().map_err(Error::at(&path))?;
    let faults = pentagon::verify(&given);
    let what = if faults.is_empty() {
        "a magic pentagon"
    } else {
        "no magic pentagon"
    };
    let mut lines = vec![format!("{}: {what}", file.name)];
    lines.extend(faults.iter().map(|fault| format!("  fails  {fault}")));
    Ok(Checked {
        lines,
        json: json!({ "file": file.name, "what": what, "faults": faults }),
        good: faults.is_empty(),
        statements: 1,
    })
}

/// The number of faults besides the first, as text.
pub fn more(faults: usize) -> String {
    match faults {
        0 | 1 => String::new(),
        2 => " (and at 1 place more)".to_owned(),
        n => format!(" (and at {} places more)", n - 1),
    }
}

fn lines(kind: Kind) -> Lines {
    match kind {
        Kind::SemiMagic => Lines::SemiMagic,
        Kind::Magic => Lines::Magic,
        Kind::Pandiagonal => Lines::Pandiagonal,
    }
}

/// Completes a square; returns whether there is a completion.
pub fn complete(complete: &Complete) -> Result<bool, Error> {
    let given = array(&complete.given)?;
    let mut found: Vec<Grid> = Vec::new();
    let ending = square::search(&given, lines(complete.kind), complete.tries, &mut |grid| {
        found.push(grid.clone());
        found.len() <= complete.limit
    })?;
    let more = found.len() > complete.limit;
    found.truncate(complete.limit);
    let word = match (ending, found.len(), more) {
        (_, _, true) => "there are more".to_owned(),
        (Ending::Complete, 0, _) => "there is none: everything was gone through".to_owned(),
        (Ending::Complete, 1, _) => "the only one".to_owned(),
        (Ending::Complete, n, _) => format!("all {n}"),
        (_, 0, _) => format!(
            "none found yet, given up after {} numbers tried; there may be one",
            complete.tries
        ),
        _ => "given up; there may be more".to_owned(),
    };
    if complete.json {
        let squares: Vec<_> = found.iter().map(show::rows).collect();
        println!("{}", json!({ "squares": squares, "ending": word }));
    } else {
        found.iter().for_each(|grid| println!("{grid}"));
        println!("{word}");
    }
    Ok(!found.is_empty())
}

/// The largest order whose squares are enumerated.
const COUNTED: usize = 4;

/// Counts the squares of an order.
pub fn count(count: &Count) -> Result<(), Error> {
    if count.order > COUNTED {
        return Err(format!(
            "squares are counted up to order {COUNTED}: order 5 has 275,305,224 up to rotation and reflection"
        ).into());
    }
    let mut found = Vec::new();
    let mut all = 0_u64;
    let given = Grid::empty(count.order, count.order);
    square::search(&given, lines(count.kind), u64::MAX, &mut |grid| {
        all += 1;
        if square::is_listed(grid) {
            found.push(grid.clone());
        }
        true
    })?;
    let classes = (count.kind == Kind::Pandiagonal).then(|| square::classes(&found));
    if count.json {
        let squares: Vec<_> = found
            .iter()
            .filter(|_| count.list)
            .map(show::rows)
            .collect();
        println!(
            "{}",
            json!({ "all": all, "different": found.len(), "classes": classes, "squares": squares })
        );
        return Ok(());
    }
    if count.list {
        found.iter().for_each(|grid| println!("{grid}"));
    }
    println!(
        "{}; {} up to rotation and reflection",
        counted(all, "square"),
        found.len()
    );
    if let Some(classes) = classes {
        println!("{classes} if cyclic shifts of rows and columns also count as one");
    }
    Ok(())
}

//! Runs the subcommands of `ludarium tour`.

use std::collections::BTreeMap;
use std::path::Path;

use ludarium_constructions::tour::{self, path_of, Board, Figure, Task, Wanted};
use ludarium_constructions::{svg, Cell, Error as FigureError, Grid};
use ludarium_games::about::page_label;
use serde_json::json;

use super::tour::{Count, Make, Place, Verify};
use super::{check_tour, main_part, show, write, File};
use crate::error::Error;
use ludarium_notation::number_words::counted;

/// The board without its holes.
fn board(place: &Place) -> Result<Board, Error> {
    let mut board = place.board.clone();
    for label in &place.holes {
        let cell = board.cell(label).map_err(|e| format!("--holes: {e}"))?;
        board.remove(cell);
    }
    Ok(board)
}

fn cell(board: &Board, option: &str, label: Option<&str>) -> Result<Option<Cell>, Error> {
    let cell = label.map(|label| board.cell(label)).transpose();
    cell.map_err(|error| Error::from(error).in_context(option))
}

/// Makes a tour, or lists the methods; returns false if there is no such tour.
pub fn make(make: &Make) -> Result<bool, Error> {
    let Some(name) = make
        .method
        .as_deref()
        .or_else(|| asks_for_one(make).then_some("knights-tour"))
    else {
        list(make.json);
        return Ok(true);
    };
    let method = tour::method(name)?;
    let task = task(make)?;
    let working = match method.work(&task) {
        Ok(working) => working,
        Err(error @ (FigureError::Impossible(_) | FigureError::NotFound(_))) => {
            let kind = if matches!(error, FigureError::Impossible(_)) {
                "none exists"
            } else {
                "none found"
            };
            match make.json {
                true => println!(
                    "{}",
                    json!({ "method": method.name, "tour": null, "ending": kind, "why": error.to_string() })
                ),
                false => println!("{kind}: {error}"),
            }
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    let path = path_of(working.result());
    let made = tour::Tour {
        board: task.board.clone(),
        leaper: task.leaper,
        path,
    };
    let verdict = tour::verify(working.result(), Some(&task.board), task.leaper);
    if make.json {
        let told = json!({
            "method": method.name,
            "board": task.board.to_string(),
            "what": verdict.name(),
            "closed": verdict.closed,
            "path": made.path.iter().map(|cell| task.board.label(*cell)).collect::<Vec<_>>(),
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
        print!(
            "{}",
            show::track(
                task.board.rows(),
                task.board.columns(),
                &made.path,
                made.is_closed()
            )
        );
    } else {
        print!("{}", working.result());
    }
    if !make.json {
        let (from, to) = (
            verdict.from.unwrap_or_default(),
            verdict.to.unwrap_or_default(),
        );
        let name = if verdict.faults.is_empty() {
            verdict_name(&task, working.result())
        } else {
            format!("a path of {}", counted(made.path.len(), "cell"))
        };
        println!("{name} from {from} to {to}");
    }
    if let Some(path) = &make.svg {
        let drawing = match make.explain {
            true => svg::stages(&working.stages(), true),
            false => svg::tour(&made, true),
        };
        write(path, &drawing)?;
    }
    Ok(true)
}

/// Whether the arguments describe a tour without naming a method.
fn asks_for_one(make: &Make) -> bool {
    let place = &make.place;
    place.from.is_some()
        || place.to.is_some()
        || place.closed
        || place.board != Board::chess()
        || make.explain
        || make.svg.is_some()
}

fn verdict_name(task: &Task, grid: &Grid) -> String {
    tour::verify(grid, Some(&task.board), task.leaper).name()
}

fn list(as_json: bool) {
    if as_json {
        let methods = tour::methods().iter().map(|m| {
            json!({
                "name": m.name,
                "title": m.title,
                "author": m.author,
                "pages": m.pages,
                "boards": m.boards,
                "options": m.options,
            })
        });
        println!("{}", json!(methods.collect::<Vec<_>>()));
        return;
    }
    for method in tour::methods() {
        println!("{:<26} {}: {}", method.name, method.title, method.boards);
        println!("{:<26} {}; {}", "", method.author, page_label(method.pages));
        println!("{:<26} {}", "", method.options.join(" "));
    }
    println!("\nPages of Falkener, Games Ancient and Oriental (1892). ludarium tour METHOD --explain teaches one.");
}

fn task(make: &Make) -> Result<Task, Error> {
    let board = board(&make.place)?;
    let (given, mut vacant) = match &make.given {
        Some(path) => given(path, &board)?,
        None => (None, BTreeMap::new()),
    };
    for pair in &make.vacant {
        let parts = pair
            .split_once('=')
            .and_then(|(letter, label)| Some((letter.trim().chars().next()?, label)));
        let (letter, label) =
            parts.ok_or_else(|| format!("--vacant: write a=d6, and not {pair:?}"))?;
        let cell = board.cell(label).map_err(|e| format!("--vacant: {e}"))?;
        vacant.insert(letter, cell);
    }
    Ok(Task {
        leaper: make.place.leaper,
        from: cell(&board, "--from", make.place.from.as_deref())?,
        to: cell(&board, "--to", make.place.to.as_deref())?,
        closed: make.place.closed,
        difference: make.difference,
        half: make.half,
        symmetry: make.symmetry,
        plan: make.figures.as_deref().map(plan).transpose()?,
        choice: make.choice,
        given,
        runs: make.runs.clone(),
        vacant,
        board,
    })
}

/// Figures with their cell counts: `Da-i:4`, or `Da-i:5-8` as records write it; four cells by
/// default.
fn plan(text: &str) -> Result<Vec<(Figure, usize)>, Error> {
    let figure = |word: &str| {
        let (name, cells) = word.split_once(':').unwrap_or((word, "4"));
        let figure: Figure = name.parse()?;
        let count = match cells.split_once('-') {
            Some((first, last)) => first
                .parse::<usize>()
                .ok()
                .zip(last.parse::<usize>().ok())
                .and_then(|(a, b)| (b + 1).checked_sub(a)),
            None => cells.parse().ok(),
        };
        let count = count
            .filter(|n| *n > 0)
            .ok_or_else(|| format!("--figures: {cells:?} is no number of cells"))?;
        Ok((figure, count))
    };
    text.split([' ', ','])
        .filter(|w| !w.is_empty())
        .map(figure)
        .collect()
}

type Given = (Option<Vec<Cell>>, BTreeMap<char, Cell>);

/// The path in a file, and the cells to which it gives letters. An array with fewer rows than the
/// board lies at its bottom.
fn given(path: &Path, board: &Board) -> Result<Given, Error> {
    let file = File::read(path)?;
    let grid = main_part(&file.record)
        .ok_or("there is no array in it")
        .map_err(Error::at(path))?;
    let grid = grid.map_err(Error::at(path))?;
    if grid.rows() > board.rows() || grid.columns() > board.columns() {
        let why = format!("its array is larger than the board of {board}");
        return Err(Error::new(why).in_context(path.display()));
    }
    let down = board.rows() - grid.rows();
    let cells = path_of(&grid)
        .into_iter()
        .map(|(r, c)| (r + down, c))
        .collect();
    let mut letters = BTreeMap::new();
    let part = ["grid", "half grid", ""]
        .iter()
        .find_map(|name| file.record.part(name));
    let lines = part.map(|part| part.lines.clone()).unwrap_or_default();
    for (row, line) in lines.iter().enumerate() {
        for (column, word) in line.split_whitespace().enumerate() {
            let mut chars = word.chars();
            if let (Some(letter @ 'a'..='z'), None) = (chars.next(), chars.next()) {
                letters.insert(letter, (row + down, column));
            }
        }
    }
    // A record may also give the letters in its text: (a = d6, b = b1).
    let words = file.record.header("players/result").unwrap_or_default();
    for pair in words
        .split(['(', ')', ','])
        .filter_map(|part| part.split_once('='))
    {
        let letter = pair.0.trim().chars().last();
        if let (Some(letter @ 'a'..='z'), Ok(cell)) = (letter, board.cell(pair.1)) {
            letters.insert(letter, cell);
        }
    }
    Ok((Some(cells), letters))
}

/// Verifies files; returns whether all are good.
pub fn verify(verify: &Verify) -> Result<bool, Error> {
    let mut good = true;
    let mut told = Vec::new();
    for path in &verify.files {
        let checked = check_tour(&File::read(path)?, verify.leaper).map_err(Error::at(&path))?;
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

/// Counts tours; returns false if there is none.
pub fn count(count: &Count) -> Result<bool, Error> {
    let board = board(&count.place)?;
    let wanted = Wanted {
        from: cell(&board, "--from", count.place.from.as_deref())?,
        to: cell(&board, "--to", count.place.to.as_deref())?,
        closed: count.place.closed,
    };
    let counted = tour::count(&board, count.place.leaper, &wanted)?;
    if count.json {
        let told = json!({
            "board": board.to_string(),
            "undirected": counted.undirected.to_string(),
            "directed": counted.directed.to_string(),
            "reason": counted.reason,
        });
        println!("{told}");
    } else {
        let kind = if count.place.closed { "closed" } else { "open" };
        match (
            &counted.reason,
            counted.directed == counted.undirected && counted.undirected > 0,
        ) {
            (Some(reason), _) => println!("none: {reason}"),
            (None, true) => println!("{}", tours(counted.undirected, kind)),
            (None, false) => println!(
                "{}, {} with their direction",
                tours(counted.undirected, kind),
                counted.directed
            ),
        }
    }
    Ok(counted.undirected > 0)
}

/// A number of tours in words.
fn tours(number: u128, kind: &str) -> String {
    counted(number, &format!("{kind} tour"))
}

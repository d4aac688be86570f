//! Compares the figures of the book's chapter on constructions with those that the program draws.
//!
//! `LUDARIUM_FIGURES=write cargo test -p ludarium-constructions --test book` draws them again.

use std::path::{Path, PathBuf};

use ludarium_constructions::square::{self, Change, Options, Shape};
use ludarium_constructions::tour::{self, Board, Symmetry, Task};
use ludarium_constructions::{circle, pentagon, svg};

/// The figure of every method of squares, with its options.
fn squares() -> Vec<(&'static str, usize, Options)> {
    let usual = Options::default;
    let mut all: Vec<(&'static str, usize, Options)> = square::methods()
        .iter()
        .map(|method| (method.name, method.orders.first(), usual()))
        .collect();
    for (name, order, options) in &mut all {
        match *name {
            "unevenly-even-small-squares" | "unevenly-even-balanced-rows" => *order = 10,
            "square-from-any-cell" => {
                options.start = Some((1, 2));
                options.diagonals = true;
                *order = 6;
            }
            "evenly-even-agrippa" => *order = 4,
            "compartment-squares" => *order = 9,
            "bordered-squares" => *order = 7,
            "hollow-squares" => {
                options.shape = Some(Shape::Rings);
                *order = 11;
            }
            "indian-squares" => options.changes = vec![Change::Knights],
            _ => {}
        }
    }
    all
}

/// The figure of every method of tours.
fn tours() -> Vec<(&'static str, Task)> {
    let cell = |label: &str| Board::chess().cell(label).ok();
    let task = |name: &str| match name {
        "knights-tour" => Task {
            board: Board::cross(4).unwrap_or_else(|_| Board::chess()),
            closed: true,
            ..Task::default()
        },
        "knights-tour-euler" => Task {
            closed: true,
            ..Task::default()
        },
        "knights-tour-roget" => Task {
            from: cell("d4"),
            to: cell("d5"),
            ..Task::default()
        },
        "knights-difference-square" => Task {
            closed: true,
            difference: Some(8),
            ..Task::default()
        },
        "knights-tour-figures" => Task {
            board: "10x10".parse().unwrap_or_else(|_| Board::chess()),
            symmetry: Some(Symmetry::QuarterTurn),
            ..Task::default()
        },
        _ => Task::default(),
    };
    tour::methods()
        .iter()
        .map(|m| (m.name, task(m.name)))
        .collect()
}

fn drawings() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, order, options) in squares() {
        let working = square::method(name).and_then(|m| m.work(order, &options));
        let working = working.unwrap_or_else(|e| panic!("{name}: {e}"));
        all.push((name.to_owned(), svg::strip(&working.stages())));
    }
    for (name, task) in tours() {
        let tour = tour::method(name).and_then(|m| m.tour(&task));
        let tour = tour.unwrap_or_else(|e| panic!("{name}: {e}"));
        all.push((name.to_owned(), svg::tour(&tour, true)));
    }
    let franklin = circle::make().into_result();
    all.push((
        "franklin-magic-circle".to_owned(),
        svg::circle(&franklin, circle::MIDDLE),
    ));
    let frolow = pentagon::make().unwrap_or_else(|e| panic!("{e}"));
    all.push(("frolow-magic-pentagon".to_owned(), svg::pentagon(&frolow)));
    all
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src")
}

#[test]
fn the_figures_are_up_to_date() {
    let folder = docs().join("figures");
    let write = std::env::var("LUDARIUM_FIGURES").is_ok_and(|what| what == "write");
    for (name, drawing) in drawings() {
        let path = folder.join(format!("{name}.svg"));
        if write {
            std::fs::create_dir_all(&folder)
                .and_then(|()| std::fs::write(&path, &drawing))
                .expect("the figure is written");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == drawing, "{name}.svg is not what the program draws: LUDARIUM_FIGURES=write cargo test -p ludarium-constructions --test book");
    }
}

#[test]
fn every_method_has_its_section_with_its_pages_and_its_figure() {
    let chapter =
        std::fs::read_to_string(docs().join("constructions.md")).expect("the chapter is there");
    for method in square::methods() {
        assert!(
            chapter.contains(&format!("figures/{}.svg", method.name)),
            "{}",
            method.name
        );
        assert!(
            chapter.contains(&format!("pp. {}", method.pages)),
            "{}: {}",
            method.name,
            method.pages
        );
    }
    for method in tour::methods() {
        assert!(
            chapter.contains(&format!("figures/{}.svg", method.name)),
            "{}",
            method.name
        );
        let single = !method.pages.contains('-');
        let pages = format!("{} {}", if single { "p." } else { "pp." }, method.pages);
        assert!(chapter.contains(&pages), "{}: {}", method.name, pages);
    }
    for other in ["franklin-magic-circle", "frolow-magic-pentagon"] {
        assert!(chapter.contains(&format!("figures/{other}.svg")));
    }
}

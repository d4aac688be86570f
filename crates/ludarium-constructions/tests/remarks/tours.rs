//! Remarks on knight's tours.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_constructions::tour::{self, printed_magic_tours, quarter_class, Board, Leaper, Tour};
use ludarium_constructions::{verify, Grid};

use super::printed::{part, record};
use super::{diagonals, grid_of};

/// The numbers of a list of runs; `a` and `b` are vacant cells.
fn run(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for item in text.split_whitespace() {
        match item.split_once('-') {
            Some((from, to)) => {
                let (from, to): (i64, i64) = (from.parse().unwrap(), to.parse().unwrap());
                let numbers: Vec<i64> = match from <= to {
                    true => (from..=to).collect(),
                    false => (to..=from).rev().collect(),
                };
                out.extend(numbers.iter().map(i64::to_string));
            }
            None => out.push(item.to_owned()),
        }
    }
    out
}

/// The tour by runs of another one's numbers, or `None` if some leap is none.
fn rerun(grid: &Grid, vacant: &[(&str, &str)], text: &str) -> Option<Grid> {
    let board = Board::chess();
    let cell = |name: &String| {
        let free = vacant.iter().find(|(own, _)| own == name);
        match free {
            Some((_, label)) => board.cell(label).unwrap(),
            None => grid.find(name.parse().unwrap()).unwrap(),
        }
    };
    let path: Vec<_> = run(text).iter().map(cell).collect();
    let numbered = tour::numbered(8, 8, &path);
    let verdict = tour::verify(&numbered, None, Leaper::KNIGHT);
    (verdict.runs.len() == 1 && verdict.runs[0] == (1, path.len() as i64)).then_some(numbered)
}

#[test]
fn eulers_runs_lead_from_figure_to_figure() {
    let first = grid_of("falkener-knights-tour-euler-1");
    let vacant = [("a", "d6"), ("b", "b1")];
    for runs in ["1-9 62-10 a", "1-53 62-54 a", "1-55 62-56 a"] {
        let made = rerun(&first, &vacant, runs).unwrap();
        assert_eq!(made.numbers().count(), 63, "{runs}");
    }
    // As printed, this one leaves out 54 and 55.
    let short = rerun(&first, &vacant, "1-53 62-56 a").unwrap();
    assert_eq!(short.numbers().count(), 61);
    let second = rerun(&first, &vacant, "1-9 62-58 a 10-57 b").unwrap();
    assert_eq!(second, grid_of("falkener-knights-tour-euler-2"));
    let third = rerun(&second, &[], "1-9 46-64 31-45 22-19 30-23 12-17 10 11 18").unwrap();
    assert_eq!(third, grid_of("falkener-knights-tour-euler-3"));
    assert!(tour::verify(&third, None, Leaper::KNIGHT).closed);
}

#[test]
fn eulers_changes_keep_the_difference() {
    let first = grid_of("falkener-knights-difference-square-2");
    let made = rerun(&first, &[], "8-24 3-7 34-25 40-56 35-39 2 1 64-57").unwrap();
    let verdict = tour::verify(&made, None, Leaper::KNIGHT);
    assert!(verdict.is_tour());
    assert_eq!(verdict.opposite, BTreeMap::from([(32, 64)]));
}

#[test]
fn the_half_board_of_euler() {
    let half = part(
        &record("tour", "falkener-knights-difference-square-4"),
        "half grid",
    );
    let lower = Grid::partly(8, 8, |r, c| r.checked_sub(4).and_then(|r| half.get((r, c))));
    let leaps = |a: (usize, usize), b: (usize, usize)| {
        let apart = [a.0.abs_diff(b.0), a.1.abs_diff(b.1)];
        apart == [1, 2] || apart == [2, 1]
    };
    let last = lower.find(28).unwrap();
    let governed: Vec<i64> = lower
        .numbers()
        .filter(|(cell, _)| leaps(*cell, last))
        .map(|(_, number)| number)
        .collect();
    assert_eq!(
        governed.into_iter().collect::<BTreeSet<_>>(),
        BTreeSet::from([11, 17, 25, 27])
    );
    let vacant = [("a", "b4"), ("b", "c4"), ("c", "d3"), ("d", "e1")];
    let order = |runs: &str| rerun(&lower, &vacant, runs);
    assert_eq!(order("1-8 23-21 18-20 b 24-28 17-10 a c d"), None);
    // With 9 the order is complete, but does not lead to the cell opposite to 1, where 33 has to
    // be.
    let meant = order("1-8 23-21 18-20 b 24-28 17-9 a c d").unwrap();
    assert_eq!(meant.numbers().count(), 32);
    let (first, last) = (meant.find(1).unwrap(), meant.find(32).unwrap());
    assert!(!leaps(last, (7 - first.0, 7 - first.1)));
    let result = order("1-8 23-21 18-20 b 24-28 17-15 d c a 9-14").unwrap();
    let printed = grid_of("falkener-knights-difference-square-5");
    assert!(result
        .numbers()
        .all(|(cell, n)| printed.get(cell) == Some(n)));
    assert_eq!(result.numbers().count(), 32);
    assert!(leaps(result.find(32).unwrap(), printed.find(33).unwrap()));
}

#[test]
fn tomlinsons_tour_is_made_re_entering() {
    let printed = grid_of("falkener-knights-difference-square-6");
    let made = rerun(&printed, &[], "1-31 64-32").unwrap();
    assert_eq!(made, grid_of("falkener-knights-difference-square-7"));
}

#[test]
fn a_closed_tour_with_16_keeps_it_wherever_it_begins() {
    let printed = grid_of("falkener-knights-difference-square-7");
    for first in 1..64 {
        let begun = printed.changed(|n| (n - 1 - first).rem_euclid(64) + 1);
        let verdict = tour::verify(&begun, None, Leaper::KNIGHT);
        assert!(verdict.is_tour() && verdict.closed);
        assert!(verdict
            .opposite
            .keys()
            .all(|apart| [16, 48].contains(apart)));
    }
}

#[test]
fn the_columns_of_each_half_agree() {
    let printed = grid_of("falkener-knights-column-square-1");
    let verdict = tour::verify(&printed, None, Leaper::KNIGHT);
    assert_eq!(verdict.half_columns, Some((vec![66; 8], vec![194; 8])));
    assert_eq!(verdict.across, BTreeMap::from([(32, 64)]));
    assert_eq!(verdict.columns, [260; 8]);
}

fn magic_tour(number: usize) -> Grid {
    grid_of(&format!("falkener-knights-magic-square-{number}"))
}

#[test]
fn beverleys_square_divides() {
    let grid = magic_tour(1);
    let sum = |at: (usize, usize), rows: usize, columns: usize| -> i64 {
        let block = grid.part(at, rows, columns);
        let numbers = block.numbers().map(|(_, number)| number);
        numbers.sum()
    };
    for at in (0..64).map(|i| (i / 8, i % 8)) {
        if at.0 % 2 == 0 && at.1 % 2 == 0 {
            assert_eq!(sum(at, 2, 2), 130);
        }
        if at.0 % 2 == 0 && at.1 % 4 == 0 {
            assert_eq!(sum(at, 2, 4), 260);
        }
        if at.0 % 4 == 0 && at.1 % 2 == 0 {
            assert_eq!(sum(at, 4, 2), 260);
        }
    }
}

#[test]
fn beverleys_diagonals_are_unequal() {
    assert_eq!(diagonals(&magic_tour(1)), (282, 210));
}

#[test]
fn the_printed_magic_tours_begin_in_one_quarter() {
    // The diagram of p. 334: the number of the solution for each cell. The first solution of each
    // number begins there, and the second ones do too.
    let diagram = [
        ("a8", 1),
        ("b7", 9),
        ("a6", 5),
        ("b6", 2),
        ("c6", 7),
        ("a5", 4),
        ("b5", 6),
        ("c5", 8),
        ("d5", 3),
    ];
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 2, 3, 4, 4, 5, 6, 7, 6];
    let board = Board::chess();
    for (record, number) in (1..).zip(numbers) {
        let (label, _) = diagram.iter().find(|(_, own)| *own == number).unwrap();
        let first = magic_tour(record).find(1).unwrap();
        assert!(first.0 < 4 && first.1 < 4, "record {record}");
        let class = quarter_class(board.cell(label).unwrap());
        assert_eq!(quarter_class(first), class, "record {record}");
    }
}

#[test]
fn no_printed_magic_tour_begins_or_ends_beside_a_corner() {
    let mut classes = BTreeSet::new();
    for (name, tour) in printed_magic_tours() {
        let grid = tour.grid();
        let begins = if tour.is_closed() { 0..64 } else { 0..1 };
        for first in begins {
            let begun = grid.changed(|n| (n - 1 - first).rem_euclid(64) + 1);
            if verify::square(&begun).is_semi_magic() {
                for end in [1, 64] {
                    let class = quarter_class(begun.find(end).unwrap());
                    assert_ne!(class, (1, 2), "{name}");
                    classes.insert(class);
                }
            }
        }
    }
    assert_eq!(classes.len(), 9, "every other cell of the quarter");
}

/// All ways to look at a tour: turned, mirrored and backwards.
fn views(tour: &Tour) -> Vec<Grid> {
    let mut views = tour.grid().positions();
    views.extend(tour.grid().changed(|n| 65 - n).positions());
    views
}

#[test]
fn which_printed_magic_tours_are_others_backwards() {
    let tours: Vec<(String, Tour)> = printed_magic_tours().collect();
    let mut same = Vec::new();
    for (later, (_, tour)) in tours.iter().enumerate() {
        let grid = tour.grid();
        assert_eq!(grid, magic_tour(later + 1), "in the order of the book");
        let earlier = tours[..later]
            .iter()
            .position(|(_, own)| views(own).contains(&grid));
        same.extend(earlier.map(|earlier| (earlier + 1, later + 1)));
    }
    assert_eq!(same, [(2, 4), (5, 6), (3, 7), (8, 9)]);
}

//! The squares of the book, made by their methods.

use crate::printed;

use ludarium_constructions::square::{method, methods, Change, Kind, Options, Shape};
use ludarium_constructions::verify::{self, Property};
use ludarium_constructions::{statement, Error, Grid, Record, Working};
use printed::{part, record};

fn work(name: &str, order: usize, options: &Options) -> Working {
    let method = method(name).unwrap_or_else(|e| panic!("{e}"));
    let working = method.work(order, options);
    working.unwrap_or_else(|e| panic!("{name}, order {order}: {e}"))
}

fn make(name: &str, order: usize) -> Grid {
    work(name, order, &Options::default()).into_result()
}

fn printed_result(name: &str) -> Grid {
    part(&record("square", name), "result")
}

#[test]
fn the_printed_squares_come_out_of_their_methods() {
    let printed = [
        ("odd-square-agrippa", 3, "falkener-odd-square-agrippa-1"),
        ("odd-square-agrippa", 5, "falkener-odd-square-agrippa-2"),
        ("odd-square-bachet", 3, "falkener-odd-square-bachet-1"),
        ("odd-square-bachet", 5, "falkener-odd-square-bachet-2"),
        ("odd-square-loubere", 3, "falkener-odd-square-loubere-1"),
        ("odd-square-loubere", 5, "falkener-odd-square-loubere-2"),
        (
            "odd-square-loubere-rows",
            3,
            "falkener-odd-square-loubere-rows-1",
        ),
        (
            "odd-square-loubere-rows",
            5,
            "falkener-odd-square-loubere-rows-2",
        ),
        (
            "odd-square-loubere-diagonals",
            3,
            "falkener-odd-square-loubere-diagonals-1",
        ),
        (
            "odd-square-two-squares",
            5,
            "falkener-odd-square-two-squares-1",
        ),
        ("evenly-even-agrippa", 4, "falkener-evenly-even-agrippa-1"),
        ("evenly-even-agrippa", 8, "falkener-evenly-even-agrippa-2"),
        ("evenly-even-ozanam", 8, "falkener-evenly-even-ozanam-1"),
        ("evenly-even-quarters", 8, "falkener-evenly-even-quarters-1"),
        ("evenly-even-la-hire", 8, "falkener-evenly-even-la-hire-1"),
        (
            "evenly-even-natural-rows",
            8,
            "falkener-evenly-even-natural-rows-1",
        ),
        ("unevenly-even-border", 6, "falkener-unevenly-even-border-1"),
        (
            "unevenly-even-la-hire",
            6,
            "falkener-unevenly-even-la-hire-1",
        ),
        (
            "odd-square-loubere-diagonals",
            5,
            "falkener-odd-square-loubere-diagonals-2",
        ),
        (
            "unevenly-even-balanced-rows",
            6,
            "falkener-unevenly-even-balanced-rows-1",
        ),
        (
            "unevenly-even-balanced-rows",
            10,
            "falkener-unevenly-even-balanced-rows-3",
        ),
        (
            "unevenly-even-small-squares",
            6,
            "falkener-unevenly-even-small-squares-1",
        ),
        (
            "unevenly-even-small-squares",
            10,
            "falkener-unevenly-even-small-squares-2",
        ),
        (
            "overlapping-squares-8",
            8,
            "falkener-overlapping-squares-8-1",
        ),
        ("compartment-squares", 12, "falkener-compartment-squares-1"),
        ("indian-squares", 8, "falkener-indian-squares-1"),
    ];
    for (method, order, name) in printed {
        assert_eq!(make(method, order), printed_result(name), "{name}");
    }
}

#[test]
fn options_give_the_other_printed_squares() {
    let second = Options {
        figure: Some(2),
        ..Options::default()
    };
    let made = work("unevenly-even-balanced-rows", 6, &second).into_result();
    assert_eq!(
        made,
        printed_result("falkener-unevenly-even-balanced-rows-2")
    );

    let slanting = Options {
        changes: vec![Change::Diagonals],
        ..Options::default()
    };
    let made = work("indian-squares", 8, &slanting).into_result();
    assert_eq!(made, printed_result("falkener-indian-squares-2"));
    let both = Options {
        changes: vec![Change::Diagonals, Change::Knights],
        ..Options::default()
    };
    let made = work("indian-squares", 8, &both).into_result();
    assert_eq!(made, printed_result("falkener-indian-squares-3"));

    let threes = Options {
        outer: Some(make("evenly-even-agrippa", 4)),
        inner: Some(make("odd-square-agrippa", 3)),
        ..Options::default()
    };
    let made = work("compartment-squares", 12, &threes).into_result();
    assert_eq!(made, printed_result("falkener-compartment-squares-2"));
}

#[test]
fn the_sixteen_squares_begin_in_every_cell() {
    let record = record("square", "falkener-square-from-any-cell-1");
    assert_eq!(record.parts().len(), 16);
    for (index, part) in record.parts().iter().enumerate() {
        let options = Options {
            start: Some((index % 4, index / 4)),
            ..Options::default()
        };
        let made = work("square-from-any-cell", 4, &options).into_result();
        assert_eq!(Ok(made), part.grid(), "No. {}", index + 1);
    }
}

/// Asserts that the parts of a record are stages of the method.
fn shows(name: &str, order: usize, file: &str, parts: &[&str]) {
    let record = record("square", file);
    let working = work(name, order, &Options::default());
    for name in parts {
        let printed = part(&record, name);
        let found = working.stages().iter().any(|stage| stage.grid == printed);
        assert!(found, "{file}: {name}");
    }
}

#[test]
fn the_stages_are_those_of_the_book() {
    shows(
        "odd-square-bachet",
        5,
        "falkener-odd-square-bachet-2",
        &["diamond"],
    );
    shows(
        "odd-square-loubere-rows",
        5,
        "falkener-odd-square-loubere-rows-2",
        &["staggered"],
    );
    shows(
        "odd-square-loubere-diagonals",
        3,
        "falkener-odd-square-loubere-diagonals-1",
        &["diagonal"],
    );
    shows(
        "odd-square-two-squares",
        5,
        "falkener-odd-square-two-squares-1",
        &["A", "B"],
    );
    shows(
        "evenly-even-agrippa",
        4,
        "falkener-evenly-even-agrippa-1",
        &["natural"],
    );
    shows(
        "evenly-even-agrippa",
        8,
        "falkener-evenly-even-agrippa-2",
        &["first pass"],
    );
    shows(
        "evenly-even-quarters",
        8,
        "falkener-evenly-even-quarters-1",
        &["first pass"],
    );
    shows(
        "evenly-even-la-hire",
        8,
        "falkener-evenly-even-la-hire-1",
        &["A", "B"],
    );
    shows(
        "evenly-even-natural-rows",
        8,
        "falkener-evenly-even-natural-rows-1",
        &["A", "B", "first pass"],
    );
    shows(
        "unevenly-even-border",
        6,
        "falkener-unevenly-even-border-1",
        &["No. I"],
    );
    shows(
        "unevenly-even-la-hire",
        6,
        "falkener-unevenly-even-la-hire-1",
        &["A", "B", "A + B"],
    );
    shows(
        "overlapping-squares-8",
        8,
        "falkener-overlapping-squares-8-1",
        &["first half"],
    );
    shows(
        "indian-squares",
        8,
        "falkener-indian-squares-1",
        &["first half"],
    );
}

/// Asserts that a square has the properties that its method guarantees.
fn keeps_its_promise(name: &str, order: usize) {
    let method = method(name).unwrap();
    let grid = make(name, order);
    let verdict = verify::square(&grid);
    let full = method.kind != Kind::Hollow;
    assert!(verdict.is_semi_magic(), "{name} {order}");
    assert!(!full || verdict.holds(Property::FromOne), "{name} {order}");
    if matches!(method.kind, Kind::Magic) {
        assert!(verdict.is_magic(), "{name} {order}");
    }
}

#[test]
fn every_order_that_a_method_claims_comes_out_up_to_101() {
    for method in methods() {
        for order in (1..=101).filter(|order| method.orders.contains(*order)) {
            keeps_its_promise(method.name, order);
        }
    }
}

#[test]
fn bordered_squares_are_magic_border_by_border() {
    for order in 5..=40 {
        assert!(
            verify::square(&make("bordered-squares", order)).holds(Property::Bordered),
            "{order}"
        );
    }
    let printed = verify::square(&printed_result("falkener-bordered-squares-1"));
    assert!(printed.is_magic() && printed.holds(Property::Bordered));
}

#[test]
fn what_the_book_calls_magic_and_is_semi_magic_is_said_to_be_so() {
    for name in [
        "falkener-odd-square-two-squares-1",
        "falkener-unevenly-even-balanced-rows-1",
        "falkener-unevenly-even-balanced-rows-2",
        "falkener-unevenly-even-small-squares-1",
        "falkener-unevenly-even-small-squares-2",
    ] {
        assert_eq!(
            verify::square(&printed_result(name)).name(),
            "semi-magic square",
            "{name}"
        );
    }
    let verdict = verify::square(&printed_result("falkener-odd-square-two-squares-1"));
    let said: Vec<String> = verdict
        .faults(Property::Diagonals)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        said,
        [
            "the falling diagonal adds up to 115, not 65",
            "the rising diagonal adds up to 75, not 65"
        ]
    );
}

#[test]
fn the_auxiliary_squares_make_a_magic_square_when_the_means_stand_on_the_diagonals() {
    let options = Options {
        row: Some(vec![1, 2, 5, 4, 3]),
        second: Some(vec![10, 15, 20, 5, 0]),
        ..Options::default()
    };
    let made = work("odd-square-two-squares", 5, &options).into_result();
    assert!(verify::square(&made).is_magic());
}

#[test]
fn a_square_with_both_diagonals_begins_wherever_it_can() {
    for order in [4, 5, 6, 7, 8, 10, 11, 12, 14, 15] {
        for cell in 0..order * order {
            let start = (cell / order, cell % order);
            let options = Options {
                start: Some(start),
                diagonals: true,
                ..Options::default()
            };
            let made = method("square-from-any-cell")
                .unwrap()
                .work(order, &options);
            if order % 3 == 0 && order % 2 == 1 && start == (order / 2, order / 2) {
                assert!(made.is_err());
                continue;
            }
            let made = made
                .unwrap_or_else(|e| panic!("{order} {start:?}: {e}"))
                .into_result();
            assert_eq!(made.get(start), Some(1), "{order} {start:?}");
            let verdict = verify::square(&made);
            assert!(
                verdict.is_magic() && verdict.holds(Property::FromOne),
                "{order} {start:?}\n{made}"
            );
        }
    }
}

#[test]
fn hollow_squares_take_the_shapes_of_the_book() {
    for (order, shape, cells, low) in [
        (11, Shape::Rings, 73, 1),
        (11, Shape::Window, 57, 33),
        (8, Shape::Frame, 28, 1),
        (8, Shape::Crossing, 28, 1),
        (8, Shape::Lattice, 48, 9),
    ] {
        let options = Options {
            shape: Some(shape),
            ..Options::default()
        };
        let made = work("hollow-squares", order, &options).into_result();
        assert_eq!(made.numbers().count(), cells, "{shape:?}");
        assert_eq!(made.numbers().map(|(_, n)| n).min(), Some(low), "{shape:?}");
        let verdict = verify::square(&made);
        assert!(
            verdict.is_semi_magic() && verdict.holds(Property::Pairs),
            "{shape:?}\n{made}"
        );
        assert_eq!(verdict.name().split(' ').next(), Some("hollow"));
    }
    for name in [
        "falkener-hollow-squares-1",
        "falkener-hollow-squares-2",
        "falkener-hollow-squares-3",
        "falkener-hollow-squares-4",
    ] {
        let printed = printed_result(name);
        assert!(verify::square(&printed).is_semi_magic(), "{name}");
    }
    let filled = |grid: &Grid| grid.numbers().map(|(at, _)| at).collect::<Vec<_>>();
    for (number, order, shape) in [
        (1, 11, Shape::Rings),
        (2, 11, Shape::Window),
        (3, 8, Shape::Crossing),
        (4, 8, Shape::Lattice),
    ] {
        let options = Options {
            shape: Some(shape),
            ..Options::default()
        };
        let made = work("hollow-squares", order, &options).into_result();
        let printed = printed_result(&format!("falkener-hollow-squares-{number}"));
        assert_eq!(filled(&made), filled(&printed), "{shape:?}");
    }
}

#[test]
fn the_indian_square_agrees_along_every_path_but_the_fourteen_exceptions() {
    let square = make("indian-squares", 8);
    let verdict = verify::square(&square);
    for property in [
        Property::BrokenDiagonals,
        Property::AllBlocks,
        Property::Rectangles,
        Property::Complete,
    ] {
        assert!(verdict.holds(property), "{property:?}");
    }
    let agree = verify::steps_that_agree(&square);
    let exceptions = [
        (0, 2),
        (0, 4),
        (0, 6),
        (2, 0),
        (4, 0),
        (6, 0),
        (1, 4),
        (3, 4),
        (5, 4),
        (7, 4),
        (4, 1),
        (4, 3),
        (4, 5),
        (4, 7),
    ];
    let all = (1..64).map(|i| (i / 8, i % 8));
    let expected: Vec<(usize, usize)> = all.filter(|step| !exceptions.contains(step)).collect();
    assert_eq!(agree, expected);
    for change in [
        Change::Shift {
            rows: 3,
            columns: 2,
        },
        Change::Diagonals,
        Change::Knights,
    ] {
        let options = Options {
            changes: vec![change],
            ..Options::default()
        };
        let changed = work("indian-squares", 8, &options).into_result();
        assert!(
            verify::square(&changed).holds(Property::BrokenDiagonals),
            "{change:?}"
        );
    }
}

#[test]
fn half_lines_of_the_overlapping_square() {
    let verdict = verify::square(&make("overlapping-squares-8", 8));
    assert!(verdict.holds(Property::HalfLines) && verdict.holds(Property::Blocks));
    assert!(!verdict.holds(Property::BrokenDiagonals) && !verdict.holds(Property::AllBlocks));
}

#[test]
fn what_cannot_be_made_is_refused_with_the_reason() {
    let refused = |name: &str, order: usize, options: &Options| {
        method(name)
            .and_then(|m| m.work(order, options))
            .unwrap_err()
            .to_string()
    };
    let plain = Options::default();
    assert!(refused("odd-square-agrippa", 2, &plain).contains("no magic square of order 2"));
    assert_eq!(
        refused("odd-square-agrippa", 6, &plain),
        "odd-square-agrippa makes squares of odd order from 3 on, not of order 6"
    );
    let row = |row: &[i64]| Options {
        row: Some(row.to_vec()),
        ..Options::default()
    };
    assert_eq!(
        refused("odd-square-two-squares", 3, &row(&[1, 2, 2])),
        "--row: 2 is given twice"
    );
    assert!(refused("evenly-even-la-hire", 4, &row(&[1, 2, 4, 3]))
        .contains("places 1 and 4 hold 1 and 3"));
    assert!(refused("odd-square-agrippa", 3, &row(&[1, 2, 3])).contains("no options"));
    let pattern = Options {
        pattern: Some("PPP".to_owned()),
        ..Options::default()
    };
    assert!(refused("unevenly-even-small-squares", 6, &pattern).contains("must be equal"));
    let error = method("agripa").unwrap_err();
    assert!(matches!(error, Error::NoMethod { .. }));
    assert!(method("agrippa")
        .unwrap_err()
        .to_string()
        .contains("did you mean odd-square-agrippa, evenly-even-agrippa?"));
    assert_eq!(
        method("falkener-odd-square-bachet").map(|m| m.name),
        Ok("odd-square-bachet")
    );
    assert_eq!(method("bachet").map(|m| m.name), Ok("odd-square-bachet"));
}

#[test]
fn a_record_may_state_its_numbers_in_several_ranges() {
    let options = Options {
        shape: Some(Shape::Frame),
        ..Options::default()
    };
    let frame = work("hollow-squares", 8, &options).into_result();
    let stated = |numbers: &str| {
        let record = Record::parse(&format!("# checked: {numbers}; 0 repaired\n"));
        let statements = statement::of_square(&record, &frame);
        statements
            .iter()
            .map(|s| s.holds.is_ok())
            .collect::<Vec<_>>()
    };
    assert_eq!(stated("numbers 1..14 and 51..64"), [true]);
    assert_eq!(stated("numbers 1..14 and 50..64"), [false]);
    assert_eq!(stated("numbers 1..64 once each"), [false]);
}

#[test]
fn a_square_is_a_tour_only_if_its_numbers_are_a_path() {
    let is_tour = |text: &str| {
        let grid: Grid = text.parse().expect("a square");
        verify::square(&grid).holds(Property::KnightsMoves)
    };
    // Euler's tour of five by five begins in a corner.
    let tour = "23 18 11 6 25\n10 5 24 17 12\n19 22 13 4 7\n14 9 2 21 16\n1 20 15 8 3";
    assert!(is_tour(tour));
    let from_zero = tour.split(' ').flat_map(|word| word.split('\n'));
    let less: Vec<String> = from_zero
        .map(|word| (word.parse::<i64>().expect("a number") - 1).to_string())
        .collect();
    let rows: Vec<String> = less.chunks(5).map(|row| row.join(" ")).collect();
    assert!(is_tour(&rows.join("\n")));
    for none in [
        "5 5 5\n5 5 5\n5 5 5",
        "2 4 6\n8 10 12\n14 16 18",
        "1 1 1\n3 3 3\n5 5 5",
        "4 9 2\n3 5 7\n8 1 6",
        "10 30 50\n70 20 40\n60 80 90",
    ] {
        assert!(!is_tour(none), "{none}");
    }
}

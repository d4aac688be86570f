//! Squares and figures found by search.

use ludarium_constructions::square::{classes, complete, is_listed, search, Ending, Lines};
use ludarium_constructions::verify::{square, Property};
use ludarium_constructions::{circle, pentagon, Error, Grid};

fn all(order: usize, lines: Lines) -> Vec<Grid> {
    let mut found = Vec::new();
    let ending = search(&Grid::empty(order, order), lines, u64::MAX, &mut |grid| {
        found.push(grid.clone());
        true
    });
    assert_eq!(ending, Ok(Ending::Complete));
    found
}

#[test]
fn one_square_of_order_three_in_eight_positions() {
    let found = all(3, Lines::Magic);
    assert_eq!(found.len(), 8);
    assert_eq!(found.iter().filter(|g| is_listed(g)).count(), 1);
}

#[test]
fn eight_hundred_and_eighty_squares_of_order_four() {
    let found = all(4, Lines::Magic);
    assert_eq!(found.len(), 7040);
    assert_eq!(found.iter().filter(|g| is_listed(g)).count(), 880);
    // 48 of them are associated.
    let associated = found
        .iter()
        .filter(|g| is_listed(g) && square(g).holds(Property::Associated));
    assert_eq!(associated.count(), 48);
}

#[test]
fn forty_eight_pandiagonal_squares_of_order_four_are_three() {
    let found = all(4, Lines::Pandiagonal);
    assert_eq!(found.len(), 384);
    let listed: Vec<Grid> = found.into_iter().filter(is_listed).collect();
    assert_eq!(listed.len(), 48);
    assert_eq!(classes(&listed), 3);
    assert!(listed
        .iter()
        .all(|g| square(g).holds(Property::BrokenDiagonals)));
}

#[test]
fn partial_squares_are_completed_or_shown_to_have_no_completion() {
    let completed = |text: &str, lines| complete(&text.parse().unwrap(), lines, u64::MAX);
    let made = completed(
        ". . . . .\n. 1 . . .\n. . . . .\n. . . 25 .\n. . . . 2",
        Lines::Magic,
    )
    .unwrap();
    assert!(square(&made).is_magic() && made.get((1, 1)) == Some(1));
    let made = completed(
        ". . . . .\n. . . . .\n. . 7 . .\n. . . . .\n. . . . .",
        Lines::Pandiagonal,
    )
    .unwrap();
    assert!(square(&made).holds(Property::BrokenDiagonals));
    // In order 3 the middle is 5; in order 4 the corners add up to the constant.
    assert!(matches!(
        completed(". . .\n. 4 .\n. . .", Lines::Magic),
        Err(Error::Impossible(_))
    ));
    assert!(matches!(
        completed("1 . . 2\n. . . .\n. . . .\n3 . . 4", Lines::Magic),
        Err(Error::Impossible(_))
    ));
    assert!(matches!(
        completed(
            "25 24 23 22 21\n. . . . .\n. . . . .\n. . . . .\n. . . . .",
            Lines::SemiMagic
        ),
        Err(Error::Impossible(_))
    ));
}

#[test]
fn given_numbers_have_to_make_sense() {
    let why = |text: &str| {
        complete(&text.parse().unwrap(), Lines::Magic, 1000)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        why("1 . .\n. . .\n. 1 ."),
        "1 is given twice: at row 1, column 1 and at row 3, column 2"
    );
    assert_eq!(
        why("10 . .\n. . .\n. . ."),
        "10 at row 1, column 1 is not one of the numbers from 1 to 9"
    );
    assert!(why("1 .\n. .").contains("order 2"));
    assert!(why("1 . .\n. . .").contains("not square"));
}

#[test]
fn the_circle_and_the_pentagon() {
    let circle = circle::make().into_result();
    for rule in circle::verify(&circle) {
        assert!(
            rule.faults.is_empty(),
            "{}: {:?}\n{circle}",
            rule.name,
            rule.faults
        );
    }
    let mut spoilt = circle;
    spoilt.exchange((0, 0), (0, 1));
    assert!(circle::verify(&spoilt)
        .iter()
        .any(|rule| !rule.faults.is_empty()));

    let frolow = pentagon::make().unwrap();
    assert_eq!(pentagon::verify(&frolow), Vec::<String>::new());
    let again: pentagon::Pentagon = frolow.grid().to_string().parse().unwrap();
    assert_eq!(again, frolow);
}

//! Properties that hold for any input.

use ludarium_constructions::square::{method, methods, Options};
use ludarium_constructions::tour::{count, find, Board, Leaper, Runs, Wanted};
use ludarium_constructions::{pentagon, reproduce, statement, tour, verify, Error, Grid, Record};
use proptest::prelude::*;

/// A board with holes.
fn boards() -> impl Strategy<Value = Board> {
    let holes = prop::collection::vec((0..5_usize, 0..5_usize), 0..6);
    (3..=5_usize, 3..=5_usize, holes).prop_map(|(columns, rows, holes)| {
        let mut board = Board::rectangle(columns, rows).expect("a small board");
        holes.into_iter().for_each(|cell| board.remove(cell));
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_tour_is_found_just_where_counting_finds_some(board in boards(), closed: bool, start in 0..25_usize) {
        let from = board.cells().nth(start).filter(|_| start % 2 == 0);
        let wanted = Wanted { from, closed, ..Wanted::default() };
        let counted = count(&board, Leaper::KNIGHT, &wanted).expect("a small board").undirected;
        match find(&board, Leaper::KNIGHT, &wanted) {
            Ok(tour) => {
                prop_assert!(counted > 0 || board.count() == 1);
                let mut cells = tour.path.clone();
                cells.sort_unstable();
                prop_assert_eq!(cells, board.cells().collect::<Vec<_>>());
                prop_assert!(tour.path.windows(2).all(|p| Leaper::KNIGHT.leaps(p[0], p[1])));
                prop_assert!(!closed || tour.is_closed());
                prop_assert!(from.is_none_or(|from| tour.path[0] == from));
            }
            Err(Error::Impossible(_)) => prop_assert_eq!(counted, 0),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn leapers_of_all_kinds_find_legal_tours_or_say_why_not(a in 0..5_usize, b in 0..5_usize, columns in 1..9_usize, rows in 1..9_usize) {
        let board = Board::rectangle(columns, rows).expect("a small board");
        if let Ok(tour) = find(&board, Leaper::new(a, b), &Wanted::default()) {
            prop_assert_eq!(tour.path.len(), board.count());
            prop_assert!(tour.path.windows(2).all(|p| tour.leaper.leaps(p[0], p[1])));
        }
    }

    #[test]
    fn any_text_is_a_record_or_gets_an_error(text in "[ -~\n]{0,300}") {
        let record = Record::parse(&text);
        for part in record.parts() {
            if let Ok(grid) = part.grid() {
                let _ = (verify::square(&grid), tour::verify(&grid, None, Leaper::KNIGHT));
                let _ = (statement::of_square(&record, &grid), statement::of_tour(&record, &grid));
                let _ = reproduce::square(&record, &grid);
            }
        }
        let _ = (text.parse::<Runs>(), text.parse::<Board>(), text.parse::<pentagon::Pentagon>());
    }

    #[test]
    fn any_numbers_are_judged(numbers in prop::collection::vec(prop::option::of(-1_000_000_000..1_000_000_000_i64), 0..40), columns in 1..7_usize) {
        let rows = numbers.len() / columns;
        let grid = Grid::partly(rows, columns, |r, c| numbers[r * columns + c]);
        let again: Grid = grid.to_string().parse().expect("what is written can be read");
        if rows > 0 {
            prop_assert_eq!(&again, &grid);
        }
        let _ = (verify::square(&grid).name(), verify::primes(&Grid::partly(rows, columns, |r, c| numbers[r * columns + c].map(|n| n % 1000))));
        let _ = tour::verify(&grid, None, Leaper::KNIGHT).name();
    }

    #[test]
    fn turning_and_mirroring_keep_what_a_square_is(order in 3..12_usize, position in 0..8_usize) {
        for method in methods().iter().filter(|m| m.orders.contains(order) && m.name != "hollow-squares") {
            let made = method.work(order, &Options::default()).expect("an order of its own").into_result();
            let turned = &made.positions()[position];
            prop_assert_eq!(verify::square(turned).name(), verify::square(&made).name());
        }
    }

    #[test]
    fn any_arrangement_of_the_auxiliary_squares_is_semi_magic(order in 1..8_usize, seed in prop::collection::vec(any::<u32>(), 17)) {
        let n = 2 * order + 1;
        let shuffled = |offset: usize| {
            let mut numbers: Vec<i64> = (0..n as i64).collect();
            numbers.sort_by_key(|k| seed[(*k as usize + offset) % seed.len()]);
            numbers
        };
        let options = Options {
            row: Some(shuffled(0).into_iter().map(|k| k + 1).collect()),
            second: Some(shuffled(5).into_iter().map(|k| k * n as i64).collect()),
            ..Options::default()
        };
        let made = method("odd-square-two-squares").and_then(|m| m.work(n, &options)).expect("a permutation will do");
        let verdict = verify::square(made.result());
        prop_assert!(verdict.is_semi_magic() && verdict.holds(verify::Property::FromOne));
    }
}

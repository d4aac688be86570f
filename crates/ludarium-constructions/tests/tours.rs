//! The tours of the book, and tours of all boards.

use crate::printed;

use std::collections::BTreeMap;

use ludarium_constructions::tour::{
    count, find, method, path_of, printed_magic_tours, verify, Board, Figure, Leaper, Runs,
    Symmetry, Task, Tour, Wanted,
};
use ludarium_constructions::{Error, Grid, Record};
use printed::{part, record};

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

fn closed() -> Wanted {
    Wanted {
        closed: true,
        ..Wanted::default()
    }
}

fn from(board: &Board, label: &str) -> Wanted {
    Wanted {
        from: Some(board.cell(label).unwrap()),
        ..Wanted::default()
    }
}

/// Asserts that a tour visits every cell once, by legal leaps, and meets the requirements.
fn assert_tour(tour: &Tour, wanted: &Wanted) {
    let what = format!("{} {wanted:?}", tour.board);
    let mut cells = tour.path.clone();
    cells.sort_unstable();
    assert_eq!(cells, tour.board.cells().collect::<Vec<_>>(), "{what}");
    assert!(
        tour.path.windows(2).all(|p| tour.leaper.leaps(p[0], p[1])),
        "{what}"
    );
    assert!(!wanted.closed || tour.is_closed(), "{what}");
    assert!(
        wanted.from.is_none_or(|from| tour.path[0] == from),
        "{what}"
    );
    assert!(
        wanted.to.is_none_or(|to| *tour.path.last().unwrap() == to),
        "{what}"
    );
}

fn finds(board: &Board, leaper: Leaper, wanted: &Wanted) {
    match find(board, leaper, wanted) {
        Ok(tour) => assert_tour(&tour, wanted),
        Err(error) => panic!("{board} {wanted:?}: {error}"),
    }
}

fn why_not(board: &Board, wanted: &Wanted) -> String {
    match find(board, Leaper::KNIGHT, wanted) {
        Err(Error::Impossible(why)) => why,
        other => panic!("{board} {wanted:?}: {other:?}"),
    }
}

#[test]
fn closed_tours_exist_exactly_where_schwenk_says() {
    for short in 3..=12_usize {
        for long in short..=14 {
            let none = short % 2 == 1 && long % 2 == 1 || short == 4 || short == 3 && long < 10;
            let board = Board::rectangle(long, short).unwrap();
            match none {
                true => drop(why_not(&board, &closed())),
                false => finds(&board, Leaper::KNIGHT, &closed()),
            }
        }
    }
    assert!(why_not(&board("8x4"), &closed()).contains("Schwenk"));
    assert!(why_not(&board("7x7"), &closed()).contains("25 of one and 24 of the other"));
}

#[test]
fn the_parity_of_the_ends_is_explained() {
    let board = board("5x5");
    assert!(why_not(&board, &from(&board, "a2")).contains("begins and ends on the other"));
    let chess = Board::chess();
    let wanted = Wanted {
        to: Some(chess.cell("h8").unwrap()),
        ..from(&chess, "a1")
    };
    assert!(why_not(&chess, &wanted).contains("are of one colour"));
}

#[test]
fn every_cell_begins_a_tour_on_small_boards_that_have_them() {
    for (columns, rows) in [(5, 5), (5, 6), (6, 6), (7, 5), (8, 8), (7, 7), (9, 9)] {
        let board = Board::rectangle(columns, rows).unwrap();
        for cell in board
            .cells()
            .filter(|(r, c)| columns * rows % 2 == 0 || (r + c) % 2 == 0)
        {
            let wanted = Wanted {
                from: Some(cell),
                ..Wanted::default()
            };
            finds(&board, Leaper::KNIGHT, &wanted);
        }
    }
}

#[test]
fn narrow_boards_are_gone_through_exhaustively() {
    // Open tours of boards three wide exist for 4, 7 and more; of those four wide for 3, 5 and
    // more.
    for long in 3..=20 {
        let has = |short: usize| {
            find(
                &Board::rectangle(long, short).unwrap(),
                Leaper::KNIGHT,
                &Wanted::default(),
            )
            .is_ok()
        };
        assert_eq!(has(3), long == 4 || long >= 7, "3 by {long}");
        assert_eq!(has(4), long != 4, "4 by {long}");
    }
    let board = board("9x4");
    assert!(why_not(&board, &from(&board, "c2")).contains("inner"));
    finds(&board, Leaper::KNIGHT, &from(&board, "c1"));
}

#[test]
fn large_boards_closed_and_open() {
    for (columns, rows) in [
        (50, 50),
        (49, 50),
        (31, 22),
        (5, 50),
        (50, 6),
        (3, 50),
        (20, 20),
    ] {
        finds(
            &Board::rectangle(columns, rows).unwrap(),
            Leaper::KNIGHT,
            &closed(),
        );
    }
    for (columns, rows, cell) in [
        (49, 49, (24, 24)),
        (49, 49, (0, 0)),
        (50, 50, (17, 3)),
        (50, 4, (0, 21)),
        (45, 5, (2, 22)),
        (50, 3, (0, 0)),
    ] {
        let board = Board::rectangle(columns, rows).unwrap();
        let wanted = Wanted {
            from: Some(cell),
            ..Wanted::default()
        };
        finds(&board, Leaper::KNIGHT, &wanted);
    }
}

#[test]
fn a_tour_may_end_where_it_is_told_to() {
    let chess = Board::chess();
    for (begin, end) in [
        ("a1", "h1"),
        ("a1", "b1"),
        ("d4", "d5"),
        ("h1", "a1"),
        ("c3", "f7"),
    ] {
        let wanted = Wanted {
            to: Some(chess.cell(end).unwrap()),
            ..from(&chess, begin)
        };
        finds(&chess, Leaper::KNIGHT, &wanted);
    }
}

#[test]
fn other_leapers_and_other_boards() {
    // The zebra's and the giraffe's closed tours on 10x10 are classical. The camel has none,
    // because it stays on one colour.
    let ten = board("10x10");
    for leaper in ["zebra", "giraffe"] {
        finds(&ten, leaper.parse().unwrap(), &Wanted::default());
    }
    let camel = find(&ten, "1,3".parse().unwrap(), &Wanted::default());
    assert!(matches!(camel, Err(Error::Impossible(_))));
    finds(&board("6x6"), "wazir".parse().unwrap(), &closed());

    let cross = board("cross:4");
    assert_eq!(cross.count(), 80);
    finds(&cross, Leaper::KNIGHT, &closed());
    let mut holes = Board::chess();
    for label in ["d4", "e5"] {
        holes.remove(holes.cell(label).unwrap());
    }
    // Both holes have the same colour.
    assert!(why_not(&holes, &Wanted::default()).contains("cannot alternate"));
    let mut holes = Board::chess();
    for label in ["d4", "d5", "e4", "e5"] {
        holes.remove(holes.cell(label).unwrap());
    }
    finds(&holes, Leaper::KNIGHT, &closed());
}

#[test]
fn tours_are_counted() {
    let undirected = |board: &str, wanted: &Wanted| {
        count(&self::board(board), Leaper::KNIGHT, wanted)
            .unwrap()
            .undirected
    };
    let open = Wanted::default();
    assert_eq!(undirected("6x6", &closed()), 9_862);
    assert_eq!(undirected("3x10", &closed()), 16);
    assert_eq!(undirected("5x6", &closed()), 8);
    assert_eq!(undirected("3x4", &open), 8);
    assert_eq!(undirected("5x5", &open), 1_728 / 2);
    assert_eq!(undirected("5x5", &from(&board("5x5"), "a1")), 304);
    assert_eq!(undirected("4x8", &open), 62_176 / 2);
    assert_eq!(undirected("8x4", &closed()), 0);
    // OEIS A165134, the numbers of directed tours on n by n, begins 1, 0, 0, 0, 1728.
    for (order, directed) in [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1728)] {
        let board = board(&format!("{order}x{order}"));
        let counted = count(&board, Leaper::KNIGHT, &open).unwrap();
        assert_eq!(counted.directed, directed, "{order}");
    }
    let one = board("1x1");
    assert_eq!(undirected("1x1", &from(&one, "a1")), 1);
    assert_eq!(undirected("1x1", &closed()), 0);
    // A board of one cell may be what others leave.
    let mut left = board("2x1");
    left.remove(left.cell("b1").unwrap());
    assert_eq!(count(&left, Leaper::KNIGHT, &open).unwrap().directed, 1);
}

fn cells(record: &Record) -> Vec<(usize, usize)> {
    let lines = &record.part("path").expect("a path").lines;
    let board = Board::chess();
    lines
        .iter()
        .flat_map(|l| l.split_whitespace())
        .map(|label| board.cell(label).unwrap())
        .collect()
}

#[test]
fn eulers_runs_give_the_printed_tours() {
    let chess = Board::chess();
    let first = record("tour", "falkener-knights-tour-euler-1");
    let vacant = BTreeMap::from([
        ('a', chess.cell("d6").unwrap()),
        ('b', chess.cell("b1").unwrap()),
    ]);
    let task = Task {
        given: Some(cells(&first)),
        runs: Some("1-9, 62-58, a, 10-57, b".parse().unwrap()),
        vacant,
        ..Task::default()
    };
    let made = method("euler").unwrap().work(&task).unwrap().into_result();
    assert_eq!(
        made,
        part(&record("tour", "falkener-knights-tour-euler-2"), "grid")
    );
    // The book continues to a closed one.
    let task = Task {
        given: Some(path_of(&made)),
        runs: Some(
            "1-9, 46-64, 31-45, 22-19, 30-23, 12-17, 10, 11, 18"
                .parse()
                .unwrap(),
        ),
        ..Task::default()
    };
    let made = method("euler").unwrap().work(&task).unwrap().into_result();
    assert_eq!(
        verify(&made, None, Leaper::KNIGHT).name(),
        "closed tour of the knight"
    );

    let error = "1-9, 5-12"
        .parse::<Runs>()
        .unwrap()
        .apply(&cells(&first), &BTreeMap::new());
    assert!(error.unwrap_err().to_string().contains("takes 5 again"));
}

#[test]
fn eulers_step_mends_a_path_by_itself() {
    let first = record("tour", "falkener-knights-tour-euler-1");
    for given in [None, Some(cells(&first))] {
        let task = Task {
            given,
            closed: true,
            ..Task::default()
        };
        let working = method("euler").unwrap().work(&task).unwrap();
        assert!(working.stages().len() >= 2);
        assert_eq!(
            verify(working.result(), None, Leaper::KNIGHT).name(),
            "closed tour of the knight"
        );
    }
}

/// The figures of a header: `Sa-i:1-4 ...`.
fn plan(record: &Record) -> Vec<(Figure, usize)> {
    let words = record
        .header("figures")
        .expect("figures")
        .split_whitespace();
    let figure = |word: &str| {
        let (name, numbers) = word.split_once(':').unwrap();
        let (first, last) = numbers.split_once('-').unwrap();
        let cells = last.parse::<usize>().unwrap() - first.parse::<usize>().unwrap() + 1;
        (name.parse().unwrap(), cells)
    };
    words.map(figure).collect()
}

/// One of the tours by Roget's method with the ends and the order of figures of a printed one.
fn roget_task(record: &Record, choice: usize) -> Task {
    let path = cells(record);
    Task {
        from: path.first().copied(),
        to: path.last().copied(),
        plan: Some(plan(record)),
        choice: Some(choice),
        ..Task::default()
    }
}

#[test]
fn rogets_figures_give_the_printed_tours() {
    // The order of the figures and both ends leave at most four tours; the last number says which
    // of them is printed.
    for (number, choice) in [(1, 1), (2, 2), (4, 1), (5, 1), (7, 1), (8, 2)] {
        let record = record("tour", &format!("falkener-knights-tour-roget-{number}"));
        let made = method("roget")
            .unwrap()
            .work(&roget_task(&record, choice))
            .unwrap()
            .into_result();
        assert_eq!(made, part(&record, "grid"), "record {number}");
        assert!(method("roget")
            .unwrap()
            .work(&roget_task(&record, 5))
            .is_err());
    }
    for number in [3, 6] {
        let record = record("tour", &format!("falkener-knights-tour-roget-{number}"));
        let printed = part(&record, "grid");
        let work = |choice| method("roget").unwrap().work(&roget_task(&record, choice));
        let made = (1..5).filter_map(|choice| work(choice).ok());
        let mut made = made.map(|working| working.into_result());
        assert!(made.any(|made| made == printed), "record {number}");
    }
}

#[test]
fn rogets_figures_lead_between_any_two_cells_of_two_colours() {
    let chess = Board::chess();
    for from in chess.cells().filter(|(r, c)| *r < 4 && *c < 4) {
        for to in chess
            .cells()
            .filter(|(r, c)| (r + c + from.0 + from.1) % 2 == 1)
        {
            let task = Task {
                from: Some(from),
                to: Some(to),
                ..Task::default()
            };
            let tour = method("roget").unwrap().tour(&task);
            let tour = tour
                .unwrap_or_else(|e| panic!("{} to {}: {e}", chess.label(from), chess.label(to)));
            let wanted = Wanted {
                from: Some(from),
                to: Some(to),
                closed: false,
            };
            assert_tour(&tour, &wanted);
        }
    }
}

#[test]
fn opposite_cells_differ_by_what_is_asked() {
    for (difference, half, closed) in [
        (32, false, true),
        (32, true, true),
        (16, false, false),
        (8, false, true),
    ] {
        let task = Task {
            difference: Some(difference),
            half,
            closed,
            ..Task::default()
        };
        let made = method("knights-difference-square").unwrap().work(&task);
        let made = made
            .unwrap_or_else(|e| panic!("{difference} {half} {closed}: {e}"))
            .into_result();
        let verdict = verify(&made, None, Leaper::KNIGHT);
        assert!(
            verdict.is_tour() && (!closed || verdict.closed),
            "{difference}"
        );
        assert_eq!(verdict.opposite, BTreeMap::from([(difference as i64, 64)]));
        if half {
            assert!(made.numbers().all(|((r, _), n)| (n <= 32) == (r >= 4)));
        }
    }
}

#[test]
fn the_half_board_of_the_book_is_put_in_order_and_completed() {
    let given = part(
        &record("tour", "falkener-knights-difference-square-4"),
        "half grid",
    );
    let lower = |(r, c): (usize, usize)| (r + 4, c);
    let path: Vec<(usize, usize)> = path_of(&given).into_iter().map(lower).collect();
    let chess = Board::chess();
    let vacant = [('a', "b4"), ('b', "c4"), ('c', "d3"), ('d', "e1")];
    let task = Task {
        given: Some(path),
        runs: Some(
            "1-8, 23-21, 18-20, b, 24-28, 17-15, d, c, a, 9-14"
                .parse()
                .unwrap(),
        ),
        vacant: vacant
            .iter()
            .map(|(l, cell)| (*l, chess.cell(cell).unwrap()))
            .collect(),
        ..Task::default()
    };
    let made = method("difference")
        .unwrap()
        .work(&task)
        .unwrap()
        .into_result();
    assert_eq!(
        made,
        part(
            &record("tour", "falkener-knights-difference-square-5"),
            "grid"
        )
    );
}

#[test]
fn the_printed_differences_are_found() {
    let of = |number: usize| {
        let grid = part(
            &record(
                "tour",
                &format!("falkener-knights-difference-square-{number}"),
            ),
            "grid",
        );
        verify(&grid, None, Leaper::KNIGHT)
    };
    assert_eq!(of(2).opposite, BTreeMap::from([(32, 64)]));
    assert_eq!(of(5).opposite, BTreeMap::from([(32, 64)]));
    assert_eq!(of(7).opposite, BTreeMap::from([(16, 62), (48, 2)]));
    assert_eq!(of(8).opposite, BTreeMap::from([(8, 64)]));
    assert!(of(2).closed && of(5).closed && of(7).closed && of(8).closed);
    let attempt = of(1);
    assert!(!attempt.is_tour());
    assert_eq!(attempt.runs, [(1, 19), (26, 51), (58, 64)]);
}

#[test]
fn columns_all_add_up_to_260() {
    let printed = verify(
        &part(&record("tour", "falkener-knights-column-square-1"), "grid"),
        None,
        Leaper::KNIGHT,
    );
    assert!(printed.columns.iter().all(|sum| *sum == 260) && !printed.closed);
    assert_eq!(printed.across, BTreeMap::from([(32, 64)]));
    assert!(printed.half_columns.unwrap().0.iter().all(|sum| *sum == 66));

    let made = method("knights-column-square")
        .unwrap()
        .work(&Task::default())
        .unwrap()
        .into_result();
    let verdict = verify(&made, None, Leaper::KNIGHT);
    assert!(verdict.is_tour() && verdict.columns.iter().all(|sum| *sum == 260));

    let roget = verify(
        &part(&record("tour", "falkener-knights-tour-roget-1"), "grid"),
        None,
        Leaper::KNIGHT,
    );
    assert!(roget.closed && roget.columns.iter().all(|sum| *sum == 260));
}

#[test]
fn magic_tours_begin_in_every_class_of_cells_but_one() {
    assert!(printed_magic_tours().all(|(name, tour)| {
        let verdict = verify(&tour.grid(), None, Leaper::KNIGHT);
        assert!(verdict.is_semi_magic() && !verdict.is_magic(), "{name}");
        true
    }));
    let chess = Board::chess();
    for from in chess.cells() {
        let task = Task {
            from: Some(from),
            ..Task::default()
        };
        let made = method("knights-magic-square").unwrap().tour(&task);
        let class = ludarium_constructions::tour::quarter_class(from);
        if class == (1, 2) {
            assert!(made.unwrap_err().to_string().contains("near misses"));
            continue;
        }
        let tour = made.unwrap_or_else(|e| panic!("{}: {e}", chess.label(from)));
        assert_eq!(tour.path[0], from);
        assert!(verify(&tour.grid(), None, Leaper::KNIGHT).is_semi_magic());
    }
}

#[test]
fn several_magic_tours_begin_at_one_cell() {
    let task = |choice: usize| Task {
        from: Board::chess().cell("a5").ok(),
        choice: Some(choice),
        ..Task::default()
    };
    let made = |choice: usize| method("knights-magic-square").unwrap().tour(&task(choice));
    let tours: Vec<Tour> = (1..).map_while(|choice| made(choice).ok()).collect();
    assert!(tours.len() >= 3);
    assert!(tours
        .iter()
        .all(|tour| verify(&tour.grid(), None, Leaper::KNIGHT).is_semi_magic()));
    for number in [4, 13, 14] {
        let printed = part(
            &record("tour", &format!("falkener-knights-magic-square-{number}")),
            "grid",
        );
        assert!(tours.iter().any(|tour| tour.grid() == printed), "{number}");
    }
}

#[test]
fn near_misses_are_said_to_be_so() {
    for number in 19..=22 {
        let grid = part(
            &record("tour", &format!("falkener-knights-magic-square-{number}")),
            "grid",
        );
        let verdict = verify(&grid, None, Leaper::KNIGHT);
        assert_eq!(verdict.name(), "open tour of the knight");
        let mut sums: Vec<i64> = verdict
            .rows
            .iter()
            .chain(&verdict.columns)
            .copied()
            .filter(|sum| *sum != 260)
            .collect();
        sums.sort_unstable();
        assert_eq!(sums, [258, 258, 262, 262], "{number}");
    }
}

#[test]
fn figures_are_symmetric() {
    for (board, symmetry) in [
        ("8x8", Symmetry::HalfTurn),
        ("6x6", Symmetry::QuarterTurn),
        ("10x10", Symmetry::QuarterTurn),
        ("6x5", Symmetry::Mirror),
        ("16x8", Symmetry::HalfTurn),
    ] {
        let task = Task {
            board: self::board(board),
            symmetry: Some(symmetry),
            ..Task::default()
        };
        let made = method("knights-tour-figures").unwrap().work(&task);
        let made = made
            .unwrap_or_else(|e| panic!("{board} {symmetry:?}: {e}"))
            .into_result();
        let verdict = verify(&made, None, Leaper::KNIGHT);
        assert!(
            verdict.is_tour() && verdict.closed && verdict.symmetries.contains(&symmetry),
            "{board} {symmetry:?}"
        );
    }
    let task = Task {
        symmetry: Some(Symmetry::QuarterTurn),
        ..Task::default()
    };
    let error = method("knights-tour-figures")
        .unwrap()
        .work(&task)
        .unwrap_err();
    assert!(error.to_string().contains("changes the colour"), "{error}");
}

#[test]
fn a_wrong_number_is_pointed_out() {
    let mut grid: Grid = part(&record("tour", "falkener-knights-tour-roget-1"), "grid");
    grid.exchange((0, 0), (0, 1));
    let verdict = verify(&grid, None, Leaper::KNIGHT);
    assert_eq!(
        verdict.faults[0].to_string(),
        "10 on a6 does not govern a8, where 11 stands"
    );
}

//! Remarks on magic squares, circles and pentagons.

use std::collections::BTreeSet;

use ludarium_constructions::square::{method, Options, Shape};
use ludarium_constructions::verify::{self, path_sums, steps_that_agree, Property};
use ludarium_constructions::{circle, pentagon, Grid};

use super::printed::{part, record};
use super::{at, diagonals, make, square};

fn odd() -> impl Iterator<Item = usize> {
    (3..=101).step_by(2)
}

/// All orders of some numbers.
fn permutations(numbers: &[i64]) -> Vec<Vec<i64>> {
    let Some((first, rest)) = numbers.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// The numbers of every column, in ascending order.
fn column_sets(grid: &Grid) -> Vec<BTreeSet<i64>> {
    let column = |c: usize| (0..grid.rows()).filter_map(|r| grid.get((r, c))).collect();
    (0..grid.columns()).map(column).collect()
}

#[test]
fn no_square_of_order_two_is_magic() {
    for numbers in permutations(&[1, 2, 3, 4]) {
        let grid = Grid::square(2, |r, c| numbers[2 * r + c]);
        assert!(!verify::square(&grid).is_semi_magic(), "{grid}");
    }
}

#[test]
fn the_tablet_of_gilardoni_is_no_sum_of_two_repeating_squares() {
    let tablet = square("falkener-magic-squares-1");
    let total: i64 = tablet.numbers().map(|(_, number)| number).sum();
    assert_eq!(total, 3321);
    for row in 0..9 {
        let remainders: BTreeSet<i64> = (0..9).map(|c| at(&tablet, row, c) % 9).collect();
        assert!(remainders.len() < 9, "row {row}");
    }
}

#[test]
fn agrippas_march_places_first_mean_and_highest() {
    for n in odd() {
        let grid = make("odd-square-agrippa", n);
        let middle = n / 2;
        let last = (n * n) as i64;
        assert_eq!(at(&grid, middle + 1, middle), 1);
        assert_eq!(at(&grid, middle, middle), (last + 1) / 2);
        assert_eq!(at(&grid, middle - 1, middle), last);
    }
}

#[test]
fn agrippas_diagonals_are_progressions() {
    for n in odd() {
        let grid = make("odd-square-agrippa", n);
        for i in 1..n {
            assert_eq!(at(&grid, i, i) - at(&grid, i - 1, i - 1), 1);
            let (below, above) = (at(&grid, i, n - 1 - i), at(&grid, i - 1, n - i));
            assert_eq!(below - above, n as i64);
        }
    }
}

#[test]
fn bachets_diagonals_stay() {
    for n in (3..=21).step_by(2) {
        let working = method("odd-square-bachet")
            .unwrap()
            .work(n, &Options::default())
            .unwrap();
        let (diamond, result) = (working.stages()[0].grid.clone(), working.result());
        let edge = (diamond.rows() - n) / 2;
        for i in 0..n {
            for cell in [(i, i), (i, n - 1 - i)] {
                let before = diamond.get((cell.0 + edge, cell.1 + edge));
                assert_eq!(before, result.get(cell), "order {n}, {cell:?}");
            }
        }
    }
}

#[test]
fn louberes_columns_are_bachets() {
    for n in (3..=21).step_by(2) {
        let (bachet, loubere) = (make("odd-square-bachet", n), make("odd-square-loubere", n));
        assert_eq!(column_sets(&bachet), column_sets(&loubere));
        // The middle column of the diamond goes down from 1 by n + 1.
        for row in 0..n {
            assert_eq!(at(&loubere, row, n / 2), 1 + (row * (n + 1)) as i64);
        }
    }
}

/// The sum of two squares, each of which repeats its first row: the first moved to the left from
/// row to row, the second to the right.
fn repeating(a: &[i64], b: &[i64]) -> Grid {
    let n = a.len();
    Grid::square(n, |r, c| a[(r + c) % n] + b[(n + c - r) % n])
}

#[test]
fn every_order_of_the_multiples_gives_a_semi_magic_square() {
    let printed = square("falkener-odd-square-two-squares-1");
    assert_eq!(repeating(&[1, 2, 3, 4, 5], &[20, 15, 10, 5, 0]), printed);
    let (mut squares, mut magic, mut all_magic) = (BTreeSet::new(), 0, 0);
    for b in permutations(&[0, 5, 10, 15, 20]) {
        let grid = repeating(&[1, 2, 3, 4, 5], &b);
        let verdict = verify::square(&grid);
        assert!(verdict.is_semi_magic());
        magic += usize::from(verdict.is_magic());
        squares.insert(grid.to_string());
        for a in permutations(&[1, 2, 3, 4, 5]) {
            all_magic += usize::from(diagonals(&repeating(&a, &b)) == (65, 65));
        }
    }
    assert_eq!((squares.len(), magic, all_magic), (120, 0, 576));
}

#[test]
fn fifty_six_combinations_are_52() {
    let listed = record("square", "falkener-evenly-even-agrippa-3");
    let part = listed.part("quadruples").unwrap();
    let numbers = |text: &str| -> BTreeSet<i64> {
        text.split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect()
    };
    let fours = part.lines.iter().flat_map(|line| {
        let (_, fours) = line.split_once(':').unwrap();
        fours.split(';').map(numbers)
    });
    let mut all: Vec<BTreeSet<i64>> = fours.collect();
    assert_eq!(all.len(), 46);
    let printed = square("falkener-evenly-even-agrippa-1");
    all.extend(column_sets(&printed));
    all.extend(column_sets(&printed.transposed()));
    all.push((0..4).map(|i| at(&printed, i, i)).collect());
    all.push((0..4).map(|i| at(&printed, i, 3 - i)).collect());
    assert_eq!(all.len(), 56);
    assert!(all.iter().all(|four| four.iter().sum::<i64>() == 34));
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), 52);
    let sets = (0_u32..1 << 16).filter(|set| set.count_ones() == 4);
    let sum = |set: u32| -> u32 { (0..16).filter(|i| set >> i & 1 == 1).map(|i| i + 1).sum() };
    assert_eq!(sets.filter(|set| sum(*set) == 34).count(), 86);
}

#[test]
fn exchanging_and_counting_backwards_agree() {
    let mut exchanged = Grid::natural(4);
    for (one, other) in [(2, 15), (3, 14), (5, 12), (8, 9)] {
        let (one, other) = (exchanged.find(one).unwrap(), exchanged.find(other).unwrap());
        exchanged.exchange(one, other);
    }
    assert_eq!(exchanged, square("falkener-evenly-even-agrippa-1"));
    assert_eq!(exchanged, make("evenly-even-agrippa", 4));
}

#[test]
fn ozanams_square_is_agrippas_half_complemented() {
    let (agrippa, ozanam) = (
        square("falkener-evenly-even-agrippa-2"),
        square("falkener-evenly-even-ozanam-1"),
    );
    let same = agrippa
        .numbers()
        .filter(|(cell, n)| ozanam.get(*cell) == Some(*n));
    assert_eq!(same.count(), 32);
    let complements = agrippa
        .numbers()
        .filter(|(cell, n)| ozanam.get(*cell) == Some(65 - n));
    assert_eq!(complements.count(), 32);
    for i in 0..8 {
        assert_eq!(at(&ozanam, i, i), at(&agrippa, 7 - i, 7 - i));
        assert_eq!(at(&ozanam, i, 7 - i), at(&agrippa, 7 - i, i));
    }
}

/// The differences between mirrored cells of the rows, from the middle outwards; one entry for each
/// kind of row.
fn differences(grid: &Grid) -> BTreeSet<Vec<i64>> {
    let (n, half) = (grid.rows(), grid.rows() / 2);
    let row = |r: usize| {
        let apart = |i: usize| (at(grid, r, half - 1 - i) - at(grid, r, half + i)).abs();
        (0..half).map(apart).collect()
    };
    (0..n).map(row).collect()
}

#[test]
fn differences_in_rows_and_columns_of_the_even_squares() {
    for name in [
        "falkener-evenly-even-agrippa-2",
        "falkener-evenly-even-ozanam-1",
        "falkener-evenly-even-natural-rows-1",
    ] {
        let grid = square(name);
        assert_eq!(differences(&grid), BTreeSet::from([vec![1, 3, 5, 7]]));
        let columns = differences(&grid.transposed());
        assert_eq!(columns, BTreeSet::from([vec![8, 24, 40, 56]]));
        assert!(verify::square(&grid).holds(Property::Associated));
    }
    let la_hire = square("falkener-evenly-even-la-hire-1");
    assert_eq!(differences(&la_hire), BTreeSet::from([vec![5, 1, 3, 7]]));
    let columns = differences(&la_hire.transposed());
    assert_eq!(columns, BTreeSet::from([vec![56, 8, 24, 40]]));
    assert!(verify::square(&la_hire).holds(Property::Associated));
}

#[test]
fn the_first_row_of_de_la_hire_has_to_mirror() {
    let printed = square("falkener-evenly-even-la-hire-1");
    let second = part(&record("square", "falkener-evenly-even-la-hire-1"), "B");
    let with = |row: &[i64]| {
        Grid::square(8, |r, c| {
            let reversed = [1, 3, 4, 6].contains(&r);
            row[if reversed { 7 - c } else { c }] + at(&second, r, c)
        })
    };
    assert_eq!(with(&[1, 6, 5, 2, 7, 4, 3, 8]), printed);
    let mut good = 0;
    for row in permutations(&[1, 2, 3, 4, 5, 6, 7, 8]) {
        let mirrors = (0..4).all(|i| row[i] + row[7 - i] == 9);
        let columns = column_sums(&with(&row));
        assert_eq!(mirrors, columns.iter().all(|sum| *sum == 260), "{row:?}");
        good += usize::from(mirrors);
    }
    assert_eq!(good, 384);
}

fn column_sums(grid: &Grid) -> Vec<i64> {
    let column = |c: usize| (0..grid.rows()).map(|r| at(grid, r, c)).sum();
    (0..grid.columns()).map(column).collect()
}

#[test]
fn the_square_from_natural_rows_is_new() {
    let new = square("falkener-evenly-even-natural-rows-1");
    for other in [
        "falkener-evenly-even-agrippa-2",
        "falkener-evenly-even-ozanam-1",
        "falkener-evenly-even-la-hire-1",
    ] {
        assert!(!square(other).positions().contains(&new), "{other}");
    }
}

#[test]
fn the_exchange_for_fourteen_goes_the_wrong_way() {
    let low = [85, 111, 87, 109, 89, 107, 91, 105, 93, 103, 95, 101, 97, 99];
    let high = low.map(|number| 197 - number);
    // The rule that makes the printed rows of 6 and of 10.
    assert_eq!(high[9..12], [94, 102, 96]);
    let sum = |row: &[i64]| row.iter().sum::<i64>();
    assert_eq!((sum(&low), sum(&high)), (1372, 1386));
    let moved = sum(&high[9..12]) - sum(&low[9..12]);
    assert_eq!((sum(&low) + moved, sum(&high) - moved), (1365, 1393));
    let moved = high[10] - low[10];
    assert_eq!((low[10], high[10]), (95, 102));
    assert_eq!((sum(&low) + moved, sum(&high) - moved), (1379, 1379));
}

#[test]
fn small_squares_are_semi_magic() {
    for n in (6..=26).step_by(4) {
        let verdict = verify::square(&make("unevenly-even-small-squares", n));
        assert!(verdict.is_semi_magic() && !verdict.is_magic(), "{n}");
    }
}

#[test]
fn eight_of_the_sixteen_squares_have_magic_diagonals() {
    let record = record("square", "falkener-square-from-any-cell-1");
    let mut magic = Vec::new();
    for (number, own) in record.parts().iter().enumerate() {
        let grid = part(&record, &own.name);
        assert!(verify::square(&grid).is_semi_magic());
        let place = (number % 4, number / 4);
        assert_eq!(grid.find(1), Some(place), "{}", own.name);
        if verify::square(&grid).is_magic() {
            magic.push(number + 1);
        }
    }
    assert_eq!(magic, [1, 6, 8, 9, 12, 13, 14, 15]);
}

#[test]
fn fifteen_and_sixteen_have_compartments() {
    let made = |outer: Grid, inner: Grid| {
        let options = Options {
            outer: Some(outer.clone()),
            inner: Some(inner.clone()),
            ..Options::default()
        };
        let order = outer.rows() * inner.rows();
        let working = method("compartment-squares").unwrap().work(order, &options);
        verify::square(working.unwrap().result())
    };
    let (three, four, five) = (
        make("odd-square-agrippa", 3),
        make("evenly-even-agrippa", 4),
        make("odd-square-agrippa", 5),
    );
    let fives = made(three.clone(), five.clone());
    assert!(fives.is_magic() && fives.holds(Property::Compartments(5)));
    let threes = made(five, three);
    assert!(threes.is_magic() && threes.holds(Property::Compartments(3)));
    let fours = made(four.clone(), four);
    assert!(fours.is_magic() && fours.holds(Property::Compartments(4)));
}

#[test]
fn the_even_border_keeps_its_natural_corners() {
    let grid = square("falkener-bordered-squares-2");
    for edge in 0..3 {
        let order = 10 - 2 * edge;
        let inner = grid.part((edge, edge), order, order);
        let low = inner.numbers().map(|(_, number)| number).min().unwrap();
        let last = order - 1;
        for corner in [(0, 0), (0, last), (last, 0), (last, last)] {
            let natural = low + (corner.0 * order + corner.1) as i64;
            assert_eq!(inner.get(corner), Some(natural), "{order}");
        }
    }
}

#[test]
fn the_order_along_a_side_does_not_matter() {
    for number in [1, 2] {
        let grid = square(&format!("falkener-bordered-squares-{number}"));
        let last = grid.rows() - 1;
        for (a, b) in (1..last).flat_map(|a| (1..a).map(move |b| (a, b))) {
            let mut changed = grid.clone();
            changed.exchange((0, a), (0, b));
            changed.exchange((last, a), (last, b));
            assert!(verify::square(&changed).holds(Property::Bordered));
        }
    }
}

#[test]
fn the_shaded_cells_copy_agrippas_square() {
    let printed = square("falkener-hollow-squares-4");
    let agrippa = square("falkener-evenly-even-agrippa-1");
    let lines = [1, 3, 4, 6];
    let raised = agrippa.changed(|n| if n <= 8 { n + 8 } else { n + 40 });
    let shaded = Grid::square(4, |r, c| at(&printed, lines[r], lines[c]));
    assert_eq!(shaded, raised);
    assert!(verify::square(&shaded).is_magic());
}

#[test]
fn the_numbers_named_of_franklins_circle_agree() {
    for four in [[73, 15, 72, 14], [73, 14, 41, 46]] {
        assert_eq!(four.iter().sum::<i64>() + circle::MIDDLE / 2, 180);
    }
}

#[test]
fn a_circle_has_the_sums_of_franklins() {
    let made = circle::make().into_result();
    let rules = circle::verify(&made);
    assert!(rules.len() > 4);
    assert!(rules.iter().all(|rule| rule.faults.is_empty()), "{rules:?}");
}

#[test]
fn the_pentagons_of_frolow_add_up() {
    let pentagons: i64 = [10, 20, 30, 40].iter().map(|times| times * 51).sum();
    assert_eq!(51 + pentagons, (1..=101).sum());
    assert_eq!(459, 9 * 51);
}

#[test]
fn a_pentagon_has_the_sums_of_frolows() {
    let made = pentagon::make().unwrap();
    assert_eq!(pentagon::verify(&made), [""; 0]);
}

#[test]
fn no_square_of_ten_is_pandiagonal() {
    // Colour the cells by the parity of row and column. If rows, columns and broken diagonals all
    // agree, even rows, even columns and even diagonals each hold five lines, and the classes turn
    // out equal: a quarter of ten lines.
    let constant = 10 * (10 * 10 + 1) / 2;
    assert_eq!(constant, 505);
    assert_ne!(10 * constant % 4, 0);
    // For eight there is no such obstacle.
    assert_eq!(8 * 260 % 4, 0);
    let indian = verify::square(&square("falkener-indian-squares-1"));
    assert!(indian.holds(Property::BrokenDiagonals));
}

fn indian() -> Grid {
    square("falkener-indian-squares-1")
}

#[test]
fn alternate_pairs_of_the_indian_square_are_equal() {
    for grid in [indian(), indian().transposed()] {
        for c in 0..7 {
            let pairs: Vec<i64> = (0..8)
                .map(|r| at(&grid, r, c) + at(&grid, r, c + 1))
                .collect();
            assert!(pairs.iter().zip(&pairs[2..]).all(|(a, b)| a == b));
        }
    }
}

#[test]
fn bishops_paths_of_the_indian_square_agree() {
    let agree = steps_that_agree(&indian());
    for k in 1..8 {
        assert!(agree.contains(&(k, k)) && agree.contains(&(k, 8 - k)));
    }
}

#[test]
fn knights_paths_of_the_indian_square_agree() {
    let agree = steps_that_agree(&indian());
    for step in [
        (1, 2),
        (2, 1),
        (7, 2),
        (6, 1),
        (1, 6),
        (2, 7),
        (7, 6),
        (6, 7),
    ] {
        assert!(agree.contains(&step), "{step:?}");
    }
}

#[test]
fn extended_knights_paths_of_the_indian_square_agree_but_for_two() {
    let agree = steps_that_agree(&indian());
    for far in 2..7 {
        for step in [(1, far), (far, 1)] {
            assert_eq!(agree.contains(&step), far != 4, "{step:?}");
        }
    }
}

#[test]
fn paths_of_the_indian_square_agree_but_for_fourteen() {
    let agree = steps_that_agree(&indian());
    let others: Vec<(usize, usize)> = (1..64)
        .map(|i| (i / 8, i % 8))
        .filter(|step| !agree.contains(step))
        .collect();
    let straight = [(0, 2), (0, 4), (0, 6), (2, 0), (4, 0), (6, 0)];
    let four_across = |step: &(usize, usize)| {
        (step.0 == 4 && step.1 % 2 == 1) || (step.1 == 4 && step.0 % 2 == 1)
    };
    assert_eq!(agree.len(), 49);
    assert_eq!(others.len(), 14);
    assert!(others
        .iter()
        .all(|step| straight.contains(step) || four_across(step)));
}

#[test]
fn paths_of_the_indian_square_that_return_make_half() {
    let grid = indian();
    let agree = steps_that_agree(&grid);
    let mut seen = 0;
    for step in agree.iter().filter(|(r, c)| r % 2 == 0 && c % 2 == 0) {
        for from in (0..64).map(|i| (i / 8, i % 8)) {
            let cell = |k: usize| ((from.0 + k * step.0) % 8, (from.1 + k * step.1) % 8);
            let four: i64 = (0..4).map(|k| grid.get(cell(k)).unwrap()).sum();
            assert_eq!(four, 130, "{step:?}");
            assert_eq!(path_sums(&grid, from, *step), Some(260));
        }
        seen += 1;
    }
    assert_eq!(seen, 9);
}

#[test]
fn the_indian_square_may_be_moved_round_the_edges() {
    let grid = indian();
    for (down, right) in (0..64).map(|i| (i / 8, i % 8)) {
        let moved = Grid::square(8, |r, c| at(&grid, (r + down) % 8, (c + right) % 8));
        let verdict = verify::square(&moved);
        assert!(verdict.is_magic());
        assert!(verdict.holds(Property::BrokenDiagonals) && verdict.holds(Property::Rectangles));
    }
}

#[test]
fn the_second_row_of_the_indian_square_may_not_begin_anywhere() {
    let grid = indian();
    let begun = |with: i64| {
        let (_, right) = grid.find(with).unwrap();
        verify::square(&Grid::square(8, |r, c| at(&grid, r, (c + r * right) % 8)))
    };
    assert!([55, 14, 11, 52].iter().all(|n| begun(*n).is_magic()));
    assert!(!begun(9).is_semi_magic());
    for number in [53, 50] {
        assert!(begun(number).is_semi_magic() && !begun(number).is_magic());
    }
}

#[test]
fn the_crossing_of_the_book_is_no_frame() {
    let printed = square("falkener-hollow-squares-3");
    let options = Options {
        shape: Some(Shape::Crossing),
        ..Options::default()
    };
    let made = method("hollow-squares").unwrap().work(8, &options).unwrap();
    for (cell, number) in made.result().cells() {
        assert_eq!(number.is_some(), printed.get(cell).is_some(), "{cell:?}");
    }
}

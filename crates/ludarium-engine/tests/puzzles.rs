//! Deduction puzzles: legal assignments, and descriptions that are rejected.

use ludarium_engine::puzzle::Values;
use ludarium_engine::{Game, SplitMix64};
use ludarium_lud::{Choices, Definitions, Diagnostic};

fn compile(items: &str, rules: &str) -> Result<Game, Diagnostic> {
    let text = format!("(game \"Test\" (players 1) (equipment {{ {items} }}) (rules {rules}))");
    let description =
        ludarium_lud::load("puzzle", &text, &Definitions::none(), &Choices::defaults())
            .unwrap_or_else(|errors| panic!("{errors}"));
    Game::compile(&description).map_err(|mut errors| errors.diagnostics.remove(0))
}

const BOARD: &str = "(board (square 4) (values Cell (range 1 4)))";
const REGIONS: &str = "(regions { Rows Columns SubGrids })";
const END: &str = "(end (if (is Solved) (result P1 Win)))";

#[test]
fn a_value_may_be_set_where_it_breaks_no_constraint_yet() {
    let game = compile(
        &format!("{BOARD} {REGIONS}"),
        &format!("(start (set {{ {{0 1}} }})) (play (satisfy (all Different))) {END}"),
    )
    .expect("a sudoku");
    let puzzle = game.puzzle().expect("a puzzle");
    let mut state = game.start(&mut SplitMix64::new(0));
    assert_eq!(puzzle.variables().len(), 16);
    assert_eq!(puzzle.value(&state, 0), Some(1));

    // Fifteen cells with four values each; the seven that share a row, a column or a block with the
    // given one have three. Each value is listed twice: to be set, and to be marked.
    let mut moves = Vec::new();
    game.legal(&mut state, &mut moves);
    assert_eq!(moves.len(), 2 * (15 * 4 - 7));
    assert!(!moves.contains(&puzzle.assignment(1, 1)));
    assert!(moves.contains(&puzzle.assignment(6, 1)));

    // An assigned value cannot be changed.
    game.apply(&mut state, puzzle.assignment(6, 1), &mut SplitMix64::new(0));
    game.legal(&mut state, &mut moves);
    assert!(moves.iter().all(|mv| mv.target() != 6));
}

#[test]
fn a_puzzle_without_legal_assignments_is_not_solved() {
    let game = compile(
        "(board (rectangle 1 3) (values Cell (range 1 2)))",
        &format!("(play (satisfy {{ (all Different (sites {{0 1}})) (all Different (sites {{1 2}})) }})) {END}"),
    )
    .expect("a puzzle");
    let puzzle = game.puzzle().expect("a puzzle");
    let mut chance = SplitMix64::new(0);
    let mut state = game.start(&mut chance);
    game.apply(&mut state, puzzle.assignment(0, 1), &mut chance);
    game.apply(&mut state, puzzle.assignment(2, 2), &mut chance);
    assert!(!state.over());
    let mut moves = Vec::new();
    game.legal(&mut state, &mut moves);
    assert!(moves.len() == 1 && game.is_forced_pass(moves[0]));
    game.apply(&mut state, moves[0], &mut chance);
    assert!(state.over());
    assert_eq!(game.outcome(&state).expect("over").winner, 0);
}

#[test]
fn sites_without_a_constraint_are_not_variables() {
    let game = compile(
        &format!("{BOARD} (hints {{ (hint {{4 5}} 7) }}) (regions {{ HintRegions }})"),
        &format!("(play (satisfy (is Sum (hint)))) {END}"),
    )
    .expect("a puzzle");
    let puzzle = game.puzzle().expect("a puzzle");
    let slots: Vec<usize> = puzzle.variables().iter().map(|v| v.slot).collect();
    assert_eq!(slots, [4, 5]);
}

#[test]
fn constructs_without_meaning_in_a_puzzle_are_errors() {
    let satisfy = |constraint: &str| format!("(play (satisfy {constraint})) {END}");
    let with_board = |more: &str| format!("{BOARD} {more}");
    for (items, rules, code) in [
        // Pieces, and rules that refer to them.
        (
            with_board("(piece \"Man\" Each)"),
            satisfy("(all Different (sites Board))"),
            "no-meaning",
        ),
        (
            with_board("(hand P1)"),
            satisfy("(all Different (sites Board))"),
            "no-meaning",
        ),
        (
            with_board(REGIONS),
            satisfy("(= 1 (who at:0))"),
            "no-meaning",
        ),
        (with_board(REGIONS), satisfy("(is Empty 0)"), "no-meaning"),
        // Regions that depend on pieces, and kinds of regions that the board lacks.
        (
            with_board(REGIONS),
            satisfy("(all Different (sites Empty))"),
            "no-meaning",
        ),
        (
            "(board (rectangle 2 3) (values Cell (range 1 3))) (regions { SubGrids })".to_owned(),
            satisfy("(all Different)"),
            "no-regions",
        ),
        // A hint where there is none.
        (
            with_board(REGIONS),
            satisfy("(is Sum (hint))"),
            "no-regions",
        ),
        (with_board(""), satisfy("(= 1 (hint))"), "no-meaning"),
        // Mistakes.
        (with_board(""), satisfy("(all Different)"), "no-regions"),
        (
            "(board (square 4))".to_owned(),
            satisfy("(all Different (sites Board))"),
            "no-values",
        ),
        (
            "(board (square 4) (values Cell (range 1 500)))".to_owned(),
            satisfy("(all Different (sites Board))"),
            "bad-values",
        ),
        (
            with_board(""),
            satisfy("(= 1 (what at:99))"),
            "unknown-site",
        ),
        (
            with_board(REGIONS),
            format!("(start (set {{ {{3 9}} }})) {}", satisfy("(all Different)")),
            "bad-values",
        ),
        (
            with_board(REGIONS),
            format!(
                "(start (set {{ {{99 1}} }})) {}",
                satisfy("(all Different)")
            ),
            "unknown-site",
        ),
        // Twice, or as a consequence of a move.
        (
            with_board(REGIONS),
            format!("(play (or (satisfy (all Different)) (satisfy (all Different)))) {END}"),
            "no-meaning",
        ),
        // The constraints of puzzles in games that are not puzzles.
        (
            BOARD.to_owned(),
            format!("(play (move Add (to (sites Empty)))) {END}"),
            "no-meaning",
        ),
        (
            BOARD.to_owned(),
            "(play (move Add (to (sites Empty)))) (end (if (all Different) (result P1 Win)))"
                .to_owned(),
            "no-meaning",
        ),
        // Larger than the limit.
        (
            "(board (square 60) (values Cell (range 1 4)))".to_owned(),
            satisfy("(forAll Cell (forAll Cell (> (what at:(from)) 0)))"),
            "too-large",
        ),
    ] {
        let error = compile(&items, &rules).expect_err(&rules);
        assert_eq!(error.code, code, "{items} {rules}: {}", error.message);
    }
}

/// The solutions of a puzzle, by trying all assignments: there must be few variables.
fn solutions(items: &str, rules: &str) -> Vec<Vec<i32>> {
    let game = compile(items, &format!("(play (satisfy {{ {rules} }})) {END}")).expect("a puzzle");
    let puzzle = game.puzzle().expect("a puzzle");
    let ranges: Vec<Vec<i32>> = puzzle
        .variables()
        .iter()
        .map(|v| v.range.iter().collect())
        .collect();
    let mut found = vec![Vec::new()];
    for range in ranges {
        found = found
            .into_iter()
            .flat_map(|known| {
                let with = |&value: &i32| known.iter().copied().chain([value]).collect();
                range.iter().map(with).collect::<Vec<Vec<i32>>>()
            })
            .collect();
    }
    found.retain(|values| {
        let values: Vec<Values> = values.iter().map(|&value| Values::one(value)).collect();
        puzzle
            .constraints()
            .iter()
            .all(|constraint| constraint.evaluate(&values) == Some(true))
    });
    found
}

#[test]
fn a_region_may_depend_on_the_values() {
    let row = "(board (rectangle 1 3) (values Cell (range 0 1)))";
    // The value of the first cell is the number of ones next to it: it has one neighbour.
    let beside = "(= (what at:0) (count Sites in:(sites Around 0 if:(= 1 (what at:(to))))))";
    let all = solutions(
        row,
        &format!("(all Sites (sites Board) if:(<= 0 (what at:(site)))) {beside}"),
    );
    assert!(all.iter().all(|values| values[0] == values[1]));
    assert_eq!(all.len(), 4);
    // Two cells hold ones.
    let ones = "(forEach (sites Board) if:(= 1 (what at:(site))))";
    let two = solutions(row, &format!("(is Sum {ones} 2)"));
    assert_eq!(two.len(), 3);
    // Seen from the left up to the first one: two cells without a one.
    let seen = "(sites Direction from:0 E included:True stop:(= 1 (what at:(to))))";
    let far = solutions(
        row,
        &format!(
            "(all Sites (sites Board) if:(<= 0 (what at:(site)))) (= 2 (count Sites in:{seen}))"
        ),
    );
    assert!(far.iter().all(|values| values[1..] == [0, 1]));
}

#[test]
fn the_drawn_sites_form_one_ring() {
    let edges = "(board (rectangle 2 3) (values Edge (range 0 1)) use:Edge)";
    let rings = solutions(edges, "(is Loop)");
    // Around the first square, around the second, around both.
    let mut drawn: Vec<i32> = rings.iter().map(|values| values.iter().sum()).collect();
    drawn.sort_unstable();
    assert_eq!(drawn, [4, 4, 6]);
}

#[test]
fn blocks_of_a_board_of_six_are_two_high_and_three_wide() {
    let six = "(board (square 6) (values Cell (range 1 6))) (regions { SubGrids })";
    let game = compile(six, &format!("(play (satisfy (all Different))) {END}")).expect("a puzzle");
    let puzzle = game.puzzle().expect("a puzzle");
    assert_eq!(puzzle.constraints().len(), 6);
    assert_eq!(puzzle.constraints()[0].variables(), [0, 1, 2, 6, 7, 8]);
}

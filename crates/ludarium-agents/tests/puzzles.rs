//! The puzzle solver against known numbers of solutions and against exhaustive enumeration.

use std::path::Path;

use ludarium_agents::solve::{solve, Ending, Limits, Solutions};
use ludarium_engine::{Game, SplitMix64, State};
use ludarium_lud::{Choices, Definitions};

fn compiled(text: &str) -> Game {
    let description =
        ludarium_lud::load("puzzle", text, &Definitions::none(), &Choices::defaults())
            .unwrap_or_else(|errors| panic!("{errors}"));
    Game::compile(&description).unwrap_or_else(|errors| panic!("{errors}: {text}"))
}

/// One of the puzzles among the engine's test descriptions.
fn puzzle(name: &str) -> Game {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludarium-engine/tests/descriptions/puzzles");
    let text = std::fs::read_to_string(folder.join(name)).expect("the file is part of the project");
    compiled(&text)
}

/// A puzzle with these items on a board and these constraints.
fn asking(board: &str, items: &str, satisfy: &str) -> Game {
    compiled(&format!(
        "(game \"Test\" (players 1) (equipment {{ (board {board}) {items} }})
            (rules (play (satisfy {{ {satisfy} }})) (end (if (is Solved) (result P1 Win)))))"
    ))
}

fn start(game: &Game) -> State {
    game.start(&mut SplitMix64::new(0))
}

fn solutions(game: &Game) -> Solutions {
    let puzzle = game.puzzle().expect("a puzzle");
    solve(puzzle, &start(game), Limits::NONE, &mut |_| true)
}

/// The number of solutions, all of which the rules must accept.
fn count(game: &Game) -> usize {
    let solutions = solutions(game);
    assert_eq!(solutions.ending, Ending::Complete);
    let puzzle = game.puzzle().expect("a puzzle");
    for solution in &solutions.found {
        let mut state = start(game);
        for (variable, &value) in solution.iter().enumerate() {
            if puzzle.value(&state, variable).is_none() {
                let mv = puzzle.assignment(variable, value);
                game.apply(&mut state, mv, &mut SplitMix64::new(0));
            }
        }
        assert!(puzzle.is_solved(&state) && state.over());
        assert_eq!(game.outcome(&state).expect("over").winner, 1);
    }
    let mut distinct = solutions.found.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), solutions.found.len(), "none is found twice");
    distinct.len()
}

/// The number of solutions, found by setting one variable after the other to every legal value.
fn exhaustive_count(game: &Game, state: &mut State) -> usize {
    let puzzle = game.puzzle().expect("a puzzle");
    let variables = 0..puzzle.variables().len();
    let Some(next) = variables
        .into_iter()
        .find(|&variable| puzzle.value(state, variable).is_none())
    else {
        return usize::from(puzzle.is_solved(state));
    };
    let mut moves = Vec::new();
    game.legal(state, &mut moves);
    let slot = puzzle.variables()[next].slot as i32;
    moves.retain(|mv| mv.target() == slot && !game.is_pass(*mv));
    // Each value is listed twice, to set and to mark.
    moves.dedup();
    let mut found = 0;
    for mv in moves {
        let mark = game.apply_marked(state, mv, &mut SplitMix64::new(0));
        found += exhaustive_count(game, state);
        state.undo(mark);
    }
    found
}

#[test]
fn the_solver_finds_as_many_solutions_as_are_known() {
    for (name, known) in [
        // There are 288 sudokus and 576 latin squares of four by four.
        ("sudoku-4.lud", 288),
        ("latin.lud", 576),
        // One magic square of order three, rotated and reflected.
        ("magic-square.lud", 8),
        ("queens.lud", 92),
        // OEIS A253316: grids of noughts and ones, six by six.
        ("takuzu.lud", 4140),
        // Three colours around a centre: two that alternate on the six cells of the ring.
        ("three-colours.lud", 6),
        // A fence around the middle cell, with or without another one around the whole board.
        ("fence.lud", 2),
        ("sudoku-9.lud", 1),
        ("kakuro.lud", 1),
    ] {
        assert_eq!(count(&puzzle(name)), known, "{name}");
    }
}

#[test]
fn the_solver_agrees_with_exhaustive_enumeration() {
    for name in [
        "sudoku-4.lud",
        "latin.lud",
        "magic-square.lud",
        "three-colours.lud",
        "futoshiki.lud",
        "kakuro.lud",
        "killer.lud",
        "mines.lud",
        "fence.lud",
    ] {
        let game = puzzle(name);
        assert_eq!(
            count(&game),
            exhaustive_count(&game, &mut start(&game)),
            "{name}"
        );
    }
}

#[test]
fn every_kind_of_constraint_agrees_with_the_rules() {
    let values = |range: &str| format!("(rectangle 1 4) (values Cell (range {range}))");
    for (range, satisfy) in [
        ("0 3", "(= (+ (what at:0) (what at:1)) (* 2 (what at:2))) (!= (what at:2) (what at:3))"),
        ("0 3", "(< (abs (- (what at:0) (what at:3))) 2) (>= (max (what at:1) (what at:2)) 3)"),
        ("1 4", "(or (is Even (what at:0)) (is Odd (what at:1))) (<= (% (what at:2) 3) (what at:3))"),
        ("0 2", "(xor (= 0 (what at:0)) (= 1 (what at:1))) (all Different (sites {0 1 2 3}) except:0)"),
        ("0 2", "(if (= 0 (what at:0)) (= 1 (what at:1)) (is In (what at:2) {0 2})) (> 2 (what at:3))"),
        ("0 3", "(is Sum (sites {1 2 3}) (what at:0)) (is Count (sites {1 2 3}) of:0 (what at:1))"),
        ("0 3", "(is Count (sites Board) of:2 (+ 1 (what at:3)))"),
        ("0 2", "(not (all Different (sites {0 1 2}))) (all Sites (sites Board) if:(!= 1 (what at:(site))))"),
        ("0 3", "(= (if (> (what at:0) 1) (what at:1) (what at:2)) (/ (what at:3) 2))"),
        ("1 4", "(= 12 (* {(what at:0) (what at:1) (what at:2)})) (= (- 2) (- (what at:3) 5))"),
        ("0 3", "(= (toInt (is Even (what at:0))) (what at:1)) (toBool (what at:2)) (is Odd (^ (what at:3) 2))"),
        ("0 3", "(and {(< (what at:0) (what at:1)) (< (what at:1) (what at:2))}) (is Sum (sites {2 3}) 4)"),
    ] {
        let game = asking(&values(range), "", satisfy);
        let mut state = start(&game);
        let found = count(&game);
        assert_eq!(found, exhaustive_count(&game, &mut state), "{satisfy}");
        assert!(found > 0, "{satisfy}");
    }
}

#[test]
fn regions_come_from_the_equipment() {
    let square = |side: u32, range: &str| format!("(square {side}) (values Cell (range {range}))");
    let all_different = |side, range, regions: &str| {
        let items = format!("(regions {{ {regions} }})");
        count(&asking(&square(side, range), &items, "(all Different)"))
    };
    // 12 latin squares of order three; 4! fillings of a board whose cells all differ.
    assert_eq!(all_different(3, "1 3", "Rows Columns"), 12);
    assert_eq!(all_different(2, "1 4", "AllSites"), 24);
    // Of two by two cells, each touches every other.
    assert_eq!(all_different(2, "1 4", "Touching"), 24);
    // The diagonals only: 3! for the one; for the other, what differs from the centre.
    let diagonals = asking(
        &square(3, "1 3"),
        "(regions { Diagonals })",
        "(all Different)",
    );
    assert_eq!(diagonals.puzzle().expect("a puzzle").variables().len(), 5);
    assert_eq!(count(&diagonals), 6 * 2);
    // No latin square of order three has two diagonals without repetition; 48 of order four have.
    assert_eq!(all_different(3, "1 3", "Rows Columns Diagonals"), 0);
    assert_eq!(all_different(4, "1 4", "Rows Columns Diagonals"), 48);
    // Lists of sites, and regions by name.
    let items =
        "(regions \"Here\" {0 1}) (regions \"There\" { (sites Column 0) (sites Column 1) })";
    let named = asking(&square(2, "1 3"), items, "(is Sum \"There\" 3)");
    assert_eq!(count(&named), 4);
    let both = asking(&square(2, "1 3"), items, "(is Sum 3)");
    assert_eq!(count(&both), 2);
}

#[test]
fn regions_may_depend_on_the_site_looked_at() {
    let board = |range: &str| format!("(square 4) (values Cell (range {range}))");
    // Non-attacking kings on four by four: 314 ways (OEIS A063443). Two knights: of the 120 pairs
    // of cells, 24 are a knight's move apart.
    let kings =
        "(forAll Cell (if (= 1 (what at:(from))) (is Count (sites Around (from)) of:1 0) True))";
    assert_eq!(count(&asking(&board("0 1"), "", kings)), 314);
    let knights = "(is Count (sites Board) of:1 2) (forAll Cell
        (if (= 1 (what at:(from))) (is Count (sites {{F F R F} {F F L F}}) of:1 0) True))";
    assert_eq!(count(&asking(&board("0 1"), "", knights)), 120 - 24);
    // Each row rises to the east; at its end no cell is ahead.
    let rising = "(forAll Cell (or (= (from) (ahead (from) E))
        (< (what at:(from)) (what at:(ahead (from) E)))))";
    assert_eq!(count(&asking(&board("1 5"), "", rising)), 5usize.pow(4));
    // Each value is the number of cells around it.
    let around = "(forAll Cell (= (what at:(from)) (count Sites in:(sites Around (from)))))";
    assert_eq!(count(&asking(&board("0 8"), "", around)), 1);
    // Several exceptions: 1 and 2 as often as desired; 3 and 4 once in all.
    let game = asking(
        "(rectangle 1 3) (values Cell (range 1 4))",
        "",
        "(all Different (sites Board) excepts:{1 2})",
    );
    assert_eq!(count(&game), 8 + 3 * 2 * 4 + 3 * 2 * 2);
    // Composed regions.
    let game = asking(&board("1 3"), "", "(all Different (difference (union (sites Row 0) (sites Row 1)) (sites Around 0 includeSelf:True)))");
    assert_eq!(count(&game), 0);
}

#[test]
fn hints_are_sites_and_numbers() {
    let board = "(square 2) (values Cell (range 1 4))";
    let hints = "(hints { (hint {0 1} 3) (hint 2 4) })";
    // One and two in either order; four; anything.
    let sums = "(forAll Hint (is Sum (sites Hint) (hint)))";
    let game = asking(board, hints, &format!("{sums} (> (what at:3) 0)"));
    assert_eq!(count(&game), 2 * 4);
    let at = asking(
        board,
        hints,
        "(= (hint at:2) (what at:0)) (= 3 (hint at:1))",
    );
    assert_eq!(count(&at), 1);
    let nowhere = asking(board, hints, "(= (hint at:3) (what at:0))");
    assert_eq!(count(&nowhere), 0);
}

#[test]
fn values_lie_on_vertices_and_edges_as_well() {
    // The perfect matchings of the three by two vertices: three.
    let board = "(square 3) (values Edge (range 0 1)) use:Vertex";
    let matching = "(forAll Vertex (is Count (sites Incident Edge of:Vertex at:(from)) of:1 1))";
    // Nine vertices have none.
    assert_eq!(count(&asking(board, "", matching)), 0);
    let board = "(rectangle 2 3) (values Edge (range 0 1)) use:Vertex";
    assert_eq!(count(&asking(board, "", matching)), 3);
    // Two-colourings of a path of three vertices.
    let board = "(rectangle 1 3) (values Vertex (range 1 2)) use:Vertex";
    let game = asking(board, "(regions { Touching })", "(all Different Vertex)");
    assert_eq!(count(&game), 2);
}

#[test]
fn the_search_keeps_to_its_limits() {
    let game = puzzle("latin.lud");
    let puzzle = game.puzzle().expect("a puzzle");
    let state = start(&game);
    let limited = |solutions, nodes| {
        let limits = Limits { solutions, nodes };
        solve(puzzle, &state, limits, &mut |_| true)
    };
    assert_eq!(limited(576, u64::MAX).ending, Ending::Complete);
    let fewer = limited(575, u64::MAX);
    assert_eq!((fewer.found.len(), fewer.ending), (575, Ending::More));
    let short = limited(576, 100);
    assert_eq!((short.nodes, short.ending), (100, Ending::GaveUp));

    // The callback sees the progress and may stop the search.
    let game = asking(
        "(square 8) (values Cell (range 0 1))",
        "(regions { Rows Columns })",
        "(is Count 4)",
    );
    let mut seen = Vec::new();
    let stopped = solve(
        game.puzzle().expect("a puzzle"),
        &start(&game),
        Limits::NONE,
        &mut |progress| {
            seen.push(progress.done);
            seen.len() < 3
        },
    );
    assert_eq!((seen.len(), stopped.ending), (3, Ending::Stopped));
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]) && seen[2] < 1.0);
}

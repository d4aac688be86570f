//! Shapes formed by pieces, and regions of every kind.

use crate::small;

use small::{asked, begin, compiled, game, holds, legal, play};

const STONES: &str = "(board (square 5)) (piece \"Stone\" Each)";

/// The sites of a region at the start, as the targets of moves.
fn sites(equipment: &str, start: &str, region: &str) -> Vec<i32> {
    let game = game(
        equipment,
        &format!(
            "(start {{ {start} }}) (play (move Select (from {region})))
             (end (if (no Pieces All) (result Mover Draw)))"
        ),
    );
    let moves = legal(&game, &mut begin(&game));
    let chosen = moves.iter().filter(|mv| mv.target() >= 0);
    chosen.map(ludarium_engine::Move::target).collect()
}

#[test]
fn the_sites_of_a_pattern_are_those_of_all_matching_walks() {
    // An angle of three stones, measured at its vertex and at an end.
    let angle = "(place \"Stone1\" { 12 13 17 })";
    assert_eq!(
        sites(
            STONES,
            angle,
            "(sites Pattern {F} from:12 what:(id \"Stone1\"))"
        ),
        [12, 13, 17]
    );
    let turned = "(sites Pattern {F R F} from:13 whats:{1 1 1})";
    assert_eq!(sites(STONES, angle, turned), [12, 13, 17]);
    assert_eq!(
        sites(STONES, angle, "(sites Pattern {F F} from:12 what:1)"),
        [] as [i32; 0]
    );
}

#[test]
fn a_loop_has_sites_of_its_own_and_sites_inside() {
    // A ring around the middle, with another stone attached.
    let ring = "(place \"Stone1\" { 6 7 8 11 13 16 17 18 5 })";
    let of = |inside: &str| sites(STONES, ring, &format!("(sites Loop {inside} 1 7)"));
    assert_eq!(of("inside:True"), [12]);
    assert_eq!(of(""), [6, 7, 8, 11, 13, 16, 17, 18]);
}

#[test]
fn a_loop_may_have_to_surround_one_of_several() {
    let ring = "(place \"Stone1\" { 6 7 8 11 13 16 17 18 }) (place \"Stone2\" 12)";
    let surrounds = |roles: &str| holds(STONES, ring, &format!("(is Loop {roles} 1 7)"));
    assert!(surrounds("surround:P2"));
    assert!(!surrounds("surround:P1"));
    assert!(surrounds("{ P1 P2 }"));
}

#[test]
fn a_large_piece_covers_the_sites_of_its_walk() {
    let bar = "(board (square 4)) (tile \"Bar\" P1 {F F})";
    let start = "(place \"Bar1\" 5 state:1)";
    let covered = sites(bar, start, "(sites LargePiece at:5)");
    assert_eq!(covered, [5, 6, 7]);
    assert_eq!(asked(bar, start, "(size LargePiece at:5)"), 3);
}

#[test]
fn winning_sites_are_the_targets_of_winning_moves() {
    let game = game(
        STONES,
        "(start (place \"Stone1\" { 0 1 }))
         (play (move Add (to (sites Winning Mover (add (to (sites Empty)))))))
         (end (if (is Line 3 Orthogonal) (result Mover Win)))",
    );
    let moves = legal(&game, &mut begin(&game));
    assert_eq!(
        moves
            .iter()
            .map(ludarium_engine::Move::target)
            .collect::<Vec<_>>(),
        [2]
    );
}

#[test]
fn moves_have_sites_between() {
    let start = "(place \"Stone1\" 0) (place \"Stone2\" { 1 6 })";
    let hops = "(sites Between (hop (from 0) (between if:(is Occupied (between))) (to if:(is Empty (to)))))";
    assert_eq!(sites(STONES, start, hops), [1, 6]);
}

#[test]
fn edges_have_a_direction() {
    let edges = |word: &str| {
        let graph = "(board (graph vertices:{ {0 0} {1 0} {0 1} {1 1} } edges:{ {0 1} {0 2} {0 3} {1 2} }) use:Edge)
            (piece \"Stone\" Each)";
        asked(
            graph,
            "(place \"Stone1\" Edge 0)",
            &format!("(count Sites in:(sites {word}))"),
        )
    };
    let words = [
        "Horizontal",
        "Vertical",
        "Axial",
        "Angled",
        "Slash",
        "Slosh",
    ];
    assert_eq!(words.map(edges), [1, 1, 2, 2, 1, 1]);
}

#[test]
fn a_cell_has_vertices_and_an_edge_two_ends() {
    let count = |region: &str| {
        asked(
            STONES,
            "(place \"Stone1\" 0)",
            &format!("(count Sites in:{region})"),
        )
    };
    assert_eq!(count("(sites Cell 0)"), 4);
    assert_eq!(count("(sites Edge 0)"), 2);
}

#[test]
fn teams_are_iterated_in_turn() {
    let game = compiled(
        "(game \"Teams\" (players 4) (equipment { (board (square 3)) (piece \"Man\" Each) })
            (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (place \"Man1\" 0) (place \"Man2\" 1)
                    (place \"Man3\" 2) (place \"Man4\" 3) })
                (play (move Pass (then (forEach Team (forEach (team) (addScore (player (player))
                    (count Sites in:(forEach Team (forEach (team) (sites Occupied by:Player))))))))))
                (end (if (all Passed) (byScore)))))",
    );
    let mut state = begin(&game);
    let only = legal(&game, &mut state)[0];
    game.apply(&mut state, only, &mut ludarium_engine::SplitMix64::new(1));
    let scores: Vec<i32> = (1..=4).map(|player| state.score(player)).collect();
    assert_eq!(scores, [4, 4, 4, 4]);
}

#[test]
fn edges_make_trees_and_regular_graphs() {
    const LINES: &str = "(board (square 2) use:Edge) (piece \"Line\" Each)";
    // The edges of 2 x 2 cells: 0..=1 below, then rows of vertical and of horizontal ones in turn.
    let graph = |edges: &str, test: &str| {
        let rules = format!(
            "(start (place \"Line1\" Edge {{ {edges} }}))
             (play (if (is {test}) (move Select (from (sites {{ 0 }}))) (move Pass)))
             (end (if (all Passed) (result Mover Draw)))"
        );
        let game = game(LINES, &rules);
        let first = small::legal(&game, &mut begin(&game))[0];
        !game.is_pass(first)
    };
    assert!(graph("0 1", "Tree P1"));
    assert!(!graph("0 1", "SpanningTree P1"));
    assert!(graph("0 1", "CaterpillarTree P1"));
    assert!(!graph("0 1", "RegularGraph P1 odd:True"));
    assert!(graph(
        "0..11",
        "Path Edge from:0 P1 length:(min 4) closed:True"
    ));
}

#[test]
fn pieces_make_paths_and_rings() {
    let path = |cells: &str, test: &str| {
        let start = format!("(place \"Stone1\" {{ {cells} }})");
        holds(
            STONES,
            &start,
            &format!("(is Path Cell from:0 P1 length:{test})"),
        )
    };
    assert!(path("0 1 2 3", "(exact 4)"));
    // An open path of cells is found wherever the piece lies in no ring, whatever its length.
    assert!(path("0 1 2 3", "(exact 3)"));
    assert!(!path("0 1 2 3", "(exact 4) closed:True"));
}

#[test]
fn two_sites_make_an_angle_at_a_third() {
    let start = "(place \"Stone1\" 12) (place \"Stone2\" { 14 22 })";
    let angle = |kind: &str| {
        let enemy = "(= 2 (who at:(site)))";
        holds(STONES, start, &format!("(is {kind} at:12 {enemy} {enemy})"))
    };
    // The angle is that of the line from the lower to the higher site against the vertical: it
    // rises here.
    assert_eq!(
        ["Acute", "Right", "Obtuse", "Reflex"].map(angle),
        [false, false, true, false]
    );
}

#[test]
fn the_last_move_went_to_a_kind_of_site() {
    let game = game(
        "(board (square 2)) (piece \"Man\" Each)",
        "(play (or (move Add (to Vertex (sites Empty Vertex))) (move Add (to (sites Empty)))))
         (end (if (is LastTo Vertex) (result Mover Win)))",
    );
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    assert!(!state.over(), "a cell");
    let moves = legal(&game, &mut state);
    game.apply(
        &mut state,
        moves[0],
        &mut ludarium_engine::SplitMix64::new(1),
    );
    assert!(state.over(), "a vertex");
}

#[test]
fn floating_point_expressions_are_evaluated() {
    let whole = |float: &str| asked(STONES, "(place \"Stone1\" 0)", &format!("(toInt {float})"));
    assert_eq!(whole("(* 2.5 (toFloat (count Pieces P1)))"), 2);
    assert_eq!(whole("(sqrt (+ 9.0 (* 8.0 2.0)))"), 5);
    assert_eq!(whole("(max { 0.5 (cos 0.0) (abs -3.5) })"), 3);
    assert_eq!(whole("(/ 1.0 (- 1.0 1.0))"), 0, "nothing is infinite");
}

#[test]
fn payoffs_rank_the_players() {
    let game = game(
        STONES,
        "(play (move Add (to (sites Empty))))
         (end (if True (payoffs { (payoff P1 (toFloat (count Moves))) (payoff P2 (sqrt 4.0)) })))",
    );
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    let outcome = game.outcome(&state).expect("it is over");
    assert_eq!(outcome.ranks, [0.0, 2.0, 1.0]);
}

#[test]
fn a_path_of_steps_may_rotate_the_piece() {
    // Ahead, then right, then back: a quarter turn after each step.
    let piece = "(board (square 5)) (piece \"Snail\" P1 N)";
    let start = "(place \"Snail1\" 12)";
    let turning = "(step Forward (to if:True)) newRotation:(+ 2 (value))";
    let near = sites(
        piece,
        start,
        &format!("(sites Distance {turning} from:12 (range 1 3))"),
    );
    assert_eq!(near, [13, 17, 18]);
    assert_eq!(
        asked(piece, start, &format!("(count Steps {turning} 12 13)")),
        3
    );
}

#[test]
fn an_unrotated_walk_begins_in_the_first_direction() {
    let walk = |rotations: &str| {
        sites(
            STONES,
            "(place \"Stone1\" 0)",
            &format!("(sites 12 {{ {{F F}} }} {rotations})"),
        )
    };
    assert_eq!(walk(""), [2, 10, 14, 22]);
    assert_eq!(walk("rotations:False"), [22]);
}

#[test]
fn moves_of_two_lists_may_be_combined() {
    let game = game(
        STONES,
        "(start (place \"Stone2\" { 20 21 }))
         (play (allCombinations (move Add (to (sites { 0 1 2 }))) (move Remove (sites Occupied by:P2))))
         (end (if (no Pieces P2) (result P1 Win)))",
    );
    let mut state = begin(&game);
    assert_eq!(legal(&game, &mut state).len(), 3 * 2);
    let actions = play(&game, &mut state, 1);
    assert_eq!(actions.len(), 2);
    assert!(!state.is_empty(1) && state.is_empty(20));
}

#[test]
fn random_directions_are_some_of_those_that_a_piece_has() {
    let game = game(
        "(board (square 5)) (piece \"Man\" P1 N (move Step (directions Random (directions { FL FR }) num:1) (to if:True)))",
        "(start (place \"Man1\" 12)) (play (forEach Piece)) (end (if False (result P1 Win)))",
    );
    let moves = legal(&game, &mut begin(&game));
    assert!(
        matches!(moves[..], [mv] if [16, 18].contains(&mv.target())),
        "{moves:?}"
    );
}

#[test]
fn a_die_on_the_board_shows_a_face() {
    let die = "(board (square 2)) (die \"Die\" P1 numFaces:6)";
    assert_eq!(asked(die, "(place \"Die1\" 0 state:4)", "(face 0)"), 5);
}

#[test]
fn hints_can_be_read_in_any_game() {
    let hints = "(board (square 3)) (hints { (hint 4 7) (hint {0 1} 3) }) (piece \"Man\" Each)";
    assert_eq!(asked(hints, "(place \"Man1\" 4)", "(hint at:4)"), 7);
    assert_eq!(asked(hints, "(place \"Man1\" 4)", "(hint at:2)"), -1);
    assert_eq!(
        asked(hints, "(place \"Man1\" 4)", "(count Sites in:(sites Hint))"),
        3
    );
}

#[test]
fn the_phase_after_the_last_is_the_first() {
    let game = game(
        "(board (square 3)) (piece \"Man\" Each)",
        "phases:{
            (phase \"Lay\" (play (move Add (to (sites Empty)))) (nextPhase Mover))
            (phase \"Take\" (play (move Remove (sites Occupied by:All))) (nextPhase Mover)) }
         (end (if (= 5 (count Phases)) (result Mover Win)))",
    );
    let mut state = begin(&game);
    play(&game, &mut state, 3);
    assert_eq!(legal(&game, &mut state).len(), 8, "the second player lays");
    play(&game, &mut state, 4);
    assert_eq!(legal(&game, &mut state).len(), 2, "the first player takes");
    play(&game, &mut state, 3);
    assert_eq!(legal(&game, &mut state).len(), 1, "the second player takes");
    play(&game, &mut state, 4);
    assert_eq!(legal(&game, &mut state).len(), 9, "and lays again");
}

#[test]
fn rows_of_the_equipment_are_regions_to_connect() {
    let rows = "(board (square 3)) (piece \"Man\" Each) (regions P1 { Columns })";
    let joined = |cells: &str| {
        holds(
            rows,
            &format!("(place \"Man1\" {{ {cells} }})"),
            "(is Connected at:0 P1)",
        )
    };
    assert!(joined("0 1 2"));
    assert!(!joined("0 1"));
}

#[test]
fn an_unrotated_leap_begins_in_the_first_direction() {
    let leaps = |facing: &str, rotations: &str| {
        let game = game(
            &format!(
                "(board (square 5)) (piece \"Horse\" P1 {facing}
                    (move Leap {{ {{F F R F}} {{F F L F}} }} {rotations} (to if:True)))"
            ),
            "(start (place \"Horse1\" 12)) (play (forEach Piece)) (end (if False (result P1 Win)))",
        );
        let mut found = small::targets(&game, &mut begin(&game));
        found.sort_unstable();
        found
    };
    assert_eq!(leaps("N", "").len(), 8);
    assert_eq!(leaps("N", "rotations:False"), [21, 23]);
    assert_eq!(
        leaps("E", "rotations:False"),
        [21, 23],
        "wherever the piece looks"
    );
}

#[test]
fn the_colour_of_a_site_may_change() {
    let phase = |start: &str, number: &str| asked(STONES, start, number);
    let set = "(set Phase 3 at:0) (place \"Stone1\" 0)";
    assert_eq!(phase("(place \"Stone1\" 0)", "(phase of:0)"), 0);
    // A constant site is looked at once, on the empty board.
    assert_eq!(phase(set, "(phase of:0)"), 0);
    assert_eq!(phase(set, "(phase of:(where \"Stone\" P1))"), 3);
    assert_eq!(phase(set, "(phase of:1)"), 1);
    assert_eq!(phase(set, "(count Sites in:(sites Phase 0))"), 13);
}

#[test]
fn pieces_may_be_rotated_in_place() {
    let game = game(
        STONES,
        "(start (place \"Stone1\" { 3 7 }))
         (play (move Set Rotation (to (sites Occupied by:Mover)) { 2 4 }))
         (end (if False (result Mover Win)))",
    );
    // Besides the rotations named, the previous and the next one are listed unless switched off.
    assert_eq!(
        small::targets(&game, &mut begin(&game)),
        [3, 3, 3, 3, 7, 7, 7, 7]
    );
}

#[test]
fn a_random_region_does_not_change() {
    let game = game(
        "(board (square 5)) (piece \"Stone\" Each)
         (regions \"Lake\" (sites Random (sites Board) num:3))
         (regions \"Shore\" (difference (expand (sites \"Lake\") Orthogonal) (sites \"Lake\")))",
        "(start (place \"Stone1\" (sites \"Lake\")))
         (play (or (move Remove (intersection (sites \"Lake\") (sites Occupied by:P1)))
             (move Add (to (difference (sites \"Shore\") (sites Occupied by:P1))))))
         (end (if (no Pieces P1) (result Mover Win)))",
    );
    for seed in 0..5 {
        let mut state = game.start(&mut ludarium_engine::SplitMix64::new(seed));
        let first = legal(&game, &mut state);
        assert_eq!(
            first,
            legal(&game, &mut state),
            "asked again, it is the same"
        );
        let stones = (0..25).filter(|&slot| !state.is_empty(slot)).count();
        assert_eq!(stones, 3);
        assert!(first.len() > 3, "each can be taken, and the shore is free");
    }
}

//! Forms that few descriptions use, each with a fact that can be counted by hand.

use crate::small;

use small::{asked, begin, game, holds, legal, play, targets};

const ROW: &str = "(board (rectangle 1 6)) (piece \"Disc\" Each) (piece \"King\" Each)";
const DRAW: &str = "(end (if (all Passed) (result Mover Draw)))";

#[test]
fn the_largest_line_and_the_largest_group_are_counted_in_sites() {
    let start = "(place \"Disc1\" {0 1}) (place \"Disc2\" {2 4 5})";
    assert_eq!(asked(ROW, start, "(count SizeBiggestLine Orthogonal)"), 3);
    assert_eq!(asked(ROW, start, "(countSizeBiggestGroup Orthogonal)"), 3);
    assert_eq!(asked(ROW, start, "(count SizeBiggestGroup Orthogonal)"), 3);
    let theirs = "if:(is Enemy (who at:(to)))";
    assert_eq!(
        asked(ROW, start, &format!("(count SizeBiggestLine {theirs})")),
        2
    );
    assert_eq!(
        asked(ROW, start, &format!("(count SizeBiggestGroup {theirs})")),
        2
    );
}

#[test]
fn a_site_is_in_the_group_connected_to_its_piece() {
    // Neighbouring pieces of one kind form a group, and neighbouring empty sites.
    let start = "(place \"Disc1\" {0 1 3}) (place \"Disc2\" {2 4}) (place \"King2\" {5})";
    let inside = |site: usize, of: &str| {
        let group = format!("(is In {site} (sites Group at:{of} Orthogonal))");
        holds(ROW, start, &group)
    };
    let group = |of: &str| (0..6).filter(|&site| inside(site, of)).collect::<Vec<_>>();
    assert_eq!(group("0"), [0, 1]);
    assert_eq!(group("2"), [2]);
    assert_eq!(group("3"), [3]);
    assert_eq!(group("4"), [4]);
    let bare = "(is In 1 (sites Group at:0 Orthogonal))";
    assert!(!holds(ROW, "(place \"Disc1\" {1})", bare));
    assert!(holds(ROW, "(place \"Disc1\" {3})", bare));
}

#[test]
fn steps_on_a_track_are_counted_along_the_track() {
    let ring =
        "(board (square 3) (track \"Ring\" {0 1 2 5 8 7 6 3} loop:True)) (piece \"Disc\" Each)";
    assert_eq!(asked(ring, "", "(count StepsOnTrack \"Ring\" 1 8)"), 3);
    assert_eq!(asked(ring, "", "(count StepsOnTrack \"Ring\" 0 3)"), 7);
}

#[test]
fn two_sites_make_the_angle_that_their_line_makes_with_the_downward_vertical() {
    let angle = |kind: &str, at: &str| {
        let mine = "(is Mover (who at:(site)))";
        let start = format!("(place \"Disc1\" {{{at}}})");
        let board = "(board (square 3)) (piece \"Disc\" Each)";
        holds(board, &start, &format!("(is {kind} at:4 {mine} {mine})"))
    };
    let angles = |at: &str| ["Acute", "Right", "Obtuse", "Reflex"].map(|kind| angle(kind, at));
    // From the lower number to the higher: a line in a row, one that rises. On a square board
    // numbered from the bottom none falls.
    assert_eq!(angles("7 8"), [false, true, false, false]);
    assert_eq!(angles("5 7"), [false, false, true, false]);
    assert_eq!(angles("2 7"), [false, false, true, false]);
    assert_eq!(angles("5"), [false; 4], "one site makes no line");
}

#[test]
fn edges_cross_that_share_no_end() {
    let graph =
        "(board (graph vertices:{{0 0} {2 0} {0 2} {2 2}} edges:{{0 3} {1 2} {0 1}}) use:Vertex)
        (piece \"Disc\" Each)";
    assert!(holds(graph, "", "(is Crossing (edge 0 3) (edge 1 2))"));
    assert!(!holds(graph, "", "(is Crossing (edge 0 3) (edge 0 1))"));
    assert_eq!(asked(graph, "", "(edge 2 3)"), -1);
}

#[test]
fn a_piece_in_a_stack_is_sought_from_the_top_by_default() {
    let start = "(place Stack items:{\"Disc1\" \"King1\" \"Disc1\"} 0)";
    assert_eq!(asked(ROW, start, "(where Level \"Disc\" P1 at:0)"), 2);
    assert_eq!(
        asked(ROW, start, "(where Level \"Disc\" P1 at:0 fromTop:False)"),
        0
    );
    assert_eq!(asked(ROW, start, "(where Level \"King\" P1 at:0)"), 1);
}

#[test]
fn a_stack_is_counted_from_below_or_from_above_until_something_stops_it() {
    let start = "(place Stack items:{\"Disc2\" \"Disc1\" \"Disc1\"} 0)";
    let mine = "(= 1 (who at:(to) level:(level)))";
    let count = |from: &str| format!("(count Stack {from} at:0 if:{mine} stop:(not {mine}))");
    assert_eq!(asked(ROW, start, &count("FromTop")), 2);
    assert_eq!(asked(ROW, start, &count("FromBottom")), 0);
}

#[test]
fn a_condition_on_all_values_holds_for_each() {
    assert!(holds(
        ROW,
        "",
        "(all Values (array {1 2 3}) if:(< 0 (value)))"
    ));
    assert!(!holds(
        ROW,
        "",
        "(all Values (array {1 2 3}) if:(< 1 (value)))"
    ));
}

#[test]
fn exactly_one_of_two_holds() {
    let both = |a: &str, b: &str| holds(ROW, "", &format!("(xor (is Mover {a}) (is Mover {b}))"));
    assert_eq!(
        [
            both("P1", "P1"),
            both("P1", "P2"),
            both("P2", "P1"),
            both("P2", "P2")
        ],
        [false, true, true, false]
    );
}

#[test]
fn the_parts_of_a_board_are_counted_by_their_kinds() {
    assert_eq!(asked(ROW, "", "(count Cells)"), 6);
    assert_eq!(asked(ROW, "", "(count Edges)"), 19);
    assert_eq!(asked(ROW, "", "(count Vertices)"), 14);
}

#[test]
fn random_placement_places_the_given_number_of_pieces() {
    let two = "(place Random (sites {2 3}) {\"Disc1\"} count:2)";
    assert!(holds(ROW, two, "(and (is Occupied 2) (is Occupied 3))"));
    for stack in [
        "(place Random { (count \"Disc1\" 2) (count \"King1\" 1) } 0)",
        "(place Random {\"Disc1\" \"King1\"} count:{2 1} 0)",
    ] {
        assert_eq!(asked(ROW, stack, "(size Stack at:0)"), 3, "{stack}");
        let king = "(= (id \"King\" P1) (what at:0 level:(level)))";
        let kings = format!("(count Sites in:(forEach Level at:0 if:{king}))");
        assert_eq!(asked(ROW, stack, &kings), 1, "{stack}");
    }
}

#[test]
fn a_start_rule_for_each_player_is_one_for_each() {
    let start = "(forEach Player (set Score Player 7)) (set Score P1 0)";
    assert_eq!(asked(ROW, start, "(score P2)"), 7);
}

#[test]
fn a_member_of_the_team_is_an_ally_and_no_enemy() {
    let start = "(set Team 1 {P1 P2})";
    let size = |players: &str| asked(ROW, start, &format!("(size Array (players {players}))"));
    assert_eq!(
        [
            size("Team1"),
            size("Team2"),
            size("Ally of:1"),
            size("Enemy of:1")
        ],
        [2, 0, 1, 0]
    );
}

#[test]
fn edges_are_selected_by_direction() {
    let square = "(board (square 2) use:Vertex) (piece \"Disc\" Each)";
    let edges = |way: &str| asked(square, "", &format!("(count Sites in:(sites {way}))"));
    assert_eq!(
        ["Axial", "Horizontal", "Vertical", "Angled"].map(edges),
        [4, 2, 2, 0]
    );
}

#[test]
fn stores_are_sites_of_a_board_of_holes() {
    let sites = |stores: &str| {
        let board = format!("(mancalaBoard 2 6 {stores}) (piece \"Seed\" Shared)");
        asked(&board, "", "(count Sites in:(sites Board))")
    };
    assert_eq!(
        [
            sites("store:None"),
            sites("store:Outer"),
            sites("store:Inner"),
            sites("")
        ],
        [12, 14, 4, 14]
    );
}

#[test]
fn squares_within_squares_have_points_at_their_corners_and_in_the_middle_of_their_sides() {
    let points = |more: &str| {
        let board =
            format!("(board (concentric Square rings:3 {more}) use:Vertex) (piece \"Disc\" Each)");
        asked(&board, "", "(count Vertices)")
    };
    assert_eq!([points(""), points("midpoints:False")], [24, 12]);
}

#[test]
fn a_zero_weight_is_never_drawn() {
    let moves = "(play (random {0 1} { (move Add (to 0)) (move Add (to 1)) }))";
    let game = game(ROW, &format!("{moves} {DRAW}"));
    assert_eq!(targets(&game, &mut begin(&game)), [1]);
}

#[test]
fn a_random_selection_has_at_most_the_given_number_of_moves() {
    let game = game(
        ROW,
        &format!("(play (random (move Add (to (sites Empty))) num:2)) {DRAW}"),
    );
    assert_eq!(legal(&game, &mut begin(&game)).len(), 2);
}

#[test]
fn no_move_restores_the_remembered_position() {
    let row = "(board (rectangle 1 6)) (piece \"Disc\" Each (move Step (to if:(is Empty (to)))))";
    let rules = format!(
        "(start {{ (place \"Disc1\" 2) (place \"Disc2\" 5) }})
         (play (if (= 0 (count Moves)) (move Pass (then (remember State))) (avoidStoredState (forEach Piece))))
         {DRAW}"
    );
    let game = game(row, &rules);
    let mut state = begin(&game);
    let pass = legal(&game, &mut state)[0];
    game.apply(&mut state, pass, &mut ludarium_engine::SplitMix64::new(1));
    play(&game, &mut state, 4);
    play(&game, &mut state, 1);
    play(&game, &mut state, 5);
    // The move to 2 would restore the remembered position.
    assert_eq!(targets(&game, &mut state), [0]);
}

#[test]
fn only_the_moves_that_capture_most_are_left() {
    let rules = format!(
        "(start {{ (place \"Disc1\" {{0 2}}) (place \"Disc2\" {{1 3 4}}) }})
         (play (max Captures (or {{
            (move Select (from 0) (then (remove 1)))
            (move Select (from 2) (then (and (remove 3) (remove 4))))
         }}))) {DRAW}"
    );
    let game = game(ROW, &rules);
    let moves = legal(&game, &mut begin(&game));
    assert_eq!(moves.iter().map(|mv| mv.origin()).collect::<Vec<_>>(), [2]);
}

#[test]
fn the_pot_holds_the_stakes() {
    let rules =
        format!("(play (move Pass (then (seq {{ (set Pot 5) (addScore P1 (pot)) }})))) {DRAW}");
    let game = game(ROW, &rules);
    let mut state = begin(&game);
    let pass = legal(&game, &mut state)[0];
    game.apply(&mut state, pass, &mut ludarium_engine::SplitMix64::new(1));
    assert_eq!(state.score(1), 5);
}

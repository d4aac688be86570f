//! Effects of moves: each test states a fact and shows it in a small game.

use crate::small;

use ludarium_engine::{Action, Game, Move, SplitMix64};
use ludarium_lud::Choices;
use small::{begin, compiled, described, legal, play};

/// A game for two players on a 3 x 3 board, with this equipment and these rules.
fn game(equipment: &str, rules: &str) -> Game {
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{ (board (square 3)) {equipment} }}) (rules {rules}))"
    );
    compiled(&text)
}

/// The values that some actions remember or (negative) forget, in order.
fn remembered(actions: &[Action]) -> Vec<i32> {
    let value = |action: &Action| match action {
        Action::RememberValue { value, .. } => Some(*value),
        Action::ForgetValue { value, .. } => Some(-*value),
        _ => None,
    };
    actions.iter().filter_map(value).collect()
}

/// The sites whose state some actions set, in order.
fn marked(actions: &[Action]) -> Vec<i32> {
    let site = |action: &Action| match action {
        Action::SetState { at, .. } => Some(at.site),
        _ => None,
    };
    actions.iter().filter_map(site).collect()
}

const MARKS: &str = "(piece \"Mark\" Each maxState:1)";
const FULL: &str = "(end (if (is Full) (result Mover Win)))";

#[test]
fn effects_in_the_first_part_of_a_do_follow_its_first_one_in_reverse() {
    let game = game(
        MARKS,
        &format!(
            "(play (do (forEach Value min:1 max:4 (remember Value (value)))
                next:(move Add (to (sites Empty))))) {FULL}"
        ),
    );
    assert_eq!(remembered(&play(&game, &mut begin(&game), 4)), [1, 4, 3, 2]);
}

#[test]
fn within_an_effect_the_first_part_precedes_each_next_move() {
    let game = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then
                (do (remember Value 7) next:(and (remember Value 8) (remember Value 9)))))) {FULL}"
        ),
    );
    assert_eq!(remembered(&play(&game, &mut begin(&game), 4)), [7, 8, 7, 9]);
}

#[test]
fn within_an_effect_the_first_part_needs_a_next_move() {
    let game = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then
                (do (remember Value 7) next:(if (is Full) (remember Value 8)))))) {FULL}"
        ),
    );
    assert_eq!(remembered(&play(&game, &mut begin(&game), 4)), []);
}

#[test]
fn consequences_of_the_first_part_of_a_do_shift_the_later_ones() {
    let first = "(forEach Value min:1 max:4
        (if (= 1 (value)) (remember Value (value) (then (remember Value 10)))
            (remember Value (value))))";
    // Each number is as far from the beginning as the one before it is long: 1 and 10 make two.
    let game_within = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then (do {first} next:(remember Value 99))))) {FULL}"
        ),
    );
    let played = play(&game_within, &mut begin(&game_within), 4);
    assert_eq!(remembered(&played), [1, 4, 3, 10, 2, 99]);
    let game = game(
        MARKS,
        &format!("(play (do {first} next:(move Add (to (sites Empty))))) {FULL}"),
    );
    let played = play(&game, &mut begin(&game), 4);
    assert_eq!(remembered(&played), [1, 4, 3, 10, 2]);
}

#[test]
fn the_first_part_of_a_do_reads_the_outer_site() {
    let game = game(
        MARKS,
        &format!(
            "(play (forEach Site (sites {{ 0 1 }}) (do (remember Value (site))
                next:(forEach Site (sites {{ 4 5 }}) (move Add (to (site))))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    let moves = legal(&game, &mut state);
    let actions = |mv: &Move| {
        let actions = game.explain(&mut begin(&game), *mv, &mut SplitMix64::new(1));
        (remembered(&actions), mv.target())
    };
    let actions: Vec<_> = moves.iter().map(actions).collect();
    let expected = [(0, 4), (0, 5), (1, 4), (1, 5)];
    assert_eq!(actions, expected.map(|(site, to)| (vec![site], to)));
}

#[test]
fn forgetting_everything_begins_with_the_unnamed_list() {
    let game = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then (and (and {{ (remember Value \"A\" 1)
                (remember Value 2) }}) (forget Value All))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    play(&game, &mut state, 4);
    // All values are computed before any effect: values remembered by the previous turn are
    // forgotten.
    assert_eq!(remembered(&play(&game, &mut state, 5)), [1, 2, -2, -1]);
}

#[test]
fn pieces_are_iterated_in_the_order_of_arrival() {
    let game = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then
                (forEach Piece (set State at:(from) 1))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    for (site, other) in [(8, 0), (2, 1)] {
        play(&game, &mut state, site);
        play(&game, &mut state, other);
    }
    assert_eq!(marked(&play(&game, &mut state, 5)), [8, 2, 5]);
}

#[test]
fn groups_are_those_of_the_mover_by_default() {
    let game = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then
                (forEach Group Orthogonal (remember Value (count Sites in:(sites))))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    assert_eq!(remembered(&play(&game, &mut state, 0)), [1]);
    assert_eq!(remembered(&play(&game, &mut state, 4)), [1]);
    assert_eq!(remembered(&play(&game, &mut state, 1)), [2]);
}

#[test]
fn a_list_minus_a_value_loses_one_occurrence() {
    let game = game(
        MARKS,
        &format!(
            "(play (move Add (to (sites Empty)) (then (remember Value
                (size Array (difference (sizes Group Orthogonal Mover) 1)))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    play(&game, &mut state, 4);
    assert_eq!(
        remembered(&play(&game, &mut state, 2)),
        [1],
        "of two groups of one, one is left"
    );
}

#[test]
fn a_placement_that_clears_its_sites_is_made_twice_on_a_region_and_once_on_a_site() {
    let count = |to: &str| {
        let game = game(
            MARKS,
            &format!("(play (move Add (to (sites Empty)) (then (add (to {to} (apply (remove (to)))))))) {FULL}"),
        );
        let actions = play(&game, &mut begin(&game), 4);
        let adds = actions
            .iter()
            .filter(|action| matches!(action, Action::Add { .. }));
        adds.count() - 1
    };
    assert_eq!(count("(sites Occupied by:Mover)"), 2);
    assert_eq!(count("(last To)"), 1);
}

#[test]
fn a_hop_over_nothing_is_a_step() {
    let game = game(
        MARKS,
        &format!(
            "(start {{ (place \"Mark1\" {{ 0 }}) (place \"Mark2\" {{ 8 }}) }})
            (play (forEach Piece (move Hop Orthogonal (between (exact 0)) (to if:(is Empty (to)))))) {FULL}"
        ),
    );
    let moves = legal(&game, &mut begin(&game));
    assert_eq!(
        moves.iter().map(|mv| mv.target()).collect::<Vec<_>>(),
        [3, 1]
    );
}

#[test]
fn a_player_who_swaps_moves_again_as_the_other_player() {
    let game = game(
        MARKS,
        &format!("(play (move Add (to (sites Empty)) (then (swap Players 1 2)))) {FULL}"),
    );
    let mut state = begin(&game);
    play(&game, &mut state, 0);
    assert_eq!(state.mover(), 1);
}

#[test]
fn pieces_excepted_from_an_enclosure_are_enclosed_with_the_rest() {
    let game = game(
        MARKS,
        &format!(
            "(start {{ (place \"Mark1\" {{ 1 7 }}) (place \"Mark2\" {{ 0 6 }}) }})
            (play (move Add (to (sites Empty)) (then
                (enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))
                    (apply (addScore Mover 1))) numException:1)))) {FULL}"
        ),
    );
    // The enemies in the corners have one site between them.
    let mut state = begin(&game);
    play(&game, &mut state, 4);
    assert_eq!(state.score(1), 3, "two enemies and the site between them");
}

#[test]
fn large_tiles_cover_sites_and_have_one_rotation_per_direction() {
    let game = game(
        "(tile \"Bar\" Each { F F } numSides:4)",
        &format!(
            "(play (or (move Add (piece (mover) state:0) (to (sites Empty)))
            (move Add (piece (mover) state:1) (to (sites Empty))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    assert_eq!(
        legal(&game, &mut state).len(),
        6,
        "three upright, three lying"
    );
    play(&game, &mut state, 0);
    assert!(
        !state.is_empty(3) && !state.is_empty(6),
        "an upright bar fills the column"
    );
    assert_eq!(
        legal(&game, &mut state).len(),
        2,
        "only upright bars have room beside it"
    );
}

#[test]
fn a_slide_along_tracks_captures_only_behind_a_loop() {
    let text = "(game \"Loops\" (players 2)
        (equipment {
            (board (square 3) { (track \"Loop\" { 0 1 2 2 5 8 } directed:True) } use:Vertex)
            (piece \"Mark\" Each (move Slide \"AllTracks\"
                (between if:(or (= (between) (from)) (is Empty (between))))
                (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
        (rules (start { (place \"Mark1\" { 0 }) (place \"Mark2\" { 8 }) })
            (play (forEach Piece)) (end (if (is Full) (result Mover Win)))))";
    let game = Game::compile(&described(text)).unwrap_or_else(|errors| panic!("{errors}"));
    let moves = legal(&game, &mut begin(&game));
    assert_eq!(moves.iter().map(|mv| mv.target()).collect::<Vec<_>>(), [8]);
}

#[test]
fn a_match_continues_until_its_own_end() {
    let single = "(game \"One Move\" (players 2)
        (equipment { (board (square 3)) (piece \"Mark\" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if True (result Mover Win)))))";
    let text = "(match \"Two Moves\" (players 2)
        (games { (subgame \"One Move\" next:0 result:2) })
        (end { (if (>= (matchScore P1) 4) (result P1 Win)) }))";
    let described_as = |name: &str, _: &Choices| (name == "One Move").then(|| described(single));
    let game = Game::compile_with(&described(text), described_as)
        .unwrap_or_else(|errors| panic!("{errors}"));
    let mut chance = SplitMix64::new(1);
    let mut state = begin(&game);
    let before = state.clone();
    let mark = state.mark();
    for moves in [9, 1, 9, 1] {
        assert!(!state.over());
        let legal = legal(&game, &mut state);
        assert_eq!(
            legal.len(),
            moves,
            "a move of the game, then the one to the next game"
        );
        game.apply(&mut state, legal[0], &mut chance);
    }
    assert_eq!(game.outcome(&state).map(|outcome| outcome.winner), Some(1));
    state.undo(mark);
    assert!(state == before, "a whole match can be taken back");
}

#[test]
fn a_drawn_game_of_a_match_gives_each_player_a_point() {
    let single = "(game \"Draw\" (players 2)
        (equipment { (board (square 3)) (piece \"Mark\" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if True (result Mover Draw)))))";
    let text = "(match \"Draws\" (players 2)
        (games { (subgame \"Draw\" next:0 result:5) })
        (end { (if (and (= 2 (matchScore P1)) (= 2 (matchScore P2))) (result P2 Win)) }))";
    let described_as = |name: &str, _: &Choices| (name == "Draw").then(|| described(single));
    let game = Game::compile_with(&described(text), described_as)
        .unwrap_or_else(|errors| panic!("{errors}"));
    let mut state = begin(&game);
    for _ in 0..4 {
        assert!(!state.over());
        let moves = legal(&game, &mut state);
        game.apply(&mut state, moves[0], &mut SplitMix64::new(1));
    }
    assert_eq!(game.outcome(&state).map(|outcome| outcome.winner), Some(2));
}

#[test]
fn a_hop_begins_at_its_piece_whatever_region_is_given() {
    let game = game(
        r#"(piece "Disc" Each
            (move Hop (from (sites Occupied by:Mover))
                (between if:(is Enemy (who at:(between))))
                (to if:(is Empty (to)))))"#,
        r#"(start { (place "Disc1" { 0 6 }) (place "Disc2" { 1 7 }) })
            (play (forEach Piece))
            (end (if (is Full) (result Mover Win)))"#,
    );
    let mut reached: Vec<u16> = (legal(&game, &mut begin(&game)).iter())
        .map(|mv| mv.to)
        .collect();
    reached.sort_unstable();
    assert_eq!(reached, [2, 8], "each piece hops once, not once for each");
}

#[test]
fn the_copy_of_a_stack_lies_on_top() {
    let top = |stack: &str| {
        let game = game(
            "(piece \"Low\" P1) (piece \"High\" P1)",
            &format!(
                "(start {{ (place Stack \"Low1\" 0) (place Stack \"High1\" 1) }})
                 (play (move (from 0) (to 1) copy:True {stack})) {FULL}"
            ),
        );
        let mut state = begin(&game);
        play(&game, &mut state, 1);
        game.components()[state.what(1)].name.clone()
    };
    assert_eq!(top(""), "Low1");
    assert_eq!(top("stack:True"), "Low1");
}

#[test]
fn a_walk_without_rotations_begins_in_the_first_direction_for_all_players() {
    let text = "(game \"Walk\" (players { (player N) (player S) })
        (equipment { (board (square 5)) (piece \"Knight\" Each
            (move Leap { {F F R F} } rotations:False (to if:(is Empty (to))))) })
        (rules (start { (place \"Knight1\" 0) (place \"Knight2\" 12) })
            (play (forEach Piece)) (end (if (is Full) (result Mover Win)))))";
    let game = Game::compile(&described(text)).unwrap_or_else(|errors| panic!("{errors}"));
    let mut state = begin(&game);
    for (from, to) in [(0, 11), (12, 23)] {
        let moves = legal(&game, &mut state);
        let ends: Vec<(i32, i32)> = moves.iter().map(|mv| (mv.origin(), mv.target())).collect();
        assert_eq!(ends, [(from, to)]);
        game.apply(&mut state, moves[0], &mut SplitMix64::new(1));
    }
}

#[test]
fn a_hand_without_an_owner_has_no_sites() {
    let moves = |hand: &str| {
        let game = game(
            "(piece \"Mark\" Each) (hand Each)",
            &format!(
                "(start (place \"Mark\" \"Hand\"))
                 (play (or (move (from {hand}) (to (sites Empty))) (move Pass))) {FULL}"
            ),
        );
        legal(&game, &mut begin(&game)).len()
    };
    assert_eq!(moves("(sites Hand Mover)"), 10);
    assert_eq!(moves("(sites Hand)"), 1);
}

#[test]
fn without_players_all_moves_are_made_at_once() {
    let text = "(game \"Fire\" (players 0)
        (equipment { (board (square 3)) (piece \"Fire\" Shared) })
        (rules (start (place \"Fire\" 0))
            (play (forEach Site (sites Empty)
                (if (is In (to) (sites Around (sites Occupied by:All) Orthogonal))
                    (add (piece \"Fire\") (to (to))))))
            (end (if (= 100 (count Moves)) (result Mover Draw)))))";
    let game = Game::compile(&described(text)).unwrap_or_else(|errors| panic!("{errors}"));
    let mut state = begin(&game);
    let mut burnt = Vec::new();
    while !state.over() {
        assert_eq!(state.mover(), 0);
        let moves = legal(&game, &mut state);
        assert_eq!(moves.len(), 1);
        burnt.push(
            game.explain(&mut state, moves[0], &mut SplitMix64::new(1))
                .len(),
        );
        game.apply(&mut state, moves[0], &mut SplitMix64::new(1));
    }
    assert_eq!(burnt, [2, 3, 2, 1]);
    assert_eq!(game.outcome(&state).map(|outcome| outcome.winner), Some(0));
}

#[test]
fn counted_pieces_are_taken_one_by_one_in_the_first_part_of_a_do() {
    let game = game(
        "(piece \"Disc\" Each)",
        &format!(
            "(start {{ (place \"Disc1\" 0 count:2) (place \"Disc1\" {{ 1 2 3 }}) }})
             (play (move Select (from 3)
                (then (do (and {{ (remove 0 count:2) (remove 1) (remove 2) }})
                    next:(set Score P1 1)))))
             {FULL}"
        ),
    );
    let actions = play(&game, &mut begin(&game), 3);
    let taken: Vec<i32> = (actions.iter())
        .filter_map(|action| match action {
            Action::Remove { at, .. } => Some(at.site),
            _ => None,
        })
        .collect();
    // The distance of the second from the beginning is the length of the first; that of the third
    // is the length of the second.
    assert_eq!(taken, [0, 2, 0, 1]);
}

#[test]
fn taking_control_of_all_takes_each_piece_once() {
    let game = game(
        "(piece \"Mark\" Each) (piece \"Mark\" Neutral)",
        &format!(
            "(start {{ (place \"Mark0\" 0) (place \"Mark2\" 1) (place \"Mark1\" 2) }})
             (play (move Add (to (sites Empty)) (then
                (take Control of:All by:Mover to:(sites {{ 0 1 2 }}) (then (set Counter)))))) {FULL}"
        ),
    );
    let mut state = begin(&game);
    let actions = play(&game, &mut state, 8);
    let taken = |action: &&Action| matches!(action, Action::Remove { .. });
    assert_eq!(actions.iter().filter(taken).count(), 2);
    // What follows happens once for each piece taken.
    let follows = |action: &&Action| matches!(action, Action::SetCounter { .. });
    assert_eq!(actions.iter().filter(follows).count(), 2);
    assert!((0..3).all(|site| game.components()[state.what(site)].owner == 1));
}

#[test]
fn a_swap_that_moves_nothing_leaves_the_state_of_the_empty_site() {
    let rules = format!(
        "(play (if (is Mover P1)
            (move Add (to 8) (then (set State at:3 1)))
            (move Select (from 0) (then (swap Pieces 3 4 (then (addScore P2 (state at:3))))))))
         {FULL}"
    );
    let game = game(MARKS, &rules);
    let mut state = begin(&game);
    play(&game, &mut state, 8);
    play(&game, &mut state, 0);
    assert_eq!(state.score(2), 1);
}

/// Two piles of the first player; the pile on the first site joins that on the second.
fn joined_piles(on: &str, next: &str) -> (Game, ludarium_engine::State) {
    let game = compiled(&format!(
        "(game \"Piles\" (players 2)
            (equipment {{ (board (square 3) use:{on}) (piece \"Disc\" P1 (move (from) (to 8))) }})
            (rules
                (start {{ (place \"Disc1\" 0 count:2) (place \"Disc1\" 1 count:3) }})
                (play (if (is Mover P2) (move Pass) (if (= 0 (count Moves))
                    (move (from 0) (to 1) count:2)
                    {next})))
                (end (if (all Passed) (result Mover Draw)))))"
    ));
    let mut state = begin(&game);
    play(&game, &mut state, 1);
    let pass = legal(&game, &mut state)[0];
    game.apply(&mut state, pass, &mut SplitMix64::new(1));
    (game, state)
}

#[test]
fn a_pile_that_a_number_of_pieces_has_joined_is_listed_twice() {
    let (game, mut state) = joined_piles("Cell", "(forEach Piece)");
    let origins: Vec<i32> = (legal(&game, &mut state).iter().map(Move::origin)).collect();
    assert_eq!(origins, [1, 1]);
    for seed in 0..4 {
        small::plays_and_takes_back(&game, seed);
    }
}

#[test]
fn a_vertex_listed_twice_is_never_without_pieces_of_the_only_kind() {
    let asked = "(if (no Pieces P1 in:(sites {1})) (addScore P2 1) (addScore P2 2))";
    let next = format!("(move (from 1) (to 8) count:(count at:1) (then {asked}))");
    for (on, score) in [("Cell", 1), ("Vertex", 2)] {
        let (game, mut state) = joined_piles(on, &next);
        play(&game, &mut state, 8);
        assert!(state.is_empty(1));
        assert_eq!(state.score(2), score, "{on}");
    }
}

#[test]
fn the_effects_of_moves_in_one_effect_are_worked_out_together() {
    let rules = "(start { (place \"Disc1\" 0) (place \"Disc1\" 2) (place \"Disc2\" 1) })
        (play (move Select (from 8) (then (forEach Site (sites Occupied by:P1)
            (fromTo (from (site)) (to 1
                (apply (if (is Enemy (who at:(to))) (remove (to))))))))))
        (end (if (is Full) (result Mover Win)))";
    let game = game("(piece \"Disc\" Each)", rules);
    let told = play(&game, &mut begin(&game), 8);
    let removed = told
        .iter()
        .filter(|action| matches!(action, Action::Remove { .. }));
    assert_eq!(removed.count(), 2, "also what arrived first: {told:?}");
}

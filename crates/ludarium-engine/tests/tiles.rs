//! Tiles with paths, rotated pieces, automatic moves.

use crate::small;

use ludarium_engine::{Action, Game};
use small::{begin, game, legal, play, plays_and_takes_back};

/// Bends of one colour, placed next to each other so that their paths continue.
fn bends(meta: &str, end: &str) -> Game {
    game(
        "(board (square 3)) (hand Shared size:1)
         (tile \"Bend\" numSides:4 { (path from:0 to:1 colour:1) })",
        &format!(
            "{meta} (start (place \"Bend\" (handSite Shared)))
             (play (do
                (move (from (handSite Shared)) (to (sites Empty) (rotations Orthogonal)) copy:True)
                ifAfterwards:(is SidesMatch)))
             (end {end})"
        ),
    )
}

const NEVER: &str = "(if (is Full) (result Mover Draw))";

#[test]
fn a_piece_is_placed_in_each_rotation_of_its_target() {
    let game = bends("", NEVER);
    let mut state = begin(&game);
    assert_eq!(legal(&game, &mut state).len(), 9 * 4);
    let actions = play(&game, &mut state, 4);
    assert!(matches!(
        actions[..],
        [Action::Copy { .. }, Action::SetRotation { rotation: 0, .. }]
    ));
}

#[test]
fn paths_continue_in_the_next_tile() {
    let game = bends("", NEVER);
    let mut state = begin(&game);
    // The bend in the middle joins its upper side and its right side.
    play(&game, &mut state, 4);
    let to = |site: i32, moves: &[ludarium_engine::Move]| {
        moves.iter().filter(|mv| mv.target() == site).count()
    };
    let moves = legal(&game, &mut state);
    // From above and from the right a path must come in, from below and the left none; at corners
    // any rotation fits.
    for (site, turns) in [(7, 2), (5, 2), (1, 2), (3, 2), (0, 4), (8, 4)] {
        assert_eq!(to(site, &moves), turns, "at {site}");
    }
}

#[test]
fn four_bends_close_a_loop_of_their_colour() {
    let closed = "(if (is Loop 1 path:True) (result Mover Win))";
    let game = bends("", closed);
    let mut state = begin(&game);
    // Lower left, lower right, upper right: each rotated so that the next path continues.
    for (site, turn) in [(0, 0), (1, 6), (4, 4), (3, 2)] {
        assert!(!state.over());
        let moves = legal(&game, &mut state);
        let mut chance = ludarium_engine::SplitMix64::new(1);
        let mv = moves
            .into_iter()
            .filter(|mv| mv.target() == site)
            .find(|&mv| {
                let actions = game.explain(&mut state, mv, &mut chance);
                matches!(actions[1], Action::SetRotation { rotation, .. } if rotation == turn)
            });
        game.apply(&mut state, mv.expect("it fits"), &mut chance);
    }
    assert!(state.over(), "the fourth closes it");
}

#[test]
fn the_extent_of_a_path_is_its_width_or_height_in_sites() {
    let game = game(
        "(board (square 4)) (hand Shared size:1)
         (tile \"Straight\" numSides:4 { (path from:1 to:3 colour:1) })",
        "(start (place \"Straight\" (handSite Shared)))
         (play (move (from (handSite Shared)) (to (sites Empty)) copy:True))
         (end (if (= 3 (pathExtent 1)) (result Mover Win)))",
    );
    let mut state = begin(&game);
    for site in [0, 2, 7] {
        play(&game, &mut state, site);
        assert!(!state.over());
    }
    play(&game, &mut state, 1);
    assert!(state.over(), "from the first to the third");
}

#[test]
fn the_only_move_to_a_site_is_made_automatically() {
    let game = game(
        "(board (rectangle 1 4)) (piece \"Man\" Each)",
        "(meta (automove))
         (play (or
            (move Add (to 0))
            (if (is Occupied 0) (move Add (to (sites Empty) if:(= 1 (- (to) (count Sites in:(difference (sites Board) (sites Empty)))) )))
                (move Add (to 3)))))
         (end (if (is Full) (result Mover Draw)))",
    );
    let mut state = begin(&game);
    let actions = play(&game, &mut state, 3);
    assert!(actions.len() >= 2, "the rest is automatic: {actions:?}");
}

#[test]
fn slots_of_facing_sides_mirror_each_other() {
    // A path from the right end of the upper side: the tile above needs one at the left end of its
    // lower side, in its own orientation.
    let laid = |slot: i32| {
        let game = game(
            &format!(
                "(board (rectangle 2 1)) (hand Shared size:2)
                 (tile \"Up\" numSides:4 slotsPerSide:2 {{ (path from:0 slotsFrom:1 to:1 colour:1) }})
                 (tile \"Down\" numSides:4 slotsPerSide:2 {{ (path from:2 slotsFrom:{slot} to:1 colour:1) }})"
            ),
            "(start { (place \"Up\" 0) (place \"Down\" (handSite Shared)) })
             (play (do (move (from (handSite Shared)) (to 1) copy:True) ifAfterwards:(is SidesMatch)))
             (end (if (is Full) (result Mover Win)))",
        );
        let mut state = begin(&game);
        let first = legal(&game, &mut state)[0];
        !game.is_pass(first)
    };
    assert!(laid(0));
    assert!(!laid(1));
}

#[test]
fn tiles_are_sampled_and_undone() {
    for seed in 0..4 {
        plays_and_takes_back(&bends("(meta (automove))", NEVER), seed);
    }
}

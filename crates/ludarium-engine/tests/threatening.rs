//! Threats: whether a move could capture on a site, and whether a player can move at all.

use crate::small;

use ludarium_engine::{Action, Fault, Game, Rollouts, SplitMix64};
use small::{begin, compiled, legal};

/// A game for two players on a 3 x 3 board.
fn game(equipment: &str, rules: &str) -> Game {
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{ (board (square 3)) {equipment} }}) (rules {rules}))"
    );
    compiled(&text)
}

/// The targets of the piece on a site.
fn targets(game: &Game, site: i32) -> Vec<i32> {
    let moves = legal(game, &mut begin(game));
    let from_there = moves.iter().filter(|mv| mv.origin() == site);
    let mut targets: Vec<i32> = from_there.map(|mv| mv.target()).collect();
    targets.sort_unstable();
    targets
}

const KING: &str = "(piece \"King\" P1 (move Step (to if:(is Empty (to)))))";
const ROOK: &str = "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))";
const END: &str = "(end (if (is Full) (result Mover Draw)))";

#[test]
fn the_test_for_a_threat_keeps_the_next_player() {
    let game = game(
        &format!("{KING} (piece \"Rook\" P2 (if (= 2 (next)) {ROOK}))"),
        &format!(
            "(start {{ (place \"King1\" 4) (place \"Rook2\" 8) }})
             (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))) {END}"
        ),
    );
    assert_eq!(
        targets(&game, 4),
        [0, 1, 3],
        "out of the rook's row and column"
    );
}

/// A king between rooks, where each move must leave the other side a move.
fn leaving_a_move(others: &str) -> Game {
    game(
        &format!(
            "{KING} (piece \"Rook\" P2 {ROOK}) (piece \"Pawn\" P1 (move Step (to if:(is Empty (to)))))"
        ),
        &format!(
            "(start {{ (place \"King1\" 4) (place \"Rook2\" 8) {others} }})
             (play (do (forEach Piece) ifAfterwards:(and
                (can Move (forEach Piece Next))
                (not (is Threatened (id \"King\" Mover)))))) {END}"
        ),
    )
}

#[test]
fn conditions_after_a_move_apply_to_threats() {
    let with_a_pawn = leaving_a_move("(place \"Pawn1\" 0)");
    assert_eq!(targets(&with_a_pawn, 4), [1, 3]);
    // Without the king its side could not move, so the rook may not capture it.
    let alone = leaving_a_move("");
    assert_eq!(targets(&alone, 4), [0, 1, 2, 3, 5, 6, 7]);
}

#[test]
fn an_empty_site_is_threatened_by_moves_and_captures() {
    for guard in ["(is Empty (to))", "(is Enemy (who at:(to)))"] {
        let game = game(
            &format!(
                "(piece \"King\" P1 (move Step (to if:(and
                    (is Empty (to)) (not (is Threatened (id \"King\" Mover) at:(to)))))))
                 (piece \"Guard\" P2 (move Step (to if:{guard})))"
            ),
            &format!(
                "(start {{ (place \"King1\" 0) (place \"Guard2\" 8) }}) (play (forEach Piece)) {END}"
            ),
        );
        assert_eq!(targets(&game, 0), [1, 3], "4 is next to the guard, {guard}");
    }
}

#[test]
fn a_move_that_would_repeat_is_illegal() {
    let moves_again = |meta: &str| {
        let game = game(
            "(piece \"Runner\" P1 (move Step Orthogonal
                (to if:(and (is Empty (to)) (is In (to) (sites { 0 1 }))))
                (then (if (can Move (forEach Piece)) (moveAgain)))))",
            &format!("{meta} (start (place \"Runner1\" 0)) (play (forEach Piece)) {END}"),
        );
        let mut state = begin(&game);
        let moves = legal(&game, &mut state);
        assert_eq!(moves.len(), 1, "to the other of the two sites");
        let told = game.explain(&mut state, moves[0], &mut SplitMix64::new(1));
        told.iter()
            .any(|action| matches!(action, Action::SetNextPlayer { .. }))
    };
    assert!(moves_again(""), "back again");
    assert!(!moves_again("(meta (no Repeat Positional))"));
}

#[test]
fn it_is_mate_if_no_piece_can_capture_the_attacker_or_interpose() {
    // The only move of the first player (1 to 5) lets its rook on 2 attack the king on 0, which has
    // no move. The other side's guard steps diagonally: from 7 to the rook, from 4 between the two,
    // from 11 to neither.
    let threatened = |whose: &str| format!("(is Threatened (id \"King\" {whose}))");
    let (own, next) = (threatened("Mover"), threatened("Next"));
    for (guard, wall, mate) in [(7, 4, false), (4, 15, false), (11, 4, true)] {
        let text = format!(
            "(game \"Test\" (players {{ (player N) (player S) }}) (equipment {{ (board (square 4))
                (piece \"King\" Each (move Step Orthogonal (to if:(is Empty (to)))))
                (piece \"Rook\" P1 {ROOK})
                (piece \"Screen\" P1 (move Step Forward (to if:(is Empty (to)))))
                (piece \"Wall\" Each)
                (piece \"Guard\" P2 (move Step Diagonal (to if:(not (is Mover (who at:(to)))) (apply (remove (to))))))
            }}) (rules
                (start {{ (place \"King1\" 12) (place \"Wall1\" (sites {{ 3 6 8 13 }})) (place \"Rook1\" 2)
                    (place \"Screen1\" 1) (place \"King2\" 0) (place \"Wall2\" {wall}) (place \"Guard2\" {guard}) }})
                (play (do (forEach Piece) ifAfterwards:(not {own})))
                (end (if (and {next} (not (can Move (do (forEach Piece Next) ifAfterwards:(not {next})))))
                    (result Mover Win)))))"
        );
        let game = compiled(&text);
        let mut state = begin(&game);
        assert_eq!(legal(&game, &mut state).len(), 1, "the screen's");
        let mut rollouts = Rollouts::new(&game);
        assert!(rollouts.compiled());
        let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
        let rollout = rollouts.play(&state, 1, &mut pick, &mut chance);
        assert_eq!(
            (rollout.over, rollout.winner == 1),
            (mate, mate),
            "guard on {guard}"
        );
        game.playout(&mut state, 1, &mut pick, &mut chance);
        assert_eq!(
            game.outcome(&state).is_some(),
            mate,
            "guard on {guard}, evaluated"
        );
        if !mate {
            assert_eq!(legal(&game, &mut state).len(), 1, "the guard's");
        }
    }
}

#[test]
fn a_king_captured_by_its_own_side_is_not_threatened() {
    let takes_anybody = "(move Slide Orthogonal (to if:(is Occupied (to)) (apply (remove (to)))))";
    let game = game(
        &format!("{KING} (piece \"Rook\" P1 {takes_anybody}) (piece \"Rook\" P2 {ROOK})"),
        &format!(
            "(start {{ (place \"King1\" 4) (place \"Rook1\" 3) (place \"Rook2\" 5) }})
             (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))) {END}"
        ),
    );
    assert_eq!(
        targets(&game, 3),
        [4],
        "elsewhere the king is left in check"
    );
}

#[test]
fn a_piece_safe_from_some_pieces_may_be_threatened_by_others() {
    let game = game(
        &format!(
            "{KING}
             (piece \"Pawn\" P1 (if (is Threatened (id \"King\" Mover)) (move Step Orthogonal (to if:(is Empty (to))))))
             (piece \"Bishop\" P2 (move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
             (piece \"Rook\" P2 {ROOK})"
        ),
        &format!(
            "(start {{ (place \"King1\" 4) (place \"Pawn1\" 6) (place \"Bishop2\" 0) (place \"Rook2\" 2) }})
             (play (do (forEach Piece)
                ifAfterwards:(not (is Threatened (id \"King\" Mover) (forEach Piece \"Rook\"))))) {END}"
        ),
    );
    assert_eq!(targets(&game, 6), [3, 7], "the bishop threatens the king");
}

#[test]
fn endless_recursion_of_effects_stops_only_the_game() {
    let endless =
        "(apply (do (forEach Piece Next) ifAfterwards:(not (is Threatened (id \"King\" Mover)))))";
    let game = game(
        &format!(
            "(piece \"King\" Each (move Step (to if:(is Empty (to)))))
             (piece \"Knight\" Each (move Step (to if:(is Enemy (who at:(to))) {endless})))"
        ),
        &format!(
            "(start {{ (place \"King1\" 8) (place \"Knight1\" 0) (place \"Knight2\" 1) (place \"King2\" 2) }})
             (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))) {END}"
        ),
    );
    let mut chance = SplitMix64::new(1);
    let mut state = begin(&game);
    game.playout(&mut state, 100, &mut SplitMix64::new(2), &mut chance);
    assert!(
        matches!(state.fault(), Some(Fault::TooDeep | Fault::TooLong)),
        "{:?}",
        state.fault()
    );
}

#[test]
fn a_piece_whose_moves_ask_for_its_own_moves_is_played_by_the_evaluator() {
    let moves = "(if (is Threatened (id \"King\" Mover) (forEach Piece))
        (move Step (to if:(is Empty (to)))) (move Step (to if:(is Enemy (who at:(to))))))";
    let beside = |site: i32| {
        game(
            &format!("(piece \"King\" Each {moves})"),
            &format!(
                "(start {{ (place \"King1\" 0) (place \"King2\" {site}) }})
                 (play (forEach Piece)) {END}"
            ),
        )
    };
    // Threats are not asked for within the moves that threaten, where each king would take.
    assert!(targets(&beside(8), 0).is_empty(), "nobody threatens");
    let game = beside(1);
    assert!(!targets(&game, 0).contains(&1), "the threatened king flees");
    assert!(!targets(&game, 0).is_empty(), "the threatened king flees");
    let mut state = begin(&game);
    game.playout(
        &mut state,
        20,
        &mut SplitMix64::new(2),
        &mut SplitMix64::new(1),
    );
    assert_eq!(state.fault(), None);
}

#[test]
fn if_two_kings_share_a_site_one_stays_behind() {
    let game = game(
        &format!("{KING} (piece \"Rook\" P2 {ROOK})"),
        &format!(
            "(start {{ (place \"King1\" 0 count:2) (place \"Rook2\" 2) }})
             (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))) {END}"
        ),
    );
    assert_eq!(
        targets(&game, 0),
        [0; 0],
        "the rook attacks the king that stays, or the one that moves between"
    );
}

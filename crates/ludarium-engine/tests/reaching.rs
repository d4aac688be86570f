//! Targets of moves and contents of regions: each test states a fact and shows it in a small game.

use crate::small;

use ludarium_engine::{Game, Move};
use small::{begin, compiled, legal};

/// A game for two players on some board, with these pieces and these rules.
fn game(board: &str, pieces: &str, rules: &str) -> Game {
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{ (board {board}) {pieces} }})
            (rules {rules} (end (if (is Full) (result Mover Win)))))"
    );
    compiled(&text)
}

/// The targets of the first player's first moves.
fn targets(game: &Game) -> Vec<i32> {
    let moves = legal(game, &mut begin(game));
    moves.iter().map(Move::target).collect()
}

const DISCS: &str = "(piece \"Disc\" Each) (piece \"Dot\" Neutral)";

#[test]
fn where_a_slide_may_stop_the_last_site_passed_is_still_between() {
    let game = game(
        "(rectangle 1 5)",
        DISCS,
        "(start (place \"Disc1\" 0))
            (play (forEach Piece (move Slide E (to if:(= 1 (between))))))",
    );
    // The site behind 1 stops the piece there; nothing stops it at 1.
    assert_eq!(targets(&game), [1, 2]);
}

#[test]
fn where_a_shot_may_end_the_last_site_passed_is_still_between() {
    let game = game(
        "(rectangle 1 5)",
        DISCS,
        "(play (move Shoot (piece \"Dot0\") (from 0) E
            (to if:(or { (= Off (between)) (= 1 (between)) (= 3 (between)) }))))",
    );
    assert_eq!(targets(&game), [1, 2]);
}

#[test]
fn a_shot_is_no_move_of_the_piece_that_it_comes_from() {
    let game = game(
        "(rectangle 1 5)",
        DISCS,
        "(play (move Shoot (piece \"Dot0\") (from 0) E (to if:(= Off (from)))))",
    );
    assert_eq!(targets(&game), [1, 2, 3, 4]);
}

#[test]
fn the_sites_at_a_distance_by_steps_are_without_the_one_where_they_start() {
    let game = game(
        "(square 3)",
        DISCS,
        "(play (move Add (to (sites Distance (step Orthogonal (to if:(is Empty (to))))
            from:4 (min 0)))))",
    );
    assert_eq!(targets(&game), [0, 1, 2, 3, 5, 6, 7, 8]);
}

#[test]
fn a_difference_of_diagonals_contains_only_those_of_the_site() {
    // A pentagon of this board has neighbours in the directions that are diagonal elsewhere.
    let region = |directions: &str| {
        let region = format!("(sites Direction from:11 {directions} distance:1)");
        let rules = format!("(play (move Add (to {region})))");
        targets(&game("(dual (tiling T33434 3))", DISCS, &rules))
    };
    let crossed = region("Diagonal");
    let less = region("(difference (difference Diagonal N) E)");
    assert!(!less.is_empty() && less.iter().all(|site| crossed.contains(site)));
}

#[test]
fn around_a_site_are_the_touching_sites_of_its_type() {
    let game = game(
        "(hex 2)",
        DISCS,
        "(play (move Add (to (sites Incident Cell of:Cell at:3))))",
    );
    assert_eq!(targets(&game), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn owner_and_kind_in_a_stack_belong_to_the_same_piece() {
    let game = game(
        "(square 3)",
        "(piece \"Disc\" Each) (piece \"Tile\" Each)",
        "(start { (place Stack \"Tile2\" 0) (place Stack \"Disc1\" 0)
            (place Stack \"Tile1\" 1) (place Stack \"Disc1\" 1) })
            (play (move Select (from (sites Occupied by:Mover component:\"Tile\" top:False))))",
    );
    assert_eq!(targets(&game), [1]);
}

#[test]
fn a_proposal_repeats_no_position() {
    let game = game(
        "(square 3)",
        DISCS,
        "(meta (no Repeat Positional))
            (play (or (move Propose \"Peace\") (move Add (to (sites {0})))))",
    );
    assert_eq!(legal(&game, &mut begin(&game)).len(), 2);
}

#[test]
fn for_pieces_of_another_player_the_mover_is_next() {
    let game = game(
        "(rectangle 1 5)",
        DISCS,
        "(start { (place \"Disc1\" 0) (place \"Disc2\" 1) })
            (play (forEach Piece (move Step (to if:(is Next (who at:(to))))) Next))",
    );
    assert_eq!(targets(&game), [0]);
}

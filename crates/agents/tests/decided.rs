//! Small games, decided: the values are those of the literature.

use agents::decide::{decide, Decided, Undecided, Worth};
use engine::{Game, SplitMix64};

fn game(text: &str) -> Game {
    let definitions = lud::Definitions::none();
    let choices = lud::Choices::defaults();
    let description = lud::load("test.lud", text, &definitions, &choices).expect("it is right");
    Game::compile(&description).expect("it compiles")
}

fn solved(text: &str) -> Decided {
    let game = game(text);
    let start = game.start(&mut SplitMix64::new(0));
    decide(&game, &start, 3_000_000, 2, &mut |_| true).expect("it is small")
}

#[test]
fn connect_four_on_four_by_four_is_a_draw() {
    // John Tromp, "John's Connect Four Playground" (tromp.github.io/c4): 161,029 positions, a draw.
    let decided = solved(
        r#"(game "Connect Four" (players 2)
            (equipment { (board (square 4)) (piece "Disc" Each) })
            (rules
                (play (move Add (to (sites Empty)
                    if:(or (is In (to) (sites Bottom)) (is Occupied (ahead (to) S))))))
                (end { (if (is Line 4) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"#,
    );
    assert_eq!(decided.worth, Worth::Draw);
    assert_eq!(decided.positions, 161_029);
}

#[test]
fn three_mens_morris_with_moves_along_the_lines_is_won_by_who_begins() {
    // Three men each, put down in turn, then moved along the lines; three in a row win. Who begins wins by taking the
    // centre (Gasser, "Solving nine men's morris", 1996, on the smaller games; Bell, "Board and table games", p. 92).
    let decided = solved(
        r#"(game "Three Men's Morris" (players 2)
            (equipment { (board (square 3 diagonals:Alternating) use:Vertex) (hand Each) (piece "Man" Each (move Step (to if:(is Empty (to))))) })
            (rules
                (start (place "Man" "Hand" count:3))
                phases:{
                    (phase "Placement" (play (move (from (handSite Mover)) (to (sites Empty))))
                        (nextPhase Mover (is Empty (handSite Mover)) "Movement"))
                    (phase "Movement" (play (forEach Piece)))
                }
                (end (if (is Line 3) (result Mover Win)))))"#,
    );
    assert!(
        matches!(decided.worth, Worth::Win { player: 1, .. }),
        "{:?}",
        decided.worth
    );
}

#[test]
fn what_is_too_large_is_not_decided() {
    let text = r#"(game "Line of Five" (players 2)
        (equipment { (board (square 5)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))))"#;
    let game = game(text);
    let start = game.start(&mut SplitMix64::new(0));
    let none = decide(&game, &start, 2_000, 1, &mut |_| true);
    assert_eq!(none, Err(Undecided::Limit));
    let stopped = decide(&game, &start, 1_000_000, 1, &mut |positions| {
        positions < 5_000
    });
    assert_eq!(stopped, Err(Undecided::Stopped));
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_threads() {
    let game = game(
        r#"(game "Line of Three" (players 2)
            (equipment { (board (square 3)) (piece "Mark" Each) })
            (rules (play (move Add (to (sites Empty))))
                (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"#,
    );
    let start = game.start(&mut SplitMix64::new(0));
    let alone = decide(&game, &start, 10_000, 1, &mut |_| true);
    assert_eq!(alone.as_ref().map(|decided| decided.positions), Ok(5_478));
    for threads in [2, 3, 7] {
        assert_eq!(decide(&game, &start, 10_000, threads, &mut |_| true), alone);
    }
}

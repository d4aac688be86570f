//! Retrograde analysis of small games: the values are those of the literature.

use crate::inline_games;
use crate::small;

use inline_games::game;
use ludarium_agents::decide::{decide, Decided, GameValue, Undecided};
use ludarium_engine::{Game, SplitMix64};
use small::{connect_four, start, LINE_OF_THREE, THREE_MENS_MORRIS};

fn solved(game: &Game) -> Decided {
    decide(game, &start(game), 3_000_000, 2, &mut |_| true).expect("it is small")
}

#[test]
fn connect_four_on_four_by_four_is_a_draw() {
    // John Tromp, "John's Connect Four Playground" (tromp.github.io/c4): 161,029 positions, a draw.
    let decided = solved(&connect_four(4, 4));
    assert_eq!(decided.value, GameValue::Draw);
    assert_eq!(decided.positions, 161_029);
}

#[test]
fn three_mens_morris_is_a_first_player_win() {
    // The first player wins by taking the centre (Gasser, "Solving nine men's morris", 1996, on the
    // smaller games; Bell, "Board and table games", p. 92).
    let decided = solved(&game(THREE_MENS_MORRIS));
    assert!(
        matches!(decided.value, GameValue::Win { player: 1, .. }),
        "{:?}",
        decided.value
    );
}

#[test]
fn a_game_beyond_the_limit_is_not_decided() {
    let text = r#"(game "Line of Five" (players 2)
        (equipment { (board (square 5)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))))"#;
    let game = game(text);
    let first = start(&game);
    let none = decide(&game, &first, 2_000, 1, &mut |_| true);
    assert_eq!(none, Err(Undecided::Limit));
    let stopped = decide(&game, &first, 1_000_000, 1, &mut |positions| {
        positions < 5_000
    });
    assert_eq!(stopped, Err(Undecided::Stopped));
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let game = game(LINE_OF_THREE);
    let first = start(&game);
    let alone = decide(&game, &first, 10_000, 1, &mut |_| true);
    assert_eq!(alone.as_ref().map(|decided| decided.positions), Ok(5_478));
    for threads in [2, 3, 7] {
        assert_eq!(decide(&game, &first, 10_000, threads, &mut |_| true), alone);
    }
}

#[test]
fn a_game_that_is_over_has_its_result_and_no_line() {
    let game = game(LINE_OF_THREE);
    for seed in 0..20 {
        let mut state = start(&game);
        game.playout(
            &mut state,
            20,
            &mut SplitMix64::new(seed),
            &mut SplitMix64::new(0),
        );
        let outcome = game.outcome(&state).expect("it is over");
        let decided = decide(&game, &state, 10, 1, &mut |_| true).expect("it is over");
        let value = match outcome.winner {
            0 => GameValue::Draw,
            player => GameValue::Win { player, plies: 0 },
        };
        assert_eq!((decided.value, decided.positions), (value, 1));
        assert!(decided.line.is_empty());
    }
}

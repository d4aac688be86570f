//! Games that their rules do not end.

use ludarium_engine::{Game, Rollouts, SplitMix64};

/// Two kings that cannot take each other.
fn wanderers(meta: &str) -> Game {
    compiled(meta).expect("it compiles")
}

fn compiled(meta: &str) -> Result<Game, ludarium_lud::Errors> {
    let text = format!(
        r#"(game "Wanderers" (players 2)
            (equipment {{ (board (square 3)) (piece "King" Each (move Step (to if:(is Empty (to))))) }})
            (rules {meta}
                (start {{ (place "King1" 0) (place "King2" 8) }})
                (play (forEach Piece))
                (end (if (no Pieces Next) (result Mover Win)))))"#
    );
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description = ludarium_lud::load("wanderers.lud", &text, &definitions, &choices).unwrap();
    Game::compile(&description)
}

fn plies_and_winner(game: &Game) -> (usize, Option<usize>) {
    let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
    let mut state = game.start(&mut chance);
    let mut rollouts = Rollouts::new(game);
    let rollout = rollouts.play(&state, 20_000, &mut pick.clone(), &mut chance.clone());
    let plies = game.playout(&mut state, 20_000, &mut pick, &mut chance);
    let winner = game.outcome(&state).map(|outcome| outcome.winner);
    assert_eq!(
        (rollout.plies, rollout.over.then_some(rollout.winner)),
        (plies, winner),
        "compiled or not"
    );
    (plies, winner)
}

#[test]
fn a_game_is_drawn_after_1250_turns_of_each_player_as_the_format_has_it() {
    assert_eq!(plies_and_winner(&wanderers("")), (2_500, Some(0)));
}

#[test]
fn a_description_may_say_after_how_many_turns_it_is_drawn() {
    let game = wanderers("(meta (turnLimit 5))");
    assert_eq!(
        (game.turn_limits().turns, game.turn_limits().moves),
        (10, 40)
    );
    assert_eq!(plies_and_winner(&game), (10, Some(0)));
    assert_eq!(
        plies_and_winner(&wanderers("(meta (turnLimit 3000))")),
        (6_000, Some(0))
    );
}

#[test]
fn a_game_without_a_turn_is_an_error_at_its_place() {
    let errors = compiled("(meta (turnLimit 0))").expect_err("nobody could move");
    assert_eq!(
        errors.diagnostics[0].message,
        "a limit of turns is at least 1"
    );
}

/// Two kings, each in its own row, that move one step a turn.
fn pacers(end: &str) -> Result<Game, ludarium_lud::Errors> {
    let text = format!(
        r#"(game "Pacers" (players 2)
            (equipment {{
                (board (rectangle 2 3))
                (piece "King" Each (move Step (directions {{E W}}) (to if:(is Empty (to)))))
            }})
            (rules
                (start {{ (place "King1" 1) (place "King2" 4) }})
                (play (forEach Piece))
                (end (if {end} (result Mover Loss)))))"#
    );
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description = ludarium_lud::load("pacers.lud", &text, &definitions, &choices).unwrap();
    Game::compile(&description)
}

/// After which of these steps the game is over, if it is.
fn over_after(game: &Game, steps: &[i32]) -> Option<usize> {
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut moves = Vec::new();
    let over = |&to: &i32| {
        game.legal(&mut state, &mut moves);
        let mv = moves.iter().find(|mv| i32::from(mv.to) == to).copied();
        game.apply(&mut state, mv.expect("a step"), &mut chance);
        state.over()
    };
    steps.iter().position(over).map(|at| at + 1)
}

#[test]
fn a_position_may_have_to_come_about_three_times_and_not_in_a_row() {
    // Both to the left and back, both to the right and back: the start occurs a second and a third
    // time.
    let steps = [0, 3, 1, 4, 2, 5, 1, 4, 0, 3];
    let after = |end: &str| over_after(&pacers(end).expect("it compiles"), &steps);
    assert_eq!(after("(is Repeat Situational)"), Some(4));
    assert_eq!(after("(is Repeat Situational times:2)"), Some(4));
    assert_eq!(after("(is Repeat Situational times:3)"), Some(8));
    assert_eq!(after("(is Repeat Situational times:4)"), None);
    assert_eq!(
        after("(is Cycle)"),
        None,
        "no row of positions comes twice on end"
    );
}

#[test]
fn a_cycle_is_the_same_four_positions_three_times_but_not_the_same_eight() {
    let game = pacers("(is Cycle)").expect("it compiles");
    let there_and_back = [0, 3, 1, 4].repeat(4);
    assert_eq!(over_after(&game, &there_and_back), Some(12));
    let both_ways = [0, 3, 1, 4, 2, 5, 1, 4].repeat(4);
    assert_eq!(over_after(&game, &both_ways), None);
}

#[test]
fn the_third_coming_is_found_by_the_compiled_path_as_well() {
    for end in [
        "(is Repeat Situational times:3)",
        "(is Repeat Positional times:4)",
    ] {
        let game = pacers(end).expect("it compiles");
        assert!(Rollouts::new(&game).compiled());
        let (plies, winner) = plies_and_winner(&game);
        assert!(
            plies >= 8 && winner.is_some_and(|winner| winner > 0),
            "{plies}"
        );
    }
}

#[test]
fn nothing_repeats_that_comes_about_once() {
    let errors = pacers("(is Repeat times:1)").expect_err("every position comes once");
    let message = "a position repeats when it comes for the second time, or a later one";
    assert_eq!(errors.diagnostics[0].message, message);
}

#[test]
fn where_nobody_plays_and_nothing_may_happen_again_the_game_is_over() {
    let text = r#"(game "Standstill" (players 0)
        (equipment { (board (square 2)) (piece "Stone" Neutral) })
        (rules (meta (no Repeat)) (play (move Pass)) (end (if (is Full) (result P1 Draw)))))"#;
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description = ludarium_lud::load("standstill.lud", text, &definitions, &choices).unwrap();
    let game = Game::compile(&description).unwrap();
    let mut state = game.start(&mut SplitMix64::new(1));
    let mut chance = SplitMix64::new(2);
    game.playout(&mut state, 100, &mut SplitMix64::new(3), &mut chance);
    // A pass leaves the position as it is.
    assert!(state.over() && state.fault().is_none());
}

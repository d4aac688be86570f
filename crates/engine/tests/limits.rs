//! Games that their rules do not end.

use engine::{Game, Rollouts, SplitMix64};

/// Two kings that cannot take each other.
fn wanderers(meta: &str) -> Game {
    compiled(meta).expect("it compiles")
}

fn compiled(meta: &str) -> Result<Game, Vec<lud::Diagnostic>> {
    let text = format!(
        r#"(game "Wanderers" (players 2)
            (equipment {{ (board (square 3)) (piece "King" Each (move Step (to if:(is Empty (to))))) }})
            (rules {meta}
                (start {{ (place "King1" 0) (place "King2" 8) }})
                (play (forEach Piece))
                (end (if (no Pieces Next) (result Mover Win)))))"#
    );
    let definitions = lud::Definitions::none();
    let choices = lud::Choices::defaults();
    let description = lud::load("wanderers.lud", &text, &definitions, &choices).unwrap();
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
    assert_eq!((game.limits().turns, game.limits().moves), (10, 40));
    assert_eq!(plies_and_winner(&game), (10, Some(0)));
    assert_eq!(
        plies_and_winner(&wanderers("(meta (turnLimit 3000))")),
        (6_000, Some(0))
    );
}

#[test]
fn a_game_without_a_turn_is_an_error_at_its_place() {
    let errors = compiled("(meta (turnLimit 0))").expect_err("nobody could move");
    assert_eq!(errors[0].message, "a limit of turns is at least 1");
}

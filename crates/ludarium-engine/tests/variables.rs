//! Access to variables, remembered values, phases and dice.

use ludarium_engine::{Game, SplitMix64};
use ludarium_lud::{Choices, Definitions};

/// The first player rolls and stores the result; the second stores a number without a roll. After
/// that, both place pieces without end.
const TEXT: &str = r#"(game "Notes" (players 2)
    (equipment { (board (square 3)) (dice d:6 num:2) (piece "Man" Each) })
    (rules
        phases:{
            (phase "Opening"
                (play
                    (if (is Mover P1)
                        (do (roll) next:(move Pass (then (and { (set Var "Sum" (count Pips)) (set Value Mover 7) }))))
                        (move Pass (then (and (remember Value "Seen" 3) (set Var "Begun" 1))))))
                (nextPhase (= 1 (var "Begun")) "Placing"))
            (phase "Placing" (play (move Add (to (sites Empty)))))
        }
        (end (if (is Full) (result Mover Draw)))))"#;

#[test]
fn variables_values_lists_phases_and_rolls_are_reported() {
    let description = ludarium_lud::load("notes", TEXT, &Definitions::none(), &Choices::defaults());
    let description = description.unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::compile(&description).unwrap_or_else(|errors| panic!("{errors}"));
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let told = |state: &ludarium_engine::State| -> Vec<(String, Option<i32>)> {
        game.variables(state)
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    };
    assert_eq!(
        told(&state),
        [("Sum".to_owned(), None), ("Begun".to_owned(), None)]
    );
    assert!(game.dice_just_rolled(&state), "the first player has thrown");
    assert_eq!(
        (game.phase(&state, 1), game.player_value(&state, 1)),
        ("Opening", None)
    );
    let sum: i32 = state.dice().iter().sum();

    let mut legal = Vec::new();
    game.legal(&mut state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance);
    assert_eq!(told(&state)[0], ("Sum".to_owned(), Some(sum)));
    assert_eq!(
        (game.player_value(&state, 1), game.player_value(&state, 2)),
        (Some(7), None)
    );
    assert!(
        !game.dice_just_rolled(&state),
        "the second player does not throw"
    );

    game.legal(&mut state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance);
    assert_eq!(game.phase(&state, 1), "Placing");
    let remembered: Vec<(&str, &[i32])> = game.remembered(&state).collect();
    assert_eq!(remembered, [("Seen", &[3][..])]);
}

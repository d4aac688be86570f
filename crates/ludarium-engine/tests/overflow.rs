//! Moves whose payload exceeds a move are made like all others.

use std::collections::BTreeSet;

use ludarium_engine::{Action, Game, SplitMix64};
use ludarium_lud::{Choices, Definitions};

/// A hop that stores the site passed over and, from three enclosing loops, a site, a player and a
/// value.
const TEXT: &str = r#"(game "Loops" (players 2)
    (equipment { (board (square 4)) (piece "Frog" Each) })
    (rules
        (start { (place "Frog1" { 0 }) (place "Frog2" { 1 4 }) })
        (play
            (forEach Site (sites { 7 8 })
                (forEach Player
                    (forEach Value min:1 max:3
                        (move Hop (from 0)
                            (between if:(is Enemy (who at:(between))))
                            (to if:(is Empty (to)))
                            (then (set Var "All" (+ { (* 1000 (site)) (* 100 (player)) (* 10 (value)) (between) }))))))))
        (end (if (is Full) (result Mover Win)))))"#;

#[test]
fn each_move_stores_its_own_values() {
    let description = ludarium_lud::load("loops", TEXT, &Definitions::none(), &Choices::defaults());
    let description = description.unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::compile(&description).unwrap_or_else(|errors| panic!("{errors}"));
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let before = state.clone();
    let mut moves = Vec::new();
    game.legal(&mut state, &mut moves);
    let mut remembered = BTreeSet::new();
    for &mv in &moves {
        for action in game.explain(&mut state, mv, &mut chance) {
            if let Action::SetVar { value, .. } = action {
                remembered.insert(value);
            }
        }
        let mark = game.apply_marked(&mut state, mv, &mut chance);
        state.undo(mark);
        assert!(state == before);
    }
    let mut expected = BTreeSet::new();
    for site in [7, 8] {
        for player in [1, 2] {
            for value in [1, 2, 3] {
                // The frog in the corner hops over either of its neighbours.
                for between in [1, 4] {
                    expected.insert(1000 * site + 100 * player + 10 * value + between);
                }
            }
        }
    }
    assert_eq!(remembered, expected);
    assert_eq!(moves.len(), expected.len());
    let drawn = game.sample(&mut state, &mut SplitMix64::new(9));
    assert!(drawn.is_some_and(|mv| moves.contains(&mv)));
}

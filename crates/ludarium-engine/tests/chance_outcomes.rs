//! Enumerating chance: every outcome once, with its probability.

use crate::described;

use std::collections::BTreeMap;

use described::games;
use ludarium_engine::{ChanceOutcomes, Game, Probability, SplitMix64, State};

fn named(name: &str) -> &'static Game {
    let found = games().iter().find(|(path, _)| path.contains(name));
    &found.expect("the project has this game").1
}

/// How likely each throw of the dice is that the game begins with, the dice in any order.
fn throws(game: &Game) -> BTreeMap<Vec<i32>, Probability> {
    let mut throws = BTreeMap::new();
    let mut outcomes = ChanceOutcomes::new();
    while outcomes.advance() {
        let mut dice = game.start(&mut outcomes).dice();
        dice.sort_unstable();
        let likely = throws.entry(dice).or_insert(Probability::ZERO);
        *likely = *likely + outcomes.probability();
    }
    throws
}

#[test]
fn two_dice_have_twenty_one_outcomes_with_doublets_half_as_likely() {
    let throws = throws(named("falkener-backgammon"));
    assert_eq!(throws.len(), 21);
    for (dice, likely) in &throws {
        let ways = if dice[0] == dice[1] { 1 } else { 2 };
        assert_eq!(*likely, Probability::new(ways, 36), "{dice:?}");
    }
    assert_eq!(throws.into_values().sum::<Probability>(), Probability::ONE);
}

/// Four-sided dice, as the rules of daldøs have them.
#[test]
fn the_dice_of_daldos_have_four_sides() {
    let throws = throws(named("bgs-daldos"));
    assert_eq!(throws.len(), 10);
    let doublets = throws.iter().filter(|(dice, _)| dice[0] == dice[1]);
    assert!(doublets
        .clone()
        .all(|(_, likely)| *likely == Probability::new(1, 16)));
    assert_eq!(
        throws.values().copied().sum::<Probability>(),
        Probability::ONE
    );
}

/// Four sticks with two faces each: none, one ... four white faces up.
#[test]
fn the_sticks_of_tab_fall_unequally() {
    let mut white = BTreeMap::new();
    for (sticks, likely) in throws(named("bgs-tab-egypt")) {
        let faces = sticks.iter().filter(|&&stick| stick > 0).count();
        let sum = white.entry(faces).or_insert(Probability::ZERO);
        *sum = *sum + likely;
    }
    let expected = [(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)];
    let expected = expected.map(|(faces, cases)| (faces, Probability::new(cases, 16)));
    assert_eq!(white, BTreeMap::from(expected));
}

#[test]
fn a_loaded_die_follows_its_weights() {
    let text = r#"(game "Loaded" (players 2)
        (equipment { (board (square 3)) (piece "Mark" Each) (dice facesByDie:{ { 1 2 3 } } num:1 biased:{ 1 2 5 }) })
        (rules (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))"#;
    let description = ludarium_lud::load(
        "loaded",
        text,
        &ludarium_lud::Definitions::none(),
        &ludarium_lud::Choices::defaults(),
    );
    let description = description.unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::compile(&description).unwrap_or_else(|errors| panic!("{errors}"));
    let expected = [(1, 1), (2, 2), (3, 5)];
    let expected = expected.map(|(face, cases)| (vec![face], Probability::new(cases, 8)));
    assert_eq!(throws(&game), BTreeMap::from(expected));
}

#[test]
fn the_probabilities_of_the_branches_of_a_move_sum_to_one() {
    for (name, game) in games() {
        let mut chance = SplitMix64::new(5);
        let mut state: State = game.start(&mut chance);
        let mut moves = Vec::new();
        for _ in 0..6 {
            game.legal(&mut state, &mut moves);
            let Some(&mv) = moves.first() else { break };
            let branches = game.branches(&state, mv, 10_000).expect("few dice");
            let sum: Probability = branches.iter().map(|(_, likely)| *likely).sum();
            assert_eq!(sum, Probability::ONE, "{name}");
            game.apply(&mut state, mv, &mut chance);
            assert!(
                branches.iter().any(|(branch, _)| *branch == state),
                "{name}: what happened was not foreseen"
            );
        }
    }
}

#[test]
fn a_game_without_chance_has_one_branch() {
    let game = named("gollon-shatranj");
    let mut state = game.start(&mut SplitMix64::new(1));
    let mut moves = Vec::new();
    game.legal(&mut state, &mut moves);
    let branches = game.branches(&state, moves[0], 1).expect("one is enough");
    assert_eq!(branches.len(), 1);
    assert_eq!(branches[0].1, Probability::ONE);
}

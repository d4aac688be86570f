//! Perft: the number of sequences of whole turns, compared with published counts.

use ludarium_engine::{Game, SplitMix64};
use ludarium_lud::{Choices, Definitions};

/// Compiles a description from the folder of this test.
fn game(name: &str) -> Game {
    let path = format!(
        "{}/tests/descriptions/{name}.lud",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).expect("the description is part of the project");
    let description = ludarium_lud::load(name, &text, &Definitions::none(), &Choices::defaults())
        .unwrap_or_else(|errors| panic!("{errors}"));
    Game::compile(&description).unwrap_or_else(|errors| panic!("{name}: {errors}"))
}

fn counts(name: &str, depth: u32) -> Vec<u64> {
    let game = game(name);
    let mut state = game.start(&mut SplitMix64::new(0));
    (1..=depth)
        .map(|depth| game.perft(&mut state, depth))
        .collect()
}

/// Fairy-Stockfish, variant `xiangqi`, from the start.
#[test]
fn xiangqi_has_the_known_number_of_games() {
    assert_eq!(counts("xiangqi", 3), [44, 1_920, 79_666]);
}

/// Fairy-Stockfish, variant `makruk`, from the start.
#[test]
fn makruk_has_the_known_number_of_games() {
    assert_eq!(counts("makruk", 3), [23, 529, 12_012]);
}

/// Fairy-Stockfish, variant `minishogi`, from the start.
#[test]
fn minishogi_has_the_known_number_of_games() {
    assert_eq!(counts("minishogi", 4), [14, 181, 2_512, 35_401]);
}

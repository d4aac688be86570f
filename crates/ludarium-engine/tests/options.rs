//! Descriptions of the corpus that `LUDARIUM_CORPUS` names, with random combinations of options:
//! each combination is a playable game.
//!
//! `LUDARIUM_COMBINATIONS` is the number of combinations for each description, two by default.

use crate::reading;

use ludarium_engine::{Chance, Game, SplitMix64};
use ludarium_lud::{Choices, OptionGroup};

/// How many moves are made in each game.
const MOVES: usize = 60;

/// A random item of each option.
fn chosen(options: &[OptionGroup], lots: &mut SplitMix64) -> Choices {
    options.iter().fold(Choices::defaults(), |choices, option| {
        let item = &option.items[lots.below(option.items.len() as u32) as usize];
        choices.with(format!("{}/{}", option.heading, item.name))
    })
}

#[test]
fn every_combination_of_options_is_a_game_that_can_be_played() {
    let Some(corpus) = reading::corpus() else {
        return;
    };
    let asked = std::env::var("LUDARIUM_COMBINATIONS").ok();
    let number: u64 = asked.and_then(|number| number.parse().ok()).unwrap_or(2);
    let named = |name: &str| {
        let file = format!("/{name}.lud");
        let mut descriptions = corpus.descriptions.iter();
        descriptions.find(|(path, _)| path.ends_with(&file))
    };
    let load = |path: &str, text: &str, choices: &Choices| {
        ludarium_lud::load(path, text, &corpus.definitions, choices)
    };
    let mut lots = SplitMix64::new(1);
    let mut played = 0;
    for (path, text) in &corpus.descriptions {
        let Ok(defaults) = load(path, text, &Choices::defaults()) else {
            continue; // the conformance counts it
        };
        if defaults.options.is_empty() {
            continue;
        }
        for seed in 0..number {
            let choices = chosen(&defaults.options, &mut lots);
            let what = format!("{path}: {:?}", choices.options);
            let description =
                load(path, text, &choices).unwrap_or_else(|errors| panic!("{what}: {errors}"));
            let game = Game::compile_with(&description, |name, choices| {
                let (path, text) = named(name)?;
                load(path, text, choices).ok()
            });
            let game = match game {
                Ok(game) => game,
                Err(errors) if errors.diagnostics[0].code == "match" => continue, // of games that are not there
                // The defaults do not compile, either: the conformance counts it.
                Err(_) if Game::compile(&defaults).is_err() => continue,
                Err(errors) => panic!("{what}: {errors}"),
            };
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            game.playout(&mut state, MOVES, &mut pick, &mut chance);
            assert_eq!(state.fault(), None, "{what}");
            played += 1;
        }
    }
    println!("{played} combinations");
}

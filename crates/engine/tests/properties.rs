//! What must hold in every position of every game: taking a move back restores the state, the hash
//! kept is the hash of the position, equal seeds give equal games.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use engine::{Chance, Game, SplitMix64};
use lud::{Choices, Definitions};
use proptest::prelude::*;

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            found.push(path);
        }
    }
    found.sort();
}

fn read(path: &Path) -> (String, String) {
    let name = path.display().to_string();
    (
        name,
        std::fs::read_to_string(path).expect("the file is part of the project"),
    )
}

/// The games of the project and the test descriptions, compiled once.
fn games() -> &'static [(String, Game)] {
    static GAMES: OnceLock<Vec<(String, Game)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut defs, mut descriptions) = (Vec::new(), Vec::new());
        files(&here.join("../../games/defs"), "def", &mut defs);
        files(&here.join("../../games"), "lud", &mut descriptions);
        files(&here.join("tests/descriptions"), "lud", &mut descriptions);
        let defs = Definitions::from_files(defs.iter().map(|path| read(path)));
        let compile = |path: &PathBuf| {
            let (name, text) = read(path);
            let description = lud::load(&name, &text, &defs, &Choices::defaults())
                .unwrap_or_else(|errors| panic!("{errors}"));
            let game = Game::compile(&description)
                .unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
            (name, game)
        };
        descriptions.iter().map(compile).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn taking_a_move_back_restores_the_state_and_its_hash(seed: u64) {
        for (name, game) in games() {
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            let mut moves = Vec::new();
            for _ in 0..60 {
                if state.over() {
                    break;
                }
                game.legal(&mut state, &mut moves);
                let mv = moves[pick.below(moves.len() as u32) as usize];
                let before = state.clone();
                let mark = game.apply_marked(&mut state, mv, &mut chance.clone());
                prop_assert_eq!(state.hash(), state.recomputed_hash(), "{} after {:?}", name, mv);
                state.undo(mark);
                prop_assert!(state == before, "{}: {:?} is not taken back", name, mv);
                prop_assert_eq!(state.hash(), before.hash(), "{}", name);
                game.apply(&mut state, mv, &mut chance);
            }
        }
    }

    #[test]
    fn asking_for_the_legal_moves_changes_nothing(seed: u64) {
        for (name, game) in games() {
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            game.playout(&mut state, 25, &mut pick, &mut chance);
            let before = state.clone();
            let (mut first, mut second) = (Vec::new(), Vec::new());
            game.legal(&mut state, &mut first);
            game.legal(&mut state, &mut second);
            prop_assert!(state == before, "{}", name);
            prop_assert_eq!(first, second, "{}", name);
        }
    }

    #[test]
    fn equal_seeds_give_equal_games(seed: u64) {
        for (name, game) in games() {
            let play = || {
                let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
                let mut state = game.start(&mut chance);
                game.playout(&mut state, 80, &mut pick, &mut chance);
                state
            };
            prop_assert!(play() == play(), "{}", name);
        }
    }
}

#[test]
fn explaining_a_move_leaves_the_state_alone_and_says_something() {
    for (name, game) in games() {
        let mut chance = SplitMix64::new(7);
        let mut state = game.start(&mut chance);
        let before = state.clone();
        let mut moves = Vec::new();
        game.legal(&mut state, &mut moves);
        for mv in moves {
            assert!(
                !game.explain(&mut state, mv, &mut chance.clone()).is_empty(),
                "{name}"
            );
            assert!(state == before, "{name}");
        }
    }
}

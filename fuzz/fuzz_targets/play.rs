//! Any text gives a game or an error, and the game can be played for some plies.
//!
//! Run it with `cargo +nightly fuzz run play` at the root of the project. As a seed corpus, copy
//! `crates/ludarium-games/games/**/*.lud` and `crates/ludarium-engine/tests/descriptions` to
//! `fuzz/corpus/play`. Mutants of whole terms, which need no nightly compiler, are in
//! `crates/ludarium-engine/tests/mutants.rs`.

#![no_main]

use std::sync::OnceLock;

use ludarium_engine::{Chance, Game, SplitMix64};
use libfuzzer_sys::fuzz_target;
use ludarium_lud::{load, Choices, Definitions};

/// The definitions of the built-in games.
fn definitions() -> &'static Definitions {
    static DEFINITIONS: OnceLock<Definitions> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/ludarium-games/games/defs");
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        Definitions::from_files(files.filter_map(|file| {
            let text = std::fs::read_to_string(file.path()).ok()?;
            Some((file.file_name().to_string_lossy().into_owned(), text))
        }))
    })
}

fuzz_target!(|text: &str| {
    let Ok(description) = load("fuzz.lud", text, definitions(), &Choices::defaults()) else {
        return;
    };
    let Ok(game) = Game::compile(&description) else {
        return;
    };
    let mut chance = SplitMix64::new(text.len() as u64);
    let mut state = game.start(&mut chance);
    let mut moves = Vec::new();
    for _ in 0..8 {
        game.legal(&mut state, &mut moves);
        let Ok(count @ 1..) = u32::try_from(moves.len()) else {
            return;
        };
        let before = state.clone();
        let mv = moves[chance.below(count) as usize];
        let mark = game.apply_marked(&mut state, mv, &mut chance.clone());
        state.undo(mark);
        assert!(state == before);
        game.apply(&mut state, mv, &mut chance);
        assert_eq!(state.hash(), state.recomputed_hash());
    }
});

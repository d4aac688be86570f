//! The legal moves to where opponents stand are those of the whole list, and resting changes nothing but the turn.

use engine::set::SiteSet;
use engine::{Game, Move, SplitMix64, State};

/// Positions of a random game, one in three, and no more than so many.
fn positions(game: &Game, seed: u64, mut look: impl FnMut(&mut State)) {
    let mut chance = SplitMix64::new(seed);
    let mut state = game.start(&mut chance);
    for ply in 0..90 {
        if state.over() {
            return;
        }
        if ply % 3 == 0 {
            look(&mut state);
        }
        let Some(mv) = game.sample(&mut state, &mut chance.clone()) else {
            return;
        };
        game.apply(&mut state, mv, &mut chance);
    }
}

/// The built-in games for two, each as it is by default.
fn games() -> impl Iterator<Item = (&'static str, Game)> {
    let loaded = library::games().iter().filter_map(|entry| {
        let loaded = library::load(entry, &[]).ok()?;
        Some((entry.slug, loaded.game))
    });
    loaded.filter(|(_, game)| game.players() == 2)
}

#[test]
fn takes_are_the_legal_moves_to_where_opponents_stand_in_the_same_order() {
    let mut found = 0;
    for (slug, game) in games() {
        let slots = game.layout().slots;
        let owner = |what: usize| game.components()[what].owner;
        for seed in 0..3 {
            // Some slots more, as where pieces become others.
            let mut beside = SiteSet::new(slots);
            (0..slots)
                .step_by(7)
                .for_each(|slot| beside.insert(slot as i32));
            positions(&game, seed, |state| {
                let (mut all, mut takes) = (Vec::new(), Vec::new());
                game.legal(state, &mut all);
                game.legal_takes(state, &beside, &mut takes);
                let opposing = |slot: usize| {
                    let owner = owner(state.what(slot));
                    (1..=2).contains(&owner) && owner != state.mover()
                };
                let wanted = |mv: &&Move| {
                    let to = usize::from(mv.to);
                    to < slots && (opposing(to) || beside.contains(i32::from(mv.to)))
                };
                let expected: Vec<Move> = all.iter().filter(wanted).copied().collect();
                assert_eq!(takes, expected, "{slug}");
                found += takes.len();
            });
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn candidates_that_are_allowed_are_the_legal_moves() {
    let mut refused = 0;
    for (slug, game) in games() {
        for seed in 0..3 {
            positions(&game, seed, |state| {
                let (mut legal, mut asked) = (Vec::new(), Vec::new());
                game.legal(state, &mut legal);
                if game.candidates(state, None, &mut asked) {
                    let before = asked.len();
                    asked.retain(|&mv| game.allows(state, mv));
                    refused += before - asked.len();
                }
                let passes = asked.is_empty() && legal.iter().all(|&mv| game.is_forced_pass(mv));
                assert!(asked == legal || passes, "{slug}: {asked:?} {legal:?}");
            });
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn who_rests_leaves_the_board_as_it_is_and_the_other_to_move() {
    let mut rested = 0;
    for (slug, game) in games() {
        positions(&game, 5, |state| {
            let before = state.clone();
            let Some(mark) = game.rest(state) else {
                assert!(*state == before, "{slug}");
                return;
            };
            rested += 1;
            assert_ne!(state.mover(), before.mover(), "{slug}");
            assert_eq!(state.kinds(), before.kinds(), "{slug}");
            state.undo(mark);
            assert!(*state == before && state.hash() == before.hash(), "{slug}");
        });
    }
    assert!(rested > 1_000, "{rested}");
}

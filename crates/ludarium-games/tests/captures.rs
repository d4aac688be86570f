//! Capture lists agree with the full lists of legal moves, and a null move changes only the mover.

use ludarium_engine::SiteSet;
use ludarium_engine::{Game, Move, PathCondition, SplitMix64, State};

/// Every third position of a random game, up to ply 90.
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

/// The built-in games for two players, with default options.
fn games() -> impl Iterator<Item = (&'static str, Game)> {
    let loaded = ludarium_games::games().iter().filter_map(|entry| {
        let loaded = ludarium_games::load(entry, &[]).ok()?;
        Some((entry.slug, loaded.game))
    });
    loaded.filter(|(_, game)| game.players() == 2)
}

#[test]
fn captures_are_the_legal_moves_onto_opponents_in_the_same_order() {
    let mut found = 0;
    for (slug, game) in games() {
        let slots = game.layout().slots;
        let owner = |what: usize| game.components()[what].owner;
        for seed in 0..3 {
            // Extra target slots, as used for promotions.
            let mut beside = SiteSet::new(slots);
            (0..slots)
                .step_by(7)
                .for_each(|slot| beside.insert(slot as i32));
            positions(&game, seed, |state| {
                let (mut all, mut takes) = (Vec::new(), Vec::new());
                game.legal(state, &mut all);
                game.legal_captures(state, &beside, &mut takes);
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
fn legal_pseudo_legal_moves_are_the_legal_moves() {
    let mut refused = 0;
    for (slug, game) in games() {
        for seed in 0..3 {
            positions(&game, seed, |state| {
                let (mut legal, mut asked) = (Vec::new(), Vec::new());
                game.legal(state, &mut legal);
                if game.pseudo_legal(state, None, &mut asked) {
                    let before = asked.len();
                    asked.retain(|&mv| game.is_legal(state, mv));
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
fn a_null_move_changes_only_the_mover() {
    let mut rested = 0;
    for (slug, game) in games() {
        positions(&game, 5, |state| {
            let before = state.clone();
            let Some(mark) = game.null_move(state) else {
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

#[test]
fn pieces_capture_only_along_their_movement_patterns() {
    let mut found = 0;
    for (slug, game) in games().filter(|(_, game)| !game.features().stochastic) {
        let (slots, kinds) = (game.layout().slots, game.components());
        let ways: Vec<_> = (0..kinds.len())
            .map(|what| game.movement_patterns(what))
            .collect();
        let mut chance = SplitMix64::new(1);
        for seed in 0..3 {
            positions(&game, seed, |state| {
                let mut legal = Vec::new();
                game.legal(state, &mut legal);
                let mover = state.mover();
                for mv in legal {
                    let (from, to) = (usize::from(mv.from), usize::from(mv.to));
                    let (what, taken) = match from.max(to) < slots && from != to {
                        true => (state.what(from), state.what(to)),
                        false => continue,
                    };
                    let own = what > 0 && kinds[what].owner == mover;
                    let Some(ways) = ways[what].as_ref().filter(|_| own) else {
                        continue;
                    };
                    let mark = game.apply_marked(state, mv, &mut chance);
                    let went = state.what(from) == 0 && kinds[state.what(to)].owner == mover;
                    state.undo(mark);
                    if !went
                        || !(1..=2).contains(&kinds[taken].owner)
                        || kinds[taken].owner == mover
                    {
                        continue;
                    }
                    let standing = |slots: &[u16]| {
                        let there = slots
                            .iter()
                            .filter(|slot| state.what(usize::from(**slot)) > 0);
                        there.count()
                    };
                    let goes = ways.iter().any(|way| {
                        (way.from, way.to) == (mv.from, mv.to)
                            && !way.quiet_only
                            && match way.path_condition {
                                PathCondition::Clear => standing(&way.between) == 0,
                                PathCondition::OneOccupied => standing(&way.between) == 1,
                                PathCondition::Any => true,
                            }
                    });
                    assert!(goes, "{slug}: {} from {from} to {to}", kinds[what].name);
                    found += 1;
                }
            });
        }
    }
    assert!(found > 5_000, "{found}");
}

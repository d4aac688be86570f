//! States and moves as bytes: what is written is read again, and what is damaged is refused.

use crate::described;
use crate::small;

use described::games;
use ludarium_engine::{Chance, Game, Move, Rollouts, SplitMix64, State, StateBytesError};
use proptest::prelude::*;

const LINE: &str = r#"(game "Line of Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

/// A state of a game after a number of random moves.
fn after(game: &Game, moves: usize, seed: u64) -> State {
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    game.playout(&mut state, moves, &mut pick, &mut chance);
    state
}

fn assert_written_and_read(name: &str, game: &Game, state: &mut State) {
    let bytes = state.to_bytes();
    let read = game.state_from_bytes(&bytes);
    let mut read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(read == *state, "{name}");
    assert_eq!(read.hash(), state.hash(), "{name}");
    assert_eq!(read.key(), state.key(), "{name}");
    assert_eq!(read.fault(), state.fault(), "{name}");
    assert_eq!(read.to_bytes(), bytes, "{name}");
    let moves = game.legal_moves(state);
    assert_eq!(game.legal_moves(&mut read), moves, "{name}");
    for &mv in &moves {
        assert_eq!(Move::from_bytes(mv.to_bytes()), mv, "{name}");
    }
    for player in 1..=game.players() {
        let [one, other] = [&*state, &read].map(|state| game.view(state, player));
        assert!(one.shown() == other.shown(), "{name}");
    }
    // They go on alike.
    let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
    game.playout(state, 3, &mut pick.clone(), &mut chance.clone());
    game.playout(&mut read, 3, &mut pick, &mut chance);
    assert!(read == *state, "{name}");
}

#[test]
fn every_game_is_read_as_it_was_written() {
    for (name, game) in games() {
        for (seed, moves) in [(1, 0), (2, 1), (3, 4), (4, 15), (5, 60), (6, 400)] {
            assert_written_and_read(name, game, &mut after(game, moves, seed));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_positions_are_read_as_they_were_written(seed: u64, moves in 0..120usize) {
        let (name, game) = &games()[(seed % games().len() as u64) as usize];
        assert_written_and_read(name, game, &mut after(game, moves, seed));
    }

    #[test]
    fn bytes_that_are_not_a_state_are_refused(bytes: Vec<u8>) {
        let game = small::compiled(LINE);
        prop_assert!(game.state_from_bytes(&bytes).is_err());
    }
}

/// The descriptions of the corpus, if there is one.
#[test]
fn games_of_the_corpus_are_read_as_they_were_written() {
    for (name, game) in described::some_of_the_corpus(200).into_iter().flatten() {
        for (seed, moves) in [(1, 0), (2, 7), (3, 40)] {
            assert_written_and_read(&name, &game, &mut after(&game, moves, seed));
        }
    }
}

#[test]
fn a_match_is_read_between_its_games_and_within_them() {
    let one = small::described(LINE);
    let text = r#"(match "Three Lines" (players 2)
        (games { (subgame "Line") (subgame "Line") (subgame "Line") })
        (end (if (= (count Trials) 3) (result Mover Win))))"#;
    let game = Game::compile_with(&small::described(text), |_, _| Some(one.clone()));
    let game = game.expect("a match");
    for moves in 0..30 {
        assert_written_and_read("match", &game, &mut after(&game, moves, 9));
    }
    let single = small::compiled(LINE);
    let error = single.state_from_bytes(&after(&game, 3, 9).to_bytes());
    assert_eq!(error.err(), Some(StateBytesError::OtherGame));
}

#[test]
fn choices_that_wait_for_the_other_players_are_kept() {
    let game = small::compiled(
        r#"(game "Together" (players 3) (mode Simultaneous)
        (equipment { (board (square 4)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    );
    for moves in 0..12 {
        let mut state = after(&game, moves, 3);
        assert_eq!(state.waiting(), moves % 3);
        assert_written_and_read("together", &game, &mut state);
    }
}

/// The form of the first version: it is read by all later ones.
#[test]
fn the_form_is_stable() {
    let game = small::compiled(LINE);
    let mut state = small::begin(&game);
    small::play(&game, &mut state, 4);
    let bytes = state.to_bytes();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let expected = [
        "01a02eec4ab59abe8300020000000100000001000000000000000000000001000000020000000000",
        "00000400000004000000000000000000000000000000ffffffff0000000000000000000000000000",
        "000000000000000000000000000000000000010000000000000002000000ffffffff000000000000",
        "0000000000000000000000000000000000000000000000000000010110000000000000000301ef01",
        "0000000000000502ffffffffffffffffffffffff0000000004020000000001000000010000000000",
        "0000080200000000010000000200000000000000060101000000000000000200000000001c1fede8",
        "75f6ce42",
    ];
    assert_eq!(hex, expected.concat());
    let mv = small::legal(&game, &mut state)[0];
    assert_eq!(
        mv.to_bytes(),
        [1, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    );
}

#[test]
fn states_of_other_games_versions_and_options_are_refused() {
    let game = small::compiled(LINE);
    let bytes = small::begin(&game).to_bytes();
    let other = small::compiled(&LINE.replace("Line 3", "Line 2"));
    let error = other.state_from_bytes(&bytes);
    assert_eq!(error.err(), Some(StateBytesError::OtherGame));
    assert_ne!(game.fingerprint(), other.fingerprint());
    let spaced = small::compiled(&LINE.replace('(', "( "));
    assert_eq!(game.fingerprint(), spaced.fingerprint());
    spaced
        .state_from_bytes(&bytes)
        .expect("the same game, written otherwise");
    let mut newer = bytes;
    newer[0] = 2;
    let error = game.state_from_bytes(&newer);
    assert_eq!(error.err(), Some(StateBytesError::Version(2)));
}

#[test]
fn bytes_cut_short_or_changed_are_refused() {
    let (_, game) = &games()[0];
    let bytes = after(game, 10, 1).to_bytes();
    for length in 0..bytes.len() {
        assert!(game.state_from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(
                game.state_from_bytes(&changed).is_err(),
                "byte {at}, bit {bit}"
            );
        }
    }
    assert!(game.state_from_bytes(&[&bytes[..], &[0]].concat()).is_err());
}

/// The checksum at the end of a state.
fn sum(bytes: &[u8]) -> u64 {
    let mut hash = 0x243f_6a88_85a3_08d3_u64;
    let mut add = |word: u64| {
        let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
        hash = product as u64 ^ (product >> 64) as u64;
    };
    add(bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        add(u64::from_le_bytes(word));
    }
    hash
}

/// Does to a state whatever may be done to one.
fn use_it(game: &Game, state: &mut State, random: &mut SplitMix64) {
    let mut chance = SplitMix64::new(random.next_u64());
    let _ = (
        state.dice(),
        state.moves(),
        state.key(),
        game.outcome(state),
    );
    for player in 0..=game.players() {
        let view = game.view(state, player);
        let _ = (view.dice(), view.at(0), view.sample(&mut chance));
        let _ = state.score(player);
    }
    let mut rollouts = Rollouts::new(game);
    rollouts.play(state, 20, &mut random.clone(), &mut chance.clone());
    for _ in 0..4 {
        let moves = game.legal_moves(state);
        let Ok(number @ 1..) = u32::try_from(moves.len()) else {
            break;
        };
        let mv = moves[random.below(number) as usize];
        let _ = game.explain(state, mv, &mut chance.clone());
        let before = state.clone();
        let mark = game.apply_marked(state, mv, &mut chance.clone());
        state.undo(mark);
        assert!(*state == before);
        game.apply(state, mv, &mut chance);
        assert_eq!(state.hash(), state.recomputed_hash());
        let _ = game.outcome(state);
    }
    game.playout(state, 10, random, &mut chance);
}

/// Changes bytes of a state as an attacker might, and corrects the checksum.
fn tampered(bytes: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    const ODD: [i32; 12] = [
        0,
        1,
        2,
        3,
        -1,
        17,
        255,
        4_096,
        65_536,
        1 << 30,
        i32::MAX,
        i32::MIN,
    ];
    let mut body = bytes[..bytes.len() - 8].to_vec();
    for _ in 0..1 + random.below(3) {
        let at = 9 + random.below(body.len() as u32 - 9) as usize;
        match random.below(4) {
            0 => body[at] ^= 1 << random.below(8),
            1 => body[at] = random.below(256) as u8,
            2 => {
                // A number of the header, or what is laid out like them.
                let at = 10 + 4 * random.below(((body.len() - 10) / 4) as u32) as usize;
                let odd = ODD[random.below(ODD.len() as u32) as usize];
                if let Some(number) = body.get_mut(at..at + 4) {
                    number.copy_from_slice(&odd.to_le_bytes());
                }
            }
            _ => body.truncate(at.max(body.len() - 2)),
        }
    }
    let sum = sum(&body);
    body.extend(sum.to_le_bytes());
    body
}

/// Tampers with states of a game, `cases` times; returns how many of them are accepted. Any
/// accepted state can be played.
fn accepted_of(name: &str, game: &Game, cases: u64) -> u64 {
    let mut accepted = 0;
    for case in 0..cases {
        let mut random = SplitMix64::new(case << 16 ^ game.fingerprint());
        let moves = random.below(40) as usize;
        let bytes = after(game, moves, random.next_u64()).to_bytes();
        let bytes = tampered(&bytes, &mut random);
        let Ok(mut state) = game.state_from_bytes(&bytes) else {
            continue;
        };
        accepted += 1;
        let game = std::panic::AssertUnwindSafe(game);
        let used = std::panic::catch_unwind(move || use_it(&game, &mut state, &mut random));
        assert!(used.is_ok(), "{name}, case {case}: see the panic above");
    }
    accepted
}

/// `LUDARIUM_TAMPERED` is the number of states of each game (8 where it is not set).
fn cases() -> u64 {
    let cases = std::env::var("LUDARIUM_TAMPERED").ok();
    cases.and_then(|cases| cases.parse().ok()).unwrap_or(8)
}

#[test]
fn tampered_states_are_refused_or_playable() {
    let cases = cases();
    let accepted = games()
        .iter()
        .map(|(name, game)| accepted_of(name, game, cases));
    let (accepted, all) = (accepted.sum::<u64>(), cases * games().len() as u64);
    assert!(
        (all / 10..all * 9 / 10).contains(&accepted),
        "{accepted} of {all}"
    );
}

#[test]
fn tampered_states_of_the_corpus_are_refused_or_playable() {
    for (name, game) in described::some_of_the_corpus(200).into_iter().flatten() {
        accepted_of(&name, &game, cases());
    }
}

/// Moves of any bytes are refused, except those that are legal.
#[test]
fn any_bytes_are_a_move_that_is_checked() {
    let mut random = SplitMix64::new(1);
    for (name, game) in games().iter().step_by(7) {
        let mut state = after(game, 5, 1);
        let legal = game.legal_moves(&mut state);
        for _ in 0..20 {
            let mut bytes = [0; 16];
            bytes.fill_with(|| random.below(256) as u8);
            if let Some(mv) = legal.first().filter(|_| random.below(2) == 0) {
                bytes = mv.to_bytes();
                bytes[random.below(16) as usize] ^= 1 << random.below(8);
            }
            let mv = Move::from_bytes(bytes);
            assert_eq!(mv.to_bytes(), bytes);
            if !legal.contains(&mv) {
                let before = state.clone();
                let played = game.play(&mut state, mv, &mut SplitMix64::new(1));
                assert!(played.is_err() && state == before, "{name}: {mv:?}");
            }
        }
    }
}

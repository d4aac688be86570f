//! Positions of random games that are set up again: the game goes on in them, and it has ended in
//! the last one.

use ludarium_engine::state::Piece;
use ludarium_engine::{ContainerKind, Game, Move, SetUp, SplitMix64, State};

/// The pieces of a state, with a player to move, and the phase if all players are in the same.
fn position(game: &Game, state: &State, mover: usize) -> SetUp {
    let is_die = |slot: usize| {
        let mut containers = game.containers().iter();
        containers.any(|own| {
            own.kind == ContainerKind::Dice && (own.first..own.first + own.size).contains(&slot)
        })
    };
    let slots = (0..game.layout().slots).filter(|slot| !is_die(*slot));
    let pieces = slots.flat_map(|slot| {
        let pieces = (0..state.height(slot)).map(move |level| (slot, state.piece(slot, level)));
        pieces.filter(|(_, piece)| *piece != Piece::NONE)
    });
    let phase = game.phase(state, mover);
    let same = (1..=game.players()).all(|player| game.phase(state, player) == phase);
    SetUp {
        pieces: pieces.collect(),
        mover,
        phase: (same && !phase.is_empty()).then(|| phase.to_owned()),
        ..SetUp::default()
    }
}

/// Sets up the pieces of a state again, with a player to move, and judges the position.
fn again(game: &Game, state: &State, mover: usize) -> State {
    let mut chance = SplitMix64::new(1);
    let mut state = game.set_up(&position(game, state, mover), &mut chance);
    game.end_if_decided(&mut state, &mut chance);
    state
}

/// Plays a random game of at most `plies` moves, and calls `look` after each turn.
fn play(game: &Game, seed: u64, plies: usize, mut look: impl FnMut(&State)) -> State {
    let mut chance = SplitMix64::new(seed);
    let mut state = game.start(&mut chance);
    let mut legal: Vec<Move> = Vec::new();
    for _ in 0..plies {
        game.legal(&mut state, &mut legal);
        if state.over() || legal.is_empty() {
            break;
        }
        let mv = legal[chance.index(legal.len() as u32) as usize];
        let mover = state.mover();
        game.apply(&mut state, mv, &mut chance);
        if !state.over() && state.mover() != mover {
            look(&state);
        }
    }
    state
}

#[test]
fn no_position_of_a_game_that_goes_on_is_over_when_it_is_set_up() {
    let (mut positions, mut wrong) = (0, Vec::new());
    for entry in ludarium_games::entries() {
        let Ok(loaded) = ludarium_games::load(entry, &[]) else {
            continue;
        };
        let game = &loaded.game;
        if game.players() < 2 || game.games().count() > 0 {
            continue;
        }
        let mut turn = 0;
        play(game, 3, 40, |state| {
            turn += 1;
            if turn % 4 == 0 && !game.is_simultaneous(state) {
                positions += 1;
                if again(game, state, state.mover()).over() {
                    wrong.push(format!("{} after {} moves", entry.slug, state.moves()));
                }
            }
        });
    }
    assert!(positions > 1_000, "{positions}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_last_position_of_a_game_that_is_not_ended_by_a_count_is_over_when_it_is_set_up() {
    // Lines, a chain, a goal, blocked pieces, a full board.
    let games = [
        "tic-tac-toe",
        "connect-four",
        "yavalath",
        "hex",
        "breakthrough",
        "konane",
        "amazons",
        "othello",
    ];
    for name in games {
        let entry = ludarium_games::find(name).expect("a game");
        let game = ludarium_games::load(entry, &[]).expect("it loads").game;
        let (mut ended, mut same) = (0, 0);
        for seed in 0..6 {
            let state = play(&game, seed, 300, |_| {});
            let Some(outcome) = game.outcome(&state) else {
                continue;
            };
            let mover = state.mover() % game.players() + 1;
            let state = again(&game, &state, mover);
            ended += 1;
            same += usize::from(game.outcome(&state) == Some(outcome));
        }
        assert!(ended > 0 && same == ended, "{name}: {same} of {ended}");
    }
}

#[test]
fn pieces_in_hand_tell_the_phase_of_a_position_that_is_set_up() {
    for name in [
        "three-mens-morris",
        "six-mens-morris",
        "nine-mens-morris",
        "twelve-mens-morris",
    ] {
        let entry = ludarium_games::find(name).expect("a game");
        let game = ludarium_games::load(entry, &[]).expect("it loads").game;
        let mut looked_at = 0;
        play(&game, 5, 60, |state| {
            let position = SetUp {
                phase: None,
                ..position(&game, state, state.mover())
            };
            let again = game.set_up(&position, &mut SplitMix64::new(1));
            for player in 1..=2 {
                let phases = [&again, state].map(|state| game.phase(state, player));
                assert_eq!(phases[0], phases[1], "{name} after {} moves", state.moves());
            }
            looked_at += 1;
        });
        assert!(looked_at > 5, "{name}: {looked_at}");
    }
}

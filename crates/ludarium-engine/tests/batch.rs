//! A batch plays the same games as separate play.

use crate::described;

use ludarium_engine::{BadChoice, Batch, Ended, SplitMix64};

#[test]
fn games_of_a_batch_proceed_as_they_would_alone() {
    for (name, game) in described::games().iter().step_by(7) {
        let (mut batch, mut seeds) = (Batch::new(game, 3, 40, 5), SplitMix64::new(5));
        let mut alone: Vec<_> = (0..3)
            .map(|_| {
                let mut chance = SplitMix64::new(seeds.next_u64());
                (game.start(&mut chance), chance, 0)
            })
            .collect();
        let (mut ended, mut pick, mut moves) = (Vec::new(), SplitMix64::new(9), Vec::new());
        for _ in 0..60 {
            let mut chosen = Vec::new();
            let mut finished = Vec::new();
            for (number, (state, chance, plies)) in alone.iter_mut().enumerate() {
                game.legal(state, &mut moves);
                assert_eq!(moves, batch.moves(number), "{name}");
                chosen.push(pick.index(moves.len() as u32) as usize);
                game.apply(state, moves[chosen[number]], chance);
                *plies += 1;
                if state.over() || *plies == 40 {
                    finished.push((number, *plies, game.outcome(state).map(|end| end.winner)));
                    (*state, *plies) = (game.start(chance), 0);
                }
            }
            batch.step(&chosen, &mut ended).unwrap();
            let ended = ended.iter().map(|Ended { game, rollout }| {
                (*game, rollout.plies, rollout.over.then_some(rollout.winner))
            });
            assert_eq!(ended.collect::<Vec<_>>(), finished, "{name}");
            for (number, (state, ..)) in alone.iter().enumerate() {
                assert!(batch.state(number) == Some(state), "{name}");
            }
        }
    }
}

#[test]
fn equal_seeds_and_choices_give_equal_batches() {
    for (name, game) in described::games().iter().step_by(5) {
        let mut batches = [Batch::new(game, 4, 60, 3), Batch::new(game, 4, 60, 3)];
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let mut kinds = [
            vec![0; 4 * batches[0].slots()],
            vec![0; 4 * batches[1].slots()],
        ];
        for step in 0..25 {
            let chosen: Vec<usize> = (0..4)
                .map(|game| (step + game) % batches[0].moves(game).len())
                .collect();
            batches[0].step(&chosen, &mut first).unwrap();
            batches[1].step(&chosen, &mut second).unwrap();
            assert_eq!(first, second, "{name}");
            for (batch, kinds) in batches.iter().zip(&mut kinds) {
                batch.kinds(kinds);
            }
            assert_eq!(kinds[0], kinds[1], "{name}");
        }
    }
}

#[test]
fn an_index_out_of_range_makes_no_move() {
    let (_, game) = &described::games()[0];
    let mut batch = Batch::new(game, 2, 100, 1);
    let before = batch.state(0).cloned().unwrap();
    let legal = batch.moves(1).len();
    let mut ended = Vec::new();
    assert_eq!(
        batch.step(&[0], &mut ended),
        Err(BadChoice::Number { given: 1, games: 2 })
    );
    let wrong = batch.step(&[0, legal], &mut ended).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        format!("game 1 has {legal} legal moves, numbered from 0, and none is number {legal}")
    );
    assert!(*batch.state(0).unwrap() == before);
}

//! The dice of backgammon: a throw is played once, a double twice, and nothing is carried over.

use ludarium_engine::{Move, SplitMix64};

/// The number of random games, in which doubles often cannot be played in full.
const GAMES: u64 = 40;

#[test]
fn the_unplayed_part_of_a_double_is_not_carried_over() {
    for slug in ["falkener-backgammon", "falkener-turkish-backgammon"] {
        let folder = ludarium_games::find(slug).expect("a game");
        let game = ludarium_games::load(folder, &[]).expect("it loads").game;
        let mut turns = 0;
        for seed in 0..GAMES {
            let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(seed ^ 99));
            let mut state = game.start(&mut chance);
            let mut legal: Vec<Move> = Vec::new();
            // The player who decided last, and the dice.
            let mut last: Option<(usize, Vec<i32>)> = None;
            while !state.over() && turns < 20_000 {
                game.legal(&mut state, &mut legal);
                let dice = state.dice().to_vec();
                let throwing = legal.len() == 1 && legal[0].target() < 0;
                if let Some((player, before)) = last.filter(|(player, _)| *player == state.mover())
                {
                    let (first, second) = (before[0], before[1]);
                    let equal = first == second || first * second == 0;
                    let laid_out = dice[0] == dice[1] && equal;
                    let used = (0..2).all(|die| dice[die] == before[die] || dice[die] == 0);
                    assert!(
                        used || laid_out,
                        "{slug} {seed}: {player} had {before:?}, now {dice:?}"
                    );
                }
                turns += 1;
                last = (!throwing).then(|| (state.mover(), dice));
                let index = pick.index(legal.len() as u32) as usize;
                game.apply(&mut state, legal[index], &mut chance);
            }
        }
        assert!(turns > 1_000, "{slug}");
    }
}

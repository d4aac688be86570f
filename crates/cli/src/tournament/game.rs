//! One game of a tournament.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::evaluation::Evaluation;
use agents::{Agent, Budget, Kind};
use engine::{Game, SplitMix64};

use crate::clock::Timer;

/// What players are allowed.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// For a move, unless nodes are given.
    pub time: Duration,
    /// For a move.
    pub nodes: Option<u64>,
    /// Random plies at the beginning.
    pub opening: usize,
    /// Plies after which a game counts as drawn.
    pub limit: usize,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct End {
    /// Plies made.
    pub plies: usize,
    /// Whether it came to its own end.
    pub over: bool,
    /// Seconds of the slowest move.
    pub slowest: f64,
}

/// Two agents at a game. With more than two players, every other seat is theirs.
pub struct Table<'g> {
    game: &'g Game,
    /// By seat, which of the two sits there.
    seats: Vec<usize>,
    agents: Vec<Box<dyn Agent>>,
    /// The same for both games of a pair of rounds.
    lots: u64,
}

impl<'g> Table<'g> {
    /// Seats the agents; in every other round the other way round.
    pub fn new(
        game: &'g Game,
        pair: [Kind; 2],
        round: usize,
        seed: u64,
        evaluation: Arc<Evaluation>,
    ) -> Table<'g> {
        let players = game.players();
        let seats: Vec<usize> = (0..players).map(|seat| (seat + round) % 2).collect();
        let lots = seed
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(round as u64 / 2);
        let own = |seat: usize| lots ^ (round as u64) << 40 ^ (seat as u64) << 50;
        let agent = |(seat, side): (usize, &usize)| {
            pair[*side].agent(own(seat), game, Some(evaluation.clone()))
        };
        let agents = seats.iter().enumerate().map(agent).collect();
        Table {
            game,
            agents,
            lots,
            seats,
        }
    }

    /// Plays; what the first of the two got, on average over the seats, from 0 to 1.
    pub fn play(mut self, allowed: Allowed) -> (f64, End) {
        let mut chance = SplitMix64::new(self.lots);
        let mut pick = SplitMix64::new(self.lots ^ 0x0be9);
        let mut state = self.game.start(&mut chance);
        let mut legal = Vec::new();
        let mut end = End::default();
        while !state.over() && end.plies < allowed.limit {
            self.game.legal(&mut state, &mut legal);
            let Some(number) = u32::try_from(legal.len()).ok().filter(|number| *number > 0) else {
                break;
            };
            let index = if end.plies < allowed.opening {
                pick.index(number) as usize
            } else {
                let begun = Instant::now();
                let view = self.game.view(&state, state.mover());
                let timer = Timer::start(allowed.time);
                let mut budget = match allowed.nodes {
                    Some(nodes) => Budget::nodes(nodes),
                    None => Budget::clock(&timer),
                };
                let agent = self.agents.get_mut(state.mover().wrapping_sub(1));
                let index = agent.map_or(0, |agent| agent.choose(&view, &legal, &mut budget));
                end.slowest = end.slowest.max(begun.elapsed().as_secs_f64());
                index
            };
            let Some(mv) = legal.get(index) else {
                break;
            };
            self.game.apply(&mut state, *mv, &mut chance);
            end.plies += 1;
        }
        let Some(outcome) = self.game.outcome(&state) else {
            return (0.5, end);
        };
        end.over = true;
        let mut got = [(0.0, 0.0); 2];
        for (seat, side) in self.seats.iter().enumerate() {
            got[*side].0 += outcome.utility(seat + 1);
            got[*side].1 += 1.0;
        }
        let mean = |side: usize| -> f64 { got[side].0 / f64::max(got[side].1, 1.0) };
        // Among several players, what one side got counts against what the other got.
        (0.5 + (mean(0) - mean(1)) / 2.0, end)
    }
}

//! Claims that a player can force something: all moves of the opponents are searched.

use ludarium_engine::{Game, Move, SplitMix64, State};
use ludarium_games::check::Aim;

use super::{position, Deadline, Found, Test, Tested};
use crate::error::Error;

/// The maximal search depth in plies: a deeper search would overflow the stack of a thread.
const DEEPEST: u32 = 300;

/// Positions between two checks of the clock.
const EVERY: u64 = 256;

pub(super) fn forced(
    test: &Test,
    text: Option<&str>,
    player: usize,
    aim: Aim,
    plies: u32,
) -> Result<Tested, Error> {
    let game = &test.chosen.loaded.game;
    if player == 0 || player > game.players() {
        return Err(format!("there is no player {player}").into());
    }
    if game.features().stochastic || game.features().hidden_information {
        return Err("nothing can be forced in a game with chance or hidden information".into());
    }
    if plies > DEEPEST {
        return Err(format!("{DEEPEST} plies are the most").into());
    }
    let mut state = match text {
        Some(text) => position::set_up(test, text)?,
        None => game.start(&mut SplitMix64::new(0)),
    };
    let mut search = Search {
        game,
        player,
        aim,
        deadline: test.deadline,
        positions: 0,
    };
    let aim = match aim {
        Aim::Win => "a win",
        Aim::Draw => "a draw or better",
    };
    for depth in 0..=plies {
        match search.can(&mut state, depth) {
            Some(true) => {
                let said = format!(
                    "player {player} forces {aim} within {depth} plies ({} positions)",
                    search.positions
                );
                return Ok(Tested::new(Found::Holds, said));
            }
            Some(false) => {}
            None => {
                let positions = search.positions;
                return Ok(Tested::undecided(format!(
                    "{aim} is not forced within {} plies; then the time was up ({positions} positions)",
                    depth.saturating_sub(1)
                )));
            }
        }
    }
    Ok(Tested::new(
        Found::Fails,
        format!(
            "player {player} cannot force {aim} within {plies} plies ({} positions)",
            search.positions
        ),
    ))
}

struct Search<'a> {
    game: &'a Game,
    player: usize,
    aim: Aim,
    deadline: Deadline,
    positions: u64,
}

impl Search<'_> {
    /// Whether the aim can be forced within this number of plies; `None` when the time is up.
    fn can(&mut self, state: &mut State, plies: u32) -> Option<bool> {
        self.positions += 1;
        if self.positions % EVERY == 0 && !self.deadline.in_time() {
            return None;
        }
        if state.over() {
            return Some(self.reached(state));
        }
        if plies == 0 {
            return Some(false);
        }
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let own = state.mover() == self.player;
        if own && plies > 2 {
            self.forcing_first(state, &mut legal);
        }
        // The game has no chance; the generator is only a required argument.
        let mut chance = SplitMix64::new(0);
        for mv in &legal {
            let mark = self.game.apply_marked(state, *mv, &mut chance);
            let can = self.can(state, plies - 1);
            state.undo(mark);
            if can? == own {
                return Some(own);
            }
        }
        Some(!own && !legal.is_empty())
    }

    fn reached(&self, state: &State) -> bool {
        let Some(outcome) = self.game.outcome(state) else {
            return false;
        };
        match self.aim {
            Aim::Win => outcome.winner == self.player,
            Aim::Draw => outcome.utility(self.player) >= 0.5,
        }
    }

    /// Puts moves first that leave the opponents few answers.
    fn forcing_first(&self, state: &mut State, legal: &mut [Move]) {
        let (mut chance, mut answers) = (SplitMix64::new(0), Vec::new());
        legal.sort_by_cached_key(|mv| {
            let mark = self.game.apply_marked(state, *mv, &mut chance);
            answers.clear();
            if !state.over() {
                self.game.legal(state, &mut answers);
            }
            let own = state.mover() == self.player && !state.over();
            state.undo(mark);
            // If the same player moves again, there are no answers to count.
            if own {
                usize::MAX
            } else {
                answers.len()
            }
        });
    }
}

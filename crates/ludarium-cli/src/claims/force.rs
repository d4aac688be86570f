//! Claims that a player can force something: all moves of the opponents are searched.

use ludarium_agents::force::{Force, Goal};
use ludarium_engine::SplitMix64;
use ludarium_games::check::Aim;
use ludarium_notation::number_words::counted;

use super::{position, Found, Test, Tested};
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
    let (goal, aim) = match aim {
        Aim::Win => (Goal::Win, "a win"),
        Aim::Draw => (Goal::Draw, "a draw or better"),
    };
    let wording = test.wording();
    let name = wording.player(player);
    let mut in_time = |positions: u64| positions % EVERY != 0 || test.deadline.in_time();
    let mut search = Force::new(game, player, goal, &mut in_time);
    for depth in 0..=plies {
        match search.can(&mut state, depth) {
            Some(true) => {
                let said = format!(
                    "{name} {} {aim} within {} ({})",
                    wording.verb(player, "forces"),
                    counted(depth, "ply"),
                    counted(search.positions(), "position")
                );
                return Ok(Tested::new(Found::Holds, said));
            }
            Some(false) => {}
            None => {
                let positions = search.positions();
                return Ok(Tested::undecided(format!(
                    "{aim} is not forced within {}; then the time was up ({})",
                    counted(depth.saturating_sub(1), "ply"),
                    counted(positions, "position")
                )));
            }
        }
    }
    Ok(Tested::new(
        Found::Fails,
        format!(
            "{name} cannot force {aim} within {} ({})",
            counted(plies, "ply"),
            counted(search.positions(), "position")
        ),
    ))
}

//! `ludarium bench --differential`: optimised move generators against the reference evaluator.

use ludarium_engine::{Game, Rollouts, SplitMix64};
use serde::Serialize;

use super::{Bench, LIMIT};
use crate::error::{Error, Exit};
use crate::game_args::GameArgs;
use crate::interrupt;
use crate::progress;

impl Bench {
    /// Runs `--differential`. The exit code is 1 if an optimised move generator differs from the
    /// reference evaluator, or a game cannot be loaded.
    pub(super) fn compare(&self, names: &[String], games: u64) -> Exit {
        interrupt::listen();
        let bar = progress::bar(names.len() as u64, "games");
        let mut reports = Vec::new();
        for name in names {
            bar.set_message(name.clone());
            let loaded = GameArgs::new(name, &[], self.defs.as_deref()).load();
            let compared = loaded.and_then(|chosen| differential(&chosen.loaded.game, games));
            if interrupt::is_asked() {
                break;
            }
            let report = Compared {
                game: name.clone(),
                same: compared.is_ok(),
                positions: compared.as_ref().ok().copied(),
                difference: compared.err().map(|error| error.to_string()),
            };
            if !self.json {
                bar.suspend(|| report.print());
            }
            reports.push(report);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let same = reports.iter().all(|report| report.same);
        if self.json {
            println!("{}", serde_json::json!({ "results": reports }));
        }
        Exit::success_if(same)
    }
}

/// The comparison of a game's optimised move generators with the reference evaluator.
#[derive(Serialize)]
struct Compared {
    game: String,
    same: bool,
    positions: Option<usize>,
    difference: Option<String>,
}

impl Compared {
    fn print(&self) {
        let name = &self.game;
        match (&self.difference, self.positions) {
            (None, Some(positions)) => println!("{name:<34} the same in {positions} positions"),
            (difference, _) => {
                let message = difference.as_deref().unwrap_or_default();
                println!("{name:<34} DIFFERS: {message}");
            }
        }
    }
}

/// Plays random games. Compares the list of moves in every position with that of the reference
/// evaluator, and a whole random game of each seed with the evaluator's. Returns the number of
/// positions compared.
fn differential(game: &Game, games: u64) -> Result<usize, Error> {
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    let mut rollouts = Rollouts::new(game);
    let mut positions = 0;
    for seed in 1..=games {
        if interrupt::is_asked() {
            break;
        }
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let start = game.start(&mut chance);
        let (mut state, mut begun) = (start.clone(), chance.clone());
        for ply in 0..LIMIT {
            if state.over() || interrupt::is_asked() {
                break;
            }
            game.legal(&mut state, &mut fast);
            game.legal_reference(&mut state, &mut plain);
            if fast != plain {
                let (fast, plain) = (fast.len(), plain.len());
                return Err(format!(
                    "seed {seed}, ply {ply}: {fast} moves by tables, {plain} by the rules"
                )
                .into());
            }
            positions += 1;
            let Some(&mv) = fast.get(pick.index(fast.len().max(1) as u32) as usize) else {
                break;
            };
            game.apply(&mut state, mv, &mut chance);
        }
        rollouts
            .play_twice(&start, LIMIT, &mut SplitMix64::new(seed), &mut begun)
            .map_err(|difference| format!("seed {seed}: {difference}"))?;
    }
    Ok(positions)
}

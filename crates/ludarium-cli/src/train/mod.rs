//! `ludarium train`: tunes the evaluation of a game by self-play.

mod checkpoint;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use ludarium::stored::StoredMatch;
use ludarium_agents::evaluation::{Effort, Evaluation, Trainer};
use ludarium_agents::AgentSpec;
use serde_json::{json, Value};

use self::checkpoint::{Checkpoint, Terms};
use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs, MOVE};
use crate::interrupt;
use crate::machine::PreparedMachine;
use crate::progress;
use crate::tournament::game::{Allowed, Table};
use crate::tournament::player::Entrant;
use crate::tournament::rating::Score;
use ludarium_notation::number_words::counted;

/// Time limit for a match of agents.
const MATCH: Duration = Duration::from_secs(60);

/// Arguments of `ludarium train`.
#[derive(Args, Debug)]
pub struct Train {
    #[command(flatten)]
    game: GameArgs,
    /// Number of training games; results are reproducible for fixed games, nodes and seed. With 0,
    /// the weights are those that agents learn by default
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Train for this time instead
    #[arg(long, value_name = "SECONDS", conflicts_with = "games")]
    time: Option<f64>,
    /// The same in minutes
    #[arg(long, hide = true, conflicts_with_all = ["games", "time"])]
    minutes: Option<f64>,
    /// Instead, train a network with this number of games against itself (two-player games with
    /// dice and piles of pieces)
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "time", "minutes"])]
    network: Option<usize>,
    /// Instead, play a trial match between the candidate agents to select what `auto` uses (the
    /// file agent.toml of a game's folder)
    #[arg(long, conflicts_with_all = ["games", "time", "minutes", "network"])]
    agents: bool,
    /// Number of positions searched per move
    #[arg(long, value_name = "N", default_value_t = 300)]
    nodes: u64,
    /// Number of games played in parallel; the weights do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games against the untrained evaluation at the end
    #[arg(long = "match", value_name = "N", default_value_t = 40)]
    contest: usize,
    /// Output file: weights.toml of a game's folder. Until it is written, the games played are kept
    /// in FILE.games; a training that was interrupted goes on with them
    #[arg(long, alias = "out", short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

impl Train {
    /// Runs the command. The exit code is 2 if the game cannot be loaded or trained, or the file
    /// cannot be written.
    pub fn run(self) -> Result<Exit, Error> {
        self.train()?;
        Ok(Exit::Success)
    }

    fn train(&self) -> Result<(), Error> {
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        if game.players() < 2 {
            return Err(format!("{} is for one player", chosen.name).into());
        }
        if game.features().hidden_information {
            return Err(
                format!("{} hides something: the search cannot play it", chosen.name).into(),
            );
        }
        if let Some(games) = self.network {
            return self.network(&chosen, games);
        }
        if self.agents {
            return self.agents(&chosen);
        }
        let seconds = self.time.or(self.minutes.map(|minutes| 60.0 * minutes));
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|e| format!("--time: {e}"))?;
        let mut trainer = Trainer::new(game, self.seed, self.nodes);
        let terms = Terms {
            game: chosen.name.clone(),
            with: chosen.with.clone(),
            nodes: self.nodes,
            seed: self.seed,
        };
        let out = self.output.as_deref();
        let opened = out.map(|out| Checkpoint::open(out, &terms, &mut trainer));
        let mut checkpoint = opened.transpose()?;
        if let Some(stored) = checkpoint
            .as_ref()
            .map(Checkpoint::stored)
            .filter(|&stored| stored > 0)
        {
            let stored = counted(stored, "game");
            eprintln!("goes on with {stored} of an interrupted training");
        }
        self.play(&mut trainer, time, &mut checkpoint)?;
        if let Some(checkpoint) = checkpoint.as_ref().filter(|_| interrupt::is_asked()) {
            let (stored, path) = (checkpoint.stored(), checkpoint.path().display());
            self.say(json!({ "interrupted": true, "games": stored }), || {
                format!(
                    "{} kept in {path}; the same command goes on from there",
                    counted(stored, "game")
                )
            });
            return Ok(());
        }
        let trained = trainer.trained();
        let (before, after) = (trained.before, trained.after);
        self.tell(|| {
            format!(
                "{} of {} a move, seed {}: {} to learn from, {} held out",
                counted(trained.games, "game"),
                counted(self.nodes, "node"),
                self.seed,
                counted(trained.positions, "position"),
                trained.held_out
            )
        });
        if trained.held_out > 0 {
            let [accuracy, explained] = [
                [after.accuracy, before.accuracy],
                [after.explained, before.explained],
            ]
            .map(|both| both.map(|share| 100.0 * share));
            self.tell(|| {
                format!(
                    "winner predicted in held-out positions: {:.1} %, before {:.1} %; \
                     variance of the results explained: {:.1} %, before {:.1} %",
                    accuracy[0], accuracy[1], explained[0], explained[1]
                )
            });
        }
        let known = [
            Arc::new(trained.evaluation.clone()),
            trainer.untrained().clone(),
        ];
        let score = self.contest(&chosen, &known)?;
        if score.games > 0 {
            self.tell(|| format!("against the untrained evaluation: {}", score.in_words()));
        }
        if self.json {
            let report = json!({
                "games": trained.games, "nodes": self.nodes, "seed": self.seed,
                "positions": trained.positions, "held_out": trained.held_out,
                "accuracy": after.accuracy, "accuracy_before": before.accuracy,
                "explained": after.explained, "explained_before": before.explained,
                "match_games": score.games, "match_score": score.mean(),
            });
            println!("{report}");
        }
        let heading = format!(
            "{}, {} a move, seed {}",
            counted(trained.games, "game"),
            counted(self.nodes, "node"),
            self.seed
        );
        self.store(&chosen, &trained.evaluation, &heading)?;
        if let Some(checkpoint) = checkpoint {
            checkpoint.finish();
        }
        Ok(())
    }

    /// Prints a line, unless JSON is wanted.
    fn tell(&self, line: impl FnOnce() -> String) {
        if !self.json {
            println!("{}", line());
        }
    }

    /// Prints a result, as JSON or in words.
    fn say(&self, json: Value, words: impl FnOnce() -> String) {
        match self.json {
            true => println!("{json}"),
            false => println!("{}", words()),
        }
    }

    /// Trains a network and plays a match against the evaluation without it.
    fn network(&self, chosen: &Chosen, games: usize) -> Result<(), Error> {
        let game = &chosen.loaded.game;
        let untrained = Evaluation::learn(game, self.seed, Effort::USUAL);
        let learned = untrained.clone().with_network(game, self.seed, games);
        let learned = learned.ok_or_else(|| {
            format!(
                "{}: networks are for two-player games with dice and piles of pieces",
                chosen.name
            )
        })?;
        let known = [learned.clone(), untrained].map(Arc::new);
        let score = self.contest(chosen, &known)?;
        let report = json!({
            "network_games": games, "match_games": score.games, "match_score": score.mean(),
        });
        if self.json || score.games > 0 {
            self.say(report, || {
                let score = score.in_words();
                format!("against the evaluation without a network: {score}")
            });
        }
        let heading = format!("--network {games}, seed {}", self.seed);
        self.store(chosen, &learned, &heading)
    }

    /// Plays a trial match between the candidate agents of a game.
    fn agents(&self, chosen: &Chosen) -> Result<(), Error> {
        let known = chosen.evaluation();
        let Some(contest) = chosen.contest(&known, MATCH) else {
            self.say(json!({ "agent": null }), || {
                let game = &chosen.name;
                format!("{game}: no trial match is needed to select an agent")
            });
            return Ok(());
        };
        let best = contest.best();
        let (against, score) = match best == contest.challenger {
            true => (contest.incumbent, contest.score),
            false => (contest.challenger, contest.games as f64 - contest.score),
        };
        let stored = StoredMatch {
            agent: best,
            against,
            games: contest.games,
            score: (100.0 * score).round() / 100.0,
            terms: format!("{} s a move", MOVE.as_secs_f64()),
        };
        self.say(serde_json::to_value(&stored)?, || {
            let (games, terms) = (counted(stored.games, "game"), &stored.terms);
            format!("{best} against {against}: {score:.1} of {games}, {terms}")
        });
        let Some(path) = &self.output else {
            return Ok(());
        };
        let text = toml::to_string(&stored)?;
        let text = format!("# Which agent suits the game, by `ludarium train --agents`.\n{text}");
        std::fs::write(path, text).map_err(Error::at(&path))
    }

    fn store(&self, chosen: &Chosen, learned: &Evaluation, heading: &str) -> Result<(), Error> {
        let Some(path) = &self.output else {
            return Ok(());
        };
        let stored = toml::to_string(&learned.to_stored(&chosen.loaded.game))?;
        let text =
            format!("# What positions are worth, by `ludarium train` ({heading}).\n{stored}");
        std::fs::write(path, text).map_err(Error::at(&path))
    }

    /// Plays the games. What is played is kept in the checkpoint.
    fn play(
        &self,
        trainer: &mut Trainer<'_>,
        time: Option<Duration>,
        checkpoint: &mut Option<Checkpoint>,
    ) -> Result<(), Error> {
        let units = time.map_or(self.games as u64, |time| time.as_secs());
        let unit = if time.is_some() { "s" } else { "games" };
        let bar = progress::bar(units, unit);
        let begun = Instant::now();
        if time.is_none() {
            bar.set_position(trainer.games() as u64);
        }
        interrupt::listen();
        while !interrupt::is_asked() {
            let left = match time {
                Some(time) if begun.elapsed() >= time => 0,
                Some(_) => usize::MAX,
                None => self.games.saturating_sub(trainer.games()),
            };
            if left == 0 {
                break;
            }
            let played = trainer.play(left, self.threads);
            if let Some(checkpoint) = checkpoint {
                checkpoint.update(trainer)?;
            }
            if time.is_some() {
                bar.set_message(counted(trainer.games(), "game"));
            }
            match time {
                Some(_) => bar.set_position(begun.elapsed().as_secs().min(units)),
                None => bar.inc(played as u64),
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Plays a match of the first evaluation against the second, with the search and the nodes of
    /// the training.
    fn contest(&self, chosen: &Chosen, known: &[Arc<Evaluation>; 2]) -> Result<Score, Error> {
        let allowed = Allowed {
            time: Duration::ZERO,
            nodes: Some(self.nodes),
            opening: 4,
            limit: 300,
        };
        let search = Entrant::Own(PreparedMachine::Agent(AgentSpec::AlphaBeta));
        let mut score = Score::default();
        for round in 0..self.contest {
            let known = known.clone().map(Some);
            let seed = self.seed ^ 0x7a11;
            let table = Table::new(chosen, [&search; 2], round, seed, known, allowed)?;
            let end = table.play();
            if end.interrupted {
                break;
            }
            score.add(end.score);
        }
        Ok(score)
    }
}

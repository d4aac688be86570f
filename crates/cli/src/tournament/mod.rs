//! `ludarium tournament`: agents play against each other.

mod game;
mod rating;

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agents::evaluation::{Effort, Evaluation};
use agents::Kind;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chosen::{Chosen, GameArgs};
use game::{Allowed, Table};
use rating::{interval, ratings, Score};

/// Arguments of `ludarium tournament`.
#[derive(Args, Debug)]
pub struct Tournament {
    /// Built-in games, .lud files, or games of the corpus, separated by commas
    #[arg(value_delimiter = ',', required = true, value_name = "GAME,GAME,...")]
    games: Vec<String>,
    /// Who plays: auto, level:1 to level:10, alphabeta, mcts, maxn, uct, random
    #[arg(
        long,
        short,
        value_delimiter = ',',
        value_name = "AGENT,AGENT,...",
        default_value = "auto,uct"
    )]
    agents: Vec<Kind>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Pairing::RoundRobin)]
    pairing: Pairing,
    /// Games of each pair in each game
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    rounds: usize,
    /// Seconds for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1)]
    time: f64,
    /// Positions or iterations for a move, instead of a time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Random plies that games begin with: the same for both games of a pair of rounds
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    opening: usize,
    /// A game that takes longer counts as drawn
    #[arg(long, value_name = "PLIES", default_value_t = 300)]
    limit: usize,
    /// What openings, dice and agents follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Keep every result in this file, one JSON object a line; what is there already is not played again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// How the summary is written
    #[arg(long, value_enum, default_value_t = Form::Table)]
    format: Form,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pairing {
    /// Everybody meets everybody
    RoundRobin,
    /// The first meets all others
    Gauntlet,
}

/// How a summary is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Table,
    Json,
    Csv,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fixture {
    game: usize,
    pair: (usize, usize),
    round: usize,
}

/// How one game ended, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Played {
    game: String,
    first: String,
    second: String,
    round: usize,
    /// What the first of the pair got, from 0 to 1.
    score: f64,
    plies: usize,
    /// Whether the game came to an end of its own.
    over: bool,
    /// The longest that a move took, in seconds.
    slowest: f64,
    /// The terms: time or nodes, opening, limit, seed.
    terms: String,
}

impl Tournament {
    /// Runs the command. The exit code is 2 when a game could not be loaded or a file not be written.
    pub fn run(self) -> ExitCode {
        match self.hold() {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("ludarium tournament: {message}");
                ExitCode::from(2)
            }
        }
    }

    fn hold(&self) -> Result<(), String> {
        if self.agents.len() < 2 {
            return Err("it takes two agents at least: --agents auto,uct".to_owned());
        }
        let time = Duration::try_from_secs_f64(self.time).map_err(|e| format!("--time: {e}"))?;
        let allowed = Allowed {
            time,
            nodes: self.nodes,
            opening: self.opening,
            limit: self.limit,
        };
        let chosen = self
            .games
            .iter()
            .map(|name| GameArgs::new(name, &[], None).load())
            .collect::<Result<Vec<Chosen>, String>>()?;
        for game in &chosen {
            if game.loaded.game.players() < 2 {
                return Err(format!("{} is for one player", game.name));
            }
        }
        let known = self.known()?;
        let fixtures = self.fixtures(&known);
        let mut results = known.clone();
        results.extend(self.play(&chosen, allowed, &fixtures)?);
        self.report(&results);
        Ok(())
    }

    fn terms(&self) -> String {
        let pace = match self.nodes {
            Some(nodes) => format!("{nodes} nodes"),
            None => format!("{} s", self.time),
        };
        format!(
            "{pace} a move, opening {}, limit {}, seed {}",
            self.opening, self.limit, self.seed
        )
    }

    /// What was played before on the same terms.
    fn known(&self) -> Result<Vec<Played>, String> {
        let Some(path) = self.results.as_ref().filter(|path| path.exists()) else {
            return Ok(Vec::new());
        };
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        // The last line may have been cut short when the tournament was killed.
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let terms = self.terms();
        let names: Vec<String> = self.agents.iter().map(Kind::to_string).collect();
        let asked = |played: &Played| {
            played.terms == terms
                && self.games.contains(&played.game)
                && names.contains(&played.first)
                && names.contains(&played.second)
                && played.round < self.rounds
        };
        Ok(lines.filter(asked).collect())
    }

    fn fixtures(&self, known: &[Played]) -> Vec<Fixture> {
        let played: HashSet<(&str, String, String, usize)> = known
            .iter()
            .map(|p| (p.game.as_str(), p.first.clone(), p.second.clone(), p.round))
            .collect();
        let mut fixtures = Vec::new();
        for round in 0..self.rounds {
            for game in 0..self.games.len() {
                for first in 0..self.agents.len() {
                    for second in first + 1..self.agents.len() {
                        if self.pairing == Pairing::Gauntlet && first > 0 {
                            continue;
                        }
                        let names = (
                            self.agents[first].to_string(),
                            self.agents[second].to_string(),
                        );
                        let key = (self.games[game].as_str(), names.0, names.1, round);
                        if !played.contains(&key) {
                            fixtures.push(Fixture {
                                game,
                                pair: (first, second),
                                round,
                            });
                        }
                    }
                }
            }
        }
        fixtures
    }

    fn play(
        &self,
        chosen: &[Chosen],
        allowed: Allowed,
        fixtures: &[Fixture],
    ) -> Result<Vec<Played>, String> {
        let file = match &self.results {
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                Some(file.map_err(|e| format!("{}: {e}", path.display()))?)
            }
            None => None,
        };
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left");
        let bar = ProgressBar::new(fixtures.len() as u64);
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or(cores).clamp(1, 256);
        let next = AtomicUsize::new(0);
        let done: Mutex<(Vec<Played>, Option<std::fs::File>, Option<String>)> =
            Mutex::new((Vec::new(), file, None));
        let learned: Vec<Mutex<Option<Arc<Evaluation>>>> =
            chosen.iter().map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| loop {
                    let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let game = &chosen[fixture.game].loaded.game;
                    let evaluation = {
                        let Ok(mut known) = learned[fixture.game].lock() else {
                            return;
                        };
                        known
                            .get_or_insert_with(|| {
                                Arc::new(Evaluation::learn(game, 1, Effort::USUAL))
                            })
                            .clone()
                    };
                    let pair = [self.agents[fixture.pair.0], self.agents[fixture.pair.1]];
                    let table = Table::new(game, pair, fixture.round, self.seed, evaluation);
                    let (score, end) = table.play(allowed);
                    let played = Played {
                        game: self.games[fixture.game].clone(),
                        first: pair[0].to_string(),
                        second: pair[1].to_string(),
                        round: fixture.round,
                        score,
                        plies: end.plies,
                        over: end.over,
                        slowest: end.slowest,
                        terms: self.terms(),
                    };
                    bar.inc(1);
                    let Ok(mut done) = done.lock() else {
                        return;
                    };
                    if let (Some(file), Ok(line)) = (&mut done.1, serde_json::to_string(&played)) {
                        if let Err(error) = writeln!(file, "{line}") {
                            done.2 = Some(error.to_string());
                        }
                    }
                    done.0.push(played);
                });
            }
        });
        bar.finish_and_clear();
        match done.into_inner() {
            Ok((played, _, None)) => Ok(played),
            Ok((_, _, Some(error))) => Err(error),
            Err(_) => Err("a game came to no end".to_owned()),
        }
    }

    fn report(&self, results: &[Played]) {
        let mut pairs: BTreeMap<(String, String, String), Score> = BTreeMap::new();
        let mut totals: BTreeMap<(String, String), Score> = BTreeMap::new();
        for played in results {
            let (first, second) = (played.first.clone(), played.second.clone());
            let pair = (played.game.clone(), first.clone(), second.clone());
            pairs.entry(pair).or_default().add(played.score);
            totals.entry((first, second)).or_default().add(played.score);
        }
        let ratings = ratings(&totals);
        match self.format {
            Form::Json => println!("{}", self.as_json(&pairs, &ratings, results)),
            Form::Csv => {
                println!("game,first,second,games,score,low,high");
                for ((game, first, second), score) in &pairs {
                    let (low, high) = interval(score);
                    println!(
                        "{game},{first},{second},{},{:.4},{low:.4},{high:.4}",
                        score.games,
                        score.mean()
                    );
                }
            }
            Form::Table => {
                println!("{}", self.terms());
                for ((game, first, second), score) in &pairs {
                    println!("{game:<34} {first} against {second}: {}", in_words(score));
                }
                if self.games.len() > 1 {
                    for ((first, second), score) in &totals {
                        println!(
                            "{:<34} {first} against {second}: {}",
                            "all",
                            in_words(score)
                        );
                    }
                }
                for (name, elo, error) in &ratings {
                    println!("{name:<16} {elo:>+6.0} Elo, give or take {error:.0}");
                }
                let slowest = results.iter().map(|p| p.slowest).fold(0.0, f64::max);
                let cut = results.iter().filter(|p| !p.over).count();
                println!("slowest move {slowest:.3} s; {cut} games cut off at the limit");
            }
        }
    }

    fn as_json(
        &self,
        pairs: &BTreeMap<(String, String, String), Score>,
        ratings: &[(String, f64, f64)],
        results: &[Played],
    ) -> serde_json::Value {
        let pairs = pairs.iter().map(|((game, first, second), score)| {
            let (low, high) = interval(score);
            json!({
                "game": game, "first": first, "second": second,
                "games": score.games, "score": score.mean(), "low": low, "high": high,
            })
        });
        let ratings = ratings
            .iter()
            .map(|(name, elo, error)| json!({ "agent": name, "elo": elo, "error": error }));
        json!({
            "terms": self.terms(),
            "pairs": pairs.collect::<Vec<_>>(),
            "ratings": ratings.collect::<Vec<_>>(),
            "games": results,
        })
    }
}

fn in_words(score: &Score) -> String {
    let (low, high) = interval(score);
    format!(
        "{:.1} % of {} games ({:.1} to {:.1})",
        100.0 * score.mean(),
        score.games,
        100.0 * low,
        100.0 * high
    )
}

//! `ludarium analyse`: evaluates positions and the moves of a game.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AgentSpec, AlphaBeta, Budget, Mcts};
use ludarium_engine::{Game, Move, Outcome, SplitMix64, State};
use ludarium_notation::number_words::counted;
use ludarium_notation::text_board::Style;
use ludarium_notation::{Notation, SiteAndPieceNames, Wording};
use serde_json::json;

use crate::clock;
use crate::error::{Error, Exit};
use crate::game_args::{no_such_throw, GameOrSaved, Line};
use crate::game_file;
use crate::interrupt;
use crate::outcome::over_in_words;
use crate::progress;

/// Arguments of `ludarium analyse`.
#[derive(Args, Debug)]
pub struct Analyse {
    #[command(flatten)]
    game: GameOrSaved,
    #[command(flatten)]
    line: Line,
    /// Seconds per position
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    time: f64,
    /// Positions or iterations per position, instead of a time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of lines to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = at_least_one)]
    lines: usize,
    /// The agent that searches: auto, alphabeta, mcts, mcts:OPTIONS, maxn, paranoid, brs, uct
    #[arg(long, value_name = "AGENT", default_value = "auto")]
    agent: AgentSpec,
    /// Number of threads of the tree search; results are not reproducible with more than one
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print one JSON object per position, for programs
    #[arg(long)]
    json: bool,
}

/// The analysis of a position.
struct Judged {
    ply: usize,
    mover: usize,
    /// The move played in the position, if any.
    made: Option<String>,
    /// The loss of the move played, if it was among the moves evaluated.
    lost: Option<f64>,
    /// The best lines: text, value, and whether the value is proved.
    lines: Vec<(String, f64, bool)>,
    depth: u32,
    nodes: u64,
    /// Whether Ctrl-C cut the search off.
    interrupted: bool,
}

/// The result of a game that is over. `winner` is 0 if several players have won, or none.
fn as_json(outcome: &Outcome) -> serde_json::Value {
    json!({ "over": true, "winner": outcome.winner, "winners": outcome.winners() })
}

/// Parses a number of lines.
fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "a number from 1".to_owned())
}

impl Analyse {
    /// Runs the command. Ctrl-C ends it with the lines found so far. The exit code is 2 if the game
    /// cannot be loaded or a move cannot be read.
    pub fn run(self) -> Result<Exit, Error> {
        self.analyse()?;
        Ok(Exit::Success)
    }

    fn analyse(&self) -> Result<(), Error> {
        let (chosen, saved) = self.game.load()?;
        let game = &chosen.loaded.game;
        if game.players() < 2 {
            return Err(format!(
                "{} is a one-player game: use `hint` in `ludarium play`",
                chosen.name
            )
            .into());
        }
        let signs = SiteAndPieceNames::new(game, Style::Ascii, &chosen.names());
        let notation = signs.notation(game);
        let words = Wording::new(&chosen.loaded, chosen.about());
        let loads = saved.is_some();
        let saved = match saved {
            Some(saved) => saved,
            None => self.line.played(&chosen)?,
        };
        let mut chance = SplitMix64::new(saved.seed);
        let state = match &saved.position {
            Some(text) => chosen.read_position(text, &mut chance)?,
            None => game.start(&mut chance),
        };
        if let Some(outcome) = game.outcome(&state) {
            match self.json {
                true => println!("{}", as_json(&outcome)),
                false => println!("{}", over_in_words(&outcome, &words)),
            }
            return Ok(());
        }
        interrupt::listen();
        // With a node limit, nothing is learned within a time limit, so that the same seed gives
        // the same result.
        let evaluation = Arc::new(match self.nodes {
            Some(_) => chosen.evaluation(),
            None => {
                let bar = progress::spinner();
                let known = chosen.by_clock(self.agent.adapts_to_game(), &bar);
                bar.finish_and_clear();
                known
            }
        });
        if !self.json && !interrupt::is_asked() {
            println!(
                "auto is {} here; evaluation: R² {:.2} on held-out games",
                ludarium_agents::recommended_agent(game, &evaluation),
                evaluation.explained_variance()
            );
        }
        let played = game_file::played(&chosen, &saved);
        let mut played = played.map_err(|(ply, why)| format!("ply {}: {why}", ply + 1))?;
        if let Some(throw) = &self.line.throw {
            let shown = played.show(throw);
            shown.map_err(|_| no_such_throw(game, throw))?;
        }
        let mut legal = Vec::new();
        let positions = match loads {
            true => saved.moves.len().max(1),
            false => saved.moves.len() + 1,
        };
        let bar = progress::bar(positions as u64, "positions");
        for (ply, (state, chance, made)) in played.plies().enumerate() {
            game.legal(&mut state.clone(), &mut legal);
            let at_end = made.is_none() && ply > 0 && loads;
            if state.over() || legal.is_empty() || at_end || interrupt::is_asked() {
                break;
            }
            let made = made.and_then(|mv| legal.iter().position(|own| *own == mv));
            let judged = self.judge(&notation, state, chance, &legal, made, ply, &evaluation)?;
            if judged.interrupted && judged.lines.is_empty() {
                break;
            }
            bar.suspend(|| match self.json {
                true => println!("{}", judged.as_json()),
                false => println!("{}", judged.in_words(&words.player(judged.mover))),
            });
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn judge(
        &self,
        notation: &Notation<'_>,
        state: &State,
        chance: &SplitMix64,
        legal: &[Move],
        made: Option<usize>,
        ply: usize,
        evaluation: &Arc<Evaluation>,
    ) -> Result<Judged, Error> {
        let game = notation.game;
        let mut agent = self.agent(game, legal.len(), made.is_some(), evaluation);
        let time = Duration::try_from_secs_f64(self.time).map_err(|e| format!("--time: {e}"))?;
        let timer = match self.nodes {
            Some(_) => clock::unlimited(),
            None => clock::start(time),
        };
        let mut budget = Budget::clock(&timer).at_most(self.nodes.unwrap_or(u64::MAX));
        agent.choose(&game.view(state, state.mover()), legal, &mut budget);
        let report = agent.report();
        let best = report.lines.first().map(|line| line.value);
        let own = made.and_then(|index| {
            let own = |line: &&ludarium_agents::Line| line.moves.first() == Some(&legal[index]);
            report.lines.iter().find(own).map(|line| line.value)
        });
        let lines = report.lines.iter().take(self.lines).map(|line| {
            let texts = notation.line(state, chance, &line.moves);
            (texts.join(" "), line.value, line.proved)
        });
        Ok(Judged {
            ply,
            mover: state.mover(),
            made: made.map(|index| notation.line(state, chance, &[legal[index]]).join(" ")),
            lost: best.zip(own).map(|(best, own)| (best - own).max(0.0)),
            lines: lines.collect(),
            depth: report.depth,
            nodes: report.nodes,
            interrupted: interrupt::is_asked(),
        })
    }

    /// The agent that searches. If the move played is to be evaluated, every move gets an exact
    /// value.
    fn agent(
        &self,
        game: &Game,
        moves: usize,
        all: bool,
        evaluation: &Arc<Evaluation>,
    ) -> Box<dyn Agent> {
        let kind = match self.agent {
            AgentSpec::Auto => ludarium_agents::recommended_agent(game, evaluation),
            kind => kind,
        };
        match kind {
            AgentSpec::AlphaBeta => {
                let lines = if all { moves } else { self.lines };
                Box::new(
                    AlphaBeta::with_evaluation(self.line.seed, evaluation.clone())
                        .lines(lines.max(2)),
                )
            }
            AgentSpec::Mcts(options) => {
                let search = Mcts::with_evaluation(self.line.seed, evaluation.clone())
                    .options(options)
                    .for_game(game);
                Box::new(search.threads(self.threads.clamp(1, 256)))
            }
            _ => kind.build(self.line.seed, game, Some(evaluation.clone())),
        }
    }
}

impl Judged {
    /// The analysis in words, with the name of the mover.
    fn in_words(&self, mover: &str) -> String {
        let how = match self.depth {
            0 => counted(self.nodes, "iteration"),
            depth => format!(
                "{} deep, {}",
                counted(depth, "ply"),
                counted(self.nodes, "position")
            ),
        };
        let cut_off = if self.interrupted {
            ", interrupted"
        } else {
            ""
        };
        let mut text = format!("{}. {mover} ({how}{cut_off})", self.ply + 1);
        if let Some(made) = &self.made {
            text.push_str(&format!(": {made}"));
            match self.lost {
                Some(lost) if lost >= 0.005 => {
                    text.push_str(&format!(", {:.0} % worse than the best move", 100.0 * lost));
                }
                Some(_) => text.push_str(", as good as the best move"),
                None => {}
            }
        }
        for (line, value, proved) in &self.lines {
            let sure = if *proved { " (proved)" } else { "" };
            text.push_str(&format!("\n   {:>3.0} %{sure}  {line}", 100.0 * value));
        }
        text
    }

    fn as_json(&self) -> serde_json::Value {
        let lines = self.lines.iter().map(
            |(line, value, proved)| json!({ "moves": line, "value": value, "proved": proved }),
        );
        json!({
            "ply": self.ply + 1, "player": self.mover, "made": self.made, "lost": self.lost,
            "depth": self.depth, "nodes": self.nodes, "lines": lines.collect::<Vec<_>>(),
            "interrupted": self.interrupted,
        })
    }
}

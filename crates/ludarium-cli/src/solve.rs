//! `ludarium solve`: solves deduction puzzles and small two-player games.

mod contest;

use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use ludarium_agents::solve::{solve, Ending, Limits, Progress, Solutions};
use ludarium_engine::puzzle::Puzzle;
use ludarium_engine::{Game, SplitMix64, State};
use ludarium_notation::number_words::counted;
use ludarium_notation::text_board::{Highlights, Style};
use ludarium_notation::SiteAndPieceNames;
use serde_json::json;

use crate::error::{Error, Exit};
use crate::game_args::GameArgs;
use crate::interrupt;
use crate::progress;
use contest::{Contest, Method};

/// Arguments of `ludarium solve`.
#[derive(Args, Debug)]
pub struct Solve {
    #[command(flatten)]
    game: GameArgs,
    /// Show every solution
    #[arg(long, conflicts_with = "solutions")]
    all: bool,
    /// Maximum number of solutions to show; also reports whether there are more
    #[arg(long, alias = "limit", value_name = "N", default_value_t = 1)]
    solutions: usize,
    /// Count the solutions without showing them
    #[arg(long)]
    count: bool,
    /// Maximum number of choices, or of positions in a two-player game
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    nodes: u64,
    /// Time limit in seconds (two-player games)
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Solution method (two-player games)
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// Prove or disprove a win of this player only (proof-number search)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=2))]
    player: Option<u64>,
    /// Number of threads of retrograde analysis [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Solve this position of a two-player game: ranks from the top, separated by `/`, then the
    /// mover
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    /// ASCII letters instead of Unicode lines
    #[arg(long)]
    ascii: bool,
}

impl Solve {
    /// Runs the command. The exit code is 0 if a solution or a game value is found, 1 if there is
    /// none or the limit is reached, and 2 if the game cannot be loaded or is neither a deduction
    /// puzzle nor a supported two-player game.
    pub fn run(self) -> Result<Exit, Error> {
        self.solve().map(Exit::success_if)
    }

    fn solve(&self) -> Result<bool, Error> {
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        let Some(puzzle) = game.puzzle() else {
            let contest = Contest {
                chosen: &chosen,
                position: self.position.as_deref(),
                method: self.method,
                nodes: self.nodes,
                time: self.time,
                player: self.player.map(|player| player as usize),
                threads: self.threads.unwrap_or_else(cores).clamp(1, 256),
                ascii: self.ascii,
                json: self.json,
            };
            return contest.decide();
        };
        let state = game.start(&mut SplitMix64::new(0));
        let limits = Limits {
            solutions: match self.all || self.count {
                true => usize::MAX,
                false => self.solutions,
            },
            nodes: self.nodes,
        };
        interrupt::listen();
        let begun = Instant::now();
        let bar = progress::share(STEPS as u64);
        let solutions = solve(puzzle, &state, limits, &mut |progress| {
            show_progress(&bar, progress);
            !interrupt::is_asked()
        });
        bar.finish_and_clear();
        let took = begun.elapsed();
        if self.json {
            println!("{}", self.as_json(game, puzzle, &solutions, took));
        } else {
            if !self.count {
                let style = match self.ascii {
                    true => Style::Ascii,
                    false => Style::Unicode,
                };
                let SiteAndPieceNames { board, glyphs } =
                    SiteAndPieceNames::new(game, style, &chosen.names());
                for solution in &solutions.found {
                    let solved = filled_in(game, puzzle, &state, solution);
                    println!("{}", board.draw(&solved, &glyphs, Highlights::default()));
                }
            }
            println!("{}", in_words(&solutions, took));
        }
        Ok(!solutions.found.is_empty())
    }

    fn as_json(
        &self,
        game: &Game,
        puzzle: &Puzzle,
        solutions: &Solutions,
        took: Duration,
    ) -> serde_json::Value {
        let variables = puzzle.variables().iter().map(|variable| {
            json!({
                "type": format!("{:?}", variable.place.kind),
                "site": variable.place.site,
            })
        });
        let shown = if self.count {
            &[][..]
        } else {
            &solutions.found
        };
        json!({
            "game": game.name(),
            "variables": variables.collect::<Vec<_>>(),
            "solutions": shown,
            "count": solutions.found.len(),
            "ending": match solutions.ending {
                Ending::Complete => "complete",
                Ending::More => "more",
                Ending::GaveUp | Ending::Stopped => "gave up",
            },
            "nodes": solutions.nodes,
            "seconds": took.as_secs_f64(),
        })
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The state with all values of a solution set.
fn filled_in(game: &Game, puzzle: &Puzzle, state: &State, solution: &[i32]) -> State {
    let mut state = state.clone();
    let mut chance = SplitMix64::new(0);
    for (variable, &value) in solution.iter().enumerate() {
        if puzzle.value(&state, variable).is_none() {
            game.apply(&mut state, puzzle.assignment(variable, value), &mut chance);
        }
    }
    state
}

fn in_words(solutions: &Solutions, took: Duration) -> String {
    let count = solutions.found.len();
    let some = |count: usize| counted(count, "solution");
    let what = match (solutions.ending, count) {
        (Ending::Complete, 0) => "no solution".to_owned(),
        (Ending::Complete, 1) => "the only solution".to_owned(),
        (Ending::Complete, _) => some(count),
        (Ending::More, _) => format!("more than {}", some(count)),
        (_, 0) => "no solution found yet, given up".to_owned(),
        _ => format!("{} so far, given up", some(count)),
    };
    format!(
        "{what} ({} choices, {:.3} s)",
        solutions.nodes,
        took.as_secs_f64()
    )
}

/// Resolution of the progress bar.
const STEPS: f64 = 10_000.0;

fn show_progress(bar: &ProgressBar, progress: Progress) {
    bar.set_position((progress.done * STEPS) as u64);
    bar.set_message(format!(
        "{}, {}",
        counted(progress.nodes, "choice"),
        counted(progress.solutions, "solution")
    ));
}

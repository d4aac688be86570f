//! `ludarium conform`: replays every recorded trial of a corpus.

mod explain;
mod finding;
mod replay;
mod report;
mod round;
mod run;
mod worker;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::corpus::Corpus;
use crate::error::{Error, Exit};

/// Arguments of `ludarium conform`.
#[derive(Args, Debug)]
pub struct Conform {
    /// A folder with lud/, def/ and trials/ [default: the folder in LUDARIUM_CORPUS]
    corpus: Option<PathBuf>,
    /// Only games of this name or path; `*` matches anything
    #[arg(long, short, value_name = "NAME|GLOB")]
    game: Option<String>,
    /// Show the first divergence in full: ply, board, moves, ludemes
    #[arg(long, short)]
    explain: bool,
    /// With --explain, only this trial (counted from 0)
    #[arg(long, short, value_name = "N", requires = "explain")]
    trial: Option<usize>,
    /// Group the failures by kind, by unsupported ludeme and by suspected ludeme
    #[arg(long, short)]
    summary: bool,
    /// Print one line for each game that fails
    #[arg(long, short)]
    failures: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    /// Threads [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// Time limit per game, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    limit: u64,
    /// Work as a worker process: read paths from standard input, write results
    #[arg(long, hide = true)]
    worker: bool,
    /// Fail if fewer games are exact than this file requires (`exact = N`)
    #[arg(long, value_name = "FILE")]
    ratchet: Option<PathBuf>,
}

/// The environment variable that names the corpus.
const CORPUS: &str = "LUDARIUM_CORPUS";

impl Conform {
    /// Runs the command. The exit code is 0 if the replay ran, whatever it found, 1 if fewer games
    /// are exact than the ratchet file requires, and 2 if there was nothing to replay.
    pub fn run(self) -> Result<Exit, Error> {
        let Some(root) = self
            .corpus
            .clone()
            .or_else(|| std::env::var_os(CORPUS).map(PathBuf::from))
        else {
            return Err(format!("name the folder of a corpus, or set {CORPUS}").into());
        };
        let floor = self
            .ratchet
            .as_deref()
            .map(report::read_ratchet)
            .transpose()?;
        let mut corpus = Corpus::open(&root)?;
        if let Some(pattern) = &self.game {
            corpus.keep(pattern);
            if corpus.games.is_empty() {
                return Err(format!("no game of {} fits {pattern:?}", root.display()).into());
            }
        }
        let limit = Duration::from_secs(self.limit);
        if self.worker {
            worker::work(corpus, limit)?;
            return Ok(Exit::Success);
        }
        if self.explain {
            explain::explain(&corpus, limit, self.trial)?;
            return Ok(Exit::Success);
        }
        let jobs = self
            .jobs
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let results = run::run(
            &corpus,
            &root,
            jobs.max(1),
            limit,
            !self.json && std::io::stderr().is_terminal(),
        )?;
        if self.json {
            println!("{}", report::json(&results));
        } else {
            if self.failures || (self.game.is_some() && results.len() <= 20) {
                report::print_failures(&results);
            }
            report::print_families(&results);
            if self.summary {
                report::print_summary(&results);
            }
        }
        Ok(match floor {
            Some(floor) => report::check_ratchet(&results, floor),
            None => Exit::Success,
        })
    }
}

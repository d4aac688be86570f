//! `ludarium conform`: replays every recorded trial of a corpus.

mod explain;
mod finding;
mod games;
mod replay;
mod report;
mod round;
mod run;
mod worker;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::corpus::Corpus;
use crate::error::{Error, Exit};
use crate::interrupt;
use report::CorpusResults;
use run::Known;

/// Arguments of `ludarium conform`.
#[derive(Args, Debug)]
pub struct Conform {
    /// Folders with lud/, def/ and trials/ [default: the folder in LUDARIUM_CORPUS]
    corpora: Vec<PathBuf>,
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
    /// Number of games replayed in parallel [default: number of cores]
    #[arg(long, alias = "jobs", short = 'j', value_name = "N")]
    threads: Option<usize>,
    /// Time limit per game, in seconds
    #[arg(long, alias = "limit", value_name = "SECONDS", default_value_t = 60)]
    time: u64,
    /// Append every result to this file, one JSON object per line, and skip the games that it has
    /// from the same program
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    results: Option<PathBuf>,
    /// Work as a worker process: read paths from standard input, write results
    #[arg(long, hide = true)]
    worker: bool,
    /// Fail if fewer games or trials are exact than this file requires (`[CORPUS]`, `games = N`,
    /// `trials = N`)
    #[arg(long, value_name = "FILE")]
    ratchet: Option<PathBuf>,
}

/// The environment variable that names the corpus.
const CORPUS: &str = "LUDARIUM_CORPUS";

impl Conform {
    /// Runs the command. The exit code is 0 if the replay ran, whatever it found, 1 if fewer games
    /// or trials are exact than the ratchet file requires, and 2 if there was nothing to replay.
    pub fn run(self) -> Result<Exit, Error> {
        let floors = match &self.ratchet {
            Some(path) => report::read_ratchet(path)?,
            None => BTreeMap::new(),
        };
        let corpora = self.open()?;
        let limit = Duration::from_secs(self.time);
        if self.worker {
            for corpus in corpora.into_iter().take(1) {
                worker::work(corpus, limit)?;
            }
            return Ok(Exit::Success);
        }
        if self.explain {
            for corpus in &corpora {
                explain::explain(corpus, limit, self.trial)?;
            }
            return Ok(Exit::Success);
        }
        if let Some(path) = &self.ratchet {
            let unknown = corpora
                .iter()
                .find(|corpus| !floors.contains_key(&corpus.name));
            if let Some(corpus) = unknown {
                let (path, name) = (path.display(), &corpus.name);
                return Err(format!("{path} has no numbers for the corpus {name:?}").into());
            }
        }
        let threads = self
            .threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let mut results = Vec::new();
        let known = Known::open(self.results.as_deref(), limit)?;
        interrupt::listen();
        for corpus in &corpora {
            if interrupt::is_asked() {
                break;
            }
            results.push(CorpusResults {
                name: corpus.name.clone(),
                games: run::run(corpus, threads.max(1), limit, &known)?,
            });
        }
        if self.json {
            println!("{}", report::json(&results));
        } else {
            self.print(&results);
        }
        let exit = report::check_ratchet(&results, &floors);
        // What was not replayed does not reach its numbers.
        Ok(match interrupt::is_asked() && self.ratchet.is_some() {
            true => Exit::Negative,
            false => exit,
        })
    }

    /// Opens the corpora, with the games that fit.
    fn open(&self) -> Result<Vec<Corpus>, Error> {
        let mut roots = self.corpora.clone();
        if roots.is_empty() {
            roots.extend(std::env::var_os(CORPUS).map(PathBuf::from));
        }
        if roots.is_empty() {
            return Err(format!("name the folder of a corpus, or set {CORPUS}").into());
        }
        let (mut corpora, mut names) = (Vec::new(), Vec::new());
        for root in &roots {
            let mut corpus = Corpus::open(root)?;
            names.extend(corpus.games.iter().map(|game| game.name().to_owned()));
            if let Some(pattern) = &self.game {
                corpus.keep(pattern);
            }
            corpora.push(corpus);
        }
        if let Some(pattern) = &self.game {
            if corpora.iter().all(|corpus| corpus.games.is_empty()) {
                let folders: Vec<String> = roots
                    .iter()
                    .map(|root| root.display().to_string())
                    .collect();
                let folders = folders.join(" or ");
                let message = format!("no game of {folders} fits {pattern:?}");
                let names = names.iter().map(String::as_str);
                return Err(match ludarium_games::nearest(pattern, names, 1).first() {
                    Some(near) => Error::new(message).with_hint(format!("did you mean {near}?")),
                    None => message.into(),
                });
            }
        }
        Ok(corpora)
    }

    fn print(&self, corpora: &[CorpusResults]) {
        for corpus in corpora {
            let results = &corpus.games;
            if corpora.len() > 1 {
                println!("━━ {}", corpus.name);
            }
            if self.failures || (self.game.is_some() && results.len() <= 20) {
                report::print_failures(results);
            }
            report::print_families(results);
            if self.summary {
                report::print_summary(results);
            }
        }
        if corpora.len() > 1 {
            println!();
            report::print_corpora(corpora);
        }
    }
}

//! `ludarium tournament`: plays matches between agents.

pub mod game;
mod kept;
mod played;
pub mod player;
pub mod rating;
mod report;
mod schedule;
mod sprt;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use ludarium_agents::evaluation::Evaluation;
use ludarium_notation::EndReasons;

use crate::error::{Error, Exit};
use crate::game_args::{readings, Chosen, GameArgs};
use crate::interrupt;
use crate::ledger::Ledger;
use crate::progress;
use game::{variant, Allowed, End, NotSeated, Table};
use kept::Folder;
use played::Played;
use player::{Entrant, Player};

use report::{Form, Summary};
use schedule::{Fixture, Pairing};
use sprt::{Hypotheses, Sprt, Verdict};

/// Arguments of `ludarium tournament`.
#[derive(Args, Debug)]
pub struct Tournament {
    /// Built-in games, .lud files, or games of the corpus, separated by commas
    #[arg(value_delimiter = ',', required = true, value_name = "GAME,GAME,...")]
    games: Vec<String>,
    /// The agents: auto, level:1 to level:10, alphabeta, mcts, mcts:OPTIONS, maxn, paranoid, brs,
    /// uct, random, network:FILE for a network that was trained in Python, cecp:COMMAND for an
    /// XBoard engine, or gnubg:COMMAND for GNU Backgammon
    #[arg(
        long,
        short,
        value_delimiter = ',',
        value_name = "AGENT,AGENT,...",
        default_value = "auto,uct"
    )]
    agents: Vec<Player>,
    /// A reading for all games, as tag=choice; may be repeated
    #[arg(long = "with", value_name = "TAG=CHOICE")]
    with: Vec<String>,
    /// A folder of standard definitions for .lud files [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// Pairing system
    #[arg(long, value_enum, default_value_t = Pairing::RoundRobin)]
    pairing: Pairing,
    /// Number of games per pair of agents in each game
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    rounds: usize,
    /// Stop the match of two agents by a sequential probability ratio test of these Elo
    /// differences, with 5 % error probability each; -n is then the maximum
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Seconds per move: the time control is 40 moves in 40 times this time
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1)]
    time: f64,
    /// Positions or iterations per move, instead of a time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of random opening plies; both games of a pair of rounds have the same opening
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    opening: usize,
    /// Maximum length of a game in plies; longer games are scored as draws
    #[arg(long, value_name = "PLIES", default_value_t = 300)]
    limit: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games played in parallel [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Append every result to this file, one JSON object per line, and skip the games already in it
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Save every game to a file in this folder, in the format that `play` and `analyse` load
    #[arg(long, value_name = "DIR")]
    games_in: Option<PathBuf>,
    /// Output format of the summary
    #[arg(long, value_enum, default_value_t = Form::Table)]
    format: Form,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// What the games of one description share, made when the first of them needs it.
#[derive(Default)]
struct Shared<'a> {
    /// The evaluation that the agents have learned.
    learned: OnceLock<Arc<Evaluation>>,
    /// What says why games end; `None` for a match of several games.
    reasons: OnceLock<Option<EndReasons<'a>>>,
}

impl<'a> Shared<'a> {
    /// Why the rules ended a game, as far as that can be told.
    fn reason(&self, chosen: &'a Chosen, end: &End) -> Option<String> {
        let (mut before, mut chance, mv) = end.last.clone().filter(|_| end.over)?;
        let reasons = || EndReasons::new(&chosen.loaded, chosen.about());
        let reasons = self.reasons.get_or_init(reasons).as_ref()?;
        let reason = reasons.of_move(&mut before, mv, &mut chance)?;
        reason.why.or(reason.points)
    }
}

/// The results by fixture, and the state of the test.
struct Progress {
    played: Vec<Option<Played>>,
    ledger: Ledger<Played>,
    test: Option<Sprt>,
    /// Number of fixtures that the test has counted.
    counted: usize,
    error: Option<Error>,
}

impl Progress {
    /// Adds finished pairs to the test in the order of the fixtures. Counting pairs in the order in
    /// which they finish would bias the test, because short games finish first.
    fn count(&mut self, fixtures: &[Fixture]) {
        let Some(test) = &mut self.test else {
            return;
        };
        while test.verdict() == Verdict::Open {
            let next = self.counted..self.counted + 2;
            let scores = match (fixtures.get(next.clone()), self.played.get(next)) {
                (Some([a, b]), Some([Some(first), Some(second)]))
                    if a.round + 1 == b.round && (a.game, a.pair) == (b.game, b.pair) =>
                {
                    [first.score, second.score]
                }
                _ => return,
            };
            test.add(scores);
            self.counted += 2;
        }
    }

    /// Whether the tournament can stop.
    fn ended(&self) -> bool {
        let decided = |test: &Sprt| test.verdict() != Verdict::Open;
        self.error.is_some() || self.test.as_ref().is_some_and(decided)
    }
}

impl Tournament {
    /// Runs the command. The exit code is 2 if a game cannot be loaded, a program cannot be started
    /// or a file cannot be written.
    pub fn run(self) -> Result<Exit, Error> {
        self.hold()?;
        Ok(Exit::Success)
    }

    fn hold(&self) -> Result<(), Error> {
        if self.agents.len() < 2 {
            return Err("at least two agents are needed: --agents auto,uct".into());
        }
        if self.sprt.is_some() && self.agents.len() > 2 {
            return Err("--sprt is a test of two agents".into());
        }
        let time = Duration::try_from_secs_f64(self.time).map_err(|e| format!("--time: {e}"))?;
        let allowed = Allowed {
            time,
            nodes: self.nodes,
            opening: self.opening,
            limit: self.limit,
        };
        let with = readings(&self.with)?;
        let load = |name: &String| GameArgs::new(name, &with, self.defs.as_deref()).load();
        let chosen = self.games.iter().map(load);
        let chosen = chosen.collect::<Result<Vec<Chosen>, Error>>()?;
        let external = self
            .agents
            .iter()
            .any(|own| matches!(own, Player::External(_)));
        for game in &chosen {
            if game.loaded.game.players() < 2 {
                return Err(format!("{} is for one player", game.name).into());
            }
            if external {
                variant(game)?;
            }
        }
        let enter = |game: &Chosen| self.agents.iter().map(|own| own.enter(game)).collect();
        let entrants = chosen.iter().map(enter);
        let entrants = entrants.collect::<Result<Vec<Vec<Entrant>>, Error>>()?;
        // The test counts pairs of games, so the number of rounds must be even.
        let rounds = match self.sprt {
            Some(_) => self.rounds.next_multiple_of(2),
            None => self.rounds,
        };
        let fixtures = self
            .pairing
            .fixtures(chosen.len(), self.agents.len(), rounds);
        let (ledger, known) = Ledger::open(self.results.as_deref(), &self.terms())?;
        let mut progress = Progress {
            played: fixtures.iter().map(|own| self.find(own, &known)).collect(),
            ledger,
            test: self.sprt.map(Sprt::new),
            counted: 0,
            error: None,
        };
        progress.count(&fixtures);
        let progress = self.play(&chosen, &entrants, allowed, &fixtures, progress)?;
        let results: Vec<Played> = progress.played.into_iter().flatten().collect();
        let summary = Summary::new(self.terms(), &results, self.sprt.zip(progress.test));
        summary.print(if self.json { Form::Json } else { self.format });
        Ok(())
    }

    /// The terms of the games in the file of results: everything that determines how games are
    /// played.
    fn terms(&self) -> String {
        let pace = match self.nodes {
            Some(nodes) => format!("{nodes} nodes"),
            None => format!("{} s", self.time),
        };
        let mut terms = format!(
            "{pace} a move, opening {}, limit {}, seed {}",
            self.opening, self.limit, self.seed
        );
        for reading in &self.with {
            terms += &format!(", {reading}");
        }
        terms
    }

    /// Finds the stored result of a fixture.
    fn find(&self, fixture: &Fixture, known: &[Played]) -> Option<Played> {
        let names = [fixture.pair.0, fixture.pair.1].map(|index| self.agents[index].to_string());
        let same = |played: &&Played| {
            played.round == fixture.round
                && played.game == self.games[fixture.game]
                && [&played.first, &played.second] == [&names[0], &names[1]]
        };
        known.iter().find(same).cloned()
    }

    /// Plays the games without a stored result.
    fn play(
        &self,
        chosen: &[Chosen],
        entrants: &[Vec<Entrant>],
        allowed: Allowed,
        fixtures: &[Fixture],
        progress: Progress,
    ) -> Result<Progress, Error> {
        let bar = self.bar(fixtures.len(), &progress);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or(cores).clamp(1, 256);
        let open: Vec<usize> = (0..fixtures.len())
            .filter(|index| progress.played[*index].is_none())
            .collect();
        let next = AtomicUsize::new(0);
        let progress = Mutex::new(progress);
        let folder = self.games_in.as_deref().map(Folder::open).transpose()?;
        let shared: Vec<Shared> = chosen.iter().map(|_| Shared::default()).collect();
        interrupt::listen();
        let work = || loop {
            let ended = progress.lock().map_or(true, |progress| progress.ended());
            let ended = ended || interrupt::is_asked();
            let index = open.get(next.fetch_add(1, Ordering::Relaxed));
            let (Some(&index), false) = (index, ended) else {
                return;
            };
            let fixture = fixtures[index];
            let shared = &shared[fixture.game];
            let game = &chosen[fixture.game];
            let entrants = &entrants[fixture.game];
            let played = self.game(game, entrants, fixture, allowed, shared, &bar);
            // A game that was cut off has no result.
            if interrupt::is_asked() && matches!(&played, Ok((_, end)) if end.interrupted) {
                return;
            }
            let played = played.and_then(|(played, end)| {
                let keep = |own: &Folder| own.keep(game, &end, &played);
                folder.as_ref().map_or(Ok(()), keep)?;
                Ok(played)
            });
            let Ok(mut progress) = progress.lock() else {
                return;
            };
            let kept = played.and_then(|played| {
                progress.ledger.keep(&played)?;
                Ok(played)
            });
            match kept {
                Ok(played) => progress.played[index] = Some(played),
                Err(error) => progress.error = Some(error),
            }
            progress.count(fixtures);
            bar.inc(1);
            if let Some(test) = &progress.test {
                bar.set_message(format!("ratio {:.2} of {:.2}", test.ratio(), sprt::bound()));
            }
        };
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        bar.finish_and_clear();
        match progress.into_inner() {
            Ok(Progress {
                error: Some(error), ..
            }) => Err(error),
            Ok(progress) => Ok(progress),
            Err(_) => Err("a worker thread panicked".into()),
        }
    }

    fn game<'a>(
        &self,
        chosen: &'a Chosen,
        entrants: &[Entrant],
        fixture: Fixture,
        allowed: Allowed,
        shared: &Shared<'a>,
        bar: &ProgressBar,
    ) -> Result<(Played, End), Error> {
        let pair = [&self.agents[fixture.pair.0], &self.agents[fixture.pair.1]];
        let judges = pair.iter().any(|player| player.judges());
        // With a node limit, nothing is learned within a time limit, so that the same seed gives
        // the same games.
        let suits = pair.iter().any(|player| player.suits());
        let learn = || {
            Arc::new(match self.nodes {
                Some(_) => chosen.evaluation(),
                None => chosen.by_clock(suits, bar),
            })
        };
        let known = judges.then(|| shared.learned.get_or_init(learn).clone());
        let known = [known.clone(), known];
        let seated = [&entrants[fixture.pair.0], &entrants[fixture.pair.1]];
        let table = Table::new(chosen, seated, fixture.round, self.seed, known, allowed);
        let end = match table {
            Ok(table) => table.play(),
            Err(NotSeated::Forfeit(side, why)) => End::forfeited(side, why),
            Err(NotSeated::Error(error)) => return Err(error),
        };
        let played = Played {
            game: self.games[fixture.game].clone(),
            first: pair[0].to_string(),
            second: pair[1].to_string(),
            round: fixture.round,
            score: end.score,
            plies: end.plies,
            over: end.over,
            reason: shared.reason(chosen, &end),
            note: end.note.clone(),
            slowest: end.slowest,
            terms: self.terms(),
        };
        Ok((played, end))
    }

    fn bar(&self, games: usize, progress: &Progress) -> ProgressBar {
        let known = progress.played.iter().flatten().count();
        let bar = progress::bar(games as u64, "games");
        bar.set_position(known as u64);
        bar.reset_eta();
        bar
    }
}

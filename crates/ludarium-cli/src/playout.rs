//! `ludarium playout`: plays random games and reports their statistics.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use clap::Args;
use ludarium_engine::{Chance, Game, Move, SplitMix64, State};
use ludarium_notation::number_words::counted;
use ludarium_notation::{EndReasons, Wording};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::faults::Faults;
use crate::game_args::GameArgs;
use crate::interrupt;
use crate::progress;

/// Arguments of `ludarium playout`.
#[derive(Args, Debug)]
pub struct PlayoutArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games
    #[arg(default_value_t = 100)]
    count: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of moves per game
    #[arg(long, value_name = "PLIES", default_value_t = 10_000)]
    limit: usize,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// What the games were like.
#[derive(Serialize)]
struct Report {
    games: usize,
    plies: Lengths,
    /// Legal moves per ply.
    branching: f64,
    /// Games that the limit of plies cut off.
    cut_off: usize,
    /// Games that the engine stopped, and why.
    stopped: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<String>,
    players: Vec<Standing>,
    drawn: usize,
    /// Why games ended, the most frequent reasons first.
    ends: Vec<End>,
    moves_per_s: f64,
    games_per_s: f64,
    /// Whether Ctrl-C ended the work before the last game.
    interrupted: bool,
}

#[derive(Serialize)]
struct Lengths {
    mean: f64,
    median: usize,
    least: usize,
    most: usize,
}

/// A reason why games ended.
#[derive(Serialize)]
struct End {
    reason: String,
    games: usize,
}

#[derive(Serialize)]
struct Standing {
    player: usize,
    /// What the game calls the player.
    name: String,
    /// The share of games that the player won, alone or with others.
    first: f64,
    mean_value: f64,
}

/// The most reasons that are printed.
const ENDS_SHOWN: usize = 6;

/// A game that was played, and the position and the throws before its last move.
struct Played {
    plies: usize,
    choices: u64,
    ended: bool,
    last: Option<(State, SplitMix64, Move)>,
}

/// Plays uniformly random moves until the game ends or `limit` plies are made.
fn play(game: &Game, state: &mut State, chance: &mut SplitMix64, limit: usize) -> Played {
    let (mut plies, mut choices, mut moves) = (0, 0, Vec::new());
    let (mut before, mut last) = (state.clone(), None);
    while !state.over() && plies < limit {
        game.legal(state, &mut moves);
        let Some(count) = u32::try_from(moves.len()).ok().filter(|count| *count > 0) else {
            break;
        };
        let mv = moves[chance.below(count) as usize];
        before.clone_from(state);
        last = Some((chance.clone(), mv));
        game.apply(state, mv, chance);
        plies += 1;
        choices += u64::from(count);
    }
    let ended = state.over();
    let last = last.filter(|_| ended);
    Played {
        plies,
        choices,
        ended,
        last: last.map(|(chance, mv)| (before, chance, mv)),
    }
}

/// The counts of the games so far.
struct Tally {
    lengths: Vec<usize>,
    choices: u64,
    cut: usize,
    faults: Faults,
    worth: Vec<f64>,
    wins: Vec<usize>,
    draws: usize,
    ends: HashMap<String, usize>,
}

impl Tally {
    fn new(players: usize) -> Tally {
        Tally {
            lengths: Vec::new(),
            choices: 0,
            cut: 0,
            faults: Faults::default(),
            worth: vec![0.0; players + 1],
            wins: vec![0; players + 1],
            draws: 0,
            ends: HashMap::new(),
        }
    }

    fn count(&mut self, game: &Game, state: &State, played: &Played) {
        self.lengths.push(played.plies);
        self.choices += played.choices;
        self.faults.count(state.fault());
        self.cut += usize::from(!played.ended || state.fault().is_some());
        let Some(outcome) = game.outcome(state) else {
            return;
        };
        for player in 1..=game.players() {
            self.worth[player] += outcome.utility(player);
        }
        let winners = outcome.winners();
        winners.iter().for_each(|player| self.wins[*player] += 1);
        self.draws += usize::from(winners.is_empty());
    }

    fn report(mut self, words: &Wording, seconds: f64, interrupted: bool) -> Report {
        self.lengths.sort_unstable();
        let games = self.lengths.len();
        let plies: usize = self.lengths.iter().sum();
        let ends = self.ends.into_iter();
        let mut ends: Vec<End> = ends.map(|(reason, games)| End { reason, games }).collect();
        ends.sort_by(|a, b| b.games.cmp(&a.games).then(a.reason.cmp(&b.reason)));
        let per = |part: f64, all: usize| part / all.max(1) as f64;
        let players = (1..self.wins.len()).map(|player| Standing {
            player,
            name: words.player(player),
            first: per(self.wins[player] as f64, games),
            mean_value: per(self.worth[player], games - self.cut),
        });
        Report {
            games,
            plies: Lengths {
                mean: per(plies as f64, games),
                median: self.lengths.get(games / 2).copied().unwrap_or(0),
                least: self.lengths.first().copied().unwrap_or(0),
                most: self.lengths.last().copied().unwrap_or(0),
            },
            branching: per(self.choices as f64, plies),
            cut_off: self.cut - self.faults.number,
            stopped: self.faults.number,
            stopped_by: self.faults.told(),
            players: players.collect(),
            drawn: self.draws,
            ends,
            moves_per_s: plies as f64 / seconds,
            games_per_s: games as f64 / seconds,
            interrupted,
        }
    }
}

impl PlayoutArgs {
    /// Runs the command. The exit code is 2 if the game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        let report = self.playouts()?;
        match self.json {
            true => println!("{}", serde_json::to_string(&report)?),
            false => report.print(self.limit),
        }
        Ok(Exit::Success)
    }

    fn playouts(&self) -> Result<Report, Error> {
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        let words = Wording::new(&chosen.loaded, chosen.about());
        let reasons = EndReasons::new(&chosen.loaded, chosen.about());
        let mut tally = Tally::new(game.players());
        let bar = progress::bar(self.count as u64, "games");
        let (begun, mut explaining) = (Instant::now(), Duration::ZERO);
        interrupt::listen();
        for index in 0..self.count as u64 {
            if interrupt::is_asked() {
                break;
            }
            let mut chance =
                SplitMix64::new(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(index));
            let mut state = game.start(&mut chance);
            let played = play(game, &mut state, &mut chance, self.limit);
            tally.count(game, &state, &played);
            let played_until = begun.elapsed();
            if let (Some(reasons), Some((mut before, mut chance, mv))) = (&reasons, played.last) {
                let why = reasons.of_move(&mut before, mv, &mut chance);
                if let Some(why) = why.and_then(|reason| reason.why.or(reason.points)) {
                    *tally.ends.entry(why).or_default() += 1;
                }
            }
            explaining += begun.elapsed() - played_until;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let interrupted = tally.lengths.len() < self.count;
        let seconds = (begun.elapsed() - explaining).as_secs_f64().max(1e-9);
        Ok(tally.report(&words, seconds, interrupted))
    }
}

impl Report {
    fn print(&self, limit: usize) {
        println!("games      {}", self.games);
        let Lengths {
            mean,
            median,
            least,
            most,
        } = self.plies;
        println!("length     {mean:.1} plies on average, median {median}, from {least} to {most}");
        println!("branching  {:.2} legal moves per ply", self.branching);
        if self.cut_off > 0 {
            let games = counted(self.cut_off, "game");
            println!("cut off    {games} at {}", counted(limit, "ply"));
        }
        if let Some(told) = &self.stopped_by {
            println!("stopped    {told}");
        }
        for own in &self.players {
            println!(
                "{:<10} first in {:>5.1} %, mean value {:.3}",
                own.name,
                100.0 * own.first,
                own.mean_value
            );
        }
        println!("drawn      {}", self.drawn);
        for (index, end) in self.ends.iter().take(ENDS_SHOWN).enumerate() {
            let title = if index == 0 { "ended by" } else { "" };
            println!("{title:<10} {}: {}", end.reason, counted(end.games, "game"));
        }
        if self.ends.len() > ENDS_SHOWN {
            let more = counted(self.ends.len() - ENDS_SHOWN, "reason");
            println!("{:<10} {more} more", "");
        }
        println!(
            "speed      {:.0} moves/s, {:.1} games/s",
            self.moves_per_s, self.games_per_s
        );
    }
}

//! `ludarium bench`: measures the speed of random playouts.

mod against;
mod differential;
mod search;
mod why;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ThreadTime;
use ludarium_engine::{Game, Rollouts, SplitMix64, State};
use ludarium_games::Kind;
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::error::{Error, Exit};
use crate::folders;
use crate::game_args::{GameArgs, FROM_CORPUS};
use crate::interrupt;
use crate::ledger::{Ledger, Stored};
use crate::progress;
use against::{Peers, Summary};

/// Arguments of `ludarium bench`.
#[derive(Args, Debug)]
pub struct Bench {
    /// Built-in games, .lud files or games of the corpus; `*` matches any text (`*chess`,
    /// `corpus:*`) [default: the games with a measured Ludii speed that are available]
    games: Vec<String>,
    /// A folder of standard definitions for .lud files
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// Measure all games of the corpus
    #[arg(long, conflicts_with = "games")]
    corpus: bool,
    /// Compare with the moves per second of another program: a table (.tsv) with the columns
    /// `game`, a path in the corpus or a built-in game, and `moves_per_s`
    #[arg(long, value_name = "TSV", conflicts_with = "differential")]
    against: Option<PathBuf>,
    /// Seconds of random games, of processor time, for each game and thread; listing moves takes a
    /// quarter of that in addition, and --plain twice as long
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    time: f64,
    /// Number of threads, each with its own games
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Also measure the reference evaluator, which lists all legal moves by interpreting the rules
    /// and draws one at random
    #[arg(long)]
    plain: bool,
    /// Do not measure: play this number of random games and compare the optimised move generators
    /// with the reference evaluator
    #[arg(long, value_name = "GAMES", conflicts_with = "results")]
    differential: Option<u64>,
    /// Measure what a search does, with one thread: listing moves, making and undoing them,
    /// alpha-beta, MCTS, each for --time seconds, and the deepest perft that takes no longer
    /// [default: a dozen games]
    #[arg(long, conflicts_with_all = ["differential", "against", "results", "plain", "threads"])]
    search: bool,
    /// Do not measure: say which fast paths play the games and, for those that do not, which ludeme
    /// stands in the way
    #[arg(long, conflicts_with_all = ["differential", "search", "against", "results", "plain", "threads"])]
    why: bool,
    /// Append every result to this file, one JSON object per line, and skip the games that it has
    /// on the same terms
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Results {
    results: Vec<Speed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Summary>,
}

/// A result in the file of `--results`.
#[derive(Serialize, Deserialize)]
struct Measured {
    /// The name that loads the game.
    game: String,
    terms: String,
    speed: Speed,
}

impl Stored for Measured {
    const COMMAND: &'static str = "bench";

    fn terms(&self) -> &str {
        &self.terms
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct Speed {
    game: String,
    moves_per_s: f64,
    playouts_per_s: f64,
    moves_per_game: f64,
    ns_per_listed_move: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times_plain: Option<f64>,
    /// How many times as fast as the other program.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    times_peer: Option<f64>,
}

/// The default games, with Ludii's moves per second (1.3.13, one thread of a 2-core Xeon, uniformly
/// random playouts; other machines differ by a factor). Zero: not measured.
const PEERS: [(&str, f64); 31] = [
    ("corpus:Tic-Tac-Toe", 1_430_000.0),
    ("corpus:Connect Four", 595_000.0),
    ("corpus:Breakthrough", 240_000.0),
    ("corpus:Reversi", 74_000.0),
    ("corpus:Hex", 1_000_000.0),
    ("corpus:Gomoku", 1_350_000.0),
    ("corpus:Yavalath", 1_040_000.0),
    ("corpus:Amazons", 284_000.0),
    ("corpus:English Draughts", 306_000.0),
    ("corpus:International Draughts", 150_000.0),
    ("corpus:Nine Men's Morris", 375_000.0),
    ("corpus:Chess", 43_700.0),
    ("corpus:Go", 64_000.0),
    ("corpus:Oware", 68_000.0),
    ("corpus:Kalah", 306_000.0),
    ("corpus:Tablut", 137_000.0),
    ("corpus:Hnefatafl", 77_000.0),
    ("corpus:Fanorona", 145_000.0),
    ("corpus:Lines of Action", 62_000.0),
    ("corpus:Royal Game of Ur", 240_000.0),
    ("corpus:Fox and Geese", 299_000.0),
    ("gollon-shatranj", 41_000.0),
    ("wikipedia-chaturaji", 133_000.0),
    ("bgs-tab-egypt", 167_000.0),
    ("falkener-seega", 505_000.0),
    ("falkener-turkish-draughts", 100_000.0),
    ("falkener-backgammon", 1_200.0),
    ("gollon-chinese-chess", 9_200.0),
    ("bgs-daldos", 141_000.0),
    ("gollon-round-chess", 0.0),
    ("ludii-lib-al-ghashim", 0.0),
];

/// The environment variable with the path of the corpus.
const CORPUS: &str = "LUDARIUM_CORPUS";

/// Maximum length of a game in plies; random games of some rules never end.
const LIMIT: usize = 20_000;

impl Bench {
    /// Runs the command: uniformly random playouts from the start to the end. The exit code is 1 if
    /// a game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        let names = self
            .names()
            .map_err(|error| error.with_exit(Exit::Negative))?;
        if let Some(games) = self.differential {
            return Ok(self.compare(&names, games));
        }
        if self.why {
            return self.explain(&names);
        }
        if self.search {
            return self.search(&names);
        }
        let peers = self.against.as_deref().map(Peers::read).transpose()?;
        let time = Duration::try_from_secs_f64(self.time).map_err(|e| format!("--time: {e}"))?;
        let terms = format!(
            "{} s, {} threads, plain {}, version {}",
            self.time,
            self.threads,
            self.plain,
            env!("CARGO_PKG_VERSION")
        );
        let (mut ledger, known) = Ledger::open(self.results.as_deref(), &terms)?;
        let mut results = Vec::new();
        let mut failed = false;
        if !self.json {
            self.print_head();
        }
        interrupt::listen();
        let bar = progress::bar(names.len() as u64, "games");
        for name in names {
            if interrupt::is_asked() {
                break;
            }
            bar.set_message(name.clone());
            let known = known.iter().find(|known: &&Measured| known.game == name);
            let speed = match known {
                Some(known) => Ok(Some(known.speed.clone())),
                None => self.measured(&name, time),
            };
            match speed {
                Ok(Some(mut speed)) => {
                    if known.is_none() {
                        ledger.keep(&Measured {
                            game: name.clone(),
                            terms: terms.clone(),
                            speed: speed.clone(),
                        })?;
                    }
                    let peer = match &peers {
                        Some(peers) => peers.moves_per_s(&name),
                        None => built_in_peer(&name),
                    };
                    speed.times_peer = peer.map(|peer| speed.moves_per_s / peer);
                    if !self.json {
                        bar.suspend(|| print_line(&speed));
                    }
                    results.push(speed);
                }
                Ok(None) => break,
                Err(error) => {
                    bar.suspend(|| error.report("ludarium bench"));
                    failed = true;
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let times = results
            .iter()
            .filter_map(|speed| Some((speed.times_peer?, speed)));
        let summary = peers.and_then(|_| Summary::of(times));
        if self.json {
            let against = summary;
            println!("{}", serde_json::to_string(&Results { results, against })?);
            return Ok(Exit::success_if(!failed));
        }
        if self.plain {
            print_mean(&results);
        }
        if let Some(summary) = summary {
            println!("{}", summary.text());
        }
        Ok(Exit::success_if(!failed))
    }

    fn print_head(&self) {
        println!(
            "{:<26}{:>14}{:>14}{:>14}{:>14}{:>16}{}",
            "game",
            "moves/s",
            "playouts/s",
            "moves/game",
            if self.against.is_some() {
                "times other"
            } else {
                "times Ludii"
            },
            "ns/listed move",
            if self.plain { "   times plain" } else { "" }
        );
    }

    /// The speed of a game; `None` if Ctrl-C ended the measurement.
    fn measured(&self, name: &str, time: Duration) -> Result<Option<Speed>, Error> {
        let chosen = GameArgs::new(name, &[], self.defs.as_deref()).load()?;
        let game = &chosen.loaded.game;
        let mut speed = measure(game, time, self.threads.max(1));
        speed.times_plain = self.plain.then(|| times_plain(game, time));
        Ok((!interrupt::is_asked()).then_some(speed))
    }
}

impl Bench {
    /// The selected games, each by a name that loads it.
    fn names(&self) -> Result<Vec<String>, Error> {
        let has_corpus = std::env::var_os(CORPUS).is_some();
        if self.games.is_empty() && self.search {
            return Ok(search::GAMES.map(str::to_owned).to_vec());
        }
        if self.games.is_empty() && !self.corpus {
            // Without a corpus, only built-in games are available.
            let names = PEERS.iter().map(|(name, _)| (*name).to_owned());
            return Ok(names
                .filter(|name| !name.starts_with(FROM_CORPUS) || has_corpus)
                .collect());
        }
        let mut names = Vec::new();
        let all = format!("{FROM_CORPUS}*");
        let asked = match self.corpus {
            true => std::slice::from_ref(&all),
            false => &self.games[..],
        };
        for name in asked {
            match name.strip_prefix(FROM_CORPUS) {
                _ if !name.contains('*') => names.push(name.clone()),
                Some(pattern) => {
                    let root = std::env::var_os(CORPUS)
                        .ok_or_else(|| format!("{CORPUS} names no corpus"))?;
                    let mut corpus = Corpus::open(root.as_ref())?;
                    corpus.keep(pattern);
                    let paths = corpus.games.iter().map(|entry| &entry.path);
                    names.extend(paths.map(|path| format!("{FROM_CORPUS}{path}")));
                }
                None => {
                    let entries = folders::meant(std::slice::from_ref(name))?;
                    let games = entries.iter().filter(|entry| entry.kind() == Kind::Game);
                    names.extend(games.map(|entry| entry.slug.to_owned()));
                }
            }
        }
        Ok(names)
    }
}

/// Prints the geometric mean of the speedups and the smallest one.
fn print_mean(results: &[Speed]) {
    let times = |speed: &Speed| speed.times_plain.map(|times| (times, speed.game.clone()));
    let mut times: Vec<(f64, String)> = results.iter().filter_map(times).collect();
    // Games that end at the start have no speed.
    times.retain(|(times, _)| times.is_normal());
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some((least, game)) = times.first() else {
        return;
    };
    let logarithms: f64 = times.iter().map(|(times, _)| times.ln()).sum();
    let slower = times.iter().take_while(|(times, _)| *times < 1.0).count();
    println!(
        "{} games: {:.2} times the reference evaluator (geometric mean), {slower} of them slower; slowest {game}: {least:.2}",
        times.len(),
        (logarithms / times.len() as f64).exp(),
    );
}

/// Ludii's moves per second, if they were measured.
fn built_in_peer(name: &str) -> Option<f64> {
    let own = name.trim_start_matches(FROM_CORPUS);
    let own = own.rsplit('/').next().unwrap_or(own);
    let same = |peer: &&(&str, f64)| peer.0.trim_start_matches(FROM_CORPUS) == own;
    let peer = PEERS.iter().find(same);
    let peer = peer.or_else(|| PEERS.iter().find(|(peer, _)| *peer == name));
    peer.map(|(_, ludii)| *ludii).filter(|ludii| *ludii > 0.0)
}

fn print_line(speed: &Speed) {
    let times = speed.times_peer.map(|times| format!("{times:.1}"));
    let times = times.unwrap_or_else(|| "-".to_owned());
    let plain = speed.times_plain.map(|times| format!("{times:>14.2}"));
    println!(
        "{:<26}{:>14.0}{:>14.1}{:>14.1}{times:>14}{:>16.0}{}",
        speed.game,
        speed.moves_per_s,
        speed.playouts_per_s,
        speed.moves_per_game,
        speed.ns_per_listed_move,
        plain.unwrap_or_default()
    );
}

/// Plays random games on `threads` threads for `time` each, then lists moves for a quarter of that
/// time.
fn measure(game: &Game, time: Duration, threads: usize) -> Speed {
    // Warm-up: the first game builds the shared tables and is not counted.
    play_for(game, Duration::ZERO, 0);
    let played: Vec<Played> = std::thread::scope(|scope| {
        let play = |thread| scope.spawn(move || play_for(game, time, thread as u64));
        let threads: Vec<_> = (0..threads).map(play).collect();
        let ends = threads.into_iter().map(|thread| thread.join());
        ends.filter_map(Result::ok).collect()
    });
    let sum = |of: &dyn Fn(&Played) -> f64| played.iter().map(of).sum::<f64>();
    Speed {
        game: game.name().to_owned(),
        moves_per_s: sum(&|played| played.plies / played.seconds),
        playouts_per_s: sum(&|played| played.games / played.seconds),
        moves_per_game: sum(&|played| played.plies) / sum(&|played| played.games).max(1.0),
        ns_per_listed_move: list_for(game, time / 4),
        times_plain: None,
        times_peer: None,
    }
}

/// The games played by one thread.
struct Played {
    games: f64,
    plies: f64,
    seconds: f64,
}

/// Number of moves between two reads of the clock.
const UNCLOCKED: usize = 500;

fn play_for(game: &Game, time: Duration, thread: u64) -> Played {
    let mut rollouts = Rollouts::new(game);
    // A start that does not depend on chance is computed once.
    let mut untouched = SplitMix64::new(0);
    let start = game.start(&mut untouched);
    let start = (untouched == SplitMix64::new(0)).then_some(start);
    let mut run = |seed: u64| {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let drawn = start.is_none().then(|| game.start(&mut chance));
        let Some(from) = start.as_ref().or(drawn.as_ref()) else {
            return 0;
        };
        rollouts.play(from, LIMIT, &mut pick, &mut chance).plies
    };
    // Processor time: what else the machine does has little effect.
    let begun = ThreadTime::now();
    let (mut games, mut plies) = (0u64, 0usize);
    // Reading the clock after every game would distort the speed of the shortest games.
    let mut unclocked = 0;
    while unclocked < UNCLOCKED || (begun.elapsed() < time && !interrupt::is_asked()) {
        unclocked %= UNCLOCKED;
        games += 1;
        let played = run(games | thread << 48);
        plies += played;
        unclocked += played.max(1);
    }
    Played {
        games: games as f64,
        plies: plies as f64,
        seconds: begun.elapsed().as_secs_f64().max(1e-9),
    }
}

/// The speedup over the reference evaluator on one thread. Both play whole games in turn, so that
/// each sees the same game phases; the time is processor time of this thread, so that other load
/// has little effect.
fn times_plain(game: &Game, time: Duration) -> f64 {
    let mut rollouts = Rollouts::new(game);
    let (mut fast, mut plain) = (Pace::default(), Pace::default());
    let begun = Instant::now();
    for seed in 1.. {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let start = game.start(&mut chance);
        let asked = ThreadTime::now();
        let (plies, ended) = play_plainly(game, start.clone(), time, &mut pick, &mut chance);
        // The first game builds tables and is not counted.
        let warm = seed > 1;
        plain.add(plies, asked.elapsed(), warm);
        // A game cut short is compared with the same number of moves from the start.
        let most = if ended { LIMIT } else { plies };
        let asked = ThreadTime::now();
        let played = rollouts.play(&start, most, &mut pick, &mut chance);
        fast.add(played.plies, asked.elapsed(), warm);
        if (warm && begun.elapsed() > 2 * time) || interrupt::is_asked() {
            break;
        }
    }
    fast.moves_per_s() / plain.moves_per_s()
}

#[derive(Default)]
struct Pace {
    plies: usize,
    spent: Duration,
}

impl Pace {
    fn add(&mut self, plies: usize, spent: Duration, counts: bool) {
        if counts {
            self.plies += plies;
            self.spent += spent;
        }
    }

    fn moves_per_s(&self) -> f64 {
        self.plies as f64 / self.spent.as_secs_f64().max(1e-9)
    }
}

/// Plays a random game with the reference evaluator for at most `time`. Returns the number of
/// moves, and whether the game ended (or reached [`LIMIT`]).
fn play_plainly(
    game: &Game,
    mut state: State,
    time: Duration,
    pick: &mut SplitMix64,
    chance: &mut SplitMix64,
) -> (usize, bool) {
    let (mut moves, mut plies) = (Vec::new(), 0);
    let begun = Instant::now();
    while !state.over()
        && plies < LIMIT
        && (plies == 0 || begun.elapsed() < time)
        && !interrupt::is_asked()
    {
        game.legal_reference(&mut state, &mut moves);
        let Some(&mv) = moves.get(pick.index(moves.len().max(1) as u32) as usize) else {
            // An evaluation fault ends the game.
            return (plies, true);
        };
        game.apply(&mut state, mv, chance);
        plies += 1;
    }
    (plies, state.over() || plies >= LIMIT)
}

/// Nanoseconds of move generation per legal move, in random games.
fn list_for(game: &Game, time: Duration) -> f64 {
    let (mut listing, mut listed) = (Duration::ZERO, 0usize);
    let mut moves = Vec::new();
    let begun = Instant::now();
    for seed in 1.. {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let mut state = game.start(&mut chance);
        for ply in 0..LIMIT {
            if state.over() || (begun.elapsed() >= time && listed > 0) || interrupt::is_asked() {
                break;
            }
            let asked = Instant::now();
            game.legal(&mut state, &mut moves);
            if ply > 0 || seed > 1 {
                // The first list builds the tables.
                listing += asked.elapsed();
                listed += moves.len();
            }
            let Some(&mv) = moves.get(pick.index(moves.len().max(1) as u32) as usize) else {
                break;
            };
            game.apply(&mut state, mv, &mut chance);
        }
        if begun.elapsed() >= time || interrupt::is_asked() {
            break;
        }
    }
    listing.as_nanos() as f64 / listed.max(1) as f64
}

impl Bench {
    /// Runs `--search`. The exit code is 1 if a game cannot be loaded.
    fn search(&self, names: &[String]) -> Result<Exit, Error> {
        let time = Duration::try_from_secs_f64(self.time).map_err(|e| format!("--time: {e}"))?;
        interrupt::listen();
        let bar = progress::bar(names.len() as u64, "games");
        let (mut results, mut failed) = (Vec::new(), false);
        if !self.json {
            println!("{}", search::head());
        }
        for name in names {
            bar.set_message(name.clone());
            let loaded = GameArgs::new(name, &[], self.defs.as_deref()).load();
            match loaded.map(|chosen| search::measure(&chosen, time)) {
                Ok(Some(speed)) => {
                    if !self.json {
                        bar.suspend(|| println!("{}", speed.line()));
                    }
                    results.push(speed);
                }
                Ok(None) => break,
                Err(error) => {
                    bar.suspend(|| error.report("ludarium bench"));
                    failed = true;
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if self.json {
            println!("{}", serde_json::json!({ "results": results }));
        }
        Ok(Exit::success_if(!failed))
    }
}

//! `ludarium bench`: how fast random games are played.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Game, Rollouts, SplitMix64};
use serde::Serialize;

use crate::chosen::GameArgs;

/// Arguments of `ludarium bench`.
#[derive(Args, Debug)]
pub struct Bench {
    /// Built-in games, .lud files or games of the corpus [default: those that the peers were
    /// measured on, as far as they are there, and all built-in games]
    games: Vec<String>,
    /// A folder of standard definitions for .lud files
    #[arg(long, value_name = "DIR")]
    defs: Option<std::path::PathBuf>,
    /// Seconds for each game
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    time: f64,
    /// Threads that play at the same time, each its own games
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Measure nothing: play so many random games of each, and compare the fast paths with the rules asked one by
    /// one
    #[arg(long, value_name = "GAMES")]
    differential: Option<u64>,
    /// One JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Results {
    results: Vec<Speed>,
}

#[derive(Serialize)]
struct Speed {
    game: String,
    moves_per_s: f64,
    playouts_per_s: f64,
    moves_per_game: f64,
    ns_per_listed_move: f64,
}

/// The games that the peers were measured on, with Ludii's moves a second (1.3.13, one thread of a
/// 2-core Xeon machine, uniformly random playouts; another machine differs by a factor).
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

/// The environment variable that names the corpus.
const CORPUS: &str = "LUDARIUM_CORPUS";

/// Games longer than this are cut off, as none of them would end.
const LIMIT: usize = 20_000;

impl Bench {
    /// Runs the command: one core, uniformly random playouts from the start to the end. The exit
    /// code is 1 when a game could not be loaded.
    pub fn run(self) -> ExitCode {
        let names: Vec<String> = match self.games.is_empty() {
            // Without a corpus the built-in games remain.
            true => PEERS
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .filter(|name| !name.starts_with("corpus:") || std::env::var_os(CORPUS).is_some())
                .collect(),
            false => self.games.clone(),
        };
        if let Some(games) = self.differential {
            return self.compare(&names, games);
        }
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::from_secs(3));
        let mut results = Vec::new();
        let mut failed = false;
        if !self.json {
            println!(
                "{:<26}{:>14}{:>14}{:>14}{:>14}{:>16}",
                "game", "moves/s", "playouts/s", "moves/game", "times Ludii", "ns/listed move"
            );
        }
        for name in names {
            match GameArgs::new(&name, &[], self.defs.as_deref()).load() {
                Ok(chosen) => {
                    let speed = measure(&chosen.loaded.game, time, self.threads.max(1));
                    if !self.json {
                        print_line(&name, &speed);
                    }
                    results.push(speed);
                }
                Err(message) => {
                    eprintln!("ludarium bench: {message}");
                    failed = true;
                }
            }
        }
        if self.json {
            println!(
                "{}",
                serde_json::to_string(&Results { results }).unwrap_or_default()
            );
        }
        match failed {
            true => ExitCode::FAILURE,
            false => ExitCode::SUCCESS,
        }
    }
}

fn print_line(name: &str, speed: &Speed) {
    let peer = PEERS
        .iter()
        .find(|(peer, _)| peer.trim_start_matches("corpus:") == name);
    let peer = peer.or_else(|| PEERS.iter().find(|(peer, _)| *peer == name));
    let times = match peer {
        Some((_, ludii)) if *ludii > 0.0 => format!("{:.1}", speed.moves_per_s / ludii),
        _ => "-".to_owned(),
    };
    println!(
        "{:<26}{:>14.0}{:>14.1}{:>14.1}{times:>14}{:>16.0}",
        speed.game,
        speed.moves_per_s,
        speed.playouts_per_s,
        speed.moves_per_game,
        speed.ns_per_listed_move
    );
}

/// Plays on so many threads, each for so long; then lists moves for a quarter of that.
fn measure(game: &Game, time: Duration, threads: usize) -> Speed {
    // What every thread needs is made by the first game, which is not counted.
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
    }
}

/// What one thread has played.
struct Played {
    games: f64,
    plies: f64,
    seconds: f64,
}

fn play_for(game: &Game, time: Duration, thread: u64) -> Played {
    let mut rollouts = Rollouts::new(game);
    // A start that draws nothing from chance is always the same.
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
    let begun = Instant::now();
    let (mut games, mut plies) = (0u64, 0usize);
    while games == 0 || begun.elapsed() < time {
        games += 1;
        plies += run(games | thread << 48);
    }
    Played {
        games: games as f64,
        plies: plies as f64,
        seconds: begun.elapsed().as_secs_f64().max(1e-9),
    }
}

/// Nanoseconds that listing takes for each legal move, along random games.
fn list_for(game: &Game, time: Duration) -> f64 {
    let (mut listing, mut listed) = (Duration::ZERO, 0usize);
    let mut moves = Vec::new();
    let begun = Instant::now();
    for seed in 1.. {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let mut state = game.start(&mut chance);
        for ply in 0..LIMIT {
            if state.over() || (begun.elapsed() >= time && listed > 0) {
                break;
            }
            let asked = Instant::now();
            game.legal(&mut state, &mut moves);
            if ply > 0 || seed > 1 {
                // The first list of all makes the tables.
                listing += asked.elapsed();
                listed += moves.len();
            }
            let Some(&mv) = moves.get(pick.index(moves.len().max(1) as u32) as usize) else {
                break;
            };
            game.apply(&mut state, mv, &mut chance);
        }
        if begun.elapsed() >= time {
            break;
        }
    }
    listing.as_nanos() as f64 / listed.max(1) as f64
}

impl Bench {
    /// `--differential`: the exit code is 1 where a fast path differs from the rules, or a game cannot be loaded.
    fn compare(&self, names: &[String], games: u64) -> ExitCode {
        let mut failed = false;
        for name in names {
            let loaded = GameArgs::new(name, &[], self.defs.as_deref()).load();
            let compared = loaded.and_then(|chosen| differential(&chosen.loaded.game, games));
            match compared {
                Ok(positions) => println!("{name:<34} the same in {positions} positions"),
                Err(message) => {
                    println!("{name:<34} DIFFERS: {message}");
                    failed = true;
                }
            }
        }
        match failed {
            true => ExitCode::FAILURE,
            false => ExitCode::SUCCESS,
        }
    }
}

/// Plays random games and compares, in every position, the list of moves with that of the rules asked one by one, and
/// each whole game with the rollout of the same seed. How many positions were looked at.
fn differential(game: &Game, games: u64) -> Result<usize, String> {
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    let mut rollouts = Rollouts::new(game);
    let mut positions = 0;
    for seed in 1..=games {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let start = game.start(&mut chance);
        let (mut state, begun) = (start.clone(), chance.clone());
        for ply in 0..LIMIT {
            if state.over() {
                break;
            }
            game.legal(&mut state, &mut fast);
            game.legal_plainly(&mut state, &mut plain);
            if fast != plain {
                let (fast, plain) = (fast.len(), plain.len());
                return Err(format!(
                    "seed {seed}, ply {ply}: {fast} moves by tables, {plain} by the rules"
                ));
            }
            positions += 1;
            let Some(&mv) = fast.get(pick.index(fast.len().max(1) as u32) as usize) else {
                break;
            };
            game.apply(&mut state, mv, &mut chance);
        }
        let mut picks = [SplitMix64::new(seed), SplitMix64::new(seed)];
        let (mut chance, mut state) = (begun.clone(), start.clone());
        let rollout = rollouts.play(&start, LIMIT, &mut picks[0], &mut begun.clone());
        let plies = game.playout(&mut state, LIMIT, &mut picks[1], &mut chance);
        let winner = game.outcome(&state).map(|outcome| outcome.winner);
        if (rollout.plies, rollout.over.then_some(rollout.winner)) != (plies, winner) {
            return Err(format!(
                "seed {seed}: the compiled game ends after {} plies, the other after {plies}",
                rollout.plies
            ));
        }
    }
    Ok(positions)
}

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
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::from_secs(3));
        let mut results = Vec::new();
        let mut failed = false;
        if !self.json {
            println!(
                "{:<26}{:>14}{:>14}{:>14}{:>14}",
                "game", "moves/s", "playouts/s", "moves/game", "times Ludii"
            );
        }
        for name in names {
            match GameArgs::new(&name, &[], self.defs.as_deref()).load() {
                Ok(chosen) => {
                    let speed = measure(chosen.loaded.game.name(), &chosen.loaded.game, time);
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
        "{:<26}{:>14.0}{:>14.1}{:>14.1}{times:>14}",
        speed.game, speed.moves_per_s, speed.playouts_per_s, speed.moves_per_game
    );
}

fn measure(name: &str, game: &Game, time: Duration) -> Speed {
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
    // The first game fills the caches and is not counted.
    run(0);
    let begun = Instant::now();
    let (mut games, mut plies) = (0u64, 0usize);
    while games == 0 || begun.elapsed() < time {
        games += 1;
        plies += run(games);
    }
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    Speed {
        game: name.to_owned(),
        moves_per_s: plies as f64 / seconds,
        playouts_per_s: games as f64 / seconds,
        moves_per_game: plies as f64 / games as f64,
    }
}

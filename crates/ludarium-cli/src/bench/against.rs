//! Speeds of another program, to compare with: `bench --against FILE`.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;

use super::Speed;
use crate::error::Error;
use crate::game_args::FROM_CORPUS;
use crate::source;

/// The moves per second of another program, by game: the path of a description in the corpus, or
/// the name of a built-in game.
pub struct Peers(HashMap<String, f64>);

impl Peers {
    /// Reads a table with tabs between the columns: the first line names them, and there are
    /// columns `game` and `moves_per_s`. Speeds that are not positive count as not measured.
    pub fn read(file: &Path) -> Result<Peers, Error> {
        let text = source::read_text(file)?;
        let wrong = |line: usize, message: String| {
            Error::new(message).in_context(format!("{}:{line}", source::name_of(file)))
        };
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
        let column = |name: &str| {
            let at = head.iter().position(|own| *own == name);
            at.ok_or_else(|| wrong(1, format!("there is no column {name:?}")))
        };
        let (game, speed) = (column("game")?, column("moves_per_s")?);
        let mut speeds = HashMap::new();
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
            let fields: Vec<&str> = line.split('\t').collect();
            let (Some(name), Some(text)) = (fields.get(game), fields.get(speed)) else {
                return Err(wrong(index + 2, "a column is missing".to_owned()));
            };
            let moves: f64 = text
                .parse()
                .map_err(|_| wrong(index + 2, format!("{text:?} is not a number")))?;
            if moves.is_finite() && moves > 0.0 {
                speeds.insert((*name).to_owned(), moves);
            }
        }
        Ok(Peers(speeds))
    }

    /// The speed of the other program in a game, by the name that loads the game.
    pub fn moves_per_s(&self, name: &str) -> Option<f64> {
        let own = name.strip_prefix(FROM_CORPUS).unwrap_or(name);
        self.0.get(own).copied()
    }
}

/// How the speeds of all games compare.
#[derive(Debug, PartialEq, Serialize)]
pub struct Summary {
    games: usize,
    /// The geometric mean of how many times as fast the games are.
    geometric_mean: f64,
    /// The same of the lowest tenth of the games.
    lowest_tenth: f64,
    below_2: usize,
    below_1: usize,
    slowest: String,
    slowest_times: f64,
}

impl Summary {
    /// The summary of these games, each with how many times as fast it is; `None` for no game.
    pub fn of<'s>(times: impl Iterator<Item = (f64, &'s Speed)>) -> Option<Summary> {
        // Games that end at their start have no speed.
        let mut times: Vec<(f64, &Speed)> = times.filter(|(times, _)| times.is_normal()).collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (slowest_times, slowest) = *times.first()?;
        let mean = |times: &[(f64, &Speed)]| {
            let logarithms: f64 = times.iter().map(|(times, _)| times.ln()).sum();
            (logarithms / times.len() as f64).exp()
        };
        let below = |limit: f64| times.iter().take_while(|(times, _)| *times < limit).count();
        Some(Summary {
            games: times.len(),
            geometric_mean: mean(&times),
            lowest_tenth: mean(&times[..times.len().div_ceil(10)]),
            below_2: below(2.0),
            below_1: below(1.0),
            slowest: slowest.game.clone(),
            slowest_times,
        })
    }

    /// The summary in one line.
    pub fn text(&self) -> String {
        format!(
            "{} games: {:.2} times as fast (geometric mean), {:.2} in the lowest tenth; {} below 2, {} below 1; slowest {}: {:.2}",
            self.games,
            self.geometric_mean,
            self.lowest_tenth,
            self.below_2,
            self.below_1,
            self.slowest,
            self.slowest_times,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(game: &str) -> Speed {
        Speed {
            game: game.to_owned(),
            moves_per_s: 1.0,
            playouts_per_s: 1.0,
            moves_per_game: 1.0,
            ns_per_listed_move: 1.0,
            times_plain: None,
            times_peer: None,
        }
    }

    #[test]
    fn the_mean_is_geometric_and_the_lowest_tenth_stands_alone() {
        let games: Vec<Speed> = (0..20).map(|n| speed(&format!("game {n}"))).collect();
        let times = |n: usize| match n {
            0 => 0.5,
            1 => 2.0,
            n if n % 2 == 0 => 5.0,
            _ => 20.0,
        };
        let all = games.iter().enumerate().map(|(n, game)| (times(n), game));
        let summary = Summary::of(all).unwrap();
        assert_eq!(
            (summary.games, summary.below_2, summary.below_1),
            (20, 1, 1)
        );
        assert!((summary.lowest_tenth - 1.0).abs() < 1e-9);
        // Nine times 5, nine times 20, and 0.5 and 2, which cancel out: 10 to the power of 18/20.
        assert!((summary.geometric_mean - 10f64.powf(0.9)).abs() < 1e-9);
        assert_eq!(summary.slowest, "game 0");
        assert_eq!(Summary::of(std::iter::empty()), None);
    }

    #[test]
    fn a_table_is_read_by_the_names_of_its_columns() {
        let file = std::env::temp_dir().join(format!("ludarium-peers-{}.tsv", std::process::id()));
        let read = |text: &str| {
            std::fs::write(&file, text).unwrap();
            Peers::read(&file)
        };
        let peers = read("moves_per_s\tgame\n1000\tboard/hunt/Adugo\n0\tshatranj\n").unwrap();
        assert_eq!(peers.moves_per_s("corpus:board/hunt/Adugo"), Some(1000.0));
        assert_eq!(peers.moves_per_s("shatranj"), None);
        for (text, place) in [
            ("game\tspeed\n", ":1"),
            ("game\tmoves_per_s\na\tmany\n", ":2"),
        ] {
            let error = read(text).err().unwrap();
            assert!(format!("{error:?}").contains(place), "{error:?}");
        }
        std::fs::remove_file(file).unwrap();
    }
}

//! Statistics of random games.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::{Chance, Game, SplitMix64, State};

use super::structure::{home_row, owner, pieces_on};

/// Statistics of random games.
#[derive(Clone, Debug, Default)]
pub struct PlayStatistics {
    /// The number of games.
    pub games: usize,
    /// The total number of moves.
    pub plies: usize,
    /// By throw of a player who has not moved yet: its number.
    pub first_throws: BTreeMap<Vec<i32>, usize>,
    /// The throws among them that let the player move.
    pub starting_throws: BTreeSet<Vec<i32>>,
    /// By throw since the first move of the game: how often the same player threw next, and how
    /// often another did.
    pub repeats: BTreeMap<Vec<i32>, (usize, usize)>,
    /// The rows, counted from the player's own (1), in which several pieces of the player shared a
    /// site.
    pub shared_rows: BTreeSet<usize>,
    /// The moves of the first player's pieces from a row to the next or previous one.
    pub row_steps: BTreeSet<(usize, usize)>,
    /// The number of rows of the board.
    pub rows: usize,
    /// How the games ended.
    pub ends: Endings,
}

/// How games ended.
#[derive(Clone, Debug, Default)]
pub struct Endings {
    /// By player: the number of wins, alone or with others; entry 0 counts games without a winner.
    pub winners: Vec<usize>,
    /// Games with a winner, or with several.
    pub won: usize,
    /// Games with a winner in which another player had no pieces left.
    pub annihilated: usize,
}

/// Longer games are cut off and counted as they stand.
const MAX_PLIES: usize = 10_000;

/// The share of repetitions from which a throw counts as repeated. It is less than 1 because a game
/// may end, or the player may be blocked.
const REPEAT_SHARE: f64 = 0.9;

/// A random generator that records whether it was used.
struct ChanceMonitor {
    chance: SplitMix64,
    used: bool,
}

impl Chance for ChanceMonitor {
    fn below(&mut self, n: u32) -> u32 {
        self.used = true;
        self.chance.below(n)
    }

    fn unit(&mut self) -> f64 {
        self.used = true;
        self.chance.unit()
    }
}

impl PlayStatistics {
    pub(super) fn of(game: &Game, games: usize) -> PlayStatistics {
        let mut statistics = PlayStatistics {
            ends: Endings {
                winners: vec![0; game.players() + 1],
                won: 0,
                annihilated: 0,
            },
            ..PlayStatistics::default()
        };
        for seed in 0..games as u64 {
            GameObserver::new(game, &mut statistics, seed).play();
        }
        statistics
    }

    /// All throws seen.
    pub(super) fn all_throws(&self) -> impl Iterator<Item = &Vec<i32>> {
        self.first_throws.keys().chain(self.repeats.keys())
    }

    /// The throws after which the same player threw again.
    #[must_use]
    pub fn repeated_throws(&self) -> BTreeSet<Vec<i32>> {
        let is_repeated = |(same_player, other): &(usize, usize)| {
            *same_player > 0 && *same_player as f64 >= REPEAT_SHARE * (same_player + other) as f64
        };
        let repeats = self
            .repeats
            .iter()
            .filter(|(_, counts)| is_repeated(counts));
        repeats.map(|(throw, _)| throw.clone()).collect()
    }

    /// Whether the first player's pieces leave the last row once they are in it.
    #[must_use]
    pub fn leaves_last_row(&self) -> bool {
        self.row_steps
            .iter()
            .any(|(from, to)| *from == self.rows && to < from)
    }

    /// The rows on the path of the first player's pieces, `1 2 3 4`, and the steps back.
    #[must_use]
    pub fn row_path(&self) -> String {
        let mut path = vec![1];
        while let Some(last) = path.last() {
            match self.row_steps.contains(&(*last, last + 1)) {
                true => path.push(last + 1),
                false => break,
            }
        }
        let path: Vec<String> = path.iter().map(usize::to_string).collect();
        let returns: Vec<String> = self
            .row_steps
            .iter()
            .rev()
            .filter(|(from, to)| to < from)
            .map(|(from, to)| format!("{from} to {to}"))
            .collect();
        match (path.len(), returns.is_empty()) {
            (1, true) => String::new(),
            (_, true) => path.join(" "),
            (_, false) => format!("{}, back {}", path.join(" "), returns.join(", ")),
        }
    }
}

/// Plays one random game and records statistics.
struct GameObserver<'a> {
    game: &'a Game,
    statistics: &'a mut PlayStatistics,
    chance: ChanceMonitor,
    pick: SplitMix64,
    /// By slot of the board: its row, from the bottom.
    rows: Vec<usize>,
    /// By player: the row in which most of the player's pieces start.
    home_rows: Vec<usize>,
    /// By player: whether the player has moved.
    moved: Vec<bool>,
    /// The last throw, and the player who made it.
    last: Option<(usize, Vec<i32>)>,
}

impl<'a> GameObserver<'a> {
    fn new(game: &'a Game, statistics: &'a mut PlayStatistics, seed: u64) -> GameObserver<'a> {
        let sites = game.board().topology.sites(game.board().default_site);
        GameObserver {
            game,
            statistics,
            chance: ChanceMonitor {
                chance: SplitMix64::new(seed),
                used: false,
            },
            pick: SplitMix64::new(!seed),
            rows: sites.iter().map(|site| site.row as usize).collect(),
            home_rows: Vec::new(),
            moved: vec![false; game.players() + 1],
            last: None,
        }
    }

    fn play(mut self) {
        let mut state = self.game.start(&mut self.chance);
        self.home_rows = (0..=self.game.players())
            .map(|player| home_row(self.game, &state, player))
            .collect();
        self.statistics.rows = self.rows.iter().max().map_or(0, |row| row + 1);
        self.record_throw(&state);
        let (mut legal, mut plies) = (Vec::new(), 0);
        while !state.over() && plies < MAX_PLIES {
            self.game.legal(&mut state, &mut legal);
            let count = u32::try_from(legal.len()).unwrap_or(1).max(1);
            let Some(mv) = legal.get(self.pick.index(count) as usize).copied() else {
                break;
            };
            let mover = state.mover();
            let passes = self.game.is_pass(mv);
            if !legal.iter().all(|mv| self.game.is_pass(*mv)) && !self.moved[mover] {
                if let Some((_, throw)) = &self.last {
                    self.statistics.starting_throws.insert(throw.clone());
                }
            }
            self.moved[mover] |= !passes;
            self.game.apply(&mut state, mv, &mut self.chance);
            plies += 1;
            if !passes {
                self.record_row_step(mover, mv.origin(), mv.target());
                self.record_shared_site(&state, mv.target());
            }
            self.record_throw(&state);
        }
        self.statistics.games += 1;
        self.statistics.plies += plies;
        self.record_end(&state);
    }

    /// Records a throw, if there was one.
    fn record_throw(&mut self, state: &State) {
        if !std::mem::take(&mut self.chance.used) || state.over() {
            return;
        }
        let mut shown = state.dice();
        if shown.is_empty() {
            return;
        }
        shown.sort_unstable();
        let mover = state.mover();
        if let Some((thrower, throw)) = self.last.take() {
            // Before the first move the dice may decide who begins.
            if self.moved.contains(&true) {
                let counts = self.statistics.repeats.entry(throw).or_default();
                match thrower == mover {
                    true => counts.0 += 1,
                    false => counts.1 += 1,
                }
            }
        }
        if !self.moved[mover] {
            *self
                .statistics
                .first_throws
                .entry(shown.clone())
                .or_default() += 1;
        }
        self.last = Some((mover, shown));
    }

    /// The row of a slot as the player counts them, from 1.
    fn row(&self, player: usize, slot: i32) -> Option<usize> {
        let row = *self.rows.get(usize::try_from(slot).ok()?)?;
        let rows = self.statistics.rows;
        Some(match self.home_rows[player] > rows / 2 {
            true => rows - row,
            false => row + 1,
        })
    }

    fn record_row_step(&mut self, mover: usize, from: i32, to: i32) {
        if mover != 1 {
            return;
        }
        if let (Some(from), Some(to)) = (self.row(1, from), self.row(1, to)) {
            if from.abs_diff(to) == 1 {
                self.statistics.row_steps.insert((from, to));
            }
        }
    }

    fn record_shared_site(&mut self, state: &State, slot: i32) {
        let Some(site) = usize::try_from(slot)
            .ok()
            .filter(|site| *site < self.rows.len())
        else {
            return;
        };
        let owner = owner(self.game, state, site);
        if owner == 0 || owner > self.game.players() || pieces_on(state, site) < 2 {
            return;
        }
        if let Some(row) = self.row(owner, slot) {
            self.statistics.shared_rows.insert(row);
        }
    }

    fn record_end(&mut self, state: &State) {
        let Some(outcome) = self.game.outcome(state) else {
            return;
        };
        let (winners, ends) = (outcome.winners(), &mut self.statistics.ends);
        ends.won += usize::from(!winners.is_empty());
        ends.winners[0] += usize::from(winners.is_empty());
        winners.iter().for_each(|player| ends.winners[*player] += 1);
        let players = 1..=self.game.players();
        let has_pieces = |player: usize| {
            let slots = 0..self.game.layout().sites;
            slots
                .into_iter()
                .any(|slot| owner(self.game, state, slot) == player)
        };
        let lost = players
            .into_iter()
            .any(|player| !winners.contains(&player) && !has_pieces(player));
        self.statistics.ends.annihilated += usize::from(!winners.is_empty() && lost);
    }
}

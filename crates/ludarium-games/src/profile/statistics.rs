//! What random games show.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::{Chance, Game, SplitMix64, State};

use super::structure::{home_row, owner, pieces_on};

/// What was seen in random games.
#[derive(Clone, Debug, Default)]
pub struct PlayStatistics {
    /// How many games were played.
    pub games: usize,
    /// Moves made in all of them.
    pub plies: usize,
    /// Throws of a player who had not moved yet: how often each came.
    pub first_throws: BTreeMap<Vec<i32>, usize>,
    /// Those among them that let him move.
    pub starting_throws: BTreeSet<Vec<i32>>,
    /// Throws since the first move of the game: how often the next throw was the same player's, and how often another's.
    pub repeats: BTreeMap<Vec<i32>, (usize, usize)>,
    /// The rows, from the player's own (1), in which several of his men stood on one site.
    pub shared_rows: BTreeSet<usize>,
    /// From which row to which the first player's men went, one row up or down.
    pub row_steps: BTreeSet<(usize, usize)>,
    /// The row in which the first player's men begin, and how many there are.
    pub rows: usize,
    /// How the games ended.
    pub ends: Endings,
}

/// How games ended.
#[derive(Clone, Debug, Default)]
pub struct Endings {
    /// How often each player was first alone; entry 0: nobody.
    pub winners: Vec<usize>,
    /// Games with a winner in which another player had no men left.
    pub annihilated: usize,
}

/// Games longer than this are left; the format ends them all the same.
const MAX_PLIES: usize = 10_000;

/// A throw is said to be thrown again where it was so nearly always: a game may end or be blocked otherwise.
const REPEAT_SHARE: f64 = 0.9;

/// A generator that knows whether it was asked.
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
                annihilated: 0,
            },
            ..PlayStatistics::default()
        };
        for seed in 0..games as u64 {
            GameObserver::new(game, &mut statistics, seed).play();
        }
        statistics
    }

    /// All throws that were seen.
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

    /// Whether the first player's men leave the row opposite to their own once they are in it.
    #[must_use]
    pub fn leaves_last_row(&self) -> bool {
        self.row_steps
            .iter()
            .any(|(from, to)| *from == self.rows && to < from)
    }

    /// The way of the first player's men by rows: `1 2 3 4`, and from where they come back.
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

/// A random game that is being watched.
struct GameObserver<'a> {
    game: &'a Game,
    statistics: &'a mut PlayStatistics,
    chance: ChanceMonitor,
    pick: SplitMix64,
    /// The row of each slot of the board, from below.
    rows: Vec<usize>,
    /// By player: the row most of his men begin in.
    home_rows: Vec<usize>,
    /// By player: whether he has moved.
    moved: Vec<bool>,
    /// The last throw, and who threw.
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

    /// Notes a throw, if there was one.
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
            // Before the first move the lots may decide who begins.
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

    /// The row of a slot as a player counts them, from 1.
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
        if let Some(count) = self.statistics.ends.winners.get_mut(outcome.winner) {
            *count += 1;
        }
        let players = 1..=self.game.players();
        let has_pieces = |player: usize| {
            let slots = 0..self.game.layout().sites;
            slots
                .into_iter()
                .any(|slot| owner(self.game, state, slot) == player)
        };
        let lost = players
            .into_iter()
            .any(|player| player != outcome.winner && !has_pieces(player));
        self.statistics.ends.annihilated += usize::from(outcome.winner > 0 && lost);
    }
}

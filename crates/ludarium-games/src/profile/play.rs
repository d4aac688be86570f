//! What random games show.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::{Chance, Game, SplitMix64, State};

use super::structure::{home, men_on, owner};

/// What was seen in random games.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// How many games were played.
    pub games: usize,
    /// Moves made in all of them.
    pub plies: usize,
    /// Throws of a player who had not moved yet: how often each came.
    pub thrown_first: BTreeMap<Vec<i32>, usize>,
    /// Those among them that let him move.
    pub sets_going: BTreeSet<Vec<i32>>,
    /// Throws since the first move of the game: how often the next throw was the same player's, and how often another's.
    pub again: BTreeMap<Vec<i32>, (usize, usize)>,
    /// The rows, from the player's own (1), in which several of his men stood on one site.
    pub shared: BTreeSet<usize>,
    /// From which row to which the first player's men went, one row up or down.
    pub crossings: BTreeSet<(usize, usize)>,
    /// The row in which the first player's men begin, and how many there are.
    pub rows: usize,
    /// How the games ended.
    pub ends: Ends,
}

/// How games ended.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// How often each player was first alone; entry 0: nobody.
    pub winners: Vec<usize>,
    /// Games with a winner in which another player had no men left.
    pub annihilated: usize,
}

/// Games longer than this are left; the format ends them all the same.
const LONGEST: usize = 10_000;

/// A throw is said to be thrown again where it was so nearly always: a game may end or be blocked otherwise.
const NEARLY_ALWAYS: f64 = 0.9;

/// A generator that knows whether it was asked.
struct Asked {
    chance: SplitMix64,
    asked: bool,
}

impl Chance for Asked {
    fn below(&mut self, n: u32) -> u32 {
        self.asked = true;
        self.chance.below(n)
    }

    fn unit(&mut self) -> f64 {
        self.asked = true;
        self.chance.unit()
    }
}

impl Seen {
    pub(super) fn of(game: &Game, games: usize) -> Seen {
        let mut seen = Seen {
            ends: Ends {
                winners: vec![0; game.players() + 1],
                annihilated: 0,
            },
            ..Seen::default()
        };
        for seed in 0..games as u64 {
            Watch::new(game, &mut seen, seed).play();
        }
        seen
    }

    /// All throws that were seen.
    pub(super) fn all_throws(&self) -> impl Iterator<Item = &Vec<i32>> {
        self.thrown_first.keys().chain(self.again.keys())
    }

    /// The throws after which the same player threw again.
    #[must_use]
    pub fn always_again(&self) -> BTreeSet<Vec<i32>> {
        let often = |(same, other): &(usize, usize)| {
            *same > 0 && *same as f64 >= NEARLY_ALWAYS * (same + other) as f64
        };
        let again = self.again.iter().filter(|(_, counts)| often(counts));
        again.map(|(throw, _)| throw.clone()).collect()
    }

    /// Whether the first player's men leave the row opposite to their own once they are in it.
    #[must_use]
    pub fn leaves_last_row(&self) -> bool {
        self.crossings
            .iter()
            .any(|(from, to)| *from == self.rows && to < from)
    }

    /// The way of the first player's men by rows: `1 2 3 4`, and from where they come back.
    #[must_use]
    pub fn course(&self) -> String {
        let mut way = vec![1];
        while let Some(last) = way.last() {
            match self.crossings.contains(&(*last, last + 1)) {
                true => way.push(last + 1),
                false => break,
            }
        }
        let way: Vec<String> = way.iter().map(usize::to_string).collect();
        let back: Vec<String> = self
            .crossings
            .iter()
            .rev()
            .filter(|(from, to)| to < from)
            .map(|(from, to)| format!("{from} to {to}"))
            .collect();
        match (way.len(), back.is_empty()) {
            (1, true) => String::new(),
            (_, true) => way.join(" "),
            (_, false) => format!("{}, back {}", way.join(" "), back.join(", ")),
        }
    }
}

/// A random game that is being watched.
struct Watch<'a> {
    game: &'a Game,
    seen: &'a mut Seen,
    chance: Asked,
    pick: SplitMix64,
    /// The row of each slot of the board, from below.
    rows: Vec<usize>,
    /// By player: the row most of his men begin in.
    homes: Vec<usize>,
    /// By player: whether he has moved.
    moved: Vec<bool>,
    /// The last throw, and who threw.
    last: Option<(usize, Vec<i32>)>,
}

impl<'a> Watch<'a> {
    fn new(game: &'a Game, seen: &'a mut Seen, seed: u64) -> Watch<'a> {
        let sites = game.board().topology.sites(game.board().default_site);
        Watch {
            game,
            seen,
            chance: Asked {
                chance: SplitMix64::new(seed),
                asked: false,
            },
            pick: SplitMix64::new(!seed),
            rows: sites.iter().map(|site| site.row as usize).collect(),
            homes: Vec::new(),
            moved: vec![false; game.players() + 1],
            last: None,
        }
    }

    fn play(mut self) {
        let mut state = self.game.start(&mut self.chance);
        self.homes = (0..=self.game.players())
            .map(|player| home(self.game, &state, player))
            .collect();
        self.seen.rows = self.rows.iter().max().map_or(0, |row| row + 1);
        self.throw(&state);
        let (mut legal, mut plies) = (Vec::new(), 0);
        while !state.over() && plies < LONGEST {
            self.game.legal(&mut state, &mut legal);
            let count = u32::try_from(legal.len()).unwrap_or(1).max(1);
            let Some(mv) = legal.get(self.pick.index(count) as usize).copied() else {
                break;
            };
            let mover = state.mover();
            let passes = self.game.is_pass(mv);
            if !legal.iter().all(|mv| self.game.is_pass(*mv)) && !self.moved[mover] {
                if let Some((_, throw)) = &self.last {
                    self.seen.sets_going.insert(throw.clone());
                }
            }
            self.moved[mover] |= !passes;
            self.game.apply(&mut state, mv, &mut self.chance);
            plies += 1;
            if !passes {
                self.crossed(mover, mv.origin(), mv.target());
                self.shared(&state, mv.target());
            }
            self.throw(&state);
        }
        self.seen.games += 1;
        self.seen.plies += plies;
        self.end(&state);
    }

    /// Notes a throw, if there was one.
    fn throw(&mut self, state: &State) {
        if !std::mem::take(&mut self.chance.asked) || state.over() {
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
                let counts = self.seen.again.entry(throw).or_default();
                match thrower == mover {
                    true => counts.0 += 1,
                    false => counts.1 += 1,
                }
            }
        }
        if !self.moved[mover] {
            *self.seen.thrown_first.entry(shown.clone()).or_default() += 1;
        }
        self.last = Some((mover, shown));
    }

    /// The row of a slot as a player counts them, from 1.
    fn row(&self, player: usize, slot: i32) -> Option<usize> {
        let row = *self.rows.get(usize::try_from(slot).ok()?)?;
        let rows = self.seen.rows;
        Some(match self.homes[player] > rows / 2 {
            true => rows - row,
            false => row + 1,
        })
    }

    fn crossed(&mut self, mover: usize, from: i32, to: i32) {
        if mover != 1 {
            return;
        }
        if let (Some(from), Some(to)) = (self.row(1, from), self.row(1, to)) {
            if from.abs_diff(to) == 1 {
                self.seen.crossings.insert((from, to));
            }
        }
    }

    fn shared(&mut self, state: &State, slot: i32) {
        let Some(site) = usize::try_from(slot)
            .ok()
            .filter(|site| *site < self.rows.len())
        else {
            return;
        };
        let owner = owner(self.game, state, site);
        if owner == 0 || owner > self.game.players() || men_on(state, site) < 2 {
            return;
        }
        if let Some(row) = self.row(owner, slot) {
            self.seen.shared.insert(row);
        }
    }

    fn end(&mut self, state: &State) {
        let Some(outcome) = self.game.outcome(state) else {
            return;
        };
        if let Some(count) = self.seen.ends.winners.get_mut(outcome.winner) {
            *count += 1;
        }
        let players = 1..=self.game.players();
        let has_men = |player: usize| {
            let slots = 0..self.game.layout().sites;
            slots
                .into_iter()
                .any(|slot| owner(self.game, state, slot) == player)
        };
        let lost = players
            .into_iter()
            .any(|player| player != outcome.winner && !has_men(player));
        self.seen.ends.annihilated += usize::from(outcome.winner > 0 && lost);
    }
}

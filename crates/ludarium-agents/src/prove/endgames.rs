//! Positions decided backwards on the way.
//!
//! Where play goes round, a search has to look at every way round, and gains little by it; where few positions can come about
//! any more, results carried back from the ends tell all of them at once (see [`crate::decide`]). How few they are is not
//! known beforehand: it is tried, for every number of men by itself, since whether few men or many make an end depends
//! on the game. What is gone through so is no more than half of what the search looks at.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ludarium_engine::{Game, State};

use crate::decide::{decide_all, Exploration, KeyHasher, PositionResult, Undecided};

/// Positions that are gone through at first.
const INITIAL_LIMIT: usize = 1_000;

/// After as many as did not do, so many times as many are tried.
const LIMIT_GROWTH: usize = 4;

/// The search looks at so many positions for one that is gone through here.
const SEARCHED_PER_EXPLORED: u64 = 2;

/// Of the positions gone through, no more than one in so many may have another number of men: those are to be decided first.
const OTHER_MATERIAL_ONE_IN: usize = 16;

/// Positions with the same number of men.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// Positions that are gone through next time.
    limit: usize,
    /// So many are to be known first.
    min_known: usize,
}

/// What was decided.
#[derive(Debug)]
pub(super) struct EndgameTable {
    results: HashMap<u64, PositionResult, BuildHasherDefault<KeyHasher>>,
    classes: Vec<Class>,
    /// Positions gone through for the player who is asked about, in vain or not.
    explored: u64,
    /// No more are kept.
    capacity: usize,
    /// Whether play goes round.
    cycles: bool,
    /// Whether positions can be decided so.
    applicable: bool,
}

/// A position that is to be decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndgameQuery<'a> {
    pub game: &'a Game,
    pub state: &'a State,
    /// Whether it is in the middle of a turn.
    pub turn_goes_on: bool,
    /// Whether the legal moves are a part of what tells positions apart.
    pub exact: bool,
}

impl EndgameTable {
    pub fn new(capacity: usize) -> EndgameTable {
        EndgameTable {
            results: HashMap::default(),
            classes: Vec::new(),
            explored: 0,
            capacity,
            cycles: false,
            applicable: true,
        }
    }

    /// Another player's win is asked about: a new search begins.
    pub fn new_search(&mut self) {
        self.explored = 0;
    }

    /// How many were decided.
    pub fn count(&self) -> usize {
        self.results.len()
    }

    pub fn get(&self, key: u64) -> Option<PositionResult> {
        self.results.get(&key).copied()
    }

    fn class(&mut self, piece_count: usize) -> &mut Class {
        if self.classes.len() <= piece_count {
            let new = Class {
                limit: INITIAL_LIMIT,
                min_known: 0,
            };
            self.classes.resize(piece_count + 1, new);
        }
        &mut self.classes[piece_count]
    }

    /// Play came back to a position.
    pub fn note_cycle(&mut self) {
        self.cycles = true;
    }

    /// How many positions may be gone through from one, after `nodes` positions of the search; none if it is not worth while.
    pub fn limit(&mut self, state: &State, nodes: u64) -> Option<usize> {
        let left = (nodes / SEARCHED_PER_EXPLORED).saturating_sub(self.explored);
        if !self.applicable || !self.cycles || left < INITIAL_LIMIT as u64 {
            return None;
        }
        let known = self.results.len();
        let capacity = self.capacity.saturating_sub(known);
        let Class { limit, min_known } = *self.class(piece_count(state));
        (limit as u64 <= left && limit <= capacity && known >= min_known).then_some(limit)
    }

    /// Decides a position and all that can come about from it, if these are no more than `limit`. Says whether two positions
    /// seemed to be the same and are not.
    pub fn decide(
        &mut self,
        query: EndgameQuery<'_>,
        limit: usize,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> bool {
        let class = piece_count(query.state);
        let mut positions_explored = 0;
        let exploration = Exploration {
            game: query.game,
            root: query.state,
            turn_goes_on: query.turn_goes_on,
            limit,
            other_material: Some((
                &|state| piece_count(state) != class,
                limit / OTHER_MATERIAL_ONE_IN,
            )),
            threads: 1,
            known: &|key| self.get(key),
            exact: query.exact,
        };
        let decided = decide_all(exploration, &mut |positions| {
            positions_explored = positions;
            keep_going()
        });
        let known = self.results.len();
        match decided {
            Ok(Some(all)) => self.results.extend(all),
            Ok(None) => return true,
            Err(Undecided::Limit) => {
                positions_explored = limit;
                self.class(class).limit = limit.saturating_mul(LIMIT_GROWTH);
            }
            Err(Undecided::OtherMaterial) => self.class(class).min_known = known + known / 4 + 1,
            Err(Undecided::Stopped) => {}
            Err(Undecided::Unsupported | Undecided::Fault) => self.applicable = false,
        }
        self.explored += positions_explored as u64;
        false
    }
}

fn piece_count(state: &State) -> usize {
    state.kinds().iter().filter(|&&kind| kind > 0).count()
}

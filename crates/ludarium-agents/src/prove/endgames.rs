//! Endgame positions solved by retrograde analysis during a proof.
//!
//! Where play can cycle, a search has to follow every cycle and gains little by it. If few
//! positions are reachable, retrograde analysis solves them all at once (see [`crate::decide`]).
//! Their number is not known beforehand, so it is found by trial, separately for every piece count,
//! since endgames have few pieces in some games and many in others. At most half as many positions
//! are explored here as the search visits.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ludarium_engine::{Game, State};

use crate::decide::{decide_all, Exploration, KeyHasher, PositionResult, Undecided};

/// The limit of the first attempt, in positions.
const INITIAL_LIMIT: usize = 1_000;

/// The factor by which the limit grows after an attempt that failed.
const LIMIT_GROWTH: usize = 4;

/// The number of positions that the search visits for each position explored here.
const SEARCHED_PER_EXPLORED: u64 = 2;

/// At most one in this number of explored positions may have another piece count; such positions
/// are to be solved first.
const OTHER_MATERIAL_ONE_IN: usize = 16;

/// Positions with the same piece count.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The limit of the next attempt, in positions.
    limit: usize,
    /// The number of results to be known before the next attempt.
    min_known: usize,
}

/// The results so far.
#[derive(Debug)]
pub(super) struct EndgameTable {
    results: HashMap<u64, PositionResult, BuildHasherDefault<KeyHasher>>,
    classes: Vec<Class>,
    /// Positions explored for the current player, successfully or not.
    explored: u64,
    /// The maximum number of results.
    capacity: usize,
    /// Whether the search met a cycle.
    cycles: bool,
    /// Whether positions of this game can be solved this way.
    applicable: bool,
}

/// A position to be solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndgameQuery<'a> {
    pub game: &'a Game,
    pub state: &'a State,
    /// Whether it is in the middle of a turn.
    pub turn_goes_on: bool,
    /// Whether keys include the legal moves.
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

    /// Resets the effort for a search of the other player's win.
    pub fn new_search(&mut self) {
        self.explored = 0;
    }

    /// The number of results.
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

    /// Records that the search met a cycle.
    pub fn note_cycle(&mut self) {
        self.cycles = true;
    }

    /// The number of positions that may be explored from a state, after `nodes` positions of the
    /// search; `None` if it is not worthwhile.
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

    /// Solves a position and all positions reachable from it, if there are at most `limit`. Returns
    /// whether two positions with the same key were found to differ.
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

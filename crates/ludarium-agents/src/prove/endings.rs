//! Positions decided backwards on the way.
//!
//! Where play goes round, a search has to look at every way round, and gains little by it; where few positions can come about
//! any more, results carried back from the ends tell all of them at once (see [`crate::decide`]). How few they are is not
//! known beforehand: it is tried, for every number of men by itself, since whether few men or many make an end depends
//! on the game. What is gone through so is no more than half of what the search looks at.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ludarium_engine::{Game, State};

use crate::decide::{decide_all, Ending, Keys, Quest, Undecided};

/// Positions that are gone through at first.
const FIRST: usize = 1_000;

/// After as many as did not do, so many times as many are tried.
const MORE: usize = 4;

/// The search looks at so many positions for one that is gone through here.
const SHARE: u64 = 2;

/// Of the positions gone through, no more than one in so many may have another number of men: those are to be decided first.
const OTHERS: usize = 16;

/// Positions with the same number of men.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// Positions that are gone through next time.
    limit: usize,
    /// So many are to be known first.
    after: usize,
}

/// What was decided.
#[derive(Debug)]
pub(super) struct Endings {
    known: HashMap<u64, Ending, BuildHasherDefault<Keys>>,
    classes: Vec<Class>,
    /// Positions gone through for the player who is asked about, in vain or not.
    spent: u64,
    /// No more are kept.
    room: usize,
    /// Whether play goes round.
    round: bool,
    /// Whether positions can be decided so.
    fit: bool,
}

/// A position that is to be decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub game: &'a Game,
    pub state: &'a State,
    /// Whether it is in the middle of a turn.
    pub turn_goes_on: bool,
    /// Whether the legal moves are a part of what tells positions apart.
    pub exact: bool,
}

impl Endings {
    pub fn new(room: usize) -> Endings {
        Endings {
            known: HashMap::default(),
            classes: Vec::new(),
            spent: 0,
            room,
            round: false,
            fit: true,
        }
    }

    /// Another player's win is asked about: a new search begins.
    pub fn begin(&mut self) {
        self.spent = 0;
    }

    /// How many were decided.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    pub fn get(&self, key: u64) -> Option<Ending> {
        self.known.get(&key).copied()
    }

    fn class(&mut self, men: usize) -> &mut Class {
        if self.classes.len() <= men {
            let new = Class {
                limit: FIRST,
                after: 0,
            };
            self.classes.resize(men + 1, new);
        }
        &mut self.classes[men]
    }

    /// Play came back to a position.
    pub fn note_round(&mut self) {
        self.round = true;
    }

    /// How many positions may be gone through from one, after `nodes` positions of the search; none if it is not worth while.
    pub fn limit(&mut self, state: &State, nodes: u64) -> Option<usize> {
        let left = (nodes / SHARE).saturating_sub(self.spent);
        if !self.fit || !self.round || left < FIRST as u64 {
            return None;
        }
        let known = self.known.len();
        let room = self.room.saturating_sub(known);
        let Class { limit, after } = *self.class(men(state));
        (limit as u64 <= left && limit <= room && known >= after).then_some(limit)
    }

    /// Decides a position and all that can come about from it, if these are no more than `limit`. Says whether two positions
    /// seemed to be the same and are not.
    pub fn decide(
        &mut self,
        place: Place<'_>,
        limit: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let own = men(place.state);
        let mut gone_through = 0;
        let quest = Quest {
            game: place.game,
            root: place.state,
            turn_goes_on: place.turn_goes_on,
            limit,
            others: Some((&|state| men(state) != own, limit / OTHERS)),
            threads: 1,
            known: &|key| self.get(key),
            exact: place.exact,
        };
        let decided = decide_all(quest, &mut |positions| {
            gone_through = positions;
            go_on()
        });
        let known = self.known.len();
        match decided {
            Ok(Some(all)) => self.known.extend(all),
            Ok(None) => return true,
            Err(Undecided::Limit) => {
                gone_through = limit;
                self.class(own).limit = limit.saturating_mul(MORE);
            }
            Err(Undecided::Others) => self.class(own).after = known + known / 4 + 1,
            Err(Undecided::Stopped) => {}
            Err(Undecided::Kind | Undecided::Fault) => self.fit = false,
        }
        self.spent += gone_through as u64;
        false
    }
}

fn men(state: &State) -> usize {
    state.kinds().iter().filter(|&&kind| kind > 0).count()
}

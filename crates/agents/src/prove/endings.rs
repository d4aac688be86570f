//! Positions decided backwards on the way.
//!
//! Where play goes round, a search has to look at every way round, and gains little by it; where few positions can come about
//! any more, results carried back from the ends tell all of them at once (see [`crate::decide`]). How few they are is not
//! known beforehand: it is tried. What is tried is small in comparison with what the search looks at, and grows with it,
//! for every number of men by itself: whether few or many men make an end depends on the game.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use engine::{Game, State};

use crate::decide::{decide_all, Ending, Keys, Quest, Undecided};
use crate::key;

/// Positions that are gone through at first.
const FIRST: usize = 1_000;

/// After as many as could not be decided, so many times as many are tried.
const MORE: usize = 4;

/// The search looks at so many positions for one that is gone through here.
const SHARE: u64 = 4;

/// Positions with the same number of men.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// Whether play went round there.
    round: bool,
    /// Positions that are gone through next time.
    limit: usize,
}

/// What was decided.
#[derive(Debug)]
pub(super) struct Endings {
    known: HashMap<u64, Ending, BuildHasherDefault<Keys>>,
    classes: Vec<Class>,
    /// Positions gone through, in vain or not.
    spent: u64,
    /// No more are kept.
    room: usize,
    /// Whether positions are the same that seem to be.
    fit: bool,
}

impl Endings {
    pub fn new(room: usize) -> Endings {
        Endings {
            known: HashMap::default(),
            classes: Vec::new(),
            spent: 0,
            room,
            fit: true,
        }
    }

    /// How many were decided.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    pub fn get(&self, key: u64) -> Option<Ending> {
        self.known.get(&key).copied()
    }

    fn class(&mut self, state: &State) -> &mut Class {
        let men = state.kinds().iter().filter(|&&kind| kind > 0).count();
        if self.classes.len() <= men {
            let new = Class {
                round: false,
                limit: FIRST,
            };
            self.classes.resize(men + 1, new);
        }
        &mut self.classes[men]
    }

    /// Play came back to this position.
    pub fn note_round(&mut self, state: &State) {
        self.class(state).round = true;
    }

    /// Decides a position and all that can come about from it, if these are few: after `nodes` positions of the search.
    pub fn decide(
        &mut self,
        game: &Game,
        state: &State,
        own: u64,
        nodes: u64,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Option<Ending> {
        let left = (nodes / SHARE).saturating_sub(self.spent);
        if !self.fit || left < FIRST as u64 {
            return None;
        }
        let Class { round, limit } = *self.class(state);
        if !round || limit as u64 > left || self.known.len() + limit > self.room {
            return None;
        }
        let quest = Quest {
            game,
            root: state,
            turn_goes_on: own != key::key(state, false),
            limit,
            threads: 1,
            known: &|key| self.known.get(&key).copied(),
        };
        let mut gone_through = 0;
        let decided = decide_all(quest, &mut |positions| {
            gone_through = positions;
            go_on(positions)
        });
        self.spent += gone_through as u64;
        match decided {
            Ok(Some(all)) => self.known.extend(all),
            Err(Undecided::Limit) => {
                self.spent += limit as u64;
                self.class(state).limit = limit.saturating_mul(MORE);
            }
            Err(Undecided::Stopped) => {}
            Ok(None) | Err(Undecided::Kind | Undecided::Fault) => self.fit = false,
        }
        self.get(own)
    }
}

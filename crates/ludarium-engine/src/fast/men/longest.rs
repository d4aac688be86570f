//! Turns that last longest.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::rule::Ply;
use super::{Course, Gen};
use crate::position_hash::PositionHash;

/// How long a turn can go on from the places that were looked at.
type Known = FxHashMap<u64, u32>;

impl<'k, const W: usize> Course<'k, W> {
    /// Those of some moves with which the turn lasts longest.
    pub(super) fn longest(&mut self, moves: &'k Gen) -> Vec<Ply> {
        let of_pending = std::mem::take(&mut self.of_pending);
        let mut list = self.list(moves);
        self.of_pending = of_pending;
        // Among one there is nothing to choose; and a turn that is being followed to its end goes
        // every way.
        if list.len() < 2 || self.seeking {
            return list;
        }
        self.seeking = true;
        let mut known = Known::default();
        let lengths = list.iter().map(|&ply| self.rest_after(ply, &mut known));
        let lengths: smallvec::SmallVec<[u32; 32]> = lengths.collect();
        self.seeking = false;
        let most = lengths.iter().copied().max().unwrap_or(0);
        let mut lengths = lengths.into_iter();
        list.retain(|_| lengths.next() == Some(most));
        list
    }

    /// How many moves the turn can last at most after one of the mover's.
    fn rest_after(&mut self, ply: Ply, known: &mut Known) -> u32 {
        let before = self.keep();
        self.perform(ply, 0);
        let mover = before.board.mover;
        let mut rest = 0;
        if self.board.next_set == mover {
            let follower = self.follower(mover);
            let board = &mut self.board;
            board.next_set = 0;
            board.prev = mover;
            board.next = follower;
            board.moves_this_turn += 1;
            board.env = before.board.env;
            rest = self.rest(known);
        }
        self.go_back(before);
        rest
    }

    /// How long the turn can go on from here; places come to in another order are looked at once.
    fn rest(&mut self, known: &mut Known) -> u32 {
        let mut hash = PositionHash::new();
        self.board.hash_all(&mut hash);
        let place = hash.finish();
        if let Some(&rest) = known.get(&place) {
            return rest;
        }
        let phase = self.phase();
        let mut list = self.lists.pop().unwrap_or_default();
        let all = self.each(&phase.moves, &mut |_, ply| {
            list.push(ply);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
        let mut most = 0;
        for &ply in &list {
            most = most.max(1 + self.rest_after(ply, known));
        }
        list.clear();
        self.lists.push(list);
        known.insert(place, most);
        most
    }
}

//! Who surely has a move: a way that was found to be open mostly still is.

use super::board::Board;
use super::pinch::Straight;
use super::rule::{Gate, Pieces, Way};
use super::Course;
use crate::set::Bits;

/// A way of which nothing is asked but what stands on two sites, and the man who goes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenWay<'k> {
    pieces: &'k Pieces,
    slot: usize,
    kind: usize,
    gate: Gate,
}

impl OpenWay<'_> {
    /// Whether it is one of some men's, and open as things stand.
    #[inline]
    fn is_open<const W: usize>(&self, pieces: &Pieces, board: &Board<W>, classes: &[u8]) -> bool {
        std::ptr::eq(self.pieces, pieces)
            && board.what(self.slot) == self.kind
            && self.gate.is_open(board, classes)
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether it is plain that one of a player's men has a move, were it that player's turn.
    #[inline]
    pub(super) fn surely_moves(&mut self, pieces: &'k Pieces, player: usize) -> bool {
        self.one_steps(pieces, player) || self.one_goes(pieces, player)
    }

    /// Whether one of a player's men goes to an empty site for which nothing more is asked, where
    /// sets of one word tell.
    #[inline]
    fn one_steps(&self, pieces: &Pieces, player: usize) -> bool {
        if W > 1 {
            return false;
        }
        let empty = self.board.empty()[0];
        for kind in &pieces.of_owner[player] {
            let men = self.on_board(kind.kind)[0];
            let goes = |way: &Straight| men & way.on & empty.rotate_right(way.by) != 0;
            if kind.steps.iter().any(|four| four.iter().any(goes)) {
                return true;
            }
        }
        false
    }

    /// The same of any way.
    #[inline(never)]
    fn one_goes(&mut self, pieces: &'k Pieces, player: usize) -> bool {
        match &self.open_ways[player] {
            Some(open) if open.is_open(pieces, &self.board, &self.men.classes[player]) => true,
            _ => self.finds_way(pieces, player),
        }
    }

    /// The same where the way that was last found to be open is so no more: first of the man whose
    /// way it was.
    #[inline(never)]
    fn finds_way(&mut self, pieces: &'k Pieces, player: usize) -> bool {
        if self.still_goes(pieces, player) {
            return true;
        }
        let sets = self.by_class(player);
        for kind in &pieces.of_owner[player] {
            let men = self.on_board(kind.kind);
            if men == [0; W] {
                continue;
            }
            for front in kind.fronts.iter().flatten() {
                if !front.sure {
                    continue;
                }
                let some = self.abreast(&men, front, &sets);
                if let Some(slot) = Bits::new(&some).next() {
                    self.movable[player] = slot as usize;
                    return true;
                }
            }
        }
        false
    }

    /// Whether that is plain of the man who was last found to have one.
    fn still_goes(&mut self, pieces: &'k Pieces, player: usize) -> bool {
        let slot = self.movable[player];
        if slot >= self.men.board_sites || self.owner(slot) != player {
            return false;
        }
        let kind = self.board.what(slot);
        let Some(ways) = &pieces.kinds[kind] else {
            return false;
        };
        let classes = &self.men.classes[player];
        let goes =
            |way: &&Way| way.sure && way.clear == 0 && way.gate.is_open(&self.board, classes);
        let Some(Way { gate, .. }) = ways.at(slot).iter().find(goes) else {
            return false;
        };
        self.open_ways[player] = Some(OpenWay {
            pieces,
            slot,
            kind,
            gate: *gate,
        });
        true
    }
}

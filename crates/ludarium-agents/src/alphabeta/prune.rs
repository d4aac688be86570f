//! What need not be looked at so deeply, where men are exchanged: positions that are good enough even for somebody who does
//! nothing, quiet moves that come late or cannot make up for what is missing, positions that were there before.

use ludarium_engine::{Move, State};

use super::order::{Order, Ranked, LOSING, REPLY};
use super::search::{Node, Search, PLY, WIN};
use crate::key::key;

/// A search with a null move looks so much less deeply, and another ply less for every four.
const NULL_LESS: i32 = 2 * PLY;

/// With fewer men that come and go somebody may be better off without a move (zugzwang).
const ROAMERS: usize = 2;

/// To this depth a position is left that is better by a man a ply than it need be.
const SHALLOW: i32 = 4 * PLY;

/// To this depth quiet moves are left out that cannot make up for what is missing.
const FRONTIER: i32 = 2 * PLY;

/// To this depth moves are left out that throw men away.
const THROWN: i32 = 3 * PLY;

/// Who did so well elsewhere is looked at a ply deeper.
const WELL: i32 = 2_048;

/// Earlier positions that are compared; few turns without progress are longer.
const REMEMBERED: usize = 60;

/// What is known of a position before its moves are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// Whether nothing threatens what must not be lost (in chess: no check).
    pub calm: bool,
    /// What the position seems to be worth to the side to move, where that was asked for.
    pub stand: Option<i32>,
}

impl Search<'_, '_> {
    /// Whether the position came about before, on the way from the root or in the game. Whoever could go round could
    /// do so again: it is a draw, until somebody does otherwise.
    pub(super) fn repeats(&self, key: u64, node: Node) -> bool {
        let line = self.line.iter().rev().take(REMEMBERED);
        self.exchange && node.ply > 0 && !node.same_turn && line.into_iter().any(|own| *own == key)
    }

    /// A value that makes it needless to list the moves; `Some(None)` where there is none, `None` when the budget is spent.
    pub(super) fn without_moving(
        &mut self,
        state: &mut State,
        node: Node,
        prospect: &mut Prospect,
    ) -> Option<Option<i32>> {
        let open = node.beta - node.alpha > 1;
        if open || !prospect.calm || node.same_turn || node.ply == 0 || node.beta.abs() > WIN / 2 {
            return Some(None);
        }
        let stand = self.judged(state);
        prospect.stand = Some(stand);
        if node.depth <= SHALLOW && stand - self.man * node.depth / PLY >= node.beta {
            return Some(Some(stand));
        }
        let mover = state.mover();
        let able = node.depth >= 2 * PLY && !node.rested && stand >= node.beta;
        if !able || self.evaluation.roamers(state, mover) < ROAMERS {
            return Some(None);
        }
        let Some(mark) = self.game.null_move(state) else {
            return Some(None);
        };
        if self.is_own(state.mover()) == self.is_own(mover) {
            state.undo(mark);
            return Some(None);
        }
        let child = Node {
            depth: node.depth - PLY - NULL_LESS - node.depth / 4,
            alpha: -node.beta,
            beta: 1 - node.beta,
            ply: node.ply + 1,
            same_turn: false,
            replied: false,
            rested: true,
            hoped: false,
        };
        let value = self.value(state, child);
        state.undo(mark);
        let value = -value?;
        // A win that needs the other's doing nothing is none.
        Some((value >= node.beta).then(|| value.min(WIN / 2)))
    }

    /// How much less deeply a move is looked at, the so manieth; `None` where it need not be looked at, if another has been (`others`).
    pub(super) fn less(
        &mut self,
        state: &mut State,
        node: Node,
        prospect: Prospect,
        index: usize,
        next: Ranked,
        others: bool,
    ) -> Option<i32> {
        let takes = Order::victim(self.evaluation, state, next.mv).is_some();
        let losing = next.rank < LOSING / 2;
        if takes && !losing || self.exchange && self.becomes(state, next.mv) {
            return Some(0);
        }
        let left_out = self.is_hopeless(node, prospect, index)
            || self.throws_away(state, node, prospect, next.mv, takes);
        // Mates begin with men given away.
        if others && left_out && !(takes && self.gives_check(state, next.mv)) {
            return None;
        }
        Some(self.reduction(node, prospect, index, next.rank))
    }

    /// Whether a move threatens what the other side must not lose.
    fn gives_check(&mut self, state: &mut State, mv: Move) -> bool {
        let mover = state.mover();
        let (mark, _) = self.game.apply_assuming_reply(state, mv, &mut self.chance);
        let presses = self.presses(state, mover);
        state.undo(mark);
        presses
    }

    /// Whether the last move, somebody's own, threatens what the other side must not lose.
    pub(super) fn presses(&mut self, state: &mut State, own: usize) -> bool {
        state.mover() != own && !state.over() && {
            let key = key(state, false);
            !self.is_at_ease(state, key)
        }
    }

    /// Whether a move loses more in exchanges than the plies that are left might bring back.
    fn throws_away(
        &self,
        state: &State,
        node: Node,
        prospect: Prospect,
        mv: Move,
        takes: bool,
    ) -> bool {
        let open = node.beta - node.alpha > 1;
        let shallow = node.depth <= THROWN && node.alpha > -WIN / 2;
        // What stands on a site and is not taken is none of the exchange.
        let plain = takes || state.kinds().get(usize::from(mv.to)) == Some(&0);
        if !self.exchange || !prospect.calm || open || !shallow || !plain {
            return false;
        }
        let back = self.man * ((node.depth + PLY - 1) / PLY) / if takes { 1 } else { 2 };
        self.gain(state, mv).is_some_and(|gain| gain < -back)
    }

    /// Whether a quiet move, the so manieth, need not be looked at.
    fn is_hopeless(&self, node: Node, prospect: Prospect, index: usize) -> bool {
        let plies = (node.depth + PLY - 1) / PLY;
        let open = node.beta - node.alpha > 1;
        if !self.exchange || !prospect.calm || open || node.alpha < -WIN / 2 {
            return false;
        }
        let late = plies <= 3 && index as i32 >= 8 + 4 * plies * plies;
        let margin = self.man * (1 + plies);
        let short = prospect
            .stand
            .is_some_and(|stand| stand + margin <= node.alpha);
        late || node.depth <= FRONTIER && short
    }

    /// How much less deeply a quiet move is looked at that comes late, or has not done well elsewhere.
    fn reduction(&self, node: Node, prospect: Prospect, index: usize, rank: i32) -> i32 {
        if !self.exchange {
            return match index {
                0..=3 => 0,
                _ if node.depth < 3 * PLY || self.stochastic => 0,
                4..=11 => PLY,
                _ => 2 * PLY,
            };
        }
        if !prospect.calm || index < 3 || node.depth < 2 * PLY {
            return 0;
        }
        let plies = (node.depth / PLY).unsigned_abs();
        let logs = (plies.ilog2() * (index as u32).ilog2()) as i32;
        let open = node.beta - node.alpha > 1;
        let less = PLY / 2 + logs * 7 / 8 + if open { 0 } else { PLY / 2 };
        let well = match rank {
            REPLY.. => PLY,
            rank => (rank.max(LOSING / 2) * PLY / WELL).clamp(-PLY, PLY),
        };
        (less.min(node.depth - PLY) - well).clamp(0, node.depth - PLY)
    }
}

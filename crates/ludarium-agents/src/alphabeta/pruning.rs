//! What need not be looked at so deeply, where men are exchanged: positions that are good enough even for somebody who does
//! nothing, quiet moves that come late or cannot make up for what is missing, positions that were there before.

use ludarium_engine::{Move, State};

use super::move_ordering::{MoveOrdering, Ranked, COUNTERMOVE, LOSING};
use super::search::{Node, Search, PLY, WIN};
use crate::key::key;

/// A search with a null move looks so much less deeply, and another ply less for every four.
const NULL_MOVE_REDUCTION: i32 = 2 * PLY;

/// With fewer men that come and go somebody may be better off without a move (zugzwang).
const ZUGZWANG_MIN_PIECES: usize = 2;

/// To this depth a position is left that is better by a man a ply than it need be.
const REVERSE_FUTILITY_DEPTH: i32 = 4 * PLY;

/// To this depth quiet moves are left out that cannot make up for what is missing.
const FUTILITY_DEPTH: i32 = 2 * PLY;

/// To this depth moves are left out that throw men away.
const SEE_PRUNING_DEPTH: i32 = 3 * PLY;

/// Who did so well elsewhere is looked at a ply deeper.
const HISTORY_BONUS: i32 = 2_048;

/// Earlier positions that are compared; few turns without progress are longer.
const REPETITION_WINDOW: usize = 60;

/// What is known of a position before its moves are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticInfo {
    /// Whether nothing threatens what must not be lost (in chess: no check).
    pub not_in_check: bool,
    /// What the position seems to be worth to the side to move, where that was asked for.
    pub static_eval: Option<i32>,
}

impl Search<'_, '_> {
    /// Whether the position came about before, on the way from the root or in the game. Whoever could go round could
    /// do so again: it is a draw, until somebody does otherwise.
    pub(super) fn is_repetition(&self, key: u64, node: Node) -> bool {
        let recent = self.key_history.iter().rev().take(REPETITION_WINDOW);
        self.chess_like
            && node.ply > 0
            && !node.same_turn
            && recent.into_iter().any(|own| *own == key)
    }

    /// A value that makes it needless to list the moves; `Some(None)` where there is none, `None` when the budget is spent.
    pub(super) fn static_prune(
        &mut self,
        state: &mut State,
        node: Node,
        static_info: &mut StaticInfo,
    ) -> Option<Option<i32>> {
        let pv_node = node.beta - node.alpha > 1;
        if pv_node
            || !static_info.not_in_check
            || node.same_turn
            || node.ply == 0
            || node.beta.abs() > WIN / 2
        {
            return Some(None);
        }
        let static_eval = self.static_eval(state);
        static_info.static_eval = Some(static_eval);
        if node.depth <= REVERSE_FUTILITY_DEPTH
            && static_eval - self.pawn_value * node.depth / PLY >= node.beta
        {
            return Some(Some(static_eval));
        }
        let mover = state.mover();
        let null_move_allowed =
            node.depth >= 2 * PLY && !node.after_null_move && static_eval >= node.beta;
        if !null_move_allowed
            || self.evaluation.reversible_pieces(state, mover) < ZUGZWANG_MIN_PIECES
        {
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
            depth: node.depth - PLY - NULL_MOVE_REDUCTION - node.depth / 4,
            alpha: -node.beta,
            beta: 1 - node.beta,
            ply: node.ply + 1,
            same_turn: false,
            replied: false,
            after_null_move: true,
            assumed_reply: false,
        };
        let value = self.search_node(state, child);
        state.undo(mark);
        let value = -value?;
        // A win that needs the other's doing nothing is none.
        Some((value >= node.beta).then(|| value.min(WIN / 2)))
    }

    /// How much less deeply a move is looked at, the so manieth; `None` where it need not be looked at, if another has been (`others`).
    pub(super) fn late_move_reduction(
        &mut self,
        state: &mut State,
        node: Node,
        static_info: StaticInfo,
        index: usize,
        next: Ranked,
        searched_one: bool,
    ) -> Option<i32> {
        let is_capture = MoveOrdering::victim(self.evaluation, state, next.mv).is_some();
        let losing = next.rank < LOSING / 2;
        if is_capture && !losing || self.chess_like && self.promotes(state, next.mv) {
            return Some(0);
        }
        let pruned = self.futility_prunes(node, static_info, index)
            || self.see_prunes(state, node, static_info, next.mv, is_capture);
        // Mates begin with men given away.
        if searched_one && pruned && !(is_capture && self.gives_check(state, next.mv)) {
            return None;
        }
        Some(self.reduction_for(node, static_info, index, next.rank))
    }

    /// Whether a move threatens what the other side must not lose.
    fn gives_check(&mut self, state: &mut State, mv: Move) -> bool {
        let mover = state.mover();
        let (mark, _) = self.game.apply_assuming_reply(state, mv, &mut self.chance);
        let opponent_in_check = self.opponent_in_check(state, mover);
        state.undo(mark);
        opponent_in_check
    }

    /// Whether the last move, somebody's own, threatens what the other side must not lose.
    pub(super) fn opponent_in_check(&mut self, state: &mut State, own: usize) -> bool {
        state.mover() != own && !state.over() && {
            let key = key(state, false);
            !self.not_in_check(state, key)
        }
    }

    /// Whether a move loses more in exchanges than the plies that are left might bring back.
    fn see_prunes(
        &self,
        state: &State,
        node: Node,
        static_info: StaticInfo,
        mv: Move,
        is_capture: bool,
    ) -> bool {
        let pv_node = node.beta - node.alpha > 1;
        let shallow = node.depth <= SEE_PRUNING_DEPTH && node.alpha > -WIN / 2;
        // What stands on a site and is not taken is none of the exchange.
        let known_exchange = is_capture || state.kinds().get(usize::from(mv.to)) == Some(&0);
        if !self.chess_like || !static_info.not_in_check || pv_node || !shallow || !known_exchange {
            return false;
        }
        let margin =
            self.pawn_value * ((node.depth + PLY - 1) / PLY) / if is_capture { 1 } else { 2 };
        self.see_gain(state, mv).is_some_and(|gain| gain < -margin)
    }

    /// Whether a quiet move, the so manieth, need not be looked at.
    fn futility_prunes(&self, node: Node, static_info: StaticInfo, index: usize) -> bool {
        let plies = (node.depth + PLY - 1) / PLY;
        let pv_node = node.beta - node.alpha > 1;
        if !self.chess_like || !static_info.not_in_check || pv_node || node.alpha < -WIN / 2 {
            return false;
        }
        let late = plies <= 3 && index as i32 >= 8 + 4 * plies * plies;
        let margin = self.pawn_value * (1 + plies);
        let short = static_info
            .static_eval
            .is_some_and(|static_eval| static_eval + margin <= node.alpha);
        late || node.depth <= FUTILITY_DEPTH && short
    }

    /// How much less deeply a quiet move is looked at that comes late, or has not done well elsewhere.
    fn reduction_for(&self, node: Node, static_info: StaticInfo, index: usize, rank: i32) -> i32 {
        if !self.chess_like {
            return match index {
                0..=3 => 0,
                _ if node.depth < 3 * PLY || self.stochastic => 0,
                4..=11 => PLY,
                _ => 2 * PLY,
            };
        }
        if !static_info.not_in_check || index < 3 || node.depth < 2 * PLY {
            return 0;
        }
        let plies = (node.depth / PLY).unsigned_abs();
        let logs = (plies.ilog2() * (index as u32).ilog2()) as i32;
        let pv_node = node.beta - node.alpha > 1;
        let reduction = PLY / 2 + logs * 7 / 8 + if pv_node { 0 } else { PLY / 2 };
        let history_bonus = match rank {
            COUNTERMOVE.. => PLY,
            rank => (rank.max(LOSING / 2) * PLY / HISTORY_BONUS).clamp(-PLY, PLY),
        };
        (reduction.min(node.depth - PLY) - history_bonus).clamp(0, node.depth - PLY)
    }
}

//! Pruning and reductions in chess-like games: null move, futility pruning, pruning by static
//! exchange evaluation, late move reductions and draws by repetition.

use ludarium_engine::{Move, State};

use super::move_ordering::{MoveOrdering, Ranked, COUNTERMOVE, LOSING};
use super::search::{Node, Search, PLY, WIN};
use crate::key::key;

/// The depth reduction of a null-move search, beside one ply more for every four plies of depth.
const NULL_MOVE_REDUCTION: i32 = 2 * PLY;

/// With fewer reversible pieces, zugzwang is likely and no null move is tried.
const ZUGZWANG_MIN_PIECES: usize = 2;

/// Up to this depth, a node is cut if the static evaluation exceeds beta by a pawn per ply (reverse
/// futility pruning).
const REVERSE_FUTILITY_DEPTH: i32 = 4 * PLY;

/// Up to this depth, quiet moves are skipped if they cannot raise the evaluation to alpha.
const FUTILITY_DEPTH: i32 = 2 * PLY;

/// Up to this depth, moves are skipped if they lose material by static exchange evaluation.
const SEE_PRUNING_DEPTH: i32 = 3 * PLY;

/// A quiet move with this history score is searched one ply deeper.
const HISTORY_BONUS: i32 = 2_048;

/// Earlier positions that are compared; longer cycles are rare.
const REPETITION_WINDOW: usize = 60;

/// The data about a position that is available before its moves are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticInfo {
    /// Whether no royal piece of the mover is threatened.
    pub not_in_check: bool,
    /// The static evaluation for the side to move, if it was computed.
    pub static_eval: Option<i32>,
}

impl Search<'_, '_> {
    /// Whether the position occurred before, in the game or on the path from the root. A cycle can
    /// be repeated at will, so it counts as a draw.
    pub(super) fn is_repetition(&self, key: u64, node: Node) -> bool {
        let recent = self.key_history.iter().rev().take(REPETITION_WINDOW);
        self.chess_like
            && node.ply > 0
            && !node.same_turn
            && recent.into_iter().any(|own| *own == key)
    }

    /// A value that makes it unnecessary to list the moves. `Some(None)` if there is none, `None`
    /// when the budget is spent.
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
        // A win that relies on the null move is not proved.
        Some((value >= node.beta).then(|| value.min(WIN / 2)))
    }

    /// The depth reduction for the `index`-th move; `None` if the move need not be searched, which
    /// requires that another one was (`searched_one`).
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
        // Mating attacks often begin with a sacrifice.
        if searched_one && pruned && !(is_capture && self.gives_check(state, next.mv)) {
            return None;
        }
        Some(self.reduction_for(node, static_info, index, next.rank))
    }

    /// Whether a move threatens a royal piece of the other side.
    fn gives_check(&mut self, state: &mut State, mv: Move) -> bool {
        let mover = state.mover();
        let (mark, _) = self.game.apply_assuming_reply(state, mv, &mut self.chance);
        let opponent_in_check = self.opponent_in_check(state, mover);
        state.undo(mark);
        opponent_in_check
    }

    /// Whether the last move, made by `own`, threatens a royal piece of the side to move.
    pub(super) fn opponent_in_check(&mut self, state: &mut State, own: usize) -> bool {
        state.mover() != own && !state.over() && {
            let key = key(state, false);
            !self.not_in_check(state, key)
        }
    }

    /// Whether a move loses more by exchanges than the remaining plies might regain.
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
        // If a piece on the target site is not captured, the exchange evaluation does not apply.
        let known_exchange = is_capture || state.kinds().get(usize::from(mv.to)) == Some(&0);
        if !self.chess_like || !static_info.not_in_check || pv_node || !shallow || !known_exchange {
            return false;
        }
        let margin =
            self.pawn_value * ((node.depth + PLY - 1) / PLY) / if is_capture { 1 } else { 2 };
        self.see_gain(state, mv).is_some_and(|gain| gain < -margin)
    }

    /// Whether the `index`-th move, a quiet one, need not be searched: it comes too late, or cannot
    /// raise the evaluation to alpha.
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

    /// The depth reduction for a quiet move that comes late or has a low history score.
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

//! The search below the root.
//!
//! There are two sides: the searching player with its allies, and all other players. A value is
//! that of the side to move; its sign flips when the side changes, not when a turn continues. Depth
//! is counted in quarters of a ply: another decision of the same turn costs two, a move of another
//! player four.

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::eval_cache::EvalCache;
use super::move_ordering::{next_best, MoveOrdering, Ranked, LOSING};
use super::pruning::StaticInfo;
use super::see::StaticExchange;
use super::table::{Bound, Entry, Table};
use super::OpponentModel;
use crate::budget::Budget;
use crate::evaluation::{Activity, Evaluation};
use crate::key::{key, mix};

/// The value of a win, less the number of plies until it.
pub(super) const WIN: i32 = 20_000;

/// Greater than any value.
pub(super) const INFINITE: i32 = WIN + 1;

/// The depth of a ply.
pub(super) const PLY: i32 = 4;

/// The depth of a further decision in the same turn.
const SAME_TURN_COST: i32 = 2;

/// The maximum length of a line in plies.
pub(super) const MAX_PLY: usize = 120;

/// Buffers for one ply.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub legal: Vec<Move>,
    pub ranked: Vec<Ranked>,
    /// Whether the moves of `legal` are pseudo-legal and have to be checked before they are made.
    pub pseudo_legal: bool,
}

/// The state of a search.
pub(super) struct Search<'a, 'c> {
    pub game: &'a Game,
    pub evaluation: &'a Evaluation,
    /// Static exchange evaluation, and mobility and king attack, in chess-like games whose rules
    /// could be analysed.
    pub see: Option<&'a StaticExchange>,
    pub activity: Option<&'a Activity>,
    pub table: &'a mut Table,
    /// Static evaluations for the first player by state hash, and whether the mover is not in check
    /// by key.
    pub eval_cache: &'a mut EvalCache<i32>,
    pub check_cache: &'a mut EvalCache<bool>,
    pub order: &'a mut MoveOrdering,
    pub budget: &'a mut Budget<'c>,
    /// The searching player, and for each player whether it is on that side.
    pub root: usize,
    pub allied: [bool; 17],
    pub opponent_model: OpponentModel,
    pub stochastic: bool,
    /// Whether the game has dice.
    pub dice: bool,
    /// Whether it is a two-player game without chance in which pieces capture by replacement.
    pub chess_like: bool,
    /// The value of the least valuable piece, the unit of all margins.
    pub pawn_value: i32,
    /// The ply beyond which no line is extended.
    pub extension_limit: usize,
    /// Keys of the positions of the game and of the current line.
    pub key_history: Vec<u64>,
    pub chance: SplitMix64,
    pub buffers: Vec<Buffers>,
    /// Whether a node was abandoned because its player was assumed to have a move and has none.
    pub no_reply: bool,
}

/// A node of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: usize,
    /// Whether the same player made the last move.
    pub same_turn: bool,
    /// Whether a player of the other side had the choice of all replies
    /// ([`OpponentModel::BestReply`]).
    pub replied: bool,
    /// Whether the last move was a null move.
    pub after_null_move: bool,
    /// Whether the mover was assumed to have a move, without listing any.
    pub assumed_reply: bool,
}

/// How a move was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    pub mover: usize,
    /// Whether it was the only move.
    pub only_move: bool,
    /// Whether the next player is assumed to have a move.
    pub assumed_reply: bool,
}

impl MoveContext {
    /// A move that was one of several and assumes nothing.
    pub fn by(mover: usize) -> MoveContext {
        MoveContext {
            mover,
            only_move: false,
            assumed_reply: false,
        }
    }
}

impl Search<'_, '_> {
    pub(super) fn is_own(&self, mover: usize) -> bool {
        self.allied.get(mover).is_some_and(|allied| *allied)
    }

    pub(super) fn sign(&self, mover: usize) -> i32 {
        match self.is_own(mover) {
            true => 1,
            false => -1,
        }
    }

    /// The value of a finished game for the side of `mover`.
    fn terminal_value(&self, state: &State, ply: usize) -> i32 {
        let own = match self.game.outcome(state) {
            Some(outcome) => {
                let value = (2.0 * outcome.utility(self.root) - 1.0) * f64::from(WIN);
                let plies = (ply as i32).min(WIN / 4);
                match value.round() as i32 {
                    value if value > 0 => value - plies,
                    value if value < 0 => value + plies,
                    _ => 0,
                }
            }
            // The engine had to stop the game: the result is unknown.
            None => 0,
        };
        own * self.sign(state.mover())
    }

    pub(super) fn static_eval(&mut self, state: &State) -> i32 {
        if let Some(activity) = self.activity {
            let evaluate = || self.evaluation.evaluate(state, 1) + activity.evaluate(state);
            let value = match self.evaluation.is_piece_square_only() {
                true => self.eval_cache.get_or_insert_with(state.hash(), evaluate),
                false => evaluate(),
            };
            return if state.mover() == 1 { value } else { -value };
        }
        let players = 1..=self.game.players().min(16);
        let (mut sum, mut number) = (0, 0);
        for player in players.filter(|&player| self.allied[player]) {
            sum += self.evaluation.evaluate(state, player);
            number += 1;
        }
        sum / number.max(1) * self.sign(state.mover())
    }

    /// The value of a position for the side to move. `None` when the budget is spent, and if the
    /// mover was assumed to have a move but has none ([`Search::no_reply`]).
    pub fn search_node(&mut self, state: &mut State, node: Node) -> Option<i32> {
        if state.over() {
            return Some(self.terminal_value(state, node.ply));
        }
        if !self.budget.spend() {
            return None;
        }
        let mut node = node;
        let mut static_info = StaticInfo {
            not_in_check: true,
            static_eval: None,
        };
        let detects_check = self.chess_like && node.depth > -PLY;
        // Quiescence search needs no key.
        let mut key = match detects_check || node.depth > 0 {
            true => key(state, node.same_turn),
            false => 0,
        };
        if detects_check {
            static_info.not_in_check = self.not_in_check(state, key);
            if !static_info.not_in_check && node.ply < self.extension_limit {
                node.depth = node.depth.max(0) + PLY;
            }
        }
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.quiescence(state, node);
        }
        if node.replied {
            key = mix(key, 2);
        }
        if self.is_repetition(key, node) {
            return Some(0);
        }
        let tt_entry = self.table.get(key);
        if let Some(entry) = tt_entry {
            if entry.depth >= node.depth {
                let value = from_table(entry.value, node.ply);
                match entry.bound {
                    Bound::Exact => return Some(value),
                    Bound::AtLeast if value >= node.beta => return Some(value),
                    Bound::AtMost if value <= node.alpha => return Some(value),
                    _ => {}
                }
            }
        }
        if self.chess_like {
            self.key_history.push(key);
            let pruned = self.static_prune(state, node, &mut static_info);
            self.key_history.pop();
            if let Some(value) = pruned? {
                return Some(value);
            }
            if tt_entry.is_none_or(|entry| entry.best.is_none()) && node.depth >= 4 * PLY {
                // Without a table move, a shallower search costs less (internal iterative
                // reduction).
                node.depth -= PLY;
            }
        }
        self.key_history.push(key);
        let found = self.search_moves(state, node, tt_entry, static_info);
        self.key_history.pop();
        let found = found?;
        let value = found.value;
        let stored = Entry {
            value: to_table(value, node.ply),
            ..found
        };
        self.table.put(key, stored);
        Some(value)
    }

    /// Whether no royal piece of the mover is threatened; `key` is the key of the position.
    pub(super) fn not_in_check(&mut self, state: &mut State, key: u64) -> bool {
        let game = self.game;
        self.check_cache
            .get_or_insert_with(key, || !game.is_in_check(state))
    }

    /// The best move of a position and its value; `None` when the budget is spent.
    fn search_moves(
        &mut self,
        state: &mut State,
        mut node: Node,
        tt_entry: Option<Entry>,
        static_info: StaticInfo,
    ) -> Option<Entry> {
        let depth = node.depth;
        let first = self.try_table_move(state, node, tt_entry)?;
        if let Some((mv, value)) = first.filter(|(_, value)| *value >= node.beta) {
            if MoveOrdering::victim(self.evaluation, state, mv).is_none() {
                self.record_cutoff(state, &[], mv, node);
            }
            return Some(Entry {
                best: Some(mv),
                value,
                depth,
                bound: Bound::AtLeast,
                only_move: tt_entry.is_some_and(|entry| entry.only_move),
            });
        }
        let mut buffer = self.buffers.pop().unwrap_or_default();
        buffer.pseudo_legal =
            self.chess_like && self.game.pseudo_legal(state, None, &mut buffer.legal);
        if !self.chess_like || buffer.legal.is_empty() {
            buffer.pseudo_legal = false;
            self.game.legal(state, &mut buffer.legal);
        }
        if node.assumed_reply
            && matches!(
                buffer.legal[..],
                [Move {
                    to: Move::NOWHERE,
                    ..
                }]
            )
        {
            return self.abandon_node(buffer);
        }
        let best = tt_entry.and_then(|entry| entry.best);
        let mut result = self.move_loop(state, &mut node, best, first, static_info, &mut buffer);
        if buffer.pseudo_legal && matches!(result, Some((value, None, _)) if value == -INFINITE) {
            // No move was legal: if the game goes on, there is a pass.
            if node.assumed_reply {
                return self.abandon_node(buffer);
            }
            buffer.pseudo_legal = false;
            self.game.legal(state, &mut buffer.legal);
            result = self.move_loop(state, &mut node, None, None, static_info, &mut buffer);
        }
        let only_move = buffer.legal.len() == 1;
        self.buffers.push(buffer);
        let (value, best, alpha) = result?;
        let bound = if value >= node.beta {
            Bound::AtLeast
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        Some(Entry {
            best,
            value,
            depth,
            bound,
            only_move,
        })
    }

    /// Leaves a node without a value, because the game may be over there.
    fn abandon_node(&mut self, buffer: Buffers) -> Option<Entry> {
        self.buffers.push(buffer);
        self.no_reply = true;
        None
    }

    /// Searches the table move before any other is listed, which often suffices for a cutoff.
    /// `Some(None)` if there is none or it may not be legal, `None` when the budget is spent.
    fn try_table_move(
        &mut self,
        state: &mut State,
        node: Node,
        tt_entry: Option<Entry>,
    ) -> Option<Option<(Move, i32)>> {
        let table_move_allowed =
            self.chess_like && !node.same_turn && self.opponent_model == OpponentModel::Paranoid;
        let Some((mv, only_move)) = tt_entry
            .filter(|_| table_move_allowed)
            .and_then(|entry| Some((entry.best?, entry.only_move)))
        else {
            return Some(None);
        };
        if !self.game.is_pseudo_legal(state, mv) || !self.game.is_legal(state, mv) {
            return Some(None);
        }
        let value = self.move_value(state, mv, node, false, 0, only_move)?;
        Some(Some((mv, value)))
    }

    /// Searches all moves of a position in order of rank. Returns the best value, its move, and the
    /// initial alpha. The value of the first move may be known already.
    fn move_loop(
        &mut self,
        state: &mut State,
        node: &mut Node,
        table: Option<Move>,
        first: Option<(Move, i32)>,
        static_info: StaticInfo,
        buffer: &mut Buffers,
    ) -> Option<(i32, Option<Move>, i32)> {
        let before = node.alpha;
        if buffer.legal.is_empty() {
            return Some((self.static_eval(state), None, before));
        }
        let Buffers {
            legal,
            ranked,
            pseudo_legal,
        } = buffer;
        let mover = state.mover();
        if node.same_turn {
            self.order.note_promotion(self.evaluation, state, legal);
        }
        self.order
            .rank(self.evaluation, state, legal, table, node.ply, ranked);
        self.demote_losing_captures(state, table, ranked);
        let one_reply = self.opponent_model == OpponentModel::BestReply && !self.is_own(mover);
        if one_reply && node.replied {
            // Another opponent has replied: this one makes the move that looks best.
            next_best(ranked, 0);
            ranked.truncate(1);
        }
        let only_move = ranked.len() == 1;
        let (mut best, mut best_move) = (-INFINITE, None);
        for index in 0..ranked.len() {
            let next = next_best(ranked, index);
            let mv = next.mv;
            // A player that makes any other move than the best-looking one uses up the reply.
            node.replied |= one_reply && index > 0;
            let Some(reduction) = self.late_move_reduction(
                state,
                *node,
                static_info,
                index,
                next,
                best_move.is_some(),
            ) else {
                best = best.max(
                    static_info
                        .static_eval
                        .unwrap_or(node.alpha)
                        .min(node.alpha),
                );
                continue;
            };
            let value = match first.filter(|(tried, _)| *tried == mv) {
                Some((_, value)) => value,
                None if *pseudo_legal && !self.game.is_legal(state, mv) => continue,
                None => {
                    let scout = best > -INFINITE;
                    self.move_value(state, mv, *node, scout, reduction, only_move)?
                }
            };
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                if MoveOrdering::victim(self.evaluation, state, mv).is_none() {
                    self.record_cutoff(state, &ranked[..index], mv, *node);
                }
                break;
            }
        }
        Some((best, best_move, before))
    }

    /// Ranks captures that lose material behind all other moves.
    fn demote_losing_captures(&self, state: &State, table: Option<Move>, ranked: &mut [Ranked]) {
        for own in ranked.iter_mut().filter(|own| table != Some(own.mv)) {
            if self.loses_material(state, own.mv) {
                own.rank = LOSING + own.rank % LOSING;
            }
        }
    }

    fn record_cutoff(&mut self, state: &State, failed: &[Ranked], mv: Move, node: Node) {
        let depth = node.depth / PLY;
        self.order
            .record_cutoff(self.evaluation, state, failed, mv, node.ply, depth);
    }

    /// Whether a move captures a piece and loses more than it gains.
    pub(super) fn loses_material(&self, state: &State, mv: Move) -> bool {
        let Some(victim) = MoveOrdering::victim(self.evaluation, state, mv) else {
            return false;
        };
        let from = usize::from(mv.from);
        if from >= self.evaluation.slots() || state.what(from) == 0 {
            return false;
        }
        let taker = self.evaluation.piece_value(state.what(from));
        taker > self.evaluation.piece_value(victim)
            && self.see_gain(state, mv).is_some_and(|gain| gain < 0)
    }

    /// The material that a piece on the board gains by moving to a site, after all exchanges there;
    /// `None` if that is not known.
    pub(super) fn see_gain(&self, state: &State, mv: Move) -> Option<i32> {
        let see = self.see?;
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let slots = self.evaluation.slots();
        let is_board_move = from != to && from < slots && to < slots && state.what(from) != 0;
        is_board_move.then(|| see.evaluate(state, from, to))
    }

    pub(super) fn promotes(&self, state: &State, mv: Move) -> bool {
        self.order.promotes(self.evaluation, state, mv)
    }

    /// The value of a move for the side that makes it.
    pub fn move_value(
        &mut self,
        state: &mut State,
        mv: Move,
        node: Node,
        scout: bool,
        reduction: i32,
        only_move: bool,
    ) -> Option<i32> {
        if self.stochastic {
            return self.expectimax(state, mv, node);
        }
        let mover = state.mover();
        self.with_move(state, mv, |search, state, assumed_reply| {
            let context = MoveContext {
                mover,
                only_move,
                assumed_reply,
            };
            search.zero_window_then_full(state, context, node, scout, reduction)
        })
    }

    /// Makes a move, calls `body` and takes the move back. In chess-like games the next player is
    /// first assumed to have a reply, and `body` receives that assumption; if there is no reply,
    /// the move is made again without the assumption.
    pub fn with_move(
        &mut self,
        state: &mut State,
        mv: Move,
        body: impl Fn(&mut Self, &mut State, bool) -> Option<i32>,
    ) -> Option<i32> {
        if self.chess_like {
            let (mark, assumed_reply) = self.game.apply_assuming_reply(state, mv, &mut self.chance);
            let found = body(self, state, assumed_reply);
            state.undo(mark);
            if !std::mem::take(&mut self.no_reply) {
                return found;
            }
        }
        let mark = self.game.apply_marked(state, mv, &mut self.chance);
        let found = body(self, state, false);
        state.undo(mark);
        found
    }

    /// The value of the position after a move. It is searched first with reduced depth (unless the
    /// move gives check), then with a zero window, and only then with the full window.
    fn zero_window_then_full(
        &mut self,
        state: &mut State,
        context: MoveContext,
        node: Node,
        scout: bool,
        reduction: i32,
    ) -> Option<i32> {
        let pv_node = node.beta - node.alpha > 1;
        let reduction = match reduction > 0
            && self.chess_like
            && self.opponent_in_check(state, context.mover)
        {
            true => 0,
            false => reduction,
        };
        for (wanted, reduction) in [(reduction > 0, reduction), (scout && pv_node, 0)] {
            if !wanted {
                continue;
            }
            let narrowed = Node {
                beta: node.alpha + 1,
                depth: node.depth - reduction,
                ..node
            };
            match self.child_value(state, context, narrowed) {
                Some(found) if found > node.alpha && (reduction > 0 || found < node.beta) => {}
                value => return value,
            }
        }
        self.child_value(state, context, node)
    }

    /// The value of the position after a move, for the side that made it.
    pub fn child_value(
        &mut self,
        state: &mut State,
        context: MoveContext,
        node: Node,
    ) -> Option<i32> {
        let (child, flip) = self.child_node(state, context, node);
        let value = self.search_node(state, child)?;
        Some(if flip { -value } else { value })
    }

    /// The node of the position after a move, and whether it belongs to the other side.
    pub fn child_node(&self, state: &State, context: MoveContext, node: Node) -> (Node, bool) {
        let MoveContext {
            mover, only_move, ..
        } = context;
        let next = state.mover();
        let same_turn = next == mover;
        let cost = match (only_move, same_turn) {
            // A forced move costs little depth, but some, so that forced cycles end.
            (true, _) => SAME_TURN_COST / 2,
            (false, true) => SAME_TURN_COST,
            (false, false) => PLY,
        };
        let flip = self.sign(next) != self.sign(mover);
        let child = Node {
            depth: node.depth - cost,
            ply: node.ply + 1,
            same_turn,
            replied: node.replied && !self.is_own(next),
            after_null_move: false,
            assumed_reply: context.assumed_reply,
            alpha: if flip { -node.beta } else { node.alpha },
            beta: if flip { -node.alpha } else { node.beta },
        };
        (child, flip)
    }
}

/// Wins are stored by their distance from the position, not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value > WIN - 1_000 => value + ply as i32,
        value if value < -WIN + 1_000 => value - ply as i32,
        value => value,
    }
}

pub(super) fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value > WIN - 1_000 => value - ply as i32,
        value if value < -WIN + 1_000 => value + ply as i32,
        value => value,
    }
}

//! The search below the root.
//!
//! Players are of two sides: the one who thinks with those allied to them, and everybody else. A value is that of the side to move; it changes its sign where the
//! side changes, and not where a turn goes on. Depth is counted in quarters of a ply: a further
//! decision of the same turn costs two, another player's four.

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::exchange::Exchange;
use super::kept::Kept;
use super::order::{next_best, Order, Ranked, LOSING};
use super::prune::Prospect;
use super::table::{Bound, Entry, Table};
use super::Others;
use crate::budget::Budget;
use crate::evaluation::{Activity, Evaluation};
use crate::key::{key, mix};

/// What a win is worth, less the plies until it comes.
pub(super) const WIN: i32 = 20_000;

/// Nothing is worth more.
pub(super) const INFINITE: i32 = WIN + 1;

/// A ply.
pub(super) const PLY: i32 = 4;

/// A decision of a turn that goes on.
const SAME_TURN: i32 = 2;

/// No line is longer.
pub(super) const DEEPEST: usize = 120;

/// Room to work in at one ply.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub legal: Vec<Move>,
    pub ranked: Vec<Ranked>,
    /// Whether the moves of `legal` have to be asked about before they are made.
    pub unasked: bool,
}

/// What a search works with.
pub(super) struct Search<'a, 'c> {
    pub game: &'a Game,
    pub evaluation: &'a Evaluation,
    /// What exchanges are worth, and how freely men move and press on kings, where men are exchanged and that is known.
    pub swaps: Option<&'a Exchange>,
    pub activity: Option<&'a Activity>,
    pub table: &'a mut Table,
    /// What positions are worth to the first player, by their hashes; whether nothing threatens what must not be lost, by their keys.
    pub judged: &'a mut Kept<i32>,
    pub eased: &'a mut Kept<bool>,
    pub order: &'a mut Order,
    pub budget: &'a mut Budget<'c>,
    /// The player who thinks, and by player who is on that side.
    pub root: usize,
    pub allied: [bool; 17],
    pub others: Others,
    pub stochastic: bool,
    /// Whether dice are thrown.
    pub dice: bool,
    /// Whether it is a game of two in which men are exchanged, and chance has no part.
    pub exchange: bool,
    /// What the least man is worth.
    pub man: i32,
    /// Beyond so many plies no line is made longer.
    pub far: usize,
    /// Keys of the positions of the game and of the line.
    pub line: Vec<u64>,
    pub chance: SplitMix64,
    pub rooms: Vec<Room>,
    /// Whether a position was left because it was supposed that there is a move, and there is none.
    pub stuck: bool,
}

/// How a position came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: usize,
    /// Whether the same player moved just before.
    pub same_turn: bool,
    /// Whether one of the other side has had the choice of all replies ([`Others::BestReply`]).
    pub replied: bool,
    /// Whether the player before did nothing.
    pub rested: bool,
    /// Whether it was only supposed that there is a move ([`Game::apply_assuming_reply`]).
    pub hoped: bool,
}

/// How a move was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub mover: usize,
    /// Whether there was no other.
    pub alone: bool,
    /// Whether it was only supposed that the next player can move.
    pub hoped: bool,
}

impl Made {
    /// In earnest, and by choice.
    pub fn by(mover: usize) -> Made {
        Made {
            mover,
            alone: false,
            hoped: false,
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

    /// The value of a game that is over, for the side of `mover`.
    fn ended(&self, state: &State, ply: usize) -> i32 {
        let own = match self.game.outcome(state) {
            Some(outcome) => {
                let worth = (2.0 * outcome.utility(self.root) - 1.0) * f64::from(WIN);
                let plies = (ply as i32).min(WIN / 4);
                match worth.round() as i32 {
                    value if value > 0 => value - plies,
                    value if value < 0 => value + plies,
                    _ => 0,
                }
            }
            // The engine had to stop: nobody knows.
            None => 0,
        };
        own * self.sign(state.mover())
    }

    pub(super) fn judged(&mut self, state: &State) -> i32 {
        if let Some(activity) = self.activity {
            let judge = || self.evaluation.judge(state, 1) + activity.judge(state);
            let worth = match self.evaluation.sees_only_men() {
                true => self.judged.or_else(state.hash(), judge),
                false => judge(),
            };
            return if state.mover() == 1 { worth } else { -worth };
        }
        let players = 1..=self.game.players().min(16);
        let (mut sum, mut number) = (0, 0);
        for player in players.filter(|&player| self.allied[player]) {
            sum += self.evaluation.judge(state, player);
            number += 1;
        }
        sum / number.max(1) * self.sign(state.mover())
    }

    /// The value of a position for the side to move; `None` when the budget is spent, and where it was only supposed that there is a
    /// move, and there is none ([`Search::stuck`]).
    pub fn value(&mut self, state: &mut State, node: Node) -> Option<i32> {
        if state.over() {
            return Some(self.ended(state, node.ply));
        }
        if !self.budget.spend() {
            return None;
        }
        let mut node = node;
        let mut prospect = Prospect {
            calm: true,
            stand: None,
        };
        let asks = self.exchange && node.depth > -PLY;
        // The search for quiet needs no key.
        let mut key = match asks || node.depth > 0 {
            true => key(state, node.same_turn),
            false => 0,
        };
        if asks {
            prospect.calm = self.is_at_ease(state, key);
            if !prospect.calm && node.ply < self.far {
                node.depth = node.depth.max(0) + PLY;
            }
        }
        if node.depth <= 0 || node.ply >= DEEPEST {
            return self.quiet(state, node);
        }
        if node.replied {
            key = mix(key, 2);
        }
        if self.repeats(key, node) {
            return Some(0);
        }
        let known = self.table.get(key);
        if let Some(entry) = known {
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
        if self.exchange {
            self.line.push(key);
            let enough = self.without_moving(state, node, &mut prospect);
            self.line.pop();
            if let Some(value) = enough? {
                return Some(value);
            }
            if known.is_none_or(|entry| entry.best.is_none()) && node.depth >= 4 * PLY {
                // Without a move to begin with, it costs less to come back later.
                node.depth -= PLY;
            }
        }
        self.line.push(key);
        let found = self.best_of(state, node, known, prospect);
        self.line.pop();
        let found = found?;
        let value = found.value;
        let kept = Entry {
            value: to_table(value, node.ply),
            ..found
        };
        self.table.put(key, kept);
        Some(value)
    }

    /// Whether nothing threatens what the mover must not lose, in the position of a key.
    pub(super) fn is_at_ease(&mut self, state: &mut State, key: u64) -> bool {
        let game = self.game;
        self.eased.or_else(key, || !game.is_in_check(state))
    }

    /// The best move of a position, and what it is worth; `None` when the budget is spent.
    fn best_of(
        &mut self,
        state: &mut State,
        mut node: Node,
        known: Option<Entry>,
        prospect: Prospect,
    ) -> Option<Entry> {
        let depth = node.depth;
        let first = self.known_first(state, node, known)?;
        if let Some((mv, value)) = first.filter(|(_, value)| *value >= node.beta) {
            if Order::victim(self.evaluation, state, mv).is_none() {
                self.refuted(state, &[], mv, node);
            }
            return Some(Entry {
                best: Some(mv),
                value,
                depth,
                bound: Bound::AtLeast,
                alone: known.is_some_and(|entry| entry.alone),
            });
        }
        let mut room = self.rooms.pop().unwrap_or_default();
        room.unasked = self.exchange && self.game.pseudo_legal(state, None, &mut room.legal);
        if !self.exchange || room.legal.is_empty() {
            room.unasked = false;
            self.game.legal(state, &mut room.legal);
        }
        if node.hoped
            && matches!(
                room.legal[..],
                [Move {
                    to: Move::NOWHERE,
                    ..
                }]
            )
        {
            return self.leave_stuck(room);
        }
        let best = known.and_then(|entry| entry.best);
        let mut result = self.through(state, &mut node, best, first, prospect, &mut room);
        if room.unasked && matches!(result, Some((value, None, _)) if value == -INFINITE) {
            // None of them was legal: there is a pass, if the game is not over.
            if node.hoped {
                return self.leave_stuck(room);
            }
            room.unasked = false;
            self.game.legal(state, &mut room.legal);
            result = self.through(state, &mut node, None, None, prospect, &mut room);
        }
        let alone = room.legal.len() == 1;
        self.rooms.push(room);
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
            alone,
        })
    }

    /// Leaves a position without a value, since the game may be over there.
    fn leave_stuck(&mut self, room: Room) -> Option<Entry> {
        self.rooms.push(room);
        self.stuck = true;
        None
    }

    /// What the move of the table is worth, looked at before any other is listed: mostly it is enough. `Some(None)` where it cannot be
    /// told beforehand that it is one; `None` when the budget is spent.
    fn known_first(
        &mut self,
        state: &mut State,
        node: Node,
        known: Option<Entry>,
    ) -> Option<Option<(Move, i32)>> {
        let plain = self.exchange && !node.same_turn && self.others == Others::Together;
        let Some((mv, alone)) = known
            .filter(|_| plain)
            .and_then(|entry| Some((entry.best?, entry.alone)))
        else {
            return Some(None);
        };
        if !self.game.is_pseudo_legal(state, mv) || !self.game.is_legal(state, mv) {
            return Some(None);
        }
        let value = self.after(state, mv, node, false, 0, alone)?;
        Some(Some((mv, value)))
    }

    /// All moves of a position, the likeliest first: the best value, its move, and what alpha was. What the first is worth may be
    /// known already.
    fn through(
        &mut self,
        state: &mut State,
        node: &mut Node,
        table: Option<Move>,
        first: Option<(Move, i32)>,
        prospect: Prospect,
        room: &mut Room,
    ) -> Option<(i32, Option<Move>, i32)> {
        let before = node.alpha;
        if room.legal.is_empty() {
            return Some((self.judged(state), None, before));
        }
        let Room {
            legal,
            ranked,
            unasked,
        } = room;
        let mover = state.mover();
        if node.same_turn {
            self.order.note_becoming(self.evaluation, state, legal);
        }
        self.order
            .rank(self.evaluation, state, legal, table, node.ply, ranked);
        self.defer_losses(state, table, ranked);
        let replies = self.others == Others::BestReply && !self.is_own(mover);
        if replies && node.replied {
            // Somebody else has replied: this one makes the move that looks best.
            next_best(ranked, 0);
            ranked.truncate(1);
        }
        let alone = ranked.len() == 1;
        let (mut best, mut best_move) = (-INFINITE, None);
        for index in 0..ranked.len() {
            let next = next_best(ranked, index);
            let mv = next.mv;
            // Who makes another move than the one that looks best has replied.
            node.replied |= replies && index > 0;
            let Some(less) = self.less(state, *node, prospect, index, next, best_move.is_some())
            else {
                best = best.max(prospect.stand.unwrap_or(node.alpha).min(node.alpha));
                continue;
            };
            let value = match first.filter(|(known, _)| *known == mv) {
                Some((_, value)) => value,
                None if *unasked && !self.game.is_legal(state, mv) => continue,
                None => {
                    let scout = best > -INFINITE;
                    self.after(state, mv, *node, scout, less, alone)?
                }
            };
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                if Order::victim(self.evaluation, state, mv).is_none() {
                    self.refuted(state, &ranked[..index], mv, *node);
                }
                break;
            }
        }
        Some((best, best_move, before))
    }

    /// Puts captures that lose men behind everything else.
    fn defer_losses(&self, state: &State, table: Option<Move>, ranked: &mut [Ranked]) {
        for own in ranked.iter_mut().filter(|own| table != Some(own.mv)) {
            if self.loses(state, own.mv) {
                own.rank = LOSING + own.rank % LOSING;
            }
        }
    }

    fn refuted(&mut self, state: &State, failed: &[Ranked], mv: Move, node: Node) {
        let depth = node.depth / PLY;
        self.order
            .refuted(self.evaluation, state, failed, mv, node.ply, depth);
    }

    /// Whether a move takes a man and loses more than that.
    pub(super) fn loses(&self, state: &State, mv: Move) -> bool {
        let Some(victim) = Order::victim(self.evaluation, state, mv) else {
            return false;
        };
        let from = usize::from(mv.from);
        if from >= self.evaluation.slots() || state.what(from) == 0 {
            return false;
        }
        let taker = self.evaluation.worth(state.what(from));
        taker > self.evaluation.worth(victim) && self.gain(state, mv).is_some_and(|gain| gain < 0)
    }

    /// What a man on the board wins who goes somewhere, and takes what stands there, once both have taken there what pays; `None` where
    /// that is not known.
    pub(super) fn gain(&self, state: &State, mv: Move) -> Option<i32> {
        let swaps = self.swaps?;
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let slots = self.evaluation.slots();
        let goes = from != to && from < slots && to < slots && state.what(from) != 0;
        goes.then(|| swaps.worth(state, from, to))
    }

    pub(super) fn becomes(&self, state: &State, mv: Move) -> bool {
        self.order.becomes(self.evaluation, state, mv)
    }

    /// The value of a move, for the side that makes it.
    pub fn after(
        &mut self,
        state: &mut State,
        mv: Move,
        node: Node,
        scout: bool,
        less: i32,
        alone: bool,
    ) -> Option<i32> {
        if self.stochastic {
            return self.expected(state, mv, node);
        }
        let mover = state.mover();
        self.trying(state, mv, |search, state, hoped| {
            let made = Made {
                mover,
                alone,
                hoped,
            };
            search.narrowing(state, made, node, scout, less)
        })
    }

    /// What `look` finds where a move leads to, which is taken back. Where men are exchanged it is first supposed that the next player can
    /// move, and `look` told so; if that was wrong it looks again.
    pub fn trying(
        &mut self,
        state: &mut State,
        mv: Move,
        look: impl Fn(&mut Self, &mut State, bool) -> Option<i32>,
    ) -> Option<i32> {
        if self.exchange {
            let (mark, hoped) = self.game.apply_assuming_reply(state, mv, &mut self.chance);
            let found = look(self, state, hoped);
            state.undo(mark);
            if !std::mem::take(&mut self.stuck) {
                return found;
            }
        }
        let mark = self.game.apply_marked(state, mv, &mut self.chance);
        let found = look(self, state, false);
        state.undo(mark);
        found
    }

    /// The value of the position that a move led to: first less deeply, unless it gives check, then with the narrowest window, and only then in full.
    fn narrowing(
        &mut self,
        state: &mut State,
        made: Made,
        node: Node,
        scout: bool,
        less: i32,
    ) -> Option<i32> {
        let open = node.beta - node.alpha > 1;
        let less = match less > 0 && self.exchange && self.presses(state, made.mover) {
            true => 0,
            false => less,
        };
        for (wanted, less) in [(less > 0, less), (scout && open, 0)] {
            if !wanted {
                continue;
            }
            let narrow = Node {
                beta: node.alpha + 1,
                depth: node.depth - less,
                ..node
            };
            match self.child(state, made, narrow) {
                Some(found) if found > node.alpha && (less > 0 || found < node.beta) => {}
                value => return value,
            }
        }
        self.child(state, made, node)
    }

    /// The value of the position that a move led to, for the side of who made it.
    pub fn child(&mut self, state: &mut State, made: Made, node: Node) -> Option<i32> {
        let (child, flip) = self.below(state, made, node);
        let value = self.value(state, child)?;
        Some(if flip { -value } else { value })
    }

    /// How the position that a move led to is to be searched, and whether it is the other side's.
    pub fn below(&self, state: &State, made: Made, node: Node) -> (Node, bool) {
        let Made { mover, alone, .. } = made;
        let next = state.mover();
        let same_turn = next == mover;
        let cost = match (alone, same_turn) {
            // A move without choice is no decision; half, so that forced cycles end.
            (true, _) => SAME_TURN / 2,
            (false, true) => SAME_TURN,
            (false, false) => PLY,
        };
        let flip = self.sign(next) != self.sign(mover);
        let child = Node {
            depth: node.depth - cost,
            ply: node.ply + 1,
            same_turn,
            replied: node.replied && !self.is_own(next),
            rested: false,
            hoped: made.hoped,
            alpha: if flip { -node.beta } else { node.alpha },
            beta: if flip { -node.alpha } else { node.beta },
        };
        (child, flip)
    }
}

/// Wins are stored by how far away they are from the position, not from the root.
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

//! The first part of a `(do ...)`.

use super::{Evaluator, MoveSink, Want};
use crate::ir::{EffectId, Moves, RuleId, RuleKind, OFF};
use crate::{Game, Move};

/// Moves in blocks: the rules count a block as one move, although it is carried out in several.
struct Blocks {
    moves: Vec<Move>,
    /// The end of each block.
    ends: Vec<usize>,
}

impl Blocks {
    fn list(&self) -> Vec<&[Move]> {
        let mut start = 0;
        let mut blocks = Vec::with_capacity(self.ends.len());
        for &end in &self.ends {
            blocks.push(&self.moves[start..end]);
            start = end;
        }
        blocks
    }

    /// The order in which a `do` carries out its first part: each block is inserted at an offset
    /// that is the length of the block before it. If all blocks are single moves, that is the
    /// first, followed by the others from the last to the second. Counts of pieces removed or added
    /// are split into single pieces, so that other effects may come in between.
    fn in_order(&self, game: &Game) -> Vec<Move> {
        let total: usize = self.moves.iter().map(|mv| piece_count(game, mv)).sum();
        let apart = total <= MAX_SPLIT_PIECES;
        if self.ends.len() == self.moves.len() && total == self.moves.len() {
            let mut list = self.moves.clone();
            if let Some((_, others)) = list.split_first_mut() {
                others.reverse();
            }
            return list;
        }
        let (mut list, mut at) = (Vec::with_capacity(self.moves.len()), 0);
        for block in self.list() {
            let before = list.len();
            if apart {
                let single_directions = block.iter().flat_map(|mv| one_by_one(game, *mv));
                list.splice(at..at, single_directions);
            } else {
                list.splice(at..at, block.iter().copied());
            }
            at = list.len() - before;
        }
        list
    }
}

/// Above this number of pieces removed or added at once, they are not split.
const MAX_SPLIT_PIECES: usize = 4096;

/// The number of pieces that a move removes or adds one by one.
fn piece_count(game: &Game, mv: &Move) -> usize {
    let count = match &game.rules[mv.rule as usize].kind {
        RuleKind::Remove { at_end: false, .. } => mv.payload[0],
        RuleKind::Add { .. } => mv.payload[1],
        _ => 1,
    };
    count.max(1) as usize
}

/// A move as moves of one piece each.
fn one_by_one(game: &Game, mut mv: Move) -> impl Iterator<Item = Move> {
    let count = piece_count(game, &mv);
    match &game.rules[mv.rule as usize].kind {
        RuleKind::Remove { at_end: false, .. } => mv.payload[0] = 1,
        RuleKind::Add { .. } => mv.payload[1] = 1,
        _ => {}
    }
    std::iter::repeat_n(mv, count)
}

impl<'a> Evaluator<'a> {
    /// All moves of a part of an effect, in blocks.
    fn blocks(&mut self, moves: &'a Moves) -> Blocks {
        let mut out = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        self.generate(moves, &mut out);
        let mut ends = Vec::new();
        for (index, mv) in out.moves.iter().enumerate() {
            let next = out.moves.get(index + 1);
            // Some rules act on many sites in a single move, of which the last step has what
            // follows.
            let rules = &self.game.rules;
            let goes_on = |next: &Move| {
                next.rule == mv.rule || rules[next.rule as usize].without_thens == Some(mv.rule)
            };
            let at_once =
                next.is_some_and(goes_on) && rules[mv.rule as usize].kind.is_single_move();
            if !at_once && !out.joined_with_next.contains(&index) {
                ends.push(index + 1);
            }
        }
        Blocks {
            moves: out.moves,
            ends,
        }
    }

    /// Carries the blocks out in the order in which they were generated. This expands their
    /// consequences, which become part of the blocks.
    fn carry_out_blocks(&mut self, mut blocks: Blocks) -> Blocks {
        let starts = self.list_captures(&mut blocks.moves, 0);
        if !starts.is_empty() {
            for end in &mut blocks.ends {
                *end = starts.get(*end).copied().unwrap_or(blocks.moves.len());
            }
        }
        let spread = self.state.buffers.moves.pop().unwrap_or_default();
        let (outer, log) = (self.expanded.replace(spread), self.log.take());
        let mut ends = Vec::with_capacity(blocks.ends.len());
        for block in blocks.list() {
            for &mv in block {
                self.carry_out(mv);
            }
            ends.push(self.expanded.as_ref().map_or(0, Vec::len));
        }
        self.recycle(blocks.moves);
        let moves = std::mem::replace(&mut self.expanded, outer).unwrap_or_default();
        self.log = log;
        Blocks { moves, ends }
    }

    /// The moves of an effect in the order in which a `do` carries them out.
    pub(super) fn before_moves(&mut self, effect: EffectId) -> Vec<Move> {
        let mut blocks = self.blocks(self.game.effect(effect));
        if blocks.ends.len() < 3 {
            return blocks.moves;
        }
        let followed = |mv: &Move| self.game.rules[mv.rule as usize].without_effects.is_some();
        if blocks.moves.iter().any(followed) {
            let mark = self.state.mark();
            blocks = self.carry_out_blocks(blocks);
            self.state.undo(mark);
        }
        let list = blocks.in_order(self.game);
        self.recycle(blocks.moves);
        list
    }

    /// `(do first next:..)` within an effect: all moves of the first part precede each move of the
    /// second, which is generated after the first. If the second part has no move, nothing is done;
    /// in games of chance, a pass stands for it.
    pub(super) fn do_in_effect(
        &mut self,
        effect: EffectId,
        next: &'a Moves,
        pass: RuleId,
        out: &mut MoveSink,
    ) {
        let first = self.blocks(self.game.effect(effect));
        let mark = self.state.mark();
        let first = self.carry_out_blocks(first);
        let mut then = self.blocks(next);
        let chancy = self.has_dice() || self.game.flags.stochastic;
        let passes = chancy && out.want == Want::All && self.lookahead_depth == 0;
        if passes && then.moves.is_empty() {
            let rule = &self.game.rules[pass as usize];
            then.moves.push(self.new_move(pass, rule, OFF, OFF));
            then.ends.push(1);
        }
        self.state.undo(mark);
        let ordered = first.in_order(self.game);
        for block in then.list() {
            for &mv in ordered.iter().chain(block) {
                out.joined_with_next.push(out.moves.len());
                out.push(mv);
            }
            // The last move of the block is not joined with the next block.
            out.joined_with_next.pop();
        }
        self.recycle(first.moves);
        self.recycle(then.moves);
    }
}

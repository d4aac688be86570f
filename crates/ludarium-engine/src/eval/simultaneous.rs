//! Simultaneous moves: the players choose one after another without seeing the other choices. The
//! moves are made when all players have chosen.

use super::overflow::Overflow;
use super::{Evaluator, MoveSink};
use crate::ir::{EffectId, RuleKind};
use crate::layout::{Field, PlayerField};
use crate::Move;

impl<'a> Evaluator<'a> {
    /// Whether the mover chooses at the same time as the others.
    pub fn is_simultaneous(&self) -> bool {
        self.game.flags.simultaneous
            && (!self.state.choices.is_empty() || self.phase().simultaneous)
    }

    /// Keeps only the moves that the mover may choose: a rule may name another player.
    pub(super) fn own_choices(&mut self, out: &mut MoveSink) {
        let list = std::mem::take(&mut out.moves);
        out.moves = list
            .into_iter()
            .filter(|&mv| self.is_own_choice(mv))
            .collect();
    }

    fn is_own_choice(&mut self, mv: Move) -> bool {
        let rule = &self.game.rules[mv.rule as usize];
        let (RuleKind::FromTo {
            mover: Some(who), ..
        }
        | RuleKind::Select {
            mover: Some(who), ..
        }) = &rule.kind
        else {
            return true;
        };
        let saved = self.env;
        self.recall(rule, mv);
        let who = self.int(who);
        self.env = saved;
        who == self.mover()
    }

    /// The player who chooses after a player; `None` after the last.
    fn chooses_after(&self, player: usize) -> Option<usize> {
        (player + 1..=self.game.players)
            .find(|&next| self.state.player(PlayerField::Active, next) != 0)
    }

    /// Records the mover's choice. The next player chooses, or all chosen moves are made.
    pub(crate) fn choose(&mut self, mv: Move) {
        let mover = self.state.mover();
        if let Some(next) = self.chooses_after(mover) {
            if self.log.is_some() {
                // The log shows what the move would do on its own.
                let mark = self.state.mark();
                self.make_choice(mv);
                self.state.undo(mark);
            }
            self.state.choose(mv);
            self.state.set_field(Field::Mover, next as i32);
            self.state.set_field(Field::Next, self.next_player(next, 0));
            return;
        }
        self.state.choose(mv);
        self.make_choices();
    }

    /// Makes a move of the round, without its delayed consequences.
    fn make_choice(&mut self, mv: Move) {
        if mv.rule == self.game.forced_pass {
            self.log_action(|| crate::action::Action::Pass { forced: true });
        } else {
            self.perform(mv);
        }
    }

    fn make_choices(&mut self) {
        let choices = self.state.take_choices();
        let moves = self.state.field(Field::Moves);
        let passes_before = self.state.field(Field::PassesInARow);
        let players: Vec<usize> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Active, player) != 0)
            .collect();
        // The overflow must be computed before the first move is made.
        let overflow: Vec<Vec<Overflow>> = choices
            .iter()
            .zip(&players)
            .map(|(&mv, &player)| {
                self.state.set_field(Field::Mover, player as i32);
                self.game.overflow_for(self.state, mv)
            })
            .collect();
        let mut passed = true;
        for ((&mv, &player), overflow) in choices.iter().zip(&players).zip(&overflow) {
            self.state.set_field(Field::Mover, player as i32);
            self.overflow.clone_from(overflow);
            let stalemated = i32::from(mv.rule == self.game.forced_pass);
            self.state
                .set_player(PlayerField::Stalemated, player, stalemated);
            self.make_choice(mv);
            passed &= self.game.is_pass(mv);
        }
        for ((&mv, &player), overflow) in choices.iter().zip(&players).zip(overflow) {
            self.state.set_field(Field::Mover, player as i32);
            self.overflow = overflow;
            self.recall(&self.game.rules[mv.rule as usize], mv);
            for effect in self.delayed(mv) {
                self.effect(effect);
            }
        }
        // The round counts as one move; the first of its moves stands for all.
        let first = choices.first().map_or(-1, Move::target);
        self.state.set_field(Field::LastFrom, first);
        self.state.set_field(Field::LastTo, first);
        self.state.set_field(Field::Moves, moves + 1);
        let passes = match passed {
            true => passes_before + self.game.players as i32,
            false => 0,
        };
        self.state.set_field(Field::PassesInARow, passes);
        self.swapped = false;
        let begins = players.first().copied().unwrap_or(1);
        self.state.set_field(Field::Mover, begins as i32);
        self.after_move(passed, true);
    }

    /// The consequences that wait until all moves of the round are made.
    fn delayed(&self, mv: Move) -> Vec<EffectId> {
        let rule = &self.game.rules[mv.rule as usize];
        let delayed = |effect: &&EffectId| self.game.delayed.contains(effect);
        rule.thens.iter().filter(delayed).copied().collect()
    }
}

//! Dice: the moves that each die allows, and what using a die does.

use crate::action::Action;
use crate::ir::{Bool, Iter, Moves, Rule, RuleId, OFF};
use crate::layout::Field;
use crate::Move;

use super::{Evaluator, MoveSink, Want};

impl<'a> Evaluator<'a> {
    /// The moves of each die that is not used yet (and of all of them together).
    pub fn for_each_die(
        &mut self,
        hand: usize,
        combined: bool,
        cond: Option<&'a Bool>,
        moves: &'a Moves,
        out: &mut MoveSink,
    ) {
        let Some(dice) = self.game.dice.get(hand) else {
            return;
        };
        let values: Vec<i32> = (0..dice.faces.len())
            .map(|die| self.state.cell(self.game.layout.dice + dice.first + die))
            .collect();
        let (pips, die) = (self.get(Iter::Pips), self.get(Iter::Die));
        for (index, &value) in values.iter().enumerate() {
            if out.done {
                break;
            }
            self.bind(Iter::Pips, value);
            self.bind(Iter::Die, (dice.first + index) as i32);
            if cond.is_none_or(|cond| self.bool(cond)) {
                self.generate(moves, out);
            }
        }
        if combined {
            for together in 3..1u32 << values.len().min(12) {
                let mut chosen = (0..values.len()).filter(|die| together >> die & 1 == 1);
                if together.is_power_of_two() || chosen.clone().any(|die| values[die] == 0) {
                    continue;
                }
                if out.done {
                    break;
                }
                let total = chosen
                    .by_ref()
                    .map(|die| values[die])
                    .fold(0, i32::saturating_add);
                self.bind(Iter::Pips, total);
                self.bind(Iter::Die, -(together as i32));
                if cond.is_none_or(|cond| self.bool(cond)) {
                    self.generate(moves, out);
                }
            }
        }
        self.bind(Iter::Pips, pips);
        self.bind(Iter::Die, die);
    }

    /// Uses up the die that a move was made with.
    pub fn use_die(&mut self, mv: Move, rule: &Rule) {
        let die = match rule.stored_vars.iter().position(|&iter| iter == Iter::Die) {
            None => return,
            Some(_) if rule.overflows => self.overflow_of(mv).bound[Iter::Die as usize],
            Some(index) => i32::from(mv.payload[4 - index]),
        };
        for (hand, dice) in self.game.dice.iter().enumerate() {
            let cells = self.game.layout.dice + dice.first;
            let number = dice.faces.len();
            let shown = self.state.cell(cells);
            let equal = (0..number).all(|index| self.state.cell(cells + index) == shown);
            let mut pips = None;
            for index in 0..number {
                let together = if die < 0 { -die } else { 0 };
                if die == (dice.first + index) as i32
                    || together.checked_shr(index as u32).unwrap_or(0) & 1 == 1
                {
                    pips = Some(self.state.cell(cells + index));
                    self.state.set_cell(cells + index, 0);
                    let slot = self.game.containers[dice.container].first + index;
                    let at = self.place(slot);
                    self.log_action(|| Action::UseDie {
                        hand: hand as i32,
                        die: index as i32,
                        at,
                    });
                }
            }
            if let (Some(pips), true) = (pips, die >= 0) {
                let double = equal && rule.replay_double;
                self.replay_double(hand, pips, double);
            }
        }
    }

    /// Equal dice are played twice: the value is kept in mind with the first of them, the dice are
    /// laid out with that value again after the last, and it is forgotten with the first of the
    /// second time. A value left in mind from an earlier throw is laid out with the next die used.
    fn replay_double(&mut self, hand: usize, pips: i32, double: bool) {
        let dice = &self.game.dice[hand];
        let stored = self.state.field(Field::Temp);
        if double {
            let value = if stored == OFF { pips } else { OFF };
            self.state.set_field(Field::Temp, value);
            self.log_action(|| Action::SetTemp { value });
        } else if stored > 0
            && dice
                .faces
                .iter()
                .all(|faces| stored as usize <= faces.len())
        {
            let first = self.game.containers[dice.container].first;
            for (index, faces) in dice.faces.iter().enumerate() {
                // The format takes the value for the number of the face.
                let state = stored - 1;
                self.state.set_state_at(first + index, 0, state);
                let value = faces.get(state as usize).copied().unwrap_or(0);
                self.state
                    .set_cell(self.game.layout.dice + dice.first + index, value);
                let at = self.place(first + index);
                self.log_action(|| Action::SetDie { at, state });
            }
        }
    }

    /// Where `(do ... next:...)` has no move: in a decision of a game of dice it is remembered
    /// which pass stands for it, as a consequence it is carried out. (Without dice, a decision
    /// without moves is the plain forced pass, and the player counts as unable to move.)
    /// `(can Move ...)` takes that pass for a move.
    pub fn substitute_pass(&mut self, pass: RuleId, out: &mut MoveSink) {
        let asked = out.want == Want::Any && self.trial_depth > 0 && self.game.flags.rolls;
        if self.lookahead_depth > 0 || out.want != Want::All && !asked {
            return;
        }
        if self.in_decision && !asked {
            if self.game.flags.rolls {
                self.fallback_pass = self.fallback_pass.or(Some(pass));
            }
        } else {
            let rule = &self.game.rules[pass as usize];
            out.push(self.new_move(pass, rule, OFF, OFF));
        }
    }
}

//! Dice: the moves that each die allows, and what using a die does.

use crate::action::Action;
use crate::ir::{Bool, Iter, Moves, Rule, RuleId, OFF};
use crate::layout::Field;
use crate::Move;

use super::{Evaluator, MoveSink};

impl<'a> Evaluator<'a> {
    /// The moves of each die that is not used yet and, if `combined`, of all combinations of dice.
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

    /// Uses up the die of a move.
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

    /// Equal dice are played twice: the first use stores their value, the last use sets the dice to
    /// it again, and the first use of the second round deletes it. A value left from an earlier
    /// roll is set with the next die used.
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
                // Ludii takes the value for the number of the face.
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

    /// Whether the game has dice.
    pub fn has_dice(&self) -> bool {
        !self.game.dice.is_empty()
    }

    /// Adds the pass that stands for a `(do ... next:...)` without moves in a game with dice. It is
    /// a move like others. (Without dice, a decision without moves is the ordinary forced pass, and
    /// the player counts as stalemated.)
    pub fn substitute_pass(&mut self, pass: RuleId, out: &mut MoveSink) {
        if self.has_dice() {
            let rule = &self.game.rules[pass as usize];
            out.push(self.new_move(pass, rule, OFF, OFF));
        }
    }
}

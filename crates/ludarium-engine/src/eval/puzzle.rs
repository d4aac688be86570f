//! Deduction puzzles: which values may be set, and when all is found out.

use super::{Evaluator, MoveSink};
use crate::puzzle::Values;

impl Evaluator<'_> {
    /// Puts the moves that set a variable into `out`: all values by which no constraint is violated
    /// yet, whatever the variables not set will be.
    pub fn settings(&mut self, out: &mut MoveSink) {
        let Some(puzzle) = &self.game.puzzle else {
            return;
        };
        let mut values = puzzle.values(self.state);
        for (index, variable) in puzzle.variables().iter().enumerate() {
            if puzzle.value(self.state, index).is_some() {
                continue;
            }
            for value in variable.range.iter() {
                values[index] = Values::one(value);
                let mut possible = true;
                for (constraint, size) in puzzle.constraints_on_with_sizes(index) {
                    if !self.steps(size as usize) {
                        return;
                    }
                    if constraint.evaluate(&values) == Some(false) {
                        possible = false;
                        break;
                    }
                }
                if possible {
                    out.push(puzzle.assignment(index, value));
                }
                if out.done {
                    return;
                }
            }
            values[index] = variable.range;
        }
    }

    /// Whether everything is set, and rightly.
    pub fn is_solved(&self) -> bool {
        let puzzle = self.game.puzzle.as_ref();
        puzzle.is_some_and(|puzzle| puzzle.is_solved(self.state))
    }
}

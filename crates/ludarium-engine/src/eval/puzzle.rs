//! Deduction puzzles: the values that may be set, and the solution.

use super::{Evaluator, MoveSink};
use crate::puzzle::Values;

impl Evaluator<'_> {
    /// Adds the moves that set a variable, for all values that do not violate a constraint yet.
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
                    if constraint.is_broken(&values) {
                        possible = false;
                        break;
                    }
                }
                if possible {
                    // As in Ludii, once to set the value and once to mark it; 0 cannot be marked.
                    out.push(puzzle.assignment(index, value));
                    if value != 0 {
                        out.push(puzzle.assignment(index, value));
                    }
                }
                if out.done {
                    return;
                }
            }
            values[index] = variable.range;
        }
    }

    /// Whether all variables are set and all constraints hold.
    pub fn is_solved(&self) -> bool {
        let puzzle = self.game.puzzle.as_ref();
        puzzle.is_some_and(|puzzle| puzzle.is_solved(self.state))
    }
}

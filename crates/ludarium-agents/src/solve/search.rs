//! Backtracking search.

use ludarium_engine::puzzle::{Constraint, Puzzle, Values};
use ludarium_engine::State;

use super::implied::implied;
use super::propagate::{propagate, Contradiction, Domains, Outcome};
use super::{Ending, Limits, Progress, Solutions};

/// Choices between two calls of the callback.
const CALLBACK_INTERVAL: u64 = 1 << 12;

/// A search over the values of a puzzle.
pub(super) struct Search {
    constraints: Vec<Constraint>,
    /// By constraint: the variables in its scope.
    variables: Vec<Vec<usize>>,
    /// By variable: the constraints on it.
    constraints_of: Vec<Vec<usize>>,
    domains: Domains,
    /// Constraints to propagate, and whether each is queued.
    queue: Vec<usize>,
    queued: Vec<bool>,
}

/// A variable whose values are being tried.
struct Choice {
    mark: usize,
    variable: usize,
    left: Values,
    of: usize,
}

impl Search {
    pub fn new(puzzle: &Puzzle, state: &State) -> Search {
        let mut constraints = puzzle.constraints().to_vec();
        constraints.extend(implied(puzzle.constraints()));
        let variables: Vec<Vec<usize>> = constraints.iter().map(Constraint::variables).collect();
        let mut constraints_of = vec![Vec::new(); puzzle.variables().len()];
        for (index, scope) in variables.iter().enumerate() {
            for &variable in scope {
                constraints_of[variable].push(index);
            }
        }
        Search {
            queue: (0..constraints.len()).rev().collect(),
            queued: vec![true; constraints.len()],
            constraints,
            variables,
            constraints_of,
            domains: Domains::new(puzzle.values(state)),
        }
    }

    pub fn run(
        mut self,
        limits: Limits,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Solutions {
        let mut found = Vec::new();
        let mut nodes = 0;
        let mut path: Vec<Choice> = Vec::new();
        let mut alive = self.propagate_all().is_ok();
        let ending = loop {
            if alive {
                match self.choose() {
                    Some(variable) => {
                        let left = self.domains.of(variable);
                        path.push(Choice {
                            mark: self.domains.mark(),
                            variable,
                            left,
                            of: left.len(),
                        });
                    }
                    None if found.len() >= limits.solutions => break Ending::More,
                    None => found.push(self.solution()),
                }
            }
            let Some(choice) = path.last_mut() else {
                break Ending::Complete;
            };
            self.domains.undo(choice.mark);
            let Some(value) = choice.left.iter().next() else {
                path.pop();
                alive = false;
                continue;
            };
            choice.left = choice.left.without(Values::one(value));
            let variable = choice.variable;
            if nodes >= limits.nodes {
                break Ending::GaveUp;
            }
            nodes += 1;
            if nodes % CALLBACK_INTERVAL == 0 {
                let progress = Progress {
                    nodes,
                    solutions: found.len() as u64,
                    done: done(&path),
                };
                if !keep_going(progress) {
                    break Ending::Stopped;
                }
            }
            alive = self.domains.restrict(variable, Values::one(value)).is_ok()
                && self.propagate_all().is_ok();
        };
        Solutions {
            found,
            ending,
            nodes,
        }
    }

    /// Propagates constraints until no values can be removed.
    fn propagate_all(&mut self) -> Outcome {
        let outcome = loop {
            for variable in std::mem::take(&mut self.domains.changed) {
                for &index in &self.constraints_of[variable] {
                    if !std::mem::replace(&mut self.queued[index], true) {
                        self.queue.push(index);
                    }
                }
            }
            let Some(index) = self.queue.pop() else {
                break Ok(());
            };
            self.queued[index] = false;
            let constraint = &self.constraints[index];
            if propagate(constraint, &self.variables[index], &mut self.domains).is_err() {
                break Err(Contradiction);
            }
        };
        for index in self.queue.drain(..) {
            self.queued[index] = false;
        }
        self.domains.changed.clear();
        outcome
    }

    /// The next variable to try: one with the fewest values, and among these one in the constraint
    /// with the fewest open variables. `None` if all variables have a value.
    fn choose(&self) -> Option<usize> {
        let open = |variable: &usize| self.domains.of(*variable).len() > 1;
        let fewest = self.domains.all().iter().map(|values| values.len());
        let fewest = fewest.filter(|&count| count > 1).min()?;
        let tightness: Vec<usize> = self
            .variables
            .iter()
            .map(|variables| variables.iter().filter(|variable| open(variable)).count())
            .collect();
        let key = |variable: &usize| {
            let constraints_of = self.constraints_of[*variable]
                .iter()
                .map(|&index| tightness[index]);
            constraints_of.min().unwrap_or(usize::MAX)
        };
        (0..self.constraints_of.len())
            .filter(|&variable| self.domains.of(variable).len() == fewest)
            .min_by_key(key)
    }

    fn solution(&self) -> Vec<i32> {
        let values = self.domains.all().iter();
        values.filter_map(|values| values.only()).collect()
    }
}

/// The share of the search space covered, each value of a choice counting the same.
fn done(path: &[Choice]) -> f64 {
    let (mut done, mut share) = (0.0, 1.0);
    for choice in path {
        share /= choice.of as f64;
        done += share * (choice.of - choice.left.len() - 1) as f64;
    }
    done
}

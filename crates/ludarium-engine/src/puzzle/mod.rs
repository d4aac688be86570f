//! Deduction puzzles: variables, the values that they may have, and constraints between them.
//!
//! A puzzle is a game for one player. The player sets one variable after the other without
//! violating a constraint, until all are set and all constraints hold. In a state, a variable that
//! is set is a site with a piece on it: the kind of piece is the value plus one.

mod constraint;
mod ring;
mod values;

pub use crate::ir::{Cmp, Op};
pub use constraint::{Constraint, Number, Test};
pub use ring::Ring;
pub use values::Values;

use crate::action::Place;
use crate::ir::RuleId;
use crate::{Move, State};

/// A variable: a site whose value the player must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The site.
    pub place: Place,
    /// The slot of the site in a state.
    pub slot: usize,
    /// The values that the board allows.
    pub range: Values,
}

/// The variables and constraints of a game that is a deduction puzzle.
///
/// The variables are the sites that some constraint refers to.
///
/// ```
/// # let text = r#"(game "Pair" (players 1)
/// #     (equipment { (board (rectangle 1 2) (values Cell (range 1 3))) (regions { Rows }) })
/// #     (rules (start (set { {0 2} })) (play (satisfy { (all Different) (is Sum 5) }))
/// #         (end (if (is Solved) (result P1 Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("pair.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_engine::SplitMix64;
///
/// // Two cells from 1 to 3, different, with the sum 5; the first one is given as 2.
/// let puzzle = game.puzzle().unwrap();
/// let mut chance = SplitMix64::new(0);
/// let mut state = game.start(&mut chance);
/// let given = puzzle.values(&state);
/// assert_eq!(given[0].only(), Some(2));
/// assert!(given[1].iter().eq(1..=3));
///
/// game.apply(&mut state, puzzle.assignment(1, 3), &mut chance);
/// assert!(puzzle.is_solved(&state) && state.over());
/// assert_eq!(game.outcome(&state).unwrap().winner, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    variables: Vec<Variable>,
    constraints: Vec<Constraint>,
    /// By variable: the constraints that refer to it.
    about: Vec<Vec<u32>>,
    /// By constraint: the number of variables that it refers to.
    sizes: Vec<u32>,
    rule: RuleId,
}

impl Puzzle {
    pub(crate) fn new(
        variables: Vec<Variable>,
        constraints: Vec<Constraint>,
        rule: RuleId,
    ) -> Puzzle {
        let mut about = vec![Vec::new(); variables.len()];
        let mut sizes = Vec::with_capacity(constraints.len());
        for (index, constraint) in constraints.iter().enumerate() {
            let spoken_of = constraint.variables();
            sizes.push(spoken_of.len() as u32);
            for variable in spoken_of {
                if let Some(about) = about.get_mut(variable) {
                    about.push(index as u32);
                }
            }
        }
        Puzzle {
            variables,
            constraints,
            about,
            sizes,
            rule,
        }
    }

    /// The variables.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The constraints. They refer to variables by their index in [`Puzzle::variables`].
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The constraints that refer to a variable.
    pub fn constraints_on(&self, variable: usize) -> impl Iterator<Item = &Constraint> {
        self.constraints_on_with_sizes(variable)
            .map(|(constraint, _)| constraint)
    }

    /// The constraints that refer to a variable, each with the number of its variables.
    pub(crate) fn constraints_on_with_sizes(
        &self,
        variable: usize,
    ) -> impl Iterator<Item = (&Constraint, u32)> {
        let indices = self.about.get(variable).map_or(&[][..], Vec::as_slice);
        indices.iter().filter_map(|&index| {
            let index = index as usize;
            Some((self.constraints.get(index)?, *self.sizes.get(index)?))
        })
    }

    /// The value of a variable, if it is set.
    #[must_use]
    pub fn value(&self, state: &State, variable: usize) -> Option<i32> {
        let what = state.what(self.variables.get(variable)?.slot);
        (what > 0).then(|| what as i32 - 1)
    }

    /// The values that a state leaves each variable: one if the variable is set, otherwise its
    /// range. Constraints are not taken into account.
    #[must_use]
    pub fn values(&self, state: &State) -> Vec<Values> {
        let of = |(index, variable): (usize, &Variable)| {
            self.value(state, index).map_or(variable.range, Values::one)
        };
        self.variables.iter().enumerate().map(of).collect()
    }

    /// Whether all variables are set and all constraints hold.
    #[must_use]
    pub fn is_solved(&self, state: &State) -> bool {
        (0..self.variables.len()).all(|index| self.value(state, index).is_some()) && {
            let values = self.values(state);
            let holds = |constraint: &Constraint| constraint.evaluate(&values) == Some(true);
            self.constraints.iter().all(holds)
        }
    }

    /// The move that sets a variable to a value. It is legal if the variable is not set and the
    /// value violates no constraint; this function checks neither.
    ///
    /// # Panics
    /// If there is no such variable.
    #[must_use]
    pub fn assignment(&self, variable: usize, value: i32) -> Move {
        let slot = self.variables[variable].slot as i32;
        let mut mv = Move::new(self.rule, slot, slot);
        mv.payload[0] = kind_of(value) as i16;
        mv.payload[1] = 1;
        mv
    }
}

/// The kind of piece that represents a value.
pub(crate) fn kind_of(value: i32) -> usize {
    (value.clamp(0, Values::MAX) + 1) as usize
}

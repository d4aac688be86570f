//! A position on its way to another program.

use std::fmt;
use std::sync::Arc;

use ludarium_engine::StateBytesError;
use serde::{Deserialize, Serialize};

use crate::dice::Seed;
use crate::event::Terms;
use crate::rules::{Rules, RulesError, RulesId};
use crate::table::Table;

/// A position with the name of its rules, for a program that has the same library. It holds all of
/// the position, also what is hidden from a player.
///
/// ```
/// use std::sync::Arc;
/// use ludarium_table::{Rules, RulesId, Seed, SentPosition, Table, Terms};
///
/// let id = RulesId { game: "shatranj".to_owned(), readings: Vec::new() };
/// let rules = Arc::new(Rules::load(&id)?);
/// let terms = Terms::for_one_person(&rules);
/// let table = Table::new(rules, terms, Seed::of_number(1), 0);
/// let sent = serde_json::to_string(&SentPosition::of(&table))?;
/// let received: SentPosition = serde_json::from_str(&sent)?;
/// let rules = Arc::new(received.rules()?);
/// assert_eq!(received.open(rules)?.choices().texts, table.choices().texts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentPosition {
    /// The rules.
    pub rules: RulesId,
    /// The position, as [`State::to_bytes`](ludarium_engine::State::to_bytes) encodes it.
    pub state: Vec<u8>,
}

/// Why a position cannot be set up.
#[derive(Debug)]
pub enum SentPositionError {
    /// There are no such rules.
    Rules(RulesError),
    /// The position is of other rules, or damaged.
    State(StateBytesError),
}

impl fmt::Display for SentPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SentPositionError::Rules(error) => error.fmt(f),
            SentPositionError::State(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SentPositionError {}

impl SentPosition {
    /// The position of a table. The rules must be of the library.
    #[must_use]
    pub fn of(table: &Table) -> SentPosition {
        SentPosition {
            rules: table.rules().id().clone(),
            state: table.state().to_bytes(),
        }
    }

    /// Loads the rules.
    ///
    /// # Errors
    /// If this library has no such rules.
    pub fn rules(&self) -> Result<Rules, SentPositionError> {
        Rules::load(&self.rules).map_err(SentPositionError::Rules)
    }

    /// Sets the position up at a table where one person plays for all. What is thrown there is not
    /// what will be thrown at the table that the position comes from.
    ///
    /// # Errors
    /// If the position is of other rules, or damaged.
    pub fn open(&self, rules: Arc<Rules>) -> Result<Table, SentPositionError> {
        let state = rules.game().state_from_bytes(&self.state);
        let state = state.map_err(SentPositionError::State)?;
        let terms = Terms::for_one_person(&rules);
        let seed = Seed::of_number(0);
        Ok(Table::from_position(rules, terms, seed, state, 0))
    }
}

//! What a position remembers besides its pieces, for people who follow what a move does.

use std::fmt;
use std::sync::Arc;

use crate::layout::{ExtraSet, Field, PlayerField};
use crate::{Game, State};

/// Something that rules read and write and that stands on no site. Players count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Quantity {
    /// The player who is to move.
    Mover,
    /// What `(counter)` reads.
    Counter,
    /// What `(pot)` reads.
    Pot,
    /// What `(set Var ...)` without a name writes.
    Temporary,
    /// The number of players in a row who have passed.
    Passes,
    /// What `(is Pending)` reads.
    Pending,
    Variable(Arc<str>),
    /// A list of remembered values, by its name, if it has one.
    Remembered(Option<Arc<str>>),
    Phase(usize),
    Score(usize),
    Amount(usize),
    /// What `(value Player ...)` reads.
    Value(usize),
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Mover => f.write_str("mover"),
            Quantity::Counter => f.write_str("counter"),
            Quantity::Pot => f.write_str("pot"),
            Quantity::Temporary => f.write_str("temporary value"),
            Quantity::Passes => f.write_str("passes in a row"),
            Quantity::Pending => f.write_str("pending"),
            Quantity::Variable(name) => write!(f, "variable {name:?}"),
            Quantity::Remembered(Some(name)) => write!(f, "remembered {name:?}"),
            Quantity::Remembered(None) => f.write_str("remembered"),
            Quantity::Phase(player) => write!(f, "phase of player {player}"),
            Quantity::Score(player) => write!(f, "score of player {player}"),
            Quantity::Amount(player) => write!(f, "amount of player {player}"),
            Quantity::Value(player) => write!(f, "value of player {player}"),
        }
    }
}

/// The value of a [`Quantity`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A number; `None` if it was never set.
    Number(Option<i32>),
    /// Numbers in the order in which they were remembered.
    Numbers(Vec<i32>),
    /// Sites of the board, or other numbers that stand for them.
    Sites(Vec<usize>),
    /// The name of a phase.
    Name(String),
}

impl Game {
    /// Everything that a position remembers besides its pieces and dice, always in one order, so
    /// that two positions can be compared entry by entry. Nothing says what players may know.
    ///
    /// ```
    /// use ludarium_engine::watch::{Quantity, Watched};
    /// use ludarium_engine::SplitMix64;
    /// # use ludarium_lud::{load, Choices, Definitions};
    ///
    /// let text = r#"(game "Count" (players 2)
    ///     (equipment { (board (square 3)) (piece "Mark" Each) })
    ///     (rules (play (move Add (to (sites Empty)) (then (addScore Mover 3))))
    ///         (end (if (is Full) (result Mover Draw)))))"#;
    /// # let description = load("count.lud", text, &Definitions::none(), &Choices::defaults())?;
    /// # let game = ludarium_engine::Game::compile(&description)?;
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let before = game.watch(&state);
    /// let first = game.legal_moves(&mut state)[0];
    /// game.apply(&mut state, first, &mut chance);
    /// let after = game.watch(&state);
    /// assert_ne!(before, after);
    /// assert!(after.contains(&(Quantity::Score(1), Watched::Number(Some(3)))));
    /// # Ok::<(), ludarium_lud::Errors>(())
    /// ```
    #[must_use]
    pub fn watch(&self, state: &State) -> Vec<(Quantity, Watched)> {
        let game = self.playing(state);
        let number = |field| Watched::Number(Some(state.field(field)));
        let mut all = vec![
            (Quantity::Mover, number(Field::Mover)),
            (Quantity::Counter, number(Field::Counter)),
            (Quantity::Pot, number(Field::Pot)),
            (Quantity::Temporary, number(Field::Temp)),
            (Quantity::Passes, number(Field::PassesInARow)),
            (Quantity::Pending, game.pending(state)),
        ];
        for (name, (_, value)) in game.vars.iter().zip(game.variables(state)) {
            all.push((Quantity::Variable(name.clone()), Watched::Number(value)));
        }
        for (name, (_, values)) in game.lists.iter().zip(game.remembered(state)) {
            let list = Quantity::Remembered(name.clone());
            all.push((list, Watched::Numbers(values.to_vec())));
        }
        for player in 1..=game.players {
            if game.phases.len() > 1 {
                let phase = game.phase(state, player).to_owned();
                all.push((Quantity::Phase(player), Watched::Name(phase)));
            }
            let amount = state.player(PlayerField::Amount, player);
            let known = [
                (Quantity::Score(player), Some(state.score(player))),
                (Quantity::Amount(player), Some(amount)),
                (Quantity::Value(player), game.player_value(state, player)),
            ];
            all.extend(known.map(|(quantity, value)| (quantity, Watched::Number(value))));
        }
        all
    }

    fn pending(&self, state: &State) -> Watched {
        let sites = state.extra_bits(ExtraSet::Pending);
        let sites = sites.filter_map(|site| usize::try_from(site).ok());
        match state.field(Field::PendingValue) {
            0 => Watched::Sites(Vec::new()),
            _ => Watched::Sites(sites.collect()),
        }
    }
}

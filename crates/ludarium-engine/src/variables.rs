//! Access to the named variables, remembered values, phases and dice of a state, for user
//! interfaces.

use crate::layout::{Field, PlayerField};
use crate::{Game, State};

/// The stored value of a variable that was never set.
const UNSET: i32 = -1;

impl Game {
    /// The named variables of the rules with their values, in the order of their first occurrence
    /// in the description; `None` for a variable that was never set. Nothing says whether the
    /// players may see a variable.
    pub fn variables<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = (&'a str, Option<i32>)> {
        let game = self.playing(state);
        let names = game.vars.iter().enumerate();
        names.map(|(index, name)| {
            let value = state.cell(game.layout.vars + index);
            (name.as_ref(), (value != UNSET).then_some(value))
        })
    }

    /// The lists of remembered values (`remember Value`), by the name of the list; an unnamed list
    /// has the empty name.
    pub fn remembered<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = (&'a str, &'a [i32])> {
        let lists = self.playing(state).lists.iter().zip(&state.lists);
        lists.map(|(name, values)| (name.as_deref().unwrap_or_default(), values.as_slice()))
    }

    /// The value of a player (`set Value`), if one was set. Players count from 1.
    #[must_use]
    pub fn player_value(&self, state: &State, player: usize) -> Option<i32> {
        let value = state.player(PlayerField::Value, player);
        (value != UNSET).then_some(value)
    }

    /// The name of the phase of play that a player is in; empty for a player out of range.
    #[must_use]
    pub fn phase<'a>(&'a self, state: &State, player: usize) -> &'a str {
        let phase = state.player(PlayerField::Phase, player);
        let phase = usize::try_from(phase).ok();
        let phases = &self.playing(state).phases;
        phase
            .and_then(|phase| phases.get(phase))
            .map_or("", |phase| &phase.name)
    }

    /// Whether the dice were rolled for the move that is to be made now. If not, they show an
    /// earlier roll.
    #[must_use]
    pub fn dice_just_rolled(&self, state: &State) -> bool {
        state.field(Field::Rolled) & 1 == 1
    }
}

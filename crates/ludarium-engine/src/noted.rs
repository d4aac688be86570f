//! What the rules remember besides the pieces, for those who tell players how a game stands.

use crate::layout::{Field, PlayerField};
use crate::{Game, State};

/// What nobody has set.
const UNSET: i32 = -1;

impl Game {
    /// The named variables of the rules with their values, in the order in which the description names them first;
    /// `None` where nothing was set yet. Whether players may see a variable only its rules can tell.
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

    /// The values that rules have noted down (`remember Value`), by the name of the list.
    pub fn remembered<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = (&'a str, &'a [i32])> {
        let lists = self.playing(state).lists.iter().zip(&state.lists);
        lists.map(|(name, values)| (name.as_deref().unwrap_or_default(), values.as_slice()))
    }

    /// The value that a player keeps (`set Value`), if one was set.
    #[must_use]
    pub fn kept(&self, state: &State, player: usize) -> Option<i32> {
        let value = state.player(PlayerField::Value, player);
        (value != UNSET).then_some(value)
    }

    /// The phase of play that a player is in, by its name.
    #[must_use]
    pub fn phase<'a>(&'a self, state: &State, player: usize) -> &'a str {
        let phase = state.player(PlayerField::Phase, player);
        let phase = usize::try_from(phase).ok();
        let phases = &self.playing(state).phases;
        phase
            .and_then(|phase| phases.get(phase))
            .map_or("", |phase| &phase.name)
    }

    /// Whether the dice were thrown for the move that is to be made now; else they still lie as they fell before.
    #[must_use]
    pub fn just_thrown(&self, state: &State) -> bool {
        state.field(Field::Rolled) & 1 == 1
    }
}

//! Moves that have the same effects.

use ludarium_engine::{Action, Chance, Move, State};

use super::Notation;

impl Notation<'_> {
    /// For each move the index of the first move of the list that has the same effects. Dice that
    /// show the same value make several moves of one: moves that differ only in which of them is
    /// used count as the same. In a puzzle a value may be listed twice, as set and as marked.
    #[must_use]
    pub fn first_equivalent(
        &self,
        state: &State,
        chance: &(impl Chance + Clone),
        moves: &[Move],
    ) -> Vec<usize> {
        if self.game.puzzle().is_some() {
            // The engine lists both one after the other.
            let is_new = |index: &usize| *index == 0 || moves[*index] != moves[*index - 1];
            let indices = 0..moves.len();
            let first = indices.scan(0, |first, index| {
                *first = if is_new(&index) { index } else { *first };
                Some(*first)
            });
            return first.collect();
        }
        let dice = state.dice();
        let mut shown: Vec<i32> = dice.iter().copied().filter(|value| *value != 0).collect();
        let thrown = shown.len();
        shown.sort_unstable();
        shown.dedup();
        if shown.len() == thrown {
            return (0..moves.len()).collect();
        }
        let mut state = state.clone();
        let mut seen: Vec<Vec<Action>> = Vec::with_capacity(moves.len());
        let mut first = Vec::with_capacity(moves.len());
        for (index, mv) in moves.iter().enumerate() {
            let mut actions = self.game.explain(&mut state, *mv, &mut chance.clone());
            let uses_die = |action: &Action| matches!(action, Action::UseDie { .. });
            let used = actions.iter().any(uses_die);
            for action in &mut actions {
                if let Action::UseDie { die, at, .. } = action {
                    let value = usize::try_from(*die).ok().and_then(|die| dice.get(die));
                    (*die, at.site) = (value.copied().unwrap_or(0), 0);
                }
            }
            let same = seen.iter().position(|other| used && *other == actions);
            first.push(same.unwrap_or(index));
            seen.push(actions);
        }
        first
    }

    /// The moves without those that have the same effects as an earlier one (see
    /// [`Notation::first_equivalent`]).
    #[must_use]
    pub fn distinct(
        &self,
        state: &State,
        chance: &(impl Chance + Clone),
        moves: &[Move],
    ) -> Vec<Move> {
        let first = self.first_equivalent(state, chance, moves);
        let own = moves.iter().enumerate().zip(first);
        let own = own.filter(|((index, _), first)| index == first);
        own.map(|((_, mv), _)| *mv).collect()
    }
}

//! Automatic moves (`(automove)`).

use super::Evaluator;
use crate::layout::Field;
use crate::Move;

impl Evaluator<'_> {
    /// Makes the moves that are the only one possible on their site: the first of them in order,
    /// then the first of those in the new position, and so on.
    pub(crate) fn make_automoves(&mut self) {
        let list = self.game.automove_list();
        let moves = self.state.field(Field::Moves);
        let passes = self.state.field(Field::PassesInARow);
        let last = (
            self.state.field(Field::LastFrom),
            self.state.field(Field::LastTo),
        );
        loop {
            let phase = self.phase();
            let all = self.list_moves(&phase.moves);
            let alone = |mv: &&Move| all.iter().filter(|other| other.to == mv.to).count() == 1;
            let next = all
                .iter()
                .filter(|mv| mv.target() >= 0)
                .find(alone)
                .copied();
            self.recycle(all);
            let Some(next) = next else { break };
            if !self.charge_effect() {
                break;
            }
            self.perform(next);
            self.state.remember(list, next.target());
        }
        self.state.set_field(Field::LastFrom, last.0);
        self.state.set_field(Field::LastTo, last.1);
        self.state.set_field(Field::Moves, moves);
        self.state.set_field(Field::PassesInARow, passes);
    }

    /// The sites on which the last move laid tiles, automatic moves included.
    pub(super) fn laid_sites(&self) -> Vec<i32> {
        let last = self.state.field(Field::LastTo);
        let others = self.state.lists[self.game.automove_list()].iter().copied();
        std::iter::once(last)
            .chain(others)
            .filter(|&slot| slot >= 0)
            .map(|slot| self.game.layout.site(slot as usize).1)
            .collect()
    }
}

//! Which moves depend on what is pending.

use ludarium_lud::{Ludeme, Node};

use super::{Compiler, USES_PENDING};
use crate::ir::Moves;

impl Compiler {
    /// Notes which of the moves of a decision depend on what is pending, so that the others need
    /// not be listed to see whether it makes a difference. `first` is the first rule of the node.
    pub(super) fn note_pending(&mut self, node: &Node, moves: Option<&Moves>, first: usize) {
        let asks = self.used & USES_PENDING != 0;
        self.used &= !USES_PENDING;
        let conditional = node
            .call()
            .is_some_and(|call| call.ludeme == Ludeme::MovesIf);
        match (moves, asks) {
            (Some(&Moves::Rule(id)), false) if usize::from(id) >= first => {
                self.rules[usize::from(id)].ignores_pending = true;
            }
            (_, false) => {}
            // What a rule or a condition asks matters to the rules below it.
            (Some(Moves::Rule(_)), true) => {}
            _ if conditional => {
                let below = self.rules[first..].iter_mut();
                below.for_each(|rule| rule.ignores_pending = false);
            }
            _ => self.flags.pending_matters_anywhere = true,
        }
    }
}

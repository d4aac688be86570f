//! Which moves depend on what is pending.

use ludarium_lud::{Ludeme, Node};

use super::{Compiler, PENDING_ASKED_BELOW, USES_PENDING};
use crate::ir::Moves;

impl Compiler {
    /// Compiles a condition, a number or a region: moves within it are only asked about.
    pub(super) fn inquiry<T>(&mut self, compile: impl FnOnce(&mut Self) -> T) -> T {
        self.inquiries += 1;
        let compiled = compile(self);
        self.inquiries -= 1;
        compiled
    }

    /// Notes which of the moves of a decision ignore what is pending, so that they need not be
    /// listed to see whether it makes a difference. `first` is the first rule of the node.
    pub(super) fn note_pending(&mut self, node: &Node, moves: Option<&Moves>, first: usize) {
        if self.scope.in_effect || self.inquiries > 0 {
            return;
        }
        let asks = self.used & USES_PENDING != 0;
        let asked_below = self.used & PENDING_ASKED_BELOW != 0;
        if asks || asked_below && !lists_parts(node) {
            // What a node asks, or does before its last part, may matter to all of its rules.
            let rules = self.rules[first..].iter_mut();
            rules.for_each(|rule| rule.ignores_pending = false);
        } else if let (Some(Moves::Rule(id)), false) = (moves, asked_below) {
            self.rules[usize::from(*id)].ignores_pending = true;
        }
        if asks {
            self.used = self.used & !USES_PENDING | PENDING_ASKED_BELOW;
        }
    }
}

/// Whether a node lists the moves of its parts, or some of them, and none of its parts changes what
/// the others list. Which parts have moves may decide; but if all that ask for what is pending have
/// the same with and without it, so have all.
fn lists_parts(node: &Node) -> bool {
    let Some(call) = node.call() else {
        return false;
    };
    match call.ludeme {
        Ludeme::MovesOr
        | Ludeme::MovesAnd
        | Ludeme::MovesOrList
        | Ludeme::MovesAndList
        | Ludeme::MovesIf
        | Ludeme::Priority
        | Ludeme::PriorityList
        | Ludeme::ForEachPiece => true,
        Ludeme::Do => call.arg("next").is_none(),
        _ => false,
    }
}

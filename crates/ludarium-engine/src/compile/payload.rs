//! What rules say of the moves they make: what these carry along, and how they belong together.

use crate::ir::{Owners, RuleKind};

impl RuleKind {
    /// Whether all that a rule of this kind does at one time is a single move, though it is carried
    /// out in several.
    pub(crate) fn is_single_move(&self) -> bool {
        match self {
            RuleKind::SetPending(sites, single) => sites.is_some() && single.is_none(),
            RuleKind::Forget { value, .. } => value.is_none(),
            RuleKind::SetScore { player, .. } | RuleKind::SetPlayerValue { player, .. } => {
                !matches!(player, Owners::One(_))
            }
            RuleKind::ForgetEverything | RuleKind::Note { .. } | RuleKind::SetHidden { .. } => true,
            _ => false,
        }
    }

    /// Whether the moves of a decision of this kind are each generated twice: placements that do
    /// something to their target first (and put down a single piece).
    pub(crate) fn is_generated_twice(&self, decision: bool) -> bool {
        matches!(
            self,
            RuleKind::Add { to, count: None, .. }
                if to.effect.is_some() && (decision || to.sites.is_some())
        )
    }

    /// Cells of a move's load that the rule itself fills, from the front.
    pub(crate) fn payload_cells(&self) -> usize {
        match self {
            RuleKind::Combine(..) => 2,
            RuleKind::Hop { .. } | RuleKind::Slide { .. } | RuleKind::Shoot { .. } => 2,
            RuleKind::SetScore { .. }
            | RuleKind::SetPlayerValue { .. }
            | RuleKind::SetHidden { .. } => 3,
            RuleKind::SetState { .. }
            | RuleKind::SetPieceValue { .. }
            | RuleKind::ForgetEverything => 3,
            RuleKind::Remove { .. } => 2,
            RuleKind::SetCount { .. } | RuleKind::SetVar { .. } | RuleKind::SetCounter(_) => 2,
            RuleKind::SetPot(_) | RuleKind::Remember { .. } | RuleKind::Forget { .. } => 2,
            RuleKind::SetPending(..) | RuleKind::Bet { .. } => 2,
            RuleKind::FromTo { from, .. } => 2 + usize::from(from.level.is_some()),
            RuleKind::Add { .. } | RuleKind::Claim { .. } | RuleKind::Promote { .. } => 2,
            RuleKind::PlayCard | RuleKind::SetTrumpSuit(_) => 1,
            RuleKind::SetNextPlayer(_) | RuleKind::Propose(_) | RuleKind::Vote(_) => 1,
            RuleKind::SetRotation { .. } | RuleKind::Trigger { .. } => 1,
            RuleKind::TakeControl { .. } => 1,
            RuleKind::Note { .. } => 4,
            RuleKind::Sow(_) => 2,
            _ => 0,
        }
    }
}

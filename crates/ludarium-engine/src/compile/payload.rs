//! Properties of the moves that a rule makes: how they are grouped, and the payload they need.

use crate::ir::{Owners, RuleKind};

impl RuleKind {
    /// Whether all moves that a rule of this kind makes at a time count as a single move, although
    /// it is carried out in several.
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

    /// Whether consequences follow all moves that a rule of this kind makes at a time together, not
    /// each of them.
    pub(crate) fn is_followed_once(&self) -> bool {
        match self {
            RuleKind::Forget { value, .. } => value.is_none(),
            RuleKind::ForgetEverything | RuleKind::SetHidden { .. } => true,
            _ => false,
        }
    }

    /// Whether each move of this kind is listed twice: placements on the sites of a region with an
    /// effect, wherever the condition of the effect holds.
    pub(crate) fn is_listed_twice(&self) -> bool {
        matches!(
            self,
            RuleKind::Add { to, count: None, .. } if to.effect.is_some() && to.sites.is_some()
        )
    }

    /// The number of payload cells that the rule itself fills, from the front.
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
            RuleKind::Attract { .. } | RuleKind::Push { .. } => 2,
            RuleKind::Note { .. } => 4,
            RuleKind::Sow(_) => 3,
            _ => 0,
        }
    }
}

//! Elementary actions: the steps of a move, as game logs and recorded trials name them.

use std::sync::Arc;

use ludarium_board::SiteType;

/// A site of one type. The sites of containers (hands, dice) are cells, numbered after the board's
/// own sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The type of the site.
    pub kind: SiteType,
    /// Its number, as the format numbers sites.
    pub site: i32,
}

/// A property of a piece that may be hidden from a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// Whether there is any piece.
    All,
    /// The kind of the piece.
    What,
    /// Its owner.
    Who,
    /// Its state.
    State,
    /// The number of pieces.
    Count,
    /// Its rotation.
    Rotation,
    /// Its value.
    Value,
}

impl Hidden {
    /// The number of properties that can be hidden.
    pub const COUNT: usize = 7;
}

/// One elementary action.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Action {
    Move {
        from: Place,
        to: Place,
        level_from: i32,
        level_to: i32,
        count: i32,
        state: i32,
        rotation: i32,
        stack: bool,
    },
    /// A move of several levels of a stack at once.
    StackMove {
        from: Place,
        to: Place,
        levels: i32,
    },
    Copy {
        from: Place,
        to: Place,
    },
    Add {
        at: Place,
        what: i32,
        count: i32,
        state: i32,
        rotation: i32,
        value: i32,
        level: i32,
        stack: bool,
    },
    Insert {
        at: Place,
        level: i32,
        what: i32,
    },
    Remove {
        at: Place,
        level: i32,
        applied: bool,
    },
    Select {
        from: Place,
        to: Option<Place>,
        level_from: i32,
        level_to: i32,
    },
    Promote {
        at: Place,
        what: i32,
    },
    SetState {
        at: Place,
        level: i32,
        state: i32,
    },
    SetCount {
        at: Place,
        what: i32,
        count: i32,
    },
    SetValue {
        at: Place,
        level: i32,
        value: i32,
    },
    SetRotation {
        at: Place,
        rotation: i32,
    },
    SetCost {
        at: Place,
        cost: i32,
    },
    SetHidden {
        at: Place,
        level: i32,
        data: Hidden,
        who: i32,
        hidden: bool,
    },
    SetScore {
        player: i32,
        score: i32,
        add: bool,
    },
    SetValueOfPlayer {
        player: i32,
        value: i32,
    },
    SetAmount {
        player: i32,
        amount: i32,
    },
    SetNextPlayer {
        player: i32,
    },
    SetCounter {
        counter: i32,
    },
    SetTemp {
        value: i32,
    },
    SetPot {
        value: i32,
    },
    SetPending {
        value: Option<i32>,
    },
    SetVar {
        name: Arc<str>,
        value: i32,
    },
    SetTrumpSuit {
        suit: i32,
    },
    AddPlayerToTeam {
        team: i32,
        player: i32,
    },
    SwapPlayers {
        first: i32,
        second: i32,
    },
    RememberValue {
        name: Option<Arc<str>>,
        value: i32,
    },
    ForgetValue {
        name: Option<Arc<str>>,
        value: i32,
    },
    SetDie {
        at: Place,
        state: i32,
    },
    UseDie {
        hand: i32,
        die: i32,
        at: Place,
    },
    SetDiceAllEqual {
        equal: bool,
    },
    Pass {
        forced: bool,
    },
    Propose {
        text: Arc<str>,
    },
    Vote {
        text: Arc<str>,
    },
    Trigger {
        event: Arc<str>,
        player: i32,
    },
    Note {
        message: Arc<str>,
        player: i32,
    },
    Bet {
        player: i32,
        amount: i32,
    },
    /// The position is remembered for `avoidStoredState`.
    RememberState,
    NextInstance,
}

impl Action {
    /// The origin and target of an action on sites; equal where it concerns one site only.
    pub(crate) fn ends(&self) -> Option<(Place, Place)> {
        match *self {
            Action::Move { from, to, .. }
            | Action::StackMove { from, to, .. }
            | Action::Copy { from, to } => Some((from, to)),
            Action::Select { from, to, .. } => Some((from, to.unwrap_or(from))),
            Action::Add { at, .. }
            | Action::Insert { at, .. }
            | Action::Remove { at, .. }
            | Action::Promote { at, .. }
            | Action::SetState { at, .. }
            | Action::SetCount { at, .. }
            | Action::SetValue { at, .. }
            | Action::SetRotation { at, .. }
            | Action::SetCost { at, .. }
            | Action::SetHidden { at, .. }
            | Action::SetDie { at, .. }
            | Action::UseDie { at, .. } => Some((at, at)),
            _ => None,
        }
    }
}

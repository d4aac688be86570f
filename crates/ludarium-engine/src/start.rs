//! Start rules: how the pieces stand before the first move.

use crate::action::Hidden;
use crate::ir::{Bool, Int, Ints, Owners, Sites};

/// A compiled start rule.
// A game has a handful of these, walked once: their size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(crate) enum StartRule {
    /// The same pieces on each of some sites.
    Place(Box<Placing>),
    /// Pieces on sites drawn by lot.
    Random {
        site_type: usize,
        /// Where; everywhere on the board if not said.
        among: Option<Sites>,
        kinds: Vec<usize>,
        count: Int,
        state: Option<Int>,
        value: Option<Int>,
    },
    /// A stack of pieces in an order drawn by lot.
    RandomStack {
        site_type: usize,
        at: Int,
        pieces: Vec<(usize, Int)>,
        state: Option<Int>,
        value: Option<Int>,
    },
    /// A pack, shuffled, into its container.
    Shuffle(usize),
    /// So many pieces of a pack to each player.
    Deal {
        pack: usize,
        number: i32,
    },
    /// The cards of every deck beside each other.
    SplitDecks,
    SetCount {
        site_type: usize,
        sites: Sites,
        value: Int,
    },
    SetCost {
        site_type: usize,
        sites: Sites,
        value: Int,
    },
    SetPhase {
        site_type: usize,
        sites: Sites,
        value: Int,
    },
    SetScore {
        players: Owners,
        value: Int,
    },
    SetAmount {
        players: Owners,
        value: Int,
    },
    Remember {
        list: usize,
        values: Remembered,
        unique: bool,
    },
    Team {
        team: Int,
        players: Vec<usize>,
    },
    Hide {
        site_type: usize,
        data: Vec<Hidden>,
        sites: Sites,
        level: Int,
        hidden: Option<Bool>,
        from: Owners,
    },
    ForEachValue {
        low: Int,
        high: Int,
        body: Box<StartRule>,
    },
    ForEachSite {
        sites: Sites,
        cond: Option<Bool>,
        body: Box<StartRule>,
    },
    ForEachPlayer(Box<StartRule>),
    ForEachPlayerIn(Ints, Box<StartRule>),
    ForEachTeam(Box<StartRule>),
    /// One after the other.
    All(Vec<StartRule>),
}

/// What is remembered at the start.
#[derive(Clone, Debug)]
pub(crate) enum Remembered {
    One(Int),
    Each(Sites),
}

/// `(place ...)`.
#[derive(Clone, Debug)]
pub(crate) struct Placing {
    pub site_type: usize,
    /// On each site these kinds, from the bottom.
    pub kinds: Vec<usize>,
    pub at: Spots,
    /// How many of each kind; one number for all sites or one for each.
    pub counts: Vec<Int>,
    pub state: Option<Int>,
    pub rotation: Option<Int>,
    pub value: Option<Int>,
    /// As a stack, level by level.
    pub stack: bool,
}

/// Where pieces are placed.
#[derive(Clone, Debug)]
pub(crate) enum Spots {
    /// On these sites in this order.
    List(Vec<Int>),
    /// On each site of these regions, ascending.
    Regions(Vec<Sites>),
    /// On the first empty site of a container, by number.
    Container(usize),
}

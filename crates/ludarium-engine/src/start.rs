//! Start rules: the setup before the first move.

use crate::action::Hidden;
use crate::ir::{Bool, Int, Ints, Owners, Sites};

/// A compiled start rule.
// A game has a handful of these, each evaluated once: their size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(crate) enum StartRule {
    /// The same pieces on each of some sites.
    Place(Box<Placing>),
    /// Pieces on randomly chosen sites.
    Random {
        site_type: usize,
        /// The sites to choose from; the whole board if `None`.
        among: Option<Sites>,
        kinds: Vec<usize>,
        count: Int,
        state: Option<Int>,
        value: Option<Int>,
    },
    /// A stack of pieces in random order.
    RandomStack {
        site_type: usize,
        at: Int,
        pieces: Vec<(usize, Int)>,
        state: Option<Int>,
        value: Option<Int>,
    },
    /// Shuffles a pack and puts it into its container.
    Shuffle(usize),
    /// Deals a number of pieces of a pack to each player.
    Deal {
        pack: usize,
        number: i32,
    },
    /// Puts the cards of every deck side by side.
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
    /// Several rules, one after the other.
    All(Vec<StartRule>),
}

/// A value remembered at the start.
#[derive(Clone, Debug)]
pub(crate) enum Remembered {
    One(Int),
    Each(Sites),
}

/// `(place ...)`.
#[derive(Clone, Debug)]
pub(crate) struct Placing {
    pub site_type: usize,
    /// The kinds on each site, from the bottom.
    pub kinds: Vec<usize>,
    pub at: Spots,
    /// The number of pieces of each kind: one number for all sites or one for each.
    pub counts: Vec<Int>,
    pub state: Option<Int>,
    pub rotation: Option<Int>,
    pub value: Option<Int>,
    /// Whether the pieces form a stack, level by level.
    pub stack: bool,
}

/// The sites where pieces are placed.
#[derive(Clone, Debug)]
pub(crate) enum Spots {
    /// These sites, in this order.
    List(Vec<Int>),
    /// All sites of these regions, ascending.
    Regions(Vec<Sites>),
    /// The first empty site of a container, by number.
    Container(usize),
}

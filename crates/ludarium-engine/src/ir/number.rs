//! Numbers, lists of numbers, and the players they may stand for.

use super::*;

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Min,
    Max,
}

impl Op {
    /// 32-bit arithmetic that wraps, as in Java; division by zero gives 0.
    #[inline]
    #[must_use]
    pub fn apply(self, first: i32, second: i32) -> i32 {
        match self {
            Op::Add => first.wrapping_add(second),
            Op::Sub => first.wrapping_sub(second),
            Op::Mul => first.wrapping_mul(second),
            Op::Div => first.checked_div(second).unwrap_or(0),
            Op::Mod => first.checked_rem(second).unwrap_or(0),
            Op::Pow => f64::from(first).powi(second) as i32,
            Op::Min => first.min(second),
            Op::Max => first.max(second),
        }
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The properties of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CardProperty {
    Rank,
    Suit,
    TrumpRank,
    TrumpValue,
}

/// A number, evaluated in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Int {
    Const(i32),
    /// A number that depends on the board alone, whose values are kept.
    Tabulated(Box<TabulatedNumber<Int>>),
    /// A number that is the same for all sites of the loop around it.
    Hoisted(Box<Hoisted>),
    Iter(Iter),
    Mover,
    Next,
    /// The player of the previous move; `true`: of the previous turn.
    Prev(bool),
    LastFrom,
    LastTo,
    LastLevelFrom,
    LastLevelTo,
    Counter,
    Pot,
    /// A named variable (index); the unnamed one is [`Int::Temp`].
    Var(usize),
    Temp,
    Bin(Op, Box<Int>, Box<Int>),
    Fold(Op, Box<Ints>),
    Abs(Box<Int>),
    If(Box<Bool>, Box<Int>, Box<Int>),
    FromBool(Box<Bool>),
    /// Truncates towards zero.
    FromFloat(Box<Float>),
    What {
        site_type: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    Who {
        site_type: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    State {
        site_type: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    Rotation {
        site_type: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    PieceValue {
        site_type: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    Count {
        site_type: usize,
        at: Box<Int>,
    },
    /// Pieces of the owners (and kinds, if any are named) on the sites (or everywhere).
    CountPieces {
        site_type: Option<usize>,
        owners: Box<Owners>,
        kinds: Option<Vec<usize>>,
        within: Option<Box<Sites>>,
        cond: Option<Box<Bool>>,
        /// Whether the lists of pieces are asked, as `(no Pieces)` does: a site that is listed and
        /// empty counts.
        listed: bool,
    },
    CountSites(Box<Sites>),
    CountPips,
    CountMoves,
    CountTurns,
    CountMovesThisTurn,
    CountActive,
    CountLegalMoves,
    CountTrials,
    /// A player's points in the match.
    MatchScore(Box<Int>),
    /// How often a value occurs in an array.
    CountValue(Box<Int>, Box<Ints>),
    CountStack {
        site_type: usize,
        sites: Box<Sites>,
        from_top: bool,
        cond: Option<Box<Bool>>,
        stop: Option<Box<Bool>>,
    },
    CountGroups {
        site_type: usize,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
        min: Option<Box<Int>>,
        biggest: bool,
    },
    CountLiberties {
        site_type: usize,
        at: Option<Box<Int>>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    CountSteps {
        site_type: usize,
        relation: ludarium_board::Relation,
        distances: Distances,
        from: Box<Int>,
        to: Box<Sites>,
    },
    CountStepsOnTrack {
        track: TrackRef,
        from: Box<Int>,
        to: Box<Int>,
    },
    CountBiggestLine {
        site_type: usize,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    SizeStack {
        site_type: usize,
        sites: Box<Sites>,
    },
    SizeGroup {
        site_type: usize,
        at: Box<Int>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    SizeTerritory {
        site_type: usize,
        owner: Box<Int>,
        dirs: Dirs,
    },
    /// A property of the card on a site; -1 if there is none.
    Card {
        property: CardProperty,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    TrumpSuit,
    /// The larger of width and height of the largest path of a colour through the sites (through
    /// the tiles just laid, if none are given).
    PathExtent {
        colour: Box<Int>,
        starts: Option<Box<Sites>>,
    },
    /// The number of sites covered by the large pieces on some sites.
    SizeLargePieces(usize, Box<Sites>),
    SizeArray(Box<Ints>),
    TopLevel {
        site_type: usize,
        at: Box<Int>,
    },
    Score(Box<Int>),
    PlayerValue(Box<Int>),
    Amount(Box<Int>),
    Ahead {
        site_type: usize,
        at: Box<Int>,
        steps: Box<Int>,
        dirs: Dirs,
    },
    ArrayValue(Box<Ints>, Box<Int>),
    /// By player: a table (index = player, 0 neutral, players + 1 shared).
    ByPlayer(Vec<i32>, Box<Int>),
    RegionSite(Box<Sites>, Box<Int>),
    /// Sorted pairs; keys that are absent stand for themselves.
    MapEntry(Vec<(i32, i32)>, Box<Int>),
    HandSite {
        player: Box<Int>,
        index: Box<Int>,
    },
    /// A static property of a site: row, column, layer, phase.
    SiteTable {
        table: Vec<i32>,
        at: Box<Int>,
    },
    Cost {
        site_type: usize,
        sites: Box<Sites>,
    },
    TrackEnd(TrackRef),
    TrackMove {
        track: TrackRef,
        from: Option<Box<Int>>,
        steps: Box<Int>,
    },
    TrackFirst {
        track: TrackRef,
        from: Option<Box<Int>>,
        cond: Option<Box<Bool>>,
    },
    /// The site of a piece of a kind, in a state if given.
    Where {
        site_type: usize,
        kinds: Box<Int>,
        state: Option<Box<Int>>,
        /// Of several, that of the piece which came first, and not the lowest.
        by_order: bool,
    },
    /// The level of the first piece of a kind on a site.
    WhereLevel {
        site_type: usize,
        kinds: Box<Int>,
        state: Option<Box<Int>>,
        at: Box<Int>,
        from_top: bool,
    },
    Face(Box<Int>),
    Pending,
    Random(Box<Int>, Box<Int>),
    EdgeBetween(Box<Int>, Box<Int>),
    /// The minimum number of steps with a given geometry, each from [`Iter::From`] to [`Iter::To`]
    /// where the condition holds.
    CountStepsBy {
        site_type: usize,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
        /// The rotation of the piece after each step.
        turning: Option<Box<Int>>,
        from: Box<Int>,
        to: Box<Sites>,
    },
    /// How many of the sites directly below a site the owners hold.
    CountPlatformBelow(Box<Int>, Box<Owners>),
    /// The origin of the last consequence of the last move, and its levels.
    LastFromAfter,
    LastLevelFromAfter,
    LastLevelToAfter,
    /// The origin of the first move of the turn.
    TurnFrom,
    /// The target of the last consequence of the last move.
    LastToAfter,
    /// The number of neighbours of some sites by a relation, each counted once.
    CountNeighbours {
        site_type: usize,
        relation: ludarium_board::Relation,
        of: Box<Sites>,
    },
    /// The number of pieces on all of the sites.
    CountAt {
        site_type: usize,
        sites: Box<Sites>,
    },
    /// The site at a given row and column.
    Coord {
        site_type: usize,
        row: Box<Int>,
        column: Box<Int>,
    },
    /// The phase (colour) of a site: its own, unless a rule changed it.
    SitePhase {
        site_type: usize,
        table: Vec<i32>,
        at: Box<Int>,
    },
}

impl Cmp {
    /// The comparison with its two sides exchanged.
    pub fn turned(self) -> Cmp {
        match self {
            Cmp::Eq | Cmp::Ne => self,
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
        }
    }

    /// Whether the comparison of a number with `bound` holds, where it is the same for all numbers
    /// from `least` on.
    pub fn settled_from(self, least: i32, bound: i32) -> Option<bool> {
        match self {
            Cmp::Gt | Cmp::Ne if bound < least => Some(true),
            Cmp::Ge if bound <= least => Some(true),
            Cmp::Le | Cmp::Eq if bound < least => Some(false),
            Cmp::Lt if bound <= least => Some(false),
            _ => None,
        }
    }

    /// Whether the comparison holds.
    #[inline]
    #[must_use]
    pub fn holds(self, first: i32, second: i32) -> bool {
        match self {
            Cmp::Eq => first == second,
            Cmp::Ne => first != second,
            Cmp::Lt => first < second,
            Cmp::Le => first <= second,
            Cmp::Gt => first > second,
            Cmp::Ge => first >= second,
        }
    }
}

/// A list of numbers, evaluated in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Ints {
    List(Vec<Int>),
    Sites(Box<Sites>),
    Remembered(Option<usize>),
    Players {
        owners: Owners,
        of: Option<Box<Int>>,
        cond: Option<Box<Bool>>,
    },
    Results {
        from: Box<Sites>,
        to: Box<Sites>,
        value: Box<Int>,
        /// The slots of the hoisted parts of `value`.
        hoisted: std::ops::Range<usize>,
    },
    Sizes {
        site_type: usize,
        dirs: Dirs,
        owners: Option<Owners>,
        min: Option<Box<Int>>,
    },
    Union(Vec<Ints>),
    Intersection(Vec<Ints>),
    Difference(Box<Ints>, Box<Ints>),
    If(Box<Bool>, Box<Ints>, Option<Box<Ints>>),
    Team,
}

/// Owners of pieces.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Owners {
    One(Int),
    /// Every player, neutral and shared.
    All,
    /// The opponents of the mover.
    Enemy,
    /// All players but the mover.
    NonMover,
    /// The mover and allies.
    Friend,
    /// The allies without the mover.
    Ally,
    /// A team by number.
    Team(Int),
    /// All players of the game (without neutral and shared).
    Each,
}

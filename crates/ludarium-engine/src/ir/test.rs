//! Boolean expressions.

use std::sync::OnceLock;

use super::*;
use crate::set::SiteSet;

/// The distances between all pairs of sites; empty on boards too large for a table.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// The number of sites of the type.
    pub sites: usize,
    /// `steps[from * sites + to]`; `u16::MAX` where there is no path.
    pub steps: std::sync::Arc<[u16]>,
}

const _: () = assert!(std::mem::size_of::<Bool>() <= 2 * std::mem::size_of::<Int>() + 16);

impl Bool {
    /// The value of the condition if nothing is threatened, where that determines it.
    pub fn without_threats(&self) -> Option<bool> {
        match self {
            Bool::Const(value) => Some(*value),
            Bool::Threatened(_) => Some(false),
            Bool::Traced(traced) => traced.cond.without_threats(),
            Bool::Not(inner) => inner.without_threats().map(|value| !value),
            Bool::And(parts) => Bool::value_of_parts(parts, false),
            Bool::Or(parts) => Bool::value_of_parts(parts, true),
            _ => None,
        }
    }

    /// `decisive` if one of the parts has that value, its opposite if all parts have it.
    fn value_of_parts(parts: &[Bool], decisive: bool) -> Option<bool> {
        let values = || parts.iter().map(Bool::without_threats);
        if values().any(|value| value == Some(decisive)) {
            return Some(decisive);
        }
        values()
            .all(|value| value == Some(!decisive))
            .then_some(!decisive)
    }
}

/// `(can Move ...)`.
#[derive(Clone, Debug)]
pub struct CanMove {
    /// The moves asked about.
    pub moves: Moves,
    /// Whether the condition decides about a list of moves that is the same but for what follows
    /// them: `(if (can Move X) X ...)`.
    pub then_listed: bool,
}

/// A condition, with its place in the text and what is written there.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct TracedBool {
    pub span: ludarium_lud::Span,
    pub written: std::sync::Arc<ludarium_lud::Node>,
    pub cond: Bool,
}

/// A Boolean expression, evaluated in a state. Large contents are boxed, since a game may have a
/// hundred thousand of these.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Bool {
    Const(bool),
    /// A condition that is recorded with its place, in games that are traced.
    Traced(Box<TracedBool>),
    /// A condition on the board alone, whose values are kept.
    Tabulated(Box<TabulatedNumber<Bool>>),
    /// Whether the site that a variable holds is in a set.
    At(Iter, Box<Mask>),
    And(Vec<Bool>),
    Or(Vec<Bool>),
    Not(Box<Bool>),
    Xor(Box<Bool>, Box<Bool>),
    If(Box<Bool>, Box<Bool>, Option<Box<Bool>>),
    Compare(Cmp, Int, Int),
    SameSites(Box<Sites>, Box<Sites>),
    FromInt(Int),
    FromFloat(Float),
    In(Int, Box<Sites>),
    AllIn(Vec<Int>, Box<Sites>),
    InInts(Int, Box<Ints>),
    Empty(usize, Int),
    Occupied(usize, Int),
    Friend(Int),
    Enemy(Int),
    IsMover(Int),
    IsNext(Int),
    IsPrev(Int),
    IsActive(Int),
    Even(Int),
    Odd(Int),
    Visited(Int),
    AnyDie(Int),
    /// Whether nothing stands directly above the site.
    Visible(usize, Int),
    /// Whether all pieces on the sites where the condition holds are of different kinds.
    AllDifferent(Box<Sites>, Box<Bool>),
    /// Whether the last move went to (else: came from) a site of this type.
    LastIsOf(bool, usize),
    Angle(Box<AngleTest>),
    /// Whether the halves of the domino only touch halves with the same number of pips.
    PipsMatch(Int),
    /// Whether the paths of the tile continue in its neighbours.
    SidesMatch(Int),
    Pending,
    Full,
    /// Whether the last positions are [`CYCLE_ROUNDS`] times the same at most [`CYCLE_LENGTH`].
    Cycle,
    Line(Box<Line>),
    Threatened(Box<Threat>),
    Within {
        kind: Option<Int>,
        sites: Box<Sites>,
    },
    Connected(Box<Connection>),
    Blocked(Box<Connection>),
    /// Whether the position has occurred this number of times (at least 2), this one included.
    Repeat(Repetition, usize),
    Related {
        site_type: usize,
        relation: ludarium_board::Relation,
        first: Int,
        second: Box<Sites>,
    },
    Triggered(usize, Int),
    Proposed(usize),
    Decided(usize),
    Hidden {
        site_type: usize,
        at: Int,
        data: crate::action::Hidden,
        player: Box<Int>,
    },
    Loop(Box<LoopTest>),
    Pattern(Box<Pattern>),
    Target {
        container: usize,
        kinds: Vec<i32>,
        sites: Vec<i32>,
    },
    Crossing(Int, Int),
    AllSites(Box<Sites>, Box<Bool>),
    /// Whether the condition holds for all values of a list.
    AllValues(Box<Ints>, Box<Bool>),
    AllGroups {
        site_type: usize,
        dirs: Dirs,
        of: Option<Box<Bool>>,
        cond: Box<Bool>,
    },
    DiceEqual,
    DiceUsed,
    AllPassed,
    NoMoves(Int),
    CanMove(Box<CanMove>),
    WasPass,
    /// Whether the edges with pieces form a graph of some shape.
    Graph(Box<GraphTest>),
    /// Whether every site directly below (listed by site) is occupied, so that a piece would not
    /// fall.
    Flat(usize, Vec<Vec<u16>>, Int),
    /// Whether the deduction puzzle is solved.
    Solved,
}

/// A set of sites of the board's own type, described by their contents.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub enum Mask {
    /// Constant sites.
    Const(SiteSet),
    /// Sites without a piece.
    Empty,
    /// Sites with a piece.
    Occupied,
    /// Sites whose topmost piece is the mover's.
    Mover,
    /// Sites of the mover or an ally.
    Friend,
    /// Sites of an opponent.
    Enemy,
    /// Sites whose topmost piece is of a kind.
    OfKind(usize),
    /// Sites where the state of the topmost piece is the number of the mover or an ally.
    StateOfFriend,
    /// Sites where the state of the topmost piece is the number of an opponent.
    StateOfEnemy,
    /// All other sites.
    Not(Box<Mask>),
    /// Sites in all sets.
    And(Vec<Mask>),
    /// Sites in any set.
    Or(Vec<Mask>),
}

/// `(is RegularGraph ...)`, `(is Path Edge ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct GraphTest {
    pub owner: Int,
    pub shape: GraphShape,
}

/// The shape that the owner's edges must form.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum GraphShape {
    /// All vertices of the board have the same degree: the given one, or an odd or even number.
    Regular {
        degree: Option<Int>,
        odd: Option<Box<Bool>>,
        even: Option<Box<Bool>>,
    },
    /// A connected graph without cycles.
    Tree,
    /// A tree that reaches every vertex of the board.
    SpanningTree,
    /// A tree that becomes a path when its leaves are removed.
    Caterpillar,
    /// The last move went to a centre of the tree.
    TreeCentre,
    Path {
        site_type: usize,
        from: Int,
        low: Box<Int>,
        high: Box<Int>,
        closed: bool,
    },
}

/// Kinds of angles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Angle {
    Acute,
    Right,
    Obtuse,
    Reflex,
}

/// `(is Acute ...)` and similar: two sites, each with its condition, as seen from a third.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct AngleTest {
    pub site_type: usize,
    pub angle: Angle,
    pub at: Int,
    pub left: Bool,
    pub right: Bool,
}

/// Repetition of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Repetition {
    Positional,
    PositionalInTurn,
    Situational,
    SituationalInTurn,
}

/// `(is Line ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Line {
    pub site_type: usize,
    pub length: Int,
    pub dirs: Dirs,
    pub through: Through,
    pub owners: Option<Owners>,
    pub kinds: Option<Vec<Int>>,
    pub exact: bool,
    pub contiguous: bool,
    pub cond: Option<Bool>,
    pub by_level: bool,
    pub top: bool,
    pub visible: bool,
    pub through_how_much: Option<Int>,
    pub use_opposites: bool,
    /// See [`Line::windows`].
    pub windows: OnceLock<Option<Windows>>,
}

/// The sites of which one must be part of a line.
#[derive(Clone, Debug)]
pub enum Through {
    /// This site.
    Site(Int),
    /// Any site of a region.
    AnyOf(Sites),
}

/// `(is Threatened ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Threat {
    pub site_type: usize,
    pub kind: Option<Int>,
    pub sites: Option<Sites>,
    pub moves: Option<Moves>,
}

/// `(is Connected ...)` and `(is Blocked ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Connection {
    pub site_type: usize,
    pub number: Option<Int>,
    pub at: Option<Int>,
    pub dirs: Dirs,
    pub regions: Regions,
}

/// The regions to connect.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Regions {
    List(Vec<Sites>),
    /// The regions that the equipment gives to a player.
    OfPlayer(Int),
}

/// `(is Loop ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct LoopTest {
    pub site_type: usize,
    pub surround: Option<Vec<Owners>>,
    pub dirs: Dirs,
    pub owner: Int,
    pub starts: Option<Sites>,
    pub path: bool,
}

/// `(is Pattern ...)`, `(sites Pattern ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Pattern {
    pub site_type: usize,
    pub walk: Vec<Turn>,
    pub from: Int,
    pub kinds: Option<Vec<Int>>,
}

/// A step of a walk over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Turn {
    Forward,
    Left,
    Right,
}

impl Bool {
    /// Whether the condition asks if there are moves that are listed where it holds.
    pub(crate) fn asks_what_is_listed(&self) -> bool {
        matches!(self, Bool::CanMove(can) if can.then_listed)
    }

    /// Whether the condition only depends on the number of pieces on the site that `bound` holds.
    pub(crate) fn asks_for_count_on(&self, bound: Iter) -> bool {
        let count = |int: &Int| matches!(int, Int::Count { at, .. } if matches!(**at, Int::Iter(iter) if iter == bound));
        match self {
            Bool::Compare(_, count_on, Int::Const(_))
            | Bool::Compare(_, Int::Const(_), count_on) => count(count_on),
            Bool::Not(inner) => inner.asks_for_count_on(bound),
            Bool::Traced(traced) => traced.cond.asks_for_count_on(bound),
            Bool::And(parts) | Bool::Or(parts) => {
                parts.iter().all(|part| part.asks_for_count_on(bound))
            }
            _ => false,
        }
    }
}

/// The number of repetitions that make a cycle.
pub const CYCLE_ROUNDS: usize = 3;

/// The greatest number of positions that a cycle repeats: two players go somewhere and back.
/// Longer cycles do not count: in recorded games, twelve positions came hundreds of times in a row.
pub const CYCLE_LENGTH: usize = 4;

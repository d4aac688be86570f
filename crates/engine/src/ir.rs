//! The instruction tree: what the rules of a description are compiled to.
//!
//! Numbers in the tree are the format's own: a *site* is a number within one type of site, and -1
//! ("off") stands for nowhere. Wherever a rule names a type of site, the compiler has resolved it
//! to an index (see [`type_index`](crate::layout::type_index)), written `t` here.

use board::Direction;

use crate::set::SiteSet;

/// "Off the board", "undefined".
pub const OFF: i32 = -1;
/// The end of a track: where borne-off pieces go.
pub const END: i32 = -2;
/// Larger than any number of the game.
pub const INFINITY: i32 = 1_000_000_000;

/// An index into [`Game::rules`](crate::Game): a move generator or effect at the leaf of the tree.
pub type RuleId = u16;
/// An index into the game's list of effects.
pub type EffectId = u16;
/// An index into the game's list of direction tables.
pub type TableId = u16;

/// The variables that iterating ludemes bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Iter {
    From,
    To,
    Between,
    Site,
    Level,
    Pips,
    Player,
    Value,
    Track,
    Hint,
    Edge,
    /// The die being used (an index over all dice), bound by `forEach Die`.
    Die,
}

impl Iter {
    /// All of them, in order.
    pub const ALL: [Iter; ITERS] = [
        Iter::From,
        Iter::To,
        Iter::Between,
        Iter::Site,
        Iter::Level,
        Iter::Pips,
        Iter::Player,
        Iter::Value,
        Iter::Track,
        Iter::Hint,
        Iter::Edge,
        Iter::Die,
    ];
}

/// How many [`Iter`]s there are.
pub const ITERS: usize = 12;

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
    /// Java's arithmetic on 32-bit numbers, without its exceptions: what is divided by zero is 0.
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

/// A number computed in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Int {
    Const(i32),
    Iter(Iter),
    Mover,
    Next,
    /// The player before this turn; `true`: the mover of the previous move.
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
    What {
        t: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    Who {
        t: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    State {
        t: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    Rotation {
        t: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    PieceValue {
        t: usize,
        at: Box<Int>,
        level: Option<Box<Int>>,
    },
    Count {
        t: usize,
        at: Box<Int>,
    },
    /// Pieces of the owners (and kinds, if any are named) on the sites (everywhere if none are).
    CountPieces {
        t: Option<usize>,
        owners: Box<Owners>,
        kinds: Option<Vec<usize>>,
        within: Option<Box<Sites>>,
        cond: Option<Box<Bool>>,
    },
    CountSites(Box<Sites>),
    CountPips,
    CountMoves,
    CountTurns,
    CountMovesThisTurn,
    CountActive,
    CountLegalMoves,
    CountTrials,
    /// How often a value stands in an array.
    CountValue(Box<Int>, Box<Ints>),
    CountStack {
        t: usize,
        sites: Box<Sites>,
        from_top: bool,
        cond: Option<Box<Bool>>,
        stop: Option<Box<Bool>>,
    },
    CountGroups {
        t: usize,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
        min: Option<Box<Int>>,
        biggest: bool,
    },
    CountLiberties {
        t: usize,
        at: Option<Box<Int>>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    CountSteps {
        t: usize,
        relation: board::Relation,
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
        t: usize,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    SizeStack {
        t: usize,
        sites: Box<Sites>,
    },
    SizeGroup {
        t: usize,
        at: Box<Int>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    SizeTerritory {
        t: usize,
        owner: Box<Int>,
        dirs: Dirs,
    },
    SizeArray(Box<Ints>),
    TopLevel {
        t: usize,
        at: Box<Int>,
    },
    Score(Box<Int>),
    PlayerValue(Box<Int>),
    Amount(Box<Int>),
    Ahead {
        t: usize,
        at: Box<Int>,
        steps: Box<Int>,
        dirs: Dirs,
    },
    ArrayValue(Box<Ints>, Box<Int>),
    /// By player: a table (index = player, 0 neutral, players + 1 shared).
    ByPlayer(Vec<i32>, Box<Int>),
    RegionSite(Box<Sites>, Box<Int>),
    /// Sorted pairs; -1 where the key is absent.
    MapEntry(Vec<(i32, i32)>, Box<Int>),
    HandSite {
        player: Box<Int>,
        index: Box<Int>,
    },
    /// A static property of a site: row, column, layer, phase.
    SiteTable {
        t: usize,
        table: Vec<i32>,
        at: Box<Int>,
    },
    Cost {
        t: usize,
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
    /// The first site where a piece of one of these kinds (by player) stands.
    Where {
        t: usize,
        kinds: Box<Int>,
        state: Option<Box<Int>>,
    },
    /// The kind called so by a name without player number, for a player: a table by player.
    WhereLevel {
        t: usize,
        kinds: Box<Int>,
        state: Option<Box<Int>>,
        at: Box<Int>,
        from_top: bool,
    },
    Face(Box<Int>),
    Pending,
    Random(Box<Int>, Box<Int>),
    EdgeBetween(Box<Int>, Box<Int>),
    /// Steps of a kind of their own, each from [`Iter::From`] to [`Iter::To`], the condition holding.
    CountStepsBy {
        t: usize,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
        from: Box<Int>,
        to: Box<Sites>,
    },
    /// The target of the last consequence of the last move.
    LastToAfter,
    /// Neighbours of the sites by a relation, together.
    CountNeighbours {
        t: usize,
        relation: board::Relation,
        of: Box<Sites>,
    },
    /// Pieces on all of the sites.
    CountAt {
        t: usize,
        sites: Box<Sites>,
    },
    /// The site of a coordinate computed in a state: row, column.
    Coord {
        t: usize,
        row: Box<Int>,
        column: Box<Int>,
    },
    /// The state of a site's phase (its own colour, unless a rule changed it).
    SitePhase {
        t: usize,
        table: Vec<i32>,
        at: Box<Int>,
    },
}

impl Cmp {
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

/// The fewest steps from each site to each other, by rows; empty on boards too large for a table.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// Sites of the type.
    pub sites: usize,
    /// `steps[from * sites + to]`; `u16::MAX` where there is no way.
    pub steps: std::sync::Arc<[u16]>,
}

/// A truth computed in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Bool {
    Const(bool),
    /// Whether the value of an iterator is in a set.
    At(Iter, Box<Mask>),
    And(Vec<Bool>),
    Or(Vec<Bool>),
    Not(Box<Bool>),
    Xor(Box<Bool>, Box<Bool>),
    If(Box<Bool>, Box<Bool>, Option<Box<Bool>>),
    Compare(Cmp, Int, Int),
    SameSites(Sites, Sites),
    FromInt(Int),
    In(Int, Sites),
    AllIn(Vec<Int>, Sites),
    InInts(Int, Ints),
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
    Pending,
    Full,
    Cycle,
    Line(Box<Line>),
    Threatened(Box<Threat>),
    Within {
        kind: Option<Int>,
        sites: Sites,
    },
    Connected(Box<Connection>),
    Blocked(Box<Connection>),
    Repeat(Repetition),
    Related {
        t: usize,
        relation: board::Relation,
        first: Int,
        second: Sites,
    },
    Triggered(usize, Int),
    Proposed(usize),
    Decided(usize),
    Hidden {
        t: usize,
        at: Int,
        level: Option<Int>,
        data: crate::action::Hidden,
        player: Int,
    },
    Loop(Box<LoopTest>),
    Pattern(Box<Pattern>),
    Target {
        container: usize,
        kinds: Vec<i32>,
        sites: Vec<i32>,
    },
    Crossing(Int, Int),
    AllSites(Sites, Box<Bool>),
    /// The sites hold different kinds (all Different as a rule of play).
    AllValues(Ints, Box<Bool>),
    AllGroups {
        t: usize,
        dirs: Dirs,
        of: Option<Box<Bool>>,
        cond: Box<Bool>,
    },
    DiceEqual,
    DiceUsed,
    AllPassed,
    NoMoves(Int),
    CanMove(Box<Moves>),
    WasPass,
    /// A shape of the graph that pieces on edges make.
    Graph(Box<GraphTest>),
    /// Nothing would fall: every site right below (listed by site) is occupied.
    Flat(usize, Vec<Vec<u16>>, Int),
}

/// A set of sites of the board's own type, described by what is on them.
#[derive(Clone, Debug)]
pub enum Mask {
    /// These.
    Const(SiteSet),
    /// Those without a piece.
    Empty,
    /// Those with a piece.
    Occupied,
    /// Those whose topmost piece is the mover's.
    Mover,
    /// Those of the mover or an ally.
    Friend,
    /// Those of an opponent.
    Enemy,
    /// All others.
    Not(Box<Mask>),
    /// Those in all.
    And(Vec<Mask>),
    /// Those in any.
    Or(Vec<Mask>),
}

/// `(is RegularGraph ...)`, `(is Path Edge ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct GraphTest {
    pub owner: Int,
    pub shape: GraphShape,
}

/// What the owner's edges should be.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum GraphShape {
    /// All vertices of the board have as many of the edges (so many, if a number is given).
    Regular(Option<Int>),
    /// They hang together without a ring.
    Tree,
    Path {
        from: Int,
        low: Int,
        high: Int,
        closed: bool,
    },
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
    pub t: usize,
    pub length: Int,
    pub dirs: Dirs,
    pub through: Vec<Int>,
    pub through_any: Option<Sites>,
    pub owners: Option<Owners>,
    pub kinds: Option<Vec<Int>>,
    pub exact: bool,
    pub contiguous: bool,
    pub cond: Option<Bool>,
    pub by_level: bool,
    pub top: bool,
    pub through_how_much: Option<Int>,
    pub use_opposites: bool,
}

/// `(is Threatened ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Threat {
    pub t: usize,
    pub kind: Option<Int>,
    pub sites: Option<Sites>,
    pub moves: Option<Moves>,
}

/// `(is Connected ...)` and `(is Blocked ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Connection {
    pub t: usize,
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
    pub t: usize,
    pub surround: Option<Owners>,
    pub dirs: Dirs,
    pub owner: Int,
    pub starts: Option<Sites>,
    pub path: bool,
}

/// `(is Pattern ...)`, `(sites Pattern ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Pattern {
    pub t: usize,
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

/// A set of sites computed in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Sites {
    Const(SiteSet),
    List(Vec<Int>),
    OfInts(Ints),
    Empty(usize),
    Occupied {
        t: usize,
        owners: Owners,
        container: Option<Int>,
        kinds: Option<Vec<Int>>,
        top: bool,
    },
    Union(Vec<Sites>),
    Intersection(Vec<Sites>),
    Difference(Box<Sites>, Box<Sites>),
    If(Box<Bool>, Box<Sites>, Option<Box<Sites>>),
    /// The sites of the first for which the condition holds (with [`Iter::Site`] bound).
    Filter(Box<Sites>, Box<Bool>),
    /// The union over the sites of the first of the second (with `(sites)`... bound).
    ForEachOf(Box<Sites>, Box<Sites>),
    ForEachValue(Ints, Box<Sites>),
    /// The region bound by [`Sites::ForEachOf`] or a forEach over groups.
    Bound,
    Around {
        t: usize,
        of: Box<Sites>,
        kind: Option<AroundKind>,
        distance: Box<Int>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
        include_self: bool,
    },
    Direction {
        t: usize,
        from: Box<Sites>,
        dirs: Dirs,
        included: bool,
        stop: Option<Box<Bool>>,
        stop_included: bool,
        distance: Box<Int>,
    },
    Between {
        t: usize,
        dirs: Dirs,
        from: Box<Int>,
        to: Box<Int>,
        from_included: bool,
        to_included: bool,
        cond: Option<Box<Bool>>,
    },
    Expand {
        t: usize,
        of: Box<Sites>,
        steps: Box<Int>,
        dirs: Dirs,
    },
    Group {
        t: usize,
        from: Box<Sites>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
    },
    Incident {
        result: usize,
        of: usize,
        at: Box<Int>,
        owner: Option<Box<Int>>,
    },
    LineOfSight {
        t: usize,
        kind: SightKind,
        at: Box<Int>,
        dirs: Dirs,
    },
    Distance {
        t: usize,
        relation: board::Relation,
        step: Option<Box<Dirs>>,
        /// What must hold of each step, with its ends bound.
        cond: Option<Box<Bool>>,
        from: Box<Int>,
        low: Box<Int>,
        high: Box<Int>,
    },
    Hand(Box<Int>),
    /// One set per player (index = player).
    ByPlayer(Vec<SiteSet>, Box<Int>),
    /// The sites of one row, column, layer, phase, side: by index.
    ByIndex(Vec<SiteSet>, Box<Int>),
    Track {
        track: TrackRef,
        from: Option<Box<Int>>,
        to: Option<Box<Int>>,
    },
    Random {
        of: Box<Sites>,
        num: Box<Int>,
    },
    /// By kind of piece: where pieces of the kind started.
    Start(Box<Int>),
    Pending,
    LastFrom,
    LastTo,
    LastBetween,
    ToClear,
    State {
        t: usize,
        state: Box<Int>,
    },
    OfMoves {
        part: MovePart,
        moves: Box<Moves>,
    },
    Walk {
        t: usize,
        from: Box<Int>,
        walks: Vec<Vec<Turn>>,
        rotations: bool,
    },
    Pattern(Box<Pattern>),
    Loop {
        test: Box<LoopTest>,
        inside: bool,
    },
    Levels {
        t: usize,
        at: Box<Int>,
        from_top: bool,
        cond: Option<Box<Bool>>,
        start: Option<Box<Int>>,
    },
    Hidden {
        t: usize,
        data: crate::action::Hidden,
        player: Box<Int>,
    },
}

/// Which neighbours `(sites Around ...)` wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AroundKind {
    Empty,
    NotEmpty,
    Own,
    NotOwn,
    Enemy,
    NotEnemy,
}

/// What `(sites LineOfSight ...)` wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SightKind {
    Empty,
    Farthest,
    Piece,
}

/// Which sites of moves `(sites From|To|Between ...)` wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MovePart {
    From,
    To,
}

/// A list of numbers computed in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
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
    },
    Sizes {
        t: usize,
        dirs: Dirs,
        owners: Option<Owners>,
        cond: Option<Box<Bool>>,
        min: Option<Box<Int>>,
    },
    Union(Vec<Ints>),
    Intersection(Vec<Ints>),
    Difference(Box<Ints>, Box<Ints>),
    If(Box<Bool>, Box<Ints>, Option<Box<Ints>>),
    Team,
}

/// Whose pieces.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Owners {
    One(Int),
    /// Every player, the neutral one and the shared one.
    All,
    /// The opponents of the mover.
    Enemy,
    /// Everybody but the mover (players only).
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

/// Which track.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum TrackRef {
    /// Always this one.
    Fixed(usize),
    /// By player (index = player; `None` where a player has none), chosen by the number.
    ByPlayer(Vec<Option<usize>>, Box<Int>),
    /// The track bound by an iterator over tracks.
    Bound,
}

/// Directions, as tables of steps and rays over the board.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Dirs {
    /// The same wherever and whoever.
    Table(TableId),
    /// By the facing of the piece at the origin (index = [`Direction`] as a number).
    ByFacing(Vec<TableId>),
    If(Box<Bool>, Box<Dirs>, Box<Dirs>),
    Union(Box<Dirs>, Box<Dirs>),
    Difference(Box<Dirs>, Box<Dirs>),
    /// Some of these at random.
    Random(Box<Dirs>, Box<Int>),
    /// By the facing of the piece at the origin, turned clockwise within the circle once for each
    /// unit of the piece's rotation.
    Turned {
        tables: Vec<TableId>,
        circle: Vec<Direction>,
    },
    /// By the direction being followed by the `forEach Direction` around.
    ByHeading(Vec<TableId>),
    /// Along the line between two sites of type `t` (of the last move, if none are given), or
    /// the other way; one table for each single direction.
    Along {
        t: usize,
        ends: Option<(Box<Int>, Box<Int>)>,
        opposite: bool,
        tables: Vec<TableId>,
    },
}

/// Steps and rays over the sites of one type, in a fixed set of directions.
///
/// `steps_of(s)` are the sites one step away; `rays_of(s)` the rays from it, without the origin.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The directions.
    pub dirs: Vec<Direction>,
    /// Type of site, as an index.
    pub t: usize,
    /// `steps[step_at[s]..step_at[s + 1]]`.
    pub step_at: Vec<u32>,
    /// Neighbours.
    pub steps: Vec<u16>,
    /// `rays[ray_at[s]..ray_at[s + 1]]`.
    pub ray_at: Vec<u32>,
    /// Each ray as a range of `path`, and the index among the rays of `s` of its opposite (or `u16::MAX`).
    pub rays: Vec<(u32, u32)>,
    /// For each ray, the ray (index into `rays`) leading straight the other way, `u32::MAX` if none.
    pub opposite: Vec<u32>,
    /// The direction of each ray.
    pub ray_dir: Vec<Direction>,
    /// The sites of the rays.
    pub path: Vec<u16>,
}

impl Table {
    /// The sites one step from `site`.
    #[inline]
    #[must_use]
    pub fn steps_of(&self, site: usize) -> &[u16] {
        if site + 1 >= self.step_at.len() {
            return &[];
        }
        &self.steps[self.step_at[site] as usize..self.step_at[site + 1] as usize]
    }

    /// The numbers of the rays from `site`; see [`Table::ray`].
    #[inline]
    #[must_use]
    pub fn rays_of(&self, site: usize) -> std::ops::Range<usize> {
        if site + 1 >= self.ray_at.len() {
            return 0..0;
        }
        self.ray_at[site] as usize..self.ray_at[site + 1] as usize
    }

    /// The sites one step from `site`, in the order of its rays (a site may come twice).
    pub fn around(&self, site: usize) -> impl Iterator<Item = i32> + '_ {
        let first = self
            .rays_of(site)
            .filter_map(|ray| self.ray(ray).first().copied());
        first
            .chain(self.steps_of(site).iter().copied())
            .map(i32::from)
    }

    /// The sites of a ray, nearest first, without the origin.
    #[inline]
    #[must_use]
    pub fn ray(&self, ray: usize) -> &[u16] {
        let (start, end) = self.rays[ray];
        &self.path[start as usize..end as usize]
    }
}

/// Moves and effects: both decisions to choose from and what follows from them.
// A game has some hundred of these: their size does not matter, a box more on the way to them would.
#[derive(Clone, Debug)]
#[allow(missing_docs, clippy::large_enum_variant)]
pub enum Moves {
    /// No move at all.
    None,
    Rule(RuleId),
    /// The moves of a kind of piece, compiled once on their own (where they refer to themselves).
    OfPiece(usize),
    /// All of the moves of each.
    All(Vec<Moves>),
    If(Box<Bool>, Box<Moves>, Option<Box<Moves>>),
    /// As `If`, where one of the branches throws dice: which one it is was settled with the throw
    /// (bit of [`Field::Rolled`](crate::layout::Field)), since the dice may change the condition.
    RollIf(u32, Box<Bool>, Box<Moves>, Option<Box<Moves>>),
    /// The first that has any.
    Priority(Vec<Moves>),
    /// Each in turn, applied before the next is looked at.
    Seq(Vec<Moves>),
    ForEachPiece(Box<ForEachPiece>),
    ForEachSite {
        sites: Sites,
        moves: Box<Moves>,
        otherwise: Option<Box<Moves>>,
    },
    ForEachValue {
        low: Int,
        high: Int,
        moves: Box<Moves>,
    },
    ForEachValueIn(Ints, Box<Moves>),
    ForEachPlayer(Box<Moves>),
    ForEachPlayerIn(Ints, Box<Moves>),
    ForEachLevel {
        t: usize,
        at: Int,
        from_top: bool,
        moves: Box<Moves>,
    },
    ForEachGroup {
        t: usize,
        dirs: Dirs,
        cond: Option<Bool>,
        moves: Box<Moves>,
    },
    ForEachDirection {
        t: usize,
        from: Int,
        dirs: Dirs,
        low: Int,
        high: Int,
        between: Option<Bool>,
        to: Option<Bool>,
        moves: Box<Moves>,
    },
    ForEachDie {
        hand: usize,
        combined: bool,
        cond: Option<Bool>,
        moves: Box<Moves>,
    },
    /// `effect` first, then the moves; `rolls` where the effect throws dice (done once per ply,
    /// before the moves are asked for).
    Do {
        effect: Option<EffectId>,
        rolls: bool,
        next: Box<Moves>,
        after: Option<Box<Bool>>,
        /// How many of the effects that follow come from here or further out: the condition is
        /// looked at before these.
        outer: usize,
        /// The pass where `next` has no move.
        pass: Option<RuleId>,
    },
    MaxCaptures {
        with_value: bool,
        moves: Box<Moves>,
    },
    MaxMoves {
        with_value: bool,
        moves: Box<Moves>,
    },
    MaxDistance {
        track: TrackRef,
        moves: Box<Moves>,
    },
    FirstOnTrack {
        track: TrackRef,
        moves: Box<Moves>,
    },
    While(Box<Bool>, Box<Moves>),
    AvoidStored(Box<Moves>),
    /// Sites enclosed, surrounded, in between: see the kind.
    Capture(Box<Capture>),
    RandomWeighted(Vec<(f64, Moves)>),
    RandomSelection(Box<Moves>, Int),
    /// Each of the first with each of the second, one after the other (as part of an effect).
    Combinations(Box<Moves>, Box<Moves>),
}

/// Captures as an effect of the last move: each emits the moves of `effect` with the site bound.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Capture {
    pub kind: CaptureKind,
    pub t: usize,
    pub from: Int,
    pub dirs: Dirs,
    /// Which sites may be captured (bound as [`Iter::Between`], for `directional`, `surround`, ... as the kind says).
    pub target: Option<Bool>,
    /// What must stand beyond (bound as [`Iter::To`]).
    pub friend: Option<Bool>,
    pub low: Int,
    pub high: Int,
    pub except: Option<Int>,
    pub with: Option<Int>,
    pub effect: Option<Moves>,
}

/// The ways of capturing that look around the piece moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CaptureKind {
    Custodial,
    Intervene,
    Surround,
    Enclose,
    Directional,
}

/// `(forEach Piece ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ForEachPiece {
    pub t: usize,
    pub owners: Owners,
    /// The container whose pieces move (a container number).
    pub container: Int,
    /// By kind of piece: its moves; `None` where it has none or is not named.
    pub moves: Vec<Option<Moves>>,
    /// Pieces on every type of site of the board, not only of type `t`.
    pub anywhere: bool,
    /// Only the topmost pieces of stacks.
    pub top: bool,
    /// From where the pieces might reach a site, made when first asked for.
    pub reach: std::sync::OnceLock<crate::eval::reach::Reach>,
}

/// A leaf of the tree of moves: something that generates or is a move, with what belongs to it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it does.
    pub kind: RuleKind,
    /// Whether it was written as a decision (`(move ...)`).
    pub decision: bool,
    /// Effects that follow, innermost first.
    pub thens: Vec<EffectId>,
    /// Effects that come first (`do`), outermost first.
    pub before: Vec<EffectId>,
    /// Variables the move must remember to be carried out later, by the index in the load.
    pub captures: Vec<Iter>,
    /// Whether it uses up the die bound by `forEach Die`.
    pub uses_die: bool,
    /// Whether equal dice are played twice.
    pub replay_double: bool,
    /// Where it was written.
    pub span: lud::Span,
    /// Whether it may move pieces of another player than the mover, in that player's name.
    pub for_owner: bool,
    /// Which ludeme it is.
    pub ludeme: lud::Ludeme,
}

/// From where: `(from ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Origin {
    pub t: usize,
    pub site: Int,
    /// Several origins.
    pub sites: Option<Sites>,
    pub level: Option<Int>,
    pub cond: Option<Bool>,
}

/// Where to: `(to ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Target {
    pub t: usize,
    pub sites: Option<Sites>,
    pub site: Option<Int>,
    pub level: Option<Int>,
    pub rotations: Option<Ints>,
    pub cond: Option<Bool>,
    pub effect: Option<Effect>,
}

/// `(apply ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Effect {
    pub cond: Option<Bool>,
    pub effect: Option<EffectId>,
}

/// `(between ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Hurdle {
    pub before: Int,
    pub low: Int,
    pub high: Int,
    pub after: Int,
    pub cond: Option<Bool>,
    pub trail: Option<Int>,
    pub effect: Option<Effect>,
}

/// The leaves.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum RuleKind {
    Step {
        from: Origin,
        dirs: Dirs,
        to: Target,
        stack: bool,
    },
    Slide {
        from: Origin,
        dirs: Dirs,
        track: Option<TrackRef>,
        between: Hurdle,
        to: Target,
        stack: bool,
    },
    Hop {
        from: Origin,
        dirs: Dirs,
        between: Hurdle,
        to: Target,
        stack: bool,
    },
    Leap {
        from: Origin,
        table: LeapRef,
        to: Target,
    },
    Shoot {
        what: Int,
        from: Origin,
        dirs: Dirs,
        between: Hurdle,
        to: Target,
    },
    FromTo {
        from: Origin,
        to: Target,
        count: Option<Int>,
        copy: bool,
        stack: bool,
        mover: Option<Int>,
    },
    Add {
        what: Vec<Int>,
        state: Option<Int>,
        to: Target,
        count: Option<Int>,
        stack: bool,
    },
    Claim {
        what: Vec<Int>,
        state: Option<Int>,
        to: Target,
    },
    Select {
        from: Origin,
        to: Option<Target>,
        mover: Option<Int>,
    },
    Remove {
        t: usize,
        sites: Sites,
        single: Option<Int>,
        level: Option<Int>,
        at_end: bool,
        count: Option<Int>,
    },
    Promote {
        t: usize,
        at: Int,
        what: Vec<Int>,
        owner: Option<Int>,
        state: Option<Int>,
    },
    Pass,
    PlayCard,
    Propose(Vec<usize>),
    Vote(Vec<usize>),
    SwapPlayers(Int, Int),
    SwapPieces {
        first: Int,
        second: Int,
    },
    SetNextPlayer(Ints),
    MoveAgain,
    SetScore {
        player: Owners,
        value: Int,
        add: bool,
    },
    SetPlayerValue {
        player: Owners,
        value: Int,
    },
    SetState {
        t: usize,
        at: Int,
        level: Option<Int>,
        value: Int,
    },
    SetCount {
        t: usize,
        at: Int,
        value: Int,
    },
    SetPieceValue {
        t: usize,
        at: Int,
        level: Option<Int>,
        value: Int,
    },
    SetRotation {
        to: Option<Target>,
        values: Vec<Int>,
        previous: bool,
        next: bool,
    },
    SetCounter(Int),
    SetPot(Int),
    SetVar {
        var: Option<usize>,
        value: Int,
    },
    SetPending(Option<Sites>, Option<Int>),
    SetTeam {
        team: Int,
        owners: Vec<Owners>,
    },
    SetHidden {
        t: usize,
        data: Vec<crate::action::Hidden>,
        sites: Sites,
        level: Option<Int>,
        hidden: Option<Bool>,
        to: Owners,
    },
    SetTrumpSuit(Ints),
    Remember {
        list: usize,
        value: Int,
        unique: bool,
    },
    RememberState,
    Forget {
        list: usize,
        value: Option<Int>,
    },
    Trigger {
        event: usize,
        player: Int,
    },
    Note {
        text: usize,
        to: Owners,
    },
    Bet {
        player: Int,
        low: Int,
        high: Int,
    },
    Roll,
    Flip {
        t: usize,
        at: Int,
    },
    Sow(Box<Sow>),
    TakeControl {
        t: usize,
        of: Owners,
        by: Int,
        sites: Option<Sites>,
    },
    Attract {
        t: usize,
        from: Int,
        dirs: Dirs,
    },
    Push {
        t: usize,
        from: Int,
        dirs: Dirs,
    },
    /// All the moves of a list as one.
    Append(EffectId),
}

/// `(sow ...)`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Sow {
    pub t: usize,
    pub start: Int,
    pub count: Int,
    pub per_hole: Int,
    pub track: TrackRef,
    pub owner: Option<Int>,
    pub cond: Option<Bool>,
    pub sow_effect: Option<EffectId>,
    pub effect: Option<EffectId>,
    pub include_self: bool,
    pub origin: Option<Bool>,
    pub skip: Option<Bool>,
    pub backtracking: Option<Bool>,
    pub forward: Option<Bool>,
}

/// Which table of leaps.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum LeapRef {
    /// By site: the targets.
    Fixed(Vec<Vec<u16>>),
    /// By facing, then by site.
    ByFacing(Vec<Vec<Vec<u16>>>),
}

/// What ends the game.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum End {
    If {
        cond: Bool,
        inner: Vec<End>,
        result: Option<GameResult>,
    },
    /// For each of these players (bound as [`Iter::Player`]) for whom the condition holds.
    ForEach {
        owners: Owners,
        tracks: bool,
        cond: Bool,
        result: GameResult,
    },
}

/// How it ends.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum GameResult {
    Of(Owners, Verdict),
    ByScore {
        scores: Vec<(Int, Int)>,
        misere: bool,
    },
    Payoffs(Vec<(Int, f64)>),
}

/// Won, lost or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verdict {
    Win,
    Loss,
    Draw,
    Tie,
    Abandon,
    Crash,
}

//! Regions, directions, and the tables of steps and rays.

use super::*;
use crate::set::SiteSet;
use ludarium_board::Direction;

/// A set of sites computed in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Sites {
    Const(SiteSet),
    List(Vec<Int>),
    OfInts(Ints),
    Empty(usize),
    Occupied {
        site_type: usize,
        owners: Owners,
        container: Option<Int>,
        kinds: Option<Vec<Int>>,
        top: bool,
        /// Whether the hands count. Their sites are cells: where pieces stand on vertices or edges,
        /// only a rule that names the container finds them.
        hands: bool,
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
        site_type: usize,
        of: Box<Sites>,
        kind: Option<AroundKind>,
        distance: Box<Int>,
        dirs: Dirs,
        cond: Option<Box<Bool>>,
        include_self: bool,
    },
    Direction {
        site_type: usize,
        from: Box<Sites>,
        dirs: Dirs,
        included: bool,
        stop: Option<Box<Bool>>,
        stop_included: bool,
        distance: Box<Int>,
    },
    Between {
        site_type: usize,
        dirs: Dirs,
        from: Box<Int>,
        to: Box<Int>,
        from_included: bool,
        to_included: bool,
        cond: Option<Box<Bool>>,
    },
    Expand {
        site_type: usize,
        of: Box<Sites>,
        steps: Box<Int>,
        dirs: Dirs,
    },
    Group {
        site_type: usize,
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
        site_type: usize,
        kind: SightKind,
        at: Box<Int>,
        dirs: Dirs,
    },
    Distance {
        site_type: usize,
        relation: ludarium_board::Relation,
        step: Option<Box<Dirs>>,
        /// What must hold of each step, with its ends bound.
        cond: Option<Box<Bool>>,
        /// How the piece that takes the steps is turned after each.
        turning: Option<Box<Int>>,
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
    Pending,
    LastFrom,
    LastTo,
    LastBetween,
    ToClear,
    State {
        site_type: usize,
        state: Box<Int>,
    },
    OfMoves {
        part: MovePart,
        moves: Box<Moves>,
    },
    /// What the large piece on a site covers.
    LargePiece {
        site_type: usize,
        at: Box<Int>,
    },
    /// Where the moves lead with which the player would win.
    Winning {
        player: Box<Int>,
        moves: Box<Moves>,
    },
    /// A region of the equipment that is worked out anew wherever it is named.
    Named(usize),
    /// Where a domino might be laid on.
    LineOfPlay(usize),
    /// The union over the teams of a region.
    ForEachTeam(Box<Sites>),
    Pattern(Box<Pattern>),
    Loop {
        test: Box<LoopTest>,
        inside: bool,
    },
    Levels {
        site_type: usize,
        at: Box<Int>,
        from_top: bool,
        cond: Option<Box<Bool>>,
        start: Option<Box<Int>>,
    },
    /// The edges with a piece of the owners on them that cross an edge.
    Crossing {
        at: Box<Int>,
        owners: Owners,
    },
    Hidden {
        site_type: usize,
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
    /// What `Empty` and `Piece` want together.
    Both,
}

/// Which sites of moves `(sites From|To|Between ...)` wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MovePart {
    From,
    Between,
    To,
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
    /// Along the line between two sites of type `site_type` (of the last move, if none are given), or
    /// the other way; one table for each single direction.
    Along {
        site_type: usize,
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
    pub site_type: usize,
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

    /// The most rays that lead from one site.
    #[must_use]
    pub fn most_rays(&self) -> u32 {
        (self.ray_at.windows(2).map(|pair| pair[1] - pair[0])).fold(0, u32::max)
    }

    /// The sites of a ray, nearest first, without the origin.
    #[inline]
    #[must_use]
    pub fn ray(&self, ray: usize) -> &[u16] {
        let (start, end) = self.rays[ray];
        &self.path[start as usize..end as usize]
    }
}

//! Regions, directions, and the tables of steps and rays.

use super::*;
use crate::set::SiteSet;
use ludarium_board::Direction;

/// A set of sites, evaluated in a state.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Sites {
    Const(SiteSet),
    /// A region that depends on the board alone, whose values are kept.
    Tabulated(Box<TabulatedSites>),
    List(Vec<Int>),
    OfInts(Ints),
    Empty(usize),
    Occupied {
        site_type: usize,
        owners: Owners,
        container: Option<Int>,
        kinds: Option<Vec<Int>>,
        top: bool,
        /// Whether hands are included. Their sites are cells: where pieces stand on vertices or
        /// edges, only a rule that names the container finds them.
        hands: bool,
    },
    Union(Vec<Sites>),
    Intersection(Vec<Sites>),
    Difference(Box<Sites>, Box<Sites>),
    If(Box<Bool>, Box<Sites>, Option<Box<Sites>>),
    /// The sites of the first for which the condition holds (with [`Iter::Site`] bound).
    Filter(Box<Sites>, Box<Bool>),
    /// The union of the second region over the sites of the first (with [`Iter::Site`] bound).
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
        /// Whether the condition asks for the site from which the step goes, as [`Iter::From`].
        each_from: bool,
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
        step: Box<Dirs>,
        /// Whether the description defines the step. Then the origin is at no distance.
        by_step: bool,
        /// The condition on each step, with its ends bound.
        cond: Option<Box<Bool>>,
        /// The rotation of the piece after each step.
        turning: Option<Box<Int>>,
        from: Box<Int>,
        low: Box<Int>,
        high: Box<Int>,
        /// What has been computed, where the steps depend on the board alone.
        layers: Layers,
    },
    /// One set per player (index = player).
    ByPlayer(Vec<SiteSet>, Box<Int>),
    /// One set per row, column, layer, phase or side, by index.
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
    /// The sites that the large piece on a site covers.
    LargePiece {
        site_type: usize,
        at: Box<Int>,
    },
    /// The targets of the moves with which the player would win.
    Winning {
        player: Box<Int>,
        moves: Box<Moves>,
    },
    /// A region of the equipment that is evaluated wherever it is named.
    Named(usize),
    /// The sites where a domino may be laid.
    LineOfPlay(usize),
    /// The union of a region over the teams.
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
    /// The edges with a piece of the owners that cross an edge.
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

/// The neighbours that `(sites Around ...)` selects.
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

/// The sites that `(sites LineOfSight ...)` selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SightKind {
    Empty,
    Farthest,
    Piece,
    /// The sites of both `Empty` and `Piece`.
    Both,
}

/// The sites of a move that `(sites From|To|Between ...)` selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MovePart {
    From,
    Between,
    To,
}

/// A reference to a track.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum TrackRef {
    /// A fixed track.
    Fixed(usize),
    /// One track per player (`None` where a player has none), selected by the number.
    ByPlayer(Vec<Option<usize>>, Box<Int>),
    /// The track bound by an iterator over tracks.
    Bound,
}

/// Directions, as tables of steps and rays over the board.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Dirs {
    /// The same table everywhere and for all pieces.
    Table(TableId),
    /// By the facing of the piece at the origin (index = [`Direction`] as a number).
    ByFacing(Vec<TableId>),
    If(Box<Bool>, Box<Dirs>, Box<Dirs>),
    Union(Box<Dirs>, Box<Dirs>),
    Difference(Box<Dirs>, Box<Dirs>),
    /// A random selection of the tables.
    Random(Box<Dirs>, Box<Int>),
    /// By the facing of the piece at the origin, turned clockwise by one direction of the circle
    /// per unit of the piece's rotation.
    Turned {
        tables: Vec<TableId>,
        circle: Vec<Direction>,
    },
    /// By the direction of the enclosing `forEach Direction`.
    ByHeading(Vec<TableId>),
    /// Along the line between two sites of type `site_type` (of the last move, if none are given),
    /// or in the opposite direction; one table per direction.
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
    /// The sites one step away.
    pub steps: Vec<u16>,
    /// `rays[ray_at[s]..ray_at[s + 1]]`.
    pub ray_at: Vec<u32>,
    /// Each ray as a range of `path`.
    pub rays: Vec<(u32, u32)>,
    /// For each ray, the opposite ray (index into `rays`), `u32::MAX` if none.
    pub opposite: Vec<u32>,
    /// The direction of each ray.
    pub ray_dir: Vec<Direction>,
    /// The sites of the rays.
    pub path: Vec<u16>,
    /// Whether a ray stands more than once among those of a site, because several directions lead
    /// along it.
    pub repeats_rays: bool,
    /// The sites one step away as sets; built on first use.
    pub step_sets: std::sync::OnceLock<NeighbourSets>,
    /// The sites of [`Table::around`] as sets; built on first use.
    pub around_sets: std::sync::OnceLock<NeighbourSets>,
    /// The rays as sets; built on first use.
    pub ray_sets: std::sync::OnceLock<RaySets>,
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

    /// The number of sites on the longest line: a ray with its site, and with the opposite ray if
    /// `both` count.
    pub(crate) fn longest_line(&self, both: bool) -> usize {
        let sites = 0..self.ray_at.len().saturating_sub(1);
        let lines = sites.flat_map(|site| self.rays_of(site)).map(|ray| {
            let opposite = self.opposite[ray] as usize;
            let beyond = match both && opposite < self.rays.len() {
                true => self.ray(opposite).len(),
                false => 0,
            };
            1 + self.ray(ray).len() + beyond
        });
        lines.max().unwrap_or(1)
    }

    /// The sites one step from each site, as sets.
    #[inline]
    #[must_use]
    pub fn step_sets(&self) -> &NeighbourSets {
        self.step_sets.get_or_init(|| NeighbourSets::of_steps(self))
    }

    /// The indices of the rays from `site`; see [`Table::ray`].
    #[inline]
    #[must_use]
    pub fn rays_of(&self, site: usize) -> std::ops::Range<usize> {
        if site + 1 >= self.ray_at.len() {
            return 0..0;
        }
        self.ray_at[site] as usize..self.ray_at[site + 1] as usize
    }

    /// The sites one step from `site`, in the order of its rays (a site may occur twice).
    pub fn around(&self, site: usize) -> impl Iterator<Item = i32> + '_ {
        let first = self
            .rays_of(site)
            .filter_map(|ray| self.ray(ray).first().copied());
        first
            .chain(self.steps_of(site).iter().copied())
            .map(i32::from)
    }

    /// Whether the steps from the first `sites` sites make neighbours: each leads back, none stands
    /// twice or leads to its own site, and no ray begins with another site.
    pub fn is_adjacency(&self, sites: usize) -> bool {
        (0..sites).all(|site| {
            let near = self.steps_of(site);
            let back = |other: &u16| self.steps_of(usize::from(*other)).contains(&(site as u16));
            let once = |(nth, other): (usize, &u16)| {
                !near[..nth].contains(other) && usize::from(*other) != site
            };
            let known = |other: i32| u16::try_from(other).is_ok_and(|other| near.contains(&other));
            near.iter().all(back)
                && near.iter().enumerate().all(once)
                && self.around(site).all(known)
        })
    }

    /// The sites of [`Table::around`] for each site, as sets.
    #[inline]
    #[must_use]
    pub fn around_sets(&self) -> &NeighbourSets {
        self.around_sets.get_or_init(|| {
            let sites = self.step_at.len().saturating_sub(1);
            let around = |site| self.around(site).map(|site| site as usize);
            NeighbourSets::new(sites, around)
        })
    }

    /// The rays as sets.
    #[inline]
    #[must_use]
    pub fn ray_sets(&self) -> &RaySets {
        self.ray_sets.get_or_init(|| RaySets::new(self))
    }

    /// The maximum number of rays from one site.
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

//! Named parts of the board.

use crate::direction::{Direction, Relation, SiteType};
use crate::topology::Topology;

/// A region that depends on the board alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StaticRegion {
    /// Every site.
    Board,
    /// The corners that point outwards or inwards.
    Corners,
    /// The corners that point outwards.
    ConvexCorners,
    /// The corners that point inwards.
    ConcaveCorners,
    /// The sites off the border.
    Inner,
    /// The sites on the border.
    Outer,
    /// The sites around the outside of the board.
    Perimeter,
    /// The central sites.
    Centre,
    /// The topmost sites.
    Top,
    /// The bottommost sites.
    Bottom,
    /// The leftmost sites.
    Left,
    /// The rightmost sites.
    Right,
    /// Cells with the most sides.
    Major,
    /// All other cells.
    Minor,
    /// One row.
    Row(u32),
    /// One column.
    Column(u32),
    /// One layer.
    Layer(u32),
    /// One phase: a colour of the colouring in which neighbours differ.
    Phase(u32),
    /// The side of the board in a compass direction.
    Side(Direction),
}

impl Topology {
    /// The sites of a region, in ascending order.
    #[must_use]
    pub fn region(&self, kind: SiteType, region: StaticRegion) -> Vec<u32> {
        let all = 0..self.len(kind) as u32;
        let row = |index: u32| self.site(kind, index).row;
        if let (StaticRegion::Corners, SiteType::Vertex, Some(corners)) =
            (region, kind, &self.graph().corners)
        {
            return corners.clone();
        }
        match region {
            StaticRegion::Board => all.collect(),
            StaticRegion::Corners => {
                merged(&[self.border().convex(kind), self.border().concave(kind)])
            }
            StaticRegion::ConvexCorners => self.border().convex(kind).to_vec(),
            StaticRegion::ConcaveCorners => self.border().concave(kind).to_vec(),
            StaticRegion::Inner => all.filter(|&site| !self.at_border(kind, site)).collect(),
            StaticRegion::Outer | StaticRegion::Perimeter => {
                all.filter(|&site| self.at_border(kind, site)).collect()
            }
            StaticRegion::Centre => self.centre(kind),
            StaticRegion::Top => self.extreme(kind, |p| p[1]),
            StaticRegion::Bottom => self.extreme(kind, |p| -p[1]),
            StaticRegion::Left => self.extreme(kind, |p| -p[0]),
            StaticRegion::Right => self.extreme(kind, |p| p[0]),
            StaticRegion::Major | StaticRegion::Minor if kind != SiteType::Cell => Vec::new(),
            StaticRegion::Major | StaticRegion::Minor => {
                let sides = |site: u32| self.site(kind, site).vertices.len();
                let most = all.clone().map(sides).max().unwrap_or(0);
                all.filter(|&site| (sides(site) == most) == (region == StaticRegion::Major))
                    .collect()
            }
            StaticRegion::Row(wanted) => all.filter(|&site| row(site) == wanted).collect(),
            StaticRegion::Column(wanted) => all
                .filter(|&site| self.site(kind, site).column == wanted)
                .collect(),
            StaticRegion::Layer(wanted) => all
                .filter(|&site| self.site(kind, site).layer == wanted)
                .collect(),
            StaticRegion::Phase(wanted) => all
                .filter(|&site| self.site(kind, site).phase == wanted)
                .collect(),
            StaticRegion::Side(direction) => self.side(kind, direction),
        }
    }

    /// Whether a site lies on the border of the board.
    #[must_use]
    pub fn at_border(&self, kind: SiteType, index: u32) -> bool {
        self.border().contains(kind, index)
    }

    fn extreme(&self, kind: SiteType, score: impl Fn([f64; 3]) -> f64) -> Vec<u32> {
        const EPSILON: f64 = 0.01;
        let score = |site: u32| score(self.site(kind, site).point);
        let all = 0..self.len(kind) as u32;
        let best = all.clone().map(score).fold(f64::NEG_INFINITY, f64::max);
        all.filter(|&site| score(site) > best - EPSILON).collect()
    }

    /// The sites with the least sum of squared distances from the corners and, on small boards,
    /// from the sites on the border.
    fn centre(&self, kind: SiteType) -> Vec<u32> {
        /// Boards with at least this many sites have their centre between the corners.
        const LARGE: usize = 100;
        /// Sums that differ by less are equal.
        const EPSILON: f64 = 1e-4;
        let count = self.len(kind);
        let mut around = self.region(kind, StaticRegion::Corners);
        if count < LARGE {
            around.extend(self.region(kind, StaticRegion::Perimeter));
        }
        let point = |site: u32| self.site(kind, site).point;
        let sum = |site: u32| -> f64 {
            let apart = |&other: &u32| {
                let [a, b] = [point(site), point(other)];
                (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
            };
            around.iter().map(apart).sum()
        };
        let sums: Vec<f64> = (0..count as u32).map(sum).collect();
        let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
        let central = (0..count as u32).filter(|&site| sums[site as usize] < least + EPSILON);
        central.collect()
    }

    /// The vertices along the sides in a direction, or the cells that touch them. For edges these
    /// are the numbers of the vertices.
    fn side(&self, kind: SiteType, direction: Direction) -> Vec<u32> {
        let vertices: Vec<u32> = self.border().side(direction).collect();
        match kind {
            SiteType::Vertex | SiteType::Edge => merged(&[&vertices]),
            SiteType::Cell => {
                let cells = |&vertex: &u32| &self.site(SiteType::Vertex, vertex).cells[..];
                let cells: Vec<&[u32]> = vertices.iter().map(cells).collect();
                merged(&cells)
            }
        }
    }

    /// The sites in `sites` and all sites within `steps` steps of them by the relation.
    #[must_use]
    pub fn expand(
        &self,
        kind: SiteType,
        sites: &[u32],
        steps: u32,
        relation: Relation,
    ) -> Vec<u32> {
        let mut reached: Vec<u32> = sites.to_vec();
        let mut seen = vec![false; self.len(kind)];
        for &site in sites {
            if let Some(seen) = seen.get_mut(site as usize) {
                *seen = true;
            }
        }
        let mut from = 0;
        for _ in 0..steps {
            let until = reached.len();
            for place in from..until {
                for &to in self.neighbours(kind, reached[place], relation) {
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        reached.push(to);
                    }
                }
            }
            from = until;
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}

/// The sites of some lists, in ascending order, each once.
fn merged(lists: &[&[u32]]) -> Vec<u32> {
    let mut all = lists.concat();
    all.sort_unstable();
    all.dedup();
    all
}

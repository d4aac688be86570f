//! Named parts of the board.

use crate::direction::{Direction, Relation, SiteType};
use crate::graph::Point;
use crate::neighbours::bend;
use crate::shape::outline;
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
        let point = |index: u32| self.site(kind, index).point;
        if let (StaticRegion::Corners, SiteType::Vertex, Some(corners)) =
            (region, kind, &self.graph().corners)
        {
            return corners.clone();
        }
        match region {
            StaticRegion::Board => all.collect(),
            StaticRegion::Corners => self.corners(kind, |turn| turn.abs() > 0.0),
            StaticRegion::ConvexCorners => self.corners(kind, |turn| turn > 0.0),
            StaticRegion::ConcaveCorners => self.corners(kind, |turn| turn < 0.0),
            StaticRegion::Inner => all.filter(|&site| !self.at_border(kind, site)).collect(),
            StaticRegion::Outer | StaticRegion::Perimeter => {
                all.filter(|&site| self.at_border(kind, site)).collect()
            }
            StaticRegion::Centre => self.centre(kind),
            StaticRegion::Top => self.extreme(kind, |p| p[1]),
            StaticRegion::Bottom => self.extreme(kind, |p| -p[1]),
            StaticRegion::Left => self.extreme(kind, |p| -p[0]),
            StaticRegion::Right => self.extreme(kind, |p| p[0]),
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
            StaticRegion::Side(direction) => {
                let corners = self.region(kind, StaticRegion::ConvexCorners);
                let centre = crate::graph::mean(
                    self.region(kind, StaticRegion::Board)
                        .into_iter()
                        .map(point),
                );
                self.side(kind, direction, &corners, centre)
            }
        }
    }

    /// Whether a site lies on the border of the board.
    #[must_use]
    pub fn at_border(&self, kind: SiteType, index: u32) -> bool {
        let single = |edge: u32| self.site(SiteType::Edge, edge).cells.len() < 2;
        // The border of a hole inside the board is not on the outside.
        let outer = self.outer_vertices();
        let outside = |edge: u32| {
            let ends = &self.site(SiteType::Edge, edge).vertices;
            ends.iter()
                .all(|&end| outer.get(end as usize) == Some(&true))
        };
        match kind {
            SiteType::Vertex => self
                .outer_vertices()
                .get(index as usize)
                .copied()
                .unwrap_or(false),
            SiteType::Edge => single(index),
            SiteType::Cell => self
                .site(kind, index)
                .edges
                .iter()
                .any(|&edge| single(edge) && outside(edge)),
        }
    }

    fn extreme(&self, kind: SiteType, score: impl Fn([f64; 3]) -> f64) -> Vec<u32> {
        const EPSILON: f64 = 0.01;
        let score = |site: u32| score(self.site(kind, site).point);
        let all = 0..self.len(kind) as u32;
        let best = all.clone().map(score).fold(f64::NEG_INFINITY, f64::max);
        all.filter(|&site| score(site) > best - EPSILON).collect()
    }

    fn centre(&self, kind: SiteType) -> Vec<u32> {
        let middle = crate::graph::mean(self.sites(kind).iter().map(|site| site.point));
        self.extreme(kind, |point| -crate::graph::distance(point, middle))
    }

    /// The border as closed walks of sites, each anticlockwise around the board.
    fn border_walks(&self, kind: SiteType) -> Vec<Vec<u32>> {
        crate::border::walks(self, kind)
    }

    fn corners(&self, kind: SiteType, wanted: impl Fn(f64) -> bool) -> Vec<u32> {
        /// A border has a corner only where it turns by more than this (radians).
        const MIN_CORNER_TURN: f64 = 0.3;
        let mut corners = Vec::new();
        for walk in self.border_walks(kind) {
            let count = walk.len();
            if count < 3 {
                corners.extend(walk);
                continue;
            }
            // A walk in the opposite direction is the border of a hole, which has no corners.
            let points: Vec<Point> = walk
                .iter()
                .map(|&site| self.site(kind, site).point)
                .collect();
            if outline::area(&points) < -1e-9 {
                continue;
            }
            for i in 0..count {
                let [a, b, c] = [
                    walk[(i + count - 1) % count],
                    walk[i],
                    walk[(i + 1) % count],
                ]
                .map(|site| self.site(kind, site).point);
                let angle = bend(a, b, c);
                let cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
                let turn = if cross < -1e-9 { -angle } else { angle };
                if angle > MIN_CORNER_TURN && wanted(turn) {
                    corners.push(walk[i]);
                }
            }
        }
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    fn side(
        &self,
        kind: SiteType,
        direction: Direction,
        corners: &[u32],
        centre: [f64; 3],
    ) -> Vec<u32> {
        let angle_of = |point: [f64; 3]| {
            ((point[0] - centre[0]).atan2(point[1] - centre[1]) / std::f64::consts::TAU)
                .rem_euclid(1.0)
        };
        let wanted = direction as usize as f64 / 16.0;
        let apart = |a: f64, b: f64| {
            let d = (a - b).rem_euclid(1.0);
            d.min(1.0 - d)
        };
        /// Maximum angle between a side and the direction asked for, in full turns.
        const MAX_SIDE_OFFSET: f64 = 1.0 / 16.0;
        /// A border that deviates from a straight line by less than this, in mean edge lengths, is
        /// ragged but has no corner.
        const RAGGEDNESS: f64 = 1.0;
        let mut best: Option<(f64, Vec<u32>)> = None;
        let ragged = RAGGEDNESS * self.graph().mean_length();
        for walk in self.border_walks(kind) {
            let points: Vec<Point> = walk
                .iter()
                .map(|&site| self.site(kind, site).point)
                .collect();
            let straight = outline::simplified(&points, ragged, |i| corners.contains(&walk[i]));
            let turns: Vec<usize> = (0..walk.len())
                .filter(|&i| corners.contains(&walk[i]) && straight.contains(&i))
                .collect();
            for (place, &start) in turns.iter().enumerate() {
                let end = turns[(place + 1) % turns.len()];
                let count = (end + walk.len() - start) % walk.len();
                let side: Vec<u32> = (0..=count)
                    .map(|i| walk[(start + i) % walk.len()])
                    .collect();
                let middle = crate::graph::mean(
                    [walk[start], walk[end]]
                        .into_iter()
                        .map(|site| self.site(kind, site).point),
                );
                let error = apart(angle_of(middle), wanted);
                if best.as_ref().is_none_or(|(least, _)| error < least - 1e-9) {
                    best = Some((error, side));
                }
            }
        }
        let angle = wanted * std::f64::consts::TAU;
        let (east, north) = angle.sin_cos();
        let mut side = match best {
            Some((error, side)) if error < MAX_SIDE_OFFSET => side,
            _ => self.extreme(kind, |point| point[0] * east + point[1] * north),
        };
        side.sort_unstable();
        side.dedup();
        side
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

//! Which points of a board of lines need a dot, because the lines do not show them.

use ludarium_board::SiteType;

use super::BoardPainter;
use crate::layout::SiteSpot;
use crate::svg::Point;

/// How a point of a board of lines is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointMark {
    /// Lines meet, turn or end there.
    None,
    /// A line passes through, or lines cross elsewhere too.
    Dot,
    /// No line leads there.
    Disc,
}

/// The number of lines up to which crossings are looked for.
const MAX_LINES: usize = 1500;

/// The marks of the points of a board.
pub struct HiddenPoints<'a> {
    painter: &'a BoardPainter<'a>,
    /// Whether lines cross where there is no site.
    crossings_elsewhere: bool,
}

impl<'a> HiddenPoints<'a> {
    pub fn new(painter: &'a BoardPainter<'a>) -> HiddenPoints<'a> {
        let graph = painter.topology().graph();
        let lines: Vec<[u32; 2]> = graph.edges.iter().map(|edge| edge.ends).collect();
        let cross = |one: &[u32; 2], other: &[u32; 2]| {
            let joined = one.iter().any(|end| other.contains(end));
            let ends = |line: &[u32; 2]| line.map(|end| painter.vertex(end));
            !joined && segments_cross(ends(one), ends(other))
        };
        let crossings_elsewhere = lines.len() <= MAX_LINES
            && lines
                .iter()
                .enumerate()
                .any(|(index, one)| lines[index + 1..].iter().any(|other| cross(one, other)));
        HiddenPoints {
            painter,
            crossings_elsewhere,
        }
    }

    /// How a site is marked.
    pub fn of(&self, spot: &SiteSpot) -> PointMark {
        if spot.kind != SiteType::Vertex {
            return PointMark::Dot;
        }
        let topology = self.painter.topology();
        let graph = topology.graph();
        let own = spot.site as u32;
        let edges = &topology.sites(SiteType::Vertex)[spot.site].edges;
        let directions: Vec<Point> = edges
            .iter()
            .filter_map(|edge| {
                let ends = graph.edges.get(*edge as usize)?.ends;
                let other = ends.into_iter().find(|end| *end != own)?;
                let (x, y) = self.painter.vertex(other);
                let (dx, dy) = (x - spot.at.0, y - spot.at.1);
                let length = dx.hypot(dy);
                (length > 1e-6).then(|| (dx / length, dy / length))
            })
            .collect();
        match directions.as_slice() {
            [] => PointMark::Disc,
            _ if self.crossings_elsewhere => PointMark::Dot,
            [a, b] if a.0 * b.0 + a.1 * b.1 < -0.98 => PointMark::Dot,
            _ => PointMark::None,
        }
    }
}

/// Whether two segments cross between their ends.
fn segments_cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    let apart = |x: f64, y: f64| x * y < -1e-9;
    apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b))
}

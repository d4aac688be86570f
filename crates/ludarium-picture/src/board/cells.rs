//! Draws cells: polygons, sectors of rings, and the implied cells around vertices.

use ludarium_board::SiteType;
use ludarium_games::drawing::SiteLook;

use super::{BoardPainter, DARK, LIGHT, LINE, MIDDLE, PEN};
use crate::layout::{lone_ring, SiteSpot};
use crate::svg::{number, pair, Paint, Point, Svg};

impl BoardPainter<'_> {
    /// The area of a cell, rounded, where the usual distance between sites is 1; 0 for vertices and
    /// edges, except for those that have a ring of their own.
    pub(super) fn area(&self, spot: &SiteSpot) -> u64 {
        if let Some(radius) = self.lone_ring(spot) {
            return (std::f64::consts::PI * radius.powi(2)).round() as u64;
        }
        if spot.kind != SiteType::Cell || spot.off_board {
            return 0;
        }
        let corners = &self.topology().sites(SiteType::Cell)[spot.site].vertices;
        let points: Vec<Point> = corners.iter().map(|vertex| self.vertex(*vertex)).collect();
        let next = points.iter().cycle().skip(1);
        let twice: f64 = points
            .iter()
            .zip(next)
            .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
            .sum();
        (twice.abs() / 2.0).round() as u64
    }

    pub(super) fn draw_cells(&self, svg: &mut Svg) {
        let own = self.game.board().default_site;
        let shades = Shades::new(self);
        let merged = self.merged_cells();
        self.fill_enclosed(svg);
        self.each_site(svg, |svg, slot, spot| {
            let fill = match self.look.checkered && spot.kind == own {
                true => shades.of(self.topology().sites(own)[spot.site].phase),
                false => LIGHT,
            };
            let fill = if spot.off_board { LIGHT } else { fill };
            let fill = self.tints.get(&slot).map_or(fill, String::as_str);
            let path = match spot.kind {
                _ if spot.off_board => square(spot),
                SiteType::Cell => self.cell_path(spot.site),
                _ if spot.kind == own => self.implied_cell(spot),
                _ => String::new(),
            };
            let paint = match merged.iter().any(|group| group.contains(&slot)) {
                // As wide as the line would be, so that no gap shows between the cells.
                true => Paint::fill(fill).edge(fill, PEN),
                false => Paint::fill(fill).edge(LINE, PEN),
            };
            if !path.is_empty() {
                svg.path(&path, paint);
            }
        });
        for group in &merged {
            self.draw_outline(svg, group);
        }
    }

    /// The outline of a cell.
    pub(super) fn cell_path(&self, cell: usize) -> String {
        let topology = self.topology();
        let around = &topology.sites(SiteType::Cell)[cell].vertices;
        let Some(first) = around.first() else {
            return String::new();
        };
        let mut path = format!("M{}", pair(self.vertex(*first)));
        for (index, &a) in around.iter().enumerate() {
            let b = around[(index + 1) % around.len()];
            path.push_str(&self.edge_path(a, b));
        }
        path.push('Z');
        path
    }

    /// The path from one vertex to the next: straight, curved as described, or an arc of a ring.
    pub(super) fn edge_path(&self, a: u32, b: u32) -> String {
        let graph = self.topology().graph();
        let edges = &self.topology().sites(SiteType::Vertex)[a as usize].edges;
        let edge = edges
            .iter()
            .map(|edge| &graph.edges[*edge as usize])
            .find(|edge| edge.ends.contains(&b));
        let end = self.vertex(b);
        if let Some(tangents) = edge.and_then(|edge| edge.tangents) {
            // Converts the Hermite tangents to Bézier control points at a third of their length.
            let forwards = edge.is_some_and(|edge| edge.ends[0] == a);
            let [first, second] = match forwards {
                true => tangents,
                false => [tangents[1].map(|x| -x), tangents[0].map(|x| -x)],
            };
            let third = |at: Point, tangent: [f64; 2], sign: f64| {
                let (x, y) = self.layout.vector(tangent);
                (at.0 + sign * x / 3.0, at.1 + sign * y / 3.0)
            };
            let (one, two) = (third(self.vertex(a), first, 1.0), third(end, second, -1.0));
            return format!("C{} {} {}", pair(one), pair(two), pair(end));
        }
        match self.arc_between(a, b) {
            Some((radius, turn)) => {
                let radius = number(self.layout.radius(radius));
                format!("A{radius} {radius} 0 0 {} {}", u8::from(turn), pair(end))
            }
            None => format!("L{}", pair(end)),
        }
    }

    /// If two vertices are neighbours on a ring: its radius, and whether the arc goes clockwise.
    pub(super) fn arc_between(&self, a: u32, b: u32) -> Option<(f64, bool)> {
        let graph = self.topology().graph();
        let pivot = |vertex: u32| graph.pivots.get(vertex as usize).copied().flatten();
        let (pivot_a, pivot_b) = (pivot(a)?, pivot(b)?);
        if ludarium_board::graph::distance(pivot_a, pivot_b) > 1e-3 {
            return None;
        }
        let offset = |vertex: u32| -> (f64, f64) {
            let point = graph.vertices[vertex as usize];
            (point[0] - pivot_a[0], point[1] - pivot_a[1])
        };
        let (p, q) = (offset(a), offset(b));
        let (r, s) = (p.0.hypot(p.1), q.0.hypot(q.1));
        let cross = p.0 * q.1 - p.1 * q.0;
        let round = r > 1e-6 && (r - s).abs() < 1e-3 * r && cross.abs() > 1e-6;
        // A line across the middle is not part of the ring.
        let across = (p.0 + q.0).hypot(p.1 + q.1) < 0.9 * r;
        (round && !across).then_some((r, cross < 0.0))
    }

    /// The outer radius of the circle around a vertex that is the only site of its ring, or the
    /// centre of such rings.
    pub(super) fn lone_ring(&self, spot: &SiteSpot) -> Option<f64> {
        let cells = self.layout.look == SiteLook::Cells;
        if spot.kind != SiteType::Vertex || spot.off_board || !cells {
            return None;
        }
        let outer = lone_ring(self.topology().graph(), spot.site)?;
        Some(outer * self.layout.scale())
    }

    /// The implied cell around a vertex: a square, a circle, or a sector of a ring.
    pub(super) fn implied_cell(&self, spot: &SiteSpot) -> String {
        let graph = self.topology().graph();
        if let Some(radius) = self.lone_ring(spot) {
            let pivot = graph
                .pivots
                .get(spot.site)
                .copied()
                .flatten()
                .unwrap_or(graph.vertices[spot.site]);
            let (x, y) = self.layout.place(pivot);
            let (r, across) = (number(radius), number(2.0 * radius));
            return format!(
                "M{} a{r} {r} 0 0 0 {across} 0 a{r} {r} 0 0 0 -{across} 0 Z",
                pair((x - radius, y)),
            );
        }
        let middle = graph.pivots.get(spot.site).copied().flatten();
        let Some(pivot) = middle.filter(|_| spot.kind == SiteType::Vertex) else {
            return square(spot);
        };
        let offset = |point: &[f64; 3]| (point[0] - pivot[0]).hypot(point[1] - pivot[1]);
        let own = offset(&graph.vertices[spot.site]);
        let mut radii: Vec<f64> = graph.vertices.iter().map(offset).collect();
        let on_ring = radii
            .iter()
            .filter(|r| (*r - own).abs() < 1e-3 * own)
            .count();
        if on_ring < 3 {
            return square(spot);
        }
        radii.sort_by(f64::total_cmp);
        let inside = radii
            .iter()
            .rev()
            .find(|r| **r < own * 0.999)
            .copied()
            .filter(|r| *r > 1e-6);
        let outside = radii.iter().find(|r| **r > own * 1.001).copied();
        let step = match (inside, outside) {
            (Some(inside), _) => own - inside,
            (_, Some(outside)) => outside - own,
            _ => own,
        };
        let (low, high) = (
            inside.map_or(own - step / 2.0, |r| (r + own) / 2.0),
            outside.map_or(own + step / 2.0, |r| (r + own) / 2.0),
        );
        let point = graph.vertices[spot.site];
        let angle = (point[1] - pivot[1]).atan2(point[0] - pivot[0]);
        let half = std::f64::consts::PI / on_ring as f64;
        let at = |radius: f64, angle: f64| {
            self.layout.place([
                pivot[0] + radius * angle.cos(),
                pivot[1] + radius * angle.sin(),
                point[2],
            ])
        };
        let arc = |radius: f64| number(self.layout.radius(radius));
        format!(
            "M{} A{r} {r} 0 0 0 {} L{} A{s} {s} 0 0 1 {} Z",
            pair(at(high, angle - half)),
            pair(at(high, angle + half)),
            pair(at(low, angle + half)),
            pair(at(low, angle - half)),
            r = arc(high),
            s = arc(low),
        )
    }
}

/// The colours of a checkered board.
struct Shades {
    /// The colour class of the first site, which is dark.
    corner: u32,
    /// The number of colour classes.
    count: u32,
}

impl Shades {
    fn new(painter: &BoardPainter) -> Shades {
        let own = painter.game.board().default_site;
        let sites = painter.topology().sites(own);
        Shades {
            corner: sites.first().map_or(0, |site| site.phase),
            count: sites.iter().map(|site| site.phase + 1).max().unwrap_or(1),
        }
    }

    fn of(&self, phase: u32) -> &'static str {
        match phase {
            phase if phase == self.corner => DARK,
            phase if self.count > 2 && phase == (self.corner + 1) % self.count => MIDDLE,
            _ => LIGHT,
        }
    }
}

/// The square around a site.
fn square(spot: &SiteSpot) -> String {
    let ((x, y), half) = (spot.at, 0.5 * spot.size);
    let side = number(2.0 * half);
    format!("M{} h{side} v{side} h-{side} Z", pair((x - half, y - half)))
}

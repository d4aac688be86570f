//! The board itself: cells, lines, holes, pits, points; river, palaces, castles.

use std::collections::BTreeMap;

use board::graph::Point;
use board::{BoardKind, SiteType, Topology};
use engine::Game;
use library::drawing::{BoardLook, SiteLook};

use crate::frame::{Frame, Spot, POINT};
use crate::letters::{self, Align};
use crate::svg::{number, pair, At, Paint, Svg};

/// The colours of a board.
pub const PAPER: &str = "#fbf7ee";
const WOOD: &str = "#ecd9b4";
const LIGHT: &str = "#f5ead2";
const DARK: &str = "#c9ab7c";
const MIDDLE: &str = "#e0c99c";
const LINE: &str = "#5c4630";
const HOLLOW: &str = "#d6bd8e";
const WATER: &str = "#bcd8e6";
/// The colour of coordinates.
pub const LABEL: &str = "#5c4630";
/// The width of the lines of a board.
const PEN: f64 = 0.035;

/// What is needed to draw a board.
pub struct Ground<'a> {
    /// The game.
    pub game: &'a Game,
    /// Where the sites lie.
    pub frame: &'a Frame,
    /// What `about.toml` says.
    pub look: &'a BoardLook,
    /// The name of each slot's site.
    pub labels: &'a [String],
}

impl Ground<'_> {
    fn topology(&self) -> &Topology {
        &self.game.board().topology
    }

    /// Draws the board.
    pub fn draw(&self, svg: &mut Svg) {
        match self.frame.look {
            SiteLook::Cells => self.cells(svg),
            SiteLook::Lines => self.lines(svg),
            SiteLook::Holes => self.holes(svg),
            SiteLook::Pits => self.pits(svg),
            SiteLook::Points => self.points(svg),
        }
        if let Some(ranks) = self.look.river {
            self.river(svg, ranks);
        }
        for ends in &self.look.diagonals {
            if let [Some(a), Some(b)] = ends.each_ref().map(|label| self.labelled(label)) {
                svg.line(a.at, b.at, Paint::line(LINE, PEN));
            }
        }
        for spot in self
            .look
            .crossed
            .iter()
            .filter_map(|label| self.labelled(label))
        {
            if self.frame.look != SiteLook::Points {
                let (x, y) = spot.at;
                let reach = if self.frame.look == SiteLook::Cells {
                    0.5
                } else {
                    0.3
                } * spot.size;
                let paint = Paint::line(LINE, PEN);
                svg.line((x - reach, y - reach), (x + reach, y + reach), paint);
                svg.line((x - reach, y + reach), (x + reach, y - reach), paint);
            }
        }
    }

    /// The spot that is called so.
    fn labelled(&self, label: &str) -> Option<&Spot> {
        self.frame.spot(labelled(self.labels, label)?)
    }

    /// The sites, each in a group of its own that bears its number; large cells before the small ones
    /// that may lie within them.
    fn each_site(&self, svg: &mut Svg, draw: impl Fn(&mut Svg, usize, &Spot)) {
        let spots = self.frame.spots.iter().enumerate();
        let mut spots: Vec<(usize, &Spot)> = spots
            .filter_map(|(slot, spot)| spot.as_ref().map(|spot| (slot, spot)))
            .collect();
        spots.sort_by_cached_key(|(_, spot)| std::cmp::Reverse(self.area(spot)));
        for (slot, spot) in spots {
            svg.group(&format!("id=\"site-{slot}\""), |svg| draw(svg, slot, spot));
        }
    }

    /// The area of a cell in square men, roughly; nothing for points and lines.
    fn area(&self, spot: &Spot) -> u64 {
        if spot.kind != SiteType::Cell {
            return 0;
        }
        let corners = &self.topology().sites(SiteType::Cell)[spot.site].vertices;
        let points: Vec<At> = corners.iter().map(|vertex| self.vertex(*vertex)).collect();
        let next = points.iter().cycle().skip(1);
        let twice: f64 = points
            .iter()
            .zip(next)
            .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
            .sum();
        (twice.abs() / 2.0).round() as u64
    }

    fn cells(&self, svg: &mut Svg) {
        let own = self.game.board().default_site;
        let shades = Shades::new(self);
        self.each_site(svg, |svg, _, spot| {
            let fill = match self.look.checkered && spot.kind == own {
                true => shades.of(self.topology().sites(own)[spot.site].phase),
                false => LIGHT,
            };
            let path = match spot.kind {
                SiteType::Cell => self.cell_path(spot.site),
                _ if spot.kind == own => self.around(spot),
                _ => String::new(),
            };
            match path.is_empty() {
                true => {}
                false => svg.path(&path, Paint::fill(fill).edge(LINE, PEN)),
            }
        });
    }

    /// The outline of a cell.
    fn cell_path(&self, cell: usize) -> String {
        let topology = self.topology();
        let around = &topology.sites(SiteType::Cell)[cell].vertices;
        let Some(first) = around.first() else {
            return String::new();
        };
        let mut path = format!("M{}", pair(self.vertex(*first)));
        for (index, &a) in around.iter().enumerate() {
            let b = around[(index + 1) % around.len()];
            path.push_str(&self.way(a, b));
        }
        path.push('Z');
        path
    }

    fn vertex(&self, vertex: u32) -> At {
        self.frame
            .place(self.topology().graph().vertices[vertex as usize])
    }

    /// The line from one vertex to the next: straight, curved as described, or on a ring.
    fn way(&self, a: u32, b: u32) -> String {
        let graph = self.topology().graph();
        let edges = &self.topology().sites(SiteType::Vertex)[a as usize].edges;
        let edge = edges
            .iter()
            .map(|edge| &graph.edges[*edge as usize])
            .find(|edge| edge.ends.contains(&b));
        let end = self.vertex(b);
        if let Some(tangents) = edge.and_then(|edge| edge.tangents) {
            // Hermite's form in Bézier's: a third of each tangent.
            let forwards = edge.is_some_and(|edge| edge.ends[0] == a);
            let [first, second] = match forwards {
                true => tangents,
                false => [tangents[1].map(|x| -x), tangents[0].map(|x| -x)],
            };
            let third = |at: At, tangent: [f64; 2], sign: f64| {
                let (x, y) = self.frame.vector(tangent);
                (at.0 + sign * x / 3.0, at.1 + sign * y / 3.0)
            };
            let (one, two) = (third(self.vertex(a), first, 1.0), third(end, second, -1.0));
            return format!("C{} {} {}", pair(one), pair(two), pair(end));
        }
        match self.ring(a, b) {
            Some((radius, turn)) => {
                let radius = number(radius * self.frame.scale());
                format!("A{radius} {radius} 0 0 {} {}", u8::from(turn), pair(end))
            }
            None => format!("L{}", pair(end)),
        }
    }

    /// Two vertices beside each other on a ring: its radius, and whether one goes clockwise.
    fn ring(&self, a: u32, b: u32) -> Option<(f64, bool)> {
        let graph = self.topology().graph();
        let pivot = |vertex: u32| graph.pivots.get(vertex as usize).copied().flatten();
        let (one, other) = (pivot(a)?, pivot(b)?);
        if board::graph::distance(one, other) > 1e-3 {
            return None;
        }
        let arm = |vertex: u32| -> (f64, f64) {
            let point: Point = graph.vertices[vertex as usize];
            (point[0] - one[0], point[1] - one[1])
        };
        let (p, q) = (arm(a), arm(b));
        let (r, s) = (p.0.hypot(p.1), q.0.hypot(q.1));
        let cross = p.0 * q.1 - p.1 * q.0;
        let round = r > 1e-6 && (r - s).abs() < 1e-3 * r && cross.abs() > 1e-6;
        // A line across the middle is none of the ring.
        let across = (p.0 + q.0).hypot(p.1 + q.1) < 0.9 * r;
        (round && !across).then_some((r, cross < 0.0))
    }

    /// The cell that one thinks around a point: a square, or a part of a ring.
    fn around(&self, spot: &Spot) -> String {
        let graph = self.topology().graph();
        let middle = graph.pivots.get(spot.site).copied().flatten();
        let square = || {
            let ((x, y), half) = (spot.at, 0.5 * spot.size);
            let (left, top) = (x - half, y - half);
            format!(
                "M{} h{} v{} h-{} Z",
                pair((left, top)),
                number(2.0 * half),
                number(2.0 * half),
                number(2.0 * half)
            )
        };
        let Some(pivot) = middle.filter(|_| spot.kind == SiteType::Vertex) else {
            return square();
        };
        let arm = |point: &Point| (point[0] - pivot[0]).hypot(point[1] - pivot[1]);
        let own = arm(&graph.vertices[spot.site]);
        let mut radii: Vec<f64> = graph.vertices.iter().map(arm).collect();
        let on_ring = radii
            .iter()
            .filter(|r| (*r - own).abs() < 1e-3 * own)
            .count();
        if on_ring < 3 {
            return square();
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
            self.frame.place([
                pivot[0] + radius * angle.cos(),
                pivot[1] + radius * angle.sin(),
                point[2],
            ])
        };
        let arc = |radius: f64| number(radius * self.frame.scale());
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

    /// A panel behind the whole board.
    fn panel(&self, svg: &mut Svg, margin: f64) {
        let [left, top, right, bottom] = self.frame.bounds;
        svg.rectangle(
            (left - margin, top - margin),
            (right - left + 2.0 * margin, bottom - top + 2.0 * margin),
            0.25,
            Paint::fill(WOOD).edge(LINE, PEN),
        );
    }

    fn edges(&self, svg: &mut Svg, width: f64) {
        let mut path = String::new();
        for edge in &self.topology().graph().edges {
            let [a, b] = edge.ends;
            path.push_str(&format!("M{}{}", pair(self.vertex(a)), self.way(a, b)));
        }
        if !path.is_empty() {
            svg.path(&path, Paint::line(LINE, width));
        }
    }

    fn lines(&self, svg: &mut Svg) {
        self.panel(svg, 0.1);
        self.edges(svg, PEN * 1.2);
        let topology = self.topology();
        let own = self.game.board().default_site;
        self.each_site(svg, |svg, _, spot| {
            let bare = match spot.kind {
                SiteType::Vertex => topology.sites(SiteType::Vertex)[spot.site].edges.is_empty(),
                _ => false,
            };
            // A point that no line meets would not be seen; what is no place of its own need not be.
            let radius = match (bare, spot.kind == own) {
                (_, false) => return,
                (true, _) => 0.16,
                (false, _) => 0.05,
            };
            svg.circle(spot.at, radius * spot.size, Paint::fill(LINE));
        });
        self.stars(svg);
    }

    /// The nine stars of the board of go, which help to find one's way on it.
    fn stars(&self, svg: &mut Svg) {
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let side = sites.iter().map(|site| site.column + 1).max().unwrap_or(0);
        let handicap: &[u32] = match side {
            19 => &[3, 9, 15],
            13 => &[3, 6, 9],
            _ => return,
        };
        if sites.len() != (side * side) as usize || own != SiteType::Vertex {
            return;
        }
        for (slot, site) in sites.iter().enumerate() {
            if handicap.contains(&site.row) && handicap.contains(&site.column) {
                if let Some(spot) = self.frame.spot(slot) {
                    svg.circle(spot.at, 0.11, Paint::fill(LINE));
                }
            }
        }
    }

    fn holes(&self, svg: &mut Svg) {
        self.panel(svg, 0.15);
        self.edges(svg, PEN);
        self.each_site(svg, |svg, _, spot| {
            svg.circle(
                spot.at,
                0.2 * spot.size,
                Paint::fill(HOLLOW).edge(LINE, PEN),
            );
        });
    }

    fn pits(&self, svg: &mut Svg) {
        self.panel(svg, 0.15);
        let stores: &[u32] = match &self.game.board().kind {
            BoardKind::Mancala { stores, .. } => stores,
            _ => &[],
        };
        let [_, top, _, bottom] = self.frame.bounds;
        self.each_site(svg, |svg, _, spot| {
            let paint = Paint::fill(HOLLOW).edge(LINE, PEN);
            if stores.contains(&(spot.site as u32)) {
                let (x, _) = spot.at;
                svg.rectangle(
                    (x - 0.42, top + 0.08),
                    (0.84, bottom - top - 0.16),
                    0.42,
                    paint,
                );
            } else {
                svg.circle(spot.at, 0.45 * spot.size, paint);
            }
        });
    }

    fn points(&self, svg: &mut Svg) {
        self.panel(svg, 0.15);
        let bars: Vec<At> = self
            .look
            .crossed
            .iter()
            .filter_map(|label| self.labelled(label))
            .map(|spot| spot.at)
            .collect();
        let [_, top, _, bottom] = self.frame.bounds;
        self.each_site(svg, |svg, _, spot| {
            let (x, y) = spot.at;
            let upper = y < (top + bottom) / 2.0;
            if bars.contains(&spot.at) {
                let y = if upper { top } else { (top + bottom) / 2.0 };
                svg.rectangle(
                    (x - 0.5, y),
                    (1.0, (bottom - top) / 2.0),
                    0.0,
                    Paint::fill(MIDDLE).edge(LINE, PEN),
                );
                return;
            }
            let (base, tip) = match upper {
                true => (top, top + POINT),
                false => (bottom, bottom - POINT),
            };
            let even = (x.floor() as i64 + i64::from(upper)).rem_euclid(2) == 0;
            let path = format!(
                "M{} L{} L{} Z",
                pair((x - 0.5, base)),
                pair((x, tip)),
                pair((x + 0.5, base))
            );
            svg.path(
                &path,
                Paint::fill(if even { DARK } else { LIGHT }).edge(LINE, PEN / 1.5),
            );
        });
    }

    /// Water between two ranks.
    fn river(&self, svg: &mut Svg, [one, other]: [u32; 2]) {
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let rank = |rank: u32| -> Vec<At> {
            let of = |(slot, site): (usize, &board::Site)| {
                (site.row + 1 == rank)
                    .then(|| self.frame.spot(slot))
                    .flatten()
                    .map(|spot| spot.at)
            };
            sites.iter().enumerate().filter_map(of).collect()
        };
        let (below, above) = (rank(one.min(other)), rank(one.max(other)));
        let (Some(a), Some(b)) = (below.first(), above.first()) else {
            return;
        };
        let (left, right) = below
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), (x, _)| {
                (low.min(*x), high.max(*x))
            });
        let cells = self.frame.look == SiteLook::Cells;
        let (top, bottom) = match cells {
            true => ((a.1 + b.1) / 2.0 - 0.09, (a.1 + b.1) / 2.0 + 0.09),
            false => (a.1.min(b.1) + PEN, a.1.max(b.1) - PEN),
        };
        let (left, right) = match cells {
            true => (left - 0.5, right + 0.5),
            false => (left + PEN, right - PEN),
        };
        svg.rectangle(
            (left, top),
            (right - left, bottom - top),
            0.0,
            Paint::fill(WATER),
        );
        // Waves in the manner of a map.
        let mut path = String::new();
        let rows = if cells { 1 } else { 3 };
        for row in 0..rows {
            let y = top + (bottom - top) * (f64::from(row) + 0.5) / f64::from(rows);
            let mut x = left + if row % 2 == 0 { 0.25 } else { 0.75 };
            while x + 0.5 < right {
                path.push_str(&format!(
                    "M{} q0.12 -0.1 0.25 0 q0.12 0.1 0.25 0",
                    pair((x, y))
                ));
                x += 1.0;
            }
        }
        svg.path(&path, Paint::line("#6c9bb3", PEN));
    }

    /// Coordinates: beside the board where its labels name columns and rows, else at every site if
    /// `everywhere`. What they need beside the board: left and below.
    pub fn coordinates(&self, svg: &mut Svg, everywhere: bool) -> (f64, f64) {
        let margins = match self.frame.look {
            SiteLook::Points => None,
            _ => self.margins(),
        };
        let [left, _, _, bottom] = self.frame.bounds;
        let beside = match self.frame.look {
            SiteLook::Cells => 0.12,
            SiteLook::Lines => 0.2,
            SiteLook::Holes | SiteLook::Pits | SiteLook::Points => 0.3,
        };
        if let (Some((columns, rows)), false) = (&margins, everywhere) {
            let widest = rows
                .iter()
                .map(|(text, _)| letters::width(text, 0.3))
                .fold(0.0, f64::max);
            for (text, y) in rows {
                letters::write(svg, text, (left - beside, *y), 0.3, Align::End, LABEL);
            }
            for (text, x) in columns {
                letters::write(
                    svg,
                    text,
                    (*x, bottom + beside + 0.2),
                    0.3,
                    Align::Middle,
                    LABEL,
                );
            }
            return (widest + beside + 0.1, 0.45 + beside);
        }
        if everywhere || self.look.numbered {
            for (slot, spot) in self.frame.spots.iter().enumerate() {
                let Some(spot) = spot.filter(|spot| spot.kind == self.game.board().default_site)
                else {
                    continue;
                };
                let text = &self.labels[slot];
                let (x, y) = spot.at;
                let height =
                    0.2_f64.min(0.2 * 0.42 / letters::width(text, 0.2).max(0.1)) * spot.size;
                let at = match self.frame.look {
                    SiteLook::Points if y < (self.frame.bounds[1] + bottom) / 2.0 => (x, y - 0.35),
                    SiteLook::Points => (x, y + 0.35),
                    _ => (x - 0.3 * spot.size, y - 0.36 * spot.size),
                };
                letters::write(svg, text, at, height, Align::Middle, LABEL);
            }
        }
        (0.0, 0.0)
    }

    /// The names of the columns with their x, of the rows with their y, if the labels are made of both.
    #[allow(clippy::type_complexity)]
    fn margins(&self) -> Option<(Vec<(String, f64)>, Vec<(String, f64)>)> {
        let own = self.game.board().default_site;
        let mut columns: BTreeMap<String, f64> = BTreeMap::new();
        let mut rows: BTreeMap<String, f64> = BTreeMap::new();
        let (mut xs, mut ys): (BTreeMap<i64, String>, BTreeMap<i64, String>) = Default::default();
        let near = |x: f64| (x * 50.0).round() as i64;
        for (slot, spot) in self.frame.spots.iter().enumerate() {
            let Some(spot) = spot.filter(|spot| spot.kind == own) else {
                continue;
            };
            let label = &self.labels[slot];
            let digits = label.find(|c: char| c.is_ascii_digit())?;
            let (letters, number) = label.split_at(digits);
            if letters.is_empty() || !number.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            let (x, y) = spot.at;
            let agrees = |map: &mut BTreeMap<String, f64>,
                          back: &mut BTreeMap<i64, String>,
                          name: &str,
                          at: f64| {
                (*map.entry(name.to_owned()).or_insert(at) - at).abs() < 0.05
                    && back.entry(near(at)).or_insert_with(|| name.to_owned()) == name
            };
            if !agrees(&mut columns, &mut xs, letters, x) || !agrees(&mut rows, &mut ys, number, y)
            {
                return None;
            }
        }
        (!columns.is_empty()).then(|| (columns.into_iter().collect(), rows.into_iter().collect()))
    }
}

/// The slot of a name, if need be without regard to case.
pub fn labelled(labels: &[String], name: &str) -> Option<usize> {
    let exact = labels.iter().position(|own| own == name);
    exact.or_else(|| labels.iter().position(|own| own.eq_ignore_ascii_case(name)))
}

/// The colours of a checkered board.
struct Shades {
    /// The colour class of the corner, which is dark.
    corner: u32,
    /// How many colour classes there are.
    count: u32,
}

impl Shades {
    fn new(ground: &Ground) -> Shades {
        let own = ground.game.board().default_site;
        let sites = ground.topology().sites(own);
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

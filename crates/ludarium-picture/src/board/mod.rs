//! Draws the board: cells, lines, holes, pits or points, and its markings.

mod areas;
mod axes;
mod cells;
mod labels;
mod markings;
mod point_marks;

pub use labels::{slot_by_label, Margins};

use std::collections::BTreeMap;

use point_marks::{HiddenPoints, PointMark};

use ludarium_board::{BoardKind, SiteType, Topology};
use ludarium_engine::Game;
use ludarium_games::drawing::{BoardLook, SiteLook};

use crate::layout::{SiteLayout, SiteSpot, POINT_LENGTH};
use crate::names::Names;
use crate::svg::{pair, Paint, Point, Svg};

/// The colours of a board.
pub const PAPER: &str = "#fbf7ee";
const WOOD: &str = "#ecd9b4";
const LIGHT: &str = "#f5ead2";
const DARK: &str = "#c9ab7c";
const MIDDLE: &str = "#e0c99c";
const LINE: &str = "#5c4630";
const HOLE_FILL: &str = "#d6bd8e";
const WATER: &str = "#bcd8e6";
/// The colour of coordinates.
pub const LABEL: &str = "#5c4630";
/// The width of the lines of a board.
const PEN: f64 = 0.035;

/// What is needed to draw a board.
pub struct BoardPainter<'a> {
    /// The game.
    pub game: &'a Game,
    /// Where the sites are drawn.
    pub layout: &'a SiteLayout,
    /// The keys of `[board]` in `about.toml`.
    pub look: &'a BoardLook,
    /// By slot: the name of its site.
    pub labels: &'a [String],
    /// By slot: the tint of its site, if it belongs to a player.
    pub tints: &'a BTreeMap<usize, String>,
    /// What the game's own notation prescribes.
    pub names: &'a Names,
}

impl BoardPainter<'_> {
    fn topology(&self) -> &Topology {
        &self.game.board().topology
    }

    /// Draws the board without pieces.
    pub fn draw(&self, svg: &mut Svg) {
        match self.layout.look {
            SiteLook::Cells => self.draw_cells(svg),
            SiteLook::Lines => self.draw_lines(svg),
            SiteLook::Holes => self.draw_holes(svg),
            SiteLook::Pits => self.draw_pits(svg),
            SiteLook::Points => self.draw_points(svg),
        }
        if self.layout.look != SiteLook::Holes {
            self.draw_tracks(svg);
        }
        if let Some(ranks) = self.look.river {
            self.draw_river(svg, ranks);
        }
        self.draw_diagonals(svg);
        self.draw_crosses(svg);
        self.draw_sections(svg);
    }

    /// The spot of the site with this label.
    fn site_by_label(&self, label: &str) -> Option<&SiteSpot> {
        self.layout.spot(slot_by_label(self.labels, label)?)
    }

    /// Draws each site in a group with its number as id. Large cells come before the small cells
    /// that may lie within them.
    fn each_site(&self, svg: &mut Svg, draw: impl Fn(&mut Svg, usize, &SiteSpot)) {
        let spots = self.layout.spots.iter().enumerate();
        let mut spots: Vec<(usize, &SiteSpot)> = spots
            .filter_map(|(slot, spot)| spot.as_ref().map(|spot| (slot, spot)))
            .collect();
        spots.sort_by_cached_key(|(_, spot)| std::cmp::Reverse(self.area(spot)));
        for (slot, spot) in spots {
            svg.group(&format!("id=\"site-{slot}\""), |svg| draw(svg, slot, spot));
        }
    }

    fn vertex(&self, vertex: u32) -> Point {
        self.layout
            .place(self.topology().graph().vertices[vertex as usize])
    }

    /// A panel behind the whole board.
    fn draw_panel(&self, svg: &mut Svg, margin: f64) {
        let [left, top, right, bottom] = self.layout.bounds;
        svg.rectangle(
            (left - margin, top - margin),
            (right - left + 2.0 * margin, bottom - top + 2.0 * margin),
            0.25,
            Paint::fill(WOOD).edge(LINE, PEN),
        );
    }

    fn draw_edges(&self, svg: &mut Svg, width: f64) {
        let mut path = String::new();
        for edge in &self.topology().graph().edges {
            let [a, b] = edge.ends;
            let height = |vertex: u32| self.topology().graph().vertices[vertex as usize][2];
            if (height(a) - height(b)).abs() > 1e-3 {
                continue;
            }
            path.push_str(&format!(
                "M{}{}",
                pair(self.vertex(a)),
                self.edge_path(a, b)
            ));
        }
        if !path.is_empty() {
            svg.path(&path, Paint::line(LINE, width));
        }
    }

    fn draw_lines(&self, svg: &mut Svg) {
        self.draw_panel(svg, 0.1);
        let own = self.game.board().default_site;
        if own == SiteType::Edge {
            return self.draw_dots(svg);
        }
        self.draw_edges(svg, PEN * 1.2);
        self.draw_loops(svg);
        let hidden = HiddenPoints::new(self);
        self.each_site(svg, |svg, _, spot| {
            // Sites that are not played on need no mark.
            if spot.kind != own {
                return;
            }
            let radius = match hidden.of(spot) {
                PointMark::None => {
                    // Nothing to see, but a program can find the site and tell that it was clicked.
                    svg.circle(spot.at, 0.3 * spot.size, Paint::default());
                    return;
                }
                PointMark::Dot => 0.05,
                PointMark::Disc => 0.16,
            };
            svg.circle(spot.at, radius * spot.size, Paint::fill(LINE));
        });
        self.draw_stars(svg);
    }

    /// Draws a board whose lines are drawn in play: the dots that they join.
    fn draw_dots(&self, svg: &mut Svg) {
        self.each_site(svg, |svg, _, spot| {
            if spot.kind == SiteType::Edge {
                if let [a, b] = self.topology().sites(SiteType::Edge)[spot.site].vertices[..] {
                    let ends = (self.vertex(a), self.vertex(b));
                    svg.line(ends.0, ends.1, Paint::line(DARK, PEN).dashed());
                }
            }
        });
        for vertex in 0..self.topology().graph().vertices.len() {
            svg.circle(self.vertex(vertex as u32), 0.09, Paint::fill(LINE));
        }
    }

    fn draw_holes(&self, svg: &mut Svg) {
        self.draw_panel(svg, 0.15);
        if self.layout.shows_edges {
            self.draw_edges(svg, PEN);
        }
        self.draw_tracks(svg);
        self.each_site(svg, |svg, slot, spot| {
            let fill = self.tints.get(&slot).map_or(HOLE_FILL, String::as_str);
            svg.circle(spot.at, 0.2 * spot.size, Paint::fill(fill).edge(LINE, PEN));
        });
    }

    fn draw_pits(&self, svg: &mut Svg) {
        self.draw_panel(svg, 0.15);
        let stores: &[u32] = match &self.game.board().kind {
            BoardKind::Mancala { stores, .. } => stores,
            _ => &[],
        };
        let [_, top, _, bottom] = self.layout.bounds;
        self.each_site(svg, |svg, _, spot| {
            let paint = Paint::fill(HOLE_FILL).edge(LINE, PEN);
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

    fn draw_points(&self, svg: &mut Svg) {
        self.draw_panel(svg, 0.15);
        let bars: Vec<Point> = self
            .look
            .crossed
            .iter()
            .filter_map(|label| self.site_by_label(label))
            .map(|spot| spot.at)
            .collect();
        let [_, top, _, bottom] = self.layout.bounds;
        let mut middle: Vec<f64> = self
            .layout
            .spots
            .iter()
            .flatten()
            .map(|spot| spot.at.0)
            .collect();
        middle.sort_by(f64::total_cmp);
        for pair in middle.windows(2).filter(|pair| pair[1] - pair[0] > 1.2) {
            let at = (pair[0] + 0.5, top - 0.15);
            let size = (pair[1] - pair[0] - 1.0, bottom - top + 0.3);
            svg.rectangle(at, size, 0.0, Paint::fill(MIDDLE).edge(LINE, PEN));
        }
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
                true => (top, top + POINT_LENGTH),
                false => (bottom, bottom - POINT_LENGTH),
            };
            let even = (self.topology().sites(spot.kind)[spot.site].column as i64
                + i64::from(upper))
            .rem_euclid(2)
                == 0;
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
}

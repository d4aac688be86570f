//! Draws the markings of a board: star points, tracks and rivers.

use ludarium_games::drawing::SiteLook;

use ludarium_board::{Site, SiteType};

use super::{BoardPainter, LINE, PEN, WATER};
use crate::layout::SiteSpot;
use crate::svg::{number, pair, Paint, Point, Svg};

impl BoardPainter<'_> {
    /// The star points of a go board, by its size.
    pub(super) fn draw_stars(&self, svg: &mut Svg) {
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let side = sites.iter().map(|site| site.column + 1).max().unwrap_or(0);
        // The lines of the outer star points, and whether they have some on the middle lines too.
        let (outer, on_middle_lines) = match side {
            9 => (2, false),
            13 | 15 => (3, false),
            19 => (3, true),
            _ => return,
        };
        if !self.look.stars || sites.len() != (side * side) as usize || own != SiteType::Vertex {
            return;
        }
        let middle = side / 2;
        let is_outer = |line: u32| line == outer || line == side - 1 - outer;
        for (slot, site) in sites.iter().enumerate() {
            let (row, column) = (site.row, site.column);
            let corner = is_outer(row) && is_outer(column);
            let centre = row == middle && column == middle;
            let edge = on_middle_lines
                && ((row == middle && is_outer(column)) || (column == middle && is_outer(row)));
            if let Some(spot) = self.layout.spot(slot).filter(|_| corner || centre || edge) {
                svg.group("class=\"star\"", |svg| {
                    svg.circle(spot.at, 0.11, Paint::fill(LINE));
                });
            }
        }
    }

    /// Draws the lines without meaning in the rules. On a board of cells they run from corner to
    /// corner.
    pub(super) fn draw_diagonals(&self, svg: &mut Svg) {
        for ends in &self.look.diagonals {
            let [Some(a), Some(b)] = ends.each_ref().map(|label| self.site_by_label(label)) else {
                continue;
            };
            let (dx, dy) = (b.at.0 - a.at.0, b.at.1 - a.at.1);
            let reach = match self.layout.look {
                SiteLook::Cells => 0.5 / dx.abs().max(dy.abs()).max(1e-6),
                _ => 0.0,
            };
            let (mx, my) = (reach * dx * a.size, reach * dy * a.size);
            svg.line(
                (a.at.0 - mx, a.at.1 - my),
                (b.at.0 + mx, b.at.1 + my),
                Paint::line(LINE, PEN),
            );
        }
    }

    /// Draws the crosses of castles, citadels and resting places.
    pub(super) fn draw_crosses(&self, svg: &mut Svg) {
        let reach = match self.layout.look {
            SiteLook::Points => return,
            SiteLook::Cells => 0.5,
            SiteLook::Lines | SiteLook::Holes | SiteLook::Pits => 0.3,
        };
        let named = self.look.crossed.iter();
        for spot in named.filter_map(|label| self.site_by_label(label)) {
            let (x, y) = spot.at;
            let reach = reach * spot.size;
            let paint = Paint::line(LINE, PEN);
            svg.line((x - reach, y - reach), (x + reach, y + reach), paint);
            svg.line((x - reach, y + reach), (x + reach, y - reach), paint);
        }
    }

    /// Draws heavier lines between the sections of the board.
    pub(super) fn draw_sections(&self, svg: &mut Svg) {
        let Some([columns, rows]) = self.look.sections else {
            return;
        };
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let [left, top, right, bottom] = self.layout.bounds;
        let spots = self.layout.spots.iter().flatten();
        let spots: Vec<_> = spots
            .filter(|spot| spot.kind == own && !spot.off_board)
            .collect();
        let paint = Paint::line(LINE, 3.5 * PEN);
        // Halfway between the last site of a section and the first of the next.
        let between = |line: u32, number: fn(&Site) -> u32, at: fn(&SiteSpot) -> f64| {
            let place = |line: u32| {
                let spot = spots
                    .iter()
                    .find(|spot| number(&sites[spot.site]) == line)?;
                Some(at(spot))
            };
            Some((place(line - 1)? + place(line)?) / 2.0)
        };
        let mut column = columns;
        while let Some(x) = (columns > 0)
            .then(|| between(column, |site| site.column, |spot| spot.at.0))
            .flatten()
        {
            svg.line((x, top), (x, bottom), paint);
            column += columns;
        }
        let mut row = rows;
        while let Some(y) = (rows > 0)
            .then(|| between(row, |site| site.row, |spot| spot.at.1))
            .flatten()
        {
            svg.line((left, y), (right, y), paint);
            row += rows;
        }
    }

    /// Draws the loops at the corners, three quarters of a circle each.
    pub(super) fn draw_loops(&self, svg: &mut Svg) {
        let [left, top, right, bottom] = self.layout.bounds;
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        for [a, b] in &self.layout.loops {
            let corners = [(a.0, b.1), (b.0, a.1)];
            let far = |corner: &Point| (corner.0 - middle.0).hypot(corner.1 - middle.1);
            let corner = match far(&corners[0]) > far(&corners[1]) {
                true => corners[0],
                false => corners[1],
            };
            let radius = number((a.0 - b.0).abs());
            let cross = (a.0 - corner.0) * (b.1 - corner.1) - (a.1 - corner.1) * (b.0 - corner.0);
            let turn = u8::from(cross < 0.0);
            let path = format!("M{} A{radius} {radius} 0 1 {turn} {}", pair(*a), pair(*b));
            svg.group("class=\"loop\"", |svg| {
                svg.path(&path, Paint::line(LINE, PEN * 1.2));
            });
        }
    }

    /// Draws the tracks named in `about.toml`, with an arrow at the end.
    pub(super) fn draw_tracks(&self, svg: &mut Svg) {
        for (index, name) in self.look.course.iter().enumerate() {
            let Some(track) = self.track(name) else {
                continue;
            };
            let steps = track
                .steps
                .iter()
                .filter_map(|step| usize::try_from(step.site).ok());
            let spots: Vec<Point> = steps
                .filter_map(|slot| self.layout.spot(slot))
                .map(|spot| spot.at)
                .collect();
            let ([first, ..], [.., before, last]) = (spots.as_slice(), spots.as_slice()) else {
                continue;
            };
            // Shifted, so that two tracks over the same sites can be told apart.
            let shift = 0.07 * (index as f64) - 0.035 * (self.look.course.len() as f64 - 1.0);
            let moved = |at: &Point| (at.0 + shift, at.1 + shift);
            let mut path = format!("M{}", pair(moved(first)));
            for spot in &spots[1..] {
                path.push_str(&format!("L{}", pair(moved(spot))));
            }
            let (dx, dy) = (last.0 - before.0, last.1 - before.1);
            let length = dx.hypot(dy).max(1e-6);
            let (ux, uy) = (dx / length, dy / length);
            let end = moved(last);
            for side in [-1.0, 1.0] {
                let barb = (
                    end.0 - 0.22 * ux - side * 0.14 * uy,
                    end.1 - 0.22 * uy + side * 0.14 * ux,
                );
                path.push_str(&format!("M{} L{}", pair(barb), pair(end)));
            }
            let paint = Paint::line("#b08850", 0.06);
            svg.path(
                &path,
                if index % 2 == 1 {
                    paint.dashed()
                } else {
                    paint
                },
            );
        }
    }

    pub(super) fn track(&self, name: &str) -> Option<&ludarium_board::Track> {
        self.game
            .board()
            .tracks
            .iter()
            .find(|track| track.name == name)
    }

    /// Draws water between two ranks.
    pub(super) fn draw_river(&self, svg: &mut Svg, [one, other]: [u32; 2]) {
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let rank = |rank: u32| -> Vec<Point> {
            let of = |(slot, site): (usize, &ludarium_board::Site)| {
                (site.row + 1 == rank)
                    .then(|| self.layout.spot(slot))
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
        let cells = self.layout.look == SiteLook::Cells;
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
        // Waves, as on old maps.
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
}

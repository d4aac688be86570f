//! Draws the markings of a board: star points, tracks and rivers.

use ludarium_games::drawing::SiteLook;

use ludarium_board::SiteType;

use super::{BoardPainter, LINE, PEN, WATER};
use crate::svg::{pair, Paint, Point, Svg};

impl BoardPainter<'_> {
    /// The nine star points of a go board.
    pub(super) fn draw_stars(&self, svg: &mut Svg) {
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let side = sites.iter().map(|site| site.column + 1).max().unwrap_or(0);
        let star_rows: &[u32] = match side {
            19 => &[3, 9, 15],
            13 => &[3, 6, 9],
            _ => return,
        };
        if sites.len() != (side * side) as usize || own != SiteType::Vertex {
            return;
        }
        for (slot, site) in sites.iter().enumerate() {
            if star_rows.contains(&site.row) && star_rows.contains(&site.column) {
                if let Some(spot) = self.layout.spot(slot) {
                    svg.circle(spot.at, 0.11, Paint::fill(LINE));
                }
            }
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

//! Marks on a board: the last move and the targets of moves.

use crate::board::LABEL;
use crate::layout::{SiteLayout, SiteSpot};
use crate::letters::{self, Align};
use crate::svg::{pair, Paint, Point, Svg};

/// The colours of the last move and of targets.
const LAST_MOVE: &str = "#c8641e";
const TARGET: &str = "#1c6e8c";
const HALO: &str = "#fbf7ee";

/// How a site can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// By a move without a capture only.
    Move,
    /// By a capture only.
    Capture,
    /// With or without a capture.
    Either,
}

/// The sites to mark.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Origin and target slots of the last move; -1 where there is none.
    pub last: Option<(i32, i32)>,
    /// Sites that can be reached, and how.
    pub targets: Vec<(usize, Mark)>,
}

impl Marks {
    /// Frames the origin with a dashed line and the target with corners.
    pub(crate) fn draw_last(&self, svg: &mut Svg, layout: &SiteLayout) {
        let Some((from, to)) = self.last else { return };
        let spot = |slot: i32| {
            usize::try_from(slot)
                .ok()
                .and_then(|slot| layout.spot(slot))
        };
        if let Some(spot) = spot(from).filter(|_| from != to) {
            let reach = 0.44 * spot.size;
            let at = (spot.at.0 - reach, spot.at.1 - reach);
            svg.rectangle(
                at,
                (2.0 * reach, 2.0 * reach),
                0.1,
                Paint::line(LAST_MOVE, 0.06).dashed(),
            );
        }
        if let Some(spot) = spot(to) {
            let (x, y) = spot.at;
            let (far, arm) = (0.46 * spot.size, 0.18 * spot.size);
            let mut path = String::new();
            for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let corner = (x + sx * far, y + sy * far);
                path.push_str(&format!(
                    "M{} L{} L{}",
                    pair((corner.0 - sx * arm, corner.1)),
                    pair(corner),
                    pair((corner.0, corner.1 - sy * arm))
                ));
            }
            svg.path(&path, Paint::line(LAST_MOVE, 0.09));
        }
    }
}

/// Draws the key to the marks on one line and returns its width.
pub fn draw_key(svg: &mut Svg, marks: &Marks, (left, y): Point) -> f64 {
    let mut x = left;
    for (mark, text) in [
        (Mark::Move, "moves"),
        (Mark::Either, "moves or captures"),
        (Mark::Capture, "captures only"),
    ] {
        if !marks.targets.iter().any(|(_, own)| *own == mark) {
            continue;
        }
        let spot = SiteSpot {
            at: (x + 0.25, y),
            size: 0.8,
            kind: ludarium_board::SiteType::Cell,
            site: 0,
            off_board: false,
        };
        draw_target(svg, mark, &spot, false);
        letters::write(svg, text, (x + 0.6, y), 0.24, Align::Start, LABEL);
        x += 0.6 + letters::width(text, 0.24) + 0.4;
    }
    x - left
}

/// Marks a target: a dot for a move, a cross for a capture, a dot in a ring for both; a broken ring
/// around a piece.
pub fn draw_target(svg: &mut Svg, mark: Mark, spot: &SiteSpot, occupied: bool) {
    let (x, y) = spot.at;
    let size = spot.size;
    if occupied {
        let paint = Paint::line(TARGET, 0.08 * size).dashed();
        svg.circle(spot.at, 0.46 * size, paint);
        return;
    }
    if mark != Mark::Capture {
        svg.circle(
            spot.at,
            0.15 * size,
            Paint::fill(TARGET).edge(HALO, 0.04 * size),
        );
    }
    if mark == Mark::Either {
        svg.circle(spot.at, 0.27 * size, Paint::line(TARGET, 0.06 * size));
    }
    if mark == Mark::Capture {
        let reach = 0.2 * size;
        let cross = format!(
            "M{} L{} M{} L{}",
            pair((x - reach, y - reach)),
            pair((x + reach, y + reach)),
            pair((x - reach, y + reach)),
            pair((x + reach, y - reach))
        );
        svg.path(&cross, Paint::line(HALO, 0.18 * size));
        svg.path(&cross, Paint::line(TARGET, 0.1 * size));
    }
}

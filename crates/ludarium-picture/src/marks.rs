//! What is pointed out on a board: the last move, and where one may go.

use crate::board::LABEL;
use crate::layout::{SiteLayout, SiteSpot};
use crate::letters::{self, Align};
use crate::svg::{pair, Paint, Point, Svg};

/// The last move, and sites to go to.
const LAST_MOVE: &str = "#c8641e";
const TARGET: &str = "#1c6e8c";
const HALO: &str = "#fbf7ee";

/// What a site is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Somebody may move there.
    Move,
    /// Somebody may take a man there, and not go there otherwise.
    Capture,
    /// Both.
    Either,
}

/// What to point out.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Origin and target of the last move, as slots; -1 where there is none.
    pub last: Option<(i32, i32)>,
    /// Sites that may be reached.
    pub targets: Vec<(usize, Mark)>,
}

impl Marks {
    /// The origin is framed by a broken line, the target by corners.
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

/// What the marks mean, in a line; how wide it is.
pub fn draw_key(svg: &mut Svg, marks: &Marks, (left, y): Point) -> f64 {
    let mut x = left;
    for (mark, text) in [
        (Mark::Move, "goes"),
        (Mark::Either, "goes or takes"),
        (Mark::Capture, "takes only"),
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

/// A dot to go to, a cross to take, a ring around the dot for both.
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

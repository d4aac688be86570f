//! Sites along a spiral.

use std::f64::consts::TAU;

use ludarium_engine::Game;
use ludarium_games::drawing::SiteLook;

use super::SiteLayout;
use crate::svg::Point;

/// The distance between two turns.
const TURN_DISTANCE: f64 = 1.15;
/// The angle at which the spiral begins, clear of its middle.
const FIRST_ANGLE: f64 = 0.6 * TAU;
/// The room around the outermost sites.
const MARGIN: f64 = 0.6;

impl SiteLayout {
    /// Places the sites of the longest track as holes along a spiral, the first outside; `false` if
    /// some sites of the board are not on the track.
    pub(super) fn wind(&mut self, game: &Game) -> bool {
        let tracks = game.board().tracks.iter();
        let Some(track) = tracks.max_by_key(|track| track.steps.len()) else {
            return false;
        };
        let steps: Vec<usize> = track
            .steps
            .iter()
            .filter_map(|step| usize::try_from(step.site).ok())
            .filter(|slot| self.spot(*slot).is_some())
            .collect();
        let drawn = self.spots.iter().flatten().count();
        let mut different = steps.clone();
        different.sort_unstable();
        different.dedup();
        if different.len() != steps.len() || steps.len() != drawn {
            return false;
        }
        for (slot, at) in steps.iter().rev().zip(spiral()) {
            if let Some(spot) = &mut self.spots[*slot] {
                (spot.at, spot.size) = (at, 0.95);
            }
        }
        (self.look, self.shows_edges) = (SiteLook::Holes, false);
        let start = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        let spots = self.spots.iter().flatten();
        self.bounds = spots.fold(start, |[left, top, right, bottom], spot| {
            let (x, y) = spot.at;
            [
                left.min(x - MARGIN),
                top.min(y - MARGIN),
                right.max(x + MARGIN),
                bottom.max(y + MARGIN),
            ]
        });
        true
    }
}

/// Points at equal distances along a spiral, from the middle.
fn spiral() -> impl Iterator<Item = Point> {
    let radius = |angle: f64| TURN_DISTANCE * angle / TAU;
    let step = move |angle: &f64| Some(angle + 1.0 / radius(*angle).max(0.5));
    std::iter::successors(Some(FIRST_ANGLE), step).map(move |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (radius(angle) * cos, radius(angle) * sin)
    })
}

//! The layers of a board, the distances between its sites, and which of them are drawn.

use ludarium_board::{BoardKind, Topology};
use ludarium_engine::{Game, State};

/// The heights of the layers, from the lowest; one for a flat board.
pub fn layer_heights(topology: &Topology) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    let mut all: Vec<f64> = topology
        .graph()
        .vertices
        .iter()
        .map(|point| point[2])
        .collect();
    all.sort_by(f64::total_cmp);
    for z in all {
        if heights.last().is_none_or(|last| z - last > 1e-3) {
            heights.push(z);
        }
    }
    heights
}

/// For each point, the distance to its nearest neighbour in the same layer; coinciding points do
/// not count.
pub fn nearest_distances(points: &[[f64; 3]]) -> Vec<f64> {
    // In order of x, so that the search ends when x alone is too far.
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*a][0].total_cmp(&points[*b][0]));
    let mut nearest = vec![f64::INFINITY; points.len()];
    for (place, &one) in order.iter().enumerate() {
        for &other in &order[place + 1..] {
            let (a, b) = (points[one], points[other]);
            let across = b[0] - a[0];
            if across > nearest[one] && across > 4.0 {
                break;
            }
            if (a[2] - b[2]).abs() > 1e-3 {
                continue;
            }
            let distance = across.hypot(b[1] - a[1]);
            if distance > 1e-6 {
                nearest[one] = nearest[one].min(distance);
                nearest[other] = nearest[other].min(distance);
            }
        }
    }
    nearest
}

/// On an unbounded board: the sites with pieces and those around them. `None` if all sites are
/// drawn.
pub fn visible_slots(game: &Game, state: &State) -> Option<Vec<bool>> {
    let BoardKind::Boardless { centre } = game.board().kind else {
        return None;
    };
    let layout = game.layout();
    let sites = game.board().topology.sites(game.board().default_site);
    let held: Vec<usize> = (0..layout.board_sites)
        .filter(|slot| state.what(*slot) != 0)
        .collect();
    let held = if held.is_empty() {
        vec![centre as usize]
    } else {
        held
    };
    let mut visible = vec![false; layout.slots];
    for (slot, visible) in visible.iter_mut().enumerate().take(layout.board_sites) {
        let near = |other: &usize| {
            let (a, b) = (sites.get(slot), sites.get(*other));
            a.zip(b).is_some_and(|(a, b)| {
                (a.point[0] - b.point[0]).hypot(a.point[1] - b.point[1])
                    < 1.8 * game.board().topology.graph().mean_length()
            })
        };
        *visible = held.iter().any(near);
    }
    Some(visible)
}

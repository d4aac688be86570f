//! Boards with loops at the corners.

use lud::{Call, Diagnostic, Node};

use crate::build::{argument, Board, BoardKind, Builder, Limits};
use crate::direction::SiteType;
use crate::number::{flag, size, Built};
use crate::topology::Topology;
use crate::track::Track;

pub(crate) fn build(node: &Node, call: &Call, limits: &Limits) -> Result<Board, Vec<Diagnostic>> {
    let builder = Builder {
        limits,
        kind: SiteType::Vertex,
    };
    let topology = argument(call, "graph", node)
        .and_then(|graph| builder.graph(graph))
        .map(Topology::new)
        .map_err(|error| vec![error])?;
    let tracks = loops(call, &topology, limits).map_err(|error| vec![error])?;
    Ok(Board {
        topology,
        default_site: SiteType::Vertex,
        tracks,
        kind: BoardKind::Surakarta,
        large_stack: flag(call, "largeStack", false),
        values: Vec::new(),
    })
}

/// The loops, each as two tracks, one for each way around.
///
/// A loop runs along a row, around a corner into a column, and so on through all four corners; it
/// comes to each of its crossings twice.
fn loops(call: &Call, topology: &Topology, limits: &Limits) -> Built<Vec<Track>> {
    let sites = topology.sites(SiteType::Vertex);
    let rows = sites.iter().map(|site| site.row + 1).max().unwrap_or(0) as usize;
    let columns = sites.iter().map(|site| site.column + 1).max().unwrap_or(0) as usize;
    // Only boards of full rows and columns have loops of this kind.
    if rows * columns != sites.len() {
        return Ok(Vec::new());
    }
    let least = rows.min(columns);
    let count = call
        .arg("loops")
        .map_or(Ok(least.saturating_sub(1) / 2), |n| {
            size(n, limits.dimension)
        })?;
    let first = call
        .arg("from")
        .map_or(Ok(1), |n| size(n, limits.dimension))?;
    let at = |row: usize, column: usize| (row * columns + column) as i32;
    let mut tracks = Vec::new();
    for line in (first..first + count).take_while(|line| 2 * line < least) {
        let (low, high, left, right) = (line, rows - 1 - line, line, columns - 1 - line);
        let sides: [Vec<i32>; 4] = [
            (0..columns).map(|column| at(low, column)).collect(),
            (0..rows).map(|row| at(row, right)).collect(),
            (0..columns).rev().map(|column| at(high, column)).collect(),
            (0..rows).rev().map(|row| at(row, left)).collect(),
        ];
        for backwards in [false, true] {
            let mut around = Vec::new();
            let mut turns = Vec::new();
            let order: Vec<Vec<i32>> = if backwards {
                sides
                    .iter()
                    .rev()
                    .map(|side| side.iter().rev().copied().collect())
                    .collect()
            } else {
                sides.to_vec()
            };
            for side in order {
                turns.push(around.len());
                around.extend(side);
            }
            let name = format!(
                "Track{}{}",
                tracks.len() / 2 + 1,
                if backwards { "Back" } else { "Forward" }
            );
            let mut track = Track::new(name, None, around, true, true);
            for (place, step) in track.steps.iter_mut().enumerate() {
                step.bump = u32::from(turns.contains(&place));
            }
            tracks.push(track);
        }
    }
    Ok(tracks)
}

//! Boards with loops at the corners.

use ludarium_lud::{Call, Diagnostic, Node};

use crate::build::{argument, Board, BoardKind, Builder, Limits};
use crate::direction::SiteType;
use crate::graph::Point;
use crate::number::{flag, size, Built};
use crate::region::StaticRegion;
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

/// The loops, each as two tracks, one per direction.
///
/// A loop runs along a row, around a corner into a column, and so on through all corners. On boards
/// of triangles there are three or six corners, and the lines lie equally far inwards. Each loop
/// visits each of its crossings twice.
fn loops(call: &Call, topology: &Topology, limits: &Limits) -> Built<Vec<Track>> {
    let sites = topology.sites(SiteType::Vertex);
    let rows = sites.iter().map(|site| site.row + 1).max().unwrap_or(0) as usize;
    let columns = sites.iter().map(|site| site.column + 1).max().unwrap_or(0) as usize;
    let square = rows * columns == sites.len();
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
    for line in first..first + count {
        let (low, high) = (line, rows.wrapping_sub(1 + line));
        let (left, right) = (line, columns.wrapping_sub(1 + line));
        let sides: Vec<Vec<i32>> = if square && 2 * line < least {
            vec![
                (0..columns).map(|column| at(low, column)).collect(),
                (0..rows).map(|row| at(row, right)).collect(),
                (0..columns).rev().map(|column| at(high, column)).collect(),
                (0..rows).rev().map(|row| at(row, left)).collect(),
            ]
        } else if square {
            break;
        } else {
            along_sides(topology, line)
        };
        if sides.iter().any(|side| side.len() < 2) || sides.is_empty() {
            break;
        }
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

/// The lines parallel to the sides of a board with three or six sides, `line` lines inwards, in
/// anticlockwise order.
fn along_sides(topology: &Topology, line: usize) -> Vec<Vec<i32>> {
    /// Heights that differ by less are equal.
    const EPSILON: f64 = 1e-3;
    let sites = topology.sites(SiteType::Vertex);
    let corners = topology.region(SiteType::Vertex, StaticRegion::Corners);
    let count = corners.len();
    if !matches!(count, 3 | 6) {
        return Vec::new();
    }
    let side = |nth: usize| -> Vec<i32> {
        // The first side is the bottom one.
        let turn = std::f64::consts::TAU * nth as f64 / count as f64;
        let (sin, cos) = turn.sin_cos();
        let height = |p: Point| p[1] * cos - p[0] * sin;
        let along = |p: Point| p[0] * cos + p[1] * sin;
        let mut heights: Vec<f64> = sites.iter().map(|site| height(site.point)).collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup_by(|a, b| (*a - *b).abs() < EPSILON);
        let Some(&wanted) = heights.get(line) else {
            return Vec::new();
        };
        let on_line = |site: &(usize, Point)| (height(site.1) - wanted).abs() < EPSILON;
        let numbered = sites
            .iter()
            .enumerate()
            .map(|(index, site)| (index, site.point));
        let mut found: Vec<(usize, Point)> = numbered.filter(on_line).collect();
        found.sort_by(|a, b| along(a.1).total_cmp(&along(b.1)));
        found.into_iter().map(|(index, _)| index as i32).collect()
    };
    (0..count).map(side).collect()
}

//! The faces enclosed by the edges of a flat graph.

use rustc_hash::FxHashSet;

use crate::graph::{Graph, Point};
use crate::shape::outline;

/// Maximum number of sides of a face. Recorded games have a face of 12 sides, and no face within an
/// outline of 30.
const MAX_SIDES: usize = 20;

/// All inner faces, each anticlockwise.
///
/// Their order is that of the format: vertex by vertex, and at each vertex edge by edge
/// anticlockwise from the east, the face to the right of the edge as it leaves the vertex.
pub(crate) fn around(graph: &Graph) -> Vec<Vec<u32>> {
    inner(graph, trace(graph, EdgeOrder::Anticlockwise))
}

/// All inner faces of a board of rings or a dual graph, in the order of its vertices and, at each
/// vertex, in the order in which the edges were drawn.
pub(crate) fn around_as_drawn(graph: &Graph) -> Vec<Vec<u32>> {
    inner(graph, trace(graph, EdgeOrder::Drawn))
}

fn inner(graph: &Graph, mut faces: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    faces.retain(|face| (3..=MAX_SIDES).contains(&face.len()) && area(graph, face) < -1e-6);
    for face in &mut faces {
        face.reverse();
    }
    faces
}

/// The faces of a graph whose edges may cross: from each edge at each vertex, the walk along the
/// next edges as they were drawn, back to that vertex. A face that contains the middle of another
/// edge is none.
pub(crate) fn uncrossed(graph: &Graph) -> Vec<Vec<u32>> {
    let neighbours = neighbours_as_drawn(graph);
    let mut faces: Vec<Vec<u32>> = Vec::new();
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    for (start, firsts) in neighbours.iter().enumerate() {
        for &first in firsts {
            let mut face = vec![start as u32];
            let mut edge = (start as u32, first);
            while edge.1 != start as u32 && face.len() < MAX_SIDES {
                face.push(edge.1);
                let Some(next) = next_edge(&neighbours, edge) else {
                    break;
                };
                edge = next;
            }
            let mut vertices = face.clone();
            vertices.sort_unstable();
            vertices.dedup();
            let simple = vertices.len() == face.len() && face.len() >= 3;
            if edge.1 != start as u32 || !simple || area(graph, &face) >= -1e-6 {
                continue;
            }
            let corners: Vec<Point> = face.iter().map(|&v| graph.vertices[v as usize]).collect();
            let sides: FxHashSet<(u32, u32)> = (0..face.len())
                .map(|i| pair(face[i], face[(i + 1) % face.len()]))
                .collect();
            let crossed = graph.edges.iter().any(|edge| {
                !sides.contains(&pair(edge.ends[0], edge.ends[1]))
                    && outline::inside(&corners, graph.edge_middle(edge))
            });
            if !crossed && seen.insert(vertices) {
                face.reverse();
                faces.push(face);
            }
        }
    }
    faces
}

/// The order of the edges at a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeOrder {
    /// The order in which they were drawn.
    Drawn,
    /// Anticlockwise, from the edge that leads east.
    Anticlockwise,
}

/// All faces including the outer ones, each traced with the face on the right of its edges.
fn trace(graph: &Graph, order: EdgeOrder) -> Vec<Vec<u32>> {
    let mut neighbours = neighbours_as_drawn(graph);
    let overlapped = overlapped_edges(graph, &neighbours);
    for (vertex, neighbours) in neighbours.iter_mut().enumerate() {
        neighbours.retain(|&other| !overlapped.contains(&pair(vertex as u32, other)));
    }
    let sorted = sorted_neighbours(graph, &neighbours);
    let mut used: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut faces = Vec::new();
    let starts = match order {
        EdgeOrder::Drawn => &neighbours,
        EdgeOrder::Anticlockwise => &sorted,
    };
    for (start, neighbours) in starts.iter().enumerate() {
        for &first in neighbours {
            let mut edge = (start as u32, first);
            let mut face = Vec::new();
            while used.insert(edge) {
                face.push(edge.0);
                let Some(next) = next_edge(&sorted, edge) else {
                    break;
                };
                edge = next;
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
    }
    faces
}

/// The neighbours of each vertex, in the order in which the edges were drawn.
fn neighbours_as_drawn(graph: &Graph) -> Vec<Vec<u32>> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); graph.vertices.len()];
    for edge in &graph.edges {
        let [a, b] = edge.ends;
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    neighbours
}

/// The neighbours of each vertex, anticlockwise from the one to the east.
fn sorted_neighbours(graph: &Graph, neighbours: &[Vec<u32>]) -> Vec<Vec<u32>> {
    neighbours
        .iter()
        .enumerate()
        .map(|(vertex, neighbours)| {
            let at = graph.vertices[vertex];
            let angle = |other: u32| {
                let to = graph.vertices[other as usize];
                let turn = (to[1] - at[1]).atan2(to[0] - at[0]);
                // Rounding must not move an edge that leads east to the end.
                if turn < -1e-9 {
                    turn + std::f64::consts::TAU
                } else {
                    turn
                }
            };
            let mut sorted = neighbours.clone();
            sorted.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
            sorted
        })
        .collect()
}

/// The edge that follows an edge around the face on its right: the next one at its end, in an order
/// that is anticlockwise.
fn next_edge(neighbours: &[Vec<u32>], (from, to): (u32, u32)) -> Option<(u32, u32)> {
    let around = &neighbours[to as usize];
    let place = around.iter().position(|&other| other == from)?;
    Some((to, around[(place + 1) % around.len()]))
}

fn pair(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// Straight edges that a shorter edge overlaps. The shorter edge bounds the faces, the longer does
/// not.
fn overlapped_edges(graph: &Graph, neighbours: &[Vec<u32>]) -> FxHashSet<(u32, u32)> {
    let mut overlapped = FxHashSet::default();
    let curves: FxHashSet<(u32, u32)> = graph
        .edges
        .iter()
        .filter(|edge| edge.tangents.is_some())
        .map(|edge| pair(edge.ends[0], edge.ends[1]))
        .collect();
    for (vertex, neighbours) in neighbours.iter().enumerate() {
        let at = graph.vertices[vertex];
        let vector = |other: u32| {
            let to = graph.vertices[other as usize];
            [to[0] - at[0], to[1] - at[1]]
        };
        let straight = |other: &&u32| !curves.contains(&pair(vertex as u32, **other));
        for &long in neighbours.iter().filter(straight) {
            for &short in neighbours.iter().filter(straight) {
                let (p, q) = (vector(long), vector(short));
                let along = p[0] * q[0] + p[1] * q[1];
                let across = p[0] * q[1] - p[1] * q[0];
                let whole = p[0] * p[0] + p[1] * p[1];
                if along > 0.0 && along < whole * 0.999 && across.abs() < 1e-6 * whole {
                    overlapped.insert(pair(vertex as u32, long));
                }
            }
        }
    }
    overlapped
}

/// The signed area: positive if the vertices run anticlockwise.
fn area(graph: &Graph, face: &[u32]) -> f64 {
    (0..face.len())
        .map(|i| {
            let (a, b) = (
                graph.vertices[face[i] as usize],
                graph.vertices[face[(i + 1) % face.len()] as usize],
            );
            (a[0] * b[1] - b[0] * a[1]) / 2.0
        })
        .sum()
}

//! `(splitCrossings graph)`: adds a vertex wherever two edges cross.

use ludarium_lud::Node;

use crate::build::Builder;
use crate::graph::{distance, Graph, Point};
use crate::number::Built;
use crate::shape::faces;

/// Splits edges that cross, and edges that pass through a vertex.
///
/// New vertices are numbered in the order in which the crossings are found. Each edge is compared
/// with all later ones, and where two cross, the four parts are appended to the list.
pub(crate) fn split_crossings(builder: &Builder, node: &Node, graph: Graph) -> Built<Graph> {
    let mut split = Graph::of(graph.basis);
    for (&point, &pivot) in graph.vertices.iter().zip(&graph.pivots) {
        split.push_vertex(point, pivot);
    }
    let mut lines: Vec<Option<[u32; 2]>> = graph.edges.iter().map(|edge| Some(edge.ends)).collect();
    let mut place = 0;
    while let Some(&line) = lines.get(place) {
        // Every edge is compared with every other.
        builder.check_size(node, lines.len() * lines.len() / 1000)?;
        if let Some([a, b]) = line {
            if let Some(point) = passed(&split, [a, b]) {
                lines[place] = None;
                lines.extend([Some([a, point]), Some([point, b])]);
            } else if let Some((other, [c, d], at)) = first_crossing(&split, &lines, place) {
                let point = split.vertex(at);
                (lines[place], lines[other]) = (None, None);
                for ends in [[a, point], [point, b], [c, point], [point, d]] {
                    lines.push(Some(ends));
                }
            }
        }
        place += 1;
    }
    for [a, b] in lines.into_iter().flatten() {
        split.edge(a, b);
    }
    split.faces = faces::around(&split);
    Ok(split)
}

/// A vertex that the edge passes through.
fn passed(graph: &Graph, [a, b]: [u32; 2]) -> Option<u32> {
    let [from, to] = [a, b].map(|v| graph.vertices[v as usize]);
    (0..graph.vertices.len() as u32)
        .filter(|point| ![a, b].contains(point))
        .find(|&point| on_line(from, to, graph.vertices[point as usize]))
}

/// The first edge after `at` in the list that crosses the one there, and the crossing point.
fn first_crossing(
    graph: &Graph,
    lines: &[Option<[u32; 2]>],
    place: usize,
) -> Option<(usize, [u32; 2], Point)> {
    let ends = |line: [u32; 2]| line.map(|v| graph.vertices[v as usize]);
    let [a, b] = ends(lines[place]?);
    (place + 1..lines.len()).find_map(|other| {
        let line = lines[other]?;
        let [c, d] = ends(line);
        Some((other, line, crossing(a, b, c, d)?))
    })
}

/// Minimum distance of a crossing from the ends of an edge, relative to the edge's length.
const END: f64 = 1e-6;

fn on_line(a: Point, b: Point, p: Point) -> bool {
    let whole = distance(a, b);
    let at = distance(a, p) / whole;
    distance(a, p) + distance(p, b) < whole + END && at > END && at < 1.0 - END
}

fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (r, s) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
    let cross = r[0] * s[1] - r[1] * s[0];
    if cross.abs() < 1e-9 {
        return None;
    }
    let to = [c[0] - a[0], c[1] - a[1]];
    let t = (to[0] * s[1] - to[1] * s[0]) / cross;
    let u = (to[0] * r[1] - to[1] * r[0]) / cross;
    let within = |x: f64| x > END && x < 1.0 - END;
    (within(t) && within(u)).then(|| [a[0] + t * r[0], a[1] + t * r[1], a[2]])
}

//! Mancala boards: rows of holes.

use ludarium_lud::{Call, Diagnostic, Node};

use crate::build::{argument, Board, BoardKind, Builder, Limits};
use crate::direction::SiteType;
use crate::graph::{Basis, Graph};
use crate::number::{flag, size, Built};
use crate::topology::Topology;
use crate::track;

pub(crate) fn build(
    node: &Node,
    call: &Call,
    players: usize,
    limits: &Limits,
) -> Result<Board, Vec<Diagnostic>> {
    let (graph, kind) = holes(node, call, limits).map_err(|error| vec![error])?;
    let topology = Topology::new(graph);
    let tracks = track::tracks(call.arg("track"), &topology, SiteType::Vertex, players)?;
    Ok(Board {
        topology,
        default_site: SiteType::Vertex,
        tracks,
        kind,
        large_stack: flag(call, "largeStack", false),
        values: Vec::new(),
    })
}

/// The holes row by row from the bottom, with the first store before them and the second after
/// them.
fn holes(node: &Node, call: &Call, limits: &Limits) -> Built<(Graph, BoardKind)> {
    let rows = size(argument(call, "int", node)?, limits.dimension)?;
    let columns = size(argument(call, "int2", node)?, limits.dimension)?;
    Builder {
        limits,
        kind: SiteType::Vertex,
    }
    .check_size(node, 2 * rows * columns + 2)?;
    let store = call.arg("store").and_then(Node::word).unwrap_or("Outer");
    let number = call
        .arg("numStores")
        .map_or(Ok(2), |number| size(number, limits.dimension))?;
    let mut graph = Graph::of(Basis::Square);
    let mut stores = Vec::new();
    let half = (rows as f64 - 1.0) / 2.0;
    // Inner stores lie between the rows of a player, outer ones beyond the ends.
    let (left, right) = match store {
        "None" => (None, None),
        "Inner" => (Some([-1.0, half, 0.0]), Some([columns as f64, half, 0.0])),
        _ => (Some([-1.0, half, 0.0]), Some([columns as f64, half, 0.0])),
    };
    if let Some(at) = left.filter(|_| number > 0) {
        stores.push(graph.push_vertex(at, None));
    }
    let first = graph.vertices.len() as u32;
    for row in 0..rows {
        for column in 0..columns {
            graph.push_vertex([column as f64, row as f64, 0.0], None);
        }
    }
    if let Some(at) = right.filter(|_| number > 1) {
        stores.push(graph.push_vertex(at, None));
    }
    let hole = |row: usize, column: usize| first + (row * columns + column) as u32;
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                graph.edge(hole(row, column), hole(row, column + 1));
            }
            if row + 1 < rows {
                graph.edge(hole(row, column), hole(row + 1, column));
            }
        }
    }
    // The stores lie at the ends of the rows.
    if rows > 0 && columns > 0 {
        for (place, &store) in stores.iter().enumerate() {
            let column = if place == 0 { 0 } else { columns - 1 };
            for row in 0..rows {
                graph.edge(store, hole(row, column));
            }
        }
    }
    Ok((
        graph,
        BoardKind::Mancala {
            rows,
            columns,
            stores,
        },
    ))
}

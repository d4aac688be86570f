//! Mancala boards: rows of holes.

use ludarium_lud::{Call, Diagnostic, Node};

use crate::build::{argument, Board, BoardKind, Builder, Limits};
use crate::direction::SiteType;
use crate::graph::{Basis, Graph};
use crate::number::{flag, size, Built};
use crate::shape::{faces, square};
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
    let builder = Builder {
        limits,
        kind: SiteType::Vertex,
    };
    builder.check_size(node, 2 * rows * columns + 2)?;
    let store = call.arg("store").and_then(Node::word).unwrap_or("Outer");
    let number = call
        .arg("numStores")
        .map_or(Ok(2), |number| size(number, limits.dimension))?;
    if store == "Inner" || number != 2 || !(2..=6).contains(&rows) {
        // Followed for conformance: a plain square with that number of rows.
        let graph = square::grid(&builder, node, rows, rows, "Implied")?;
        return Ok((graph, BoardKind::Plain));
    }
    let mut graph = Graph::of(Basis::Square);
    let mut stores = Vec::new();
    /// The distance of a store from the holes beside it: less than that of two holes. It decides
    /// whether stores between two rows of three holes are a row of their own.
    const STORE_DISTANCE: f64 = 0.8;
    let middle = (rows as f64 - 1.0) / 2.0;
    if store != "None" {
        stores.push(graph.push_vertex([-STORE_DISTANCE, middle, 0.0], None));
    }
    let first = graph.vertices.len() as u32;
    for row in 0..rows {
        for column in 0..columns {
            graph.push_vertex([column as f64, row as f64, 0.0], None);
        }
    }
    if store != "None" {
        let beyond = columns as f64 - 1.0 + STORE_DISTANCE;
        stores.push(graph.push_vertex([beyond, middle, 0.0], None));
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
    // The stores lie at the ends of the middle row, or of the two rows in the middle.
    if columns > 0 {
        for (&store, column) in stores.iter().zip([0, columns - 1]) {
            for row in (rows - 1) / 2..=rows / 2 {
                graph.edge(store, hole(row, column));
            }
        }
    }
    graph.faces = faces::around(&graph);
    graph.renumber(false, false, true);
    if !stores.is_empty() {
        // The two stores. Without any, the outline decides.
        let last = graph.vertices.len() as u32;
        graph.corners = last.checked_sub(1).map(|last| vec![0, last]);
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

//! Games without a board: a large finite part of an infinite tiling.

use ludarium_lud::{Call, Diagnostic, Node};

use crate::build::{Board, BoardKind, Builder, Limits};
use crate::direction::SiteType;
use crate::graph::Graph;
use crate::number::{flag, size, Built};
use crate::shape::{hex, square, tri};
use crate::topology::Topology;

/// The default width of that part, as documented for the format.
const WIDTH: usize = 41;

pub(crate) fn build(node: &Node, call: &Call, limits: &Limits) -> Result<Board, Vec<Diagnostic>> {
    let graph = ground(node, call, limits).map_err(|error| vec![error])?;
    let topology = Topology::new(graph);
    let centre = topology
        .region(SiteType::Cell, crate::region::StaticRegion::Centre)
        .first()
        .copied()
        .unwrap_or(0);
    Ok(Board {
        topology,
        default_site: SiteType::Cell,
        tracks: Vec::new(),
        kind: BoardKind::Boardless { centre },
        large_stack: flag(call, "largeStack", false),
        values: Vec::new(),
    })
}

fn ground(node: &Node, call: &Call, limits: &Limits) -> Built<Graph> {
    let width = call
        .arg("dim")
        .map_or(Ok(WIDTH), |dim| size(dim, limits.dimension))?;
    let builder = Builder {
        limits,
        kind: SiteType::Cell,
    };
    match call.arg("tilingBoardlessType").and_then(Node::word) {
        Some("Hexagonal") => hex::hexagon(&builder, node, width.div_ceil(2)),
        Some("Triangular") => tri::triangle(&builder, node, width + 1),
        _ => square::grid(&builder, node, width + 1, width + 1, "Implied"),
    }
}

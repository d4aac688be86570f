//! Boards of Celtic knotwork.
//!
//! Plaits and knots are drawn on the medial graph of a grid (Cromwell 1993, "Celtic knotwork:
//! mathematical art"): their crossings are the midpoints of the grid's edges, and the strands lead
//! from each crossing to the next ones around the same square and around the same vertex. The
//! format does not document the numbering of such a board; it is numbered like other boards, from
//! the bottom and from the left.

use ludarium_lud::{Call, Node};

use crate::build::Builder;
use crate::graph::{mean, Basis, Graph, Point};
use crate::number::Built;
use crate::shape::square;

/// `(celtic rows columns)`: the knotwork on a grid of squares.
pub(crate) fn celtic(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let rows = builder.dim_of(node, call, "dim")?;
    let columns = builder.dim(call, "dim2")?.unwrap_or(rows);
    builder.check_size(node, 4 * (rows + 1) * (columns + 1))?;
    let grid = square::grid(builder, node, rows + 1, columns + 1, "Implied")?;
    Ok(medial(&grid))
}

/// `(celtic {..})` and `(celtic (poly ..))`: the knotwork on the squares inside an outline.
pub(crate) fn celtic_outline(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let grid = square::square_outline(builder, node, call)?;
    builder.check_size(node, grid.edges.len())?;
    Ok(medial(&grid))
}

/// The medial graph: a vertex for each edge, with edges between those that follow each other around
/// a face or a vertex.
fn medial(grid: &Graph) -> Graph {
    let mut graph = Graph::of(Basis::None);
    let middle = |a: u32, b: u32| -> Point {
        let (a, b) = (grid.vertices[a as usize], grid.vertices[b as usize]);
        std::array::from_fn(|axis| (a[axis] + b[axis]) / 2.0)
    };
    for face in &grid.faces {
        let ring: Vec<Point> = (0..face.len())
            .map(|i| middle(face[i], face[(i + 1) % face.len()]))
            .collect();
        graph.polygon(&ring);
    }
    for (vertex, &at) in grid.vertices.iter().enumerate() {
        let vertex = vertex as u32;
        let mut around: Vec<Point> = grid
            .edges
            .iter()
            .filter(|edge| edge.ends.contains(&vertex))
            .map(|edge| middle(edge.ends[0], edge.ends[1]))
            .collect();
        if let [one, other] = around[..] {
            // The strand turns beyond the corner of the board, where it has a vertex of its own.
            let inwards = mean([one, other].into_iter());
            around.push(std::array::from_fn(|axis| 2.0 * at[axis] - inwards[axis]));
        }
        let turn = |p: &Point| (p[1] - at[1]).atan2(p[0] - at[0]);
        around.sort_by(|a, b| turn(a).total_cmp(&turn(b)));
        if around.len() == 3 {
            // Followed for conformance: the cells along the outline go around in the other
            // direction, so that no edge has them beside another cell.
            around.reverse();
        }
        if around.len() > 2 {
            graph.polygon(&around);
        }
    }
    graph.renumber(true, true, true);
    graph
}

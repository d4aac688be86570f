//! Boards of squares.

use ludarium_lud::{Call, Node};

use crate::build::{shape_of, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::{flag, Built};
use crate::shape::outline;

/// `(square n)` and its shapes.
pub(crate) fn square(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let size = builder.dim_of(node, call, "dim")?;
    let diagonals = crate::build::optional(call, "diagonals")
        .and_then(Node::word)
        .unwrap_or("Implied");
    if flag(call, "diagonals", false) {
        return pyramid(builder, node, size + usize::from(builder.counts_cells()));
    }
    let points = size + usize::from(builder.counts_cells());
    match shape_of(call, "squareShapeType") {
        Some("Diamond") => diamond(builder, node, size),
        Some("Limping") => grid(builder, node, points, points + 1, diagonals),
        _ => grid(builder, node, points, points, diagonals),
    }
}

/// `(regular SquarePyramidal Square n)`.
pub(crate) fn pyramid_of(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let points = builder.dim_of(node, call, "dim")? + usize::from(builder.counts_cells());
    pyramid(builder, node, points)
}

/// `(square {..})` and `(square (poly ..))`.
pub(crate) fn square_outline(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let more = usize::from(builder.counts_cells());
    let outline = outline::outline(builder, node, call, std::f64::consts::FRAC_PI_2, more)?;
    let diagonals = crate::build::optional(call, "diagonals")
        .and_then(Node::word)
        .unwrap_or("Implied");
    let (low, high) = outline::bounds_of(&outline);
    let [rows, columns] = [1, 0].map(|axis| (high[axis] - low[axis]).ceil().max(0.0) as usize + 1);
    let mut graph = grid(builder, node, rows, columns, diagonals)?;
    let by = [low[0].floor(), low[1].floor()];
    graph.transform(|p| [p[0] + by[0], p[1] + by[1], p[2]], |t| t);
    let points = graph.vertices.clone();
    graph.retain(
        |v| outline::enclose(&outline, points[v as usize]),
        |_, _| true,
        |_, _| true,
    );
    Ok(graph)
}

/// `(rectangle rows columns)`.
pub(crate) fn rectangle(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let rows = builder.dim_of(node, call, "dim")?;
    let columns = builder.dim(call, "dim2")?.unwrap_or(rows);
    let diagonals = crate::build::optional(call, "diagonals")
        .and_then(Node::word)
        .unwrap_or("Implied");
    let more = usize::from(builder.counts_cells());
    let mut graph = grid(builder, node, rows + more, columns + more, diagonals)?;
    if matches!(diagonals, "Solid" | "SolidNoSplit") {
        graph.basis = Basis::SquareSolid;
    }
    Ok(graph)
}

/// A grid of `rows` by `columns` vertices.
pub(crate) fn grid(
    builder: &Builder,
    node: &Node,
    rows: usize,
    columns: usize,
    diagonals: &str,
) -> Built<Graph> {
    builder.check_size(node, rows * columns * 2)?;
    let mut graph = Graph::of(Basis::Square);
    let at = |row: usize, column: usize| (row * columns + column) as u32;
    for row in 0..rows {
        for column in 0..columns {
            graph.push_vertex([column as f64, row as f64, 0.0], None);
        }
    }
    // A single row or column of vertices has edges but no faces.
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                graph.edge(at(row, column), at(row, column + 1));
            }
            if row + 1 < rows {
                graph.edge(at(row, column), at(row + 1, column));
            }
        }
    }
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns.saturating_sub(1) {
            let corners = [
                at(row, column),
                at(row, column + 1),
                at(row + 1, column + 1),
                at(row + 1, column),
            ];
            add_square(
                &mut graph,
                corners,
                diagonals_of(diagonals, row, column, rows, columns),
            );
        }
    }
    graph.renumber(true, true, true);
    Ok(graph)
}

/// How the diagonals of a square are drawn.
enum Diagonals {
    None,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
    /// Both, meeting in a vertex.
    Crossed,
    /// Both, crossing without a vertex.
    CrossedWithoutVertex,
}

/// The diagonals of a square of a grid with these numbers of rows and columns of vertices.
fn diagonals_of(
    diagonals: &str,
    row: usize,
    column: usize,
    rows: usize,
    columns: usize,
) -> Diagonals {
    // The vertex in the middle divides the board into quadrants.
    let (middle_row, middle_column) = (rows / 2, columns / 2);
    let (below, left) = (row < middle_row, column < middle_column);
    let outwards = |index: usize, middle: usize| {
        if index < middle {
            middle - 1 - index
        } else {
            index - middle
        }
    };
    match diagonals {
        "Solid" => Diagonals::Crossed,
        "SolidNoSplit" => Diagonals::CrossedWithoutVertex,
        "Alternating" if (row + column) % 2 == 0 => Diagonals::Rising,
        "Alternating" => Diagonals::Falling,
        "Concentric" if below == left => Diagonals::Falling,
        "Concentric" => Diagonals::Rising,
        // Only the lines through the middle.
        "Radiating" if outwards(row, middle_row) != outwards(column, middle_column) => {
            Diagonals::None
        }
        "Radiating" if below == left => Diagonals::Rising,
        "Radiating" => Diagonals::Falling,
        _ => Diagonals::None,
    }
}

/// Adds a square with its diagonals; the corners are given anticlockwise from the lower left.
fn add_square(graph: &mut Graph, [a, b, c, d]: [u32; 4], diagonals: Diagonals) {
    match diagonals {
        Diagonals::None => graph.face(&[a, b, c, d]),
        Diagonals::Rising => {
            graph.face(&[a, b, c]);
            graph.face(&[a, c, d]);
        }
        Diagonals::Falling => {
            graph.face(&[a, b, d]);
            graph.face(&[b, c, d]);
        }
        Diagonals::Crossed => {
            let middle: Point = graph.face_middle(&[a, b, c, d]);
            let middle = graph.vertex(middle);
            for (p, q) in [(a, b), (b, c), (c, d), (d, a)] {
                graph.face(&[p, q, middle]);
            }
        }
        Diagonals::CrossedWithoutVertex => {
            // Each triangle of three corners is a cell; they overlap.
            for triangle in [[a, b, d], [a, b, c], [b, c, d], [a, c, d]] {
                graph.face(&triangle);
            }
        }
    }
}

/// A square that stands on a corner: the squares within `size` steps of the middle one, whatever
/// the sites are.
fn diamond(builder: &Builder, node: &Node, size: usize) -> Built<Graph> {
    builder.check_size(node, 8 * size * size)?;
    let reach = size as i64 - 1;
    let mut graph = Graph::of(Basis::Square);
    for row in 0..=2 * reach {
        for column in 0..=2 * reach {
            if (row - reach).abs() + (column - reach).abs() > reach {
                continue;
            }
            let (x, y) = (column as f64, row as f64);
            graph.polygon(&[
                [x, y, 0.0],
                [x + 1.0, y, 0.0],
                [x + 1.0, y + 1.0, 0.0],
                [x, y + 1.0, 0.0],
            ]);
        }
    }
    graph.renumber(true, true, true);
    Ok(graph)
}

/// Layers of squares, each resting in the hollows of the one below. A vertex is joined to the four
/// on which it rests.
fn pyramid(builder: &Builder, node: &Node, size: usize) -> Built<Graph> {
    builder.check_size(node, size * size * (size + 1))?;
    let mut graph = Graph::of(Basis::Square);
    // The number of the first vertex of each layer.
    let mut first = Vec::new();
    for layer in 0..size {
        first.push(graph.vertices.len());
        let (height, indent) = (layer as f64 / 2f64.sqrt(), layer as f64 * 0.5);
        for row in 0..size - layer {
            for column in 0..size - layer {
                let point = [column as f64 + indent, row as f64 + indent, height];
                graph.push_vertex(point, None);
            }
        }
    }
    let at = |layer: usize, row: usize, column: usize| {
        (first[layer] + row * (size - layer) + column) as u32
    };
    for layer in 0..size {
        for row in 0..size - layer - 1 {
            for column in 0..size - layer - 1 {
                let square = [
                    at(layer, row, column),
                    at(layer, row, column + 1),
                    at(layer, row + 1, column + 1),
                    at(layer, row + 1, column),
                ];
                graph.face(&square);
                for below in square {
                    graph.edge(below, at(layer + 1, row, column));
                }
            }
        }
    }
    graph.renumber(true, true, true);
    Ok(graph)
}

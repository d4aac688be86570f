//! Boards of triangles.

use ludarium_lud::{Call, Node};
use rustc_hash::FxHashSet;

use crate::build::{shape_of, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::Built;
use crate::shape::{outline, points};

/// `(tri n)` and its shapes.
pub(crate) fn tri(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let more = i64::from(builder.counts_cells());
    let first = builder.dim_of(node, call, "dim")? as i64;
    let second = builder.dim(call, "dim2")?.map(|size| size as i64);
    let shape = shape_of(call, "triShapeType").unwrap_or("Triangle");
    let reach = (first.max(second.unwrap_or(first)) + 2) as usize;
    builder.check_size(node, 6 * reach * reach)?;
    let (a, b) = (first + more, second.unwrap_or(first) + more);
    if matches!(shape, "Diamond" | "Prism") {
        return Ok(on_a_corner(shape, a, b));
    }
    // A position is a row and a column along it; columns lean to the right going up.
    let inside: Box<dyn Fn(i64, i64) -> bool> = match shape {
        "Hexagon" if second.is_none() => Box::new(move |row, column| {
            (0..2 * a - 1).contains(&row)
                && (1 - a..a).contains(&column)
                && (0..2 * a - 1).contains(&(row + column))
        }),
        "Hexagon" | "Limping" => {
            // The size of a limping board counts vertices, whatever the sites are.
            let limping = shape == "Limping";
            let (a, b) = if limping { (first, first + 1) } else { (a, b) };
            Box::new(move |row, column| {
                (0..a + b - 1).contains(&row)
                    && (1 - a..b).contains(&column)
                    && (0..a + b - 1).contains(&(row + column))
            })
        }
        "Rectangle" | "Square" => Box::new(move |row, column| {
            let x = column + row.div_euclid(2);
            (0..a).contains(&row) && (0..b - row.rem_euclid(2)).contains(&x)
        }),
        "Star" => Box::new(move |row, column| {
            // The size counts the vertices along a point, whatever the sites are.
            let (n, third) = (first, -row - column);
            (row >= -n && column >= -n && third >= -n) || (row <= n && column <= n && third <= n)
        }),
        _ => Box::new(move |row, column| row >= 0 && column >= 0 && row + column < a),
    };
    let span = 2 * reach as i64 + 2;
    let mut places = Vec::new();
    for row in -span..=span {
        for column in -2 * span..=2 * span {
            if inside(row, column) {
                places.push((row, column));
            }
        }
    }
    Ok(lattice(&places))
}

/// A diamond or a prism, which stands on a corner. Its rows and columns lie along its two lower
/// sides.
fn on_a_corner(shape: &str, a: i64, b: i64) -> Graph {
    let (size, difference) = match shape {
        "Diamond" => (a, a),
        _ => (a + b - 1, a),
    };
    let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let points = places
        .filter(|(row, column)| (row - column).abs() < difference)
        .map(|(row, column)| {
            let (row, column) = (row as f64, column as f64);
            let [across, up] = [(column - row) * 3f64.sqrt() / 2.0, (column + row) / 2.0];
            [across, up, 0.0]
        });
    points::joined(points, Basis::Triangular)
}

/// `(tri {..})` and `(tri (poly ..))`.
pub(crate) fn tri_outline(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let turn = std::f64::consts::FRAC_PI_3;
    // Side lengths count vertices, whatever the sites are.
    let outline = outline::outline(builder, node, call, turn, 0)?;
    let (low, high) = outline::bounds_of(&outline);
    let height = 3f64.sqrt() / 2.0;
    let (bottom, top) = (
        (low[1] / height).floor() as i64 - 1,
        (high[1] / height).ceil() as i64 + 1,
    );
    let first = (low[0] - outline::MARGIN).trunc() as i64 - 2;
    let last = (high[0] + outline::MARGIN).trunc() as i64 + 2;
    let mut places = Vec::new();
    for row in bottom..=top {
        let lean = row as f64 / 2.0;
        for column in (low[0] - lean).floor() as i64 - 1..=(high[0] - lean).ceil() as i64 + 1 {
            // Search the columns, which lean to the left, from two before the leftmost corner to
            // two after the rightmost, however far the board leans.
            if !(first..=last).contains(&(column + row)) {
                continue;
            }
            if outline::enclose(&outline, place(row, column)) {
                places.push((row, column));
            }
        }
    }
    builder.check_size(node, places.len())?;
    Ok(lattice(&places))
}

fn place(row: i64, column: i64) -> Point {
    [
        column as f64 + row as f64 / 2.0,
        row as f64 * 3f64.sqrt() / 2.0,
        0.0,
    ]
}

/// The triangles between these lattice positions.
fn lattice(places: &[(i64, i64)]) -> Graph {
    let mut graph = Graph::of(Basis::Triangular);
    let there: FxHashSet<(i64, i64)> = places.iter().copied().collect();
    for &(row, column) in places {
        graph.vertex(place(row, column));
    }
    for &(row, column) in places {
        let here = graph.vertex(place(row, column));
        for (r, c) in [(row, column + 1), (row + 1, column), (row + 1, column - 1)] {
            if there.contains(&(r, c)) {
                let other = graph.vertex(place(r, c));
                graph.edge(here, other);
            }
        }
    }
    for &(row, column) in places {
        let corners = |steps: [(i64, i64); 3]| {
            let all = steps.map(|(r, c)| (row + r, column + c));
            all.iter()
                .all(|at| there.contains(at))
                .then(|| all.map(|(r, c)| place(r, c)))
        };
        for triangle in [[(0, 0), (0, 1), (1, 0)], [(0, 0), (1, 0), (1, -1)]] {
            if let Some(corners) = corners(triangle) {
                graph.polygon(&corners);
            }
        }
    }
    graph.renumber(true, true, true);
    graph
}

/// A triangle of triangles with this number of vertices on each side.
pub(crate) fn triangle(builder: &Builder, node: &Node, side: usize) -> Built<Graph> {
    builder.check_size(node, 2 * side * side)?;
    let side = side as i64;
    let rows = (0..side).flat_map(|row| (0..side - row).map(move |column| (row, column)));
    Ok(lattice(&rows.collect::<Vec<_>>()))
}

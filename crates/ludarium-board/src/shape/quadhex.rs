//! Hexagons made of quadrilaterals.

use ludarium_lud::{Call, Node};

use crate::build::Builder;
use crate::graph::{Basis, Graph, Point};
use crate::number::{flag, Built};

/// `(quadhex n)`: six quadrilaterals of n by n cells around the centre of a hexagon.
pub(crate) fn quadhex(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let size = builder.dim_of(node, call, "dim")?;
    let thirds = flag(call, "thirds", false);
    builder.check_size(node, 13 * size * size)?;
    let mut graph = Graph::of(Basis::Tiling);
    for sector in 0..6 {
        let place = |i: usize, j: usize| place(size, thirds, sector, i, j);
        for i in 0..size {
            for j in 0..size {
                graph.polygon(&[
                    place(i, j),
                    place(i + 1, j),
                    place(i + 1, j + 1),
                    place(i, j + 1),
                ]);
            }
        }
    }
    if thirds {
        // The parts are joined in the middle and at the outer ends of the gaps between them.
        graph.polygon(&[0, 2, 4].map(|sector| place(size, thirds, sector, 0, 0)));
        for sector in [1, 3, 5] {
            let right = (0..=size).map(|j| place(size, thirds, sector, 0, j));
            let left = (0..=size).map(|i| place(size, thirds, (sector + 1) % 6, i, 0));
            let around: Vec<Point> = right.chain(left.rev()).collect();
            graph.polygon(&around);
        }
    }
    graph.renumber(true, true, true);
    Ok(graph)
}

/// A corner of a cell of a sector. `i` counts along the right side of the sector, `j` along the
/// left one.
fn place(size: usize, thirds: bool, sector: u8, i: usize, j: usize) -> Point {
    let side = 2.0 * size as f64;
    let at = |turn: f64, reach: f64| {
        let angle = std::f64::consts::TAU * turn;
        [reach * angle.cos(), reach * angle.sin()]
    };
    let turn = f64::from(sector) / 6.0;
    // The corner of the hexagon, and the midpoints of the sides next to it.
    let corner = at(turn, side);
    let half = side * 3f64.sqrt() / 2.0;
    let (right, left) = (at(turn - 1.0 / 12.0, half), at(turn + 1.0 / 12.0, half));
    // In thirds, each pair of quadrilaterals is moved away from the others by half a cell.
    let apart = match thirds {
        true => at((f64::from(sector / 2) + 0.25) / 3.0, 0.5),
        false => [0.0; 2],
    };
    let (u, v) = (i as f64 / size as f64, j as f64 / size as f64);
    let point: [f64; 2] = std::array::from_fn(|axis| {
        apart[axis]
            + u * (1.0 - v) * right[axis]
            + u * v * corner[axis]
            + (1.0 - u) * v * left[axis]
    });
    [point[0], point[1], 0.0]
}

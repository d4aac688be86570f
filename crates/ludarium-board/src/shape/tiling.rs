//! Semi-regular tilings.
//!
//! A tiling is a patch of points that is repeated at the points of a lattice. Points one unit apart
//! are joined, so the tiles between the patches follow from the points.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_6, PI, TAU};

use ludarium_lud::{Call, Node};

use crate::build::{argument, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::{error, Built};
use crate::shape::{outline, points};

/// `(tiling type n)` and `(tiling type n m)`.
pub(crate) fn tiling(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let name = argument(call, "tilingType", node)?
        .word()
        .unwrap_or_default();
    tiling_of(builder, node, call, name)
}

/// The tiling of this name with the given numbers of rows and columns.
pub(crate) fn tiling_of(builder: &Builder, node: &Node, call: &Call, name: &str) -> Built<Graph> {
    let rows = builder.dim_of(node, call, "dim")?;
    let columns = builder.dim(call, "dim2")?;
    builder.check_size(node, 76 * rows * columns.unwrap_or(rows))?;
    let Some(pattern) = Pattern::named(name) else {
        return error("bad-graph", node, "there is no such tiling");
    };
    let span = |size: usize| (2 * size).saturating_sub(1);
    let places = match columns {
        Some(columns) if pattern.six => parallelogram(span(rows), span(columns)),
        None if pattern.six => {
            let mut places = parallelogram(span(rows), span(rows));
            places.retain(|&(row, column)| row.abs_diff(column) < rows as u64);
            places
        }
        columns => parallelogram(rows, columns.unwrap_or(rows)),
    };
    Ok(pattern.graph_at(&places))
}

/// `(tiling type (poly ..))` and `(tiling type {..})`: the patches whose centres lie inside an
/// outline.
pub(crate) fn tiling_outline(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let name = argument(call, "tilingType", node)?
        .word()
        .unwrap_or_default();
    let Some(pattern) = Pattern::named(name).map(Pattern::in_level_rows) else {
        return error("bad-graph", node, "there is no such tiling");
    };
    let [across, up] = pattern.steps;
    let turn = if pattern.six { FRAC_PI_3 } else { FRAC_PI_2 };
    let mut outline = outline::outline(builder, node, call, turn, 0)?;
    let unit = across[0].hypot(across[1]);
    if argument(call, "poly", node)?.call().is_none() {
        // Side lengths count patches, whose centres lie this far apart.
        for corner in outline.iter_mut().flatten() {
            *corner = corner.map(|x| x * unit);
        }
    }
    let (low, high) = outline::bounds_of(&outline);
    let reach = ((high[0] - low[0]).max(high[1] - low[1]) / unit).ceil() as i64 + 2;
    builder.check_size(node, (4 * reach * reach).unsigned_abs() as usize)?;
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    let area = across[0] * up[1] - across[1] * up[0];
    let near = [
        ((across[0] * middle[1] - across[1] * middle[0]) / area).round() as i64,
        ((middle[0] * up[1] - middle[1] * up[0]) / area).round() as i64,
    ];
    let mut places = Vec::new();
    for row in near[0] - reach..=near[0] + reach {
        for column in near[1] - reach..=near[1] + reach {
            if outline::enclose(&outline, pattern.centre(row, column)) {
                places.push((row, column));
            }
        }
    }
    builder.check_size(node, pattern.patch.len() * places.len())?;
    Ok(pattern.graph_at(&places))
}

fn parallelogram(rows: usize, columns: usize) -> Vec<(i64, i64)> {
    (0..rows as i64)
        .flat_map(|row| (0..columns as i64).map(move |column| (row, column)))
        .collect()
}

/// The repeated patch: its points, and the lattice of its centres.
struct Pattern {
    patch: Vec<[f64; 2]>,
    /// The steps to the next column and to the next row.
    steps: [[f64; 2]; 2],
    /// Whether the lattice has six directions rather than four.
    six: bool,
    /// Whether the board is numbered patch by patch rather than in reading order.
    by_patch: bool,
}

/// The corners of a regular polygon with sides of length 1 about the origin.
fn regular(sides: usize, first: f64) -> impl Iterator<Item = [f64; 2]> {
    ring(sides, 0.5 / (PI / sides as f64).sin(), first)
}

/// The corners of a regular polygon with a side at the top, clockwise from the right end of that
/// side.
fn clockwise_from_top(sides: usize) -> impl Iterator<Item = [f64; 2]> {
    regular(sides, PI / sides as f64 - FRAC_PI_2).map(|[x, y]| [x, -y])
}

/// Points on a circle about the origin.
fn ring(count: usize, radius: f64, first: f64) -> impl Iterator<Item = [f64; 2]> {
    (0..count).map(move |place| polar(radius, first + TAU * place as f64 / count as f64))
}

fn polar(radius: f64, angle: f64) -> [f64; 2] {
    [radius * angle.cos(), radius * angle.sin()]
}

/// The distance from the centre of a regular polygon with sides of length 1 to a side.
fn apothem(sides: usize) -> f64 {
    0.5 / (PI / sides as f64).tan()
}

impl Pattern {
    /// A patch at each point of a lattice with six directions, whose rows run in this direction.
    fn six(patch: impl Iterator<Item = [f64; 2]>, length: f64, along: f64) -> Pattern {
        Pattern {
            patch: patch.collect(),
            steps: [polar(length, along), polar(length, along + 2.0 * FRAC_PI_3)],
            six: true,
            by_patch: false,
        }
    }

    fn named(name: &str) -> Option<Pattern> {
        let hexagon = || regular(6, 0.0);
        let dodecagon = || regular(12, PI / 12.0);
        // A hexagon, and a square on each of its sides.
        let squares = || hexagon().chain(ring(12, apothem(12).hypot(0.5), PI / 12.0));
        let root = 3f64.sqrt();
        Some(match name {
            "T3636" => Pattern::six(hexagon(), 2.0, 0.0),
            "T31212" => Pattern {
                by_patch: true,
                ..Pattern::six(clockwise_from_top(12), 2.0 * apothem(12), 0.0)
            },
            "T4612" => Pattern::six(dodecagon(), 2.0 * apothem(12) + 1.0, 0.0),
            "T3464" => Pattern::six(squares(), 1.0 + root, FRAC_PI_6),
            "T333333_33434" => Pattern::six(squares(), 2.0 * apothem(12), FRAC_PI_6),
            // The hexagon and all points of a lattice of triangles around it.
            "T33336" => Pattern {
                patch: (hexagon().chain(ring(6, 2.0, 0.0)))
                    .chain(ring(6, root, FRAC_PI_6))
                    .collect(),
                steps: [[2.5, root / 2.0], [-2.0, root]],
                six: true,
                by_patch: false,
            },
            "T488" => Pattern {
                patch: clockwise_from_top(8).collect(),
                steps: [[2.0 * apothem(8), 0.0], [0.0, 2.0 * apothem(8)]],
                six: false,
                by_patch: true,
            },
            // Rows of squares; each row lies half a square to the right of the one below.
            "T33344" => Pattern {
                patch: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
                steps: [[1.0, 0.0], [0.5, 1.0 + root / 2.0]],
                six: false,
                by_patch: false,
            },
            "T33434" => snub_square(),
            _ => return None,
        })
    }

    /// The pattern turned so that its rows are horizontal.
    fn in_level_rows(mut self) -> Pattern {
        let along = self.steps[0][1].atan2(self.steps[0][0]);
        if self.six && (along - FRAC_PI_6).abs() < 1e-6 {
            let (sin, cos) = FRAC_PI_6.sin_cos();
            for at in self.patch.iter_mut().chain(&mut self.steps) {
                *at = [at[0] * cos + at[1] * sin, at[1] * cos - at[0] * sin];
            }
        }
        self
    }

    fn centre(&self, row: i64, column: i64) -> Point {
        let along =
            |axis: usize| column as f64 * self.steps[0][axis] + row as f64 * self.steps[1][axis];
        [along(0), along(1), 0.0]
    }

    fn graph_at(&self, places: &[(i64, i64)]) -> Graph {
        let at = |&(row, column): &(i64, i64)| {
            let [x, y, z] = self.centre(row, column);
            self.patch
                .iter()
                .map(move |point| [x + point[0], y + point[1], z])
        };
        let points = places.iter().flat_map(at);
        if self.by_patch {
            points::joined_as_given(points, Basis::Tiling)
        } else {
            points::joined(points, Basis::Tiling)
        }
    }
}

/// The snub square tiling: squares rotated alternately left and right, with pairs of triangles
/// between them.
///
/// The vertices are those of a square grid, slightly displaced so that every other square of the
/// grid remains a square, rotated, and the others become rhombs of two triangles. A patch has four
/// by four points of the grid, without the one below and the one above.
fn snub_square() -> Pattern {
    let angle = PI / 12.0;
    let (step, push) = (angle.cos(), angle.sin() / 2.0);
    let place = |i: i64, j: i64| {
        let sign = |k: i64| if k.rem_euclid(2) == 0 { push } else { -push };
        // The grid stands on a corner, and the centre of the first patch is the origin.
        let (u, v) = (
            (i as f64 - 1.5) * step + sign(j),
            (j as f64 - 2.5) * step - sign(i),
        );
        let (sin, cos) = (PI / 4.0).sin_cos();
        [u * cos - v * sin, u * sin + v * cos]
    };
    let grid = (0..4).flat_map(|i| (1..5).map(move |j| (i, j)));
    let side = 2.0 * step * (PI / 4.0).cos();
    Pattern {
        patch: grid
            .filter(|at| ![(0, 1), (3, 4)].contains(at))
            .map(|(i, j)| place(i, j))
            .collect(),
        steps: [[-side, side], [side, side]],
        six: false,
        by_patch: false,
    }
}

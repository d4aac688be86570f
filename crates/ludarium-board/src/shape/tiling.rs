//! Semi-regular tilings.

use std::f64::consts::{PI, TAU};

use ludarium_lud::{Call, Node};

use crate::build::{argument, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::{error, size, whole, Built};
use crate::shape::outline;

/// `(tiling type n)` and `(tiling type {..})`.
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
    builder.check_size(node, 36 * rows * columns.unwrap_or(rows))?;
    let Some(pattern) = Pattern::named(name) else {
        return error("bad-graph", node, "there is no such tiling");
    };
    let places = match columns {
        Some(columns) if pattern.six => rhombus(rows, columns),
        None if pattern.six => hexagon(rows),
        columns => rhombus(rows, columns.unwrap_or(rows)),
    };
    Ok(pattern.graph_at(&places))
}

/// `(tiling type (poly ..))` and `(tiling type {..})`: the part of the tiling inside an outline.
pub(crate) fn tiling_outline(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let name = argument(call, "tilingType", node)?
        .word()
        .unwrap_or_default();
    let Some(pattern) = Pattern::named(name) else {
        return error("bad-graph", node, "there is no such tiling");
    };
    let poly = argument(call, "poly", node)?;
    let outline = if poly.call().is_some() {
        outline::polygons(poly)?
    } else {
        // Side lengths count repetitions of the pattern.
        let unit = pattern.steps[0][0].hypot(pattern.steps[0][1]);
        let (mut at, mut heading) = ([0.0f64, 0.0, 0.0], PI / 2.0);
        let mut points = vec![at];
        for item in poly.items() {
            let _ = size(item, builder.limits.dimension).or_else(|_| whole(item).map(|_| 0))?;
            let length = f64::from(whole(item)?) * unit;
            at = [
                at[0] + length * heading.cos(),
                at[1] + length * heading.sin(),
                0.0,
            ];
            heading -= PI / if pattern.six { 3.0 } else { 2.0 };
            points.push(at);
        }
        vec![points]
    };
    let (low, high) = outline::bounds_of(&outline);
    let unit = pattern.steps[0][0].hypot(pattern.steps[0][1]);
    let reach = ((high[0] - low[0]).max(high[1] - low[1]) / unit).ceil() as i64 + 2;
    builder.check_size(node, (reach * reach).unsigned_abs() as usize)?;
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    let [u, v] = pattern.steps;
    let area = u[0] * v[1] - u[1] * v[0];
    let near = [
        ((middle[0] * v[1] - middle[1] * v[0]) / area).round() as i64,
        ((u[0] * middle[1] - u[1] * middle[0]) / area).round() as i64,
    ];
    let mut places = Vec::new();
    for a in -reach..=reach {
        for b in -reach..=reach {
            places.push((near[0] + a, near[1] + b));
        }
    }
    let mut graph = pattern.graph_at(&places);
    let points = graph.vertices.clone();
    graph.retain(
        |v| outline::enclose(&outline, points[v as usize]),
        |_, _| true,
        |_, _| true,
    );
    graph.renumber(true, true, true);
    Ok(graph)
}

/// The lattice positions of a hexagon with `side` of them on each side.
fn hexagon(side: usize) -> Vec<(i64, i64)> {
    let n = side as i64 - 1;
    let mut places = Vec::new();
    for a in -n..=n {
        for b in -n..=n {
            if (a + b).abs() <= n {
                places.push((a, b));
            }
        }
    }
    places
}

fn rhombus(rows: usize, columns: usize) -> Vec<(i64, i64)> {
    (0..rows as i64)
        .flat_map(|a| (0..columns as i64).map(move |b| (a, b)))
        .collect()
}

/// The repeated pattern: polygons placed at each position of a lattice.
struct Pattern {
    tiles: Vec<Vec<Point>>,
    steps: [[f64; 2]; 2],
    /// Whether the lattice has six directions rather than four.
    six: bool,
}

fn regular(sides: usize, middle: [f64; 2], first: f64) -> Vec<Point> {
    let radius = 0.5 / (PI / sides as f64).sin();
    (0..sides)
        .map(|corner| {
            let angle = first + TAU * corner as f64 / sides as f64;
            [
                middle[0] + radius * angle.cos(),
                middle[1] + radius * angle.sin(),
                0.0,
            ]
        })
        .collect()
}

/// A regular polygon with its centre at a distance in a direction and one side facing the origin.
fn beside(sides: usize, distance: f64, angle: f64) -> Vec<Point> {
    regular(
        sides,
        [distance * angle.cos(), distance * angle.sin()],
        angle + PI + PI / sides as f64,
    )
}

/// The distance from the centre of a regular polygon with sides of length 1 to a side.
fn apothem(sides: usize) -> f64 {
    0.5 / (PI / sides as f64).tan()
}

impl Pattern {
    fn named(name: &str) -> Option<Pattern> {
        // Hexagonal lattices have vertical columns.
        let six = |length: f64| {
            [PI / 6.0, PI / 2.0].map(|angle: f64| [length * angle.cos(), length * angle.sin()])
        };
        let around = |count: usize, first: f64| {
            (0..count).map(move |k| first + TAU * k as f64 / count as f64)
        };
        let half = PI / 6.0;
        Some(match name {
            "T3636" => {
                let mut tiles = vec![regular(6, [0.0; 2], half)];
                tiles.extend(around(6, 0.0).map(|angle| beside(3, apothem(6) + apothem(3), angle)));
                Pattern {
                    tiles,
                    steps: six(2.0),
                    six: true,
                }
            }
            "T3464" => {
                let mut tiles = vec![regular(6, [0.0; 2], 0.0)];
                tiles.extend(around(6, half).map(|angle| beside(4, apothem(6) + 0.5, angle)));
                let out = 1.0 + 0.5 / (PI / 3.0).sin();
                tiles.extend(around(6, 0.0).map(|angle| {
                    let middle = [out * angle.cos(), out * angle.sin()];
                    regular(3, middle, angle + PI)
                }));
                Pattern {
                    tiles,
                    steps: six(1.0 + 3f64.sqrt()),
                    six: true,
                }
            }
            "T31212" => {
                let mut tiles = vec![regular(12, [0.0; 2], PI / 12.0)];
                tiles
                    .extend(around(6, 0.0).map(|angle| beside(3, apothem(12) + apothem(3), angle)));
                Pattern {
                    tiles,
                    steps: six(2.0 * apothem(12)),
                    six: true,
                }
            }
            "T4612" => {
                let mut tiles = vec![regular(12, [0.0; 2], PI / 12.0)];
                tiles.extend(around(6, half).map(|angle| beside(4, apothem(12) + 0.5, angle)));
                tiles
                    .extend(around(6, 0.0).map(|angle| beside(6, apothem(12) + apothem(6), angle)));
                Pattern {
                    tiles,
                    steps: six(2.0 * apothem(12) + 1.0),
                    six: true,
                }
            }
            "T33336" => {
                // Hexagons on a lattice that is rotated against their corners.
                let mut tiles = vec![regular(6, [0.0; 2], 0.0)];
                tiles
                    .extend(around(6, half).map(|angle| beside(3, apothem(6) + apothem(3), angle)));
                let root = 3f64.sqrt();
                let corner = |a: f64, b: f64| [a + b / 2.0, b * root / 2.0, 0.0];
                // Two more triangles fill each gap between three hexagons.
                tiles.push(vec![corner(1.0, 0.0), corner(2.0, -1.0), corner(2.0, 0.0)]);
                tiles.push(vec![corner(0.0, 1.0), corner(1.0, 1.0), corner(0.0, 2.0)]);
                let steps = [[2.5, root / 2.0], [0.5, 1.5 * root]];
                Pattern {
                    tiles,
                    steps,
                    six: true,
                }
            }
            "T488" => {
                let mut tiles = vec![regular(8, [0.0; 2], PI / 8.0)];
                tiles.extend(around(4, PI / 4.0).map(|angle| beside(4, apothem(8) + 0.5, angle)));
                let step = 2.0 * apothem(8);
                Pattern {
                    tiles,
                    steps: [[step, 0.0], [0.0, step]],
                    six: false,
                }
            }
            "T33344" => {
                let height = 3f64.sqrt() / 2.0;
                let tiles = vec![
                    vec![
                        [0.0, 0.0, 0.0],
                        [1.0, 0.0, 0.0],
                        [1.0, 1.0, 0.0],
                        [0.0, 1.0, 0.0],
                    ],
                    vec![[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.5, 1.0 + height, 0.0]],
                    vec![
                        [1.0, 1.0, 0.0],
                        [1.5, 1.0 + height, 0.0],
                        [0.5, 1.0 + height, 0.0],
                    ],
                ];
                Pattern {
                    tiles,
                    steps: [[1.0, 0.0], [0.5, 1.0 + height]],
                    six: false,
                }
            }
            "T33434" => snub_square(),
            "T333333_33434" => {
                // A fan of six triangles, squares on its sides, and triangles between the squares.
                let corners = regular(6, [0.0; 2], 0.0);
                let mut tiles: Vec<Vec<Point>> = (0..6)
                    .map(|side| vec![[0.0; 3], corners[side], corners[(side + 1) % 6]])
                    .collect();
                tiles.extend(around(6, half).map(|angle| beside(4, apothem(6) + 0.5, angle)));
                let out = 1.0 + 0.5 / (PI / 3.0).sin();
                tiles.extend(around(6, 0.0).map(|angle| {
                    let middle = [out * angle.cos(), out * angle.sin()];
                    regular(3, middle, angle + PI)
                }));
                Pattern {
                    tiles,
                    steps: six(1.0 + 3f64.sqrt()),
                    six: true,
                }
            }
            _ => return None,
        })
    }

    /// The graph of the pattern at these positions, without duplicate polygons.
    fn graph_at(&self, places: &[(i64, i64)]) -> Graph {
        let mut graph = Graph::of(Basis::Tiling);
        let mut seen = rustc_hash::FxHashSet::default();
        for &(a, b) in places {
            let (a, b) = (a as f64, b as f64);
            let by: [f64; 2] =
                std::array::from_fn(|axis| a * self.steps[0][axis] + b * self.steps[1][axis]);
            for tile in &self.tiles {
                let around: Vec<u32> = tile
                    .iter()
                    .map(|p| graph.vertex([p[0] + by[0], p[1] + by[1], 0.0]))
                    .collect();
                let mut key = around.clone();
                key.sort_unstable();
                if seen.insert(key) {
                    graph.face(&around);
                }
            }
        }
        graph.renumber(true, true, true);
        graph
    }
}

/// The snub square tiling: squares rotated alternately left and right, with pairs of triangles
/// between them.
///
/// The vertices are those of a square grid, slightly displaced so that every other square of the
/// grid remains a square, rotated, and the others become rhombs of two triangles.
fn snub_square() -> Pattern {
    let angle = PI / 12.0;
    let (step, push) = (angle.cos(), angle.sin() / 2.0);
    let place = |i: i64, j: i64| -> Point {
        let sign = |k: i64| if k.rem_euclid(2) == 0 { push } else { -push };
        // The grid stands on a corner, and the centre of the first position is the origin.
        let (u, v) = (
            (i as f64 - 1.5) * step + sign(j),
            (j as f64 - 2.5) * step - sign(i),
        );
        let turn = PI / 4.0;
        [
            u * turn.cos() - v * turn.sin(),
            u * turn.sin() + v * turn.cos(),
            0.0,
        ]
    };
    let mut tiles: Vec<Vec<(i64, i64)>> = Vec::new();
    // Each position adds three by three squares of the grid, which overlap with those of its
    // neighbours.
    for i in 0..3 {
        for j in 1..4 {
            let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
            if (i + j) % 2 == 0 {
                tiles.push(vec![a, b, c, d]);
            } else if i % 2 == 0 {
                tiles.extend([vec![a, b, d], vec![b, c, d]]);
            } else {
                tiles.extend([vec![a, b, c], vec![a, c, d]]);
            }
        }
    }
    // Omit the triangles that would stick out above and below.
    tiles.retain(|tile| !(tile.len() == 3 && (tile.contains(&(0, 1)) || tile.contains(&(3, 4)))));
    let tiles = tiles
        .into_iter()
        .map(|tile| tile.into_iter().map(|(i, j)| place(i, j)).collect())
        .collect();
    let side = 2.0 * step * (PI / 4.0).cos();
    Pattern {
        tiles,
        steps: [[side, side], [-side, side]],
        six: false,
    }
}

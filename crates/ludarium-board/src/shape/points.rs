//! Boards given by their points: points one unit apart are joined, and the cells are the smallest
//! rings of edges.

use rustc_hash::FxHashMap;

use crate::graph::{distance, Basis, Graph, Point};
use crate::shape::faces;

/// Points nearer than this are one.
const SAME: f64 = 0.1;

/// Length of an edge, and how far the distance between its ends may differ from it.
const UNIT: f64 = 1.0;
const UNIT_TOLERANCE: f64 = 0.01;

/// The board of these points, numbered in reading order.
pub(crate) fn joined(points: impl IntoIterator<Item = Point>, basis: Basis) -> Graph {
    let mut graph = joined_as_given(points, basis);
    graph.renumber(true, true, true);
    graph
}

/// The board of these points, numbered as they are given. The cells are numbered point by point.
pub(crate) fn joined_as_given(points: impl IntoIterator<Item = Point>, basis: Basis) -> Graph {
    let mut graph = Graph::of(basis);
    let mut near = Buckets::default();
    for point in points {
        let taken = near
            .around(point)
            .any(|vertex| distance(graph.vertices[vertex as usize], point) < SAME);
        if !taken {
            let vertex = graph.push_vertex(point, None);
            near.insert(point, vertex);
        }
    }
    for (vertex, point) in graph.vertices.clone().into_iter().enumerate() {
        let vertex = vertex as u32;
        let mut beside: Vec<u32> = near
            .around(point)
            .filter(|&other| {
                let apart = distance(graph.vertices[other as usize], point);
                other > vertex && (apart - UNIT).abs() < UNIT_TOLERANCE
            })
            .collect();
        beside.sort_unstable();
        for other in beside {
            graph.edge(vertex, other);
        }
    }
    graph.faces = faces::around(&graph);
    graph
}

/// The vertices by the square of the plane that they lie in. Vertices that can be joined lie in the
/// same square or in one next to it.
#[derive(Default)]
struct Buckets(FxHashMap<(i64, i64), Vec<u32>>);

impl Buckets {
    const SIZE: f64 = UNIT + UNIT_TOLERANCE;

    fn of(point: Point) -> (i64, i64) {
        let index = |x: f64| (x / Self::SIZE).floor() as i64;
        (index(point[0]), index(point[1]))
    }

    fn insert(&mut self, point: Point, vertex: u32) {
        self.0.entry(Self::of(point)).or_default().push(vertex);
    }

    fn around(&self, point: Point) -> impl Iterator<Item = u32> + '_ {
        let (x, y) = Self::of(point);
        (-1..=1)
            .flat_map(move |across| (-1..=1).map(move |up| (x + across, y + up)))
            .filter_map(|place| self.0.get(&place))
            .flatten()
            .copied()
    }
}

//! The plain graph that generators build and operators change: vertices, edges, faces.

use rustc_hash::{FxHashMap, FxHashSet};

/// A point in space; flat boards lie at height zero.
pub type Point = [f64; 3];

/// Two points closer than this are the same; descriptions give coordinates to two decimals.
pub const TOLERANCE: f64 = 0.01;

/// An edge between two vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The vertices at its ends.
    pub ends: [u32; 2],
    /// The tangents at the ends, if the edge is curved.
    pub tangents: Option<[[f64; 2]; 2]>,
}

/// The tiling of a graph, as far as labels, phases and relations depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Basis {
    /// No particular tiling.
    #[default]
    None,
    /// Squares.
    Square,
    /// Squares divided by both diagonals. The vertices form a square lattice turned by 45 degrees.
    SquareSolid,
    /// Hexagons.
    Hexagonal,
    /// Triangles.
    Triangular,
    /// One of the semi-regular tilings.
    Tiling,
    /// Rings around a centre.
    Concentric,
}

/// A graph under construction.
///
/// ```
/// use ludarium_board::graph::Basis;
/// use ludarium_board::{Graph, Relation, SiteType, Topology};
///
/// // Two squares that share an edge.
/// let mut graph = Graph::of(Basis::Square);
/// graph.polygon(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
/// graph.polygon(&[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [1.0, 1.0, 0.0]]);
/// let board = Topology::new(graph);
/// let [vertices, edges, cells] = SiteType::ALL.map(|kind| board.len(kind));
/// assert_eq!((vertices, edges, cells), (6, 7, 2));
/// assert_eq!(board.distance(SiteType::Cell, 0, 1, Relation::Orthogonal), Some(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The positions of the vertices.
    pub vertices: Vec<Point>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The faces: their vertices in order around each face.
    pub faces: Vec<Vec<u32>>,
    /// For each vertex of a round board, the point about which it turns.
    pub pivots: Vec<Option<Point>>,
    /// The tiling.
    pub basis: Basis,
    /// The vertices that count as corners, where the outline does not decide: on mancala boards.
    pub corners: Option<Vec<u32>>,
    /// The edges by their ends, so that no edge is added twice.
    drawn: FxHashSet<(u32, u32)>,
    /// The vertices by the bucket of space that contains them.
    places: FxHashMap<(i64, i64, i64), Vec<u32>>,
}

/// Bucket size for looking up points; any size above the tolerance works.
const BUCKET: f64 = 0.1;

fn bucket(point: Point) -> (i64, i64, i64) {
    let of = |x: f64| (x / BUCKET).floor() as i64;
    (of(point[0]), of(point[1]), of(point[2]))
}

/// The distance between two points.
#[must_use]
pub fn distance(a: Point, b: Point) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
}

/// The mean of some points; the origin if there are none.
#[must_use]
pub fn mean(points: impl Iterator<Item = Point>) -> Point {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for point in points {
        for axis in 0..3 {
            sum[axis] += point[axis];
        }
        count += 1.0;
    }
    if count == 0.0 {
        sum
    } else {
        sum.map(|x| x / count)
    }
}

impl Graph {
    /// An empty graph of this tiling.
    #[must_use]
    pub fn of(basis: Basis) -> Graph {
        Graph {
            basis,
            ..Graph::default()
        }
    }

    /// The vertex at a point, if there is one.
    #[must_use]
    pub fn vertex_at(&self, point: Point) -> Option<u32> {
        let (bx, by, bz) = bucket(point);
        // A point near the border of its bucket may equal a point in the next bucket.
        let near = |x: f64, b: i64| {
            let within = x / BUCKET - b as f64;
            if within < TOLERANCE / BUCKET {
                b.saturating_sub(1)
            } else if within > 1.0 - TOLERANCE / BUCKET {
                b.saturating_add(1)
            } else {
                b
            }
        };
        let (nx, ny, nz) = (near(point[0], bx), near(point[1], by), near(point[2], bz));
        let mut best: Option<u32> = None;
        for x in [bx, nx] {
            for y in [by, ny] {
                for z in [bz, nz] {
                    for &index in self.places.get(&(x, y, z)).into_iter().flatten() {
                        if distance(self.vertices[index as usize], point) < TOLERANCE
                            && best.is_none_or(|b| index < b)
                        {
                            best = Some(index);
                        }
                    }
                }
            }
        }
        best
    }

    /// Adds a vertex without checking whether one exists at this point.
    pub fn push_vertex(&mut self, point: Point, pivot: Option<Point>) -> u32 {
        let index = self.vertices.len() as u32;
        self.vertices.push(point);
        self.pivots.push(pivot);
        self.places.entry(bucket(point)).or_default().push(index);
        index
    }

    /// The vertex at a point, added if necessary.
    pub fn vertex(&mut self, point: Point) -> u32 {
        match self.vertex_at(point) {
            Some(index) => index,
            None => self.push_vertex(point, None),
        }
    }

    /// Adds the edge between two vertices, if it does not exist.
    pub fn edge(&mut self, a: u32, b: u32) {
        self.curve(a, b, None);
    }

    /// Adds a curved edge between two vertices, if no edge joins them.
    pub fn curve(&mut self, a: u32, b: u32, tangents: Option<[[f64; 2]; 2]>) {
        if a != b && self.drawn.insert((a.min(b), a.max(b))) {
            self.edges.push(Edge {
                ends: [a, b],
                tangents,
            });
        }
    }

    /// Whether an edge joins two vertices.
    #[must_use]
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.drawn.contains(&(a.min(b), a.max(b)))
    }

    /// Adds a face and the edges around it, unless a face with the same set of vertices exists.
    pub fn face(&mut self, around: &[u32]) {
        if around.len() < 3 {
            return;
        }
        for (i, &a) in around.iter().enumerate() {
            self.edge(a, around[(i + 1) % around.len()]);
        }
        self.faces.push(around.to_vec());
    }

    /// Adds a polygon given by its corners.
    pub fn polygon(&mut self, corners: &[Point]) {
        let around: Vec<u32> = corners.iter().map(|&corner| self.vertex(corner)).collect();
        self.face(&around);
    }

    /// The mean length of an edge; 0 if there are no edges.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        let length = |edge: &Edge| {
            let [a, b] = edge.ends.map(|v| self.vertices[v as usize]);
            distance(a, b)
        };
        self.edges.iter().map(length).sum::<f64>() / self.edges.len().max(1) as f64
    }

    /// The midpoint of an edge.
    #[must_use]
    pub fn edge_middle(&self, edge: &Edge) -> Point {
        mean(edge.ends.iter().map(|&v| self.vertices[v as usize]))
    }

    /// The mean of the vertices of a face.
    #[must_use]
    pub fn face_middle(&self, face: &[u32]) -> Point {
        mean(face.iter().map(|&v| self.vertices[v as usize]))
    }

    /// Rebuilds the look-up tables after the lists were changed directly.
    pub fn reindex(&mut self) {
        self.pivots.resize(self.vertices.len(), None);
        self.places.clear();
        for (index, &point) in self.vertices.iter().enumerate() {
            self.places
                .entry(bucket(point))
                .or_default()
                .push(index as u32);
        }
        self.drawn = self
            .edges
            .iter()
            .map(|edge| {
                (
                    edge.ends[0].min(edge.ends[1]),
                    edge.ends[0].max(edge.ends[1]),
                )
            })
            .collect();
    }

    /// Applies a map of the plane to all points; `turn` applies it to the tangents.
    pub fn transform(&mut self, map: impl Fn(Point) -> Point, turn: impl Fn([f64; 2]) -> [f64; 2]) {
        for point in &mut self.vertices {
            *point = map(*point);
        }
        for pivot in self.pivots.iter_mut().flatten() {
            *pivot = map(*pivot);
        }
        for edge in &mut self.edges {
            edge.tangents = edge.tangents.map(|tangents| tangents.map(&turn));
        }
        self.reindex();
    }

    /// Renumbers the elements from the bottom row up, and from left to right in each row.
    pub fn renumber(&mut self, vertices: bool, edges: bool, faces: bool) {
        if vertices {
            let order = reading_order(&self.vertices);
            let mut place = vec![0u32; order.len()];
            for (new, &old) in order.iter().enumerate() {
                place[old] = new as u32;
            }
            self.vertices = order.iter().map(|&old| self.vertices[old]).collect();
            self.pivots = order.iter().map(|&old| self.pivots[old]).collect();
            for edge in &mut self.edges {
                edge.ends = edge.ends.map(|v| place[v as usize]);
            }
            for face in &mut self.faces {
                for v in face {
                    *v = place[*v as usize];
                }
            }
        }
        if edges {
            let middles: Vec<Point> = self.edges.iter().map(|e| self.edge_middle(e)).collect();
            let order = reading_order(&middles);
            self.edges = order.iter().map(|&old| self.edges[old].clone()).collect();
        }
        if faces {
            let middles: Vec<Point> = self.faces.iter().map(|f| self.face_middle(f)).collect();
            let order = reading_order(&middles);
            self.faces = order.iter().map(|&old| self.faces[old].clone()).collect();
        }
        self.reindex();
    }

    /// Keeps the elements that the predicates accept, and removes edges and faces without all their
    /// ends.
    pub fn retain(
        &mut self,
        vertices: impl Fn(u32) -> bool,
        edges: impl Fn(usize, &Edge) -> bool,
        faces: impl Fn(usize, &[u32]) -> bool,
    ) {
        let mut place = vec![None; self.vertices.len()];
        let (mut points, mut pivots) = (Vec::new(), Vec::new());
        for (old, place) in place.iter_mut().enumerate() {
            if vertices(old as u32) {
                *place = Some(points.len() as u32);
                points.push(self.vertices[old]);
                pivots.push(self.pivots[old]);
            }
        }
        let mut index = 0;
        self.edges.retain(|edge| {
            index += 1;
            edges(index - 1, edge) && edge.ends.iter().all(|&v| place[v as usize].is_some())
        });
        index = 0;
        self.faces.retain(|face| {
            index += 1;
            faces(index - 1, face) && face.iter().all(|&v| place[v as usize].is_some())
        });
        for edge in &mut self.edges {
            edge.ends = edge.ends.map(|v| place[v as usize].unwrap_or(0));
        }
        for face in &mut self.faces {
            for v in face {
                *v = place[*v as usize].unwrap_or(0);
            }
        }
        self.vertices = points;
        self.pivots = pivots;
        self.reindex();
        // Remove faces that have lost a boundary edge.
        let drawn = &self.drawn;
        self.faces.retain(|face| {
            (0..face.len()).all(|i| {
                let (a, b) = (face[i], face[(i + 1) % face.len()]);
                drawn.contains(&(a.min(b), a.max(b)))
            })
        });
    }
}

/// The points ordered from the bottom row, then from the left, as seen from above. Of points above
/// each other, the first stays first.
fn reading_order(points: &[Point]) -> Vec<usize> {
    // Rows weigh a hundred times as much as columns, so that rounding never splits a row.
    let score = |p: Point| ((p[1] * 100.0 + p[0]) * 10_000.0).round() as i64;
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|&index| score(points[index]));
    order
}

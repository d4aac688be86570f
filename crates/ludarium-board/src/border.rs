//! The outline of the board, its corners and its sides.

use rustc_hash::FxHashSet;

use crate::direction::{Direction, SiteType};
use crate::graph::{mean, Point};
use crate::shape::outline::inside;
use crate::topology::Topology;

/// The outlines of the connected parts of a board and what follows from them.
#[derive(Debug)]
pub(crate) struct Border {
    /// For each site of each type, whether it is on the border.
    on_border: [Vec<bool>; 3],
    /// The sites of each type at corners that point outwards, then at those that point inwards.
    corners: [[Vec<u32>; 2]; 3],
    /// The walks from corner to corner along the outlines, each with the side that it belongs to.
    sides: Vec<(Direction, Vec<u32>)>,
}

impl Border {
    pub(crate) fn find(topology: &Topology) -> Border {
        let outlines = outlines(topology);
        let mut vertices = vec![false; topology.len(SiteType::Vertex)];
        let mut edges = vec![false; topology.len(SiteType::Edge)];
        for walk in &outlines {
            for (place, &vertex) in walk.iter().enumerate() {
                vertices[vertex as usize] = true;
                if let Some(edge) = edge_after(topology, walk, place) {
                    edges[edge as usize] = true;
                }
            }
        }
        let touches = |site: &crate::topology::Site| {
            let mut corners = site.vertices.iter();
            corners.any(|&vertex| vertices[vertex as usize])
        };
        let cells = topology.sites(SiteType::Cell).iter().map(touches).collect();
        let corners = corners(topology, &outlines);
        let sides = sides(topology, &outlines, &corners[SiteType::Vertex as usize]);
        Border {
            on_border: [vertices, edges, cells],
            corners,
            sides,
        }
    }

    pub(crate) fn contains(&self, kind: SiteType, index: u32) -> bool {
        let marks = &self.on_border[kind as usize];
        marks.get(index as usize).copied().unwrap_or(false)
    }

    /// The sites at corners that point outwards.
    pub(crate) fn convex(&self, kind: SiteType) -> &[u32] {
        &self.corners[kind as usize][0]
    }

    /// The sites at corners that point inwards.
    pub(crate) fn concave(&self, kind: SiteType) -> &[u32] {
        &self.corners[kind as usize][1]
    }

    /// The vertices along the sides in a direction.
    pub(crate) fn side(&self, direction: Direction) -> impl Iterator<Item = u32> + '_ {
        let named = self.sides.iter().filter(move |side| side.0 == direction);
        named.flat_map(|side| side.1.iter().copied())
    }
}

/// The edge from a vertex of a walk to the next one.
fn edge_after(topology: &Topology, walk: &[u32], place: usize) -> Option<u32> {
    let (from, to) = (walk[place], walk[(place + 1) % walk.len()]);
    let edges = &topology.site(SiteType::Vertex, from).edges;
    let joins = |edge: &&u32| {
        let ends = &topology.site(SiteType::Edge, **edge).vertices;
        from != to && ends.contains(&to)
    };
    edges.iter().find(joins).copied()
}

/// The outlines of the parts of a board that do not lie within another part.
fn outlines(topology: &Topology) -> Vec<Vec<u32>> {
    let vertices = topology.sites(SiteType::Vertex);
    let mut covered = vec![false; vertices.len()];
    // Of vertices that lie equally far to the left, the one with the lowest number comes first.
    let mut leftmost: Vec<u32> = (0..vertices.len() as u32).collect();
    leftmost.sort_by_key(|&vertex| (vertices[vertex as usize].point[0] * 1e6).round() as i64);
    let mut outlines = Vec::new();
    for start in leftmost {
        if covered[start as usize] {
            continue;
        }
        let walk = outline(topology, start);
        for &vertex in &walk {
            covered[vertex as usize] = true;
        }
        if walk.len() > 2 {
            let points: Vec<Point> = walk.iter().map(|&v| vertices[v as usize].point).collect();
            for (covered, vertex) in covered.iter_mut().zip(vertices) {
                *covered = *covered || inside(&points, vertex.point);
            }
        }
        outlines.push(walk);
    }
    outlines
}

/// The walk around the outside of a connected part, clockwise from its leftmost vertex until it
/// comes back there.
fn outline(topology: &Topology, start: u32) -> Vec<u32> {
    let point = |vertex: u32| topology.site(SiteType::Vertex, vertex).point;
    let angle = |from: Point, to: Point| (to[1] - from[1]).atan2(to[0] - from[0]);
    let mut walk = vec![start];
    // The first edge is the first one clockwise from the west.
    let mut back = std::f64::consts::PI;
    let mut steps: FxHashSet<(u32, u32)> = FxHashSet::default();
    loop {
        let at = walk[walk.len() - 1];
        let mut best: Option<(f64, f64, u32)> = None;
        for &edge in &topology.site(SiteType::Vertex, at).edges {
            let ends = &topology.site(SiteType::Edge, edge).vertices;
            let to = if ends[0] == at { ends[1] } else { ends[0] };
            let length = (point(to)[0] - point(at)[0]).hypot(point(to)[1] - point(at)[1]);
            // Edges between layers lead nowhere on the plane.
            if length < 1e-9 {
                continue;
            }
            let turn = (back - angle(point(at), point(to))).rem_euclid(std::f64::consts::TAU);
            // The way back comes last.
            let turn = match turn < 1e-9 {
                true => std::f64::consts::TAU,
                false => turn,
            };
            let better = |(least, near, _): (f64, f64, u32)| {
                turn < least - 1e-9 || (turn < least + 1e-9 && length < near - 1e-9)
            };
            if best.is_none_or(better) {
                best = Some((turn, length, to));
            }
        }
        let Some((_, _, next)) = best else { break };
        if next == start || !steps.insert((at, next)) {
            break;
        }
        back = angle(point(next), point(at));
        walk.push(next);
    }
    walk
}

/// For each vertex of a walk, how far it stands out from its neighbours, on average over the
/// neighbours up to three steps away; negative where the walk turns inwards.
fn prominence(topology: &Topology, walk: &[u32]) -> Vec<f64> {
    let count = walk.len();
    let point = |place: usize| topology.site(SiteType::Vertex, walk[place % count]).point;
    let own = |place: usize| {
        let outside = |reach: usize| {
            let (before, after) = (point(place + count - reach), point(place + reach));
            offset(point(place), before, after) / reach as f64
        };
        (1..=3).map(outside).sum::<f64>()
    };
    let own: Vec<f64> = (0..count).map(own).collect();
    let smooth = |place: usize| {
        let beside = own[(place + count - 1) % count] + own[(place + 1) % count];
        (4.0 * own[place] + beside) / 6.0
    };
    (0..count).map(smooth).collect()
}

/// The distance of a point from the line from one point to another, positive to its left. Where
/// both are the same point, as beside the end of a dead end, the distance from it counts as
/// negative.
fn offset(at: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy);
    if length < 1e-9 {
        return -(at[0] - from[0]).hypot(at[1] - from[1]);
    }
    (dx * (at[1] - from[1]) - dy * (at[0] - from[0])) / length
}

/// The corners of each site type, outwards and inwards.
fn corners(topology: &Topology, outlines: &[Vec<u32>]) -> [[Vec<u32>; 2]; 3] {
    let mut convex: FxHashSet<u32> = FxHashSet::default();
    let mut concave: FxHashSet<u32> = FxHashSet::default();
    for walk in outlines {
        corners_of_walk(topology, walk, &mut convex, &mut concave);
    }
    let [edges, cells] = around_corners(topology, outlines, &convex, false);
    let [inner_edges, inner_cells] = around_corners(topology, outlines, &concave, true);
    let sorted = |set: FxHashSet<u32>| {
        let mut list: Vec<u32> = set.into_iter().collect();
        list.sort_unstable();
        list
    };
    [
        [convex, concave],
        [edges, inner_edges],
        [cells, inner_cells],
    ]
    .map(|pair| pair.map(sorted))
}

fn corners_of_walk(
    topology: &Topology,
    walk: &[u32],
    convex: &mut FxHashSet<u32>,
    concave: &mut FxHashSet<u32>,
) {
    /// Every vertex of a shorter outline is a corner.
    const MIN_LENGTH: usize = 6;
    /// Minimum prominence of a corner that points outwards.
    const MIN_CONVEX: f64 = 0.32;
    /// Maximum prominence of a corner that points inwards.
    const MAX_CONCAVE: f64 = -0.25;
    /// Neighbours that differ by less are equal.
    const EQUAL: f64 = 0.001;
    /// A neighbour with this part of a corner's prominence is a corner, too.
    const TWIN: f64 = 0.95;
    let count = walk.len();
    if count < MIN_LENGTH {
        convex.extend(walk);
        return;
    }
    let prominence = prominence(topology, walk);
    for place in 0..count {
        let own = prominence[place];
        let beside = [(place + count - 1) % count, (place + 1) % count];
        let all = |test: &dyn Fn(f64) -> bool| beside.iter().all(|&other| test(prominence[other]));
        if own >= MIN_CONVEX && all(&|other| own >= other - EQUAL) {
            convex.insert(walk[place]);
            let twins = beside
                .iter()
                .filter(|&&other| prominence[other] >= TWIN * own);
            convex.extend(twins.map(|&other| walk[other]));
        }
        if own <= MAX_CONCAVE && all(&|other| own <= other + EQUAL) {
            concave.insert(walk[place]);
        }
    }
}

/// The edges and cells at corners: the edges between two corners and their cells; at other corners
/// the edges of the outline and their cells, or, where the corner points inwards, the cells between
/// those.
fn around_corners(
    topology: &Topology,
    outlines: &[Vec<u32>],
    corners: &FxHashSet<u32>,
    inwards: bool,
) -> [FxHashSet<u32>; 2] {
    let mut edges: FxHashSet<u32> = FxHashSet::default();
    let mut cells: FxHashSet<u32> = FxHashSet::default();
    let mut joined: FxHashSet<u32> = FxHashSet::default();
    // The edges of the outlines, each with its ends.
    let mut border: Vec<(u32, [u32; 2])> = Vec::new();
    for walk in outlines {
        for (place, &from) in walk.iter().enumerate() {
            if let Some(edge) = edge_after(topology, walk, place) {
                border.push((edge, [from, walk[(place + 1) % walk.len()]]));
            }
        }
    }
    let cells_of = |edge: u32| &topology.site(SiteType::Edge, edge).cells;
    for &(edge, ends) in &border {
        if ends.iter().all(|end| corners.contains(end)) {
            edges.insert(edge);
            cells.extend(cells_of(edge));
            joined.extend(ends);
        }
    }
    let single = |end: &u32| corners.contains(end) && !joined.contains(end);
    let mut beside: FxHashSet<(u32, u32)> = FxHashSet::default();
    for &(edge, ends) in &border {
        for end in ends.into_iter().filter(single) {
            edges.insert(edge);
            beside.extend(cells_of(edge).iter().map(|&cell| (end, cell)));
        }
    }
    if inwards {
        for &corner in corners.iter().filter(|corner| single(corner)) {
            let around = &topology.site(SiteType::Vertex, corner).cells;
            cells.extend(
                around
                    .iter()
                    .filter(|&&cell| !beside.contains(&(corner, cell))),
            );
        }
    } else {
        cells.extend(beside.into_iter().map(|(_, cell)| cell));
    }
    [edges, cells]
}

/// The walks from each corner to the next, with the direction in which the middle of each lies.
fn sides(
    topology: &Topology,
    outlines: &[Vec<u32>],
    corners: &[Vec<u32>; 2],
) -> Vec<(Direction, Vec<u32>)> {
    let point = |vertex: u32| topology.site(SiteType::Vertex, vertex).point;
    let centre = mean((0..topology.len(SiteType::Vertex) as u32).map(point));
    let is_corner = |vertex: u32| {
        corners
            .iter()
            .any(|list| list.binary_search(&vertex).is_ok())
    };
    let mut sides = Vec::new();
    for walk in outlines {
        let count = walk.len();
        let turns: Vec<usize> = (0..count).filter(|&place| is_corner(walk[place])).collect();
        for (number, &from) in turns.iter().enumerate() {
            let to = turns[(number + 1) % turns.len()];
            let length = match (to + count - from) % count {
                0 => count,
                length => length,
            };
            let side: Vec<u32> = (0..=length)
                .map(|step| walk[(from + step) % count])
                .collect();
            let middle = mean(side.iter().map(|&vertex| point(vertex)));
            sides.push((direction(centre, middle), side));
        }
    }
    sides
}

/// The side of the board where a point lies: north, east, south or west within a sixteenth of a
/// turn, else the direction between them.
fn direction(centre: Point, at: Point) -> Direction {
    // Anticlockwise from the east, where the centre itself counts.
    let turn = (at[1] - centre[1]).atan2(at[0] - centre[0]) / std::f64::consts::TAU;
    let sixteenth = (turn.rem_euclid(1.0) * 16.0).round() as usize % 16;
    use Direction::{E, N, NE, NW, S, SE, SW, W};
    let quarter = sixteenth / 4;
    match sixteenth % 4 {
        0 => [E, N, W, S][quarter],
        _ => [NE, NW, SW, SE][quarter],
    }
}

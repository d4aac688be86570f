//! Neighbouring sites by relation.

use crate::direction::{Relation, SiteType};
use crate::graph::Point;
use crate::topology::{Site, Topology};

/// One list of sites per site, stored in a single block.
#[derive(Debug, Default, Clone)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(lists: impl Iterator<Item = Vec<u32>>) -> Lists {
        let mut result = Lists {
            starts: vec![0],
            items: Vec::new(),
        };
        for list in lists {
            result.items.extend(list);
            result.starts.push(result.items.len() as u32);
        }
        result
    }

    pub(crate) fn get(&self, index: u32) -> &[u32] {
        let index = index as usize;
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&from), Some(&to)) => &self.items[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// The neighbours of all sites of one type.
#[derive(Debug)]
pub(crate) struct Neighbours {
    lists: [Lists; 5],
}

/// The neighbours of one site by relation.
#[derive(Default)]
struct Around {
    orthogonal: Vec<u32>,
    diagonal: Vec<u32>,
    off: Vec<u32>,
    /// Diagonal neighbours that do not touch: at the far end of an edge from a corner, or across a
    /// face.
    far: Vec<u32>,
    /// Sites that rest on this one or support it.
    above: Vec<u32>,
}

impl Neighbours {
    pub(crate) fn find(topology: &Topology, kind: SiteType) -> Neighbours {
        let all: Vec<Around> = (0..topology.len(kind) as u32)
            .map(|index| match kind {
                SiteType::Vertex => around_vertex(topology, index),
                SiteType::Edge => around_edge(topology, index),
                SiteType::Cell => around_cell(topology, index),
            })
            .collect();
        let lists = Relation::ALL.map(|relation| {
            Lists::new(all.iter().map(|around| {
                let mut list: Vec<u32> = match relation {
                    Relation::Orthogonal => around.orthogonal.clone(),
                    Relation::Diagonal => [&around.diagonal[..], &around.far].concat(),
                    Relation::OffDiagonal => around.off.clone(),
                    Relation::Adjacent => {
                        [&around.orthogonal[..], &around.diagonal, &around.off].concat()
                    }
                    Relation::All => [
                        &around.above[..],
                        &around.orthogonal[..],
                        &around.diagonal,
                        &around.off,
                        &around.far,
                    ]
                    .concat(),
                };
                list.sort_unstable();
                list.dedup();
                list
            }))
        });
        Neighbours { lists }
    }

    pub(crate) fn of(&self, index: u32, relation: Relation) -> &[u32] {
        self.lists[relation as usize].get(index)
    }
}

fn other_end(edge: &Site, end: u32) -> u32 {
    if edge.vertices[0] == end {
        edge.vertices[1]
    } else {
        edge.vertices[0]
    }
}

fn around_vertex(topology: &Topology, index: u32) -> Around {
    let mut around = Around::default();
    let site = topology.site(SiteType::Vertex, index);
    for &edge in &site.edges {
        around
            .orthogonal
            .push(other_end(topology.site(SiteType::Edge, edge), index));
    }
    for &cell in &site.cells {
        // Vertices across a face do not touch.
        around
            .far
            .extend(opposite(topology, index, cell, &around.orthogonal));
    }
    // On a pyramid, a ball rests on four others, each a unit away; other layers lie a unit apart.
    let rise = std::f64::consts::FRAC_1_SQRT_2;
    for z in [-1.0, 1.0] {
        let hollows =
            [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)].map(|(x, y)| [x, y, z * rise]);
        for by in hollows.into_iter().chain([[0.0, 0.0, z]]) {
            let at = std::array::from_fn(|axis| site.point[axis] + by[axis]);
            around.above.extend(topology.graph().vertex_at(at));
        }
    }
    around
}

/// The vertex of a face that lies opposite to another: the line between them passes nearest to the
/// middle of the face. Triangles have none.
fn opposite(topology: &Topology, index: u32, cell: u32, joined: &[u32]) -> Option<u32> {
    let face = topology.site(SiteType::Cell, cell);
    if face.vertices.len() < 4 {
        return None;
    }
    let point = |vertex: u32| topology.site(SiteType::Vertex, vertex).point;
    let others = face.vertices.iter().copied();
    nearest(
        others.filter(|other| *other != index && !joined.contains(other)),
        |other| line_distance(face.point, point(index), point(other)),
    )
}

/// The first of the items whose distance is least.
fn nearest(items: impl Iterator<Item = u32>, distance: impl Fn(u32) -> f64) -> Option<u32> {
    /// Distances that differ by less are equal.
    const EPSILON: f64 = 1e-9;
    let mut best: Option<(f64, u32)> = None;
    for item in items {
        let distance = distance(item);
        if best.is_none_or(|(least, _)| distance < least - EPSILON) {
            best = Some((distance, item));
        }
    }
    best.map(|(_, item)| item)
}

fn around_edge(topology: &Topology, index: u32) -> Around {
    let mut around = Around::default();
    let site = topology.site(SiteType::Edge, index);
    for &end in &site.vertices {
        let others = &topology.site(SiteType::Vertex, end).edges;
        around
            .orthogonal
            .extend(others.iter().filter(|&&other| other != index));
    }
    around
}

fn around_cell(topology: &Topology, index: u32) -> Around {
    let mut around = Around::default();
    let site = topology.site(SiteType::Cell, index);
    for &edge in &site.edges {
        let sides = &topology.site(SiteType::Edge, edge).cells;
        if sides.contains(&index) {
            let others = sides.iter().filter(|&&other| other != index);
            around.orthogonal.extend(others);
        }
    }
    let middle = |cell: u32| topology.site(SiteType::Cell, cell).point;
    for &corner in &site.vertices {
        let vertex = topology.site(SiteType::Vertex, corner);
        let free = vertex.cells.iter().copied().filter(|other| {
            *other != index
                && !around.orthogonal.contains(other)
                && !around.diagonal.contains(other)
        });
        let straight = nearest(free, |other| {
            line_distance(vertex.point, site.point, middle(other))
        });
        around.diagonal.extend(straight);
    }
    for &corner in &site.vertices {
        let vertex = topology.site(SiteType::Vertex, corner);
        around.off.extend(vertex.cells.iter().filter(|&other| {
            *other != index
                && !around.orthogonal.contains(other)
                && !around.diagonal.contains(other)
        }));
        // Where three edges meet, a diagonal leads along the edge that leads away from the cell.
        if vertex.edges.len() != 3 {
            continue;
        }
        for &edge in vertex
            .edges
            .iter()
            .filter(|edge| !site.edges.contains(edge))
        {
            let beyond = other_end(topology.site(SiteType::Edge, edge), corner);
            let far = topology.site(SiteType::Vertex, beyond);
            around.far.extend(far.cells.iter().filter(|&&cell| {
                cell != index
                    && !vertex.cells.contains(&cell)
                    && follows(site.point, middle(cell), [vertex.point, far.point])
            }));
        }
    }
    around
}

/// Whether the line between two centres passes closely by both ends of an edge.
fn follows(from: Point, to: Point, edge: [Point; 2]) -> bool {
    /// Maximum sum of the distances of the line from the ends of the edge, in units of its own
    /// length.
    const MAX_ERROR: f64 = 0.1 + 1e-9;
    let error: f64 = edge.iter().map(|&end| line_distance(end, from, to)).sum();
    error < MAX_ERROR * crate::graph::distance(from, to)
}

/// The distance of a point from the line through two others, seen from above.
fn line_distance(at: Point, from: Point, to: Point) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let by = [at[0] - from[0], at[1] - from[1]];
    let length = along[0].hypot(along[1]);
    if length < 1e-9 {
        return by[0].hypot(by[1]);
    }
    (along[0] * by[1] - along[1] * by[0]).abs() / length
}

/// The angle at b of the path a-b-c seen from above, in radians: 0 is straight on, pi is straight
/// back.
pub(crate) fn bend(a: Point, b: Point, c: Point) -> f64 {
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
    let product = u[0].hypot(u[1]) * v[0].hypot(v[1]);
    if product < 1e-12 {
        return std::f64::consts::PI;
    }
    ((u[0] * v[0] + u[1] * v[1]) / product)
        .clamp(-1.0, 1.0)
        .acos()
}

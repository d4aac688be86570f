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
        let corners = corners(topology, &topology.site(SiteType::Cell, cell).vertices);
        if corners.len() != 4 {
            continue;
        }
        if let Some(place) = corners.iter().position(|&corner| corner == index) {
            let opposite = corners[(place + 2) % 4];
            if !around.orthogonal.contains(&opposite) {
                // Vertices across a face do not touch.
                around.far.push(opposite);
            }
        }
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

/// The vertices of a face at which its outline turns.
fn corners(topology: &Topology, around: &[u32]) -> Vec<u32> {
    /// An outline that turns less than this (radians) counts as straight.
    const MIN_CORNER_TURN: f64 = 0.01;
    if around.len() == 4 {
        return around.to_vec();
    }
    let point = |place: usize| {
        let vertex = around[place % around.len()];
        topology.site(SiteType::Vertex, vertex).point
    };
    (0..around.len())
        .filter(|&place| {
            let before = point(place + around.len() - 1);
            bend(before, point(place), point(place + 1)) > MIN_CORNER_TURN
        })
        .map(|place| around[place])
        .collect()
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
        let others = &topology.site(SiteType::Edge, edge).cells;
        if !others.contains(&index) {
            // Another cell lies on the same side of the edge.
            continue;
        }
        around
            .orthogonal
            .extend(others.iter().filter(|&&other| other != index));
    }
    for &corner in &site.vertices {
        let vertex = topology.site(SiteType::Vertex, corner);
        let mut touching: Vec<u32> = vertex
            .cells
            .iter()
            .copied()
            .filter(|other| *other != index && !around.orthogonal.contains(other))
            .collect();
        touching.sort_unstable();
        if let Some(straight) = straightest(topology, site.point, vertex.point, &touching) {
            around.diagonal.push(straight);
            touching.retain(|&other| other != straight);
        }
        around.off.extend(touching);
        // Where three cells meet, the diagonal leads along the edge between the other two.
        if vertex.edges.len() == 3 {
            for &edge in vertex
                .edges
                .iter()
                .filter(|edge| !site.edges.contains(edge))
            {
                let beyond = other_end(topology.site(SiteType::Edge, edge), corner);
                let far = topology.site(SiteType::Vertex, beyond);
                let cells: Vec<u32> = far
                    .cells
                    .iter()
                    .copied()
                    .filter(|cell| !vertex.cells.contains(cell))
                    .collect();
                around
                    .far
                    .extend(straightest(topology, site.point, far.point, &cells));
            }
        }
    }
    let diagonal = around.diagonal.clone();
    around.off.retain(|other| !diagonal.contains(other));
    around
}

/// The cell that continues the line from `from` through `through` most nearly straight.
fn straightest(topology: &Topology, from: Point, through: Point, cells: &[u32]) -> Option<u32> {
    /// A cell continues the line if the line bends less than this (radians).
    const MAX_BEND: f64 = 0.3;
    let mut best: Option<(f64, u32)> = None;
    for &cell in cells {
        let bend = bend(from, through, topology.site(SiteType::Cell, cell).point);
        if bend < MAX_BEND && best.is_none_or(|(least, _)| bend < least - 1e-6) {
            best = Some((bend, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// The angle at b of the path a-b-c, in radians: 0 is straight on, pi is straight back.
pub(crate) fn bend(a: Point, b: Point, c: Point) -> f64 {
    let (u, v) = (
        [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
        [c[0] - b[0], c[1] - b[1], c[2] - b[2]],
    );
    let dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let length = |w: [f64; 3]| (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]).sqrt();
    let product = length(u) * length(v);
    if product < 1e-12 {
        return std::f64::consts::PI;
    }
    (dot / product).clamp(-1.0, 1.0).acos()
}

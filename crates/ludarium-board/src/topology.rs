//! A finished board graph: sites, their neighbours, directions and lines.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::border::Border;
use crate::direction::{Direction, Relation, SiteType};
use crate::graph::{Basis, Graph, Point};
use crate::label;
use crate::neighbours::Neighbours;
use crate::radial::{Radial, Radials};
use crate::steps::Steps;

/// A site of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Site {
    /// Its centre.
    pub point: Point,
    /// Its coordinate, such as `A1`.
    pub label: String,
    /// The row, counted from the bottom, from 0.
    pub row: u32,
    /// The column, counted from the left, from 0.
    pub column: u32,
    /// The layer, counted from the bottom, from 0.
    pub layer: u32,
    /// Its colour in a colouring in which neighbours differ.
    pub phase: u32,
    /// The vertices of the site; for a vertex, itself.
    pub vertices: Vec<u32>,
    /// The edges of the site; for an edge, itself.
    pub edges: Vec<u32>,
    /// The cells that contain the site; for a cell, itself.
    pub cells: Vec<u32>,
}

/// The graph of a board with everything that is known before the game starts.
#[derive(Debug)]
pub struct Topology {
    graph: Graph,
    sites: [Vec<Site>; 3],
    labels: [FxHashMap<String, u32>; 3],
    neighbours: [OnceLock<Neighbours>; 3],
    steps: [OnceLock<Steps>; 3],
    radials: [Radials; 3],
    border: OnceLock<Border>,
}

impl Topology {
    /// The topology of a graph; the elements keep their numbers.
    #[must_use]
    pub fn new(graph: Graph) -> Topology {
        let mut vertices: Vec<Site> = graph
            .vertices
            .iter()
            .enumerate()
            .map(|(index, &point)| Site {
                point,
                vertices: vec![index as u32],
                ..Site::default()
            })
            .collect();
        let mut edges = Vec::with_capacity(graph.edges.len());
        let mut between: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (index, edge) in graph.edges.iter().enumerate() {
            let [a, b] = edge.ends;
            between.insert((a.min(b), a.max(b)), index as u32);
            for end in edge.ends {
                vertices[end as usize].edges.push(index as u32);
            }
            edges.push(Site {
                point: graph.edge_middle(edge),
                vertices: edge.ends.to_vec(),
                edges: vec![index as u32],
                ..Site::default()
            });
        }
        // The cell on each side of an edge, by the direction in which the cell goes along it. Where
        // cells overlap, the last one counts.
        let mut beside: Vec<[Option<u32>; 2]> = vec![[None; 2]; edges.len()];
        let mut cells = Vec::with_capacity(graph.faces.len());
        for (index, face) in graph.faces.iter().enumerate() {
            let mut around = Vec::with_capacity(face.len());
            for (i, &a) in face.iter().enumerate() {
                let b = face[(i + 1) % face.len()];
                if let Some(&edge) = between.get(&(a.min(b), a.max(b))) {
                    around.push(edge);
                    let side = usize::from(edges[edge as usize].vertices[0] != a);
                    beside[edge as usize][side] = Some(index as u32);
                }
                vertices[a as usize].cells.push(index as u32);
            }
            cells.push(Site {
                point: graph.face_middle(face),
                vertices: face.clone(),
                edges: around,
                cells: vec![index as u32],
                ..Site::default()
            });
        }
        for (edge, beside) in edges.iter_mut().zip(beside) {
            edge.cells = beside.into_iter().flatten().collect();
            edge.cells.sort_unstable();
        }
        let mut topology = Topology {
            graph,
            sites: [vertices, edges, cells],
            labels: Default::default(),
            neighbours: Default::default(),
            steps: Default::default(),
            radials: Default::default(),
            border: OnceLock::new(),
        };
        for kind in SiteType::ALL {
            label::label_sites(&mut topology.sites[kind as usize]);
            let phases = topology.colours(kind);
            let sites = &mut topology.sites[kind as usize];
            for (site, phase) in sites.iter_mut().zip(phases) {
                site.phase = phase;
            }
            let mut labels = FxHashMap::default();
            for (index, site) in sites.iter().enumerate() {
                labels.entry(site.label.clone()).or_insert(index as u32);
            }
            topology.labels[kind as usize] = labels;
        }
        topology
    }

    /// The plain graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The tiling of the board.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.graph.basis
    }

    /// The number of sites of a type.
    #[must_use]
    pub fn len(&self, kind: SiteType) -> usize {
        self.sites[kind as usize].len()
    }

    /// Whether the board has no sites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sites.iter().all(Vec::is_empty)
    }

    /// All sites of a type, by number.
    #[must_use]
    pub fn sites(&self, kind: SiteType) -> &[Site] {
        &self.sites[kind as usize]
    }

    /// The site with this number.
    ///
    /// # Panics
    /// If there is no such site.
    #[must_use]
    pub fn site(&self, kind: SiteType, index: u32) -> &Site {
        &self.sites[kind as usize][index as usize]
    }

    /// The number of the site with this coordinate label.
    #[must_use]
    pub fn labelled(&self, kind: SiteType, label: &str) -> Option<u32> {
        self.labels[kind as usize].get(label).copied()
    }

    /// The neighbours of a site by a relation, in ascending order; empty if the site does not
    /// exist.
    #[must_use]
    pub fn neighbours(&self, kind: SiteType, index: u32, relation: Relation) -> &[u32] {
        self.relations(kind).of(index, relation)
    }

    /// The sites of one type that touch a site of another or of the same type; none if the site
    /// does not exist.
    ///
    /// Cells touch cells that share an edge. Vertices never touch vertices: where both types are
    /// vertices, the numbers are those of the cells on the edges of the vertex, without its own.
    pub fn incident(
        &self,
        result: SiteType,
        of: SiteType,
        index: u32,
    ) -> impl Iterator<Item = u32> + '_ {
        let touching = match self.sites(of).get(index as usize) {
            None => &[][..],
            Some(site) => match (result, of) {
                (SiteType::Vertex, SiteType::Vertex) => &site.cells,
                (SiteType::Cell, SiteType::Cell) | (SiteType::Edge, SiteType::Edge) => {
                    self.neighbours(of, index, Relation::Orthogonal)
                }
                (SiteType::Vertex, _) => &site.vertices,
                (SiteType::Edge, _) => &site.edges,
                (SiteType::Cell, _) => &site.cells,
            },
        };
        let sites = touching.iter().copied();
        sites.filter(move |&site| result != of || site != index)
    }

    pub(crate) fn relations(&self, kind: SiteType) -> &Neighbours {
        self.neighbours[kind as usize].get_or_init(|| Neighbours::find(self, kind))
    }

    pub(crate) fn all_steps(&self, kind: SiteType) -> &Steps {
        self.steps[kind as usize].get_or_init(|| Steps::find(self, kind))
    }

    /// The sites one step away in a direction, or in any direction of a class.
    #[must_use]
    pub fn steps(&self, kind: SiteType, index: u32, direction: Direction) -> &[u32] {
        self.all_steps(kind).to(index, direction)
    }

    /// The straight lines from a site in a direction, or in any direction of a class.
    #[must_use]
    pub fn radials(&self, kind: SiteType, index: u32, direction: Direction) -> &[Radial] {
        self.radials[kind as usize].from(self, kind, index, direction)
    }

    /// The directions that a relation has anywhere on this board, clockwise from north.
    #[must_use]
    pub fn supported(&self, kind: SiteType, relation: Relation) -> &[Direction] {
        self.all_steps(kind).supported(relation)
    }

    /// The directions that a relation has at one site, clockwise from north.
    #[must_use]
    pub fn supported_at(&self, kind: SiteType, index: u32, relation: Relation) -> Vec<Direction> {
        self.all_steps(kind).supported_at(index, relation)
    }

    /// The minimum number of steps by a relation from one site to another; `None` if there is no
    /// path.
    #[must_use]
    pub fn distance(&self, kind: SiteType, from: u32, to: u32, relation: Relation) -> Option<u32> {
        self.distances(kind, from, relation)
            .get(to as usize)
            .copied()
            .filter(|&d| d != u32::MAX)
    }

    /// The minimum number of steps from a site to every other site; `u32::MAX` if there is no path.
    #[must_use]
    pub fn distances(&self, kind: SiteType, from: u32, relation: Relation) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.len(kind)];
        let Some(first) = distances.get_mut(from as usize) else {
            return distances;
        };
        *first = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&site) = queue.get(next) {
            next += 1;
            for &to in self.neighbours(kind, site, relation) {
                if distances[to as usize] == u32::MAX {
                    distances[to as usize] = distances[site as usize] + 1;
                    queue.push(to);
                }
            }
        }
        distances
    }

    pub(crate) fn border(&self) -> &Border {
        self.border.get_or_init(|| Border::find(self))
    }

    /// A colouring of the sites in which orthogonal neighbours differ.
    ///
    /// It spreads from site 0: the next site is the one with the most coloured neighbours, of those
    /// the one that was reached first, and its colour is the least that no neighbour has.
    fn colours(&self, kind: SiteType) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let count = self.len(kind);
        let mut colours = vec![NONE; count];
        // How many neighbours of each site have a colour, and when the first one got it.
        let mut coloured = vec![0u32; count];
        let mut reached = vec![NONE; count];
        type Entry = (u32, Reverse<u32>, Reverse<u32>);
        let start = |site: u32| (0, Reverse(NONE), Reverse(site));
        let mut queue: BinaryHeap<Entry> = (0..count as u32).map(start).collect();
        let mut time = 0;
        while let Some((_, _, Reverse(site))) = queue.pop() {
            if colours[site as usize] != NONE {
                continue;
            }
            let neighbours = self.neighbours(kind, site, Relation::Orthogonal);
            let mut taken: Vec<u32> = neighbours.iter().map(|&n| colours[n as usize]).collect();
            taken.sort_unstable();
            taken.dedup();
            let free = (0..).zip(&taken).find(|(free, used)| free != *used);
            colours[site as usize] = free.map_or(taken.len() as u32, |(free, _)| free);
            for &other in neighbours {
                let place = other as usize;
                if colours[place] == NONE {
                    coloured[place] += 1;
                    reached[place] = reached[place].min(time);
                    queue.push((coloured[place], Reverse(reached[place]), Reverse(other)));
                }
            }
            time += 1;
        }
        colours
    }
}

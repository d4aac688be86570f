//! Graphs that the pieces on edges make: regular graphs, trees, paths.

use super::Run;
use crate::ir::{GraphShape, GraphTest};
use crate::layout::type_index;
use crate::set::SiteSet;
use board::SiteType;

impl<'a> Run<'a> {
    /// The ends of the edges on which the owner has a piece, with the edge.
    fn edges_of(&self, owner: i32) -> Vec<(u32, u32, i32)> {
        let t = type_index(SiteType::Edge);
        let edges = self.g.board.topology.sites(SiteType::Edge);
        let mut found = Vec::new();
        for (index, edge) in edges.iter().enumerate() {
            let Some(slot) = self.slot(t, index as i32) else {
                continue;
            };
            if self.s.is_empty(slot) || self.owner_at(slot) != owner {
                continue;
            }
            if let [one, other] = edge.vertices[..] {
                found.push((one, other, index as i32));
            }
        }
        found
    }

    /// The edges that cross the edge `at` and hold a piece of one of the owners (bits).
    pub fn crossing_edges(&self, at: i32, owners: u32) -> SiteSet {
        let t = type_index(SiteType::Edge);
        let edges = self.g.board.topology.len(SiteType::Edge) as i32;
        let held = |edge: i32| {
            self.slot(t, edge).is_some_and(|slot| {
                !self.s.is_empty(slot) && owners >> self.owner_at(slot) & 1 == 1
            })
        };
        (0..edges)
            .filter(|&edge| edge != at && held(edge) && self.edges_cross(at, edge))
            .collect()
    }

    /// `(is RegularGraph ...)`, `(is Tree ...)`, `(is Path Edge ...)`.
    pub fn is_graph(&mut self, test: &'a GraphTest) -> bool {
        let owner = self.int(&test.owner);
        let edges = self.edges_of(owner);
        let vertices = self.g.board.topology.len(SiteType::Vertex);
        match &test.shape {
            GraphShape::Regular(degree) => {
                let degree = degree.as_ref().map(|degree| self.int(degree));
                let mut degrees = vec![0; vertices];
                for &(one, other, _) in &edges {
                    degrees[one as usize] += 1;
                    degrees[other as usize] += 1;
                }
                let Some(&first) = degrees.first() else {
                    return false;
                };
                let wanted = degree.unwrap_or(first);
                degrees.iter().all(|&degree| degree == wanted)
            }
            GraphShape::Tree => edges.first().is_some_and(|edge| {
                let part = hanging_together(&edges, edge.2);
                let ends = degrees(&edges, &part);
                part.len() == edges.len() && ends.len() == part.len() + 1
            }),
            GraphShape::Path {
                from,
                low,
                high,
                closed,
            } => {
                let from = self.int(from);
                let (low, high) = (self.int(low), self.int(high));
                if *closed {
                    in_cycle(&edges, vertices, from, low, high)
                } else {
                    is_path(&edges, from, low, high)
                }
            }
        }
    }
}

/// The edges (by their places in the list) that hang together with one, itself included.
fn hanging_together(edges: &[(u32, u32, i32)], from: i32) -> Vec<usize> {
    let Some(start) = edges.iter().position(|edge| edge.2 == from) else {
        return Vec::new();
    };
    let mut part = vec![start];
    let mut next = 0;
    while next < part.len() {
        let (one, other, _) = edges[part[next]];
        next += 1;
        for (index, edge) in edges.iter().enumerate() {
            let touches = [one, other]
                .iter()
                .any(|end| edge.0 == *end || edge.1 == *end);
            if touches && !part.contains(&index) {
                part.push(index);
            }
        }
    }
    part
}

/// How many of these edges meet in each of their ends.
fn degrees(edges: &[(u32, u32, i32)], part: &[usize]) -> std::collections::BTreeMap<u32, u32> {
    let mut ends = std::collections::BTreeMap::new();
    for &index in part {
        *ends.entry(edges[index].0).or_insert(0) += 1;
        *ends.entry(edges[index].1).or_insert(0) += 1;
    }
    ends
}

/// Whether the edge hangs together with a path, and nothing but a path, of so many edges.
fn is_path(edges: &[(u32, u32, i32)], from: i32, low: i32, high: i32) -> bool {
    let part = hanging_together(edges, from);
    let ends = degrees(edges, &part);
    let long = part.len() as i32;
    // A path has one vertex more than it has edges; a ring has as many.
    ends.len() == part.len() + 1
        && ends.values().all(|&degree| degree <= 2)
        && (low..=high).contains(&long)
}

/// Whether the edge is part of a ring of so many edges.
fn in_cycle(edges: &[(u32, u32, i32)], vertices: usize, from: i32, low: i32, high: i32) -> bool {
    let Some(&(start, goal, _)) = edges.iter().find(|edge| edge.2 == from) else {
        return false;
    };
    // A way from one end to the other without the edge itself closes the ring.
    let mut stack = vec![(start, vec![start])];
    let longest = high.min(vertices as i32);
    let mut tried = 0;
    while let Some((at, way)) = stack.pop() {
        tried += 1;
        if tried > 1_000_000 {
            return false;
        }
        for &(one, other, index) in edges {
            if index == from || (one != at && other != at) {
                continue;
            }
            let to = if one == at { other } else { one };
            let long = way.len() as i32 + 1;
            if to == goal {
                if (low..=longest).contains(&long) {
                    return true;
                }
            } else if long < longest && !way.contains(&to) {
                let mut farther = way.clone();
                farther.push(to);
                stack.push((to, farther));
            }
        }
    }
    false
}

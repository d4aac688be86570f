//! Graphs formed by the pieces on edges: regular graphs, trees, paths.

use smallvec::SmallVec;

use super::Evaluator;
use crate::ir::{Angle, AngleTest, Bool, GraphShape, GraphTest, Iter};
use crate::layout::type_index;
use crate::set::SiteSet;
use ludarium_board::SiteType;

impl<'a> Evaluator<'a> {
    /// The two vertices and the number of each edge that holds a piece of the owner.
    fn edges_of(&self, owner: i32) -> Vec<(u32, u32, i32)> {
        self.edges_where(|slot| self.owner_at(slot) == owner)
    }

    /// The two vertices and the number of each edge whose piece has the number of a player, as
    /// trees and regular graphs compare them.
    ///
    /// Nobody (0) stands for the kind on the last edge, and for the first kind if that is empty;
    /// all players stand for any kind.
    fn edges_numbered(&self, player: i32) -> Vec<(u32, u32, i32)> {
        let all = self.game.players as i32 + 1;
        let last = self.slot(type_index(SiteType::Edge), self.last_to());
        let number = match player {
            0 => last.map_or(1, |slot| self.state.what(slot).max(1)) as i32,
            player => player,
        };
        self.edges_where(|slot| number == all || self.state.what(slot) as i32 == number)
    }

    /// The two vertices and the number of each edge with a piece that counts.
    fn edges_where(&self, counts: impl Fn(usize) -> bool) -> Vec<(u32, u32, i32)> {
        let layout = &self.game.layout;
        let site_type = type_index(SiteType::Edge);
        let edges = self.game.board.topology.sites(SiteType::Edge);
        let first = layout.base[site_type];
        let slots = first..(first + layout.lens[site_type]).min(layout.slots);
        let mut found = Vec::with_capacity(slots.len());
        for slot in self.state.occupied_slots(slots) {
            if self.state.is_empty(slot) || !counts(slot) {
                continue;
            }
            let index = slot - first;
            if let Some([one, other]) = edges.get(index).map(|edge| &edge.vertices[..]) {
                found.push((*one, *other, index as i32));
            }
        }
        found
    }

    /// The edges that cross the edge `at` and hold a piece of one of the owners (bits).
    pub fn crossing_edges(&self, at: i32, owners: u32) -> SiteSet {
        let site_type = type_index(SiteType::Edge);
        let edges = self.game.board.topology.len(SiteType::Edge) as i32;
        let held = |edge: i32| {
            self.slot(site_type, edge).is_some_and(|slot| {
                !self.state.is_empty(slot) && owners >> self.owner_at(slot) & 1 == 1
            })
        };
        (0..edges)
            .filter(|&edge| edge != at && held(edge) && self.edges_cross(at, edge))
            .collect()
    }

    /// `(is RegularGraph ...)`, `(is Tree ...)`, `(is Path Edge ...)`.
    pub fn is_graph(&mut self, test: &'a GraphTest) -> bool {
        let owner = self.int(&test.owner);
        let mut edges = match &test.shape {
            GraphShape::Path { .. } => self.edges_of(owner),
            _ if self.last_to() < 0 => return false,
            _ => self.edges_numbered(owner),
        };
        let vertices = self.game.board.topology.len(SiteType::Vertex);
        match &test.shape {
            GraphShape::Regular { degree, odd, even } => {
                let degree = degree.as_ref().map(|degree| self.int(degree));
                let odd = odd.as_ref().is_some_and(|odd| self.bool(odd));
                let even = even.as_ref().is_some_and(|even| self.bool(even));
                let mut degrees = vec![0; vertices];
                for &(one, other, _) in &edges {
                    degrees[one as usize] += 1;
                    degrees[other as usize] += 1;
                }
                let Some(&first) = degrees.first() else {
                    return false;
                };
                if odd && first % 2 == 0 || even && first % 2 != 0 {
                    return false;
                }
                let wanted = degree.unwrap_or(first);
                degrees.iter().all(|&degree| degree == wanted)
            }
            GraphShape::Tree => is_forest(&edges),
            GraphShape::SpanningTree => is_forest(&edges) && edges.len() + 1 == vertices,
            GraphShape::Caterpillar => is_forest(&edges) && is_caterpillar(&edges),
            GraphShape::TreeCentre => {
                let last = self.last_to();
                let at = |edge: &&(u32, u32, i32)| [edge.0 as i32, edge.1 as i32].contains(&last);
                let Some(&(_, _, edge)) = edges.iter().find(at) else {
                    return false;
                };
                let part = hanging_together(&edges, edge);
                let part: Vec<_> = part.into_iter().map(|index| edges[index]).collect();
                is_forest(&edges) && middle(&part).iter().any(|&end| end as i32 == last)
            }
            GraphShape::Path {
                site_type,
                from,
                low,
                high,
                closed,
            } if *site_type != type_index(SiteType::Edge) => {
                let from = self.int(from);
                if !*closed {
                    // Ludii asks for no length: any piece that lies in no ring will do.
                    return self.lies_in_no_ring(*site_type, owner, from);
                }
                let range = self.int(low)..=self.int(high);
                self.is_path_of_sites(*site_type, owner, from, *closed)
                    .is_some_and(|length| range.contains(&length))
            }
            GraphShape::Path {
                from,
                low,
                high,
                closed,
                ..
            } => {
                let from = self.int(from);
                let (low, high) = (self.int(low), self.int(high));
                if *closed {
                    self.in_cycle(&edges, vertices, from, low, high)
                } else {
                    // As in Ludii, the edge asked about belongs to the path with any owner.
                    let held = edges.iter().any(|edge| edge.2 == from);
                    let all = self.game.board.topology.sites(SiteType::Edge);
                    let at = usize::try_from(from).ok().and_then(|from| all.get(from));
                    if let (false, Some([one, other])) = (held, at.map(|edge| &edge.vertices[..])) {
                        edges.push((*one, *other, from));
                    }
                    is_path(&edges, from, low, high)
                }
            }
        }
    }
}

impl<'a> Evaluator<'a> {
    /// The number of sites of the path (`closed`: ring) formed by the owner's pieces connected with
    /// a site; `None` if they form none.
    fn is_path_of_sites(
        &mut self,
        site_type: usize,
        owner: i32,
        from: i32,
        closed: bool,
    ) -> Option<i32> {
        let topology = &self.game.board.topology;
        let kind = crate::layout::type_of_index(site_type);
        let held = |site: i32| {
            self.slot(site_type, site)
                .is_some_and(|slot| !self.state.is_empty(slot) && self.owner_at(slot) == owner)
        };
        if !held(from) || from as usize >= self.game.layout.lens[site_type] {
            return None;
        }
        let mut path = vec![from];
        let mut next = 0;
        let mut ends = 0;
        while let Some(&site) = path.get(next) {
            next += 1;
            let near = topology.neighbours(kind, site as u32, ludarium_board::Relation::Adjacent);
            let near: Vec<i32> = near.iter().map(|&near| near as i32).collect();
            let near: Vec<i32> = near.into_iter().filter(|&near| held(near)).collect();
            if near.len() > 2 {
                return None;
            }
            ends += i32::from(near.len() < 2);
            for near in near {
                if !path.contains(&near) {
                    path.push(near);
                }
            }
        }
        ((ends == 0) == closed).then_some(path.len() as i32)
    }

    /// Whether a site holds a piece of the owner that is no link of a ring of such pieces.
    fn lies_in_no_ring(&self, site_type: usize, owner: i32, from: i32) -> bool {
        let topology = &self.game.board.topology;
        let kind = crate::layout::type_of_index(site_type);
        let held = |site: i32| {
            self.slot(site_type, site)
                .is_some_and(|slot| !self.state.is_empty(slot) && self.owner_at(slot) == owner)
        };
        if !held(from) || from as usize >= self.game.layout.lens[site_type] {
            return false;
        }
        let near = |site: i32| {
            topology
                .neighbours(kind, site as u32, ludarium_board::Relation::Adjacent)
                .iter()
                .map(|&near| near as i32)
                .filter(|&near| held(near))
        };
        // A ring leads from one neighbour to another without the site itself.
        let mut seen = SiteSet::default();
        seen.insert(from);
        for start in near(from) {
            if seen.contains(start) {
                return false;
            }
            seen.insert(start);
            let mut stack = vec![start];
            while let Some(site) = stack.pop() {
                for next in near(site) {
                    if !seen.contains(next) {
                        seen.insert(next);
                        stack.push(next);
                    }
                }
            }
        }
        true
    }

    /// `(is Acute ...)` and the like.
    pub fn is_angle(&mut self, test: &'a AngleTest) -> bool {
        let at = self.int(&test.at);
        let sites = self
            .game
            .board
            .topology
            .sites(crate::layout::type_of_index(test.site_type));
        if usize::try_from(at).map_or(true, |at| at >= sites.len()) {
            return false;
        }
        let old = self.get(Iter::Site);
        let mut satisfying = |cond: &'a Bool| -> Vec<usize> {
            (0..sites.len())
                .filter(|&site| site as i32 != at)
                .filter(|&site| {
                    self.bind(Iter::Site, site as i32);
                    self.bool(cond)
                })
                .collect()
        };
        let (first, second) = (satisfying(&test.left), satisfying(&test.right));
        self.bind(Iter::Site, old);
        first.iter().any(|&first| {
            let later = second.iter().filter(|&&second| second > first);
            later
                .map(|&second| sites[second].point[1] - sites[first].point[1])
                .any(|rise| angle_is(test.angle, rise))
        })
    }
}

/// Whether the angle of a line against the downward vertical is of a kind, by the height of its
/// end above its start.
///
/// Ludii measures the line from the lower to the higher of the two site numbers, not the corner
/// that the two sites form.
fn angle_is(angle: Angle, rise: f64) -> bool {
    const NEAR: f64 = 1e-6;
    match angle {
        Angle::Acute => rise < -NEAR,
        Angle::Right => rise.abs() <= NEAR,
        Angle::Obtuse => rise > NEAR,
        Angle::Reflex => false,
    }
}

/// Whether the edges form no ring. They may lie in several parts, or be none at all.
fn is_forest(edges: &[(u32, u32, i32)]) -> bool {
    let last = edges.iter().map(|&(one, other, _)| one.max(other)).max();
    // By vertex: another of its part, or itself.
    let mut joined: SmallVec<[u32; 128]> = (0..=last.unwrap_or(0)).collect();
    edges.iter().all(|&(one, other, _)| {
        let (one, other) = (root(&mut joined, one), root(&mut joined, other));
        joined[one as usize] = other;
        one != other
    })
}

/// The vertex that stands for all vertices joined with one so far.
fn root(joined: &mut [u32], mut vertex: u32) -> u32 {
    while joined[vertex as usize] != vertex {
        let next = joined[vertex as usize];
        // The next search for this vertex is half as long.
        joined[vertex as usize] = joined[next as usize];
        vertex = next;
    }
    vertex
}

/// Whether a tree without its leaves is a path, so that no vertex has more than two inner
/// neighbours.
fn is_caterpillar(edges: &[(u32, u32, i32)]) -> bool {
    let all: Vec<usize> = (0..edges.len()).collect();
    let ends = degrees(edges, &all);
    let inner: Vec<usize> = (all.into_iter())
        .filter(|&index| ends[&edges[index].0] > 1 && ends[&edges[index].1] > 1)
        .collect();
    degrees(edges, &inner).values().all(|&degree| degree <= 2)
}

/// The centre of a tree: the one or two vertices left after removing the leaves repeatedly.
fn middle(edges: &[(u32, u32, i32)]) -> Vec<u32> {
    let mut left: Vec<usize> = (0..edges.len()).collect();
    loop {
        let ends = degrees(edges, &left);
        if ends.len() <= 2 {
            return ends.into_keys().collect();
        }
        let next: Vec<usize> = (left.iter().copied())
            .filter(|&index| ends[&edges[index].0] > 1 && ends[&edges[index].1] > 1)
            .collect();
        if next.is_empty() {
            // A star: its edges all meet in one vertex.
            let hub = ends.into_iter().max_by_key(|&(_, degree)| degree);
            return hub.into_iter().map(|(vertex, _)| vertex).collect();
        }
        left = next;
    }
}

/// The edges (by index) connected with an edge, itself included.
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

/// The degree of each vertex in a part of the edges.
fn degrees(edges: &[(u32, u32, i32)], part: &[usize]) -> std::collections::BTreeMap<u32, u32> {
    let mut ends = std::collections::BTreeMap::new();
    for &index in part {
        *ends.entry(edges[index].0).or_insert(0) += 1;
        *ends.entry(edges[index].1).or_insert(0) += 1;
    }
    ends
}

/// Whether the component of the edge is a path of `low..=high` edges.
fn is_path(edges: &[(u32, u32, i32)], from: i32, low: i32, high: i32) -> bool {
    let part = hanging_together(edges, from);
    let ends = degrees(edges, &part);
    let length = part.len() as i32;
    // A path has one vertex more than edges; a ring has equally many.
    ends.len() == part.len() + 1
        && ends.values().all(|&degree| degree <= 2)
        && (low..=high).contains(&length)
}

impl Evaluator<'_> {
    /// Whether the edge lies on a ring of `low..=high` edges. The search may take very long; it
    /// counts its steps.
    fn in_cycle(
        &mut self,
        edges: &[(u32, u32, i32)],
        vertices: usize,
        from: i32,
        low: i32,
        high: i32,
    ) -> bool {
        let Some(&(start, goal, _)) = edges.iter().find(|edge| edge.2 == from) else {
            return false;
        };
        // A path between its vertices that avoids the edge closes the ring.
        let mut stack = vec![(start, vec![start])];
        let longest = high.min(vertices as i32);
        while let Some((at, path)) = stack.pop() {
            if !self.charge_effect() {
                return false;
            }
            for &(one, other, index) in edges {
                if index == from || (one != at && other != at) {
                    continue;
                }
                let to = if one == at { other } else { one };
                let length = path.len() as i32 + 1;
                if to == goal {
                    if (low..=longest).contains(&length) {
                        return true;
                    }
                } else if length < longest && !path.contains(&to) {
                    let mut longer = path.clone();
                    longer.push(to);
                    stack.push((to, longer));
                }
            }
        }
        false
    }
}

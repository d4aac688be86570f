//! Traces the border of the board.

use crate::direction::SiteType;
use crate::topology::Topology;

/// The border as closed walks of sites; the outer one runs anticlockwise.
pub(crate) fn walks(topology: &Topology, kind: SiteType) -> Vec<Vec<u32>> {
    // Every border edge, directed so that its cell lies on the left: (start, end, edge, cell).
    let mut border_edges: Vec<(u32, u32, u32, u32)> = Vec::new();
    for (index, edge) in topology.sites(SiteType::Edge).iter().enumerate() {
        let [cell] = edge.cells[..] else { continue };
        let middle = topology.site(SiteType::Cell, cell).point;
        let (mut a, mut b) = (edge.vertices[0], edge.vertices[1]);
        let (p, q) = (
            topology.site(SiteType::Vertex, a).point,
            topology.site(SiteType::Vertex, b).point,
        );
        let side = (q[0] - p[0]) * (middle[1] - p[1]) - (q[1] - p[1]) * (middle[0] - p[0]);
        if side < 0.0 {
            (a, b) = (b, a);
        }
        border_edges.push((a, b, index as u32, cell));
    }
    let mut from: rustc_hash::FxHashMap<u32, Vec<usize>> = rustc_hash::FxHashMap::default();
    for (place, border_edge) in border_edges.iter().enumerate() {
        from.entry(border_edge.0).or_default().push(place);
    }
    let mut used = vec![false; border_edges.len()];
    let mut walks = Vec::new();
    for start in 0..border_edges.len() {
        let mut walk: Vec<u32> = Vec::new();
        let mut place = start;
        while !used[place] {
            used[place] = true;
            let (a, b, edge, cell) = border_edges[place];
            let site = match kind {
                SiteType::Vertex => a,
                SiteType::Edge => edge,
                SiteType::Cell => cell,
            };
            if walk.last() != Some(&site) {
                walk.push(site);
            }
            match from
                .get(&b)
                .and_then(|next| next.iter().copied().find(|&next| !used[next]))
            {
                Some(next) => place = next,
                None => break,
            }
        }
        while walk.len() > 1 && walk.first() == walk.last() {
            walk.pop();
        }
        if !walk.is_empty() {
            walks.push(walk);
        }
    }
    walks
}

//! Rings: sites that must form one closed line.

use super::Values;

/// Variables of which those that are not 0 must form one ring.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    /// The variables.
    pub of: Vec<usize>,
    /// By place in that list: the places of its neighbours.
    pub near: Vec<Vec<usize>>,
    /// By place, where the sites are edges: the vertices at their ends. The ring uses none or two
    /// of the edges at each vertex.
    pub ends: Vec<[u32; 2]>,
}

impl Ring {
    /// Whether the variables form one ring for every choice among `values`, or for none; `None` if
    /// that is unknown.
    pub(super) fn evaluate(&self, values: &[Values]) -> Option<bool> {
        let state = |place: usize| -> Option<bool> {
            let values = values[self.of[place]];
            if !values.contains(0) {
                return Some(true);
            }
            values.only().map(|_| false)
        };
        let drawn: Vec<Option<bool>> = (0..self.of.len()).map(state).collect();
        let mut open = drawn.contains(&None);
        for (place, own) in drawn.iter().enumerate() {
            if *own != Some(true) {
                continue;
            }
            for beside in self.sides(place) {
                let sure = beside
                    .iter()
                    .filter(|&&near| drawn[near] == Some(true))
                    .count();
                let most = beside
                    .iter()
                    .filter(|&&near| drawn[near] != Some(false))
                    .count();
                let wanted = if self.ends.is_empty() { 2 } else { 1 };
                if sure > wanted || most < wanted {
                    return Some(false);
                }
            }
        }
        if let Some(closed) = self.closed_part(&drawn) {
            // A ring is closed: nothing else may be drawn.
            let others = |place: usize| drawn[place] == Some(true) && !closed.contains(&place);
            if (0..drawn.len()).any(others) {
                return Some(false);
            }
        } else if !open {
            return Some(false);
        }
        open &= drawn.contains(&None);
        (!open).then_some(true)
    }

    /// The neighbours of a drawn site: for an edge, one list per end; otherwise a single list.
    fn sides(&self, place: usize) -> Vec<Vec<usize>> {
        let Some(ends) = self.ends.get(place) else {
            return vec![self.near[place].clone()];
        };
        let at = |end: &u32| {
            let near = self.near[place].iter().copied();
            near.filter(|&near| self.ends[near].contains(end)).collect()
        };
        ends.iter().map(at).collect()
    }

    /// The drawn sites of one component, if each of them has two drawn neighbours.
    fn closed_part(&self, drawn: &[Option<bool>]) -> Option<Vec<usize>> {
        let is_drawn = |place: usize| drawn[place] == Some(true);
        let mut left: Vec<usize> = (0..drawn.len()).filter(|&place| is_drawn(place)).collect();
        while let Some(start) = left.pop() {
            let mut part = vec![start];
            let mut next = 0;
            let mut closed = true;
            while let Some(&place) = part.get(next) {
                next += 1;
                let near: Vec<usize> = self.near[place]
                    .iter()
                    .copied()
                    .filter(|&near| is_drawn(near))
                    .collect();
                closed &= near.len() == 2;
                for near in near {
                    if !part.contains(&near) {
                        part.push(near);
                    }
                }
            }
            if closed {
                return Some(part);
            }
            left.retain(|place| !part.contains(place));
        }
        None
    }
}

//! Rings: sites that are drawn and make one closed line.

use super::Values;

/// Variables of which those that are not 0 must make one ring.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    /// The variables.
    pub of: Vec<usize>,
    /// By place in that list: the places of those that they touch.
    pub near: Vec<Vec<usize>>,
    /// By place, where the sites are edges: the vertices at their ends, in each of which none or two
    /// of the ring meet.
    pub ends: Vec<[u32; 2]>,
}

impl Ring {
    /// Whether they make one ring whatever is chosen, or never; `None` while that is not known.
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
            // A ring is closed: nothing else may be drawn beside it.
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

    /// What a drawn site touches: for an edge at each end of its own, else all together.
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

    /// The drawn sites that hang together, if each of them touches two others.
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

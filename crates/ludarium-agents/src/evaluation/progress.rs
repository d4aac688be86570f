//! Progress: a potential that rises along moves made in one direction.
//!
//! The potential is the one whose differences fit the net direction of the moves best by least
//! squares (Jiang, Lim, Yao and Ye, "Statistical ranking and combinatorial Hodge theory", 2011).
//! Moves that are made as often back as forth contribute nothing.

use std::collections::BTreeMap;

/// The moves of one kind of piece: from, to, and how often.
pub(super) type MoveCounts = BTreeMap<(usize, usize), u32>;

/// Sweeps over all sites, enough for a potential along a hundred sites to converge.
const SWEEPS: usize = 300;

/// The potential by slot, between -1 and 1, with the middle of the visited slots at 0. It is zero
/// if moves have no direction.
pub(super) fn potential(moves: &MoveCounts, slots: usize) -> Vec<f64> {
    let mut edges: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for (&(from, to), &times) in moves {
        let (low, high, sign) = if from < to {
            (from, to, 1.0)
        } else {
            (to, from, -1.0)
        };
        if low == high || high >= slots {
            continue;
        }
        let capture_factor = edges.entry((low, high)).or_default();
        capture_factor.0 += f64::from(times);
        capture_factor.1 += sign * f64::from(times);
    }
    let mut around: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); slots];
    let (mut net, mut all) = (0.0, 0.0);
    for (&(low, high), &(weight, flow)) in &edges {
        let step = flow / weight;
        around[low].push((high, weight, -step));
        around[high].push((low, weight, step));
        net += flow.abs();
        all += weight;
    }
    let mut height = vec![0.0; slots];
    // If hardly any moves have a direction, the rest is noise.
    if all < 20.0 || net < 0.3 * all {
        return height;
    }
    for _ in 0..SWEEPS {
        for slot in 0..slots {
            let weight: f64 = around[slot].iter().map(|(_, weight, _)| weight).sum();
            if weight > 0.0 {
                let sum: f64 = around[slot]
                    .iter()
                    .map(|(other, weight, step)| weight * (height[*other] + step))
                    .sum();
                height[slot] = sum / (weight + 0.01);
            }
        }
    }
    let visited: Vec<usize> = (0..slots)
        .filter(|&slot| !around[slot].is_empty())
        .collect();
    let low = visited
        .iter()
        .map(|&slot| height[slot])
        .fold(f64::INFINITY, f64::min);
    let high = visited
        .iter()
        .map(|&slot| height[slot])
        .fold(f64::NEG_INFINITY, f64::max);
    if high - low < 0.5 {
        return vec![0.0; slots];
    }
    let middle = (high + low) / 2.0;
    for slot in 0..slots {
        height[slot] = match around[slot].is_empty() {
            true => 0.0,
            false => 2.0 * (height[slot] - middle) / (high - low),
        };
    }
    height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_along_a_line_progresses_at_every_step() {
        let moves: MoveCounts = (0..9).map(|site| ((site, site + 1), 10)).collect();
        let height = potential(&moves, 10);
        assert!(
            height.windows(2).all(|pair| pair[0] < pair[1]),
            "{height:?}"
        );
        assert!((height[0] + 1.0).abs() < 0.01 && (height[9] - 1.0).abs() < 0.01);
    }

    #[test]
    fn moves_back_and_forth_make_no_progress() {
        let there = (0..9).map(|site| ((site, site + 1), 10));
        let back = (0..9).map(|site| ((site + 1, site), 10));
        let height = potential(&there.chain(back).collect(), 10);
        assert!(height.iter().all(|height| *height == 0.0));
    }
}

//! Constraints implied by others.
//!
//! If a value must occur `n` times on a board, and the board splits into `n` parts in each of which
//! it occurs at most once, it occurs exactly once in each: eight queens stand one in each row. The
//! search cannot see that from single constraints.

use ludarium_engine::puzzle::Constraint;

/// The constraints that follow from counts and from all-different constraints.
pub(super) fn implied(constraints: &[Constraint]) -> Vec<Constraint> {
    let mut found = Vec::new();
    for constraint in constraints {
        let Constraint::Count { of, value, is } = constraint else {
            continue;
        };
        let Ok(wanted) = usize::try_from(*is) else {
            continue;
        };
        let inside = membership(of, of.iter().copied());
        let parts = |among: &[usize]| among.iter().all(|&v| inside.get(v) == Some(&true));
        let once: Vec<&Vec<usize>> = constraints
            .iter()
            .filter_map(|other| match other {
                Constraint::AllDifferent { among, except }
                    if !except.contains(*value) && among.len() > 1 && parts(among) =>
                {
                    Some(among)
                }
                _ => None,
            })
            .collect();
        // The largest parts, starting from each size that occurs: rows, then columns.
        for first in 0..once.len() {
            let ahead = &once[first..];
            let largest = ahead.iter().map(|part| part.len()).max().unwrap_or(0);
            if once[first].len() < largest || largest * wanted < of.len() {
                continue;
            }
            let Some(cover) = cover(ahead, of, wanted) else {
                continue;
            };
            for part in cover {
                let count = Constraint::Count {
                    of: part.clone(),
                    value: *value,
                    is: 1,
                };
                if !found.contains(&count) {
                    found.push(count);
                }
            }
        }
    }
    found
}

/// Disjoint parts, chosen in order, that cover `of` with exactly `wanted` of them.
fn cover<'c>(parts: &[&'c Vec<usize>], of: &[usize], wanted: usize) -> Option<Vec<&'c Vec<usize>>> {
    let mut open = membership(of, of.iter().copied());
    let mut left = of.len();
    let mut chosen = Vec::new();
    for part in parts {
        if part.iter().all(|&variable| open[variable]) {
            part.iter().for_each(|&variable| open[variable] = false);
            left -= part.len();
            chosen.push(*part);
        }
    }
    (left == 0 && chosen.len() == wanted).then_some(chosen)
}

/// For each variable up to the greatest of `of`: whether it is in `which`.
fn membership(of: &[usize], which: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut marks = vec![false; of.iter().max().map_or(0, |most| most + 1)];
    for variable in which {
        marks[variable] = true;
    }
    marks
}

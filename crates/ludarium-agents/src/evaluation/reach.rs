//! Attacks in the current position, from movement patterns read from the rules once.
//!
//! No moves have to be listed. The patterns may promise too much, so the results are estimates.

use ludarium_engine::{Game, MovementPattern, PathCondition};

/// A set of slots.
pub(crate) type Slots = u128;

/// Games with more slots or kinds than this are not supported.
const MAX_SLOTS: usize = 128;

/// The set with one slot.
pub(crate) fn bit(slot: usize) -> Slots {
    1 << slot
}

/// The set of occupied slots, for games with at most 128 slots.
pub(crate) fn occupancy(kinds: &[u32]) -> Slots {
    // 64-bit words are faster than 128-bit ones.
    let rows = kinds.chunks(64).enumerate();
    rows.fold(0, |all, (index, row)| {
        let word = row
            .iter()
            .rev()
            .fold(0u64, |word, &what| word << 1 | u64::from(what != 0));
        all | Slots::from(word) << (index << 6)
    })
}

/// By kind of a player: the patterns by which it captures; `None` for kinds whose patterns are not
/// known. `None` for games that are too large, have stacks, or are not for two players.
pub(crate) fn capture_patterns(game: &Game) -> Option<Vec<Option<Vec<MovementPattern>>>> {
    let (layout, components) = (game.layout(), game.components());
    let large = layout.slots > MAX_SLOTS || components.len() > MAX_SLOTS;
    if large || layout.levels > 0 || game.players() != 2 {
        return None;
    }
    let of = |(what, kind): (usize, &ludarium_engine::Component)| {
        if what == 0 || !(1..=2).contains(&kind.owner) {
            return Some(Vec::new());
        }
        let mut patterns = game.movement_patterns(what)?;
        patterns.retain(|pattern| !pattern.quiet_only);
        patterns.sort_by_key(|pattern| pattern.between.len());
        Some(patterns)
    };
    Some(components.iter().enumerate().map(of).collect())
}

/// The set of slots between the ends of a pattern.
pub(crate) fn between(pattern: &MovementPattern) -> Slots {
    let slots = pattern.between.iter();
    slots.fold(0, |all, slot| all | bit(usize::from(*slot)))
}

/// Whether a pattern is open if these slots are occupied.
#[inline]
pub(crate) fn passes(passing: PathCondition, between: Slots, occupied: Slots) -> bool {
    match passing {
        PathCondition::Clear => between & occupied == 0,
        PathCondition::OneOccupied => (between & occupied).count_ones() == 1,
        PathCondition::Any => true,
    }
}

/// The sites that a kind can reach from one slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reach {
    /// Slots reached in any case.
    steps: Slots,
    /// Lines up to the first occupied slot.
    lines: Vec<Line>,
    /// For other patterns: the slots between, how they are passed, and the target.
    others: Vec<(Slots, PathCondition, Slots)>,
}

/// A line of slots; a set suffices if slot numbers rise or fall along it.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    Rising(Slots),
    Falling(Slots),
    Winding(Vec<u8>),
}

impl Line {
    fn of(path: Vec<u8>) -> Line {
        let all = || path.iter().fold(0, |all, &end| all | bit(usize::from(end)));
        if path.is_sorted_by(|one, next| one < next) {
            Line::Rising(all())
        } else if path.is_sorted_by(|one, next| one > next) {
            Line::Falling(all())
        } else {
            Line::Winding(path)
        }
    }

    /// The slots up to and including the first occupied one.
    #[inline]
    fn until(&self, occupied: Slots) -> Slots {
        match self {
            Line::Rising(all) => match all & occupied {
                0 => *all,
                // All bits up to and including the lowest one.
                met => all & (met ^ (met - 1)),
            },
            Line::Falling(all) => match all & occupied {
                0 => *all,
                met => all & (Slots::MAX << (Slots::BITS - 1 - met.leading_zeros())),
            },
            Line::Winding(path) => {
                let mut reached = 0;
                for &end in path {
                    reached |= bit(usize::from(end));
                    if occupied & bit(usize::from(end)) != 0 {
                        break;
                    }
                }
                reached
            }
        }
    }
}

impl Reach {
    /// By slot: the reach of a kind with these patterns, which must be sorted by length.
    pub fn of(patterns: &[MovementPattern], slots: usize) -> Vec<Reach> {
        let mut all = vec![Reach::default(); slots];
        let mut rays = vec![Vec::new(); slots];
        for pattern in patterns {
            let from = usize::from(pattern.from);
            all[from].add(pattern, &mut rays[from]);
        }
        for (reach, rays) in all.iter_mut().zip(rays) {
            reach.finish(rays);
        }
        all
    }

    fn add(&mut self, pattern: &MovementPattern, rays: &mut Vec<Vec<u8>>) {
        let end = pattern.to as u8;
        let longer = |ray: &&mut Vec<u8>| {
            let mut both = ray.iter().zip(&pattern.between);
            ray.len() == pattern.between.len() && both.all(|(own, other)| u16::from(*own) == *other)
        };
        if pattern.path_condition == PathCondition::Clear && pattern.between.is_empty() {
            rays.push(vec![end]);
        } else if let Some(ray) = (pattern.path_condition == PathCondition::Clear)
            .then(|| rays.iter_mut().find(longer))
            .flatten()
        {
            ray.push(end);
        } else {
            let end = bit(usize::from(end));
            self.others
                .push((between(pattern), pattern.path_condition, end));
        }
    }

    /// Keeps the lines; those of one slot are added to the set.
    fn finish(&mut self, rays: Vec<Vec<u8>>) {
        for ray in rays {
            match ray[..] {
                [end] => self.steps |= bit(usize::from(end)),
                _ => self.lines.push(Line::of(ray)),
            }
        }
    }

    /// The slots reached if these slots are occupied.
    #[inline]
    pub fn reached(&self, occupied: Slots) -> Slots {
        let mut reached = self.steps;
        for line in &self.lines {
            reached |= line.until(occupied);
        }
        for &(between, passing, end) in &self.others {
            if passes(passing, between, occupied) {
                reached |= end;
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slots reached along a line, one after the other.
    fn walked(path: &[u8], occupied: Slots) -> Slots {
        let free = path
            .iter()
            .take_while(|&&end| occupied & bit(end.into()) == 0);
        let reached = &path[..path.len().min(free.count() + 1)];
        reached.iter().fold(0, |all, &end| all | bit(end.into()))
    }

    #[test]
    fn a_line_ends_at_the_first_piece_in_either_direction() {
        let paths: [&[u8]; 5] = [
            &[1, 2, 3],
            &[120, 64, 63, 0],
            &[7, 63, 64, 127],
            &[5, 90, 6],
            &[127, 126],
        ];
        for path in paths {
            let line = Line::of(path.to_vec());
            assert_eq!(line.until(0), walked(path, 0), "{path:?}");
            assert_eq!(line.until(Slots::MAX), bit(path[0].into()), "{path:?}");
            for occupied in (0..128).map(|slot| bit(slot) | bit(slot * 5 % 128)) {
                assert_eq!(
                    line.until(occupied),
                    walked(path, occupied),
                    "{path:?} {occupied:x}"
                );
            }
        }
    }
}

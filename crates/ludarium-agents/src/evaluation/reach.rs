//! Where men go on the board as it stands, by ways that are read from the rules once ([`Game::movement_patterns`]).
//!
//! A position needs no list of moves for it. The ways may promise too much: what is made of them are guesses.

use ludarium_engine::{Game, MovementPattern, PathCondition};

/// A set of slots.
pub(crate) type Slots = u128;

/// Boards of more slots than this are left alone, and games of more kinds.
const MAX_SLOTS: usize = 128;

/// The set of one slot.
pub(crate) fn bit(slot: usize) -> Slots {
    1 << slot
}

/// The slots on which something stands, of so many as [`patterns`] is for.
pub(crate) fn occupancy(kinds: &[u32]) -> Slots {
    // Words are cheaper than pairs of them.
    let rows = kinds.chunks(64).enumerate();
    rows.fold(0, |all, (index, row)| {
        let word = row
            .iter()
            .rev()
            .fold(0u64, |word, &what| word << 1 | u64::from(what != 0));
        all | Slots::from(word) << (index << 6)
    })
}

/// By kind, for the kinds that somebody owns: the ways on which men are taken; `None` for kinds of which they are not known. `None`
/// for the game where it has not two players, piles its men, or is too large.
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

/// The slots that lie between the ends of a way.
pub(crate) fn between(pattern: &MovementPattern) -> Slots {
    let slots = pattern.between.iter();
    slots.fold(0, |all, slot| all | bit(usize::from(*slot)))
}

/// Whether a way is open where some slots are taken.
#[inline]
pub(crate) fn passes(passing: PathCondition, between: Slots, occupied: Slots) -> bool {
    match passing {
        PathCondition::Clear => between & occupied == 0,
        PathCondition::OneOccupied => (between & occupied).count_ones() == 1,
        PathCondition::Any => true,
    }
}

/// The ways from one slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reach {
    /// Reached whatever stands elsewhere.
    steps: Slots,
    /// Lines, each until somebody stands in the way.
    lines: Vec<Line>,
    /// What lies in between, how it is passed, and where the way ends.
    others: Vec<(Slots, PathCondition, Slots)>,
}

/// A line of slots, as a set where their numbers rise or fall along it.
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

    /// The slots up to the first of those taken, and with it.
    #[inline]
    fn until(&self, occupied: Slots) -> Slots {
        match self {
            Line::Rising(all) => match all & occupied {
                0 => *all,
                // All bits up to the lowest, and with it.
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
    /// By slot: the ways of one kind, shorter ones first.
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

    /// Keeps the lines; those of one slot go into the set.
    fn finish(&mut self, rays: Vec<Vec<u8>>) {
        for ray in rays {
            match ray[..] {
                [end] => self.steps |= bit(usize::from(end)),
                _ => self.lines.push(Line::of(ray)),
            }
        }
    }

    /// Where the ways lead as long as these slots are taken.
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

//! Runs of stones along lines. Each line is a word of bits for each player.

use rustc_hash::FxHashMap;

/// The two arms of a line, nearest cell first.
pub(super) type Arms = (Vec<u16>, Vec<u16>);

/// The required length of a run of stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length {
    pub min: u32,
    /// Whether longer runs do not count.
    pub exact: bool,
}

impl Length {
    fn accepts(self, run: u32) -> bool {
        run == self.min || run > self.min && !self.exact
    }

    /// How far from a stone its run has to be followed.
    fn reach(self) -> u32 {
        self.min - u32::from(!self.exact)
    }
}

/// The lines of a board, and their cells.
///
/// A cell is a site, or a level of a stack.
#[derive(Debug)]
pub(super) struct Runs {
    /// The number of lines.
    lines: usize,
    /// The places of `cell` are `places[first[cell]..first[cell + 1]]`.
    first: Vec<u32>,
    places: Vec<Place>,
    /// By the stones of a player in the window around a stone: the lengths that its run has, as
    /// bits.
    lengths_by_stones: Vec<u8>,
    /// The size of the window on either side; the bits of each line begin with this number of
    /// zeros.
    reach: u32,
}

/// A place in a line.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: u16,
    at: u8,
}

impl Runs {
    /// The lines along the axes of the cells, for at most eight lengths. `None` where an axis of a
    /// cell is not an axis of its other cells, where an axis contains a cell twice, or where a line
    /// or a length is too long.
    pub fn of(axes: &[Vec<Arms>], lengths: &[Length]) -> Option<Runs> {
        let min = lengths.iter().map(|length| length.min).min()?;
        let reach = lengths.iter().map(|length| length.reach()).max()?;
        if lengths.len() > 8 || reach > 7 || min == 0 {
            return None;
        }
        let mut lines: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
        let mut runs = Runs {
            lines: 0,
            first: vec![0],
            places: Vec::new(),
            lengths_by_stones: lengths_by_stones(lengths, reach),
            reach,
        };
        for (cell, axes) in axes.iter().enumerate() {
            let cell = u16::try_from(cell).ok()?;
            for (one, other) in axes {
                let mut line: Vec<u16> = other.iter().rev().copied().collect();
                line.push(cell);
                line.extend(one);
                if line.len() > 64 - 2 * reach as usize {
                    return None;
                }
                if line.len() < min as usize {
                    continue;
                }
                // A line has the same orientation whichever end it is read from.
                if line.last() < line.first() {
                    line.reverse();
                }
                let at = line.iter().position(|&other| other == cell)? as u8;
                let next = u16::try_from(lines.len()).ok()?;
                let line = *lines.entry(line).or_insert(next);
                runs.places.push(Place { line, at });
            }
            runs.first.push(runs.places.len() as u32);
        }
        runs.lines = lines.len();
        let mutual = lines.iter().all(|(cells, &line)| {
            (cells.iter().enumerate()).all(|(at, &cell)| {
                let mut here = runs.places_of(usize::from(cell)).iter();
                let first = here.find(|place| place.line == line);
                let once = !here.any(|place| place.line == line);
                once && first.is_some_and(|place| usize::from(place.at) == at)
            })
        });
        mutual.then_some(runs)
    }

    fn places_of(&self, cell: usize) -> &[Place] {
        &self.places[self.first[cell] as usize..self.first[cell + 1] as usize]
    }

    /// Removes all stones.
    pub fn clear(&self, words: &mut Vec<u64>) {
        words.clear();
        words.resize(self.lines * 2, 0);
    }

    /// Adds a stone of a player (1 or 2); returns the lengths that the player's runs through it
    /// have, as bits.
    #[inline]
    pub fn place(&self, words: &mut [u64], cell: usize, player: usize) -> u8 {
        let mut seen = 0;
        for place in self.places_of(cell) {
            let word = &mut words[usize::from(place.line) * 2 + player - 1];
            *word |= 1 << self.reach << place.at;
            seen |= self.lengths_by_stones
                [(*word >> place.at) as usize & (self.lengths_by_stones.len() - 1)];
        }
        seen
    }
}

/// By the stones in the window around a stone: the lengths that its run has.
fn lengths_by_stones(lengths: &[Length], reach: u32) -> Vec<u8> {
    let seen = |stones: u32| {
        let up = (stones >> reach).trailing_ones();
        let down = (stones << (31 - reach)).leading_ones();
        let run = (up + down).saturating_sub(1);
        let accepted = (lengths.iter().enumerate()).filter(|(_, length)| length.accepts(run));
        accepted.fold(0, |seen, (bit, _)| seen | 1 << bit)
    };
    (0..1 << (2 * reach + 1)).map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::{Arms, Length, Runs};

    /// A strip of cells.
    fn strip(cells: u16) -> Vec<Vec<Arms>> {
        let arms = |cell: u16| ((cell + 1..cells).collect(), (0..cell).rev().collect());
        (0..cells).map(|cell| vec![arms(cell)]).collect()
    }

    const FOUR_OR_MORE: Length = Length {
        min: 4,
        exact: false,
    };
    const JUST_FOUR: Length = Length {
        min: 4,
        exact: true,
    };
    const FIVE: Length = Length {
        min: 5,
        exact: true,
    };

    #[test]
    fn a_stone_between_two_pairs_makes_five_in_a_row() {
        let runs = Runs::of(&strip(9), &[JUST_FOUR, FIVE, FOUR_OR_MORE]).unwrap();
        let mut words = Vec::new();
        runs.clear(&mut words);
        for cell in [1, 2, 4, 5] {
            assert_eq!(runs.place(&mut words, cell, 1), 0);
        }
        assert_eq!(runs.place(&mut words, 7, 2), 0);
        assert_eq!(runs.place(&mut words, 3, 1), 0b110);
        assert_eq!(
            runs.place(&mut words, 0, 1),
            0b100,
            "six are neither four nor five"
        );
    }

    #[test]
    fn runs_are_found_up_to_both_ends_of_the_longest_strip() {
        let runs = Runs::of(&strip(58), &[FOUR_OR_MORE]).unwrap();
        let mut words = Vec::new();
        runs.clear(&mut words);
        let mut ends = [0, 1, 2, 57, 56, 55].into_iter();
        assert!(ends.all(|cell| runs.place(&mut words, cell, 2) == 0));
        assert_eq!(runs.place(&mut words, 54, 2), 1);
        assert_eq!(runs.place(&mut words, 3, 2), 1);
        assert!(Runs::of(&strip(59), &[FOUR_OR_MORE]).is_none());
    }

    #[test]
    fn what_is_a_line_for_one_of_its_cells_only_is_none() {
        let mut axes = strip(4);
        axes[3].clear();
        assert!(Runs::of(&axes, &[FOUR_OR_MORE]).is_none());
        // An axis that returns to its first cell.
        axes = strip(4);
        axes[0][0].0.push(0);
        assert!(Runs::of(&axes, &[FOUR_OR_MORE]).is_none());
    }
}

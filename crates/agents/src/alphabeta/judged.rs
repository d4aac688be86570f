//! Judgements of positions, kept for when they come about again: a search meets many more than once (by another order of moves, in
//! another window, at the next depth).

/// What positions are worth to the first player, in places given by their hashes.
#[derive(Debug, Default)]
pub(super) struct Judged {
    places: Vec<(u64, i32)>,
}

/// Places (16 bytes each).
const SIZE: usize = 1 << 14;

impl Judged {
    /// Makes room.
    pub fn begin(&mut self) {
        if self.places.is_empty() {
            // No position's place is known by a hash of 0.
            self.places = vec![(0, 0); SIZE];
        }
    }

    /// What was said of a position, or what `judge` says, which is kept.
    #[inline]
    pub fn or_else(&mut self, hash: u64, judge: impl FnOnce() -> i32) -> i32 {
        match self.places.get_mut(hash as usize & (SIZE - 1)) {
            Some(place) if place.0 == hash && hash != 0 => place.1,
            Some(place) => {
                *place = (hash, judge());
                place.1
            }
            None => judge(),
        }
    }
}

//! What is worked out of positions, kept for when they come about again: a search meets many more than once (by another order of moves,
//! in another window, at the next depth).

/// What was found of positions, in places given by their keys.
#[derive(Debug, Default)]
pub(super) struct Kept<T> {
    places: Vec<(u64, T)>,
}

/// Places (16 bytes each).
const SIZE: usize = 1 << 14;

impl<T: Copy + Default> Kept<T> {
    /// Makes room.
    pub fn begin(&mut self) {
        if self.places.is_empty() {
            // No position's place is known by a key of 0.
            self.places = vec![(0, T::default()); SIZE];
        }
    }

    /// What was found of a position, or what `find` says, which is kept.
    #[inline]
    pub fn or_else(&mut self, key: u64, find: impl FnOnce() -> T) -> T {
        match self.places.get_mut(key as usize & (SIZE - 1)) {
            Some(place) if place.0 == key && key != 0 => place.1,
            Some(place) => {
                *place = (key, find());
                place.1
            }
            None => find(),
        }
    }
}

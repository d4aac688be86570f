//! The progress of pieces along tracks that visit a site more than once.

use super::State;

impl State {
    /// The place on a track of a piece of kind `what` that stands on a site: the first place that
    /// such a piece has reached. `None` if no such piece has reached it along the track.
    pub(crate) fn place_on_track(&self, track: usize, what: usize, site: i32) -> Option<u32> {
        let places = &self.layout.places;
        let all = places.of_site(track, site);
        let taken = |place: &&u32| {
            let cell = places.cell(track, **place, what);
            cell.is_some_and(|cell| self.cell(cell) > 0)
        };
        all.iter().find(taken).copied()
    }

    /// Records that a piece of kind `what` enters the board on a site: at its first place on each
    /// track.
    pub(crate) fn enter_tracks(&mut self, what: usize, site: i32) {
        let layout = self.layout.clone();
        for track in layout.places.tracks() {
            if let Some(&place) = layout.places.of_site(track, site).first() {
                self.count_on_track(track, place, what, 1);
            }
        }
    }

    /// Records that a piece of kind `what` moves from one site to another: to the next place of the
    /// target on each track, or, if there is none further on, to its first place. A piece whose
    /// place is unknown remains so.
    pub(crate) fn go_along_tracks(&mut self, what: usize, from: i32, to: i32) {
        let layout = self.layout.clone();
        for track in layout.places.tracks() {
            let old = self.place_on_track(track, what, from);
            match old {
                Some(place) => self.count_on_track(track, place, what, -1),
                None if layout.places.of_site(track, from).is_empty() => {}
                None => continue,
            }
            let all = layout.places.of_site(track, to);
            let further = all.iter().find(|&&place| Some(place) > old);
            if let Some(&place) = further.or_else(|| all.first()) {
                self.count_on_track(track, place, what, 1);
            }
        }
    }

    /// Records that a piece of kind `what` leaves a site. The format subtracts it at every place of
    /// the site, so that the place of the next such piece to arrive there may become unknown.
    pub(crate) fn leave_tracks(&mut self, what: usize, site: i32) {
        let layout = self.layout.clone();
        for track in layout.places.tracks() {
            for &place in layout.places.of_site(track, site) {
                self.count_on_track(track, place, what, -1);
            }
        }
    }

    /// Resets the counts on all tracks.
    pub(crate) fn clear_tracks(&mut self) {
        for cell in self.layout.places.cells() {
            self.set_hashed(cell, 0);
        }
    }

    fn count_on_track(&mut self, track: usize, place: u32, what: usize, change: i32) {
        if let Some(cell) = self.layout.places.cell(track, place, what) {
            let count = self.cell(cell);
            self.set_hashed(cell, count + change);
        }
    }
}

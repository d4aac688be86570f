//! Pieces that come along tracks which come to some site more than once.

use super::State;

impl State {
    /// The place on a track of a piece of kind `what` that stands on a site: the first that such a
    /// piece has come to. `None` where no such piece has come to it along the track.
    pub(crate) fn place_on_track(&self, track: usize, what: usize, site: i32) -> Option<u32> {
        let places = &self.layout.places;
        let all = places.of_site(track, site);
        let taken = |place: &&u32| {
            let cell = places.cell(track, **place, what);
            cell.is_some_and(|cell| self.cell(cell) > 0)
        };
        all.iter().find(taken).copied()
    }

    /// A piece of kind `what` comes onto a site from nowhere: onto its first place on each track.
    pub(crate) fn enter_tracks(&mut self, what: usize, site: i32) {
        let layout = self.layout.clone();
        for track in layout.places.tracks() {
            if let Some(&place) = layout.places.of_site(track, site).first() {
                self.count_on_track(track, place, what, 1);
            }
        }
    }

    /// A piece of kind `what` goes from one site to another: to the next place of the target on each
    /// track, or, if there is none further on, to its first. A piece that was lost from sight
    /// stays so.
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

    /// A piece of kind `what` is taken off a site. The format counts it off at every place of the
    /// site, so that the next such piece to come there may be lost from sight.
    pub(crate) fn leave_tracks(&mut self, what: usize, site: i32) {
        let layout = self.layout.clone();
        for track in layout.places.tracks() {
            for &place in layout.places.of_site(track, site) {
                self.count_on_track(track, place, what, -1);
            }
        }
    }

    /// No piece has come along any track.
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

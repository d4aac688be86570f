//! The positions of pieces along tracks that visit a site more than once.
//!
//! On such a track the site alone does not determine how far a piece has come. The state therefore
//! counts the pieces of each kind at each place of the track. Pieces of one kind on one site are
//! interchangeable: the one that is first on the track moves first.

use ludarium_board::Track;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The tracks of a game that visit some site more than once, and where a state counts the pieces on
/// them. Empty for all other games, which have no cost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The first cell of the counts in the state.
    first: usize,
    /// The number of counts.
    len: usize,
    /// The number of counts per place: one for each kind of piece.
    kinds: usize,
    /// By track: its places, if it visits some site more than once.
    windings: Vec<Option<Winding>>,
}

/// The places of a track.
#[derive(Clone, Debug)]
struct Winding {
    /// By site: its places, in order.
    of_site: FxHashMap<i32, SmallVec<[u32; 2]>>,
    /// By place: the first of its counts; `None` off the board.
    counts: Vec<Option<u32>>,
}

/// Whether a site of the track may stand for several places. If the end of the track leads back to
/// its beginning, a site stands for its first place only.
fn revisits_sites(track: &Track) -> bool {
    track.internal_loop && !track.looped
}

impl Places {
    pub fn new(tracks: &[Track], kinds: usize) -> Places {
        let mut places = Places {
            kinds,
            ..Places::default()
        };
        if tracks.iter().any(revisits_sites) {
            places.windings = tracks.iter().map(|track| places.winding(track)).collect();
        }
        places
    }

    fn winding(&mut self, track: &Track) -> Option<Winding> {
        if !revisits_sites(track) {
            return None;
        }
        let mut of_site: FxHashMap<i32, SmallVec<[u32; 2]>> = FxHashMap::default();
        for (place, step) in track.steps.iter().enumerate() {
            of_site.entry(step.site).or_default().push(place as u32);
        }
        let mut count = |site: i32| {
            let first = self.len as u32;
            let counted = site >= 0;
            self.len += if counted { self.kinds } else { 0 };
            counted.then_some(first)
        };
        let counts = track.steps.iter().map(|step| count(step.site)).collect();
        Some(Winding { of_site, counts })
    }

    /// These places with their counts starting at cell `first`.
    pub fn counted_from(self, first: usize) -> Places {
        Places { first, ..self }
    }

    /// The cells of the counts.
    pub fn cells(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }

    /// Whether no track visits a site twice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The numbers of the tracks that visit some site more than once.
    pub fn tracks(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.windings.len()).filter(|&track| self.windings[track].is_some())
    }

    /// The places of a site on a track, in order.
    pub fn of_site(&self, track: usize, site: i32) -> &[u32] {
        let winding = self.windings.get(track).and_then(Option::as_ref);
        winding
            .and_then(|winding| winding.of_site.get(&site))
            .map_or(&[], |places| places)
    }

    /// Whether a track visits some site more than once.
    pub fn is_winding(&self, track: usize) -> bool {
        self.windings.get(track).is_some_and(Option::is_some)
    }

    /// The cell that counts the pieces of a kind on a place; `None` off the board.
    pub fn cell(&self, track: usize, place: u32, what: usize) -> Option<usize> {
        let winding = self.windings.get(track)?.as_ref()?;
        let first = (*winding.counts.get(place as usize)?)? as usize;
        (what < self.kinds).then_some(self.first + first + what)
    }
}

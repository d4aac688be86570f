//! Statistics of moves and N-grams over all positions, for playouts and for progressive history.

use ludarium_engine::Move;

use super::iteration::Utilities;
use crate::key::mix;

/// Entries for moves and for N-grams.
const MOVE_ENTRIES: usize = 1 << 13;
const NGRAM_ENTRIES: usize = 1 << 16;

/// An N-gram counts from this number of visits.
const MIN_NGRAM_VISITS: f32 = 7.0;

/// The value of a move without visits, in playouts.
const UNTRIED_VALUE: f32 = 0.7;

/// The index of a player's move in a table of `places` entries.
fn place(by: usize, mv: Move, places: usize) -> usize {
    move_hash(by, mv) as usize & (places - 1)
}

/// A hash of a player's move. Moves to the same site with other pieces or by other rules differ.
pub(super) fn move_hash(by: usize, mv: Move) -> u64 {
    chain_hash(1, by, mv)
}

/// A hash of a move that continues the sequence with hash `seed`.
fn chain_hash(seed: u64, by: usize, mv: Move) -> u64 {
    mix(mix(seed, mv.key()), by as u64)
}

/// The sum of utilities, and the number of games.
type Entry = (f32, f32);

/// Move-average sampling (MAST) and N-gram selection over the last one or two moves.
///
/// Björnsson and Finnsson, "CadiaPlayer", 2009; Tak, Winands and Björnsson, "N-grams and the
/// last-good-reply policy applied in general game playing", 2012.
#[derive(Debug, Default)]
pub(super) struct Mast {
    moves: Vec<Entry>,
    /// N-grams of two and three moves; empty if not used.
    ngrams: Vec<Entry>,
}

impl Mast {
    /// Starts a new search, and discounts what the last one learned.
    pub fn begin(&mut self, ngrams: bool) {
        self.moves.resize(MOVE_ENTRIES, (0.0, 0.0));
        self.ngrams
            .resize(if ngrams { NGRAM_ENTRIES } else { 0 }, (0.0, 0.0));
        for (value, times) in self.moves.iter_mut().chain(&mut self.ngrams) {
            *value *= 0.2;
            *times *= 0.2;
        }
    }

    pub fn record(&mut self, played: &[(usize, Move)], utilities: &Utilities) {
        let note = |entry: &mut Entry, by: usize| {
            entry.0 += utilities[by.min(16)] as f32;
            entry.1 += 1.0;
        };
        for (index, &(by, mv)) in played.iter().enumerate() {
            note(&mut self.moves[place(by, mv, MOVE_ENTRIES)], by);
            if !self.ngrams.is_empty() {
                for ngram in ngrams(&played[..index], by, mv) {
                    note(&mut self.ngrams[ngram], by);
                }
            }
        }
    }

    /// The mean utility of games in which a player made a move; `None` without any.
    pub fn mean(&self, by: usize, mv: Move) -> Option<f32> {
        let entry = self.moves.get(place(by, mv, MOVE_ENTRIES));
        let (value, times) = entry.copied().filter(|(_, times)| *times >= 0.5)?;
        Some(value / times)
    }

    /// The value of a move after the moves before it: the mean over the move itself and the known
    /// N-grams that end with it.
    pub fn playout_value(&self, before: &[(usize, Move)], by: usize, mv: Move) -> f32 {
        let own = self.mean(by, mv).unwrap_or(UNTRIED_VALUE);
        if self.ngrams.is_empty() {
            return own;
        }
        let known = ngrams(before, by, mv).map(|ngram| self.ngrams[ngram]);
        let known = known.filter(|(_, times)| *times >= MIN_NGRAM_VISITS);
        let (sum, number) = known.fold((own, 1.0), |(sum, number), (value, times)| {
            (sum + value / times, number + 1.0)
        });
        sum / number
    }
}

/// The indices of the N-grams of two and three moves that end with a move.
fn ngrams(before: &[(usize, Move)], by: usize, mv: Move) -> impl Iterator<Item = usize> {
    let mut ngram = chain_hash(2, by, mv);
    let last: [Option<(usize, Move)>; 2] = [1, 2].map(|back| {
        let index = before.len().checked_sub(back)?;
        before.get(index).copied()
    });
    last.into_iter().flatten().map(move |(by, mv)| {
        ngram = chain_hash(ngram, by, mv);
        ngram as usize & (NGRAM_ENTRIES - 1)
    })
}

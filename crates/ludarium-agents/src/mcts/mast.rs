//! How well moves did wherever they were made: what playouts go by, and moves that were hardly tried.

use ludarium_engine::Move;

use super::iteration::Utilities;
use crate::key::mix;

/// Places for moves, and for rows of moves.
const MOVE_ENTRIES: usize = 1 << 13;
const NGRAM_ENTRIES: usize = 1 << 16;

/// A row counts once it was made so often.
const MIN_NGRAM_VISITS: f32 = 7.0;

/// What a playout expects of a move that was never made.
const UNTRIED_VALUE: f32 = 0.7;

/// Of a table of so many places, that of a move of a player.
fn place(by: usize, mv: Move, places: usize) -> usize {
    move_hash(by, mv) as usize & (places - 1)
}

/// A move of a player in short. Moves to one site with other men, or by other rules, are other moves.
pub(super) fn move_hash(by: usize, mv: Move) -> u64 {
    chain_hash(1, by, mv)
}

/// The same behind other moves.
fn chain_hash(seed: u64, by: usize, mv: Move) -> u64 {
    mix(mix(seed, mv.key()), by as u64)
}

/// The sum of what games were worth in which something happened, and how often it did.
type Entry = (f32, f32);

/// How well moves did (MAST), and moves after the one or two moves made before them (N-grams).
///
/// Björnsson and Finnsson, "CadiaPlayer", 2009; Tak, Winands and Björnsson, "N-grams and the last-good-reply policy applied in general
/// game playing", 2012.
#[derive(Debug, Default)]
pub(super) struct Mast {
    moves: Vec<Entry>,
    /// Rows of two and three moves; empty, where they are not asked for.
    ngrams: Vec<Entry>,
}

impl Mast {
    /// Starts anew, remembering a little.
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

    /// What games were worth on average in which a player made a move, if there were any.
    pub fn mean(&self, by: usize, mv: Move) -> Option<f32> {
        let entry = self.moves.get(place(by, mv, MOVE_ENTRIES));
        let (value, times) = entry.copied().filter(|(_, times)| *times >= 0.5)?;
        Some(value / times)
    }

    /// What a move promises after those made before: the mean over the move itself and the rows known that it ends.
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

/// The places of the rows of two and three moves that end with a move.
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

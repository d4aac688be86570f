//! The fixed targets of moves as bit sets.

use crate::game::Game;
use crate::ir::TableId;
use crate::set::{has, insert, word_at, SiteSet};

/// The targets of each site of the board.
#[derive(Clone, Debug)]
pub(super) struct TargetLists {
    lists: Vec<Vec<u16>>,
    /// The lists as sets, one after the other; empty where a list names a site twice.
    sets: Vec<u64>,
    words: usize,
}

impl TargetLists {
    pub fn new(game: &Game, lists: Vec<Vec<u16>>) -> TargetLists {
        let words = game.layout.set_words;
        let mut sets = vec![0; lists.len() * words];
        let mut twice = false;
        for (list, set) in lists.iter().zip(sets.chunks_mut(words.max(1))) {
            for &site in list {
                twice |= has(set, site);
                insert(set, site);
            }
        }
        if twice {
            sets.clear();
        }
        TargetLists { lists, sets, words }
    }

    /// The steps along a table.
    pub fn steps(game: &Game, table: TableId) -> TargetLists {
        let table = &game.tables[usize::from(table)];
        let near = |site| table.steps_of(site).to_vec();
        TargetLists::new(game, (0..game.layout.board_sites).map(near).collect())
    }

    #[inline]
    pub fn of(&self, site: usize) -> &[u16] {
        self.lists.get(site).map_or(&[], |list| list)
    }

    #[inline]
    fn set(&self, site: usize) -> Option<&[u64]> {
        self.sets.get(site * self.words..(site + 1) * self.words)
    }

    /// Whether any target is in a set and, if given, in `only`.
    #[inline]
    pub fn intersects(&self, site: usize, set: &[u64], only: Option<&SiteSet>) -> bool {
        let Some(near) = self.set(site) else {
            return true;
        };
        let wanted = |index| only.map_or(u64::MAX, |only| word_at(only.words(), index));
        let mut words = near.iter().zip(set).enumerate();
        words.any(|(index, (near, word))| near & word & wanted(index) != 0)
    }

    /// The number of targets in a set; `None` where one of them is in `except`, or that is unknown.
    #[inline]
    pub fn count(&self, site: usize, set: &[u64], except: &[u64]) -> Option<u32> {
        let near = self.set(site)?;
        if let (&[near], &[word]) = (near, set) {
            let found = near & word;
            return (found & word_at(except, 0) == 0).then(|| found.count_ones());
        }
        let mut all = 0;
        for (index, (near, word)) in near.iter().zip(set).enumerate() {
            let found = near & word;
            if found & word_at(except, index) != 0 {
                return None;
            }
            all += found.count_ones();
        }
        Some(all)
    }
}

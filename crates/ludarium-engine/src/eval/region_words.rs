//! Words of regions: where a region is only counted, or asked for one site, its words are read off
//! the sets of the state and of the board instead of being put into a set of their own.

use super::Evaluator;
use crate::ir::{Dirs, Int, Owners, Sites, Table, INFINITY};

/// The number of words above which a region is computed as a set.
const FEW: usize = 4;

/// The sites of a region, as words.
pub(super) type Words = [u64; FEW];

impl<'a> Evaluator<'a> {
    /// The number of sites of a region; `None` where it takes more than its words.
    pub(super) fn size_by_words(&mut self, sites: &'a Sites) -> Option<i32> {
        let words = self.region_words(sites)?;
        let size = words.iter().map(|word| word.count_ones() as i32).sum();
        #[cfg(debug_assertions)]
        {
            let computed = self.cross_check(|eval| eval.sites(sites).len() as i32);
            debug_assert!(computed.is_none_or(|len| len == size), "{sites:?}: {size}");
        }
        Some(size)
    }

    /// Whether a region has a site; `None` where it takes more than its words.
    pub(super) fn has_by_words(&mut self, sites: &'a Sites, site: i32) -> Option<bool> {
        let words = self.region_words(sites)?;
        let has = usize::try_from(site).is_ok_and(|site| has_bit(&words, site));
        #[cfg(debug_assertions)]
        {
            let computed = self.cross_check(|eval| eval.sites(sites).contains(site));
            debug_assert!(
                computed.is_none_or(|within| within == has),
                "{sites:?}: {site}"
            );
        }
        Some(has)
    }

    /// The words of a region of the board's own type, if nothing changes while it is evaluated.
    pub(super) fn region_words(&mut self, sites: &'a Sites) -> Option<Words> {
        let few = self.game.layout.set_words <= FEW;
        (few && self.has_words(sites)).then(|| self.words_of(sites))
    }

    /// Whether [`Evaluator::words_of`] gives the words of a region.
    fn has_words(&self, sites: &'a Sites) -> bool {
        let layout = &self.game.layout;
        match sites {
            Sites::Const(_) | Sites::Tabulated(_) => true,
            Sites::Empty(site_type) => *site_type == layout.own,
            Sites::Occupied {
                site_type,
                owners,
                container: None,
                kinds: None,
                top,
                ..
            } => {
                let plain = match owners {
                    Owners::One(player) => is_plain(player),
                    Owners::Team(_) => false,
                    _ => true,
                };
                plain && *site_type == layout.own && (*top || layout.levels == 0)
            }
            Sites::Union(parts) | Sites::Intersection(parts) => {
                parts.iter().all(|part| self.has_words(part))
            }
            Sites::Difference(first, second) => self.has_words(first) && self.has_words(second),
            Sites::ByPlayer(_, at) | Sites::ByIndex(_, at) => is_plain(at),
            Sites::Around {
                site_type,
                of,
                kind: None,
                distance,
                dirs,
                cond: None,
                each_from: false,
                ..
            } => {
                let near = matches!(**distance, Int::Const(1));
                near && self.goes_from_one_site(of, *site_type, dirs)
            }
            Sites::Direction {
                site_type,
                from,
                dirs,
                stop: None,
                distance,
                ..
            } => {
                let endless = matches!(**distance, Int::Const(INFINITY));
                endless && self.goes_from_one_site(from, *site_type, dirs)
            }
            _ => false,
        }
    }

    /// Whether a region is a single site, from which the steps and rays in some directions are
    /// those of a table.
    fn goes_from_one_site(&self, of: &'a Sites, site_type: usize, dirs: &'a Dirs) -> bool {
        let Sites::List(list) = of else { return false };
        let one = matches!(&list[..], [site] if is_plain(site));
        let plain = site_type == self.game.layout.own && self.game.cover == 0;
        one && plain && self.state.mover() > 0 && self.single_table(site_type, dirs).is_some()
    }

    /// The words of a region of which [`Evaluator::has_words`] says that it has them.
    fn words_of(&mut self, sites: &'a Sites) -> Words {
        let layout = &self.game.layout;
        let mut words = [0; FEW];
        match sites {
            Sites::Const(set) => add(&mut words, set.words()),
            Sites::Tabulated(table) => match self.tabulated_sites(table) {
                Some(set) => add(&mut words, set.words()),
                None => add(&mut words, self.sites(&table.of).words()),
            },
            Sites::Empty(_) => {
                add(&mut words, self.state.empty());
                keep_below(&mut words, layout.board_sites);
            }
            Sites::Occupied { owners, hands, .. } => {
                let within = if *hands {
                    layout.sites
                } else {
                    layout.board_sites
                };
                let bits = self.owner_bits(owners);
                for owner in (0..self.game.players + 2).filter(|owner| bits >> owner & 1 == 1) {
                    add(&mut words, self.state.owned(owner));
                }
                keep_below(&mut words, within);
            }
            Sites::Union(parts) => {
                for part in parts {
                    let part = self.words_of(part);
                    add(&mut words, &part);
                }
            }
            Sites::Intersection(parts) => {
                if let Some((first, rest)) = parts.split_first() {
                    words = self.words_of(first);
                    for part in rest {
                        let part = self.words_of(part);
                        words
                            .iter_mut()
                            .zip(part)
                            .for_each(|(word, part)| *word &= part);
                    }
                }
            }
            Sites::Difference(first, second) => {
                words = self.words_of(first);
                let less = self.words_of(second);
                words
                    .iter_mut()
                    .zip(less)
                    .for_each(|(word, less)| *word &= !less);
            }
            Sites::ByPlayer(sets, at) | Sites::ByIndex(sets, at) => {
                let set = usize::try_from(self.int(at))
                    .ok()
                    .and_then(|at| sets.get(at));
                set.into_iter().for_each(|set| add(&mut words, set.words()));
            }
            Sites::Around {
                site_type,
                of,
                dirs,
                include_self,
                ..
            } => {
                if let Some((site, table)) = self.one_site(of, *site_type, dirs) {
                    table
                        .step_sets()
                        .each_word(site, |index, near| words[index] |= near);
                    insert_if(&mut words, site, *include_self);
                }
            }
            Sites::Direction {
                site_type,
                from,
                dirs,
                included,
                ..
            } => {
                if let Some((site, table)) = self.one_site(from, *site_type, dirs) {
                    let rays = table.rays_of(site);
                    rays.for_each(|ray| add(&mut words, table.ray_sets().of(ray)));
                    let exists = site < layout.sites;
                    insert_if(&mut words, site, *included && exists);
                }
            }
            _ => {}
        }
        words
    }

    /// The site of a region of one site, if it is one, and the table of some directions.
    fn one_site(
        &mut self,
        of: &'a Sites,
        site_type: usize,
        dirs: &'a Dirs,
    ) -> Option<(usize, &'a Table)> {
        let table = self.single_table(site_type, dirs)?;
        let Sites::List(list) = of else { return None };
        let site = self.int(list.first()?);
        Some((usize::try_from(site).ok()?, table))
    }
}

/// Whether a number is read off at once, and changes nothing when it is evaluated.
fn is_plain(int: &Int) -> bool {
    matches!(
        int,
        Int::Const(_)
            | Int::Iter(_)
            | Int::Mover
            | Int::Next
            | Int::Prev(_)
            | Int::LastFrom
            | Int::LastTo
    )
}

/// Adds the sites of a set.
fn add(words: &mut Words, set: &[u64]) {
    words
        .iter_mut()
        .zip(set)
        .for_each(|(word, add)| *word |= add);
}

fn has_bit(words: &Words, site: usize) -> bool {
    let word = words.get(site >> 6);
    word.is_some_and(|word| word >> (site & 63) & 1 == 1)
}

/// Adds a site, if it is wanted.
fn insert_if(words: &mut Words, site: usize, wanted: bool) {
    if let (true, Some(word)) = (wanted, words.get_mut(site >> 6)) {
        *word |= 1 << (site & 63);
    }
}

/// Removes the sites that are not below a number.
fn keep_below(words: &mut Words, end: usize) {
    for (index, word) in words.iter_mut().enumerate() {
        *word &= match end.saturating_sub(index << 6) {
            0 => 0,
            bits @ 1..=63 => (1 << bits) - 1,
            _ => u64::MAX,
        };
    }
}

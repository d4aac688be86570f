//! Regions of occupied sites.

use super::Evaluator;
use crate::ir::{Bool, Iter, Owners};
use crate::layout::Field;
use crate::set::{words_within, SiteSet};
use smallvec::SmallVec;
use std::ops::Range;

impl<'a> Evaluator<'a> {
    /// The sites of type `site_type` among the slots of a set; sites of containers only if wanted.
    pub fn of_type(&self, words: &[u64], site_type: usize, containers: bool) -> SiteSet {
        let layout = &self.game.layout;
        let (from, len) = match (site_type == layout.own, containers) {
            (true, true) => (0, layout.sites),
            (true, false) => (0, layout.board_sites),
            _ => (layout.base[site_type], layout.lens[site_type]),
        };
        slice_of_bits(words, from, len)
    }

    /// The set of the site of the slot that a field holds; empty if it holds none.
    pub(super) fn slot_set(&self, field: Field) -> SiteSet {
        let slot = self.state.field(field);
        let mut set = SiteSet::default();
        if slot >= 0 && (slot as usize) < self.game.layout.slots {
            set.insert(self.game.layout.site(slot as usize).1);
        }
        set
    }

    /// The players that `owners` stands for, as bits (bit 0: nobody; the highest: all players
    /// together).
    pub fn owner_bits(&mut self, owners: &'a Owners) -> u32 {
        let players = self.game.players;
        let every = (2u32 << players) - 2;
        match owners {
            Owners::One(player) => {
                let player = self.int(player);
                if (0..=players as i32 + 1).contains(&player) {
                    1 << player
                } else {
                    0
                }
            }
            Owners::All => (4u32 << players) - 1,
            Owners::Each => every,
            // Neutral pieces are not the mover's, either.
            Owners::NonMover => (every | 1) & !(1 << self.mover().clamp(0, 31)),
            Owners::Enemy | Owners::Friend | Owners::Ally | Owners::Team(_) => {
                let mover = self.mover();
                let team = match owners {
                    Owners::Team(team) => Some(self.int(team)),
                    _ => None,
                };
                let mut bits = 0;
                for player in 1..=players as i32 {
                    let wanted = match owners {
                        Owners::Enemy => !self.friends(mover, player),
                        Owners::Friend => self.friends(mover, player),
                        Owners::Ally => player != mover && self.friends(mover, player),
                        _ => {
                            let own = self
                                .state
                                .player(crate::layout::PlayerField::Team, player as usize);
                            team == Some(own)
                        }
                    };
                    if wanted {
                        bits |= 1 << player;
                    }
                }
                bits
            }
        }
    }

    /// Whether `owners` includes a player.
    #[inline]
    pub fn is_owner(&mut self, owners: &'a Owners, player: i32) -> bool {
        match owners {
            Owners::One(one) => self.int(one) == player,
            Owners::All => true,
            _ => (0..32).contains(&player) && self.owner_bits(owners) >> player & 1 == 1,
        }
    }

    /// The sites of a player, which the state keeps.
    pub(super) fn of_player(
        &mut self,
        site_type: usize,
        player: &'a crate::ir::Int,
        hands: bool,
    ) -> SiteSet {
        let player = usize::try_from(self.int(player)).ok();
        let player = player.filter(|&player| player <= self.game.players + 1);
        player.map_or_else(SiteSet::default, |player| {
            self.of_type(self.state.owned(player), site_type, hands)
        })
    }

    pub(super) fn occupied(
        &mut self,
        site_type: usize,
        owners: &'a Owners,
        container: Option<&'a crate::ir::Int>,
        kinds: Option<&'a [crate::ir::Int]>,
        top: bool,
        hands: bool,
    ) -> SiteSet {
        let buried = !top && self.game.layout.levels > 0;
        if let (Owners::One(player), false, None, None) = (owners, buried, container, kinds) {
            return self.of_player(site_type, player, hands);
        }
        let bits = self.owner_bits(owners);
        let within = container.map(|container| {
            let index = usize::try_from(self.int(container)).ok();
            let container = index.and_then(|index| self.game.containers.get(index));
            container.map_or(0..0, |own| own.first..own.first + own.size)
        });
        if let (Some(within), false, true) = (&within, buried, site_type == self.game.layout.own) {
            // Hands are often empty.
            let owners = 0..self.game.players + 2;
            let mut owners = owners.filter(|owner| bits >> owner & 1 == 1);
            if !owners.any(|owner| any_within(self.state.owned(owner), within.clone())) {
                return SiteSet::default();
            }
        }
        let kinds = kinds.map(|kinds| {
            let mut wanted: SmallVec<[usize; 8]> = SmallVec::new();
            for kind in kinds {
                let kind = self.int(kind);
                if kind > 0 {
                    wanted.push(kind as usize);
                }
            }
            wanted
        });
        let stacked = self.game.layout.levels > 0;
        if let (Some(kinds), false, true) = (&kinds, stacked, site_type == self.game.layout.own) {
            let layout = &self.game.layout;
            let all: Range<usize> = 0..if hands {
                layout.sites
            } else {
                layout.board_sites
            };
            let within = within.unwrap_or(all.clone());
            return self.of_kinds(bits, within.start..within.end.min(all.end), kinds);
        }
        let mut set = SiteSet::default();
        if buried {
            let layout = &self.game.layout;
            let slots = match site_type == layout.own {
                true if hands => 0..layout.sites,
                true => 0..layout.board_sites,
                false => layout.base[site_type]..layout.base[site_type] + layout.lens[site_type],
            };
            let within = slots.start..slots.end.min(layout.slots);
            for slot in self.state.occupied_slots(within) {
                let mut kinds = self.state.kinds_on(slot);
                let owned = kinds.any(|what| bits >> self.game.owners[what] & 1 == 1);
                if owned {
                    set.insert((slot - slots.start) as i32);
                }
            }
        } else {
            for owner in 0..self.game.players + 2 {
                if bits >> owner & 1 == 1 {
                    let owned = self.of_type(self.state.owned(owner), site_type, hands);
                    if set.is_empty() {
                        set = owned;
                    } else {
                        set.union_with(&owned);
                    }
                }
            }
        }
        if let Some(within) = within {
            set.retain_range(within);
        }
        if let Some(wanted) = kinds {
            let mut left = SiteSet::default();
            for site in set.iter() {
                let Some(slot) = self.slot(site_type, site) else {
                    continue;
                };
                let found = if stacked {
                    // A piece of the kind may lie anywhere in the stack: which piece is on top
                    // matters to the owners only.
                    (0..self.state.height(slot)).any(|level| {
                        let what = self.state.what_at(slot, level);
                        wanted.contains(&what) && bits >> self.game.owners[what] & 1 == 1
                    })
                } else {
                    wanted.contains(&self.state.what(slot))
                };
                if found {
                    left.insert(site);
                }
            }
            return left;
        }
        set
    }

    /// The slots of a range whose topmost pieces are of some kinds and of some players (bits).
    fn of_kinds(&self, bits: u32, within: Range<usize>, kinds: &[usize]) -> SiteSet {
        let mut set = SiteSet::default();
        for owner in (0..self.game.players + 2).filter(|owner| bits >> owner & 1 == 1) {
            let owned = self.state.owned(owner);
            let words = words_within(within.clone(), owned.len(), |index| owned[index]);
            for (index, mut left) in words {
                while left != 0 {
                    let slot = index << 6 | left.trailing_zeros() as usize;
                    left &= left - 1;
                    if kinds.contains(&self.state.what(slot)) {
                        set.insert(slot as i32);
                    }
                }
            }
        }
        set
    }

    #[inline]
    pub(super) fn has_state(&self, site_type: usize, site: i32, state: i32) -> bool {
        // An empty site has a state, too: 0, unless a rule has set another.
        self.slot(site_type, site)
            .is_some_and(|slot| self.state.state_at(slot, self.state.top(slot)) == state)
    }

    pub(super) fn levels(
        &mut self,
        site_type: usize,
        at: i32,
        from_top: bool,
        cond: Option<&'a Bool>,
        start: Option<i32>,
    ) -> SiteSet {
        let mut set = SiteSet::default();
        let Some(slot) = self.slot(site_type, at) else {
            return set;
        };
        let height = self.state.height(slot) as i32;
        let old = self.get(Iter::Level);
        let first = start.unwrap_or(if from_top { height - 1 } else { 0 });
        let mut level = first;
        while (0..height).contains(&level) {
            self.bind(Iter::Level, level);
            if cond.is_none_or(|cond| self.bool(cond)) {
                set.insert(level);
            }
            level += if from_top { -1 } else { 1 };
        }
        self.bind(Iter::Level, old);
        set
    }
}

/// Whether any bit of a set lies in a range.
fn any_within(words: &[u64], within: Range<usize>) -> bool {
    words_within(within, words.len(), |index| words[index]).any(|(_, word)| word != 0)
}

/// The bits `from..from + len` of a sequence of words, moved to the front.
fn slice_of_bits(words: &[u64], from: usize, len: usize) -> SiteSet {
    let (skip, shift) = (from / 64, from % 64);
    if shift == 0 && skip < words.len() {
        // The sites usually begin or end with the set.
        let many = len.div_ceil(64).min(words.len() - skip);
        let mut set = SiteSet::from_words(&words[skip..skip + many]);
        set.truncate(len);
        return set;
    }
    let mut row: SmallVec<[u64; 6]> = SmallVec::new();
    for index in 0..len.div_ceil(64) {
        let low = words.get(skip + index).copied().unwrap_or(0) >> shift;
        let high = if shift == 0 {
            0
        } else {
            words.get(skip + index + 1).copied().unwrap_or(0) << (64 - shift)
        };
        row.push(low | high);
    }
    if len % 64 != 0 {
        if let Some(last) = row.last_mut() {
            *last &= (1 << (len % 64)) - 1;
        }
    }
    SiteSet::from_words(&row)
}

//! Groups of equal stones with their liberties, worked out once for all moves of a list.
//!
//! A stone that is placed without taking anything belongs to the groups beside it: it has a liberty
//! if one of them has another one. A group of the enemy that has another liberty is not taken.

use smallvec::SmallVec;

use super::added_stones::Adding;
use super::Evaluator;
use crate::ir::TableId;
use crate::set::SiteSet;
use crate::state::mix;
use crate::Move;

/// No liberty.
const NONE: u16 = u16::MAX;

/// How often a position is asked about before its groups are worked out, unless its moves are being
/// listed: a move that is drawn asks only once or twice.
const QUESTIONS: u32 = 3;

/// The groups of a position.
#[derive(Debug, Default)]
pub(super) struct StoneGroups {
    table: TableId,
    /// The position: its hash, and the number of changes that can be undone.
    position: (u64, usize),
    asked: u32,
    /// Whether the groups have been worked out.
    found: bool,
    /// Whether a site is neither free nor taken, so that liberties are not what they seem.
    unsure: bool,
    /// By site: the number of its group, from 1; 0 where nothing stands.
    number: Vec<u16>,
    groups: Vec<Group>,
}

/// A group of stones.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Two of its liberties, or [`NONE`].
    liberties: [u16; 2],
    /// Its part of the position's key.
    key: u64,
    /// The player whose stones these are.
    owner: u8,
}

impl Group {
    const EMPTY: Group = Group {
        liberties: [NONE; 2],
        key: 0,
        owner: 0,
    };

    #[inline]
    fn add_liberty(&mut self, site: u16) {
        match self.liberties {
            [NONE, _] => self.liberties[0] = site,
            [first, NONE] if first != site => self.liberties[1] = site,
            _ => {}
        }
    }
}

impl StoneGroups {
    /// Forgets one position for another, of which nothing is known yet.
    fn begin(&mut self, table: TableId, position: (u64, usize)) {
        self.table = table;
        self.position = position;
        self.asked = 0;
        self.found = false;
        self.unsure = false;
    }

    /// Whether the groups have been worked out.
    fn is_known(&self) -> bool {
        self.found && !self.unsure
    }

    /// Whether the group of a site has a liberty besides `to`.
    #[inline]
    fn breathes_without(&self, site: usize, to: usize) -> bool {
        let number = self.number.get(site).copied().unwrap_or(0);
        let [first, second] = self.groups[usize::from(number)].liberties;
        second != NONE || first != NONE && usize::from(first) != to
    }
}

/// What a stone takes: nothing, or whole groups, with their part of the position's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Nothing,
    Groups { key: u64 },
}

impl<'a> Evaluator<'a> {
    /// The groups along a table, if the position has been asked about more than once or twice.
    fn stone_groups(&mut self, table: TableId) -> Option<&StoneGroups> {
        let position = (self.state.hash(), self.state.changes());
        let mut groups = self.stone_groups.take().unwrap_or_default();
        if groups.position != position || groups.table != table {
            groups.begin(table, position);
        }
        groups.asked += 1;
        let listed = self.lists_at == Some(position.1);
        if !groups.found && (listed || groups.asked >= QUESTIONS) {
            groups.found = true;
            self.find_groups(&mut groups);
        }
        let groups = self.stone_groups.insert(groups);
        groups.is_known().then_some(&**groups)
    }

    fn find_groups(&self, groups: &mut StoneGroups) {
        let layout = &self.game.layout;
        let table = &self.game.tables[usize::from(groups.table)];
        let kinds = &self.state.kinds()[..layout.board_sites];
        groups.number.clear();
        groups.number.resize(kinds.len(), 0);
        groups.groups.clear();
        groups.groups.push(Group::EMPTY);
        let mut pending: Vec<u16> = Vec::with_capacity(kinds.len());
        for (start, &kind) in kinds.iter().enumerate() {
            if kind == 0 {
                groups.unsure |= !self.state.is_free(start);
            }
            if kind == 0 || groups.number[start] != 0 {
                continue;
            }
            let number = groups.groups.len() as u16;
            let mut group = Group {
                owner: self.game.owners[kind as usize],
                ..Group::EMPTY
            };
            groups.number[start] = number;
            pending.push(start as u16);
            while let Some(site) = pending.pop() {
                group.key ^= mix(layout.what + usize::from(site), kind);
                for &near in table.steps_of(usize::from(site)) {
                    let slot = usize::from(near);
                    let Some(&other) = kinds.get(slot) else {
                        continue;
                    };
                    if other == 0 {
                        group.add_liberty(near);
                    } else if other == kind && groups.number[slot] == 0 {
                        groups.number[slot] = number;
                        pending.push(near);
                    }
                }
            }
            groups.groups.push(group);
        }
    }

    /// The empty sites on which a stone of the mover's takes nothing: no group of the enemy has its
    /// last liberty there.
    pub(super) fn where_stones_take_nothing(&mut self, table: TableId) -> Option<SiteSet> {
        self.stone_groups(table)?;
        let groups = self.stone_groups.as_deref()?;
        let mut sites = SiteSet::from_words(self.state.empty());
        sites.truncate(self.game.layout.board_sites);
        for group in &groups.groups {
            let [last, other] = group.liberties;
            if other == NONE && last != NONE && self.is_enemy(group.owner.into(), self.mover()) {
                sites.remove(last.into());
            }
        }
        Some(sites)
    }

    /// What a stone on `to` takes, where that is known.
    pub(super) fn taken_by_stone(&mut self, adding: &Adding, to: usize) -> Option<Taken> {
        let (table, game, mover) = (adding.groups?, self.game, self.mover());
        self.stone_groups(table)?;
        let groups = self.stone_groups.as_deref()?;
        let (mut key, mut taken) = (0, SmallVec::<[u16; 4]>::new());
        for &near in game.tables[usize::from(table)].steps_of(to) {
            let slot = usize::from(near);
            let number = *groups.number.get(slot)?;
            let enemy = self.is_enemy(self.owner_at(slot), mover);
            if !enemy || groups.breathes_without(slot, to) || taken.contains(&number) {
                continue;
            }
            if !adding.takes_surely {
                return None;
            }
            key ^= groups.groups[usize::from(number)].key;
            taken.push(number);
        }
        Some(match taken.is_empty() {
            true => Taken::Nothing,
            false => Taken::Groups { key },
        })
    }

    /// Whether the stone that a move places has a liberty afterwards, where the groups beside it
    /// tell that.
    pub(super) fn keeps_liberty(&mut self, mv: Move, adding: &Adding, to: usize) -> Option<bool> {
        let table = adding.groups?;
        let kind = usize::try_from(mv.payload[0])
            .ok()
            .filter(|&kind| kind > 0)?;
        let game = self.game;
        self.stone_groups(table)?;
        let groups = self.stone_groups.as_deref()?;
        for &near in game.tables[usize::from(table)].steps_of(to) {
            let slot = usize::from(near);
            if self.state.what(slot) == kind && groups.breathes_without(slot, to) {
                return Some(true);
            }
        }
        // What is taken leaves liberties.
        Some(self.taken_by_stone(adding, to)? != Taken::Nothing)
    }
}

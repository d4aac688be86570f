//! Attack tables: from which slots a piece may reach a site, on the board as it stands.
//!
//! A question such as "is the king attacked?" asks for moves to one site. For every pair of sites,
//! the table stores which kinds of pieces may move from the one to the other, and which sites in
//! between must be empty. The table rules out most pieces without evaluating any rule. The rules
//! themselves decide about the rest, so the table may overestimate attacks but never miss one.

use super::attack_patterns::{AttackPatterns, AttacksOnSite};
use crate::game::Game;
use crate::ir::ForEachPiece;
use crate::set::SiteSet;
use crate::state::State;

/// Boards with more sites than this have no table: it would cost more than it saves.
const MAX_SITES: usize = 512;

/// A set of kinds, by their number modulo 64: a bit may stand for several kinds.
pub(super) type Kinds = u64;

pub(super) fn bit(kind: usize) -> Kinds {
    1 << (kind & 63)
}

/// The possible attacks on each site.
#[derive(Clone, Debug, Default)]
pub struct AttackTable {
    /// The number of words in a set of slots; 0 where there is no table.
    words: usize,
    /// By target: the slots from which some kind may come.
    origins: Vec<u64>,
    /// By target: the number of slots in the sets of all targets before it.
    before: Vec<u32>,
    /// By target and slot of its set, in order: the index of the first entry.
    first: Vec<u32>,
    entries: Vec<AttackEntry>,
    /// The sets of sites in between, for entries that need them empty.
    paths: Vec<u64>,
    /// Kinds without entries, which may come from anywhere.
    unknown_kinds: Kinds,
}

/// The kinds that may move from one slot to a target along one path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AttackEntry {
    /// The kinds that may come if all sites in between are empty.
    pub clear: Kinds,
    /// The kinds that may come if all sites in between and the target are empty.
    pub clear_to_empty: Kinds,
    /// The kinds that may come if exactly one site in between is occupied.
    pub over_one: Kinds,
    /// The kinds that may come whatever stands in between.
    pub any_path: Kinds,
    /// The kinds among `clear` that no other condition keeps from capturing an opponent on the
    /// target.
    pub certain: Kinds,
    /// The start of the set of sites in between, in `paths`.
    path: u32,
    /// Whether the next entry has the same two slots.
    more: bool,
}

/// Whether a site is attacked, as far as the table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Attacked {
    /// No piece can reach it.
    No,
    /// Some piece may reach it, if the rules allow it.
    Maybe,
    /// Some piece can capture an opponent there.
    Yes,
}

/// How moves can change the attacks on a site: the pinned pieces, and the evasions from check.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckInfo {
    /// The slots whose piece must stay: it is the only one blocking some attack, or one of two
    /// where a piece attacks over exactly one.
    pub pinned: SiteSet,
    /// The slots between the site and pieces that would attack it over a piece there.
    pub screens: SiteSet,
    /// If the site is attacked: the slots of the attackers and the slots in between that every
    /// certain attack shares. Only a capture or block there can end all of them.
    pub evasions: Option<SiteSet>,
}

impl CheckInfo {
    /// Adds a certain attack from a slot along a path.
    fn add_checker(&mut self, slot: usize, path: &[u64]) {
        let mut covered = SiteSet::from_words(path);
        covered.insert(slot as i32);
        match &mut self.evasions {
            Some(evasions) => evasions.intersect_with(&covered),
            none => *none = Some(covered),
        }
    }
}

/// A move that is not made: a piece leaves its slot and replaces what stands on its target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TentativeMove {
    /// The slot that becomes empty.
    pub from: usize,
    /// The slot that then belongs to the mover.
    pub to: usize,
}

impl TentativeMove {
    /// A word of the set of empty slots after the move.
    #[inline]
    fn empty(self, index: usize, word: u64) -> u64 {
        let mut word = word;
        if self.from >> 6 == index {
            word |= 1 << (self.from & 63);
        }
        if self.to >> 6 == index {
            word &= !(1 << (self.to & 63));
        }
        word
    }
}

impl AttackTable {
    /// The table for the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> AttackTable {
        let sites = game.layout.board_sites;
        if game.layout.slots > MAX_SITES {
            return AttackTable::default();
        }
        let mut attacks = vec![AttacksOnSite::default(); sites];
        let mut unknown_kinds = 0;
        for (what, moves) in pieces.moves.iter().enumerate() {
            let Some(moves) = moves else { continue };
            // Nothing is certain about a kind that shares its bit with others.
            let sure = pieces.moves.len() <= 64;
            let mut patterns = AttackPatterns::of(game, what);
            match patterns.add_moves(moves, sure, 0) {
                Some(()) => patterns.collect_attacks(bit(what), &mut attacks),
                None => unknown_kinds |= bit(what),
            }
        }
        let mut all = AttackTable {
            words: game.layout.set_words,
            paths: vec![0; game.layout.set_words],
            unknown_kinds,
            ..AttackTable::default()
        };
        for on_site in &attacks {
            all.add(on_site);
        }
        all
    }

    /// Adds the entries of the next target.
    fn add(&mut self, on_site: &AttacksOnSite) {
        self.before.push(self.first.len() as u32);
        let start = self.origins.len();
        self.origins.resize(start + self.words, 0);
        let mut last = None;
        for ((slot, path), kinds) in &on_site.attacks {
            if last == Some(*slot) {
                if let Some(entry) = self.entries.last_mut() {
                    entry.more = true;
                }
            } else {
                self.origins[start + usize::from(slot >> 6)] |= 1 << (slot & 63);
                self.first.push(self.entries.len() as u32);
                last = Some(*slot);
            }
            // All entries without sites in between share the empty path.
            let at = match path.is_empty() {
                true => 0,
                false => self.paths.len(),
            };
            self.paths.resize(self.paths.len().max(at + self.words), 0);
            for site in path {
                self.paths[at + usize::from(site >> 6)] |= 1 << (site & 63);
            }
            self.entries.push(AttackEntry {
                path: at as u32,
                ..*kinds
            });
        }
    }

    /// Calls `found` with each slot from which a piece of `owner` might reach `target`, until it
    /// returns `false`. Returns `None`, without any call, where there is no table.
    #[inline]
    pub(crate) fn each_attacker(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        mut found: impl FnMut(usize) -> bool,
    ) -> Option<()> {
        let quiet = state.kinds().get(target) == Some(&0);
        let words = |_, word| word;
        self.visit_attackers(state, owners, owner, target, quiet, words, |slot, _| {
            found(slot)
        })
    }

    /// Whether a piece of `owner` attacks `target`.
    pub(crate) fn attacked(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
    ) -> Attacked {
        let mut best = Attacked::No;
        let quiet = state.kinds().get(target) == Some(&0);
        let words = |_, word| word;
        let known = self.visit_attackers(state, owners, owner, target, quiet, words, |_, sure| {
            best = best.max(if sure && !quiet {
                Attacked::Yes
            } else {
                Attacked::Maybe
            });
            best < Attacked::Yes
        });
        known.map_or(Attacked::Maybe, |()| best)
    }

    /// Whether a piece of `owner` attacks `target`, where an opponent's piece stands, after a move.
    pub(crate) fn attacked_after(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        tentative: TentativeMove,
    ) -> Attacked {
        let mut best = Attacked::No;
        let empty = |index, word| tentative.empty(index, word);
        let known =
            self.visit_attackers(state, owners, owner, target, false, empty, |slot, sure| {
                if slot != tentative.to {
                    best = best.max(if sure { Attacked::Yes } else { Attacked::Maybe });
                }
                best < Attacked::Yes
            });
        known.map_or(Attacked::Maybe, |()| best)
    }

    /// Whether a piece of kind `what`, put on `slot`, might attack `target`, where an opponent's
    /// piece stands.
    pub(crate) fn may_attack_from(
        &self,
        state: &State,
        what: usize,
        slot: usize,
        target: usize,
    ) -> bool {
        let kind = bit(what);
        let Some(&before) = self.before.get(target) else {
            return true;
        };
        if self.unknown_kinds & kind != 0 {
            return true;
        }
        let reach = &self.origins[target * self.words..][..self.words];
        let (word, lowest) = (slot >> 6, 1 << (slot & 63));
        if reach.get(word).is_none_or(|word| word & lowest == 0) {
            return false;
        }
        let lower: u32 = reach[..word].iter().map(|word| word.count_ones()).sum();
        let rank = before + lower + (reach[word] & (lowest - 1)).count_ones();
        let empty_words = state.empty();
        let first = self.first[rank as usize] as usize;
        let mut entries = self.entries[first..].iter();
        loop {
            let Some(entry) = entries.next() else {
                return false;
            };
            let over = || self.hurdles(entry, empty_words, |_, word| word);
            if entry.any_path & kind != 0
                || entry.clear & kind != 0 && over() == 0
                || entry.over_one & kind != 0 && over() == 1
            {
                return true;
            }
            if !entry.more {
                return false;
            }
        }
    }

    /// Whether a piece of `owner` attacks `target`, where an opponent's piece stands; also collects
    /// the pinned pieces and evasions.
    pub(crate) fn check_info(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        check_info: &mut CheckInfo,
    ) -> Attacked {
        let mut best = Attacked::No;
        let empty_words = state.empty();
        let known = self.entries_to(state, owners, owner, target, |slot, kind, mut at| loop {
            let entry = &self.entries[at];
            let path = &self.paths[entry.path as usize..][..self.words];
            let occupied = || {
                let words = path.iter().zip(empty_words);
                words.map(|(path, free)| path & !free)
            };
            let hurdles = match (entry.clear | entry.over_one) & kind {
                0 => 0,
                _ => self.hurdles(entry, empty_words, |_, word| word),
            };
            if entry.clear & kind != 0 {
                match hurdles {
                    0 if entry.certain & kind != 0 => {
                        check_info.add_checker(slot, path);
                        best = Attacked::Yes;
                    }
                    0 => best = best.max(Attacked::Maybe),
                    // With two blockers, neither is pinned.
                    1 => add_words(&mut check_info.pinned, occupied()),
                    _ => {}
                }
            }
            if entry.over_one & kind != 0 {
                match hurdles {
                    0 => add_words(&mut check_info.screens, path.iter().copied()),
                    1 => best = best.max(Attacked::Maybe),
                    // Neither of two may leave.
                    2 => add_words(&mut check_info.pinned, occupied()),
                    _ => {}
                }
            }
            if entry.any_path & kind != 0 {
                best = best.max(Attacked::Maybe);
            }
            if !entry.more {
                break true;
            }
            at += 1;
        });
        let open = || {
            let mut own = state.owned_bits(owner);
            own.any(|slot| self.unknown_kinds & bit(state.what(slot as usize)) != 0)
        };
        match known {
            Some(()) if self.unknown_kinds == 0 || !open() => best,
            _ => best.max(Attacked::Maybe),
        }
    }

    /// Calls `found`, until it returns `false`, with each slot from which a piece of `owner` might
    /// reach `target`, and whether it can capture there for certain. `quiet` says whether the
    /// target is empty; `empty` maps the words of the set of empty slots to those of the position
    /// in question.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn visit_attackers(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        quiet: bool,
        empty: impl Fn(usize, u64) -> u64,
        mut found: impl FnMut(usize, bool) -> bool,
    ) -> Option<()> {
        let quiet = if quiet { Kinds::MAX } else { 0 };
        let empty_words = state.empty();
        let mut stopped = false;
        self.entries_to(state, owners, owner, target, |slot, kind, mut at| loop {
            let entry = &self.entries[at];
            let free = (entry.clear | entry.clear_to_empty & quiet) & kind != 0 && {
                let path = &self.paths[entry.path as usize..][..self.words];
                let mut words = path.iter().zip(empty_words).enumerate();
                words.all(|(index, (path, free))| path & !empty(index, *free) == 0)
            };
            let comes = free
                || entry.any_path & kind != 0
                || entry.over_one & kind != 0 && self.hurdles(entry, empty_words, &empty) == 1;
            if comes && !found(slot, free && entry.certain & kind != 0) {
                stopped = true;
                break false;
            }
            if !entry.more {
                break true;
            }
            at += 1;
        })?;
        if stopped {
            return Some(());
        }
        if self.unknown_kinds != 0 {
            for slot in state.owned_bits(owner) {
                if self.unknown_kinds & bit(state.what(slot as usize)) != 0
                    && !found(slot as usize, false)
                {
                    break;
                }
            }
        }
        Some(())
    }

    /// The number of pieces on the sites in between, where `empty` maps the words of the set of
    /// empty slots to those of the position in question.
    #[inline]
    fn hurdles(
        &self,
        entry: &AttackEntry,
        empty_words: &[u64],
        empty: impl Fn(usize, u64) -> u64,
    ) -> u32 {
        let path = &self.paths[entry.path as usize..][..self.words];
        if let (&[path], &[free]) = (path, empty_words) {
            return (path & !empty(0, free)).count_ones();
        }
        let words = path.iter().zip(empty_words).enumerate();
        words
            .map(|(index, (path, free))| (path & !empty(index, *free)).count_ones())
            .sum()
    }

    /// Calls `look`, until it returns `false`, with each slot of a piece of `owner` that has
    /// entries for `target`: the slot, the bit of the kind, and the index of the first entry.
    /// `None` where there is no table.
    #[inline(always)]
    fn entries_to(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        mut look: impl FnMut(usize, Kinds, usize) -> bool,
    ) -> Option<()> {
        let mut rank = *self.before.get(target)? as usize;
        let kinds = state.kinds();
        let reach = &self.origins[target * self.words..][..self.words];
        for (index, (&reach, &owned)) in reach.iter().zip(state.owned(owner)).enumerate() {
            let mut bits = reach & owned;
            while bits != 0 {
                let lowest = bits & bits.wrapping_neg();
                let slot = index << 6 | bits.trailing_zeros() as usize;
                bits ^= lowest;
                let what = kinds[slot] as usize;
                if usize::from(owners[what]) != owner {
                    continue;
                }
                let first = self.first[rank + (reach & (lowest - 1)).count_ones() as usize];
                if !look(slot, bit(what), first as usize) {
                    return Some(());
                }
            }
            rank += reach.count_ones() as usize;
        }
        Some(())
    }
}

/// Adds the sites of some words to a set.
fn add_words(set: &mut SiteSet, words: impl Iterator<Item = u64>) {
    let own = set.words_mut().iter_mut();
    own.zip(words).for_each(|(all, more)| *all |= more);
}

impl ForEachPiece {
    /// The attack table of the pieces, built on first use.
    #[inline]
    pub(crate) fn attack_table(&self, game: &Game) -> &AttackTable {
        self.attack_table
            .get_or_init(|| AttackTable::of(game, self))
    }

    /// Whether only the topmost piece of each site moves, and each of these pieces once.
    #[inline]
    pub(crate) fn only_topmost(&self, game: &Game) -> bool {
        game.layout.piece_lists == 0 && (game.layout.levels == 0 || self.top)
    }
}

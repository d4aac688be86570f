//! From where a piece might come to a site, on the board as it stands.
//!
//! A question such as "is the king attacked?" asks for moves to one site. For every pair of sites it is
//! known which kinds may come from the one to the other, and what must be free in between: most
//! pieces could not come, and nobody's rules need be looked at. What is left is asked of the rules
//! themselves, so a way may promise too much, but never too little.

use std::collections::BTreeMap;

use super::slide::needs_empty;
use super::ticket::facing;
use crate::game::Game;
use crate::ir::{Bool, Dirs, ForEachPiece, Int, Iter, LeapRef, Mask, Moves};
use crate::ir::{Origin, RuleKind, TableId, Target};
use crate::state::State;

/// Boards with more sites than this get no ways: they would be larger than they are worth.
const MOST_SITES: usize = 512;

/// Sets of kinds, by the remainder of their number: a bit may stand for several kinds.
type Kinds = u64;

fn bit(kind: usize) -> Kinds {
    1 << (kind & 63)
}

/// The ways that lead to each site.
#[derive(Clone, Debug, Default)]
pub struct Approaches {
    /// Words of a set of slots; 0 where nothing is known.
    words: usize,
    /// By target: the slots from which anything may come.
    reach: Vec<u64>,
    /// By target: the number of slots in the sets of the targets before it.
    before: Vec<u32>,
    /// By target and slot of its set, in order: the first of its ways.
    first: Vec<u32>,
    ways: Vec<Approach>,
    /// What lies between, for the ways that need it free.
    paths: Vec<u64>,
    /// Kinds of which nothing is known: they may come from anywhere.
    open: Kinds,
}

/// One way from a slot to a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Approach {
    /// The kinds that may come if nothing is in between.
    free: Kinds,
    /// The same, but to empty sites only.
    quiet: Kinds,
    /// The kinds that may come whatever is in between.
    over: Kinds,
    /// The kinds among those of `free` that no rule keeps from taking an opponent there.
    sure: Kinds,
    /// Where the set of sites in between begins in `paths`.
    path: u32,
    /// There are more ways between the same two slots.
    more: bool,
}

/// What is known of the ways to a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Coming {
    /// Nobody can come there.
    Nobody,
    /// Somebody might, if the rules let him.
    Perhaps,
    /// Somebody can take there what is an opponent's.
    Surely,
}

/// A move that is only thought of: a piece goes, and what stood where it arrives is gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supposed {
    /// The slot that is left empty.
    pub from: usize,
    /// The slot that is then the mover's.
    pub to: usize,
}

impl Supposed {
    /// A word of the set of empty slots, once the move has been made.
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

impl Approaches {
    /// The ways of the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> Approaches {
        let sites = game.layout.board_sites;
        if game.layout.slots > MOST_SITES {
            return Approaches::default();
        }
        let mut ways = Ways::default();
        let mut open = 0;
        for (what, moves) in pieces.moves.iter().enumerate() {
            let Some(moves) = moves else { continue };
            // A kind that shares its bit with others says nothing for sure.
            let sure = pieces.moves.len() <= 64;
            if ways.add_moves(game, what, moves, sure, 0).is_none() {
                open |= bit(what);
            }
        }
        let mut meeting = vec![Meeting::default(); sites];
        ways.lead(game, &mut meeting);
        let mut all = Approaches {
            words: game.layout.set_words,
            paths: vec![0; game.layout.set_words],
            open,
            ..Approaches::default()
        };
        for meeting in &meeting {
            all.add(meeting);
        }
        all
    }

    /// Adds the ways to one more target.
    fn add(&mut self, meeting: &Meeting) {
        self.before.push(self.first.len() as u32);
        let start = self.reach.len();
        self.reach.resize(start + self.words, 0);
        let mut last = None;
        for ((slot, path), kinds) in &meeting.ways {
            if last == Some(*slot) {
                if let Some(way) = self.ways.last_mut() {
                    way.more = true;
                }
            } else {
                self.reach[start + usize::from(slot >> 6)] |= 1 << (slot & 63);
                self.first.push(self.ways.len() as u32);
                last = Some(*slot);
            }
            // What nothing lies between shares one path.
            let at = match path.is_empty() {
                true => 0,
                false => self.paths.len(),
            };
            self.paths.resize(self.paths.len().max(at + self.words), 0);
            for site in path {
                self.paths[at + usize::from(site >> 6)] |= 1 << (site & 63);
            }
            self.ways.push(Approach {
                path: at as u32,
                ..*kinds
            });
        }
    }

    /// Calls `found` with each slot from which a piece of `owner` might come to `target`. `None`,
    /// without any call, where that is not known.
    #[inline]
    pub(crate) fn each(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        mut found: impl FnMut(usize) -> bool,
    ) -> Option<()> {
        let quiet = state.kinds().get(target) == Some(&0);
        let words = |_, word| word;
        self.look(state, owners, owner, target, quiet, words, |slot, _| {
            found(slot)
        })
    }

    /// Whether a piece of `owner` comes to `target`.
    pub(crate) fn any(&self, state: &State, owners: &[u8], owner: usize, target: usize) -> Coming {
        let mut best = Coming::Nobody;
        let quiet = state.kinds().get(target) == Some(&0);
        let words = |_, word| word;
        let known = self.look(state, owners, owner, target, quiet, words, |_, sure| {
            best = best.max(if sure && !quiet {
                Coming::Surely
            } else {
                Coming::Perhaps
            });
            best < Coming::Surely
        });
        known.map_or(Coming::Perhaps, |()| best)
    }

    /// Whether a piece of `owner` comes to `target`, where a piece of an opponent stands, once a
    /// move has been made.
    pub(crate) fn any_after(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        supposed: Supposed,
    ) -> Coming {
        let mut best = Coming::Nobody;
        let empty = |index, word| supposed.empty(index, word);
        let known = self.look(state, owners, owner, target, false, empty, |slot, sure| {
            if slot != supposed.to {
                best = best.max(if sure {
                    Coming::Surely
                } else {
                    Coming::Perhaps
                });
            }
            best < Coming::Surely
        });
        known.map_or(Coming::Perhaps, |()| best)
    }

    /// Adds to `shields` every slot between `target` and a piece of `owner` that may come to it by a
    /// free way; says whether one comes now.
    pub(crate) fn shields(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        shields: &mut [u64],
    ) -> Coming {
        let known = self.ways_to(state, owners, owner, target, |_, kind, mut at| loop {
            let way = &self.ways[at];
            if way.free & kind != 0 {
                let path = &self.paths[way.path as usize..][..self.words];
                (shields.iter_mut().zip(path)).for_each(|(all, path)| *all |= path);
            }
            if !way.more {
                break true;
            }
            at += 1;
        });
        match known {
            Some(()) => self.any(state, owners, owner, target),
            None => Coming::Perhaps,
        }
    }

    /// Calls `found`, until it says `false`, with each slot from which a piece of `owner` might come
    /// to `target`, and with whether no rule forbids that where an opponent stands there, where `quiet` tells whether that is empty and `empty` what the words of the set of
    /// empty slots are to be taken for.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn look(
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
        let frees = state.empty();
        let mut stopped = false;
        self.ways_to(state, owners, owner, target, |slot, kind, mut at| loop {
            let way = &self.ways[at];
            let free = (way.free | way.quiet & quiet) & kind != 0 && {
                let path = &self.paths[way.path as usize..][..self.words];
                let mut words = path.iter().zip(frees).enumerate();
                words.all(|(index, (path, free))| path & !empty(index, *free) == 0)
            };
            let comes = free || way.over & kind != 0;
            if comes && !found(slot, free && way.sure & kind != 0) {
                stopped = true;
                break false;
            }
            if !way.more {
                break true;
            }
            at += 1;
        })?;
        if stopped {
            return Some(());
        }
        if self.open != 0 {
            for slot in state.owned_bits(owner) {
                if self.open & bit(state.what(slot as usize)) != 0 && !found(slot as usize, false) {
                    break;
                }
            }
        }
        Some(())
    }

    /// Calls `look`, until it says `false`, with each slot from which a piece of `owner` has a way to
    /// `target`, with the bit of its kind and the first of its ways. `None` where the ways are not known.
    #[inline(always)]
    fn ways_to(
        &self,
        state: &State,
        owners: &[u8],
        owner: usize,
        target: usize,
        mut look: impl FnMut(usize, Kinds, usize) -> bool,
    ) -> Option<()> {
        let mut rank = *self.before.get(target)? as usize;
        let kinds = state.kinds();
        let reach = &self.reach[target * self.words..][..self.words];
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

impl ForEachPiece {
    /// The ways by which the pieces may come to a site.
    #[inline]
    pub(crate) fn approaches(&self, game: &Game) -> &Approaches {
        self.approaches.get_or_init(|| Approaches::of(game, self))
    }

    /// Whether only the topmost piece of each site moves.
    #[inline]
    pub(crate) fn only_topmost(&self, game: &Game) -> bool {
        game.layout.levels == 0 || self.top
    }
}

/// How far a move goes, and what stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// To the sites next to it; with `true` to empty ones only.
    Step(bool),
    /// Along the rays, so far at most, until something stands in the way.
    Slide(i32),
    /// Along the rays, whatever stands there.
    Over,
}

/// By which ways the pieces move, and which kinds each way is for.
#[derive(Debug, Default)]
struct Ways<'g> {
    along: BTreeMap<(TableId, Way), Bound>,
    leaps: Vec<(&'g [Vec<u16>], Bound)>,
}

/// The kinds that a way is for, and those of them that no rule keeps from taking an opponent by it.
#[derive(Clone, Copy, Debug, Default)]
struct Bound {
    kinds: Kinds,
    sure: Kinds,
}

impl Bound {
    fn new(what: usize, sure: bool) -> Bound {
        let kinds = bit(what);
        Bound {
            kinds,
            sure: if sure { kinds } else { 0 },
        }
    }
}

impl<'g> Ways<'g> {
    /// Adds the ways of one kind's moves; `None` where they may lead anywhere.
    fn add_moves(
        &mut self,
        game: &'g Game,
        what: usize,
        moves: &'g Moves,
        sure: bool,
        depth: u32,
    ) -> Option<()> {
        if depth > 32 {
            return None;
        }
        let mut all = |parts: &[&'g Moves], sure: bool| {
            (parts.iter()).try_for_each(|part| self.add_moves(game, what, part, sure, depth + 1))
        };
        match moves {
            Moves::None => Some(()),
            Moves::Rule(id) => {
                let rule = &game.rules[*id as usize];
                self.add_rule(game, what, &rule.kind, sure && rule.before.is_empty())
            }
            Moves::OfPiece(kind) => all(&[&game.piece_moves[*kind]], sure),
            Moves::All(parts) => all(&parts.iter().collect::<Vec<_>>(), sure),
            Moves::Priority(parts) => all(&parts.iter().collect::<Vec<_>>(), false),
            Moves::If(_, yes, no) | Moves::RollIf(_, _, yes, no) => match no {
                Some(no) => all(&[yes, no], false),
                None => all(&[yes], false),
            },
            Moves::Do { next, .. } => all(&[next], false),
            Moves::Late(late) => all(&[&late.moves], false),
            Moves::MaxCaptures { moves, .. }
            | Moves::MaxMoves { moves, .. }
            | Moves::AvoidStored(moves) => all(&[moves], false),
            _ => None,
        }
    }

    fn add_rule(
        &mut self,
        game: &'g Game,
        what: usize,
        kind: &'g RuleKind,
        sure: bool,
    ) -> Option<()> {
        let own = game.layout.own;
        let from_here = |from: &Origin, to: &Target| {
            (from.is_here() && to.is_open() && from.t == own && to.t == own).then_some(())
        };
        let bound = |from: &Origin, takes: Option<bool>| {
            Bound::new(what, sure && from.cond.is_none() && takes == Some(true))
        };
        match kind {
            RuleKind::Pass => Some(()),
            RuleKind::Step { from, dirs, to, .. } => {
                from_here(from, to)?;
                let to_empty = matches!(&to.cond, Some(Bool::At(Iter::To, mask)) if matches!(**mask, Mask::Empty));
                self.add_along(
                    game,
                    what,
                    dirs,
                    Way::Step(to_empty),
                    bound(from, takes(to)),
                )
            }
            RuleKind::Slide {
                from,
                dirs,
                tracks,
                between,
                to,
                ..
            } if tracks.is_empty() => {
                from_here(from, to)?;
                let way = match between.high {
                    Int::Const(high) if needs_empty(between, own) => Way::Slide(high),
                    _ => Way::Over,
                };
                let plain = matches!(between.low, Int::Const(low) if low <= 1)
                    && between.cond.as_ref().is_none_or(
                        |cond| matches!(cond, Bool::At(_, mask) if matches!(**mask, Mask::Empty)),
                    );
                let end = to.cond.as_ref().and_then(|_| takes(to));
                let sure = end.filter(|_| plain);
                self.add_along(game, what, dirs, way, bound(from, sure))
            }
            RuleKind::Hop { from, dirs, to, .. } => {
                from_here(from, to)?;
                self.add_along(game, what, dirs, Way::Over, Bound::new(what, false))
            }
            RuleKind::Leap { from, table, to } => {
                from_here(from, to)?;
                let bound = bound(from, takes(to));
                match (table, facing(game, what)) {
                    (LeapRef::Fixed(table), _) => self.leaps.push((table, bound)),
                    (LeapRef::ByFacing(tables), Some(facing)) => {
                        self.leaps.push((tables.get(facing as usize)?, bound));
                    }
                    (LeapRef::ByFacing(tables), None) => {
                        let some = Bound::new(what, false);
                        self.leaps
                            .extend(tables.iter().map(|table| (&table[..], some)));
                    }
                }
                Some(())
            }
            _ => None,
        }
    }

    fn add_along(
        &mut self,
        game: &Game,
        what: usize,
        dirs: &Dirs,
        way: Way,
        bound: Bound,
    ) -> Option<()> {
        let mut add = |id: TableId, bound: Bound| {
            let entry = self.along.entry((id, way)).or_default();
            entry.kinds |= bound.kinds;
            entry.sure |= bound.sure;
        };
        let some = Bound::new(what, false);
        match dirs {
            Dirs::Table(id) => add(*id, bound),
            Dirs::ByFacing(ids) => match facing(game, what) {
                Some(facing) => add(*ids.get(facing as usize)?, bound),
                None => ids.iter().for_each(|id| add(*id, some)),
            },
            Dirs::If(_, yes, no) => {
                self.add_along(game, what, yes, way, some)?;
                self.add_along(game, what, no, way, some)?;
            }
            Dirs::Union(first, second) => {
                self.add_along(game, what, first, way, bound)?;
                self.add_along(game, what, second, way, bound)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds the ways to the sites that they lead to.
    fn lead(&self, game: &Game, meeting: &mut [Meeting]) {
        for (&(id, way), &Bound { kinds, sure }) in &self.along {
            let table = &game.tables[id as usize];
            for from in 0..meeting.len() {
                if let Way::Step(quiet) = way {
                    for &to in table.steps_of(from) {
                        let step = meeting[usize::from(to)].way(from, &[]);
                        *if quiet {
                            &mut step.quiet
                        } else {
                            &mut step.free
                        } |= kinds;
                        step.sure |= sure;
                    }
                    continue;
                }
                for ray in table.rays_of(from) {
                    let path = table.ray(ray);
                    let far = match way {
                        Way::Slide(high) => path.len().min(high.max(0) as usize),
                        _ => path.len(),
                    };
                    for (passed, &to) in path[..far].iter().enumerate() {
                        let meeting = &mut meeting[usize::from(to)];
                        if way == Way::Over {
                            meeting.way(from, &[]).over |= kinds;
                        } else {
                            let slide = meeting.way(from, &path[..passed]);
                            slide.free |= kinds;
                            slide.sure |= sure;
                        }
                    }
                }
            }
        }
        for (table, Bound { kinds, sure }) in &self.leaps {
            for (from, targets) in table.iter().enumerate().take(meeting.len()) {
                for &to in targets {
                    if let Some(meeting) = meeting.get_mut(usize::from(to)) {
                        let leap = meeting.way(from, &[]);
                        leap.free |= kinds;
                        leap.sure |= sure;
                    }
                }
            }
        }
    }
}

/// The ways that meet at one site, by where they come from and what lies in between.
#[derive(Clone, Debug, Default)]
struct Meeting {
    ways: BTreeMap<(u16, Vec<u16>), Approach>,
}

impl Meeting {
    fn way(&mut self, from: usize, between: &[u16]) -> &mut Approach {
        let mut between = between.to_vec();
        between.sort_unstable();
        self.ways.entry((from as u16, between)).or_default()
    }
}

/// Whether a piece may go where an opponent's stands, as far as that alone decides it.
fn takes(to: &Target) -> Option<bool> {
    match &to.cond {
        None => Some(true),
        Some(Bool::At(Iter::To, mask)) => has_opponent(mask),
        Some(_) => None,
    }
}

/// Whether a set holds the sites of the mover's opponents; `None` where that does not depend on the
/// owner alone.
fn has_opponent(mask: &Mask) -> Option<bool> {
    match mask {
        Mask::Empty | Mask::Mover | Mask::Friend => Some(false),
        Mask::Occupied | Mask::Enemy => Some(true),
        Mask::Not(mask) => has_opponent(mask).map(|has| !has),
        Mask::And(parts) => parts
            .iter()
            .try_fold(true, |all, part| Some(all & has_opponent(part)?)),
        Mask::Or(parts) => parts
            .iter()
            .try_fold(false, |any, part| Some(any | has_opponent(part)?)),
        Mask::Const(_) | Mask::OfKind(_) | Mask::StateOfFriend | Mask::StateOfEnemy => None,
    }
}

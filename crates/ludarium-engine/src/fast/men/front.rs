//! Who may have a move, told of all men of a kind at once.
//!
//! Men of a kind who go by so many slots, to where one of some classes stands, over one of some
//! classes, are a front: where the sets of those classes, moved back by as many slots, meet the set
//! of the men, somebody may go.

use super::board::{Board, Words};
use super::pinch::Straight;
use super::reach::slide;
use super::rule::{Gate, Kind, Pieces, Rule, Starts, Way, Ways};
use super::terms::{Num, Place, Test};
use super::{Course, Gen};
use crate::game::Game;
use crate::ir::{Cmp, Iter};

/// Men of one kind who go alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Front {
    /// Where they stand who have such a way.
    from: Words,
    /// What stands so many slots on, by bits (see [`class`](super::place::class)), on two sites.
    slots: [i16; 2],
    classes: [u8; 2],
    /// Which of the sets by class that is, if it is one of them (see `by_class`).
    sets: [u8; 2],
    /// Whether nothing more is asked of who goes.
    pub(super) sure: bool,
}

impl Front {
    /// With more fronts than this the men of a kind are better looked at one by one.
    const MOST: usize = 16;

    /// The fronts of some ways, by site; `None` where some are not told by what stands on two
    /// sites, or there are too many.
    pub fn of<'w>(ways: impl Iterator<Item = (usize, &'w Way)>) -> Option<Box<[Front]>> {
        let mut fronts = Vec::<Front>::new();
        for (site, way) in ways {
            // Who cannot go the first of some moves along a line cannot go the others.
            if way.nth > 0 {
                continue;
            }
            if way.gate.classes == [0b1111; 2] {
                return None;
            }
            if way.gate.classes.contains(&0) {
                continue;
            }
            let one = Front::of_way(way, site);
            let many = fronts.len();
            match fronts.iter_mut().find(|front| front.goes_as(&one)) {
                Some(front) => front.add(site),
                None if many == Self::MOST => return None,
                None => fronts.push(one),
            }
        }
        Some(fronts.into())
    }

    /// The fronts of those of some ways that are sure and calm, without and with those whose rules
    /// set the states of other pieces.
    pub fn of_calm<'w>(ways: impl Iterator<Item = (usize, &'w Way)> + Clone) -> [Box<[Front]>; 2] {
        let calm = ways.filter(|(_, way)| way.sure && way.calm);
        let same_states = calm.clone().filter(|(_, way)| !way.sets_states);
        [
            Front::of(same_states).unwrap_or_default(),
            Front::of(calm).unwrap_or_default(),
        ]
    }

    /// The front of one who goes a way from a site.
    pub fn of_way(way: &Way, site: usize) -> Front {
        let Gate { sites, classes } = way.gate;
        let mut front = Front {
            from: Words::default(),
            slots: [0, 1].map(|nth| match classes[nth] {
                0b1111 => 0,
                _ => sites[nth] as i16 - site as i16,
            }),
            classes,
            sets: classes.map(set_of),
            sure: way.sure,
        };
        front.add(site);
        front
    }

    /// The same as one direction, where a site must be empty and nothing else is asked.
    fn step(&self) -> Option<Straight> {
        let steps = self.sure && self.sets == [EMPTY, ALL];
        steps.then_some(Straight {
            by: self.slots[0] as u32 & 63,
            on: self.from[0],
        })
    }

    /// Who stands on a site goes so, too.
    pub fn add(&mut self, site: usize) {
        self.from[site / 64] |= 1 << (site % 64);
    }

    /// Whether it goes as another does, from wherever.
    pub fn goes_as(&self, other: &Front) -> bool {
        (self.slots, self.classes, self.sure) == (other.slots, other.classes, other.sure)
    }

    /// Whether who stands on a site goes so.
    pub fn has(&self, site: usize) -> bool {
        self.from[site / 64] >> (site % 64) & 1 == 1
    }
}

impl Gate {
    /// What asks nothing.
    pub const OPEN: Gate = Gate {
        sites: [0; 2],
        classes: [0b1111; 2],
    };

    /// Whether it is open where men are of such classes.
    #[inline]
    pub fn is_open<const W: usize>(&self, board: &Board<W>, classes: &[u8]) -> bool {
        let open = |nth: usize| {
            let class = classes[board.what(usize::from(self.sites[nth]))];
            self.classes[nth] >> class & 1 == 1
        };
        self.classes == Gate::OPEN.classes || open(0) && open(1)
    }
}

/// Sets of sites, one behind the other, of as many words as those of a board.
pub(super) struct Sets {
    words: usize,
    all: Vec<u64>,
}

impl Sets {
    pub fn new(game: &Game) -> Sets {
        Sets {
            words: super::words_of(game.layout.sites),
            all: vec![0],
        }
    }

    /// Where the set of some sites begins.
    fn add(&mut self, sites: &[u16]) -> u32 {
        let begin = self.all.len();
        self.all.resize(begin + self.words, 0);
        for &site in sites {
            self.all[begin + usize::from(site) / 64] |= 1 << (site % 64);
        }
        begin as u32
    }
}

impl From<Sets> for Box<[u64]> {
    fn from(sets: Sets) -> Self {
        sets.all.into()
    }
}

/// Men of one kind who have moves.
#[derive(Clone, Debug)]
pub(super) struct OfKind {
    pub kind: usize,
    /// In which ways all of them may go, where they are few.
    pub fronts: Option<Box<[Front]>>,
    /// Those of their ways that change nothing but where they stand, where they are few: first
    /// without those that set the states of other pieces, then with them.
    pub calm: [Box<[Front]>; 2],
    /// Those for which a site must be empty, and nothing else is asked; for boards of one word.
    pub steps: Box<[[Straight; 4]]>,
    /// Whether they have no others, and all are counted in that order.
    pub only_steps: bool,
    /// All their moves, where each is told by a front.
    pub ranks: Option<Box<[super::muster::Rank]>>,
}

impl OfKind {
    /// What is told of all men of a kind who have some ways.
    pub fn of(kind: usize, ways: &Ways) -> OfKind {
        let each = ways.by_site();
        let fronts = Front::of(each.clone());
        let steps: Vec<_> = fronts.iter().flatten().filter_map(Front::step).collect();
        let ranks = super::muster::ranks(each.clone(), ways.first.len().saturating_sub(1));
        let counted = ranks.iter().flatten().map(|rank| rank.front.step());
        OfKind {
            kind,
            only_steps: ranks.is_some() && counted.eq(steps.iter().copied().map(Some)),
            steps: Straight::fours(&steps),
            fronts,
            calm: Front::of_calm(each),
            ranks,
        }
    }
}

impl Way {
    /// Notes what the rule of a way from a site asks of what stands on the board. Where the man is
    /// known to be the mover's, `others` are the classes of all that is not the mover's.
    pub fn look_ahead(
        &mut self,
        rule: &Rule,
        site: usize,
        (paths, others): (&[u16], Option<u8>),
        sets: &mut Sets,
    ) {
        let path = &paths[self.path.0 as usize..self.path.1 as usize];
        self.told = self.look_along(&rule.kind, path, others, sets);
        let mut known = rule.from.is_none();
        for (kept, iter) in self.kept.iter_mut().zip(&rule.kept) {
            let value = match (iter, &rule.kind) {
                (Iter::Pips | Iter::Die, _) => {
                    self.by_die = true;
                    Some(0)
                }
                (Iter::From, _) => Some(site as u16),
                (Iter::To, _) => Some(self.to),
                (Iter::Between, Kind::Hop { .. }) => path.first().copied(),
                (Iter::Between, Kind::Slide { stop: None, .. }) => Some(self.to),
                _ => None,
            };
            known &= value.is_some();
            *kept = value.unwrap_or(0) as i16;
        }
        self.sure = self.told && known;
        let only_comes = rule.shifts.as_ref().is_some_and(|kinds| kinds.is_empty());
        self.calm = only_comes && !rule.leaves_pending;
        self.sets_states = rule.sets_states;
    }

    /// The same of a kind of rule; whether it asks no more than that.
    fn look_along(
        &mut self,
        kind: &Kind,
        path: &[u16],
        others: Option<u8>,
        sets: &mut Sets,
    ) -> bool {
        let site = usize::from;
        match kind {
            Kind::Step { to, .. } => {
                let (classes, known) = to.classes_at(Iter::To, site(self.to), others);
                self.gate.sites[0] = self.to;
                self.gate.classes[0] = classes;
                known
            }
            Kind::Slide { pass, stop, .. } => {
                let on = |place: &Option<Place>, none: u8, at: usize| {
                    (place.as_ref()).map_or((none, true), |place| place.classes_on(at))
                };
                self.look_along_slide(path, sets, |at| on(pass, 0b0001, at), |at| on(stop, 0, at))
            }
            Kind::Glide {
                low: 0 | 1,
                high,
                pass,
                stop,
                ends: None,
                ..
            } if path.len() <= *high => {
                let at = |test: &Option<Test>, iter: Iter, none: u8, at: usize| {
                    (test.as_ref()).map_or((none, true), |test| test.classes_at(iter, at, others))
                };
                let pass = |site: usize| at(pass, Iter::Between, 0b0001, site);
                self.look_along_slide(path, sets, pass, |site| at(stop, Iter::To, 0, site))
            }
            Kind::Hop { over, to, .. } if over.before == 0 && over.first.is_some() => {
                let (Some(first), [hurdle, landing, ..]) = (&over.first, path) else {
                    self.gate.classes = [0; 2];
                    return true;
                };
                let (classes, _) = first.classes_on(site(*hurdle));
                self.gate.sites[0] = *hurdle;
                self.gate.classes[0] = classes;
                let (_, hurdle_known) =
                    over.hurdle.classes_at(Iter::Between, site(*hurdle), others);
                let (classes, known) = to.classes_at(Iter::To, site(*landing), others);
                if over.high == 1 && over.stop.is_none() {
                    self.gate.sites[1] = *landing;
                    self.gate.classes[1] = classes;
                }
                self.to = *landing;
                over.is_short() && hurdle_known && known
            }
            _ => false,
        }
    }

    /// The same of a slide, by the classes of what it may pass on a site, and of what it may stop
    /// at.
    fn look_along_slide(
        &mut self,
        path: &[u16],
        sets: &mut Sets,
        pass: impl Fn(usize) -> (u8, bool),
        stop: impl Fn(usize) -> (u8, bool),
    ) -> bool {
        let nth = usize::from(self.nth);
        let Some((&end, passed)) = path.get(..=nth).and_then(<[u16]>::split_last) else {
            return false;
        };
        let (classes, known) = slide(&pass, &stop, usize::from(end), passed);
        self.to = end;
        self.gate.sites[0] = end;
        self.gate.classes[0] = classes;
        if let Some(&first) = passed.first() {
            self.gate.sites[1] = first;
            self.gate.classes[1] = pass(usize::from(first)).0;
        }
        if known && passed.len() > 1 {
            self.clear = sets.add(&passed[1..]);
        }
        known
    }
}

impl Test {
    /// The classes of what may stand on a site to which a variable is bound, and whether it asks no
    /// more; `others` are those of what is not of the mover, whose man it is that moves, if that is
    /// known.
    fn classes_at(&self, iter: Iter, site: usize, others: Option<u8>) -> (u8, bool) {
        let is = |num: &Num, of: Iter| match num {
            Num::Who(at) => matches!(**at, Num::Iter(at) if at == of),
            _ => false,
        };
        match (self, others) {
            (Test::Compare(Cmp::Ne, first, second), Some(others))
                if is(first, Iter::From) && is(second, iter)
                    || is(second, Iter::From) && is(first, iter) =>
            {
                return (others, true);
            }
            _ => {}
        }
        match self {
            Test::Const(true) => (0b1111, true),
            Test::At(of, place) if *of == iter => place.classes_on(site),
            Test::All(parts) => {
                let parts = parts.iter().map(|part| part.classes_at(iter, site, others));
                parts.fold((0b1111, true), |(all, sure), (classes, known)| {
                    (all & classes, sure && known)
                })
            }
            _ => (0b1111, false),
        }
    }
}

impl Rule {
    /// Notes what the ways ask that it names where they start.
    pub fn look_ahead(&mut self, paths: &[u16], game: &Game) {
        let mut ways = match &mut self.kind {
            Kind::Step { starts, .. } | Kind::Slide { starts, .. } | Kind::Hop { starts, .. } => {
                std::mem::replace(starts, Starts::Here)
            }
            _ => return,
        };
        if let Starts::At(_, kinds) = &mut ways {
            for ways in kinds {
                let mut sets = Sets::new(game);
                for (site, way) in ways.each_mut() {
                    way.look_ahead(self, site, (paths, None), &mut sets);
                }
                ways.clear = sets.into();
            }
        }
        if let Kind::Step { starts, .. } | Kind::Slide { starts, .. } | Kind::Hop { starts, .. } =
            &mut self.kind
        {
            *starts = ways;
        }
    }
}

/// Those of a set, each by so many slots less; beyond the slots there may be more.
#[inline]
pub(super) fn moved_back<const W: usize>(set: &[u64; W], by: i16) -> [u64; W] {
    if W == 1 {
        // What comes round does not lie on the board, where who goes so far stays on it.
        return std::array::from_fn(|at| set[at].rotate_right(by as u32 & 63));
    }
    let (words, bits) = (isize::from(by >> 6), by as u32 & 63);
    let word = |at: isize| usize::try_from(at).ok().and_then(|at| set.get(at)).copied();
    std::array::from_fn(|at| {
        let at = at as isize + words;
        let low = word(at).unwrap_or(0) >> bits;
        match bits {
            0 => low,
            _ => low | word(at + 1).unwrap_or(0) << (64 - bits),
        }
    })
}

/// Sets by class: what stands in each, anything at all, and what is empty or an enemy's.
pub(super) type ByClass<const W: usize> = [[u64; W]; 6];
const EMPTY: u8 = 0;
const ALL: u8 = 4;
const ENTERED: u8 = 5;

/// Which of the sets by class holds what stands in some classes, if one does.
fn set_of(classes: u8) -> u8 {
    match classes {
        0b1111 => ALL,
        0b1001 => ENTERED,
        _ if classes.is_power_of_two() => classes.trailing_zeros() as u8,
        _ => u8::MAX,
    }
}

/// What stands in one of some classes.
fn united<const W: usize>(classes: u8, sets: &ByClass<W>) -> [u64; W] {
    let mut all = [0; W];
    for (class, set) in sets.iter().take(4).enumerate() {
        if classes >> class & 1 == 1 {
            (0..W).for_each(|at| all[at] |= set[at]);
        }
    }
    all
}

impl<'k, const W: usize> Course<'k, W> {
    /// Where something of some classes stands, as the mover sees it.
    #[inline]
    pub(super) fn of_classes(&self, classes: u8) -> [u64; W] {
        let board = &self.board;
        match classes {
            0b0001 => *board.empty(),
            0b1000 => self.enemies(),
            0b1001 => {
                let (empty, enemies) = (board.empty(), self.enemies());
                std::array::from_fn(|at| empty[at] | enemies[at])
            }
            0b1111 => [u64::MAX; W],
            _ => united(classes, &self.by_class(board.mover as usize)),
        }
    }

    /// What stands where, as a mover sees it: by class, and all slots.
    #[inline]
    pub(super) fn by_class(&self, mover: usize) -> ByClass<W> {
        let board = &self.board;
        let (empty, enemies) = (*board.empty(), self.enemies_of(mover));
        [
            empty,
            *board.owned(0),
            *board.owned(mover),
            enemies,
            [u64::MAX; W],
            std::array::from_fn(|at| empty[at] | enemies[at]),
        ]
    }

    /// Who of some men may go with a front.
    #[inline]
    pub(super) fn abreast(&self, men: &[u64; W], front: &Front, sets: &ByClass<W>) -> [u64; W] {
        let ahead = |nth: usize| match sets.get(usize::from(front.sets[nth])) {
            Some(set) => moved_back(set, front.slots[nth]),
            None => moved_back(&united(front.classes[nth], sets), front.slots[nth]),
        };
        let first = ahead(0);
        let some = std::array::from_fn(|at| men[at] & front.from[at] & first[at]);
        match front.sets[1] {
            ALL => some,
            _ => super::region::both(some, ahead(1)),
        }
    }

    /// Where the mover's men stand who may have a move, among others perhaps who have none.
    pub(super) fn starters(&self, pieces: &Pieces) -> [u64; W] {
        self.starters_among(pieces, &self.by_class(self.board.mover as usize))
    }

    /// The same with what stands where, as the mover sees it.
    #[inline(always)]
    fn starters_among(&self, pieces: &Pieces, sets: &ByClass<W>) -> [u64; W] {
        let mut all = [0; W];
        for kind in &pieces.of_owner[self.board.mover as usize] {
            let men = self.on_board(kind.kind);
            // Often nobody is of such a kind.
            if men == [0; W] {
                continue;
            }
            match &kind.fronts {
                Some(fronts) => {
                    for front in fronts {
                        let some = self.abreast(&men, front, sets);
                        (0..W).for_each(|at| all[at] |= some[at]);
                    }
                }
                None => (0..W).for_each(|at| all[at] |= men[at]),
            }
        }
        all
    }

    /// Whether it is plain that there is none of some moves.
    pub(super) fn nobody_starts(&self, gen: &Gen) -> bool {
        self.nobody_starts_among(gen, &self.by_class(self.board.mover as usize))
    }

    /// The same with what stands where, as the mover sees it.
    pub(super) fn nobody_starts_among(&self, gen: &Gen, sets: &ByClass<W>) -> bool {
        let nobody =
            |pieces: &Pieces| pieces.whose.is_none() && self.starters_among(pieces, sets) == [0; W];
        match gen {
            Gen::None => true,
            Gen::All(parts) => parts.iter().all(|part| match part {
                Gen::Pieces(pieces) => nobody(pieces),
                _ => false,
            }),
            Gen::Pieces(pieces) => nobody(pieces),
            Gen::Longest(moves) => self.nobody_starts_among(moves, sets),
            _ => false,
        }
    }

    /// Where the mover's men stand on the board, without those of kinds that have no ways if that
    /// is soon told.
    #[inline]
    pub(super) fn on_the_move(&self, pieces: &Pieces) -> [u64; W] {
        let mover = self.board.mover as usize;
        match &*pieces.of_owner[mover] {
            [kind] => self.on_board(kind.kind),
            _ => {
                let men = self.board.owned(mover);
                std::array::from_fn(|at| men[at] & self.men.on_board[at])
            }
        }
    }

    /// Where men of a kind stand on the board.
    #[inline]
    pub(super) fn on_board(&self, kind: usize) -> [u64; W] {
        let men = self.board.of_kind(kind, &self.men.owners);
        std::array::from_fn(|at| men[at] & self.men.on_board[at])
    }
}

#[cfg(test)]
mod tests {
    use super::moved_back;

    #[test]
    fn a_set_moved_back_holds_each_number_less_so_many_that_is_not_below_nothing() {
        let set = |numbers: &[i32]| {
            let mut words = [0u64; 2];
            let fit = numbers.iter().filter(|number| (0..128).contains(*number));
            fit.for_each(|&number| words[number as usize / 64] |= 1 << (number % 64));
            words
        };
        let numbers = [0, 1, 9, 63, 64, 65, 100, 127];
        for by in -127..=127_i16 {
            let moved = numbers.map(|number| number - i32::from(by));
            assert_eq!(moved_back(&set(&numbers), by), set(&moved), "{by}");
        }
        assert_eq!(moved_back(&[0b1100], 2), [0b11]);
        assert_eq!(moved_back(&[0b1100], -3), [0b110_0000]);
    }
}

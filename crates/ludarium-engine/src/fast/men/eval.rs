//! Asking a board for numbers, truths and sets of sites.

use super::board::PLAYERS;
use super::line::Through;
use super::region::{both, size};
use super::terms::{Num, Place, Test};
use super::Course;
use crate::ir::{Cmp, Iter, OFF};
use crate::set::Bits;

impl<'k, const W: usize> Course<'k, W> {
    /// The slot of a site, if there is one.
    #[inline]
    pub(super) fn slot(&self, site: i32) -> Option<usize> {
        usize::try_from(site)
            .ok()
            .filter(|&slot| slot < self.men.slots)
    }

    #[inline]
    pub(super) fn owner(&self, slot: usize) -> usize {
        usize::from(self.men.owners[self.board.what(slot)])
    }

    #[inline]
    pub(super) fn num(&mut self, num: &'k Num) -> i32 {
        // The commonest are not worth a call.
        match num {
            Num::Const(value) => *value,
            Num::Iter(iter) => self.board.env[*iter as usize],
            Num::Mover => self.board.mover,
            Num::Next => self.board.next,
            Num::LastTo => self.board.last_to,
            Num::Prev => self.board.prev,
            Num::Counter => self.board.counter,
            _ => self.num_within(num),
        }
    }

    /// Numbers that few others are asked for.
    fn num_within(&mut self, num: &'k Num) -> i32 {
        match num {
            Num::Const(value) => *value,
            Num::Iter(iter) => self.board.env[*iter as usize],
            Num::Mover => self.board.mover,
            Num::Next => self.board.next,
            Num::Prev => self.board.prev,
            Num::LastFrom => self.board.last_from,
            Num::LastTo => self.board.last_to,
            Num::Counter => self.board.counter,
            Num::Moves => self.board.moves,
            Num::Turns => self.board.turns,
            Num::Var(var) => self.extra.var(*var),
            Num::Temp => self.extra.temp,
            Num::Value(player) => {
                let player = usize::try_from(self.num(player)).ok();
                let value = player.and_then(|player| self.extra.values.get(player));
                value.copied().unwrap_or(0)
            }
            Num::MovesThisTurn => self.board.moves_this_turn,
            Num::What(at) => {
                let at = self.num(at);
                self.slot(at).map_or(0, |slot| self.board.what(slot) as i32)
            }
            Num::Who(at) => {
                let at = self.num(at);
                self.slot(at).map_or(0, |slot| self.owner(slot) as i32)
            }
            Num::State(at) => {
                let at = self.num(at);
                self.slot(at).map_or(OFF, |slot| self.board.state(slot))
            }
            Num::OfKinds(kinds) => {
                let mut men = 0;
                for &(kind, most) in kinds {
                    men += size(&self.board.of_kind(kind, &self.men.owners)).min(most);
                }
                men
            }
            Num::Entry(table, key) => {
                let key = usize::try_from(self.num(key)).ok();
                key.and_then(|key| table.get(key).copied()).unwrap_or(OFF)
            }
            Num::InState(state) => {
                let state = self.num(state);
                self.in_state(state)
            }
            num => self.number(num),
        }
    }

    /// All others.
    fn number(&mut self, num: &'k Num) -> i32 {
        match num {
            Num::Const(_)
            | Num::Iter(_)
            | Num::Mover
            | Num::Next
            | Num::Prev
            | Num::LastFrom
            | Num::LastTo
            | Num::Counter
            | Num::Moves
            | Num::Turns
            | Num::MovesThisTurn
            | Num::What(_)
            | Num::Who(_)
            | Num::State(_)
            | Num::Var(_)
            | Num::Temp
            | Num::Value(_)
            | Num::OfKinds(_)
            | Num::InState(_)
            | Num::Entry(..) => self.num_within(num),
            Num::Pending => self.board.single_pending(),
            Num::Count(at, slots) => {
                let at = self.num(at);
                let slot = self.slot(at).filter(|slot| slots.contains(slot));
                slot.map_or(0, |slot| self.board.count(slot))
            }
            Num::Score(player) => {
                let player = usize::try_from(self.num(player)).ok();
                let score = player.and_then(|player| self.board.score.get(player));
                score.copied().unwrap_or(0)
            }
            Num::Map(pairs, key) => {
                let key = self.num(key);
                let known = pairs.binary_search_by_key(&key, |pair| pair.0);
                known.map_or(key, |at| pairs[at].1)
            }
            Num::Ahead(ahead) => {
                let at = self.num(&ahead.at);
                let Some(slot) = self.slot(at) else {
                    return OFF;
                };
                let kind = self.looks_like(slot);
                let site = ahead.sites[kind].get(slot);
                site.map_or(at, |&site| i32::from(site))
            }
            Num::AheadAlong(ahead) => {
                if let Some(site) = self.ahead_of_pair(ahead) {
                    return site;
                }
                let at = self.num(&ahead.at);
                match self.slot(at) {
                    Some(slot) => self.ahead_along(ahead, at, slot),
                    None => OFF,
                }
            }
            Num::Where(kind, state) => {
                let kind = self.num(kind);
                let state = state.as_ref().map(|state| self.num(state));
                self.place_of(kind, state)
            }
            Num::Bin(op, first, second) => {
                let first = self.num(first);
                op.apply(first, self.num(second))
            }
            Num::If(cond, yes, no) => match self.test(cond) {
                true => self.num(yes),
                false => self.num(no),
            },
            Num::Men(player) => match usize::try_from(self.num(player)) {
                Ok(player @ 0..=PLAYERS) => self.board.men_of(player, self.men.counts),
                _ => 0,
            },
            Num::Size(region) => size(&self.region(region)),
            Num::MenOn(region) => {
                let set = self.region(region);
                if !self.men.counts {
                    return size(&set);
                }
                let men = Bits::new(&set).map(|slot| self.board.count(slot as usize));
                men.sum()
            }
            Num::Groups(groups) => self.groups(groups),
            Num::GroupSize(group, at) => {
                let at = self.num(at);
                size(&self.group(group, at))
            }
            Num::Liberties(group, at) => {
                let at = self.num(at);
                self.liberties(group, at)
            }
        }
    }

    /// How the number of a player's men compares with another: there are no fewer than slots they
    /// stand on.
    fn men_compare(&self, player: i32, cmp: Cmp, bound: i32) -> bool {
        let Ok(player @ 0..=PLAYERS) = usize::try_from(player) else {
            return cmp.holds(0, bound);
        };
        let slots = self.board.men_of(player, false);
        match cmp {
            Cmp::Gt if slots > bound => true,
            Cmp::Ge if slots >= bound => true,
            Cmp::Lt if slots >= bound => false,
            Cmp::Le if slots > bound => false,
            _ => cmp.holds(self.board.men_of(player, self.men.counts), bound),
        }
    }

    /// The first site of the board where a man of a kind stands.
    fn place_of(&self, kind: i32, state: Option<i32>) -> i32 {
        let kind = usize::try_from(kind).ok().filter(|&kind| kind > 0);
        let Some((kind, &owner)) = kind.and_then(|kind| Some((kind, self.men.owners.get(kind)?)))
        else {
            return OFF;
        };
        let on_board = self.men.board_sites as i32;
        let fits = |&slot: &i32| {
            let slot = slot as usize;
            self.board.what(slot) == kind
                && state.is_none_or(|state| self.board.state(slot) == state)
        };
        let men = self.board.owned(usize::from(owner));
        let mut slots = Bits::new(men).take_while(|&slot| slot < on_board);
        slots.find(fits).unwrap_or(OFF)
    }

    /// How many sites of the board are in a state.
    fn in_state(&self, state: i32) -> i32 {
        if let 1 | 2 = state {
            let in_state = self.board.in_state(state);
            let on_board = &self.men.on_board;
            let sites: [u64; W] = std::array::from_fn(|at| in_state[at] & on_board[at]);
            return size(&sites);
        }
        let Ok(state) = u8::try_from(state) else {
            return 0;
        };
        let states = &self.board.states()[..self.men.board_sites];
        // So many at a time as a byte can count.
        let in_state =
            |states: &[u8]| -> u8 { states.iter().map(|&one| u8::from(one == state)).sum() };
        let parts = states.chunks(128);
        parts.map(|part| i32::from(in_state(part))).sum()
    }

    #[inline]
    pub(super) fn test(&mut self, test: &'k Test) -> bool {
        match test {
            Test::Const(truth) => *truth,
            Test::At(iter, place) => self.is(place, self.board.env[*iter as usize]),
            Test::Barred(bar, inner) => self.test_barred(*bar, inner),
            _ => self.test_within(test),
        }
    }

    fn test_within(&mut self, test: &'k Test) -> bool {
        match test {
            Test::Const(truth) => *truth,
            Test::At(iter, place) => self.is(place, self.board.env[*iter as usize]),
            Test::Barred(_, inner) => self.test(inner),
            Test::All(parts) => parts.iter().all(|part| self.test(part)),
            Test::Any(parts) => parts.iter().any(|part| self.test(part)),
            Test::Not(inner) => !self.test(inner),
            Test::If(cond, yes, no) => match self.test(cond) {
                true => self.test(yes),
                false => self.test(no),
            },
            Test::Compare(cmp, first, second) if !matches!(first, Num::Men(_)) => {
                let first = self.num(first);
                cmp.holds(first, self.num(second))
            }
            Test::Is(site, place) => {
                let site = self.num(site);
                // Of what is no site nothing holds.
                self.slot(site).is_some() && self.is(place, site)
            }
            Test::In(site, region) => {
                let site = self.num(site);
                self.is_in(region, site)
            }
            Test::Pending => self.board.is_pending(),
            test => self.truth(test),
        }
    }

    /// The truth of what is asked less often, or costs more.
    fn truth(&mut self, test: &'k Test) -> bool {
        match test {
            Test::Const(_)
            | Test::At(..)
            | Test::Barred(..)
            | Test::All(_)
            | Test::Any(_)
            | Test::Not(_)
            | Test::If(..)
            | Test::Is(..)
            | Test::In(..)
            | Test::Pending => self.test_within(test),
            Test::Compare(cmp, Num::Men(player), Num::Const(bound)) => {
                let player = self.num(player);
                self.men_compare(player, *cmp, *bound)
            }
            Test::Compare(cmp, first, second) => {
                let first = self.num(first);
                cmp.holds(first, self.num(second))
            }
            Test::Even(value) => self.num(value) & 1 == 0,
            Test::Enemy(player) => {
                let player = self.num(player);
                player != 0 && player != self.board.mover
            }
            Test::Line(line) => match &line.through {
                Through::Site(site) => {
                    let site = self.num(site);
                    line.goes_through(self.board.kinds(), site)
                }
                Through::AnyOf(region) => {
                    let set = self.region(region);
                    let kinds = self.board.kinds();
                    Bits::new(&set).any(|site| line.goes_through(kinds, site))
                }
            },
            Test::Stuck(player) => match self.num(player) {
                player @ 1.. => {
                    let stuck = self.board.stalemated.get(player as usize);
                    stuck.is_some_and(|&stuck| stuck != 0)
                }
                _ => false,
            },
            Test::NextIsStuck => match self.guess.stuck.filter(|_| !self.supposing) {
                Some(stuck) => {
                    self.guess.asked = true;
                    stuck
                }
                None => self.next_is_stuck(),
            },
            Test::Can(moves) if self.surely_goes(moves) => true,
            Test::Can(moves) => {
                let env = self.board.env;
                let safe = self.safe.take();
                let outer = std::mem::replace(&mut self.can_move, true);
                let can = self.any(moves);
                self.can_move = outer;
                self.safe = safe;
                self.board.env = env;
                can
            }
            Test::Each(region, cond) => {
                let set = self.region(region);
                let old = self.board.env[Iter::Site as usize];
                let all = Bits::new(&set).all(|site| {
                    self.board.bind(Iter::Site, site);
                    self.test(cond)
                });
                self.board.bind(Iter::Site, old);
                all
            }
            Test::Visited(site) => {
                let site = self.num(site);
                let visited = |slot: usize| self.board.visited[slot / 64] >> (slot % 64) & 1 == 1;
                self.slot(site).is_some_and(visited)
            }
            Test::Within(kind, region) => {
                let kind = kind.as_ref().map(|kind| self.num(kind));
                let mut set = self.region(region);
                let Some(kind) = kind else {
                    let empty = self.board.empty();
                    return set
                        .iter()
                        .zip(empty)
                        .any(|(sites, empty)| sites & !empty != 0);
                };
                let kind = usize::try_from(kind).unwrap_or(0);
                let Some(&owner) = self.men.owners.get(kind) else {
                    return false;
                };
                set = both(set, *self.board.owned(usize::from(owner)));
                Bits::new(&set).any(|slot| self.board.what(slot as usize) == kind)
            }
            Test::Remembered(value, list) => {
                let value = self.num(value);
                self.extra.remembers(*list, value)
            }
            Test::OneOf(value, others) => {
                let value = self.num(value);
                others.iter().any(|other| self.num(other) == value)
            }
            Test::DieShows(value) => {
                let value = self.num(value);
                self.extra.shows(self.men.dice_len, value)
            }
            Test::DiceUsed => self.extra.is_used_up(self.men.dice_len),
            Test::Full => {
                let empty = self.board.empty();
                crate::set::count_below(empty, self.men.board_sites) == 0
            }
            Test::Same(both) => self.region(&both[0]) == self.region(&both[1]),
            Test::WasPass => self.extra.last_pass,
            Test::Active(player) => {
                let player = self.num(player);
                (1..=self.men.players as i32).contains(&player) && self.standing.is_in(player)
            }
            Test::Threatened(threat) => self.is_threatened(threat),
            Test::Cycle => self.past.is_cycle(),
            Test::Repeated(times) => self.has_come(*times),
            Test::AllPassed => self.board.passes >= self.men.players as i32,
            Test::Triggered(event, player) => match self.num(player) {
                player @ 0.. => {
                    let marks = self.board.triggered.get(player as usize);
                    marks.is_some_and(|marks| marks >> event & 1 == 1)
                }
                _ => false,
            },
        }
    }

    /// Whether a site is as it must be.
    #[inline]
    pub(super) fn is(&self, place: &Place, site: i32) -> bool {
        match self.slot(site) {
            Some(slot) => self.holds(place, slot),
            None => Self::holds_off(place),
        }
    }

    /// The same of no site at all.
    fn holds_off(place: &Place) -> bool {
        match place {
            Place::Not(inner) => !Self::holds_off(inner),
            Place::All(parts) => parts.iter().all(Self::holds_off),
            Place::Any(parts) => parts.iter().any(Self::holds_off),
            _ => false,
        }
    }

    /// Whether what stands on a slot is of one of some classes.
    #[inline]
    fn has_class(&self, classes: u8, slot: usize) -> bool {
        let class = self.classes[self.board.what(slot)];
        classes >> class & 1 == 1
    }

    #[inline(always)]
    pub(super) fn holds(&self, place: &Place, slot: usize) -> bool {
        // The commonest question is not worth a call.
        match place {
            Place::Class(classes) => self.has_class(*classes, slot),
            place => self.holds_within(place, slot),
        }
    }

    fn holds_within(&self, place: &Place, slot: usize) -> bool {
        match place {
            Place::Class(classes) => self.has_class(*classes, slot),
            Place::ClassIn(classes, set) => {
                self.has_class(*classes, slot) && set[slot / 64] >> (slot % 64) & 1 == 1
            }
            Place::In(set) => set[slot / 64] >> (slot % 64) & 1 == 1,
            Place::OfKind(kind) => self.board.what(slot) == *kind,
            Place::StateOfMover => self.board.state(slot) == self.board.mover,
            Place::StateOfEnemy => {
                let state = self.board.state(slot);
                (1..=self.men.players as i32).contains(&state) && state != self.board.mover
            }
            Place::Ahead(ahead) => self.holds(&ahead.place, ahead.slot(slot)),
            Place::Not(inner) => !self.holds(inner, slot),
            Place::All(parts) => parts.iter().all(|part| self.holds(part, slot)),
            Place::Any(parts) => parts.iter().any(|part| self.holds(part, slot)),
        }
    }

    /// Whether a condition holds with a site bound.
    #[inline]
    pub(super) fn holds_on(&mut self, cond: &'k Test, site: i32) -> bool {
        let old = self.board.bind(Iter::Site, site);
        let holds = self.test(cond);
        self.board.bind(Iter::Site, old);
        holds
    }
}

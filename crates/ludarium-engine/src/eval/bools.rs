//! Boolean expressions.

use super::Evaluator;
use crate::ir::{Bool, Int, Sites, CYCLE_LENGTH, CYCLE_ROUNDS};
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::set::{has, Bits, SiteSet};

impl<'a> Evaluator<'a> {
    /// Whether a site of the board is in the pending set, or is the pending value.
    #[inline]
    pub(super) fn is_pending_at(&self, site: u16) -> bool {
        let pending = self.state.extra(ExtraSet::Pending);
        self.state.field(Field::PendingValue) == i32::from(site) + 1 || has(pending, site)
    }

    /// Whether any site is pending.
    #[inline]
    pub(super) fn is_pending(&self) -> bool {
        self.state.field(Field::PendingValue) != 0
            || self.state.extra_bits(ExtraSet::Pending).next().is_some()
    }

    /// Evaluates a Boolean expression.
    #[inline]
    pub fn bool(&mut self, bool: &'a Bool) -> bool {
        // The most frequent conditions are evaluated without a call.
        match bool {
            Bool::Const(value) => *value,
            Bool::At(iter, mask) => self.mask_has(mask, self.get(*iter)),
            _ => self.step() && self.bool_in_state(bool),
        }
    }

    fn bool_in_state(&mut self, bool: &'a Bool) -> bool {
        match bool {
            Bool::Const(value) => *value,
            Bool::Traced(traced) => self.traced_bool(traced),
            Bool::Tabulated(table) => self.tabulated_bool(table),
            Bool::At(iter, mask) => self.mask_has(mask, self.get(*iter)),
            Bool::And(all) => all.iter().all(|item| self.bool(item)),
            Bool::Or(all) => all.iter().any(|item| self.bool(item)),
            Bool::Not(inner) => !self.bool(inner),
            Bool::Xor(first, second) => self.bool(first) ^ self.bool(second),
            Bool::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.bool(yes)
                } else {
                    no.as_ref().is_some_and(|no| self.bool(no))
                }
            }
            Bool::Compare(cmp, first, second) => {
                let decided = match (first, second) {
                    (Int::CountPieces { .. }, Int::Const(bound)) => {
                        self.count_compares(first, *cmp, *bound)
                    }
                    (Int::CountLiberties { .. }, Int::Const(bound)) => {
                        self.liberties_compare(first, *cmp, *bound)
                    }
                    (Int::Const(bound), Int::CountLiberties { .. }) => {
                        self.liberties_compare(second, cmp.turned(), *bound)
                    }
                    _ => None,
                };
                if let Some(holds) = decided {
                    return holds;
                }
                let first = self.int(first);
                let second = self.int(second);
                cmp.holds(first, second)
            }
            Bool::In(site, sites) => {
                let site = self.int(site);
                self.in_sites(sites, site)
            }
            Bool::Empty(site_type, site) => {
                let site = self.int(site);
                self.slot(*site_type, site)
                    .is_some_and(|slot| self.state.is_free(slot))
            }
            Bool::Occupied(site_type, site) => {
                let site = self.int(site);
                self.slot(*site_type, site)
                    .is_some_and(|slot| !self.state.is_empty(slot) && !self.is_covered(slot))
            }
            Bool::Friend(player) => {
                let player = self.int(player);
                player > 0 && self.friends(player, self.mover())
            }
            Bool::Enemy(player) => {
                let player = self.int(player);
                self.is_enemy(player, self.mover())
            }
            Bool::IsMover(player) => self.int(player) == self.state.field(Field::Mover),
            Bool::IsNext(player) => self.int(player) == self.state.field(Field::Next),
            Bool::IsPrev(player) => self.int(player) == self.state.field(Field::Prev),
            Bool::FromInt(value) => self.int(value) != 0,
            Bool::Even(value) => self.int(value) & 1 == 0,
            Bool::Odd(value) => self.int(value) & 1 == 1,
            Bool::IsActive(player) => {
                let player = self.int(player);
                usize::try_from(player).is_ok_and(|player| {
                    player > 0 && self.state.player(PlayerField::Active, player) != 0
                })
            }
            _ => self.bool_of_board(bool),
        }
    }

    /// Conditions that take a search of the board, of a list or of moves. Apart, so that the
    /// conditions around them are evaluated with a small frame.
    #[inline(never)]
    fn bool_of_board(&mut self, bool: &'a Bool) -> bool {
        match bool {
            Bool::Graph(test) => self.is_graph(test),
            Bool::Solved => self.is_solved(),
            Bool::Flat(site_type, below, site) => {
                let site = self.int(site);
                let under = usize::try_from(site).ok().and_then(|site| below.get(site));
                under.is_some_and(|under| {
                    under.iter().all(|&site| {
                        self.slot(*site_type, i32::from(site))
                            .is_some_and(|slot| !self.state.is_empty(slot))
                    })
                })
            }
            Bool::FromFloat(value) => self.float(value) != 0.0,
            Bool::InInts(value, list) => {
                let value = self.int(value);
                self.ints(list).contains(&value)
            }
            Bool::AllIn(list, sites) => list.iter().all(|site| {
                let site = self.int(site);
                self.in_sites(sites, site)
            }),
            Bool::SameSites(first, second) => {
                let first = self.sites(first);
                let second = self.sites(second);
                first.same(&second)
            }
            Bool::Line(line) => self.is_line(line),
            Bool::Threatened(threat) => self.is_threatened(threat),
            Bool::NoMoves(player) => self.has_no_moves(player),
            Bool::CanMove(can) => self.can_move(&can.moves),
            Bool::Connected(connection) => self.is_connected(connection),
            Bool::Blocked(connection) => self.is_blocked(connection),
            Bool::Loop(test) => self.is_loop(test),
            Bool::Pattern(pattern) => self.is_pattern(pattern),
            Bool::AllSites(sites, cond) => {
                let sites = self.sites(sites);
                let old = self.get(crate::ir::Iter::Site);
                let all = sites.iter().all(|site| {
                    self.bind(crate::ir::Iter::Site, site);
                    self.bool(cond)
                });
                self.bind(crate::ir::Iter::Site, old);
                all
            }
            Bool::AllValues(values, cond) => {
                let values = self.ints(values);
                let old = self.get(crate::ir::Iter::Value);
                let all = values.into_iter().all(|value| {
                    self.bind(crate::ir::Iter::Value, value);
                    self.bool(cond)
                });
                self.bind(crate::ir::Iter::Value, old);
                all
            }
            Bool::AllGroups {
                site_type,
                dirs,
                of,
                cond,
            } => self.all_groups(*site_type, dirs, of.as_deref(), cond),
            Bool::Within { kind, sites } => {
                let kind = kind.as_ref().map(|kind| self.int(kind));
                self.is_within(kind, sites)
            }
            _ => self.bool_of_game(bool),
        }
    }

    /// Conditions on the course of the game rather than the board.
    #[inline(never)]
    fn bool_of_game(&mut self, bool: &'a Bool) -> bool {
        match bool {
            Bool::Visited(site) => {
                let site = self.int(site);
                self.slot(self.game.layout.own, site)
                    .is_some_and(|slot| self.state.in_extra(ExtraSet::Visited, slot))
            }
            Bool::AnyDie(value) => {
                let value = self.int(value);
                let layout = &self.game.layout;
                (0..layout.dice_len).any(|die| self.state.cell(layout.dice + die) == value)
            }
            Bool::Visible(site_type, site) => {
                let site = self.int(site);
                self.is_visible(*site_type, site)
            }
            Bool::AllDifferent(sites, cond) => {
                let sites = self.sites(sites);
                let old = self.get(crate::ir::Iter::Site);
                let mut kinds = Vec::new();
                let mut differ = true;
                for site in sites.iter() {
                    self.bind(crate::ir::Iter::Site, site);
                    differ &= self.bool(cond);
                    let slot = self.slot(self.game.layout.own, site);
                    if let Some(slot) = slot.filter(|&slot| !self.state.is_empty(slot)) {
                        let what = self.state.what(slot);
                        differ &= !kinds.contains(&what);
                        kinds.push(what);
                    }
                }
                self.bind(crate::ir::Iter::Site, old);
                differ
            }
            Bool::LastIsOf(to, wanted) => {
                let field = if *to { Field::LastTo } else { Field::LastFrom };
                let slot = usize::try_from(self.state.field(field)).ok();
                slot.is_some_and(|slot| self.game.layout.site(slot).0 == *wanted)
            }
            Bool::Angle(test) => self.is_angle(test),
            Bool::PipsMatch(site) => {
                let site = self.int(site);
                self.pips_match(site)
            }
            Bool::SidesMatch(site) => {
                let site = self.int(site);
                self.sides_match(site)
            }
            Bool::Pending => self.is_pending(),
            Bool::Full => {
                let sites = self.game.layout.board_sites;
                Bits::new(self.state.empty())
                    .next()
                    .is_none_or(|slot| slot as usize >= sites)
            }
            Bool::Cycle => self.is_cycle(),
            Bool::Repeat(kind, times) => self.has_repeated(*kind, *times),
            Bool::Related {
                site_type,
                relation,
                first,
                second,
            } => {
                let first = self.int(first);
                let Ok(site) = u32::try_from(first) else {
                    return false;
                };
                let second = self.sites(second);
                let neighbours = self.neighbours(*site_type, site, *relation);
                neighbours
                    .iter()
                    .any(|&other| second.contains(other as i32))
            }
            Bool::Triggered(event, player) => {
                let player = self.int(player);
                usize::try_from(player).is_ok_and(|player| {
                    self.state.player(PlayerField::Triggered, player) >> (event & 31) & 1 == 1
                })
            }
            Bool::Proposed(text) => self.state.field(Field::Proposed) == *text as i32 + 1,
            Bool::Decided(text) => self.state.field(Field::Decided) == *text as i32 + 1,
            Bool::Hidden {
                site_type,
                at,
                data,
                player,
            } => {
                let at = self.int(at);
                let player = self.int(player);
                self.is_hidden(*site_type, at, *data, player)
            }
            Bool::Target {
                container,
                kinds,
                sites,
            } => {
                let Some(container) = self.game.containers.get(*container) else {
                    return false;
                };
                kinds.iter().enumerate().all(|(index, &kind)| {
                    let site = sites
                        .get(index)
                        .copied()
                        .unwrap_or((container.first + index) as i32);
                    self.slot(self.game.layout.own, site)
                        .is_some_and(|slot| self.state.what(slot) as i32 == kind)
                })
            }
            Bool::Crossing(first, second) => {
                let first = self.int(first);
                let second = self.int(second);
                self.edges_cross(first, second)
            }
            Bool::DiceEqual => self.state.field(Field::DiceEqual) != 0,
            Bool::DiceUsed => {
                let layout = &self.game.layout;
                (0..layout.dice_len).all(|die| self.state.cell(layout.dice + die) == 0)
            }
            Bool::AllPassed => self.state.field(Field::PassesInARow) >= self.game.players as i32,
            Bool::WasPass => self.state.field(Field::LastPass) != 0,
            // All others are handled above.
            _ => false,
        }
    }

    fn all_groups(
        &mut self,
        site_type: usize,
        dirs: &'a crate::ir::Dirs,
        of: Option<&'a Bool>,
        cond: &'a Bool,
    ) -> bool {
        let owners = 1u32 << (self.mover() & 31);
        let member = match of {
            Some(of) => super::group::Member::If(of),
            None => super::group::Member::Owners(owners),
        };
        let starts = SiteSet::full(self.game.layout.lens[site_type]);
        let mut all = true;
        let first = &mut std::iter::empty();
        self.each_component(
            site_type,
            dirs,
            member,
            starts,
            first,
            &mut |eval, _, group| {
                let old = eval.region.replace(std::rc::Rc::new(group.clone()));
                all = eval.bool(cond);
                eval.region = old;
                all
            },
        );
        all
    }

    fn is_within(&mut self, kind: Option<i32>, sites: &'a Sites) -> bool {
        let own = self.game.layout.own;
        let mut set = self.sites(sites);
        if self.game.layout.levels == 0 {
            // Without stacks, sites of the board's own type and of the containers are slots.
            let owner = kind.and_then(|kind| self.game.owners.get(usize::try_from(kind).ok()?));
            match (kind, owner) {
                (Some(_), None) => return false,
                (_, Some(&owner)) => set.intersect_words(self.state.owned(usize::from(owner))),
                (None, _) => set.subtract_words(self.state.empty()),
            }
            set.truncate(self.game.layout.sites);
            return set
                .iter()
                .any(|slot| kind.is_none_or(|kind| self.state.what(slot as usize) as i32 == kind));
        }
        set.iter()
            .filter_map(|site| self.slot(own, site))
            .any(|slot| {
                (0..self.state.height(slot)).any(|level| {
                    let what = self.state.what_at(slot, level) as i32;
                    kind.is_none_or(|kind| what == kind)
                })
            })
    }

    /// Whether the last positions consist of one short sequence of positions, three times in a row.
    fn is_cycle(&self) -> bool {
        let history = &self.state.history;
        (1..=CYCLE_LENGTH.min(history.len() / CYCLE_ROUNDS)).any(|period| {
            let last = &history[history.len() - CYCLE_ROUNDS * period..];
            (period..last.len()).all(|index| last[index] == last[index - period])
        })
    }

    pub(super) fn edges_cross(&self, first: i32, second: i32) -> bool {
        let topology = &self.game.board.topology;
        let edges = topology.sites(ludarium_board::SiteType::Edge);
        let vertices = topology.sites(ludarium_board::SiteType::Vertex);
        let ends = |edge: i32| -> Option<[[f64; 2]; 2]> {
            let edge = edges.get(usize::try_from(edge).ok()?)?;
            let point = |index: usize| {
                let vertex = vertices.get(*edge.vertices.get(index)? as usize)?;
                Some([vertex.point[0], vertex.point[1]])
            };
            Some([point(0)?, point(1)?])
        };
        let (Some([a, b]), Some([c, d])) = (ends(first), ends(second)) else {
            return false;
        };
        let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
            let cross = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
            if cross.abs() < 1e-9 {
                0.0
            } else {
                cross.signum()
            }
        };
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }
}

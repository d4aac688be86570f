//! Numbers and lists of numbers.

pub(super) mod count;
mod list;
pub(super) mod pieces_counted;
mod steps;
mod track;

use super::Evaluator;
use crate::ir::{CardProperty, Dirs, Int, Iter, Op, Sites, OFF};
use crate::layout::{ContainerKind, ExtraSet, Field, PlayerField};

impl<'a> Evaluator<'a> {
    /// Evaluates a number.
    #[inline]
    pub fn int(&mut self, int: &'a Int) -> i32 {
        // The most frequent numbers are evaluated without a call.
        match int {
            Int::Const(value) => *value,
            Int::Iter(iter) => self.get(*iter),
            Int::Mover => self.state.field(Field::Mover),
            _ => self.int_in_state(int),
        }
    }

    fn int_in_state(&mut self, int: &'a Int) -> i32 {
        match int {
            Int::Const(value) => *value,
            Int::Tabulated(table) => self.tabulated_int(table),
            Int::Hoisted(hoisted) => self.hoisted_int(hoisted),
            Int::Iter(iter) => self.get(*iter),
            Int::Mover => self.state.field(Field::Mover),
            Int::Next => self.state.field(Field::Next),
            Int::Prev(false) => self.state.field(Field::Prev),
            Int::Prev(true) => self.state.field(Field::PrevTurn),
            Int::LastFrom => self.site_of_field(Field::LastFrom),
            Int::LastTo => self.site_of_field(Field::LastTo),
            Int::LastToAfter => self.site_of_field(Field::LastToAfter),
            Int::LastFromAfter => self.site_of_field(Field::LastFromAfter),
            Int::LastLevelFromAfter => self.level_of_field(Field::LastFromAfter),
            Int::LastLevelToAfter => self.level_of_field(Field::LastToAfter),
            Int::TurnFrom => match self.state.field(Field::MovesThisTurn) {
                0 => self.get(Iter::From),
                _ => self.site_of_field(Field::TurnFrom),
            },
            Int::LastLevelFrom => self.state.field(Field::LastLevelFrom),
            Int::LastLevelTo => self.state.field(Field::LastLevelTo),
            Int::What {
                site_type,
                at,
                level,
            } => self.what_of(*site_type, at, level.as_deref()),
            Int::Who {
                site_type,
                at,
                level,
            } => {
                let what = self.what_of(*site_type, at, level.as_deref());
                // As in Ludii, sites of a board of vertices or edges are never those of a hand.
                let layout = &self.game.layout;
                if layout.own != 0 && *site_type == layout.own && layout.sites > layout.board_sites
                {
                    let at = self.int(at);
                    if at >= layout.board_sites as i32 {
                        return 0;
                    }
                }
                i32::from(self.game.owners[what as usize])
            }
            Int::State {
                site_type,
                at,
                level: None,
            } if self.game.layout.levels == 0 => {
                let at = self.int(at);
                self.slot(*site_type, at)
                    .map_or(OFF, |slot| self.state.state_at(slot, 0))
            }
            Int::State {
                site_type,
                at,
                level,
            } => match self.piece_place(*site_type, at, level.as_deref()) {
                Some((slot, level)) => self.state.state_at(slot, level),
                None => OFF,
            },
            Int::Rotation {
                site_type,
                at,
                level,
            } => match self.piece_place(*site_type, at, level.as_deref()) {
                Some((slot, level)) => self.state.rotation_at(slot, level),
                None => OFF,
            },
            Int::PieceValue {
                site_type,
                at,
                level,
            } => match self.piece_place(*site_type, at, level.as_deref()) {
                Some((slot, level)) => self.state.value_at(slot, level),
                None => 0,
            },
            Int::Bin(op, first, second) => {
                let first = self.int(first);
                let second = self.int(second);
                op.apply(first, second)
            }
            Int::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.int(yes)
                } else {
                    self.int(no)
                }
            }
            Int::ByPlayer(table, player) => {
                let player = self.int(player);
                usize::try_from(player)
                    .ok()
                    .and_then(|player| table.get(player).copied())
                    .unwrap_or(OFF)
            }
            Int::SiteTable { table, at, .. } => {
                let at = self.int(at);
                usize::try_from(at)
                    .ok()
                    .and_then(|at| table.get(at).copied())
                    .unwrap_or(OFF)
            }
            Int::SitePhase {
                site_type,
                table,
                at,
            } => {
                let at = self.int(at);
                let set = self.slot(*site_type, at);
                let set = set.map_or(0, |slot| {
                    self.state.cell(self.game.layout.site_phase + slot)
                });
                if set > 0 {
                    return set - 1;
                }
                usize::try_from(at)
                    .ok()
                    .and_then(|at| table.get(at).copied())
                    .unwrap_or(OFF)
            }
            Int::MapEntry(pairs, key) => {
                let key = self.int(key);
                map_entry(pairs, key)
            }
            Int::Counter => self.state.field(Field::Counter),
            Int::Pot => self.state.field(Field::Pot),
            Int::Var(var) => self.state.cell(self.game.layout.vars + var),
            Int::Temp => self.state.field(Field::Temp),
            Int::Abs(value) => self.int(value).wrapping_abs(),
            Int::FromBool(value) => i32::from(self.bool(value)),
            Int::FromFloat(value) => self.float(value) as i32,
            Int::Count { site_type, at } => {
                let at = self.int(at);
                self.count_on(*site_type, at)
            }
            Int::Score(player) => self.player_value(PlayerField::Score, player),
            Int::PlayerValue(player) => self.player_value(PlayerField::Value, player),
            Int::Amount(player) => self.player_value(PlayerField::Amount, player),
            Int::TopLevel { site_type, at } => {
                let at = self.int(at);
                self.slot(*site_type, at)
                    .map_or(0, |slot| self.state.top(slot) as i32)
            }
            Int::Ahead {
                site_type,
                at,
                steps,
                dirs,
            } => self.ahead(*site_type, at, steps, dirs),
            Int::HandSite { player, index } => {
                let player = self.int(player);
                let index = self.int(index);
                self.game
                    .containers
                    .iter()
                    .find(|hand| hand.kind == ContainerKind::Hand && hand.owner as i32 == player)
                    .filter(|hand| index >= 0 && (index as usize) < hand.size)
                    .map_or(OFF, |hand| hand.first as i32 + index)
            }
            Int::Where {
                site_type,
                kinds,
                state,
                by_order,
            } => {
                let what = self.int(kinds);
                let state = state.as_ref().map(|state| self.int(state));
                self.where_is(*site_type, what, state, *by_order)
            }
            Int::TrackEnd(_)
            | Int::TrackMove { .. }
            | Int::TrackFirst { .. }
            | Int::CountStepsOnTrack { .. } => self.int_on_track(int),
            Int::CountPieces { .. } | Int::CountSites(_) | Int::SizeStack { .. } => {
                self.int_count(int)
            }
            _ => self.int_of_game(int),
        }
    }

    /// Numbers that take a look at a list, a region or the equipment. Apart, so that the numbers
    /// around them are evaluated with a small frame.
    #[inline(never)]
    fn int_of_game(&mut self, int: &'a Int) -> i32 {
        match int {
            Int::SizeLargePieces(site_type, sites) => {
                let sites = self.sites(sites);
                let slots = sites.iter().filter_map(|site| self.slot(*site_type, site));
                slots.map(|slot| self.size_at_centre(slot)).sum()
            }
            Int::Card {
                property,
                at,
                level,
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(self.game.layout.own, at) else {
                    return OFF;
                };
                let level = match level {
                    Some(level) => usize::try_from(self.int(level)).unwrap_or(0),
                    None => self.state.top(slot),
                };
                let card = self.game.components[self.state.what_at(slot, level)].card;
                card.map_or(OFF, |card| match property {
                    CardProperty::Rank => card.rank,
                    CardProperty::Suit => card.suit,
                    CardProperty::TrumpRank => card.trump_rank,
                    CardProperty::TrumpValue => card.trump_value,
                })
            }
            Int::TrumpSuit => self.state.field(Field::TrumpSuit),
            Int::PathExtent { colour, starts } => {
                let colour = self.int(colour);
                let starts: Vec<i32> = match starts {
                    Some(starts) => self.sites(starts).iter().collect(),
                    None => self.laid_sites(),
                };
                self.path_extent(colour, &starts)
            }
            Int::Fold(op, list) => {
                let list = self.ints(list);
                let mut items = list.into_iter();
                match items.next() {
                    Some(first) => items.fold(first, |sum, item| op.apply(sum, item)),
                    None if matches!(op, Op::Min | Op::Max) => OFF,
                    None => 0,
                }
            }
            Int::ArrayValue(list, index) => {
                let list = self.ints(list);
                let index = self.int(index);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| list.get(index).copied())
                    .unwrap_or(OFF)
            }
            Int::RegionSite(sites, index) => {
                let index = self.int(index);
                let sites: &'a Sites = sites;
                let set = self.sites(sites);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| set.iter().nth(index))
                    .unwrap_or(OFF)
            }
            Int::Cost { site_type, sites } => {
                let set = self.sites(sites);
                let cost = self.game.layout.cost;
                set.iter()
                    .filter_map(|site| self.slot(*site_type, site))
                    .map(|slot| {
                        if cost > 0 {
                            self.state.cell(cost + slot)
                        } else {
                            0
                        }
                    })
                    .fold(0, i32::wrapping_add)
            }
            Int::WhereLevel {
                site_type,
                kinds,
                state,
                at,
                from_top,
            } => {
                let what = self.int(kinds);
                let state = state.as_ref().map(|state| self.int(state));
                let at = self.int(at);
                let Some(slot) = self.slot(*site_type, at) else {
                    return OFF;
                };
                let height = self.state.height(slot);
                let fits = |level: &usize| {
                    self.state.what_at(slot, *level) as i32 == what
                        && state.is_none_or(|state| self.state.state_at(slot, *level) == state)
                };
                let found = if *from_top {
                    (0..height).rev().find(fits)
                } else {
                    (0..height).find(fits)
                };
                found.map_or(OFF, |level| level as i32)
            }
            Int::Face(site) => {
                let site = self.int(site);
                let Some(slot) = self.slot(self.game.layout.own, site) else {
                    return OFF;
                };
                let state = self.state.state_at(slot, self.state.top(slot));
                let kind = &self.game.components[self.state.what(slot)];
                let faces = kind.die.as_deref().or(kind.faces.as_deref());
                let faces = faces.unwrap_or_default();
                usize::try_from(state)
                    .ok()
                    .and_then(|state| faces.get(state).copied())
                    .unwrap_or(OFF)
            }
            Int::Pending => {
                let mut sites = self.state.extra_bits(ExtraSet::Pending);
                let (one, more) = (sites.next(), sites.next().is_some());
                let value = self.state.field(Field::PendingValue) - 1;
                // Of several values, none is pending.
                match one {
                    _ if more => 0,
                    // A value may be a number that is no site.
                    Some(slot) if slot as usize >= self.game.layout.slots => slot,
                    Some(slot) if value < 0 || value == slot => {
                        self.game.layout.site(slot as usize).1
                    }
                    Some(_) => 0,
                    None => value.max(0),
                }
            }
            Int::Random(low, high) => {
                let low = self.int(low);
                let high = self.int(high);
                match u32::try_from(i64::from(high) - i64::from(low) + 1) {
                    Ok(span) if span > 0 => low.wrapping_add(self.rng().below(span) as i32),
                    _ => low,
                }
            }
            Int::EdgeBetween(first, second) => {
                let first = self.int(first);
                let second = self.int(second);
                let (Ok(first), Ok(second)) = (u32::try_from(first), u32::try_from(second)) else {
                    return OFF;
                };
                let vertices = self
                    .game
                    .board
                    .topology
                    .sites(ludarium_board::SiteType::Vertex);
                let Some(vertex) = vertices.get(first as usize) else {
                    return OFF;
                };
                let edge = vertex.edges.iter().find(|&&edge| {
                    self.game
                        .board
                        .topology
                        .site(ludarium_board::SiteType::Edge, edge)
                        .vertices
                        .contains(&second)
                });
                edge.map_or(OFF, |&edge| edge as i32)
            }
            Int::Coord {
                site_type,
                row,
                column,
            } => {
                let row = self.int(row);
                let column = self.int(column);
                let sites = self
                    .game
                    .board
                    .topology
                    .sites(crate::layout::type_of_index(*site_type));
                sites
                    .iter()
                    .position(|site| site.row as i32 == row && site.column as i32 == column)
                    .map_or(OFF, |site| site as i32)
            }
            _ => self.int_count(int),
        }
    }

    /// The top level of the stack on the slot that a field holds; -1 if it holds none.
    fn level_of_field(&self, field: Field) -> i32 {
        let slot = usize::try_from(self.state.field(field)).ok();
        slot.map_or(OFF, |slot| self.state.top(slot) as i32)
    }

    /// The site of the last move's target; -1 if it had none.
    #[inline]
    pub fn last_to(&self) -> i32 {
        self.site_of_field(Field::LastTo)
    }

    /// The site of the slot that a field holds; -1 if it holds none.
    #[inline]
    pub(in crate::eval) fn site_of_field(&self, field: Field) -> i32 {
        match usize::try_from(self.state.field(field)) {
            Ok(slot) if slot < self.game.layout.sites => slot as i32,
            Ok(slot) => self.game.layout.site(slot).1,
            Err(_) => OFF,
        }
    }

    #[inline]
    fn player_value(&mut self, field: PlayerField, player: &'a Int) -> i32 {
        let player = self.int(player);
        usize::try_from(player).map_or(0, |player| self.state.player(field, player))
    }

    /// The kind of the piece on a site: of the topmost piece, unless a level is given.
    #[inline]
    fn what_of(&mut self, site_type: usize, at: &'a Int, level: Option<&'a Int>) -> i32 {
        let at = self.int(at);
        let Some(slot) = self.slot(site_type, at) else {
            return 0;
        };
        match level {
            None if self.is_covered(slot) => 0,
            None => self.state.what(slot) as i32,
            // Only its root holds a large piece.
            Some(_) if self.is_covered(slot) => 0,
            Some(level) => {
                let level = self.int(level);
                if level < 0 {
                    self.state.what(slot) as i32
                } else {
                    self.state.what_at(slot, level as usize) as i32
                }
            }
        }
    }

    /// The slot and level of a piece: the topmost, unless a level is given.
    #[inline]
    fn piece_place(
        &mut self,
        site_type: usize,
        at: &'a Int,
        level: Option<&'a Int>,
    ) -> Option<(usize, usize)> {
        let at = self.int(at);
        let slot = self.slot(site_type, at)?;
        let level = match level {
            Some(level) => self.int(level),
            None => OFF,
        };
        Some((
            slot,
            if level < 0 {
                self.state.top(slot)
            } else {
                level as usize
            },
        ))
    }

    /// The site `steps` away in the first direction that reaches so far, or the site itself.
    fn ahead(&mut self, site_type: usize, at: &'a Int, steps: &'a Int, dirs: &'a Dirs) -> i32 {
        let at = self.int(at);
        let steps = self.int(steps);
        let Some(slot) = self.slot(site_type, at) else {
            return OFF;
        };
        let Some(step) = usize::try_from(steps)
            .ok()
            .and_then(|steps| steps.checked_sub(1))
        else {
            return at;
        };
        for table in self.tables(dirs, slot) {
            for ray in table.rays_of(at as usize) {
                if let Some(&site) = table.ray(ray).get(step) {
                    return i32::from(site);
                }
            }
        }
        at
    }

    /// A site of the board where a piece of a kind stands, on any level: of several, that of the
    /// piece that came first, or the lowest.
    fn where_is(&mut self, site_type: usize, what: i32, state: Option<i32>, by_order: bool) -> i32 {
        let Some(&owner) = usize::try_from(what)
            .ok()
            .and_then(|what| self.game.owners.get(what))
        else {
            return OFF;
        };
        if what == 0 {
            return OFF;
        }
        let layout = &self.game.layout;
        let first = if site_type == layout.own {
            0
        } else {
            layout.base[site_type]
        };
        let sites = first..(first + layout.lens[site_type]).min(layout.slots);
        if by_order && (layout.order > 0 || layout.piece_lists > 0) {
            let fits = |&slot: &usize| {
                let top = self.state.top(slot);
                sites.contains(&slot)
                    && state.is_none_or(|state| self.state.state_at(slot, top) == state)
            };
            let mut slots = self.listed_slots(what as usize).into_iter();
            return slots.find(fits).map_or(OFF, |slot| (slot - first) as i32);
        }
        if layout.levels == 0 {
            let fits = |slot: usize| {
                self.state.what(slot) as i32 == what
                    && state.is_none_or(|state| self.state.state_at(slot, 0) == state)
            };
            return crate::set::Bits::new(self.state.owned(usize::from(owner)))
                .map(|slot| slot as usize)
                .find(|&slot| sites.contains(&slot) && fits(slot))
                .map_or(OFF, |slot| (slot - first) as i32);
        }
        for slot in self.state.occupied_slots(sites) {
            for (level, kind) in self.state.kinds_on(slot).enumerate() {
                if kind as i32 == what
                    && state.is_none_or(|state| self.state.state_at(slot, level) == state)
                {
                    return (slot - first) as i32;
                }
            }
        }
        OFF
    }
}

/// The value of a key in a map of sorted pairs; a key that is absent stands for itself.
#[inline]
fn map_entry(pairs: &[(i32, i32)], key: i32) -> i32 {
    // Most maps are of the sites of a board, one after the other.
    let first = pairs.first().map_or(0, |pair| pair.0);
    match pairs.get(key.wrapping_sub(first) as usize) {
        Some(&(found, value)) if found == key => value,
        _ => pairs
            .binary_search_by_key(&key, |pair| pair.0)
            .map_or(key, |at| pairs[at].1),
    }
}

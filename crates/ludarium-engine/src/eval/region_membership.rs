//! Whether a site is in a region, without computing the region where that is possible.

use super::Evaluator;
use crate::game::NamedSites;
use crate::ir::Sites;
use crate::layout::ExtraSet;
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// Whether a site is in a region, without computing the region where possible.
    pub fn in_sites(&mut self, sites: &'a Sites, site: i32) -> bool {
        if site < 0 {
            return false;
        }
        match sites {
            Sites::Const(set) => set.contains(site),
            Sites::Tabulated(table) => match self.tabulated_sites(table) {
                Some(set) => set.contains(site),
                None => self.in_sites(&table.of, site),
            },
            Sites::List(list) => list.iter().any(|one| self.int(one) == site),
            Sites::OfInts(ints) => self.ints(ints).contains(&site),
            Sites::Empty(site_type) => {
                (site as usize) < self.game.layout.lens[*site_type]
                    && self
                        .slot(*site_type, site)
                        .is_some_and(|slot| self.state.is_free(slot))
            }
            Sites::Occupied {
                site_type,
                owners,
                container: None,
                kinds: None,
                top,
                hands,
            } if (*top || self.game.layout.levels == 0) && self.game.cover == 0 => {
                let Some(slot) = self.slot(*site_type, site) else {
                    return false;
                };
                if !hands && self.game.layout.in_hand(slot) {
                    return false;
                }
                if self.state.is_empty(slot) {
                    return false;
                }
                let owner = self.owner_at(slot);
                self.is_owner(owners, owner)
            }
            Sites::Union(parts) => parts.iter().any(|part| self.in_sites(part, site)),
            Sites::Intersection(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.in_sites(part, site))
            }
            Sites::Difference(first, second) => {
                self.in_sites(first, site) && !self.in_sites(second, site)
            }
            Sites::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.in_sites(yes, site)
                } else {
                    no.as_ref().is_some_and(|no| self.in_sites(no, site))
                }
            }
            Sites::Filter(of, cond) => {
                if !self.in_sites(of, site) {
                    return false;
                }
                self.holds_on(cond, site)
            }
            // Without a condition, a group holds one kind of piece, which excludes most sites.
            Sites::Group {
                site_type,
                from,
                dirs,
                cond: None,
            } => {
                let Some(kind) = self.kind_at(*site_type, site) else {
                    return false;
                };
                let from = self.sites(from);
                let mut set = SiteSet::default();
                from.iter().any(|start| {
                    if !set.contains(start) && self.kind_at(*site_type, start) == Some(kind) {
                        self.group(*site_type, start, dirs, None, &mut set);
                    }
                    set.contains(site)
                })
            }
            Sites::Named(index) => match &self.game.named_sites[*index] {
                NamedSites { sites, drawn: None } => self.step() && self.in_sites(sites, site),
                _ => self.named_sites(*index).contains(site),
            },
            Sites::Bound => self.region.as_ref().is_some_and(|set| set.contains(site)),
            Sites::ByPlayer(sets, index) | Sites::ByIndex(sets, index) => {
                let index = self.int(index);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| sets.get(index))
                    .is_some_and(|set| set.contains(site))
            }
            Sites::Pending => usize::try_from(site).is_ok_and(|value| {
                value < self.game.layout.set_words * 64
                    && self.state.in_extra(ExtraSet::Pending, value)
            }),
            Sites::ToClear => self
                .slot(self.game.layout.own, site)
                .is_some_and(|slot| self.state.in_extra(ExtraSet::ToClear, slot)),
            Sites::State { site_type, state } => {
                let state = self.int(state);
                self.has_state(*site_type, site, state)
            }
            Sites::Around { .. } | Sites::Direction { .. } => {
                let has = self.has_by_words(sites, site);
                has.unwrap_or_else(|| self.sites(sites).contains(site))
            }
            Sites::Between { .. }
            | Sites::Occupied { .. }
            | Sites::ForEachOf(..)
            | Sites::ForEachValue(..)
            | Sites::Expand { .. }
            | Sites::Group { .. }
            | Sites::Incident { .. }
            | Sites::LineOfSight { .. }
            | Sites::Distance { .. }
            | Sites::Track { .. }
            | Sites::Random { .. }
            | Sites::LastFrom
            | Sites::LastTo
            | Sites::LastBetween
            | Sites::OfMoves { .. }
            | Sites::LargePiece { .. }
            | Sites::Winning { .. }
            | Sites::ForEachTeam(_)
            | Sites::LineOfPlay(_)
            | Sites::Pattern(_)
            | Sites::Loop { .. }
            | Sites::Levels { .. }
            | Sites::Crossing { .. }
            | Sites::Hidden { .. } => self.sites(sites).contains(site),
        }
    }

    /// The kind of the piece on a site (0: none), if there is such a site.
    fn kind_at(&self, site_type: usize, site: i32) -> Option<usize> {
        let slot = self.slot(site_type, site)?;
        Some(self.state.what(slot))
    }
}

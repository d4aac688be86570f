//! Counts and sizes.

use crate::eval::group::{Member, Start};
use crate::eval::rotating_steps::RotatingWalk;
use crate::eval::Evaluator;
use crate::ir::{Bool, Cmp, Dirs, Int, Iter, Sites, INFINITY, OFF};
use crate::layout::{type_of_index, Field, PlayerField};
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// The number of pieces on a site.
    #[inline]
    pub(in crate::eval) fn count_on(&self, site_type: usize, site: i32) -> i32 {
        // Hands consist of cells only.
        if site_type != 0 && site >= self.game.layout.lens[site_type] as i32 {
            return 0;
        }
        self.slot(site_type, site)
            .map_or(0, |slot| self.state.count(slot))
    }

    pub(super) fn int_count(&mut self, int: &'a Int) -> i32 {
        match int {
            Int::CountPieces {
                site_type,
                owners,
                kinds,
                within,
                cond,
                listed,
            } => {
                if *listed && self.state.lists_pieces() && self.game.layout.levels == 0 {
                    let owners = self.owner_mask(owners);
                    return self.count_listed(
                        *site_type,
                        owners,
                        kinds.as_deref(),
                        within.as_deref(),
                    );
                }
                if self.game.layout.levels == 0 {
                    if let Some(player) = self.counted_player(int) {
                        return self.state.pieces_of(player);
                    }
                }
                let owners = self.owner_mask(owners);
                self.count_pieces(
                    *site_type,
                    owners,
                    kinds.as_deref(),
                    within.as_deref(),
                    cond.as_deref(),
                )
            }
            Int::CountSites(sites) => {
                let size = self.size_by_words(sites);
                size.unwrap_or_else(|| self.sites(sites).len() as i32)
            }
            Int::SizeStack { site_type, sites } => {
                if let Sites::List(list) = &**sites {
                    if let [site] = &list[..] {
                        let site = self.int(site);
                        return self
                            .slot(*site_type, site)
                            .map_or(0, |slot| self.state.height(slot) as i32);
                    }
                }
                let sites = self.sites(sites);
                sites
                    .iter()
                    .filter_map(|site| self.slot(*site_type, site))
                    .map(|slot| self.state.height(slot) as i32)
                    .fold(0, i32::saturating_add)
            }
            _ => self.count_of_game(int),
        }
    }

    /// Counts that take a search of the board, or ask for the course of the game.
    #[inline(never)]
    fn count_of_game(&mut self, int: &'a Int) -> i32 {
        match int {
            Int::CountAt { site_type, sites } => {
                let sites = self.sites(sites);
                sites
                    .iter()
                    .filter_map(|site| self.slot(*site_type, site))
                    .map(|slot| self.state.count(slot))
                    .fold(0, i32::saturating_add)
            }
            Int::CountPips => {
                // A used die still shows its face.
                let mut pips: i32 = 0;
                for dice in &self.game.dice {
                    let first = self.game.containers[dice.container].first;
                    for (index, faces) in dice.faces.iter().enumerate() {
                        let face = self.state.state_at(first + index, 0);
                        let shown = faces.get(face.max(0) as usize).copied().unwrap_or(0);
                        pips = pips.saturating_add(shown);
                    }
                }
                pips
            }
            Int::CountMoves => self.state.field(Field::Moves),
            Int::CountTurns => self.state.field(Field::Turns),
            Int::CountMovesThisTurn => self.state.field(Field::MovesThisTurn),
            Int::CountActive => (1..=self.game.players)
                .filter(|&player| self.state.player(PlayerField::Active, player) != 0)
                .count() as i32,
            Int::CountLegalMoves => self.count_legal_moves(),
            Int::CountPlatformBelow(at, owners) => {
                let at = self.int(at);
                let owners = self.owner_mask(owners);
                self.platform_below(at, owners)
            }
            Int::CountTrials => self
                .state
                .series
                .as_ref()
                .map_or(0, |match_| match_.finished),
            Int::MatchScore(player) => {
                let player = self.int(player);
                let match_state = self.state.series.as_ref();
                usize::try_from(player)
                    .ok()
                    .and_then(|player| match_state?.points.get(player).copied())
                    .unwrap_or(0)
            }
            Int::CountValue(value, list) => {
                let value = self.int(value);
                let list = self.ints(list);
                list.iter().filter(|&&item| item == value).count() as i32
            }
            Int::CountStack {
                site_type,
                sites,
                from_top,
                cond,
                stop,
            } => {
                let sites = self.sites(sites);
                self.count_stack(
                    *site_type,
                    &sites,
                    *from_top,
                    cond.as_deref(),
                    stop.as_deref(),
                )
            }
            Int::CountGroups {
                site_type,
                dirs,
                cond,
                min,
                biggest,
            } => {
                let min = min.as_ref().map_or(0, |min| self.int(min));
                let (mut groups, mut largest) = (0, 0);
                let cond = cond.as_deref();
                self.each_group(
                    *site_type,
                    dirs,
                    Start::Members,
                    cond,
                    &mut |_, _, group| {
                        let size = group.len() as i32;
                        largest = largest.max(size);
                        groups += i32::from(size >= min);
                        true
                    },
                );
                if *biggest {
                    largest
                } else {
                    groups
                }
            }
            Int::SizeGroup {
                site_type,
                at,
                dirs,
                cond,
            } => {
                let at = self.int(at);
                self.group_of(*site_type, at, dirs, cond.as_deref()).len() as i32
            }
            Int::CountLiberties {
                site_type,
                at,
                dirs,
                cond,
            } => {
                let at = match at {
                    Some(at) => self.int(at),
                    None => self.last_to(),
                };
                self.liberties(*site_type, at, dirs, cond.as_deref())
            }
            Int::SizeTerritory {
                site_type,
                owner,
                dirs,
            } => {
                let owner = self.int(owner);
                self.territory(*site_type, owner, dirs)
            }
            Int::SizeArray(list) => self.ints(list).len() as i32,
            Int::CountSteps {
                site_type,
                relation,
                distances,
                from,
                to,
            } => {
                let from = self.int(from);
                let to = self.sites(to);
                if to.is_empty() {
                    return 0;
                }
                let start = usize::try_from(from).ok();
                let Some(start) = start.filter(|&start| start < self.game.layout.lens[*site_type])
                else {
                    return 0;
                };
                if distances.sites > 0 {
                    let row = &distances.steps[start * distances.sites..][..distances.sites];
                    let fewest = to
                        .iter()
                        .filter_map(|site| row.get(site as usize))
                        .min()
                        .copied();
                    return fewest
                        .filter(|&steps| steps != u16::MAX)
                        .map_or(0, i32::from);
                }
                if !self.charge_sites(self.game.layout.lens[*site_type]) {
                    return 0;
                }
                let row = self.game.board.topology.distances(
                    type_of_index(*site_type),
                    start as u32,
                    *relation,
                );
                let fewest = to
                    .iter()
                    .filter_map(|site| row.get(site as usize))
                    .min()
                    .copied();
                fewest
                    .filter(|&steps| steps != u32::MAX)
                    .map_or(0, |steps| steps as i32)
            }
            Int::CountStepsBy {
                site_type,
                dirs,
                cond,
                turning,
                from,
                to,
            } => {
                let from = self.int(from);
                let to = self.sites(to);
                if to.is_empty() {
                    return 0;
                }
                if let Some(turning) = turning {
                    let walk = RotatingWalk {
                        site_type: *site_type,
                        step: dirs,
                        cond: cond.as_deref(),
                        turning,
                    };
                    let reached = self.rotating_steps(&walk, from, INFINITY);
                    let there = reached.into_iter().filter(|&(site, _)| to.contains(site));
                    return there.map(|(_, far)| far).min().unwrap_or(INFINITY);
                }
                self.steps_by(*site_type, dirs, cond.as_deref(), from, &to)
            }
            Int::CountNeighbours {
                site_type,
                relation,
                of,
            } => {
                // Of a region, only the first site counts.
                let first = self
                    .sites(of)
                    .iter()
                    .find_map(|site| u32::try_from(site).ok());
                first.map_or(0, |site| {
                    self.neighbours(*site_type, site, *relation).len() as i32
                })
            }
            Int::CountBiggestLine {
                site_type,
                dirs,
                cond,
            } => self.biggest_line(*site_type, dirs, cond.as_deref()),
            // All others are handled above.
            _ => OFF,
        }
    }

    fn count_stack(
        &mut self,
        site_type: usize,
        sites: &SiteSet,
        from_top: bool,
        cond: Option<&'a Bool>,
        stop: Option<&'a Bool>,
    ) -> i32 {
        let (old_to, old_level) = (self.get(Iter::To), self.get(Iter::Level));
        let mut count = 0;
        for site in sites.iter() {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            self.bind(Iter::To, site);
            let height = self.state.height(slot);
            for step in 0..height {
                let level = if from_top { height - 1 - step } else { step };
                self.bind(Iter::Level, level as i32);
                if stop.is_some_and(|stop| self.bool(stop)) {
                    break;
                }
                if cond.is_none_or(|cond| self.bool(cond)) {
                    count += 1;
                }
            }
        }
        self.bind(Iter::To, old_to);
        self.bind(Iter::Level, old_level);
        count
    }

    /// Compares a number of liberties with a bound where one liberty decides it, and the piece
    /// itself has one.
    pub(in crate::eval) fn liberties_compare(
        &mut self,
        count: &'a Int,
        cmp: Cmp,
        bound: i32,
    ) -> Option<bool> {
        let Int::CountLiberties {
            site_type,
            at: Some(at),
            dirs: Dirs::Table(table),
            cond: None,
        } = count
        else {
            return None;
        };
        let holds = cmp.settled_from(1, bound)?;
        let at = usize::try_from(self.int(at)).ok()?;
        // The liberties of an empty site are not beside it: they belong to its group.
        let piece = *site_type == self.game.layout.own
            && at < self.game.layout.board_sites
            && !self.state.is_empty(at);
        let decided = (piece && self.has_empty_neighbour(*table, at)).then_some(holds);
        #[cfg(debug_assertions)]
        if let Some(decided) = decided {
            let counted = self.cross_check(|eval| cmp.holds(eval.int(count), bound));
            debug_assert!(counted.is_none_or(|counted| counted == decided));
        }
        decided
    }

    fn liberties(
        &mut self,
        site_type: usize,
        at: i32,
        dirs: &'a Dirs,
        cond: Option<&'a Bool>,
    ) -> i32 {
        let group = self.group_of(site_type, at, dirs, cond);
        let mut beside = self.beside(site_type, dirs, &group);
        beside.subtract(&group);
        beside.retain(|site| {
            let slot = self.slot(site_type, site);
            slot.is_some_and(|slot| self.state.is_empty(slot))
        });
        beside.len() as i32
    }

    /// The number of empty sites in regions that no pieces but those of `owner` border.
    fn territory(&mut self, site_type: usize, owner: i32, dirs: &'a Dirs) -> i32 {
        let starts = SiteSet::full(self.game.layout.lens[site_type]);
        let mut territory = 0;
        self.each_component(
            site_type,
            dirs,
            Member::Empty,
            starts,
            &mut std::iter::empty(),
            &mut |eval, _, region| {
                let beside = eval.beside(site_type, dirs, region);
                let other = beside.iter().any(|site| {
                    let slot = eval.slot(site_type, site);
                    slot.is_some_and(|slot| {
                        !eval.state.is_empty(slot) && eval.owner_at(slot) != owner
                    })
                });
                if !other {
                    territory += region.len() as i32;
                }
                true
            },
        );
        territory
    }
}

//! Attack patterns: how the pieces of a kind move, read from its rules without a position.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::attack::{AttackEntry, Kinds};
use super::candidate::facing;
use super::hurdles::{empties, hurdles_of, Hurdles};
use super::slide::passes_only_empty;
use super::static_reach::{Condition, StaticReach};
use crate::game::Game;
use crate::ir::{Bool, Dirs, Int, Iter, Mask, Moves};
use crate::ir::{Origin, RuleKind, SightKind, Sites, TableId, Target, INFINITY};
use crate::movement_pattern::{MovementPattern, PathCondition};

/// The geometry of a movement, and what may block it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Travel {
    /// To the adjacent sites.
    Step,
    /// Along the rays, at most this far, up to the first piece.
    Slide(i32),
    /// Along the rays, whatever stands there.
    AnyPath,
    /// Along the rays, over something.
    Hop(Hurdles),
}

impl Travel {
    /// What the sites of a ray before its end must be like, and at which places of it this may be.
    fn passes(self) -> (PathCondition, Range<usize>) {
        match self {
            Travel::Slide(high) => (PathCondition::Clear, 0..high.max(0) as usize),
            Travel::Hop(Hurdles::Empty) => (PathCondition::Clear, 1..2),
            Travel::Hop(Hurdles::One(far)) => (PathCondition::OneOccupied, 1..far.max(1) as usize),
            Travel::Hop(Hurdles::Any) | Travel::AnyPath => (PathCondition::Any, 0..usize::MAX),
            Travel::Step => (PathCondition::Clear, 0..1),
        }
    }
}

/// What is known about the target of a movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Landing {
    /// Whether no condition but those on the ends keeps the movement from capturing.
    certain: bool,
    /// Whether it never captures on its target.
    quiet_only: bool,
    /// Whether its target must be empty.
    to_empty: bool,
}

impl Landing {
    /// A movement about whose target only the target's own condition is known.
    fn on(to: &Target) -> Landing {
        // The condition of an effect also restricts where the movement may end.
        let filtered = to.effect.as_ref().is_some_and(|own| own.cond.is_some());
        let is_empty = matches!(&to.cond, Some(Bool::At(Iter::To, mask)) if empties(mask));
        Landing {
            certain: false,
            quiet_only: !filtered && captures(to) == Some(false),
            to_empty: !filtered && is_empty,
        }
    }

    fn perhaps(self, certain: bool) -> Landing {
        Landing { certain, ..self }
    }
}

/// A movement from one slot of the board to another, with what its rule demands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern<'p> {
    pub from: usize,
    pub to: u16,
    pub between: &'p [u16],
    pub path_condition: PathCondition,
    landing: Landing,
}

/// The movements of a kind of pieces, grouped by geometry.
#[derive(Debug)]
pub(super) struct AttackPatterns<'g> {
    game: &'g Game,
    what: usize,
    /// By direction table and geometry, with the number of the condition set.
    along: BTreeSet<(TableId, Travel, Landing, usize)>,
    leaps: Vec<(&'g [Vec<u16>], Landing, usize)>,
    /// The conditions that enclose the rule being read.
    conditions: Vec<Condition<'g>>,
    /// The condition sets by number.
    condition_sets: Vec<Vec<Condition<'g>>>,
}

impl<'g> AttackPatterns<'g> {
    /// No movements yet of the kind `what`.
    pub(super) fn of(game: &'g Game, what: usize) -> AttackPatterns<'g> {
        AttackPatterns {
            game,
            what,
            along: BTreeSet::new(),
            leaps: Vec::new(),
            conditions: Vec::new(),
            condition_sets: Vec::new(),
        }
    }

    /// Adds the movements of some moves; `None` where they may lead anywhere. Without `certain`,
    /// no movement is.
    pub(super) fn add_moves(&mut self, moves: &'g Moves, certain: bool, depth: u32) -> Option<()> {
        if depth > 32 {
            return None;
        }
        let game = self.game;
        let mut all = |parts: &[&'g Moves], certain: bool| {
            (parts.iter()).try_for_each(|part| self.add_moves(part, certain, depth + 1))
        };
        match moves {
            Moves::None => Some(()),
            Moves::Rule(id) => {
                let rule = &game.rules[*id as usize];
                self.add_rule(&rule.kind, certain && rule.before.is_empty())
            }
            Moves::OfPiece(kind) => all(&[&game.piece_moves[*kind]], certain),
            Moves::All(parts) => all(&parts.iter().collect::<Vec<_>>(), certain),
            Moves::Priority(parts) => all(&parts.iter().collect::<Vec<_>>(), false),
            Moves::If(cond, yes, no) => {
                self.conditions.push(Condition::of_start(cond, true));
                let found = self.add_moves(yes, certain, depth + 1);
                self.conditions.pop();
                found?;
                let Some(no) = no else { return Some(()) };
                self.conditions.push(Condition::of_start(cond, false));
                let found = self.add_moves(no, certain, depth + 1);
                self.conditions.pop();
                found
            }
            Moves::RollIf(_, _, yes, no) => match no {
                Some(no) => all(&[yes, no], false),
                None => all(&[yes], false),
            },
            Moves::Do { next, .. } => all(&[next], false),
            Moves::Rare(rare) => all(&[&rare.moves], false),
            Moves::MaxCaptures { moves, .. }
            | Moves::MaxMoves { moves, .. }
            | Moves::AvoidStored(moves) => all(&[moves], false),
            _ => None,
        }
    }

    fn add_rule(&mut self, kind: &'g RuleKind, certain: bool) -> Option<()> {
        let above = self.conditions.len();
        self.conditions.extend(Condition::of_rule(kind));
        let found = self.add_patterns(kind, certain);
        self.conditions.truncate(above);
        found
    }

    /// The number of the current conditions among the condition sets.
    fn condition_set(&mut self) -> usize {
        let sets = &mut self.condition_sets;
        let known = sets.iter().position(|own| *own == self.conditions);
        known.unwrap_or_else(|| {
            sets.push(self.conditions.clone());
            sets.len() - 1
        })
    }

    fn add_patterns(&mut self, kind: &'g RuleKind, certain: bool) -> Option<()> {
        let own = self.game.layout.own;
        let from_here = |from: &Origin, to: &Target| {
            (from.is_here() && to.is_open() && from.site_type == own && to.site_type == own)
                .then_some(())
        };
        match kind {
            RuleKind::Pass => Some(()),
            RuleKind::Step { from, dirs, to, .. } => {
                from_here(from, to)?;
                self.add_along(dirs, Travel::Step, Landing::on(to).perhaps(certain))
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
                let travel = match between.high {
                    Int::Const(high) if passes_only_empty(between, own) => Travel::Slide(high),
                    _ => Travel::AnyPath,
                };
                let plain = matches!(between.low, Int::Const(low) if low <= 1)
                    && between.cond.as_ref().is_none_or(
                        |cond| matches!(cond, Bool::At(_, mask) if matches!(**mask, Mask::Empty)),
                    );
                // The condition of an effect also restricts where a slide may end.
                let filtered = to.effect.as_ref().is_some_and(|own| own.cond.is_some());
                let landing = match &to.cond {
                    // A slide without a condition on its target ends on empty sites only.
                    None if !filtered => Landing {
                        certain: false,
                        quiet_only: true,
                        to_empty: true,
                    },
                    cond => {
                        let ends_so = cond.is_some() && captures(to) == Some(true);
                        Landing::on(to).perhaps(certain && plain && !filtered && ends_so)
                    }
                };
                self.add_along(dirs, travel, landing)
            }
            RuleKind::Hop {
                from,
                dirs,
                between,
                to,
                ..
            } => {
                from_here(from, to)?;
                let owner = usize::from(self.game.owners[self.what]);
                let travel = Travel::Hop(hurdles_of(between, to, owner));
                self.add_along(dirs, travel, Landing::on(to))
            }
            RuleKind::FromTo { from, to, .. } => {
                let here = from.is_here()
                    && from.site_type == own
                    && to.site_type == own
                    && to.site.is_none();
                self.add_line_of_sight(to.sites.as_ref().filter(|_| here)?)
            }
            RuleKind::Leap { from, table, to } => {
                from_here(from, to)?;
                let landing = Landing::on(to).perhaps(certain);
                let facing = self.game.components.get(self.what)?.facing;
                let asked = self.condition_set();
                self.leaps.push((table.of_facing(facing), landing, asked));
                Some(())
            }
            _ => None,
        }
    }

    /// Adds movements to sites in line of sight: like slides, except that the rule says which of
    /// the sites they go to.
    fn add_line_of_sight(&mut self, sites: &'g Sites) -> Option<()> {
        match sites {
            Sites::Union(parts) => (parts.iter()).try_for_each(|part| self.add_line_of_sight(part)),
            Sites::LineOfSight {
                site_type,
                kind,
                at,
                dirs,
            } if *site_type == self.game.layout.own && matches!(**at, Int::Iter(Iter::From)) => {
                let landing = Landing {
                    quiet_only: matches!(kind, SightKind::Empty | SightKind::Farthest),
                    ..Landing::default()
                };
                self.add_along(dirs, Travel::Slide(INFINITY), landing)
            }
            _ => None,
        }
    }

    fn add_along(&mut self, dirs: &'g Dirs, travel: Travel, landing: Landing) -> Option<()> {
        let asked = self.condition_set();
        match dirs {
            Dirs::Table(id) => {
                self.along.insert((*id, travel, landing, asked));
            }
            Dirs::ByFacing(ids) => match facing(self.game, self.what) {
                Some(facing) => {
                    let id = *ids.get(facing as usize)?;
                    self.along.insert((id, travel, landing, asked));
                }
                None => {
                    let landing = landing.perhaps(false);
                    let each = ids.iter().map(|id| (*id, travel, landing, asked));
                    self.along.extend(each);
                }
            },
            Dirs::If(cond, yes, no) => {
                for (dirs, holds) in [(yes, true), (no, false)] {
                    self.conditions.push(Condition::of_start(cond, holds));
                    let found = self.add_along(dirs, travel, landing);
                    self.conditions.pop();
                    found?;
                }
            }
            Dirs::Union(first, second) => {
                self.add_along(first, travel, landing)?;
                self.add_along(second, travel, landing)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Calls `found` with every movement of the kind.
    pub(super) fn each_pattern(&self, mut found: impl FnMut(Pattern<'_>)) {
        let sites = self.game.layout.board_sites;
        let sets = self.condition_sets.iter();
        let mut reaches: Vec<StaticReach<'g>> = sets
            .map(|asked| StaticReach::of(self.game, self.what, asked))
            .collect();
        for &(id, travel, landing, asked) in &self.along {
            let (table, reach) = (&self.game.tables[id as usize], &mut reaches[asked]);
            let (path_condition, places) = travel.passes();
            for from in 0..sites {
                if travel == Travel::Step {
                    for &to in table.steps_of(from) {
                        near(reach, landing, from, to, &mut found);
                    }
                    continue;
                }
                for ray in table.rays_of(from) {
                    let path = table.ray(ray);
                    let ends = path.iter().enumerate();
                    let ends = ends.take(places.end).skip(places.start);
                    for (at, &to) in ends.filter(|(_, &to)| reach.may_lead(from, to)) {
                        let certain = landing.certain && reach.must_lead(from, to);
                        found(Pattern {
                            from,
                            to,
                            between: &path[..at],
                            path_condition,
                            landing: landing.perhaps(certain),
                        });
                    }
                }
            }
        }
        for &(table, landing, asked) in &self.leaps {
            for (from, targets) in table.iter().enumerate().take(sites) {
                for &to in targets.iter().filter(|to| usize::from(**to) < sites) {
                    near(&mut reaches[asked], landing, from, to, &mut found);
                }
            }
        }
    }

    /// Adds the movements to the attacks on each site.
    pub(super) fn collect_attacks(&self, kind: Kinds, on_sites: &mut [AttacksOnSite]) {
        self.each_pattern(|pattern| {
            let landing = pattern.landing;
            let Some(on_site) = on_sites.get_mut(usize::from(pattern.to)) else {
                return;
            };
            let between = match pattern.path_condition {
                PathCondition::Any => &[],
                _ => pattern.between,
            };
            let entry = on_site.entry(pattern.from, between);
            match pattern.path_condition {
                PathCondition::Any => entry.any_path |= kind,
                PathCondition::OneOccupied => entry.over_one |= kind,
                PathCondition::Clear if landing.to_empty => entry.clear_to_empty |= kind,
                PathCondition::Clear => {
                    entry.clear |= kind;
                    if landing.certain {
                        entry.certain |= kind;
                    }
                }
            }
        });
    }
}

/// A movement to a nearby site, if the conditions allow it: certain sites must be empty.
fn near(
    reach: &mut StaticReach<'_>,
    landing: Landing,
    from: usize,
    to: u16,
    found: &mut impl FnMut(Pattern<'_>),
) {
    if !reach.may_lead(from, to) {
        return;
    }
    let legs = reach.legs(from, to);
    let certain = landing.certain && legs.is_some() && reach.must_lead(from, to);
    found(Pattern {
        from,
        to,
        between: legs.as_deref().unwrap_or_default(),
        path_condition: PathCondition::Clear,
        landing: landing.perhaps(certain),
    });
}

/// The movement patterns of a kind under some rules; `None` where they may lead anywhere.
pub(crate) fn movement_patterns(
    game: &Game,
    what: usize,
    rules: &[&Moves],
) -> Option<Vec<MovementPattern>> {
    let mut collected = AttackPatterns::of(game, what);
    for moves in rules {
        collected.add_moves(moves, false, 0)?;
    }
    let mut patterns = Vec::new();
    collected.each_pattern(|pattern| {
        patterns.push(MovementPattern {
            from: pattern.from as u16,
            to: pattern.to,
            between: pattern.between.to_vec(),
            path_condition: pattern.path_condition,
            quiet_only: pattern.landing.quiet_only || pattern.landing.to_empty,
        });
    });
    Some(patterns)
}

/// The attacks on one site, by origin and sites in between.
#[derive(Clone, Debug, Default)]
pub(super) struct AttacksOnSite {
    pub attacks: BTreeMap<(u16, Vec<u16>), AttackEntry>,
}

impl AttacksOnSite {
    fn entry(&mut self, from: usize, between: &[u16]) -> &mut AttackEntry {
        let mut between = between.to_vec();
        between.sort_unstable();
        self.attacks.entry((from as u16, between)).or_default()
    }
}

/// Whether a piece may move to an opponent's site, where the target's condition depends on the
/// owner alone.
fn captures(to: &Target) -> Option<bool> {
    match &to.cond {
        None => Some(true),
        Some(Bool::At(Iter::To, mask)) => contains_enemies(mask),
        Some(_) => None,
    }
}

/// Whether a set contains the sites of the mover's opponents; `None` where that does not depend on
/// the owner alone.
fn contains_enemies(mask: &Mask) -> Option<bool> {
    match mask {
        Mask::Empty | Mask::Mover | Mask::Friend => Some(false),
        Mask::Occupied | Mask::Enemy => Some(true),
        Mask::Not(mask) => contains_enemies(mask).map(|has| !has),
        Mask::And(parts) => parts
            .iter()
            .try_fold(true, |all, part| Some(all & contains_enemies(part)?)),
        Mask::Or(parts) => parts
            .iter()
            .try_fold(false, |any, part| Some(any | contains_enemies(part)?)),
        Mask::Const(_) | Mask::OfKind(_) | Mask::StateOfFriend | Mask::StateOfEnemy => None,
    }
}

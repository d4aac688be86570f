//! Attack patterns: how pieces move, read from their rules without a position.

use std::collections::BTreeMap;

use super::attack::{bit, AttackEntry, Kinds};
use super::candidate::facing;
use super::slide::passes_only_empty;
use super::static_reach::{Condition, StaticReach};
use crate::game::Game;
use crate::ir::{Bool, Dirs, Hurdle, Int, Iter, Mask, Moves};
use crate::ir::{Origin, RuleKind, SightKind, Sites, TableId, Target, INFINITY};
use crate::movement_pattern::{MovementPattern, PathCondition};

/// The geometry of a movement, and what may block it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Travel {
    /// To the adjacent sites; with `true`, only to empty ones.
    Step(bool),
    /// Along the rays, at most this far, up to the first piece.
    Slide(i32),
    /// Along the rays, whatever stands there.
    AnyPath,
    /// Along the rays, over exactly one piece.
    HopOverOne,
    /// To the second site of the rays, over an empty one.
    HopOverEmpty,
}

/// The movements of all kinds of pieces, grouped by geometry.
#[derive(Debug, Default)]
pub(super) struct AttackPatterns<'g> {
    /// By direction table, geometry, and number of the condition set.
    along: BTreeMap<(TableId, Travel, usize), PatternKinds>,
    leaps: Vec<(&'g [Vec<u16>], PatternKinds, usize)>,
    /// The conditions that enclose the rule being read.
    conditions: Vec<Condition<'g>>,
    /// The condition sets by number; `None` where the conditions are ignored.
    condition_sets: Option<Vec<Vec<Condition<'g>>>>,
}

/// The kinds that move in some way: all of them, those that no condition keeps from capturing, and
/// those that may capture.
#[derive(Clone, Copy, Debug, Default)]
struct PatternKinds {
    kinds: Kinds,
    certain: Kinds,
    capturing: Kinds,
}

impl PatternKinds {
    fn new(what: usize, certain: bool) -> PatternKinds {
        let kinds = bit(what);
        PatternKinds {
            kinds,
            certain: if certain { kinds } else { 0 },
            capturing: kinds,
        }
    }

    /// Restricts the capturing kinds by the condition of the target.
    fn with_target(self, to: &Target) -> PatternKinds {
        // The condition of an effect also restricts where the movement may end.
        let filtered = to.effect.as_ref().is_some_and(|own| own.cond.is_some());
        let quiet_only = !filtered && captures(to) == Some(false);
        PatternKinds {
            capturing: if quiet_only { 0 } else { self.kinds },
            ..self
        }
    }
}

impl<'g> AttackPatterns<'g> {
    /// Adds the movements of one kind; `None` where they may lead anywhere.
    pub(super) fn add_moves(
        &mut self,
        game: &'g Game,
        what: usize,
        moves: &'g Moves,
        certain: bool,
        depth: u32,
    ) -> Option<()> {
        if depth > 32 {
            return None;
        }
        let mut all = |parts: &[&'g Moves], certain: bool| {
            (parts.iter()).try_for_each(|part| self.add_moves(game, what, part, certain, depth + 1))
        };
        match moves {
            Moves::None => Some(()),
            Moves::Rule(id) => {
                let rule = &game.rules[*id as usize];
                self.add_rule(game, what, &rule.kind, certain && rule.before.is_empty())
            }
            Moves::OfPiece(kind) => all(&[&game.piece_moves[*kind]], certain),
            Moves::All(parts) => all(&parts.iter().collect::<Vec<_>>(), certain),
            Moves::Priority(parts) => all(&parts.iter().collect::<Vec<_>>(), false),
            Moves::If(cond, yes, no) => {
                self.conditions.push(Condition::of_start(cond, true));
                let found = self.add_moves(game, what, yes, false, depth + 1);
                self.conditions.pop();
                found?;
                let Some(no) = no else { return Some(()) };
                self.conditions.push(Condition::of_start(cond, false));
                let found = self.add_moves(game, what, no, false, depth + 1);
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

    fn add_rule(
        &mut self,
        game: &'g Game,
        what: usize,
        kind: &'g RuleKind,
        certain: bool,
    ) -> Option<()> {
        let above = self.conditions.len();
        self.conditions.extend(Condition::of_rule(kind));
        let found = self.add_patterns(game, what, kind, certain);
        self.conditions.truncate(above);
        found
    }

    /// The number of the current conditions among the condition sets.
    fn condition_set(&mut self) -> usize {
        let Some(sets) = &mut self.condition_sets else {
            return 0;
        };
        let known = sets.iter().position(|own| *own == self.conditions);
        known.unwrap_or_else(|| {
            sets.push(self.conditions.clone());
            sets.len() - 1
        })
    }

    fn add_patterns(
        &mut self,
        game: &'g Game,
        what: usize,
        kind: &'g RuleKind,
        certain: bool,
    ) -> Option<()> {
        let asked = self.condition_set();
        let own = game.layout.own;
        let from_here = |from: &Origin, to: &Target| {
            (from.is_here() && to.is_open() && from.site_type == own && to.site_type == own)
                .then_some(())
        };
        let bound = |from: &Origin, captures: Option<bool>| {
            PatternKinds::new(
                what,
                certain && from.cond.is_none() && captures == Some(true),
            )
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
                    Travel::Step(to_empty),
                    bound(from, captures(to)).with_target(to),
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
                let end = to.cond.as_ref().and_then(|_| captures(to));
                let certain = end.filter(|_| plain && !filtered);
                let mut bound = bound(from, certain).with_target(to);
                if to.cond.is_none() && !filtered {
                    // A slide without a condition on its target ends on empty sites only.
                    bound.capturing = 0;
                }
                self.add_along(game, what, dirs, travel, bound)
            }
            RuleKind::Hop {
                from,
                dirs,
                between,
                to,
                ..
            } => {
                from_here(from, to)?;
                let bound = PatternKinds::new(what, false).with_target(to);
                self.add_along(game, what, dirs, hop_travel(between), bound)
            }
            RuleKind::FromTo { from, to, .. } => {
                let here = from.is_here()
                    && from.site_type == own
                    && to.site_type == own
                    && to.site.is_none();
                self.add_line_of_sight(game, what, to.sites.as_ref().filter(|_| here)?)
            }
            RuleKind::Leap { from, table, to } => {
                from_here(from, to)?;
                let bound = bound(from, captures(to)).with_target(to);
                let facing = game.components.get(what)?.facing;
                self.leaps.push((table.of_facing(facing), bound, asked));
                Some(())
            }
            _ => None,
        }
    }

    /// Adds movements to sites in line of sight: like slides, except that the rule says which of
    /// the sites they go to.
    fn add_line_of_sight(&mut self, game: &'g Game, what: usize, sites: &'g Sites) -> Option<()> {
        match sites {
            Sites::Union(parts) => {
                (parts.iter()).try_for_each(|part| self.add_line_of_sight(game, what, part))
            }
            Sites::LineOfSight {
                site_type,
                kind,
                at,
                dirs,
            } if *site_type == game.layout.own && matches!(**at, Int::Iter(Iter::From)) => {
                let mut bound = PatternKinds::new(what, false);
                if matches!(kind, SightKind::Empty | SightKind::Farthest) {
                    bound.capturing = 0;
                }
                self.add_along(game, what, dirs, Travel::Slide(INFINITY), bound)
            }
            _ => None,
        }
    }

    fn add_along(
        &mut self,
        game: &'g Game,
        what: usize,
        dirs: &'g Dirs,
        travel: Travel,
        bound: PatternKinds,
    ) -> Option<()> {
        let asked = self.condition_set();
        let mut add = |id: TableId, bound: PatternKinds| {
            let entry = self.along.entry((id, travel, asked)).or_default();
            entry.kinds |= bound.kinds;
            entry.certain |= bound.certain;
            entry.capturing |= bound.capturing;
        };
        let some = PatternKinds::new(what, false);
        match dirs {
            Dirs::Table(id) => add(*id, bound),
            Dirs::ByFacing(ids) => match facing(game, what) {
                Some(facing) => add(*ids.get(facing as usize)?, bound),
                None => ids.iter().for_each(|id| add(*id, some)),
            },
            Dirs::If(cond, yes, no) => {
                for (dirs, holds) in [(yes, true), (no, false)] {
                    self.conditions.push(Condition::of_start(cond, holds));
                    let found = self.add_along(game, what, dirs, travel, some);
                    self.conditions.pop();
                    found?;
                }
            }
            Dirs::Union(first, second) => {
                self.add_along(game, what, first, travel, bound)?;
                self.add_along(game, what, second, travel, bound)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds an entry to each site that a movement leads to.
    pub(super) fn collect_attacks(&self, game: &Game, on_sites: &mut [AttacksOnSite]) {
        for (&(id, travel, _), &PatternKinds { kinds, certain, .. }) in &self.along {
            let table = &game.tables[id as usize];
            for from in 0..on_sites.len() {
                if let Travel::Step(quiet) = travel {
                    for &to in table.steps_of(from) {
                        let step = on_sites[usize::from(to)].entry(from, &[]);
                        *if quiet {
                            &mut step.clear_to_empty
                        } else {
                            &mut step.clear
                        } |= kinds;
                        step.certain |= certain;
                    }
                    continue;
                }
                for ray in table.rays_of(from) {
                    let path = table.ray(ray);
                    let far = match travel {
                        Travel::Slide(high) => path.len().min(high.max(0) as usize),
                        _ => path.len(),
                    };
                    for (passed, &to) in path[..far].iter().enumerate() {
                        let on_site = &mut on_sites[usize::from(to)];
                        if matches!(
                            travel,
                            Travel::AnyPath | Travel::HopOverOne | Travel::HopOverEmpty
                        ) {
                            on_site.entry(from, &[]).any_path |= kinds;
                        } else {
                            let slide = on_site.entry(from, &path[..passed]);
                            slide.clear |= kinds;
                            slide.certain |= certain;
                        }
                    }
                }
            }
        }
        for (table, PatternKinds { kinds, certain, .. }, _) in &self.leaps {
            for (from, targets) in table.iter().enumerate().take(on_sites.len()) {
                for &to in targets {
                    if let Some(on_site) = on_sites.get_mut(usize::from(to)) {
                        let leap = on_site.entry(from, &[]);
                        leap.clear |= kinds;
                        leap.certain |= certain;
                    }
                }
            }
        }
    }
}

impl<'g> AttackPatterns<'g> {
    /// Calls `found` with every movement of a kind: origin, target, the sites in between, the
    /// condition on these, and whether it never captures on its target.
    fn each_pattern(
        &self,
        game: &'g Game,
        what: usize,
        mut found: impl FnMut(usize, u16, &[u16], PathCondition, bool),
    ) {
        let sites = game.layout.board_sites;
        let asked = self.condition_sets.iter().flatten();
        let mut reaches: Vec<StaticReach<'g>> = asked
            .map(|asked| StaticReach::of(game, what, asked))
            .collect();
        for (&(id, travel, asked), bound) in &self.along {
            let (table, reach) = (&game.tables[id as usize], &mut reaches[asked]);
            let quiet_only = bound.capturing == 0 || travel == Travel::Step(true);
            for from in 0..sites {
                if matches!(travel, Travel::Step(_)) {
                    for &to in table.steps_of(from) {
                        reach.visit_near(from, to, |legs| {
                            found(from, to, legs, PathCondition::Clear, quiet_only)
                        });
                    }
                    continue;
                }
                for ray in table.rays_of(from) {
                    let path = table.ray(ray);
                    let (path_condition, range) = match travel {
                        Travel::Slide(high) => (PathCondition::Clear, 0..high.max(0) as usize),
                        Travel::HopOverEmpty => (PathCondition::Clear, 1..2),
                        Travel::HopOverOne => (PathCondition::OneOccupied, 1..path.len()),
                        Travel::AnyPath | Travel::Step(_) => (PathCondition::Any, 0..path.len()),
                    };
                    let ends = path.iter().enumerate().take(range.end).skip(range.start);
                    ends.filter(|(_, &to)| reach.may_lead(from, to))
                        .for_each(|(at, &to)| {
                            found(from, to, &path[..at], path_condition, quiet_only)
                        });
                }
            }
        }
        for (table, bound, asked) in &self.leaps {
            for (from, targets) in table.iter().enumerate().take(sites) {
                for &to in targets.iter().filter(|to| usize::from(**to) < sites) {
                    let quiet_only = bound.capturing == 0;
                    reaches[*asked].visit_near(from, to, |legs| {
                        found(from, to, legs, PathCondition::Clear, quiet_only);
                    });
                }
            }
        }
    }
}

/// The movement patterns of a kind under some rules; `None` where they may lead anywhere.
pub(crate) fn movement_patterns(
    game: &Game,
    what: usize,
    rules: &[&Moves],
) -> Option<Vec<MovementPattern>> {
    let mut collected = AttackPatterns {
        condition_sets: Some(Vec::new()),
        ..AttackPatterns::default()
    };
    for moves in rules {
        collected.add_moves(game, what, moves, true, 0)?;
    }
    let mut patterns = Vec::new();
    collected.each_pattern(
        game,
        what,
        |from, to, between, path_condition, quiet_only| {
            patterns.push(MovementPattern {
                from: from as u16,
                to,
                between: between.to_vec(),
                path_condition,
                quiet_only,
            });
        },
    );
    Some(patterns)
}

/// The geometry of a hop, as far as it is the same everywhere.
fn hop_travel(between: &Hurdle) -> Travel {
    let known = |int: &Int| match int {
        Int::Const(number) => Some(*number),
        _ => None,
    };
    let one = known(&between.low) == Some(1) && (between.exact || known(&between.high) == Some(1));
    let next = known(&between.before) == Some(0) && known(&between.after) == Some(0);
    match &between.cond {
        Some(Bool::At(Iter::Between, mask)) if one => match **mask {
            Mask::Empty if next => Travel::HopOverEmpty,
            Mask::Occupied => Travel::HopOverOne,
            _ => Travel::AnyPath,
        },
        _ => Travel::AnyPath,
    }
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

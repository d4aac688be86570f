//! Listing plans: how to list the moves of pieces whose rules follow direction tables and whose
//! conditions are sets of sites.

use super::candidate::facing;
use super::listing_entries::{Entries, Entry, Guard};
use super::may_must::{Bounds, MoverContext};
use super::reach_sets::TargetLists;
use super::slide::pass_mask;
use super::turn_continuation::{same_region, TurnContinuation};
use crate::game::Game;
use crate::ir::{
    Bool, Cmp, Dirs, ForEachPiece, Hurdle, Int, Iter, Mask, Moves, RuleId, RuleKind, SightKind,
    Sites, TableId, Target,
};
use crate::set::SiteSet;
use smallvec::SmallVec;

/// How to list the moves of each kind of piece.
#[derive(Clone, Debug)]
pub struct ListingPlan {
    pub(super) kinds: Vec<Vec<Entry>>,
    /// The sets of sites that the parts use, by number.
    pub(super) masks: Vec<Mask>,
    /// The regions in which a turn may continue, by number; `None` where it never does.
    pub(super) continuation_sites: Vec<Option<Sites>>,
}

/// A part of the moves of a kind.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub movement: Movement,
    /// The number of the region in which a turn may continue, if all other moves end it.
    pub continuation_sites: Option<usize>,
    /// Whether its moves are simple: they carry a piece and capture at most what stands on the
    /// target.
    pub simple: bool,
    /// Whether its moves may depend on what is pending.
    pub asks_pending: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Movement {
    /// To fixed targets within a set: by steps or leaps.
    Fixed(RuleId, TargetLists, TargetSets),
    Slide(RuleId, SlidePlan),
    Hop(RuleId, HopPlan),
    /// Along the rays of a table: to empty sites and the first occupied one.
    LineOfSight(RuleId, SightPlan),
    /// Any other moves.
    Other(Box<Moves>),
}

/// The targets that a rule allows: all sites in `must`, and those in `may` for which the rule's
/// condition holds; all in `may` if `must` is absent.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetSets {
    pub may: usize,
    pub must: Option<usize>,
}

/// A hop along the rays of a table over an adjacent site in `hurdles`; with a single hurdle, to a
/// site in `landings` right behind it. The rule itself decides about these hops.
#[derive(Clone, Debug)]
pub(super) struct HopPlan {
    pub table: TableId,
    pub near: TargetLists,
    pub hurdles: usize,
    pub landings: usize,
}

/// A line of sight along the rays of a table, by the sets of empty and occupied sites.
#[derive(Clone, Copy, Debug)]
pub(super) struct SightPlan {
    pub table: TableId,
    pub empty: usize,
    pub occupied: usize,
    pub targets: TargetSets,
}

/// A slide along the rays of a table: over sites in `pass`, which are also targets, and to the
/// first site in `stop`.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlidePlan {
    pub table: TableId,
    pub pass: usize,
    pub stop: Option<TargetSets>,
    pub low: i32,
    pub high: i32,
}

impl ListingPlan {
    /// The plan for the pieces of a `(forEach Piece ...)`.
    pub(crate) fn of(game: &Game, pieces: &ForEachPiece) -> ListingPlan {
        let mut listing = ListingPlan {
            kinds: Vec::new(),
            masks: Vec::new(),
            continuation_sites: Vec::new(),
        };
        for (what, moves) in pieces.moves.iter().enumerate() {
            let mut entries = Entries::default();
            if let Some(moves) = moves {
                listing.add(game, what, moves, &mut entries, 0);
            }
            listing.kinds.push(entries.0);
        }
        listing
    }

    fn add(&mut self, game: &Game, what: usize, moves: &Moves, entries: &mut Entries, depth: u32) {
        let deeper = depth < 16;
        match moves {
            Moves::None => {}
            Moves::OfPiece(kind) if deeper => {
                self.add(game, what, &game.piece_moves[*kind], entries, depth + 1);
            }
            Moves::All(several) if deeper => {
                for one in several {
                    self.add(game, what, one, entries, depth + 1);
                }
            }
            // What the condition asks for is listed only once.
            Moves::If(cond, ..) if cond.asks_what_is_listed() => {
                self.part(game, moves, None, entries);
            }
            Moves::If(cond, yes, no) if deeper => {
                let mut entry_index = entries.guard(specialise(game, cond, what));
                self.add(game, what, yes, entries, depth + 1);
                if let Some(no) = no {
                    entry_index = entries.otherwise(entry_index);
                    self.add(game, what, no, entries, depth + 1);
                }
                entries.end(entry_index);
            }
            Moves::Rule(id) => self.add_rule(game, what, *id, moves, entries),
            _ => self.part(game, moves, None, entries),
        }
    }

    fn add_rule(
        &mut self,
        game: &Game,
        what: usize,
        id: RuleId,
        moves: &Moves,
        entries: &mut Entries,
    ) {
        let rule = &game.rules[usize::from(id)];
        let guards = unconditional_guard(&rule.kind).into_iter();
        let guards = guards.chain(pending_step_guard(game, what, id));
        let entry_index: SmallVec<[usize; 2]> = guards.map(|guard| entries.guard(guard)).collect();
        let cond = rule.kind.target().and_then(|to| to.cond.as_ref());
        let context = mover_context(game, what);
        match cond.and_then(|cond| context.origin_region(cond)) {
            // The condition depends on the region of the origin: one part for each case.
            Some(place) => {
                let part = |listing: &mut Self, entries: &mut Entries, at_origin| {
                    let origin = Some((place, at_origin));
                    let movement =
                        listing.movement(game, what, id, MoverContext { origin, ..context });
                    listing.part(game, moves, movement, entries);
                };
                let there = entries.guard(Guard::OnSites(place.words().into()));
                part(self, entries, true);
                let elsewhere = entries.otherwise(there);
                part(self, entries, false);
                entries.end(elsewhere);
            }
            None => {
                let movement = self.movement(game, what, id, context);
                self.part(game, moves, movement, entries);
            }
        }
        entry_index
            .into_iter()
            .for_each(|entry_index| entries.end(entry_index));
    }

    fn part(
        &mut self,
        game: &Game,
        moves: &Moves,
        movement: Option<Movement>,
        entries: &mut Entries,
    ) {
        let rule = match movement {
            Some(
                Movement::Fixed(id, ..) | Movement::Slide(id, _) | Movement::LineOfSight(id, _),
            ) => Some(&game.rules[usize::from(id)]),
            _ => None,
        };
        entries.0.push(Entry::Part(Part {
            continuation_sites: rule
                .and_then(|rule| self.continuation_sites(&rule.turn_continuation)),
            simple: rule.is_some_and(|rule| {
                let stays = rule
                    .simple_move
                    .as_ref()
                    .is_some_and(|made| made.is_empty());
                stays && rule.captured_to_hand.is_empty()
            }),
            asks_pending: !moves.ignore_pending(&game.rules),
            movement: movement.unwrap_or_else(|| Movement::Other(Box::new(moves.clone()))),
        }));
    }

    /// The number of the region in which a turn may continue.
    fn continuation_sites(&mut self, continuation: &TurnContinuation) -> Option<usize> {
        let sites = match continuation {
            TurnContinuation::Never => None,
            TurnContinuation::IfTargetIn(sites) => Some((**sites).clone()),
            TurnContinuation::Maybe => return None,
        };
        let matches = |known: &Option<Sites>| match (known, &sites) {
            (Some(known), Some(sites)) => same_region(known, sites),
            (known, sites) => known.is_none() && sites.is_none(),
        };
        let known = self.continuation_sites.iter().position(matches);
        Some(known.unwrap_or_else(|| {
            self.continuation_sites.push(sites);
            self.continuation_sites.len() - 1
        }))
    }

    fn movement(
        &mut self,
        game: &Game,
        what: usize,
        id: RuleId,
        context: MoverContext<'_>,
    ) -> Option<Movement> {
        let rule = &game.rules[usize::from(id)];
        let own = game.layout.own;
        let (from, to) = match &rule.kind {
            RuleKind::Step { from, to, .. }
            | RuleKind::Slide { from, to, .. }
            | RuleKind::Hop { from, to, .. }
            | RuleKind::Leap { from, to, .. }
            | RuleKind::FromTo { from, to, .. } => (from, to),
            _ => return None,
        };
        let here = from.is_here() && from.cond.is_none() && from.site_type == own;
        if !here || to.site_type != own || rule.rotation_cell.is_some() {
            return None;
        }
        if let RuleKind::FromTo { .. } = &rule.kind {
            let carried = rule.kind.single_piece_transfer().is_some() && from.level.is_none();
            return (carried && game.cover == 0)
                .then(|| self.line_of_sight(game, what, id, to, context))
                .flatten();
        }
        if !to.is_open() {
            return None;
        }
        let table_of = |dirs| table_of(game, what, dirs);
        match &rule.kind {
            RuleKind::Step { dirs, .. } => {
                let near = TargetLists::steps(game, table_of(dirs)?);
                Some(Movement::Fixed(
                    id,
                    near,
                    self.target_sets(to.cond.as_ref()?, context),
                ))
            }
            RuleKind::Leap { table, .. } => {
                let facing = game.components.get(what)?.facing;
                let leaps = table.of_facing(facing);
                let near = TargetLists::new(game, leaps.to_vec());
                Some(Movement::Fixed(
                    id,
                    near,
                    self.target_sets(to.cond.as_ref()?, context),
                ))
            }
            RuleKind::Slide {
                dirs,
                tracks,
                between,
                ..
            } if tracks.is_empty() => {
                let (&Int::Const(low), &Int::Const(high)) = (&between.low, &between.high) else {
                    return None;
                };
                let pass = pass_mask(own, between, to)?;
                let table = table_of(dirs)?;
                Some(Movement::Slide(
                    id,
                    SlidePlan {
                        table,
                        pass: self.set(pass.unwrap_or(&Mask::Empty)),
                        stop: to.cond.as_ref().map(|cond| self.target_sets(cond, context)),
                        low,
                        high,
                    },
                ))
            }
            RuleKind::Hop { dirs, between, .. } => {
                let hop = self.hop(game, table_of(dirs)?, between, to, context)?;
                Some(Movement::Hop(id, hop))
            }
            _ => None,
        }
    }

    /// A hop over an adjacent piece.
    fn hop(
        &mut self,
        game: &Game,
        table: TableId,
        between: &Hurdle,
        to: &Target,
        context: MoverContext<'_>,
    ) -> Option<HopPlan> {
        let (Int::Const(0), Int::Const(1)) = (&between.before, &between.low) else {
            return None;
        };
        let may = |cond: Option<&Bool>, site: Iter| {
            let context = MoverContext { site, ..context };
            Bounds::of(cond.unwrap_or(&Bool::Const(true)), context).may
        };
        let one = between.exact || matches!(between.high, Int::Const(1));
        // The condition of an effect also restricts where a hop ends.
        let flies = to
            .effect
            .as_ref()
            .is_some_and(|effect| effect.cond.is_some());
        let first = to.cond.as_ref().filter(|_| one && !flies);
        Some(HopPlan {
            table,
            near: TargetLists::steps(game, table),
            hurdles: self.set(&may(between.cond.as_ref(), Iter::Between)),
            landings: self.set(&may(first, Iter::To)),
        })
    }

    /// A move along lines of sight.
    fn line_of_sight(
        &mut self,
        game: &Game,
        what: usize,
        id: RuleId,
        to: &Target,
        context: MoverContext<'_>,
    ) -> Option<Movement> {
        let Some(Sites::LineOfSight {
            site_type,
            kind,
            at,
            dirs,
        }) = &to.sites
        else {
            return None;
        };
        let here = matches!(**at, Int::Iter(Iter::From)) && *site_type == game.layout.own;
        if !here || *kind != SightKind::Both || to.site.is_some() {
            return None;
        }
        let table = table_of(game, what, dirs)?;
        Some(Movement::LineOfSight(
            id,
            SightPlan {
                table,
                empty: self.set(&Mask::Empty),
                occupied: self.set(&Mask::Occupied),
                targets: self.target_sets(to.cond.as_ref()?, context),
            },
        ))
    }

    /// The targets that a condition allows.
    fn target_sets(&mut self, cond: &Bool, context: MoverContext<'_>) -> TargetSets {
        let bounds = Bounds::of(cond, context);
        TargetSets {
            may: self.set(&bounds.may),
            must: (!bounds.is_exact()).then(|| self.set(&bounds.must)),
        }
    }

    /// The number of a set.
    fn set(&mut self, mask: &Mask) -> usize {
        let known = self.masks.iter().position(|own| own == mask);
        known.unwrap_or_else(|| {
            self.masks.push(mask.clone());
            self.masks.len() - 1
        })
    }
}

/// A condition specialised for pieces of a kind.
fn specialise(game: &Game, cond: &Bool, what: usize) -> Guard {
    let here = |int: &Int| matches!(int, Int::Iter(Iter::From));
    let (site, sites) = match cond {
        Bool::In(site, sites) => (site, sites),
        Bool::Pending => return Guard::Pending,
        _ => return Guard::Condition(cond.clone()),
    };
    match &**sites {
        Sites::Const(set) if here(site) => Guard::OnSites(set.words().into()),
        Sites::ByIndex(sets, kind)
            if here(site) && matches!(&**kind, Int::What { at, level: None, .. } if here(at)) =>
        {
            Guard::OnSites(sets.get(what).map_or(&[][..], SiteSet::words).into())
        }
        Sites::ByPlayer(sets, player) if here(site) && matches!(**player, Int::Mover) => {
            match mover_context(game, what).owner {
                0 => Guard::Condition(cond.clone()),
                owner => Guard::OnSites(sets.get(owner).map_or(&[][..], SiteSet::words).into()),
            }
        }
        _ => Guard::Condition(cond.clone()),
    }
}

/// The context in which the conditions of a kind's moves are evaluated.
fn mover_context(game: &Game, what: usize) -> MoverContext<'static> {
    let owner = usize::from(game.owners.get(what).copied().unwrap_or(0));
    MoverContext {
        site: Iter::To,
        // Pieces of a player only move when it is the mover.
        owner: if owner <= game.players { owner } else { 0 },
        origin: None,
    }
}

/// The part of a target condition that does not depend on the target.
fn unconditional_guard(kind: &RuleKind) -> Option<Guard> {
    let Some(Bool::And(parts)) = kind.target().and_then(|to| to.cond.as_ref()) else {
        return None;
    };
    let pending = parts.iter().any(|part| matches!(part, Bool::Pending));
    pending.then_some(Guard::Pending)
}

/// The direction table of a rule for pieces of a kind, unless it has a ray more than once.
fn table_of(game: &Game, what: usize, dirs: &Dirs) -> Option<TableId> {
    let id = match dirs {
        Dirs::Table(id) => *id,
        Dirs::ByFacing(ids) => *ids.get(facing(game, what)? as usize)?,
        _ => return None,
    };
    let repeats = game.tables.get(usize::from(id))?.repeats_rays;
    (!repeats).then_some(id)
}

/// For a step that must go to a pending site: the condition that such a site is adjacent.
fn pending_step_guard(game: &Game, what: usize, id: RuleId) -> Option<Guard> {
    let RuleKind::Step { from, dirs, to, .. } = &game.rules[usize::from(id)].kind else {
        return None;
    };
    let own = game.layout.own;
    if !from.is_here() || !to.is_open() || from.site_type != own || to.site_type != own {
        return None;
    }
    let cond = to.cond.as_ref()?;
    let parts = match cond {
        Bool::And(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let there = |int: &Int| matches!(int, Int::Iter(Iter::To));
    let mut some = false;
    let mut value = false;
    for part in parts {
        match part {
            Bool::In(site, sites) if there(site) && matches!(**sites, Sites::Pending) => {
                return Some(Guard::NearPending(TargetLists::steps(
                    game,
                    table_of(game, what, dirs)?,
                )));
            }
            Bool::Compare(Cmp::Eq, site, Int::Pending) if there(site) => value = true,
            Bool::Pending => some = true,
            _ => {}
        }
    }
    // Without a pending site, the pending value 0 is also the number of a site.
    if !some || !value {
        return None;
    }
    Some(Guard::NearPending(TargetLists::steps(
        game,
        table_of(game, what, dirs)?,
    )))
}

impl ForEachPiece {
    /// The listing plan of the pieces, built on first use.
    #[inline]
    pub(crate) fn listing(&self, game: &Game) -> &ListingPlan {
        self.listing.get_or_init(|| ListingPlan::of(game, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries for the first player's pieces with the given moves.
    fn entries_of(moves: &str) -> Vec<Entry> {
        entries_by_kind(moves, "")[1].clone()
    }

    /// The entries by kind, for pieces with the given moves, and regions.
    fn entries_by_kind(moves: &str, regions: &str) -> Vec<Vec<Entry>> {
        let text = format!(
            r#"(game "Men" (players 2)
                (equipment {{ (board (square 4)) (piece "Man" Each {moves}) {regions} }})
                (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"#
        );
        let definitions = ludarium_lud::Definitions::none();
        let choices = ludarium_lud::Choices::defaults();
        let description = ludarium_lud::load("men.lud", &text, &definitions, &choices).unwrap();
        let game = Game::compile(&description).unwrap();
        let Moves::ForEachPiece(pieces) = &game.phases[0].moves else {
            panic!("the rules are moves of pieces");
        };
        pieces.listing(&game).kinds.clone()
    }

    #[test]
    fn a_condition_on_several_moves_is_evaluated_once() {
        let step = "(move Step Forward (to if:(is Empty (to))))";
        let entries = entries_of(&format!(
            "(if (= 1 (count at:(from))) (or {step} (if (is Even (count Moves)) {step} {step})) {step})"
        ));
        let guards = entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Guard(..)));
        let parts = entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Part(_)));
        assert_eq!((guards.count(), parts.count()), (2, 4));
    }

    #[test]
    fn a_region_of_the_mover_is_that_of_the_owner_of_the_piece() {
        let kinds = entries_by_kind(
            r#"(if (is In (from) (sites Mover "Home")) (move Step Forward (to if:(is Empty (to)))))"#,
            r#"(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))"#,
        );
        let homes = [1, 2].map(|what: usize| match &kinds[what][..] {
            [Entry::Guard(Guard::OnSites(set), _), Entry::Part(_)] => set[0],
            other => panic!("{other:?}"),
        });
        assert_eq!(homes, [0x000f, 0xf000]);
    }

    #[test]
    fn hops_over_a_neighbour_are_planned_and_longer_ones_are_not() {
        let hop = |long: &str| {
            let entries = entries_of(&format!(
                "(move Hop (between {long} if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))"
            ));
            match &entries[..] {
                [Entry::Part(Part {
                    movement: Movement::Hop(_, hop),
                    ..
                })] => Some((hop.hurdles, hop.landings)),
                _ => None,
            }
        };
        assert_eq!(hop(""), Some((0, 1)));
        assert_eq!(
            hop("before:2 after:2"),
            None,
            "the hurdle may stand farther away"
        );
    }
}

//! Sources of candidates: generators with a known number of candidates, and the move of each
//! candidate.

use super::candidate::{Candidate, CandidateTable, KindCandidates};
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Bool, ForEachPiece, Int, Iter, Moves, Outer, RuleId, RuleKind, Sites, Target};
use crate::set::{nth, reaches, SiteSet};
use crate::Move;
use smallvec::SmallVec;

/// A generator of moves with a known number of candidates.
pub(super) enum Source<'a> {
    /// A range of [`Sources::pieces`].
    Pieces {
        table: &'a CandidateTable,
        first: usize,
        count: usize,
    },
    /// Pieces on the board that all count as having the maximum number of candidates.
    Uniform {
        table: &'a CandidateTable,
        owner: usize,
        most: u32,
    },
    /// A generator that makes at most `most` moves for each site bound.
    Sites {
        sites: SiteSet,
        most: u32,
        moves: &'a Moves,
    },
    /// A rule with its targets, each with each kind that may be placed there.
    Rule {
        id: RuleId,
        targets: SiteSet,
        /// A further condition on the target.
        cond: Option<&'a Bool>,
        kinds: u32,
    },
    /// A rule that moves a piece from one of some sites to one of others.
    Between {
        id: RuleId,
        origins: SiteSet,
        targets: SiteSet,
    },
    /// A generator of few moves, not evaluated yet.
    Rare(&'a Moves),
    /// Moves that had to be listed.
    Listed(Vec<Move>),
}

/// One of the sources of a decision.
pub(super) struct WeightedSource<'a> {
    pub source: Source<'a>,
    /// The number of its candidates and those of the sources before it.
    pub cumulative: u32,
    pub after: PostCondition<'a>,
}

/// A condition that must hold after a move, and the effects around it, without which it is
/// evaluated.
pub(super) type PostCondition<'a> = Option<(&'a Bool, Outer)>;

/// All sources of a decision.
pub(super) struct Sources<'a> {
    pub shares: SmallVec<[WeightedSource<'a>; 2]>,
    /// Slots with pieces, source by source, each with the number of its candidates and those of the
    /// slots before it.
    pub pieces: SmallVec<[(u16, u32); 24]>,
    /// The moves of all other generators.
    pub listed: MoveSink,
    /// The condition on the moves of the sources being collected.
    pub after: PostCondition<'a>,
}

impl<'a> Sources<'a> {
    /// The number of all candidates.
    pub fn total(&self) -> u32 {
        self.shares.last().map_or(0, |share| share.cumulative)
    }

    pub fn add(&mut self, source: Source<'a>, count: u32) {
        self.shares.push(WeightedSource {
            source,
            cumulative: self.total() + count,
            after: self.after,
        });
    }
}

impl<'a> Evaluator<'a> {
    /// The number of candidates of a player's pieces, `each` per piece.
    pub(super) fn candidate_count_of(&self, owner: usize, each: u32) -> u32 {
        let pieces = self.state.owned(owner).iter().map(|word| word.count_ones());
        each * pieces.sum::<u32>()
    }

    /// The candidate table, the owner and the number of candidates per piece, where most pieces
    /// have about that number.
    pub(super) fn uniform_candidates(
        &mut self,
        piece: &'a ForEachPiece,
    ) -> Option<(&'a CandidateTable, usize, u32)> {
        if !self.is_plain_piece_loop(piece) {
            return None;
        }
        let table = piece
            .candidates
            .get_or_init(|| CandidateTable::of(self.game, piece));
        let most = table.max_uniform()?;
        let owner = self.state.mover();
        let elsewhere = piece.anywhere && reaches(self.state.owned(owner), self.game.layout.sites);
        (!elsewhere).then_some((table, owner, most))
    }

    /// Collects the sources of a generator; all other moves are listed.
    pub(super) fn sources(&mut self, moves: &'a Moves, sources: &mut Sources<'a>) {
        match moves {
            Moves::Do {
                effect,
                rolls,
                next,
                after: Some(cond),
                outer,
                pass: None,
                ..
            } if sources.after.is_none() && (effect.is_none() || *rolls) => {
                let listed = sources.listed.moves.len();
                sources.after = Some((cond, *outer));
                self.sources(next, sources);
                sources.after = None;
                // Listed moves are tested at once.
                let mut index = listed;
                while index < sources.listed.moves.len() {
                    let mv = sources.listed.moves[index];
                    if self.holds_after(mv, *outer, cond) {
                        index += 1;
                    } else {
                        sources.listed.moves.swap_remove(index);
                    }
                }
            }
            Moves::All(parts) => {
                for part in parts {
                    self.sources(part, sources);
                }
            }
            Moves::Rare(rare) => sources.add(Source::Rare(&rare.moves), rare.max_moves),
            Moves::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.sources(yes, sources);
                } else if let Some(no) = no {
                    self.sources(no, sources);
                }
            }
            Moves::ForEachPiece(piece)
                if self.is_plain_piece_loop(piece)
                    && (piece
                        .candidates
                        .get_or_init(|| CandidateTable::of(self.game, piece)))
                    .worth_sampling(!sources.pieces.is_empty()) =>
            {
                self.pieces(piece, sources);
            }
            Moves::ForEachSite {
                sites,
                moves: inner,
                otherwise: None,
            } => match super::move_bounds::max_moves(self.game, inner) {
                Some(most) => {
                    let sites = self.sites(sites);
                    let count = most * sites.len() as u32;
                    let source = Source::Sites {
                        sites,
                        most,
                        moves: inner,
                    };
                    sources.add(source, count);
                }
                None => self.generate(moves, &mut sources.listed),
            },
            Moves::Rule(id) => match self.source_of_rule(*id) {
                Some((source, count)) => sources.add(source, count),
                None => self.generate(moves, &mut sources.listed),
            },
            _ => self.generate(moves, &mut sources.listed),
        }
    }

    /// Whether a `(forEach Piece)` iterates over the mover's pieces on the board, one per site.
    pub(super) fn is_plain_piece_loop(&mut self, piece: &'a ForEachPiece) -> bool {
        let layout = &self.game.layout;
        piece.site_type == layout.own
            && piece.only_topmost(self.game)
            && matches!(piece.container, Int::Const(0))
            && matches!(&piece.owners, crate::ir::Owners::One(Int::Mover))
    }

    fn pieces(&mut self, piece: &'a ForEachPiece, sources: &mut Sources<'a>) {
        if let Some((table, owner, most)) = self.uniform_candidates(piece) {
            let total = self.candidate_count_of(owner, most);
            let source = Source::Uniform { table, owner, most };
            return sources.add(source, total);
        }
        let table = piece
            .candidates
            .get_or_init(|| CandidateTable::of(self.game, piece));
        let layout = &self.game.layout;
        let set = SiteSet::from_words(self.state.owned(self.state.mover()));
        let first = sources.pieces.len();
        let mut total = 0;
        for slot in set.iter() {
            let slot = slot as usize;
            let on_board = slot < layout.board_sites;
            // The other site types of the board follow after the containers.
            if !(on_board || piece.anywhere && slot >= layout.sites) {
                continue;
            }
            let what = self.state.what(slot);
            match table.of_kind(what) {
                KindCandidates::Immobile => {}
                known @ KindCandidates::Known { .. } if on_board => {
                    let own = known.at(slot).len() as u32;
                    if own > 0 {
                        total += own;
                        sources.pieces.push((slot as u16, total));
                    }
                }
                _ => {
                    let (from, level) = self.bind_piece(slot);
                    if let Some(moves) = &piece.moves[what] {
                        self.generate(moves, &mut sources.listed);
                    }
                    self.bind(Iter::From, from);
                    self.bind(Iter::Level, level);
                }
            }
        }
        let count = sources.pieces.len() - first;
        let source = Source::Pieces {
            table,
            first,
            count,
        };
        sources.add(source, total);
    }

    /// Binds what `(forEach Piece)` binds; returns the old bindings.
    pub(super) fn bind_piece(&mut self, slot: usize) -> (i32, i32) {
        let top = self.state.top(slot) as i32;
        let from = self.bind(Iter::From, self.game.layout.site(slot).1);
        (from, self.bind(Iter::Level, top))
    }

    fn source_of_rule(&mut self, id: RuleId) -> Option<(Source<'a>, u32)> {
        let rule = &self.game.rules[id as usize];
        if rule.rotation_cell.is_some() {
            return None;
        }
        match &rule.kind {
            RuleKind::Add { what, to, .. } | RuleKind::Claim { what, to, .. } => {
                let targets = self.region_of_targets(to)?;
                let twice = rule.kind.is_listed_twice();
                let kinds = what.len() as u32 * (1 + u32::from(twice));
                let count = targets.len() as u32 * kinds;
                let source = Source::Rule {
                    id,
                    targets,
                    cond: None,
                    kinds,
                };
                Some((source, count))
            }
            RuleKind::Remove {
                sites,
                single: None,
                ..
            } => {
                // The condition is evaluated only for the site drawn.
                let (all, cond) = match sites {
                    Sites::Filter(all, cond) => (&**all, Some(&**cond)),
                    all => (all, None),
                };
                let targets = self.sites(all);
                let count = targets.len() as u32;
                let source = Source::Rule {
                    id,
                    targets,
                    cond,
                    kinds: 1,
                };
                Some((source, count))
            }
            RuleKind::FromTo { from, to, .. } if self.game.cover == 0 => {
                let origins = match &from.sites {
                    Some(sites) => {
                        // All origins must have the same targets.
                        matches!(to.sites, Some(Sites::Empty(_) | Sites::Const(_)))
                            .then(|| self.sites(sites))?
                    }
                    None => {
                        let mut one = SiteSet::new(self.game.layout.slots);
                        one.insert(self.int(&from.site));
                        one
                    }
                };
                let old = self.get(Iter::From);
                if from.sites.is_none() {
                    self.bind(Iter::From, origins.first().unwrap_or(old));
                }
                let targets = self.region_of_targets(to);
                self.bind(Iter::From, old);
                let targets = targets?;
                let count = (origins.len() * targets.len()) as u32;
                Some((
                    Source::Between {
                        id,
                        origins,
                        targets,
                    },
                    count,
                ))
            }
            RuleKind::Select { from, to: None, .. } => {
                let mut targets = self.sites(from.sites.as_ref()?);
                if let Some(cond) = self.game.seed_count_condition(from) {
                    targets = self.with_matching_count(targets, cond);
                }
                let count = targets.len() as u32;
                let source = Source::Rule {
                    id,
                    targets,
                    cond: None,
                    kinds: 1,
                };
                Some((source, count))
            }
            _ => None,
        }
    }

    /// The sites whose count satisfies a condition.
    fn with_matching_count(&mut self, mut sites: SiteSet, cond: &'a Bool) -> SiteSet {
        let old = self.get(Iter::From);
        for site in sites.clone().iter() {
            let holds = match cond {
                Bool::Compare(cmp, Int::Count { site_type, .. }, Int::Const(number)) => {
                    cmp.holds(self.count_on(*site_type, site), *number)
                }
                _ => {
                    self.bind(Iter::From, site);
                    self.bool(cond)
                }
            };
            if !holds {
                sites.remove(site);
            }
        }
        self.bind(Iter::From, old);
        sites
    }

    /// The sites that `(to ...)` names, without repetitions.
    fn region_of_targets(&mut self, to: &'a Target) -> Option<SiteSet> {
        match (&to.site, &to.sites) {
            (None, Some(sites)) if !matches!(sites, Sites::List(_)) => Some(self.sites(sites)),
            _ => None,
        }
    }

    /// The move of a candidate, if it exists in this position.
    pub(super) fn candidate_move(&mut self, sources: &Sources<'a>, index: u32) -> Option<Move> {
        let shares = &sources.shares;
        let at = shares.iter().position(|share| index < share.cumulative)?;
        let before = if at == 0 {
            0
        } else {
            shares[at - 1].cumulative
        };
        let mv = self.candidate_of_source(sources, &shares[at].source, index - before)?;
        match shares[at].after {
            Some((cond, outer)) if !self.holds_after(mv, outer, cond) => None,
            _ => Some(mv),
        }
    }

    fn candidate_of_source(
        &mut self,
        sources: &Sources<'a>,
        source: &Source<'a>,
        index: u32,
    ) -> Option<Move> {
        match source {
            Source::Listed(list) => list.get(index as usize).copied(),
            Source::Rare(moves) => {
                let saved = self.env;
                let found = self.nth_of(index as usize, |eval, out| eval.generate(moves, out));
                self.env = saved;
                found
            }
            Source::Pieces {
                table,
                first,
                count,
            } => {
                let slots = &sources.pieces[*first..][..*count];
                let at = slots
                    .iter()
                    .position(|&(_, cumulative)| index < cumulative)?;
                let before = if at == 0 { 0 } else { slots[at - 1].1 };
                self.candidate_at(table, usize::from(slots[at].0), index - before)
            }
            Source::Uniform { table, owner, most } => {
                let slot = nth(self.state.owned(*owner), (index / most) as usize)?;
                self.candidate_at(table, slot as usize, index % most)
            }
            Source::Sites { sites, most, moves } => {
                let site = sites.nth((index / most) as usize)?;
                let (old, to) = (self.bind(Iter::Site, site), self.bind(Iter::To, site));
                let found = self.nth_of((index % most) as usize, |eval, out| {
                    eval.generate(moves, out);
                });
                self.bind(Iter::Site, old);
                self.bind(Iter::To, to);
                found
            }
            Source::Rule {
                id,
                targets,
                cond,
                kinds,
            } => {
                let site = targets.nth((index / kinds) as usize)?;
                if cond.is_some_and(|cond| !self.holds_on(cond, site)) {
                    return None;
                }
                self.placement(*id, site, (index % kinds) as usize)
            }
            Source::Between {
                id,
                origins,
                targets,
            } => {
                let count = targets.len() as u32;
                let origin = origins.nth((index / count) as usize)?;
                let target = targets.nth((index % count) as usize)?;
                let rule = &self.game.rules[*id as usize];
                let RuleKind::FromTo {
                    from, to, count, ..
                } = &rule.kind
                else {
                    return None;
                };
                let (old, old_to) = (self.get(Iter::From), self.get(Iter::To));
                let found = self.nth_of(0, |eval, out| {
                    eval.at_origin(from, origin, &mut |eval, _, slot| {
                        if !eval.state.is_empty(slot) {
                            let count = eval.transfer_count(count.as_ref());
                            eval.push_transfer(*id, rule, slot, count, to, target, out);
                        }
                    });
                });
                self.bind(Iter::From, old);
                self.bind(Iter::To, old_to);
                found
            }
        }
    }

    /// The `n`-th of the moves that `make` makes.
    pub(super) fn nth_of(
        &mut self,
        n: usize,
        make: impl FnOnce(&mut Self, &mut MoveSink),
    ) -> Option<Move> {
        let mut out = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        make(self, &mut out);
        let found = out.moves.get(n).copied();
        self.recycle(out.moves);
        found
    }

    /// The move of the `nth` candidate of the piece on a slot.
    pub(super) fn candidate_at(
        &mut self,
        table: &'a CandidateTable,
        slot: usize,
        nth: u32,
    ) -> Option<Move> {
        let kind = table.of_kind(self.state.what(slot));
        let candidate = *kind.at(slot).get(nth as usize)?;
        // Most rejected candidates are steps to a target that the mask excludes.
        if let RuleKind::Step { to, .. } | RuleKind::Leap { to, .. } =
            &self.game.rules[candidate.rule as usize].kind
        {
            if let Some(mask) = self.step_mask(to) {
                if !self.mask_has(mask, i32::from(candidate.place)) {
                    return None;
                }
            }
        }
        let (from, level) = self.bind_piece(slot);
        let found = self.candidate_of_piece(kind, candidate, slot);
        self.bind(Iter::From, from);
        self.bind(Iter::Level, level);
        found
    }

    fn candidate_of_piece(
        &mut self,
        kind: &'a KindCandidates,
        candidate: Candidate,
        slot: usize,
    ) -> Option<Move> {
        let guard = kind.guard(candidate);
        if guard.iter().any(|(cond, must)| self.bool(cond) != *must) {
            return None;
        }
        let (id, rule) = (candidate.rule, &self.game.rules[candidate.rule as usize]);
        let place = usize::from(candidate.place);
        match &rule.kind {
            RuleKind::Step { from, to, .. } | RuleKind::Leap { from, to, .. } => {
                if from.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                    return None;
                }
                let target = self.slot(to.site_type, i32::from(candidate.place))?;
                let old = self.bind(Iter::To, i32::from(candidate.place));
                // A mask was tested above already.
                let allowed = self.step_mask(to).is_some()
                    || to.cond.as_ref().is_none_or(|cond| self.bool(cond));
                let mv = allowed.then(|| self.new_move(id, rule, slot as i32, target as i32));
                self.bind(Iter::To, old);
                mv
            }
            RuleKind::Slide {
                from, between, to, ..
            } => {
                if from.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                    return None;
                }
                let path = self.game.tables[candidate.table as usize].ray(place);
                let nth = usize::from(candidate.nth);
                let masks = self.slide_masks(between, to);
                match masks {
                    Some(masks) => self.can_slide_to(masks, path, nth).then(|| {
                        let end = i32::from(path[nth]);
                        let stops = masks.stop.is_some_and(|stop| self.mask_has(stop, end));
                        let old = self.bind_slide_end(path, nth, stops);
                        let mut mv = self.new_move(id, rule, slot as i32, end);
                        self.unbind_slide_end(old);
                        mv.payload[0] = path[0] as i16;
                        mv.payload[1] = nth as i16 + 1;
                        mv
                    }),
                    None => self.nth_of(nth, |eval, out| {
                        eval.slide(id, rule, slot, path, between, to, out);
                    }),
                }
            }
            RuleKind::Hop {
                from, between, to, ..
            } => {
                if from.cond.as_ref().is_some_and(|cond| !self.bool(cond)) {
                    return None;
                }
                let path = self.game.tables[candidate.table as usize].ray(place);
                let run = self.hurdle_run(between);
                self.nth_of(usize::from(candidate.nth), |eval, out| {
                    eval.hop(id, rule, slot, path, run, to, out);
                })
            }
            _ => None,
        }
    }
}

//! Samples placements: every empty site of the board is equally likely.

use super::sample::Test;
use super::Evaluator;
use crate::chance::SplitMix64;
use crate::ir::{Iter, Moves, RuleId, RuleKind, Sites};
use crate::set::{count_below, nth};
use crate::Move;

impl<'a> Evaluator<'a> {
    /// The maximum number of moves of a rule for each empty site of the board, if these are its
    /// only targets.
    pub(super) fn placements_per_site(&self, id: RuleId) -> Option<u32> {
        let rule = &self.game.rules[id as usize];
        let (to, each) = match &rule.kind {
            RuleKind::Add { what, to, .. } | RuleKind::Claim { what, to, .. } => {
                let twice = rule.kind.is_listed_twice();
                (to, what.len() as u32 * (1 + u32::from(twice)))
            }
            RuleKind::FromTo { from, to, .. } if from.sites.is_none() && self.game.cover == 0 => {
                (to, 1)
            }
            _ => return None,
        };
        let empty = matches!(&to.sites, Some(Sites::Empty(site_type)) if *site_type == self.game.layout.own);
        (to.site.is_none() && empty && each > 0 && rule.rotation_cell.is_none()).then_some(each)
    }

    /// The `nth` move of a rule on one of its sites.
    pub(super) fn placement(&mut self, id: RuleId, site: i32, nth: usize) -> Option<Move> {
        let rule = &self.game.rules[id as usize];
        if let RuleKind::Add {
            what, to, count, ..
        } = &rule.kind
        {
            // Most placements have no further conditions.
            let plain = to.cond.is_none() && to.effect.is_none() && count.is_none();
            if let ([kind], true, 0, false) = (&what[..], plain, self.game.cover, rule.overflows) {
                let kind = self.int(kind);
                let slot = self
                    .slot(to.site_type, site)
                    .filter(|_| self.game.is_kind(kind))?;
                let mut mv = self.new_move(id, rule, slot as i32, slot as i32);
                (mv.payload[0], mv.payload[1]) = (kind as i16, 1);
                return (nth == 0).then_some(mv);
            }
        }
        let (old_from, old_to) = (self.get(Iter::From), self.get(Iter::To));
        let found = self.nth_of(nth, |eval, out| match &rule.kind {
            RuleKind::Add {
                what, to, count, ..
            } => {
                let count = eval.int_or(count.as_ref(), 1);
                for kind in what {
                    let kind = eval.int(kind);
                    eval.push_placement(id, rule, kind, count, to, site, out);
                }
            }
            RuleKind::Claim { what, to, .. } => {
                for kind in what {
                    let kind = eval.int(kind);
                    eval.push_placement(id, rule, kind, 1, to, site, out);
                }
            }
            RuleKind::FromTo {
                from, to, count, ..
            } => {
                let origin = eval.int(&from.site);
                eval.at_origin(from, origin, &mut |eval, _, slot| {
                    if !eval.state.is_empty(slot) {
                        let count = eval.transfer_count(count.as_ref());
                        eval.push_transfer(id, rule, slot, count, to, site, out);
                    }
                });
            }
            RuleKind::Remove {
                site_type,
                level,
                count,
                ..
            } => {
                let count = eval.int_or(count.as_ref(), 1);
                eval.remove_at(id, rule, *site_type, site, level.as_ref(), count, out);
            }
            RuleKind::Select { from, .. } => {
                eval.at_origin(from, site, &mut |eval, _, slot| {
                    let mv = eval.new_move(id, rule, slot as i32, slot as i32);
                    out.push(mv);
                });
            }
            _ => {}
        });
        self.bind(Iter::From, old_from);
        self.bind(Iter::To, old_to);
        found
    }

    /// [`Evaluator::sample_candidate`] for a rule that may place something on any empty site of the
    /// board, with `each` candidates per site.
    pub(super) fn sample_placement(
        &mut self,
        moves: &'a Moves,
        id: RuleId,
        each: u32,
        pick: &mut SplitMix64,
        test: Test<'_, 'a>,
    ) -> Option<Move> {
        let total = each * count_below(self.state.empty(), self.game.layout.board_sites);
        for _ in 0..self.max_rejections(total) {
            self.candidates_drawn += 1;
            let index = pick.index(total);
            let site = nth(self.state.empty(), (index / each) as usize)?;
            if let Some(mv) = self.placement(id, site, (index % each) as usize) {
                if test(self, mv) {
                    return Some(mv);
                }
            }
        }
        let list = self.list_moves(moves);
        self.sample_listed(list, pick, test)
    }
}

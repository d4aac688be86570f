//! Reading choices of a site beside another, by what stands there and ahead: tables hold them.

use super::{Progress, Reader};
use crate::fast::men::front::{Front, OfKind};
use crate::fast::men::muster::ranks;
use crate::fast::men::rule::{Gate, Kind, Way, Ways};
use crate::fast::men::terms::{Num, Place, Region, Test};
use crate::fast::men::Gen;
use crate::ir::{Iter, RuleId};
use crate::set::Bits;

impl Reader<'_> {
    /// The choices of a rule from each site, of a second site beside it; `None` where no tables
    /// hold them.
    pub(super) fn ways_around(
        &self,
        id: RuleId,
        origin: &Num,
        region: &Region,
        cond: &Test,
    ) -> Option<Ways> {
        let is_origin = |num: &Num| {
            matches!(
                (num, origin),
                (Num::Iter(Iter::From), _) | (Num::LastTo, Num::LastTo)
            )
        };
        let (bare, beside) = match region {
            Region::Around(around) => (false, around.beside(is_origin)?),
            Region::All(parts) => match &**parts {
                [Region::Empty, Region::Around(around)] => (true, around.beside(is_origin)?),
                _ => return None,
            },
            _ => return None,
        };
        let kept = &self.game.rules[usize::from(id)].stored_vars;
        let known = kept
            .iter()
            .all(|iter| matches!(iter, Iter::From | Iter::To));
        let (mut first, mut ways) = (vec![0], Vec::new());
        for (site, beside) in beside.iter().enumerate() {
            for to in Bits::new(beside) {
                let mut way = Way {
                    gate: Gate {
                        sites: [to as u16; 2],
                        classes: [if bare { 0b0001 } else { 0b1111 }, 0b1111],
                    },
                    ..Way::new(id, to as u16, (0, 0))
                };
                for (place, iter) in way.kept.iter_mut().zip(kept.iter()) {
                    *place = match iter {
                        Iter::To => to as i16,
                        _ => site as i16,
                    };
                }
                way.told = way.gate.asks(cond, site);
                way.sure = way.told && known;
                ways.push(way);
            }
            first.push(ways.len() as u32);
        }
        Some(Ways::unguarded(first, ways))
    }

    /// What is told of all men of a kind whose moves choose a site beside theirs.
    pub(super) fn choosers(&self, kind: usize, moves: &Gen) -> OfKind {
        let mut of_kind = OfKind {
            kind,
            fronts: None,
            calm: Default::default(),
            steps: Box::default(),
            only_steps: false,
            ranks: None,
        };
        let rules = match moves {
            Gen::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        let ways = rules.iter().map(|moves| self.chosen_ways(moves));
        if let Some(ways) = ways.collect::<Option<Vec<&Ways>>>() {
            // Where the man himself stands there is no other.
            let own = |site: usize, way: &Way| {
                let mut gate = way.gate.sites.iter().zip(way.gate.classes);
                gate.any(|(&at, classes)| usize::from(at) == site && classes & 0b0100 == 0)
            };
            let each = ways.iter().flat_map(|ways| ways.by_site());
            let each = each.filter(|(site, way)| !own(*site, way));
            of_kind.fronts = Front::of(each.clone());
            of_kind.ranks = ranks(each, self.game.layout.board_sites);
        }
        of_kind
    }

    /// The tables of a rule that chooses a site beside another.
    fn chosen_ways(&self, moves: &Gen) -> Option<&Ways> {
        let Gen::Rule(id) = moves else { return None };
        match &self.rules[usize::from(*id)] {
            Progress::Read(rule) => match &rule.kind {
                Kind::Select { ways, .. } => ways.as_ref(),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Gate {
    /// Notes what a condition asks of what stands where a choice from a site leads, and ahead of
    /// it; whether that is all that it asks.
    fn asks(&mut self, cond: &Test, from: usize) -> bool {
        let to = self.sites[0];
        match cond {
            Test::Const(true) => true,
            // All are noted, whatever the first of them ask.
            Test::All(parts) => {
                let left = parts.iter().filter(|part| !self.asks(part, from));
                left.count() == 0
            }
            Test::At(Iter::To, place) | Test::Is(Num::Iter(Iter::To), place) => {
                self.narrow(0, place)
            }
            Test::Is(Num::AheadAlong(ahead), place) => match ahead.by_pair(from, usize::from(to)) {
                Some(site) if site == to => self.narrow(0, place),
                Some(site) if self.classes[1] == 0b1111 => {
                    self.sites[1] = site;
                    self.narrow(1, place)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn narrow(&mut self, nth: usize, place: &Place) -> bool {
        let (classes, known) = place.classes_on(usize::from(self.sites[nth]));
        self.classes[nth] &= classes;
        known
    }
}

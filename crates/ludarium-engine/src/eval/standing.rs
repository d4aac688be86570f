//! What a condition says as the board stands, and which moves leave it so.
//!
//! A condition such as "no piece stands between the generals" rests on where some pieces are and on
//! what stands on some sites. A simple move that touches none of these need not be made to know
//! what the condition says after it.

use smallvec::SmallVec;

use super::Evaluator;
use crate::ir::{Bool, Dirs, Int, Owners, Sites};
use crate::set::SiteSet;
use crate::Move;

/// What a condition says as the board stands, and on what that rests.
#[derive(Debug)]
pub(super) struct Standing {
    holds: bool,
    rests_on: Basis,
}

/// What the value of an expression rests on.
#[derive(Debug)]
struct Basis {
    /// The slots whose contents matter.
    slots: SiteSet,
    /// The kinds of piece whose places matter.
    kinds: SmallVec<[i32; 2]>,
}

impl<'a> Evaluator<'a> {
    /// What a condition says as the board stands; `None` if it is not known on what that rests.
    pub(super) fn standing_value(&mut self, cond: &'a Bool) -> Option<Standing> {
        if self.reference_mode || self.game.layout.levels > 0 || self.game.cover > 0 {
            return None;
        }
        let mut rests_on = Basis {
            slots: SiteSet::new(self.game.layout.slots),
            kinds: SmallVec::new(),
        };
        self.basis_of_bool(cond, &mut rests_on)?;
        let holds = self.bool(cond);
        Some(Standing { holds, rests_on })
    }

    /// What the condition says after a move, if it says the same as before.
    pub(super) fn stands_after(&self, standing: &Standing, mv: Move) -> Option<bool> {
        let from = usize::try_from(mv.origin()).ok()?;
        let to = usize::try_from(mv.target()).ok()?;
        let Basis { slots, kinds } = &standing.rests_on;
        let rule = &self.game.rules[usize::from(mv.rule)];
        let made = rule.simple_move.as_deref()?;
        let moved = self.state.what(from) as i32;
        let beside = self.state.count(from) == 1
            && (rule.captured_to_hand.is_empty() || self.state.is_empty(to))
            && !kinds
                .iter()
                .any(|kind| made.contains(kind) || *kind == moved)
            && !slots.contains(from as i32)
            && !slots.contains(to as i32);
        beside.then_some(standing.holds)
    }

    fn basis_of_bool(&mut self, cond: &'a Bool, basis: &mut Basis) -> Option<()> {
        match cond {
            Bool::Const(_) => Some(()),
            Bool::Tabulated(table) => self.basis_of_bool(&table.of, basis),
            Bool::And(parts) | Bool::Or(parts) => {
                (parts.iter()).try_for_each(|part| self.basis_of_bool(part, basis))
            }
            Bool::Not(inner) => self.basis_of_bool(inner, basis),
            Bool::Compare(_, first, second) => {
                self.basis_of_int(first, basis)?;
                self.basis_of_int(second, basis)
            }
            Bool::In(int, sites) => {
                self.basis_of_int(int, basis)?;
                let contents = self.basis_of_sites(sites, basis)?;
                contents.is_none().then_some(())
            }
            _ => None,
        }
    }

    fn basis_of_int(&mut self, int: &'a Int, basis: &mut Basis) -> Option<()> {
        match int {
            Int::Const(_) | Int::Mover => Some(()),
            Int::Tabulated(table) => self.basis_of_int(&table.of, basis),
            Int::ByPlayer(_, player) => self.basis_of_int(player, basis),
            Int::SiteTable { at, .. } => self.basis_of_int(at, basis),
            Int::Bin(_, first, second) => {
                self.basis_of_int(first, basis)?;
                self.basis_of_int(second, basis)
            }
            Int::Where {
                site_type,
                kinds,
                state: None,
                ..
            } if *site_type == self.game.layout.own => {
                self.basis_of_int(kinds, basis)?;
                let kind = self.int(kinds);
                let on_board = self.state.kinds()[..self.game.layout.board_sites].iter();
                let slots = on_board.enumerate().filter(|(_, own)| **own as i32 == kind);
                slots.for_each(|(slot, _)| basis.slots.insert(slot as i32));
                basis.kinds.push(kind);
                Some(())
            }
            Int::CountSites(sites) => {
                if let Some(contents) = self.basis_of_sites(sites, basis)? {
                    basis.slots.union_with(&contents);
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Adds what a region rests on, except for the slots whose contents decide whether they are in
    /// it: these are returned, if there are any.
    fn basis_of_sites(&mut self, sites: &'a Sites, basis: &mut Basis) -> Option<Option<SiteSet>> {
        let own = self.game.layout.own;
        match sites {
            Sites::Const(_) => Some(None),
            Sites::Tabulated(table) => self.basis_of_sites(&table.of, basis),
            Sites::List(list) => {
                (list.iter()).try_for_each(|site| self.basis_of_int(site, basis))?;
                Some(None)
            }
            Sites::ByPlayer(_, index) | Sites::ByIndex(_, index) => {
                self.basis_of_int(index, basis)?;
                Some(None)
            }
            Sites::Between {
                site_type,
                dirs: Dirs::Table(_),
                from,
                to,
                cond: None,
                ..
            } if *site_type == own => {
                self.basis_of_int(from, basis)?;
                self.basis_of_int(to, basis)?;
                Some(None)
            }
            Sites::Occupied {
                site_type,
                owners: Owners::All,
                container: None,
                kinds: None,
                ..
            } if *site_type == own => Some(Some(self.all_slots())),
            Sites::Empty(site_type) if *site_type == own => Some(Some(self.all_slots())),
            Sites::Intersection(parts) => {
                let mut within: Option<SiteSet> = None;
                let mut asked: Option<SiteSet> = None;
                for part in parts {
                    let limits = match self.basis_of_sites(part, basis)? {
                        Some(contents) => {
                            match &mut asked {
                                Some(asked) => asked.union_with(&contents),
                                none => *none = Some(contents),
                            }
                            continue;
                        }
                        None => self.sites(part),
                    };
                    match &mut within {
                        Some(within) => within.intersect_with(&limits),
                        none => *none = Some(limits),
                    }
                }
                if let (Some(asked), Some(within)) = (&mut asked, &within) {
                    asked.intersect_with(within);
                }
                Some(asked)
            }
            _ => None,
        }
    }

    fn all_slots(&self) -> SiteSet {
        SiteSet::full(self.game.layout.slots)
    }
}

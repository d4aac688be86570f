//! Static restrictions on the movements of a kind: those that its rules exclude on any board, such
//! as the palace of a general or the leg of a horse (xiangqi).

use super::legality::parts_of;
use super::may_must::{Bounds, MoverContext};
use super::Evaluator;
use crate::chance::SplitMix64;
use crate::compile::reads::Reads;
use crate::game::Game;
use crate::ir::{Bool, Int, Iter, Key, Mask, RuleKind, Sites, Target};
use crate::layout::Field;
use crate::state::State;

/// A condition on the origin or the target of a movement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition<'g> {
    pub of: Iter,
    pub cond: &'g Bool,
    /// The value that the condition must have.
    pub holds: bool,
}

impl PartialEq for Condition<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same = std::ptr::eq(self.cond, other.cond);
        same && (self.of, self.holds) == (other.of, other.holds)
    }
}

impl<'g> Condition<'g> {
    /// A condition on the origin.
    pub fn of_start(cond: &'g Bool, holds: bool) -> Condition<'g> {
        Condition {
            of: Iter::From,
            cond,
            holds,
        }
    }

    /// The conditions of a rule that hold of the origin and target of all its moves.
    pub fn of_rule(kind: &'g RuleKind) -> impl Iterator<Item = Condition<'g>> {
        let from = kind.origin().and_then(|from| from.cond.as_ref());
        let filters = |to: &Target| to.effect.as_ref().is_some_and(|own| own.cond.is_some());
        let to = match kind {
            // A slide may also end on sites that it might pass.
            RuleKind::Slide { .. } => None,
            // A hop whose effect has a condition flies over sites where the target's holds.
            RuleKind::Hop { to, .. } if filters(to) => None,
            kind => kind.target().and_then(|to| to.cond.as_ref()),
        };
        let of_start = from.map(|cond| Condition::of_start(cond, true));
        let of_end = to.map(|cond| Condition {
            of: Iter::To,
            ..Condition::of_start(cond, true)
        });
        of_start.into_iter().chain(of_end)
    }
}

/// What one set of conditions says about the movements of a kind.
pub(super) struct StaticReach<'g> {
    game: &'g Game,
    what: usize,
    /// The sets that the origin or target may be in.
    may: Vec<(Iter, Mask)>,
    /// The sets in which an origin or target fulfils the conditions, but for the emptiness of other
    /// sites.
    must: Vec<(Iter, Mask)>,
    /// The parts of the conditions on the target that require sites to be empty.
    emptiness: Vec<Emptiness<'g>>,
    /// A state with an empty board.
    state: State,
}

/// A condition that requires sites to be empty.
#[derive(Clone, Copy, Debug)]
enum Emptiness<'g> {
    One(&'g Int),
    All(&'g Sites),
}

impl<'g> StaticReach<'g> {
    pub fn of(game: &'g Game, what: usize, conditions: &[Condition<'g>]) -> StaticReach<'g> {
        let owner = usize::from(game.owners[what]);
        let (mut may, mut must, mut emptiness) = (Vec::new(), Vec::new(), Vec::new());
        for &Condition { of, cond, holds } in conditions {
            let context = MoverContext {
                site: of,
                owner,
                origin: None,
            };
            for part in parts_of(cond).iter().filter(|_| holds) {
                let known = Emptiness::of(part, game.layout.own).filter(|_| of == Iter::To);
                match known {
                    Some(known) => emptiness.push(known),
                    None => must.push((of, Bounds::of(part, context).must)),
                }
            }
            let bounds = Bounds::of(cond, context);
            match holds {
                true => may.push((of, bounds.may)),
                false => {
                    may.push((of, Mask::Not(Box::new(bounds.must))));
                    must.push((of, Mask::Not(Box::new(bounds.may))));
                }
            }
        }
        let mut state = State::new(game.layout.clone(), game.list_count());
        state.set_field(Field::Mover, owner as i32);
        StaticReach {
            game,
            what,
            may,
            must,
            emptiness,
            state,
        }
    }

    /// Whether the conditions may allow a movement at all.
    pub fn may_lead(&self, from: usize, to: u16) -> bool {
        self.may.iter().all(|(of, mask)| match of {
            Iter::From => contains(mask, from as i32, |_| None) != Some(false),
            _ => contains(mask, i32::from(to), |_| None) != Some(false),
        })
    }

    /// Whether the conditions allow a movement to a site with an opponent's piece for certain, if
    /// its [`StaticReach::legs`] are empty.
    pub fn must_lead(&self, from: usize, to: u16) -> bool {
        let own_piece = |mask: &Mask| match mask {
            Mask::Empty | Mask::Enemy => Some(false),
            Mask::Occupied | Mask::Mover | Mask::Friend => Some(true),
            Mask::OfKind(kind) => Some(*kind == self.what),
            _ => None,
        };
        let enemy = |mask: &Mask| match mask {
            Mask::Empty | Mask::Mover | Mask::Friend => Some(false),
            Mask::Occupied | Mask::Enemy => Some(true),
            _ => None,
        };
        self.must.iter().all(|(of, mask)| match of {
            Iter::From => contains(mask, from as i32, own_piece) == Some(true),
            _ => contains(mask, i32::from(to), enemy) == Some(true),
        })
    }

    /// The sites other than the ends of a movement that must be empty; `None` where that cannot
    /// be said.
    pub fn legs(&mut self, from: usize, to: u16) -> Option<Vec<u16>> {
        let (from, to) = (from as i32, i32::from(to));
        let mut legs = Vec::new();
        let mut chance = SplitMix64::new(1);
        let mut eval = Evaluator::new(self.game, &mut self.state, &mut chance);
        eval.bind(Iter::From, from);
        eval.bind(Iter::To, to);
        for emptiness in &self.emptiness {
            match emptiness {
                Emptiness::One(site) => legs.push(eval.int(site)),
                Emptiness::All(sites) => legs.extend(eval.sites(sites).iter()),
            }
        }
        let on_board = |site: &i32| (0..self.game.layout.board_sites as i32).contains(site);
        let sure = legs
            .iter()
            .all(|site| on_board(site) && *site != from && *site != to);
        sure.then(|| legs.into_iter().map(|site| site as u16).collect())
    }
}

impl<'g> Emptiness<'g> {
    /// Reads a condition that requires sites of the board to be empty which depend on the ends of a
    /// movement alone.
    fn of(cond: &'g Bool, own: usize) -> Option<Emptiness<'g>> {
        let mut reads = Reads::default();
        let known = match cond {
            Bool::Empty(site_type, site) if *site_type == own => {
                reads.int(site)?;
                Emptiness::One(site)
            }
            Bool::AllSites(sites, each) => {
                reads.sites(sites)?;
                match &**each {
                    Bool::At(Iter::Site, mask) if matches!(**mask, Mask::Empty) => {}
                    Bool::Empty(site_type, Int::Iter(Iter::Site)) if *site_type == own => {}
                    _ => return None,
                }
                Emptiness::All(sites)
            }
            _ => return None,
        };
        let is_end = |key: &Key| matches!(key, Key::Iter(Iter::From | Iter::To) | Key::Mover);
        reads.keys.iter().all(is_end).then_some(known)
    }
}

/// Whether a site is in a set, where `by_piece` knows which sets contain the piece that stands
/// there; `None` if that depends on it otherwise.
fn contains(
    mask: &Mask,
    site: i32,
    by_piece: impl Fn(&Mask) -> Option<bool> + Copy,
) -> Option<bool> {
    match mask {
        Mask::Const(set) => Some(set.contains(site)),
        Mask::Not(inner) => contains(inner, site, by_piece).map(|contains| !contains),
        Mask::And(parts) => {
            let mut parts = parts.iter().map(|part| contains(part, site, by_piece));
            match parts.clone().any(|part| part == Some(false)) {
                true => Some(false),
                false => parts.all(|part| part.is_some()).then_some(true),
            }
        }
        Mask::Or(parts) => {
            let mut parts = parts.iter().map(|part| contains(part, site, by_piece));
            match parts.clone().any(|part| part == Some(true)) {
                true => Some(true),
                false => parts.all(|part| part.is_some()).then_some(false),
            }
        }
        mask => by_piece(mask),
    }
}

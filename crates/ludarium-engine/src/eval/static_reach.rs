//! Static restrictions on the movements of a kind: those that its rules exclude on any board, such
//! as the fortress of a general or the leg of a horse (xiangqi).

use ludarium_board::Relation;

use super::may_must::{Bounds, MoverContext};
use super::Evaluator;
use crate::chance::SplitMix64;
use crate::game::Game;
use crate::ir::{Bool, Iter, Mask, RuleKind};
use crate::layout::{type_of_index, Field};
use crate::state::{Piece, State};

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

    /// The conditions of a rule on the origin and target of its moves.
    pub fn of_rule(kind: &'g RuleKind) -> impl Iterator<Item = Condition<'g>> {
        let from = kind.origin().and_then(|from| from.cond.as_ref());
        let to = kind.target().and_then(|to| to.cond.as_ref());
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
    /// The sets that the origin or target must be in.
    end_sets: Vec<(Iter, Mask)>,
    /// The conditions on the target that require sites to be empty.
    emptiness: Vec<&'g Bool>,
    /// A state with an empty board.
    state: State,
}

impl<'g> StaticReach<'g> {
    pub fn of(game: &'g Game, what: usize, conditions: &[Condition<'g>]) -> StaticReach<'g> {
        let owner = usize::from(game.owners[what]);
        let (mut end_sets, mut emptiness) = (Vec::new(), Vec::new());
        for &Condition { of, cond, holds } in conditions {
            let context = MoverContext {
                site: of,
                owner,
                origin: None,
            };
            let bounds = Bounds::of(cond, context);
            let mask = match holds {
                true => bounds.may,
                false => Mask::Not(Box::new(bounds.must)),
            };
            end_sets.push((of, mask));
            if of == Iter::To {
                emptiness_conditions(cond, &mut emptiness);
            }
        }
        let mut state = State::new(game.layout.clone(), game.list_count());
        state.set_field(Field::Mover, owner as i32);
        StaticReach {
            game,
            what,
            end_sets,
            emptiness,
            state,
        }
    }

    /// Calls `found` for a movement to a nearby site, if the conditions allow it, with the sites
    /// that must be empty.
    pub fn visit_near(&mut self, from: usize, to: u16, found: impl FnOnce(&[u16])) {
        if self.may_lead(from, to) {
            let legs = self.legs(from, to);
            found(&legs);
        }
    }

    /// Whether the conditions may allow a movement at all.
    pub fn may_lead(&self, from: usize, to: u16) -> bool {
        self.end_sets.iter().all(|(of, mask)| {
            let site = match of {
                Iter::From => from as i32,
                _ => i32::from(to),
            };
            contains(mask, site) != Some(false)
        })
    }

    /// The sites near the ends of a movement that must be empty, if the movement is possible on an
    /// empty board.
    fn legs(&mut self, from: usize, to: u16) -> Vec<u16> {
        if self.emptiness.is_empty() {
            return Vec::new();
        }
        let (to, piece) = (usize::from(to), Piece::of(self.what));
        self.state.put(from, piece, &self.game.owners);
        let mut legs = Vec::new();
        if self.is_open(from, to) {
            for leg in self.neighbours(from, to) {
                self.state.put(leg, piece, &self.game.owners);
                if !self.is_open(from, to) {
                    legs.push(leg as u16);
                }
                self.state.clear_slot(leg, &self.game.owners);
            }
        }
        self.state.clear_slot(from, &self.game.owners);
        legs
    }

    fn is_open(&mut self, from: usize, to: usize) -> bool {
        let mut chance = SplitMix64::new(1);
        let mut eval = Evaluator::new(self.game, &mut self.state, &mut chance);
        eval.bind(Iter::From, from as i32);
        eval.bind(Iter::To, to as i32);
        self.emptiness.iter().all(|cond| eval.bool(cond))
    }

    /// The sites adjacent to one of two sites, without these.
    fn neighbours(&self, from: usize, to: usize) -> Vec<usize> {
        let topology = &self.game.board().topology;
        let kind = type_of_index(self.game.layout.own);
        let near = |site: usize| topology.neighbours(kind, site as u32, Relation::All);
        let mut sites: Vec<usize> = (near(from).iter().chain(near(to)))
            .map(|&site| site as usize)
            .filter(|&site| site != from && site != to)
            .collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    }
}

/// Adds the parts of a condition that require sites to be empty.
fn emptiness_conditions<'g>(cond: &'g Bool, out: &mut Vec<&'g Bool>) {
    match cond {
        Bool::And(parts) => parts
            .iter()
            .for_each(|part| emptiness_conditions(part, out)),
        Bool::Empty(..) => out.push(cond),
        Bool::AllSites(_, each) if matches!(**each, Bool::At(..) | Bool::Empty(..)) => {
            out.push(cond);
        }
        _ => {}
    }
}

/// Whether a site is in a set; `None` if that depends on the pieces.
fn contains(mask: &Mask, site: i32) -> Option<bool> {
    match mask {
        Mask::Const(set) => Some(set.contains(site)),
        Mask::Not(inner) => contains(inner, site).map(|contains| !contains),
        Mask::And(parts) => {
            let mut parts = parts.iter().map(|part| contains(part, site));
            match parts.clone().any(|part| part == Some(false)) {
                true => Some(false),
                false => parts.all(|part| part.is_some()).then_some(true),
            }
        }
        Mask::Or(parts) => {
            let mut parts = parts.iter().map(|part| contains(part, site));
            match parts.clone().any(|part| part == Some(true)) {
                true => Some(true),
                false => parts.all(|part| part.is_some()).then_some(false),
            }
        }
        _ => None,
    }
}

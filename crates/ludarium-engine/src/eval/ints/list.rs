//! Lists of numbers.

use smallvec::SmallVec;

use crate::eval::group::Start;
use crate::eval::Evaluator;
use crate::ir::{Ints, Iter, Owners, Sites};
use crate::layout::{Field, PlayerField};

/// A list of numbers, stored inline while it is short.
pub(crate) type List = SmallVec<[i32; 16]>;

impl<'a> Evaluator<'a> {
    /// The values of a list.
    pub fn ints(&mut self, ints: &'a Ints) -> List {
        match ints {
            Ints::List(items) => items.iter().map(|item| self.int(item)).collect(),
            Ints::Sites(sites) => self.sites(sites).iter().collect(),
            Ints::Remembered(list) => list
                .and_then(|list| self.state.lists.get(list))
                .map(|list| list.iter().copied().collect())
                .unwrap_or_default(),
            Ints::Players { owners, of, cond } => {
                self.players(owners, of.as_deref(), cond.as_deref())
            }
            Ints::Results {
                from,
                to,
                value,
                hoisted,
            } => {
                let mut results = List::new();
                let from_sites: SmallVec<[i32; 16]> = match &**from {
                    // A single origin counts even if it is off the board.
                    Sites::List(list) => list.iter().map(|site| self.int(site)).collect(),
                    from => self.sites(from).iter().collect(),
                };
                let (old_from, old_to) = (self.get(Iter::From), self.get(Iter::To));
                let to_most = self.game.layout.slots;
                let outer = self.begin_loop(hoisted);
                let mut add = |eval: &mut Self, target: i32| {
                    eval.bind(Iter::To, target);
                    let value = eval.int(value);
                    results.push(value);
                };
                for site in from_sites {
                    if !self.steps(to_most) {
                        break;
                    }
                    self.bind(Iter::From, site);
                    // Most often there is one target, which needs no set; there is none below 0.
                    if let Sites::List(list) = &**to {
                        if let [target] = &list[..] {
                            let target = self.int(target);
                            if target >= 0 {
                                add(self, target);
                            }
                            continue;
                        }
                    }
                    let to_sites = self.sites(to);
                    to_sites.iter().for_each(|target| add(self, target));
                }
                self.bind(Iter::From, old_from);
                self.bind(Iter::To, old_to);
                self.end_loop(hoisted, outer);
                results
            }
            Ints::Sizes {
                site_type,
                dirs,
                owners,
                min,
            } => {
                let min = min.as_ref().map_or(0, |min| self.int(min));
                let mut sizes = List::new();
                let start = owners.as_ref().map_or(Start::Members, Start::PiecesOf);
                self.each_group(*site_type, dirs, start, None, &mut |_, _, group| {
                    let size = group.len() as i32;
                    if size >= min {
                        sizes.push(size);
                    }
                    true
                });
                sizes
            }
            Ints::Union(all) => {
                let mut union = List::new();
                for list in all {
                    for value in self.ints(list) {
                        if !union.contains(&value) {
                            union.push(value);
                        }
                    }
                }
                union
            }
            Ints::Intersection(all) => {
                let Some((first, rest)) = all.split_first() else {
                    return List::new();
                };
                let mut common = self.ints(first);
                for list in rest {
                    let list = self.ints(list);
                    common.retain(|value| list.contains(value));
                }
                common
            }
            Ints::Difference(first, second) => {
                let mut left = self.ints(first);
                // Each value of the second list removes one equal value of the first.
                for value in self.ints(second) {
                    if let Some(index) = left.iter().position(|&one| one == value) {
                        left.remove(index);
                    }
                }
                left
            }
            Ints::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.ints(yes)
                } else {
                    no.as_ref().map(|no| self.ints(no)).unwrap_or_default()
                }
            }
            Ints::Team => {
                let team = self.get(Iter::Team);
                (1..=self.game.players)
                    .filter(|&player| self.state.player(PlayerField::Team, player) == team)
                    .map(|player| player as i32)
                    .collect()
            }
        }
    }

    /// The players that `owners` stands for, relative to the mover or to the player `of`. All
    /// players include nobody (0) and the owner of shared pieces, all but the mover nobody.
    fn players(
        &mut self,
        owners: &'a Owners,
        of: Option<&'a crate::ir::Int>,
        cond: Option<&'a crate::ir::Bool>,
    ) -> List {
        let of = match of {
            Some(of) => self.int(of),
            None => self.state.field(Field::Mover),
        };
        let team = match owners {
            Owners::Team(team) => Some(self.int(team)),
            _ => None,
        };
        let mut players = List::new();
        let last = self.game.players as i32;
        for player in 0..=last + 1 {
            let real = (1..=last).contains(&player);
            let meant = match owners {
                Owners::All => true,
                Owners::NonMover => player != of && player <= last,
                _ if !real => false,
                Owners::Each => true,
                Owners::Enemy => !self.friends(player, of),
                Owners::Friend => self.friends(player, of),
                Owners::Ally => player != of && self.friends(player, of),
                Owners::Team(_) => {
                    Some(self.state.player(PlayerField::Team, player as usize)) == team
                }
                Owners::One(one) => self.int(one) == player,
            };
            if !meant {
                continue;
            }
            let holds = match cond {
                None => true,
                Some(cond) => {
                    let old = self.bind(Iter::Player, player);
                    let holds = self.bool(cond);
                    self.bind(Iter::Player, old);
                    holds
                }
            };
            if holds {
                players.push(player);
            }
        }
        players
    }
}

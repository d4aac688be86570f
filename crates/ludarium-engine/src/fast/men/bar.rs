//! What can be told of a condition at a glance: mostly that it does not hold.
//!
//! Most of what ends a game is asked after every move, and hardly ever so. Nobody is without men as
//! long as any are seen on the slots, and nothing hangs on what is pending where nothing is.

use super::board::PLAYERS;
use super::terms::{Num, Test};
use super::{Course, Gen};
use crate::ir::Cmp;

/// What must be so for a condition to hold, and is soon looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bar {
    /// A player's men stand on no more slots than this.
    Few(Side, i32),
    /// The counter is as high as this.
    Counter(i32),
    /// Something is pending.
    Pending,
    /// Whoever moves has moved last, too.
    SameTurn,
    /// It is not plain that there is one of some moves: the condition says first that there is
    /// none.
    Stuck,
    /// The position has come about so many times, this one counted.
    Again(usize),
}

/// Whose men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Mover,
    Next,
    Player(usize),
}

impl Side {
    fn of(player: &Num) -> Option<Side> {
        Some(match player {
            Num::Mover => Side::Mover,
            Num::Next => Side::Next,
            Num::Const(player) => {
                let player = usize::try_from(*player).ok();
                Side::Player(player.filter(|player| (1..=PLAYERS).contains(player))?)
            }
            _ => return None,
        })
    }
}

impl Bar {
    /// What a condition cannot do without.
    pub fn of(cond: &Test) -> Option<Bar> {
        match cond {
            Test::Pending => Some(Bar::Pending),
            Test::Repeated(times) => Some(Bar::Again(*times)),
            Test::All(parts) => match &parts[..] {
                [Test::Not(can), ..] if matches!(**can, Test::Can(_)) => Some(Bar::Stuck),
                parts => parts.iter().find_map(Bar::of),
            },
            Test::Compare(Cmp::Eq, Num::Mover, Num::Prev)
            | Test::Compare(Cmp::Eq, Num::Prev, Num::Mover) => Some(Bar::SameTurn),
            Test::Compare(cmp, first, Num::Const(bound)) => Bar::at(*cmp, first, *bound),
            Test::Compare(cmp, Num::Const(bound), second) => Bar::at(turned(*cmp), second, *bound),
            _ => None,
        }
    }

    /// The same where a number is compared with a bound.
    fn at(cmp: Cmp, number: &Num, bound: i32) -> Option<Bar> {
        match (number, cmp) {
            // There are as many men as slots they stand on, or more.
            (Num::Men(player), Cmp::Eq | Cmp::Le) => Some(Bar::Few(Side::of(player)?, bound)),
            (Num::Men(player), Cmp::Lt) => Some(Bar::Few(Side::of(player)?, bound.checked_sub(1)?)),
            (Num::Counter, Cmp::Eq | Cmp::Ge) => Some(Bar::Counter(bound)),
            (Num::Counter, Cmp::Gt) => Some(Bar::Counter(bound.checked_add(1)?)),
            _ => None,
        }
    }
}

/// The same comparison seen from the other side.
fn turned(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Eq | Cmp::Ne => cmp,
    }
}

impl Test {
    /// The same condition, with what refutes it at a glance, if there is such a thing.
    pub fn barred(self) -> Test {
        match Bar::of(&self) {
            // That it is pending is the whole of it.
            _ if matches!(self, Test::Pending) => self,
            Some(bar) => Test::Barred(bar, Box::new(self)),
            None => self,
        }
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether a condition holds that mostly does not for that reason alone.
    #[inline(never)]
    pub(super) fn test_barred(&mut self, bar: Bar, cond: &'k Test) -> bool {
        !self.is_barred(bar, cond) && self.test(cond)
    }

    /// Whether a condition does not hold for that reason alone.
    #[inline(always)]
    pub(super) fn is_barred(&mut self, bar: Bar, cond: &'k Test) -> bool {
        match bar {
            Bar::Few(side, most) => {
                let player = match side {
                    Side::Mover => self.board.mover as usize,
                    Side::Next => self.board.next as usize,
                    Side::Player(player) => player,
                };
                (1..=PLAYERS).contains(&player) && self.board.men_of(player, false) > most
            }
            Bar::Counter(least) => self.board.counter < least,
            Bar::Pending => !self.board.is_pending(),
            Bar::SameTurn => self.board.prev != self.board.mover,
            Bar::Again(_) | Bar::Stuck => self.is_barred_within(bar, cond),
        }
    }

    /// The same where that costs more.
    #[inline(never)]
    fn is_barred_within(&mut self, bar: Bar, cond: &'k Test) -> bool {
        match bar {
            Bar::Again(times) => !self.has_come(times),
            Bar::Stuck => self.is_barred_by_move(cond),
            _ => false,
        }
    }

    /// Whether there surely is a move of which a condition says first that there is none.
    #[inline(always)]
    pub(super) fn is_barred_by_move(&mut self, cond: &'k Test) -> bool {
        match cond {
            Test::All(parts) => match parts.first() {
                Some(Test::Not(can)) => match &**can {
                    Test::Can(moves) => match &**moves {
                        Gen::Pieces(pieces) => self.some_surely_move(pieces),
                        moves => self.surely_goes(moves),
                    },
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_of_men_bars_what_wants_fewer_and_a_counter_what_wants_more() {
        let men = || Num::Men(Box::new(Num::Next));
        let of = |cmp, first, second| Bar::of(&Test::Compare(cmp, first, second));
        let few = |most| Some(Bar::Few(Side::Next, most));
        assert_eq!(of(Cmp::Eq, men(), Num::Const(0)), few(0));
        assert_eq!(of(Cmp::Lt, men(), Num::Const(3)), few(2));
        assert_eq!(of(Cmp::Gt, Num::Const(3), men()), few(2));
        assert_eq!(of(Cmp::Ge, Num::Const(3), men()), few(3));
        for cmp in [Cmp::Ge, Cmp::Gt, Cmp::Ne] {
            assert_eq!(of(cmp, men(), Num::Const(3)), None);
        }
        let most = Some(Bar::Counter(200));
        assert_eq!(of(Cmp::Ge, Num::Counter, Num::Const(200)), most);
        assert_eq!(of(Cmp::Gt, Num::Counter, Num::Const(199)), most);
        assert_eq!(of(Cmp::Le, Num::Const(200), Num::Counter), most);
        assert_eq!(of(Cmp::Lt, Num::Counter, Num::Const(200)), None);
        let all = Test::All([Test::Full, Test::Pending].into());
        assert_eq!(Bar::of(&all), Some(Bar::Pending));
        let again = Test::Compare(Cmp::Eq, Num::Mover, Num::Prev);
        assert_eq!(Bar::of(&again), Some(Bar::SameTurn));
        let another = Test::Compare(Cmp::Ne, Num::Mover, Num::Prev);
        assert_eq!(Bar::of(&another), None);
        assert_eq!(Bar::of(&Test::Any([Test::Pending].into())), None);
    }
}

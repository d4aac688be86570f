//! All ends of a phase, or of a game, at one glance: mostly none of them applies.
//!
//! What bars them one by one is put together: so many men of each player, a counter as low as this,
//! and so on bar several ends at once.

use super::bar::{Bar, Side};
use super::ends::Ending;
use super::terms::Test;
use super::Course;

/// Ends in the order in which they are looked at, and what bars all of them, where there is such a
/// thing.
#[derive(Debug)]
pub(super) struct Ends {
    all: Box<[Ending]>,
    glance: Option<Glance>,
}

/// What must be so for each of some ends to be barred.
#[derive(Debug, PartialEq, Eq)]
struct Glance {
    /// By player, of two: the men stand on more slots than this. Where they do not, the ends at
    /// these places may apply.
    few: [i32; 2],
    fewest: Box<[usize]>,
    /// The counter is lower than this.
    counter: i32,
    nothing_pending: bool,
    /// Whoever moves has not moved last.
    other_turn: bool,
    /// The position has not come about so many times.
    again: Option<usize>,
    /// The ends at these places are barred by what is of no such kind.
    others: Box<[usize]>,
    /// The next player has a move.
    next_moves: bool,
    /// Whether that is all but for numbers of men, positions that come again and others.
    is_all: bool,
}

impl Glance {
    /// Of no ends.
    fn none() -> Glance {
        Glance {
            few: [-1; 2],
            fewest: Box::default(),
            counter: i32::MAX,
            nothing_pending: false,
            other_turn: false,
            again: None,
            others: Box::default(),
            next_moves: false,
            is_all: true,
        }
    }
}

impl Ends {
    /// Some ends of a game for so many players.
    pub fn new(all: Box<[Ending]>, players: usize) -> Ends {
        let glance = glance(&all, players);
        Ends { all, glance }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether one of them is that the next player has no move, and all others are barred by
    /// something.
    pub fn ask_if_stuck(&self) -> bool {
        self.glance.as_ref().is_some_and(|glance| glance.next_moves)
    }
}

/// What bars all of some ends; `None` where nothing is known that bars some of them.
fn glance(all: &[Ending], players: usize) -> Option<Glance> {
    let mut glance = Glance::none();
    let (mut fewest, mut others) = (Vec::new(), Vec::new());
    for (at, end) in all.iter().enumerate() {
        let Ending::If { cond, .. } = end else {
            return None;
        };
        match cond {
            Test::NextIsStuck => glance.next_moves = true,
            Test::Pending | Test::Barred(Bar::Pending, _) => glance.nothing_pending = true,
            Test::Barred(bar, _) => match *bar {
                Bar::Few(side, most) if players == 2 => {
                    fewest.push(at);
                    for (player, few) in (1..).zip(&mut glance.few) {
                        let concerned = !matches!(side, Side::Player(other) if other != player);
                        *few = if concerned { most.max(*few) } else { *few };
                    }
                }
                Bar::Counter(least) => glance.counter = least.min(glance.counter),
                Bar::SameTurn => glance.other_turn = true,
                Bar::Again(times) => {
                    let fewest = glance.again.map_or(times, |fewest| fewest.min(times));
                    glance.again = Some(fewest);
                }
                Bar::Few(..) | Bar::Pending | Bar::Stuck => others.push(at),
            },
            _ => return None,
        }
    }
    glance.is_all = glance.again.is_none() && fewest.is_empty() && others.is_empty();
    (glance.fewest, glance.others) = (fewest.into(), others.into());
    Some(glance)
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether the game ends by some of the rules.
    #[inline(always)]
    pub(super) fn ends_by(&mut self, ends: &'k Ends) -> bool {
        !ends.is_empty() && !self.all_barred(ends, false) && self.ends(&ends.all)
    }

    /// Whether it is plain that none of some ends applies, with the next player taken to have a
    /// move or not.
    #[inline(always)]
    pub(super) fn all_barred(&mut self, ends: &'k Ends, next_moves: bool) -> bool {
        let Some(glance) = &ends.glance else {
            return false;
        };
        let board = &self.board;
        if glance.next_moves && !next_moves
            || board.counter >= glance.counter
            || glance.nothing_pending && board.is_pending()
            || glance.other_turn && board.prev == board.mover
        {
            return false;
        }
        glance.is_all || self.all_barred_by_more(glance, &ends.all)
    }

    /// The same of what costs more to look at.
    #[inline(never)]
    fn all_barred_by_more(&mut self, glance: &'k Glance, ends: &'k [Ending]) -> bool {
        let board = &self.board;
        let more = |(player, few): (usize, i32)| few < 0 || board.men_of(player, false) > few;
        let many = (1..).zip(glance.few).all(more);
        if !many && self.some_applies(ends, &glance.fewest) {
            return false;
        }
        for &at in &glance.others {
            if !self.bars(&ends[at]) {
                return false;
            }
        }
        glance.again.is_none_or(|times| !self.has_come(times))
    }

    /// Whether the condition of one of the ends at some places holds.
    #[inline(never)]
    fn some_applies(&mut self, ends: &'k [Ending], places: &[usize]) -> bool {
        places.iter().any(|&at| match &ends[at] {
            Ending::If { cond, .. } => self.test(cond),
            Ending::Each(..) => true,
        })
    }

    /// Whether an end is barred by something.
    #[inline(always)]
    fn bars(&mut self, end: &'k Ending) -> bool {
        match end {
            Ending::If {
                cond: Test::Barred(Bar::Stuck, cond),
                ..
            } => self.is_barred_by_move(cond),
            Ending::If {
                cond: Test::Barred(bar, cond),
                ..
            } => self.is_barred(*bar, cond),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::men::terms::Num;
    use crate::ir::Cmp;

    #[test]
    fn what_bars_several_ends_is_the_strictest_of_what_bars_each() {
        let end = |cond: Test| Ending::If {
            cond: cond.barred(),
            inner: Box::default(),
            result: None,
        };
        let fewer = |player: Num, than| {
            Test::Compare(Cmp::Lt, Num::Men(Box::new(player)), Num::Const(than))
        };
        let counted = |to| Test::Compare(Cmp::Ge, Num::Counter, Num::Const(to));
        let ends = [
            end(fewer(Num::Next, 2)),
            end(fewer(Num::Const(2), 5)),
            end(counted(200)),
            end(counted(100)),
            end(Test::Repeated(4)),
            end(Test::Repeated(3)),
            end(Test::Pending),
        ];
        let expected = Glance {
            few: [1, 4],
            fewest: [0, 1].into(),
            counter: 100,
            nothing_pending: true,
            again: Some(3),
            is_all: false,
            ..Glance::none()
        };
        assert_eq!(glance(&ends, 2), Some(expected));
        // Of three players the numbers of men are looked at one by one.
        let of_three = glance(&ends, 3).unwrap();
        assert_eq!((of_three.few, &of_three.others[..]), ([-1; 2], &[0, 1][..]));
        assert!(of_three.fewest.is_empty());
        let stuck = glance(&[end(Test::NextIsStuck)], 2).unwrap();
        assert!(stuck.next_moves);
        assert_eq!(glance(&[], 2), Some(Glance::none()));
        assert_eq!(glance(&[end(Test::Full)], 2), None);
    }
}

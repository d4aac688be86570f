//! How long players may think. Times are numbers that are handed in: nothing here reads a clock.

use serde::{Deserialize, Serialize};

/// A moment, in milliseconds from any fixed moment.
pub type Millis = u64;

/// How long the players may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "control", rename_all = "kebab-case")]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    Unlimited,
    /// A time for the whole game, and an increment for each turn.
    Clock {
        /// Milliseconds at the start.
        initial: Millis,
        /// Milliseconds that are added at the end of a turn.
        increment: Millis,
    },
    /// A time for each turn.
    PerTurn {
        /// Milliseconds.
        limit: Millis,
    },
}

/// The time that the players have left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    /// By player from 0: milliseconds left at the start of the running turn.
    left: Vec<Millis>,
    /// The player to move, from 1, and when that turn began.
    running: Option<(usize, Millis)>,
}

impl Clocks {
    /// The clocks of a game that has not begun.
    #[must_use]
    pub fn new(control: TimeControl, players: usize) -> Clocks {
        let left = match control {
            TimeControl::Unlimited => 0,
            TimeControl::Clock { initial, .. } => initial,
            TimeControl::PerTurn { limit } => limit,
        };
        Clocks {
            control,
            left: vec![left; players],
            running: None,
        }
    }

    /// Hands the turn over; `None` stops the clocks. While a player goes on moving, its clock runs
    /// on.
    pub fn turn_to(&mut self, player: Option<usize>, now: Millis) {
        if let Some((before, since)) = self.running {
            if Some(before) == player {
                return;
            }
            let used = now.saturating_sub(since);
            if let Some(left) = self.left.get_mut(before.wrapping_sub(1)) {
                *left = match self.control {
                    TimeControl::Unlimited => 0,
                    TimeControl::Clock { increment, .. } => {
                        left.saturating_sub(used).saturating_add(increment)
                    }
                    TimeControl::PerTurn { limit } => limit,
                };
            }
        }
        self.running = player.map(|player| (player, now));
    }

    /// Goes on after an interruption: the running turn begins now.
    pub fn resume(&mut self, now: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// The milliseconds that a player has left; `None` where time is unlimited.
    #[must_use]
    pub fn left(&self, player: usize, now: Millis) -> Option<Millis> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let left = *self.left.get(player.checked_sub(1)?)?;
        match self.running {
            Some((mover, since)) if mover == player => {
                Some(left.saturating_sub(now.saturating_sub(since)))
            }
            _ => Some(left),
        }
    }

    /// The player whose time runs, if any.
    #[must_use]
    pub fn running(&self) -> Option<usize> {
        self.running
            .filter(|_| self.control != TimeControl::Unlimited)
            .map(|(player, _)| player)
    }

    /// When the time of the player to move will be used up.
    #[must_use]
    pub fn runs_out_at(&self) -> Option<Millis> {
        let (player, since) = self.running?;
        match self.control {
            TimeControl::Unlimited => None,
            _ => Some(since.saturating_add(*self.left.get(player.checked_sub(1)?)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_its_time_and_brings_the_increment() {
        let control = TimeControl::Clock {
            initial: 60_000,
            increment: 2_000,
        };
        let mut clocks = Clocks::new(control, 2);
        clocks.turn_to(Some(1), 1_000);
        assert_eq!(clocks.left(1, 11_000), Some(50_000));
        assert_eq!(clocks.left(2, 11_000), Some(60_000));
        clocks.turn_to(Some(2), 11_000);
        assert_eq!(clocks.left(1, 99_000), Some(52_000));
        assert_eq!(clocks.runs_out_at(), Some(71_000));
    }

    #[test]
    fn a_player_who_moves_twice_uses_one_turn() {
        let mut clocks = Clocks::new(TimeControl::PerTurn { limit: 5_000 }, 2);
        clocks.turn_to(Some(1), 0);
        clocks.turn_to(Some(1), 4_000);
        assert_eq!(clocks.left(1, 4_500), Some(500));
        clocks.turn_to(Some(2), 4_500);
        assert_eq!(clocks.left(1, 4_500), Some(5_000));
    }

    #[test]
    fn an_interruption_is_nobodys_time() {
        let mut clocks = Clocks::new(TimeControl::PerTurn { limit: 5_000 }, 2);
        clocks.turn_to(Some(1), 0);
        clocks.resume(100_000);
        assert_eq!(clocks.left(1, 101_000), Some(4_000));
    }

    #[test]
    fn endless_times_do_not_overflow() {
        let control = TimeControl::Clock {
            initial: Millis::MAX,
            increment: Millis::MAX,
        };
        let mut clocks = Clocks::new(control, 2);
        clocks.turn_to(Some(1), 1_000);
        assert_eq!(clocks.runs_out_at(), Some(Millis::MAX));
        clocks.turn_to(Some(2), 2_000);
        assert_eq!(clocks.left(1, 2_000), Some(Millis::MAX));
    }

    #[test]
    fn without_a_limit_no_time_runs_out() {
        let mut clocks = Clocks::new(TimeControl::Unlimited, 2);
        clocks.turn_to(Some(1), 0);
        assert_eq!((clocks.left(1, 9), clocks.runs_out_at()), (None, None));
    }
}

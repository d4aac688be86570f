//! The clocks that agents are given.

use std::time::{Duration, Instant};

use ludarium_agents::Clock;

/// A time that has begun to run, for one decision.
pub struct Timer {
    begun: Instant,
    time: Duration,
    longest: f64,
}

impl Timer {
    /// Starts the clock: so long, from now on.
    pub fn start(time: Duration) -> Timer {
        Timer {
            begun: Instant::now(),
            time,
            longest: 1.0,
        }
    }
}

impl Clock for Timer {
    fn used(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() / self.time.as_secs_f64().max(1e-9)
    }

    fn max_share(&self) -> f64 {
        self.longest
    }
}

/// More than so many times its share a move is never given.
const LONGEST: u32 = 5;

/// A move is given so much, however little is left.
const LEAST: Duration = Duration::from_millis(10);

/// A portion of the time that is left for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portion {
    /// What a move may take on average.
    time: Duration,
    /// What it may take at the most, where that is well spent.
    longest: Duration,
}

impl Portion {
    /// Of so much time for so many moves, with so much more added after each.
    pub fn of(left: Duration, moves: u32, added: Duration) -> Portion {
        let share = left / moves.max(1);
        let time = share.saturating_add(added / 5 * 4);
        let time = time.min(share.max(left / 5 * 4));
        let time = time.max(LEAST);
        // What a hard move takes has to leave something for the others.
        let longest = time.saturating_mul(LONGEST).min(left / 5 * 2).max(time);
        Portion { time, longest }
    }

    /// All of it for one move.
    pub fn all(time: Duration) -> Portion {
        Portion {
            time,
            longest: time,
        }
    }

    /// The same, or so much for a move at least.
    pub fn at_least(self, time: Duration) -> Portion {
        Portion {
            time: self.time.max(time),
            longest: self.longest.max(time),
        }
    }

    /// A tenth of it, and no more.
    pub fn tenth(self) -> Portion {
        Portion::all(self.time / 10)
    }

    /// Starts the clock for a move.
    pub fn start(self) -> Timer {
        Timer {
            longest: self.longest.as_secs_f64() / self.time.as_secs_f64().max(1e-9),
            ..Timer::start(self.time)
        }
    }
}

/// Moves of one session of a clock.
const SESSION: u32 = 40;

/// The clock of a player: so many moves in so much time, and as many again in as much, as chess is played by.
#[derive(Clone, Debug)]
pub struct Session {
    whole: Duration,
    left: Duration,
    moves: u32,
}

impl Session {
    /// Forty moves in forty times the time for a move.
    pub fn of(time: Duration) -> Session {
        let whole = time.saturating_mul(SESSION);
        Session {
            whole,
            left: whole,
            moves: SESSION,
        }
    }

    /// How many moves a session has, and in how much time they are made.
    pub fn terms(&self) -> (u32, Duration) {
        (SESSION, self.whole)
    }

    /// What is left of the time.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What there is for the next move.
    pub fn portion(&self) -> Portion {
        Portion::of(self.left, self.moves, Duration::ZERO)
    }

    /// A move was made, and took so long.
    pub fn moved(&mut self, took: Duration) {
        self.left = self.left.saturating_sub(took);
        self.moves -= 1;
        if self.moves == 0 {
            self.left = self.left.saturating_add(self.whole);
            self.moves = SESSION;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn who_takes_an_even_share_has_as_much_for_every_move() {
        let mut clock = Session::of(SECOND);
        for _ in 0..3 * SESSION {
            assert_eq!(clock.portion().time, SECOND);
            clock.moved(SECOND);
        }
    }

    #[test]
    fn the_longest_moves_all_the_time_take_no_more_than_there_is_but_for_the_least() {
        let mut clock = Session::of(SECOND);
        let mut gone = Duration::ZERO;
        for _ in 0..SESSION {
            let longest = clock.portion().longest;
            assert!(longest <= clock.left() || longest == LEAST);
            gone += longest;
            clock.moved(longest);
        }
        assert!(gone <= 40 * SECOND + SESSION * LEAST);
    }

    #[test]
    fn what_was_saved_is_there_for_the_moves_after_it() {
        let mut clock = Session::of(SECOND);
        for _ in 0..20 {
            clock.moved(SECOND / 2);
        }
        assert_eq!(clock.portion().time, SECOND * 3 / 2);
    }

    #[test]
    fn the_longest_time_there_is_is_a_time_like_others() {
        let mut clock = Session::of(Duration::MAX);
        clock.moved(SECOND);
        assert!(clock.portion().start().max_share() >= 1.0);
        let all = Portion::of(Duration::MAX, 1, Duration::MAX);
        assert_eq!(all.longest, Duration::MAX);
    }

    #[test]
    fn a_clock_for_one_decision_has_no_more() {
        assert_eq!(Timer::start(SECOND).max_share(), 1.0);
        assert_eq!(Portion::all(SECOND).start().max_share(), 1.0);
        let session = Session::of(SECOND).portion().start();
        assert!((session.max_share() - 5.0).abs() < 1e-9);
    }
}

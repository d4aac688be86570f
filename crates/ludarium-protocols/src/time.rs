//! Time for moves, measured by a clock that the caller supplies.

use std::time::Duration;

use ludarium_agents::Clock;

/// A source of time: programs have the system's clock, a browser another one, tests their own.
pub trait TimeSource {
    /// The time since a fixed moment; it never decreases.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration> TimeSource for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// The running clock of one decision, for [`Budget::clock`](ludarium_agents::Budget::clock).
///
/// ```
/// use std::cell::Cell;
/// use std::time::Duration;
///
/// use ludarium_agents::Clock;
/// use ludarium_protocols::time::Timer;
///
/// let now = Cell::new(Duration::ZERO);
/// let timer = Timer::start(|| now.get(), Duration::from_secs(10));
/// now.set(Duration::from_secs(5));
/// assert_eq!(timer.used(), 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Timer<S> {
    source: S,
    started: Duration,
    time: Duration,
    longest: f64,
}

impl<S: TimeSource> Timer<S> {
    /// Starts a clock that runs for a time.
    pub fn start(source: S, time: Duration) -> Timer<S> {
        Timer {
            started: source.now(),
            source,
            time,
            longest: 1.0,
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.source.now().saturating_sub(self.started)
    }
}

impl<S: TimeSource> Clock for Timer<S> {
    fn used(&self) -> f64 {
        self.elapsed().as_secs_f64() / self.time.as_secs_f64().max(1e-9)
    }

    fn max_share(&self) -> f64 {
        self.longest
    }
}

/// A hard move takes at most this multiple of its share.
const MAX_SHARES: u32 = 5;

/// The time that a move gets however little is left.
const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

/// The time for one move: its share of what is left, and the most that it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// The time on average.
    time: Duration,
    /// The maximal time, for moves where more time is well spent.
    longest: Duration,
}

impl MoveTime {
    /// The share of one move in the time left for a number of moves, with an increment added after
    /// each.
    #[must_use]
    pub fn share(left: Duration, moves: u32, increment: Duration) -> MoveTime {
        let share = left / moves.max(1);
        let time = share.saturating_add(increment / 5 * 4);
        let time = time.min(share.max(left / 5 * 4));
        let time = time.max(MIN_MOVE_TIME);
        // A hard move has to leave time for the others.
        let longest = time.saturating_mul(MAX_SHARES).min(left / 5 * 2).max(time);
        MoveTime { time, longest }
    }

    /// A time for one move alone, and no more.
    #[must_use]
    pub fn fixed(time: Duration) -> MoveTime {
        MoveTime {
            time,
            longest: time,
        }
    }

    /// This time, raised to a minimum.
    #[must_use]
    pub fn at_least(self, time: Duration) -> MoveTime {
        MoveTime {
            time: self.time.max(time),
            longest: self.longest.max(time),
        }
    }

    /// A tenth of the average, and no more.
    #[must_use]
    pub fn tenth(self) -> MoveTime {
        MoveTime::fixed(self.time / 10)
    }

    /// The time on average.
    pub(crate) fn average(self) -> Duration {
        self.time
    }

    /// The maximal share of the average.
    pub(crate) fn max_share(self) -> f64 {
        self.longest.as_secs_f64() / self.time.as_secs_f64().max(1e-9)
    }

    /// Starts the clock of the move.
    pub fn start<S: TimeSource>(self, source: S) -> Timer<S> {
        Timer {
            longest: self.max_share(),
            ..Timer::start(source, self.time)
        }
    }
}

/// The number of moves of one session of a [`TimeControl`].
const SESSION_MOVES: u32 = 40;

/// A player's clock under the classical time control of chess: a number of moves in a time, and
/// then the same again.
#[derive(Clone, Debug)]
pub struct TimeControl {
    whole: Duration,
    left: Duration,
    moves: u32,
}

impl TimeControl {
    /// Sessions of forty moves, with the given average time for a move.
    #[must_use]
    pub fn per_move(time: Duration) -> TimeControl {
        let whole = time.saturating_mul(SESSION_MOVES);
        TimeControl {
            whole,
            left: whole,
            moves: SESSION_MOVES,
        }
    }

    /// The number of moves of a session, and the time for them.
    #[must_use]
    pub fn session(&self) -> (u32, Duration) {
        (SESSION_MOVES, self.whole)
    }

    /// The time left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The time for the next move.
    #[must_use]
    pub fn move_time(&self) -> MoveTime {
        MoveTime::share(self.left, self.moves, Duration::ZERO)
    }

    /// Takes the time of a move that was made off the clock.
    pub fn moved(&mut self, took: Duration) {
        self.left = self.left.saturating_sub(took);
        self.moves -= 1;
        if self.moves == 0 {
            self.left = self.left.saturating_add(self.whole);
            self.moves = SESSION_MOVES;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn stopped() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn an_even_share_is_the_same_for_every_move() {
        let mut clock = TimeControl::per_move(SECOND);
        for _ in 0..3 * SESSION_MOVES {
            assert_eq!(clock.move_time().time, SECOND);
            clock.moved(SECOND);
        }
    }

    #[test]
    fn the_longest_moves_take_no_more_than_is_left_but_for_the_minimum() {
        let mut clock = TimeControl::per_move(SECOND);
        let mut gone = Duration::ZERO;
        for _ in 0..SESSION_MOVES {
            let longest = clock.move_time().longest;
            assert!(longest <= clock.left() || longest == MIN_MOVE_TIME);
            gone += longest;
            clock.moved(longest);
        }
        assert!(gone <= 40 * SECOND + SESSION_MOVES * MIN_MOVE_TIME);
    }

    #[test]
    fn saved_time_is_there_for_later_moves() {
        let mut clock = TimeControl::per_move(SECOND);
        for _ in 0..20 {
            clock.moved(SECOND / 2);
        }
        assert_eq!(clock.move_time().time, SECOND * 3 / 2);
    }

    #[test]
    fn the_largest_duration_does_not_overflow() {
        let mut clock = TimeControl::per_move(Duration::MAX);
        clock.moved(SECOND);
        assert!(clock.move_time().start(stopped).max_share() >= 1.0);
        let all = MoveTime::share(Duration::MAX, 1, Duration::MAX);
        assert_eq!(all.longest, Duration::MAX);
    }

    #[test]
    fn a_clock_for_one_decision_has_no_reserve() {
        assert_eq!(Timer::start(stopped, SECOND).max_share(), 1.0);
        assert_eq!(MoveTime::fixed(SECOND).start(stopped).max_share(), 1.0);
        let session = TimeControl::per_move(SECOND).move_time().start(stopped);
        assert!((session.max_share() - 5.0).abs() < 1e-9);
    }
}

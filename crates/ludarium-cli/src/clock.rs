//! The system's clock, and timers that Ctrl-C ends.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ludarium_agents::Clock;
use ludarium_protocols::time::{self, MoveTime, TimeSource};

use crate::interrupt;

/// The system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl TimeSource for SystemClock {
    fn now(&self) -> Duration {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        FIRST.get_or_init(Instant::now).elapsed()
    }
}

/// The timer of one decision. In work that listens for Ctrl-C ([`interrupt::listen`]), time is also
/// up then.
#[derive(Clone, Debug)]
pub struct Timer {
    /// Without a limit of time, only Ctrl-C ends it.
    limit: Option<time::Timer<SystemClock>>,
}

impl Clock for Timer {
    fn used(&self) -> f64 {
        match (&self.limit, interrupt::is_asked()) {
            (_, true) => f64::INFINITY,
            (Some(limit), false) => limit.used(),
            (None, false) => 0.0,
        }
    }

    fn max_share(&self) -> f64 {
        self.limit.as_ref().map_or(1.0, Clock::max_share)
    }
}

/// Starts a timer with the given duration.
pub fn start(time: Duration) -> Timer {
    start_move(MoveTime::fixed(time))
}

/// Starts the timer of a move in a game with a time control.
pub fn start_move(time: MoveTime) -> Timer {
    Timer {
        limit: Some(time.start(SystemClock)),
    }
}

/// A timer without a limit, for a search with a number of nodes: it ends at Ctrl-C.
pub fn unlimited() -> Timer {
    Timer { limit: None }
}

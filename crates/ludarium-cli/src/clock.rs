//! The system's clock.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ludarium_protocols::time::TimeSource;

/// The system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl TimeSource for SystemClock {
    fn now(&self) -> Duration {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        FIRST.get_or_init(Instant::now).elapsed()
    }
}

/// The timer of one decision.
pub type Timer = ludarium_protocols::time::Timer<SystemClock>;

/// Starts a timer with the given duration.
pub fn start(time: Duration) -> Timer {
    Timer::start(SystemClock, time)
}

//! The clock that agents are given.

use std::time::{Duration, Instant};

use agents::Clock;

/// A time that has begun to run.
pub struct Timer {
    begun: Instant,
    time: Duration,
}

impl Timer {
    /// Starts the clock: so long, from now on.
    pub fn start(time: Duration) -> Timer {
        Timer {
            begun: Instant::now(),
            time,
        }
    }
}

impl Clock for Timer {
    fn used(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() / self.time.as_secs_f64().max(1e-9)
    }
}

//! The clock of a search that listens to a GUI.

use std::cell::Cell;
use std::io::Write;
use std::time::Duration;

use ludarium_agents::{Budget, Clock, Report};

use crate::link::{Heard, Link, Signal};
use crate::time::{MoveTime, TimeSource};

/// The limits of a search. Without any it ends by itself only if there is nothing left to search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    pub time: Option<MoveTime>,
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// Whether no move may be made before the GUI asks for it.
    pub until_told: bool,
    /// Whether the search is on the opponent's time: as `until_told`, until the expected move is
    /// made.
    pub pondering: bool,
}

impl Limits {
    /// A tenth of the effort, for the second decision of a move.
    pub fn tenth(self) -> Limits {
        Limits {
            time: self.time.map(MoveTime::tenth),
            nodes: self.nodes.map(|nodes| (nodes / 10).max(1)),
            until_told: false,
            pondering: false,
            ..self
        }
    }

    /// Whether the search ends soon by itself, unless the limits are high.
    fn is_counted(self) -> bool {
        self.nodes.is_some() || self.depth.is_some()
    }
}

/// What is done with the lines that are heard while a search runs.
pub(crate) type Signals<'s> = &'s dyn Fn(&str) -> Signal;

/// The time on the clock of a search without a limit of time.
const FOREVER: Duration = Duration::from_secs(1_000 * 86_400);

/// The time between two looks at the GUI's lines.
const LISTENING_INTERVAL: Duration = Duration::from_millis(5);

/// The clock of a search, which hears what the GUI says.
pub(crate) struct SearchClock<'s, S, W> {
    source: &'s S,
    link: &'s Link<W>,
    signals: Signals<'s>,
    found: &'s dyn Fn(&Report, Duration),
    limits: Cell<Limits>,
    begun: Duration,
    /// When the clock began to run: at a ponder hit it begins again.
    started: Cell<Duration>,
    stopped: Cell<bool>,
    abandoned: Cell<bool>,
}

impl<'s, S: TimeSource, W: Write> SearchClock<'s, S, W> {
    pub fn start(
        source: &'s S,
        link: &'s Link<W>,
        signals: Signals<'s>,
        limits: Limits,
        found: &'s dyn Fn(&Report, Duration),
    ) -> SearchClock<'s, S, W> {
        let now = source.now();
        SearchClock {
            source,
            link,
            signals,
            found,
            limits: Cell::new(limits),
            begun: now,
            started: Cell::new(now),
            stopped: Cell::new(false),
            abandoned: Cell::new(false),
        }
    }

    /// The budget of the search.
    pub fn budget(&self) -> Budget<'_> {
        let limits = self.limits.get();
        let mut budget = Budget::clock(self);
        if let Some(nodes) = limits.nodes {
            budget = budget.at_most(nodes.max(1));
        }
        match limits.depth {
            Some(depth) => budget.to_depth(depth),
            None => budget,
        }
    }

    /// Waits, after a search that has ended by itself, until the GUI wants the move.
    pub fn wait_until_told(&self) {
        while self.is_held() && !self.stopped.get() {
            match self.link.is_closing() {
                true => self.stopped.set(true),
                false => self.hear(self.link.wait()),
            }
        }
    }

    /// The time since the beginning of the search.
    pub fn elapsed(&self) -> Duration {
        self.source.now().saturating_sub(self.begun)
    }

    pub fn was_stopped(&self) -> bool {
        self.stopped.get()
    }

    pub fn was_abandoned(&self) -> bool {
        self.abandoned.get()
    }

    /// Whether no move may be made yet.
    fn is_held(&self) -> bool {
        let limits = self.limits.get();
        limits.until_told || limits.pondering
    }

    /// The time for the move.
    fn time(&self) -> Option<MoveTime> {
        self.limits.get().time.filter(|_| !self.is_held())
    }

    fn listen(&self) {
        while !self.stopped.get() {
            match self.link.poll() {
                Heard::Nothing => break,
                Heard::End => {
                    self.hear(Heard::End);
                    break;
                }
                line => self.hear(line),
            }
        }
        let counted = self.limits.get().is_counted() && !self.is_held();
        if self.link.is_closed(self.source.now()) || self.link.is_closing() && !counted {
            self.stopped.set(true);
        }
    }

    fn hear(&self, heard: Heard) {
        let Heard::Line(line) = heard else {
            return self.link.close(self.source.now());
        };
        match (self.signals)(&line) {
            Signal::Ignore => {}
            Signal::Later => self.link.postpone(line),
            Signal::Replace => {
                if self.is_held() {
                    self.stopped.set(true);
                }
                self.link.postpone(line);
            }
            Signal::MoveNow => self.stopped.set(true),
            Signal::PonderHit => {
                let mut limits = self.limits.get();
                limits.pondering = false;
                self.limits.set(limits);
                self.started.set(self.source.now());
            }
            // What was said before comes first.
            Signal::Abandon if self.link.has_waiting() => self.link.postpone(line),
            Signal::Abandon => {
                self.abandoned.set(true);
                self.stopped.set(true);
                self.link.postpone(line);
            }
            Signal::Answer(answer) => self.link.say(answer),
            Signal::Quit => {
                self.link.close(self.source.now());
                self.link.postpone(line);
            }
        }
    }
}

impl<S: TimeSource, W: Write> Clock for SearchClock<'_, S, W> {
    fn used(&self) -> f64 {
        self.listen();
        if self.stopped.get() {
            return f64::INFINITY;
        }
        let time = self.time().map_or(FOREVER, MoveTime::average);
        let gone = self.source.now().saturating_sub(self.started.get());
        gone.as_secs_f64() / time.as_secs_f64().max(1e-9)
    }

    fn max_share(&self) -> f64 {
        // Also on the opponent's time: the search may be extended once its own time runs.
        self.limits.get().time.map_or(1.0, MoveTime::max_share)
    }

    fn check_share(&self) -> f64 {
        let time = self.time().map_or(FOREVER, MoveTime::average);
        let listening = LISTENING_INTERVAL.as_secs_f64() / time.as_secs_f64().max(1e-9);
        listening.min(1.0 / 4096.0)
    }

    fn found(&self, report: &Report) {
        if !self.stopped.get() {
            (self.found)(report, self.elapsed());
        }
    }
}

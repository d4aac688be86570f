//! The connection to a GUI: its lines, those that wait, and our answers.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Display;
use std::io::Write;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

/// The time that searches with a limit of nodes or depth get after `quit` or the end of the input,
/// all together, so that a script that ends with `quit` gets its answers.
const CLOSING_TIME: Duration = Duration::from_millis(250);

/// What a line means to a search that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Nothing.
    Ignore,
    /// It is read after the search.
    Later,
    /// It is read after the search, which ends now if it has no limit.
    Replace,
    /// The search ends with the best move so far.
    MoveNow,
    /// The opponent has made the expected move: the clock runs from now on.
    PonderHit,
    /// The search ends without a move, and the line is read then.
    Abandon,
    /// It is answered at once.
    Answer(&'static str),
    /// The search ends with the best move so far, and then the session.
    Quit,
}

/// What is heard on the line.
pub(crate) enum Heard {
    Line(String),
    Nothing,
    /// There will be no more lines.
    End,
}

/// The connection to a GUI.
pub(crate) struct Link<W> {
    lines: Receiver<String>,
    waiting: RefCell<VecDeque<String>>,
    out: RefCell<W>,
    /// The time at which all searches end, once the session is to be closed.
    closing: Cell<Option<Duration>>,
    error: RefCell<Option<std::io::Error>>,
}

impl<W: Write> Link<W> {
    pub fn new(lines: Receiver<String>, out: W) -> Link<W> {
        Link {
            lines,
            waiting: RefCell::default(),
            out: RefCell::new(out),
            closing: Cell::new(None),
            error: RefCell::default(),
        }
    }

    /// Writes a line. After an error nothing is written or read any more.
    pub fn say(&self, line: impl Display) {
        if self.has_failed() {
            return;
        }
        let mut out = self.out.borrow_mut();
        if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
            *self.error.borrow_mut() = Some(error);
        }
    }

    /// Whether the GUI can no longer be answered.
    pub fn has_failed(&self) -> bool {
        self.error.borrow().is_some()
    }

    /// The error of the output, if there was one.
    pub fn result(self) -> std::io::Result<()> {
        self.error.into_inner().map_or(Ok(()), Err)
    }

    /// The next line, one that waits first; `None` at the end of the input.
    pub fn next(&self) -> Option<String> {
        let waiting = self.waiting.borrow_mut().pop_front();
        match self.has_failed() {
            true => None,
            false => waiting.or_else(|| self.lines.recv().ok()),
        }
    }

    /// What has been heard since, without waiting.
    pub fn poll(&self) -> Heard {
        match self.lines.try_recv() {
            Ok(line) => Heard::Line(line),
            Err(TryRecvError::Empty) => Heard::Nothing,
            Err(TryRecvError::Disconnected) => Heard::End,
        }
    }

    /// Waits for the next line that has not been heard yet.
    pub fn wait(&self) -> Heard {
        self.lines.recv().map_or(Heard::End, Heard::Line)
    }

    /// Lets a line wait until the search has ended.
    pub fn postpone(&self, line: String) {
        self.waiting.borrow_mut().push_back(line);
    }

    /// Whether a line waits.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.borrow().is_empty()
    }

    /// Says that the session is to be closed.
    pub fn close(&self, now: Duration) {
        if self.closing.get().is_none() {
            self.closing.set(Some(now + CLOSING_TIME));
        }
    }

    pub fn is_closing(&self) -> bool {
        self.closing.get().is_some()
    }

    /// Whether every search has to end.
    pub fn is_closed(&self, now: Duration) -> bool {
        self.has_failed() || self.closing.get().is_some_and(|end| now >= end)
    }
}

//! An external engine's process: lines to its input and from its output.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use crate::listen::{lines_of, TooLong};
use crate::EngineError;

/// A running engine. It is killed when this is dropped. A line of more than a mebibyte ends its
/// output.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl EngineProcess {
    /// Starts the program of a command line, whose words are separated by spaces, with further
    /// arguments. Its standard error is discarded.
    ///
    /// # Errors
    /// If the command line is empty, or the program cannot be started.
    pub fn start(command: &str, arguments: &[&str]) -> Result<EngineProcess, EngineError> {
        let failed = |error: String| EngineError::Start {
            command: command.to_owned(),
            error,
        };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(EngineError::NoCommand)?;
        let mut child = Command::new(program)
            .args(words)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no input or output".to_owned()));
        };
        Ok(EngineProcess {
            child,
            input,
            lines: lines_of(output, TooLong::End),
        })
    }

    /// Writes a text and a line break to its input.
    ///
    /// # Errors
    /// If it no longer reads its input.
    pub fn send(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }

    /// The next line of its output; `None` if there is none until `end`, or the output has ended.
    pub fn receive(&mut self, end: Instant) -> Option<String> {
        let wait = end.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(wait).ok()
    }

    /// The next line of its output that is already there.
    pub fn try_receive(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// Waits a tenth of a second for it to exit.
    pub fn wait_briefly(&mut self) {
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

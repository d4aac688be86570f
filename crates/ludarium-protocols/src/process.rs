//! A program of others that runs beside us: what it is told, line by line, and what it says.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::{Duration, Instant};

/// A running program; it is put out when it is dropped.
pub struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    /// Starts the program of a command line, with further arguments.
    ///
    /// # Errors
    /// If there is none, or it cannot be started.
    pub fn start(command: &str, arguments: &[&str]) -> Result<Program, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("a program is missing after the colon")?;
        let mut child = Command::new(program)
            .args(words)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{command}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{command} has no input or output"));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Program {
            child,
            input,
            lines,
        })
    }

    /// Writes lines to it.
    ///
    /// # Errors
    /// If it does not listen any more.
    pub fn say(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }

    /// The next line that it writes until then.
    pub fn hear(&mut self, end: Instant) -> Option<String> {
        let wait = end.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(wait).ok()
    }

    /// A line that it has written already.
    pub fn heard(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// Waits a while for it to end by itself.
    pub fn let_go(&mut self) {
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

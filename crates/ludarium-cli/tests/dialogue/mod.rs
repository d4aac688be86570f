//! A GUI in front of `ludarium`: says lines and waits for answers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::{Duration, Instant};

/// What "at once" may take on a busy machine. The searches that are interrupted take longer.
pub const SOON: Duration = Duration::from_secs(20);

/// A running program.
pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Dialogue {
    pub fn with(arguments: &[&str]) -> Dialogue {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Dialogue {
            input: child.stdin.take(),
            child,
            lines,
            heard: Vec::new(),
        }
    }

    /// Says some lines, whatever their bytes.
    pub fn say(&mut self, lines: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("not closed yet");
        let said = [lines.as_ref(), b"\n"].concat();
        input.write_all(&said).expect("it listens");
    }

    /// The next line that begins so.
    #[track_caller]
    pub fn hear(&mut self, begin: &str) -> String {
        let heard = self.hear_within(begin, SOON);
        heard.unwrap_or_else(|| panic!("nothing begins with {begin:?}: {:?}", self.heard))
    }

    /// The next line that begins so, if it comes in time.
    pub fn hear_within(&mut self, begin: &str, time: Duration) -> Option<String> {
        self.hear_where(|line| line.starts_with(begin), time)
    }

    /// The next line that is wanted, if it comes in time.
    fn hear_where(&mut self, wanted: impl Fn(&str) -> bool, time: Duration) -> Option<String> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).ok()?;
            self.heard.push(line.clone());
            if wanted(&line) {
                return Some(line);
            }
        }
    }

    /// Closes the input, and waits for the end of the program. Returns whether it ended in time and
    /// in order.
    pub fn close(&mut self) -> bool {
        self.input = None;
        let end = Instant::now() + SOON;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// All lines of the program so far, once it has ended.
    pub fn all(mut self) -> Vec<String> {
        assert!(self.close(), "it ends");
        self.heard.extend(self.lines.iter());
        std::mem::take(&mut self.heard)
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All lines of a program to which a script is said. Before it goes on, the answer to each `go` is
/// awaited, and to each move in CECP.
#[allow(dead_code, reason = "not every test has a script")]
pub fn said(arguments: &[&str], script: &str) -> Vec<String> {
    let mut dialogue = Dialogue::with(arguments);
    let xboard = arguments[0] == "xboard";
    for line in script.lines() {
        dialogue.say(line);
        let goes = line.starts_with("go");
        if xboard && (goes || line.starts_with("usermove")) {
            dialogue.say("ping 4711");
            dialogue.hear("pong 4711");
        } else if goes {
            let answers = |line: &str| line.contains("bestmove");
            let answer = dialogue.hear_where(answers, 3 * SOON);
            assert!(answer.is_some(), "{line}: {:?}", dialogue.heard);
        }
    }
    dialogue.all()
}

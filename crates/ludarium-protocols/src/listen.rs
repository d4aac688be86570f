//! Lines from another program, read on a thread of their own, so that they are heard while
//! something else goes on.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{sync_channel, Receiver};

/// The maximal length of a line in bytes. A game of ten thousand moves is shorter.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The number of lines that may wait before the other program has to.
const MAX_WAITING_LINES: usize = 1 << 12;

/// What happens to a line that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooLong {
    /// It is passed over.
    Skip,
    /// Nothing is read after it: the program is out of order.
    End,
}

/// Reads the lines of an input on a thread of their own, until it ends or the receiver is dropped.
///
/// Bytes that are not UTF-8 become replacement characters, and lines of more than a mebibyte are
/// passed over: they make no difference to the lines after them.
///
/// ```
/// let lines = ludarium_protocols::listen(&b"name J\xf6rg\nping 1\n"[..]);
/// let lines: Vec<String> = lines.into_iter().collect();
/// assert_eq!(lines, ["name J\u{fffd}rg", "ping 1"]);
/// ```
pub fn listen(input: impl Read + Send + 'static) -> Receiver<String> {
    lines_of(input, TooLong::Skip)
}

pub(crate) fn lines_of(input: impl Read + Send + 'static, too_long: TooLong) -> Receiver<String> {
    let (sender, lines) = sync_channel(MAX_WAITING_LINES);
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(line) = next_line(&mut input, too_long) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The next line without its line break; `None` at the end of the input.
fn next_line(input: &mut impl BufRead, too_long: TooLong) -> Option<String> {
    loop {
        let mut line = Vec::new();
        let limit = MAX_LINE_BYTES as u64 + 1;
        let read = input.by_ref().take(limit).read_until(b'\n', &mut line);
        match read {
            Ok(0) => return None,
            Ok(_) if line.ends_with(b"\n") || line.len() <= MAX_LINE_BYTES => {
                let end = line.strip_suffix(b"\n").unwrap_or(&line);
                let end = end.strip_suffix(b"\r").unwrap_or(end);
                return Some(String::from_utf8_lossy(end).into_owned());
            }
            Ok(_) if too_long == TooLong::Skip => skip_line(input)?,
            Ok(_) => return None,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// Skips to the end of a line; `None` at the end of the input.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if bytes.is_empty() {
            return None;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let (skipped, found) = match end {
            Some(end) => (end + 1, true),
            None => (bytes.len(), false),
        };
        input.consume(skipped);
        if found {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: Vec<u8>, too_long: TooLong) -> Vec<String> {
        let input = std::io::Cursor::new(input);
        lines_of(input, too_long).into_iter().collect()
    }

    #[test]
    fn line_breaks_of_all_systems_end_a_line_and_the_last_one_may_lack_it() {
        let read = lines(b"uci\r\nisready\n\nquit".to_vec(), TooLong::Skip);
        assert_eq!(read, ["uci", "isready", "", "quit"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_or_the_last() {
        let mut input = b"before\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE_BYTES));
        input.extend(b"\nafter\n");
        assert_eq!(lines(input.clone(), TooLong::Skip), ["before", "after"]);
        assert_eq!(lines(input, TooLong::End), ["before"]);
        let longest = vec![b'x'; MAX_LINE_BYTES];
        let read = lines(longest, TooLong::End);
        assert_eq!(read[0].len(), MAX_LINE_BYTES);
    }
}

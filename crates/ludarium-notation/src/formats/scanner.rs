//! Reads a text character by character, and knows the line and column.

use super::FormatError;

/// The characters of a text, with the place of the next one.
pub(super) struct Scanner<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    /// The line of the next character, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Scanner<'t> {
        Scanner {
            rest: text.trim_start_matches('\u{feff}').chars().peekable(),
            line: 1,
            column: 1,
        }
    }

    pub fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    pub fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        match c {
            '\n' => (self.line, self.column) = (self.line + 1, 1),
            _ => self.column += 1,
        }
        Some(c)
    }

    /// The characters as long as a condition holds.
    pub fn take_while(&mut self, holds: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek().filter(|c| holds(*c)) {
            taken.push(c);
            self.next();
        }
        taken
    }

    pub fn skip_spaces(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The characters between the next one and a closing one, which is read too.
    pub fn enclosed(&mut self, close: char, what: &str) -> Result<String, FormatError> {
        let (line, column) = (self.line, self.column);
        self.next();
        let taken = self.take_while(|c| c != close);
        match self.next() {
            Some(_) => Ok(taken),
            None => {
                let message = format!("{what} is not closed with {close}");
                Err(FormatError::new(line, column, message))
            }
        }
    }

    /// An error at the next character.
    pub fn error(&self, message: impl Into<String>) -> FormatError {
        FormatError::new(self.line, self.column, message)
    }
}

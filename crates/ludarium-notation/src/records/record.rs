//! Record files: games, positions and lines of play printed in the sources.

use super::{asides, print_marks, RecordError};
use crate::headers;

/// A record as it is written: headers, and lines that mostly hold one move each.
///
/// ```
/// use ludarium_notation::Record;
///
/// let record = Record::parse("# slug: gollon-shatranj\n1. e2-e3 e7-e6\n");
/// assert_eq!(record.header("slug"), Some("gollon-shatranj"));
/// assert_eq!(record.lines.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The header lines.
    headers: Vec<Header>,
    /// Lines that are probably meant to be headers on which the moves depend.
    mistyped: Vec<Mistyped>,
    /// The moves, and other lines that are not headers.
    pub lines: Vec<Line>,
}

/// A header line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    /// Its line number in the file, from 1.
    number: usize,
    /// The column of its value, from 1.
    column: usize,
    key: String,
    value: String,
}

/// A mistyped header line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistyped {
    number: usize,
    column: usize,
    text: String,
    meant: &'static str,
}

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its line number in the file, from 1.
    pub number: usize,
    /// The column, from 1, where the move begins, or what cannot be read of it.
    pub column: usize,
    /// The text before the first tab.
    pub text: String,
    /// The other columns.
    pub columns: Vec<String>,
    /// The position printed after the move, in a header line of its own.
    pub position: Option<String>,
}

/// Headers that begin another game of the same file if they come after moves.
const BEGINNINGS: [&str; 3] = ["slug", "game", "start"];

/// Headers that hold for all later games of a file unless repeated.
const INHERITED: [&str; 8] = [
    "slug", "game", "name", "title", "readings", "options", "with", "source",
];

impl Record {
    /// Parses a file with one record. Keys of headers are case-insensitive; lines that begin with
    /// `//` or `;`, or that are in brackets, are remarks; the number before a move (`12. e2-e4`) is
    /// dropped. Parsing cannot fail: a line that is not a move is kept as it is.
    #[must_use]
    pub fn parse(text: &str) -> Record {
        Record::parse_all(text).swap_remove(0)
    }

    /// Parses a file with any number of records, at least one. Another record begins where a header
    /// that names a game or a start position follows moves.
    #[must_use]
    pub fn parse_all(text: &str) -> Vec<Record> {
        let mut records = vec![Record::default()];
        let mut bracket = None;
        let text = asides::blanked(text.trim_start_matches('\u{feff}'));
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            if let Some(close) = bracket.or_else(|| opens(trimmed)) {
                bracket = (!trimmed.contains(close)).then_some(close);
                continue;
            }
            if let Some(header) = trimmed.strip_prefix('#') {
                // The column of the last part of the line.
                let column = |part: &str| {
                    let end = line.trim_end();
                    let before = end.get(..end.len() - part.len()).unwrap_or(end);
                    before.chars().count() + 1
                };
                if let Some(mistyped) = Mistyped::of(header.trim(), index + 1, column) {
                    records
                        .last_mut()
                        .into_iter()
                        .for_each(|record| record.mistyped.push(mistyped.clone()));
                }
                if let Some((key, value)) = header.split_once(':') {
                    let column = column(value.trim());
                    let (key, value) = (key.trim().to_lowercase(), value.trim().to_owned());
                    let open = records
                        .last()
                        .is_some_and(|record| !record.lines.is_empty());
                    if open && BEGINNINGS.contains(&key.as_str()) {
                        records.push(Record::default());
                    }
                    if let Some(record) = records.last_mut() {
                        record.header_line(Header {
                            number: index + 1,
                            column,
                            key,
                            value,
                        });
                    }
                } else if header.trim().to_lowercase().starts_with("branch ") {
                    records.extend(records.last().and_then(Record::branch));
                }
            } else if !trimmed.is_empty() && !trimmed.starts_with([';', '/']) {
                if let Some(record) = records.last_mut() {
                    record.line(index + 1, line);
                }
            }
        }
        for index in 0..records.len() {
            records[index].drop_result();
            if let Some(before) = index.checked_sub(1).map(|before| records[before].clone()) {
                records[index].inherit(&before);
            }
        }
        records
    }

    /// Another line of play from the start of this record, if this record has moves.
    fn branch(&self) -> Option<Record> {
        let kept = self.headers.iter().filter(|header| header.key != "end");
        let headers = kept.cloned().collect();
        (!self.lines.is_empty()).then_some(Record {
            headers,
            ..Record::default()
        })
    }

    /// Copies the inherited headers of the previous record that this one does not repeat.
    fn inherit(&mut self, before: &Record) {
        let own: Vec<String> = self.headers.iter().map(|own| own.key.clone()).collect();
        let kept = before.headers.iter();
        let kept = kept.filter(|header| {
            INHERITED.contains(&header.key.as_str()) && !own.contains(&header.key)
        });
        self.headers.extend(kept.cloned());
    }

    fn header_line(&mut self, header: Header) {
        match self.lines.last_mut() {
            Some(line) if header.key == "position after this ply" => {
                line.position = Some(header.value);
            }
            _ => self.headers.push(header),
        }
    }

    fn line(&mut self, number: usize, whole: &str) {
        let (line, numbered) = print_marks::unnumbered(whole);
        let mut columns = line.split('\t').map(|column| column.trim().to_owned());
        let text = columns.next().unwrap_or_default();
        let columns: Vec<String> = columns.collect();
        let begins = whole.len() - line.trim_start().len();
        for part in print_marks::moves(&text, numbered) {
            let before = whole.get(..begins + part.at).unwrap_or(whole);
            self.lines.push(Line {
                number,
                column: before.chars().count() + 1,
                text: part.text,
                columns: columns.clone(),
                position: None,
            });
        }
    }

    /// Drops the last line if it is the result.
    fn drop_result(&mut self) {
        if self
            .lines
            .last()
            .is_some_and(|line| print_marks::is_result(&line.text))
        {
            self.lines.pop();
        }
    }

    /// The value of the first header with a key.
    #[must_use]
    pub fn header<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// The values of all headers with a key.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |header| header.key == key);
        named.map(|header| header.value.as_str())
    }

    /// The line and the column, from 1, of the value of the first header with a key.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Option<(usize, usize)> {
        self.places_of(key).next()
    }

    /// The lines and columns, from 1, of the values of all headers with a key.
    pub(super) fn places_of<'a>(
        &'a self,
        key: &'a str,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let named = self.headers.iter().filter(move |header| header.key == key);
        named.map(|header| (header.number, header.column))
    }

    /// Checks that no line is a mistyped header.
    pub(super) fn check_headers(&self) -> Result<(), RecordError> {
        let Some(first) = self.mistyped.first() else {
            return Ok(());
        };
        let Mistyped {
            number,
            column,
            text,
            meant,
        } = first;
        Err(RecordError::from(format!(
            "line {number}, column {column}: no header is written {text:?} (did you mean `# {meant}:`?)"
        )))
    }
}

impl Mistyped {
    /// The mistyped header in the text behind a `#`. `column` gives the column of the text.
    fn of(text: &str, number: usize, column: impl Fn(&str) -> usize) -> Option<Mistyped> {
        let (text_shown, meant) = match text.split_once(':') {
            Some((key, _)) => (key.trim(), headers::meant(key.trim())?),
            None => (text, headers::without_colon(text)?),
        };
        Some(Mistyped {
            number,
            column: column(text),
            text: text_shown.to_owned(),
            meant,
        })
    }
}

/// The bracket that ends a remark of whole lines, where this line begins one.
fn opens(line: &str) -> Option<char> {
    match line.chars().next()? {
        '{' => Some('}'),
        // A sign may stand in brackets before its move: `(P) E2-E4`.
        '(' if line.find(')').is_none_or(|end| end > 4) => Some(')'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_plies_are_read_however_they_are_written() {
        let plain = Record::parse("# slug: a\n# end: x/y\ne2-e4\ne7-e5\n");
        let other = "\u{feff}  #END : x/y\r\n#Slug:a\r\n\r\n; a remark\r\n// another\r\n1. e2-e4 \r\n1... e7-e5\r\n";
        let other = Record::parse(other);
        for key in ["slug", "end"] {
            assert_eq!(plain.header(key), other.header(key), "{key}");
        }
        let texts = |record: &Record| -> Vec<String> {
            record.lines.iter().map(|line| line.text.clone()).collect()
        };
        assert_eq!(texts(&plain), texts(&other));
        // A number that is a site stays.
        assert_eq!(texts(&Record::parse("12-out\n12\n")), ["12-out", "12"]);
        // Numbers, glyphs, variations and results as in PGN.
        for text in [
            "1.e2-e4 e7-e5 2.g1-f3 b8-c6",
            "1. e2-e4! e7-e5 2. g1-f3! b8-c6 1-0",
            "1.e2-e4 e7-e5 (1...c7-c5 2.g1-f3) 2.g1-f3 {so far} b8-c6 *",
            "1.e2-e4 $1 e7-e5 $2 2.g1-f3 !? 2...b8-c6 1/2-1/2",
        ] {
            let read = Record::parse(text);
            let bare = texts(&read)
                .into_iter()
                .map(|text| text.trim_end_matches([' ', '!', '?']).to_owned());
            let bare: Vec<String> = bare.collect();
            assert_eq!(bare, ["e2-e4", "e7-e5", "g1-f3", "b8-c6"], "{text}");
        }
        // Remarks of several lines, two plies on a line, and the result behind them.
        let told = "{a remark\nof two lines}\n1. e2-e4 e7-e5\n(2. d2-d4 is\nbetter)\n2. f2-f4\nWhite resigns\n";
        assert_eq!(texts(&Record::parse(told)), ["e2-e4", "e7-e5", "f2-f4"]);
    }

    #[test]
    fn a_file_may_hold_several_games() {
        let text = "# slug: a\n# start: x\ne2-e4\n1-0\n# game: II\n# start: y\nd2-d4\n";
        let games = Record::parse_all(text);
        let told: Vec<_> = games
            .iter()
            .map(|game| (game.header("slug"), game.header("start"), game.lines.len()))
            .collect();
        assert_eq!(told, [(Some("a"), Some("x"), 1), (Some("a"), Some("y"), 1)]);
        // Branches begin where the first did.
        let branches =
            Record::parse_all("# slug: a\n# start: x\n# branch 1\ne2-e4\n# branch 2\nd2-d4\n");
        let starts: Vec<_> = branches.iter().map(|game| game.header("start")).collect();
        assert_eq!(starts, [Some("x"), Some("x")]);
    }

    #[test]
    fn a_position_behind_a_ply_belongs_to_it() {
        let record = Record::parse("a1-a2?\n# position after this ply: 2/1r\na2-a3\n");
        assert_eq!(record.lines[0].position.as_deref(), Some("2/1r"));
        assert_eq!(record.lines[1].position, None);
    }

    #[test]
    fn what_cannot_be_read_has_a_line_and_a_column() {
        let place = |text: &str, index: usize| {
            let record = Record::parse(text);
            let line = record.lines[index].clone();
            (line.number, line.column, line.text)
        };
        let text = "# slug: a\n1. e2-e4 e7-e5 garbage 2. g1-f3\n";
        assert_eq!(place(text, 1), (2, 10, "e7-e5".to_owned()));
        assert_eq!(place(text, 2), (2, 16, "garbage".to_owned()));
        let (number, column, _) = place("e2-e4 garbage here\n", 0);
        assert_eq!((number, column), (1, 7));
    }

    #[test]
    fn headers_and_plies_are_told_apart() {
        let record = Record::parse("# slug: a-b\n# note: x\n\ne2-e4\t1. P-K4\n");
        assert_eq!(record.header("slug"), Some("a-b"));
        assert_eq!(record.lines.len(), 1);
        assert_eq!(
            (record.lines[0].number, record.lines[0].text.as_str()),
            (4, "e2-e4")
        );
    }
}

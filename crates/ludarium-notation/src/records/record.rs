//! The record files: games, positions and lines printed in the sources.

use super::written;

/// A record, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The header lines.
    headers: Vec<Header>,
    /// The plies, and other lines that are not headers.
    pub lines: Vec<Line>,
}

/// A header line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    /// Its number in the file, from 1.
    number: usize,
    key: String,
    value: String,
}

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// What stands before the first tab.
    pub text: String,
    /// The other columns.
    pub columns: Vec<String>,
    /// The position printed behind it, in a header line of its own.
    pub position: Option<String>,
}

/// Headers with which another game of the same file begins, where plies stand before them.
const BEGINNINGS: [&str; 3] = ["slug", "game", "start"];

/// Headers that hold for all games of a file unless a later one says otherwise.
const FOR_ALL: [&str; 8] = [
    "slug", "game", "name", "title", "readings", "options", "with", "source",
];

impl Record {
    /// Reads a record. Keys of headers may be written in any case; lines that begin with `//` or `;`, or stand in
    /// brackets, are remarks, and the number before a ply (`12. e2-e4`) says nothing.
    #[must_use]
    pub fn parse(text: &str) -> Record {
        Record::parse_all(text).swap_remove(0)
    }

    /// The games of a file: another begins where a header names or places one after the plies of the one before.
    #[must_use]
    pub fn parse_all(text: &str) -> Vec<Record> {
        let mut records = vec![Record::default()];
        let mut bracket = None;
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let trimmed = line.trim();
            if let Some(close) = bracket.or_else(|| opens(trimmed)) {
                bracket = (!trimmed.contains(close)).then_some(close);
                continue;
            }
            if let Some(header) = trimmed.strip_prefix('#') {
                if let Some((key, value)) = header.split_once(':') {
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

    /// Another branch of play from the start of this record, where this one has been played.
    fn branch(&self) -> Option<Record> {
        let kept = self.headers.iter().filter(|header| header.key != "end");
        let headers = kept.cloned().collect();
        (!self.lines.is_empty()).then_some(Record {
            headers,
            lines: Vec::new(),
        })
    }

    /// Takes over from the game before what is said for all and not said again.
    fn inherit(&mut self, before: &Record) {
        let own: Vec<String> = self.headers.iter().map(|own| own.key.clone()).collect();
        let kept = before.headers.iter();
        let kept = kept
            .filter(|header| FOR_ALL.contains(&header.key.as_str()) && !own.contains(&header.key));
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

    fn line(&mut self, number: usize, line: &str) {
        let (line, numbered) = written::unnumbered(line);
        let mut columns = line.split('\t').map(|column| column.trim().to_owned());
        let text = columns.next().unwrap_or_default();
        let columns: Vec<String> = columns.collect();
        for text in written::plies(&text, numbered) {
            self.lines.push(Line {
                number,
                text,
                columns: columns.clone(),
                position: None,
            });
        }
    }

    /// The last line may say who won.
    fn drop_result(&mut self) {
        if self
            .lines
            .last()
            .is_some_and(|line| written::is_result(&line.text))
        {
            self.lines.pop();
        }
    }

    /// The value of the first header of this name.
    #[must_use]
    pub fn header<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// The values of all headers of this name.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |header| header.key == key);
        named.map(|header| header.value.as_str())
    }

    /// The line of the first header of this name, counted from 1.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        let named = self.headers.iter().find(|header| header.key == key);
        named.map(|header| header.number)
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

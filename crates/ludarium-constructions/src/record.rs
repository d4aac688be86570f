//! Record files of squares and tours: headers, then parts.

use crate::Grid;

/// A parsed record file: lines `# key: value`, and the lines of each `# part: name`.
///
/// ```
/// use ludarium_constructions::Record;
///
/// let record = Record::parse("# slug: lo-shu\n# part: result\n 4 9 2\n 3 5~ 7\n 8 1 6\n");
/// assert_eq!(record.header("slug"), Some("lo-shu"));
/// assert_eq!(record.grid("result").unwrap().unwrap().get((1, 1)), Some(5));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    headers: Vec<(String, String)>,
    parts: Vec<Part>,
}

/// A part of a record: its name and its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name; empty for lines before the first name.
    pub name: String,
    /// Its lines, unchanged.
    pub lines: Vec<String>,
    /// The line number of the first line in the file, from 1.
    pub first_line: usize,
}

impl Part {
    /// Parses the part as an array of numbers.
    ///
    /// # Errors
    /// If the lines are not an array; the error has the line number in the file.
    pub fn grid(&self) -> Result<Grid, crate::Error> {
        self.lines.join("\n").parse().map_err(|error| match error {
            crate::Error::Text { line, why } => crate::Error::Text {
                line: line + self.first_line - 1,
                why,
            },
            other => other,
        })
    }
}

impl Record {
    /// Parses a file. Any text is a record; one without headers has a single part without a name.
    #[must_use]
    pub fn parse(text: &str) -> Record {
        let mut record = Record::default();
        for (index, line) in text.lines().enumerate() {
            let Some(header) = line.trim_start().strip_prefix('#') else {
                if line.trim().is_empty() {
                    continue;
                }
                if record.parts.is_empty() {
                    record.parts.push(Part {
                        name: String::new(),
                        lines: Vec::new(),
                        first_line: index + 1,
                    });
                }
                if let Some(part) = record.parts.last_mut() {
                    part.lines.push(line.to_owned());
                }
                continue;
            };
            let Some((key, value)) = header.split_once(':') else {
                continue;
            };
            let (key, value) = (key.trim(), value.trim().to_owned());
            if key == "part" {
                record.parts.push(Part {
                    name: value,
                    lines: Vec::new(),
                    first_line: index + 2,
                });
            } else {
                record.headers.push((key.to_owned(), value));
            }
        }
        record
    }

    /// The first value of a header.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        let fits = self.headers.iter().find(|(own, _)| own == key);
        fits.map(|(_, value)| value.as_str())
    }

    /// All values of a header that occurs on several lines.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let fits = self.headers.iter().filter(move |(own, _)| own == key);
        fits.map(|(_, value)| value.as_str())
    }

    /// All headers, in order.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// The parts, in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part whose name begins with `name`; for the empty name, the part without one.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Part> {
        let fits = |own: &str| own == name || (!name.is_empty() && own.starts_with(name));
        self.parts.iter().find(|part| fits(&part.name))
    }

    /// The array of the part whose name begins with `name`, if there is one.
    ///
    /// # Errors
    /// If the lines of the part are not an array.
    pub fn grid(&self, name: &str) -> Option<Result<Grid, crate::Error>> {
        self.part(name).map(Part::grid)
    }
}

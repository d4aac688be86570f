//! A rectangle of characters, each with what it belongs to.

/// What a character belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Empty sites, lines.
    Faint,
    /// Coordinates.
    Label,
    /// A piece of this owner.
    Piece(usize),
    /// Something highlighted, of this owner (0: no owner).
    Marked(usize),
}

impl Ink {
    /// This ink, highlighted.
    #[must_use]
    pub fn marked(self) -> Ink {
        match self {
            Ink::Piece(owner) | Ink::Marked(owner) => Ink::Marked(owner),
            Ink::Plain | Ink::Faint | Ink::Label => Ink::Marked(0),
        }
    }
}

/// The columns and rows of a canvas that hold the labels of a board's rows and columns: a board
/// that is scrolled keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Labels {
    /// The columns at the left.
    pub left: usize,
    /// The rows at the top.
    pub above: usize,
    /// The rows at the bottom.
    pub below: usize,
}

/// A rectangle of characters. Its `Display` is the plain text, without spaces at the ends of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    labels: Labels,
    cells: Vec<(char, Ink)>,
}

impl Canvas {
    /// An empty canvas of a number of columns (at least one) and rows.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width: width.max(1),
            labels: Labels::default(),
            cells: vec![(' ', Ink::Plain); width.max(1) * height],
        }
    }

    /// Where the labels of rows and columns are.
    #[must_use]
    pub fn labels(&self) -> Labels {
        self.labels
    }

    /// Says where the labels of rows and columns are.
    pub fn set_labels(&mut self, labels: Labels) {
        self.labels = labels;
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[(char, Ink)]> {
        self.cells.chunks(self.width)
    }

    /// Writes a text from a column of a row on; what does not fit is cut off.
    pub fn write(&mut self, column: usize, row: usize, text: &str, ink: Ink) {
        for (index, c) in text.chars().enumerate() {
            if column + index < self.width {
                if let Some(cell) = self.cells.get_mut(row * self.width + column + index) {
                    *cell = (c, ink);
                }
            }
        }
    }

    /// Draws a line between two spots (column, row), where nothing is drawn yet; the spots
    /// themselves stay free. With `ascii` it uses ASCII characters only.
    pub fn line(&mut self, a: (usize, usize), b: (usize, usize), ascii: bool) {
        let (dc, dr) = (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
        let steep = dr.abs() > 0;
        let c = match (dc, dr) {
            (_, 0) => ['─', '-'],
            (0, _) => ['│', '|'],
            _ if dc.abs() > 5 * dr.abs() => ['·', '.'],
            _ if (dc > 0) == (dr > 0) => ['╲', '\\'],
            _ => ['╱', '/'],
        }[usize::from(ascii)];
        let steps = if steep { dr.abs() } else { dc.abs() };
        for step in 1..steps {
            let along = |from: usize, by: i64| {
                let exact = from as f64 + by as f64 * step as f64 / steps as f64;
                exact.round() as usize
            };
            let (column, row) = (along(a.0, dc), along(a.1, dr));
            if column < self.width {
                if let Some(cell) = self.cells.get_mut(row * self.width + column) {
                    if cell.0 == ' ' {
                        *cell = (c, Ink::Faint);
                    }
                }
            }
        }
    }
}

impl std::fmt::Display for Canvas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|(c, _)| c).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

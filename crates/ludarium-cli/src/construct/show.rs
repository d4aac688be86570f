//! Prints figures in the terminal.

use ludarium_constructions::{Cell, Grid, Stage};
use serde_json::{json, Value};

/// The width of explanatory text in characters.
const WIDTH: usize = 100;

/// An array, with marked cells in brackets.
pub fn array(grid: &Grid, marked: &[Cell]) -> String {
    if marked.is_empty() || marked.len() == grid.numbers().count() {
        return grid.to_string();
    }
    let text = |number: Option<i64>| number.map_or_else(|| ".".to_owned(), |n| n.to_string());
    let wide = grid.cells().map(|(_, n)| text(n).len()).max().unwrap_or(1);
    let mut lines = String::new();
    for ((row, column), number) in grid.cells() {
        if column == 0 && row > 0 {
            lines.push('\n');
        }
        let (left, right) = match marked.contains(&(row, column)) {
            true => ('[', ']'),
            false => (' ', ' '),
        };
        lines.push_str(&format!("{left}{:>wide$}{right}", text(number)));
    }
    lines.push('\n');
    lines
}

/// Breaks a text into lines.
pub fn set(text: &str) -> String {
    let mut lines = String::new();
    let mut long = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if long > 0 && long + 1 + letters > WIDTH {
            lines.push('\n');
            long = 0;
        } else if long > 0 {
            lines.push(' ');
            long += 1;
        }
        lines.push_str(word);
        long += letters;
    }
    lines
}

/// Stages one after the other, with their numbers.
pub fn numbered(stages: &[&Stage]) -> String {
    let numbered = (1..).zip(stages);
    let texts = numbered.map(|(number, told)| stage(number, told) + "\n");
    texts.collect()
}

/// A stage with its number, its title and its description.
fn stage(number: usize, stage: &Stage) -> String {
    format!(
        "{number}. {}\n{}\n\n{}",
        stage.title,
        set(&stage.text),
        array(&stage.grid, &stage.marked)
    )
}

/// An array as JSON: rows of numbers, null for an empty cell.
pub fn rows(grid: &Grid) -> Value {
    let row = |r: usize| {
        (0..grid.columns())
            .map(|c| json!(grid.get((r, c))))
            .collect::<Vec<Value>>()
    };
    json!((0..grid.rows()).map(row).collect::<Vec<_>>())
}

/// Stages as JSON.
pub fn stages(stages: &[&Stage]) -> Value {
    let stage = |stage: &&Stage| {
        json!({
            "title": stage.title,
            "text": stage.text,
            "rows": rows(&stage.grid),
            "marked": stage.marked.iter().map(|(r, c)| json!([r + 1, c + 1])).collect::<Vec<_>>(),
        })
    };
    json!(stages.iter().map(stage).collect::<Vec<_>>())
}

/// Dots per cell of the drawn board, in either direction.
const DOTS: usize = 8;

/// The track of a path in Braille dots, two by four to a character.
pub fn track(rows: usize, columns: usize, path: &[Cell], closed: bool) -> String {
    let (wide, high) = (columns * DOTS, rows * DOTS);
    let mut dots = vec![false; wide * high];
    let middle = |(r, c): Cell| {
        (
            (c * DOTS + DOTS / 2) as isize,
            (r * DOTS + DOTS / 2) as isize,
        )
    };
    let mut line = |from: Cell, to: Cell| {
        let ((x, y), (u, v)) = (middle(from), middle(to));
        let steps = (u - x).abs().max((v - y).abs()).max(1);
        for step in 0..=steps {
            let (across, down) = (x + (u - x) * step / steps, y + (v - y) * step / steps);
            if let (Ok(across), Ok(down)) = (usize::try_from(across), usize::try_from(down)) {
                if across < wide && down < high {
                    dots[down * wide + across] = true;
                }
            }
        }
    };
    path.windows(2).for_each(|pair| line(pair[0], pair[1]));
    if let (true, Some(first), Some(last)) = (closed, path.first(), path.last()) {
        line(*last, *first);
    }
    // The eight dots of a character, in the order of their bits.
    const PLACES: [(usize, usize); 8] = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (0, 3),
        (1, 3),
    ];
    let mut lines = String::new();
    for down in (0..high).step_by(4) {
        for across in (0..wide).step_by(2) {
            let bit = |(index, (x, y)): (usize, &(usize, usize))| {
                let set =
                    down + y < high && across + x < wide && dots[(down + y) * wide + across + x];
                u32::from(set) << index
            };
            let bits: u32 = PLACES.iter().enumerate().map(bit).sum();
            lines.push(char::from_u32(0x2800 + bits).unwrap_or(' '));
        }
        lines.push('\n');
    }
    lines
}

//! Diagrams side by side.

use textwrap::core::display_width;

use super::prose;

/// Columns between two diagrams.
const GAP: usize = 3;

/// Arranges blocks of lines in rows that fit the width, with an empty line between rows.
pub fn side_by_side(blocks: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut row: Vec<&String> = Vec::new();
    let mut taken = 0;
    for block in blocks {
        if !row.is_empty() && taken + GAP + width_of(block) > width {
            text.push_str(&set_row(&row));
            text.push('\n');
            row.clear();
            taken = 0;
        }
        taken += width_of(block) + if row.is_empty() { 0 } else { GAP };
        row.push(block);
    }
    text + &set_row(&row)
}

fn set_row(row: &[&String]) -> String {
    let lines = |block: &&String| block.lines().map(str::to_owned).collect();
    let widths: Vec<usize> = row.iter().map(|block| width_of(block)).collect();
    prose::beside(&row.iter().map(lines).collect::<Vec<_>>(), &widths, GAP)
}

fn width_of(block: &str) -> usize {
    block.lines().map(display_width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_room_stands_side_by_side() {
        let blocks = ["ab\nc\n", "d\n", "efgh\n"].map(str::to_owned);
        assert_eq!(side_by_side(&blocks, 8), "ab   d\nc\n\nefgh\n");
        assert_eq!(side_by_side(&[], 8), "");
    }
}

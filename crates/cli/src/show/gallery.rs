//! Diagrams side by side.

use textwrap::core::display_width;

/// Columns between two diagrams.
const GAP: usize = 3;

/// Blocks of lines side by side, as many in a row as there is room for, an empty line between rows.
pub fn side_by_side(blocks: &[String], width: usize) -> String {
    let wide = |block: &String| block.lines().map(display_width).max().unwrap_or(0);
    let mut text = String::new();
    let mut row: Vec<&String> = Vec::new();
    let mut taken = 0;
    for block in blocks {
        if !row.is_empty() && taken + GAP + wide(block) > width {
            text.push_str(&set_row(&row));
            text.push('\n');
            row.clear();
            taken = 0;
        }
        taken += wide(block) + if row.is_empty() { 0 } else { GAP };
        row.push(block);
    }
    text + &set_row(&row)
}

fn set_row(row: &[&String]) -> String {
    let high = row
        .iter()
        .map(|block| block.lines().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for line in 0..high {
        let mut set = String::new();
        for block in row {
            let words = block.lines().nth(line).unwrap_or("");
            let wide = block.lines().map(display_width).max().unwrap_or(0);
            set.push_str(words);
            set.extend(std::iter::repeat_n(' ', wide - display_width(words) + GAP));
        }
        text.push_str(set.trim_end());
        text.push('\n');
    }
    text
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

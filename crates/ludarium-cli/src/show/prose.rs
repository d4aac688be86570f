//! Formats Markdown for a terminal: headings underlined, paragraphs and lists filled, tables in
//! columns.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use textwrap::core::display_width;

/// The maximal width of text, even on a wider terminal: longer lines are hard to read.
const WIDEST: usize = 100;

/// The width of text in columns.
pub fn width() -> usize {
    textwrap::termwidth().clamp(40, WIDEST)
}

/// The text filled to a width; its lines end with a line break.
pub fn set(markdown: &str, width: usize) -> String {
    let mut page = Page {
        width,
        ..Page::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.text
}

/// A heading, underlined.
pub fn heading(text: &str, level: HeadingLevel) -> String {
    let line = match level {
        HeadingLevel::H1 => '═',
        HeadingLevel::H2 => '─',
        _ => return format!("{text}\n"),
    };
    let line: String = std::iter::repeat_n(line, display_width(text)).collect();
    format!("{text}\n{line}\n")
}

/// Text filled to a width: `first` begins the first line, `further` the other lines.
pub fn fill(text: &str, width: usize, first: &str, further: &str) -> String {
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(further)
        .break_words(false);
    format!("{}\n", textwrap::fill(text.trim(), options))
}

/// The output so far, and the position in the Markdown.
#[derive(Default)]
struct Page {
    width: usize,
    text: String,
    /// The words since the end of the last block.
    words: String,
    /// For each open list the number of its next item, if the list is numbered.
    lists: Vec<Option<u64>>,
    /// The marker of an item without a line so far.
    sign: Option<String>,
    /// The rows of the current table.
    rows: Vec<Vec<String>>,
    code: bool,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.begin(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => {
                for line in text.lines() {
                    self.text.push_str(&format!("    {line}\n"));
                }
            }
            Event::Text(text) | Event::Code(text) => self.words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.words.push(' '),
            _ => (),
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } | Tag::Table(_) => self.room(),
            Tag::Paragraph if self.lists.is_empty() => self.room(),
            Tag::CodeBlock(_) => {
                self.room();
                self.code = true;
            }
            Tag::List(number) => {
                self.flush();
                if self.lists.is_empty() {
                    self.room();
                }
                self.lists.push(*number);
            }
            Tag::Item => {
                let sign = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.sign = Some(sign);
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => (),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let words = std::mem::take(&mut self.words);
                self.text.push_str(&heading(&words, level));
            }
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::CodeBlock => self.code = false,
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => {
                let words = std::mem::take(&mut self.words);
                if let Some(row) = self.rows.last_mut() {
                    row.push(words);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.text.push_str(&table(&rows, self.width));
            }
            _ => (),
        }
    }

    /// Adds an empty line before a block, except before the first.
    fn room(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Writes the collected words as a paragraph.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.trim().is_empty() {
            return;
        }
        let deep = "  ".repeat(self.lists.len().saturating_sub(1));
        let within = if self.lists.is_empty() { "" } else { "  " };
        let further = format!("{deep}{within}");
        let first = match self.sign.take() {
            Some(sign) => format!("{deep}{sign}"),
            None => further.clone(),
        };
        self.text
            .push_str(&fill(&words, self.width, &first, &further));
    }
}

/// A table in columns; if it is too wide, its widest column is filled.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut widths = vec![0; columns];
    for (column, cell) in rows.iter().flat_map(|row| row.iter().enumerate()) {
        widths[column] = widths[column].max(display_width(cell));
    }
    let between = 2 * columns.saturating_sub(1);
    while widths.iter().sum::<usize>() + between > width {
        let Some(widest) = widths.iter_mut().max() else {
            break;
        };
        if *widest <= 8 {
            break;
        }
        *widest -= 1;
    }
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        text.push_str(&table_row(row, &widths));
        if index == 0 {
            let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            text.push_str(&format!("{}\n", rules.join("  ")));
        }
    }
    text
}

/// A table row, as high as its highest cell.
fn table_row(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).map(|(cell, width)| {
        let lines = textwrap::wrap(cell, textwrap::Options::new(*width).break_words(false));
        lines.into_iter().map(|line| line.into_owned()).collect()
    });
    beside(&cells.collect::<Vec<_>>(), widths, 2)
}

/// Blocks of lines side by side, with the given widths and `gap` columns between them.
pub fn beside(blocks: &[Vec<String>], widths: &[usize], gap: usize) -> String {
    let mut text = String::new();
    for line in 0..blocks.iter().map(Vec::len).max().unwrap_or(0) {
        let mut set = String::new();
        for (block, width) in blocks.iter().zip(widths) {
            let words = block.get(line).map_or("", String::as_str);
            let room = width.saturating_sub(display_width(words)) + gap;
            set.push_str(words);
            set.extend(std::iter::repeat_n(' ', room));
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
    fn paragraphs_and_items_are_filled_and_items_hang() {
        let text = set(
            "One two three\nfour.\n\n- five six seven eight\n- nine *(guess)*\n",
            16,
        );
        assert_eq!(
            text,
            "One two three\nfour.\n\n- five six seven\n  eight\n- nine (guess)\n"
        );
    }

    #[test]
    fn headings_have_a_line_below() {
        assert_eq!(
            set("## Moves\n\nHe goes.\n", 40),
            "Moves\n─────\n\nHe goes.\n"
        );
    }

    #[test]
    fn lists_are_numbered_and_stand_within_each_other() {
        let text = set("1. one\n2. two\n   - deeper\n", 40);
        assert_eq!(text, "1. one\n2. two\n  - deeper\n");
    }

    #[test]
    fn tables_stand_in_columns_and_wide_cells_are_filled() {
        let text = set(
            "| man | goes |\n|---|---|\n| Ox | one step in any direction |\n",
            24,
        );
        assert_eq!(
            text,
            "man  goes\n───  ───────────────────\nOx   one step in any\n     direction\n"
        );
    }

    #[test]
    fn code_is_left_as_it_is() {
        assert_eq!(set("```\na   b\n```\n", 40), "    a   b\n");
    }
}

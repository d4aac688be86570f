//! Breaks texts into lines.

/// Wraps a text between words at `width` columns. Continuation lines are indented by two columns
/// more than the first; a word that is longer than a line is broken.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.split('\n')
        .flat_map(|line| wrapped_line(line, width.max(8)))
        .collect()
}

fn wrapped_line(text: &str, width: usize) -> Vec<String> {
    let text = text.trim_end();
    let words = text.trim_start();
    let indent = (text.len() - words.len()).min(width / 2);
    let (first, further) = (
        " ".repeat(indent),
        " ".repeat(indent.min(width / 2 - 2) + 2),
    );
    let mut lines = Vec::new();
    let (mut line, mut is_empty) = (first, true);
    for word in words.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let gap = usize::from(!is_empty);
        if !is_empty && line.chars().count() + gap + word.len() > width {
            lines.push(
                std::mem::replace(&mut line, further.clone())
                    .trim_end()
                    .to_owned(),
            );
            is_empty = true;
        }
        if is_empty && word.is_empty() {
            // A gap of several spaces ends at the break.
            continue;
        }
        if !is_empty {
            line.push(' ');
        }
        loop {
            let room = width - line.chars().count();
            if word.len() <= room {
                break;
            }
            line.extend(word.drain(..room));
            lines.push(std::mem::replace(&mut line, further.clone()));
        }
        line.extend(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// Wraps a list whose items stand two columns apart, between its items where that is possible.
pub fn wrapped_items(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in text.split("  ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + item.chars().count() <= width => {
                line.push_str("  ");
                line.push_str(item);
            }
            Some(_) => lines.extend(wrapped(&format!("  {item}"), width)),
            None => lines.extend(wrapped(item, width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_broken_between_words() {
        let lines = wrapped("South throws 3, telateh (0 1 1 1): pass", 20);
        assert_eq!(lines, ["South throws 3,", "  telateh (0 1 1 1):", "  pass"]);
        assert_eq!(wrapped("pass", 20), ["pass"]);
    }

    #[test]
    fn a_word_longer_than_a_line_is_broken() {
        let lines = wrapped("/home/someone/game.txt: no such file", 12);
        assert_eq!(lines[..2], ["/home/someon", "  e/game.txt"]);
        assert!(
            lines.iter().all(|line| line.chars().count() <= 12),
            "{lines:?}"
        );
    }

    #[test]
    fn a_wide_gap_at_the_end_of_a_line_does_not_indent_the_next() {
        assert_eq!(wrapped("1.  e2-e4  e7-e5", 10), ["1.  e2-e4", "  e7-e5"]);
        assert_eq!(wrapped("1.  e2-e4  e7-e5", 11), ["1.  e2-e4", "  e7-e5"]);
    }

    #[test]
    fn lines_of_a_text_keep_their_indentation() {
        let lines = wrapped("Sources\n  [gollon] Chess Variations\n\nend", 20);
        assert_eq!(
            lines,
            ["Sources", "  [gollon] Chess", "    Variations", "", "end"]
        );
    }

    #[test]
    fn a_piece_of_a_legend_is_not_parted_from_its_sign() {
        let lines = wrapped_items("White: K Shah  F Firzan  P Baidaq", 24);
        assert_eq!(lines, ["White: K Shah  F Firzan", "  P Baidaq"]);
    }
}

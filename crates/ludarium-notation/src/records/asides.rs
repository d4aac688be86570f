//! What stands between the moves of a game and is none: comments, variations, numbered glyphs.

/// The text with every comment in braces, every comment from a semicolon to the end of its line,
/// every variation in parentheses and every glyph in numbers (`$1`) replaced by spaces, so that all
/// other characters keep their line and column. A parenthesis is a variation if a move number
/// begins it. Header lines stay as they are, and so does what is not closed.
pub fn blanked(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let line_begins = at == 0 || chars[at - 1] == '\n';
        if line_begins && is_header(&chars[at..]) {
            at = line_end(&chars, at) + 1;
            continue;
        }
        let after_space = at > 0 && chars[at - 1].is_whitespace() && chars[at - 1] != '\n';
        let end = match chars[at] {
            '{' => chars[at..]
                .iter()
                .position(|c| *c == '}')
                .map(|i| at + i + 1),
            '(' if begins_with_number(&chars[at + 1..]) => variation_end(&chars, at),
            ';' if after_space => Some(line_end(&chars, at)),
            '$' => glyph_end(&chars, at),
            _ => None,
        };
        let Some(end) = end else {
            at += 1;
            continue;
        };
        for c in &mut chars[at..end] {
            if *c != '\n' {
                *c = ' ';
            }
        }
        at = end;
    }
    chars.into_iter().collect()
}

/// Whether the line that begins here is a header.
fn is_header(rest: &[char]) -> bool {
    let line = rest.iter().take_while(|c| **c != '\n');
    line.copied().find(|c| !c.is_whitespace()) == Some('#')
}

/// The index of the end of the line.
fn line_end(chars: &[char], at: usize) -> usize {
    let rest = chars[at..].iter();
    at + rest.take_while(|c| **c != '\n').count()
}

/// Whether digits and a dot begin a text.
fn begins_with_number(rest: &[char]) -> bool {
    let rest = rest.iter().copied().skip_while(|c| c.is_whitespace());
    let mut rest = rest.peekable();
    let mut digits = 0;
    while rest.next_if(char::is_ascii_digit).is_some() {
        digits += 1;
    }
    digits > 0 && rest.next() == Some('.')
}

/// The index behind the parenthesis that closes a variation, with the variations and comments
/// inside.
fn variation_end(chars: &[char], at: usize) -> Option<usize> {
    let (mut depth, mut in_comment) = (0, false);
    for (index, c) in chars.iter().enumerate().skip(at) {
        match c {
            '{' => in_comment = true,
            '}' => in_comment = false,
            '(' if !in_comment => depth += 1,
            ')' if !in_comment => {
                depth -= 1;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The index behind a glyph: `$` and digits.
fn glyph_end(chars: &[char], at: usize) -> Option<usize> {
    let digits = chars[at + 1..].iter();
    let digits = digits.take_while(|c| c.is_ascii_digit()).count();
    (digits > 0).then_some(at + 1 + digits)
}

#[cfg(test)]
mod tests {
    use super::blanked;

    #[test]
    fn asides_become_spaces_and_all_else_keeps_its_place() {
        for (text, plain) in [
            ("1. e4 {best} e5", "1. e4        e5"),
            ("1. e4 $1 e5$14", "1. e4    e5   "),
            (
                "e4 (1... c5 (1... c6) 2. Nf3) e5",
                "e4                            e5",
            ),
            ("e4 (1... c5 {:-)} 2. d4) e5", "e4                       e5"),
            (
                "e4 {one\ntwo} e5 ; rest\nNf3",
                "e4     \n     e5       \nNf3",
            ),
            ("# note: {a} (1. e4)\ne4", "# note: {a} (1. e4)\ne4"),
        ] {
            assert_eq!(blanked(text), plain);
        }
    }

    #[test]
    fn what_is_not_closed_or_no_aside_stays() {
        for text in [
            "1. e4 {best e5",
            "(P) e2-e4",
            "b2-b4 (throw 2)",
            "(1. e4",
            "a;b",
            "$",
        ] {
            assert_eq!(blanked(text), text);
        }
    }
}

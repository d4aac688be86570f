//! What is printed around a move and is not part of it: numbers, remarks, marks of check, results.

use super::written_move::{Step, WrittenMove};

/// A text without remarks and with plain hyphens, and whether it is marked as undecided. A `~`
/// after a move marks a repair; two marks together (`?!`, `??`) are an annotation.
pub fn bare(text: &str) -> (String, bool) {
    let mut bare = String::with_capacity(text.len());
    let mut inside = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' => inside = true,
            '}' => inside = false,
            _ if inside => {}
            ';' if bare.ends_with(' ') => break,
            '/' if bare.ends_with(' ') && chars.peek() == Some(&'/') => break,
            '—' | '–' | '−' | '‐' | '‑' => bare.push('-'),
            '’' => bare.push('\''),
            _ => bare.push(c),
        }
    }
    let mut text = bare.trim();
    let mut undecided = false;
    loop {
        let praise = ["??", "?!", "!?", "!!"];
        if let Some(before) = praise.iter().find_map(|mark| text.strip_suffix(mark)) {
            text = before.trim_end();
        } else if let Some(before) = text.strip_suffix('?') {
            undecided = true;
            text = before.trim_end();
        } else if let Some(before) = text.strip_suffix(['~', '!']) {
            text = before.trim_end();
        } else {
            return (text.to_owned(), undecided);
        }
    }
}

/// What was printed after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintMarks {
    /// The sign of a piece.
    pub after: Option<String>,
    /// Whether there was a plus.
    pub plus: bool,
    /// Whether there was a capture mark: `e6-d5x`.
    pub captures: bool,
    /// The number of times that the move is made: `8-5(2)`.
    pub times: usize,
}

/// Words after a move that tell its effect.
const WORDS: [&str; 17] = [
    "ch",
    "check",
    "mate",
    "checkmate",
    "stalemate",
    "dis",
    "disch",
    "disc",
    "disc.ch",
    "dis.ch",
    "dbl",
    "double",
    "discovered",
    "ep",
    "e.p",
    "passing",
    "and",
];

/// The maximal number of pieces that make the same move in one turn.
const MAX_TIMES: usize = 16;

/// A move without the marks after it, and the marks.
pub fn unmarked(text: &str) -> (String, PrintMarks) {
    let mut marks = PrintMarks {
        after: None,
        plus: false,
        captures: false,
        times: 1,
    };
    let mut text = text.trim().to_owned();
    while let Some(shorter) = without_last_mark(&text, &mut marks) {
        text = shorter.trim_end().to_owned();
    }
    (text, marks)
}

/// A text without its last mark, if it has one.
fn without_last_mark(text: &str, marks: &mut PrintMarks) -> Option<String> {
    let named = |text: &str| text.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    for mark in ["++", "#", "†", "‡", "!", ".", "+"] {
        if let Some(before) = text
            .strip_suffix(mark)
            .filter(|text| named(text.trim_end()))
        {
            marks.plus |= mark == "+";
            return Some(before.to_owned());
        }
    }
    if text.ends_with(')') && !text.contains("(not taken:") {
        let (before, inside) = text[..text.len() - 1].rsplit_once('(')?;
        let inside = inside.trim();
        if let Some(letter) = inside.strip_prefix('=') {
            return Some(format!("{before}={letter}"));
        }
        if is_word(inside) {
            return Some(before.to_owned());
        }
        if let Some(times) = inside
            .parse()
            .ok()
            .filter(|times| (1..=MAX_TIMES).contains(times))
        {
            marks.times = times;
            return Some(before.to_owned());
        }
        let sign = inside.len() <= 2 && inside.chars().all(char::is_alphabetic);
        let moved = before.contains(|c: char| c.is_ascii_digit()) || takes_by_signs(before);
        if sign && moved && marks.after.is_none() {
            marks.after = Some(inside.to_owned());
            return Some(before.to_owned());
        }
        return None;
    }
    let digit_before = |text: &str| text.trim_end().ends_with(|c: char| c.is_ascii_digit());
    if let Some(before) = text
        .strip_suffix(['x', 'X'])
        .filter(|text| digit_before(text))
    {
        marks.captures = true;
        return Some(before.to_owned());
    }
    // `R-K8ch`, `KtxPch`.
    let sign_before = |text: &str| {
        text.contains('x') && (text.ends_with(char::is_uppercase) || text.ends_with("Kt"))
    };
    if let Some(before) =
        (text.strip_suffix("ch")).filter(|text| digit_before(text) || sign_before(text))
    {
        return Some(before.to_owned());
    }
    let (before, word) = text.rsplit_once(char::is_whitespace)?;
    is_word(word).then(|| before.to_owned())
}

fn is_word(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    word == "en" || WORDS.contains(&word.as_str())
}

/// A line without its move number (`12. e2-e4`, `12... e7-e5`, `3. [6] c1-d2`, `1) 51-53`), and
/// whether it had one.
pub fn unnumbered(line: &str) -> (&str, bool) {
    let text = line.trim_start();
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let Some(rest) = digits
        .strip_prefix(['.', ')'])
        .filter(|_| digits.len() < text.len())
    else {
        return (line, false);
    };
    let written = rest.trim_start_matches(|c: char| matches!(c, '.' | '…') || c.is_whitespace());
    let apart = rest.len() > written.len();
    let begins = written.starts_with(|c: char| c.is_alphabetic() || c == '[' || c == '(')
        || written.starts_with("0-0");
    match begins || (apart && !written.is_empty()) {
        true => (written, true),
        false => (line, false),
    }
}

/// Whether a line is a result: `1-0`, `White resigns`, `drawn by agreement`.
pub fn is_result(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let signs = ["1-0", "0-1", "1/2-1/2", "½-½", "½", "1:0", "0:1", "*"];
    let alone = [
        "draw",
        "drawn",
        "mate",
        "checkmate",
        "stalemate",
        "drawn game",
        "draw agreed",
    ];
    let ends = [
        "resigns",
        "resigned",
        "wins",
        "won",
        "agreement",
        "mates",
        "mated",
    ];
    let words: Vec<&str> = text.split_whitespace().collect();
    let sentence = words.len() <= 5 && words.last().is_some_and(|last| ends.contains(last));
    let plain = text.chars().all(|c| c.is_alphabetic() || c == ' ');
    signs.contains(&text.as_str()) || alone.contains(&text.as_str()) || (sentence && plain)
}

/// A part of a line, and the byte at which it begins, or at which what cannot be read of it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub at: usize,
    pub text: String,
}

/// The moves of a line: several (`1. e2-e4 e7-e5`) only if it cannot be read as one. A line with
/// several numbers is split even where a part of it is no move.
pub fn moves(text: &str, numbered: bool) -> Vec<Part> {
    let whole = |at: usize| {
        let text = text.to_owned();
        vec![Part { at, text }]
    };
    if WrittenMove::parse(text).is_ok() {
        return whole(0);
    }
    let (parts, numbers) = apart(text);
    let marked = |part: &str| part.contains(['-', 'x', '@', ':', '=', '/']) || part.contains(' ');
    let sound = |part: &Part| {
        let text = part.text.as_str();
        (numbered || marked(text)) && !is_prose(text) && WrittenMove::parse(text).is_ok()
    };
    let ends = parts.last().is_some_and(|last| is_result(&last.text));
    let plies = &parts[..parts.len() - usize::from(ends)];
    let unsound = plies.iter().position(|part| !sound(part));
    match (parts.len() > 1, unsound) {
        (true, None) => parts,
        (true, Some(index)) if numbered && numbers > 0 && index > 0 => parts,
        (_, Some(index)) => whole(plies[index].at),
        (false, None) => whole(0),
    }
}

/// Whether a text is a capture without a square: `PxP`.
pub fn takes_by_signs(text: &str) -> bool {
    let capital = |word: &str| word.trim().starts_with(char::is_uppercase);
    text.split_once('x')
        .is_some_and(|(who, whom)| capital(who) && capital(whom))
}

/// Whether a text has only words after its throw, and they are not a move of known notation: `Keep
/// the tab` is the text of one listed move.
fn is_prose(text: &str) -> bool {
    let words = text.rsplit(']').next().unwrap_or(text).trim();
    let plain = words.chars().all(|c| c.is_alphabetic() || c == ' ');
    plain && words.len() > 1 && !is_named(words) && !takes_by_signs(words)
}

/// Whether a text is a move that names no square: a pass, castling.
fn is_named(text: &str) -> bool {
    let plies = WrittenMove::parse(text).unwrap_or_default();
    let named = |step: &Step| matches!(step, Step::Pass | Step::Side(_));
    plies.iter().any(|written| written.steps.iter().any(named))
}

/// Splits a line where one move may end and another begin. Returns the number of move numbers, too.
fn apart(text: &str) -> (Vec<Part>, usize) {
    let joins = |c: char| matches!(c, '-' | 'x' | 'X' | ':' | '@' | '=' | ',' | '—' | '–');
    let mut parts: Vec<Part> = Vec::new();
    let mut numbers = 0;
    let mut open = Part {
        at: 0,
        text: String::new(),
    };
    let mut in_throw = false;
    for whole in text.split_whitespace() {
        let mut at = whole.as_ptr() as usize - text.as_ptr() as usize;
        let mut word = whole;
        let number = number_before(word).filter(|_| !in_throw);
        if let Some(length) = number {
            numbers += 1;
            if !open.text.is_empty() {
                parts.push(std::mem::replace(
                    &mut open,
                    Part {
                        at,
                        text: String::new(),
                    },
                ));
            }
            (at, word) = (at + length, &word[length..]);
            if word.is_empty() {
                continue;
            }
        }
        let so_far = open.text.as_str();
        let ended = !so_far.is_empty() && !so_far.ends_with(joins) && !so_far.ends_with(']');
        let takes = takes_by_signs(so_far);
        let digit = so_far.contains(|c: char| c.is_ascii_digit());
        let whole = ended && (digit || takes || is_named(so_far));
        // `Castles QR` names the rook.
        let rook = ["K", "Q", "KR", "QR"].contains(&word.trim_end_matches('.'));
        let goes_on = word.starts_with(joins)
            || word.starts_with(['!', '?', '(', '+', '#'])
            || is_word(word)
            || (rook && so_far.to_lowercase().starts_with("castle"));
        if whole && !goes_on && !in_throw {
            let text = std::mem::take(&mut open.text);
            parts.push(Part { at: open.at, text });
        }
        match open.text.is_empty() {
            true => open.at = at,
            false => open.text.push(' '),
        }
        open.text.push_str(word);
        in_throw = match (word.contains('['), word.ends_with(']')) {
            (_, true) => false,
            (true, _) => true,
            (false, false) => in_throw,
        };
    }
    parts.extend((!open.text.is_empty()).then_some(open));
    (parts, numbers)
}

/// The length of the move number that a word is, or that stands before a move without a space:
/// `2.`, `2)`, `2...`, `2.Nf3`, `2...O-O`.
fn number_before(word: &str) -> Option<usize> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    let after = match after.len() < rest.len() {
        true => after,
        false => rest.strip_prefix(')')?,
    };
    let begins = after.starts_with(char::is_alphabetic) || after.starts_with("0-0");
    let dotted = rest.starts_with(['.', '…']);
    let fits = rest.len() < word.len() && (after.is_empty() || (begins && dotted));
    fits.then(|| word.len() - after.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_and_marks_are_not_part_of_a_move() {
        for (text, written) in [
            ("e2-e4 {best}", "e2-e4"),
            ("e2—e4~", "e2-e4"),
            ("e2-e4!?", "e2-e4"),
            ("e2-e4 ; a remark", "e2-e4"),
        ] {
            assert_eq!(bare(text), (written.to_owned(), false), "{text}");
        }
        assert_eq!(bare("e7-e6?~"), ("e7-e6".to_owned(), true));
        for text in [
            "e4-e5+",
            "e4-e5 ch.",
            "e4-e5 dis. ch",
            "e4-e5 mate",
            "e4-e5#",
            "e4-e5 (e.p.)",
            "e4-e5ch",
        ] {
            assert_eq!(unmarked(text).0, "e4-e5", "{text}");
        }
        let taken = unmarked("A4-B5x(P) ch");
        assert_eq!(
            (taken.0.as_str(), taken.1.after.as_deref(), taken.1.captures),
            ("A4-B5", Some("P"), true)
        );
        assert_eq!(unmarked("8-5(2)").1.times, 2);
        assert_eq!(unmarked("e7-e8(=Q)").0, "e7-e8=Q");
    }

    #[test]
    fn a_move_number_differs_from_a_square() {
        for (line, written) in [
            ("12. e2-e4", "e2-e4"),
            ("12... e7-e5", "e7-e5"),
            ("3. [6] c1-d2", "[6] c1-d2"),
            ("1) 51-53", "51-53"),
            ("1. ... e7-e5", "e7-e5"),
        ] {
            assert_eq!(unnumbered(line), (written, true), "{line}");
        }
        for line in ["12-out", "12", "2 65", "51-53"] {
            assert_eq!(unnumbered(line), (line, false), "{line}");
        }
    }

    #[test]
    fn a_line_may_have_several_moves() {
        for (line, parts) in [
            ("e2-e4 e7-e5", &["e2-e4", "e7-e5"][..]),
            ("d4 x e5 Kt 65 ch", &["d4 x e5", "Kt 65 ch"]),
            ("52 P 34", &["52", "P 34"]),
            ("[4 1] a1-a5 [2] b1-b3", &["[4 1] a1-a5", "[2] b1-b3"]),
            ("b4-b3 xc3 -a3 xa4", &["b4-b3 xc3 -a3 xa4"]),
            ("O-O e7-e5 2. d2-d4", &["O-O", "e7-e5", "d2-d4"]),
            ("P-K4 P-K4", &["P-K4", "P-K4"]),
            ("BxKt QP x B ch", &["BxKt", "QP x B ch"]),
            ("Castles KBP - B4", &["Castles", "KBP - B4"]),
            (
                "e4 e5 2.Nf3 2...Nc6 3. O-O",
                &["e4", "e5", "Nf3", "Nc6", "O-O"],
            ),
            ("e4! e5 2. Nf3 ? Nc6", &["e4!", "e5", "Nf3 ?", "Nc6"]),
            ("e4 e5 what 2. Nf3", &["e4", "e5", "what", "Nf3"]),
        ] {
            let read = moves(line, true).into_iter();
            let read: Vec<String> = read.map(|part| part.text).collect();
            assert_eq!(read, parts, "{line}");
        }
        // Numbers in rows are a table.
        assert_eq!(moves("1 15 14 4", false).len(), 1);
    }

    #[test]
    fn results_differ_from_moves() {
        for text in [
            "1-0",
            "White resigns.",
            "Drawn by agreement",
            "½-½",
            "Red wins",
        ] {
            assert!(is_result(text), "{text}");
        }
        for text in ["e2-e4", "pass", "1-2", "P 34", "A"] {
            assert!(!is_result(text), "{text}");
        }
    }
}

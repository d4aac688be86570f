//! Matching what a person typed against the texts of the legal moves.

use std::fmt;

use ludarium_games::nearest;

use super::numeric_squares::move_in_letters;

/// Why a text names no single legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveTextError {
    /// The text is empty.
    Empty,
    /// The text is a number, and the list has no move of that number.
    NoSuchNumber {
        /// The length of the list.
        moves: usize,
    },
    /// The text fits several moves.
    Ambiguous {
        /// The text.
        entered: String,
        /// The moves that it fits.
        candidates: Vec<String>,
    },
    /// The text fits no legal move.
    NotLegal {
        /// The text.
        entered: String,
        /// The legal moves that start on the same site.
        similar: Vec<String>,
        /// All legal moves.
        legal: Vec<String>,
    },
}

/// The length up to which an error message lists all legal moves.
const LISTED_LEGAL_MOVES: usize = 6;

/// The number of candidates that an error message names.
const LISTED_CANDIDATES: usize = 8;

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::Empty => f.write_str("enter a move"),
            MoveTextError::NoSuchNumber { moves: 1 } => f.write_str("there is one move"),
            MoveTextError::NoSuchNumber { moves } => write!(f, "there are {moves} moves"),
            MoveTextError::Ambiguous {
                entered,
                candidates,
            } => write!(f, "{entered:?} may be {}", some(candidates)),
            MoveTextError::NotLegal {
                entered,
                similar,
                legal,
            } => {
                write!(f, "no legal move reads {entered:?}")?;
                match (similar.is_empty(), legal.as_slice()) {
                    (false, _) => write!(f, "; from there go {}", some(similar)),
                    (true, []) => f.write_str("; there is no legal move"),
                    (true, [only]) => write!(f, "; the only move is {only}"),
                    (true, legal) if legal.len() <= LISTED_LEGAL_MOVES => {
                        write!(f, "; there are {}", legal.join(", "))
                    }
                    (true, legal) => {
                        let all = legal.iter().map(String::as_str);
                        let near = nearest(entered, all, LISTED_LEGAL_MOVES);
                        match near.is_empty() {
                            false => write!(f, "; the nearest are {}", near.join(", ")),
                            true => {
                                let some = &legal[..LISTED_LEGAL_MOVES];
                                write!(
                                    f,
                                    "; there are {}, such as {}",
                                    legal.len(),
                                    some.join(", ")
                                )
                            }
                        }
                    }
                }
            }
        }
    }
}

impl std::error::Error for MoveTextError {}

/// The first moves of a list, and a mark where there are more.
fn some(texts: &[String]) -> String {
    let shown = &texts[..texts.len().min(LISTED_CANDIDATES)];
    let more = if texts.len() > shown.len() {
        ", …"
    } else {
        ""
    };
    format!("{}{more}", shown.join(", "))
}

/// Finds the move that a person means, as an index into `texts`, the texts of the legal moves.
///
/// The text may be a number in the list (from 1), a move's text with or without hyphens, capture
/// marks and capitals, the beginning of one move's text, or the site that only one move leads to.
/// `alternatives` holds a second text for each move, in the same order (see
/// [`Notation::by_other_names`](super::Notation::by_other_names)); it may be empty.
///
/// ```
/// use ludarium_notation::moves::find;
///
/// let texts = ["e2-e4", "g1xf3", "pass"].map(String::from);
/// assert_eq!(find("E2E4", &texts, &[]), Ok(0));
/// assert_eq!(find("g1", &texts, &[]), Ok(1));
/// assert!(find("e2-e5", &texts, &[]).is_err());
/// ```
///
/// # Errors
/// If the text fits no move, or several.
pub fn find(
    entered: &str,
    texts: &[String],
    alternatives: &[String],
) -> Result<usize, MoveTextError> {
    let entered = entered.trim();
    if let Ok(number) = entered.parse::<usize>() {
        // A site may have a number for a name; the moves' own texts take precedence.
        if !texts.iter().any(|text| plain(text) == entered) {
            let index = number.checked_sub(1).filter(|index| *index < texts.len());
            return index.ok_or(MoveTextError::NoSuchNumber { moves: texts.len() });
        }
    }
    if let Some(index) = texts.iter().position(|text| text == entered) {
        return Ok(index);
    }
    let wanted = plain(entered);
    if wanted.is_empty() {
        return Err(MoveTextError::Empty);
    }
    match among(&wanted, texts) {
        Fit::One(index) => return Ok(index),
        Fit::Several(indices) => return Err(ambiguous(entered, &indices, texts)),
        Fit::None => {}
    }
    if let Fit::One(index) = among(&wanted, alternatives) {
        return Ok(index);
    }
    if let Some(lettered) = move_in_letters(entered) {
        match among(&plain(&lettered), texts) {
            Fit::One(index) => return Ok(index),
            Fit::Several(indices) => return Err(ambiguous(entered, &indices, texts)),
            Fit::None => return Err(not_legal(entered, &plain(&lettered), texts)),
        }
    }
    // Saved games of earlier versions number moves that are one move now.
    let unnumbered = wanted
        .split_once('#')
        .map(|(before, _)| among(before, texts));
    if let Some(Fit::One(index)) = unnumbered {
        return Ok(index);
    }
    ending(&wanted, texts).ok_or_else(|| not_legal(entered, &wanted, texts))
}

fn ambiguous(entered: &str, indices: &[usize], texts: &[String]) -> MoveTextError {
    MoveTextError::Ambiguous {
        entered: entered.to_owned(),
        candidates: indices.iter().map(|index| texts[*index].clone()).collect(),
    }
}

/// Whether a move's text begins with what was typed so far, whatever the case, hyphens and capture
/// marks.
#[must_use]
pub fn begins_with(text: &str, typed: &str) -> bool {
    plain(text).starts_with(&plain(typed.trim()))
}

/// The moves that fit a text, as indices.
enum Fit {
    None,
    One(usize),
    Several(Vec<usize>),
}

fn among(wanted: &str, texts: &[String]) -> Fit {
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..texts.len())
            .filter(|index| fits(&plain(&texts[*index])))
            .collect()
    };
    let mut fitting = those(&|text| text == wanted);
    if fitting.is_empty() {
        fitting = those(&|text| goes_on_from(text, wanted));
    }
    // Moves that do the same have the same text.
    fitting.dedup_by(|index, before| texts[*index] == texts[*before]);
    match fitting.as_slice() {
        [] => Fit::None,
        [only] => Fit::One(*only),
        _ => Fit::Several(fitting),
    }
}

/// Whether a text begins with another that does not end within a number: `a1` begins no `a10`.
fn goes_on_from(text: &str, begun: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let rest = text.strip_prefix(begun);
    rest.is_some_and(|rest| !(begun.ends_with(digit) && rest.starts_with(digit)))
}

fn not_legal(entered: &str, wanted: &str, texts: &[String]) -> MoveTextError {
    let is_similar = |text: &&String| {
        let text = plain(text);
        let same = text.chars().zip(wanted.chars()).take_while(|(a, b)| a == b);
        let same: String = same.map(|(own, _)| own).collect();
        // The common part must name a site: a letter and a number.
        let site = same.trim_end_matches(|c: char| !c.is_ascii_digit());
        site.contains(char::is_alphabetic)
    };
    MoveTextError::NotLegal {
        entered: entered.to_owned(),
        similar: texts.iter().filter(is_similar).cloned().collect(),
        legal: texts.to_vec(),
    }
}

/// The only move that leads to a site, where the site alone was entered: `c3` for `b1-c3` or
/// `N@c3`.
fn ending(wanted: &str, texts: &[String]) -> Option<usize> {
    let to = |text: &&String| {
        let target = text.rsplit(['-', '@', '×']).next().unwrap_or_default();
        let target = target.strip_prefix('x').unwrap_or(target);
        target.len() < text.len() && plain(target) == wanted
    };
    let mut fitting = texts.iter().filter(to);
    let only = fitting.next().filter(|_| fitting.next().is_none())?;
    texts.iter().position(|text| text == only)
}

/// A text without case, hyphens and capture marks: `e2e4`, `e2-e4` and `E2xE4` are equal.
fn plain(text: &str) -> String {
    let text = text.strip_prefix("propose:").unwrap_or(text);
    let kept = text.chars().filter(|c| !matches!(c, '-' | ' ' | '×'));
    let lower: String = kept.flat_map(char::to_lowercase).collect();
    // An x between two sites is a capture; one at the front stays, because `xe4` is a move too.
    let mut out = String::with_capacity(lower.len());
    for (index, c) in lower.char_indices() {
        let between = index > 0
            && lower[..index].ends_with(|c: char| c.is_ascii_digit() || c == '@')
            && lower[index + c.len_utf8()..].starts_with(|c: char| c.is_ascii_alphabetic());
        if c != 'x' || !between {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_number_that_goes_on_is_another_site() {
        let texts = list(&["d12-a10", "d12-a11", "B:10", "c4-c5"]);
        for entered in ["d12-a1", "B:1", "d1"] {
            let found = find(entered, &texts, &[]);
            assert!(
                matches!(found, Err(MoveTextError::NotLegal { .. })),
                "{entered}: {found:?}"
            );
        }
        let several = find("d12", &texts, &[]);
        assert!(matches!(several, Err(MoveTextError::Ambiguous { .. })));
        assert_eq!(find("c4", &texts, &[]), Ok(3));
    }

    fn texts() -> Vec<String> {
        list(&["e2-e4", "e2-e3", "g1xf3", "a7-a8=Q", "a7-a8=R", "pass"])
    }

    fn found(entered: &str) -> Result<usize, String> {
        find(entered, &texts(), &[]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_move_is_found_with_or_without_its_hyphen() {
        for entered in ["e2-e4", "e2e4", " E2 E4", "e2xe4", "1"] {
            assert_eq!(found(entered), Ok(0), "{entered}");
        }
        assert_eq!(found("g1-f3"), Ok(2));
    }

    #[test]
    fn the_beginning_of_one_move_is_enough() {
        assert_eq!(found("g1"), Ok(2));
        assert_eq!(found("p"), Ok(5));
        assert_eq!(
            found("a7a8").unwrap_err(),
            "\"a7a8\" may be a7-a8=Q, a7-a8=R"
        );
    }

    #[test]
    fn letters_of_any_alphabet_are_no_move_and_no_fault() {
        for entered in ["e2é4", "e2\u{fffd}e4", "2馬", "а2-а4", "e2x\u{301}e4"] {
            assert!(found(entered).is_err(), "{entered}");
        }
    }

    #[test]
    fn a_number_beyond_the_list_is_an_error() {
        assert_eq!(found("7").unwrap_err(), "there are 6 moves");
    }

    #[test]
    fn an_illegal_move_is_answered_with_the_legal_moves_that_start_the_same_way() {
        assert_eq!(
            found("e2-e5").unwrap_err(),
            "no legal move reads \"e2-e5\"; from there go e2-e4, e2-e3"
        );
        assert_eq!(
            find("castle", &list(&["pass", "c1-c2"]), &[])
                .unwrap_err()
                .to_string(),
            "no legal move reads \"castle\"; there are pass, c1-c2"
        );
    }

    #[test]
    fn of_many_legal_moves_the_nearest_are_named() {
        let texts = list(&["a1-a2", "b1-b2", "c1-c2", "d3xe5", "f2-e5", "g7-g8", "pass"]);
        let told = |entered: &str| find(entered, &texts, &[]).unwrap_err().to_string();
        // To the same site.
        assert_eq!(
            told("h4-e5"),
            "no legal move reads \"h4-e5\"; the nearest are f2-e5"
        );
        assert_eq!(
            told("pasc"),
            "no legal move reads \"pasc\"; the nearest are pass"
        );
        assert_eq!(
            told("mate!"),
            "no legal move reads \"mate!\"; there are 7, such as a1-a2, b1-b2, c1-c2, d3xe5, f2-e5, g7-g8"
        );
    }

    #[test]
    fn falkeners_numbers_are_read_where_the_squares_have_letters() {
        assert_eq!(found("51-53"), Ok(0), "e2-e4");
        assert_eq!(found("70-62"), Ok(2), "g1xf3");
        assert_eq!(
            found("16-17").unwrap_err(),
            "\"16-17\" may be a7-a8=Q, a7-a8=R"
        );
        assert_eq!(
            found("51-54").unwrap_err(),
            "no legal move reads \"51-54\"; from there go e2-e4, e2-e3"
        );
        // Where the sites have numbers themselves these are meant.
        let numbered = list(&["51-53", "e2-e4"]);
        assert_eq!(find("51-53", &numbered, &[]), Ok(0));
    }

    #[test]
    fn an_entry_from_the_hand_is_found_by_its_letter_its_site_in_the_hand_or_its_target() {
        let texts = list(&["P@e5", "L@xe5", "P@e6"]);
        let named = list(&["hand:1-e5", "hand:2-e5", "hand:1-e6"]);
        for (entered, index) in [
            ("p@e5", 0),
            ("hand:2-e5", 1),
            ("l@e5", 1),
            ("hand:1-e6", 2),
            ("e6", 2),
        ] {
            assert_eq!(find(entered, &texts, &named), Ok(index), "{entered}");
        }
    }

    #[test]
    fn pits_that_differ_in_case_alone_are_told_apart() {
        let texts = list(&["A", "a", "F"]);
        assert_eq!(find("A", &texts, &[]), Ok(0));
        assert_eq!(find("a", &texts, &[]), Ok(1));
        assert_eq!(find("f", &texts, &[]), Ok(2));
    }
}

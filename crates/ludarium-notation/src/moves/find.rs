//! The move that somebody means who typed something.

use super::numbers::move_in_letters;

/// The move that somebody means: its number in the list (from 1), its text, or the one move whose
/// text begins so. `named` has by move another way to write it: entries from the hand by their site there.
///
/// # Errors
/// Says what is unclear, and what could have been meant.
pub fn find(entered: &str, texts: &[String], named: &[String]) -> Result<usize, String> {
    let entered = entered.trim();
    if let Ok(number) = entered.parse::<usize>() {
        // A site may be called by a number too; the list's own texts go before its numbering.
        if !texts.iter().any(|text| plain(text) == entered) {
            return match number.checked_sub(1).filter(|index| *index < texts.len()) {
                Some(index) => Ok(index),
                None if texts.len() == 1 => Err("there is one move".to_owned()),
                None => Err(format!("there are {} moves", texts.len())),
            };
        }
    }
    if let Some(index) = texts.iter().position(|text| text == entered) {
        return Ok(index);
    }
    let wanted = plain(entered);
    if wanted.is_empty() {
        return Err("enter a move".to_owned());
    }
    match among(&wanted, texts) {
        Fitting::One(index) => return Ok(index),
        Fitting::Many(many) => return Err(several(entered, &many, texts)),
        Fitting::None => {}
    }
    if let Fitting::One(index) = among(&wanted, named) {
        return Ok(index);
    }
    if let Some(lettered) = move_in_letters(entered) {
        match among(&plain(&lettered), texts) {
            Fitting::One(index) => return Ok(index),
            Fitting::Many(many) => return Err(several(entered, &many, texts)),
            Fitting::None => return Err(unknown(entered, &plain(&lettered), texts)),
        }
    }
    // Lists of earlier versions told apart by a number what is one move now.
    let unnumbered = wanted
        .split_once('#')
        .map(|(before, _)| among(before, texts));
    if let Some(Fitting::One(index)) = unnumbered {
        return Ok(index);
    }
    ending(&wanted, texts).ok_or_else(|| unknown(entered, &wanted, texts))
}

/// What was typed may be any of these.
fn several(entered: &str, many: &[usize], texts: &[String]) -> String {
    let shown: Vec<&str> = many.iter().take(8).map(|i| texts[*i].as_str()).collect();
    let more = if many.len() > 8 { ", …" } else { "" };
    format!("{entered:?} may be {}{more}", shown.join(", "))
}

/// Whether a move begins with what was typed so far.
pub fn begins(text: &str, typed: &str) -> bool {
    plain(text).starts_with(&plain(typed.trim()))
}

/// Which moves fit what was typed.
enum Fitting {
    None,
    One(usize),
    Many(Vec<usize>),
}

fn among(wanted: &str, texts: &[String]) -> Fitting {
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..texts.len())
            .filter(|index| fits(&plain(&texts[*index])))
            .collect()
    };
    let mut fitting = those(&|text| text == wanted);
    if fitting.is_empty() {
        fitting = those(&|text| text.starts_with(wanted));
    }
    match fitting.as_slice() {
        [] => Fitting::None,
        [only] => Fitting::One(*only),
        _ => Fitting::Many(fitting),
    }
}

/// Why nothing fits: the moves that begin like it, where some do.
fn unknown(entered: &str, wanted: &str, texts: &[String]) -> String {
    let none = format!("no legal move reads {entered:?}");
    let alike = |text: &&String| {
        let text = plain(text);
        let same = text.chars().zip(wanted.chars()).take_while(|(a, b)| a == b);
        let same: String = same.map(|(own, _)| own).collect();
        // As much as names a site: a letter and a number.
        let site = same.trim_end_matches(|c: char| !c.is_ascii_digit());
        site.contains(char::is_alphabetic)
    };
    let begin: Vec<&str> = texts.iter().filter(alike).map(String::as_str).collect();
    match begin.len() {
        0 if texts.len() == 1 => format!("{none}; the only move is {}", texts[0]),
        0 if texts.len() <= 6 => format!("{none}; there are {}", texts.join(", ")),
        0 => format!("{none}; `moves` lists them"),
        many => {
            let more = if many > 8 { ", …" } else { "" };
            format!(
                "{none}; from there go {}{more}",
                begin[..many.min(8)].join(", ")
            )
        }
    }
}

/// The only move that leads to a site, where that is all that was entered: `c3` for `b1-c3` or `N@c3`.
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

/// A text without case, hyphens and marks of capture: `e2e4`, `e2-e4` and `E2xE4` are one.
fn plain(text: &str) -> String {
    let text = text.strip_prefix("propose:").unwrap_or(text);
    let kept = text.chars().filter(|c| !matches!(c, '-' | ' ' | '×'));
    let lower: String = kept.flat_map(char::to_lowercase).collect();
    // An x between two sites is a capture; one at the front is kept, since `xe4` is a move too.
    let mut out = String::with_capacity(lower.len());
    for (index, c) in lower.char_indices() {
        let between = index > 0
            && lower[..index].ends_with(|c: char| c.is_ascii_digit() || c == '@')
            && lower[index + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
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

    fn texts() -> Vec<String> {
        list(&["e2-e4", "e2-e3", "g1xf3", "a7-a8=Q", "a7-a8=R", "pass"])
    }

    fn found(entered: &str) -> Result<usize, String> {
        find(entered, &texts(), &[])
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
    fn a_number_beyond_the_list_is_an_error() {
        assert_eq!(found("7").unwrap_err(), "there are 6 moves");
    }

    #[test]
    fn a_move_that_cannot_be_is_answered_with_those_that_begin_alike() {
        assert_eq!(
            found("e2-e5").unwrap_err(),
            "no legal move reads \"e2-e5\"; from there go e2-e4, e2-e3"
        );
        assert_eq!(
            find("castle", &list(&["pass", "c1-c2"]), &[]).unwrap_err(),
            "no legal move reads \"castle\"; there are pass, c1-c2"
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

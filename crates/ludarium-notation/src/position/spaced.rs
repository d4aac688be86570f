//! Positions with spaces in their ranks: between the sites, or around the slashes.

use std::borrow::Cow;

use super::written::parse_rank;

/// A position's text without spaces in its ranks: `r h e / . p 1` becomes `rhe/.p.`, and
/// `gK gR .. / gP 2` becomes `gK,gR,1/gP,2`. Other texts are returned unchanged.
pub(super) fn joined(text: &str) -> Cow<'_, str> {
    let first = text.split_whitespace().next().unwrap_or(text);
    match first.trim_end_matches('/').contains('/') {
        true => Cow::Borrowed(text),
        false => without_spaces(text).map_or(Cow::Borrowed(text), Cow::Owned),
    }
}

fn without_spaces(text: &str) -> Option<String> {
    let ranks: Vec<Vec<&str>> = text
        .split('/')
        .map(|rank| rank.split_whitespace().collect())
        .collect();
    let (last, others) = ranks
        .split_last()
        .filter(|(_, others)| !others.is_empty())?;
    let cells = ranks.iter().filter(|rank| rank.len() > 1).flatten();
    let wide = cells.clone().any(|cell| is_wide(cell)) && others.iter().any(|rank| rank.len() > 1);
    let mut joined = Vec::new();
    for rank in others {
        joined.push(rank_of(rank, wide));
    }
    // The last rank is followed by the mover and further fields.
    let sites = parse_rank(joined.first()?).ok()?.len();
    let whole = |length: &usize| {
        let rank = parse_rank(&rank_of(&last[..*length], wide));
        rank.is_ok_and(|rank| rank.len() == sites)
    };
    let length = (1..=last.len()).find(whole)?;
    joined.push(rank_of(&last[..length], wide));
    let behind = last[length..].iter().copied();
    let words: Vec<&str> = std::iter::once("").chain(behind).collect();
    Some(joined.join("/") + &words.join(" "))
}

/// Whether a site is written with several letters: an owner's and a piece's.
fn is_wide(cell: &str) -> bool {
    cell.chars().filter(|c| c.is_alphabetic()).count() > 1 && !cell.starts_with('[')
}

fn rank_of(cells: &[&str], wide: bool) -> String {
    let free = |cell: &str| cell.chars().all(|c| matches!(c, '.' | '-'));
    match cells {
        [one] => (*one).to_owned(),
        cells if wide => {
            let site = |cell: &&str| if free(cell) { "1" } else { cell }.to_owned();
            cells.iter().map(site).collect::<Vec<_>>().join(",")
        }
        cells => {
            let site = |cell: &&str| match cell.parse::<u8>() {
                Ok(gap) => ".".repeat(gap.into()),
                Err(_) => cell.replace('-', "."),
            };
            cells.iter().map(site).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn spaces_between_sites_and_ranks_mean_nothing() {
        for (spaced, plain) in [
            ("r h e k / . p - 1 / 4 / R 2 K b", "rhek/.p../4/R..K b"),
            ("rhek / 4 / RHEK w - -", "rhek/4/RHEK w - -"),
            ("r . k/ 3/ R 1 K", "r.k/3/R.K"),
            ("gK gR .. / 3 / wK 2 b", "gK,gR,1/3/wK,2 b"),
            ("+R . [DE] / 3", "+R.[DE]/3"),
        ] {
            assert_eq!(joined(spaced), plain, "{spaced}");
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "rhek/4/RHEK w",
            "rhek/4/RHEK w (a/b c)",
            "empty board, men in hand; after placing: rr/ww",
            "initial",
            "",
            "/",
        ] {
            assert_eq!(joined(text), text);
        }
    }
}

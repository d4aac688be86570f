//! Finds methods by their names.

use crate::Error;

/// The index of the method called `name`: the same name, with or without `falkener-`; or the only
/// name that contains all its words; or the only one that ends with them.
pub(crate) fn find(name: &str, names: &[&'static str]) -> Result<usize, Error> {
    let folded = name.trim().to_lowercase().replace([' ', '_'], "-");
    let wanted = folded.strip_prefix("falkener-").unwrap_or(&folded);
    if let Some(index) = names.iter().position(|own| *own == wanted) {
        return Ok(index);
    }
    let words: Vec<&str> = wanted.split('-').filter(|word| !word.is_empty()).collect();
    let has = |own: &str, word: &str| own.split('-').any(|part| part == word);
    let fitting: Vec<usize> = (0..names.len())
        .filter(|i| !words.is_empty() && words.iter().all(|word| has(names[*i], word)))
        .collect();
    if let [only] = fitting[..] {
        return Ok(only);
    }
    // `loubere` matches the method that ends in it before those with more words.
    let mut ending = fitting
        .iter()
        .filter(|i| names[**i].ends_with(&format!("-{wanted}")));
    if let (Some(only), None) = (ending.next(), ending.next()) {
        return Ok(*only);
    }
    let mut nearest: Vec<&'static str> = fitting.iter().map(|i| names[*i]).collect();
    if nearest.is_empty() {
        let shares = |own: &&&str| {
            words
                .iter()
                .any(|word| has(own, word) || distance(own, wanted) < 4)
        };
        nearest = names.iter().filter(shares).copied().collect();
    }
    Err(Error::NoMethod {
        name: name.to_owned(),
        nearest,
    })
}

/// The edit distance of two words: insertions, deletions and replacements of letters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

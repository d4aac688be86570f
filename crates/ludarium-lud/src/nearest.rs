//! Finds the known name nearest to a mistyped one.

/// The candidate nearest to `word`, if one is near enough to be a plausible correction. Of several,
/// the one that begins with the same letter.
///
/// ```
/// let items = ["board", "dice", "piece"];
/// assert_eq!(ludarium_lud::nearest("pice", items), Some("piece"));
/// assert_eq!(ludarium_lud::nearest("track", items), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A long word is hardly a typing error, and the computation below is quadratic.
    if word.len() > 64 {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= limit + 4)
        .map(|candidate| {
            let initial = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
            let other_letter = initial(candidate) != initial(word);
            (distance(word, candidate), other_letter, candidate)
        })
        .filter(|&(distance, ..)| distance <= limit)
        .min()
        .map(|(.., candidate)| candidate)
}

/// The edit distance: insertions, deletions, replacements and transpositions from `a` to `b`. Words
/// that differ only in case have distance 1.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same_but_case =
        a.len() == b.len() && a.iter().zip(&b).all(|(x, y)| x.eq_ignore_ascii_case(y));
    if same_but_case {
        return usize::from(a != b);
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

//! Comparison of names as people type them.

/// Removes case, accents, hyphens and spaces: `Tâb` and `tab` become equal.
#[must_use]
pub fn fold(name: &str) -> String {
    let plain = |c: char| -> &'static str {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' => "a",
            'æ' => "ae",
            'ç' | 'ć' | 'č' => "c",
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ě' => "e",
            'ì' | 'í' | 'î' | 'ï' | 'ī' => "i",
            'ñ' | 'ń' | 'ň' | 'ṅ' | 'ṇ' | 'ŋ' => "n",
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' => "o",
            'ś' | 'š' | 'ş' | 'ṣ' => "s",
            'ṭ' | 'ţ' => "t",
            'ù' | 'ú' | 'û' | 'ü' | 'ū' => "u",
            'ý' | 'ÿ' => "y",
            'ð' | 'đ' | 'ḍ' => "d",
            'ḥ' | 'ħ' | 'ẖ' => "h",
            'ğ' | 'ġ' | 'ǧ' => "g",
            'ł' | 'ḷ' => "l",
            'ṁ' | 'ṃ' => "m",
            'ř' | 'ṛ' => "r",
            'ž' | 'ż' | 'ź' => "z",
            'ß' => "ss",
            _ => "",
        }
    };
    let mut folded = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            "" if c.is_alphanumeric() => folded.push(c),
            text => folded.push_str(text),
        }
    }
    folded
}

/// The names most similar to a misspelt one, at most `at_most`, the nearest first.
#[must_use]
pub fn nearest<'a>(
    slip: &str,
    names: impl Iterator<Item = &'a str>,
    at_most: usize,
) -> Vec<String> {
    let slip = fold(slip);
    let near = |name: &str| {
        let folded = fold(name);
        let distance = distance(&slip, &folded);
        let part = slip.len() >= 3 && (folded.contains(&slip) || slip.contains(&folded));
        (distance <= 1 + slip.chars().count() / 4 || part).then_some((distance, name.to_owned()))
    };
    let mut found: Vec<(usize, String)> = names.filter_map(near).collect();
    found.sort();
    found.dedup();
    found
        .into_iter()
        .take(at_most)
        .map(|(_, name)| name)
        .collect()
}

/// The edit distance of two words: letters inserted, deleted, replaced or swapped with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_hyphens_and_case_do_not_matter() {
        assert_eq!(fold("Tâb el-Dīk"), fold("tab eldik"));
        assert_eq!(fold("Daldøs"), "daldos");
    }

    #[test]
    fn a_misspelt_name_finds_the_right_one() {
        let names = ["shatranj", "chaturaji", "seega"];
        assert_eq!(nearest("shatrnaj", names.into_iter(), 3), ["shatranj"]);
        assert_eq!(nearest("sega", names.into_iter(), 3), ["seega"]);
        assert!(nearest("backgammon", names.into_iter(), 3).is_empty());
    }
}

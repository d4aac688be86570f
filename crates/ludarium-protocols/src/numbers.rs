//! Numbers in the lines of GUIs.

/// The number that follows a word: 0 for negative numbers, and the greatest for those that are
/// too large.
pub(crate) fn number(words: &[&str], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| *word == name)?;
    whole(words.get(at + 1)?)
}

/// A whole number: 0 if it is negative, and the greatest number if it is too large.
pub(crate) fn whole(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    match digits.parse::<u64>() {
        Ok(_) if text.starts_with('-') => Some(0),
        Ok(number) => Some(number),
        Err(_) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(u64::MAX)
        }
        Err(_) => None,
    }
}

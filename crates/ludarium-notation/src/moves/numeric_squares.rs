//! Squares written as numbers, as in Falkener's chess games.

/// The label of a square that is written as two numbers, its file and its row, or `None` for other
/// texts. Files count from 1 at the left, rows from 0 at the first player's side (Falkener, Games
/// Ancient and Oriental, 1892, pp. 115-118). The row has one digit, the file one or two.
///
/// ```
/// use ludarium_notation::moves::square_of_numbers;
///
/// assert_eq!(square_of_numbers("57").as_deref(), Some("e8"));
/// assert_eq!(square_of_numbers("110").as_deref(), Some("k1"));
/// assert_eq!(square_of_numbers("e8"), None);
/// ```
#[must_use]
pub fn square_of_numbers(square: &str) -> Option<String> {
    let (file, row) = square.split_at_checked(square.len().checked_sub(1)?)?;
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if !digits(file) || !digits(row) || file.starts_with('0') {
        return None;
    }
    let (file, row): (u32, u32) = (file.parse().ok()?, row.parse().ok()?);
    let letter = char::from_digit(9 + file, 36).filter(|_| file <= 26)?;
    Some(format!("{letter}{}", row + 1))
}

/// A move from square to square, both in numbers, with the squares in letters. What is printed
/// after the second square (a captured piece, a promotion) is dropped.
pub fn move_in_letters(entered: &str) -> Option<String> {
    let marked = entered.split_once(['-', 'x']);
    let (from, to) = marked.or_else(|| entered.split_once(' '))?;
    let to = to.trim_start();
    let end = to.find(|c: char| !c.is_ascii_digit());
    let to = &to[..end.unwrap_or(to.len())];
    Some(format!(
        "{}-{}",
        square_of_numbers(from.trim())?,
        square_of_numbers(to)?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_falkeners_numbers() {
        // Pp. 115-118: the corners and the middle of eight by eight, and two squares of larger
        // boards.
        for (number, label) in [
            ("10", "a1"),
            ("80", "h1"),
            ("17", "a8"),
            ("87", "h8"),
            ("43", "d4"),
            ("54", "e5"),
            ("57", "e8"),
            ("14", "a5"),
            ("110", "k1"),
            ("119", "k10"),
        ] {
            assert_eq!(
                square_of_numbers(number).as_deref(),
                Some(label),
                "{number}"
            );
        }
        for nothing in ["", "5", "05", "e4", "4x", "990"] {
            assert_eq!(square_of_numbers(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_move_in_numbers_may_name_the_captured_piece() {
        assert_eq!(move_in_letters("51-53").as_deref(), Some("e2-e4"));
        assert_eq!(move_in_letters("51 - 64 P").as_deref(), Some("e2-f5"));
        assert_eq!(move_in_letters("e2-e4"), None);
    }
}

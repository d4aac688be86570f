//! The parts of a position's text, before a game gives them a meaning.

use super::{spaced, PositionError, PositionErrorKind};

/// A position's text, split into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// The ranks from the top: each site's letter, or `None` for an empty site.
    pub ranks: Vec<Vec<Option<String>>>,
    /// Letters of the pieces in hand, with their number; `None` where no brackets give them.
    pub hands: Option<Vec<(String, i32)>>,
    /// The mover, as it is written.
    pub mover: Option<String>,
    /// The fields after the mover.
    pub fields: Vec<String>,
}

impl Written {
    /// # Errors
    /// If a bracket is open or a letter is missing.
    pub fn parse(text: &str) -> Result<Written, PositionError> {
        let text = text.trim();
        let mut prefixes = ["fen ", "sfen "].into_iter();
        let bare = prefixes.find_map(|prefix| text.strip_prefix(prefix));
        let text = &spaced::joined(bare.unwrap_or(text).trim());
        // Hands follow the ranks, before or after the first space; other brackets are cells.
        let end = text.find(' ').unwrap_or(text.len());
        let (board, rest) = text.split_at(end);
        let after = rest.trim_start().strip_prefix('[');
        let (board, hands, rest) = match (after, hands_at(board)) {
            (Some(after), _) => {
                let (hands, rest) = after.split_once(']').ok_or_else(open_hand)?;
                (board, Some(hands), rest)
            }
            (None, Some(at)) => {
                let after = &text[at + 1..];
                let (hands, rest) = after.split_once(']').ok_or_else(open_hand)?;
                (&board[..at], Some(hands), rest)
            }
            (None, None) => (board, None, rest),
        };
        let mut fields = rest.split_whitespace();
        let mover = fields.next();
        let ranks = board.split('/').map(parse_rank).collect::<Result<_, _>>()?;
        Ok(Written {
            ranks,
            hands: hands.map(parse_hand).transpose()?,
            mover: mover.map(|mover| mover.trim_end_matches(',').to_owned()),
            fields: fields.map(str::to_owned).collect(),
        })
    }
}

pub(super) fn syntax(message: &str) -> PositionError {
    PositionError::new(PositionErrorKind::Syntax, message.to_owned())
}

fn open_hand() -> PositionError {
    syntax("a hand is not closed with ]")
}

/// The index at which the hands begin in the text before the first space: at a bracket at its end,
/// if the last rank is complete without it, or at a bracket that is not closed.
fn hands_at(board: &str) -> Option<usize> {
    let at = board.rfind('[')?;
    if !board[at..].contains(']') {
        return Some(at);
    }
    if !board.ends_with(']') {
        return None;
    }
    let wide = |rank: &str| parse_rank(rank).map_or(0, |rank| rank.len());
    let first = board.split('/').next().unwrap_or(board);
    let last = board[..at].rsplit('/').next().unwrap_or(board);
    (board[at..] == *"[]" || wide(last) >= wide(first)).then_some(at)
}

/// The maximal length of a rank; no board is wider.
const MAX_RANK_LENGTH: usize = 1000;

pub(super) fn parse_rank(text: &str) -> Result<Vec<Option<String>>, PositionError> {
    let mut rank = Vec::new();
    if text.contains(',') {
        // Commas separate cells of several letters.
        for cell in text.split(',').map(str::trim) {
            match cell.parse::<usize>() {
                Ok(gap) => rank.extend(std::iter::repeat_n(None, gap.min(MAX_RANK_LENGTH))),
                Err(_) => rank.push(Some(cell.to_owned())),
            }
        }
        return Ok(rank);
    }
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            let mut gap = digit as usize;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                gap = (gap * 10 + digit as usize).min(MAX_RANK_LENGTH);
                chars.next();
            }
            rank.extend(std::iter::repeat_n(None, gap));
        } else if matches!(c, '#' | '.') {
            // A gap of the board; an empty site.
            rank.push(None);
        } else {
            rank.push(Some(letter(c, &mut chars)?));
        }
        if rank.len() > MAX_RANK_LENGTH {
            return Err(syntax("a rank is too long"));
        }
    }
    Ok(rank)
}

/// A piece's letter, with the `+` of a promoted piece before it, or several letters in brackets.
fn letter(first: char, rest: &mut impl Iterator<Item = char>) -> Result<String, PositionError> {
    match first {
        '[' => {
            let mut letters = String::new();
            loop {
                match rest.next() {
                    Some(']') => return Ok(letters),
                    Some(c) => letters.push(c),
                    None => return Err(syntax("a piece is not closed with ]")),
                }
            }
        }
        '+' => match rest.next() {
            Some(c) => Ok(format!("+{c}")),
            None => Err(syntax("a + without a letter")),
        },
        c => Ok(c.to_string()),
    }
}

/// Parses a hand, `PPn` or `2Pn`.
pub(super) fn parse_hand(text: &str) -> Result<Vec<(String, i32)>, PositionError> {
    let mut hand: Vec<(String, i32)> = Vec::new();
    let mut chars = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let mut times = 0;
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            times = (times * 10 + digit as i32).min(1000);
            continue;
        }
        let letter = letter(c, &mut chars)?;
        let count = std::mem::take(&mut times).max(1);
        match hand.iter_mut().find(|(own, _)| *own == letter) {
            Some((_, sum)) => *sum += count,
            None => hand.push((letter, count)),
        }
    }
    Ok(hand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_chess_reads_in_all_its_parts() {
        let text = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 3 1";
        for text in [text.to_owned(), format!(" fen {text}")] {
            let written = Written::parse(&text).unwrap();
            assert_eq!(written.ranks.len(), 8);
            assert!(written.ranks.iter().all(|rank| rank.len() == 8));
            assert_eq!(written.ranks[3][3].as_deref(), Some("p"));
            assert_eq!(written.mover.as_deref(), Some("w"));
            assert_eq!(written.fields, ["KQ", "d6", "3", "1"]);
        }
    }

    #[test]
    fn gaps_may_have_two_digits_and_hands_a_count() {
        let written = Written::parse("12/p10P[2Pn] b").unwrap();
        assert_eq!(
            written.ranks.iter().map(Vec::len).collect::<Vec<_>>(),
            [12, 12]
        );
        let hands = [("P".to_owned(), 2), ("n".to_owned(), 1)];
        assert_eq!(written.hands.as_deref(), Some(&hands[..]));
        assert_eq!(written.mover.as_deref(), Some("b"));
    }

    #[test]
    fn a_cell_in_brackets_differs_from_a_hand() {
        let rank = |text: &str, index: usize| {
            let written = Written::parse(text).unwrap();
            let rank = written.ranks[index].iter().flatten();
            (
                rank.cloned().collect::<Vec<_>>(),
                written.hands.unwrap_or_default(),
            )
        };
        let (cells, hands) = rank("l[+R]2/1[DE]G[FL] w", 0);
        assert_eq!((cells, hands.len()), (vec!["l".into(), "+R".into()], 0));
        let (cells, hands) = rank("l[+R]2/1[DE]G[FL] w", 1);
        assert_eq!(cells, ["DE", "G", "FL"]);
        assert!(hands.is_empty());
        let (cells, hands) = rank("4/1[DE]2[P+b] b", 1);
        assert_eq!(
            (cells, hands),
            (vec!["DE".into()], vec![("P".into(), 1), ("+b".into(), 1)])
        );
        assert_eq!(rank("4/4[] b", 1).1, []);
        assert_eq!(rank("4/4 [2P] b", 1).1, [("P".to_owned(), 2)]);
    }

    #[test]
    fn a_hand_that_is_not_closed_is_an_error() {
        assert!(Written::parse("8/8[P w").is_err());
    }
}

//! The parts of a position's text, before a game gives them a meaning.

use super::{spaced, PositionError, PositionErrorKind};

/// A position's text, split into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// The ranks from the top: each site's piece or pieces, or `None` for an empty site.
    pub ranks: Vec<Vec<Option<String>>>,
    /// The pieces in hand; `None` where no brackets give them.
    pub hands: Option<Vec<Held>>,
    /// The mover, as it is written.
    pub mover: Option<String>,
    /// The fields after the mover.
    pub fields: Vec<String>,
}

/// Pieces in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// The number of the hand's owner, where it is written: the piece's owner may be no player.
    pub owner: Option<usize>,
    /// The place in the hand, from 0, where it is written.
    pub place: Option<usize>,
    pub pieces: WrittenPieces,
}

/// Pieces of one kind that lie on each other: a letter, with their number before it and their state
/// after it where these are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenPieces {
    pub letter: String,
    pub count: i32,
    pub state: Option<i32>,
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
        let (board, hands) = match (after, hands_at(board)) {
            (Some(after), _) => (board, Some(after)),
            (None, Some(at)) => (&board[..at], Some(&text[at + 1..])),
            (None, None) => (board, None),
        };
        let (hands, rest) = match hands {
            Some(hands) => {
                let (hands, rest) = split_at_closing(hands).ok_or_else(open_hand)?;
                (Some(hands), rest)
            }
            None => (None, rest),
        };
        let mut fields = rest.split_whitespace();
        let mover = fields.next();
        let ranks = board.split('/').map(parse_rank).collect::<Result<_, _>>()?;
        Ok(Written {
            ranks,
            hands: hands.map(parse_hands).transpose()?,
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

/// Splits the text behind a bracket at the one that closes it.
fn split_at_closing(text: &str) -> Option<(&str, &str)> {
    let mut open = 1;
    let closing = |c: char| {
        open += i32::from(c == '[') - i32::from(c == ']');
        open == 0
    };
    let at = text.find(closing)?;
    Some((&text[..at], &text[at + 1..]))
}

/// The index at which the hands begin in the text before the first space: at a bracket at its end,
/// if the last rank is complete without it, or at a bracket that is not closed.
fn hands_at(board: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut last = None;
    for (at, c) in board.char_indices() {
        match c {
            '[' => open.push(at),
            ']' => last = open.pop().filter(|_| open.is_empty()),
            _ => {}
        }
    }
    if let Some(at) = open.first() {
        return Some(*at);
    }
    let at = last.filter(|_| board.ends_with(']'))?;
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
            match (cell, cell.parse::<usize>()) {
                (_, Ok(gap)) => rank.extend(std::iter::repeat_n(None, gap.min(MAX_RANK_LENGTH))),
                ("#" | ".", _) => rank.push(None),
                _ => rank.push(Some(cell.to_owned())),
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

/// A piece's letter, with the `+` of a promoted piece before it, or what stands in brackets.
fn letter(first: char, rest: &mut impl Iterator<Item = char>) -> Result<String, PositionError> {
    match first {
        '[' => {
            let (mut letters, mut open) = (String::new(), 1);
            loop {
                match rest.next() {
                    Some(']') if open == 1 => return Ok(letters),
                    Some(c) => {
                        open += i32::from(c == '[') - i32::from(c == ']');
                        letters.push(c);
                    }
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

/// The maximal number of pieces that lie on each other or in a hand.
const MAX_COUNT: i32 = 1000;

/// Parses the pieces of one site from the bottom up, `2Mm`, each with its state where it is
/// written: `K:1`.
///
/// # Errors
/// If a letter or a state is missing, or a bracket is open.
pub(super) fn parse_stack(text: &str) -> Result<Vec<WrittenPieces>, PositionError> {
    let mut pieces = Vec::new();
    let mut chars = text.chars().filter(|c| !c.is_whitespace()).peekable();
    let mut times = None;
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            times = Some(with_digit(times, digit));
            continue;
        }
        let letter = letter(c, &mut chars)?;
        let mut state = None;
        if chars.next_if_eq(&':').is_some() {
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                state = Some(with_digit(state, digit));
                chars.next();
            }
            if state.is_none() {
                return Err(syntax(&format!(
                    "the state of {letter} is a number after the :"
                )));
            }
        }
        let count = times.take().unwrap_or(1);
        if count.max(state.unwrap_or(0)) > MAX_COUNT {
            return Err(syntax(&format!("more than {MAX_COUNT} {letter}")));
        }
        pieces.push(WrittenPieces {
            letter,
            count,
            state,
        });
    }
    match times {
        Some(count) => Err(syntax(&format!("{count} of which piece?"))),
        None => Ok(pieces),
    }
}

fn with_digit(number: Option<i32>, digit: u32) -> i32 {
    (number.unwrap_or(0) * 10 + digit as i32).min(MAX_COUNT + 1)
}

/// Parses the pieces in hand, `PPn` or `2Pn`, as [`parse_stack`] does. Between those of several
/// players, where the pieces do not tell them, stands `|`, and between the places of one hand a
/// comma.
pub(super) fn parse_hands(text: &str) -> Result<Vec<Held>, PositionError> {
    let mut hands: Vec<Held> = Vec::new();
    for (index, hand) in text.split('|').enumerate() {
        let owner = text.contains('|').then_some(index + 1);
        for (index, part) in hand.split(',').enumerate() {
            let place = hand.contains(',').then_some(index);
            let part: String = part.chars().filter(|c| *c != '-').collect();
            for pieces in parse_stack(&part)? {
                let same = |held: &&mut Held| {
                    (held.owner, held.place) == (owner, place)
                        && held.pieces.letter == pieces.letter
                        && held.pieces.state == pieces.state
                };
                match hands.iter_mut().find(same) {
                    Some(held) => {
                        held.pieces.count = (held.pieces.count + pieces.count).min(MAX_COUNT);
                    }
                    None => hands.push(Held {
                        owner,
                        place,
                        pieces,
                    }),
                }
            }
        }
    }
    Ok(hands)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces in the hands of those whom their letters tell.
    fn held(pieces: &[(&str, i32)]) -> Vec<Held> {
        let held = |(letter, count): &(&str, i32)| Held {
            owner: None,
            place: None,
            pieces: WrittenPieces {
                letter: (*letter).to_owned(),
                count: *count,
                state: None,
            },
        };
        pieces.iter().map(held).collect()
    }

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
        assert_eq!(written.hands, Some(held(&[("P", 2), ("n", 1)])));
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
            (vec!["DE".into()], held(&[("P", 1), ("+b", 1)]))
        );
        assert_eq!(rank("4/4[] b", 1).1, []);
        assert_eq!(rank("4/4 [2P] b", 1).1, held(&[("P", 2)]));
        // A hand of pieces that are written with several letters.
        assert_eq!(rank("4/4[2[DE]P] b", 1).1, held(&[("DE", 2), ("P", 1)]));
    }

    #[test]
    fn hands_tell_players_and_places_where_the_pieces_do_not() {
        let written = Written::parse("2/2[2M,|M] 1").unwrap();
        let hands = written.hands.unwrap();
        let places = hands
            .iter()
            .map(|held| (held.owner, held.place, held.pieces.count));
        let places: Vec<_> = places.collect();
        assert_eq!(places, [(Some(1), Some(0), 2), (Some(2), None, 1)]);
    }

    #[test]
    fn a_site_holds_several_pieces_from_the_bottom_up() {
        let stack = parse_stack("2M[DE]:1m").unwrap();
        let pieces = stack
            .iter()
            .map(|own| (own.letter.as_str(), own.count, own.state));
        let pieces: Vec<_> = pieces.collect();
        assert_eq!(pieces, [("M", 2, None), ("DE", 1, Some(1)), ("m", 1, None)]);
    }

    #[test]
    fn a_hand_that_is_not_closed_is_an_error() {
        assert!(Written::parse("8/8[P w").is_err());
    }
}

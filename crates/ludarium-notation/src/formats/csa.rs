//! The format of the Computer Shogi Association.

use ludarium_engine::{Move, State};

use super::coordinate::{between, drops, grid, only};
use super::played::{At, Played, Rules};
use super::shogi_board::{code, hands_text, letter, of_player, Board, SIZE};
use super::{Format, FormatError, Transcript, WrittenPly};
use crate::position::Grid;

/// The tag with the position, in SFEN.
pub(super) const POSITION: &str = "FEN";

/// Headers for the names of the two players.
const NAMES: [(&str, &str); 2] = [("N+", "Black"), ("N-", "White")];

/// Whether a text begins as CSA does.
pub(super) fn begins(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let first = lines.find(|line| !line.trim().is_empty() && !line.starts_with('\''));
    first.is_some_and(|line| {
        let version = line
            .strip_prefix('V')
            .is_some_and(|rest| rest.starts_with(['1', '2', '3']));
        let squares = line
            .strip_prefix("P1")
            .is_some_and(|rest| rest.starts_with(['+', '-', ' ']));
        version || line.starts_with("N+") || line.starts_with("PI") || squares
    })
}

/// Reads the games of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Transcript>, FormatError> {
    let mut games = Vec::new();
    let empty = |line: usize| Transcript {
        format: Format::Csa,
        tags: Vec::new(),
        plies: Vec::new(),
        result: None,
        line,
    };
    let mut game = empty(1);
    let mut board = Board::default();
    let mut mover = None;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let number = index + 1;
        let line = line.trim_end();
        if line.starts_with('\'') || line.is_empty() {
            continue;
        }
        if line == "/" {
            games.push(finish(game, &mut board, mover.take())?);
            game = empty(number + 1);
            continue;
        }
        let at = |column: usize, message: String| FormatError::new(number, column + 1, message);
        let header = line.starts_with(['V', 'N', '$']);
        if header {
            game.tags.extend(tag(line));
            continue;
        }
        if let Some(rest) = line.strip_prefix('P') {
            board
                .line(rest)
                .map_err(|(column, why)| at(column + 1, why))?;
            continue;
        }
        let mut column = 0;
        for statement in line.split(',') {
            let begins = statement.chars().next();
            match (begins, statement.len()) {
                (Some('+' | '-'), 1) if game.plies.is_empty() => mover = begins,
                (Some('+' | '-'), 7) => game.plies.push(WrittenPly {
                    text: statement.to_owned(),
                    line: number,
                    column: column + 1,
                }),
                (Some('%'), _) => game.result = Some(statement.to_owned()),
                (Some('T' | '\''), _) => {}
                _ => return Err(at(column, format!("what does {statement:?} mean?"))),
            }
            column += statement.chars().count() + 1;
        }
    }
    games.push(finish(game, &mut board, mover)?);
    games.retain(|game| !game.plies.is_empty() || !game.tags.is_empty());
    match games.is_empty() {
        true => Err(FormatError::new(1, 1, "there is no game")),
        false => Ok(games),
    }
}

/// A header as a tag; none for the version.
fn tag(line: &str) -> Option<(String, String)> {
    if let Some((_, name)) = NAMES.iter().find(|(header, _)| line.starts_with(header)) {
        return Some(((*name).to_owned(), line[2..].to_owned()));
    }
    let (name, value) = line.strip_prefix('$')?.split_once(':')?;
    Some((name.to_owned(), value.to_owned()))
}

/// A game with the position that its lines set up.
fn finish(
    mut game: Transcript,
    board: &mut Board,
    mover: Option<char>,
) -> Result<Transcript, FormatError> {
    let board = std::mem::take(board);
    let position = board.position(mover == Some('-'));
    game.tags
        .extend(position.map(|position| (POSITION.to_owned(), position)));
    Ok(game)
}

/// The slot of a square, by its file from the right and its rank from the top.
fn slot(grid: &Grid, text: &str) -> Option<usize> {
    let mut digits = text.chars().map(|c| c.to_digit(10));
    let (file, rank) = (digits.next()?? as usize, digits.next()?? as usize);
    let columns = grid.first().map_or(0, Vec::len);
    let row = grid.get(grid.len().checked_sub(rank)?)?;
    *row.get(columns.checked_sub(file).filter(|_| file > 0)?)?
}

fn name(grid: &Grid, slot: usize) -> Option<String> {
    let columns = grid.first().map_or(0, Vec::len);
    let mut rows = grid.iter().enumerate();
    rows.find_map(|(row, slots)| {
        let column = slots.iter().position(|own| *own == Some(slot))?;
        Some(format!("{}{}", columns - column, grid.len() - row))
    })
}

/// The move of a written ply: `+7776FU`, `-0055KA`.
///
/// # Errors
/// If it is not the player's turn, or the move is not legal.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let player = usize::from(text.starts_with('-')) + 1;
    if player != at.state.mover() {
        return Err("it is not the turn of this player".to_owned());
    }
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default();
    read_move(at, part(1..3), part(3..5), part(5..7))
}

/// The move between two squares, `00` for a hand, of a piece that has this code afterwards.
///
/// # Errors
/// If the move is not legal.
pub(super) fn read_move(
    at: At,
    origin: &str,
    target: &str,
    code: &str,
) -> Result<Vec<Move>, String> {
    let grid = grid(at.rules.game)?;
    let letter = letter(code).ok_or_else(|| format!("there is no piece {code}"))?;
    let square = |text: &str| slot(&grid, text).ok_or_else(|| format!("there is no square {text}"));
    let to = square(target)?;
    if origin == "00" {
        return only(at, drops(at, letter, to));
    }
    let from = square(origin)?;
    let becomes = match at.rules.letter(at.state.what(from)) == letter {
        true => None,
        false => Some(letter),
    };
    only(at, between(at, from, to, becomes))
}

/// Writes a position as SFEN.
pub(super) fn sfen(rules: &Rules, state: &State) -> Result<String, String> {
    let board = board(rules, state)?;
    let mover = if state.mover() == 1 { "b" } else { "w" };
    Ok(format!(
        "{} {mover} {} 1",
        board.ranks(),
        hands_text(&board.hands)
    ))
}

/// The board of a position.
pub(super) fn board(rules: &Rules, state: &State) -> Result<Board, String> {
    let grid = grid(rules.game)?;
    let mut board = Board::default();
    for row in grid.iter().rev() {
        let cell = |slot: &Option<usize>| {
            let what = slot.map_or(0, |slot| state.what(slot));
            match what {
                0 => String::new(),
                what => of_player(&rules.letter(what), rules.owner(what).saturating_sub(1)),
            }
        };
        board.cells.push(row.iter().map(cell).collect());
    }
    let layout = rules.game.layout();
    for slot in (layout.board_sites..layout.slots).filter(|slot| layout.in_hand(*slot)) {
        let what = state.what(slot);
        let hand = board.hands.get_mut(rules.owner(what).wrapping_sub(1));
        if let Some(hand) = hand.filter(|_| what != 0) {
            let count = usize::try_from(state.count(slot)).unwrap_or(0).max(1);
            hand.extend(std::iter::repeat_n(rules.letter(what), count));
        }
    }
    Ok(board)
}

/// A move as Japanese notations tell it.
pub(super) struct Told {
    /// The player who moves.
    pub player: usize,
    /// The squares in digits; `00` for a hand.
    pub origin: String,
    pub target: String,
    /// The codes of the piece.
    pub before: &'static str,
    pub after: &'static str,
}

/// The moves of a game of shogi.
pub(super) fn moves(played: &Played) -> Result<Vec<Told>, String> {
    let rules = &played.rules;
    let grid = grid(rules.game)?;
    if (grid.first().map_or(0, Vec::len), grid.len()) != (SIZE, SIZE) {
        return Err("this is for shogi on nine files and ranks".to_owned());
    }
    let told = |index: usize| {
        let made = &played.made[index];
        let next = played.made.get(index + 1);
        let after = next.map_or(&played.state, |made| &made.before);
        let squares = || {
            let from = usize::try_from(made.mv.origin()).ok()?;
            let to = usize::try_from(made.mv.target()).ok()?;
            let origin = match rules.game.layout().in_hand(from) {
                true => "00".to_owned(),
                false => name(&grid, from)?,
            };
            Some((
                origin,
                name(&grid, to)?,
                made.before.what(from),
                after.what(to),
            ))
        };
        let squares = squares().ok_or_else(|| format!("shogi has no move {}", made.text));
        let (origin, target, before, after) = squares?;
        Ok(Told {
            player: made.before.mover(),
            origin,
            target,
            before: code(&rules.letter(before))?,
            after: code(&rules.letter(after))?,
        })
    };
    (0..played.made.len()).map(told).collect()
}

/// Writes a game.
pub(super) fn write(played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    let moves = moves(played)?;
    let mut text = "V2.2\n".to_owned();
    for (header, name) in NAMES {
        if let Some((_, value)) = tags.iter().find(|(own, _)| own == name) {
            text.push_str(&format!("{header}{value}\n"));
        }
    }
    let mut all = tags.iter();
    if let Some((_, value)) = all.find(|(own, _)| own.eq_ignore_ascii_case("event")) {
        text.push_str(&format!("$EVENT:{value}\n"));
    }
    let first = played.made.first();
    let start = first.map_or(&played.state, |made| &made.before);
    match played.saved.position {
        None => text.push_str("PI\n"),
        Some(_) => text.push_str(&position_lines(&board(&played.rules, start)?)?),
    }
    text.push_str(if start.mover() == 1 { "+\n" } else { "-\n" });
    for mv in moves {
        let sign = if mv.player == 1 { '+' } else { '-' };
        text.push_str(&format!("{sign}{}{}{}\n", mv.origin, mv.target, mv.after));
    }
    let told = tags.iter().find(|(own, _)| own == "Result");
    match (played.winner(), told) {
        (Some(0), _) => text.push_str("%HIKIWAKE\n"),
        (Some(_), _) => text.push_str("%TSUMI\n"),
        (None, Some((_, result))) if result.starts_with('%') => {
            text.push_str(&format!("{result}\n"));
        }
        (None, _) => {}
    }
    Ok(text)
}

/// The lines that set a position up.
fn position_lines(board: &Board) -> Result<String, String> {
    let mut text = String::new();
    for (rank, row) in board.cells.iter().enumerate() {
        text.push_str(&format!("P{}", rank + 1));
        for cell in row {
            match cell.as_str() {
                "" => text.push_str(" * "),
                letter => {
                    let small = letter.contains(char::is_lowercase);
                    text.push_str(&format!(
                        "{}{}",
                        if small { '-' } else { '+' },
                        code(letter)?
                    ));
                }
            }
        }
        text.push('\n');
    }
    for (sign, hand) in ["P+", "P-"].into_iter().zip(&board.hands) {
        if !hand.is_empty() {
            text.push_str(sign);
            for letter in hand {
                text.push_str(&format!("00{}", code(letter)?));
            }
            text.push('\n');
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_set_up_whole_by_ranks_or_by_pieces() {
        let position = |lines: &str| {
            let games = parse(&format!("V2.2\nN+a\n{lines}+\n")).expect("a game");
            games[0].tag(POSITION).map(str::to_owned)
        };
        assert_eq!(position("PI\n"), None);
        let handicap = position("PI82HI22KA\n").expect("a position");
        assert!(handicap.starts_with("lnsgkgsnl/9/ppppppppp/"), "{handicap}");
        let pieces = position("P-11OU\nP+59OU21TO00FU00FU\nP-00AL\n").expect("a position");
        let wanted = "7+Pk/9/9/9/9/9/9/9/4K4 b 2P2r2b4g4s4n4l15p 1";
        assert_eq!(pieces, wanted);
        let ranks = position("P1-KY * -GI\nP9 *  * +KI\n").expect("a position");
        assert!(ranks.starts_with("l1s6/9/9/9/9/9/9/9/2G6 b"), "{ranks}");
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        for (text, place) in [
            ("V2.2\nPI\n+\n+7776FU\nhello", (5, 1)),
            ("V2.2\nPI\n+\n+7776FU,T12,?", (4, 13)),
            ("V2.2\nP1-XX", (2, 3)),
            ("", (1, 1)),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!((error.line, error.column), place, "{text}: {error}");
        }
    }
}

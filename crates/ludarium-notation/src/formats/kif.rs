//! The format of Japanese shogi programs, KIF.

use ludarium_engine::Move;

use super::csa;
use super::played::{At, Played};
use super::shogi_board::{self, Board};
use super::{Format, FormatError, Transcript, WrittenPly};

/// The pieces: their names, the first of which is written, their sign in diagrams, and their code
/// in CSA.
const PIECES: [(&[&str], char, &str); 14] = [
    (&["成香", "杏"], '杏', "NY"),
    (&["成桂", "圭"], '圭', "NK"),
    (&["成銀", "全"], '全', "NG"),
    (&["歩"], '歩', "FU"),
    (&["香"], '香', "KY"),
    (&["桂"], '桂', "KE"),
    (&["銀"], '銀', "GI"),
    (&["金"], '金', "KI"),
    (&["角"], '角', "KA"),
    (&["飛"], '飛', "HI"),
    (&["玉", "王"], '玉', "OU"),
    (&["と"], 'と', "TO"),
    (&["馬"], '馬', "UM"),
    (&["龍", "竜"], '龍', "RY"),
];

/// The pieces that promote, and what they become.
const PROMOTED: [(&str, &str); 6] = [
    ("FU", "TO"),
    ("KY", "NY"),
    ("KE", "NK"),
    ("GI", "NG"),
    ("KA", "UM"),
    ("HI", "RY"),
];

const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Headers, and the tags that they become.
const HEADERS: [(&str, &str); 6] = [
    ("先手", "Black"),
    ("下手", "Black"),
    ("後手", "White"),
    ("上手", "White"),
    ("棋戦", "Event"),
    ("開始日時", "Date"),
];

/// The header with the handicap, and the first two ranks of White under each.
const HANDICAP: &str = "手合割";
const HANDICAPS: [(&str, &str); 9] = [
    ("香落ち", "lnsgkgsn1/1r5b1"),
    ("右香落ち", "1nsgkgsnl/1r5b1"),
    ("角落ち", "lnsgkgsnl/1r7"),
    ("飛車落ち", "lnsgkgsnl/7b1"),
    ("飛香落ち", "lnsgkgsn1/7b1"),
    ("二枚落ち", "lnsgkgsnl/9"),
    ("四枚落ち", "1nsgkgsn1/9"),
    ("六枚落ち", "2sgkgs2/9"),
    ("八枚落ち", "3gkg3/9"),
];
const NO_HANDICAP: &str = "平手";

/// Words in the place of a move that end a game.
const ENDS: [&str; 10] = [
    "投了",
    "中断",
    "千日手",
    "持将棋",
    "詰み",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "不戦敗",
];

/// Whether a text is KIF: it has the line above the moves, or the header with the handicap.
pub(super) fn begins(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| line.starts_with("手数") || line.starts_with(HANDICAP))
}

/// What is read so far of a game.
#[derive(Default)]
struct Reading {
    tags: Vec<(String, String)>,
    board: Board,
    white_moves: bool,
    plies: Vec<WrittenPly>,
    result: Option<String>,
    /// The square that the last move went to.
    target: Option<String>,
}

/// Reads the game of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Transcript>, FormatError> {
    let mut reading = Reading::default();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let at = |(column, why): (usize, String)| FormatError::new(index + 1, column + 1, why);
        if line.trim_start().starts_with("変化") {
            break;
        }
        reading.line(index + 1, line).map_err(at)?;
    }
    let Reading {
        mut tags,
        board,
        white_moves,
        plies,
        result,
        ..
    } = reading;
    if tags.is_empty() && plies.is_empty() {
        return Err(FormatError::new(1, 1, "there is no game"));
    }
    if let Some(position) = board.position(white_moves) {
        tags.push((csa::POSITION.to_owned(), position));
    }
    Ok(vec![Transcript {
        format: Format::Kif,
        tags,
        plies,
        result,
        line: 1,
    }])
}

impl Reading {
    /// Reads a line.
    ///
    /// # Errors
    /// If it means nothing: the column, from 0, and why.
    fn line(&mut self, number: usize, line: &str) -> Result<(), (usize, String)> {
        let text = line.trim();
        let remark = ['#', '*', '&', '+'];
        let aside = ["手数", "まで", "９ ８", "9 8"];
        if text.is_empty()
            || text.starts_with(remark)
            || aside.iter().any(|word| text.starts_with(word))
        {
            return Ok(());
        }
        if let Some(row) = text.strip_prefix('|') {
            return self.row(row);
        }
        match text {
            "後手番" | "上手番" => self.white_moves = true,
            "先手番" | "下手番" => {}
            _ if text.contains('：') => return self.header(text),
            _ => return self.ply(number, line),
        }
        Ok(())
    }

    fn header(&mut self, text: &str) -> Result<(), (usize, String)> {
        let (name, value) = text.split_once('：').unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        if let Some(side) = name.strip_suffix("の持駒") {
            let player = usize::from(side.starts_with(['後', '上']));
            return self.hand(player, value, name.chars().count() + 1);
        }
        if name == HANDICAP {
            let known = HANDICAPS.iter().find(|(own, _)| *own == value);
            return match known {
                Some((_, ranks)) => {
                    self.white_moves = true;
                    self.board.set_up(&format!(
                        "{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
                    ));
                    Ok(())
                }
                None if value == NO_HANDICAP || value == "その他" => Ok(()),
                None => Err((
                    name.chars().count() + 1,
                    format!("no handicap is called {value}"),
                )),
            };
        }
        let known = HEADERS.iter().find(|(own, _)| *own == name);
        let name = known.map_or(name, |(_, tag)| tag);
        self.tags.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Reads the pieces in a hand: `飛　角二　歩十八`.
    fn hand(&mut self, player: usize, value: &str, column: usize) -> Result<(), (usize, String)> {
        if value == "なし" {
            return Ok(());
        }
        for word in value.split(['　', ' ']).filter(|word| !word.is_empty()) {
            let (name, count) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let piece = PIECES.iter().find(|(names, ..)| names.contains(&name));
            let count = numeral(count);
            let (Some((_, _, code)), Some(count)) = (piece, count) else {
                return Err((column, format!("what does {word} mean?")));
            };
            self.board.add_to_hand(player, code, count);
        }
        Ok(())
    }

    /// Reads a row of a diagram, without its first bar.
    fn row(&mut self, row: &str) -> Result<(), (usize, String)> {
        let cells: Vec<char> = row.chars().take_while(|c| *c != '|').collect();
        let mut codes = Vec::new();
        for (index, cell) in cells.chunks(2).enumerate() {
            let column = 1 + 2 * index;
            let [sign, piece] = cell else {
                return Err((column, "the row ends in the middle of a square".to_owned()));
            };
            if matches!(piece, '・' | '.') {
                codes.push(None);
                continue;
            }
            let found = PIECES.iter().find(|(names, own, _)| {
                own == piece || names.contains(&piece.to_string().as_str())
            });
            let (_, _, code) = found.ok_or_else(|| (column, format!("no piece is {piece}")))?;
            codes.push(Some((usize::from(*sign == 'v'), *code)));
        }
        self.board.add_row(&codes).map_err(|why| (0, why))
    }

    /// Reads a line with a move: `   1 ７六歩(77)   ( 0:16/00:00:16)`.
    fn ply(&mut self, number: usize, line: &str) -> Result<(), (usize, String)> {
        let text = line.trim_start();
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let begins = rest.trim_start_matches([' ', '　']);
        let column = line.chars().count() - begins.chars().count();
        if rest.len() == text.len() || begins.len() == rest.len() {
            let column = line.chars().count() - text.chars().count();
            return Err((column, format!("what does {text:?} mean?")));
        }
        if self.result.is_some() {
            return Err((column, "the game is over".to_owned()));
        }
        if let Some(end) = ENDS.iter().find(|end| begins.starts_with(**end)) {
            self.result = Some((*end).to_owned());
            return Ok(());
        }
        // The time follows the first space after the move.
        let head = match begins.strip_prefix('同') {
            Some(after) => {
                let target = self
                    .target
                    .clone()
                    .ok_or((column, "no move goes before".to_owned()))?;
                target + after.trim_start_matches([' ', '　'])
            }
            None => begins.to_owned(),
        };
        let text = head
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        let target: String = text.chars().take(2).collect();
        self.target = Some(target);
        self.plies.push(WrittenPly {
            text,
            line: number,
            column: column + 1,
        });
        Ok(())
    }
}

/// A number up to 18 in Japanese numerals; none written is one.
fn numeral(text: &str) -> Option<usize> {
    let unit = |c: char| {
        NUMERALS
            .iter()
            .position(|own| *own == c)
            .map(|index| index + 1)
    };
    let chars: Vec<char> = text.chars().collect();
    match chars.as_slice() {
        [] => Some(1),
        ['十'] => Some(10),
        ['十', c] => Some(10 + unit(*c)?),
        [c] => unit(*c),
        _ => None,
    }
}

/// A square in digits: `７六` is 76.
fn square(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let digit = |c: char| {
        let own = DIGITS.iter().chain(&NUMERALS).position(|own| *own == c);
        own.map(|index| index % 9 + 1)
            .or(c.to_digit(10).map(|digit| digit as usize))
    };
    let (file, rank) = (digit(chars.next()?)?, digit(chars.next()?)?);
    Some(format!("{file}{rank}"))
}

/// The move of a written ply: `７六歩(77)`, `２二角成(88)`, `５五角打`.
///
/// # Errors
/// If it is not legal, or not written so.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let strange = || format!("{text} is no move of KIF");
    let target: String = text.chars().take(2).collect();
    let rest = text.get(target.len()..).unwrap_or_default();
    let target = square(&target).ok_or_else(strange)?;
    let named = PIECES.iter().find_map(|(names, _, code)| {
        let rest = names.iter().find_map(|name| rest.strip_prefix(name))?;
        Some((*code, rest))
    });
    let (mut code, rest) = named.ok_or_else(strange)?;
    if rest.starts_with('打') {
        return csa::read_move(at, "00", &target, code);
    }
    let (how, origin) = rest.split_once('(').ok_or_else(strange)?;
    if how == "成" {
        let promoted = PROMOTED.iter().find(|(own, _)| *own == code);
        code = promoted.ok_or_else(strange)?.1;
    } else if !how.is_empty() && how != "不成" {
        return Err(strange());
    }
    let origin = origin.trim_end_matches(')');
    csa::read_move(at, origin, &target, code)
}

/// Writes a game.
pub(super) fn write(played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    let rules = &played.rules;
    let moves = csa::moves(played)?;
    let mut text = String::new();
    let first = played.made.first();
    let start = first.map_or(&played.state, |made| &made.before);
    match &played.saved.position {
        None => text.push_str(&format!("{HANDICAP}：{NO_HANDICAP}\n")),
        Some(_) => text.push_str(&diagram(&csa::board(rules, start)?, start.mover())?),
    }
    let mut told: Vec<&str> = Vec::new();
    for (header, tag) in HEADERS {
        let value = tags.iter().find(|(own, _)| own == tag);
        if let Some((_, value)) = value.filter(|_| !told.contains(&tag)) {
            text.push_str(&format!("{header}：{value}\n"));
            told.push(tag);
        }
    }
    text.push_str("手数----指手---------消費時間--\n");
    let mut before: Option<String> = None;
    for (index, mv) in moves.iter().enumerate() {
        let target = &mv.target;
        let square = match before.as_ref() == Some(target) {
            true => "同　".to_owned(),
            false => {
                let mut digits = target.chars().filter_map(|c| c.to_digit(10));
                let mut next = || digits.next().map_or(0, |digit| digit as usize - 1);
                [DIGITS[next()], NUMERALS[next()]].iter().collect()
            }
        };
        let promoted = mv.before != mv.after;
        let piece = PIECES.iter().find(|(_, _, code)| *code == mv.before);
        let piece = piece
            .ok_or_else(|| format!("KIF has no piece {}", mv.before))?
            .0[0];
        let how = match (mv.origin.as_str(), promoted) {
            ("00", _) => "打".to_owned(),
            (origin, true) => format!("成({origin})"),
            (origin, false) => format!("({origin})"),
        };
        text.push_str(&format!("{:>4} {square}{piece}{how}\n", index + 1));
        before = Some(target.clone());
    }
    let told = tags.iter().find(|(own, _)| own == "Result");
    let told = told
        .map(|(_, value)| value.as_str())
        .filter(|value| ENDS.contains(value));
    let end = match played.winner() {
        Some(0) => Some("持将棋"),
        Some(_) => Some("詰み"),
        None => told,
    };
    if let Some(end) = end {
        text.push_str(&format!("{:>4} {end}\n", moves.len() + 1));
    }
    Ok(text)
}

/// The lines that set a position up.
fn diagram(board: &Board, mover: usize) -> Result<String, String> {
    let sign = |letter: &str| {
        let code = shogi_board::code(letter)?;
        let piece = PIECES.iter().find(|(_, _, own)| *own == code);
        piece
            .map(|(_, sign, _)| *sign)
            .ok_or_else(|| format!("KIF has no piece {letter}"))
    };
    let hand = |player: usize| -> Result<String, String> {
        let mut words = Vec::new();
        for (letter, count) in board.held(player) {
            let number = match count {
                1 => String::new(),
                2..=9 => NUMERALS[count - 1].to_string(),
                10 => "十".to_owned(),
                _ => format!("十{}", NUMERALS[(count - 11).min(8)]),
            };
            words.push(format!("{}{number}", sign(letter)?));
        }
        Ok(match words.is_empty() {
            true => "なし".to_owned(),
            false => words.join("　"),
        })
    };
    let bar = "+---------------------------+\n";
    let mut text = format!(
        "後手の持駒：{}\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n{bar}",
        hand(1)?
    );
    for (row, numeral) in board.cells.iter().zip(NUMERALS) {
        text.push('|');
        for cell in row {
            match cell.as_str() {
                "" => text.push_str(" ・"),
                letter => {
                    let white = letter.contains(char::is_lowercase);
                    text.push(if white { 'v' } else { ' ' });
                    text.push(sign(letter)?);
                }
            }
        }
        text.push_str(&format!("|{numeral}\n"));
    }
    text.push_str(&format!("{bar}先手の持駒：{}\n", hand(0)?));
    if mover == 2 {
        text.push_str("後手番\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_squares_are_japanese() {
        for (text, number) in [("", 1), ("二", 2), ("十", 10), ("十八", 18)] {
            assert_eq!(numeral(text), Some(number), "{text}");
        }
        assert_eq!(square("７六").as_deref(), Some("76"));
        assert_eq!(square("7六").as_deref(), Some("76"));
        assert_eq!(square("同歩"), None);
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        for (text, place) in [
            ("手合割：平手\nhello", (2, 1)),
            ("手合割：百枚落ち", (1, 5)),
            ("手合割：平手\n   1 同　歩(77)", (2, 6)),
            ("手合割：平手\n   1 投了\n   2 ７六歩(77)", (3, 6)),
            ("", (1, 1)),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!((error.line, error.column), place, "{text}: {error}");
        }
    }
}

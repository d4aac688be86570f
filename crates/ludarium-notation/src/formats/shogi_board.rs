//! A board of shogi with its hands, as the files of shogi programs set it up.

/// The pieces: their code, their letter in SFEN, and their number in a set.
const PIECES: [(&str, &str, usize); 14] = [
    ("FU", "P", 18),
    ("KY", "L", 4),
    ("KE", "N", 4),
    ("GI", "S", 4),
    ("KI", "G", 4),
    ("KA", "B", 2),
    ("HI", "R", 2),
    ("OU", "K", 2),
    ("TO", "+P", 0),
    ("NY", "+L", 0),
    ("NK", "+N", 0),
    ("NG", "+S", 0),
    ("UM", "+B", 0),
    ("RY", "+R", 0),
];

/// The order of the pieces in a hand of SFEN.
const HAND_ORDER: [&str; 7] = ["R", "B", "G", "S", "N", "L", "P"];

/// The board at the start, as SFEN writes it.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/// The number of files and ranks.
pub(super) const SIZE: usize = 9;

/// A board while it is read or written: by rank from the top and by file from the left, the letters
/// of SFEN.
#[derive(Default)]
pub(super) struct Board {
    pub cells: Vec<Vec<String>>,
    /// By player, letters.
    pub hands: [Vec<String>; 2],
    /// Whether any line set pieces up.
    pub told: bool,
}

/// The hands of SFEN: `RB2p`, or `-`.
pub(super) fn hands_text(hands: &[Vec<String>; 2]) -> String {
    let mut text = String::new();
    for (player, hand) in hands.iter().enumerate() {
        for letter in HAND_ORDER {
            let letter_text = if player == 0 {
                letter.to_owned()
            } else {
                letter.to_lowercase()
            };
            match hand.iter().filter(|own| *own == letter).count() {
                0 => {}
                1 => text.push_str(&letter_text),
                count => text.push_str(&format!("{count}{letter_text}")),
            }
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

/// The letter of a code.
pub(super) fn letter(code: &str) -> Option<&'static str> {
    PIECES
        .iter()
        .find(|(own, ..)| *own == code)
        .map(|(_, letter, _)| *letter)
}

/// A letter in the case of its owner.
pub(super) fn of_player(letter: &str, player: usize) -> String {
    match player {
        0 => letter.to_owned(),
        _ => letter.to_lowercase(),
    }
}

impl Board {
    /// Reads a line that sets pieces up, without its `P`.
    ///
    /// # Errors
    /// If it cannot be read: the column, and why.
    pub fn line(&mut self, rest: &str) -> Result<(), (usize, String)> {
        let place =
            |text: &str, column: usize| -> Result<(usize, usize, &'static str), (usize, String)> {
                let square = text
                    .get(..2)
                    .and_then(|square| square.parse::<usize>().ok());
                let letter = text.get(2..4).and_then(letter);
                match square.zip(letter) {
                    Some((square, letter)) => Ok((square / 10, square % 10, letter)),
                    None => Err((column, format!("what does {text:?} mean?"))),
                }
            };
        if let Some(without) = rest.strip_prefix('I') {
            self.set_up(START);
            for (index, text) in chunks(without, 4).enumerate() {
                let (file, rank, _) = place(&text, 1 + 4 * index)?;
                let cell = self.cell(file, rank);
                let cell =
                    cell.ok_or_else(|| (1 + 4 * index, format!("no square {file}{rank}")))?;
                cell.clear();
            }
            return Ok(());
        }
        if let Some(rank) = rest.chars().next().and_then(|c| c.to_digit(10)) {
            if !self.told {
                self.clear();
            }
            for (index, text) in chunks(rest.get(1..).unwrap_or_default(), 3).enumerate() {
                let code = text.trim();
                if code == "*" || code.is_empty() {
                    continue;
                }
                let player = usize::from(code.starts_with('-'));
                let column = 1 + 3 * index;
                let letter = code.get(1..).and_then(letter);
                let letter = letter.ok_or_else(|| (column, format!("no piece {code:?}")))?;
                let row = (rank as usize).checked_sub(1);
                let cell = row.and_then(|row| self.cells.get_mut(row)?.get_mut(index));
                *cell.ok_or_else(|| (column, "the rank is too long".to_owned()))? =
                    of_player(letter, player);
            }
            return Ok(());
        }
        let player = match rest.chars().next() {
            Some('+') => 0,
            Some('-') => 1,
            _ => return Err((0, format!("what does P{rest} mean?"))),
        };
        if !self.told {
            self.clear();
        }
        for (index, text) in chunks(&rest[1..], 4).enumerate() {
            if text == "00AL" {
                self.all_others(player);
                continue;
            }
            let (file, rank, letter) = place(&text, 1 + 4 * index)?;
            match self.cell(file, rank) {
                Some(cell) => *cell = of_player(letter, player),
                None if (file, rank) == (0, 0) => self.hands[player].push(letter.to_owned()),
                None => return Err((1 + 4 * index, format!("no square {file}{rank}"))),
            }
        }
        Ok(())
    }

    /// The position in SFEN; `None` for the start of the game.
    pub fn position(&self, white_moves: bool) -> Option<String> {
        let ranks = match self.told {
            true => self.ranks(),
            false => START.to_owned(),
        };
        let held = self.hands.iter().any(|hand| !hand.is_empty());
        let mover = if white_moves { "w" } else { "b" };
        let hands = hands_text(&self.hands);
        (ranks != START || white_moves || held).then(|| format!("{ranks} {mover} {hands} 1"))
    }

    /// Sets up the ranks of an SFEN.
    pub fn set_up(&mut self, ranks: &str) {
        self.clear();
        for (row, rank) in self.cells.iter_mut().zip(ranks.split('/')) {
            let mut file = 0;
            for c in rank.chars() {
                match (c.to_digit(10), row.get_mut(file)) {
                    (Some(gap), _) => file += gap as usize,
                    (None, Some(cell)) => {
                        *cell = c.to_string();
                        file += 1;
                    }
                    (None, None) => {}
                }
            }
        }
    }

    /// Adds a rank below those before: for each file the player and the code of the piece.
    ///
    /// # Errors
    /// If the board is full, or the rank has another length.
    pub fn add_row(&mut self, codes: &[Option<(usize, &str)>]) -> Result<(), String> {
        if !self.told {
            self.cells.clear();
            self.told = true;
        }
        if codes.len() != SIZE || self.cells.len() >= SIZE {
            return Err(format!(
                "a board of shogi has {SIZE} ranks of {SIZE} squares"
            ));
        }
        let cell = |piece: &Option<(usize, &str)>| {
            let piece = piece.and_then(|(player, code)| Some((player, letter(code)?)));
            piece.map_or_else(String::new, |(player, letter)| of_player(letter, player))
        };
        self.cells.push(codes.iter().map(cell).collect());
        Ok(())
    }

    /// Adds pieces to a hand, by their code.
    pub fn add_to_hand(&mut self, player: usize, code: &str, count: usize) {
        if let Some(letter) = letter(code) {
            self.hands[player].extend(std::iter::repeat_n(letter.to_owned(), count));
        }
    }

    /// The letters of the pieces in a hand, with their number.
    pub fn held(&self, player: usize) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let count = move |letter: &str| {
            let hand = self.hands[player].iter();
            hand.filter(|own| own.as_str() == letter).count()
        };
        let counts = HAND_ORDER
            .into_iter()
            .map(move |letter| (letter, count(letter)));
        counts.filter(|(_, count)| *count > 0)
    }

    fn clear(&mut self) {
        self.cells = vec![vec![String::new(); SIZE]; SIZE];
        self.told = true;
    }

    /// The cell of a square, by its file from the right and its rank from the top.
    fn cell(&mut self, file: usize, rank: usize) -> Option<&mut String> {
        let row = self.cells.get_mut(rank.checked_sub(1)?)?;
        row.get_mut(SIZE.checked_sub(file).filter(|_| file > 0)?)
    }

    /// Puts all pieces of the set that are nowhere else into a hand, but no king.
    fn all_others(&mut self, player: usize) {
        for (_, letter, number) in PIECES.iter().filter(|(_, letter, _)| *letter != "K") {
            let is_it = |cell: &&String| cell.trim_start_matches('+').eq_ignore_ascii_case(letter);
            let placed = self
                .cells
                .iter()
                .flatten()
                .chain(self.hands.iter().flatten());
            let placed = placed.filter(is_it).count();
            let left = number.saturating_sub(placed);
            self.hands[player].extend(std::iter::repeat_n((*letter).to_owned(), left));
        }
    }

    /// The ranks as SFEN writes them.
    pub fn ranks(&self) -> String {
        let rank = |row: &Vec<String>| {
            let (mut text, mut gap) = (String::new(), 0);
            for cell in row {
                if cell.is_empty() {
                    gap += 1;
                    continue;
                }
                if gap > 0 {
                    text.push_str(&gap.to_string());
                    gap = 0;
                }
                text.push_str(cell);
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            text
        };
        self.cells.iter().map(rank).collect::<Vec<_>>().join("/")
    }
}

/// The parts of a text, each of this many characters.
fn chunks(text: &str, length: usize) -> impl Iterator<Item = String> {
    let chars: Vec<char> = text.chars().collect();
    let parts: Vec<String> = chars
        .chunks(length)
        .map(|part| part.iter().collect())
        .collect();
    parts.into_iter()
}

/// The code of a piece, by its letter in either case.
pub(super) fn code(letter: &str) -> Result<&'static str, String> {
    let mut pieces = PIECES.iter();
    let found = pieces.find(|(_, own, _)| own.eq_ignore_ascii_case(letter));
    let found = found.map(|(code, ..)| *code);
    found.ok_or_else(|| format!("shogi has no piece {letter}"))
}

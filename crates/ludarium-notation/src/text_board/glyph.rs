//! The characters that stand for pieces.

use std::collections::BTreeMap;

use ludarium_engine::Game;

use ludarium_picture::Names;

use crate::Wording;

/// The characters that pieces may be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Chess pieces and discs of Unicode, letters for the rest.
    #[default]
    Unicode,
    /// ASCII letters only.
    Ascii,
}

/// The characters of a game's pieces.
#[derive(Clone, Debug)]
pub struct Glyphs {
    /// By kind; entry 0 is unused.
    texts: Vec<String>,
    /// By kind: the letter in a written position.
    letters: Vec<String>,
    owners: Vec<usize>,
    /// By kind and state: the letter of a piece whose state has a letter of its own.
    states: BTreeMap<(usize, i32), String>,
    /// Owner, character, name of the piece, and its state where that has a character of its own.
    legend: Vec<(usize, String, String, Option<i32>)>,
    /// x.
    signs: Vec<String>,
    ascii: bool,
}

/// The chess pieces of Unicode: the first player's, the second player's.
const CHESS_PIECES: [(&str, [char; 2]); 6] = [
    ("king", ['♔', '♚']),
    ("queen", ['♕', '♛']),
    ("rook", ['♖', '♜']),
    ("bishop", ['♗', '♝']),
    ("knight", ['♘', '♞']),
    ("pawn", ['♙', '♟']),
];

/// A shape for each player, for games in which each has one kind of piece. Neutral pieces come
/// first.
const DISCS: [char; 9] = ['◇', '○', '●', '□', '■', '△', '▲', '☆', '★'];
const ASCII_DISCS: [char; 9] = ['#', 'O', 'X', 'A', 'B', 'C', 'D', 'E', 'F'];

const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

impl Glyphs {
    /// Chooses a character for every kind of piece; `names` holds those that the game's own
    /// notation prescribes.
    #[must_use]
    pub fn new(game: &Game, style: Style, names: &Names) -> Glyphs {
        let letters = &names.letters;
        let ascii = style == Style::Ascii;
        let components = game.components();
        let pieces: Vec<usize> = (1..components.len())
            .filter(|&what| components[what].die.is_none())
            .collect();
        let owners: Vec<usize> = components.iter().map(|component| component.owner).collect();
        let mut texts = vec![String::new(); components.len()];
        let chosen = choose_letters(
            pieces.iter().map(|&what| components[what].base.as_str()),
            letters,
        );
        let letter = |what: usize, ascii: bool| {
            let (base, owner) = (components[what].base.as_str(), owners[what]);
            match names.owned.get(&(base.to_owned(), owner)) {
                Some(letter) => letter.clone(),
                None => {
                    let letter = chosen.get(base).map_or("?", String::as_str);
                    letter_text(letter, owner, game.players(), ascii)
                }
            }
        };
        let sign = |what: usize| {
            let base = components[what].base.as_str();
            let owned = names.owned.get(&(base.to_owned(), owners[what]));
            owned.map_or_else(|| chosen.get(base).map(String::as_str), |own| Some(own))
        };
        // Of two players the first has the light pieces, unless the source says dark.
        let shade = |owner: usize| match owner {
            1 | 2 if names.dark_first && game.players() == 2 => 3 - owner,
            owner => owner,
        };
        // A disc must not look like the letter of another piece in moves.
        let misleads = |what: usize| {
            let disc = ASCII_DISCS[shade(owners[what]).min(ASCII_DISCS.len() - 1)];
            let of_others = pieces.iter().filter(|&&other| other != what);
            let mut signs = of_others.filter_map(|&other| sign(other));
            signs.any(|sign| sign.eq_ignore_ascii_case(disc.encode_utf8(&mut [0; 4])))
        };
        let discs = has_discs(game, names) && !(ascii && pieces.iter().any(|&what| misleads(what)));
        // In a game with crosses a cross looks like one, and what is no cross is a ring.
        let is_cross = |what: usize| components[what].base.eq_ignore_ascii_case("cross");
        let crosses = game.players() == 2 && pieces.iter().any(|&what| is_cross(what));
        // Chess pieces are drawn as such in games of the chess family, not in draughts with queens.
        let chess_piece = |what: usize| {
            let base = components[what].base.as_str();
            CHESS_PIECES
                .iter()
                .position(|(name, _)| name.eq_ignore_ascii_case(base))
        };
        let mut chess_pieces: Vec<usize> = pieces
            .iter()
            .filter_map(|&what| chess_piece(what))
            .collect();
        chess_pieces.sort_unstable();
        chess_pieces.dedup();
        let chess = chess_pieces.len() >= 3 && !ascii && game.players() <= 2;
        for &what in &pieces {
            let owner = owners[what];
            texts[what] = match chess_piece(what) {
                _ if discs && crosses && (1..=2).contains(&owner) => {
                    let [ring, cross] = if ascii { ['O', 'X'] } else { ['○', '×'] };
                    if is_cross(what) { cross } else { ring }.to_string()
                }
                _ if discs => {
                    let discs = if ascii { &ASCII_DISCS } else { &DISCS };
                    discs[shade(owner).min(DISCS.len() - 1)].to_string()
                }
                Some(piece) if chess && (1..=2).contains(&owner) => {
                    CHESS_PIECES[piece].1[shade(owner) - 1].to_string()
                }
                _ => letter(what, ascii),
            };
        }
        if game.puzzle().is_some() {
            // The board holds numbers.
            for (text, component) in texts.iter_mut().zip(components) {
                text.clone_from(&component.name);
            }
        }
        for (what, component) in components.iter().enumerate() {
            if component.die.is_some() {
                texts[what] = "d".to_owned();
            }
        }
        let mut written = vec![String::new(); components.len()];
        for &what in &pieces {
            written[what] = letter(what, true);
        }
        let mut signs = texts.clone();
        if game.puzzle().is_none() {
            for &what in &pieces {
                signs[what] = sign(what).map_or_else(|| "?".to_owned(), str::to_uppercase);
            }
        }
        let mut states = BTreeMap::new();
        for &what in &pieces {
            for ((piece, state, owner), letter) in &names.states {
                if components[what].base == *piece && owners[what] == *owner {
                    states.insert((what, *state), letter.clone());
                }
            }
        }
        let mut legend = Vec::new();
        for &what in &pieces {
            let base = &components[what].base;
            let name = match is_told_by(&signs[what], &texts[what], base) {
                true => base.clone(),
                false => format!("{base} ({})", signs[what]),
            };
            legend.push((owners[what], texts[what].clone(), name, None));
            for ((own, state), text) in &states {
                if *own == what && *text != texts[what] {
                    legend.push((owners[what], text.clone(), base.clone(), Some(*state)));
                }
            }
        }
        Glyphs {
            texts,
            letters: written,
            owners,
            states,
            legend,
            signs,
            ascii,
        }
    }

    /// The characters for a kind of piece, by its index in `Game::components`.
    #[must_use]
    pub fn of(&self, what: usize) -> &str {
        self.texts.get(what).map_or("?", String::as_str)
    }

    /// The characters for a kind of piece in a state.
    #[must_use]
    pub fn in_state(&self, what: usize, state: i32) -> &str {
        self.states
            .get(&(what, state))
            .map_or_else(|| self.of(what), String::as_str)
    }

    /// The letters of written positions that tell a piece's state too: kind, state, letter.
    pub fn letters_of_states(&self) -> impl Iterator<Item = (usize, i32, &str)> {
        let states = self.states.iter();
        states.map(|((what, state), letter)| (*what, *state, letter.as_str()))
    }

    /// The letter of a kind of piece in a written position; it tells the owner.
    #[must_use]
    pub fn letter(&self, what: usize) -> &str {
        self.letters.get(what).map_or("", String::as_str)
    }

    /// The player who owns a kind of piece; 0 for neutral pieces.
    #[must_use]
    pub fn owner(&self, what: usize) -> usize {
        self.owners.get(what).copied().unwrap_or(0)
    }

    /// The character for an empty site.
    #[must_use]
    pub fn empty(&self) -> char {
        if self.ascii {
            '.'
        } else {
            '·'
        }
    }

    /// Whether only ASCII characters may be used.
    #[must_use]
    pub fn ascii(&self) -> bool {
        self.ascii
    }

    /// The letter for a kind of piece in a move: one that a keyboard has, for any owner.
    #[must_use]
    pub fn sign(&self, what: usize) -> &str {
        self.signs.get(what).map_or("?", String::as_str)
    }

    /// For each owner the characters and names of the pieces: `♔ King  ♘ Knight (N)`, with
    /// the letter that moves write where neither tells it.
    #[must_use]
    pub fn legend(&self, wording: &Wording) -> Vec<(usize, String)> {
        let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        // Numbers on the board need no explanation.
        for (owner, text, name, state) in self.legend.iter().filter(|line| line.1 != line.2) {
            let told = match state.map(|state| (state, wording.table.state(name, state))) {
                None => format!("{text} {name}"),
                Some((_, Some(told))) => format!("{text} {name}, {told}"),
                Some((state, None)) => format!("{text} {name} in state {state}"),
            };
            lines.entry(*owner).or_default().push(told);
        }
        lines
            .into_iter()
            .map(|(owner, names)| (owner, names.join("  ")))
            .collect()
    }
}

/// Whether the letter of a piece in moves is the character that is drawn, or begins its name.
fn is_told_by(letter: &str, drawn: &str, name: &str) -> bool {
    let begins = |text: &str| text.to_lowercase().starts_with(&letter.to_lowercase());
    let looks_so = matches!((letter, drawn), ("X", "×") | ("O", "○"));
    letter == "?" || looks_so || begins(drawn) || begins(name)
}

/// Whether each player has one kind of piece only, so that shapes of one character tell them apart.
pub(super) fn has_discs(game: &Game, names: &Names) -> bool {
    let mut kinds = vec![0; game.players() + 2];
    for component in game.components().iter().skip(1) {
        if component.die.is_none() {
            kinds[component.owner.min(game.players() + 1)] += 1;
        }
    }
    let single = kinds.iter().all(|count| *count <= 1) && game.players() < DISCS.len();
    single && names.states.is_empty()
}

/// Of two players the first has capitals and the second small letters; with more players the
/// owner's number follows the letter.
pub(crate) fn letter_text(letter: &str, owner: usize, players: usize, ascii: bool) -> String {
    match (owner, players) {
        (2, ..=2) => letter.to_lowercase(),
        (_, ..=2) => letter.to_uppercase(),
        (0, _) => letter.to_lowercase(),
        _ => {
            let mut text: String = letter.to_uppercase();
            match SUBSCRIPTS.get(owner) {
                Some(subscript) if !ascii => text.push(*subscript),
                _ => text.push_str(&owner.to_string()),
            }
            text
        }
    }
}

/// A letter for each name: the prescribed one, else the first letter of the name that is still
/// free, else any free letter or digit.
fn choose_letters<'a>(
    names: impl Iterator<Item = &'a str>,
    prescribed: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut chosen: BTreeMap<String, String> = BTreeMap::new();
    let names: Vec<&str> = names.collect();
    let mut taken: Vec<String> = prescribed
        .values()
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    // Chess writes the knight as N, so that the king has the K.
    if names.contains(&"King") && names.contains(&"Knight") && prescribed.is_empty() {
        chosen.insert("Knight".to_owned(), "N".to_owned());
        taken.push("N".to_owned());
    }
    for name in names {
        if chosen.contains_key(name) {
            continue;
        }
        let known = prescribed
            .iter()
            .find(|(piece, _)| piece.eq_ignore_ascii_case(name));
        let letter = known
            .map(|(_, letter)| letter.to_ascii_uppercase())
            .unwrap_or_else(|| {
                let own = name
                    .chars()
                    .filter(char::is_ascii_alphabetic)
                    .map(|c| c.to_ascii_uppercase());
                let free = own
                    .chain('A'..='Z')
                    .chain('0'..='9')
                    .map(String::from)
                    .find(|c| !taken.contains(c));
                free.unwrap_or_else(|| "?".to_owned())
            });
        taken.push(letter.clone());
        chosen.insert(name.to_owned(), letter);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_one_initial_get_different_letters() {
        let letters = choose_letters(["Knight", "King", "Kangaroo"].into_iter(), &BTreeMap::new());
        assert_eq!(
            [&letters["Knight"], &letters["King"], &letters["Kangaroo"]],
            ["N", "K", "A"]
        );
    }

    #[test]
    fn a_prescribed_letter_goes_before_an_initial() {
        let prescribed = BTreeMap::from([("Knight".to_owned(), "n".to_owned())]);
        let letters = choose_letters(["Knight", "Nun", "King"].into_iter(), &prescribed);
        assert_eq!(
            [&letters["Knight"], &letters["Nun"], &letters["King"]],
            ["N", "U", "K"]
        );
    }

    #[test]
    fn the_second_player_has_small_letters_and_the_third_a_number() {
        assert_eq!(letter_text("K", 2, 2, false), "k");
        assert_eq!(letter_text("K", 3, 4, false), "K₃");
        assert_eq!(letter_text("K", 3, 4, true), "K3");
    }
}

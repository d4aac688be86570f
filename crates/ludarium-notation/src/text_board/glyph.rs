//! Which character stands for which piece.

use std::collections::BTreeMap;

use ludarium_engine::Game;

use super::Names;
use crate::words::Words;

/// How pieces are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Chessmen and discs as Unicode has them, letters for the rest.
    #[default]
    Unicode,
    /// Letters only.
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
    /// By kind and state: the letter of a piece in a state of its own.
    states: BTreeMap<(usize, i32), String>,
    /// Owner, character, name of the piece, and its state where that has a character of its own.
    legend: Vec<(usize, String, String, Option<i32>)>,
    /// By kind: the letter of a piece in a move, whoever it belongs to.
    signs: Vec<String>,
    ascii: bool,
}

/// The chessmen of Unicode: the first player's, the second player's.
const CHESSMEN: [(&str, [char; 2]); 6] = [
    ("king", ['♔', '♚']),
    ("queen", ['♕', '♛']),
    ("rook", ['♖', '♜']),
    ("bishop", ['♗', '♝']),
    ("knight", ['♘', '♞']),
    ("pawn", ['♙', '♟']),
];

/// One shape a player, for games in which each has one kind of piece. Neutral pieces come first.
const DISCS: [char; 9] = ['◇', '○', '●', '□', '■', '△', '▲', '☆', '★'];
const ASCII_DISCS: [char; 9] = ['#', 'O', 'X', 'A', 'B', 'C', 'D', 'E', 'F'];

const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

impl Glyphs {
    /// Chooses a character for every kind of piece. `names` gives those that the game's own
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
        let single = {
            let mut kinds = vec![0; game.players() + 2];
            for &what in &pieces {
                kinds[owners[what].min(game.players() + 1)] += 1;
            }
            kinds.iter().all(|count| *count <= 1) && game.players() < DISCS.len()
        };
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
        // Chessmen are drawn as such where the game is some chess, and not in draughts with queens.
        let is_chessman = |what: usize| {
            let base = components[what].base.as_str();
            CHESSMEN
                .iter()
                .position(|(name, _)| name.eq_ignore_ascii_case(base))
        };
        let mut men: Vec<usize> = pieces
            .iter()
            .filter_map(|&what| is_chessman(what))
            .collect();
        men.sort_unstable();
        men.dedup();
        let chess = men.len() >= 3 && !ascii && game.players() <= 2;
        // Of two players the first has the light men, unless the source gives him the dark ones.
        let shade = |owner: usize| match owner {
            1 | 2 if names.dark_first && game.players() == 2 => 3 - owner,
            owner => owner,
        };
        for &what in &pieces {
            let owner = owners[what];
            texts[what] = match is_chessman(what) {
                _ if single && names.states.is_empty() => {
                    let discs = if ascii { &ASCII_DISCS } else { &DISCS };
                    discs[shade(owner).min(DISCS.len() - 1)].to_string()
                }
                Some(man) if chess && (1..=2).contains(&owner) => {
                    CHESSMEN[man].1[shade(owner) - 1].to_string()
                }
                _ => letter(what, ascii),
            };
        }
        if game.puzzle().is_some() {
            // What stands on the board are numbers.
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
                let base = components[what].base.as_str();
                let owned = names.owned.get(&(base.to_owned(), owners[what]));
                let sign = owned.or_else(|| chosen.get(base));
                signs[what] = sign.map_or_else(|| "?".to_owned(), |sign| sign.to_uppercase());
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
            legend.push((owners[what], texts[what].clone(), base.clone(), None));
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

    /// The text of a kind of piece.
    #[must_use]
    pub fn of(&self, what: usize) -> &str {
        self.texts.get(what).map_or("?", String::as_str)
    }

    /// The text of a kind of piece in a state.
    #[must_use]
    pub fn in_state(&self, what: usize, state: i32) -> &str {
        self.states
            .get(&(what, state))
            .map_or_else(|| self.of(what), String::as_str)
    }

    /// The letters of written positions for pieces in a state of their own: kind, state, letter.
    pub fn letters_of_states(&self) -> impl Iterator<Item = (usize, i32, &str)> {
        let states = self.states.iter();
        states.map(|((what, state), letter)| (*what, *state, letter.as_str()))
    }

    /// The letter of a kind of piece in a written position.
    #[must_use]
    pub fn letter(&self, what: usize) -> &str {
        self.letters.get(what).map_or("", String::as_str)
    }

    /// The owner of a kind of piece.
    #[must_use]
    pub fn owner(&self, what: usize) -> usize {
        self.owners.get(what).copied().unwrap_or(0)
    }

    /// What marks an empty site.
    #[must_use]
    pub fn empty(&self) -> char {
        if self.ascii {
            '.'
        } else {
            '·'
        }
    }

    /// Whether only letters may be used.
    #[must_use]
    pub fn ascii(&self) -> bool {
        self.ascii
    }

    /// The letter that stands for a kind of piece in a move: anybody can type it.
    #[must_use]
    pub fn sign(&self, what: usize) -> &str {
        self.signs.get(what).map_or("?", String::as_str)
    }

    /// By owner: each piece's character and name.
    #[must_use]
    pub fn legend(&self, words: &Words) -> Vec<(usize, String)> {
        let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        // A number on the board needs no explaining.
        for (owner, text, name, state) in self.legend.iter().filter(|line| line.1 != line.2) {
            let told = match state.map(|state| (state, words.table.state(name, state))) {
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

/// The first player's letters are capitals, the second's small; with more players the number
/// follows.
fn letter_text(letter: &str, owner: usize, players: usize, ascii: bool) -> String {
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

/// A letter for each name: the prescribed one, else the first of the name that is still free, else
/// any that is.
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
    // Chess writes the knight with an N, so that the king has the K.
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

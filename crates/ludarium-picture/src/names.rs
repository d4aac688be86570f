//! The names that a game's own notation gives to pieces and sites.

use std::collections::BTreeMap;

use ludarium_games::about::{Letter, Owner, Squares};
use ludarium_games::drawing::SiteLook;
use ludarium_games::About;

/// Letters and labels of a game's notation.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// By the piece's name without the player's number: its letter.
    pub letters: BTreeMap<String, String>,
    /// By the piece's name and owner: its exact letter, if the notation has one for each owner.
    pub owned: BTreeMap<(String, usize), String>,
    /// By the piece's name, state and owner: the letter for that state.
    pub states: BTreeMap<(String, i32, usize), String>,
    /// By letter that other programs use: the piece's name.
    pub standard: BTreeMap<String, String>,
    /// By site: its label.
    pub sites: BTreeMap<usize, String>,
    /// By slot: the number by which the first player calls the site, where players number the
    /// sites of the board from their own side.
    pub point_numbers: BTreeMap<usize, String>,
    /// The letters that no column is named by.
    pub skipped: String,
    /// The pieces of the sites of a hand, in order, if each kind has its own site.
    pub hand: Vec<String>,
    /// Whether the first player has the dark pieces.
    pub dark_first: bool,
    /// Whether sites on vertices are drawn as cells.
    pub cells: bool,
}

impl Names {
    /// Reads the names from the notation of an `about.toml`.
    #[must_use]
    pub fn new(about: &About) -> Names {
        let notation = &about.notation;
        let mut names = Names {
            letters: about.letters(),
            standard: (notation.also.iter().chain(&about.protocol.letters))
                .map(|(letter, piece)| (letter.clone(), piece.clone()))
                .collect(),
            skipped: notation.skipped.to_lowercase(),
            hand: notation.hand.clone(),
            dark_first: about.board.dark_first,
            cells: about.board.sites == Some(SiteLook::Cells),
            ..Names::default()
        };
        for (letter, meaning) in &notation.letters {
            if letter.is_empty() {
                continue;
            }
            match meaning {
                Letter::Piece(piece) => {
                    let named = notation.owners.get(letter).copied();
                    let owner = named.unwrap_or(0);
                    if named.is_some() {
                        let own = names.owned.entry((piece.clone(), owner));
                        own.or_insert_with(|| letter.clone());
                    }
                    if let Some(state) = notation.states.get(letter) {
                        let owned = match notation.owner {
                            Owner::Case => {
                                vec![(1, letter.to_uppercase()), (2, letter.to_lowercase())]
                            }
                            Owner::Prefix | Owner::Letter => vec![(owner, letter.clone())],
                        };
                        for (owner, letter) in owned {
                            names.states.insert((piece.clone(), *state, owner), letter);
                        }
                    }
                }
                Letter::Site(site) => {
                    if let Ok(site) = usize::try_from(*site) {
                        names.sites.insert(site, letter.clone());
                    }
                }
            }
        }
        if let Some(first) = notation.sites.get("1") {
            let numeric = |name: &str| name.chars().all(|c| c.is_ascii_digit());
            for (name, site) in first.iter().filter(|(name, _)| numeric(name)) {
                if let Ok(site) = usize::try_from(*site) {
                    names.point_numbers.insert(site, name.clone());
                }
            }
        }
        // Tables that number the points from one side only do not label them for both players.
        let lettered = |row: &str| row.len() == 1 && row.starts_with(char::is_alphabetic);
        if notation.squares == Squares::Table && notation.rows.keys().all(|row| lettered(row)) {
            for (row, sites) in &notation.rows {
                for (index, site) in sites.iter().enumerate() {
                    if let Ok(site) = usize::try_from(*site) {
                        names.sites.insert(site, format!("{row}{}", index + 1));
                    }
                }
            }
        }
        names
    }

    /// The name of a site with this label: that of the game's notation, else the label in small
    /// letters, its column named without the skipped letters.
    #[must_use]
    pub fn site_name(&self, slot: usize, label: &str) -> String {
        if let Some(name) = self.sites.get(&slot) {
            return name.clone();
        }
        let label = label.to_lowercase();
        let digits = label.find(|c: char| !c.is_ascii_lowercase());
        let (column, rest) = label.split_at(digits.unwrap_or(label.len()));
        if self.skipped.is_empty() || column.is_empty() || rest.is_empty() {
            return label;
        }
        column_without(column, &self.skipped) + rest
    }
}

/// The name of a column (`i`, `ab`) in an alphabet without the skipped letters.
fn column_without(column: &str, skipped: &str) -> String {
    let letters = (b'a'..=b'z').map(char::from);
    let alphabet: Vec<char> = letters.filter(|c| !skipped.contains(*c)).collect();
    // Columns are numbered as in a spreadsheet: a to z, then aa, ab, ...
    let number = column.bytes().fold(0_usize, |number, letter| {
        number
            .saturating_mul(26)
            .saturating_add(usize::from(letter - b'a') + 1)
    });
    let (mut rest, mut name) = (number, String::new());
    while rest > 0 && !alphabet.is_empty() {
        name.insert(0, alphabet[(rest - 1) % alphabet.len()]);
        rest = (rest - 1) / alphabet.len();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of a go board are a to t without i.
    #[test]
    fn columns_skip_letters() {
        let columns: String = ('a'..='s')
            .map(|c| column_without(&c.to_string(), "i"))
            .collect();
        assert_eq!(columns, "abcdefghjklmnopqrst");
        assert_eq!(column_without("z", "i"), "aa");
        assert_eq!(column_without("aa", ""), "aa");
    }
}

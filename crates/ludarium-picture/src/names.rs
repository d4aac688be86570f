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
}

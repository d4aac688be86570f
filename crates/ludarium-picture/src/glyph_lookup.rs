//! Chooses the drawing for each kind of piece.

use std::collections::BTreeSet;

use ludarium_engine::Game;
use ludarium_games::drawing::{Glyph, PieceGlyph, PieceLook};
use ludarium_games::About;

use crate::characters;
use crate::names::Names;

/// What is drawn for a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceIcon {
    /// The drawing, or letters if there is none.
    pub symbol: Symbol,
    /// A small symbol in a corner that distinguishes kinds with the same drawing.
    pub mark: Option<Symbol>,
}

/// A drawing, or letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// One of the built-in drawings.
    Glyph(Glyph),
    /// One or two letters, or a number.
    Letters(String),
}

/// What the pieces of a game show, where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceSet {
    /// The characters of a traditional set, if the game has one.
    #[default]
    Characters,
    /// Pictures.
    Pictures,
}

/// The icons of all kinds of pieces of a game.
#[derive(Clone, Debug)]
pub struct PieceIcons {
    /// By kind; entry 0 is unused.
    icons: Vec<PieceIcon>,
    /// Whether the pieces are figures, discs or wedges.
    pub look: PieceLook,
}

/// Names of shogi pieces. Both players have the same colour there, so pieces are drawn as wedges.
const SHOGI_PIECES: [&str; 14] = [
    "hisha",
    "kin",
    "gin",
    "fu",
    "yari",
    "osho",
    "gyokusho",
    "kinsho",
    "ginsho",
    "keima",
    "kyosha",
    "fuhyo",
    "goldgeneral",
    "silvergeneral",
];

impl PieceIcons {
    /// Chooses an icon for each kind of piece: the one in `about.toml`, else the one its name
    /// suggests, else letters. No two kinds of one owner get the same icon.
    #[must_use]
    pub fn new(game: &Game, about: Option<&About>, names: &Names) -> PieceIcons {
        PieceIcons::of_set(game, about, names, PieceSet::default())
    }

    /// Chooses the icons of a set.
    #[must_use]
    pub fn of_set(game: &Game, about: Option<&About>, names: &Names, set: PieceSet) -> PieceIcons {
        let character = |base: &str, owner: usize| {
            let set = about.filter(|_| set == PieceSet::Characters)?;
            let character = set.characters.get(base)?.of(owner)?;
            characters::is_known(character).then(|| PieceIcon {
                symbol: Symbol::Letters(character.to_string()),
                mark: None,
            })
        };
        let components = game.components();
        let is_puzzle = game.puzzle().is_some();
        let mut icons: Vec<PieceIcon> = Vec::with_capacity(components.len());
        let mut used: BTreeSet<(usize, PieceIcon)> = BTreeSet::new();
        let mut icon_by_base: Vec<(String, PieceIcon)> = Vec::new();
        let plain_letters = |base: &str| {
            let letter = names
                .letters
                .get(base)
                .map(|c| c.to_uppercase().to_string());
            letter
                .or_else(|| {
                    base.chars()
                        .find(|c| c.is_alphanumeric())
                        .map(|c| c.to_uppercase().to_string())
                })
                .unwrap_or_else(|| "?".to_owned())
        };
        for (what, component) in components.iter().enumerate() {
            let base = component.base.as_str();
            if let Some(icon) = character(base, component.owner) {
                used.insert((component.owner, icon.clone()));
                icons.push(icon);
                continue;
            }
            let known = icon_by_base.iter().find(|(name, _)| name == base);
            if let Some((_, icon)) = known {
                if used.insert((component.owner, icon.clone())) {
                    icons.push(icon.clone());
                    continue;
                }
            }
            let described = about.and_then(|about| about.glyphs.get(base)).copied();
            let guessed = || PieceGlyph::guess(base);
            let drawing = match is_puzzle {
                true => None,
                false => described.or_else(guessed),
            };
            let mut icon = match drawing {
                Some(drawing) => PieceIcon {
                    symbol: Symbol::Glyph(drawing.glyph),
                    mark: drawing.mark.map(Symbol::Glyph),
                },
                None if is_puzzle => PieceIcon {
                    symbol: Symbol::Letters(component.name.clone()),
                    mark: None,
                },
                None => PieceIcon {
                    symbol: Symbol::Letters(plain_letters(base)),
                    mark: None,
                },
            };
            // Dice are drawn by the `dice` module.
            if what > 0 && component.die.is_none() {
                let mut spellings_left =
                    distinguishing_letters(base, &plain_letters(base)).into_iter();
                while used.contains(&(component.owner, icon.clone())) {
                    let Some(letters) = spellings_left.next() else {
                        break;
                    };
                    match &icon.symbol {
                        Symbol::Glyph(_) => icon.mark = Some(Symbol::Letters(letters)),
                        Symbol::Letters(_) => icon.symbol = Symbol::Letters(letters),
                    }
                }
                used.insert((component.owner, icon.clone()));
                icon_by_base.push((base.to_owned(), icon.clone()));
            }
            icons.push(icon);
        }
        let shogi_pieces = components
            .iter()
            .filter(|component| {
                SHOGI_PIECES.contains(&ludarium_games::fold(&component.base).as_str())
            })
            .map(|component| &component.base)
            .collect::<BTreeSet<_>>();
        let look = about.map(|about| about.board.pieces).unwrap_or_default();
        PieceIcons {
            icons,
            look: match look {
                PieceLook::Figures if shogi_pieces.len() >= 3 && game.players() == 2 => {
                    PieceLook::Wedges
                }
                look => look,
            },
        }
    }

    /// The icon of a kind of piece.
    #[must_use]
    pub fn of(&self, what: usize) -> Option<&PieceIcon> {
        self.icons.get(what)
    }
}

/// Letters that can distinguish a piece, best first: one letter, two of its name, then any.
fn distinguishing_letters(name: &str, first: &str) -> Vec<String> {
    let mut all = vec![first.to_owned()];
    let capitals: String = name.chars().filter(|c| c.is_uppercase()).take(2).collect();
    if capitals.chars().count() == 2 {
        all.push(capitals);
    }
    let digits: String = name.chars().filter(char::is_ascii_digit).take(2).collect();
    if !digits.is_empty() {
        all.push(digits);
    }
    let rest = name.chars().filter(|c| c.is_alphanumeric()).skip(1);
    all.extend(rest.map(|c| format!("{first}{}", c.to_lowercase())));
    all.extend(('2'..='9').map(|c| format!("{first}{c}")));
    all.extend(('a'..='z').map(|c| format!("{first}{c}")));
    all
}

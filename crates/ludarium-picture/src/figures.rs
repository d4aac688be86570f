//! Which drawing stands for which kind of piece.

use std::collections::BTreeSet;

use ludarium_engine::Game;
use ludarium_games::drawing::{Figure, Glyph, MenLook};
use ludarium_games::About;

use crate::names::Names;

/// What is drawn for a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The drawing, or letters where there is none.
    pub sign: Sign,
    /// A small sign beside it, which tells kinds of one drawing apart.
    pub mark: Option<Sign>,
}

/// A drawing, or letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// A drawing.
    Glyph(Glyph),
    /// One or two letters, or a number.
    Letters(String),
}

/// The forms of a game's pieces.
#[derive(Clone, Debug)]
pub struct Forms {
    /// By kind; entry 0 is unused.
    forms: Vec<Form>,
    /// On what they are drawn.
    pub men: MenLook,
}

/// The pieces of the Japanese chess, which all have one colour.
const WEDGED: [&str; 14] = [
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

impl Forms {
    /// Chooses what each kind of piece is drawn as: what `about.toml` says, else what its name
    /// suggests, else letters. No two kinds of one owner get the same form.
    #[must_use]
    pub fn new(game: &Game, about: Option<&About>, names: &Names) -> Forms {
        let components = game.components();
        let numbers = game.puzzle().is_some();
        let mut forms: Vec<Form> = Vec::with_capacity(components.len());
        let mut taken: BTreeSet<(usize, Form)> = BTreeSet::new();
        let mut bases: Vec<(String, Form)> = Vec::new();
        let plain_letters = |base: &str| {
            let own = names
                .letters
                .get(base)
                .map(|c| c.to_uppercase().to_string());
            own.or_else(|| {
                base.chars()
                    .find(|c| c.is_alphanumeric())
                    .map(|c| c.to_uppercase().to_string())
            })
            .unwrap_or_else(|| "?".to_owned())
        };
        for (what, component) in components.iter().enumerate() {
            let base = component.base.as_str();
            let alike = bases.iter().find(|(own, _)| own == base);
            if let Some((_, form)) = alike {
                if taken.insert((component.owner, form.clone())) {
                    forms.push(form.clone());
                    continue;
                }
            }
            let said = about.and_then(|about| about.glyphs.get(base)).copied();
            let guessed = || Figure::guess(base);
            let figure = match numbers {
                true => None,
                false => said.or_else(guessed),
            };
            let mut form = match figure {
                Some(figure) => Form {
                    sign: Sign::Glyph(figure.glyph),
                    mark: figure.of.map(Sign::Glyph),
                },
                None if numbers => Form {
                    sign: Sign::Letters(component.name.clone()),
                    mark: None,
                },
                None => Form {
                    sign: Sign::Letters(plain_letters(base)),
                    mark: None,
                },
            };
            // Dice are drawn as they fell, and not as pieces.
            if what > 0 && component.die.is_none() {
                let mut tries = spellings(base, &plain_letters(base)).into_iter();
                while taken.contains(&(component.owner, form.clone())) {
                    let Some(letters) = tries.next() else { break };
                    match &form.sign {
                        Sign::Glyph(_) => form.mark = Some(Sign::Letters(letters)),
                        Sign::Letters(_) => form.sign = Sign::Letters(letters),
                    }
                }
                taken.insert((component.owner, form.clone()));
                bases.push((base.to_owned(), form.clone()));
            }
            forms.push(form);
        }
        let wedged = components
            .iter()
            .filter(|component| WEDGED.contains(&ludarium_games::fold(&component.base).as_str()))
            .map(|component| &component.base)
            .collect::<BTreeSet<_>>();
        let men = about.map(|about| about.board.men).unwrap_or_default();
        Forms {
            forms,
            men: match men {
                MenLook::Figures if wedged.len() >= 3 && game.players() == 2 => MenLook::Wedges,
                men => men,
            },
        }
    }

    /// The form of a kind of piece.
    #[must_use]
    pub fn of(&self, what: usize) -> Option<&Form> {
        self.forms.get(what)
    }
}

/// The letters that a piece may be told by, the best first: one, then two of its name, then any.
fn spellings(name: &str, first: &str) -> Vec<String> {
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

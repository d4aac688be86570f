//! The language reference: the table of ludemes, with notes and examples.
//!
//! The forms, their arguments and one-line meanings come from the table in the crate
//! `ludarium-lud`, the notes and examples from the texts in `crates/ludarium-games/notes`, and the
//! games that use a ludeme from the descriptions. The same entries are printed in the terminal
//! ([`text`]) and written as pages of the book ([`book`]).

pub mod book;
mod default_value;
pub(crate) mod definitions;
mod example;
mod lookup;
mod note;
pub mod text;
mod usage;

use std::sync::OnceLock;

use ludarium_lud::ludeme::{words_of, FormPart};
use ludarium_lud::{Call, Ludeme};

pub use default_value::default_value;
pub use example::{framed, frames, Example, Frame};
pub use lookup::{look_up, Found};
pub use note::{general, note, problems, Note};
pub use usage::{used_by, used_by_default};

/// A chapter of the reference.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The name of its page in links.
    pub slug: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What its ludemes have in common.
    pub about: &'static str,
    /// The types of its ludemes.
    pub sorts: &'static [&'static str],
}

/// All chapters, in the order of the reference.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        slug: "game",
        title: "The game and its rules",
        about: "The outermost parts of a description: the game, its players, its phases and the rules that \
                override all others.",
        sorts: &[
            "game", "players", "seat", "mode", "rules", "meta", "metaRule", "play", "phase",
            "nextPhase", "games", "subgame",
        ],
    },
    Chapter {
        slug: "equipment",
        title: "Equipment",
        about: "The equipment of a game: boards, tracks, pieces, dice, hands, regions, maps.",
        sorts: &[
            "equipment", "board", "item", "track", "path", "values", "flips", "deckCard", "hint",
            "pair",
        ],
    },
    Chapter {
        slug: "graphs",
        title: "Graphs",
        about: "The shapes of boards, and operations on graphs. Any of these may be used wherever a graph is \
                expected.",
        sorts: &["graph", "poly", "dim"],
    },
    Chapter {
        slug: "start",
        title: "The start",
        about: "How the starting position is set up.",
        sorts: &["start", "startRule", "pairCount"],
    },
    Chapter {
        slug: "moves",
        title: "Moves",
        about: "The moves a player may choose from, and the parts that say where a move starts, passes and \
                ends.",
        sorts: &["decision", "from", "to", "between", "apply", "then", "withPiece", "byPlayer"],
    },
    Chapter {
        slug: "effects",
        title: "Effects",
        about: "What happens without a choice: after a move, at a site, or for every site, piece or player. \
                Most effects may also be used where moves are expected.",
        sorts: &["effect", "operator"],
    },
    Chapter {
        slug: "end",
        title: "The end",
        about: "When a game ends, and with what result.",
        sorts: &["end", "endRule", "result", "score", "payoff"],
    },
    Chapter {
        slug: "conditions",
        title: "Conditions",
        about: "Boolean expressions.",
        sorts: &["boolean"],
    },
    Chapter {
        slug: "numbers",
        title: "Numbers",
        about: "Integer expressions: sites, players, counts, values. Sites, players and kinds of pieces are \
                numbers, so any of these may stand for one.",
        sorts: &["int"],
    },
    Chapter {
        slug: "sites",
        title: "Sets of sites",
        about: "Regions of the board and of the containers beside it.",
        sorts: &["sites"],
    },
    Chapter {
        slug: "lists",
        title: "Lists and ranges",
        about: "Lists of integers, and ranges.",
        sorts: &["ints", "rotations", "range"],
    },
    Chapter {
        slug: "directions",
        title: "Directions",
        about: "The directions of steps, slides and lines.",
        sorts: &["direction"],
    },
    Chapter {
        slug: "floats",
        title: "Floating-point numbers",
        about: "Floating-point expressions, used in graphs, payoffs and probabilities.",
        sorts: &["float"],
    },
];

/// Forms of a ludeme that share a title and a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LudemeEntry {
    /// The title: `move Step`.
    pub title: String,
    /// The chapter.
    pub chapter: &'static Chapter,
    /// The forms, in the order of the table.
    pub forms: Vec<Ludeme>,
}

/// All entries, by chapter and then in the order of the table.
pub fn entries() -> &'static [LudemeEntry] {
    static ENTRIES: OnceLock<Vec<LudemeEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let mut entries: Vec<LudemeEntry> = Vec::new();
        for chapter in CHAPTERS {
            for sort in chapter.sorts {
                for ludeme in Ludeme::all().filter(|ludeme| ludeme.sort() == *sort) {
                    let title = title(ludeme);
                    let same =
                        |entry: &&mut LudemeEntry| entry.chapter == chapter && entry.title == title;
                    match entries.iter_mut().find(same) {
                        Some(entry) => entry.forms.push(ludeme),
                        None => entries.push(LudemeEntry {
                            title,
                            chapter,
                            forms: vec![ludeme],
                        }),
                    }
                }
            }
        }
        entries
    })
}

/// The entries of the ludemes that a checked tree uses, in the order of the reference.
///
/// ```
/// use ludarium_games::{find, load, reference};
///
/// let hex = load(find("hex")?, &[]).unwrap();
/// let used = reference::used_in(&hex.description.game);
/// assert!(used.iter().any(|entry| entry.title.starts_with("is Blocked, Connected")));
/// # Ok::<(), ludarium_games::UnknownGame>(())
/// ```
#[must_use]
pub fn used_in(game: &ludarium_lud::Node) -> Vec<&'static LudemeEntry> {
    let mut used = std::collections::HashSet::new();
    crate::sheet::each_call(game, &mut |call| {
        used.insert(call.ludeme);
    });
    let uses = |entry: &&LudemeEntry| entry.forms.iter().any(|form| used.contains(form));
    entries().iter().filter(uses).collect()
}

/// The number of alternative words in a title.
const WORDS_IN_TITLE: usize = 3;

/// The title of a form: its keyword and the words that must follow it; of alternative words, the
/// first few.
#[must_use]
pub fn title(ludeme: Ludeme) -> String {
    let mut title = keyword_and_words(ludeme);
    if let Some(words) = telling_words(ludeme) {
        title.push(' ');
        title.push_str(&words[..words.len().min(WORDS_IN_TITLE)].join(", "));
        if words.len() > WORDS_IN_TITLE {
            title.push_str(", …");
        }
    }
    title
}

/// The title of a ludeme in a description: like [`title`], but with the word that is written there.
#[must_use]
pub fn title_of(call: &Call) -> String {
    let mut title = keyword_and_words(call.ludeme);
    let written = call.args.first().and_then(Option::as_ref);
    if let (Some(words), Some(word)) = (
        telling_words(call.ludeme),
        written.and_then(ludarium_lud::Node::word),
    ) {
        if words.contains(&word) {
            title.push(' ');
            title.push_str(word);
        }
    }
    title
}

fn keyword_and_words(ludeme: Ludeme) -> String {
    let mut title = ludeme.keyword().to_owned();
    for part in ludeme.parts() {
        let FormPart::Word(word) = part else { break };
        title.push(' ');
        title.push_str(word);
    }
    title
}

/// The alternatives for the first argument, if these words belong to this keyword alone.
fn telling_words(ludeme: Ludeme) -> Option<Vec<&'static str>> {
    match ludeme.parts().first()? {
        FormPart::Argument(argument) if !argument.optional => own_words(ludeme, argument.name),
        _ => None,
    }
}

/// The words of an enumeration that belongs to a ludeme's keyword, as `isSiteType` does to `is`.
#[must_use]
pub fn own_words(ludeme: Ludeme, enumeration: &str) -> Option<Vec<&'static str>> {
    // The names of tilings do not distinguish forms.
    let own = enumeration.starts_with(ludeme.keyword()) && ludeme.keyword() != "tiling";
    own.then(|| words_of(enumeration)).flatten()
}

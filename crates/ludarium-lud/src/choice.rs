//! Options and rulesets, and the user's choices among them.

use crate::lexer::Bracket;
use crate::nearest::nearest;
use crate::option::ParsedOption;
use crate::tree::Item;
use crate::{Diagnostic, Span};

/// The user's choice of options and ruleset. Anything not chosen takes its default.
///
/// ```
/// use ludarium_lud::{load, Choices, Definitions};
///
/// let text = r#"
///     (game "Five in a Row" (players 2)
///         (equipment { (board (square <Size:side>)) (piece "Stone" Each) })
///         (rules
///             (play (move Add (to (sites Empty))))
///             (end (if (is Line 5) (result Mover Win)))))
///     (option "Size" <Size> args:{ <side> } {
///         (item "Small" <15> "15 by 15.")*
///         (item "Large" <19> "19 by 19.")
///     })"#;
/// let choices = Choices::defaults().with("Size/Large");
/// let description = load("five.lud", text, &Definitions::none(), &choices).unwrap();
/// assert_eq!(description.options[0].chosen, 1);
/// assert!(description.game.to_string().contains("(square 19)"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Chosen option items, each as `Heading/Item`.
    pub options: Vec<String>,
    /// The name of a ruleset. Items in `options` take precedence over those of the ruleset.
    pub ruleset: Option<String>,
}

impl Choices {
    /// The default of every option, and no ruleset.
    #[must_use]
    pub fn defaults() -> Self {
        Self::default()
    }

    /// Adds the choice of an option item, written `Heading/Item`.
    #[must_use]
    pub fn with(mut self, item: impl Into<String>) -> Self {
        self.options.push(item.into());
        self
    }

    /// Chooses a ruleset by name; the prefix `Ruleset/` may be omitted.
    #[must_use]
    pub fn ruleset(mut self, name: impl Into<String>) -> Self {
        self.ruleset = Some(name.into());
        self
    }
}

/// An option of a description: a set of alternatives, one of which is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// The heading, such as `Board Size`.
    pub heading: String,
    /// The tag that refers to the option in the rules.
    pub tag: String,
    /// The alternatives.
    pub items: Vec<OptionItem>,
    /// Index in `items` of the chosen alternative.
    pub chosen: usize,
    /// Where the option is written.
    pub span: Span,
}

/// One alternative of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionItem {
    /// The name of the item.
    pub name: String,
    /// What choosing the item means.
    pub description: String,
    /// Number of asterisks after the item. The item with the most is the default.
    pub stars: u8,
}

/// A named set of option choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The name, usually beginning with `Ruleset/`.
    pub name: String,
    /// The items that the ruleset chooses, as `Heading/Item`.
    pub items: Vec<String>,
    /// Number of asterisks after the ruleset.
    pub stars: u8,
}

/// Reads `(rulesets { (ruleset "Ruleset/Name" { "Heading/Item" ... })* ... })`.
pub(crate) fn read_rulesets(items: &[Item]) -> Vec<Ruleset> {
    let mut rulesets: Vec<Ruleset> = Vec::new();
    let lists = items.iter().filter_map(|item| item.list(Bracket::Curly));
    for entry in lists.flat_map(|list| list.iter()) {
        if let (Some(stars), Some(ruleset)) = (stars(entry), rulesets.last_mut()) {
            ruleset.stars = stars;
            continue;
        }
        let Some(parts) = entry.headed("ruleset") else {
            continue;
        };
        let Some(name) = parts.iter().find_map(Item::str) else {
            continue;
        };
        let chosen = parts
            .iter()
            .filter_map(|part| part.list(Bracket::Curly))
            .flat_map(|list| list.iter());
        let items = chosen
            .filter_map(Item::str)
            .map(|text| text.to_string())
            .collect();
        rulesets.push(Ruleset {
            name: name.to_string(),
            items,
            stars: 0,
        });
    }
    rulesets
}

/// The number of asterisks, if the item consists of asterisks only.
pub(crate) fn stars(item: &Item) -> Option<u8> {
    let word = item.word()?;
    word.bytes()
        .all(|b| b == b'*')
        .then(|| u8::try_from(word.len()).unwrap_or(u8::MAX))
}

/// Index of the first entry with the most stars.
pub(crate) fn most_stars(stars: impl Iterator<Item = u8>) -> usize {
    let mut best = (0, 0);
    for (index, stars) in stars.enumerate() {
        if stars > best.1 {
            best = (index, stars);
        }
    }
    best.0
}

/// Applies the user's choices to the options.
pub(crate) fn choose(
    options: &mut [ParsedOption],
    rulesets: &[Ruleset],
    choices: &Choices,
    errors: &mut Vec<Diagnostic>,
) {
    if let Some(name) = &choices.ruleset {
        let short = |full: &str| full.strip_prefix("Ruleset/").unwrap_or(full).to_string();
        match rulesets
            .iter()
            .find(|ruleset| short(&ruleset.name) == short(name))
        {
            Some(ruleset) => {
                for item in &ruleset.items {
                    choose_one(options, item, errors);
                }
            }
            None => {
                let mut error = Diagnostic::new(
                    "bad-option",
                    Span::default(),
                    format!("there is no ruleset \"{name}\""),
                );
                error.hint = Some(listing(
                    "rulesets",
                    rulesets.iter().map(|ruleset| ruleset.name.clone()),
                ));
                errors.push(error);
            }
        }
    }
    for item in &choices.options {
        choose_one(options, item, errors);
    }
}

fn choose_one(options: &mut [ParsedOption], wanted: &str, errors: &mut Vec<Diagnostic>) {
    // Headings and items may contain a slash, so compare whole names.
    for option in &mut *options {
        let group = &mut option.group;
        let Some(name) = wanted
            .strip_prefix(&group.heading)
            .and_then(|rest| rest.strip_prefix('/'))
        else {
            continue;
        };
        if let Some(index) = group.items.iter().position(|item| item.name == name) {
            group.chosen = index;
            return;
        }
    }
    let all = || {
        let groups = options.iter().map(|option| &option.group);
        groups.flat_map(|group| {
            group
                .items
                .iter()
                .map(move |item| format!("{}/{}", group.heading, item.name))
        })
    };
    let names: Vec<String> = all().collect();
    let hint = match nearest(wanted, names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean \"{name}\"?"),
        None => listing("options", names.into_iter()),
    };
    let message = format!("there is no option \"{wanted}\"");
    errors.push(Diagnostic::new("bad-option", Span::default(), message).hint(hint));
}

fn listing(what: &str, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    match names.is_empty() {
        true => format!("this description has no {what}"),
        false => format!("the {what} are {}", names.join(", ")),
    }
}

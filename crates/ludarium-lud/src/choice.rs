//! Options and rulesets: reading them, applying the user's choices, and substituting option texts
//! for tags.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::lexer::Bracket;
use crate::nearest::nearest;
use crate::parse::MAX_DEPTH;
use crate::tree::{Item, Kind, List};
use crate::{Diagnostic, Span};

/// Maximum nesting of tags inside option texts.
const MAX_TAG_DEPTH: usize = 16;

/// Length of text that counts as one node against the limit of growth.
const BYTES_PER_NODE: usize = 16;

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

/// A parsed option: the group, the names of its arguments, and the texts of each item.
pub(crate) struct ParsedOption {
    pub group: OptionGroup,
    args: Vec<Arc<str>>,
    texts: Vec<Vec<Arc<[Item]>>>,
}

/// Reads `(option "Heading" <Tag> args:{ <a> <b> } { (item "Name" <..> <..> "meaning")** ... })`.
pub(crate) fn read_option(items: &[Item], span: Span) -> Result<ParsedOption, Diagnostic> {
    let bad = |span, message: &str| {
        Diagnostic::new("bad-option", span, message)
            .hint("write (option \"Heading\" <Tag> args:{ <name> } { (item \"Name\" <text> \"description\")* })")
    };
    let mut heading = None;
    let mut tag = None;
    let mut args = Vec::new();
    let mut entries = None;
    for item in &items[1..] {
        let label = item.label.as_ref().map(|label| &*label.name);
        match (&item.kind, label) {
            (Kind::Str(text), None) if heading.is_none() => heading = Some(text.to_string()),
            (Kind::List(list), None) if list.bracket == Bracket::Angle => {
                tag = single_word(&list.items)
            }
            (Kind::List(list), Some("args")) => {
                // Skip anything but names in angle brackets: stray closing brackets occur here.
                args = list
                    .items
                    .iter()
                    .filter_map(|item| single_word(item.list(Bracket::Angle)?))
                    .collect();
            }
            (Kind::List(list), None) if list.bracket == Bracket::Curly => {
                entries = Some(list.items.clone())
            }
            _ => {
                return Err(bad(
                    item.span,
                    "an option consists of a heading, a tag, arguments and items",
                ))
            }
        }
    }
    let (Some(heading), Some(tag), Some(entries)) = (heading, tag, entries) else {
        return Err(bad(span, "an option needs a heading, a tag and items"));
    };
    let mut group = OptionGroup {
        heading,
        tag: tag.to_string(),
        items: Vec::new(),
        chosen: 0,
        span,
    };
    let mut texts = Vec::new();
    for entry in entries.iter() {
        if let (Some(stars), Some(item)) = (stars(entry), group.items.last_mut()) {
            item.stars = stars;
            continue;
        }
        let parts = entry
            .headed("item")
            .ok_or_else(|| bad(entry.span, "an option may contain only items"))?;
        let mut names = parts
            .iter()
            .filter_map(Item::str)
            .map(|text| text.to_string());
        let name = names
            .next()
            .ok_or_else(|| bad(entry.span, "an item needs a name"))?;
        let description = names.next().unwrap_or_default();
        group.items.push(OptionItem {
            name,
            description,
            stars: 0,
        });
        texts.push(
            parts
                .iter()
                .filter_map(|part| part.list(Bracket::Angle).cloned())
                .collect(),
        );
    }
    if group.items.is_empty() {
        return Err(bad(span, "an option needs at least one item"));
    }
    group.chosen = most_stars(group.items.iter().map(|item| item.stars));
    Ok(ParsedOption { group, args, texts })
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

fn single_word(items: &Arc<[Item]>) -> Option<Arc<str>> {
    match &items[..] {
        [Item {
            label: None,
            kind: Kind::Word(word),
            ..
        }] => Some(word.clone()),
        _ => None,
    }
}

/// The number of asterisks, if the item consists of asterisks only.
fn stars(item: &Item) -> Option<u8> {
    let word = item.word()?;
    word.bytes()
        .all(|b| b == b'*')
        .then(|| u8::try_from(word.len()).unwrap_or(u8::MAX))
}

/// Index of the first entry with the most stars.
fn most_stars(stars: impl Iterator<Item = u8>) -> usize {
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

/// The texts of the chosen items by tag and argument, substituted for `<Tag:argument>`.
pub(crate) struct Tags<'a> {
    texts: FxHashMap<(&'a str, &'a str), &'a Arc<[Item]>>,
    /// The text for `<Tag>` alone, that of the first argument.
    first: FxHashMap<&'a str, &'a Arc<[Item]>>,
    growth: usize,
    /// The most nodes that the chosen texts may add: doubling tags grow exponentially.
    most: usize,
    errors: &'a mut Vec<Diagnostic>,
}

impl<'a> Tags<'a> {
    pub(crate) fn new(
        options: &'a [ParsedOption],
        most: usize,
        errors: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let mut tags = Tags {
            texts: FxHashMap::default(),
            first: FxHashMap::default(),
            growth: 0,
            most,
            errors,
        };
        for option in options {
            let Some(texts) = option.texts.get(option.group.chosen) else {
                continue;
            };
            for (name, text) in option.args.iter().zip(texts) {
                // Where two options use the same name, the first one applies.
                tags.texts.entry((&option.group.tag, name)).or_insert(text);
            }
            if let [text, ..] = &texts[..] {
                tags.first.entry(&option.group.tag).or_insert(text);
            }
        }
        tags
    }

    /// Replaces all tags in the items.
    pub(crate) fn replace(&mut self, items: &[Item]) -> Vec<Item> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            self.item(item, 0, &mut out);
        }
        out
    }

    fn item(&mut self, item: &Item, depth: usize, out: &mut Vec<Item>) {
        self.growth += usize::from(depth > 0);
        match &item.kind {
            Kind::List(list) if list.bracket == Bracket::Angle => {
                self.tag(item, &list.items, depth, out)
            }
            Kind::List(list) => {
                let mut items = Vec::with_capacity(list.items.len());
                for item in list.items.iter() {
                    self.item(item, depth, &mut items);
                }
                let list = List::new(list.bracket, items);
                let kind = if usize::from(list.depth) > MAX_DEPTH {
                    let message = "option texts nest too deeply here";
                    Kind::Error(Arc::new(Diagnostic::new("too-deep", item.span, message)))
                } else {
                    Kind::List(list)
                };
                out.push(Item {
                    kind,
                    ..item.clone()
                });
            }
            Kind::Str(text) if text.contains('<') => {
                let text = self.text(text);
                out.push(Item {
                    kind: Kind::Str(text.into()),
                    ..item.clone()
                });
            }
            _ => out.push(item.clone()),
        }
    }

    fn tag(&mut self, item: &Item, inner: &[Item], depth: usize, out: &mut Vec<Item>) {
        let text = match inner {
            [Item {
                label: Some(tag),
                kind: Kind::Word(name),
                ..
            }] => self.texts.get(&(&*tag.name, &**name)).copied(),
            [Item {
                label: None,
                kind: Kind::Word(tag),
                ..
            }] => self.first.get(&**tag).copied(),
            _ => None,
        };
        // Leave an unknown tag as it is; expansion reports it if it is used.
        let Some(text) = text else {
            return out.push(item.clone());
        };
        if depth >= MAX_TAG_DEPTH || self.growth > self.most {
            let message = "option texts refer to each other without end";
            self.errors
                .push(Diagnostic::new("too-deep", item.span, message));
            return;
        }
        let first = out.len();
        for part in text.iter() {
            self.item(part, depth + 1, out);
        }
        if let (Some(label), Some(part)) = (&item.label, out.get_mut(first)) {
            part.label = Some(label.clone());
        }
    }

    /// Replaces the tags inside a string by their texts.
    fn text(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find('<') {
            out.push_str(&rest[..start]);
            rest = &rest[start..];
            if self.growth > self.most {
                break;
            }
            let end = rest.find('>').unwrap_or(rest.len());
            let found = rest[1..end.max(1)]
                .split_once(':')
                .and_then(|key| self.texts.get(&key));
            match found {
                Some(items) => {
                    let words: Vec<&str> = items
                        .iter()
                        .filter_map(|item| item.word().or(item.str().map(|s| &**s)))
                        .collect();
                    let words = words.join(" ");
                    self.growth += words.len() / BYTES_PER_NODE;
                    out.push_str(&words);
                    rest = &rest[end + 1..];
                }
                None => {
                    out.push('<');
                    rest = &rest[1..];
                }
            }
        }
        out.push_str(rest);
        out
    }
}

//! Options and rulesets: what a description leaves to be chosen, and putting the choice in.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::lexer::Bracket;
use crate::nearest::nearest;
use crate::parse::MAX_DEPTH;
use crate::tree::{Item, Kind, List};
use crate::{Diagnostic, Span};

/// How often an option's text may lead to another tag inside it.
const MAX_TAG_DEPTH: usize = 16;

/// How many nodes the chosen texts may add: a few tags that double each other grow without end.
const MAX_GROWTH: usize = 1_000_000;

/// How much text counts as a node.
const BYTES_PER_NODE: usize = 16;

/// What the user has chosen. Whatever is left open takes its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Items of options, each as `Heading/Item`.
    pub options: Vec<String>,
    /// The name of a ruleset; options chosen beside it take precedence over its own.
    pub ruleset: Option<String>,
}

impl Choices {
    /// Everything by default.
    #[must_use]
    pub fn defaults() -> Self {
        Self::default()
    }

    /// The same, with the item of an option chosen (`Heading/Item`).
    #[must_use]
    pub fn with(mut self, item: impl Into<String>) -> Self {
        self.options.push(item.into());
        self
    }

    /// The same, with a ruleset chosen.
    #[must_use]
    pub fn ruleset(mut self, name: impl Into<String>) -> Self {
        self.ruleset = Some(name.into());
        self
    }
}

/// An option: a question of which one item is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// What is asked.
    pub heading: String,
    /// The tag by which the rules refer to it.
    pub tag: String,
    /// The possible answers.
    pub items: Vec<OptionItem>,
    /// Which item is chosen.
    pub chosen: usize,
    /// Where it was written.
    pub span: Span,
}

/// One item of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionItem {
    /// The name.
    pub name: String,
    /// What choosing it means.
    pub description: String,
    /// The number of asterisks: the item with the most is the default.
    pub stars: u8,
}

/// A named set of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The name, usually beginning with `Ruleset/`.
    pub name: String,
    /// The items it chooses, as `Heading/Item`.
    pub items: Vec<String>,
    /// The number of asterisks.
    pub stars: u8,
}

/// An option as written: the group, the names of its arguments, and each item's texts.
pub(crate) struct ParsedOption {
    pub group: OptionGroup,
    args: Vec<Arc<str>>,
    texts: Vec<Vec<Arc<[Item]>>>,
}

/// Reads `(option "Heading" <Tag> args:{ <a> <b> } { (item "Name" <..> <..> "description")** ... })`.
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
                // Anything but names in angle brackets is passed over: stray closing brackets occur here.
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

/// The number of asterisks, if the item is nothing but asterisks.
fn stars(item: &Item) -> Option<u8> {
    let word = item.word()?;
    word.bytes()
        .all(|b| b == b'*')
        .then(|| u8::try_from(word.len()).unwrap_or(u8::MAX))
}

/// The first with the most stars.
fn most_stars(stars: impl Iterator<Item = u8>) -> usize {
    let mut best = (0, 0);
    for (index, stars) in stars.enumerate() {
        if stars > best.1 {
            best = (index, stars);
        }
    }
    best.0
}

/// Marks in each option the item that is chosen.
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
    // Headings and items may themselves hold a slash, so whole names are compared.
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

/// The chosen texts by tag and argument, put in wherever `<Tag:argument>` stands.
pub(crate) struct Tags<'a> {
    texts: FxHashMap<(&'a str, &'a str), &'a Arc<[Item]>>,
    /// `<Tag>` alone stands for the first argument.
    first: FxHashMap<&'a str, &'a Arc<[Item]>>,
    growth: usize,
    errors: &'a mut Vec<Diagnostic>,
}

impl<'a> Tags<'a> {
    pub(crate) fn new(options: &'a [ParsedOption], errors: &'a mut Vec<Diagnostic>) -> Self {
        let mut tags = Tags {
            texts: FxHashMap::default(),
            first: FxHashMap::default(),
            growth: 0,
            errors,
        };
        for option in options {
            let Some(texts) = option.texts.get(option.group.chosen) else {
                continue;
            };
            for (name, text) in option.args.iter().zip(texts) {
                // Where two options use the same name, the one written first is meant.
                tags.texts.entry((&option.group.tag, name)).or_insert(text);
            }
            if let [text, ..] = &texts[..] {
                tags.first.entry(&option.group.tag).or_insert(text);
            }
        }
        tags
    }

    /// The items with all tags in them replaced.
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
        // An unknown tag stays as it is; expansion reports it where it matters.
        let Some(text) = text else {
            return out.push(item.clone());
        };
        if depth >= MAX_TAG_DEPTH || self.growth > MAX_GROWTH {
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

    /// A string with the tags in it replaced by their texts.
    fn text(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find('<') {
            out.push_str(&rest[..start]);
            rest = &rest[start..];
            if self.growth > MAX_GROWTH {
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

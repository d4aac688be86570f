//! Loading: from the text of a description to the checked tree.

use crate::check::Checker;
use crate::choice::{choose, read_rulesets, Choices, OptionGroup, Ruleset};
use crate::definition::{read_definition, Bodies, Definitions};
use crate::expand::{expand, Arg, Terms, MAX_ERRORS};
use crate::explain::explain;
use crate::lexer::Bracket;
use crate::nearest::nearest;
use crate::option::{read_option, replace_tags, ParsedOption};
use crate::parse::{parse, parse_replaced};
use crate::partial::build_partial;
use crate::source::{Errors, Source, Sources};
use crate::tree::{Item, Kind, List};
use crate::{DescriptionLimits, Diagnostic, FileId, Node, Span};

/// A description after expansion and checking.
#[derive(Clone, Debug)]
pub struct Description {
    /// The `game` or `match`.
    pub game: Node,
    /// The options of the description, each with the chosen item.
    pub options: Vec<OptionGroup>,
    /// The rulesets of the description.
    pub rulesets: Vec<Ruleset>,
    /// The choices that this tree was loaded with.
    pub choices: Choices,
    /// The position of `(metadata ...)`, which is preserved but not interpreted.
    pub metadata: Option<Span>,
    /// The files that spans refer to.
    pub sources: Sources,
}

impl Description {
    /// The text of `(metadata ...)`, if any.
    #[must_use]
    pub fn metadata_text(&self) -> Option<&str> {
        let span = self.metadata?;
        self.sources
            .description
            .text
            .get(span.start as usize..span.end as usize)
    }
}

/// Reads, expands and checks a description. Messages refer to the text by `name`.
///
/// ```
/// use ludarium_lud::{load, Choices, Definitions, Ludeme};
///
/// let text = r#"
///     (game "Line of Three"
///         (players 2)
///         (equipment { (board (square 3)) (piece "Mark" Each) })
///         (rules
///             (play (move Add (to (sites Empty))))
///             (end (if (is Line 3) (result Mover Win)))))"#;
/// let description = load("three.lud", text, &Definitions::none(), &Choices::defaults()).unwrap();
/// assert_eq!(description.game.call().unwrap().ludeme, Ludeme::Game);
///
/// let text = text.replace("Empty", "Emty");
/// let errors = load("three.lud", &text, &Definitions::none(), &Choices::defaults()).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "three.lud:6:40: unknown word `Emty` (did you mean `Empty`?)"
/// );
/// ```
///
/// # Errors
/// All errors found in the text and the choices, each with its position.
pub fn load(
    name: &str,
    text: &str,
    definitions: &Definitions,
    choices: &Choices,
) -> Result<Description, Errors> {
    load_with_limits(
        name,
        text,
        definitions,
        choices,
        &DescriptionLimits::default(),
    )
}

/// Reads, expands and checks a description within limits of its size; otherwise like [`load`].
///
/// # Errors
/// All that is wrong with the text or the choices, each with its place. A description beyond the
/// limits has an error of the code `too-large`.
pub fn load_with_limits(
    name: &str,
    text: &str,
    definitions: &Definitions,
    choices: &Choices,
    limits: &DescriptionLimits,
) -> Result<Description, Errors> {
    let (description, errors) = check(name, text, definitions, choices, limits);
    match description {
        Some(description) if errors.diagnostics.is_empty() => Ok(description),
        _ => Err(errors),
    }
}

/// Reads, expands and checks a description as far as possible: beside the errors there is a tree
/// in which [`Value::Wrong`](crate::Value::Wrong) stands for what is wrong, unless there is no game
/// at all. A program that shows a designer all errors at once compiles it and adds the errors that
/// it finds so.
///
/// ```
/// use ludarium_lud::{check, Choices, Definitions, DescriptionLimits};
///
/// let text = r#"(game "Five" (players 2)
///     (equipment { (board (sqare 9)) (piece "Stone" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (is Lin 5) (result Mover Win)))))"#;
/// let (definitions, choices) = (Definitions::none(), Choices::defaults());
/// let limits = DescriptionLimits::default();
/// let (description, errors) = check("five.lud", text, &definitions, &choices, &limits);
/// assert_eq!(errors.diagnostics.len(), 2);
/// assert!(description.unwrap().game.to_string().contains("(piece \"Stone\" Each)"));
/// ```
#[must_use]
pub fn check(
    name: &str,
    text: &str,
    definitions: &Definitions,
    choices: &Choices,
    limits: &DescriptionLimits,
) -> (Option<Description>, Errors) {
    let sources = Sources {
        description: Source {
            name: name.to_string(),
            text: text.to_string(),
        },
        definitions: definitions.clone(),
    };
    let mut errors = Vec::new();
    let checked = read_description(text, definitions, choices, limits, &mut errors);
    if checked.is_none() && errors.is_empty() {
        errors.push(Diagnostic::new(
            "no-game",
            Span::default(),
            "this description could not be read",
        ));
    }
    errors.sort_by_key(|error| (error.span.file, error.span.start, error.span.end));
    errors.dedup();
    errors.truncate(MAX_ERRORS);
    let description = checked.map(|checked| Description {
        game: checked.game,
        options: checked.options,
        rulesets: checked.rulesets,
        choices: choices.clone(),
        metadata: checked.metadata,
        sources: sources.clone(),
    });
    let errors = Errors {
        diagnostics: errors,
        sources,
    };
    (description, errors)
}

/// The rulesets of a description, even if the rest of it cannot be read.
///
/// ```
/// let text = r#"(rulesets {
///     (ruleset "Ruleset/Old" { "Board/Small" })
///     (ruleset "Ruleset/New" {})*
/// })"#;
/// let rulesets = ludarium_lud::rulesets(text);
/// assert_eq!(rulesets[0].items, ["Board/Small"]);
/// assert_eq!(rulesets[1].stars, 1);
/// ```
#[must_use]
pub fn rulesets(text: &str) -> Vec<Ruleset> {
    if text.len() > DescriptionLimits::default().bytes {
        return Vec::new();
    }
    let items = parse(FileId(0), text);
    let lists = items.iter().filter_map(|item| item.headed("rulesets"));
    lists.flat_map(|items| read_rulesets(items)).collect()
}

struct CheckedGame {
    game: Node,
    options: Vec<OptionGroup>,
    rulesets: Vec<Ruleset>,
    metadata: Option<Span>,
}

/// The top-level items of a file by kind.
#[derive(Default)]
pub(crate) struct Parts {
    games: Vec<Item>,
    definitions: Bodies,
    options: Vec<ParsedOption>,
    /// Where the options are written.
    option_spans: Vec<Span>,
    rulesets: Vec<Ruleset>,
    metadata: Option<Span>,
    /// Whether something is there that is probably meant to be a game.
    has_misspelt_game: bool,
}

impl Parts {
    /// Collects options, rulesets and metadata; returns the other items.
    fn read_choices(&mut self, items: Vec<Item>, errors: &mut Vec<Diagnostic>) -> Vec<Item> {
        let mut rest = Vec::new();
        for item in items {
            match head(&item) {
                Some(("option", _)) => self.read_option(&item, errors),
                Some(("rulesets", items)) => self.rulesets.extend(read_rulesets(items)),
                Some(("metadata", _)) => self.metadata = Some(item.span),
                _ => {
                    self.read_inner_options(&item, errors);
                    rest.push(item);
                }
            }
        }
        rest
    }

    fn read_option(&mut self, item: &Item, errors: &mut Vec<Diagnostic>) {
        let Some((_, items)) = head(item) else {
            return;
        };
        self.option_spans.push(item.span);
        let broken = items.iter().find_map(|item| match &item.kind {
            Kind::Error(error) => Some((**error).clone()),
            _ => None,
        });
        match broken.map_or_else(|| read_option(items, item.span), Err) {
            Ok(option) => self.options.push(option),
            Err(error) => errors.push(error),
        }
    }

    /// Collects options inside other brackets: these balance only once the tags are replaced.
    fn read_inner_options(&mut self, item: &Item, errors: &mut Vec<Diagnostic>) {
        let Kind::List(list) = &item.kind else {
            return;
        };
        for item in list.items.iter() {
            match head(item) {
                Some(("option", _)) => self.read_option(item, errors),
                _ => self.read_inner_options(item, errors),
            }
        }
    }

    /// Collects definitions and games from the items that remain after tags are replaced.
    fn read_rules(&mut self, items: Vec<Item>, errors: &mut Vec<Diagnostic>) {
        for item in self.take_definitions(&items, errors).unwrap_or(items) {
            match item
                .list(Bracket::Round)
                .and_then(|items| items.first())
                .and_then(Item::word)
            {
                Some("game" | "match") => self.games.push(item),
                word => {
                    let meant = word.and_then(|word| nearest(word, TOP));
                    self.has_misspelt_game |= matches!(meant, Some("game" | "match"));
                    errors.push(misplaced(&item, meant));
                }
            }
        }
    }

    /// Collects definitions at any depth, because the text of an option may contain some. Returns
    /// the items without them, or `None` if there are none.
    fn take_definitions(
        &mut self,
        items: &[Item],
        errors: &mut Vec<Diagnostic>,
    ) -> Option<Vec<Item>> {
        let mut changed: Option<Vec<Item>> = None;
        for (index, item) in items.iter().enumerate() {
            // The replacement of the item, if it does not stay as it is.
            let replacement = match &item.kind {
                _ if item.headed("define").is_some() => {
                    self.define(item, errors);
                    Some(None)
                }
                Kind::List(list) => self.take_definitions(&list.items, errors).map(|inner| {
                    let kind = Kind::List(List::new(list.bracket, inner));
                    Some(Item {
                        kind,
                        ..item.clone()
                    })
                }),
                _ => None,
            };
            match (replacement, &mut changed) {
                (Some(new), _) => {
                    changed
                        .get_or_insert_with(|| items[..index].to_vec())
                        .extend(new);
                }
                (None, Some(changed)) => changed.push(item.clone()),
                (None, None) => {}
            }
        }
        changed
    }

    /// The definitions of the description itself.
    pub(crate) fn definitions(&self) -> &Bodies {
        &self.definitions
    }

    /// The game, or the first one; it is an error if there is none, or another.
    fn only_game(&self, text: &str, errors: &mut Vec<Diagnostic>) -> Option<&Item> {
        if let Some(second) = self.games.get(1) {
            let message = "a description may contain only one game";
            errors.push(
                Diagnostic::new("misplaced", second.span, message)
                    .hint("put each game into its own file"),
            );
        }
        if self.games.is_empty() && !self.has_misspelt_game {
            let end = text.len() as u32;
            let span = Span {
                file: FileId(0),
                start: end,
                end,
            };
            errors.push(
                Diagnostic::new("no-game", span, "this description has no game")
                    .hint("write (game \"Name\" (players ...) (equipment ...) (rules ...))"),
            );
        }
        self.games.first()
    }

    fn define(&mut self, item: &Item, errors: &mut Vec<Diagnostic>) {
        let Some((name, body)) = read_definition(item) else {
            return errors.push(
                Diagnostic::new("bad-definition", item.span, "a definition needs a name")
                    .hint("write (define \"Name\" ...)"),
            );
        };
        let body = match self.take_definitions(&body, errors) {
            Some(body) => body.into(),
            None => body,
        };
        // Of two definitions with the same name, the first one counts.
        self.definitions.entry(name).or_insert(body);
    }
}

/// The word that heads a ludeme, and all its items.
fn head(item: &Item) -> Option<(&str, &[Item])> {
    let items = item.list(Bracket::Round)?;
    Some((items.first()?.word()?, items))
}

/// What heads the parts of a description.
const TOP: [&str; 6] = ["game", "match", "define", "option", "rulesets", "metadata"];

/// What is no part of a description; `meant` is the word that its own is probably a misspelling of.
fn misplaced(item: &Item, meant: Option<&str>) -> Diagnostic {
    let first = item.list(Bracket::Round).and_then(|items| items.first());
    let word = first.and_then(|first| Some((first.span, first.word()?)));
    match (&item.kind, word, meant) {
        (Kind::Error(error), ..) => (**error).clone(),
        (_, Some((span, word)), Some(meant)) => {
            Diagnostic::new("unknown-word", span, format!("unknown word `{word}`")).suggest(meant)
        }
        _ => Diagnostic::new(
            "misplaced",
            item.span,
            "this is not allowed at the top level of a description",
        )
        .hint(
            "a description contains (game ...) or (match ...), define, option, rulesets and metadata",
        ),
    }
}

/// The expanded game of a description: its terms, and those at the top.
type Expanded = (Terms, Vec<Arg>);

/// Reads the parts of a description and expands its game. `None` if the text is too long; no game
/// if there is none, or if it cannot be expanded within the limits.
pub(crate) fn expand_description(
    text: &str,
    definitions: &Definitions,
    choices: &Choices,
    limits: &DescriptionLimits,
    errors: &mut Vec<Diagnostic>,
) -> Option<(Parts, Option<Expanded>)> {
    if text.len() > limits.bytes {
        let message = format!("a description may have {} bytes at most", limits.bytes);
        let hint = format!("this one has {}", text.len());
        errors.push(Diagnostic::new("too-large", Span::default(), message).hint(hint));
        return None;
    }
    let mut parts = Parts::default();
    let mut rest = parts.read_choices(parse(FileId(0), text), errors);
    choose(&mut parts.options, &parts.rulesets, choices, errors);
    if !parts.options.is_empty() {
        let (options, written) = (&parts.options, &parts.option_spans);
        let replaced = replace_tags(text, options, written, limits.nodes / 2, errors);
        rest = parse_replaced(&replaced);
        rest.retain(|item| match head(item) {
            Some(("metadata", _)) => {
                parts.metadata = Some(item.span);
                false
            }
            Some(("rulesets", _)) => false,
            _ => true,
        });
    }
    parts.read_rules(rest, errors);
    let Some(game) = parts.only_game(text, errors) else {
        return Some((parts, None));
    };
    let expanded = expand(game, &parts.definitions, definitions, limits.nodes, errors);
    let is_beyond = |error: &Diagnostic| matches!(error.code, "too-deep" | "too-large");
    let within = !errors.iter().any(is_beyond);
    Some((parts, within.then_some(expanded)))
}

fn read_description(
    text: &str,
    definitions: &Definitions,
    choices: &Choices,
    limits: &DescriptionLimits,
    errors: &mut Vec<Diagnostic>,
) -> Option<CheckedGame> {
    let (parts, game) = expand_description(text, definitions, choices, limits, errors)?;
    let (terms, expanded) = game?;
    let mut checker = Checker::new(&terms);
    let ty = checker.signatures.sort("game")?;
    let term = expanded.first()?.term;
    if !checker.fits(term, ty) {
        explain(&mut checker, term, ty, errors);
    }
    let game = match errors.is_empty() {
        true => checker.build(term, ty)?,
        false => build_partial(&mut checker, term, &[ty]),
    };
    Some(CheckedGame {
        game,
        options: parts
            .options
            .into_iter()
            .map(|option| option.group)
            .collect(),
        rulesets: parts.rulesets,
        metadata: parts.metadata,
    })
}

//! Definitions: named texts with placeholders (`#1`, `#2`, ...) for arguments.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::expand::Budget;
use crate::lexer::Bracket;
use crate::parse::{parse, MAX_DEPTH};
use crate::source::Source;
use crate::tree::{Item, Kind, List};
use crate::{Diagnostic, FileId, Span};

/// The bodies of definitions by name.
pub(crate) type Bodies = FxHashMap<Arc<str>, Arc<[Item]>>;

/// The standard definitions, parsed once and shared by all descriptions loaded with them.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    bodies: Bodies,
    sources: Vec<Source>,
    problems: Vec<Diagnostic>,
}

impl Definitions {
    /// No definitions; a description can only use its own.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Reads the definitions in these files, given as (name, text). If two definitions have the
    /// same name, the later one counts. [`Definitions::problems`] lists the errors.
    ///
    /// ```
    /// use ludarium_lud::Definitions;
    ///
    /// let text = r#"(define "Full" (is Full)) (define "Line" (is Line #1))"#;
    /// let definitions = Definitions::from_files([("ends.def".to_owned(), text.to_owned())]);
    /// assert_eq!(definitions.names(), ["Full", "Line"]);
    /// assert!(definitions.problems().is_empty());
    /// ```
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut inner = Inner::default();
        for (name, text) in files {
            // File number 0 is the description.
            let Ok(number) = u16::try_from(inner.sources.len() + 1) else {
                let message = "more than 65535 files of definitions";
                inner
                    .problems
                    .push(Diagnostic::new("too-large", Span::default(), message));
                break;
            };
            for item in parse(FileId(number), &text) {
                match read_definition(&item) {
                    Some((name, body)) => {
                        inner.bodies.insert(name, body);
                    }
                    None => inner.problems.push(not_a_definition(&item)),
                }
            }
            inner.sources.push(Source { name, text });
        }
        Definitions {
            inner: Arc::new(inner),
        }
    }

    /// Errors in the files: text that could not be read as definitions.
    #[must_use]
    pub fn problems(&self) -> &[Diagnostic] {
        &self.inner.problems
    }

    /// The names of all definitions, in alphabetical order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.inner.bodies.keys().map(|name| &**name).collect();
        names.sort_unstable();
        names
    }

    /// The items of the body of a definition, if there is one of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[Item]> {
        self.inner.bodies.get(name).map(|body| &**body)
    }

    /// All definitions, each with the items of its body, in no particular order.
    pub fn all(&self) -> impl Iterator<Item = (&str, &[Item])> {
        self.inner
            .bodies
            .iter()
            .map(|(name, body)| (&**name, &**body))
    }

    /// The file with this number. Numbers start at 1; number 0 is the description itself.
    #[must_use]
    pub fn source(&self, file: FileId) -> Option<&Source> {
        self.inner.sources.get(usize::from(file.0).checked_sub(1)?)
    }

    pub(crate) fn bodies(&self) -> &Bodies {
        &self.inner.bodies
    }
}

fn not_a_definition(item: &Item) -> Diagnostic {
    match &item.kind {
        Kind::Error(error) => (**error).clone(),
        _ => Diagnostic::new(
            "misplaced",
            item.span,
            "a definitions file may contain only definitions",
        )
        .hint("write (define \"Name\" ...)"),
    }
}

/// The name and body of `(define "Name" ...)`.
pub(crate) fn read_definition(item: &Item) -> Option<(Arc<str>, Arc<[Item]>)> {
    let items = item.headed("define")?;
    let name = items.get(1)?.str()?;
    Some((name.clone(), items[2..].into()))
}

/// The arguments of one use of a definition; `None` for one left out with `~`.
pub(crate) type Arguments<'a> = &'a [Option<Item>];

/// Replaces the placeholders of the body by the arguments, and by `~` where an argument is missing.
/// Lists without placeholders are shared, not copied.
pub(crate) fn substitute(body: &Arc<[Item]>, args: Arguments, budget: &mut Budget) -> Arc<[Item]> {
    match substitute_all(body, args, budget) {
        Some(items) => items.into(),
        None => body.clone(),
    }
}

/// The items after substitution, or `None` if nothing changed.
fn substitute_all(items: &[Item], args: Arguments, budget: &mut Budget) -> Option<Vec<Item>> {
    let mut changed: Option<Vec<Item>> = None;
    for (index, item) in items.iter().enumerate() {
        match substitute_one(item, args, budget) {
            Some(new) => changed
                .get_or_insert_with(|| items[..index].to_vec())
                .push(new),
            None => {
                if let Some(changed) = &mut changed {
                    changed.push(item.clone());
                }
            }
        }
    }
    if let Some(changed) = &changed {
        budget.spend(changed.len());
    }
    changed
}

fn substitute_one(item: &Item, args: Arguments, budget: &mut Budget) -> Option<Item> {
    match &item.kind {
        Kind::List(list) => {
            let items = substitute_all(&list.items, args, budget)?;
            let list = List::new(list.bracket, items);
            if usize::from(list.depth) > MAX_DEPTH || budget.is_spent() {
                let error =
                    Diagnostic::new("too-deep", item.span, "definitions nest too deeply here");
                return Some(Item {
                    kind: Kind::Error(Arc::new(error)),
                    ..item.clone()
                });
            }
            Some(Item {
                kind: Kind::List(list),
                ..item.clone()
            })
        }
        Kind::Word(word) => {
            if let Some(number) = placeholder(word) {
                return Some(match args.get(number - 1) {
                    Some(Some(arg)) => Item {
                        label: item.label.clone().or(arg.label.clone()),
                        ..arg.clone()
                    },
                    _ => Item {
                        kind: Kind::Word("~".into()),
                        ..item.clone()
                    },
                });
            }
            let text = interpolate(word, args, budget)?;
            Some(Item {
                kind: Kind::Word(text.into()),
                ..item.clone()
            })
        }
        Kind::Str(text) => {
            let text = interpolate(text, args, budget)?;
            Some(Item {
                kind: Kind::Str(text.into()),
                ..item.clone()
            })
        }
        Kind::Error(_) | Kind::Text => None,
    }
}

/// The number of a placeholder `#1`, `#2`, ...
fn placeholder(word: &str) -> Option<usize> {
    word.strip_prefix('#')?
        .parse()
        .ok()
        .filter(|&number| number > 0)
}

/// Replaces placeholders inside a text by the texts of the arguments; `None` if there are none.
fn interpolate(text: &str, args: Arguments, budget: &mut Budget) -> Option<String> {
    let mut rest = text;
    let mut out = String::new();
    let mut replaced = false;
    while let Some(at) = rest.find('#') {
        let digits = rest[at + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = at + 1 + digits;
        // Two digits at most: `#9370DB` in a string is a colour.
        let number = rest[at + 1..end]
            .parse::<usize>()
            .ok()
            .filter(|&n| n > 0 && digits <= 2);
        let arg = number
            .and_then(|n| args.get(n - 1))
            .and_then(|arg| arg.as_ref())
            .and_then(|arg| match &arg.kind {
                Kind::Str(text) | Kind::Word(text) => Some(text),
                _ => None,
            });
        out.push_str(&rest[..at]);
        match arg {
            Some(arg) => {
                out.push_str(arg);
                replaced = true;
            }
            None => out.push_str(&rest[at..end]),
        }
        budget.spend(out.len() / 16);
        if budget.is_spent() {
            return None;
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    replaced.then_some(out)
}

/// The name and arguments, if the item is a use of a definition: `("Name" ...)`.
pub(crate) fn as_use(item: &Item) -> Option<(&Arc<str>, &[Item])> {
    let items = item.list(Bracket::Round)?;
    Some((items.first()?.str()?, &items[1..]))
}

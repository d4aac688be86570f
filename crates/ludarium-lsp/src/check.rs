//! What is wrong with a description.

use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString};
use ludarium_engine::{Findings, Game};
use ludarium_lud::syntax::{Item, Kind};
use ludarium_lud::{
    Choices, Definitions, Description, DescriptionLimits, Errors, FileId, Source, Sources,
};

use crate::document::{bytes, inside};
use crate::Document;

/// A description as far as it can be read, and what was found in it.
#[derive(Debug)]
pub struct Checked {
    /// The description; `None` if there is no game in it.
    pub description: Option<Description>,
    /// Its errors and warnings.
    pub findings: Findings,
}

/// Checks the language of a description, and not what its rules mean. `name` is its file.
#[must_use]
pub fn check_language(name: &str, text: &str, definitions: &Definitions) -> Checked {
    let (description, errors) = read(name, text, definitions);
    Checked {
        description,
        findings: without_warnings(errors),
    }
}

/// Checks a description. `name` is its file; `others` finds the description of a game that a match
/// names.
///
/// ```
/// let text = r#"(game "Five" (players 2)
///     (equipment { (board (square 9)) (piece "Stone" Each) })
///     (rules (play (move Add (to (sites Emty)))) (end (if (is Line 5) (result Mover Win)))))"#;
/// let definitions = ludarium_games::definitions();
/// let checked = ludarium_lsp::check("five.lud", text, &definitions, |_, _, _| None);
/// assert_eq!(checked.findings.errors.diagnostics[0].suggestion.as_deref(), Some("Empty"));
/// ```
#[must_use]
pub fn check(
    name: &str,
    text: &str,
    definitions: &Definitions,
    others: impl Fn(&Description, &str, &Choices) -> Option<Description>,
) -> Checked {
    let (description, errors) = read(name, text, definitions);
    let findings = match &description {
        Some(description) => Game::check(description, errors, |name, choices| {
            others(description, name, choices)
        }),
        None => without_warnings(errors),
    };
    Checked {
        description,
        findings,
    }
}

/// Checks a file of standard definitions: that there is nothing but definitions in it, with their
/// brackets in order. What is inside them only means something where they are used.
#[must_use]
pub fn check_definitions(name: &str, text: &str) -> Checked {
    let definitions = Definitions::from_files([(name.to_owned(), text.to_owned())]);
    let here = |problem: &ludarium_lud::Diagnostic| {
        let mut problem = problem.clone();
        problem.span.file = FileId(0);
        problem
    };
    let sources = Sources {
        description: Source {
            name: name.to_owned(),
            text: text.to_owned(),
        },
        definitions: Definitions::none(),
    };
    Checked {
        description: None,
        findings: without_warnings(Errors {
            diagnostics: definitions.problems().iter().map(here).collect(),
            sources,
        }),
    }
}

fn read(name: &str, text: &str, definitions: &Definitions) -> (Option<Description>, Errors) {
    let (choices, limits) = (Choices::defaults(), DescriptionLimits::default());
    ludarium_lud::check(name, text, definitions, &choices, &limits)
}

fn without_warnings(errors: Errors) -> Findings {
    let warnings = Errors {
        diagnostics: Vec::new(),
        sources: errors.sources.clone(),
    };
    Findings { errors, warnings }
}

impl Checked {
    /// All findings as an editor shows them, each with what is probably meant as its data.
    #[must_use]
    pub fn diagnostics(&self, document: &Document) -> Vec<Diagnostic> {
        let errors = self.findings.errors.diagnostics.iter();
        let warnings = self.findings.warnings.diagnostics.iter();
        let severe = errors.map(|error| (error, DiagnosticSeverity::ERROR));
        let all = severe.chain(warnings.map(|warning| (warning, DiagnosticSeverity::WARNING)));
        all.map(|(found, severity)| self.diagnostic(document, found, severity))
            .collect()
    }

    fn diagnostic(
        &self,
        document: &Document,
        found: &ludarium_lud::Diagnostic,
        severity: DiagnosticSeverity,
    ) -> Diagnostic {
        let mut message = found.message.clone();
        if let Some(hint) = &found.hint {
            message = format!("{message}\n{hint}");
        }
        let range = if found.span.file.0 == 0 {
            self.shown(document, found)
        } else {
            // The fault is in a standard definition, or comes from how it is used.
            let place = self.findings.errors.sources.render(found);
            message = format!("in a standard definition: {place}");
            0..0
        };
        Diagnostic {
            range: document.range(range),
            severity: Some(severity),
            code: Some(NumberOrString::String(found.code.to_owned())),
            source: Some("ludarium".to_owned()),
            message,
            data: found.suggestion.clone().map(serde_json::Value::from),
            ..Diagnostic::default()
        }
    }

    /// The part to underline: of a ludeme over several lines, the keyword.
    fn shown(
        &self,
        document: &Document,
        found: &ludarium_lud::Diagnostic,
    ) -> std::ops::Range<usize> {
        let whole = found.span.start as usize..found.span.end as usize;
        match item_at(document.items(), &whole).and_then(|item| inside(item).first()) {
            Some(head) if matches!(head.kind, Kind::Word(_) | Kind::Str(_)) => {
                whole.start..bytes(head).end
            }
            _ => whole,
        }
    }
}

/// The item of exactly this range.
pub(crate) fn item_at<'a>(items: &'a [Item], range: &std::ops::Range<usize>) -> Option<&'a Item> {
    let around = items.iter().find(|item| {
        let own = bytes(item);
        own.start <= range.start && range.end <= own.end
    })?;
    match bytes(around) == *range {
        true => Some(around),
        false => item_at(inside(around), range),
    }
}

//! Checks a description for a designer: what is wrong, and what is allowed but hardly meant.

mod absent;
mod equipment;
mod levels;
mod names;
mod number_kinds;
mod play;
mod quirks;
mod sites;
mod survey;

use ludarium_lud::{Choices, Description, Diagnostic, Errors, Node, Span, Value};

use crate::compile::assemble::compile_and;
use crate::compile::Settings;
use crate::game::Game;
use survey::Survey;

/// What a check of a description finds.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What is wrong, in the order of the text. The description may still compile: the language
    /// accepts some names that nothing has.
    pub errors: Errors,
    /// What is allowed but hardly meant, in the order of the text.
    pub warnings: Errors,
}

/// Collects findings.
#[derive(Default)]
struct Report {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Report {
    fn error(&mut self, code: &'static str, node: &Node, message: String, hint: Option<String>) {
        let mut error = Diagnostic::new(code, node.span, message);
        error.hint = hint;
        self.errors.push(error);
    }

    fn warn(&mut self, code: &'static str, node: &Node, message: &str, hint: &str) {
        let mut warning = Diagnostic::new(code, node.span, message);
        warning.hint = (!hint.is_empty()).then(|| hint.to_owned());
        self.warnings.push(warning);
    }
}

impl Game {
    /// Checks a description that [`ludarium_lud::check`] has read, with the errors found there. All
    /// errors of all stages are reported together, but none that follows from another one.
    ///
    /// ```
    /// use ludarium_engine::Game;
    /// use ludarium_lud::{Choices, Definitions, DescriptionLimits};
    ///
    /// let text = r#"(game "Five" (players 2)
    ///     (equipment { (board (square 9)) (piece "Stone" Each) (piece "Store" Each) })
    ///     (rules (start (place "Stine1" 0)) (play (move Add (to (sites Empty))))
    ///         (end (if (is Lin 5) (result Mover Win)))))"#;
    /// let (definitions, choices) = (Definitions::none(), Choices::defaults());
    /// let limits = DescriptionLimits::default();
    /// let (description, errors) =
    ///     ludarium_lud::check("five.lud", text, &definitions, &choices, &limits);
    /// let findings = Game::check(&description.unwrap(), errors, |_, _| None);
    /// let codes = |found: &[ludarium_lud::Diagnostic]| -> Vec<&str> {
    ///     found.iter().map(|one| one.code).collect()
    /// };
    /// assert_eq!(codes(&findings.errors.diagnostics), ["unknown-piece", "unknown-word"]);
    /// assert_eq!(codes(&findings.warnings.diagnostics), ["unused-piece"]);
    /// ```
    pub fn check(
        description: &Description,
        errors: Errors,
        others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Findings {
        let node = &description.game;
        let mut wrong = Vec::new();
        collect_wrong(node, &mut wrong);
        let mut report = Report::default();
        let survey = Survey::of(description);
        if let Some(survey) = &survey {
            names::check(survey, &mut report);
            equipment::check(survey, &mut report);
            quirks::check(survey, &mut report);
            levels::check(survey, &mut report);
            number_kinds::check(survey, &mut report);
            absent::check(survey, node, &mut report);
        }
        match &survey {
            Some(survey) => compile(node, survey, &mut report, wrong.is_empty()),
            None if !errors.diagnostics.is_empty() => {}
            None => {
                if let Err(found) = Game::compile_with(description, others) {
                    return merged(errors, found.diagnostics, Vec::new(), description);
                }
            }
        }
        let mut in_ends = Vec::new();
        let calls = survey.iter().flat_map(|survey| &survey.calls);
        let ends = calls.filter(|(_, call)| call.ludeme.keyword() == "end");
        ends.for_each(|(node, _)| collect_wrong(node, &mut in_ends));
        // Ends name pieces and regions, but bring none into the game.
        let unread_moves = wrong.len() > in_ends.len();
        let sound = |found: &Diagnostic| {
            let overlaps = |span: &Span| {
                span.file == found.span.file
                    && span.start < found.span.end
                    && found.span.start < span.end
            };
            let follows = survey.as_ref().is_some_and(|survey| survey.is_incomplete)
                && found.code.starts_with("un");
            // What could not be read may use it.
            let is_unused = found.code.starts_with("unused") || found.code == "no-roll";
            let may_be_used = is_unused && unread_moves;
            !wrong.iter().any(overlaps) && !follows && !may_be_used
        };
        report.errors.retain(sound);
        report.warnings.retain(sound);
        merged(errors, report.errors, report.warnings, description)
    }
}

/// Compiles the rules and adds what that finds.
fn compile(node: &Node, survey: &Survey, report: &mut Report, is_whole: bool) {
    let mut warnings = Vec::new();
    let settings = Settings::default();
    let compiled = compile_and(node, &settings, &mut |compiler| {
        warnings.append(&mut compiler.warnings.take());
        warnings.append(&mut compiler.take_idle_directions());
        Ok(())
    });
    report.warnings.append(&mut warnings);
    match compiled {
        Ok(game) if is_whole => {
            sites::check(&game, survey, report);
            play::check(&game, node, report);
        }
        Ok(_) => {}
        Err(failure) => {
            // The name of a track is reported at its own place.
            let named = |found: &Diagnostic| {
                let inside = |known: &Diagnostic| {
                    known.code == "unknown-track"
                        && known.span.file == found.span.file
                        && found.span.start <= known.span.start
                        && known.span.end <= found.span.end
                };
                let is_track = matches!(found.code, "no-track" | "unknown-track");
                is_track && report.errors.iter().any(inside)
            };
            let more: Vec<Diagnostic> = failure.game.into_iter().filter(|e| !named(e)).collect();
            report.errors.extend(more);
        }
    }
}

/// The places of what could not be read.
fn collect_wrong(node: &Node, out: &mut Vec<Span>) {
    match &node.value {
        Value::Wrong => out.push(node.span),
        Value::Call(call) => {
            for arg in call.args.iter().flatten() {
                collect_wrong(arg, out);
            }
        }
        Value::Array(items) => {
            for item in items {
                collect_wrong(item, out);
            }
        }
        _ => {}
    }
}

/// All findings in the order of the text, each once.
fn merged(
    mut errors: Errors,
    more: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    description: &Description,
) -> Findings {
    errors.diagnostics.extend(more);
    let in_order = |found: Vec<Diagnostic>| {
        let mut kept: Vec<Diagnostic> = Vec::new();
        for one in found {
            let same = |other: &Diagnostic| other.span == one.span && other.code == one.code;
            if !kept.iter().any(same) {
                kept.push(one);
            }
        }
        kept.sort_by_key(|one| (one.span.file, one.span.start, one.span.end));
        kept
    };
    errors.diagnostics = in_order(errors.diagnostics);
    let mut warnings = in_order(warnings);
    // What is an error is no warning as well, but the warning may know the nearest name.
    for error in &mut errors.diagnostics {
        let same = |other: &Diagnostic| other.span == error.span && other.code == error.code;
        if let Some(at) = warnings.iter().position(same) {
            let warning = warnings.remove(at);
            error.hint = error.hint.take().or(warning.hint);
            error.suggestion = error.suggestion.take().or(warning.suggestion);
        }
    }
    let warnings = Errors {
        diagnostics: warnings,
        sources: description.sources.clone(),
    };
    Findings { errors, warnings }
}

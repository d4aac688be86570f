//! `ludarium check`: reports errors in descriptions with their positions, and warns of what is
//! hardly meant.

mod random_games;
mod watch;

use std::path::PathBuf;

use clap::Args;
use ludarium_engine::{Findings, Game};
use ludarium_lud::{Choices, DescriptionLimits};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::game_args;
use crate::interrupt;
use crate::source::{self, Definitions, Errors};

/// Arguments of `ludarium check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Descriptions (.lud files or folders of them)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A folder of standard definitions (.def) [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// A reading to check, as tag=choice (or Heading/Item); may be repeated
    #[arg(long = "with", value_name = "TAG=CHOICE")]
    with: Vec<String>,
    /// Also check every ruleset that a description marks
    #[arg(long, conflicts_with = "with")]
    all_rulesets: bool,
    /// Check the language only, without compiling the rules
    #[arg(long)]
    language: bool,
    /// Play N random games; warn if one player wins all, or games do not end
    #[arg(
        long,
        alias = "play",
        value_name = "N",
        default_value_t = 0,
        conflicts_with = "language"
    )]
    games: u64,
    /// Report errors only
    #[arg(long)]
    no_warnings: bool,
    /// Check again whenever a file or its definitions change. Ctrl-C ends it, with the exit code of
    /// the last check
    #[arg(long)]
    watch: bool,
    /// Print one JSON object per line for each file and ruleset, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FileReport<'a> {
    file: String,
    /// `None` for the defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<&'a str>,
    errors: Vec<ErrorReport<'a>>,
    warnings: Vec<ErrorReport<'a>>,
}

#[derive(Serialize)]
struct ErrorReport<'a> {
    code: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
    file: &'a str,
    line: usize,
    column: usize,
    start: u32,
    end: u32,
}

impl Check {
    /// Runs the command. The exit code is 0 without errors, 1 with errors, and 2 if a file cannot
    /// be read. Warnings do not change it.
    pub fn run(self) -> Result<Exit, Error> {
        if self.watch {
            return watch::run(&self.files, self.defs.as_deref());
        }
        let found = self.check()?;
        Ok(Exit::success_if(found == 0))
    }

    fn check(&self) -> Result<usize, Error> {
        let definitions = Definitions::read(self.defs.as_deref())?;
        let files = source::lud_files(&self.files)?;
        let mut seen = Tally::default();
        interrupt::listen();
        for file in &files {
            if interrupt::is_asked() {
                break;
            }
            let text = source::read_text(file)?;
            let name = source::name_of(file);
            let mut ways = vec![self.choices(&name, &text, &definitions)?];
            if self.all_rulesets {
                let rulesets = ludarium_lud::rulesets(&text).into_iter();
                ways.extend(rulesets.map(|ruleset| Choices::defaults().ruleset(ruleset.name)));
            }
            seen.rulesets += ways.len() - 1;
            let mut file_is_bad = false;
            for choices in &ways {
                let found = self.findings(&name, &text, &definitions, choices);
                let (errors, warnings) = (&found.errors, &found.warnings);
                let is_bad = !errors.diagnostics.is_empty();
                file_is_bad |= is_bad;
                seen.errors += errors.diagnostics.len();
                seen.warnings += warnings.diagnostics.len();
                let ruleset = choices.ruleset.as_deref();
                seen.bad_rulesets += usize::from(is_bad && ruleset.is_some());
                if self.json {
                    let report = FileReport {
                        file: name.clone(),
                        ruleset,
                        errors: error_reports(errors),
                        warnings: error_reports(warnings),
                    };
                    println!("{}", serde_json::to_string(&report).unwrap_or_default());
                    continue;
                }
                if let Some(ruleset) = ruleset.filter(|_| is_bad) {
                    eprintln!("{name}: with the ruleset {ruleset:?}");
                }
                source::show(errors);
                source::show_warnings(warnings);
                seen.help = seen.help.or(source::lacking(errors, self.defs.as_deref()));
            }
            seen.files += 1;
            seen.bad += usize::from(file_is_bad);
        }
        if seen.files < files.len() {
            eprintln!("interrupted after {} of {}", seen.files, files.len());
        }
        if let Some(help) = seen.help {
            eprintln!("{help}");
        }
        if !self.json {
            println!("{}", seen.summary(self.all_rulesets));
        }
        Ok(seen.bad)
    }

    /// The choices of the command line: `tag=choice` as in other commands, or the heading and the
    /// name of an item as a description has them.
    fn choices(&self, name: &str, text: &str, definitions: &Definitions) -> Result<Choices, Error> {
        let is_reading = |with: &&String| {
            let tag = with.split_once('=').map(|(tag, _)| tag);
            tag.is_some_and(|tag| !tag.contains('/'))
        };
        let (readings, options): (Vec<&String>, Vec<&String>) =
            self.with.iter().partition(is_reading);
        let mut choices = Choices::defaults();
        if !readings.is_empty() {
            let readings: Vec<String> = readings.into_iter().cloned().collect();
            let readings = game_args::readings(&readings)?;
            let limits = DescriptionLimits::default();
            let default = Choices::defaults();
            let (description, _) =
                ludarium_lud::check(name, text, &definitions.0, &default, &limits);
            // What is wrong with a text that is no description is found below.
            if let Some(description) = description {
                choices = ludarium_games::choose(&description, &readings).map_err(|message| {
                    Error::new(message)
                        .in_context(name)
                        .with_exit(Exit::Negative)
                })?;
            }
        }
        choices.options.extend(options.into_iter().cloned());
        Ok(choices)
    }

    /// All that is found about a description with these choices.
    fn findings(
        &self,
        name: &str,
        text: &str,
        definitions: &Definitions,
        choices: &Choices,
    ) -> Findings {
        let limits = DescriptionLimits::default();
        let (description, errors) =
            ludarium_lud::check(name, text, &definitions.0, choices, &limits);
        let none = Errors {
            diagnostics: Vec::new(),
            sources: errors.sources.clone(),
        };
        let (Some(description), false) = (description, self.language) else {
            let warnings = none;
            return Findings { errors, warnings };
        };
        let nearby =
            |name: &str, choices: &Choices| source::game_nearby(&description, name, choices);
        let mut findings = Game::check(&description, errors, nearby);
        if findings.errors.diagnostics.is_empty() {
            if let Ok(game) = source::compile(&description) {
                let warnings = match self.games {
                    0 => random_games::beginning(&game, &description),
                    count => random_games::warnings(&game, &description, count),
                };
                findings.warnings.diagnostics.extend(warnings);
            }
        }
        if self.no_warnings {
            findings.warnings.diagnostics.clear();
        }
        findings
    }
}

/// Counts of the problems found.
#[derive(Default)]
struct Tally {
    files: usize,
    /// Descriptions with a problem.
    bad: usize,
    errors: usize,
    warnings: usize,
    rulesets: usize,
    bad_rulesets: usize,
    /// A hint that applies to any description.
    help: Option<&'static str>,
}

impl Tally {
    fn summary(&self, rulesets: bool) -> String {
        let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let files_text = match self.bad {
            0 => format!("{} checked, no problems", many(self.files, "file")),
            bad => format!(
                "{} in {bad} of {}",
                many(self.errors, "problem"),
                many(self.files, "file")
            ),
        };
        let files_text = match self.warnings {
            0 => files_text,
            warnings => format!("{files_text}, {}", many(warnings, "warning")),
        };
        match (rulesets, self.bad_rulesets) {
            (false, _) => files_text,
            (true, 0) => format!("{files_text}; {} compile", many(self.rulesets, "ruleset")),
            (true, bad) => format!(
                "{files_text}; {bad} of {} do not compile",
                many(self.rulesets, "ruleset")
            ),
        }
    }
}

fn error_reports(errors: &Errors) -> Vec<ErrorReport<'_>> {
    let reports = errors.diagnostics.iter().map(|diagnostic| {
        let source = errors.sources.get(diagnostic.span.file);
        let (line, column) =
            source.map_or((0, 0), |source| source.line_column(diagnostic.span.start));
        ErrorReport {
            code: diagnostic.code,
            message: &diagnostic.message,
            hint: diagnostic.hint.as_deref(),
            file: source.map_or("", |source| &source.name),
            line,
            column,
            start: diagnostic.span.start,
            end: diagnostic.span.end,
        }
    });
    reports.collect()
}

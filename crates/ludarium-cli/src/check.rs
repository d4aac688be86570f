//! `ludarium check`: reports errors in descriptions with their positions.

use std::path::PathBuf;

use clap::Args;
use ludarium_lud::Choices;
use serde::Serialize;

use crate::error::{Error, Exit};
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
    /// An option to select, as Heading/Item; may be repeated
    #[arg(long = "with", value_name = "HEADING/ITEM")]
    choices: Vec<String>,
    /// Also check every ruleset that a description marks
    #[arg(long, conflicts_with = "choices")]
    all_rulesets: bool,
    /// Check the language only, without compiling the rules
    #[arg(long)]
    language: bool,
    /// Print one JSON object per line for each file and ruleset
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
    /// Runs the command. The exit code is 0 without problems, 1 with problems, and 2 if a file
    /// cannot be read.
    pub fn run(self) -> Result<Exit, Error> {
        let found = self.check()?;
        Ok(Exit::success_if(found == 0))
    }

    fn check(&self) -> Result<usize, Error> {
        let definitions = Definitions::read(self.defs.as_deref())?;
        let files = source::lud_files(&self.files)?;
        let mut seen = Tally::default();
        for file in &files {
            let text = source::read_text(file)?;
            let name = file.display().to_string();
            let mut ways = vec![Choices {
                options: self.choices.clone(),
                ruleset: None,
            }];
            if self.all_rulesets {
                let rulesets = ludarium_lud::rulesets(&text).into_iter();
                ways.extend(rulesets.map(|ruleset| Choices::defaults().ruleset(ruleset.name)));
            }
            seen.rulesets += ways.len() - 1;
            let mut file_is_bad = false;
            for choices in &ways {
                let found = ludarium_lud::load(&name, &text, &definitions.0, choices)
                    .map_err(Box::new)
                    .and_then(|description| match self.language {
                        true => Ok(()),
                        false => source::compile(&description).map(|_| ()),
                    })
                    .err();
                file_is_bad |= found.is_some();
                seen.errors += found.as_ref().map_or(0, |found| found.diagnostics.len());
                let ruleset = choices.ruleset.as_deref();
                seen.bad_rulesets += usize::from(found.is_some() && ruleset.is_some());
                if self.json {
                    let report = FileReport {
                        file: name.clone(),
                        ruleset,
                        errors: found.as_deref().map(error_reports).unwrap_or_default(),
                    };
                    println!("{}", serde_json::to_string(&report).unwrap_or_default());
                } else if let Some(found) = &found {
                    if let Some(ruleset) = ruleset {
                        eprintln!("{name}: with the ruleset {ruleset:?}");
                    }
                    source::show(found);
                    seen.help = seen.help.or(source::lacking(found, self.defs.as_deref()));
                }
            }
            seen.bad += usize::from(file_is_bad);
        }
        if let Some(help) = seen.help {
            eprintln!("{help}");
        }
        if !self.json {
            println!("{}", seen.summary(files.len(), self.all_rulesets));
        }
        Ok(seen.bad)
    }
}

/// Counts of the problems found.
#[derive(Default)]
struct Tally {
    /// Descriptions with a problem.
    bad: usize,
    errors: usize,
    rulesets: usize,
    bad_rulesets: usize,
    /// A hint that applies to any description.
    help: Option<&'static str>,
}

impl Tally {
    fn summary(&self, files: usize, rulesets: bool) -> String {
        let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let files_text = match self.bad {
            0 => format!("{} checked, no problems", many(files, "file")),
            bad => format!(
                "{} in {bad} of {}",
                many(self.errors, "problem"),
                many(files, "file")
            ),
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

//! `ludarium check`: what is wrong with a description, and where.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lud::Choices;
use serde::Serialize;

use crate::source::{self, Definitions, Errors};

/// Arguments of `ludarium check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Descriptions; a folder stands for all .lud files below it
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A folder of standard definitions (.def) to read them with [default: those built in]
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// An option to check with: Heading/Item; may be repeated
    #[arg(long = "with", value_name = "HEADING/ITEM")]
    choices: Vec<String>,
    /// Check the language only: do not compile the rules
    #[arg(long)]
    language: bool,
    /// One JSON object for each file, one a line, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FileReport<'a> {
    file: String,
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
    /// Runs the command. The exit code is 0 without a finding, 1 with one, and 2 when a file
    /// could not be read.
    pub fn run(self) -> ExitCode {
        match self.check() {
            Ok(0) => ExitCode::SUCCESS,
            Ok(_) => ExitCode::FAILURE,
            Err(message) => {
                eprintln!("ludarium check: {message}");
                ExitCode::from(2)
            }
        }
    }

    fn check(&self) -> Result<usize, String> {
        let definitions = Definitions::read(self.defs.as_deref())?;
        let choices = Choices {
            options: self.choices.clone(),
            ruleset: None,
        };
        let files = source::lud_files(&self.files)?;
        let (mut bad, mut errors) = (0, 0);
        for file in &files {
            let text = source::read_text(file)?;
            let found = lud::load(&file.display().to_string(), &text, &definitions.0, &choices)
                .map_err(Box::new)
                .and_then(|description| match self.language {
                    true => Ok(()),
                    false => source::compile(&description).map(|_| ()),
                })
                .err();
            bad += usize::from(found.is_some());
            errors += found.as_ref().map_or(0, |found| found.diagnostics.len());
            if self.json {
                let report = FileReport {
                    file: file.display().to_string(),
                    errors: found.as_deref().map(error_reports).unwrap_or_default(),
                };
                println!("{}", serde_json::to_string(&report).unwrap_or_default());
            } else if let Some(found) = &found {
                source::show(found);
            }
        }
        if !self.json {
            let s = |n: usize| if n == 1 { "" } else { "s" };
            match bad {
                0 => println!(
                    "{} description{} without a finding",
                    files.len(),
                    s(files.len())
                ),
                _ => println!(
                    "{errors} finding{} in {bad} of {} description{}",
                    s(errors),
                    files.len(),
                    s(files.len())
                ),
            }
        }
        Ok(bad)
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

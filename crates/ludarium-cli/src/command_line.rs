//! What the command line says of itself: help, completions for shells, manual pages.

use std::any::TypeId;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, Args, Command, ValueEnum};
use clap_complete::Shell;

use crate::error::{Error, Exit};

/// The exit codes, as every help page lists them.
const EXIT_CODES: &str =
    "Exit codes:\n  0  success\n  1  the command ran, and its answer is negative, \
     or the input has problems\n  2  the command could not be carried out";

/// When output has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// If it goes to a terminal, and the variable NO_COLOR is not set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Applies the choice to all that is printed from here on.
    pub fn apply(self) {
        // The libraries that print with colours ask these variables.
        match self {
            Colour::Auto => {}
            Colour::Always => {
                std::env::remove_var("NO_COLOR");
                std::env::set_var("FORCE_COLOR", "1");
            }
            Colour::Never => std::env::set_var("NO_COLOR", "1"),
        }
    }
}

/// The command line, with the exit codes on every help page. Numbers are judged alike in all
/// commands.
pub fn command_line(command: Command) -> Command {
    command
        .after_help(EXIT_CODES)
        .mut_args(judged)
        .mut_subcommands(command_line)
}

/// An argument that takes a negative number for its value, which may be wrong, and not for an
/// argument of its own. No time is below zero, and no number of positions is zero.
fn judged(arg: Arg) -> Arg {
    let value = arg.get_value_parser().type_id();
    let arg = match arg.get_id().as_str() {
        "time" if value == TypeId::of::<f64>() => arg.value_parser(seconds),
        "nodes" if value == TypeId::of::<u64>() => {
            arg.value_parser(clap::value_parser!(u64).range(1..))
        }
        _ => arg,
    };
    match arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    }
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let time = text.parse().ok().filter(|time| *time >= 0.0);
    let short = |time: &f64| Duration::try_from_secs_f64(*time).is_ok();
    time.filter(short)
        .ok_or_else(|| "a time is a number of seconds, 0 or more".to_owned())
}

/// Arguments of `ludarium completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions of the whole command line.
    pub fn run(&self, mut command: Command) -> Result<Exit, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "ludarium", &mut script);
        print!("{}", String::from_utf8_lossy(&script));
        Ok(Exit::Success)
    }
}

/// Arguments of `ludarium manual`.
#[derive(Args, Debug)]
pub struct Manual {
    /// The folder that the pages are written to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Manual {
    /// Writes a manual page for the program and one for each command.
    ///
    /// # Errors
    /// If a page cannot be written.
    pub fn run(&self, command: Command) -> Result<Exit, Error> {
        let folder: &Path = &self.folder;
        std::fs::create_dir_all(folder).map_err(Error::at(&folder))?;
        clap_mangen::generate_to(command, folder).map_err(Error::at(&folder))?;
        Ok(Exit::Success)
    }
}

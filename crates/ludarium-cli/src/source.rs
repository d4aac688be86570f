//! Reads, checks and compiles descriptions from disk and reports their errors.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ludarium_engine::Game;
use ludarium_games::GameFolder;
use ludarium_lud::{Choices, Description, Diagnostic, Node, Value};
use ludarium_notation::formats::Format;
use miette::{LabeledSpan, NamedSource, Report};

use crate::corpus;
use crate::error::Error;

pub use ludarium_lud::Errors;

/// The standard definitions available to descriptions.
#[derive(Debug)]
pub struct Definitions(pub ludarium_lud::Definitions);

impl Definitions {
    /// Reads all `.def` files below a folder, or the built-in definitions if `folder` is `None`.
    pub fn read(folder: Option<&Path>) -> Result<Definitions, Error> {
        let Some(folder) = folder else {
            return Ok(Definitions(ludarium_games::definitions()));
        };
        let mut paths = Vec::new();
        corpus::collect(folder, "def", &mut paths)?;
        paths.sort();
        let files = paths.into_iter().map(|path| {
            let text = read_text(&path)?;
            Ok((name_of(&path), text))
        });
        Ok(Definitions(ludarium_lud::Definitions::from_files(
            files.collect::<Result<Vec<_>, Error>>()?,
        )))
    }
}

static LIBRARY: OnceLock<PathBuf> = OnceLock::new();

/// The folder of games that was added to the built-in ones, if any.
pub fn library() -> Option<&'static Path> {
    LIBRARY.get().map(PathBuf::as_path)
}

/// Adds the games of a folder laid out as `family/slug/`, with precedence over the built-in games.
pub fn add_library(root: &Path) -> Result<(), Error> {
    let root = LIBRARY.get_or_init(|| root.to_path_buf());
    let (mut folders, mut definitions) = (Vec::new(), Vec::new());
    for family in inside(root)? {
        if !family.is_dir() {
            continue;
        }
        definitions.extend(texts(&family, "def")?);
        for folder in inside(&family)? {
            if !folder.join("about.toml").is_file() {
                continue;
            }
            let mut files = texts(&folder, "lud")?;
            files.extend(texts(&folder, "toml")?);
            files.extend(texts(&folder, "md")?);
            files.extend(texts(&folder, "txt")?);
            let records = folder.join("records");
            folders.push(GameFolder {
                family: file_name(&family),
                slug: file_name(&folder),
                files,
                records: match records.is_dir() {
                    true => texts(&records, "txt")?,
                    false => Vec::new(),
                },
            });
        }
    }
    if folders.is_empty() {
        return Err(format!(
            "{}: no game; one lies in FAMILY/SLUG/ and has an about.toml",
            root.display()
        )
        .into());
    }
    ludarium_games::add_folders(folders, definitions)?;
    Ok(())
}

/// The entries of a folder, sorted by name.
fn inside(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let wrong = |error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(wrong)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// The files with one extension in a folder, as (name, text).
fn texts(folder: &Path, ending: &str) -> Result<Vec<(String, String)>, Error> {
    let paths = inside(folder)?.into_iter();
    paths
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .map(|path| Ok((file_name(&path), read_text(&path)?)))
        .collect()
}

/// Reads a text file. Games of Japanese shogi programs may be in Shift JIS. Other invalid UTF-8 and
/// control characters are replaced by U+FFFD, so that the parser can report their position and none
/// reaches the terminal.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(Error::at(&path))?;
    Ok(visible(
        String::from_utf8(bytes).unwrap_or_else(|error| foreign_text(error.as_bytes())),
    ))
}

/// The text of bytes that are not UTF-8.
fn foreign_text(bytes: &[u8]) -> String {
    let (japanese, _, wrong) = encoding_rs::SHIFT_JIS.decode(bytes);
    match !wrong && Format::of("", &japanese) == Some(Format::Kif) {
        true => japanese.into_owned(),
        false => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// A text with U+FFFD in place of every control character that is no white space: what a file or a
/// user says may not move the cursor, clear the screen or set a title.
pub fn visible(text: String) -> String {
    match text.contains(is_hidden) {
        true => text.replace(is_hidden, "\u{fffd}"),
        false => text,
    }
}

/// Whether a character is for terminals, and not part of a text.
fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}')
}

/// The text of a file that is to be written again, exactly as it is.
///
/// # Errors
/// If it is not UTF-8, or has control characters that are no white space; the error names the line
/// and the column.
pub fn exact_text(name: &str, bytes: Vec<u8>) -> Result<String, Error> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = place_after(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        Error::new(format!("{name}:{place}: not UTF-8"))
            .with_hint("convert the file to UTF-8 first")
    })?;
    match text.find(is_hidden) {
        None => Ok(text),
        Some(at) => {
            let place = place_after(&text.as_bytes()[..at]);
            Err(Error::new(format!("{name}:{place}: a control character"))
                .with_hint("remove it first"))
        }
    }
}

/// The line and the column of what follows the beginning of a text.
fn place_after(before: &[u8]) -> String {
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n');
    let column = String::from_utf8_lossy(&before[start.map_or(0, |at| at + 1)..]);
    format!("{line}:{}", column.chars().count() + 1)
}

/// The last component of a path, as it may be shown.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    visible(name.to_string_lossy().into_owned())
}

/// A path as it may be shown: a name, too, may have control characters.
pub fn name_of(path: &Path) -> String {
    visible(path.display().to_string())
}

/// Reads and checks a description.
pub fn describe(
    path: &Path,
    definitions: &Definitions,
    choices: &Choices,
) -> Result<Description, Box<Errors>> {
    load(path, &definitions.0, choices)
}

fn load(
    path: &Path,
    definitions: &ludarium_lud::Definitions,
    choices: &Choices,
) -> Result<Description, Box<Errors>> {
    let name = name_of(path);
    let text = read_text(path).unwrap_or_default(); // an unreadable file is an empty one: "no game here"
    ludarium_lud::load(&name, &text, definitions, choices).map_err(Box::new)
}

/// Compiles a checked description. The errors are those of a game of a match if that has any.
pub fn compile(description: &Description) -> Result<Game, Box<Errors>> {
    let mut errors_of_part = None;
    let game = Game::compile_with(description, |name, choices| {
        let path = file_nearby(description, name)?;
        match load_beside(description, &path, choices) {
            Ok(part) => Some(part),
            Err(errors) => {
                errors_of_part.get_or_insert(errors);
                None
            }
        }
    });
    game.map_err(|errors| errors_of_part.unwrap_or_else(|| Box::new(errors)))
}

/// The description of a game that a match names, if there is a file of that name that can be read.
pub fn game_nearby(
    description: &Description,
    name: &str,
    choices: &Choices,
) -> Option<Description> {
    let path = file_nearby(description, name)?;
    load_beside(description, &path, choices).ok()
}

/// Reads the description of a game that a match names, with the definitions of the match.
pub fn load_beside(
    description: &Description,
    path: &Path,
    choices: &Choices,
) -> Result<Description, Box<Errors>> {
    load(path, &description.sources.definitions, choices)
}

/// The file of a game that a match names, in the folder of the match or its ancestors up to `lud`.
pub fn file_nearby(description: &Description, name: &str) -> Option<PathBuf> {
    let file = PathBuf::from(&description.sources.description.name);
    for folder in file.ancestors().skip(1) {
        if folder.as_os_str().is_empty() {
            break;
        }
        let mut files = Vec::new();
        if corpus::collect(folder, "lud", &mut files).is_err() {
            break;
        }
        files.sort();
        let named = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == name);
        if let Some(path) = files.iter().find(named) {
            return Some(path.clone());
        }
        if folder.file_name().is_some_and(|name| name == "lud") {
            break;
        }
    }
    None
}

/// Ludemes that every description contains and that do not characterise it.
const EVERYWHERE: [&str; 8] = [
    "Game",
    "Players",
    "Equipment",
    "Board",
    "Rules",
    "Start",
    "Play",
    "End",
];

/// The ludemes of a description, by their names in the language table.
pub fn vocabulary(description: &Description) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut open: Vec<&Node> = vec![&description.game];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Call(call) => {
                words.insert(format!("{:?}", call.ludeme));
                open.extend(call.args.iter().flatten());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    for word in EVERYWHERE {
        words.remove(word);
    }
    words
}

/// Diagnostic codes for valid descriptions that the engine does not support.
const REFUSED: [&str; 3] = ["no-meaning", "large-stack", "too-many-bindings"];

/// The ludemes that the language allows and the engine does not support, without duplicates.
pub fn refused(errors: &Errors) -> Vec<String> {
    let refused = errors.diagnostics.iter();
    let refused = refused.filter(|d| REFUSED.contains(&d.code));
    let names: BTreeSet<String> = refused.map(|d| ludeme_at(errors, d)).collect();
    names.into_iter().collect()
}

/// The ludemes at the errors' positions.
pub fn ludemes(errors: &Errors) -> Vec<String> {
    let names: BTreeSet<String> = errors
        .diagnostics
        .iter()
        .map(|d| ludeme_at(errors, d))
        .collect();
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

/// The keyword at a diagnostic's position, with the capitalised word after it: `is Threatened`.
fn ludeme_at(errors: &Errors, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.span;
    let Some(text) = errors
        .sources
        .get(span.file)
        .and_then(|source| source.text.get(span.start as usize..span.end as usize))
    else {
        return diagnostic.message.clone();
    };
    let mut words = text
        .trim_start_matches('(')
        .split([' ', '\n', '\t', '\r', '(', ')', '{', '}']);
    let keyword = words.next().unwrap_or_default();
    match words.find(|word| !word.is_empty()) {
        Some(word) if word.starts_with(|c: char| c.is_ascii_uppercase()) && !word.contains(':') => {
            format!("{keyword} {word}")
        }
        _ => keyword.to_owned(),
    }
}

/// The first error, formatted on one line.
pub fn first_line(errors: &Errors) -> String {
    errors
        .diagnostics
        .first()
        .map_or_else(String::new, |d| errors.sources.render(d))
}

/// The formatted errors of a description, with excerpts of the text.
pub fn reports(errors: &Errors) -> Vec<String> {
    let diagnostics = errors.diagnostics.iter();
    diagnostics
        .map(|diagnostic| match is_drawn(errors, diagnostic) {
            true => format!("{:?}", report(errors, diagnostic)),
            false => format!("error: {}", errors.sources.render(diagnostic)),
        })
        .collect()
}

/// The longest line, and the longest text, from which an excerpt is shown, in bytes.
const MAX_LINE: usize = 2_000;
const MAX_TEXT: usize = 4 << 20;

/// Whether an excerpt of the text is shown with an error: not of a line that would fill the screen.
fn is_drawn(errors: &Errors, diagnostic: &Diagnostic) -> bool {
    let Some(source) = errors.sources.get(diagnostic.span.file) else {
        return true;
    };
    let bytes = source.text.as_bytes();
    let at = (diagnostic.span.start as usize).min(bytes.len());
    let before = bytes[..at].iter().rev().take(MAX_LINE);
    let after = bytes[at..].iter().take(MAX_LINE);
    let ends = |mut bytes: Box<dyn Iterator<Item = &u8> + '_>| bytes.any(|&byte| byte == b'\n');
    let near_start = at < MAX_LINE || ends(Box::new(before));
    let near_end = bytes.len() - at < MAX_LINE || ends(Box::new(after));
    bytes.len() <= MAX_TEXT && near_start && near_end
}

/// Prints the errors of a description to standard error.
pub fn show(errors: &Errors) {
    for report in reports(errors) {
        eprintln!("{report}");
    }
}

/// Prints the warnings about a description to standard error.
pub fn show_warnings(warnings: &Errors) {
    for warning in &warnings.diagnostics {
        eprintln!("warning: {}", warnings.sources.render(warning));
    }
}

/// A hint to name a folder of definitions, if a description uses unknown definitions and none was
/// named.
pub fn lacking(errors: &Errors, defs: Option<&Path>) -> Option<&'static str> {
    let lacks = |d: &Diagnostic| d.code == "unknown-definition";
    let lacking = defs.is_none() && errors.diagnostics.iter().any(lacks);
    lacking.then_some(
        "if the definitions are in separate files (.def), name their folder with --defs DIR",
    )
}

fn report(errors: &Errors, diagnostic: &Diagnostic) -> Report {
    let span = diagnostic.span;
    let Some(source) = errors.sources.get(span.file) else {
        return miette::miette!(code = diagnostic.code, "{}", diagnostic.message);
    };
    let (start, end) = (
        span.start as usize,
        (span.end as usize).min(source.text.len()),
    );
    let start = start.min(end);
    // A label that spans a whole rule would fill the screen: point at its first line.
    let first_line = source
        .text
        .get(start..end)
        .and_then(|text| text.lines().next())
        .map_or(0, str::len);
    let label = LabeledSpan::new(
        None,
        start,
        first_line.max(1).min(source.text.len() - start),
    );
    let mut shown = miette::MietteDiagnostic::new(diagnostic.message.clone())
        .with_code(diagnostic.code)
        .with_label(label);
    if let Some(hint) = &diagnostic.hint {
        shown = shown.with_help(hint.clone());
    }
    Report::new(shown).with_source_code(NamedSource::new(source.name.clone(), source.text.clone()))
}

/// The `.lud` files named, and those below the folders named.
pub fn lud_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    files_with(paths, &["lud"])
}

/// The files named, and those with one of the extensions below the folders named.
pub fn files_with(paths: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let first = files.len();
            for extension in extensions {
                corpus::collect(path, extension, &mut files)?;
            }
            files[first..].sort();
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

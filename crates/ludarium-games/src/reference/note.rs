//! The notes on ludemes: explanations beyond the one line of the table, and examples.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ludarium_lud::Ludeme;

use super::example::{frames, Example};
use super::text::has_argument;

/// The files of notes, by name.
const TEXTS: &[(&str, &str)] = &[
    ("any.txt", include_str!("../../notes/any.txt")),
    ("game.txt", include_str!("../../notes/game.txt")),
    ("graphs.txt", include_str!("../../notes/graphs.txt")),
    ("moves.txt", include_str!("../../notes/moves.txt")),
    ("effects.txt", include_str!("../../notes/effects.txt")),
    ("values.txt", include_str!("../../notes/values.txt")),
    ("prose.txt", include_str!("../../notes/prose.txt")),
    ("readings.txt", include_str!("../../notes/readings.txt")),
    ("arguments.txt", include_str!("../../notes/arguments.txt")),
    ("sites.txt", include_str!("../../notes/sites.txt")),
];

/// The note on one form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The explanation.
    pub prose: String,
    /// By name of an argument: its meaning and default.
    pub arguments: BTreeMap<&'static str, &'static str>,
    /// Examples.
    pub examples: Vec<Example>,
}

/// All notes.
#[derive(Default)]
struct Notes {
    forms: BTreeMap<Ludeme, Note>,
    /// By name of an argument: its meaning in forms whose notes do not explain it.
    any: BTreeMap<&'static str, &'static str>,
    problems: Vec<String>,
}

/// The note on a form; an empty one if there is none.
#[must_use]
pub fn note(ludeme: Ludeme) -> &'static Note {
    static NONE: Note = Note {
        prose: String::new(),
        arguments: BTreeMap::new(),
        examples: Vec::new(),
    };
    notes().forms.get(&ludeme).unwrap_or(&NONE)
}

/// The general meaning of an argument with this name.
#[must_use]
pub fn general(argument: &str) -> Option<&'static str> {
    notes().any.get(argument).copied()
}

/// Errors in the texts of the notes; a test keeps this empty.
#[must_use]
pub fn problems() -> &'static [String] {
    &notes().problems
}

fn notes() -> &'static Notes {
    static NOTES: OnceLock<Notes> = OnceLock::new();
    NOTES.get_or_init(|| {
        let mut notes = Notes::default();
        for (file, text) in TEXTS {
            notes.read(file, text);
        }
        notes
    })
}

/// What the current lines are about.
enum Subject {
    Nobody,
    Any,
    Form(Ludeme),
}

impl Notes {
    /// Parses a file. `== Form` begins a note (`== *`: on arguments of any form), `! name: text`
    /// explains an argument, `--- frame` begins an example that ends with an empty line. The rest
    /// is prose.
    fn read(&mut self, file: &str, text: &'static str) {
        let names: BTreeMap<String, Ludeme> = Ludeme::all()
            .map(|ludeme| (format!("{ludeme:?}"), ludeme))
            .collect();
        let mut subject = Subject::Nobody;
        let mut in_example = false;
        for (number, line) in text.lines().enumerate() {
            let mut wrong = |what: String| {
                self.problems.push(format!("{file}:{}: {what}", number + 1));
            };
            if let Some(name) = line.strip_prefix("== ") {
                in_example = false;
                subject = match (name.trim(), names.get(name.trim())) {
                    ("*", _) => Subject::Any,
                    (_, Some(ludeme)) => {
                        self.forms.entry(*ludeme).or_default();
                        Subject::Form(*ludeme)
                    }
                    (name, None) => {
                        wrong(format!("there is no form {name}"));
                        Subject::Nobody
                    }
                };
                continue;
            }
            if line.starts_with("# ") || line == "#" {
                continue;
            }
            match &subject {
                Subject::Nobody if line.trim().is_empty() => {}
                Subject::Nobody => wrong("this line belongs to no form".to_owned()),
                Subject::Any => match argument(line) {
                    Some((name, text)) => {
                        self.any.insert(name, text);
                    }
                    None if line.trim().is_empty() => {}
                    None => wrong("write `! name: text`".to_owned()),
                },
                Subject::Form(ludeme) => {
                    if let Some(frame) = line.strip_prefix("--- ") {
                        let frame = frame.trim();
                        if frames().iter().all(|known| known.name != frame) {
                            wrong(format!("there is no frame {frame}"));
                        }
                        let note = self.forms.entry(*ludeme).or_default();
                        note.examples.push(Example {
                            frame,
                            text: String::new(),
                        });
                        in_example = true;
                    } else if let Some((name, text)) = argument(line) {
                        if !has_argument(*ludeme, name) {
                            wrong(format!("{ludeme:?} has no argument {name}"));
                        }
                        let note = self.forms.entry(*ludeme).or_default();
                        note.arguments.insert(name, text);
                    } else {
                        let note = self.forms.entry(*ludeme).or_default();
                        in_example &= !line.is_empty();
                        note.line(line, in_example);
                    }
                }
            }
        }
    }
}

impl Note {
    fn line(&mut self, line: &str, in_example: bool) {
        let text = match self.examples.last_mut() {
            Some(example) if in_example => &mut example.text,
            _ if line.is_empty() => return,
            _ => &mut self.prose,
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
}

/// Parses `! name: text`.
fn argument(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (name, text) = line.strip_prefix("! ")?.split_once(':')?;
    Some((name.trim(), text.trim()))
}

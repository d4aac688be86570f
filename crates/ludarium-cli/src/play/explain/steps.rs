//! The rules behind a move, as a tree over the text of the description.

use ludarium_engine::State;
use ludarium_notation::{Finding, Reason};
use serde::Serialize;

/// The longest text of a ludeme on one line, in characters.
const TEXT_SHOWN: usize = 72;

/// The most lines of a tree, unless all are asked for.
const LINES_SHOWN: usize = 60;

/// What is shown of a tree of reasons.
pub struct Shown<'a> {
    /// Only what happens at ludemes with this keyword, or this kind of move: `remove`, `Hop`.
    pub stop_at: Option<&'a str>,
    /// However long it is.
    pub all: bool,
    /// Draws the position after an effect.
    pub board: Option<&'a dyn Fn(&State) -> String>,
}

impl Shown<'_> {
    /// The tree as lines of text.
    pub fn lines(&self, reasons: &[Reason]) -> Vec<String> {
        let mut lines = Vec::new();
        match self.stop_at {
            Some(word) => {
                let mut found = Vec::new();
                find(reasons, word, &mut found);
                found
                    .into_iter()
                    .for_each(|one| self.add(one, 0, &mut lines));
            }
            None => reasons.iter().for_each(|one| self.add(one, 0, &mut lines)),
        }
        if !self.all && lines.len() > LINES_SHOWN {
            let more = lines.len() - LINES_SHOWN;
            lines.truncate(LINES_SHOWN);
            lines.push(format!("... {more} more lines: --all shows them"));
        }
        lines
    }

    fn add(&self, reason: &Reason, depth: usize, lines: &mut Vec<String>) {
        let margin = "  ".repeat(depth + 1);
        let text = shortened(&reason.text);
        let (head, tail) = head(reason);
        let mut line = format!("{margin}{head}{text}{tail}");
        if !reason.place.is_empty() {
            line.push_str(&format!("  [{}]", reason.place));
        }
        // The parts of an effect are carried out before the rest of it.
        let parts_first = matches!(reason.finding, Finding::Done { .. });
        if parts_first {
            reason
                .within
                .iter()
                .for_each(|part| self.add(part, depth + 1, lines));
        }
        lines.push(line);
        if let Finding::Done {
            actions,
            changes,
            state,
        } = &reason.finding
        {
            let told = actions.iter().cloned();
            let told = told.chain(changes.iter().map(|change| change.to_string()));
            lines.extend(told.map(|told| format!("{margin}    {told}")));
            if let (Some(draw), false) = (self.board, actions.is_empty()) {
                lines.extend(draw(state).lines().map(|row| format!("{margin}    {row}")));
            }
        }
        if !parts_first {
            reason
                .within
                .iter()
                .for_each(|part| self.add(part, depth + 1, lines));
        }
    }
}

/// What a reason says before and after its text.
fn head(reason: &Reason) -> (&'static str, String) {
    let values: Vec<String> = reason
        .values
        .iter()
        .filter(|(name, _)| name != "left" && name != "right")
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let side = |wanted: &str| reason.values.iter().find(|(name, _)| name == wanted);
    let compared = match (side("left"), side("right")) {
        (Some((_, left)), Some((_, right))) => format!("   compares {left} and {right}"),
        _ => String::new(),
    };
    let known = match values.is_empty() {
        true => compared,
        false => format!("   {}{compared}", values.join(", ")),
    };
    match &reason.finding {
        Finding::Listed(0) => ("rule ", "   lists no such move".to_owned()),
        Finding::Listed(1) => ("rule ", "   lists the move".to_owned()),
        Finding::Listed(more) => ("rule ", format!("   lists {more} such moves")),
        Finding::Holds(true) => ("yes  ", known),
        Finding::Holds(false) => ("no   ", known),
        Finding::Priority { asked, of, found } => {
            let others = of - asked;
            let text = match (found, others) {
                (true, 0) => format!("of {of} alternatives by priority, the last has moves"),
                (true, _) => format!(
                    "of {of} alternatives by priority, number {asked} has moves: later ones do not \
                     count"
                ),
                (false, _) => format!("none of {of} alternatives by priority has a move"),
            };
            ("", text)
        }
        Finding::After(mv) => ("", format!("in the position after {mv}:")),
        Finding::Done { .. } => ("does ", String::new()),
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= TEXT_SHOWN {
        return text.to_owned();
    }
    let begin: String = text.chars().take(TEXT_SHOWN - 4).collect();
    format!("{} ...", begin.trim_end())
}

/// Adds the outermost reasons at a ludeme.
fn find<'r>(reasons: &'r [Reason], word: &str, found: &mut Vec<&'r Reason>) {
    for reason in reasons {
        let mut words = reason
            .text
            .trim_start_matches(['(', '"'])
            .split([' ', ')', '"', '(']);
        let (keyword, kind) = (words.next(), words.next());
        if keyword == Some(word) || kind == Some(word) {
            found.push(reason);
        } else {
            find(&reason.within, word, found);
        }
    }
}

/// A reason for programs.
#[derive(Serialize)]
pub struct Told<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
    #[serde(flatten)]
    finding: ToldFinding<'a>,
    #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    values: std::collections::BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    within: Vec<Told<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ToldFinding<'a> {
    /// The number of moves that a rule lists.
    Lists(usize),
    Holds(bool),
    Priority {
        asked: usize,
        of: usize,
        found: bool,
    },
    After(&'a str),
    Does {
        actions: &'a [String],
        changes: Vec<String>,
    },
}

impl<'a> Told<'a> {
    /// A reason with all within it.
    pub fn of(reason: &'a Reason) -> Told<'a> {
        let finding = match &reason.finding {
            Finding::Listed(moves) => ToldFinding::Lists(*moves),
            Finding::Holds(holds) => ToldFinding::Holds(*holds),
            &Finding::Priority { asked, of, found } => ToldFinding::Priority { asked, of, found },
            Finding::After(mv) => ToldFinding::After(mv),
            Finding::Done {
                actions, changes, ..
            } => ToldFinding::Does {
                actions,
                changes: changes.iter().map(ToString::to_string).collect(),
            },
        };
        let values = reason.values.iter();
        Told {
            place: &reason.place,
            text: &reason.text,
            finding,
            values: values
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect(),
            within: reason.within.iter().map(Told::of).collect(),
        }
    }
}

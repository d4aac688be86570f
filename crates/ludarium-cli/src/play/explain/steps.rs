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
    /// Draws the position after an effect, and the region that a condition asks about.
    pub board: Option<&'a Drawing<'a>>,
    /// The position before the move.
    pub before: &'a State,
}

/// Draws a position, with some slots pointed out.
pub type Drawing<'a> = dyn Fn(&State, &[usize]) -> String + 'a;

/// The lines so far, with what is needed for the next.
struct Lines<'r> {
    lines: Vec<String>,
    /// The position at this point.
    state: &'r State,
    /// The regions drawn since the last effect, each with the text that it is in.
    drawn: Vec<&'r Reason>,
}

impl Shown<'_> {
    /// The tree as lines of text.
    pub fn lines(&self, reasons: &[Reason]) -> Vec<String> {
        let mut told = Lines {
            lines: Vec::new(),
            state: self.before,
            drawn: Vec::new(),
        };
        match self.stop_at {
            Some(word) => {
                let mut found = Vec::new();
                find(reasons, word, &mut found);
                found
                    .into_iter()
                    .for_each(|one| self.add(one, 0, &mut told));
            }
            None => reasons.iter().for_each(|one| self.add(one, 0, &mut told)),
        }
        let mut lines = told.lines;
        if !self.all && lines.len() > LINES_SHOWN {
            let more = lines.len() - LINES_SHOWN;
            lines.truncate(LINES_SHOWN);
            lines.push(format!("... {more} more lines: --all shows them"));
        }
        lines
    }

    fn add<'r>(&self, reason: &'r Reason, depth: usize, told: &mut Lines<'r>) {
        let margin = "  ".repeat(depth + 1);
        let within = |told: &mut Lines<'r>| {
            let parts = reason.within.iter();
            parts.for_each(|part| self.add(part, depth + 1, told));
        };
        let Finding::Done { actions, state, .. } = &reason.finding else {
            told.lines.push(format!("{margin}{}", line(reason)));
            self.draw_region(reason, &margin, told);
            within(told);
            return;
        };
        // The parts of an effect are carried out before the rest of it.
        within(told);
        told.state = state;
        told.drawn.clear();
        told.lines.push(format!("{margin}{}", line(reason)));
        let said = reason.said().into_iter();
        told.lines
            .extend(said.map(|said| format!("{margin}    {said}")));
        if !actions.is_empty() {
            self.draw(&[], &margin, told);
        }
    }

    /// Draws the region of a condition, once for each text and region in a position.
    fn draw_region<'r>(&self, reason: &'r Reason, margin: &str, told: &mut Lines<'r>) {
        let Some(region) = &reason.region else { return };
        let again = |known: &&Reason| known.span == reason.span && known.region == reason.region;
        if !told.drawn.iter().any(again) {
            told.drawn.push(reason);
            self.draw(region, margin, told);
        }
    }

    fn draw(&self, region: &[usize], margin: &str, told: &mut Lines) {
        let Some(draw) = self.board else { return };
        let board = draw(told.state, region);
        told.lines
            .extend(board.lines().map(|row| format!("{margin}    {row}")));
    }
}

/// A reason on one line: what it did, its text, the values, its place.
pub fn line(reason: &Reason) -> String {
    let place = match reason.place.is_empty() {
        true => String::new(),
        false => format!("  [{}]", reason.place),
    };
    let (head, text) = (head(reason), shortened(&reason.text));
    let said = match reason.finding {
        // What an effect did takes a line for each action.
        Finding::Done { .. } => String::new(),
        _ => reason.said().join(", "),
    };
    let between = if text.is_empty() || said.is_empty() {
        ""
    } else {
        "   "
    };
    format!("{head}{text}{between}{said}{place}")
}

/// What a reason says before its text.
fn head(reason: &Reason) -> &'static str {
    match &reason.finding {
        Finding::Listed(_) => "rule ",
        Finding::Holds(true) => "yes  ",
        Finding::Holds(false) => "no   ",
        Finding::Done { .. } => "does ",
        Finding::Threat(_) => "threat ",
        Finding::Priority { .. } | Finding::After(_) => "",
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
fn find<'r>(reasons: &'r [Reason], name: &str, found: &mut Vec<&'r Reason>) {
    for reason in reasons {
        match reason.is_at(name) {
            true => found.push(reason),
            false => find(&reason.within, name, found),
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
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<(i32, i32)>,
    /// The slots of the region that a condition asks about.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'a [usize]>,
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
    /// A move of an opponent.
    Threat(&'a str),
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
            Finding::Threat(mv) => ToldFinding::Threat(mv),
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
            compared: reason.compared,
            region: reason.region.as_deref(),
            within: reason.within.iter().map(Told::of).collect(),
        }
    }
}

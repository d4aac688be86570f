//! Why a move is legal or not, and what it does, over the text of the description.

use std::fmt;

use ludarium_engine::trace::{Event, Step, Trace, Variable};
use ludarium_engine::watch::{Quantity, Watched};
use ludarium_engine::{Game, State};
use ludarium_lud::{Description, Span};

use crate::{Narrator, SiteAndPieceNames, Wording};

/// What one part of a description did.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A rule was asked, and listed this many of the moves in question.
    Listed(usize),
    /// A condition was evaluated.
    Holds(bool),
    /// Alternatives by priority: how many were asked, how many there are, and whether the last one
    /// asked has moves, so that the others do not count.
    Priority {
        /// The alternatives that were asked.
        asked: usize,
        /// All alternatives.
        of: usize,
        /// Whether one has moves.
        found: bool,
    },
    /// What is within was asked in the position after a move, given by the labels of its ends.
    After(String),
    /// A move, given by the labels of its ends, with which an opponent could reach the site that a
    /// condition asks about. What is within was asked of that move.
    Threat(String),
    /// An effect was carried out.
    Done {
        /// Its actions in words; none where it only changes what is remembered.
        actions: Vec<String>,
        /// What the position remembers differently after it, with the values before and after.
        changes: Vec<Change>,
        /// The position after it.
        state: Box<State>,
    },
}

/// A quantity that an effect has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Its value before.
    pub before: String,
    /// Its value after.
    pub after: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} -> {}", self.name, self.before, self.after)
    }
}

/// A part of a description and what it did, with the parts within it.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Its place in the text.
    pub span: Option<Span>,
    /// The file, line and column of the place: `game.lud:7:17`.
    pub place: String,
    /// Its text on one line; of a default that is not written, what it asks.
    pub text: String,
    /// What it did.
    pub finding: Finding,
    /// The values of the variables that the text reads: `to` is `e5`.
    pub values: Vec<(String, String)>,
    /// The two numbers, if it compares numbers.
    pub compared: Option<(i32, i32)>,
    /// The slots of the region, if it asks whether a site is in one.
    pub region: Option<Vec<usize>>,
    /// The parts within it, in the order in which they were asked.
    pub within: Vec<Reason>,
}

impl Reason {
    /// What it did, in words, besides whether a condition holds: the values that were read, the
    /// actions that were carried out.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        match &self.finding {
            Finding::Listed(0) => vec!["lists no such move".to_owned()],
            Finding::Listed(1) => vec!["lists the move".to_owned()],
            Finding::Listed(more) => vec![format!("lists {more} such moves")],
            Finding::Holds(_) => {
                let read = |(name, value): &(String, String)| format!("{name} = {value}");
                let numbers = |(first, second)| format!("compares {first} and {second}");
                let values = self.values.iter().map(read);
                values.chain(self.compared.map(numbers)).collect()
            }
            Finding::Priority { asked, of, found } => vec![match (found, of - asked) {
                (true, 0) => format!("of {of} alternatives by priority, the last has moves"),
                (true, _) => format!(
                    "of {of} alternatives by priority, number {asked} has moves: later ones do not \
                     count"
                ),
                (false, _) => format!("none of {of} alternatives by priority has a move"),
            }],
            Finding::After(mv) => vec![format!("in the position after {mv}:")],
            Finding::Threat(mv) => vec![format!("an opponent could play {mv}")],
            Finding::Done {
                actions, changes, ..
            } => {
                let changes = changes.iter().map(ToString::to_string);
                actions.iter().cloned().chain(changes).collect()
            }
        }
    }

    /// Whether it is about a ludeme of this name: its keyword, or the kind of move (`remove`,
    /// `Hop`).
    #[must_use]
    pub fn is_at(&self, name: &str) -> bool {
        let inner = self.text.trim_start_matches(['(', '"']);
        let mut words = inner.split([' ', ')', '"', '(']);
        words.next() == Some(name) || words.next() == Some(name)
    }
}

/// Puts the traces of one game into words.
///
/// ```
/// use ludarium_engine::trace::Tracer;
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::{Finding, Reasons, SiteAndPieceNames, Wording};
///
/// let entry = ludarium_games::find("shatranj")?;
/// let loaded = ludarium_games::load(entry, &[])?;
/// let names = SiteAndPieceNames::of(&loaded.game, Some(&entry.about));
/// let wording = Wording::new(&loaded, Some(&entry.about));
/// let tracer = Tracer::new(&loaded.description)?;
/// let mut state = loaded.game.start(&mut SplitMix64::new(0));
///
/// // The rook on a1 does not pass the pawn on a2, which is no enemy.
/// let reasons = Reasons {
///     game: tracer.game(),
///     description: &loaded.description,
///     names: &names,
///     wording: &wording,
/// };
/// let found = reasons.of_trace(&tracer.why(&mut state, Some(0), Some(16)), &state);
/// let mut parts = found.iter().flat_map(|rule| &rule.within);
/// let refused = parts.find(|part| part.finding == Finding::Holds(false)).unwrap();
/// assert!(refused.values.contains(&("to".to_owned(), "a2".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Reasons<'a> {
    /// The game that was traced, or the same game untraced.
    pub game: &'a Game,
    /// Its description.
    pub description: &'a Description,
    /// The names of its sites.
    pub names: &'a SiteAndPieceNames,
    /// The names of its players.
    pub wording: &'a Wording,
}

impl Reasons<'_> {
    /// The steps of a trace that begins in a position. Rules without a condition stand once each
    /// if they were asked in vain, and not at all where effects say what they did.
    #[must_use]
    pub fn of_trace(&self, trace: &Trace, before: &State) -> Vec<Reason> {
        let mut telling = Telling {
            words: *self,
            narrator: Narrator::new(self.game, self.names, self.wording, before),
            watched: self.game.watch(before),
            tells_effects: trace
                .flat()
                .any(|(_, step)| matches!(step.event, Event::Effect { .. })),
        };
        telling.reasons(&trace.steps)
    }

    /// The label of a slot; nothing for -1.
    fn label(&self, slot: i32) -> String {
        match slot {
            ..0 => String::new(),
            slot => self.names.board.label(self.game, slot),
        }
    }

    /// A move by the labels of its ends.
    fn ends(&self, from: i32, to: i32) -> String {
        let (from, to) = (self.label(from), self.label(to));
        match (from.is_empty(), to.is_empty()) {
            (true, _) => to,
            (false, true) => from,
            (false, false) => format!("{from}-{to}"),
        }
    }

    fn place(&self, span: Span) -> String {
        let Some(source) = self.description.sources.get(span.file) else {
            return String::new();
        };
        let (line, column) = source.line_column(span.start);
        format!("{}:{line}:{column}", source.name)
    }

    fn text(&self, span: Span) -> String {
        let source = self.description.sources.get(span.file);
        let range = span.start as usize..span.end as usize;
        let text = source.and_then(|source| source.text.get(range));
        on_one_line(text.unwrap_or_default())
    }

    /// The variables that a text reads, with their values.
    fn values(&self, text: &str, bindings: &[(Variable, i32)]) -> Vec<(String, String)> {
        let read = |&&(variable, _): &&(Variable, i32)| {
            // `(to)`, or an argument that stands for it.
            text.contains(&format!("({variable})")) || text.contains('#') && variable.is_site()
        };
        let shown = |&(variable, value): &(Variable, i32)| {
            let value = match variable.is_site() {
                true => self.label(value),
                false => value.to_string(),
            };
            (variable.to_string(), value)
        };
        bindings.iter().filter(read).map(shown).collect()
    }

    fn watched(&self, value: &Watched) -> String {
        let list = |items: Vec<String>| match items.is_empty() {
            true => "nothing".to_owned(),
            false => items.join(" "),
        };
        match value {
            Watched::Number(None) => "not set".to_owned(),
            Watched::Number(Some(number)) => number.to_string(),
            Watched::Numbers(numbers) => list(numbers.iter().map(i32::to_string).collect()),
            Watched::Sites(sites) => {
                list(sites.iter().map(|&site| self.label(site as i32)).collect())
            }
            Watched::Name(name) => name.clone(),
        }
    }

    fn changes(
        &self,
        before: &[(Quantity, Watched)],
        after: &[(Quantity, Watched)],
    ) -> Vec<Change> {
        let pairs = before
            .iter()
            .zip(after)
            .filter(|(before, after)| before != after);
        let change = |(before, after): (&(Quantity, Watched), &(Quantity, Watched))| Change {
            name: after.0.to_string(),
            before: self.watched(&before.1),
            after: self.watched(&after.1),
        };
        pairs.map(change).collect()
    }
}

/// Reasons being told in order, with what was true before the next one.
struct Telling<'a> {
    words: Reasons<'a>,
    narrator: Narrator<'a>,
    watched: Vec<(Quantity, Watched)>,
    tells_effects: bool,
}

impl Telling<'_> {
    fn reasons(&mut self, steps: &[Step]) -> Vec<Reason> {
        let mut told: Vec<Reason> = Vec::new();
        for step in steps {
            let reason = self.reason(step);
            let bare = matches!(reason.finding, Finding::Listed(_)) && reason.within.is_empty();
            let again = |known: &Reason| {
                known.within.is_empty()
                    && (&known.finding, known.span) == (&reason.finding, reason.span)
            };
            if !bare || !self.tells_effects && !told.iter().any(again) {
                told.push(reason);
            }
        }
        told
    }

    fn reason(&mut self, step: &Step) -> Reason {
        // Parts of an effect are carried out before the effect itself.
        let within = self.reasons(&step.within);
        let span = step.event.span();
        let mut text = span.map_or_else(String::new, |span| self.words.text(span));
        let (mut values, mut compared, mut inside) = (Vec::new(), None, None);
        let finding = match &step.event {
            Event::Rule { moves, .. } => Finding::Listed(*moves),
            Event::Condition {
                holds,
                compared: numbers,
                bindings,
                region,
                ..
            } => {
                values = self.words.values(&text, bindings);
                compared = *numbers;
                inside.clone_from(region);
                Finding::Holds(*holds)
            }
            Event::Blocked { slot, .. } => {
                text = "the way is free (the default)".to_owned();
                values.push(("between".to_owned(), self.words.label(*slot as i32)));
                Finding::Holds(false)
            }
            Event::Priority { asked, of, found } => Finding::Priority {
                asked: *asked,
                of: *of,
                found: *found,
            },
            Event::After { from, to } => Finding::After(self.words.ends(*from, *to)),
            Event::Threat { from, to, .. } => Finding::Threat(self.words.ends(*from, *to)),
            Event::Effect { actions, state, .. } => {
                let actions = actions.iter().map(|action| self.narrator.action(action));
                let actions: Vec<String> = actions.collect();
                let now = self.words.game.watch(state);
                let changes = self.words.changes(&self.watched, &now);
                self.watched = now;
                Finding::Done {
                    actions,
                    changes,
                    state: state.clone(),
                }
            }
        };
        Reason {
            place: span.map_or_else(String::new, |span| self.words.place(span)),
            span,
            text,
            finding,
            values,
            compared,
            region: inside,
            within,
        }
    }
}

/// A text of the language without its line breaks.
#[must_use]
pub fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(" )", ")").replace("( ", "(")
}

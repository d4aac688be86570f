//! The actions of recorded moves, and their comparison.
//!
//! Recorders of different years wrote the same action with more or fewer fields. The table in this
//! module decides, for each kind of action, what a field means for the comparison.

use std::fmt;

use super::{bad, TrialError};

/// The role of a field in the comparison of two actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// Must be equal; an absent field has this value.
    Exact(i32),
    /// Must be equal if both actions have it. Levels are loose: some recorders wrote the top level
    /// of a stack, others left it out.
    Loose,
    /// Does not affect the position (whether the player chose the action or it followed).
    Ignored,
}

use Weight::{Exact, Ignored, Loose};

/// The value of an absent field without a default.
pub const ABSENT: i32 = i32::MIN;

const WIDTH: usize = 10;

type Fields = &'static [(&'static str, Weight)];

/// Every kind of action, with its fields in the order of the format.
const KINDS: &[(&str, Fields)] = &[
    (
        "Move",
        &[
            ("typeFrom", Exact(0)),
            ("from", Exact(ABSENT)),
            ("levelFrom", Loose),
            ("typeTo", Exact(0)),
            ("to", Exact(ABSENT)),
            ("levelTo", Loose),
            ("state", Loose),
            ("rotation", Loose),
            ("value", Loose),
            ("stack", Exact(0)),
        ],
    ),
    (
        "StackMove",
        &[
            ("typeFrom", Exact(0)),
            ("from", Exact(ABSENT)),
            ("levelFrom", Loose),
            ("typeTo", Exact(0)),
            ("to", Exact(ABSENT)),
            ("levelTo", Loose),
            ("numLevel", Exact(1)),
        ],
    ),
    (
        "Copy",
        &[
            ("typeFrom", Exact(0)),
            ("from", Exact(ABSENT)),
            ("levelFrom", Loose),
            ("typeTo", Exact(0)),
            ("to", Exact(ABSENT)),
            ("levelTo", Loose),
        ],
    ),
    (
        "Select",
        &[
            ("typeFrom", Exact(0)),
            ("from", Exact(ABSENT)),
            ("levelFrom", Loose),
            ("typeTo", Loose),
            ("to", Loose),
            ("levelTo", Loose),
        ],
    ),
    (
        "Add",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            // A piece is always added on top. Recorders write the height at the time when the move
            // was generated, which earlier actions of the move may have changed.
            ("level", Ignored),
            ("what", Exact(ABSENT)),
            ("count", Exact(1)),
            ("state", Loose),
            ("rotation", Loose),
            ("value", Loose),
            ("stack", Ignored),
        ],
    ),
    (
        "Insert",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("level", Loose),
            ("what", Exact(ABSENT)),
            ("state", Loose),
        ],
    ),
    (
        "Remove",
        &[
            ("type", Loose),
            ("to", Exact(ABSENT)),
            ("level", Loose),
            ("applied", Exact(1)),
        ],
    ),
    (
        "Promote",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("level", Loose),
            ("what", Exact(ABSENT)),
        ],
    ),
    (
        "SetState",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("level", Loose),
            ("state", Exact(0)),
        ],
    ),
    (
        "SetCount",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("what", Loose),
            ("count", Exact(ABSENT)),
        ],
    ),
    (
        "SetValue",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("level", Loose),
            ("value", Exact(ABSENT)),
        ],
    ),
    (
        "SetRotation",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("level", Loose),
            ("rotation", Exact(ABSENT)),
        ],
    ),
    (
        "SetScore",
        &[("player", Exact(0)), ("score", Exact(0)), ("add", Exact(0))],
    ),
    (
        "SetValueOfPlayer",
        &[("player", Exact(0)), ("value", Exact(0))],
    ),
    ("SetNextPlayer", &[("player", Exact(0))]),
    ("SetCounter", &[("counter", Exact(-1))]),
    ("SetTemp", &[("temp", Exact(-1))]),
    ("SetPending", &[("value", Exact(ABSENT))]),
    ("SetVar", &[("value", Exact(ABSENT))]),
    ("RememberValue", &[("value", Exact(ABSENT))]),
    ("StoreStateInContext", &[]),
    ("ForgetValue", &[("value", Exact(ABSENT))]),
    ("Note", &[("to", Exact(0))]),
    ("Propose", &[("propositionInt", Ignored)]),
    ("Vote", &[("voteInt", Ignored)]),
    ("Trigger", &[("player", Exact(0))]),
    ("Pass", &[]),
    ("NextInstance", &[]),
    ("Swap", &[("player1", Exact(0)), ("player2", Exact(0))]),
    (
        "AddPlayerToTeam",
        &[("team", Exact(0)), ("player", Exact(0))],
    ),
    (
        "SetCost",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("cost", Exact(0)),
        ],
    ),
    (
        "SetPhase",
        &[
            ("type", Exact(0)),
            ("to", Exact(ABSENT)),
            ("phase", Exact(0)),
        ],
    ),
    (
        "SetStateAndUpdateDice",
        &[("site", Exact(ABSENT)), ("state", Exact(0))],
    ),
    ("SetDiceAllEqual", &[("value", Exact(0))]),
    ("SetAmount", &[("player", Exact(0)), ("amount", Exact(0))]),
    ("SetPot", &[("pot", Exact(0))]),
    ("SetTrumpSuit", &[("suit", Exact(0))]),
    ("Bet", &[("player", Exact(0)), ("bet", Exact(0))]),
    (
        "UseDie",
        &[
            ("indexHandDice", Exact(0)),
            ("indexDie", Exact(0)),
            ("site", Exact(ABSENT)),
        ],
    ),
    ("SetHidden", HIDDEN),
    ("SetHiddenWhat", HIDDEN),
    ("SetHiddenWho", HIDDEN),
    ("SetHiddenState", HIDDEN),
    ("SetHiddenCount", HIDDEN),
    ("SetHiddenValue", HIDDEN),
    ("SetHiddenRotation", HIDDEN),
];

const HIDDEN: Fields = &[
    ("type", Exact(0)),
    ("to", Exact(ABSENT)),
    ("level", Loose),
    ("who", Exact(0)),
    ("value", Exact(1)),
];

/// The field that holds text, for the kinds that have one.
const TEXTS: &[(&str, &str)] = &[
    ("SetVar", "name"),
    ("RememberValue", "name"),
    ("ForgetValue", "name"),
    ("Note", "message"),
    ("Propose", "proposition"),
    ("Vote", "vote"),
    ("Trigger", "event"),
];

/// Fields that any action may have and that do not affect the position.
const EVERYWHERE: &[&str] = &["decision", "forced"];

/// The kinds of site, by number.
const SITE_TYPES: [&str; 3] = ["Cell", "Vertex", "Edge"];

/// One elementary action, read from a record or converted from the engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordedAction {
    kind: usize,
    numbers: [i32; WIDTH],
    /// The number of pieces that a `Move` takes along (recorders leave out a count of one).
    count: i32,
    text: Option<Box<str>>,
}

impl RecordedAction {
    /// An action of this kind without fields.
    ///
    /// Returns `None` for a kind that no recorder has written.
    #[must_use]
    pub fn of_kind(kind: &str) -> Option<RecordedAction> {
        let kind = KINDS.iter().position(|(name, _)| *name == kind)?;
        Some(RecordedAction {
            kind,
            numbers: [ABSENT; WIDTH],
            count: 1,
            text: None,
        })
    }

    /// A pass.
    #[must_use]
    pub(super) fn pass() -> RecordedAction {
        let kind = KINDS
            .iter()
            .position(|(name, _)| *name == "Pass")
            .unwrap_or_default();
        RecordedAction {
            kind,
            numbers: [ABSENT; WIDTH],
            count: 1,
            text: None,
        }
    }

    /// Returns the action with a field set; a field that the kind does not have is ignored.
    #[must_use]
    pub fn with(mut self, field: &str, value: i32) -> RecordedAction {
        self.set(field, value);
        self
    }

    /// Returns the action with a field set if there is a value.
    #[must_use]
    pub fn with_option(self, field: &str, value: Option<i32>) -> RecordedAction {
        match value {
            Some(value) => self.with(field, value),
            None => self,
        }
    }

    /// Returns the action with its text set.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> RecordedAction {
        self.text = Some(text.into());
        self
    }

    /// The name of the action's kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        KINDS[self.kind].0
    }

    fn fields(&self) -> Fields {
        KINDS[self.kind].1
    }

    fn set(&mut self, field: &str, value: i32) -> bool {
        if field == "count" && self.kind() == "Move" {
            self.count = value;
            return true;
        }
        match self.fields().iter().position(|(name, _)| *name == field) {
            Some(index) => self.numbers[index] = value,
            None => return false,
        }
        true
    }

    /// Reads `Kind:field=value,field=value`.
    pub fn parse(text: &str) -> Result<RecordedAction, TrialError> {
        let (kind, fields) = text.split_once(':').unwrap_or((text, ""));
        let mut action = RecordedAction::of_kind(kind)
            .ok_or_else(|| bad(format!("unknown kind of action: {kind}")))?;
        let text_field = TEXTS
            .iter()
            .find(|(name, _)| *name == kind)
            .map(|(_, field)| *field);
        for field in split_fields(fields) {
            let (name, value) = field
                .split_once('=')
                .ok_or_else(|| bad(format!("not a field: {field}")))?;
            if Some(name) == text_field {
                // Unnamed stores are written as the word null.
                action.text = (value != "null").then(|| value.into());
            } else if !EVERYWHERE.contains(&name) && !action.set(name, parse_value(value)?) {
                return Err(bad(format!("unknown field of {kind}: {name}")));
            }
        }
        Ok(action)
    }

    /// Whether the two actions are equal in all fields that both have.
    #[must_use]
    pub fn agrees(&self, other: &RecordedAction) -> bool {
        let mut fields = self.fields().iter().enumerate();
        self.kind == other.kind
            && self.count == other.count
            && self.text == other.text
            && fields.all(|(index, (_, weight))| self.field_agrees(other, index, *weight))
    }

    fn field_agrees(&self, other: &RecordedAction, index: usize, weight: Weight) -> bool {
        let (a, b) = (self.numbers[index], other.numbers[index]);
        match weight {
            Exact(default) => {
                let or_default = |n| if n == ABSENT { default } else { n };
                or_default(a) == or_default(b)
            }
            Loose => a == b || a == ABSENT || b == ABSENT,
            Ignored => true,
        }
    }
}

/// The first difference between two lists of actions in a few words: `SetState for Pass`, `Move in
/// to`.
#[must_use]
pub fn difference(recorded: &[RecordedAction], ours: &[RecordedAction]) -> String {
    if recorded.len() == ours.len() && is_reordered(recorded, ours) {
        return "the same actions in another order".to_owned();
    }
    let at = recorded
        .iter()
        .zip(ours)
        .take_while(|(a, b)| a.agrees(b))
        .count();
    match (recorded.get(at), ours.get(at)) {
        (None, None) => "none".to_owned(),
        (Some(a), None) => format!("{} is missing", a.kind()),
        (None, Some(b)) => format!("{} is too much", b.kind()),
        (Some(a), Some(b)) if a.kind != b.kind => format!("{} instead of {}", b.kind(), a.kind()),
        (Some(a), Some(b)) => {
            let fields = a.fields().iter().enumerate();
            let mut differing: Vec<&str> = fields
                .filter(|(index, (_, weight))| !a.field_agrees(b, *index, *weight))
                .map(|(_, (name, _))| *name)
                .collect();
            if a.count != b.count {
                differing.push("count");
            }
            if a.text != b.text {
                differing.push("text");
            }
            format!("{} differs in {}", a.kind(), differing.join(", "))
        }
    }
}

/// Whether each action of one list matches a distinct action of the other.
fn is_reordered(recorded: &[RecordedAction], ours: &[RecordedAction]) -> bool {
    let mut left: Vec<&RecordedAction> = ours.iter().collect();
    recorded.iter().all(
        |action| match left.iter().position(|our| action.agrees(our)) {
            Some(index) => {
                left.swap_remove(index);
                true
            }
            None => false,
        },
    )
}

/// Whether two lists of actions match, action by action.
#[must_use]
pub fn agree(recorded: &[RecordedAction], ours: &[RecordedAction]) -> bool {
    recorded.len() == ours.len() && recorded.iter().zip(ours).all(|(a, b)| a.agrees(b))
}

/// Splits at the commas that start a new field: messages may contain commas.
fn split_fields(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.match_indices(',').find(|(at, _)| {
            let next = &text[at + 1..];
            let name = next.split('=').next().unwrap_or("");
            name.len() < next.len() && name.chars().all(char::is_alphanumeric)
        });
        match end {
            Some((at, _)) => {
                rest = Some(&text[at + 1..]);
                Some(&text[..at])
            }
            None => {
                rest = None;
                Some(text)
            }
        }
    })
}

fn parse_value(text: &str) -> Result<i32, TrialError> {
    if let Some(index) = SITE_TYPES.iter().position(|name| *name == text) {
        return Ok(index as i32);
    }
    match text {
        "true" => Ok(1),
        "false" => Ok(0),
        _ => text
            .parse()
            .map_err(|_| bad(format!("not a number: {text}"))),
    }
}

impl fmt::Display for RecordedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        if let Some(text) = &self.text {
            write!(f, " {text:?}")?;
        }
        for (index, (name, weight)) in self.fields().iter().enumerate() {
            let value = self.numbers[index];
            let usual = *weight == Exact(value) && !name.starts_with("type");
            if value == ABSENT || usual {
                continue;
            }
            if name.starts_with("type") {
                match usize::try_from(value).ok().and_then(|v| SITE_TYPES.get(v)) {
                    Some(site_type) => write!(f, " {site_type}")?,
                    None => write!(f, " {name}={value}")?,
                }
            } else {
                write!(f, " {name}={value}")?;
            }
        }
        if self.count != 1 {
            write!(f, " count={}", self.count)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(text: &str) -> RecordedAction {
        RecordedAction::parse(text).unwrap()
    }

    #[test]
    fn a_level_counts_only_where_both_name_one() {
        let bare = action("Move:typeFrom=Cell,from=1,typeTo=Cell,to=2,decision=true");
        let low = action("Move:typeFrom=Cell,from=1,levelFrom=0,typeTo=Cell,to=2");
        let high = action("Move:typeFrom=Cell,from=1,levelFrom=3,typeTo=Cell,to=2");
        assert!(bare.agrees(&low) && bare.agrees(&high));
        assert!(!low.agrees(&high));
    }

    #[test]
    fn a_count_of_one_need_not_be_written() {
        let bare = action("Move:typeFrom=Vertex,from=1,typeTo=Vertex,to=2");
        assert!(bare.agrees(&action(
            "Move:typeFrom=Vertex,from=1,typeTo=Vertex,to=2,count=1"
        )));
        assert!(!bare.agrees(&action(
            "Move:typeFrom=Vertex,from=1,typeTo=Vertex,to=2,count=2"
        )));
        assert!(action("Add:type=Cell,to=1,what=2")
            .agrees(&action("Add:type=Cell,to=1,what=2,count=1")));
    }

    #[test]
    fn a_piece_is_added_on_top_whatever_level_is_written() {
        let added = action("Add:type=Cell,to=17,level=1,what=3");
        assert!(added.agrees(&action("Add:type=Cell,to=17,level=0,what=3")));
        assert!(!action("Insert:type=Cell,to=13,level=0,what=1")
            .agrees(&action("Insert:type=Cell,to=13,level=1,what=1")));
    }

    #[test]
    fn cells_and_vertices_of_the_same_number_differ() {
        assert!(!action("Add:type=Cell,to=1,what=2").agrees(&action("Add:type=Vertex,to=1,what=2")));
    }

    #[test]
    fn a_removal_that_is_put_off_is_not_a_removal() {
        assert!(action("Remove:to=25,applied=false")
            .agrees(&action("Remove:type=Cell,to=25,applied=false")));
        assert!(!action("Remove:type=Cell,to=25")
            .agrees(&action("Remove:type=Cell,to=25,applied=false")));
    }

    #[test]
    fn a_message_may_hold_commas() {
        let note = action("Note:message=Check, and mate,to=2");
        assert_eq!(note.to_string(), "Note \"Check, and mate\" to=2");
    }

    #[test]
    fn an_unknown_kind_or_field_is_an_error_and_not_ignored() {
        assert_eq!(
            RecordedAction::parse("Fly:to=1").unwrap_err().to_string(),
            "unknown kind of action: Fly"
        );
        assert_eq!(
            RecordedAction::parse("Pass:height=1")
                .unwrap_err()
                .to_string(),
            "unknown field of Pass: height"
        );
    }
}

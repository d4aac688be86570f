//! The checked tree, which the later stages read.

use std::sync::Arc;

use crate::{Ludeme, Span};

/// A node of the checked tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it is written; for a node from a definition, the place in the definition.
    pub span: Span,
    /// Its value.
    pub value: Value,
}

/// The value of a [`Node`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A ludeme with its arguments bound to its parameters.
    Call(Call),
    /// A quoted string.
    Str(Arc<str>),
    /// An integer.
    Int(i32),
    /// A number with a decimal point.
    Float(f64),
    /// `True` or `False`.
    Bool(bool),
    /// A constant of one of the enumerations, such as `Mover`, `Orthogonal`, `Cell`, `Off`.
    Word(&'static str),
    /// `{ ... }`.
    Array(Vec<Node>),
    /// Something that is wrong, and has been reported. Only [`check`](crate::check) gives trees
    /// with it.
    Wrong,
}

/// A ludeme whose arguments are bound to the parameters of one of its forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The form of the ludeme.
    pub ludeme: Ludeme,
    /// One entry per parameter of the form, in order; `None` where an optional one is absent.
    pub args: Vec<Option<Node>>,
}

impl Call {
    /// The argument bound to the parameter called `name`, if present.
    ///
    /// # Panics
    /// In debug builds, if the form has no parameter of that name.
    #[must_use]
    pub fn arg(&self, name: &str) -> Option<&Node> {
        let index = self.ludeme.parameter(name);
        debug_assert!(index.is_some(), "{:?} has no parameter {name}", self.ludeme);
        self.args.get(index?)?.as_ref()
    }
}

impl Node {
    /// The call, if the node is one.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match &self.value {
            Value::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The word, if the node is one.
    #[must_use]
    pub fn word(&self) -> Option<&'static str> {
        match self.value {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether the value is the number of a site, whatever the position, by the ludeme alone:
    /// `(to)`, `(last To)`, `(where "King" Mover)`.
    #[must_use]
    pub fn is_site(&self) -> bool {
        use Ludeme as L;
        let Some(call) = self.call() else {
            return false;
        };
        match call.ludeme {
            L::Last => {
                let what = call.arg("lastType").and_then(Node::word);
                matches!(what, Some("To" | "From"))
            }
            L::IterFrom | L::IterTo | L::IterBetween | L::Site => true,
            L::CentrePoint | L::Coord | L::CoordRowColumn | L::RegionSite => true,
            L::Ahead | L::HandSite | L::Where | L::WhereSite => true,
            _ => false,
        }
    }

    /// The string, if the node is one.
    #[must_use]
    pub fn str(&self) -> Option<&str> {
        match &self.value {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The items of an array; a single value counts as an array of one item.
    #[must_use]
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Array(items) => items,
            _ => std::slice::from_ref(self),
        }
    }
}

/// Whether two checked trees are equal, ignoring their positions in the text.
///
/// ```
/// use ludarium_lud::{load, same_meaning, Choices, Definitions};
///
/// let text = r#"(game "Line of Three" (players 2)
///     (equipment { (board (square 3)) (piece "Mark" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// let read = |text: &str| load("three.lud", text, &Definitions::none(), &Choices::defaults());
/// let game = read(text).unwrap().game;
/// assert!(same_meaning(&game, &read(&game.to_string()).unwrap().game));
/// ```
#[must_use]
pub fn same_meaning(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Call(a), Value::Call(b)) => {
            a.ludeme == b.ludeme
                && a.args.len() == b.args.len()
                && a.args.iter().zip(&b.args).all(|pair| match pair {
                    (Some(a), Some(b)) => same_meaning(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                })
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_meaning(a, b))
        }
        (a, b) => a == b,
    }
}

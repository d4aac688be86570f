//! Notes to players, and data hidden from players.

use ludarium_lud::{Node, Value};

use super::{Compiler, Res};
use crate::action::Hidden;
use crate::ir::Message;

impl Compiler {
    /// The message of a note: a text, or a computed value.
    pub(super) fn message(&mut self, node: &Node) -> Res<Message> {
        Ok(match &node.value {
            Value::Str(text) => Message::Text(Self::intern(&mut self.strings, text)),
            Value::Bool(_) => Message::Boolean(Box::new(self.bool(node)?)),
            Value::Array(_) => Message::Numbers(self.ints(node)?),
            Value::Call(call) => match call.ludeme.sort() {
                "boolean" => Message::Boolean(Box::new(self.bool(node)?)),
                "ints" | "sites" => Message::Numbers(self.ints(node)?),
                "int" => Message::Number(self.int(node)?),
                "float" => Message::Float(Box::new(self.float(node)?)),
                // Directions, ranges and graphs are printed as they are written.
                _ => Message::Text(Self::intern(&mut self.strings, &written(node))),
            },
            Value::Int(_) | Value::Word(_) => Message::Number(self.int(node)?),
            Value::Wrong => return self.no_meaning(node),
            Value::Float(number) => {
                Message::Text(Self::intern(&mut self.strings, &number.to_string()))
            }
        })
    }
}

/// A node as text, approximately as it is written.
fn written(node: &Node) -> String {
    let several = |items: &mut dyn Iterator<Item = &Node>| {
        let words: Vec<String> = items.map(written).collect();
        words.join(" ")
    };
    match &node.value {
        Value::Int(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Str(text) => text.to_string(),
        Value::Word(word) => (*word).to_string(),
        Value::Wrong => String::new(),
        Value::Array(items) => format!("{{{}}}", several(&mut items.iter())),
        Value::Call(call) => {
            let args = several(&mut call.args.iter().flatten());
            format!("({} {args})", call.ludeme.keyword())
        }
    }
}

/// The property that `(... Hidden ...)` names; all properties if it names none.
pub(super) fn hidden_data(arg: Option<&Node>) -> Hidden {
    match arg.and_then(Node::word) {
        Some("What") => Hidden::What,
        Some("Who") => Hidden::Who,
        Some("State") => Hidden::State,
        Some("Count") => Hidden::Count,
        Some("Rotation") => Hidden::Rotation,
        Some("Value") => Hidden::Value,
        _ => Hidden::All,
    }
}

/// All the properties that the argument names; all properties if it names none.
pub(super) fn all_hidden_data(arg: Option<&Node>) -> Vec<Hidden> {
    match arg {
        None => vec![Hidden::All],
        Some(list) => list
            .items()
            .iter()
            .map(|one| hidden_data(Some(one)))
            .collect(),
    }
}

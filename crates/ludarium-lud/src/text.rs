//! Prints the checked tree as text, with definitions expanded and choices applied.

use std::fmt;

use crate::signature::{Parameter, Part, Signatures, Type, TypeId};
use crate::{Node, Value};

impl fmt::Display for Node {
    /// Writes the node in the language, on one line. The output checks to the same tree (see
    /// [`same_meaning`](crate::same_meaning)); [`format`](fn@crate::format) formats it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Str(text) => {
                write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            Value::Int(int) => write!(f, "{int}"),
            Value::Float(float) => write!(f, "{float:?}"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Word(word) => f.write_str(word),
            Value::Wrong => f.write_str("?"),
            Value::Array(items) => {
                f.write_str("{")?;
                for item in items {
                    write!(f, " {item}")?;
                }
                f.write_str(" }")
            }
            Value::Call(call) => {
                let form = Signatures::get().form(call.ludeme);
                write!(f, "({}", form.keyword)?;
                for part in &form.parts {
                    match part {
                        Part::Word(word) => write!(f, " {word}")?,
                        Part::Parameter(index, parameter) => {
                            let Some(Some(arg)) = call.args.get(*index) else {
                                continue;
                            };
                            f.write_str(" ")?;
                            if let Some(label) = label(parameter, arg) {
                                write!(f, "{label}:")?;
                            }
                            write!(f, "{arg}")?;
                        }
                    }
                }
                f.write_str(")")
            }
        }
    }
}

/// The label that an argument requires, if any.
fn label(parameter: &Parameter, arg: &Node) -> Option<&'static str> {
    let alternatives = &parameter.alternatives;
    let fitting = alternatives.iter().find(|a| has_type(arg, a.ty));
    fitting
        .or(alternatives.first())
        .and_then(|alternative| alternative.label)
}

/// Whether a checked node has the type, judged by its outermost level only.
fn has_type(node: &Node, ty: TypeId) -> bool {
    let signatures = Signatures::get();
    let sort = &signatures.sorts[usize::from(ty.0)];
    match (&node.value, &signatures.types[usize::from(ty.0)]) {
        (Value::Array(items), Type::Array(inner)) => {
            items.iter().all(|item| has_type(item, *inner))
        }
        (Value::Array(_), ty) => *ty == Type::Sort("ints"),
        (_, Type::Array(_)) => false,
        (Value::Word(word), Type::Literal(literal)) => word == literal,
        (Value::Wrong, _) => false,
        (Value::Str(_), _) => sort.string,
        (Value::Int(_), _) => sort.int && !sort.float,
        (Value::Float(_), _) => sort.float,
        (Value::Bool(true), _) => sort.words.contains(&"True"),
        (Value::Bool(false), _) => sort.words.contains(&"False"),
        (Value::Word(word), _) => sort.words.contains(word),
        (Value::Call(call), _) => {
            let forms = sort.forms.get(call.ludeme.keyword());
            forms.is_some_and(|forms| forms.contains(&call.ludeme))
        }
    }
}

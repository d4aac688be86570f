//! The forms of the ludeme around the cursor, and the argument that is being written.

use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation,
};
use ludarium_games::reference::text::meaning;
use ludarium_lud::ludeme::FormPart;
use ludarium_lud::syntax::{Bracket, Item};
use ludarium_lud::{Definitions, Ludeme};

use crate::document::{bytes, inside};
use crate::hover::forms_of;
use crate::Document;

/// The forms that the ludeme around a byte offset may be, with the argument at that place.
#[must_use]
pub fn signature_help(
    document: &Document,
    offset: usize,
    definitions: &Definitions,
) -> Option<SignatureHelp> {
    let cursor = document.cursor(offset);
    let list = cursor
        .lists
        .iter()
        .rev()
        .find(|list| list.list(Bracket::Round).is_some())?;
    let head = inside(list).first().and_then(Item::word)?;
    if offset <= bytes(list).start + 1 + head.len() {
        return None;
    }
    let replaced = match cursor.leaf {
        Some(leaf) => bytes(leaf),
        None => offset..offset,
    };
    let expected = document.expected(replaced, definitions);
    let mut fitting = expected.map_or_else(Vec::new, |(expected, _)| expected.call);
    if fitting.is_empty() || cursor.lists.last().map(|list| list.span) != Some(list.span) {
        // Inside an array, or where the rest is wrong, the place of the argument is unknown.
        let forms = forms_of(document, list, None);
        fitting = forms.into_iter().map(|form| (form, usize::MAX)).collect();
    }
    fitting.dedup_by_key(|(form, _)| *form);
    let signatures = fitting.iter().map(|&(form, part)| signature(form, part));
    Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(0),
        active_parameter: None,
    })
}

fn signature(ludeme: Ludeme, active: usize) -> SignatureInformation {
    let mut label = format!("({}", ludeme.keyword());
    let mut parameters = Vec::new();
    for part in ludeme.parts() {
        label.push(' ');
        let start = label.len() as u32;
        let documentation = match part {
            FormPart::Word(word) => {
                label.push_str(word);
                None
            }
            FormPart::Argument(argument) => {
                let types: Vec<String> = argument
                    .types
                    .iter()
                    .map(|ty| match ty.label {
                        Some(label) => format!("{label}:{}", ty.name),
                        None => ty.name.clone(),
                    })
                    .collect();
                let types = types.join(" | ");
                label.push_str(&match argument.optional {
                    true => format!("[{types}]"),
                    false => types,
                });
                Some(Documentation::String(meaning(ludeme, &argument)))
            }
        };
        parameters.push(ParameterInformation {
            label: ParameterLabel::LabelOffsets([start, label.len() as u32]),
            documentation,
        });
    }
    label.push(')');
    let number = parameters.len();
    SignatureInformation {
        label,
        documentation: Some(Documentation::String(ludeme.meaning().to_owned())),
        parameters: Some(parameters),
        active_parameter: (active < number).then_some(active as u32),
    }
}

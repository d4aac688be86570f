//! Checks that no name of a piece, region or track is part of another of the same player.
//!
//! The language finds a piece, a region or a track by part of its name: `(id "Kin" P1)` is `King1`
//! where a king comes first.

use ludarium_lud::{Call, Ludeme, Node, Value};

use super::{Findings, Place};
use crate::Loaded;

pub(super) fn check(findings: &mut Findings, loaded: &Loaded) {
    let components = loaded.game.components().iter();
    let pieces = components.map(|kind| (kind.owner.to_string(), kind.base.clone()));
    // A die has no name.
    let pieces = pieces.filter(|(_, name)| !name.is_empty());
    report(findings, "piece", pieces.collect());
    report(findings, "region", names(loaded, Ludeme::Regions));
    report(findings, "track", names(loaded, Ludeme::Track));
}

/// The owner, as written; of a track, a role or a number.
fn owner(call: &Call) -> Option<String> {
    let parameter = match call.ludeme {
        Ludeme::Track => "int",
        _ => "roleType",
    };
    call.arg(parameter).map(Node::to_string)
}

/// The owners, as written, and the names in all calls of a ludeme.
fn names(loaded: &Loaded, ludeme: Ludeme) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<&Node> = vec![&loaded.description.game];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Call(call) => {
                if call.ludeme == ludeme {
                    let role = owner(call);
                    let name = call.arg("string").and_then(Node::str);
                    found.extend(name.map(|name| (role.unwrap_or_default(), name.to_owned())));
                }
                open.extend(call.args.iter().flatten());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

fn report(findings: &mut Findings, what: &str, mut names: Vec<(String, String)>) {
    names.sort();
    names.dedup();
    for (owner, short) in &names {
        let longer = names
            .iter()
            .filter(|(other, long)| other == owner && long != short);
        let Some((_, long)) = longer
            .clone()
            .find(|(_, long)| long.contains(short.as_str()))
        else {
            continue;
        };
        let text = format!(
            "{what} {long:?} contains the name of {what} {short:?}: the language finds a {what} by \
             part of its name"
        );
        if !findings.found.iter().any(|finding| finding.what == text) {
            findings.at(Place::Description, text);
        }
    }
}

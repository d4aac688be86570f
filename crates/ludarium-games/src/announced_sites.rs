//! Whether the numbers in a game's announcements are those of sites.

use ludarium_lud::{Description, Ludeme, Node, Value};

use crate::sheet::each_call;

/// Whether a description announces numbers, and all of them are numbers of sites: a reader should
/// see their names instead.
///
/// ```
/// let load = |name| ludarium_games::load(ludarium_games::find(name).unwrap(), &[]).unwrap();
/// // The referee of Kriegspiel names the square of a capture.
/// assert!(ludarium_games::announces_sites(&load("kriegspiel").description));
/// assert!(!ludarium_games::announces_sites(&load("shatranj").description));
/// ```
#[must_use]
pub fn announces_sites(description: &Description) -> bool {
    let (mut sites, mut others) = (0, 0);
    each_call(&description.game, &mut |call| {
        if call.ludeme != Ludeme::Note {
            return;
        }
        match call.arg("string") {
            Some(node) if node.is_site() => sites += 1,
            Some(node) if is_number(node) => others += 1,
            _ => {}
        }
    });
    sites > 0 && others == 0
}

fn is_number(node: &Node) -> bool {
    match &node.value {
        Value::Int(_) | Value::Word(_) => true,
        _ => node.call().is_some_and(|call| call.ludeme.sort() == "int"),
    }
}

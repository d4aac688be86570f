//! Tests over the board of every description of the corpus (`LUDARIUM_CORPUS`).

use crate::reading;

use ludarium_board::{build, Board, Limits, SiteType};
use ludarium_lud::{load, Choices, Ludeme, Node, Value};
use reading::{corpus, Corpus};

/// More than any game has.
const PLAYERS: usize = 16;

/// All boards of a description; a match has one for each of its games.
fn boards<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    match &node.value {
        Value::Call(call) => match call.ludeme {
            Ludeme::Board | Ludeme::MancalaBoard | Ludeme::SurakartaBoard | Ludeme::Boardless => {
                found.push(node);
            }
            _ => call
                .args
                .iter()
                .flatten()
                .for_each(|part| boards(part, found)),
        },
        Value::Array(items) => items.iter().for_each(|item| boards(item, found)),
        _ => {}
    }
}

/// A property that every board must have and this one lacks.
fn broken(board: &Board) -> Option<String> {
    let topology = &board.topology;
    for kind in SiteType::ALL {
        for (index, site) in topology.sites(kind).iter().enumerate() {
            let index = index as u32;
            // Edges may cross at their midpoints; other sites with the same label share a position.
            let named = topology.labelled(kind, &site.label);
            let place = named.map(|named| topology.site(kind, named).point);
            if place.is_none_or(|place| ludarium_board::graph::distance(place, site.point) > 0.01) {
                return Some(format!("{kind:?} {index} shares its label {}", site.label));
            }
            for &other in topology.neighbours(kind, index, ludarium_board::Relation::Orthogonal) {
                if !topology
                    .neighbours(kind, other, ludarium_board::Relation::Orthogonal)
                    .contains(&index)
                {
                    return Some(format!("{kind:?} {index} touches {other}, but not back"));
                }
            }
        }
    }
    None
}

#[test]
fn every_board_is_built_and_so_is_that_of_every_option() {
    let Some(Corpus {
        descriptions,
        definitions,
    }) = corpus()
    else {
        return;
    };
    let (mut built, mut wrong) = (0, Vec::new());
    for (name, text) in &descriptions {
        let mut choices = vec![Choices::defaults()];
        let Ok(defaults) = load(name, text, &definitions, &choices[0]) else {
            panic!("{name} does not load");
        };
        for group in &defaults.options {
            for item in &group.items {
                choices.push(Choices::defaults().with(format!("{}/{}", group.heading, item.name)));
            }
        }
        // Options that do not change the board are not built again.
        let mut seen = Vec::new();
        for choices in choices {
            let Ok(description) = load(name, text, &definitions, &choices) else {
                panic!("{name} does not load with {choices:?}");
            };
            let mut nodes = Vec::new();
            boards(&description.game, &mut nodes);
            for node in nodes {
                let written = node.to_string();
                if seen.contains(&written) {
                    continue;
                }
                match build(node, PLAYERS, &Limits::default()) {
                    Ok(board) => {
                        built += 1;
                        wrong.extend(broken(&board).map(|what| format!("{name}: {what}")));
                    }
                    Err(errors) => wrong.push(format!("{name}: {}", errors[0])),
                }
                seen.push(written);
            }
        }
    }
    println!("{built} boards");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

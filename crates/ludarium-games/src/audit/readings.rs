//! Checks `about.toml` against the description: each reading corresponds to an option.

use ludarium_lud::{Description, OptionGroup};

use super::{Findings, Place};
use crate::about::{Letter, Reading};
use crate::{choose, Loaded};

pub(super) fn check(findings: &mut Findings, loaded: &Loaded) {
    let entry = findings.entry;
    let description = &loaded.description;
    let players = loaded.game.players();
    if entry.about.players != players {
        let what = format!(
            "is {}, but the description has {players}",
            entry.about.players
        );
        findings.about("players", what);
    }
    for reading in &entry.about.readings {
        let key = format!("[[readings]] {}", reading.id);
        let mut groups = description.options.iter();
        match groups.find(|group| group.heading == reading.option) {
            Some(group) => answers(findings, &key, reading, group),
            None => findings.about(&key, format!("game.lud has no option {:?}", reading.option)),
        }
    }
    for group in &description.options {
        let readings = &entry.about.readings;
        match readings
            .iter()
            .filter(|r| r.option == group.heading)
            .count()
        {
            0 => findings.about(
                "",
                format!("there is no reading for the option {:?}", group.heading),
            ),
            1 => {}
            _ => findings.about(
                "",
                format!(
                    "there are several readings for the option {:?}",
                    group.heading
                ),
            ),
        }
        let max_stars = group.items.iter().map(|item| item.stars).max();
        let starred = group
            .items
            .iter()
            .filter(|item| Some(item.stars) == max_stars);
        if max_stars == Some(0) || starred.count() != 1 {
            findings.at(
                Place::Description,
                format!(
                    "the option {:?} needs exactly one item with the star",
                    group.heading
                ),
            );
        }
    }
    for record in &entry.about.records {
        let key = format!("[[records]] {}", record.file);
        check_choices(findings, &key, description, &record.options);
    }
    for claim in &entry.about.claims {
        check_choices(
            findings,
            &format!("[[claims]] {}", claim.id),
            description,
            &claim.options,
        );
    }
    let protocol = &entry.about.protocol;
    check_choices(findings, "[protocol]", description, &protocol.options);
    let in_notation = entry.about.notation.letters.iter();
    let in_notation = in_notation.filter_map(|(letter, meaning)| match meaning {
        Letter::Piece(name) => Some(("[notation]", letter, name)),
        Letter::Site(_) => None,
    });
    let in_protocol = protocol.letters.iter();
    let in_protocol = in_protocol.map(|(letter, name)| ("[protocol]", letter, name));
    let promoted = entry.about.notation.promoted.iter();
    let promoted = promoted
        .flat_map(|(letter, names)| names.iter().map(move |name| ("[notation]", letter, name)));
    let in_hand = entry.about.notation.hand.iter();
    let in_hand = in_hand.map(|name| ("[notation]", name, name));
    for (key, letter, name) in in_notation
        .chain(in_protocol)
        .chain(promoted)
        .chain(in_hand)
    {
        if !is_piece(entry.description, loaded, name) {
            findings.about(key, format!("{letter} is {name:?}, which is not a piece"));
        }
    }
}

fn answers(findings: &mut Findings, key: &str, reading: &Reading, group: &OptionGroup) {
    let starred = group.items.get(group.chosen).map(|item| item.name.as_str());
    if starred != Some(reading.default.as_str()) {
        findings.about(
            key,
            format!(
                "the default is {:?}, but game.lud marks {:?} with the star",
                reading.default,
                starred.unwrap_or_default()
            ),
        );
    }
    for answer in &reading.answers {
        if !group.items.iter().any(|item| item.name == answer.item) {
            findings.about(key, format!("the option has no item {:?}", answer.item));
        }
        if answer.support.is_empty() {
            let what = format!(
                "{:?} has no support; name a source, or write \"guess\"",
                answer.item
            );
            findings.about(key, what);
        }
    }
    for item in &group.items {
        match reading
            .answers
            .iter()
            .filter(|answer| answer.item == item.name)
            .count()
        {
            0 => findings.about(
                key,
                format!("there is no answer for the item {:?}", item.name),
            ),
            1 => {}
            _ => findings.about(key, format!("the item {:?} has two answers", item.name)),
        }
    }
}

/// Checks that choices written `Heading/Item` exist.
fn check_choices(
    findings: &mut Findings,
    key: &str,
    description: &Description,
    options: &[String],
) {
    for option in options {
        let made = match option.split_once('/') {
            Some((heading, item)) => {
                choose(description, &[(heading.to_owned(), item.to_owned())]).map(drop)
            }
            None => Err(format!("{option:?} is not of the form Heading/Item")),
        };
        if let Err(what) = made {
            findings.about(key, what);
        }
    }
}

/// Whether a piece has this name. A piece that exists under one reading only still occurs in a
/// text.
fn is_piece(text: &str, loaded: &Loaded, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    let occurs_in = |text: &str| text.contains(&quoted);
    loaded
        .game
        .components()
        .iter()
        .any(|kind| kind.base == name)
        || occurs_in(text)
        || crate::definition_files()
            .iter()
            .any(|(_, text)| occurs_in(text))
}

//! Equipment that is defined twice, empty or never used, and rules that never end.

use ludarium_lud::{Ludeme as L, Node, Value};

use super::survey::{Named, Survey};
use super::Report;

pub(super) fn check(survey: &Survey, report: &mut Report) {
    defined_twice(survey, &survey.pieces, "piece", report);
    defined_twice(survey, &survey.regions, "region", report);
    defined_twice(survey, &survey.tracks, "track", report);
    defined_twice(survey, &survey.phases, "phase", report);
    names_within_names(survey, report);
    for track in &survey.tracks {
        let steps = track.call.args.get(1).and_then(Option::as_ref);
        let is_empty = steps.is_some_and(|steps| match &steps.value {
            Value::Array(steps) => steps.is_empty(),
            Value::Str(steps) => steps.trim().is_empty(),
            _ => false,
        });
        if is_empty {
            let message = format!("the track `{}` has no sites", track.name);
            let hint = "write its sites as numbers, or as directions: \"0,E,N,W\"";
            report.error("empty-track", track.node, message, Some(hint.to_owned()));
        }
    }
    unused_regions(survey, report);
    unused_pieces(survey, report);
    if survey.has(&[L::RulesPhases]) && !survey.has(&[L::End]) {
        if let Some((node, _)) = survey.of_forms(&[L::RulesPhases]).next() {
            let hint = "write (end ...) after the phases, or in one of them";
            report.warn("no-end", node, "nothing ends this game", hint);
        }
    }
}

fn defined_twice(survey: &Survey, all: &[Named], what: &str, report: &mut Report) {
    for (index, one) in all.iter().enumerate() {
        let owners = one.owners(survey.players);
        let clash = all[..index].iter().find(|other| {
            let common = other.owners(survey.players);
            other.name == one.name && owners.iter().any(|owner| common.contains(owner))
        });
        if one.name.is_empty() || clash.is_none() {
            continue;
        }
        let message = format!("the {what} `{}` is defined twice", one.name);
        let hint = "give it another name, or another owner";
        let node = one.call.args[0].as_ref().unwrap_or(one.node);
        report.error("defined-twice", node, message, Some(hint.to_owned()));
    }
}

/// The language finds a player's pieces by a part of their names.
fn names_within_names(survey: &Survey, report: &mut Report) {
    let mut told: Vec<&str> = Vec::new();
    for piece in &survey.pieces {
        let owners = piece.owners(survey.players);
        let within = |other: &&Named| {
            let common = other.owners(survey.players);
            other.name != piece.name
                && other.name.contains(piece.name)
                && owners.iter().any(|owner| common.contains(owner))
        };
        let other = survey.pieces.iter().find(within);
        let Some(other) = other.filter(|_| !piece.name.is_empty() && !told.contains(&piece.name))
        else {
            continue;
        };
        told.push(piece.name);
        let message = format!(
            "the name `{}` is part of the name `{}`",
            piece.name, other.name
        );
        let hint =
            "(id ..), (where ..), (count Pieces ..) and promotion find a piece by a part of \
                    its name: choose names that do not contain each other";
        let node = piece.call.args[0].as_ref().unwrap_or(piece.node);
        report.warn("name-within-name", node, &message, hint);
    }
}

/// Whether a name occurs in the rules, in other equipment, or elsewhere in the description.
fn occurs(survey: &Survey, name: &str) -> bool {
    // `HomeP1` is also found as `(sites P1 "Home")`.
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let base = base.strip_suffix('P').unwrap_or(base);
    let mut texts = survey.strings.iter().filter_map(|node| node.str());
    texts.any(|text| text.contains(name) || text == base) || survey.is_written_elsewhere(name)
}

fn unused_regions(survey: &Survey, report: &mut Report) {
    if survey.is_puzzle() {
        return;
    }
    // `(sites P1)` and the sides to connect are regions by their owner alone.
    let by_owner = survey
        .of_forms(&[L::SitesRegion, L::IsConnect, L::SitesSide])
        .any(|(_, call)| call.ludeme != L::SitesRegion || call.arg("string").is_none());
    for region in &survey.regions {
        let by_role = region.role.is_some() && by_owner;
        // Games that share a definition of their equipment need not use all of it.
        let shared = region.node.span.file.0 != 0;
        if !region.name.is_empty() && !by_role && !shared && !occurs(survey, region.name) {
            let message = format!("the region `{}` is never used", region.name);
            let hint = format!("remove it, or write (sites \"{}\")", region.name);
            report.warn("unused-region", region.node, &message, &hint);
        }
    }
}

fn unused_pieces(survey: &Survey, report: &mut Report) {
    // Pieces may also be given by number: then any may be meant.
    let by_number = survey.of_forms(&[L::WithPiece]).any(|(_, call)| {
        let names = call.args[0].as_ref().map_or(&[][..], Node::items);
        names.iter().any(|name| name.str().is_none())
    });
    // The pieces numbered like the players are those of moves that name none.
    let by_mover = survey
        .calls
        .iter()
        .any(|(_, call)| takes_default_piece(call.ludeme) && call.arg("withPiece").is_none());
    let by_owner = survey.has(&[L::StartSetRole, L::StartSetRoleSites, L::StartSetStartSites]);
    let adds = survey.has(&[L::MoveSite, L::Add, L::Claim, L::Start]);
    if by_number || by_owner || survey.is_puzzle() || survey.has_packs || !adds {
        return;
    }
    // Dice are numbered before the pieces.
    let mut number = usize::from(survey.has(&[L::Dice]));
    for piece in &survey.pieces {
        let first = number + 1;
        number += piece.owners(survey.players).len().max(1);
        let is_default = by_mover && first <= survey.players;
        let base = piece.name;
        let used = is_named(survey, base) || survey.is_written_elsewhere(base);
        let shared = piece.node.span.file.0 != 0;
        if is_default || base.is_empty() || used || shared || is_dealt(piece) {
            continue;
        }
        let message = format!("the piece `{base}` never enters the game");
        let hint =
            format!("remove it, or write (place \"{base}..\" ...) or (move Add (piece ..) ..)");
        report.warn("unused-piece", piece.node, &message, &hint);
    }
}

/// Whether a string of the rules names the piece: in full, by a part, or with a player's number.
fn is_named(survey: &Survey, name: &str) -> bool {
    let suits = |text: &str| {
        !text.is_empty()
            && (text.trim_end_matches(|c: char| c.is_ascii_digit()) == name || name.contains(text))
    };
    let mut texts = survey.strings.iter().filter_map(|node| node.str());
    texts.any(suits)
}

fn is_dealt(piece: &Named) -> bool {
    matches!(piece.call.ludeme, L::Die | L::Domino | L::ComponentCard)
}

fn takes_default_piece(ludeme: L) -> bool {
    matches!(ludeme, L::MoveSite | L::Add | L::Claim)
}

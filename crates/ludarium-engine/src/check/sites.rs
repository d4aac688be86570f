//! Sites that the board does not have, and tracks that leave sites out.

use ludarium_board::{BoardKind, SiteType, Track};
use ludarium_lud::{Ludeme as L, Value};

use super::survey::Survey;
use super::Report;
use crate::game::Game;

pub(super) fn check(game: &Game, survey: &Survey, report: &mut Report) {
    beyond(game, survey, report);
    left_out(game, survey, report);
    unequal(game, survey, report);
    open_sowing(game, survey, report);
}

/// Warns of numbers of sites, where pieces are placed and in regions and tracks, that neither the
/// board nor any hand has.
fn beyond(game: &Game, survey: &Survey, report: &mut Report) {
    for &(_, call) in &survey.calls {
        let names: &[&str] = match call.ludeme {
            L::Place => &["int"],
            L::PlaceSites | L::Regions => &["ints"],
            L::Track => &["ints"],
            _ => continue,
        };
        let site_type = call.ludeme.parameter("siteType");
        let site_type = site_type.and_then(|index| call.args[index].as_ref()?.word());
        let topology = &game.board().topology;
        let sites = match site_type {
            Some("Vertex") => topology.len(SiteType::Vertex),
            Some("Edge") => topology.len(SiteType::Edge),
            Some("Cell") => topology.len(SiteType::Cell),
            _ => 0,
        };
        let ends = game.containers().iter().map(|one| one.first + one.size);
        let sites = ends.fold(sites, usize::max);
        // A number in a hand counts from the first site of the hand.
        let in_hand = call.ludeme == L::Place && call.arg("string2").is_some();
        let written = names.iter().filter_map(|name| call.arg(name));
        for site in written.flat_map(|arg| arg.items()).filter(|_| !in_hand) {
            let Value::Int(number) = site.value else {
                continue;
            };
            if usize::try_from(number).is_ok_and(|number| number >= sites) {
                let message = format!("there is no site {number}");
                let hint = format!(
                    "the sites are numbered from 0 to {}",
                    sites.saturating_sub(1)
                );
                report.warn("unknown-site", site, &message, &hint);
            }
        }
    }
}

/// The sites of a track on the board.
fn on_board(track: &Track) -> impl Iterator<Item = usize> + '_ {
    let sites = track.steps.iter().map(|step| step.site);
    sites.filter_map(|site| usize::try_from(site).ok())
}

/// Warns of holes that no track of a mancala board leads through.
fn left_out(game: &Game, survey: &Survey, report: &mut Report) {
    let BoardKind::Mancala { stores, .. } = &game.board().kind else {
        return;
    };
    let (Some((node, _)), false) = (
        survey.of_forms(&[L::Track]).next(),
        game.board().tracks.is_empty(),
    ) else {
        return;
    };
    let topology = &game.board().topology;
    let mut holes: Vec<usize> = (0..topology.len(game.board().default_site)).collect();
    holes.retain(|&hole| !stores.iter().any(|&store| store as usize == hole));
    for track in &game.board().tracks {
        holes.retain(|&hole| on_board(track).all(|site| site != hole));
    }
    if let Some(hole) = holes.first() {
        let message = format!("no track leads through the hole {hole}");
        let hint = "sowing never reaches it; write all holes into the track";
        report.warn("left-out", node, &message, hint);
    }
}

/// Warns of tracks for some players only, and of tracks with one name for several players that are
/// not equally long.
fn unequal(game: &Game, survey: &Survey, report: &mut Report) {
    let tracks = &game.board().tracks;
    let is_own = |owner: Option<u32>| (1..=game.players() as u32).contains(&owner.unwrap_or(0));
    let mut players = 1..=game.players();
    let without = players.find(|&player| {
        let own = |track: &Track| track.owner == Some(player as u32);
        !tracks.iter().any(own)
    });
    if let (Some(player), Some(named)) = (without, survey.tracks.first()) {
        if tracks.iter().all(|track| is_own(track.owner)) {
            let message = format!("player {player} has no track, and others have");
            let hint = "write a track for each player, or one without an owner";
            report.warn("unequal-tracks", named.node, &message, hint);
        }
    }
    let stem = |name: &str| {
        name.trim_end_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    for (index, track) in tracks.iter().enumerate() {
        let other = tracks[..index].iter().find(|other| {
            stem(&other.name) == stem(&track.name)
                && other.owner != track.owner
                && other.owner.is_some()
                && track.owner.is_some()
                && on_board(other).count() != on_board(track).count()
        });
        let node = survey.tracks.iter().find(|named| named.name == track.name);
        if let (Some(other), Some(named)) = (other, node) {
            let message = format!(
                "the track `{}` has {} sites, and `{}` {}",
                track.name,
                on_board(track).count(),
                other.name,
                on_board(other).count()
            );
            let hint = "is a site missing in one of them?";
            report.warn("unequal-tracks", named.node, &message, hint);
            return;
        }
    }
}

/// Warns of sowing where no track is a loop: seeds that reach the end are not sown.
fn open_sowing(game: &Game, survey: &Survey, report: &mut Report) {
    let tracks = &game.board().tracks;
    let closed = |track: &Track| track.looped || track.internal_loop;
    if tracks.is_empty() || tracks.iter().any(closed) {
        return;
    }
    if let Some((node, _)) = survey.of_forms(&[L::Sow]).next() {
        let message = "the track ends, so that seeds that reach its end are not sown";
        report.warn(
            "open-track",
            node,
            message,
            "write loop:True into the track",
        );
    }
}

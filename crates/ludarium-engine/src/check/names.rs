//! Names that refer to nothing, and players that are not in the game.

use ludarium_lud::{nearest, Call, Diagnostic, Ludeme as L, Node, Value};

use super::survey::Survey;
use super::Report;

pub(super) fn check(survey: &Survey, report: &mut Report) {
    pieces(survey, report);
    regions(survey, report);
    tracks(survey, report);
    maps(survey, report);
    phases(survey, report);
    for variable in VARIABLES {
        variable.check(survey, report);
    }
    players(survey, report);
}

/// The arguments that name pieces.
const PIECE_NAMES: &[(L, &str)] = &[
    (L::Place, "string"),
    (L::PlaceSites, "string"),
    (L::PlaceStack, "string"),
    (L::PlaceRandomSite, "strings"),
    (L::PlaceRandomSites, "strings"),
    (L::PairCount, "string"),
    (L::WithPiece, "string"),
    (L::ForEachPiece, "string"),
    (L::SitesOccupied, "component"),
    (L::NoPieces, "string"),
    (L::CountComponent, "string"),
    (L::IdName, "string"),
    (L::Id, "string"),
    (L::Where, "string"),
    (L::WhereLevel, "string"),
];

/// The arguments that name tracks.
const TRACK_NAMES: &[(L, &str)] = &[
    (L::MoveSlide, "string"),
    (L::Slide, "string"),
    (L::Sow, "string"),
    (L::FirstMoveOnTrack, "string"),
    (L::MaxDistance, "string"),
    (L::TrackSiteEndSite, "string"),
    (L::TrackSiteFirstSite, "string"),
    (L::TrackSiteMove, "roleType"),
    (L::SitesTrack, "string"),
    (L::CountStepsOnTrack, "roleType"),
];

/// The strings in these arguments.
fn named<'a>(
    survey: &'a Survey<'a>,
    places: &'static [(L, &'static str)],
) -> impl Iterator<Item = (&'a Node, &'a str)> + 'a {
    survey.calls.iter().flat_map(move |(_, call)| {
        let place = places.iter().find(|(ludeme, _)| *ludeme == call.ludeme);
        let arg = place.and_then(|(_, name)| call.arg(name));
        let items = arg.map_or(&[][..], Node::items).iter();
        items.filter_map(|item| Some((item, item.str()?)))
    })
}

/// The strings in these arguments, as far as the description itself has them: games that share a
/// definition need not have all that it names.
fn named_here<'a>(
    survey: &'a Survey<'a>,
    places: &'static [(L, &'static str)],
) -> impl Iterator<Item = (&'a Node, &'a str)> + 'a {
    named(survey, places).filter(|(node, _)| node.span.file.0 == 0)
}

/// A finding about a name that nothing has, with the nearest known name, or with all names if they
/// are few. `number` is what follows the name where it is written: the number of a player.
fn misnamed<'a>(
    finding: Diagnostic,
    (name, number): (&str, &str),
    what: &str,
    names: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let mut names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    match nearest(name, names.iter().copied()) {
        Some(near) => finding.suggest(&format!("\"{near}{number}\"")),
        None if names.is_empty() => finding.hint(format!("the equipment has no {what}")),
        None if names.len() <= 8 => finding.hint(format!("the {what} are {}", names.join(", "))),
        None => finding.hint(format!("the equipment has {} {what}", names.len())),
    }
}

fn pieces(survey: &Survey, report: &mut Report) {
    if survey.has_packs {
        return;
    }
    let dice = survey.has(&[L::Dice]);
    let is_known = |name: &str| {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let numbered = |piece: &str| {
            let number = name.strip_prefix(piece);
            number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
        };
        let suits = |piece: &str| piece.contains(name) || numbered(piece);
        survey.pieces.iter().any(|piece| suits(piece.name))
            || is_role(name)
            || matches!(base, "Hand" | "Board" | "Dice")
            || (dice && base == "Die")
    };
    for (node, name) in named_here(survey, PIECE_NAMES) {
        if is_known(name) {
            continue;
        }
        let message = format!("the equipment has no piece called `{name}`");
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let names = survey.pieces.iter().map(|piece| piece.name);
        let warning = Diagnostic::new("unknown-piece", node.span, message);
        let written = (base, &name[base.len()..]);
        let warning = misnamed(warning, written, "pieces", names);
        report.warnings.push(warning);
    }
}

fn regions(survey: &Survey, report: &mut Report) {
    for (node, name) in named_here(survey, &[(L::SitesRegion, "string")]) {
        let container = name.trim_end_matches(|c: char| c.is_ascii_digit());
        // `(sites Mover "Home")` may be `HomeP1`.
        let suits = |region: &str| {
            let rest = region.strip_prefix(name);
            rest.is_some_and(|rest| {
                rest.trim_start_matches('P')
                    .bytes()
                    .all(|b| b.is_ascii_digit())
            })
        };
        let is_known = survey.regions.iter().any(|region| suits(region.name))
            || matches!(container, "Hand" | "Board" | "Dice" | "Deck")
            || is_coordinate(name);
        if !is_known {
            let message = format!("no region is called `{name}`");
            let warning = Diagnostic::new("unknown-region", node.span, message);
            let names = survey.regions.iter().map(|region| region.name);
            let warning = misnamed(warning, (name, ""), "regions", names);
            report.warnings.push(warning);
        }
    }
}

/// Whether the name has the form of a coordinate, such as `AB12` or `7`.
fn is_coordinate(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn tracks(survey: &Survey, report: &mut Report) {
    for (node, name) in named_here(survey, TRACK_NAMES) {
        let suits = |track: &str| track.contains(name);
        if name == "AllTracks" || survey.tracks.iter().any(|track| suits(track.name)) {
            continue;
        }
        let message = format!("no track is called `{name}`");
        let error = Diagnostic::new("unknown-track", node.span, message);
        let names = survey.tracks.iter().map(|track| track.name);
        let error = misnamed(error, (name, ""), "tracks", names);
        report.errors.push(error);
    }
}

fn maps(survey: &Survey, report: &mut Report) {
    for (node, call) in survey.of_forms(&[L::MapEntry]) {
        if survey.maps.is_empty() {
            let hint = "the value is the key itself; write (map ..) into the equipment";
            report.warn("unknown-map", node, "the equipment has no map", hint);
            continue;
        }
        let Some(written) = call.arg("string") else {
            continue;
        };
        let name = written.str().unwrap_or_default();
        if survey.maps.iter().all(|map| map.name != name) {
            let message = format!("no map is called `{name}`");
            let warning = Diagnostic::new("unknown-map", written.span, message);
            let names = survey.maps.iter().map(|map| map.name);
            let warning = misnamed(warning, (name, ""), "maps", names);
            report.warnings.push(warning);
        }
    }
}

fn phases(survey: &Survey, report: &mut Report) {
    for (node, call) in survey.of_forms(&[L::NextPhase]) {
        let Some(name) = call.arg("string").and_then(Node::str) else {
            continue;
        };
        if survey.phases.iter().all(|phase| phase.name != name) {
            let message = format!("there is no phase \"{name}\"");
            let error = Diagnostic::new("unknown-phase", node.span, message);
            let names = survey.phases.iter().map(|phase| phase.name);
            let error = misnamed(error, (name, ""), "phases", names);
            report.errors.push(error);
        }
    }
}

/// Names that rules give to values, and rules that read them.
struct Variable {
    what: &'static str,
    code: &'static str,
    read: &'static [(L, &'static str)],
    written: &'static [(L, &'static str)],
    hint: &'static str,
}

const VARIABLES: &[Variable] = &[
    Variable {
        what: "variable",
        code: "unknown-variable",
        read: &[(L::Var, "string")],
        written: &[(L::SetVar, "string")],
        hint: "write (set Var \"NAME\" ...) somewhere; it is -1 now",
    },
    Variable {
        what: "remembered list",
        code: "unknown-list",
        read: &[(L::ValuesRemembered, "string")],
        written: &[
            (L::RememberValue, "string"),
            (L::StartSetRememberValue, "string"),
        ],
        hint: "write (remember Value \"NAME\" ...) somewhere; it is empty now",
    },
    Variable {
        what: "event",
        code: "unknown-event",
        read: &[(L::IsTriggered, "string")],
        written: &[(L::Trigger, "string")],
        hint: "write (trigger \"NAME\" ...) somewhere; it never happens now",
    },
    Variable {
        what: "proposal",
        code: "unknown-proposal",
        read: &[(L::IsString, "string")],
        written: &[
            (L::Propose, "string"),
            (L::Vote, "string"),
            (L::MoveMessage, "string"),
        ],
        hint: "write (propose \"NAME\") or (vote \"NAME\") somewhere",
    },
];

impl Variable {
    fn check(&self, survey: &Survey, report: &mut Report) {
        let written: Vec<&str> = named(survey, self.written).map(|(_, name)| name).collect();
        for (node, name) in named_here(survey, self.read) {
            if !written.contains(&name) {
                let message = format!("no {} is called `{name}`", self.what);
                let warning = Diagnostic::new(self.code, node.span, message);
                report
                    .warnings
                    .push(match nearest(name, written.iter().copied()) {
                        Some(near) => warning.suggest(&format!("\"{near}\"")),
                        None => warning.hint(self.hint.replace("NAME", name)),
                    });
            }
        }
    }
}

/// Whether the text is the word for a player, such as `P1` or `Mover`.
fn is_role(text: &str) -> bool {
    ludarium_lud::ludeme::words_of("roleType").is_some_and(|words| words.contains(&text))
}

fn players(survey: &Survey, report: &mut Report) {
    let number = survey.players;
    // A simulation runs by itself.
    let decides = survey
        .calls
        .iter()
        .any(|(_, call)| call.ludeme.sort() == "decision");
    for (node, call) in survey.of_forms(&[L::Players]) {
        let players = call.args[0].as_ref().map(|number| &number.value);
        if players == Some(&Value::Int(0)) && decides {
            let message = "a game needs a player".to_owned();
            let hint = "a puzzle has one: (players 1)".to_owned();
            report.error("bad-players", node, message, Some(hint));
        }
    }
    if number == 0 {
        return;
    }
    for (_, call) in &survey.calls {
        for arg in call.args.iter().flatten().flat_map(|arg| arg.items()) {
            let player = match &arg.value {
                Value::Word(word) => player_of(word),
                _ => None,
            };
            if let Some(player) = player.filter(|&player| player > number) {
                no_player(call, arg, player, number, report);
            }
        }
        if let (L::ByPlayer, Some(Some(arg))) = (call.ludeme, call.args.first()) {
            if let Value::Int(player) = arg.value {
                let player = usize::try_from(player).unwrap_or(0);
                if player > number {
                    no_player(call, arg, player, number, report);
                }
            }
        }
    }
}

/// The number of a player that a word names.
fn player_of(word: &str) -> Option<usize> {
    word.strip_prefix('P')?.parse().ok()
}

fn no_player(call: &Call, arg: &Node, player: usize, players: usize, report: &mut Report) {
    let message = format!("there is no player {player}");
    let number = match players {
        1 => "1 player".to_owned(),
        _ => format!("{players} players"),
    };
    let hint = match call.ludeme {
        L::Piece | L::Regions | L::Hand => format!("the game has {number}"),
        _ => format!("the game has {number}, so this applies to nobody"),
    };
    report.warn("no-such-player", arg, &message, &hint);
}

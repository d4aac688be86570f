//! Behaviour of the language that hardly anybody means: what is ignored, doubled or misread.
//!
//! Each is followed, because a description must mean the same everywhere. The warnings say what to
//! write instead.

use ludarium_lud::{Call, Diagnostic, Ludeme as L, Node, Value};

use super::survey::{arg, Survey};
use super::Report;

pub(super) fn check(survey: &Survey, report: &mut Report) {
    let teams = survey.has(&[L::SetTeam, L::StartSetTeam]);
    for &(node, call) in &survey.calls {
        default_tests(node, call, report);
        lost_consequences(node, call, report);
        without_effect(node, call, report);
        rotations(node, call, report);
        placing(node, call, report);
        placing_all(survey, call, report);
        adding(node, call, report);
        regions(node, call, teams, report);
        conditions(node, call, report);
        numbers(survey, node, call, report);
        boards(node, call, report);
        phases(survey, node, call, report);
        if teams {
            team_results(node, call, report);
        }
    }
}

/// An argument of an argument: `to` and `if` for the condition of `(to if:...)`.
fn inner<'a>(call: &'a Call, outer: &str, name: &str) -> Option<&'a Node> {
    arg(arg(call, outer)?.call()?, name)
}

fn is_false(node: Option<&Node>) -> bool {
    node.is_some_and(|node| node.value == Value::Bool(false))
}

/// Whether any ludeme inside suits.
fn contains(node: &Node, suits: &dyn Fn(&Call) -> bool) -> bool {
    match &node.value {
        Value::Call(call) => {
            suits(call) || call.args.iter().flatten().any(|arg| contains(arg, suits))
        }
        Value::Array(items) => items.iter().any(|item| contains(item, suits)),
        _ => false,
    }
}

/// Captures whose tests read numbers of sites if they are left out.
fn default_tests(node: &Node, call: &Call, report: &mut Report) {
    let (target, friend) = match call.ludeme {
        L::Custodial | L::Surround => ("between", Some("to")),
        L::Enclose => ("between", None),
        L::Directional | L::Intervene => ("to", None),
        _ => return,
    };
    let keyword = call.ludeme.keyword();
    if inner(call, target, "if").is_none() {
        let message = format!(
            "without `if:`, `{keyword}` takes any site for an enemy whose NUMBER is neither 0 nor \
             the mover's"
        );
        let hint = format!("write ({target} if:(is Enemy (who at:({target}))) ...)");
        report.warn("default-test", node, &message, &hint);
    }
    if friend.is_some_and(|friend| inner(call, friend, "if").is_none()) {
        let message = format!(
            "without `if:` in `to`, `{keyword}` takes only the site for a friend whose NUMBER is \
             the mover's"
        );
        let hint = "write (to if:(is Friend (who at:(to))))";
        report.warn("default-friend", node, &message, hint);
    }
    if call.ludeme == L::Directional && inner(call, "to", "apply").is_none() {
        let hint = "write (to if:... (apply (remove (to))))";
        let message = "without an effect, `directional` removes nothing";
        report.warn("no-effect", node, message, hint);
    }
    let range = inner(call, "between", "range").and_then(Node::call);
    if call.ludeme == L::Intervene && range.is_some_and(|range| range.ludeme == L::RangeMax) {
        let message = "with (max ..), `intervene` also catches pieces on one side only";
        report.warn("one-sided", node, message, "write (range 1 ..)");
    }
}

/// A `then` that never happens, or too early.
fn lost_consequences(node: &Node, call: &Call, report: &mut Report) {
    let Some(then) = arg(call, "then") else {
        return;
    };
    let lost = matches!(
        call.ludeme,
        L::MoveSetNextPlayer
            | L::SetNextPlayer
            | L::SetPending
            | L::SetValue
            | L::Trigger
            | L::Surround
            | L::Directional
            | L::MaxMoves
            | L::MaxDistance
            | L::ForEachPlayer
    );
    if lost {
        let message = format!("this `then` of `{}` never happens", name_of(call));
        let hint = "write both effects into (and { ... }), or the `then` into the moves inside";
        report.warn("lost-then", then, &message, hint);
    }
    let claims = match call.ludeme {
        L::Claim => true,
        L::MoveSite => arg(call, "moveSiteType").and_then(Node::word) == Some("Claim"),
        _ => false,
    };
    let reads = |call: &Call| matches!(call.ludeme.sort(), "boolean" | "sites");
    if claims && contains(then, &reads) {
        let message = "the `then` of `claim` is worked out before the piece is there";
        report.warn(
            "early-then",
            node,
            message,
            "write `add` instead of `claim`",
        );
    }
}

/// The keyword and the words after it: `set Pending`.
fn name_of(call: &Call) -> String {
    let pattern = call.ludeme.pattern().split(' ');
    let words = pattern.take_while(|word| word.starts_with(|c: char| c.is_alphabetic()));
    let words = words.enumerate();
    let words = words.take_while(|(at, word)| *at == 0 || word.starts_with(char::is_uppercase));
    let mut name: Vec<&str> = words.map(|(_, word)| word).collect();
    if let Some(word) = call
        .args
        .first()
        .and_then(Option::as_ref)
        .and_then(Node::word)
    {
        name.push(word);
    }
    name.join(" ")
}

/// Parts that change nothing.
fn without_effect(node: &Node, call: &Call, report: &mut Report) {
    match call.ludeme {
        L::MaxDistance => {
            let hint = "write the moves alone, or compare their steps in an `if`";
            report.warn("no-effect", node, "`max Distance` filters nothing", hint);
        }
        L::MoveShoot | L::Shoot | L::Custodial => {
            if let Some(apply) = inner(call, "to", "apply") {
                let message = format!("`{}` ignores the effect of its `to`", name_of(call));
                report.warn("no-effect", apply, &message, "write it into (then ...)");
            }
        }
        L::MovePromote | L::Promote => {
            if let Some(state) = inner(call, "withPiece", "state") {
                let message = "a promoted piece has the state 0, whatever `state:` says";
                let hint = "write (then (set State at:.. ..))";
                report.warn("no-effect", state, message, hint);
            }
        }
        L::Do if arg(call, "next").is_none() && arg(call, "ifAfterwards").is_none() => {
            let message = "`do` without `next:` and `ifAfterwards:` lists nothing";
            report.warn("no-effect", node, message, "write the moves alone");
        }
        L::MoveStep | L::Step => {
            let from = inner(call, "from", "sites").and_then(Node::call);
            if from.is_some_and(|from| from.ludeme.sort() == "sites") {
                let message = "a step from a region lists nothing: its origin must be one site";
                let hint = "write (forEach Site REGION (move Step (from (site)) ...))";
                report.warn("no-effect", node, message, hint);
            }
        }
        L::DirectionsAbsolute => {
            let words = call.args[0].as_ref().map_or(&[][..], Node::items);
            for word in words {
                if matches!(word.word(), Some("Axial" | "Angled")) {
                    let message = "this direction leads nowhere";
                    report.warn("no-effect", word, message, "write Orthogonal or Diagonal");
                }
            }
        }
        _ => {}
    }
}

fn rotations(node: &Node, call: &Call, report: &mut Report) {
    if !matches!(call.ludeme, L::MoveSetRotation | L::SetRotation) {
        return;
    }
    let (previous, next) = (arg(call, "previous"), arg(call, "next"));
    let both_off = is_false(previous) && is_false(next);
    let given = arg(call, "ints").is_some();
    let is_true = |node: Option<&Node>| node.is_some_and(|node| node.value == Value::Bool(true));
    let one_sided = is_true(previous) != is_true(next)
        && !is_false(if is_true(previous) { next } else { previous });
    let as_effect = call.ludeme == L::SetRotation && previous.is_none() && next.is_none();
    if (given && !both_off) || one_sided || (as_effect && !given) {
        let message =
            "the rotations to the previous and to the next one are on unless switched off";
        let hint = "write previous:False, next:False or both";
        report.warn("rotation-neighbours", node, message, hint);
    }
}

fn placing(node: &Node, call: &Call, report: &mut Report) {
    let counts = arg(call, "counts").or_else(|| {
        let list = |node: &&Node| matches!(node.value, Value::Array(_));
        arg(call, "count").filter(list)
    });
    match call.ludeme {
        L::PlaceSites => {
            let counts = counts.map_or(&[][..], Node::items);
            if counts.iter().any(|count| count.value != counts[0].value) {
                let message = "of `counts:` only the first number is used, for all sites";
                let hint = "write one (place ...) for each number";
                report.warn("first-count-only", node, message, hint);
            }
        }
        L::PlaceStack => {
            let items = call.args[0]
                .as_ref()
                .is_some_and(|items| items.items().len() > 1);
            if let Some(counts) = counts.filter(|_| items) {
                let message = "`counts:` of stacked items is ignored";
                report.warn(
                    "no-effect",
                    counts,
                    message,
                    "write `count:`, or each item so often",
                );
            }
        }
        _ => {}
    }
    let container = match call.ludeme {
        L::Place => arg(call, "string2"),
        _ => None,
    };
    if let Some(hand) = container.and_then(Node::str) {
        let number = hand.strip_prefix("Hand").unwrap_or_default();
        if number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty() {
            let message = format!(
                "this places the piece whose NUMBER is that of `{hand}`, whatever name is written"
            );
            let hint =
                "write (place \"Name\" \"Hand\") for all hands, or (place \"Name1\" (handSite P1))";
            report.warn("numbered-hand", node, &message, hint);
        }
    }
}

/// A start that names the pieces of all players, and so places them one over the other.
fn placing_all(survey: &Survey, call: &Call, report: &mut Report) {
    let in_container = call.ludeme == L::Place && arg(call, "string2").is_some();
    if !matches!(call.ludeme, L::Place | L::PlaceSites) || in_container || survey.players < 2 {
        return;
    }
    let written = arg(call, "string");
    let Some((written, name)) = written.and_then(|node| Some((node, node.str()?))) else {
        return;
    };
    let mut pieces = survey.pieces.iter();
    if pieces.any(|piece| piece.name == name && piece.role == Some("Each")) {
        let message = format!("this places the `{name}` of each player, one over the other");
        let warning = Diagnostic::new("placed-for-all", written.span, message);
        let meant = format!("\"{name}1\"");
        let hint = format!("write {meant} for the piece of player 1");
        report.warnings.push(warning.suggest(&meant).hint(hint));
    }
}

fn adding(node: &Node, call: &Call, report: &mut Report) {
    let adds = match call.ludeme {
        L::Add => true,
        L::MoveSite => arg(call, "moveSiteType").and_then(Node::word) == Some("Add"),
        _ => false,
    };
    if !adds {
        return;
    }
    let pieces = inner(call, "withPiece", "string").map_or(0, |names| names.items().len());
    let to = inner(call, "to", "sites");
    let is_region = to
        .and_then(Node::call)
        .is_some_and(|to| to.ludeme.sort() == "sites")
        || to.is_some_and(|to| matches!(to.value, Value::Array(_)));
    if pieces > 1 && to.is_some() && !is_region {
        let message = "of several pieces added to ONE site only the first is used";
        report.warn(
            "first-piece-only",
            node,
            message,
            "write (sites {SITE}), or one `add` for each",
        );
    }
    if is_region && inner(call, "to", "apply").is_some() && call.ludeme == L::MoveSite {
        let message = "with a region and an effect in `to`, each move is listed twice";
        report.warn(
            "listed-twice",
            node,
            message,
            "write the effect into (then ...)",
        );
    }
}

fn regions(node: &Node, call: &Call, teams: bool, report: &mut Report) {
    match call.ludeme {
        L::SitesAround => {
            let word = arg(call, "regionTypeDynamic").and_then(Node::word);
            let fixed = |node: &Node| matches!(node.value, Value::Int(_) | Value::Array(_));
            let constant = arg(call, "int").is_some_and(|of| {
                fixed(of) || of.call().is_some_and(|of| of.ludeme == L::CentrePoint)
            });
            if word.is_some() && constant && arg(call, "if").is_none() {
                let message =
                    "around a fixed site this word is worked out on the empty board, once";
                let hint =
                    "write the condition: if:(is Enemy (who at:(to))), if:(is Empty (to)), ...";
                report.warn("worked-out-once", node, message, hint);
            }
            if teams && word == Some("NotEnemy") {
                let message = "with teams, `NotEnemy` gives the ENEMIES and the shared pieces";
                report.warn(
                    "not-enemy",
                    node,
                    message,
                    "write if:(not (is Enemy (who at:(to))))",
                );
            }
        }
        L::SitesIncident => {
            let of = |name: &str| arg(call, name).and_then(Node::word);
            if of("siteType") == Some("Vertex") && of("of") == Some("Vertex") {
                let message = "the vertices of a vertex are the numbers of CELLS";
                let hint = "write (sites Around Vertex ..)";
                report.warn("cells-for-vertices", node, message, hint);
            }
        }
        L::IntsPlayersMany => {
            let word = call.args[0].as_ref().and_then(Node::word);
            if matches!(word, Some("All" | "NonMover")) && arg(call, "if").is_none() {
                let message = "this includes 0, nobody, and the number of the shared pieces";
                report.warn(
                    "players-all",
                    node,
                    message,
                    "write (players All if:(...)), or the numbers",
                );
            }
        }
        L::SizeLargePiece => {
            let message = "this measures the piece as if it stood in the middle of the board";
            let hint = "write (count Sites in:(sites LargePiece at:..))";
            report.warn("size-in-the-middle", node, message, hint);
        }
        _ => {}
    }
}

fn conditions(node: &Node, call: &Call, report: &mut Report) {
    match call.ludeme {
        L::IsAngle => {
            let message = "this measures the line between the two sites against the vertical, not \
                           the angle at the site";
            let hint = "compare directions with (ahead ..) or (is Line ..)";
            report.warn("angle-of-line", node, message, hint);
        }
        L::IsPath => {
            let of_edges = arg(call, "siteType").and_then(Node::word) == Some("Edge");
            let closed = arg(call, "closed").is_some_and(|node| node.value == Value::Bool(true));
            let exact = arg(call, "length").and_then(Node::call);
            let exact = exact.is_some_and(|range| range.ludeme == L::Exact);
            if !of_edges && !closed && !exact {
                let message =
                    "an open path of cells or vertices holds as soon as a piece lies in no ring";
                report.warn(
                    "open-path",
                    node,
                    message,
                    "write length:(exact ..), or closed:True",
                );
            }
        }
        L::IsHidden if arg(call, "at").is_some_and(|at| matches!(at.value, Value::Int(_))) => {
            let message = "for a fixed site this is worked out once, before play: always false";
            let hint = "write a site that depends on the position, such as (last To)";
            report.warn("worked-out-once", node, message, hint);
        }
        _ => {}
    }
}

/// Numbers that are not what they are taken for.
fn numbers(survey: &Survey, node: &Node, call: &Call, report: &mut Report) {
    match call.ludeme {
        L::Pips if !survey.has(&[L::ForEachDie]) => {
            let message = "no die is being used here: `pips` is not set outside `forEach Die`";
            let hint = "write (forEach Die ...) around the moves, or (count Pips) for the sum";
            report.warn("no-die", node, message, hint);
        }
        _ => {}
    }
}

fn boards(node: &Node, call: &Call, report: &mut Report) {
    if call.ludeme != L::MancalaBoard {
        return;
    }
    let number = |name: &str| match arg(call, name).map(|node| &node.value) {
        Some(Value::Int(number)) => Some(*number),
        _ => None,
    };
    let rows = number("int").unwrap_or(2);
    let stores = number("numStores").unwrap_or(2);
    let inner = arg(call, "store").and_then(Node::word) == Some("Inner");
    if inner || stores != 2 || !(2..=6).contains(&rows) {
        let message =
            "with inner stores, other than 2 stores, or other than 2 to 6 rows this is a \
                       square board of rows by rows";
        report.warn(
            "square-mancala",
            node,
            message,
            "write (rectangle ROWS COLUMNS)",
        );
    }
}

fn phases(survey: &Survey, node: &Node, call: &Call, report: &mut Report) {
    match call.ludeme {
        L::NextPhase if call.args[2].is_none() && survey.phases.len() > 2 => {
            let message = "without a name, the next phase is the one after that of the mover, who \
                           may have moved on already, and after the last comes the first";
            report.warn(
                "unnamed-phase",
                node,
                message,
                "name the phase: (nextPhase .. \"Name\")",
            );
        }
        L::RulesPhases => {
            if let Some(play) = arg(call, "play") {
                let message = "these moves are offered in addition to those of every phase";
                report.warn(
                    "play-beside-phases",
                    play,
                    message,
                    "write them into the phases",
                );
            }
        }
        _ => {}
    }
}

fn team_results(node: &Node, call: &Call, report: &mut Report) {
    if call.ludeme != L::Result {
        return;
    }
    let word = |index: usize| call.args[index].as_ref().and_then(Node::word);
    let team = word(0).is_some_and(|role| role.starts_with("Team"));
    if team && matches!(word(1), Some("Loss" | "Draw")) {
        let message = "the loss or draw of a team does nothing";
        report.warn(
            "team-result",
            node,
            message,
            "write the win of the other team",
        );
    }
}

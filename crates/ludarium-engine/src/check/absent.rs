//! What the rules use and the equipment does not have, and words for players that stand for nobody
//! where they are written.

use ludarium_lud::{Call, Ludeme as L, Node, Value};

use super::survey::Survey;
use super::Report;

/// Ludemes that mean nothing without one of others.
struct Needs {
    users: &'static [L],
    needed: &'static [L],
    code: &'static str,
    message: &'static str,
    hint: &'static str,
}

const BOARDS: &[L] = &[L::Board, L::MancalaBoard, L::SurakartaBoard, L::Boardless];

const NEEDS: &[Needs] = &[
    Needs {
        users: &[L::Equipment],
        needed: BOARDS,
        code: "no-board",
        message: "the equipment has no board, so that a single cell stands for it",
        hint: "write (board (square 8)) into it, or another board",
    },
    Needs {
        users: &[L::Roll, L::ForEachDie, L::Face],
        needed: &[L::Dice, L::Die],
        code: "no-die",
        message: "the equipment has no dice",
        hint: "write (dice d:6 num:2) into the equipment",
    },
    Needs {
        users: &[L::Dice],
        needed: &[L::Roll],
        code: "no-roll",
        message: "these dice are never thrown",
        hint: "write (play (do (roll) next:(...)))",
    },
    Needs {
        users: &[L::HandSite],
        needed: &[L::Hand, L::Deck, L::Dominoes],
        code: "no-hand",
        message: "the equipment has no hands, so that this is no site",
        hint: "write (hand Each) into the equipment",
    },
];

pub(super) fn check(survey: &Survey, game: &Node, report: &mut Report) {
    if !survey.is_incomplete {
        for needs in NEEDS.iter().filter(|needs| !survey.has(needs.needed)) {
            if let Some((node, _)) = survey.of_forms(needs.users).next() {
                report.warn(needs.code, node, needs.message, needs.hint);
            }
        }
    }
    roles(game, false, report);
}

/// Warns of words that stand for no player, or for several, where one is meant. `each` says whether
/// the players are gone through around the node, so that `Player` stands for one.
fn roles(node: &Node, each: bool, report: &mut Report) {
    match &node.value {
        Value::Call(call) => {
            let role = match call.ludeme {
                L::HandSite | L::Result => call.args[0].as_ref(),
                _ => None,
            };
            if let Some((node, word)) = role.and_then(|node| Some((node, node.word()?))) {
                role_of(call, node, word, each, report);
            }
            let each = each || matches!(call.ludeme.keyword(), "forEach" | "players");
            for arg in call.args.iter().flatten() {
                roles(arg, each, report);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| roles(item, each, report)),
        _ => {}
    }
}

fn role_of(call: &Call, node: &Node, word: &str, each: bool, report: &mut Report) {
    let is_nobody = match word {
        "Player" => !each,
        "Neutral" => true,
        "Friend" | "Ally" | "Shared" => call.ludeme == L::Result,
        "Each" | "All" => call.ludeme == L::HandSite,
        _ => false,
    };
    if !is_nobody {
        return;
    }
    let message = match word {
        "Player" => "`Player` stands for a player only in (forEach Player ..)".to_owned(),
        _ => format!("`{word}` does not stand for one player here"),
    };
    let hint = match call.ludeme {
        L::Result => "as it is, this ends nothing; write Mover, Next, P1 or P2",
        _ => "write (handSite P1), and the same for each other player",
    };
    report.warn("not-one-player", node, &message, hint);
}

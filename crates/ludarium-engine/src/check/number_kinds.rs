//! Sites taken for players or for kinds of pieces: all three are numbers, so that the language lets
//! one stand for the other.

use ludarium_lud::{Call, Ludeme as L, Node, Value};

use super::survey::{arg, Survey};
use super::Report;

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Site,
    Player,
    Piece,
}

impl Kind {
    /// What the value of a term counts, by its ludeme alone; `None` if that does not say.
    fn of(node: &Node) -> Option<Kind> {
        let Some(call) = node.call() else {
            return matches!(&node.value, Value::Word(word) if is_player(word))
                .then_some(Kind::Player);
        };
        match call.ludeme {
            _ if node.is_site() => Some(Kind::Site),
            L::Mover | L::Next | L::Prev | L::Who | L::IterPlayer => Some(Kind::Player),
            L::Id => Some(match arg(call, "string") {
                Some(_) => Kind::Piece,
                None => Kind::Player,
            }),
            L::What | L::IdName => Some(Kind::Piece),
            _ => None,
        }
    }
}

/// Whether a word is the role of a single player.
fn is_player(word: &str) -> bool {
    let number = word.strip_prefix('P');
    matches!(word, "Mover" | "Next" | "Prev")
        || number.is_some_and(|text| text.parse::<u8>().is_ok())
}

fn word<'a>(call: &'a Call, name: &str) -> Option<&'a str> {
    arg(call, name).and_then(Node::word)
}

/// Warns of sites that are compared with, or stand for, numbers of another kind.
pub(super) fn check(survey: &Survey, report: &mut Report) {
    for &(node, call) in &survey.calls {
        match call.ludeme {
            L::IsPlayer => {
                let site = arg(call, "int").filter(|player| Kind::of(player) == Some(Kind::Site));
                if let (Some(site), Some(word)) = (site, word(call, "isPlayerType")) {
                    let message = "this takes the NUMBER of a site for the number of a player";
                    let hint = format!("write (is {word} (who at:{site}))");
                    report.warn("site-for-player", node, message, &hint);
                }
            }
            L::ByPlayer => {
                let site = arg(call, "int").filter(|player| Kind::of(player) == Some(Kind::Site));
                if let Some(site) = site {
                    let message = "this takes the NUMBER of a site for the number of a player";
                    let hint = format!("write (player (who at:{site}))");
                    report.warn("site-for-player", node, message, &hint);
                }
            }
            L::Eq | L::Ne => compared(node, call, report),
            _ => {}
        }
    }
}

/// A site that is compared with a player or with a kind of piece. A player and a kind may
/// be compared: where each player has one kind, its number can stand for the player's.
fn compared(node: &Node, call: &Call, report: &mut Report) {
    let sides: Vec<&Node> = call.args.iter().flatten().collect();
    let [a, b] = sides[..] else {
        return;
    };
    let (other, site_is_first) = match (Kind::of(a), Kind::of(b)) {
        (Some(Kind::Site), Some(other)) if other != Kind::Site => (other, true),
        (Some(other), Some(Kind::Site)) if other != Kind::Site => (other, false),
        _ => return,
    };
    let (noun, getter) = match other {
        Kind::Player => ("player", "who"),
        Kind::Piece | Kind::Site => ("kind of piece", "what"),
    };
    let message = format!("this compares the NUMBER of a site with the number of a {noun}");
    let keyword = call.ludeme.keyword();
    let hint = match site_is_first {
        true => format!("write ({keyword} ({getter} at:{a}) {b})"),
        false => format!("write ({keyword} {a} ({getter} at:{b}))"),
    };
    report.warn("mixed-numbers", node, &message, &hint);
}

//! Effects on levels of one stack that are worked out together: what the first takes away shifts
//! the levels that the others name.

use ludarium_lud::{same_meaning, Call, Ludeme as L, Node, Value};

use super::survey::{arg, Survey};
use super::Report;

pub(super) fn check(survey: &Survey, report: &mut Report) {
    for (_, call) in &survey.calls {
        match call.ludeme {
            L::MovesAnd | L::MovesAndList => together(call, report),
            L::ForEachLevel => upwards(call, report),
            _ => {}
        }
    }
}

fn together(call: &Call, report: &mut Report) {
    let mut taken: Vec<Taken> = Vec::new();
    for effect in parts(call) {
        let Some(new) = Taken::by(effect) else {
            continue;
        };
        if taken.iter().any(|before| before.shifts(&new)) {
            let message = "this level is worked out before the effects in front of it take pieces \
                           from the same stack";
            let hint = "write (seq { ... }), or the higher levels first";
            report.warn("shifted-level", effect, message, hint);
        }
        taken.push(new);
    }
}

/// Warns of a loop over the levels of a stack from its bottom that takes each of them.
fn upwards(call: &Call, report: &mut Report) {
    let (Some(site), Some(effect)) = (arg(call, "int"), arg(call, "moves")) else {
        return;
    };
    let from_bottom = arg(call, "stackDirection").and_then(Node::word) == Some("FromBottom");
    let taken = Taken::by(effect).filter(|taken| {
        let level = taken.level.and_then(Node::call);
        level.is_some_and(|level| level.ludeme == L::Level) && same_meaning(taken.site, site)
    });
    if from_bottom && taken.is_some() {
        let message = "all levels are worked out before the first is taken, and each shifts those \
                       above it";
        let hint = "write FromTop";
        report.warn("shifted-level", effect, message, hint);
    }
}

/// The effects of an `and`.
fn parts(call: &Call) -> Vec<&Node> {
    let args = call.args.iter().flatten();
    let list = |arg: &&Node| arg.call().is_none_or(|call| call.ludeme.sort() != "then");
    args.filter(list).flat_map(Node::items).collect()
}

/// A piece that an effect takes from a stack.
struct Taken<'a> {
    site: &'a Node,
    /// The level; the topmost if none is written.
    level: Option<&'a Node>,
}

impl<'a> Taken<'a> {
    fn by(effect: &'a Node) -> Option<Taken<'a>> {
        let call = effect.call()?;
        let of = match call.ludeme {
            L::Remove | L::MoveRemove => call,
            L::FromTo | L::Move => {
                let is_true = |node: &Node| node.value == Value::Bool(true);
                if arg(call, "copy").is_some_and(is_true) {
                    return None;
                }
                arg(call, "from")?.call()?
            }
            _ => return None,
        };
        Some(Taken {
            site: arg(of, "int").or_else(|| arg(of, "sites"))?,
            level: arg(of, "level"),
        })
    }

    /// Whether the level of another effect may be that of another piece after this one.
    fn shifts(&self, other: &Taken) -> bool {
        let Some(level) = other.level else {
            return false;
        };
        let shifts = match (self.level.map(|own| &own.value), &level.value) {
            (Some(Value::Int(own)), Value::Int(other)) => other > own,
            (None, Value::Int(_)) => false,
            // The topmost piece stays the topmost.
            (_, Value::Call(level)) => level.ludeme != L::TopLevel,
            _ => true,
        };
        shifts && same_meaning(self.site, other.site)
    }
}

//! Arguments implied by a description that omits them, as nodes of the syntax tree.

use ludarium_lud::{Call, Ludeme, Node, Span, Value};

/// `(remove (between))` or `(remove (to))`: the effect of a capture that names none.
pub(super) fn removal(of: Ludeme, span: Span) -> Node {
    written(Ludeme::Remove, &[("int", written(of, &[], span))], span)
}

/// `(directions Cell from:(last From) to:(last To))`: the direction of the last move.
pub(super) fn last_direction(kind: ludarium_board::SiteType, span: Span) -> Node {
    let word = |word: &'static str| Node {
        span,
        value: Value::Word(word),
    };
    let last = |end| written(Ludeme::Last, &[("lastType", word(end))], span);
    let kind = word(match kind {
        ludarium_board::SiteType::Cell => "Cell",
        ludarium_board::SiteType::Edge => "Edge",
        ludarium_board::SiteType::Vertex => "Vertex",
    });
    let parts = [
        ("siteType", kind),
        ("from", last("From")),
        ("to", last("To")),
    ];
    written(Ludeme::DirectionsBetween, &parts, span)
}

/// A ludeme with some of its arguments.
fn written(ludeme: Ludeme, arguments: &[(&str, Node)], span: Span) -> Node {
    let named = |name: &&str| {
        let argument = arguments.iter().find(|(known, _)| known == name);
        argument.map(|(_, node)| node.clone())
    };
    let args = ludeme.parameters().iter().map(named).collect();
    Node {
        span,
        value: Value::Call(Call { ludeme, args }),
    }
}

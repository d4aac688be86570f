//! Boards written in the tests.

use ludarium_board::{build, Board, Limits};
use ludarium_lud::{load, Choices, Definitions, Ludeme, Node, Value};

fn find(node: &Node) -> Option<&Node> {
    match &node.value {
        Value::Call(call) => match call.ludeme {
            Ludeme::Board | Ludeme::MancalaBoard | Ludeme::SurakartaBoard | Ludeme::Boardless => {
                Some(node)
            }
            _ => call.args.iter().flatten().find_map(find),
        },
        Value::Array(items) => items.iter().find_map(find),
        _ => None,
    }
}

/// The board that a text describes, or the error.
#[allow(dead_code)] // each test file uses what it needs
pub fn try_board(text: &str) -> Result<Board, String> {
    let game = format!(
        "(game \"Test\" (players 2) (equipment {{ {text} (piece \"Ball\" Each) }}) \
         (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"
    );
    let description = load(
        "test.lud",
        &game,
        &Definitions::none(),
        &Choices::defaults(),
    )
    .map_err(|errors| errors.to_string())?;
    let node = find(&description.game).ok_or("no board")?;
    build(node, 2, &Limits::default()).map_err(|errors| errors[0].to_string())
}

/// The board that a text describes.
#[allow(dead_code)] // each test file uses what it needs
pub fn board(text: &str) -> Board {
    try_board(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

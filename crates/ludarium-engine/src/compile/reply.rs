//! Whether the list of the next player's moves answers what end rules ask.
//!
//! End rules look for a move of the next player before the turn passes; the list is made after
//! that. In between change the counters of turns and of moves, what is remembered of the turn, the
//! phases, the dice, and the positions that count for repetition. Where no move depends on any of
//! these, the list has a move exactly where the end rules would have found one.

use ludarium_lud::{Call, Ludeme, Node, Value};

use crate::game::Game;

/// Whether an end rule asks `(no Moves Next)` or the like, and the list of the next player's moves
/// answers that.
pub(super) fn list_answers_ends(node: &Node, game: &Game) -> bool {
    let (flags, meta) = (&game.flags, &game.meta);
    let two_in_turn = game.players == 2 && !flags.simultaneous && !flags.phases_change;
    let chance = flags.stochastic || flags.dice || flags.rolls || flags.listing_chance;
    let remembered = flags.visited || flags.turn_from || flags.stored_states;
    let list_differs = meta.refuses() || meta.swap || meta.automove;
    let mut asks = false;
    two_in_turn
        && !(chance || remembered || list_differs)
        && !depends_on_turn(node, &mut asks)
        && asks
}

/// Whether moves may depend on what changes when the turn passes; `asks` becomes `true` where end
/// rules ask whether a player can move.
fn depends_on_turn(node: &Node, asks: &mut bool) -> bool {
    match &node.value {
        Value::Array(items) => items.iter().any(|item| depends_on_turn(item, asks)),
        Value::Call(call) => match call.ludeme {
            Ludeme::End => {
                *asks |= asks_for_moves(node);
                false
            }
            Ludeme::Counter
            | Ludeme::Prev
            | Ludeme::NoMoves
            | Ludeme::IsRepeat
            | Ludeme::SetNextPlayer
            | Ludeme::MoveSetNextPlayer => true,
            Ludeme::CountSimple => first_word(call) != Some("Moves"),
            Ludeme::IsSimple => first_word(call) == Some("Cycle"),
            _ => {
                let mut args = call.args.iter().flatten();
                args.any(|arg| depends_on_turn(arg, asks))
            }
        },
        _ => false,
    }
}

fn first_word(call: &Call) -> Option<&str> {
    call.args.first()?.as_ref()?.word()
}

fn asks_for_moves(node: &Node) -> bool {
    match &node.value {
        Value::Array(items) => items.iter().any(asks_for_moves),
        Value::Call(call) => {
            call.ludeme == Ludeme::NoMoves || call.args.iter().flatten().any(asks_for_moves)
        }
        _ => false,
    }
}

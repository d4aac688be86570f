//! Numbers that identify games.

use ludarium_lud::{Node, Value};

use crate::layout::Layout;
use crate::position_hash::PositionHash;

/// To be increased when states of the same description change their meaning but not their size.
const GENERATION: u64 = 1;

/// A number that identifies a game: the same for the same description with the same options, on
/// every machine, as long as the layout of its states does not change.
///
/// Ludemes are identified by their words and parameters, so that new ludemes, and new parameters of
/// known ones, do not change the numbers of other games.
pub(super) fn of_game(game: &Node, layout: &Layout, lists: usize) -> u64 {
    let mut hash = PositionHash::new();
    hash.word(GENERATION);
    add(&mut hash, game);
    let Layout {
        players,
        slots,
        levels,
        set_words,
        words,
        what,
        vars,
        dice,
        ..
    } = *layout;
    for number in [
        players, slots, levels, set_words, words, what, vars, dice, lists,
    ] {
        hash.word(number as u64);
    }
    hash.finish()
}

/// The number that identifies a match of the given games.
pub(super) fn of_match(node: &Node, games: impl Iterator<Item = u64>) -> u64 {
    let mut hash = PositionHash::new();
    hash.word(GENERATION);
    add(&mut hash, node);
    games.for_each(|game| hash.word(game));
    hash.finish()
}

fn add(hash: &mut PositionHash, node: &Node) {
    match &node.value {
        Value::Call(call) => {
            hash.word(1);
            let words = call.ludeme.pattern().split(' ').enumerate();
            let fixed = |&(index, word): &(usize, &str)| {
                index == 0 || word.starts_with(|first: char| first.is_ascii_uppercase())
            };
            words
                .filter(fixed)
                .for_each(|(_, word)| add_text(hash, word));
            for (name, arg) in call.ludeme.parameters().iter().zip(&call.args) {
                if let Some(arg) = arg {
                    add_text(hash, name);
                    add(hash, arg);
                }
            }
            hash.word(2);
        }
        Value::Array(items) => {
            hash.word(3);
            items.iter().for_each(|item| add(hash, item));
            hash.word(4);
        }
        Value::Str(text) => {
            hash.word(5);
            add_text(hash, text);
        }
        // Trees with errors are compiled only to find more of them.
        Value::Wrong => hash.word(10),
        Value::Word(word) => {
            hash.word(6);
            add_text(hash, word);
        }
        Value::Int(number) => {
            hash.word(7);
            hash.word(*number as u32 as u64);
        }
        Value::Float(number) => {
            hash.word(8);
            hash.word(number.to_bits());
        }
        Value::Bool(truth) => hash.word(9 + u64::from(*truth)),
    }
}

fn add_text(hash: &mut PositionHash, text: &str) {
    hash.word(text.len() as u64);
    hash.bytes(text.as_bytes());
}

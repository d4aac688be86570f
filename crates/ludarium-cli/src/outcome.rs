//! The results of games in words.

use ludarium_engine::Outcome;

/// Says that a game is over, and who has won.
pub fn over_in_words(outcome: &Outcome) -> String {
    match outcome.winner {
        0 => "the game is over: a draw".to_owned(),
        winner => format!("the game is over: player {winner} has won"),
    }
}

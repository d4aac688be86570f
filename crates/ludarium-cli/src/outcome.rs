//! The results of games in words.

use ludarium_engine::Outcome;

/// Says that a game is over, and who has won.
pub fn over_in_words(outcome: &Outcome) -> String {
    match outcome.winners()[..] {
        [] => "the game is over: a draw".to_owned(),
        [winner] => format!("the game is over: player {winner} has won"),
        ref winners => format!("the game is over: {} have won", players(winners)),
    }
}

/// Several players in words: `players 1 and 3`.
pub fn players(players: &[usize]) -> String {
    format!("players {}", ludarium_notation::examples::list(players))
}

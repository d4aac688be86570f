//! The results of games in words.

use ludarium_engine::Outcome;
use ludarium_notation::Wording;

/// Says that a game is over, and who has won.
pub fn over_in_words(outcome: &Outcome, wording: &Wording) -> String {
    match outcome.winners()[..] {
        [] => "the game is over: a draw".to_owned(),
        [winner] => {
            let has = wording.verb(winner, "wins");
            format!("the game is over: {} {has}", wording.player(winner))
        }
        ref winners => format!("the game is over: {} win", players(winners, wording)),
    }
}

/// Several players in words: `White and Red`.
pub fn players(players: &[usize], wording: &Wording) -> String {
    let names: Vec<String> = players
        .iter()
        .map(|&player| wording.player(player))
        .collect();
    ludarium_notation::examples::list(&names)
}

//! A position as an editor shows it.

use ludarium_table::{BoardPicture, Snapshot, Table, Viewer};
use serde::Serialize;

/// A position of a description.
#[derive(Clone, Debug, Serialize)]
pub struct PositionReply {
    /// The name of the game.
    pub name: String,
    /// The board.
    pub board: BoardPicture,
    /// What stands on it, and the legal moves.
    pub snapshot: Snapshot,
    /// Who is to act, or how the game ended.
    pub turn: String,
    /// The moves made so far, each with the side that made it.
    pub moves: Vec<(String, String)>,
    /// The options of the description.
    pub options: Vec<OptionView>,
}

/// An option of a description.
#[derive(Clone, Debug, Serialize)]
pub struct OptionView {
    /// Its heading.
    pub heading: String,
    /// Its items, each with what it means.
    pub items: Vec<(String, String)>,
    /// The index of the item chosen.
    pub chosen: usize,
}

/// The position of a table at which one person plays for all.
pub(super) fn reply(table: &Table) -> PositionReply {
    let everybody = Viewer::new((1..=table.seats().len()).collect());
    let rules = table.rules();
    let side = |player: usize| rules.wording().player(player);
    let plies = table.plies().iter();
    let options = rules.loaded().description.options.iter();
    PositionReply {
        name: rules.game().name().to_owned(),
        board: table.board(&everybody),
        snapshot: table.snapshot(&everybody, 0),
        turn: table.turn_text(),
        moves: plies
            .map(|ply| (side(ply.player), ply.text.clone()))
            .collect(),
        options: options
            .map(|group| OptionView {
                heading: group.heading.clone(),
                items: group
                    .items
                    .iter()
                    .map(|item| (item.name.clone(), item.description.clone()))
                    .collect(),
                chosen: group.chosen,
            })
            .collect(),
    }
}

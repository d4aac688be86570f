//! Solutions of tours: the rest of the tour from the current cell over the unvisited cells.

use ludarium_constructions::tour::{find, Board, Leaper, Wanted};
use ludarium_constructions::{Cell, Error as FigureError};
use ludarium_engine::State;
use ludarium_games::about::Tour;

use crate::error::Error;
use crate::game_args::Chosen;

/// Labels of the remaining cells in order, or the reason why there is no solution; `None` if the
/// game is not a tour.
pub fn solution(
    chosen: &Chosen,
    state: &State,
    label: &dyn Fn(i32) -> String,
) -> Option<Result<Vec<String>, Error>> {
    let tour = chosen.about()?.tour.as_ref()?;
    Some(rest(chosen, tour, state, label))
}

fn rest(
    chosen: &Chosen,
    tour: &Tour,
    state: &State,
    label: &dyn Fn(i32) -> String,
) -> Result<Vec<String>, Error> {
    let game = &chosen.loaded.game;
    let topology = &game.board().topology;
    let slots = 0..topology.len(game.board().default_site);
    let labels: Vec<String> = slots.map(|slot| label(slot as i32)).collect();
    let mut board = around(&labels)?;
    let leaper: Leaper = tour.leap.parse()?;
    let (mut here, mut first, mut visited) = (None, None, Vec::new());
    for (slot, text) in labels.iter().enumerate() {
        let cell = board.cell(text)?;
        let piece = game
            .components()
            .get(state.what(slot))
            .map_or("", |piece| piece.base.as_str());
        match (state.what(slot), piece) {
            (0, _) => continue,
            (_, piece) if piece == tour.piece => here = Some(cell),
            (_, piece) => {
                visited.push(cell);
                if piece == tour.first {
                    first = Some(cell);
                }
            }
        }
    }
    let name = |cell: Cell| board.label(cell);
    let closes = closes(chosen, tour);
    let Some(here) = here else {
        let wanted = Wanted {
            closed: closes,
            ..Wanted::default()
        };
        let found = find(&board, leaper, &wanted)?;
        return Ok(found.path.into_iter().map(name).collect());
    };
    let whole = board.clone();
    visited.iter().for_each(|cell| board.remove(*cell));
    // A closed tour must end on a cell from which the first one can be reached. If only one cell
    // was visited, it is the first.
    let back = first.unwrap_or(here);
    let ends: Vec<Option<Cell>> = match (closes, first) {
        (false, _) => vec![None],
        (true, _) => board
            .cells()
            .filter(|cell| leaper.leaps(*cell, back))
            .map(Some)
            .collect(),
    };
    let mut why = "no cell is left from which the first one can be reached".to_owned();
    let mut certain = true;
    for to in ends
        .into_iter()
        .filter(|to| *to != Some(here) || board.count() == 1)
    {
        let wanted = Wanted {
            from: Some(here),
            to: to.filter(|to| *to != here),
            closed: false,
        };
        match find(&board, leaper, &wanted) {
            Ok(found) => {
                return Ok(found
                    .path
                    .into_iter()
                    .skip(1)
                    .map(|cell| whole.label(cell))
                    .collect())
            }
            Err(FigureError::Impossible(reason)) => why = reason,
            Err(error) => (why, certain) = (error.to_string(), false),
        }
    }
    Err(match certain {
        true => format!("it cannot be solved from here: {why}").into(),
        false => why.into(),
    })
}

/// The smallest rectangular board that contains all these cells.
fn around(labels: &[String]) -> Result<Board, Error> {
    let largest = Board::rectangle(26, 99)?;
    let cells: Result<Vec<Cell>, FigureError> =
        labels.iter().map(|text| largest.cell(text)).collect();
    let cells = cells?;
    let columns = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(1);
    let rows = cells.iter().map(|cell| 99 - cell.0).max().unwrap_or(1);
    Ok(Board::rectangle(columns, rows)?)
}

/// Whether the options in use require a closed tour.
fn closes(chosen: &Chosen, tour: &Tour) -> bool {
    let options = &chosen.loaded.description.options;
    let is_chosen = |(heading, item): (&str, &str)| {
        let mut groups = options.iter().filter(|group| group.heading == heading);
        groups.any(|group| {
            group
                .items
                .get(group.chosen)
                .is_some_and(|own| own.name == item)
        })
    };
    tour.closed
        .as_deref()
        .and_then(|text| text.split_once('/'))
        .is_some_and(is_chosen)
}

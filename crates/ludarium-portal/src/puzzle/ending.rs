//! The ends of printed games in which the winner wins by force.

use ludarium_agents::force::{Force, Goal};
use ludarium_engine::SplitMix64;
use ludarium_games::about::RecordKind;
use ludarium_games::Entry;
use ludarium_notation::records::{about_record, Record};
use ludarium_table::Table;

use super::{plies_to_win, Printed, Puzzle};
use crate::app::Portal;
use crate::study::Study;

/// How many plies before the end a puzzle begins: the longest of these that is forced.
const LENGTHS: [usize; 2] = [3, 1];

/// The most positions that are searched to prove an end, or to refute a move.
const POSITIONS: u64 = 8_000;

/// The ends of the printed games of a game, as far as they are forced.
pub fn all(portal: &Portal, entry: &'static Entry) -> Vec<Puzzle> {
    let files = entry.records.iter().filter(|(file, _)| {
        about_record(entry, file).is_some_and(|own| own.kind == RecordKind::Game)
    });
    let games = files.flat_map(|(file, text)| {
        let records = Record::parse_all(text).into_iter();
        (1..)
            .zip(records)
            .map(move |(number, record)| (*file, number, record))
    });
    let ends = games.filter_map(|(file, number, record)| end(portal, entry, file, number, &record));
    ends.collect()
}

fn end(
    portal: &Portal,
    entry: &'static Entry,
    file: &str,
    number: usize,
    record: &Record,
) -> Option<Puzzle> {
    // Lines that were made up to try a rule are no games of a source.
    let source = record
        .header("source")
        .filter(|own| !own.starts_with("none"))?;
    let name = file.trim_end_matches(".txt");
    let moves = record.lines.len();
    let study = |after: usize| Study {
        slug: entry.slug.to_owned(),
        record: Some(format!("{name}/{number}")),
        after,
        ..Study::default()
    };
    let (_, last) = study(moves).open(portal).ok()?;
    let features = last.rules().game().features();
    let is_searched =
        last.seats().len() == 2 && !features.stochastic && !features.hidden_information;
    let winner = last
        .state()
        .over()
        .then(|| last.rules().game().outcome(last.state()))??
        .winner;
    if winner == 0 || !is_searched {
        return None;
    }
    let forced = LENGTHS.iter().find_map(|&plies| {
        let start = study(moves.checked_sub(plies)?);
        let (_, table) = start.open(portal).ok()?;
        let depth = u32::try_from(plies).ok()?;
        let wins = plies_to_win(&table, winner, depth, POSITIONS) == Some(depth);
        (wins && table.state().mover() == winner && has_wrong_move(&table, winner, depth))
            .then_some((start, depth))
    });
    let (start, plies) = forced?;
    let puzzle = Puzzle {
        entry,
        id: format!("{name}-{number}"),
        title: format!("The end of a game. {}", title(record, name)),
        cited: source.to_owned(),
        player: winner,
        plies,
        printed: None,
        start,
    };
    let printed = Printed {
        address: format!(
            "/games/{}/records/{name}/{number}/{}",
            entry.slug, puzzle.start.after
        ),
        moves: record.lines[puzzle.start.after..]
            .iter()
            .map(|line| line.text.clone())
            .collect(),
    };
    Some(puzzle.with_printed(portal, std::iter::once(printed)))
}

/// What a printed game is called: its players, or its title, or its file.
fn title(record: &Record, name: &str) -> String {
    let known = ["players", "players/result", "title"];
    let known = known.iter().find_map(|key| record.header(key));
    known.map_or_else(|| name.to_owned(), |text| text.to_owned())
}

/// Whether some move of the winner does not keep the win within the plies.
fn has_wrong_move(table: &Table, winner: usize, plies: u32) -> bool {
    let game = table.rules().game();
    let choices = &table.choices().moves;
    choices.iter().any(|mv| {
        let mut state = table.state().clone();
        game.apply(&mut state, *mv, &mut SplitMix64::new(0));
        let mut within = |searched: u64| searched <= POSITIONS;
        let mut search = Force::new(game, winner, Goal::Win, &mut within);
        search.can(&mut state, plies - 1) == Some(false)
    })
}

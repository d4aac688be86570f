//! The problems of the sources, as puzzles: positions in which a player forces a win.
//!
//! They are not entered for these pages. A claim of a source that a player wins within a number of
//! moves is one, if the search confirms it; so is the end of a printed game, if its winner wins by
//! force.

mod ending;
mod judge;
pub mod page;

use std::collections::HashMap;
use std::sync::OnceLock;

use ludarium_agents::force::{Force, Goal};
use ludarium_games::about::{page_label, Verdict};
use ludarium_games::check::{Aim, Check};
use ludarium_games::{entries, Entry, Kind};
use ludarium_notation::Record;
use ludarium_table::Table;

use crate::app::{Portal, Problem};
use crate::study::Study;

/// The longest puzzle, in plies. Longer claims are no puzzles, and the search would take too long.
const MAX_PLIES: u32 = 12;

/// A position in which a player forces a win.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The game.
    pub entry: &'static Entry,
    /// Its name in addresses, unique within the game.
    pub id: String,
    /// What the source says, or where in it the position is.
    pub title: String,
    /// The source, with the page.
    pub cited: String,
    /// The position.
    pub start: Study,
    /// The player that wins, from 1.
    pub player: usize,
    /// The number of plies within which it wins.
    pub plies: u32,
    /// The printed solution.
    pub printed: Option<Printed>,
}

/// A solution that a source prints.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The address of the record.
    pub address: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl Puzzle {
    /// The number of moves that the winner needs at most.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The position after some moves, and the table of it.
    ///
    /// # Errors
    /// If a move is not legal.
    fn after(&self, portal: &Portal, moves: &[String]) -> Result<(Study, Table), Problem> {
        let study = Study {
            moves: moves.to_vec(),
            ..self.start.clone()
        };
        let (_, table) = study.open(portal)?;
        Ok((study, table))
    }

    /// Whether the game is over, and won by the player of the puzzle.
    fn is_solved(&self, table: &Table) -> bool {
        let won = |outcome: ludarium_engine::Outcome| outcome.winner == self.player;
        table.is_over() && table.outcome().is_some_and(won)
    }

    /// This puzzle with the first printed line that solves it, written as the pages write moves.
    fn with_printed(
        mut self,
        portal: &Portal,
        mut printed: impl Iterator<Item = Printed>,
    ) -> Puzzle {
        self.printed = printed.find_map(|printed| {
            let (_, table) = self.after(portal, &printed.moves).ok()?;
            let plies = table.plies().iter();
            let moves = plies.map(|ply| ply.text.clone()).collect();
            self.is_solved(&table)
                .then_some(Printed { moves, ..printed })
        });
        self
    }
}

/// The puzzles of a game. They are found when somebody asks for the first time.
fn of(portal: &Portal, entry: &'static Entry) -> &'static [Puzzle] {
    static FOUND: OnceLock<HashMap<&'static str, OnceLock<Vec<Puzzle>>>> = OnceLock::new();
    let games = FOUND.get_or_init(|| {
        let games = entries().iter().filter(|entry| entry.kind() == Kind::Game);
        games.map(|entry| (entry.slug, OnceLock::new())).collect()
    });
    games.get(entry.slug).map_or(&[][..], |found| {
        found.get_or_init(|| {
            let mut puzzles = claims(portal, entry);
            puzzles.extend(ending::all(portal, entry));
            puzzles
        })
    })
}

/// All puzzles, in the order of the library.
pub fn all(portal: &Portal) -> impl Iterator<Item = &'static Puzzle> + '_ {
    entries().iter().flat_map(move |entry| of(portal, entry))
}

/// The puzzle with this name.
///
/// # Errors
/// If there is none.
fn named(portal: &Portal, slug: &str, id: &str) -> Result<&'static Puzzle, Problem> {
    let own = portal.library.entry(slug);
    let mut puzzles = own.into_iter().flat_map(|entry| of(portal, entry));
    let found = puzzles.find(|puzzle| puzzle.id == id);
    found.ok_or_else(|| Problem::not_found("There is no such puzzle."))
}

/// The claims of a game that a player wins by force within a few moves, and does.
fn claims(portal: &Portal, entry: &'static Entry) -> Vec<Puzzle> {
    let claims = entry.about.claims.iter();
    let holds = claims.filter(|claim| claim.verdict == Verdict::Holds);
    let puzzle = |claim: &ludarium_games::about::Claim| {
        let check: Check = claim.check.as_ref()?.parse().ok()?;
        let Check::Forced {
            position,
            player,
            aim: Aim::Win,
            plies,
        } = check
        else {
            return None;
        };
        let readings = claim.options.iter();
        let readings = readings.filter_map(|text| text.split_once('/'));
        let puzzle = Puzzle {
            entry,
            id: claim.id.clone(),
            title: claim.statement.clone(),
            cited: cited(entry, claim),
            start: Study {
                slug: entry.slug.to_owned(),
                readings: readings
                    .map(|(heading, item)| (heading.to_owned(), item.to_owned()))
                    .collect(),
                position,
                ..Study::default()
            },
            player,
            plies,
            printed: None,
        };
        (plies <= MAX_PLIES).then(|| puzzle.with_printed(portal, lines(entry, plies)))
    };
    holds.filter_map(puzzle).collect()
}

/// The source of a claim, with the page.
fn cited(entry: &Entry, claim: &ludarium_games::about::Claim) -> String {
    let mut sources = entry.about.sources.iter();
    let source = sources.find(|source| Some(&source.id) == claim.source.as_ref());
    let Some(source) = source else {
        return String::new();
    };
    let parts = [
        source.author.clone(),
        Some(source.title.clone()),
        source.year.map(|year| year.to_string()),
        claim
            .page
            .as_deref()
            .filter(|page| !page.is_empty())
            .map(page_label),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// The short records of a game: one of them may be the solution of a claim.
fn lines(entry: &'static Entry, most: u32) -> impl Iterator<Item = Printed> {
    let files = entry.records.iter().map(|(file, text)| {
        let moves = Record::parse(text).lines.into_iter();
        Printed {
            address: format!(
                "/games/{}/records/{}",
                entry.slug,
                file.trim_end_matches(".txt")
            ),
            moves: moves.map(|line| line.text).collect(),
        }
    });
    files.filter(move |printed| (1..=most as usize).contains(&printed.moves.len()))
}

/// Within how many plies the player wins by force, up to `most`; `None` if it does not, or not as
/// far as `positions` show.
fn plies_to_win(table: &Table, player: usize, most: u32, positions: u64) -> Option<u32> {
    let mut within = |searched: u64| searched <= positions;
    let game = table.rules().game();
    let mut search = Force::new(game, player, Goal::Win, &mut within);
    search.plies(&mut table.state().clone(), most).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// Falkener, pp. 5-6: the rooks are given up, then bishop, pawn and knight mate. Gollon, p.
    /// 147: the author missed a mate in two.
    #[tokio::test(flavor = "multi_thread")]
    async fn the_claims_of_the_sources_are_puzzles_and_have_their_printed_solutions() {
        let portal = Portal::new(Store::open(None).await.expect("a database"));
        let dilaram = named(&portal, "falkener-dilaram", "mate").expect("a puzzle");
        assert!(dilaram.cited.contains("Falkener") && dilaram.cited.ends_with("p. 6"));
        let printed = dilaram.printed.as_ref().expect("a solution");
        assert_eq!(printed.moves.len(), 9);
        assert_eq!(printed.moves[8], "g4-h6");
        let claims = |slug: &str| {
            let entry = ludarium_games::find(slug).expect("a game");
            of(&portal, entry).iter().any(|own| own.plies == 3)
        };
        assert!(claims("gollon-chinese-chess") && claims("gollon-courier-chess"));
        // A claim that failed is no puzzle, nor is one that somebody holds a draw.
        let none = ["gollon-korean-chess/mate-in-three", "tic-tac-toe/drawn"];
        for name in none {
            let (slug, id) = name.split_once('/').expect("a name");
            assert!(named(&portal, slug, id).is_err(), "{name}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn each_puzzle_has_a_solution_within_its_moves() {
        let portal = Portal::new(Store::open(None).await.expect("a database"));
        let all: Vec<&Puzzle> = tokio::task::block_in_place(|| all(&portal).collect());
        assert!(all.len() >= 20, "{} puzzles", all.len());
        let names = all.iter().map(|own| (own.entry.slug, &own.id));
        let names: std::collections::BTreeSet<_> = names.collect();
        assert_eq!(names.len(), all.len(), "each name is unique");
        for puzzle in all {
            let name = format!("{}/{}", puzzle.entry.slug, puzzle.id);
            let solution = tokio::task::block_in_place(|| judge::solution(&portal, puzzle));
            let solution = solution.unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert!(solution.moves.len() <= puzzle.plies as usize, "{name}");
            let after = puzzle.after(&portal, &solution.moves);
            let (_, table) = after.unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert!(puzzle.is_solved(&table), "{name}: {:?}", solution.moves);
        }
    }
}

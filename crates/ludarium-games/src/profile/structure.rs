//! The board, pieces and dice of a game at its start.

use std::collections::BTreeMap;
use std::fmt;

use ludarium_engine::ContainerKind;
use ludarium_engine::{Game, SplitMix64, State};

/// The pieces of a player at the start, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceCounts {
    /// The names of the kinds with their counts, the most numerous first.
    pub kinds: Vec<(String, i32)>,
}

impl PieceCounts {
    /// The number of pieces of all kinds.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.kinds.iter().map(|(_, count)| count).sum()
    }
}

impl fmt::Display for PieceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kinds.len() > 1 {
            write!(f, "{}: ", self.total())?;
        }
        let parts = self
            .kinds
            .iter()
            .map(|(name, count)| format!("{count} {name}"));
        f.write_str(&parts.collect::<Vec<_>>().join(" + "))
    }
}

pub(super) struct Structure {
    pub rows: Vec<usize>,
    pub pieces: PieceCounts,
    pub dice: BTreeMap<usize, usize>,
}

/// Seed for starts that depend on chance. Any number will do.
const SEED: u64 = 0;

impl Structure {
    pub fn of(game: &Game) -> Structure {
        let state = game.start(&mut SplitMix64::new(SEED));
        let mut rows = rows(game);
        if home_row(game, &state, 1) > rows.len() / 2 {
            rows.reverse();
        }
        Structure {
            rows,
            pieces: pieces(game, &state, 1),
            dice: dice(game),
        }
    }
}

/// The number of sites in each row of the board, from the bottom.
fn rows(game: &Game) -> Vec<usize> {
    let sites = game.board().topology.sites(game.board().default_site);
    let mut rows: Vec<usize> = Vec::new();
    for site in sites {
        let row = site.row as usize;
        if rows.len() <= row {
            rows.resize(row + 1, 0);
        }
        rows[row] += 1;
    }
    rows.retain(|count| *count > 0);
    rows
}

/// The row with most of a player's pieces.
pub(super) fn home_row(game: &Game, state: &State, player: usize) -> usize {
    let sites = game.board().topology.sites(game.board().default_site);
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for (slot, site) in sites.iter().enumerate() {
        if owner(game, state, slot) == player {
            *counts.entry(site.row).or_default() += 1;
        }
    }
    let most = counts
        .into_iter()
        .max_by_key(|(row, count)| (*count, std::cmp::Reverse(*row)));
    most.map_or(0, |(row, _)| row as usize)
}

/// The owner of the top piece on a slot; 0 if it is empty.
pub(super) fn owner(game: &Game, state: &State, slot: usize) -> usize {
    match state.what(slot) {
        0 => 0,
        what => game.components()[what].owner,
    }
}

fn pieces(game: &Game, state: &State, player: usize) -> PieceCounts {
    let mut kinds: BTreeMap<String, i32> = BTreeMap::new();
    for container in game.containers() {
        if matches!(container.kind, ContainerKind::Dice | ContainerKind::Deck) {
            continue;
        }
        for slot in container.first..container.first + container.size {
            if owner(game, state, slot) == player {
                let name = game.components()[state.what(slot)].base.clone();
                *kinds.entry(name).or_default() += pieces_on(state, slot);
            }
        }
    }
    let mut kinds: Vec<(String, i32)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(name, count)| (-count, name.clone()));
    PieceCounts { kinds }
}

/// The number of pieces on a slot.
pub(super) fn pieces_on(state: &State, slot: usize) -> i32 {
    let stacked = i32::try_from(state.height(slot)).unwrap_or(i32::MAX);
    state.count(slot).max(stacked)
}

/// By number of faces: the number of dice.
fn dice(game: &Game) -> BTreeMap<usize, usize> {
    let mut dice = BTreeMap::new();
    for kind in game.components() {
        if let Some(faces) = &kind.die {
            *dice.entry(faces.len()).or_default() += 1;
        }
    }
    dice
}

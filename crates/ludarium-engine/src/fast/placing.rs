//! Games of placing stones on empty sites, decided by a line or a connection.

use super::alternating_turns::AlternatingTurns;
use super::lines::Lines;
use super::links::{Groups, Links};
use super::runs::Runs;
use super::{endings, only_of_kinds, placement, Stones};
use crate::chance::SplitMix64;
use crate::game::{Game, Phase};
use crate::ir::{Bool, Sites};
use crate::rollout::Rollout;
use crate::state::State;

/// A game of placing stones.
#[derive(Debug)]
pub(crate) struct Placing {
    sites: usize,
    pub(super) stones: Stones,
    endings: Endings,
}

/// End conditions on the last stone, and whether each wins (or loses) the game; the first that
/// holds decides.
#[derive(Debug)]
enum Endings {
    Lines(Runs, Vec<bool>),
    Connections(Vec<(Links, bool)>),
}

/// Buffers of a kernel, reused from game to game.
#[derive(Debug, Default)]
pub(crate) struct KernelBuffers {
    /// By site: the owner of its stone.
    pub(super) owner: Vec<u8>,
    /// The sites where a stone may be placed.
    pub(super) open: Vec<u64>,
    /// The groups for each connection condition.
    groups: Vec<Groups>,
    /// The stones on each line, by player.
    pub(super) lines: Vec<u64>,
    /// By site: the height of its stack.
    pub(super) height: Vec<u16>,
    /// The buffers of enclosing games.
    pub(super) enclosing: super::enclosing::PositionBuffers,
}

impl KernelBuffers {
    /// Whether a stone may be placed on a site.
    #[inline]
    pub(super) fn is_open(&self, site: usize) -> bool {
        self.open[site >> 6] >> (site & 63) & 1 == 1
    }

    /// Removes a site from the open sites.
    #[inline]
    pub(super) fn close(&mut self, site: usize) {
        self.open[site >> 6] &= !(1 << (site & 63));
    }
}

impl Placing {
    pub(super) fn of(game: &Game, phase: &Phase) -> Option<Placing> {
        let (stones, sites) = placement(game, phase, false)?;
        let anywhere = matches!(sites, Sites::Empty(site_type) if *site_type == game.layout.own);
        if !anywhere || game.layout.levels > 0 {
            return None;
        }
        // Where no rule ends the game, passing does not end it, either.
        Some(Placing {
            sites: game.layout.board_sites,
            stones,
            endings: Endings::of(game, &endings(game, phase)?)?,
        })
    }

    /// Plays on from a position; `None` where other pieces stand on the board.
    pub(super) fn play(
        &self,
        from: &State,
        turns: AlternatingTurns,
        pick: &mut SplitMix64,
        buffers: &mut KernelBuffers,
        mut record: impl FnMut(usize, usize),
    ) -> Option<Rollout> {
        self.set_up(from, buffers)?;
        Some(turns.play(buffers, pick, |buffers, site, player| {
            record(player, site);
            buffers.close(site);
            self.decided(buffers, site, player)
        }))
    }

    /// Reads a position.
    fn set_up(&self, from: &State, buffers: &mut KernelBuffers) -> Option<()> {
        if !only_of_kinds(from, self.stones.kinds) {
            return None;
        }
        buffers.open.clear();
        buffers.open.extend_from_slice(from.empty());
        match &self.endings {
            Endings::Lines(runs, _) => runs.clear(&mut buffers.lines),
            Endings::Connections(connections) => {
                buffers.owner.clear();
                buffers.owner.resize(self.sites, 0);
                (buffers.groups).resize_with(connections.len(), Groups::default);
                for ((links, _), groups) in connections.iter().zip(&mut buffers.groups) {
                    links.clear(groups);
                }
            }
        }
        for player in 1..=2 {
            for slot in from.owned_bits(player) {
                self.decided(buffers, slot as usize, player);
            }
        }
        Some(())
    }

    /// Adds a stone; returns whether its owner wins (or loses), if it decides the game.
    #[inline]
    fn decided(&self, buffers: &mut KernelBuffers, site: usize, player: usize) -> Option<bool> {
        match &self.endings {
            Endings::Lines(runs, wins) => {
                let seen = runs.place(&mut buffers.lines, site, player);
                (seen != 0).then(|| wins[seen.trailing_zeros() as usize])
            }
            Endings::Connections(connections) => {
                buffers.owner[site] = player as u8;
                let mut decided = None;
                for ((links, wins), groups) in connections.iter().zip(&mut buffers.groups) {
                    let holds = links.join(groups, &buffers.owner, site, player);
                    decided = decided.or(holds.then_some(*wins));
                }
                decided
            }
        }
    }
}

impl Endings {
    fn of(game: &Game, endings: &[(&Bool, bool)]) -> Option<Endings> {
        let connection = |&(cond, wins): &(&Bool, bool)| match cond {
            Bool::Connected(connection) => Some((Links::of(game, connection)?, wins)),
            _ => None,
        };
        let connections = endings.iter().map(connection).collect::<Option<Vec<_>>>();
        match connections {
            Some(connections) => {
                (!connections.is_empty()).then_some(Endings::Connections(connections))
            }
            None => {
                let (lines, wins) = Lines::of(game, endings)?;
                Some(Endings::Lines(lines.runs(game, |axes| axes)?, wins))
            }
        }
    }
}

//! Stones placed one by one on empty sites, until a line or a connection decides the game.

use super::lines::Lines;
use super::links::{Groups, Links};
use super::tally::Tally;
use super::{endings, only_of_kinds, placement};
use crate::chance::SplitMix64;
use crate::game::{Game, Phase};
use crate::ir::{Bool, Sites};
use crate::rollout::Rollout;
use crate::state::State;

/// A game of placing stones.
#[derive(Debug)]
pub(crate) struct Placing {
    sites: usize,
    kinds: [usize; 3],
    endings: Vec<Ending>,
}

/// A condition on the stone just placed, and whether it wins (or loses) the game.
#[derive(Debug)]
struct Ending {
    test: Test,
    wins: bool,
}

#[derive(Debug)]
enum Test {
    Line(Lines),
    Connected(Links),
}

/// What a kernel needs while it plays, kept from game to game.
#[derive(Debug, Default)]
pub(crate) struct Room {
    /// Whose stone is on each site, and a 0 beyond.
    pub(super) owner: Vec<u8>,
    /// The sites that take a stone.
    pub(super) open: Vec<u64>,
    /// Of each condition that asks for a connection.
    groups: Vec<Groups>,
    /// Heights of stacks.
    pub(super) height: Vec<u16>,
    /// Of stones that enclose one another.
    pub(super) enclosing: super::enclosing::Table,
}

impl Room {
    /// Whether a site takes a stone.
    #[inline]
    pub(super) fn is_open(&self, site: usize) -> bool {
        self.open[site >> 6] >> (site & 63) & 1 == 1
    }

    /// Lets a site take no more stones.
    #[inline]
    pub(super) fn close(&mut self, site: usize) {
        self.open[site >> 6] &= !(1 << (site & 63));
    }
}

impl Placing {
    pub(super) fn of(game: &Game, phase: &Phase) -> Option<Placing> {
        let (kinds, sites) = placement(game, phase, false)?;
        let anywhere = matches!(sites, Sites::Empty(t) if *t == game.layout.own);
        if !anywhere || game.layout.levels > 0 {
            return None;
        }
        let ending = |(cond, wins): (&Bool, bool)| {
            let test = match cond {
                Bool::Line(line) => Test::Line(Lines::of(game, line)?),
                Bool::Connected(connection) => Test::Connected(Links::of(game, connection)?),
                _ => return None,
            };
            Some(Ending { test, wins })
        };
        let endings = endings(game, phase)?.into_iter().map(ending);
        let endings: Vec<Ending> = endings.collect::<Option<_>>()?;
        // Where nothing ends the game, passing does not end it, either.
        (!endings.is_empty()).then_some(Placing {
            sites: game.layout.board_sites,
            kinds,
            endings,
        })
    }

    /// Plays on from a position; `None` where other pieces stand on the board.
    pub(super) fn play(
        &self,
        from: &State,
        tally: Tally,
        pick: &mut SplitMix64,
        room: &mut Room,
    ) -> Option<Rollout> {
        self.set_up(from, room)?;
        Some(tally.play(room, pick, |room, site, player| {
            room.close(site);
            room.owner[site] = player as u8;
            self.decided(room, site, player)
        }))
    }

    /// Reads a position.
    fn set_up(&self, from: &State, room: &mut Room) -> Option<()> {
        if !only_of_kinds(from, self.kinds) {
            return None;
        }
        room.open.clear();
        room.open.extend_from_slice(from.empty());
        room.owner.clear();
        room.owner.resize(self.sites + 1, 0);
        room.groups.resize_with(self.endings.len(), Groups::default);
        for (ending, groups) in self.endings.iter().zip(&mut room.groups) {
            if let Test::Connected(links) = &ending.test {
                links.clear(groups);
            }
        }
        for player in 1..=2 {
            for slot in from.owned_bits(player) {
                room.owner[slot as usize] = player as u8;
                self.decided(room, slot as usize, player);
            }
        }
        Some(())
    }

    /// What the stone on a site decides: whether its owner wins.
    #[inline]
    fn decided(&self, room: &mut Room, site: usize, player: usize) -> Option<bool> {
        let mut decided = None;
        for (ending, groups) in self.endings.iter().zip(&mut room.groups) {
            let holds = match &ending.test {
                Test::Line(lines) => {
                    decided.is_none() && lines.completed(&room.owner, site, player as u8)
                }
                Test::Connected(links) => links.join(groups, &room.owner, site, player),
            };
            if holds && decided.is_none() {
                decided = Some(ending.wins);
            }
        }
        decided
    }
}

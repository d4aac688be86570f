//! Stones dropped on stacks, until a line over sites and levels decides the game.

use super::lines::through_last;
use super::placing::Room;
use super::tally::Tally;
use super::{endings, only_of_kinds, placement};
use crate::chance::SplitMix64;
use crate::game::{Game, Phase};
use crate::ir::{Bool, Cmp, Int, Iter, Sites};
use crate::rollout::Rollout;
use crate::set::SiteSet;
use crate::state::State;

/// A game of dropping stones.
#[derive(Debug)]
pub(crate) struct Stacking {
    sites: usize,
    kinds: [usize; 3],
    /// The sites with stacks, and how high these may grow.
    columns: SiteSet,
    highest: usize,
    endings: Vec<Ending>,
}

/// A line through the stone dropped, and whether it wins (or loses) the game.
#[derive(Debug)]
struct Ending {
    length: usize,
    exact: bool,
    wins: bool,
    /// By site.
    axes: Vec<Vec<Axis>>,
}

/// The sites to either side of a site, nearest first.
type Axis = (Box<[u16]>, Box<[u16]>);

impl Stacking {
    pub(super) fn of(game: &Game, phase: &Phase) -> Option<Stacking> {
        let (kinds, sites) = placement(game, phase, true)?;
        let Sites::Filter(all, cond) = sites else {
            return None;
        };
        let (columns, highest) = below_a_height(game, all, cond)?;
        if highest > game.layout.levels {
            return None;
        }
        let endings = endings(game, phase)?.into_iter();
        let endings: Vec<Ending> = endings
            .map(|(cond, wins)| ending(game, cond, wins))
            .collect::<Option<_>>()?;
        (!endings.is_empty()).then_some(Stacking {
            sites: game.layout.board_sites,
            kinds,
            columns,
            highest,
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
            let level = usize::from(room.height[site]);
            room.owner[self.cell(site, level)] = player as u8;
            room.height[site] += 1;
            if level + 1 == self.highest {
                room.close(site);
            }
            let made = |ending: &&Ending| self.completed(ending, room, site, player as u8);
            self.endings.iter().find(made).map(|ending| ending.wins)
        }))
    }

    /// Where the owner of a stone is noted: a stack has an empty place below it and one above.
    #[inline]
    fn cell(&self, site: usize, level: usize) -> usize {
        site * (self.highest + 2) + level + 1
    }

    /// Reads a position.
    fn set_up(&self, from: &State, room: &mut Room) -> Option<()> {
        if !only_of_kinds(from, self.kinds) {
            return None;
        }
        room.owner.clear();
        room.owner.resize(self.sites * (self.highest + 2), 0);
        room.height.clear();
        room.height.resize(self.sites, 0);
        room.open.clear();
        room.open.extend_from_slice(self.columns.words());
        for slot in (1..=2).flat_map(|player| from.owned_bits(player)) {
            let slot = slot as usize;
            let height = from.height(slot);
            if height > self.highest {
                return None;
            }
            for level in 0..height {
                let what = from.what_at(slot, level);
                let player = (1..=2).find(|&player| self.kinds[player] == what)?;
                room.owner[self.cell(slot, level)] = player as u8;
            }
            room.height[slot] = height as u16;
            if height == self.highest {
                room.close(slot);
            }
        }
        Some(())
    }

    /// Whether the topmost stone of a stack completes a line: upright, level, or up or down a stair.
    fn completed(&self, ending: &Ending, room: &Room, site: usize, player: u8) -> bool {
        let enough =
            |count: usize| count == ending.length || count > ending.length && !ending.exact;
        let top = usize::from(room.height[site]) - 1;
        let below = (0..top)
            .rev()
            .take_while(|&level| room.owner[self.cell(site, level)] == player)
            .count();
        if enough(1 + below) {
            return true;
        }
        // A stair leaves the stacks by the empty place above or below them.
        let along = |arm: &[u16], slope: isize| {
            let mut place = top as isize + 1;
            arm.iter()
                .take_while(|&&site| {
                    place += slope;
                    room.owner[usize::from(site) * (self.highest + 2) + place as usize] == player
                })
                .count()
        };
        ending.axes[site].iter().any(|(one, other)| {
            [-1, 0, 1]
                .into_iter()
                .any(|slope| enough(1 + along(one, slope) + along(other, -slope)))
        })
    }
}

/// The sites that a region holds as long as their stacks are lower than so many stones.
fn below_a_height(game: &Game, all: &Sites, cond: &Bool) -> Option<(SiteSet, usize)> {
    let (Sites::Const(columns), Bool::Compare(cmp, Int::SizeStack { t, sites }, Int::Const(bound))) =
        (all, cond)
    else {
        return None;
    };
    let here = matches!(&**sites, Sites::List(list) if matches!(list[..], [Int::Iter(Iter::Site)]));
    let highest = match cmp {
        Cmp::Lt => *bound,
        Cmp::Le => bound.checked_add(1)?,
        _ => return None,
    };
    let highest = usize::try_from(highest)
        .ok()
        .filter(|&highest| highest > 0)?;
    let on_board = columns
        .iter()
        .all(|site| (site as usize) < game.layout.board_sites);
    (here && on_board && *t == game.layout.own).then(|| (columns.clone(), highest))
}

fn ending(game: &Game, cond: &Bool, wins: bool) -> Option<Ending> {
    let Bool::Line(line) = cond else { return None };
    if !line.by_level {
        return None;
    }
    let (table, length) = through_last(game, line)?;
    let axes = |site: usize| {
        let arms = table.rays_of(site).filter_map(|ray| {
            let opposite = table.opposite[ray] as usize;
            if opposite >= table.rays.len() {
                return Some((table.ray(ray).into(), [].into()));
            }
            // Each axis once, from one of its two ends.
            (ray <= opposite).then(|| (table.ray(ray).into(), table.ray(opposite).into()))
        });
        arms.collect()
    };
    Some(Ending {
        length: length as usize,
        exact: line.exact,
        wins,
        axes: (0..game.layout.board_sites).map(axes).collect(),
    })
}

//! Games of dropping stones on stacks, decided by a line over sites and levels.

use super::alternating_turns::AlternatingTurns;
use super::lines::Lines;
use super::placing::KernelBuffers;
use super::runs::{Arms, Runs};
use super::{endings, only_of_kinds, placement, Stones};
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
    pub(super) stones: Stones,
    /// The sites with stacks, and their maximum height.
    columns: SiteSet,
    highest: usize,
    /// The lines over all levels of all stacks: vertical, horizontal and diagonal.
    runs: Runs,
    /// By run: whether it wins (or loses) the game.
    wins: Vec<bool>,
}

impl Stacking {
    pub(super) fn of(game: &Game, phase: &Phase) -> Option<Stacking> {
        let (stones, sites) = placement(game, phase, true)?;
        let Sites::Filter(all, cond) = sites else {
            return None;
        };
        let (columns, highest) = below_a_height(game, all, cond)?;
        if highest > game.layout.levels {
            return None;
        }
        let endings = endings(game, phase)?;
        let by_level =
            |(cond, _): &(&Bool, bool)| matches!(cond, Bool::Line(line) if line.by_level);
        let (lines, wins) = Lines::of(game, &endings).filter(|_| endings.iter().all(by_level))?;
        Some(Stacking {
            sites: game.layout.board_sites,
            stones,
            columns,
            highest,
            runs: lines.runs(game, |axes| over_levels(&axes, highest))?,
            wins,
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
            let level = usize::from(buffers.height[site]);
            buffers.height[site] += 1;
            if level + 1 == self.highest {
                buffers.close(site);
            }
            let seen = (self.runs).place(&mut buffers.lines, site * self.highest + level, player);
            (seen != 0).then(|| self.wins[seen.trailing_zeros() as usize])
        }))
    }

    /// Reads a position.
    fn set_up(&self, from: &State, buffers: &mut KernelBuffers) -> Option<()> {
        if !only_of_kinds(from, self.stones.kinds) {
            return None;
        }
        self.runs.clear(&mut buffers.lines);
        buffers.height.clear();
        buffers.height.resize(self.sites, 0);
        buffers.open.clear();
        buffers.open.extend_from_slice(self.columns.words());
        for slot in (1..=2).flat_map(|player| from.owned_bits(player)) {
            let slot = slot as usize;
            let height = from.height(slot);
            if height > self.highest {
                return None;
            }
            // Both players may own stones of the same stack.
            if buffers.height[slot] > 0 {
                continue;
            }
            for level in 0..height {
                let what = from.what_at(slot, level);
                let player = (1..=2).find(|&player| self.stones.kinds[player] == what)?;
                (self.runs).place(&mut buffers.lines, slot * self.highest + level, player);
            }
            buffers.height[slot] = height as u16;
            if height == self.highest {
                buffers.close(slot);
            }
        }
        Some(())
    }
}

/// The axes through every level of the stacks, from the axes through the sites.
fn over_levels(axes: &[Vec<Arms>], highest: usize) -> Vec<Vec<Arms>> {
    let place = |site: usize, level: usize| (site * highest + level) as u16;
    let along = |arm: &[u16], level: usize, slope: isize| -> Vec<u16> {
        let levels = (1..).map_while(|step| level.checked_add_signed(slope * step));
        let inside = levels.take_while(|&level| level < highest);
        let places = arm.iter().zip(inside);
        places
            .map(|(&site, level)| place(usize::from(site), level))
            .collect()
    };
    let through = |site: usize, level: usize| {
        let above = (level + 1..highest).map(|level| place(site, level));
        let below = (0..level).rev().map(|level| place(site, level));
        let upright = (above.collect(), below.collect());
        let sloping = axes[site].iter().flat_map(move |(one, other)| {
            [-1, 0, 1].map(|slope| (along(one, level, slope), along(other, level, -slope)))
        });
        std::iter::once(upright).chain(sloping).collect()
    };
    (0..axes.len() * highest)
        .map(|place| through(place / highest, place % highest))
        .collect()
}

/// The sites that a region contains while their stacks are lower than a limit, and the limit.
fn below_a_height(game: &Game, all: &Sites, cond: &Bool) -> Option<(SiteSet, usize)> {
    let (
        Sites::Const(columns),
        Bool::Compare(cmp, Int::SizeStack { site_type, sites }, Int::Const(bound)),
    ) = (all, cond)
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
    (here && on_board && *site_type == game.layout.own).then(|| (columns.clone(), highest))
}

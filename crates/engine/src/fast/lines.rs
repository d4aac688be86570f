//! Lines through a stone just placed.

use crate::game::Game;
use crate::ir::{Dirs, Int, Line};

/// The lines through each site of a board, as paths that end where the board does.
#[derive(Debug)]
pub(super) struct Lines {
    length: u32,
    exact: bool,
    /// The axes through `site` are `axes[first[site]..first[site + 1]]`.
    first: Vec<u32>,
    /// Where the two arms of each axis begin in `path`.
    axes: Vec<(u32, u32)>,
    /// The sites of the arms, each arm closed by the number of sites.
    path: Vec<u16>,
}

/// The directions and the length of a line through the last stone, if that is all it asks for.
pub(super) fn through_last<'g>(
    game: &'g Game,
    line: &'g Line,
) -> Option<(&'g crate::ir::Table, u32)> {
    let plain = line.t == game.layout.own
        && matches!(line.through[..], [Int::LastTo])
        && line.through_any.is_none()
        && line.owners.is_none()
        && line.kinds.is_none()
        && line.cond.is_none()
        && line.through_how_much.is_none()
        && !line.visible
        && !line.visible
        && line.contiguous;
    let (Int::Const(length), Dirs::Table(table)) = (&line.length, &line.dirs) else {
        return None;
    };
    let length = u32::try_from(*length).ok().filter(|&length| length > 1)?;
    plain.then_some((&game.tables[usize::from(*table)], length))
}

impl Lines {
    /// The lines that a condition asks for, if they are lines of stones through the last one.
    pub fn of(game: &Game, line: &Line) -> Option<Lines> {
        let (table, length) = through_last(game, line)?;
        let sites = game.layout.board_sites;
        let mut lines = Lines {
            length,
            exact: line.exact,
            first: vec![0],
            axes: Vec::new(),
            path: vec![sites as u16],
        };
        for site in 0..sites {
            for ray in table.rays_of(site) {
                let opposite = table.opposite[ray] as usize;
                let both = line.use_opposites && opposite < table.rays.len();
                // Each axis once, from one of its two ends.
                if both && opposite < ray {
                    continue;
                }
                let one = lines.arm(table.ray(ray), sites);
                let other = if both {
                    lines.arm(table.ray(opposite), sites)
                } else {
                    0
                };
                lines.axes.push((one, other));
            }
            lines.first.push(lines.axes.len() as u32);
        }
        Some(lines)
    }

    /// Adds an arm; returns where it begins.
    fn arm(&mut self, ray: &[u16], sites: usize) -> u32 {
        let start = self.path.len() as u32;
        self.path.extend_from_slice(ray);
        self.path.push(sites as u16);
        start
    }

    /// Whether the stone of `player` on `site` completes a line. `owner` says whose stone is on each
    /// site, with 0 beyond the last.
    #[inline]
    pub fn completed(&self, owner: &[u8], site: usize, player: u8) -> bool {
        let along = |start: u32| {
            let mut at = start as usize;
            while owner[usize::from(self.path[at])] == player {
                at += 1;
            }
            at as u32 - start
        };
        let axes = &self.axes[self.first[site] as usize..self.first[site + 1] as usize];
        axes.iter().any(|&(one, other)| {
            let count = 1 + along(one) + along(other);
            count == self.length || count > self.length && !self.exact
        })
    }
}

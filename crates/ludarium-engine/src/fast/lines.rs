//! Lines through the last stone: the runs of stones that decide a game.

use super::runs::{Arms, Length, Runs};
use crate::game::Game;
use crate::ir::{Bool, Dirs, Int, Line, Table, TableId, Through};

/// The lines of several conditions, all along the same axes.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The directions, and whether opposite directions form one line.
    along: Option<(TableId, bool)>,
    lengths: Vec<Length>,
}

impl Lines {
    /// The lines of the end conditions, if these are all about lines, and whether each wins (or
    /// loses) the game.
    pub fn of(game: &Game, endings: &[(&Bool, bool)]) -> Option<(Lines, Vec<bool>)> {
        let mut lines = Lines::default();
        for (cond, _) in endings {
            let Bool::Line(line) = cond else { return None };
            lines.add(game, line)?;
        }
        Some((lines, endings.iter().map(|&(_, wins)| wins).collect()))
    }

    /// Adds a line of stones through the last one, along the same axes as the others.
    fn add(&mut self, game: &Game, line: &Line) -> Option<()> {
        let plain = line.site_type == game.layout.own
            && matches!(line.through, Through::Site(Int::LastTo))
            && line.owners.is_none()
            && line.kinds.is_none()
            && line.cond.is_none()
            && line.through_how_much.is_none()
            && !line.visible
            && line.contiguous;
        let (Int::Const(length), Dirs::Table(table), true) = (&line.length, &line.dirs, plain)
        else {
            return None;
        };
        let along = (*table, line.use_opposites);
        let same = *self.along.get_or_insert(along) == along;
        let min = u32::try_from(*length).ok().filter(|&length| length > 1)?;
        let exact = line.exact;
        self.lengths.push(Length { min, exact });
        same.then_some(())
    }

    /// The lines of a board. `cells` derives the axes of the cells from those of the sites.
    pub fn runs(
        &self,
        game: &Game,
        cells: impl FnOnce(Vec<Vec<Arms>>) -> Vec<Vec<Arms>>,
    ) -> Option<Runs> {
        let (table, both) = self.along?;
        let table = &game.tables[usize::from(table)];
        let sites = 0..game.layout.board_sites;
        let axes = sites.map(|site| axes(table, site, both)).collect();
        Runs::of(&cells(axes), &self.lengths)
    }
}

fn axes(table: &Table, site: usize, both: bool) -> Vec<Arms> {
    let axis = |ray: usize| {
        let opposite = table.opposite[ray] as usize;
        if !both || opposite >= table.rays.len() {
            return Some((table.ray(ray).to_vec(), Vec::new()));
        }
        // Visits each axis from one end only.
        (ray <= opposite).then(|| (table.ray(ray).to_vec(), table.ray(opposite).to_vec()))
    };
    table.rays_of(site).filter_map(axis).collect()
}

//! Areas of a board of cells: cells that are shown as one, and the ground that cells enclose.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_board::SiteType;

use super::{slot_by_label, BoardPainter, LINE, PEN, WOOD};
use crate::svg::{pair, Paint, Svg};

impl BoardPainter<'_> {
    /// The slots of each group of cells that the board shows as one.
    pub(super) fn merged_cells(&self) -> Vec<Vec<usize>> {
        let slot = |label: &String| slot_by_label(self.labels, label);
        let groups = self.look.merged.iter();
        groups
            .map(|group| group.iter().filter_map(slot).collect())
            .collect()
    }

    /// Draws the outline of a group of cells: the edges that only one of them has.
    pub(super) fn draw_outline(&self, svg: &mut Svg, group: &[usize]) {
        let mut edges: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for slot in group {
            let Some(spot) = self.layout.spot(*slot) else {
                continue;
            };
            if spot.kind != SiteType::Cell {
                continue;
            }
            let around = &self.topology().sites(SiteType::Cell)[spot.site].vertices;
            for (index, a) in around.iter().enumerate() {
                let b = around[(index + 1) % around.len()];
                *edges.entry((b.min(*a), b.max(*a))).or_default() += 1;
            }
        }
        let mut path = String::new();
        for ((a, b), _) in edges.into_iter().filter(|(_, count)| *count == 1) {
            path.push_str(&format!(
                "M{}{}",
                pair(self.vertex(a)),
                self.edge_path(a, b)
            ));
        }
        svg.group("class=\"merged\"", |svg| {
            svg.path(&path, Paint::line(LINE, PEN));
        });
    }

    /// Fills the ground that square cells enclose, so that it belongs to the board.
    pub(super) fn fill_enclosed(&self, svg: &mut Svg) {
        let own = self.game.board().default_site;
        let [left, top, right, bottom] = self.layout.bounds;
        let place = |(x, y): (f64, f64)| ((x - left).floor() as i64, (y - top).floor() as i64);
        let mut cells: BTreeSet<(i64, i64)> = BTreeSet::new();
        for spot in self.layout.spots.iter().flatten() {
            if spot.kind != own {
                continue;
            }
            let (dx, dy) = (spot.at.0 - left - 0.5, spot.at.1 - top - 0.5);
            let off_grid = (dx - dx.round()).abs() + (dy - dy.round()).abs() > 0.05;
            if off_grid || (spot.size - 1.0).abs() > 0.05 {
                return;
            }
            cells.insert(place(spot.at));
        }
        let (columns, rows) = place((right + 0.5, bottom + 0.5));
        if columns.saturating_mul(rows) > 10_000 {
            return;
        }
        let mut outside: BTreeSet<(i64, i64)> = BTreeSet::new();
        let mut queue = vec![(-1, -1)];
        while let Some((x, y)) = queue.pop() {
            let within = (-1..=columns).contains(&x) && (-1..=rows).contains(&y);
            if within && !cells.contains(&(x, y)) && outside.insert((x, y)) {
                queue.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
            }
        }
        for y in 0..rows {
            for x in (0..columns).filter(|x| !cells.contains(&(*x, y))) {
                if !outside.contains(&(x, y)) {
                    let at = (left + x as f64, top + y as f64);
                    svg.rectangle(at, (1.0, 1.0), 0.0, Paint::fill(WOOD).edge(WOOD, PEN));
                }
            }
        }
    }
}

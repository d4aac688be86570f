//! The places where a line may lie, for questions about many sites at once.

use std::collections::BTreeMap;

use super::{Dirs, Int, Iter, Line, Owners, Table, Through};

/// All rows of a number of neighbouring sites along the rays of a table. A line goes through a site
/// if, and only if, all sites of a row with that site belong to it.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    length: usize,
    /// The sites, row by row.
    sites: Vec<u16>,
}

impl Windows {
    /// The rows of `length` sites, at least 2. `None` where a row is one for some of its sites only
    /// (on boards whose rays branch), or where a ray comes back to its beginning.
    ///
    /// There are eight places for three in a row on a board of nine squares.
    #[must_use]
    pub fn of(table: &Table, length: usize) -> Option<Windows> {
        // Each row, and those of its sites whose rays lead along it.
        let mut rows: BTreeMap<Vec<u16>, Vec<u16>> = BTreeMap::new();
        let reach = length.checked_sub(1).filter(|&reach| reach > 0)?;
        for slot in 0..table.ray_at.len().saturating_sub(1) {
            let own = u16::try_from(slot).ok()?;
            for ray in table.rays_of(slot) {
                let opposite = table.opposite[ray] as usize;
                // Each axis once, from one of its two ends.
                if opposite < ray {
                    continue;
                }
                let back = match opposite < table.rays.len() {
                    true => table.ray(opposite),
                    false => &[],
                };
                let before = back.iter().take(reach).rev();
                let after = table.ray(ray).iter().take(reach);
                let row: Vec<u16> = before.chain([&own]).chain(after).copied().collect();
                for window in row.windows(length) {
                    let mut window = window.to_vec();
                    window.sort_unstable();
                    if window.windows(2).any(|two| two[0] == two[1]) {
                        return None;
                    }
                    let from = rows.entry(window).or_default();
                    if from.last() != Some(&own) {
                        from.push(own);
                    }
                }
            }
        }
        let all_agree = rows.iter().all(|(window, from)| window == from);
        all_agree.then(|| Windows {
            length,
            sites: rows.into_keys().flatten().collect(),
        })
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.sites.chunks_exact(self.length.max(1))
    }

    /// The number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sites.len() / self.length.max(1)
    }
}

impl Line {
    /// The rows in which the line may lie, if nothing but the kinds of pieces on a row's sites
    /// decides and all sites of the row count alike; found on first use.
    pub(crate) fn windows(&self, tables: &[Table]) -> Option<&Windows> {
        let (Int::Const(length), Dirs::Table(table)) = (&self.length, &self.dirs) else {
            return None;
        };
        let plain = self.contiguous
            && self.use_opposites
            && !self.exact
            && !self.by_level
            && !self.visible
            && self.cond.is_none()
            && self.through_how_much.is_none();
        let found = || {
            let length = usize::try_from(*length).ok().filter(|_| plain)?;
            Windows::of(&tables[usize::from(*table)], length)
        };
        self.windows.get_or_init(found).as_ref()
    }

    /// Whether the line goes through the site that `forEach Site` or `all Sites` binds, and nothing
    /// else in it asks for that site.
    pub(crate) fn is_through_each_site(&self) -> bool {
        let by_constant = match &self.owners {
            None => true,
            Some(owners) => matches!(owners, Owners::One(Int::Const(_))),
        };
        matches!(self.through, Through::Site(Int::Iter(Iter::Site)))
            && by_constant
            && self.kinds.is_none()
            && self.cond.is_none()
            && self.through_how_much.is_none()
            && matches!((&self.length, &self.dirs), (Int::Const(_), Dirs::Table(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn rows(board: &str, length: usize) -> Vec<Vec<u16>> {
        let text = format!(
            "(game \"Lines\" (players 2) (equipment {{ (board {board}) (piece \"Stone\" Each) }})
                (rules (play (move Add (to (sites Empty))))
                    (end (if (is Line {length} Adjacent) (result Mover Win)))))"
        );
        let definitions = ludarium_lud::Definitions::none();
        let choices = ludarium_lud::Choices::defaults();
        let description = ludarium_lud::load("lines.lud", &text, &definitions, &choices).unwrap();
        let game = Game::compile(&description).unwrap();
        let windows = game
            .tables
            .iter()
            .filter_map(|table| Windows::of(table, length));
        let rows = windows.map(|windows| windows.rows().map(<[u16]>::to_vec).collect::<Vec<_>>());
        rows.max_by_key(Vec::len).unwrap_or_default()
    }

    #[test]
    fn the_rows_are_as_many_as_there_are_places_for_a_line() {
        assert_eq!(rows("(square 3)", 3).len(), 8);
        // Connect four: James D. Allen, "The Complete Book of Connect 4" (2010).
        assert_eq!(rows("(rectangle 6 7)", 4).len(), 69);
        // 2 x 15 x 11 in rows and columns, 2 x 11 x 11 diagonally.
        assert_eq!(rows("(square 15)", 5).len(), 572);
        // Three directions on a board of hexagons; 3, 4, 5, 4 and 3 sites in a row.
        assert_eq!(rows("(hex 3)", 3).len(), 3 * (1 + 2 + 3 + 2 + 1));
    }

    #[test]
    fn no_row_has_one_site_or_more_than_the_board() {
        assert!(rows("(square 3)", 1).is_empty());
        assert!(rows("(square 3)", 4).is_empty());
    }
}

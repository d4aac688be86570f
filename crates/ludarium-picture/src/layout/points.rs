//! The two rows of long points of a backgammon board.

use ludarium_board::{SiteType, Topology};

use super::{SiteLayout, SiteSpot};

/// The length of a backgammon point, and the gap between the two rows of points.
pub const POINT_LENGTH: f64 = 5.0;
const POINT_ROW_GAP: f64 = 1.2;

/// The width of the bar between the halves of a backgammon board.
const BAR_WIDTH: f64 = 0.6;

impl SiteLayout {
    /// Lays out two rows of long points; `false` if the board does not have two rows.
    pub(super) fn points(
        &mut self,
        topology: &Topology,
        slots: &[(usize, SiteType, usize)],
    ) -> bool {
        let sites: Vec<_> = slots
            .iter()
            .map(|(slot, kind, site)| (*slot, *kind, *site, &topology.sites(*kind)[*site]))
            .collect();
        let rows = sites.iter().map(|(.., site)| site.row).max().unwrap_or(0);
        let columns = sites
            .iter()
            .map(|(.., site)| site.column)
            .max()
            .unwrap_or(0);
        if rows != 1 || sites.is_empty() {
            return false;
        }
        let height = 2.0 * POINT_LENGTH + POINT_ROW_GAP;
        // A bar that is not a site is drawn in the middle.
        let bar = columns % 2 == 1;
        let gap = |column: u32| match bar && column > columns / 2 {
            true => BAR_WIDTH,
            false => 0.0,
        };
        for (slot, kind, number, site) in sites {
            let y = if site.row == 0 { height - 0.5 } else { 0.5 };
            self.spots[slot] = Some(SiteSpot {
                at: (f64::from(site.column) + 0.5 + gap(site.column), y),
                size: 1.0,
                kind,
                site: number,
                off_board: false,
            });
        }
        self.bounds = [0.0, 0.0, f64::from(columns) + 1.0 + gap(columns), height];
        true
    }
}

//! Pieces that go where the site, the turn and the throw send them, if what stands there lets them:
//! asked by one table.

use super::about::Zones;
use super::code::{Bits, Num, Test, ROOM};
use super::settle::Rows;
use super::Play;
use crate::ir::Iter;

/// From where pieces arrive where, and what must stand there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrivals {
    rows: Rows,
    by_row: Box<[Row]>,
    zones: Zones,
    /// Whether the target must lie in the zones, or must not.
    must: bool,
}

/// One turn and throw.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// The sites that pieces may leave.
    from: Bits,
    /// Those of them that lead to a site.
    lead: Bits,
    /// By site; anything where it leads to none.
    to: [u8; ROOM],
}

impl Arrivals {
    /// What a way asks, if a table of the sites left and, where more is asked, one of the targets
    /// tell it.
    pub fn of(stands: &Test, asks: &[(Test, bool)], slots: usize) -> Option<Arrivals> {
        let Test::Known(stands) = stands else {
            return None;
        };
        let rows = stands.rows;
        if rows.iter != Iter::From || rows.die != 0 {
            return None;
        }
        let (target, zones, must) = match asks {
            [] => (None, Zones::default(), false),
            [(Test::About(Num::Known(target), zones, false), must)] if target.rows == rows => {
                (Some(target), *zones, *must)
            }
            _ => return None,
        };
        let by_row = stands.words.iter().enumerate().map(|(index, &from)| {
            let mut row = Row {
                from,
                lead: 0,
                to: [0; ROOM],
            };
            // The first cell is that of no site at all.
            let cells = target.and_then(|target| target.cells.chunks_exact(slots + 1).nth(index));
            for (slot, &to) in cells.into_iter().flat_map(|cells| &cells[1..]).enumerate() {
                if let Some(to) = u8::try_from(to).ok().filter(|&to| usize::from(to) < slots) {
                    row.to[slot] = to;
                    row.lead |= from & 1 << slot;
                }
            }
            row
        });
        Some(Arrivals {
            rows,
            by_row: by_row.collect(),
            zones,
            must,
        })
    }
}

impl Play<'_> {
    /// Those of some pieces that arrive.
    #[inline]
    pub fn arriving(&self, arrivals: &Arrivals, among: Bits) -> Bits {
        let row = self
            .row(arrivals.rows)
            .and_then(|row| arrivals.by_row.get(row));
        let Some(row) = row else {
            return 0;
        };
        let (mut left, mut inside) = (among & row.lead, 0);
        let zoned = match left {
            0 => 0,
            _ => self.zoned(&arrivals.zones),
        };
        while left != 0 {
            let slot = left.trailing_zeros();
            left &= left - 1;
            let to = row.to[slot as usize];
            inside |= (zoned >> (to % Bits::BITS as u8) & 1) << slot;
        }
        match arrivals.must {
            true => inside,
            false => among & row.from & !inside,
        }
    }
}

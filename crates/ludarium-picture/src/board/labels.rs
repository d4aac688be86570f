//! Draws the names of the sites, beside the board or at every site.

use std::collections::BTreeMap;

use ludarium_games::drawing::SiteLook;

use super::{BoardPainter, LABEL};
use crate::letters::{self, Align};
use crate::svg::Svg;

impl BoardPainter<'_> {
    /// The label of a site when every site is labelled: its number on the drawn track, or its name.
    pub(super) fn shown_label(&self, slot: usize) -> String {
        let course = self.look.course.first().and_then(|name| self.track(name));
        let place = course.and_then(|track| {
            track
                .steps
                .iter()
                .position(|step| usize::try_from(step.site) == Ok(slot))
        });
        place.map_or_else(
            || self.labels[slot].clone(),
            |place| (place + 1).to_string(),
        )
    }

    /// Draws coordinates: beside the board if the labels consist of column and row, else at every
    /// site if `everywhere`. Returns the space they take on the left and below.
    pub fn coordinates(&self, svg: &mut Svg, everywhere: bool) -> (f64, f64) {
        let margins = match self.layout.look {
            SiteLook::Points => None,
            _ => self.column_and_row_labels(),
        };
        let [left, _, _, bottom] = self.layout.bounds;
        let gap = match self.layout.look {
            SiteLook::Cells => 0.12,
            SiteLook::Lines => 0.2,
            SiteLook::Holes | SiteLook::Pits | SiteLook::Points => 0.3,
        };
        if let (Some((columns, rows)), false) = (&margins, everywhere || self.look.numbered) {
            let widest = rows
                .iter()
                .map(|(text, _)| letters::width(text, 0.3))
                .fold(0.0, f64::max);
            for (text, y) in rows {
                letters::write(svg, text, (left - gap, *y), 0.3, Align::End, LABEL);
            }
            for (text, x) in columns {
                letters::write(
                    svg,
                    text,
                    (*x, bottom + gap + 0.2),
                    0.3,
                    Align::Middle,
                    LABEL,
                );
            }
            return (widest + gap + 0.1, 0.45 + gap);
        }
        if everywhere || self.look.numbered {
            for (slot, spot) in self.layout.spots.iter().enumerate() {
                let Some(spot) = spot.filter(|spot| spot.kind == self.game.board().default_site)
                else {
                    continue;
                };
                let text = &match everywhere {
                    true => self.labels[slot].clone(),
                    false => self.shown_label(slot),
                };
                let (x, y) = spot.at;
                let height =
                    0.2_f64.min(0.2 * 0.42 / letters::width(text, 0.2).max(0.1)) * spot.size;
                let at = match self.layout.look {
                    SiteLook::Points if y < (self.layout.bounds[1] + bottom) / 2.0 => (x, y - 0.35),
                    SiteLook::Points => (x, y + 0.35),
                    _ => (x - 0.3 * spot.size, y - 0.36 * spot.size),
                };
                letters::write(svg, text, at, height, Align::Middle, LABEL);
            }
        }
        (0.0, 0.0)
    }

    /// The labels of the columns with their x and of the rows with their y, if all labels consist
    /// of both.
    #[allow(clippy::type_complexity)]
    pub(super) fn column_and_row_labels(&self) -> Option<(Vec<(String, f64)>, Vec<(String, f64)>)> {
        let own = self.game.board().default_site;
        let mut columns: BTreeMap<String, f64> = BTreeMap::new();
        let mut rows: BTreeMap<String, f64> = BTreeMap::new();
        let (mut xs, mut ys): (BTreeMap<i64, String>, BTreeMap<i64, String>) = Default::default();
        let rounded = |x: f64| (x * 50.0).round() as i64;
        for (slot, spot) in self.layout.spots.iter().enumerate() {
            let Some(spot) = spot.filter(|spot| spot.kind == own && !spot.off_board) else {
                continue;
            };
            let label = &self.labels[slot];
            let digits = label.find(|c: char| c.is_ascii_digit())?;
            let (letters, number) = label.split_at(digits);
            if letters.is_empty() || !number.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            let (x, y) = spot.at;
            let consistent = |map: &mut BTreeMap<String, f64>,
                              by_place: &mut BTreeMap<i64, String>,
                              name: &str,
                              at: f64| {
                (*map.entry(name.to_owned()).or_insert(at) - at).abs() < 0.05
                    && by_place
                        .entry(rounded(at))
                        .or_insert_with(|| name.to_owned())
                        == name
            };
            if !consistent(&mut columns, &mut xs, letters, x)
                || !consistent(&mut rows, &mut ys, number, y)
            {
                return None;
            }
        }
        (!columns.is_empty()).then(|| (columns.into_iter().collect(), rows.into_iter().collect()))
    }
}

/// The slot with this label; without regard to case if no label matches exactly.
pub fn slot_by_label(labels: &[String], name: &str) -> Option<usize> {
    let exact = labels.iter().position(|own| own == name);
    exact.or_else(|| labels.iter().position(|own| own.eq_ignore_ascii_case(name)))
}

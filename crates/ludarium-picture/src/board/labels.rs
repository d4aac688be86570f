//! Draws the names of the sites, beside the board or at every site.

use std::collections::BTreeMap;

use ludarium_board::{BoardKind, SiteType};
use ludarium_games::drawing::SiteLook;

use super::axes::{self, AxisLabel, NamedSite};
use super::{BoardPainter, LABEL, PAPER};
use crate::letters::{self, Align};
use crate::svg::{Paint, Svg};

/// The height of the names beside the board.
const LABEL_HEIGHT: f64 = 0.3;

/// The distance of the name of a store from the board, and half of that of the name of a pit.
const PIT_NAME_GAP: f64 = 0.2;

/// The space that names take beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Margins {
    /// Makes room for a text of this width and height around a point.
    fn include(&mut self, bounds: [f64; 4], (x, y): (f64, f64), (width, height): (f64, f64)) {
        let [left, top, right, bottom] = bounds;
        self.left = self.left.max(left - (x - width / 2.0));
        self.right = self.right.max(x + width / 2.0 - right);
        self.top = self.top.max(top - (y - height / 2.0));
        self.bottom = self.bottom.max(y + height / 2.0 - bottom);
    }
}

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
    /// site if `everywhere`. Returns the space they take around the board.
    pub fn coordinates(&self, svg: &mut Svg, everywhere: bool) -> Margins {
        let mut margins = Margins::default();
        self.headings(svg, &mut margins);
        if everywhere || self.look.numbered {
            self.label_every_site(svg, everywhere, &mut margins);
            return margins;
        }
        let labels = match self.layout.look {
            SiteLook::Points => self.point_numbers(),
            _ => {
                let labels = self.axis_labels().or_else(|| self.pit_names());
                labels.unwrap_or_default()
            }
        };
        for AxisLabel { text, at, inside } in labels {
            let height = match inside {
                true => 0.22,
                false => LABEL_HEIGHT,
            };
            let width = letters::width(&text, height);
            if inside {
                let radius = (width / 2.0).max(height / 2.0) + 0.06;
                svg.circle(at, radius, Paint::fill(PAPER));
            }
            letters::write(svg, &text, at, height, Align::Middle, LABEL);
            margins.include(self.layout.bounds, at, (width + 0.1, height + 0.16));
        }
        margins
    }

    /// Writes what the columns and rows stand for above and to the right of the board.
    fn headings(&self, svg: &mut Svg, margins: &mut Margins) {
        let own = self.game.board().default_site;
        let sites = self.topology().sites(own);
        let [_, top, right, _] = self.layout.bounds;
        let spots = || {
            let spots = self.layout.spots.iter().flatten();
            spots.filter(|spot| spot.kind == own && !spot.off_board)
        };
        for (index, text) in self.look.columns.iter().enumerate() {
            let column = spots().find(|spot| sites[spot.site].column as usize == index);
            let Some(spot) = column else { continue };
            let at = (spot.at.0, top - 0.35);
            letters::write(svg, text, at, LABEL_HEIGHT, Align::Middle, LABEL);
            margins.top = margins.top.max(0.6);
        }
        for (index, text) in self.look.rows.iter().enumerate() {
            let row = spots().find(|spot| sites[spot.site].row as usize == index);
            let Some(spot) = row else { continue };
            let at = (right + 0.2, spot.at.1);
            letters::write(svg, text, at, LABEL_HEIGHT, Align::Start, LABEL);
            let width = letters::width(text, LABEL_HEIGHT);
            margins.right = margins.right.max(width + 0.3);
        }
    }

    fn label_every_site(&self, svg: &mut Svg, everywhere: bool, margins: &mut Margins) {
        let [_, top, _, bottom] = self.layout.bounds;
        for (slot, spot) in self.layout.spots.iter().enumerate() {
            let Some(spot) = spot.filter(|spot| spot.kind == self.game.board().default_site) else {
                continue;
            };
            let text = &match everywhere {
                true => self.labels[slot].clone(),
                false => self.shown_label(slot),
            };
            let (x, y) = spot.at;
            let height = 0.2_f64.min(0.2 * 0.42 / letters::width(text, 0.2).max(0.1)) * spot.size;
            let at = match self.layout.look {
                SiteLook::Points if y < (top + bottom) / 2.0 => (x, top - 0.4),
                SiteLook::Points => (x, bottom + 0.4),
                _ => (x - 0.3 * spot.size, y - 0.36 * spot.size),
            };
            letters::write(svg, text, at, height, Align::Middle, LABEL);
            if self.layout.look == SiteLook::Points {
                margins.include(self.layout.bounds, at, (0.1, 0.4));
            }
        }
    }

    /// The numbers of the points as the first player counts them, outside the frame.
    fn point_numbers(&self) -> Vec<AxisLabel> {
        let [_, top, _, bottom] = self.layout.bounds;
        let mut labels = Vec::new();
        for (slot, spot) in self.layout.spots.iter().enumerate() {
            let (Some(spot), Some(number)) = (spot, self.names.point_numbers.get(&slot)) else {
                continue;
            };
            let y = match spot.at.1 < (top + bottom) / 2.0 {
                true => top - 0.4,
                false => bottom + 0.4,
            };
            labels.push(AxisLabel {
                text: number.clone(),
                at: (spot.at.0, y),
                inside: false,
            });
        }
        labels
    }

    /// The names of the pits of two rows, above and below the board, and of the stores beside it.
    fn pit_names(&self) -> Option<Vec<AxisLabel>> {
        let BoardKind::Mancala { rows, stores, .. } = &self.game.board().kind else {
            return None;
        };
        // The names of a row between two others would have no place.
        if *rows > 2 {
            return None;
        }
        let [left, top, right, bottom] = self.layout.bounds;
        let (across, down) = ((left + right) / 2.0, (top + bottom) / 2.0);
        let spots = self.layout.spots.iter().enumerate();
        let spots = spots.filter_map(|(slot, spot)| Some((slot, (*spot)?)));
        let mut labels = Vec::new();
        for (slot, spot) in spots.filter(|(_, spot)| !spot.off_board) {
            let (x, y) = spot.at;
            let is_store = stores.contains(&(spot.site as u32));
            if is_store && !self.names.sites.contains_key(&slot) {
                continue;
            }
            let text = self.labels[slot].clone();
            let beside = PIT_NAME_GAP + letters::width(&text, LABEL_HEIGHT) / 2.0;
            let at = match is_store {
                true if x < across => (left - beside, y),
                true => (right + beside, y),
                false if y < down => (x, top - 2.0 * PIT_NAME_GAP),
                false => (x, bottom + 2.0 * PIT_NAME_GAP),
            };
            let inside = false;
            labels.push(AxisLabel { text, at, inside });
        }
        Some(labels)
    }

    /// The labels of columns and rows beside the board, if all labels consist of both. The layers
    /// of a board have labels and a caption each.
    pub(super) fn axis_labels(&self) -> Option<Vec<AxisLabel>> {
        let own = self.game.board().default_site;
        if own == SiteType::Edge {
            return None;
        }
        let stores: &[u32] = match &self.game.board().kind {
            BoardKind::Mancala { stores, .. } => stores,
            _ => &[],
        };
        let mut layers: BTreeMap<String, Vec<NamedSite>> = BTreeMap::new();
        for (slot, spot) in self.layout.spots.iter().enumerate() {
            let Some(spot) = spot.filter(|spot| spot.kind == own && !spot.off_board) else {
                continue;
            };
            if stores.contains(&(spot.site as u32)) {
                continue;
            }
            let (label, layer) = match self.labels[slot].split_once('/') {
                Some((label, layer)) => (label, layer),
                None => (self.labels[slot].as_str(), ""),
            };
            let site = NamedSite::parse(label, spot.at, spot.size)?;
            layers.entry(layer.to_owned()).or_default().push(site);
        }
        let gap = match self.layout.look {
            SiteLook::Cells => 0.12,
            SiteLook::Lines => 0.2,
            SiteLook::Holes | SiteLook::Pits | SiteLook::Points => 0.3,
        };
        let flat = layers.len() == 1;
        let mut labels = Vec::new();
        for (layer, sites) in layers {
            let bounds = match flat {
                true => self.layout.bounds,
                false => axes::bounds(&sites),
            };
            // Clear of the pieces on the last sites.
            let reach = 0.5;
            labels.extend(
                axes::beside(&sites, bounds, gap).or_else(|| axes::at_ends(&sites, reach))?,
            );
            if !flat {
                let [left, top, right, _] = bounds;
                labels.push(AxisLabel {
                    text: format!("board {layer}"),
                    at: ((left + right) / 2.0, top - 0.3),
                    inside: false,
                });
            }
        }
        Some(labels)
    }
}

/// The slot with this label; without regard to case if no label matches exactly.
pub fn slot_by_label(labels: &[String], name: &str) -> Option<usize> {
    let exact = labels.iter().position(|own| own == name);
    exact.or_else(|| labels.iter().position(|own| own.eq_ignore_ascii_case(name)))
}

//! Draws the pieces on the sites: one piece, a stack, the counters of a pit, or the row on a point.
//!
//! Each piece is a group that says where it stands, what it is and whose it is, so that a program
//! can find it in the picture.

use ludarium_board::SiteType;
use ludarium_engine::State;
use ludarium_games::drawing::SiteLook;

use crate::layout::{SiteLayout, SiteSpot, POINT_LENGTH};
use crate::letters::{self, Align};
use crate::piece::DrawnPiece;
use crate::scene::Scene;
use crate::svg::{escaped, Paint, Point, Svg};

const HALO: &str = "#fbf7ee";
const INK: &str = "#1f1a17";
/// The number of pieces of a stack that are drawn.
const MAX_STACK_SHOWN: usize = 4;
/// The number of different pieces on a site that are drawn side by side.
const MAX_SPREAD: usize = 9;
/// The number of pieces that fit on a long point.
const MAX_ON_POINT: usize = 5;
/// The number of counters of a pit that are drawn.
const MAX_SEEDS: usize = 24;

/// A piece on a site of the picture.
struct StandingPiece<'a> {
    kind: usize,
    drawn: DrawnPiece<'a>,
}

impl Scene<'_> {
    /// Draws what `draw` draws as the piece of this kind on this slot: a group of the class
    /// `piece` that names the id of its site, its kind and its owner (0 for a neutral piece).
    pub(crate) fn piece_group(
        &self,
        svg: &mut Svg,
        slot: usize,
        kind: usize,
        draw: impl FnOnce(&mut Svg),
    ) {
        let (name, owner) = match self.game.components().get(kind) {
            Some(component) => (component.base.as_str(), component.owner),
            None => ("", 0),
        };
        let owner = match owner {
            owner if owner <= self.game.players() => owner,
            _ => 0,
        };
        let name = escaped(name);
        svg.group(
            &format!(
                "class=\"piece\" data-site=\"site-{slot}\" data-piece=\"{name}\" \
                 data-owner=\"{owner}\""
            ),
            draw,
        );
    }

    /// Draws the pieces on a site.
    pub(crate) fn draw_site(
        &self,
        svg: &mut Svg,
        layout: &SiteLayout,
        state: &State,
        slot: usize,
        spot: &SiteSpot,
    ) {
        let count = usize::try_from(state.count(slot)).unwrap_or(0);
        if state.what(slot) == 0 {
            return;
        }
        if layout.look == SiteLook::Pits {
            return self.draw_pit(svg, state, slot, spot, count);
        }
        let height = match self.game.layout().levels {
            0 => 1,
            _ => state.height(slot),
        };
        let pieces = self.standing(state, slot, height, count);
        let total = count.max(height);
        if layout.look == SiteLook::Points {
            return self.draw_on_point(svg, layout, (slot, spot), &pieces, total);
        }
        if let ([piece], Some(ends)) = (pieces.as_slice(), self.line_ends(layout, spot)) {
            return self.piece_group(svg, slot, piece.kind, |svg| {
                let style = piece.drawn.style;
                svg.line(ends.0, ends.1, Paint::line(style.edge, 0.16));
                svg.line(ends.0, ends.1, Paint::line(style.fill, 0.07));
            });
        }
        let size = 0.92 * spot.size;
        if pieces.len() <= 1 || total <= 1 {
            if let Some(piece) = pieces.last() {
                self.draw_standing(svg, slot, piece, spot.at, size);
            }
            return;
        }
        let first = pieces[0].kind;
        if pieces.iter().any(|piece| piece.kind != first) && total <= MAX_SPREAD {
            return self.draw_spread(svg, slot, spot, &pieces);
        }
        // A stack leans a little so that each piece shows; the count is beside it.
        let shown = pieces.len().min(MAX_STACK_SHOWN);
        let lean = 0.13 * spot.size;
        for (index, piece) in pieces[pieces.len() - shown..].iter().enumerate() {
            let lift = lean * (index as f64 - (shown as f64 - 1.0) / 2.0);
            let at = (spot.at.0 - 0.06 * spot.size, spot.at.1 - lift);
            self.draw_standing(svg, slot, piece, at, size * 0.84);
        }
        let corner = (spot.at.0 + 0.3 * spot.size, spot.at.1 + 0.3 * spot.size);
        count_badge(svg, total, corner, spot.size);
    }

    /// The ends of the line that a piece on an edge is, where the game is played on edges.
    fn line_ends(&self, layout: &SiteLayout, spot: &SiteSpot) -> Option<(Point, Point)> {
        let board = self.game.board();
        if spot.kind != SiteType::Edge || board.default_site != SiteType::Edge {
            return None;
        }
        let edge = board.topology.sites(SiteType::Edge).get(spot.site)?;
        let place = |vertex: u32| layout.place(board.topology.graph().vertices[vertex as usize]);
        match edge.vertices[..] {
            [a, b] => Some((place(a), place(b))),
            _ => None,
        }
    }

    /// The pieces on a site, from the lowest.
    fn standing(
        &self,
        state: &State,
        slot: usize,
        height: usize,
        count: usize,
    ) -> Vec<StandingPiece<'_>> {
        let piece = |level: usize| {
            let kind = match height {
                0 | 1 => state.what(slot),
                _ => state.what_at(slot, level),
            };
            let drawn = self.piece(kind, state.state_at(slot, level))?;
            Some(StandingPiece { kind, drawn })
        };
        match height {
            0 | 1 => (0..count.clamp(1, MAX_STACK_SHOWN * 4))
                .filter_map(|_| piece(0))
                .collect(),
            _ => (0..height).filter_map(piece).collect(),
        }
    }

    /// Draws different pieces on a site side by side, the lowest first, so that all can be seen.
    fn draw_spread(&self, svg: &mut Svg, slot: usize, spot: &SiteSpot, pieces: &[StandingPiece]) {
        let columns = (pieces.len() as f64).sqrt().ceil().max(1.0) as usize;
        let rows = pieces.len().div_ceil(columns);
        let step = spot.size / columns as f64;
        for (index, piece) in pieces.iter().enumerate() {
            let (column, row) = (index % columns, index / columns);
            let across = column as f64 - (columns as f64 - 1.0) / 2.0;
            let up = row as f64 - (rows as f64 - 1.0) / 2.0;
            let at = (spot.at.0 + across * step, spot.at.1 - up * step);
            self.draw_standing(svg, slot, piece, at, 0.94 * step);
        }
    }

    fn draw_standing(
        &self,
        svg: &mut Svg,
        slot: usize,
        piece: &StandingPiece,
        at: Point,
        size: f64,
    ) {
        self.piece_group(svg, slot, piece.kind, |svg| piece.drawn.draw(svg, at, size));
    }

    /// Draws counters in a pit as a heap, with their number if it is more than three.
    fn draw_pit(&self, svg: &mut Svg, state: &State, slot: usize, spot: &SiteSpot, count: usize) {
        let kind = state.what(slot);
        let owner = self.game.components().get(kind).map_or(0, |c| c.owner);
        let style = self.style(owner);
        let shown = count.clamp(1, MAX_SEEDS);
        let room = 0.34 * spot.size;
        let seed = if shown <= 7 { 0.1 } else { 0.075 } * spot.size;
        for index in 0..shown {
            // Spread evenly like the seeds of a sunflower, for any count.
            let reach = match shown {
                1 => 0.0,
                _ => (room - seed) * ((index as f64 + 0.5) / shown as f64).sqrt(),
            };
            let angle = index as f64 * 2.399_963;
            let at = (
                spot.at.0 + reach * angle.cos(),
                spot.at.1 + reach * angle.sin(),
            );
            self.piece_group(svg, slot, kind, |svg| {
                svg.circle(at, seed, Paint::fill(style.fill).edge(style.edge, 0.025));
            });
        }
        if count > 3 {
            let corner = (spot.at.0 + 0.33 * spot.size, spot.at.1 + 0.33 * spot.size);
            count_badge(svg, count, corner, spot.size);
        }
    }

    /// Draws pieces on a long point, from its base; their number if there is no room for all.
    fn draw_on_point(
        &self,
        svg: &mut Svg,
        layout: &SiteLayout,
        (slot, spot): (usize, &SiteSpot),
        pieces: &[StandingPiece],
        total: usize,
    ) {
        let [_, top, _, bottom] = layout.bounds;
        let down = if spot.at.1 < (top + bottom) / 2.0 {
            1.0
        } else {
            -1.0
        };
        let step = (POINT_LENGTH - 1.0) / (MAX_ON_POINT as f64 - 1.0) * 0.92;
        for (index, piece) in pieces.iter().take(MAX_ON_POINT).enumerate() {
            let at = (spot.at.0, spot.at.1 + down * index as f64 * step);
            self.draw_standing(svg, slot, piece, at, 0.92);
        }
        if total > MAX_ON_POINT.min(pieces.len()) {
            let beyond = spot.at.1 + down * (MAX_ON_POINT as f64 - 1.0) * 0.92;
            count_badge(svg, total, (spot.at.0, beyond), 1.0);
        }
    }
}

/// Draws a number on a small disc.
fn count_badge(svg: &mut Svg, count: usize, at: Point, size: f64) {
    let text = count.to_string();
    let height = 0.24 * size;
    let radius = (letters::width(&text, height) / 2.0 + 0.06 * size).max(0.18 * size);
    svg.circle(at, radius, Paint::fill(HALO).edge(INK, 0.025 * size));
    letters::write(svg, &text, at, height, Align::Middle, INK);
}

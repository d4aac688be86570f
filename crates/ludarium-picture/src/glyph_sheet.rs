//! A sheet of all built-in drawings.

use ludarium_games::drawing::{Glyph, PieceLook};

use crate::board::{LABEL, PAPER};
use crate::glyph_lookup::{PieceIcon, Symbol};
use crate::letters::{self, Align};
use crate::piece::DrawnPiece;
use crate::piece_style::PieceStyle;
use crate::svg::Svg;

/// Glyphs in a row of the sheet.
const COLUMNS: usize = 6;

/// Draws every glyph with its name in three styles: first and second of two players, third of four.
/// `cell` is the height of a piece in pixels.
#[must_use]
pub fn glyph_sheet(cell: f64) -> String {
    let cell = cell.clamp(8.0, 400.0);
    let (column_width, row_height) = (3.2 * cell, 1.5 * cell);
    let mut svg = Svg::new();
    for (index, glyph) in Glyph::ALL.iter().enumerate() {
        let (left, top) = (
            column_width * (index % COLUMNS) as f64,
            row_height * (index / COLUMNS) as f64,
        );
        let icon = PieceIcon {
            symbol: Symbol::Glyph(*glyph),
            mark: None,
        };
        for (place, (owner, players)) in [(1, 2), (2, 2), (3, 4)].into_iter().enumerate() {
            let piece = DrawnPiece {
                icon: &icon,
                style: PieceStyle::of(owner, players, false),
                look: PieceLook::Figures,
                facing: 0.0,
                state: None,
            };
            let at = (left + cell * (0.6 + place as f64), top + cell * 0.6);
            piece.draw(&mut svg, at, cell * 0.92);
        }
        let at = (left + cell * 1.6, top + cell * 1.26);
        letters::write(
            &mut svg,
            glyph.name(),
            at,
            cell * 0.17,
            Align::Middle,
            LABEL,
        );
    }
    let rows = Glyph::ALL.len().div_ceil(COLUMNS);
    svg.finish(
        "Glyphs",
        column_width * COLUMNS as f64,
        row_height * rows as f64,
        PAPER,
    )
}

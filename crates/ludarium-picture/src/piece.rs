//! Draws one piece: its icon in the style of its owner.

use ludarium_games::drawing::{Glyph, PieceLook};

use crate::characters;
use crate::glyph::{self, Part};
use crate::glyph_lookup::{PieceIcon, Symbol};
use crate::letters::{self, Align};
use crate::piece_style::{PieceStyle, TokenShape};
use crate::svg::{Paint, Point, Svg};

/// The outline of a wedge-shaped piece, pointing up.
const WEDGE: &str = "M0 -47 L27 -36 L39 45 H-39 L-27 -36 Z";
/// The colour of the outline around a piece that sets it off from any background.
const HALO: &str = "#fbf7ee";
/// Widths of lines, in hundredths of the height of a piece.
const EDGE_WIDTH: f64 = 5.0;
const DETAIL_WIDTH: f64 = 4.5;

/// The size of a character relative to that of a drawing, and the width of its strokes.
const CHARACTER_SCALE: f64 = 0.84;
const CHARACTER_PEN: f64 = 7.5;

/// A piece, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawnPiece<'a> {
    /// The drawing or letters on it.
    pub icon: &'a PieceIcon,
    /// The colours and shape of its owner's pieces.
    pub style: PieceStyle,
    /// Whether it is a free-standing figure, a disc or a wedge.
    pub look: PieceLook,
    /// The direction it faces, in degrees clockwise from the top.
    pub facing: f64,
    /// A letter for its state, shown in a corner.
    pub state: Option<&'a str>,
}

/// The colours of the parts of a glyph.
struct Paints {
    fill: &'static str,
    edge: &'static str,
    detail: &'static str,
}

impl DrawnPiece<'_> {
    /// Draws the piece centred on `at`, `size` high.
    pub fn draw(&self, svg: &mut Svg, at: Point, size: f64) {
        svg.placed(at, 0.0, size / 100.0, |svg| self.draw_in_unit_square(svg));
    }

    fn draw_in_unit_square(&self, svg: &mut Svg) {
        let is_plain = matches!(&self.icon.symbol, Symbol::Glyph(glyph) if glyph::is_plain(*glyph));
        match self.look {
            PieceLook::Wedges => self.draw_wedge(svg),
            _ if is_plain => self.draw_plain(svg),
            PieceLook::Discs => self.draw_token(svg),
            PieceLook::Figures if self.style.uses_token => self.draw_token(svg),
            PieceLook::Figures => match &self.icon.symbol {
                Symbol::Letters(_) => self.draw_token(svg),
                Symbol::Glyph(glyph) => self.draw_figure(svg, *glyph),
            },
        }
        if let Some(state) = self.state {
            self.draw_badge(
                svg,
                &Symbol::Letters(state.to_string()),
                (-35.0, -35.0),
                15.0,
            );
        }
        if let Some(mark) = &self.icon.mark {
            self.draw_badge(svg, mark, (29.0, 29.0), 20.0);
        }
    }

    /// Draws a free-standing figure.
    fn draw_figure(&self, svg: &mut Svg, glyph: Glyph) {
        let (style, parts) = (self.style, glyph::parts(glyph));
        let bar = "M-36 46 H36";
        let scale = if style.has_bar { 0.97 } else { 1.0 };
        let lift = if style.has_bar { -3.0 } else { 0.0 };
        svg.placed((0.0, lift), 0.0, scale, |svg| {
            for part in &parts {
                if let Part::Body(path) = part {
                    svg.path(path, Paint::line(HALO, EDGE_WIDTH + 6.0));
                }
            }
            if style.has_bar {
                svg.path(bar, Paint::line(HALO, 13.0));
                svg.path(bar, Paint::line(style.edge, 7.0));
            }
            let paints = Paints {
                fill: style.fill,
                edge: style.edge,
                detail: style.detail,
            };
            paint(svg, &parts, &paints);
        });
    }

    /// Draws a token of the owner's shape with the symbol on it.
    fn draw_token(&self, svg: &mut Svg) {
        let style = self.style;
        let outline = style.shape.path();
        svg.path(&outline, Paint::line(HALO, EDGE_WIDTH + 5.0));
        svg.path(
            &outline,
            Paint::fill(style.fill).edge(style.edge, EDGE_WIDTH),
        );
        let (mut scale, dy) = style.shape.glyph_area();
        if style.has_bar {
            svg.placed((0.0, 0.0), 0.0, 0.86, |svg| {
                svg.path(&outline, Paint::line(style.detail, 3.0));
            });
            scale *= 0.94;
        }
        self.draw_symbol(svg, (0.0, dy), scale);
    }

    /// Draws the symbol in the colour of the detail lines.
    fn draw_symbol(&self, svg: &mut Svg, at: Point, scale: f64) {
        let style = self.style;
        match &self.icon.symbol {
            Symbol::Glyph(glyph) => {
                let parts = glyph::parts(*glyph);
                let paints = Paints {
                    fill: style.detail,
                    edge: style.detail,
                    detail: style.fill,
                };
                svg.placed(at, 0.0, scale, |svg| paint(svg, &parts, &paints));
            }
            Symbol::Letters(text) if single_character(text).is_some() => {
                let path = single_character(text).unwrap_or_default();
                svg.placed(at, 0.0, scale * CHARACTER_SCALE, |svg| {
                    svg.path(&path, Paint::line(style.detail, CHARACTER_PEN));
                });
            }
            Symbol::Letters(text) => {
                let height =
                    (78.0 * scale).min(62.0 * scale * 90.0 / letters::width(text, 62.0).max(60.0));
                letters::write(svg, text, at, height, Align::Middle, style.detail);
            }
        }
    }

    /// Draws a plain piece: the owner's token with the marking of its kind.
    fn draw_plain(&self, svg: &mut Svg) {
        let style = self.style;
        let glyph = match self.icon.symbol {
            Symbol::Glyph(glyph) => glyph,
            Symbol::Letters(_) => Glyph::Draughtsman,
        };
        let size = match glyph {
            Glyph::Dot => 0.5,
            Glyph::Seed => 0.6,
            Glyph::Stone => 1.0,
            _ => 0.94,
        };
        let outline = style.shape.path();
        svg.placed((0.0, 0.0), 0.0, size, |svg| {
            svg.path(&outline, Paint::line(HALO, EDGE_WIDTH + 5.0));
            svg.path(
                &outline,
                Paint::fill(style.fill).edge(style.edge, EDGE_WIDTH),
            );
            match glyph {
                Glyph::Draughtsman => {
                    svg.placed((0.0, 0.0), 0.0, 0.64, |svg| {
                        svg.path(&outline, Paint::line(style.detail, 6.0));
                    });
                    if style.has_bar {
                        svg.circle((0.0, 0.0), 9.0, Paint::fill(style.detail));
                    }
                }
                Glyph::Crowned => {
                    svg.placed((0.0, 0.0), 0.0, 0.8, |svg| {
                        svg.path(&outline, Paint::line(style.detail, 5.0));
                    });
                    let crown = "M-18 16 L-24 -14 L-10 0 L0 -22 L10 0 L24 -14 L18 16 Z";
                    svg.path(crown, Paint::fill(style.detail));
                    if style.has_bar {
                        svg.path("M-18 24 H18", Paint::line(style.detail, 5.0));
                    }
                }
                // A highlight distinguishes the dark stone from the light one.
                _ if style.has_bar => {
                    svg.path(
                        "M-27 -10 C-24 -20 -18 -25 -10 -28",
                        Paint::line(style.detail, 6.0),
                    );
                }
                _ => {}
            }
        });
    }

    /// Draws a wedge that points in its owner's direction of play.
    fn draw_wedge(&self, svg: &mut Svg) {
        let style = self.style;
        svg.placed((0.0, 0.0), self.facing, 1.0, |svg| {
            svg.path(WEDGE, Paint::line(HALO, EDGE_WIDTH + 5.0));
            svg.path(WEDGE, Paint::fill("#f3dcae").edge(style.edge, EDGE_WIDTH));
            if style.has_bar {
                svg.path("M-27 36 H27", Paint::line(style.edge, 5.0));
            }
            let ink = DrawnPiece {
                style: PieceStyle {
                    fill: "#f3dcae",
                    detail: style.edge,
                    ..style
                },
                ..*self
            };
            ink.draw_symbol(svg, (0.0, 4.0), 0.6);
        });
    }

    /// Draws a small symbol on a disc, at a corner of the piece.
    fn draw_badge(&self, svg: &mut Svg, symbol: &Symbol, at: Point, radius: f64) {
        svg.circle(at, radius, Paint::fill(HALO).edge(self.style.edge, 3.5));
        let ink = self.style.edge;
        match symbol {
            Symbol::Letters(text) => {
                let height = radius * if text.chars().count() > 1 { 0.9 } else { 1.2 };
                letters::write(svg, text, at, height, Align::Middle, ink);
            }
            Symbol::Glyph(glyph) => {
                let paints = Paints {
                    fill: ink,
                    edge: ink,
                    detail: HALO,
                };
                let parts = glyph::parts(*glyph);
                svg.placed(at, 0.0, 0.016 * radius, |svg| paint(svg, &parts, &paints));
            }
        }
    }
}

/// The path of a text that is one character of a traditional set.
fn single_character(text: &str) -> Option<String> {
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next());
    second.is_none().then(|| characters::path(first)).flatten()
}

fn paint(svg: &mut Svg, parts: &[Part], paints: &Paints) {
    for part in parts {
        match part {
            Part::Body(path) => {
                svg.path(path, Paint::fill(paints.fill).edge(paints.edge, EDGE_WIDTH))
            }
            Part::Line(path) => svg.path(path, Paint::line(paints.detail, DETAIL_WIDTH)),
            Part::Spot(path) => svg.path(path, Paint::fill(paints.detail)),
        }
    }
}

/// Draws the number of a player on a token of that player's shape.
pub fn draw_player_token(svg: &mut Svg, player: usize, style: PieceStyle, at: Point, size: f64) {
    let icon = PieceIcon {
        symbol: Symbol::Letters(player.to_string()),
        mark: None,
    };
    let piece = DrawnPiece {
        icon: &icon,
        style: PieceStyle {
            shape: match player {
                1..=7 if style.uses_token => style.shape,
                _ => TokenShape::Octagon,
            },
            ..style
        },
        look: PieceLook::Discs,
        facing: 0.0,
        state: None,
    };
    piece.draw(svg, at, size);
}

//! A man: a form in the livery of its owner.

use ludarium_games::drawing::{Glyph, MenLook};

use crate::figures::{Form, Sign};
use crate::glyph::{self, Part};
use crate::letters::{self, Align};
use crate::livery::{Livery, Shape};
use crate::svg::{At, Paint, Svg};

/// The outline of a man told by the way it points.
const WEDGE: &str = "M0 -47 L27 -36 L39 45 H-39 L-27 -36 Z";
/// Around a man, so that it stands out on any ground.
const HALO: &str = "#fbf7ee";
/// Widths of lines, in hundredths of a man.
const EDGE: f64 = 5.0;
const FINE: f64 = 4.5;

/// A man, and where it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Man<'a> {
    /// What it is.
    pub form: &'a Form,
    /// Whose it is.
    pub livery: Livery,
    /// On what it is drawn.
    pub men: MenLook,
    /// The way it faces, in degrees clockwise from the top.
    pub facing: f64,
    /// A letter for the state it is in.
    pub state: Option<&'a str>,
}

/// How the parts of a drawing are painted.
struct Paints {
    fill: &'static str,
    edge: &'static str,
    detail: &'static str,
}

impl Man<'_> {
    /// Draws the man with its middle at a point, `size` high.
    pub fn draw(&self, svg: &mut Svg, at: At, size: f64) {
        svg.placed(at, 0.0, size / 100.0, |svg| self.draw_whole(svg));
    }

    fn draw_whole(&self, svg: &mut Svg) {
        let plain = matches!(&self.form.sign, Sign::Glyph(glyph) if glyph::is_plain(*glyph));
        match self.men {
            MenLook::Wedges => self.wedge(svg),
            _ if plain => self.plain(svg),
            MenLook::Discs => self.tablet(svg),
            MenLook::Figures if self.livery.tablets => self.tablet(svg),
            MenLook::Figures => match &self.form.sign {
                Sign::Letters(_) => self.tablet(svg),
                Sign::Glyph(glyph) => self.figure(svg, *glyph),
            },
        }
        if let Some(state) = self.state {
            self.badge(svg, &Sign::Letters(state.to_string()), (-35.0, -35.0), 15.0);
        }
        if let Some(mark) = &self.form.mark {
            self.badge(svg, mark, (29.0, 29.0), 20.0);
        }
    }

    /// A figure that stands on nothing.
    fn figure(&self, svg: &mut Svg, glyph: Glyph) {
        let (livery, parts) = (self.livery, glyph::parts(glyph));
        let bar = "M-36 46 H36";
        let scale = if livery.barred { 0.97 } else { 1.0 };
        let lift = if livery.barred { -3.0 } else { 0.0 };
        svg.placed((0.0, lift), 0.0, scale, |svg| {
            for part in &parts {
                if let Part::Body(path) = part {
                    svg.path(path, Paint::line(HALO, EDGE + 6.0));
                }
            }
            if livery.barred {
                svg.path(bar, Paint::line(HALO, 13.0));
                svg.path(bar, Paint::line(livery.edge, 7.0));
            }
            let paints = Paints {
                fill: livery.fill,
                edge: livery.edge,
                detail: livery.detail,
            };
            paint(svg, &parts, &paints);
        });
    }

    /// A tablet of the owner's shape with the sign on it.
    fn tablet(&self, svg: &mut Svg) {
        let livery = self.livery;
        let outline = livery.shape.path();
        svg.path(&outline, Paint::line(HALO, EDGE + 5.0));
        svg.path(&outline, Paint::fill(livery.fill).edge(livery.edge, EDGE));
        let (mut room, down) = livery.shape.room();
        if livery.barred {
            svg.placed((0.0, 0.0), 0.0, 0.86, |svg| {
                svg.path(&outline, Paint::line(livery.detail, 3.0));
            });
            room *= 0.94;
        }
        self.sign(svg, (0.0, down), room);
    }

    /// The sign in the colour of the lines.
    fn sign(&self, svg: &mut Svg, at: At, room: f64) {
        let livery = self.livery;
        match &self.form.sign {
            Sign::Glyph(glyph) => {
                let parts = glyph::parts(*glyph);
                let paints = Paints {
                    fill: livery.detail,
                    edge: livery.detail,
                    detail: livery.fill,
                };
                svg.placed(at, 0.0, room, |svg| paint(svg, &parts, &paints));
            }
            Sign::Letters(text) => {
                let height =
                    (78.0 * room).min(62.0 * room * 90.0 / letters::width(text, 62.0).max(60.0));
                letters::write(svg, text, at, height, Align::Middle, livery.detail);
            }
        }
    }

    /// A plain piece: the owner's own shape, and what tells the pieces of one owner apart.
    fn plain(&self, svg: &mut Svg) {
        let livery = self.livery;
        let glyph = match self.form.sign {
            Sign::Glyph(glyph) => glyph,
            Sign::Letters(_) => Glyph::Draughtsman,
        };
        let size = match glyph {
            Glyph::Dot => 0.5,
            Glyph::Seed => 0.6,
            Glyph::Stone => 1.0,
            _ => 0.94,
        };
        let outline = livery.shape.path();
        svg.placed((0.0, 0.0), 0.0, size, |svg| {
            svg.path(&outline, Paint::line(HALO, EDGE + 5.0));
            svg.path(&outline, Paint::fill(livery.fill).edge(livery.edge, EDGE));
            match glyph {
                Glyph::Draughtsman => {
                    svg.placed((0.0, 0.0), 0.0, 0.64, |svg| {
                        svg.path(&outline, Paint::line(livery.detail, 6.0));
                    });
                    if livery.barred {
                        svg.circle((0.0, 0.0), 9.0, Paint::fill(livery.detail));
                    }
                }
                Glyph::Crowned => {
                    svg.placed((0.0, 0.0), 0.0, 0.8, |svg| {
                        svg.path(&outline, Paint::line(livery.detail, 5.0));
                    });
                    let crown = "M-18 16 L-24 -14 L-10 0 L0 -22 L10 0 L24 -14 L18 16 Z";
                    svg.path(crown, Paint::fill(livery.detail));
                    if livery.barred {
                        svg.path("M-18 24 H18", Paint::line(livery.detail, 5.0));
                    }
                }
                // A gleam tells the dark stone from the light one.
                _ if livery.barred => {
                    svg.path(
                        "M-27 -10 C-24 -20 -18 -25 -10 -28",
                        Paint::line(livery.detail, 6.0),
                    );
                }
                _ => {}
            }
        });
    }

    /// A wedge that points the way its owner plays.
    fn wedge(&self, svg: &mut Svg) {
        let livery = self.livery;
        svg.placed((0.0, 0.0), self.facing, 1.0, |svg| {
            svg.path(WEDGE, Paint::line(HALO, EDGE + 5.0));
            svg.path(WEDGE, Paint::fill("#f3dcae").edge(livery.edge, EDGE));
            if livery.barred {
                svg.path("M-27 36 H27", Paint::line(livery.edge, 5.0));
            }
            let ink = Man {
                livery: Livery {
                    fill: "#f3dcae",
                    detail: livery.edge,
                    ..livery
                },
                ..*self
            };
            ink.sign(svg, (0.0, 4.0), 0.6);
        });
    }

    /// A small sign at a corner.
    fn badge(&self, svg: &mut Svg, sign: &Sign, at: At, radius: f64) {
        svg.circle(at, radius, Paint::fill(HALO).edge(self.livery.edge, 3.5));
        let ink = self.livery.edge;
        match sign {
            Sign::Letters(text) => {
                let height = radius * if text.chars().count() > 1 { 0.9 } else { 1.2 };
                letters::write(svg, text, at, height, Align::Middle, ink);
            }
            Sign::Glyph(glyph) => {
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

fn paint(svg: &mut Svg, parts: &[Part], paints: &Paints) {
    for part in parts {
        match part {
            Part::Body(path) => svg.path(path, Paint::fill(paints.fill).edge(paints.edge, EDGE)),
            Part::Line(path) => svg.path(path, Paint::line(paints.detail, FINE)),
            Part::Spot(path) => svg.path(path, Paint::fill(paints.detail)),
        }
    }
}

/// The number of a player on the player's own tablet.
pub fn seat(svg: &mut Svg, player: usize, livery: Livery, at: At, size: f64) {
    let form = Form {
        sign: Sign::Letters(player.to_string()),
        mark: None,
    };
    let man = Man {
        form: &form,
        livery: Livery {
            shape: match player {
                1..=7 if livery.tablets => livery.shape,
                _ => Shape::Octagon,
            },
            ..livery
        },
        men: MenLook::Discs,
        facing: 0.0,
        state: None,
    };
    man.draw(svg, at, size);
}

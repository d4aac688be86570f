//! The drawings of pieces, in a square from -50 to 50 with y downwards.
//!
//! A drawing is a list of parts without colours; the owner's style decides how the parts are
//! painted. The drawings are original work for this project: few, strong lines that can be told
//! apart at 24 pixels.

mod animals;
mod objects;
mod people;

use std::borrow::Cow;

use ludarium_games::drawing::Glyph;

/// A part of a drawing, as an SVG path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A closed shape, filled and outlined.
    Body(Cow<'static, str>),
    /// A line on or beside the body.
    Line(Cow<'static, str>),
    /// A closed shape in the colour of the lines.
    Spot(Cow<'static, str>),
}

/// The base of most chess pieces.
const FOOT: &str = "M-31 42 V35 C-31 32 -29 31 -26 31 H26 C29 31 31 32 31 35 V42 Z";

fn body(path: impl Into<Cow<'static, str>>) -> Part {
    Part::Body(path.into())
}

fn line(path: impl Into<Cow<'static, str>>) -> Part {
    Part::Line(path.into())
}

fn spot(path: impl Into<Cow<'static, str>>) -> Part {
    Part::Spot(path.into())
}

/// The path of a circle.
#[must_use]
pub fn circle(x: f64, y: f64, r: f64) -> String {
    format!(
        "M{} {y} a{r} {r} 0 1 0 {} 0 a{r} {r} 0 1 0 {} 0 Z",
        x - r,
        2.0 * r,
        -2.0 * r
    )
}

/// The path of a star with a point at the top; with equal radii, of a polygon.
#[must_use]
pub fn star(points: usize, outer: f64, inner: f64) -> String {
    let mut path = String::new();
    for index in 0..2 * points {
        let radius = if index % 2 == 0 { outer } else { inner };
        let angle = std::f64::consts::PI * index as f64 / points as f64;
        let letter = if index == 0 { 'M' } else { 'L' };
        path.push_str(&format!(
            "{letter}{:.1} {:.1} ",
            radius * angle.sin(),
            -radius * angle.cos()
        ));
    }
    path.push('Z');
    path
}

/// The path of a regular polygon with a corner at the top.
#[must_use]
pub fn polygon(corners: usize, radius: f64) -> String {
    let half = std::f64::consts::PI / corners.max(3) as f64;
    star(corners.max(3), radius, radius * half.cos())
}

/// The parts of a glyph, from back to front.
#[must_use]
pub fn parts(glyph: Glyph) -> Vec<Part> {
    people::parts(glyph)
        .or_else(|| animals::parts(glyph))
        .unwrap_or_else(|| objects::parts(glyph))
}

/// Whether a glyph is a plain piece. Plain pieces are drawn on their owner's token.
#[must_use]
pub fn is_plain(glyph: Glyph) -> bool {
    matches!(
        glyph,
        Glyph::Draughtsman | Glyph::Crowned | Glyph::Stone | Glyph::Seed | Glyph::Dot
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_glyphs_are_drawn_alike() {
        for (index, one) in Glyph::ALL.iter().enumerate() {
            for other in &Glyph::ALL[..index] {
                assert_ne!(parts(*one), parts(*other), "{one} and {other}");
            }
        }
    }

    #[test]
    fn every_glyph_has_a_body_and_stays_within_its_square() {
        for glyph in Glyph::ALL {
            let parts = parts(*glyph);
            assert!(
                parts.iter().any(|part| matches!(part, Part::Body(_))),
                "{glyph}"
            );
            for part in &parts {
                let (Part::Body(path) | Part::Line(path) | Part::Spot(path)) = part;
                let numbers = path.split(|c: char| c.is_ascii_alphabetic() || c == ' ');
                for number in numbers.filter_map(|text| text.parse::<f64>().ok()) {
                    assert!(number.abs() <= 96.0, "{glyph}: {path}");
                }
            }
        }
    }
}

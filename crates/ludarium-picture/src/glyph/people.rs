//! Drawings of people: the court, counsellors, foot soldiers.

use ludarium_games::drawing::Glyph;

use super::{body, circle, line, spot, Part, FOOT};

/// Head and shoulders of a person.
const SHOULDERS: &str = "M-34 42 C-34 18 -20 10 0 10 C20 10 34 18 34 42 Z";

/// The parts of a person glyph, or `None` for other glyphs.
pub fn parts(glyph: Glyph) -> Option<Vec<Part>> {
    Some(match glyph {
        Glyph::King => vec![
            body(FOOT),
            body("M-26 31 L-38 -14 L-19 2 L-10 -18 H10 L19 2 L38 -14 L26 31 Z"),
            body("M-5 -18 V-28 H-14 V-37 H-5 V-46 H5 V-37 H14 V-28 H5 V-18 Z"),
            body(circle(-38.0, -18.0, 6.0)),
            body(circle(38.0, -18.0, 6.0)),
            line("M-22 20 H22"),
        ],
        Glyph::Queen => vec![
            body(FOOT),
            body("M-24 31 L-40 -20 L-20 4 L-15 -30 L0 2 L15 -30 L20 4 L40 -20 L24 31 Z"),
            body(circle(-40.0, -25.0, 6.5)),
            body(circle(-15.0, -36.0, 6.5)),
            body(circle(15.0, -36.0, 6.5)),
            body(circle(40.0, -25.0, 6.5)),
            line("M-20 20 H20"),
        ],
        // A turban with its plume.
        Glyph::General => vec![
            body(FOOT),
            body("M-20 31 C-21 24 -30 20 -35 12 C-42 -4 -32 -26 0 -26 C32 -26 42 -4 35 12 C30 20 21 24 20 31 Z"),
            body("M-6 -24 C-12 -38 2 -48 12 -46 C7 -40 8 -32 6 -24 Z"),
            line("M-37 2 C-14 18 14 18 37 2 M-30 -14 C-8 6 18 2 36 -8"),
        ],
        // A scroll.
        Glyph::Vizier => vec![
            body("M-24 -32 H24 V32 H-24 Z"),
            body("M-36 -44 H36 V-28 H-36 Z"),
            body("M-36 28 H36 V44 H-36 Z"),
            line("M-13 -13 H13 M-13 0 H13 M-13 13 H6"),
        ],
        // The winged hat of an official.
        Glyph::Mandarin => vec![
            body("M-20 10 C-32 2 -42 4 -49 -2 V14 C-40 22 -30 18 -20 22 Z"),
            body("M20 10 C32 2 42 4 49 -2 V14 C40 22 30 18 20 22 Z"),
            body("M-26 34 L-24 4 C-22 -26 22 -26 24 4 L26 34 Z"),
            body(circle(0.0, -28.0, 9.0)),
            line("M-25 18 H25"),
        ],
        // An elderly person with a beard.
        Glyph::Sage => vec![
            body(SHOULDERS),
            body(circle(0.0, -18.0, 21.0)),
            body("M-20 -14 C-18 -4 18 -4 20 -14 C22 12 12 28 0 36 C-12 28 -22 12 -20 -14 Z"),
            spot(circle(-8.0, -22.0, 3.5)),
            spot(circle(8.0, -22.0, 3.5)),
        ],
        // A cap with bells.
        Glyph::Fool => vec![
            body(FOOT),
            body("M-24 31 V10 C-26 -8 -40 -10 -42 6 C-46 -30 -18 -38 -6 -22 C-4 -30 -6 -36 0 -42 C6 -36 4 -30 6 -22 C18 -38 46 -30 42 6 C40 -10 26 -8 24 10 V31 Z"),
            body(circle(-42.0, 10.0, 6.5)),
            body(circle(42.0, 10.0, 6.5)),
            line("M-24 14 H24"),
        ],
        // A low coronet.
        Glyph::Prince => vec![
            body(FOOT),
            body("M-30 31 V-14 L-15 6 L0 -20 L15 6 L30 -14 V31 Z"),
            body(circle(0.0, -25.0, 7.0)),
            line("M-30 19 H30"),
        ],
        // Long hair under a coronet.
        Glyph::Princess => vec![
            body("M-20 -16 C-34 -10 -34 20 -40 42 H40 C34 20 34 -10 20 -16 Z"),
            body(circle(0.0, -2.0, 19.0)),
            body("M-20 -14 L-24 -42 L-9 -28 L0 -46 L9 -28 L24 -42 L20 -14 Z"),
            spot(circle(-7.0, -1.0, 3.2)),
            spot(circle(7.0, -1.0, 3.2)),
            line("M-6 9 H6"),
        ],
        Glyph::Pawn => vec![
            body("M-28 42 C-28 22 -10 18 -8 -2 H8 C10 18 28 22 28 42 Z"),
            body(circle(0.0, -14.0, 17.0)),
        ],
        // A helmet and a spear.
        Glyph::Soldier => vec![
            body("M30 42 V-26 H25 L33 -46 L41 -26 H36 V42 Z"),
            body("M-36 42 C-36 20 -22 12 -8 12 C6 12 20 20 20 42 Z"),
            body(circle(-8.0, -8.0, 17.0)),
            body("M-29 -8 C-29 -28 -18 -34 -8 -44 C2 -34 13 -28 13 -8 Z"),
        ],
        // A mitre.
        Glyph::Bishop => vec![
            body(FOOT),
            body("M-20 31 C-20 24 -28 20 -28 4 C-28 -14 -12 -28 0 -42 C12 -28 28 -14 28 4 C28 20 20 24 20 31 Z"),
            line("M0 -22 V10 M-12 -8 H12"),
        ],
        Glyph::Woman => vec![
            body("M-34 42 L-8 2 H8 L34 42 Z"),
            body("M-18 12 C-26 -14 -20 -40 0 -40 C20 -40 26 -14 18 12 Z"),
            body(circle(0.0, -14.0, 13.0)),
        ],
        Glyph::Man => vec![body(SHOULDERS), body(circle(0.0, -18.0, 21.0))],
        _ => return None,
    })
}

//! Drawings of buildings, weapons, plain pieces and signs.

use ludarium_games::drawing::Glyph;

use super::{body, circle, line, polygon, spot, star, Part, FOOT};

/// The parts of an object glyph; a disc for any other glyph.
pub fn parts(glyph: Glyph) -> Vec<Part> {
    match glyph {
        Glyph::Rook => vec![
            body(FOOT),
            body("M-25 31 L-20 18 V-12 H-31 V-42 H-17 V-31 H-8 V-42 H8 V-31 H17 V-42 H31 V-12 H20 V18 L25 31 Z"),
            line("M-20 -12 H20 M-20 18 H20"),
        ],
        // A cart on its wheel.
        Glyph::Chariot => vec![
            body("M-46 -30 H-34 L-26 -8 H10 V-36 H42 C48 -14 42 6 26 10 H-34 Z"),
            body(circle(2.0, 19.0, 24.0)),
            line("M2 -5 V43 M-22 19 H26 M-15 2 L19 36 M19 2 L-15 36"),
            spot(circle(2.0, 19.0, 6.0)),
        ],
        Glyph::Cannon => vec![
            body("M-42 6 C-46 -4 -42 -14 -34 -18 L30 -42 L44 -16 L-18 18 C-28 22 -38 16 -42 6 Z"),
            body(circle(4.0, 22.0, 21.0)),
            line("M4 1 V43 M-17 22 H25"),
            line("M18 -38 L31 -10"),
        ],
        // A sealed letter.
        Glyph::Courier => vec![
            body("M-44 -28 H44 V32 H-44 Z"),
            line("M-44 -28 L0 8 L44 -28 M-44 32 L-14 0 M44 32 L14 0"),
            spot(circle(0.0, 8.0, 8.0)),
        ],
        // A battering ram in its shed, on wheels.
        Glyph::WarEngine => vec![
            body("M-49 4 H40 V14 H-49 Z"),
            body("M-32 28 V-8 H34 V28 Z"),
            body("M-42 -8 L1 -42 L44 -8 Z"),
            body(circle(-18.0, 32.0, 11.0)),
            body(circle(20.0, 32.0, 11.0)),
            line("M-26 9 H26"),
        ],
        Glyph::Boat => vec![
            body("M-5 14 V-46 H3 V14 Z"),
            body("M-8 -40 C-10 -20 -22 -4 -40 6 H-8 Z"),
            body("M7 -34 C20 -26 32 -10 34 6 H7 Z"),
            body("M-46 14 H46 C42 30 32 40 26 42 H-26 C-32 40 -42 30 -46 14 Z"),
        ],
        // A shield.
        Glyph::Sentinel => vec![
            body("M0 -44 C14 -34 28 -32 38 -32 C40 2 26 32 0 45 C-26 32 -40 2 -38 -32 C-28 -32 -14 -34 0 -44 Z"),
            spot("M0 -22 C12 -22 24 -8 26 0 C22 10 12 18 0 18 C-12 18 -22 10 -26 0 C-24 -8 -12 -22 0 -22 Z"),
            body(circle(0.0, -2.0, 8.0)),
        ],
        Glyph::Flag => vec![
            body("M-32 43 V-46 H-24 V43 Z"),
            body("M-24 -42 H42 L26 -20 L42 2 H-24 Z"),
        ],
        Glyph::Spear => vec![
            body("M-4 44 V-14 H4 V44 Z"),
            body("M0 -48 L17 -22 L6 -8 H-6 L-17 -22 Z"),
            line("M0 -38 V-14"),
            body("M-14 4 H14 V12 H-14 Z"),
        ],
        Glyph::Sword => vec![
            body("M0 -48 L9 -36 V10 H-9 V-36 Z"),
            body("M-26 8 H26 V18 H-26 Z"),
            body("M-6 18 H6 V38 H-6 Z"),
            body(circle(0.0, 40.0, 7.0)),
            line("M0 -34 V2"),
        ],
        Glyph::Bow => vec![
            body("M-20 -46 C30 -34 30 34 -20 46 L-16 38 C14 26 14 -26 -16 -38 Z"),
            body("M-21 -43 H-16 V43 H-21 Z"),
            body("M-42 -3 H34 V3 H-42 Z"),
            body("M48 0 L30 -11 V11 Z"),
        ],
        Glyph::Star => vec![body(star(5, 46.0, 19.0))],
        Glyph::Crescent => vec![body("M14 -42 C-16 -46 -42 -24 -42 2 C-42 30 -16 48 14 42 C-4 32 -12 18 -12 0 C-12 -18 -4 -32 14 -42 Z"), body("M28 -14 L33 -4 L44 -2 L36 6 L38 17 L28 12 L18 17 L20 6 L12 -2 L23 -4 Z")],
        Glyph::Peg => vec![
            body("M-10 44 L-7 -6 H7 L10 44 Z"),
            body(circle(0.0, -24.0, 20.0)),
            body("M-22 44 V34 H22 V44 Z"),
        ],
        // A peg lying on its side: a piece that has not moved yet.
        Glyph::Sleeper => vec![
            body("M44 6 L-4 10 V24 L44 28 Z"),
            body(circle(-22.0, 17.0, 19.0)),
            body("M34 -2 H44 V36 H34 Z"),
        ],
        Glyph::Cone => vec![
            body("M0 -46 L26 34 C14 44 -14 44 -26 34 Z"),
            line("M-26 34 C-14 26 14 26 26 34"),
        ],
        // A spool, narrow in the middle.
        Glyph::Reel => vec![
            body("M-32 -42 H32 V-30 C10 -22 10 22 32 30 V42 H-32 V30 C-10 22 -10 -22 -32 -30 Z"),
            line("M-30 -30 H30 M-30 30 H30"),
        ],
        Glyph::Draughtsman => vec![body(circle(0.0, 0.0, 42.0)), line(circle(0.0, 0.0, 27.0))],
        Glyph::Crowned => vec![
            body(circle(0.0, 0.0, 42.0)),
            line(circle(0.0, 0.0, 34.0)),
            spot("M-18 16 L-23 -12 L-10 0 L0 -20 L10 0 L23 -12 L18 16 Z"),
        ],
        Glyph::Stone => vec![body(circle(0.0, 0.0, 44.0))],
        Glyph::Seed => vec![body("M0 -30 C26 -30 34 0 20 22 C10 36 -10 36 -20 22 C-34 0 -26 -30 0 -30 Z"), line("M-4 -16 C-12 -6 -12 8 -6 18")],
        Glyph::Ring => vec![body(format!("{} {}", circle(0.0, 0.0, 42.0), "M22 0 a22 22 0 1 1 -44 0 a22 22 0 1 1 44 0 Z"))],
        Glyph::Cross => vec![body("M-40 -24 L-24 -40 L0 -16 L24 -40 L40 -24 L16 0 L40 24 L24 40 L0 16 L-24 40 L-40 24 L-16 0 Z")],
        Glyph::Square => vec![body("M-36 -36 H36 V36 H-36 Z"), line("M-22 -22 H22 V22 H-22 Z")],
        Glyph::Triangle => vec![body("M0 -44 L44 36 H-44 Z"), line("M0 -18 L22 22 H-22 Z")],
        Glyph::Diamond => vec![body("M0 -46 L42 0 L0 46 L-42 0 Z"), line("M0 -26 L24 0 L0 26 L-24 0 Z")],
        Glyph::Hexagon => vec![body(polygon(6, 45.0)), line(polygon(6, 28.0))],
        Glyph::Dot => vec![body(circle(0.0, 0.0, 22.0))],
        Glyph::Heart => vec![body("M0 42 C-60 4 -46 -40 -20 -40 C-8 -40 -2 -32 0 -24 C2 -32 8 -40 20 -40 C46 -40 60 4 0 42 Z")],
        Glyph::Sun => vec![body(star(8, 47.0, 27.0)), body(circle(0.0, 0.0, 18.0))],
        Glyph::Tree => vec![
            body("M-7 44 V24 H7 V44 Z"),
            body("M0 -46 L26 -8 H16 L36 28 H-36 L-16 -8 H-26 Z"),
        ],
        Glyph::House => vec![
            body("M-30 42 V-4 H30 V42 Z"),
            body("M-44 0 L0 -42 L44 0 Z"),
            spot("M-9 42 V16 H9 V42 Z"),
        ],
        _ => vec![body(circle(0.0, 0.0, 42.0))],
    }
}

//! Drawings of animals, real and mythical.

use ludarium_games::drawing::Glyph;

use super::{body, circle, line, spot, star, Part, FOOT};

/// The head of a horse, facing left.
const HORSE: &str = "M-25 31 C-25 8 2 8 0 -8 C-8 -3 -15 6 -25 9 C-34 12 -42 4 -38 -6 C-32 -14 -28 -26 -17 -32 L-16 -46 L-4 -36 C24 -34 38 -8 28 31 Z";

/// The parts of an animal glyph, or `None` for other glyphs.
pub fn parts(glyph: Glyph) -> Option<Vec<Part>> {
    Some(match glyph {
        Glyph::Elephant => vec![
            body("M-14 -22 C-28 -42 -49 -30 -48 -4 C-47 16 -30 22 -16 10 Z"),
            body("M14 -22 C28 -42 49 -30 48 -4 C47 16 30 22 16 10 Z"),
            body("M-20 -18 C-14 -36 14 -36 20 -18 C24 -4 18 6 13 14 L13 30 C13 46 -8 48 -10 38 C-4 38 -3 36 -3 30 L-11 14 C-18 6 -24 -4 -20 -18 Z"),
            spot(circle(-9.0, -9.0, 3.8)),
            spot(circle(9.0, -9.0, 3.8)),
            line("M-5 20 H13"),
        ],
        Glyph::Horse => vec![
            body(FOOT),
            body(HORSE),
            spot(circle(-14.0, -18.0, 4.0)),
            line("M10 -26 C22 -14 24 4 22 20"),
        ],
        Glyph::Unicorn => vec![
            body(FOOT),
            body("M-20 -28 L-42 -48 L-12 -38 Z"),
            body(HORSE),
            spot(circle(-14.0, -18.0, 4.0)),
            line("M10 -24 C22 -14 24 4 22 20 M2 -20 C12 -10 12 0 10 8"),
        ],
        // Long neck and small horns.
        Glyph::Giraffe => vec![
            body(FOOT),
            body("M-10 31 L0 -16 C-10 -10 -20 -6 -29 -9 C-36 -13 -33 -23 -25 -25 L-5 -36 L-10 -48 L-2 -48 L4 -38 L9 -48 L16 -47 L13 -34 C22 -20 22 6 26 31 Z"),
            spot(circle(-5.0, -25.0, 3.5)),
            spot(circle(8.0, -12.0, 4.0)),
            spot(circle(5.0, 6.0, 4.0)),
            spot(circle(15.0, 14.0, 4.0)),
            spot(circle(4.0, 22.0, 4.0)),
        ],
        // The whole animal, recognisable by its hump.
        Glyph::Camel => vec![
            body("M-44 -22 C-40 -36 -26 -36 -24 -24 C-22 -12 -22 -2 -15 -2 C-10 -2 -8 -6 -6 -12 C-2 -34 16 -34 21 -10 C32 -8 38 0 36 14 L34 42 H25 L22 18 H-6 L-8 42 H-17 L-18 16 C-30 10 -34 -2 -34 -14 L-43 -14 C-46 -16 -46 -19 -44 -22 Z"),
            spot(circle(-33.0, -24.0, 3.0)),
        ],
        // A face in its mane.
        Glyph::Lion => vec![
            body(star(11, 47.0, 35.0)),
            body(circle(0.0, 2.0, 24.0)),
            spot(circle(-9.0, -4.0, 3.8)),
            spot(circle(9.0, -4.0, 3.8)),
            spot("M-7 7 H7 L0 15 Z"),
            line("M-9 19 C-5 21 -2 19 0 15 C2 19 5 21 9 19"),
        ],
        Glyph::Tiger => vec![
            body(circle(-26.0, -26.0, 13.0)),
            body(circle(26.0, -26.0, 13.0)),
            body(circle(0.0, 4.0, 36.0)),
            spot(circle(-13.0, -1.0, 4.0)),
            spot(circle(13.0, -1.0, 4.0)),
            spot("M-8 12 H8 L0 21 Z"),
            line("M0 -30 V-14 M-12 -28 L-9 -17 M12 -28 L9 -17 M-35 8 L-22 11 M-31 21 L-20 19 M35 8 L22 11 M31 21 L20 19"),
        ],
        Glyph::Leopard => vec![
            body(circle(-27.0, -27.0, 11.0)),
            body(circle(27.0, -27.0, 11.0)),
            body(circle(0.0, 4.0, 36.0)),
            spot(circle(-13.0, 1.0, 4.0)),
            spot(circle(13.0, 1.0, 4.0)),
            spot("M-7 13 H7 L0 21 Z"),
            spot(circle(0.0, -20.0, 4.0)),
            spot(circle(-14.0, -16.0, 4.0)),
            spot(circle(14.0, -16.0, 4.0)),
            spot(circle(-25.0, 12.0, 4.0)),
            spot(circle(25.0, 12.0, 4.0)),
            spot(circle(-16.0, 25.0, 4.0)),
            spot(circle(16.0, 25.0, 4.0)),
        ],
        // A hooked beak and a raised wing.
        Glyph::Gryphon => vec![
            body(FOOT),
            body("M6 26 C14 -4 22 -22 44 -44 C48 -22 46 12 30 28 Z"),
            body("M-20 31 C-22 16 -10 10 -12 -6 C-22 -6 -26 0 -27 12 C-42 6 -44 -12 -34 -24 C-28 -34 -18 -38 -10 -38 L-6 -48 L4 -36 C22 -26 26 0 24 31 Z"),
            spot(circle(-14.0, -22.0, 4.0)),
            line("M-30 -10 C-24 -14 -18 -14 -12 -10"),
        ],
        // Jaws full of teeth.
        Glyph::Crocodile => vec![
            body("M-48 -6 L-44 -16 C-20 -20 -8 -26 2 -34 C14 -38 24 -30 28 -20 L44 -12 V24 C36 34 16 34 -4 28 L-42 24 C-48 20 -46 12 -42 12 L-36 18 L-30 10 L-24 17 L-18 9 L-12 16 L-6 8 L8 6 L-6 3 L-12 -3 L-18 3 L-24 -4 L-30 3 L-36 -4 L-42 3 Z"),
            spot(circle(10.0, -20.0, 4.5)),
        ],
        Glyph::Bull => vec![
            body("M-18 -12 C-34 -10 -46 -22 -40 -44 C-36 -30 -26 -28 -14 -26 H14 C26 -28 36 -30 40 -44 C46 -22 34 -10 18 -12 Z"),
            body("M-20 -20 C-26 0 -20 16 -16 28 C-14 44 14 44 16 28 C20 16 26 0 20 -20 C12 -28 -12 -28 -20 -20 Z"),
            spot(circle(-10.0, -4.0, 3.8)),
            spot(circle(10.0, -4.0, 3.8)),
            line("M-16 22 C-8 17 8 17 16 22"),
            spot(circle(-6.0, 30.0, 3.0)),
            spot(circle(6.0, 30.0, 3.0)),
        ],
        Glyph::Dog => vec![
            body("M-18 -30 C-44 -36 -48 0 -34 18 C-26 14 -22 4 -22 -10 Z"),
            body("M18 -30 C44 -36 48 0 34 18 C26 14 22 4 22 -10 Z"),
            body("M-24 -18 C-22 -42 22 -42 24 -18 C26 4 18 10 16 26 C14 42 -14 42 -16 26 C-18 10 -26 4 -24 -18 Z"),
            spot(circle(-9.0, -12.0, 3.8)),
            spot(circle(9.0, -12.0, 3.8)),
            spot("M-9 16 C-8 9 8 9 9 16 C8 24 -8 24 -9 16 Z"),
        ],
        // Ruffled cheeks and round ears.
        Glyph::Hyena => vec![
            body("M-30 -10 C-46 -20 -40 -46 -26 -42 L-12 -28 H12 L26 -42 C40 -46 46 -20 30 -10 L38 4 L28 6 L32 18 L20 18 L14 34 C12 44 -12 44 -14 34 L-20 18 L-32 18 L-28 6 L-38 4 Z"),
            spot(circle(-12.0, -8.0, 4.0)),
            spot(circle(12.0, -8.0, 4.0)),
            spot("M-8 24 H8 L0 34 Z"),
            line("M0 -22 V6"),
        ],
        Glyph::Fox => vec![
            body("M-40 -44 L-12 -24 H12 L40 -44 C44 -16 44 -4 34 8 L0 44 L-34 8 C-44 -4 -44 -16 -40 -44 Z"),
            spot(circle(-14.0, -4.0, 4.0)),
            spot(circle(14.0, -4.0, 4.0)),
            spot("M-8 30 H8 L0 42 Z"),
            line("M-34 8 C-18 2 -10 14 -6 28 M34 8 C18 2 10 14 6 28"),
        ],
        Glyph::Hare => vec![
            body("M-16 -2 C-30 -20 -30 -46 -20 -48 C-8 -48 -4 -24 -4 -6 Z"),
            body("M16 -2 C30 -20 30 -46 20 -48 C8 -48 4 -24 4 -6 Z"),
            body(circle(0.0, 17.0, 26.0)),
            spot(circle(-10.0, 11.0, 3.8)),
            spot(circle(10.0, 11.0, 3.8)),
            spot("M-6 22 H6 L0 29 Z"),
        ],
        Glyph::Goat => vec![
            body("M-6 -22 C-10 -46 -36 -48 -44 -28 C-32 -36 -24 -28 -20 -12 Z"),
            body("M6 -22 C10 -46 36 -48 44 -28 C32 -36 24 -28 20 -12 Z"),
            body("M-18 -8 L-38 -2 C-36 10 -28 12 -19 8 Z"),
            body("M18 -8 L38 -2 C36 10 28 12 19 8 Z"),
            body("M-20 -20 C-12 -28 12 -28 20 -20 C22 0 16 14 12 24 L0 46 L-12 24 C-16 14 -22 0 -20 -20 Z"),
            spot(circle(-9.0, -4.0, 3.8)),
            spot(circle(9.0, -4.0, 3.8)),
            line("M-7 20 H7"),
        ],
        Glyph::Sheep => vec![
            body("M-16 -4 L-40 2 C-38 14 -28 18 -18 10 Z"),
            body("M16 -4 L40 2 C38 14 28 18 18 10 Z"),
            body("M-18 -2 C-20 20 -14 42 0 42 C14 42 20 20 18 -2 Z"),
            body("M-22 2 C-36 -2 -36 -20 -24 -24 C-24 -40 -4 -44 0 -34 C4 -44 24 -40 24 -24 C36 -20 36 -2 22 2 C14 10 6 2 0 4 C-6 2 -14 10 -22 2 Z"),
            spot(circle(-8.0, 15.0, 3.6)),
            spot(circle(8.0, 15.0, 3.6)),
        ],
        Glyph::Goose => vec![
            body("M-46 -26 L-30 -32 C-28 -44 -8 -44 -8 -28 C-8 -14 -16 -8 -14 0 C-4 -10 24 -12 46 -14 C44 14 26 32 6 32 L8 42 H-4 L-6 32 C-28 26 -34 8 -26 -12 L-30 -22 Z"),
            spot(circle(-19.0, -29.0, 3.5)),
            line("M-6 10 C8 14 22 10 34 -2"),
        ],
        _ => return None,
    })
}

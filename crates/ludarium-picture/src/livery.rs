//! How the men of each player are told from those of the others: by outline, fill and mark, so that
//! nobody needs to see colours.

use crate::glyph::polygon;

/// The outline of the tablets on which men stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
    /// Six corners.
    Hexagon,
    /// Three corners.
    Triangle,
    /// Five corners.
    Pentagon,
    /// Eight corners.
    Octagon,
}

impl Shape {
    /// The path of the outline, in a square from -50 to 50.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            Shape::Disc => crate::glyph::circle(0.0, 0.0, 45.0),
            Shape::Square => "M-41 -35 a6 6 0 0 1 6 -6 H35 a6 6 0 0 1 6 6 V35 a6 6 0 0 1 -6 6 H-35 a6 6 0 0 1 -6 -6 Z".to_owned(),
            Shape::Diamond => "M0 -49 L49 0 L0 49 L-49 0 Z".to_owned(),
            Shape::Hexagon => polygon(6, 48.0),
            Shape::Triangle => "M0 -49 L48 40 H-48 Z".to_owned(),
            Shape::Pentagon => polygon(5, 49.0),
            Shape::Octagon => polygon(8, 47.0),
        }
    }

    /// How much of the square a man may fill that stands on it, and how far below the middle.
    #[must_use]
    pub fn room(self) -> (f64, f64) {
        match self {
            Shape::Disc => (0.7, 0.0),
            Shape::Square => (0.74, 0.0),
            Shape::Diamond => (0.57, 0.0),
            Shape::Hexagon => (0.7, 0.0),
            Shape::Triangle => (0.44, 12.0),
            Shape::Pentagon => (0.58, 3.0),
            Shape::Octagon => (0.66, 0.0),
        }
    }
}

/// What the men of a player are painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Livery {
    /// Inside.
    pub fill: &'static str,
    /// The outline.
    pub edge: &'static str,
    /// Lines on the fill.
    pub detail: &'static str,
    /// The tablet that plain pieces have, and all men where more than two play.
    pub shape: Shape,
    /// Whether men stand on a bar.
    pub barred: bool,
    /// Whether a man is drawn on a tablet.
    pub tablets: bool,
}

const INK: &str = "#1f1a17";
const IVORY: &str = "#fffaf0";
const EBONY: &str = "#2c2622";

/// The tablets of several players: tint and shape.
const SEATS: [(&str, Shape); 7] = [
    ("#fff3d6", Shape::Disc),
    ("#9cc3ea", Shape::Square),
    ("#f3a193", Shape::Diamond),
    ("#a9d79a", Shape::Hexagon),
    ("#d7b3e6", Shape::Pentagon),
    ("#f2d16b", Shape::Octagon),
    ("#b8b8b8", Shape::Triangle),
];

impl Livery {
    /// The livery of a player (0: nobody; more than there are players: everybody).
    /// Of two the second has the dark men, unless it is said that the first has.
    #[must_use]
    pub fn of(owner: usize, players: usize, dark_first: bool) -> Livery {
        let owner = match owner {
            1 | 2 if dark_first && players <= 2 => 3 - owner,
            owner => owner,
        };
        let plain = Livery {
            fill: IVORY,
            edge: INK,
            detail: INK,
            shape: Shape::Disc,
            barred: false,
            tablets: false,
        };
        match owner {
            0 => Livery {
                fill: "#d9cfbd",
                ..plain
            },
            owner if owner > players => Livery {
                fill: "#cfd6c4",
                ..plain
            },
            owner if players > 2 => {
                let (fill, shape) = SEATS[(owner - 1) % SEATS.len()];
                Livery {
                    fill,
                    shape,
                    tablets: true,
                    ..plain
                }
            }
            1 => plain,
            _ => Livery {
                fill: EBONY,
                detail: IVORY,
                barred: true,
                ..plain
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_seven_players_differ_in_shape_or_mark_and_not_in_colour_alone() {
        for players in 2..=7 {
            let told = |owner| {
                let livery = Livery::of(owner, players, false);
                (livery.shape, livery.barred)
            };
            for one in 1..=players {
                for other in 1..one {
                    assert_ne!(told(one), told(other), "{one} and {other} of {players}");
                }
            }
        }
    }
}

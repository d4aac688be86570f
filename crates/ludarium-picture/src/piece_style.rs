//! How the men of each player are told from those of the others: by outline, fill and mark, so that
//! nobody needs to see colours.

use crate::glyph::polygon;

/// The outline of the tablets on which men stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenShape {
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

impl TokenShape {
    /// The path of the outline, in a square from -50 to 50.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            TokenShape::Disc => crate::glyph::circle(0.0, 0.0, 45.0),
            TokenShape::Square => "M-41 -35 a6 6 0 0 1 6 -6 H35 a6 6 0 0 1 6 6 V35 a6 6 0 0 1 -6 6 H-35 a6 6 0 0 1 -6 -6 Z".to_owned(),
            TokenShape::Diamond => "M0 -49 L49 0 L0 49 L-49 0 Z".to_owned(),
            TokenShape::Hexagon => polygon(6, 48.0),
            TokenShape::Triangle => "M0 -49 L48 40 H-48 Z".to_owned(),
            TokenShape::Pentagon => polygon(5, 49.0),
            TokenShape::Octagon => polygon(8, 47.0),
        }
    }

    /// How much of the square a man may fill that stands on it, and how far below the middle.
    #[must_use]
    pub fn glyph_area(self) -> (f64, f64) {
        match self {
            TokenShape::Disc => (0.7, 0.0),
            TokenShape::Square => (0.74, 0.0),
            TokenShape::Diamond => (0.57, 0.0),
            TokenShape::Hexagon => (0.7, 0.0),
            TokenShape::Triangle => (0.44, 12.0),
            TokenShape::Pentagon => (0.58, 3.0),
            TokenShape::Octagon => (0.66, 0.0),
        }
    }
}

/// What the men of a player are painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceStyle {
    /// Inside.
    pub fill: &'static str,
    /// The outline.
    pub edge: &'static str,
    /// Lines on the fill.
    pub detail: &'static str,
    /// The tablet that plain pieces have, and all men where more than two play.
    pub shape: TokenShape,
    /// Whether men stand on a bar.
    pub has_bar: bool,
    /// Whether a man is drawn on a tablet.
    pub uses_token: bool,
}

const INK: &str = "#1f1a17";
const IVORY: &str = "#fffaf0";
const EBONY: &str = "#2c2622";

/// The tablets of several players: tint and shape.
const PLAYER_TOKENS: [(&str, TokenShape); 7] = [
    ("#fff3d6", TokenShape::Disc),
    ("#9cc3ea", TokenShape::Square),
    ("#f3a193", TokenShape::Diamond),
    ("#a9d79a", TokenShape::Hexagon),
    ("#d7b3e6", TokenShape::Pentagon),
    ("#f2d16b", TokenShape::Octagon),
    ("#b8b8b8", TokenShape::Triangle),
];

impl PieceStyle {
    /// The livery of a player (0: nobody; more than there are players: everybody).
    /// Of two the second has the dark men, unless it is said that the first has.
    #[must_use]
    pub fn of(owner: usize, players: usize, dark_first: bool) -> PieceStyle {
        let owner = match owner {
            1 | 2 if dark_first && players <= 2 => 3 - owner,
            owner => owner,
        };
        let plain = PieceStyle {
            fill: IVORY,
            edge: INK,
            detail: INK,
            shape: TokenShape::Disc,
            has_bar: false,
            uses_token: false,
        };
        match owner {
            0 => PieceStyle {
                fill: "#d9cfbd",
                ..plain
            },
            owner if owner > players => PieceStyle {
                fill: "#cfd6c4",
                ..plain
            },
            owner if players > 2 => {
                let (fill, shape) = PLAYER_TOKENS[(owner - 1) % PLAYER_TOKENS.len()];
                PieceStyle {
                    fill,
                    shape,
                    uses_token: true,
                    ..plain
                }
            }
            1 => plain,
            _ => PieceStyle {
                fill: EBONY,
                detail: IVORY,
                has_bar: true,
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
            let token_and_bar = |owner| {
                let style = PieceStyle::of(owner, players, false);
                (style.shape, style.has_bar)
            };
            for one in 1..=players {
                for other in 1..one {
                    assert_ne!(
                        token_and_bar(one),
                        token_and_bar(other),
                        "{one} and {other} of {players}"
                    );
                }
            }
        }
    }
}

//! The style of each player's pieces. Players differ in outline, fill and marking, so that the
//! pictures can be read without seeing colours.

use crate::glyph::polygon;

/// The outline of a token, the base on which a symbol is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenShape {
    /// A circle.
    Disc,
    /// A square with rounded corners.
    Square,
    /// A square standing on a corner.
    Diamond,
    /// A regular hexagon.
    Hexagon,
    /// An equilateral triangle.
    Triangle,
    /// A regular pentagon.
    Pentagon,
    /// A regular octagon.
    Octagon,
}

impl TokenShape {
    /// The SVG path of the outline, in a square from -50 to 50.
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

    /// The scale at which a symbol fits on the token, and how far below the middle it is drawn.
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

/// The colours and shape of one player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceStyle {
    /// The fill colour.
    pub fill: &'static str,
    /// The colour of the outline.
    pub edge: &'static str,
    /// The colour of lines on the fill.
    pub detail: &'static str,
    /// The token of plain pieces; with more than two players, of all pieces.
    pub shape: TokenShape,
    /// Whether pieces stand on a bar, the marking of the second of two players.
    pub has_bar: bool,
    /// Whether every piece is drawn on a token.
    pub uses_token: bool,
}

const INK: &str = "#1f1a17";
const IVORY: &str = "#fffaf0";
const EBONY: &str = "#2c2622";

/// Fill and shape of the tokens of each player, in games for more than two.
const PLAYER_TOKENS: [(&str, TokenShape); 7] = [
    ("#fff3d6", TokenShape::Disc),
    ("#9cc3ea", TokenShape::Square),
    ("#f3a193", TokenShape::Diamond),
    ("#a9d79a", TokenShape::Hexagon),
    ("#d7b3e6", TokenShape::Pentagon),
    ("#f2d16b", TokenShape::Octagon),
    ("#b8b8b8", TokenShape::Triangle),
];

/// The colours that players are called by.
const NAMED_FILLS: [(&str, &str); 14] = [
    ("white", IVORY),
    ("black", EBONY),
    ("red", "#e08573"),
    ("blue", "#8fbbe6"),
    ("green", "#9bd08a"),
    ("yellow", "#f6dc7c"),
    ("gold", "#f6dc7c"),
    ("grey", "#b8b8b8"),
    ("gray", "#b8b8b8"),
    ("silver", "#d3d6da"),
    ("brown", "#b98a5e"),
    ("orange", "#f0ac62"),
    ("purple", "#cba3de"),
    ("violet", "#cba3de"),
];

/// The fills of players who are all called by different colours (`White`, `Red king`); empty for
/// others.
#[must_use]
pub fn named_fills(players: &[String]) -> Vec<&'static str> {
    let fill = |name: &String| {
        let first = name.split_whitespace().next()?.to_lowercase();
        let named = NAMED_FILLS.iter().find(|(colour, _)| *colour == first);
        named.map(|(_, fill)| *fill)
    };
    let fills: Option<Vec<&str>> = players.iter().map(fill).collect();
    let differ = |fills: &Vec<&str>| (1..fills.len()).all(|i| !fills[..i].contains(&fills[i]));
    fills.filter(differ).unwrap_or_default()
}

impl PieceStyle {
    /// This style in another colour.
    #[must_use]
    pub fn filled(self, fill: &'static str) -> PieceStyle {
        let detail = match fill == EBONY {
            true => IVORY,
            false => INK,
        };
        PieceStyle {
            fill,
            detail,
            ..self
        }
    }

    /// The style of a player's pieces. 0 means no owner, a number above `players` means pieces that
    /// all players share. Of two players the second has the dark pieces, or the first if
    /// `dark_first`.
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
    fn players_have_the_colours_they_are_called_by_if_all_are() {
        let named = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            named_fills(&names)
        };
        assert_eq!(named(&["Black", "White"]), [EBONY, IVORY]);
        assert_eq!(named(&["Red king", "Blue"]).len(), 2);
        assert!(named(&["Red", "North"]).is_empty());
        assert!(named(&["Red", "Red"]).is_empty());
    }

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

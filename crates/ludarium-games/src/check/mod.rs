//! Checks that test claims: the `check` of a `[[claims]]` entry, parsed.
//!
//! ```
//! use ludarium_games::check::{Check, Place, Reach};
//!
//! let check: Check = "reach: Elephant at c1 = 2".parse().unwrap();
//! let reach = Reach { piece: "Elephant".into(), from: Place::Site("c1".into()), sites: 2 };
//! assert_eq!(check, Check::Reach(vec![reach]));
//! let error = "reach: Elephant at c1".parse::<Check>().unwrap_err();
//! assert_eq!(error.to_string(), "at 22: = and a number are missing");
//! ```

mod parse;

use std::fmt;
use std::str::FromStr;

pub use parse::FORMS;

/// A test of a claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// The game starts from this position.
    Position(String),
    /// These records, given by their files in the game's folder, replay without error.
    Replay(Vec<String>),
    /// Single pieces on an empty board can move to these numbers of sites.
    Reach(Vec<Reach>),
    /// A player can force a result, as exhaustive search proves.
    Forced {
        /// The position; `None` for the start.
        position: Option<String>,
        /// The player who forces it, from 1.
        player: usize,
        /// The result.
        aim: Aim,
        /// The maximum number of plies.
        plies: u32,
    },
    /// The numbers of sequences of legal moves from the start, by their length in plies.
    Perft(Vec<(u32, u64)>),
    /// A property of random games.
    Random {
        /// The number of games.
        games: u32,
        /// The expected property.
        expected: Expected,
    },
    /// A property of games between search agents.
    Match {
        /// The number of games.
        games: u32,
        /// Search time per move, in seconds.
        seconds: f64,
        /// The expected property.
        expected: Expected,
    },
    /// The exact probabilities of the sums of one throw.
    Chance(Vec<(i32, Fraction)>),
    /// Printed figures have these properties.
    Figure {
        /// The records, given by their files in the folder.
        records: Vec<String>,
        /// The properties.
        properties: Vec<Property>,
    },
    /// The magic squares of a method have these properties.
    Square {
        /// The name of the method.
        method: String,
        /// The orders of the squares.
        orders: Vec<usize>,
        /// The properties.
        properties: Vec<Property>,
    },
    /// Two methods give the same squares.
    Alike {
        /// The names of the methods.
        methods: [String; 2],
        /// The orders of the squares.
        orders: Vec<usize>,
    },
    /// The number of tours on a board, counted without direction.
    Tours {
        /// Files and ranks.
        board: (usize, usize),
        /// Whether only closed tours count.
        closed: bool,
        /// How the number of tours compares with `number`; `None` for equality.
        relation: Option<Relation>,
        /// The number.
        number: u128,
    },
    /// Verified outside the program, as described.
    Hand(String),
}

/// The reach of a single piece on an empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The piece of player 1, by its name in the description.
    pub piece: String,
    /// Where it stands.
    pub from: Place,
    /// The number of sites it can move to.
    pub sites: u64,
}

/// Where a single piece stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// On this site.
    Site(String),
    /// On every site in turn; the numbers of sites it can move to are added up.
    EverySite,
}

/// The result that a player forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A win.
    Win,
    /// A draw or better.
    Draw,
}

/// An expected property of many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The measured quantity.
    pub measure: Measure,
    /// How it compares with the bound.
    pub relation: Relation,
    /// The bound: percent for shares, plies for lengths.
    pub bound: f64,
}

/// A quantity measured over many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The share of games in which this player is the sole winner.
    First(usize),
    /// The share of games without a sole winner.
    Drawn,
    /// The mean length.
    MeanPlies,
}

/// How a measure compares with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
}

/// A probability as written, not necessarily in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub cases: u64,
    /// The denominator.
    pub among: u64,
}

/// A property of a magic square or a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Rows, columns and both diagonals have the same sum.
    Magic,
    /// Rows and columns have the same sum.
    SemiMagic,
    /// The broken diagonals have the magic sum too.
    Pandiagonal,
    /// Cells opposite each other through the centre have the same sum.
    Associated,
    /// Removing borders leaves magic squares.
    Bordered,
    /// It consists of magic squares of this order.
    Compartments(usize),
    /// Half rows and half columns sum to half the constant.
    HalfLines,
    /// The rows and columns of the quarters sum to half the constant.
    Quarters,
    /// Blocks of two by two have the same sum.
    Blocks,
    /// Blocks of two by two anywhere, also round the edges, have the same sum.
    AllBlocks,
    /// The corners of rectangles with even sides have the same sum.
    Rectangles,
    /// Cells half the order apart on a diagonal have the same sum.
    Complete,
    /// All rows have the same sum.
    Rows,
    /// All columns have the same sum.
    Columns,
    /// Both diagonals have the same sum.
    Diagonals,
    /// A knight visits every cell once.
    Tour,
    /// A knight visits every cell once and could return to the first.
    ClosedTour,
    /// A knight visits every cell once and could not return to the first.
    OpenTour,
    /// Numbers opposite each other through the centre differ by this; in a closed tour, counted on
    /// the circle of all numbers.
    Opposite(i64),
    /// Rows and columns do not all agree, but do once two numbers have changed places.
    OneExchange,
}

impl Property {
    const PLAIN: [Property; 18] = [
        Property::Magic,
        Property::SemiMagic,
        Property::Pandiagonal,
        Property::Associated,
        Property::Bordered,
        Property::HalfLines,
        Property::Quarters,
        Property::Blocks,
        Property::AllBlocks,
        Property::Rectangles,
        Property::Complete,
        Property::Rows,
        Property::Columns,
        Property::Diagonals,
        Property::Tour,
        Property::ClosedTour,
        Property::OpenTour,
        Property::OneExchange,
    ];
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::Magic => "magic",
            Property::SemiMagic => "semi-magic",
            Property::Pandiagonal => "pandiagonal",
            Property::Associated => "associated",
            Property::Bordered => "bordered",
            Property::Compartments(order) => return write!(f, "compartments of order {order}"),
            Property::HalfLines => "half lines",
            Property::Quarters => "quarters",
            Property::Blocks => "blocks",
            Property::AllBlocks => "all blocks",
            Property::Rectangles => "rectangles",
            Property::Complete => "complete",
            Property::Rows => "rows",
            Property::Columns => "columns",
            Property::Diagonals => "diagonals",
            Property::Tour => "tour",
            Property::ClosedTour => "closed tour",
            Property::OpenTour => "open tour",
            Property::Opposite(number) => return write!(f, "opposite differ by {number}"),
            Property::OneExchange => "semi-magic after one exchange",
        })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
        };
        match self.measure {
            Measure::First(player) => {
                write!(f, "player {player} first {relation} {} %", self.bound)
            }
            Measure::Drawn => write!(f, "drawn {relation} {} %", self.bound),
            Measure::MeanPlies => write!(f, "mean plies {relation} {}", self.bound),
        }
    }
}

/// A syntax error in a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// The position in the text, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.column, self.what)
    }
}

impl std::error::Error for CheckError {}

impl FromStr for Check {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Check, CheckError> {
        parse::check(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Check {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn wrong(text: &str) -> String {
        text.parse::<Check>().expect_err(text).to_string()
    }

    #[test]
    fn the_forms_for_games_are_read() {
        assert_eq!(
            read("position: rnbqkbnr/8/8 w"),
            Check::Position("rnbqkbnr/8/8 w".into())
        );
        assert_eq!(
            read("replay: records/a-1.txt records/a-2.txt"),
            Check::Replay(vec!["records/a-1.txt".into(), "records/a-2.txt".into()])
        );
        assert_eq!(
            read("reach: Drunk elephant over the board = 1,008, King at a1 = 3"),
            Check::Reach(vec![
                Reach {
                    piece: "Drunk elephant".into(),
                    from: Place::EverySite,
                    sites: 1008,
                },
                Reach {
                    piece: "King".into(),
                    from: Place::Site("a1".into()),
                    sites: 3,
                }
            ])
        );
        assert_eq!(
            read("forced: 4k3/8/8/8/8/8/8/4KQ2 w; player 1 wins within 9 plies"),
            Check::Forced {
                position: Some("4k3/8/8/8/8/8/8/4KQ2 w".into()),
                player: 1,
                aim: Aim::Win,
                plies: 9
            }
        );
        assert_eq!(
            read("perft: 1 = 20, 2 = 400, 3 = 8,902"),
            Check::Perft(vec![(1, 20), (2, 400), (3, 8902)])
        );
        let chances = vec![
            (
                0,
                Fraction {
                    cases: 1,
                    among: 16,
                },
            ),
            (
                -2,
                Fraction {
                    cases: 6,
                    among: 16,
                },
            ),
        ];
        assert_eq!(read("chance: 0 = 1/16, -2 = 6/16"), Check::Chance(chances));
        assert_eq!(read("hand: worked out"), Check::Hand("worked out".into()));
    }

    #[test]
    fn expectations_of_many_games_are_read() {
        let expected = |measure, relation, bound| Expected {
            measure,
            relation,
            bound,
        };
        for (text, wanted) in [
            (
                "player 2 first >= 52.5 %",
                expected(Measure::First(2), Relation::AtLeast, 52.5),
            ),
            (
                "drawn <= 3 %",
                expected(Measure::Drawn, Relation::AtMost, 3.0),
            ),
            (
                "mean plies >= 100",
                expected(Measure::MeanPlies, Relation::AtLeast, 100.0),
            ),
        ] {
            let games = 1000;
            let check = read(&format!("random: 1000 games; {text}"));
            assert_eq!(
                check,
                Check::Random {
                    games,
                    expected: wanted
                }
            );
            assert_eq!(wanted.to_string(), text);
        }
        let check = read("match: 20 games, uct 0.5; drawn >= 1 %");
        assert!(matches!(check, Check::Match { games: 20, seconds, .. } if seconds == 0.5));
    }

    #[test]
    fn the_forms_for_figures_are_read() {
        assert_eq!(
            read("figure: records/a.txt; magic, compartments of order 4"),
            Check::Figure {
                records: vec!["records/a.txt".into()],
                properties: vec![Property::Magic, Property::Compartments(4)]
            }
        );
        let difference = read("figure: records/a.txt; opposite differ by 16");
        assert!(
            matches!(difference, Check::Figure { properties, .. } if properties == [Property::Opposite(16)])
        );
        let Check::Square { orders, .. } =
            read("square: odd-square-agrippa, orders 3 to 9 by 2; associated")
        else {
            panic!("a square");
        };
        assert_eq!(orders, [3, 5, 7, 9]);
        assert_eq!(
            read("alike: odd-square-agrippa and odd-square-bachet, orders 3 5"),
            Check::Alike {
                methods: ["odd-square-agrippa".into(), "odd-square-bachet".into()],
                orders: vec![3, 5]
            }
        );
        assert_eq!(
            read("tours: closed 6x6 = 9862"),
            Check::Tours {
                board: (6, 6),
                closed: true,
                relation: None,
                number: 9862
            }
        );
        for property in Property::PLAIN {
            let text = format!("figure: records/a.txt; {property}");
            assert!(
                matches!(read(&text), Check::Figure { properties, .. } if properties == [property])
            );
        }
    }

    #[test]
    fn a_syntax_error_gives_its_column() {
        for (text, error) in [
            (
                "arithmetic: 2 + 2",
                "at 1: there is no check \"arithmetic\"",
            ),
            ("all is well", "at 1: a check begins with"),
            (
                "random: many games; drawn <= 3 %",
                "at 9: a number of games is missing",
            ),
            ("random: 10 games", "at 17: ; is missing"),
            (
                "random: 10 games; drawn = 3 %",
                "at 25: >= or <= is missing",
            ),
            ("random: 10 games; drawn <= 3", "at 29: % is missing"),
            ("match: 10 games; drawn <= 3 %", "at 16: , is missing"),
            ("chance: 1 = 4/0", "at 15: not a probability"),
            ("chance: 1 = 4 in 16", "at 15: / is missing"),
            (
                "forced: start; player 1 looses within 3 plies",
                "at 25: wins or draws is missing",
            ),
            (
                "replay: records/a.txt; forced",
                "at 22: unexpected \"; forced\"",
            ),
            (
                "figure: records/a.txt; beautiful",
                "at 24: there is no property \"beautiful\"",
            ),
            ("hand:", "at 6: the text is missing"),
        ] {
            let found = wrong(text);
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }

    #[test]
    fn every_check_of_every_folder_can_be_read() {
        let mut wrong = Vec::new();
        for entry in crate::entries() {
            for claim in &entry.about.claims {
                let Some(check) = &claim.check else { continue };
                if let Err(error) = check.parse::<Check>() {
                    wrong.push(format!("{} {}: {check:?}: {error}", entry.slug, claim.id));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

//! What tests a claim: the `check` of a `[[claims]]` entry, read.
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

/// What is to be done to test a claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// The game starts from this position.
    Position(String),
    /// These records, by their files below the game's folder, replay.
    Replay(Vec<String>),
    /// Men alone on the board can go to so many sites.
    Reach(Vec<Reach>),
    /// A player can force something by exhaustive search.
    Forced {
        /// The position; `None` for that of the start.
        position: Option<String>,
        /// Who forces it, from 1.
        player: usize,
        /// What.
        aim: Aim,
        /// Within so many plies.
        plies: u32,
    },
    /// What random games are like.
    Random {
        /// How many games.
        games: u32,
        /// What is expected of them.
        expected: Expected,
    },
    /// What games are like whose players think.
    Match {
        /// How many games.
        games: u32,
        /// How long the search thinks about a move.
        seconds: f64,
        /// What is expected of them.
        expected: Expected,
    },
    /// The exact chances of the sum of one throw.
    Chance(Vec<(i32, Fraction)>),
    /// Printed figures have properties.
    Figure {
        /// The records, by their files below the folder.
        records: Vec<String>,
        /// What they are.
        properties: Vec<Property>,
    },
    /// The squares that a method makes have properties.
    Square {
        /// The method, by its name.
        method: String,
        /// The orders.
        orders: Vec<usize>,
        /// What they are.
        properties: Vec<Property>,
    },
    /// Two methods give the same squares.
    Alike {
        /// The methods, by their names.
        methods: [String; 2],
        /// The orders.
        orders: Vec<usize>,
    },
    /// A board has so many tours, counted without their direction.
    Tours {
        /// Files and ranks.
        board: (usize, usize),
        /// Whether they return to their beginning.
        closed: bool,
        /// How the number compares; `None` where it is to be this one.
        relation: Option<Relation>,
        /// How many.
        number: u128,
    },
    /// It was worked out outside the program, as these words say.
    Hand(String),
}

/// How far a lone man goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The piece of player 1, by its name in the description.
    pub piece: String,
    /// Where it stands.
    pub from: Place,
    /// To how many sites it can go.
    pub sites: u64,
}

/// Where a lone man stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// On a site.
    Site(String),
    /// On one site after the other; the sites he can go to are added up.
    EverySite,
}

/// What a player forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win alone.
    Win,
    /// A draw, or better.
    Draw,
}

/// What is expected of many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// What is measured.
    pub measure: Measure,
    /// How it compares with the bound.
    pub relation: Relation,
    /// The bound: percent for shares, plies for lengths.
    pub bound: f64,
}

/// What is measured over many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The share of games in which this player is first alone.
    First(usize),
    /// The share of games in which nobody is first alone.
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

/// A chance as it is written; it need not be in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// So many cases
    pub cases: u64,
    /// among so many.
    pub among: u64,
}

/// What a magic square or a tour may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Rows, columns and both diagonals agree.
    Magic,
    /// Rows and columns agree.
    SemiMagic,
    /// The broken diagonals agree as well.
    Pandiagonal,
    /// Cells opposite through the middle add up alike.
    Associated,
    /// Borders can be taken off, and the rest is magic.
    Bordered,
    /// It is made of magic squares of this order.
    Compartments(usize),
    /// Halves of the lines come to half the constant.
    HalfLines,
    /// The quarters have rows and columns of half the constant.
    Quarters,
    /// Blocks of two by two add up alike.
    Blocks,
    /// All rows agree.
    Rows,
    /// All columns agree.
    Columns,
    /// Both diagonals agree.
    Diagonals,
    /// A knight visits every cell once.
    Tour,
    /// And could return to the first.
    ClosedTour,
}

impl Property {
    const PLAIN: [Property; 13] = [
        Property::Magic,
        Property::SemiMagic,
        Property::Pandiagonal,
        Property::Associated,
        Property::Bordered,
        Property::HalfLines,
        Property::Quarters,
        Property::Blocks,
        Property::Rows,
        Property::Columns,
        Property::Diagonals,
        Property::Tour,
        Property::ClosedTour,
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
            Property::Rows => "rows",
            Property::Columns => "columns",
            Property::Diagonals => "diagonals",
            Property::Tour => "tour",
            Property::ClosedTour => "closed tour",
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

/// Why a check cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// Where in its text, in characters from 1.
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
                "at 1: no check is called \"arithmetic\"",
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
            ("chance: 1 = 4/0", "at 15: nothing is so likely"),
            ("chance: 1 = 4 in 16", "at 15: / is missing"),
            (
                "forced: start; player 1 looses within 3 plies",
                "at 25: wins or draws is missing",
            ),
            (
                "replay: records/a.txt; forced",
                "at 22: \"; forced\" is too much",
            ),
            (
                "figure: records/a.txt; beautiful",
                "at 24: no property is called \"beautiful\"",
            ),
            ("hand:", "at 6: nothing is said"),
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

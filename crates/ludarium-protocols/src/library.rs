//! Other games that a GUI may ask an engine to play.

use ludarium_engine::Game;
use ludarium_lud::OptionGroup;
use ludarium_notation::position;

use crate::session::LearnEvaluation;
use crate::ProtocolGame;

/// What a GUI asks for instead of the current game.
#[derive(Clone, Debug, PartialEq)]
pub enum OtherGame {
    /// The game that is this variant of UCI.
    Variant(String),
    /// The game on a square board of this size.
    BoardSize(usize),
    /// The game with this number of points for the second player, or the nearest number that it
    /// has.
    Komi(f64),
}

/// A game for our player.
pub struct EngineGame<'g> {
    /// The game.
    pub game: ProtocolGame<'g>,
    /// Learns the evaluation of its positions.
    pub learn: LearnEvaluation<'g>,
}

/// The games that a session can turn to.
pub trait GameLibrary<'g> {
    /// The variants of UCI that [`OtherGame::Variant`] may name.
    fn variants(&self) -> Vec<String>;

    /// The game asked for, if there is one. The current one is the last that was returned; at
    /// first it is that of the session.
    fn find(&self, wanted: &OtherGame) -> Option<EngineGame<'g>>;
}

/// No other game.
#[derive(Clone, Copy, Debug)]
pub struct OneGame;

impl<'g> GameLibrary<'g> for OneGame {
    fn variants(&self) -> Vec<String> {
        Vec::new()
    }

    fn find(&self, _wanted: &OtherGame) -> Option<EngineGame<'g>> {
        None
    }
}

/// The number of rows of a square board, each with as many sites; `None` for other boards.
#[must_use]
pub fn board_size(game: &Game) -> Option<usize> {
    let grid = position::grid(game).ok()?;
    let full = |row: &Vec<Option<usize>>| row.iter().filter(|slot| slot.is_some()).count();
    let size = grid.len();
    grid.iter()
        .all(|row| full(row) == size && row.len() == size)
        .then_some(size)
}

/// The heading of the readings that give the second player points.
const KOMI: &str = "komi";

/// The number of points that a reading gives the second player.
fn points(item: &str) -> Option<f64> {
    match item {
        "None" => Some(0.0),
        item => item.parse().ok(),
    }
}

fn komi_of<'l>(game: &ProtocolGame<'l>) -> Option<&'l OptionGroup> {
    let groups = &game.loaded.description.options;
    groups
        .iter()
        .find(|group| group.heading.eq_ignore_ascii_case(KOMI))
}

impl<'g> ProtocolGame<'g> {
    /// The points that the second player gets, if the game's readings have such points.
    #[must_use]
    pub fn komi(&self) -> Option<f64> {
        let group = komi_of(self)?;
        points(&group.items.get(group.chosen)?.name)
    }

    /// The readings, as heading and item, that may lead to a game, the likeliest first. Whether one
    /// does is seen once it is loaded.
    #[must_use]
    pub fn readings_for(&self, wanted: &OtherGame) -> Vec<(String, String)> {
        let reading = |group: &OptionGroup, item: usize| {
            (group.heading.clone(), group.items[item].name.clone())
        };
        match wanted {
            OtherGame::Variant(_) => Vec::new(),
            OtherGame::BoardSize(size) => {
                let named = |name: &str| {
                    let mut words = name.split(|c: char| !c.is_ascii_digit());
                    words.any(|word| word.parse() == Ok(*size))
                };
                let groups = self.loaded.description.options.iter();
                let items = groups.flat_map(|group| {
                    let items = (0..group.items.len()).map(move |item| (group, item));
                    items.filter(|(group, item)| named(&group.items[*item].name))
                });
                items.map(|(group, item)| reading(group, item)).collect()
            }
            OtherGame::Komi(komi) => {
                let Some(group) = komi_of(self) else {
                    return Vec::new();
                };
                let items = group.items.iter().enumerate();
                let distances = items.filter_map(|(item, own)| {
                    let points = points(&own.name)?;
                    Some(((points - komi).abs(), item))
                });
                let nearest = distances.min_by(|one, other| one.0.total_cmp(&other.0));
                nearest
                    .map(|(_, item)| reading(group, item))
                    .into_iter()
                    .collect()
            }
        }
    }
}

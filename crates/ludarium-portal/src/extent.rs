//! How long games are, and how much there is to choose: measured on random games when the server
//! begins, and the same each time.

use std::collections::HashMap;
use std::sync::OnceLock;

use ludarium_engine::{Game, SplitMix64};
use ludarium_games::{entries, Kind};

/// The most games that are played of each game, and the moves after which no other one is begun.
const GAMES: usize = 7;
const PLIES: usize = 300;

/// The moves after which a game is cut off: it is a long one in any case.
const LIMIT: usize = 400;

/// The length and the complexity of a game, under the readings that are the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The median number of moves of a random game.
    pub plies: usize,
    /// The game-tree complexity as a power of ten: the mean of the sums, over the positions of a
    /// random game, of the logarithms of the numbers of legal moves.
    pub tree: f64,
}

impl Extent {
    /// Plays random games; `None` if the rules allow no move.
    #[must_use]
    pub fn of(game: &Game) -> Option<Extent> {
        let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
        let (mut lengths, mut trees): (Vec<usize>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut legal = Vec::new();
        while lengths.len() < GAMES && lengths.iter().sum::<usize>() < PLIES {
            let mut state = game.start(&mut chance);
            let (mut plies, mut tree) = (0, 0.0);
            while plies < LIMIT && !state.over() {
                game.legal(&mut state, &mut legal);
                let count = u32::try_from(legal.len()).unwrap_or(u32::MAX);
                let index = pick.index(count.max(1)) as usize;
                let Some(&mv) = legal.get(index) else { break };
                tree += f64::from(count).log10();
                game.apply(&mut state, mv, &mut chance);
                plies += 1;
            }
            lengths.push(plies);
            trees.push(tree);
        }
        lengths.sort_unstable();
        let plies = lengths[lengths.len() / 2];
        (plies > 0).then(|| Extent {
            plies,
            tree: trees.iter().sum::<f64>() / trees.len() as f64,
        })
    }

    /// The class of the length, as an address names it.
    #[must_use]
    pub fn length(&self) -> &'static str {
        class(&LENGTHS, self.plies as f64)
    }

    /// The class of the complexity, as an address names it.
    #[must_use]
    pub fn complexity(&self) -> &'static str {
        class(&COMPLEXITIES, self.tree)
    }
}

/// A class: its name in addresses, its text, and the largest value in it.
type Class = (&'static str, &'static str, f64);

/// The classes of lengths, in moves.
pub const LENGTHS: [Class; 3] = [
    ("short", "short: up to 40 moves", 40.0),
    ("medium", "medium: up to 150 moves", 150.0),
    ("long", "long: more than 150 moves", f64::INFINITY),
];

/// The classes of game-tree complexity, as powers of ten.
pub const COMPLEXITIES: [Class; 3] = [
    ("small", "small: up to 10^20 games", 20.0),
    ("medium", "medium: up to 10^100 games", 100.0),
    ("large", "large: more than 10^100 games", f64::INFINITY),
];

fn class(classes: &[Class], value: f64) -> &'static str {
    let found = classes.iter().find(|(_, _, most)| value <= *most);
    found.map_or("", |(name, _, _)| name)
}

type Measured = HashMap<&'static str, OnceLock<Option<Extent>>>;

/// What is measured so far, by slug.
fn all() -> &'static Measured {
    static MEASURED: OnceLock<Measured> = OnceLock::new();
    MEASURED.get_or_init(|| {
        let games = entries().iter().filter(|entry| entry.kind() == Kind::Game);
        games.map(|entry| (entry.slug, OnceLock::new())).collect()
    })
}

/// The extent of a game; it is measured when somebody asks for the first time.
pub fn measured(slug: &str) -> Option<Extent> {
    let (slug, own) = all().get_key_value(slug)?;
    *own.get_or_init(|| {
        let entry = ludarium_games::find(slug).ok()?;
        Extent::of(&ludarium_games::load(entry, &[]).ok()?.game)
    })
}

/// The extent of a game, if it is measured already.
pub fn known(slug: &str) -> Option<Extent> {
    *all().get(slug)?.get()?
}

/// Measures all games before somebody asks.
pub fn prepare() {
    for slug in all().keys() {
        measured(slug);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Extent {
        let entry = ludarium_games::find(name).expect("a game");
        Extent::of(&ludarium_games::load(entry, &[]).expect("a game").game).expect("moves")
    }

    /// A random game of tic-tac-toe has five to nine moves, from 9 x 8 x 7 x 6 x 5 to 9! lines.
    #[test]
    fn tic_tac_toe_is_short_and_small() {
        let extent = of("tic-tac-toe");
        assert!((5..=9).contains(&extent.plies), "{extent:?}");
        assert!((4.1..=5.6).contains(&extent.tree), "{extent:?}");
        assert_eq!((extent.length(), extent.complexity()), ("short", "small"));
        assert_eq!(extent, of("tic-tac-toe"), "the same each time");
    }

    /// Go has far more moves than connect four: at most 42 moves, of at most seven choices each.
    #[test]
    fn games_with_more_choices_are_more_complex() {
        let (four, go) = (of("connect-four"), of("go"));
        assert!(
            four.plies <= 42 && four.tree <= 42.0 * 7f64.log10(),
            "{four:?}"
        );
        assert!(
            go.plies > four.plies && go.complexity() == "large",
            "{go:?}"
        );
    }
}

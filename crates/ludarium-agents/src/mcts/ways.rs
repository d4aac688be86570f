//! What a tree search may go by, to be chosen by name.

use std::fmt;
use std::str::FromStr;

/// A way to make more of a tree search than its usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Moves that were hardly tried are judged as those of the nearest position above that was visited often: GRAVE instead of RAVE.
    /// Playouts that are compiled and do not tell their moves are made move by move.
    Grave,
    /// What a move is worth is, in part, the minimax of the judgements of the positions after it: implicit minimax backups (games of
    /// two without chance and hidden things).
    Minimax,
    /// Moves that were hardly tried are tried the sooner the better they did anywhere: progressive history.
    History,
    /// Playouts prefer moves that did well after the one or two moves before them: N-gram selection. Playouts are made move by move.
    Grams,
    /// Moves are judged by what came of them where they were made, and not by games in which they were made later: no RAVE.
    Own,
    /// The tree is not kept from move to move. It takes the place of no other way: beside it, what suits the game is gone by.
    Forgetful,
}

impl Way {
    /// All of them, by name.
    const NAMED: [(Way, &'static str); 6] = [
        (Way::Grave, "grave"),
        (Way::Minimax, "minimax"),
        (Way::History, "history"),
        (Way::Grams, "nst"),
        (Way::Own, "norave"),
        (Way::Forgetful, "forgetful"),
    ];
}

/// Some of the [`Way`]s, or none ([`Ways::USUAL`]).
///
/// ```
/// use ludarium_agents::{Way, Ways};
///
/// let ways: Ways = "grave+nst".parse().unwrap();
/// assert!(ways.has(Way::Grave) && !ways.has(Way::Minimax));
/// assert_eq!(ways.to_string(), "grave+nst");
/// assert!("grave+luck".parse::<Ways>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ways(u8);

impl Ways {
    /// None of them: a tree search goes by what suits the game.
    pub const USUAL: Ways = Ways(0);

    /// These ways.
    #[must_use]
    pub const fn of(ways: &[Way]) -> Ways {
        let (mut bits, mut index) = (0, 0);
        while index < ways.len() {
            bits |= 1 << ways[index] as u8;
            index += 1;
        }
        Ways(bits)
    }

    /// Whether a way is one of them.
    #[must_use]
    pub const fn has(self, way: Way) -> bool {
        self.0 & 1 << way as u8 != 0
    }

    /// All of them but one.
    pub(super) const fn without(self, way: Way) -> Ways {
        Ways(self.0 & !(1 << way as u8))
    }

    /// Whether it counts for a move what came of games in which it was made later.
    pub(super) const fn counts_later(self) -> bool {
        self.has(Way::Grave) || !self.has(Way::Own)
    }
}

impl fmt::Display for Ways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Way::NAMED.iter().filter(|(way, _)| self.has(*way));
        let names: Vec<&str> = named.map(|(_, name)| *name).collect();
        f.write_str(&names.join("+"))
    }
}

impl FromStr for Ways {
    type Err = String;

    fn from_str(text: &str) -> Result<Ways, String> {
        let way = |name: &str| {
            let named = Way::NAMED.iter().find(|(_, own)| *own == name);
            named.map(|(way, _)| *way).ok_or_else(|| {
                let names = Way::NAMED.map(|(_, name)| name);
                format!(
                    "a tree search has no way {name:?}; there are {}",
                    names.join(", ")
                )
            })
        };
        let ways: Result<Vec<Way>, String> = text.split('+').map(way).collect();
        Ok(Ways::of(&ways?))
    }
}

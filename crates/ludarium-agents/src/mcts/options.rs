//! What a tree search may go by, to be chosen by name.

use std::fmt;
use std::str::FromStr;

/// A way to make more of a tree search than its usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MctsOption {
    /// Moves that were hardly tried are judged as those of the nearest position above that was visited often: GRAVE instead of RAVE.
    /// Playouts that are compiled and do not tell their moves are made move by move.
    Grave,
    /// What a move is worth is, in part, the minimax of the judgements of the positions after it: implicit minimax backups (games of
    /// two without chance and hidden things).
    Minimax,
    /// Moves that were hardly tried are tried the sooner the better they did anywhere: progressive history.
    History,
    /// Playouts prefer moves that did well after the one or two moves before them: N-gram selection. Playouts are made move by move.
    NGrams,
    /// Moves are judged by what came of them where they were made, and not by games in which they were made later: no RAVE.
    NoRave,
    /// The tree is not kept from move to move. It takes the place of no other way: beside it, what suits the game is gone by.
    NoTreeReuse,
}

impl MctsOption {
    /// All of them, by name.
    const NAMED: [(MctsOption, &'static str); 6] = [
        (MctsOption::Grave, "grave"),
        (MctsOption::Minimax, "minimax"),
        (MctsOption::History, "history"),
        (MctsOption::NGrams, "nst"),
        (MctsOption::NoRave, "norave"),
        (MctsOption::NoTreeReuse, "forgetful"),
    ];
}

/// Some of the [`MctsOption`]s, or none ([`MctsOptions::DEFAULT`]).
///
/// ```
/// use ludarium_agents::{MctsOption, MctsOptions};
///
/// let options: MctsOptions = "grave+nst".parse().unwrap();
/// assert!(options.has(MctsOption::Grave) && !options.has(MctsOption::Minimax));
/// assert_eq!(options.to_string(), "grave+nst");
/// assert!("grave+luck".parse::<MctsOptions>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MctsOptions(u8);

impl MctsOptions {
    /// None of them: a tree search goes by what suits the game.
    pub const DEFAULT: MctsOptions = MctsOptions(0);

    /// These ways.
    #[must_use]
    pub const fn of(options: &[MctsOption]) -> MctsOptions {
        let (mut bits, mut index) = (0, 0);
        while index < options.len() {
            bits |= 1 << options[index] as u8;
            index += 1;
        }
        MctsOptions(bits)
    }

    /// Whether a way is one of them.
    #[must_use]
    pub const fn has(self, option: MctsOption) -> bool {
        self.0 & 1 << option as u8 != 0
    }

    /// All of them but one.
    pub(super) const fn without(self, option: MctsOption) -> MctsOptions {
        MctsOptions(self.0 & !(1 << option as u8))
    }

    /// Whether it counts for a move what came of games in which it was made later.
    pub(super) const fn uses_amaf(self) -> bool {
        self.has(MctsOption::Grave) || !self.has(MctsOption::NoRave)
    }
}

impl fmt::Display for MctsOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = MctsOption::NAMED
            .iter()
            .filter(|(option, _)| self.has(*option));
        let names: Vec<&str> = named.map(|(_, name)| *name).collect();
        f.write_str(&names.join("+"))
    }
}

impl FromStr for MctsOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<MctsOptions, String> {
        let option = |name: &str| {
            let named = MctsOption::NAMED.iter().find(|(_, own)| *own == name);
            named.map(|(option, _)| *option).ok_or_else(|| {
                let names = MctsOption::NAMED.map(|(_, name)| name);
                format!(
                    "mcts has no option {name:?}; there are {}",
                    names.join(", ")
                )
            })
        };
        let options: Result<Vec<MctsOption>, String> = text.split('+').map(option).collect();
        Ok(MctsOptions::of(&options?))
    }
}

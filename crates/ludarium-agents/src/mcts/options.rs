//! Options of the tree search, selected by name.

use std::fmt;
use std::str::FromStr;

/// An enhancement of the tree search, or the removal of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MctsOption {
    /// Moves with few visits are valued by the statistics of the nearest ancestor with many visits:
    /// GRAVE instead of RAVE. If compiled playouts do not record their moves, playouts are made
    /// move by move.
    Grave,
    /// The minimax of the evaluations below a move is a part of its value: implicit minimax backups
    /// (two-player games without chance and hidden information).
    Minimax,
    /// Moves with few visits are preferred if they did well anywhere: progressive history.
    History,
    /// Playouts prefer moves that did well after the last one or two moves: N-gram selection.
    /// Playouts are made move by move.
    NGrams,
    /// No RAVE: moves are valued only by games in which they were made at the node itself.
    NoRave,
    /// The tree is not reused for the next move. Combines with the options that suit the game.
    NoTreeReuse,
}

impl MctsOption {
    /// All options with their names.
    const NAMED: [(MctsOption, &'static str); 6] = [
        (MctsOption::Grave, "grave"),
        (MctsOption::Minimax, "minimax"),
        (MctsOption::History, "history"),
        (MctsOption::NGrams, "nst"),
        (MctsOption::NoRave, "norave"),
        (MctsOption::NoTreeReuse, "forgetful"),
    ];
}

/// A set of [`MctsOption`]s; empty for [`MctsOptions::DEFAULT`].
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
    /// No options: the search uses those that suit the game.
    pub const DEFAULT: MctsOptions = MctsOptions(0);

    /// The set of these options.
    #[must_use]
    pub const fn of(options: &[MctsOption]) -> MctsOptions {
        let (mut bits, mut index) = (0, 0);
        while index < options.len() {
            bits |= 1 << options[index] as u8;
            index += 1;
        }
        MctsOptions(bits)
    }

    /// Whether the set contains an option.
    #[must_use]
    pub const fn has(self, option: MctsOption) -> bool {
        self.0 & 1 << option as u8 != 0
    }

    /// The set without an option.
    pub(super) const fn without(self, option: MctsOption) -> MctsOptions {
        MctsOptions(self.0 & !(1 << option as u8))
    }

    /// Whether the search uses AMAF statistics.
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

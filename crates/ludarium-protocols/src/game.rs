//! The names, letters and XBoard variant of a game in the protocols of other programs.

use ludarium_games::{About, Loaded};
use ludarium_lud::OptionGroup;
use ludarium_picture::Names;

/// The name in UCI of an XBoard variant: the chess of the West is `chess` there.
#[must_use]
pub fn uci_variant(variant: &str) -> &str {
    match variant {
        "normal" => "chess",
        other => other,
    }
}

/// A loaded game, and what the library knows about it.
#[derive(Clone, Copy)]
pub struct ProtocolGame<'g> {
    /// The compiled game and its description.
    pub loaded: &'g Loaded,
    /// What the library knows about the game, if it is built in.
    pub about: Option<&'g About>,
    /// The name of the game in greetings and messages.
    pub name: &'g str,
}

impl<'g> ProtocolGame<'g> {
    /// The names that the game's own notation gives to sites and pieces.
    #[must_use]
    pub fn names(&self) -> Names {
        self.about.map(Names::new).unwrap_or_default()
    }

    /// The letters of the game's pieces in protocols, each with the name of the piece.
    pub fn letters(&self) -> impl Iterator<Item = (&'g String, &'g String)> {
        let protocol = self.about.map(|about| &about.protocol);
        protocol.into_iter().flat_map(|own| &own.letters)
    }

    /// The name of the game as an XBoard variant; `None` if it has none under the readings it was
    /// loaded with.
    #[must_use]
    pub fn variant(&self) -> Option<&'g str> {
        let protocol = &self.about?.protocol;
        let groups = &self.loaded.description.options;
        let as_in_variant = |group: &OptionGroup| {
            let readings = protocol.options.iter();
            let readings = readings.filter_map(|option| option.split_once('/'));
            let mut readings = readings.filter(|(heading, _)| *heading == group.heading);
            let default = group.items.iter().rev().max_by_key(|item| item.stars);
            let wanted = readings.next().map(|(_, item)| item);
            let wanted = wanted.or(default.map(|item| item.name.as_str()));
            let chosen = group.items.get(group.chosen);
            chosen.map(|item| item.name.as_str()) == wanted
        };
        let variant = protocol.variant.as_deref()?;
        groups.iter().all(as_in_variant).then_some(variant)
    }

    /// The name of the game as a variant of UCI.
    #[must_use]
    pub fn uci_variant(&self) -> Option<&'g str> {
        self.variant().map(uci_variant)
    }

    /// The readings under which the game is an XBoard variant, as `heading=item` separated by
    /// commas; empty for the defaults. `None` if it is one already, or never.
    #[must_use]
    pub fn variant_readings(&self) -> Option<String> {
        let protocol = &self.about?.protocol;
        let readings = protocol.options.iter().map(|own| own.replacen('/', "=", 1));
        let readings = readings.collect::<Vec<_>>().join(", ");
        (protocol.variant.is_some() && self.variant().is_none()).then_some(readings)
    }
}

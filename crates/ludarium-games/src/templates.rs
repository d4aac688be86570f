//! Small, complete games to start from.

/// A kind of game, with the texts of a small one.
///
/// ```
/// use ludarium_games::templates::Template;
///
/// let text = Template::Line.description("Four in a Row");
/// assert!(text.contains("(game \"Four in a Row\""));
/// let definitions = ludarium_games::definitions();
/// let loaded = ludarium_games::load_text("game.lud", &text, &definitions, &[])?;
/// assert_eq!(loaded.game.players(), 2);
/// # Ok::<(), ludarium_games::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// Stones in a line.
    Line,
    /// Hounds against a fox.
    Hunt,
    /// A race with dice.
    Race,
    /// Seeds in pits.
    Sowing,
    /// Soldiers that leap.
    War,
    /// A small chess.
    Chess,
}

/// The files of a template, in which names are still to be filled in.
macro_rules! files {
    ($name:literal) => {
        [
            (
                "game.lud",
                include_str!(concat!("../templates/", $name, "/game.lud")),
            ),
            (
                "about.toml",
                include_str!(concat!("../templates/", $name, "/about.toml")),
            ),
            (
                "rules.md",
                include_str!(concat!("../templates/", $name, "/rules.md")),
            ),
        ]
    };
}

impl Template {
    /// All templates, the simplest first.
    pub const ALL: [Template; 6] = [
        Template::Line,
        Template::Hunt,
        Template::Race,
        Template::Sowing,
        Template::War,
        Template::Chess,
    ];

    /// Its name in commands and addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Template::Line => "line",
            Template::Hunt => "hunt",
            Template::Race => "race",
            Template::Sowing => "sowing",
            Template::War => "war",
            Template::Chess => "chess",
        }
    }

    /// What the game is like, and what its description shows.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Template::Line => "Stones are placed, and a line of them wins; with an option",
            Template::Hunt => "Four hounds shut in a fox; the sides differ",
            Template::Race => "Pieces enter, run along a track and leave; dice and hands",
            Template::Sowing => "Seeds are sown round pits and captured; counts and scores",
            Template::War => "Soldiers capture by leaping, several times in a turn",
            Template::Chess => "A small chess with checkmate; shared definitions",
        }
    }

    /// Its files: their names, and their texts with `@NAME@`, `@SLUG@` and `"@FAMILY@"` where the
    /// names of the game belong. The description is the first.
    #[must_use]
    pub fn files(self) -> [(&'static str, &'static str); 3] {
        match self {
            Template::Line => files!("line"),
            Template::Hunt => files!("hunt"),
            Template::Race => files!("race"),
            Template::Sowing => files!("sowing"),
            Template::War => files!("war"),
            Template::Chess => files!("chess"),
        }
    }

    /// Its description, with the name of the game, which must not contain a quotation mark.
    #[must_use]
    pub fn description(self, name: &str) -> String {
        self.files()[0].1.replace("@NAME@", name)
    }
}

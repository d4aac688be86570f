//! Commands that a player can type.

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play the move with this text.
    Move(String),
    /// List the legal moves.
    Moves,
    /// Undo back to the user's last decision.
    Undo,
    /// Show the computer's best moves.
    Hint,
    /// Save the game to a file; `replace`: whatever the file holds.
    Save { name: Option<String>, replace: bool },
    /// Continue a saved game.
    Load(String),
    /// Resign.
    Resign,
    /// Begin the game again, with the same players.
    Rematch,
    /// Show the moves so far.
    Record,
    /// Show the position as text.
    Position,
    /// Show the rules in plain words.
    Rules,
    /// Show the sources of the rules.
    Sources,
    /// Show the readings and the choices in use.
    Readings,
    /// Show the characters of the pieces.
    Legend,
    /// Show the coordinates of the sites.
    Coordinates,
    /// Show the board.
    Board,
    /// Let the computer finish the game.
    Auto,
    /// Solve the rest of a puzzle.
    Solve,
    /// List the commands.
    Help,
    /// Quit.
    Quit,
}

/// The commands and what they do.
pub const HELP: &[(&str, &str)] = &[
    (
        "e2-e4, 7",
        "play a move, by its text or its number in the list",
    ),
    ("moves", "list the legal moves"),
    ("undo", "undo back to your last decision"),
    ("hint", "show the computer's best moves"),
    (
        "save [FILE]",
        "save the game to a file (save! replaces one)",
    ),
    ("load FILE", "continue a saved game"),
    ("resign", "resign the game"),
    ("rematch", "begin again, with the same players"),
    ("record", "the moves so far, with their numbers"),
    (
        "position",
        "the position on the board as text, as --position takes it",
    ),
    ("auto", "let the computer finish the game"),
    ("solve", "solve the rest of a puzzle"),
    ("rules", "the rules in plain words"),
    ("sources", "the sources of the rules"),
    ("readings", "disputed rules and the choices in use"),
    ("legend", "which character is which piece"),
    ("coords", "the coordinates of the sites"),
    ("board", "show the board again"),
    ("quit", "leave"),
];

impl Command {
    /// Parses a line; `None` if it is blank. Anything that is not a command is treated as a move.
    #[must_use]
    pub fn parse(line: &str) -> Option<Command> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        Some(
            match word.trim_start_matches([':', '/']).to_lowercase().as_str() {
                "" => return None,
                "moves" | "m" | "list" => Command::Moves,
                "undo" | "u" | "back" => Command::Undo,
                "hint" | "h" => Command::Hint,
                "save" | "save!" => Command::Save {
                    name: (!rest.is_empty()).then(|| rest.to_owned()),
                    replace: word.ends_with('!'),
                },
                "load" => Command::Load(rest.to_owned()),
                "resign" => Command::Resign,
                "rematch" => Command::Rematch,
                "record" => Command::Record,
                "position" => Command::Position,
                "rules" => Command::Rules,
                "sources" => Command::Sources,
                "readings" => Command::Readings,
                "legend" => Command::Legend,
                "coords" | "coordinates" => Command::Coordinates,
                "board" => Command::Board,
                "auto" => Command::Auto,
                "solve" => Command::Solve,
                "help" | "?" => Command::Help,
                "quit" | "q" | "exit" => Command::Quit,
                _ => Command::Move(line.to_owned()),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        assert_eq!(
            Command::parse(" e2-e4 "),
            Some(Command::Move("e2-e4".into()))
        );
        assert_eq!(Command::parse("12"), Some(Command::Move("12".into())));
        assert_eq!(Command::parse("  "), None);
    }

    #[test]
    fn a_command_may_have_a_colon_in_front() {
        assert_eq!(Command::parse(":undo"), Some(Command::Undo));
        assert_eq!(
            Command::parse("save my game"),
            Some(Command::Save {
                name: Some("my game".into()),
                replace: false
            })
        );
    }
}

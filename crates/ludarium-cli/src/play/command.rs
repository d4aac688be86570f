//! What a player types.

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play the move that is written so.
    Move(String),
    /// List the legal moves.
    Moves,
    /// Take back to one's last decision.
    Undo,
    /// Ask the machine.
    Hint,
    /// Keep the game in a file.
    Save(Option<String>),
    /// Go on with a kept game.
    Load(String),
    /// Give up.
    Resign,
    /// The rules in plain words.
    Rules,
    /// Where the rules come from.
    Sources,
    /// The readings and what was chosen.
    Readings,
    /// Which character is which piece.
    Legend,
    /// The coordinates of the sites.
    Coordinates,
    /// Show the board.
    Board,
    /// Let the machine play the rest.
    Auto,
    /// Solve what is left of a puzzle.
    Solve,
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// The commands, each with its words and what it does.
pub const HELP: &[(&str, &str)] = &[
    (
        "e2-e4, 7",
        "play a move, by its text or its number in the list",
    ),
    ("moves", "list the legal moves"),
    ("undo", "take back to your last decision"),
    ("hint", "ask the machine for its best moves"),
    ("save [FILE]", "keep the game in a file"),
    ("load FILE", "go on with a kept game"),
    ("resign", "give up"),
    ("auto", "let the machine play the rest"),
    ("solve", "show how a puzzle for one is solved from here"),
    ("rules", "the rules in plain words"),
    ("sources", "where the rules come from"),
    ("readings", "doubtful points, and how they are played here"),
    ("legend", "which character is which piece"),
    ("coords", "the coordinates of the sites"),
    ("board", "show the board again"),
    ("quit", "leave"),
];

impl Command {
    /// Reads a line. Whatever is not a command is taken for a move.
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
                "save" => Command::Save((!rest.is_empty()).then(|| rest.to_owned())),
                "load" => Command::Load(rest.to_owned()),
                "resign" => Command::Resign,
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
            Some(Command::Save(Some("my game".into())))
        );
    }
}

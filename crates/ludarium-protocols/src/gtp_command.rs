//! The words of GTP.

use std::time::Duration;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub id: Option<u64>,
    pub name: String,
    pub words: Vec<String>,
}

/// The greatest time that counts, so that sums stay in range.
const DAY: f64 = 86_400.0;

impl Command {
    /// The command of a line; `None` if there is none but space and comments.
    pub fn parse(line: &str) -> Option<Command> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        Some(Command {
            id,
            name: words.next()?,
            words: words.collect(),
        })
    }

    pub fn word(&self, index: usize) -> Result<&str, String> {
        let word = self.words.get(index).map(String::as_str);
        word.ok_or_else(|| "syntax error".to_owned())
    }

    pub fn number(&self, index: usize) -> Result<usize, String> {
        let number = self.word(index)?.parse();
        number.map_err(|_| format!("{} not an integer", self.name))
    }

    pub fn float(&self, index: usize) -> Result<f64, String> {
        let number = self.word(index)?.parse::<f64>();
        let number = number.ok().filter(|number| number.is_finite());
        number.ok_or_else(|| format!("{} not a float", self.name))
    }

    pub fn seconds(&self, index: usize) -> Result<Duration, String> {
        let seconds = self.float(index)?.clamp(0.0, DAY);
        Ok(Duration::from_secs_f64(seconds))
    }

    /// The player of a colour: black is the first.
    pub fn colour(&self, index: usize) -> Result<usize, String> {
        match self.word(index)?.to_lowercase().as_str() {
            "b" | "black" => Ok(1),
            "w" | "white" => Ok(2),
            _ => Err("syntax error".to_owned()),
        }
    }
}

/// The vertices of a fixed handicap, as the protocol lists them; `None` if there is none of this
/// number on a board of this size.
pub(crate) fn fixed_handicap(size: usize, stones: usize) -> Option<Vec<String>> {
    let most = match size {
        0..=6 => 0,
        7 => 4,
        size if size % 2 == 0 => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) || size > 25 {
        return None;
    }
    let near = if size < 13 { 3 } else { 4 };
    let (far, middle) = (size + 1 - near, size.div_ceil(2));
    let corners = [(near, near), (far, far), (far, near), (near, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut all: Vec<(usize, usize)> = corners[..stones.min(4)].to_vec();
    all.extend(&sides[..stones.saturating_sub(4) / 2 * 2]);
    if stones > 4 && stones % 2 == 1 {
        all.push((middle, middle));
    }
    let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let letter = |column: usize| letters.chars().nth(column - 1);
    let vertex = |(column, row): (usize, usize)| Some(format!("{}{row}", letter(column)?));
    all.into_iter().map(vertex).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_an_id_a_name_and_arguments_and_may_have_a_comment() {
        let command = Command::parse("12\tplay  black\u{7} D4 # the star").expect("a command");
        assert_eq!((command.id, command.name.as_str()), (Some(12), "play"));
        assert_eq!(command.words, ["black", "D4"]);
        assert_eq!(command.colour(0), Ok(1));
        assert!(command.number(1).is_err() && command.word(2).is_err());
        for empty in ["", "   ", "# nothing", "7"] {
            assert_eq!(Command::parse(empty), None);
        }
    }

    /// The examples of the protocol's text.
    #[test]
    fn fixed_handicaps_are_those_of_the_protocol() {
        let on = |size: usize, stones: usize| fixed_handicap(size, stones).unwrap_or_default();
        assert_eq!(on(19, 2), ["D4", "Q16"]);
        assert_eq!(on(19, 5), ["D4", "Q16", "Q4", "D16", "K10"]);
        assert_eq!(on(19, 6)[4..], ["D10", "Q10"]);
        assert_eq!(on(19, 9)[4..], ["D10", "Q10", "K4", "K16", "K10"]);
        assert_eq!(on(9, 2), ["C3", "G7"]);
        assert!(on(19, 10).is_empty() && on(19, 1).is_empty());
        assert!(on(8, 5).is_empty() && on(5, 2).is_empty());
    }
}

//! Portable Game Notation.

use ludarium_games::Entry;

use super::pdn::GAME_TYPE;
use super::scanner::Scanner;
use super::{algebraic, xiangqi, Format, FormatError, Played, Transcript, WrittenPly, READINGS};
use crate::position;

/// Tokens that end a game.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// Tokens that end a game of draughts besides these: points.
const POINTS: [&str; 4] = ["2-0", "1-1", "0-2", "0-0"];

/// The tags that every game has, in their order.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that follow from the game itself.
const OWN_TAGS: [&str; 8] = [
    "Result",
    "Variant",
    GAME_TYPE,
    READINGS,
    "SetUp",
    "FEN",
    "Game",
    xiangqi::NOTATION,
];

/// The names of the tag `Variant` for orthodox chess.
const ORTHODOX: [&str; 5] = ["normal", "standard", "chess", "orthodox", "from position"];

/// The XBoard name of orthodox chess, which a file without the tag `Variant` is about.
pub(super) const NORMAL: &str = "normal";

/// The length of a line of moves.
const LINE: usize = 79;

/// A turn that is passed, as programs write it in the middle of an analysis.
const NULL_MOVE: &str = "--";

/// Whether a text begins as PGN does: with a tag.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let tag = text.strip_prefix('[').map(str::trim_start);
    let name = |c: char| c.is_alphanumeric() || c == '_';
    tag.is_some_and(|tag| {
        let rest = tag.trim_start_matches(name);
        rest.len() < tag.len() && rest.trim_start().starts_with('"')
    })
}

/// Reads the games of a text.
pub(super) fn parse(format: Format, text: &str) -> Result<Vec<Transcript>, FormatError> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    loop {
        let mut game = game(format, &mut scanner)?;
        let told = game.tag(xiangqi::NOTATION).and_then(xiangqi::format_of);
        game.format = told.unwrap_or(game.format);
        let bare = game.tags.is_empty() && game.plies.is_empty();
        if bare && game.result.is_none() && scanner.peek().is_none() {
            break;
        }
        if let (true, Some(result), false) = (bare, &game.result, games.is_empty()) {
            let message = format!("{result}: the game has a result already");
            let column = scanner.column - result.chars().count();
            return Err(FormatError::new(scanner.line, column, message));
        }
        games.push(game);
    }
    match games.is_empty() {
        true => Err(scanner.error("there is no game")),
        false => Ok(games),
    }
}

/// Reads one game, up to its result, the tags of the next one or the end.
fn game(format: Format, scanner: &mut Scanner) -> Result<Transcript, FormatError> {
    scanner.skip_spaces();
    let mut game = Transcript {
        format,
        tags: Vec::new(),
        plies: Vec::new(),
        result: None,
        line: scanner.line,
    };
    // The places of open variations.
    let mut open: Vec<(usize, usize)> = Vec::new();
    loop {
        scanner.skip_spaces();
        let (line, column) = (scanner.line, scanner.column);
        match scanner.peek() {
            None => break,
            Some('%') if column == 1 => drop(scanner.take_while(|c| c != '\n')),
            Some(';') => drop(scanner.take_while(|c| c != '\n')),
            Some('{') => drop(scanner.enclosed('}', "the comment")?),
            Some('[') if game.plies.is_empty() && open.is_empty() => {
                game.tags.push(tag(scanner)?);
            }
            // The tags of the next game.
            Some('[') if open.is_empty() => return Ok(game),
            Some('(') => {
                scanner.next();
                open.push((line, column));
            }
            Some(')') => {
                scanner.next();
                if open.pop().is_none() {
                    return Err(FormatError::new(line, column, "no variation is open"));
                }
            }
            Some('$') => {
                scanner.next();
                scanner.take_while(|c| c.is_ascii_digit());
            }
            Some(c) if ends_word(c) => {
                return Err(FormatError::new(
                    line,
                    column,
                    format!("{c} has no meaning here"),
                ));
            }
            Some(_) => {
                let word = scanner.take_while(|c| !ends_word(c));
                if !open.is_empty() {
                    continue;
                }
                let points = format == Format::Pdn && POINTS.contains(&word.as_str());
                if points || RESULTS.contains(&word.as_str()) {
                    game.result = Some(word);
                    return Ok(game);
                }
                game.plies.extend(ply(&word, line, column));
            }
        }
    }
    match open.pop() {
        Some((line, column)) => {
            let message = "the variation is not closed with )";
            Err(FormatError::new(line, column, message))
        }
        None => Ok(game),
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || "(){}[];$".contains(c)
}

/// The ply in a word: without the number before it. `None` for a number, a glyph or `e.p.`
fn ply(word: &str, line: usize, column: usize) -> Option<WrittenPly> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dotted = rest.trim_start_matches(['.', '…']);
    let text = match dotted.len() < rest.len() || rest.is_empty() {
        true => dotted,
        false => word,
    };
    // A null move is written as dashes; the rules will judge it.
    let said = text.contains(char::is_alphanumeric) && text != "e.p." || text == NULL_MOVE;
    said.then(|| WrittenPly {
        text: text.to_owned(),
        line,
        column: column + word.chars().count() - text.chars().count(),
    })
}

/// Reads a tag: `[White "A. Player"]`.
fn tag(scanner: &mut Scanner) -> Result<(String, String), FormatError> {
    scanner.next();
    scanner.skip_spaces();
    let name = scanner.take_while(|c| c.is_alphanumeric() || c == '_');
    if name.is_empty() {
        return Err(scanner.error("a tag has a name"));
    }
    scanner.skip_spaces();
    if scanner.peek() != Some('"') {
        return Err(scanner.error(format!("the value of the tag {name} stands in quotes")));
    }
    let begins = (scanner.line, scanner.column);
    scanner.next();
    let mut value = String::new();
    loop {
        match scanner.next() {
            Some('"') => break,
            Some('\\') => value.extend(scanner.next()),
            Some(c) if c != '\n' => value.push(c),
            _ => {
                let message = "the value is not closed with \"";
                return Err(FormatError::new(begins.0, begins.1, message));
            }
        }
    }
    scanner.skip_spaces();
    match scanner.peek() {
        Some(']') => {
            scanner.next();
            Ok((name, value))
        }
        _ => Err(scanner.error("the tag is not closed with ]")),
    }
}

/// The variant that the file names.
pub(super) fn variant(game: &Transcript) -> Option<&str> {
    game.tag("Variant").filter(|name| !name.trim().is_empty())
}

/// The game that a file names: an XBoard variant or a game by any of its names; `usual` if it names
/// none.
pub(super) fn entry(game: &Transcript, usual: &str) -> Result<&'static Entry, String> {
    let name = variant(game).unwrap_or(usual).trim();
    let name = match ORTHODOX.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        true => NORMAL,
        false => name,
    };
    match super::of_variant(name) {
        Some(entry) => Ok(entry),
        None => ludarium_games::find(name).map_err(|error| error.to_string()),
    }
}

/// Writes a game.
pub(super) fn write(played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    let rules = &played.rules;
    let features = rules.game.features();
    if rules.game.players() != 2 || features.dice || features.hidden_information {
        return Err("PGN is for games of two players without chance and hidden pieces".to_owned());
    }
    let result = result(played, tags);
    let mut further = Vec::new();
    let variant = rules
        .about
        .and_then(|about| about.protocol.variant.as_deref());
    if variant != Some(NORMAL) {
        further.push(("Variant", played.saved.game.clone()));
    }
    // A start that is drawn at random is a position too.
    let drawn = rules.by_lot.then(String::new);
    if let Some(position) = played.saved.position.clone().or(drawn) {
        let start = played
            .made
            .first()
            .map_or(&played.state, |made| &made.before);
        let fen = position::standard(rules.game, rules.about, &position, start)?;
        further.push(("SetUp", "1".to_owned()));
        further.push(("FEN", fen));
    }
    Ok(assemble(played, tags, result, &further, &moves(played)))
}

/// The result of a game.
pub(super) fn result<'t>(played: &Played, tags: &'t [(String, String)]) -> &'t str {
    match played.winner() {
        Some(1) => "1-0",
        Some(2) => "0-1",
        Some(_) => "1/2-1/2",
        None => told_result(tags),
    }
}

/// The result that the tags tell of a game that the rules have not ended.
pub(super) fn told_result(tags: &[(String, String)]) -> &str {
    let told = tags.iter().find(|(own, _)| own == "Result");
    let told = told.map(|(_, value)| value.as_str());
    let known = |value: &&str| RESULTS.contains(value) && *value != "½-½";
    told.filter(known).unwrap_or("*")
}

/// Puts a game together: its tags, `further` tags that follow from the game, and the words of its
/// moves.
pub(super) fn assemble(
    played: &Played,
    tags: &[(String, String)],
    result: &str,
    further: &[(&str, String)],
    words: &[String],
) -> String {
    let told = |name: &str| tags.iter().find(|(own, _)| own == name);
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, unknown) in ROSTER {
        add(name, told(name).map_or(unknown, |(_, value)| value));
    }
    add("Result", result);
    let readings = played.saved.readings.iter();
    let readings: Vec<String> = readings
        .map(|(tag, item)| format!("{tag}={item}"))
        .collect();
    if !readings.is_empty() {
        add(READINGS, &readings.join("; "));
    }
    for (name, value) in further {
        add(name, value);
    }
    let own = |name: &String| {
        ROSTER.iter().any(|(own, _)| own == name) || OWN_TAGS.contains(&name.as_str())
    };
    for (name, value) in tags.iter().filter(|(name, _)| !own(name)) {
        add(name, value);
    }
    text.push('\n');
    let mut width = 0;
    for word in words.iter().map(String::as_str).chain([result]) {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
    text
}

/// The moves with their numbers.
fn moves(played: &Played) -> Vec<String> {
    let mut words = Vec::new();
    let (mut index, mut number) = (0, 0);
    while index < played.made.len() {
        let first = played.made[index].before.mover() == 1;
        if first || index == 0 {
            number += 1;
            words.push(format!("{number}{}", if first { "." } else { "..." }));
        }
        let (text, moves) = algebraic::write(played, index);
        words.push(text);
        index += moves;
    }
    words
}

//! Smart Game Format, for games in which stones are placed.

use ludarium_engine::{Game, Move};
use ludarium_games::{About, Entry};
use ludarium_picture::Names;

use super::played::{At, Played, Rules};
use super::scanner::Scanner;
use super::{Format, FormatError, Transcript, WrittenPly};
use crate::position::{self, Grid};
use crate::text_board::{Glyphs, Style};

/// The property with the number of the game.
pub(super) const GAME: &str = "GM";

/// Black plays first; the letters of the players' properties in the order of their turns.
const COLOURS: [&str; 2] = ["B", "W"];

/// The properties that set stones up, in the same order.
const SET_UP: [&str; 2] = ["AB", "AW"];

/// The game of a file that names none: go.
const GO: u32 = 1;

/// The number of Hex, whose points are written as on its boards and not by two letters.
const HEX: u32 = 11;

/// The property with the komi, and the reading that decides it.
const KOMI: &str = "KM";
const KOMI_OPTION: &str = "Komi";

/// The size of the boards on which `tt` is a pass.
const PASS_SIZE: usize = 19;

/// The properties of the root that a game has by itself.
const OWN: [&str; 12] = [
    "FF", "GM", KOMI, "CA", "AP", "SZ", "PL", "AB", "AW", "RE", READINGS, "ST",
];

/// The property with the readings, where they are not the defaults: an own one, as the format
/// allows.
pub(super) const READINGS: &str = "LUDREADINGS";

/// A property with its values and their place.
struct Property {
    name: String,
    values: Vec<WrittenPly>,
}

/// Whether a text begins as SGF does.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let tree = text.strip_prefix('(').map(str::trim_start);
    tree.is_some_and(|tree| tree.starts_with(';'))
}

/// Reads the games of a text: of each the first variation throughout.
pub(super) fn parse(text: &str) -> Result<Vec<Transcript>, FormatError> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    loop {
        // What stands before a tree is no part of it.
        scanner.take_while(|c| c != '(');
        if scanner.peek().is_none() {
            break;
        }
        let line = scanner.line;
        let nodes = tree(&mut scanner)?;
        games.push(transcript(nodes, line)?);
    }
    match games.is_empty() {
        true => Err(FormatError::new(
            1,
            1,
            "there is no game: a game begins with (;",
        )),
        false => Ok(games),
    }
}

/// Reads a tree and returns the nodes of its first variation.
fn tree(scanner: &mut Scanner) -> Result<Vec<Vec<Property>>, FormatError> {
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    let begins = (scanner.line, scanner.column);
    // Whether each open tree belongs to the main line, and whether it had a variation already.
    let mut open: Vec<(bool, bool)> = Vec::new();
    loop {
        scanner.skip_spaces();
        let main = open.last().is_none_or(|(main, _)| *main);
        match scanner.peek() {
            Some('(') => {
                scanner.next();
                let first = open
                    .last_mut()
                    .map(|last| !std::mem::replace(&mut last.1, true));
                open.push((main && first.unwrap_or(true), false));
            }
            Some(')') => {
                scanner.next();
                open.pop();
                if open.is_empty() {
                    return Ok(nodes);
                }
            }
            Some(';') => {
                scanner.next();
                if main {
                    nodes.push(Vec::new());
                }
            }
            Some(c) if c.is_alphabetic() => {
                let property = property(scanner)?;
                match nodes.last_mut() {
                    Some(node) if main => node.push(property),
                    Some(_) => {}
                    None => return Err(scanner.error("a property stands in a node: ;")),
                }
            }
            Some(c) => return Err(scanner.error(format!("{c} has no meaning here"))),
            None => {
                let message = "the game is not closed with )";
                return Err(FormatError::new(begins.0, begins.1, message));
            }
        }
    }
}

/// Reads a property: its name and its values in brackets.
fn property(scanner: &mut Scanner) -> Result<Property, FormatError> {
    // Small letters in names are left over from older versions of the format.
    let name = scanner.take_while(char::is_alphanumeric);
    let name: String = name.chars().filter(|c| !c.is_lowercase()).collect();
    let mut values = Vec::new();
    loop {
        scanner.skip_spaces();
        if scanner.peek() != Some('[') {
            break;
        }
        let (line, column) = (scanner.line, scanner.column);
        scanner.next();
        let mut text = String::new();
        loop {
            match scanner.next() {
                Some(']') => break,
                Some('\\') => text.extend(scanner.next().filter(|c| *c != '\n')),
                Some(c) => text.push(c),
                None => {
                    let message = format!("the value of {name} is not closed with ]");
                    return Err(FormatError::new(line, column, message));
                }
            }
        }
        values.push(WrittenPly { text, line, column });
    }
    match values.is_empty() {
        true => Err(scanner.error(format!("the property {name} has no value"))),
        false => Ok(Property { name, values }),
    }
}

/// The game of the nodes: tags of the root, and the moves.
fn transcript(nodes: Vec<Vec<Property>>, line: usize) -> Result<Transcript, FormatError> {
    let mut game = Transcript {
        format: Format::Sgf,
        tags: Vec::new(),
        plies: Vec::new(),
        result: None,
        line,
    };
    for (index, node) in nodes.into_iter().enumerate() {
        for property in node {
            let colour = COLOURS.contains(&property.name.as_str());
            if colour {
                for value in property.values {
                    let text = format!("{}{}", property.name, value.text.trim());
                    game.plies.push(WrittenPly { text, ..value });
                }
            } else if index == 0 {
                let values: Vec<String> = property.values.into_iter().map(|v| v.text).collect();
                game.tags.push((property.name, values.join(" ")));
            } else if SET_UP.contains(&property.name.as_str()) || property.name == "AE" {
                let value = &property.values[0];
                let message = "stones are set up in the middle of the game";
                return Err(FormatError::new(value.line, value.column, message));
            }
        }
    }
    game.result = game.tag("RE").map(str::to_owned);
    Ok(game)
}

/// The game that a file names.
pub(super) fn entry(game: &Transcript) -> Result<&'static Entry, String> {
    let number = match game.tag(GAME) {
        Some(number) => number
            .trim()
            .parse()
            .map_err(|_| format!("GM is a number, not {number}"))?,
        None => GO,
    };
    let is_it = |entry: &&Entry| entry.about.formats.sgf == Some(number);
    let found = ludarium_games::entries().iter().find(is_it);
    found.ok_or_else(|| format!("no game of the library is number {number} of SGF"))
}

/// The size that a file names: columns and rows.
fn size(game: &Transcript) -> Option<(usize, usize)> {
    let text = game.tag("SZ")?;
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

fn size_of(grid: &Grid) -> (usize, usize) {
    (grid.first().map_or(0, Vec::len), grid.len())
}

/// The readings that the properties of a file tell: those under which the board has its size, and
/// the komi. Defaults are left out.
pub(super) fn told_readings(game: &Transcript, entry: &Entry) -> Vec<(String, String)> {
    let mut readings = size_reading(game, entry);
    let komi = game.tag(KOMI);
    let komi = komi.and_then(|komi| komi.trim().parse::<f64>().ok());
    let mut all = entry.about.readings.iter();
    let reading = all.find(|own| own.option == KOMI_OPTION);
    if let (Some(komi), Some(reading)) = (komi, reading) {
        let is_it = |item: &&String| item.parse::<f64>().unwrap_or(0.0) == komi;
        let mut answers = reading.answers.iter().map(|answer| &answer.item);
        let answer = answers.find(is_it);
        if let Some(item) = answer.filter(|item| **item != reading.default) {
            readings.push((reading.option.clone(), item.clone()));
        }
    }
    readings
}

/// The reading under which the board has the size that a file names; none for the default.
fn size_reading(game: &Transcript, entry: &Entry) -> Vec<(String, String)> {
    let Some(wanted) = size(game) else {
        return Vec::new();
    };
    let fits = |readings: &[(String, String)]| {
        let loaded = ludarium_games::load(entry, readings);
        let grid = loaded
            .ok()
            .and_then(|loaded| position::grid(&loaded.game).ok());
        grid.is_some_and(|grid| size_of(&grid) == wanted)
    };
    if fits(&[]) {
        return Vec::new();
    }
    for reading in &entry.about.readings {
        for answer in &reading.answers {
            let chosen = vec![(reading.option.clone(), answer.item.clone())];
            if fits(&chosen) {
                return chosen;
            }
        }
    }
    Vec::new()
}

/// The slot of a point: two letters from the top left; a label of the board in Hex, and where
/// programs write one (`f5` in Othello).
fn slot(rules: &Rules, grid: &Grid, text: &str) -> Option<usize> {
    if rules.about?.formats.sgf == Some(HEX) || text.ends_with(|c: char| c.is_ascii_digit()) {
        return rules.slot(text);
    }
    let index = |c: char| match c {
        'a'..='z' => Some(c as usize - 'a' as usize),
        'A'..='Z' => Some(c as usize - 'A' as usize + 26),
        _ => None,
    };
    let mut letters = text.chars().map(index);
    let (column, row) = (letters.next()??, letters.next()??);
    let row = grid.len().checked_sub(row + 1)?;
    *grid.get(row)?.get(column)?
}

/// The name of a point.
fn name(rules: &Rules, grid: &Grid, slot: usize) -> Option<String> {
    if rules.about?.formats.sgf == Some(HEX) {
        return rules.label(i32::try_from(slot).ok()?);
    }
    let letter = |index: usize| match index {
        0..=25 => Some(char::from(b'a' + index as u8)),
        26..=51 => Some(char::from(b'A' + (index - 26) as u8)),
        _ => None,
    };
    let mut rows = grid.iter().enumerate();
    rows.find_map(|(row, slots)| {
        let column = slots.iter().position(|own| *own == Some(slot))?;
        Some(
            [letter(column)?, letter(grid.len() - 1 - row)?]
                .iter()
                .collect(),
        )
    })
}

/// The moves of a written ply: `Bpd`, `W` for a pass.
///
/// # Errors
/// If it is not the turn of the colour, or the move is not legal.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let (colour, point) = text.split_at_checked(1).unwrap_or((text, ""));
    let legal = at.legal();
    let pass = legal.iter().find(|mv| at.rules.game.is_pass(**mv));
    let mut moves = Vec::new();
    let whole;
    let mut here = at;
    if COLOURS.get(at.state.mover() - 1) != Some(&colour) {
        // The other player has passed, and the file does not say so.
        let pass = pass.ok_or_else(|| format!("it is not the turn of {colour}"))?;
        moves.push(*pass);
        whole = at.after(*pass);
        here = At {
            state: &whole.0,
            chance: &whole.1,
            ..at
        };
    }
    let grid = position::grid(at.rules.game).map_err(|error| error.to_string())?;
    let legal = here.legal();
    let is_pass = point.is_empty() || (point == "tt" && grid.len() <= PASS_SIZE);
    let wanted = match is_pass {
        true => None,
        false => {
            let slot = slot(at.rules, &grid, point);
            Some(slot.ok_or_else(|| format!("there is no point {point}"))?)
        }
    };
    let fits = |mv: &&Move| match wanted {
        None => at.rules.game.is_pass(**mv),
        Some(slot) => usize::try_from(mv.target()) == Ok(slot) && !at.rules.game.is_pass(**mv),
    };
    let mut fitting = legal.iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => moves.push(*only),
        (None, _) => return Err("it is not legal".to_owned()),
        (Some(_), Some(_)) => return Err("it may be several moves".to_owned()),
    }
    Ok(moves)
}

/// The position that the root sets up, in our own notation; `None` without stones.
///
/// # Errors
/// If a point is not on the board.
pub(super) fn position(
    game: &Game,
    about: &About,
    file: &Transcript,
) -> Result<Option<String>, String> {
    let grid = position::grid(game).map_err(|error| error.to_string())?;
    if let Some((columns, rows)) = size(file).filter(|wanted| *wanted != size_of(&grid)) {
        return Err(format!(
            "no board of the game has {columns} by {rows} points"
        ));
    }
    let rules = Rules::new(game, Some(about));
    let names = Names::new(about);
    let glyphs = Glyphs::new(game, Style::Ascii, &names);
    let mut letters: Vec<Option<String>> = vec![None; game.layout().board_sites];
    let mut stones = 0;
    for (player, property) in (1..).zip(SET_UP) {
        let kinds = game.components().iter().enumerate().skip(1);
        let mut kinds = kinds.filter(|(_, kind)| kind.owner == player && kind.die.is_none());
        let letter = kinds.next().map(|(what, _)| glyphs.letter(what).to_owned());
        for point in file.tag(property).unwrap_or_default().split_whitespace() {
            for slot in points(&rules, &grid, point)? {
                letters[slot] = Some(letter.clone().ok_or("the player has no stones")?);
                stones += 1;
            }
        }
    }
    let first = file.tag("PL").map(str::trim);
    let mover = match first
        .map(|text| text.get(..1).unwrap_or_default().to_uppercase())
        .as_deref()
    {
        Some("W") => 2,
        Some(_) => 1,
        // After a handicap White begins.
        None => match file.plies.first() {
            Some(ply) if stones > 0 && ply.text.starts_with('W') => 2,
            _ => 1,
        },
    };
    if stones == 0 && mover == 1 {
        return Ok(None);
    }
    let cell = |slot: &Option<usize>| {
        let letter = slot.and_then(|slot| letters[slot].clone());
        letter.unwrap_or_else(|| ".".to_owned())
    };
    let ranks = grid
        .iter()
        .rev()
        .map(|row| row.iter().map(cell).collect::<String>());
    let ranks: Vec<String> = ranks.collect();
    Ok(Some(format!("{} {mover}", ranks.join("/"))))
}

/// The slots of a point, or of a rectangle of points: `aa:cc`.
fn points(rules: &Rules, grid: &Grid, text: &str) -> Result<Vec<usize>, String> {
    let found = |text: &str| {
        let slot = slot(rules, grid, text);
        slot.ok_or_else(|| format!("there is no point {text}"))
    };
    let Some((first, last)) = text.split_once(':') else {
        return Ok(vec![found(text)?]);
    };
    let place = |slot: usize| {
        let mut rows = grid.iter().enumerate();
        rows.find_map(|(row, slots)| Some((row, slots.iter().position(|own| *own == Some(slot))?)))
    };
    let (first, last) = (place(found(first)?), place(found(last)?));
    let ((top, left), (bottom, right)) = first.zip(last).ok_or("there is no such rectangle")?;
    let rows = grid.iter().take(top + 1).skip(bottom);
    let slots = rows.flat_map(|row| row.iter().take(right + 1).skip(left));
    Ok(slots.flatten().copied().collect())
}

/// Writes a game.
pub(super) fn write(played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    let rules = &played.rules;
    let number = rules.about.and_then(|about| about.formats.sgf);
    let number = number.ok_or("SGF is for games of stones that its list has")?;
    let grid = position::grid(rules.game).map_err(|error| error.to_string())?;
    let (columns, rows) = size_of(&grid);
    let size = match columns == rows {
        true => columns.to_string(),
        false => format!("{columns}:{rows}"),
    };
    let mut text = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[Ludarium]SZ[{size}]");
    let mut add = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace(']', "\\]");
        text.push_str(&format!("{name}[{value}]"));
    };
    let told = |names: &[&str]| {
        let mut tags = tags.iter();
        tags.find(|(own, _)| names.contains(&own.as_str()))
            .map(|(_, value)| value.as_str())
    };
    for (property, names) in [
        ("PB", ["PB", "Black"]),
        ("PW", ["PW", "White"]),
        ("EV", ["EV", "Event"]),
        ("PC", ["PC", "Site"]),
        ("DT", ["DT", "Date"]),
    ] {
        if let Some(value) = told(&names) {
            add(property, value);
        }
    }
    let known = ["PB", "PW", "EV", "PC", "DT"];
    let short = |name: &str| name.len() <= 2 && name.chars().all(|c| c.is_ascii_uppercase());
    for (name, value) in tags {
        if short(name) && !known.contains(&name.as_str()) && !OWN.contains(&name.as_str()) {
            add(name, value);
        }
    }
    if let Some(komi) = komi(played) {
        add(KOMI, &komi);
    }
    let result = match played.winner() {
        Some(0) => Some("Draw".to_owned()),
        Some(winner) => COLOURS.get(winner - 1).map(|colour| format!("{colour}+")),
        None => told(&["RE"]).map(str::to_owned),
    };
    if let Some(result) = result {
        add("RE", &result);
    }
    let readings = played.saved.readings.iter();
    let readings: Vec<String> = readings
        .map(|(tag, item)| format!("{tag}={item}"))
        .collect();
    if !readings.is_empty() {
        add(READINGS, &readings.join("; "));
    }
    if played.saved.position.is_some() {
        let start = played
            .made
            .first()
            .map_or(&played.state, |made| &made.before);
        for (player, property) in (1..).zip(SET_UP) {
            let stones = (0..rules.game.layout().board_sites).filter(|slot| {
                let what = start.what(*slot);
                what != 0 && rules.owner(what) == player
            });
            let names: Vec<String> = stones.filter_map(|slot| name(rules, &grid, slot)).collect();
            if !names.is_empty() {
                text.push_str(&format!("{property}[{}]", names.join("][")));
            }
        }
        text.push_str(&format!("PL[{}]", COLOURS[start.mover().clamp(1, 2) - 1]));
    }
    for (index, made) in played.made.iter().enumerate() {
        if index % 10 == 0 {
            text.push('\n');
        }
        let colour = COLOURS
            .get(made.before.mover().wrapping_sub(1))
            .ok_or("a third player")?;
        let point = match rules.game.is_pass(made.mv) {
            true => String::new(),
            false => {
                let slot = usize::try_from(made.mv.target()).ok();
                let name = slot.and_then(|slot| name(rules, &grid, slot));
                name.ok_or_else(|| format!("SGF has no point for {}", made.text))?
            }
        };
        text.push_str(&format!(";{colour}[{point}]"));
    }
    text.push_str(")\n");
    Ok(text)
}

/// The komi that a game is played with, where it is a number.
fn komi(played: &Played) -> Option<String> {
    let about = played.rules.about?;
    let mut all = about.readings.iter();
    let reading = all.find(|own| own.option == KOMI_OPTION)?;
    let mut chosen = played.saved.readings.iter();
    let chosen = chosen.find(|(option, _)| option.eq_ignore_ascii_case(KOMI_OPTION));
    let item = chosen.map_or(&reading.default, |(_, item)| item);
    item.parse::<f64>().is_ok().then(|| item.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_the_first_variation_throughout() {
        let text = "(;GM[4]SZ[15]C[a \\] b](;B[hh];W[ii](;B[aa])(;B[bb]))(;B[gg]))";
        let games = parse(text).expect("a game");
        let plies: Vec<&str> = games[0].plies.iter().map(|ply| ply.text.as_str()).collect();
        assert_eq!(plies, ["Bhh", "Wii", "Baa"]);
        assert_eq!(games[0].tag("C"), Some("a ] b"));
        assert_eq!(size(&games[0]), Some((15, 15)));
    }

    #[test]
    fn what_is_not_closed_has_a_place() {
        for (text, place) in [
            ("(;B[aa", (1, 4)),
            ("(;B[aa]", (1, 1)),
            ("(;B)", (1, 4)),
            ("(;B[aa]?)", (1, 8)),
            ("(B[aa])", (1, 7)),
            ("nothing", (1, 1)),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!((error.line, error.column), place, "{text}: {error}");
        }
    }
}

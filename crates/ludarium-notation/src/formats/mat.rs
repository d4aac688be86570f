//! Matches of backgammon as Jellyfish wrote them (`.mat`), which other programs read and write:
//! the throws and moves of both players side by side, with the points counted by each player from
//! its own home.

use ludarium_engine::Move;
use ludarium_games::Entry;

use super::mat_turn::{step_of, turn, Points, Step};
use super::played::{At, Played};
use super::{Format, FormatError, Transcript, WrittenPly};

/// The words for a player, before an action in [`WrittenPly::text`].
const PLAYERS: [&str; 2] = ["first", "second"];

/// The column from which on the only action of a line is the second player's.
const SECOND_COLUMN: usize = 20;

/// The width of the first player's column.
const WIDTH: usize = 32;

/// The words with which an action of the cube begins, and the proposal of the game that it is.
const CUBE: [(&str, &str); 5] = [
    ("doubles", "Double"),
    ("takes", "Take"),
    ("accepts", "Take"),
    ("drops", "Drop"),
    ("passes", "Drop"),
];

/// The proposal to throw the dice instead of doubling.
const THROW: &str = "Throw";

/// Whether a line begins a game, or tells the length of the match.
fn begins_game(line: &str) -> bool {
    let number = line.trim().strip_prefix("Game ");
    number.is_some_and(|number| number.trim().parse::<u32>().is_ok())
}

fn match_length(line: &str) -> Option<u32> {
    let (number, rest) = line.trim().split_once(' ')?;
    let rest = rest.trim().to_lowercase();
    rest.starts_with("point match").then_some(())?;
    number.parse().ok()
}

/// Whether a text begins as a match does, after its comments.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(';'));
    first.is_some_and(|line| match_length(line).is_some())
}

/// Reads the games of a match.
pub(super) fn parse(text: &str) -> Result<Vec<Transcript>, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut shared: Vec<(String, String)> = Vec::new();
    let mut games: Vec<Transcript> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if let Some(comment) = trimmed.strip_prefix(';') {
            shared.extend(tag(comment));
        } else if let Some(length) = match_length(trimmed) {
            shared.push(("MatchLength".to_owned(), length.to_string()));
        } else if begins_game(trimmed) {
            games.push(Transcript {
                format: Format::Mat,
                tags: shared.clone(),
                plies: Vec::new(),
                result: None,
                line: number,
            });
        } else if !trimmed.is_empty() {
            let game = games.last_mut().ok_or_else(|| {
                FormatError::new(number, 1, "a game begins with a line \"Game 1\"")
            })?;
            read_line(line, number, game)?;
        }
    }
    match games.is_empty() {
        true => Err(FormatError::new(1, 1, "there is no game")),
        false => Ok(games),
    }
}

/// The tag of a comment: `[Site "London"]`.
fn tag(comment: &str) -> Option<(String, String)> {
    let inner = comment.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(' ')?;
    Some((name.to_owned(), value.trim().trim_matches('"').to_owned()))
}

/// Reads a line of a game: the names, the actions of a turn each, or the result.
fn read_line(line: &str, number: usize, game: &mut Transcript) -> Result<(), FormatError> {
    let indent = line.len() - line.trim_start().len();
    let counted = line.trim_start().split_once(')');
    let counted = counted.filter(|(count, _)| count.trim().parse::<u32>().is_ok());
    let Some((count, _)) = counted else {
        let lower = line.trim().to_lowercase();
        if lower.starts_with("wins ") {
            game.result = Some(line.trim().to_owned());
        } else if !line.contains(':') || !game.plies.is_empty() {
            let message = "a line is numbered, 1), or tells the result";
            return Err(FormatError::new(number, indent + 1, message));
        } else {
            let names = line.split(':').map(str::trim);
            // The score of the first player stands before the name of the second.
            let names = names.map(|name| name.trim_start_matches(|c: char| c.is_ascii_digit()));
            let players = ["Player1", "Player2"].into_iter().zip(names);
            let tags = players.map(|(tag, name)| (tag.to_owned(), name.trim().to_owned()));
            game.tags.extend(tags);
        }
        return Ok(());
    };
    let begin = indent + count.len() + 1;
    let starts = actions(line, begin);
    let stray = line[begin..starts.first().copied().unwrap_or(line.len())].trim();
    if !stray.is_empty() {
        let message = format!("{stray:?} is neither a throw (31:) nor a word of the cube");
        return Err(FormatError::new(number, begin + 1, message));
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    for (index, (&start, end)) in starts.iter().zip(ends).enumerate() {
        let action = line[start..end].trim();
        if action.to_lowercase().starts_with("wins ") {
            game.result = Some(action.to_owned());
            continue;
        }
        let column = line[..start].chars().count() + 1;
        let second = index > 0 || (starts.len() == 1 && column > SECOND_COLUMN);
        game.plies.push(WrittenPly {
            text: format!("{} {action}", PLAYERS[usize::from(second)]),
            line: number,
            column,
        });
    }
    Ok(())
}

/// Where the actions of a line begin: at a throw, `31:`, or a word of the cube.
fn actions(line: &str, begin: usize) -> Vec<usize> {
    let words = CUBE.iter().map(|(word, _)| *word).chain(["wins"]);
    let words: Vec<&str> = words.collect();
    let is_action = |text: &str| {
        let throw = |c: &u8| (b'1'..=b'6').contains(c);
        let throws = matches!(text.as_bytes(), [a, b, b':', ..] if throw(a) && throw(b));
        let word = |word: &&str| {
            let own = text.get(..word.len());
            own.is_some_and(|own| own.eq_ignore_ascii_case(word))
        };
        throws || words.iter().any(word)
    };
    let places = line.char_indices().filter(|(at, _)| *at >= begin);
    let mut before = ' ';
    let mut starts = Vec::new();
    for (at, c) in places {
        if (before.is_whitespace() || at == begin) && is_action(&line[at..]) {
            starts.push(at);
        }
        before = c;
    }
    starts
}

/// The game of a file, which names none.
pub(super) fn entry() -> Result<&'static Entry, String> {
    let mut entries = ludarium_games::entries().iter();
    let found = entries.find(|entry| entry.about.formats.mat.is_some());
    found.ok_or_else(|| "the library has no game that is written so".to_owned())
}

/// The reading under which the doubling cube is used, where the file uses it.
pub(super) fn told_readings(game: &Transcript, entry: &Entry) -> Vec<(String, String)> {
    let of_cube = |ply: &WrittenPly| cube_action(action(&ply.text).1).is_some();
    let formats = entry.about.formats.mat.as_ref();
    let reading = formats.and_then(|mat| mat.cube.split_once('/'));
    let reading = reading.filter(|_| game.plies.iter().any(of_cube));
    let pair = reading.map(|(option, item)| (option.to_owned(), item.to_owned()));
    pair.into_iter().collect()
}

/// The player of a written ply and what it does.
fn action(text: &str) -> (usize, &str) {
    let (player, action) = text.split_once(' ').unwrap_or((text, ""));
    (1 + usize::from(player == PLAYERS[1]), action)
}

/// The proposal that an action of the cube is.
fn cube_action(action: &str) -> Option<&'static str> {
    let word = action.split_whitespace().next()?.to_lowercase();
    let found = CUBE.iter().find(|(own, _)| *own == word);
    found.map(|(_, proposal)| *proposal)
}

/// Plays a written ply.
///
/// # Errors
/// If it is not the player's turn, the dice cannot show the throw, or the moves are not legal.
pub(super) fn play(played: &mut Played, text: &str) -> Result<(), String> {
    let (player, action) = action(text);
    let throw = match cube_action(action) {
        Some(_) => None,
        None => Some(dice(action)?),
    };
    if let Some(throw) = throw {
        begin(played, player, throw)?;
    }
    let mover = played.at().state.mover();
    if mover != player {
        return Err(format!(
            "it is not the turn of the {} player",
            PLAYERS[player - 1]
        ));
    }
    let Some(throw) = throw else {
        let proposal = cube_action(action).unwrap_or_default();
        let mv = played.at().find(proposal)?;
        played.make(mv);
        return Ok(());
    };
    if let Some(mv) = proposal(played.at(), THROW) {
        played.make(mv);
    }
    played.show(&throw_text(throw))?;
    let points = Points::new(&played.rules, player)?;
    let moves = turn(played.at(), &points, &steps(action)?)?;
    moves.into_iter().for_each(|mv| played.make(mv));
    Ok(())
}

/// Lets the higher die of the first throw decide who begins, where that is a move of its own.
fn begin(played: &mut Played, player: usize, [one, other]: [i32; 2]) -> Result<(), String> {
    let legal = played.at().legal();
    let [only] = legal.as_slice() else {
        return Ok(());
    };
    if !played.made.is_empty() || !played.rules.game.is_pass(*only) {
        return Ok(());
    }
    let (high, low) = (one.max(other), one.min(other));
    if high == low {
        return Err("the first throw of a game is of two different numbers".to_owned());
    }
    let first = if player == 1 {
        [high, low]
    } else {
        [low, high]
    };
    played.show(&throw_text(first))?;
    played.make(*only);
    Ok(())
}

fn throw_text([one, other]: [i32; 2]) -> String {
    format!("{one} {other}")
}

/// The legal move that is a proposal.
fn proposal(at: At, name: &str) -> Option<Move> {
    let legal = at.legal();
    let texts = at.texts(&legal);
    let mut pairs = legal.into_iter().zip(texts);
    pairs.find(|(_, text)| text == name).map(|(mv, _)| mv)
}

/// The dice of an action: `31: 8/5 6/5`.
fn dice(action: &str) -> Result<[i32; 2], String> {
    let digits: Vec<i32> = action
        .chars()
        .take(2)
        .filter_map(|c| c.to_digit(10))
        .map(|d| d as i32)
        .collect();
    digits
        .try_into()
        .map_err(|_| format!("{action} is no throw"))
}

/// The steps of an action, each from a point to a point: `24/18/13*`, `6/off`, `bar/20(2)`.
fn steps(action: &str) -> Result<Vec<Step>, String> {
    let (_, moves) = action.split_once(':').unwrap_or((action, ""));
    let moves = moves.trim();
    if moves.to_lowercase().starts_with("cannot") {
        return Ok(Vec::new());
    }
    let mut steps = Vec::new();
    for word in moves.split_whitespace() {
        let unclear = || format!("{word} is no move from a point to a point");
        let (path, times) = match word.split_once('(') {
            Some((path, times)) => (
                path,
                times.trim_end_matches(')').parse().map_err(|_| unclear())?,
            ),
            None => (word, 1),
        };
        let stops: Vec<(i32, bool)> = path
            .split('/')
            .map(|stop| Some((point(stop.trim_end_matches('*'))?, stop.ends_with('*'))))
            .collect::<Option<_>>()
            .ok_or_else(unclear)?;
        if stops.len() < 2 || !(1..=4).contains(&times) {
            return Err(unclear());
        }
        for _ in 0..times {
            let pairs = stops.windows(2);
            steps.extend(pairs.map(|pair| Step {
                from: pair[0].0,
                to: pair[1].0,
                hits: pair[1].1,
            }));
        }
    }
    Ok(steps)
}

/// The number of a point: 25 is the bar, 0 off the board.
fn point(text: &str) -> Option<i32> {
    match text.to_lowercase().as_str() {
        "bar" => Some(25),
        "off" => Some(0),
        number => number.parse().ok().filter(|point| (0..=25).contains(point)),
    }
}

/// Writes a game.
pub(super) fn write(played: &Played, tags: &[(String, String)]) -> Result<String, String> {
    if played.saved.position.is_some() {
        return Err("a match begins at the start".to_owned());
    }
    if stops_within_turn(played)? {
        return Err("the last turn is not finished".to_owned());
    }
    let told = |name: &str| {
        tags.iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    };
    let mut text = String::new();
    let own = ["Player1", "Player2", "MatchLength"];
    for (name, value) in tags
        .iter()
        .filter(|(name, _)| !own.contains(&name.as_str()))
    {
        text.push_str(&format!("; [{name} \"{value}\"]\n"));
    }
    let length = told("MatchLength").unwrap_or("0");
    text.push_str(&format!(" {length} point match\n\n Game 1\n"));
    let first = format!(" {} : 0", told("Player1").unwrap_or("Player 1"));
    let second = told("Player2").unwrap_or("Player 2");
    text.push_str(&format!("{first:<WIDTH$} {second} : 0\n"));
    let mut cells = [String::new(), String::new()];
    let mut number = 0;
    let mut line = |cells: &mut [String; 2]| {
        number += 1;
        let [first, second] = std::mem::take(cells);
        let first = format!("{number:>3}) {first}");
        text.push_str(format!("{first:<WIDTH$} {second}").trim_end());
        text.push('\n');
    };
    for (player, action) in written_actions(played)? {
        if !cells[player - 1].is_empty() || !cells[1].is_empty() {
            line(&mut cells);
        }
        cells[player - 1] = action;
    }
    if cells.iter().any(|cell| !cell.is_empty()) {
        line(&mut cells);
    }
    if let Some(winner) = played.winner().filter(|winner| (1..=2).contains(winner)) {
        let points = played.state.score(winner);
        let unit = if points == 1 { "point" } else { "points" };
        let indent = if winner == 1 { 6 } else { WIDTH + 1 };
        text.push_str(&format!("{:indent$}Wins {points} {unit}\n", ""));
    }
    Ok(text)
}

/// Whether a checker was moved last, and its player has more numbers to play.
fn stops_within_turn(played: &Played) -> Result<bool, String> {
    let Some(last) = played.made.len().checked_sub(1) else {
        return Ok(false);
    };
    let at = played.before(last);
    let player = at.state.mover();
    let points = Points::new(&played.rules, player)?;
    let is_step = step_of(at, played.made[last].mv, &points).is_some();
    Ok(is_step && !played.state.over() && played.state.mover() == player)
}

/// The actions of a game, each with its player.
fn written_actions(played: &Played) -> Result<Vec<(usize, String)>, String> {
    let points = [
        Points::new(&played.rules, 1)?,
        Points::new(&played.rules, 2)?,
    ];
    let mut actions: Vec<(usize, String)> = Vec::new();
    // The player whose turn has been begun with a throw.
    let mut throws = 0;
    let mut stake = 1;
    for (index, made) in played.made.iter().enumerate() {
        let at = played.before(index);
        let player = made.before.mover();
        match made.text.as_str() {
            "Double" => {
                stake *= 2;
                actions.push((player, format!("Doubles => {stake}")));
            }
            "Take" => actions.push((player, "Takes".to_owned())),
            "Drop" => actions.push((player, "Drops".to_owned())),
            THROW => throws = 0,
            _ if index == 0 && played.rules.game.is_pass(made.mv) => {}
            _ => {
                if throws != player {
                    let dice = made.before.dice();
                    let dice: String = dice.iter().map(ToString::to_string).collect();
                    actions.push((player, format!("{dice}:")));
                    throws = player;
                }
                let step = step_of(at, made.mv, &points[player - 1]);
                if let (Some(step), Some((_, text))) = (step, actions.last_mut()) {
                    text.push_str(&format!(" {step}"));
                } else if !played.rules.game.is_pass(made.mv) {
                    return Err(format!("move {} ({}) is no step", index + 1, made.text));
                }
            }
        }
        let next = played.made.get(index + 1).map(|made| &made.before);
        if next.unwrap_or(&played.state).mover() != player {
            throws = 0;
        }
    }
    for (_, action) in &mut actions {
        if action.ends_with(':') {
            action.push_str(" Cannot Move");
        }
    }
    Ok(actions)
}

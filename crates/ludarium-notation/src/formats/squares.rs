//! Moves by their squares alone, one after the other, as transcripts of Othello have them:
//! `f5d6c3d3c4`.

use ludarium_engine::Move;
use ludarium_games::Entry;

use super::played::{At, Played};
use super::scanner::Scanner;
use super::{Format, FormatError, Transcript, WrittenPly};
use crate::SavedGame;

/// The number of squares from which on a text is taken for a transcript.
const LEAST_SQUARES: usize = 2;

/// Whether a text is nothing but squares, the first of them a first move: the squares of moves in
/// other games, `e2e4 e7e5`, are no transcript.
pub(super) fn begins(text: &str) -> bool {
    let plies = parse(text).map(|mut games| games.swap_remove(0).plies);
    plies.is_ok_and(|plies| plies.len() >= LEAST_SQUARES && is_first_move(&plies[0].text))
}

fn is_first_move(square: &str) -> bool {
    let loaded = entry().ok().and_then(|entry| {
        let loaded = ludarium_games::load(entry, &[]).ok()?;
        Some((entry, loaded.game))
    });
    loaded.is_some_and(|(entry, game)| {
        let start = SavedGame {
            game: entry.slug.to_owned(),
            ..SavedGame::default()
        };
        let played = Played::start(&game, Some(&entry.about), &start);
        played.is_ok_and(|played| read(played.at(), square).is_ok())
    })
}

/// Reads the squares of a text: a letter and a number each, with or without space between them.
pub(super) fn parse(text: &str) -> Result<Vec<Transcript>, FormatError> {
    let mut scanner = Scanner::new(text);
    let mut plies = Vec::new();
    loop {
        scanner.skip_spaces();
        let (line, column) = (scanner.line, scanner.column);
        let Some(letter) = scanner.next() else { break };
        let number = scanner.take_while(|c| c.is_ascii_digit());
        if !letter.is_ascii_alphabetic() || number.is_empty() {
            let message = "a move is a square, a letter and a number: f5";
            return Err(FormatError::new(line, column, message));
        }
        let text = format!("{}{number}", letter.to_ascii_lowercase());
        plies.push(WrittenPly { text, line, column });
    }
    if plies.is_empty() {
        return Err(FormatError::new(1, 1, "there is no move"));
    }
    Ok(vec![Transcript {
        format: Format::Squares,
        tags: Vec::new(),
        plies,
        result: None,
        line: 1,
    }])
}

/// The game of a file, which names none.
pub(super) fn entry() -> Result<&'static Entry, String> {
    let mut entries = ludarium_games::entries().iter();
    let found = entries.find(|entry| entry.about.formats.squares);
    found.ok_or_else(|| "the library has no game that is written so".to_owned())
}

/// The moves of a written ply. A player who can only pass has passed, and the file does not say so.
///
/// # Errors
/// If there is no such square, or the move is not legal.
pub(super) fn read(at: At, text: &str) -> Result<Vec<Move>, String> {
    let slot = at.rules.slot(text);
    let slot = slot.ok_or_else(|| format!("there is no square {text}"))?;
    let legal = at.legal();
    let (passed, legal) = match legal.as_slice() {
        [pass] if at.rules.game.is_pass(*pass) => {
            let (state, chance) = at.after(*pass);
            let (state, chance) = (&state, &chance);
            let after = At {
                state,
                chance,
                ..at
            };
            (Some(*pass), after.legal())
        }
        _ => (None, legal),
    };
    let mut fitting = legal
        .into_iter()
        .filter(|mv| usize::try_from(mv.target()) == Ok(slot));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Ok(passed.into_iter().chain([only]).collect()),
        (None, _) => Err("it is not legal".to_owned()),
        (Some(_), Some(_)) => Err("it may be several moves".to_owned()),
    }
}

/// The passes with which a game ends, if neither player can do anything else.
pub(super) fn passes_at_end(at: At) -> Vec<Move> {
    let forced = |at: At| match at.legal().as_slice() {
        [pass] if !at.state.over() && at.rules.game.is_pass(*pass) => Some(*pass),
        _ => None,
    };
    let Some(first) = forced(at) else {
        return Vec::new();
    };
    let (state, chance) = at.after(first);
    let (state, chance) = (&state, &chance);
    let after = At {
        state,
        chance,
        ..at
    };
    let second = forced(after);
    second.map_or_else(Vec::new, |second| vec![first, second])
}

/// Writes a game.
pub(super) fn write(played: &Played) -> Result<String, String> {
    let rules = &played.rules;
    if played.saved.position.is_some() {
        return Err("a list of squares begins at the start".to_owned());
    }
    let mut text = String::new();
    for (index, made) in played.made.iter().enumerate() {
        if rules.game.is_pass(made.mv) {
            continue;
        }
        let square = rules.label(made.mv.target());
        let square = square.filter(|_| made.mv.origin() == made.mv.target());
        let square =
            square.ok_or_else(|| format!("move {} ({}) is no square", index + 1, made.text))?;
        text.push_str(&square);
    }
    text.push('\n');
    Ok(text)
}

//! `conform --explain`: the first divergence of a game, with details that help to find its cause.

use std::time::Duration;

use ludarium_engine::Game;
use ludarium_lud::{Choices, Description};
use ludarium_notation::number_words::counted;
use ludarium_notation::text_board::{status, Highlights, Style, ThrowOwner};
use ludarium_notation::Wording;
use ludarium_notation::{Notation, SiteAndPieceNames};
use ludarium_picture::Names;

use super::finding::Finding;
use super::replay::{actions, actions_text, could_be, replay, Divergence, Position};
use super::run::{guarded, quiet_panics};
use crate::corpus::{Corpus, Entry};
use crate::error::Error;
use crate::source::{self, Definitions};
use crate::trial::{agree, RecordedMove, Trial};

/// Explains the first divergence of each game of the corpus.
pub fn explain(corpus: &Corpus, limit: Duration, only: Option<usize>) -> Result<(), Error> {
    quiet_panics();
    let definitions = Definitions::read(corpus.definitions.as_deref())?;
    for entry in &corpus.games {
        println!("━━ {}", entry.path);
        explain_game(entry, &definitions, limit, only);
    }
    Ok(())
}

fn explain_game(entry: &Entry, definitions: &Definitions, limit: Duration, only: Option<usize>) {
    let mut loaded: Option<(Choices, Description, Game)> = None;
    for (index, path) in entry.trials.iter().enumerate() {
        if only.is_some_and(|only| only != index) {
            continue;
        }
        let name = source::file_name(path);
        let trial = match Trial::open(path) {
            Ok(trial) => trial,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        if loaded.as_ref().map(|(choices, ..)| choices) != Some(&trial.choices) {
            loaded = None;
        }
        if loaded.is_none() {
            let Some((description, game)) = load(entry, definitions, &trial.choices) else {
                return;
            };
            loaded = Some((trial.choices.clone(), description, game));
        }
        let Some((_, description, game)) = &loaded else {
            continue;
        };
        match guarded(|| replay(game, &trial, limit)) {
            Ok(Ok(plies)) => println!("{name}: exact, {}", counted(plies, "ply")),
            Ok(Err(divergence)) => {
                show(game, &trial, &name, &divergence);
                println!(
                    "ludemes   {}",
                    source::vocabulary(description)
                        .into_iter()
                        .collect::<Vec<_>>()
                        .join(" ")
                );
                return;
            }
            Err(panic) => println!("{name}: panicked: {panic}"),
        }
    }
}

/// The game under these options; prints what is wrong if there is none.
fn load(
    entry: &Entry,
    definitions: &Definitions,
    choices: &Choices,
) -> Option<(Description, Game)> {
    let description = match source::describe(&entry.file, definitions, choices) {
        Ok(description) => description,
        Err(errors) => {
            source::show(&errors);
            return None;
        }
    };
    match guarded(|| source::compile(&description)) {
        Ok(Ok(game)) => return Some((description, game)),
        Ok(Err(errors)) => source::show(&errors),
        Err(panic) => println!("compiling panicked: {panic}"),
    }
    None
}

fn show(game: &Game, trial: &Trial, name: &str, divergence: &Divergence) {
    let finding = &divergence.finding;
    let ply = finding
        .ply
        .map(|ply| format!(", ply {ply} of {}", trial.moves.len()))
        .unwrap_or_default();
    println!("{name}{ply}: {}", finding.kind);
    if let Some(at) = &divergence.at {
        let recorded = finding.ply.and_then(|ply| trial.moves.get(ply));
        // Drawing calls the engine, which may fail if the state is wrong.
        if let Err(panic) = guarded(|| show_position(game, trial, finding, at, recorded)) {
            println!("showing the position panicked: {panic}");
        }
    }
    println!(
        "expected  {}\nfound     {}",
        finding.expected, finding.found
    );
}

fn show_position(
    game: &Game,
    trial: &Trial,
    finding: &Finding,
    at: &Position,
    recorded: Option<&RecordedMove>,
) {
    let signs = SiteAndPieceNames::new(game, Style::Ascii, &Names::default());
    let SiteAndPieceNames { board, glyphs } = &signs;
    let marks = Highlights {
        last: at.before,
        ..Highlights::default()
    };
    println!("\n{}", board.draw(&at.state, glyphs, marks));
    for line in board.mixed_stacks(game, &at.state, glyphs) {
        println!("stack     {line}");
    }
    let words = Wording::default();
    for line in status(
        game,
        (&at.state, &at.state),
        glyphs,
        &words,
        ThrowOwner::Mover,
    ) {
        println!("{line}");
    }
    for (owner, line) in glyphs.legend(&words) {
        println!("player {owner}  {line}");
    }
    if let Some(before) = finding
        .ply
        .and_then(|ply| trial.moves.get(ply.checked_sub(1)?))
    {
        println!("\nplayed before this: {}", before.text);
    }
    println!(
        "player {} to move, {} legal moves:",
        at.state.mover(),
        at.legal.len()
    );
    show_moves(&signs.notation(game), at, recorded);
    if let Some(recorded) = recorded {
        println!("recorded  {}", recorded.text);
    }
}

/// The legal moves: in full if they are few or near the recorded one, otherwise in brief.
fn show_moves(notation: &Notation, at: &Position, recorded: Option<&RecordedMove>) {
    const IN_FULL: usize = 60;
    let mut brief = Vec::new();
    let mut state = at.state.clone();
    let texts = notation.texts(&state, &at.chance, &at.legal);
    for (&mv, text) in at.legal.iter().zip(texts) {
        let near = recorded.is_some_and(|recorded| could_be(notation.game, mv, recorded));
        let sites = format!("{}-{}", mv.origin(), mv.target());
        if at.legal.len() <= IN_FULL || near {
            let actions = actions(notation.game, &mut state, &at.chance, mv);
            let same = near && recorded.is_some_and(|recorded| agree(&recorded.actions, &actions));
            let mark = match (same, near) {
                (true, _) => '=',
                (false, true) => '~',
                _ => ' ',
            };
            println!("  {mark} {sites:<9} {text:<10} {}", actions_text(&actions));
        } else {
            brief.push(format!("{text} ({sites})"));
        }
    }
    for line in brief.chunks(6) {
        println!("    {}", line.join("  "));
    }
    if recorded.is_some() {
        println!("  (= is the recorded move, ~ goes between the same sites)");
    }
}

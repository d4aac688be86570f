//! `ludarium describe`: a game as data.

use clap::Args;
use ludarium_games::Sheet;

use crate::error::{Error, Exit};
use crate::faults::first_fault;
use crate::game_args::GameArgs;
use ludarium_notation::number_words::counted;

/// Arguments of `ludarium describe`.
#[derive(Args, Debug)]
pub struct Describe {
    #[command(flatten)]
    game: GameArgs,
    /// Print everything as one JSON object, including the whole graph of the board, for programs
    #[arg(long)]
    json: bool,
}

impl Describe {
    /// Runs the command. The exit code is 2 if the game could not be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        let loaded = self.game.load()?.loaded;
        let sheet = Sheet::new(&loaded.description, &loaded.game);
        if let Some(fault) = first_fault(&loaded.game) {
            eprintln!("warning: the engine stops the game at its beginning: {fault}");
        }
        if self.json {
            println!("{}", serde_json::to_string(&sheet).unwrap_or_default());
        } else {
            print!("{}", text(&sheet));
        }
        Ok(Exit::Success)
    }
}

/// A sheet that fits one screen: long lists are replaced by their lengths.
fn text(sheet: &Sheet) -> String {
    let mut lines = vec![sheet.name.clone(), String::new()];
    let mut line = |head: &str, text: String| lines.push(format!("{head:<11}{text}"));
    line("players", sheet.players.len().to_string());
    if !sheet.games.is_empty() {
        line("games", sheet.games.join(", "));
    }
    let named = |phase: &&String| !phase.is_empty();
    let phases: Vec<&str> = sheet
        .phases
        .iter()
        .filter(named)
        .map(String::as_str)
        .collect();
    if phases.len() > 1 {
        line("phases", phases.join(", "));
    }
    let board = &sheet.board;
    line(
        "board",
        format!(
            "{}, {}, {}; played on its {}",
            counted(board.cells.len(), "cell"),
            match board.vertices.len() {
                1 => "1 vertex".to_owned(),
                many => format!("{many} vertices"),
            },
            counted(board.edges.len(), "edge"),
            match board.site_type {
                "cell" => "cells",
                "vertex" => "vertices",
                _ => "edges",
            }
        ),
    );
    for track in &board.tracks {
        let owner = track
            .owner
            .map(|owner| format!(", player {owner}"))
            .unwrap_or_default();
        let looped = if track.looped {
            ", round and round"
        } else {
            ""
        };
        line(
            "track",
            format!(
                "{}: {} places{owner}{looped}",
                track.name,
                track.sites.len()
            ),
        );
    }
    for container in sheet
        .containers
        .iter()
        .filter(|container| container.kind != "board")
    {
        let sites = match container.size {
            1 => format!("site {}", container.first),
            size => format!(
                "sites {} to {}",
                container.first,
                container.first + size - 1
            ),
        };
        let owner = owner(sheet, container.owner);
        line(
            container.kind,
            format!("{}: {sites}, {owner}", container.name),
        );
    }
    for piece in &sheet.pieces {
        line(
            "piece",
            format!(
                "{} {}: {}",
                piece.number,
                piece.name,
                owner(sheet, piece.owner)
            ),
        );
    }
    line("features", features(sheet));
    line("state", format!("{} bytes", sheet.features.state_bytes));
    for option in &sheet.options {
        let items = option.items.iter().enumerate().map(|(index, item)| {
            let star = if index == option.chosen { "*" } else { "" };
            format!("{star}{}", item.name)
        });
        line(
            "option",
            format!(
                "{}: {}",
                option.heading,
                items.collect::<Vec<_>>().join(" | ")
            ),
        );
    }
    for ruleset in &sheet.rulesets {
        line(
            "ruleset",
            format!("{}: {}", ruleset.name, ruleset.items.join(", ")),
        );
    }
    let ludemes: Vec<&str> = sheet.ludemes.keys().map(String::as_str).collect();
    line("ludemes", ludemes.join(", "));
    lines.push(String::new());
    lines.join("\n")
}

fn owner(sheet: &Sheet, number: usize) -> String {
    match number {
        0 => "nobody's".to_owned(),
        number if number > sheet.players.len() => "everybody's".to_owned(),
        number => format!("player {number}'s"),
    }
}

fn features(sheet: &Sheet) -> String {
    let of = &sheet.features;
    let all = [
        (of.dice, "dice"),
        (of.stochastic && !of.dice, "chance"),
        (of.hidden_information, "hidden information"),
        (of.stacking, "stacks"),
        (of.counts && !of.stacking, "several pieces on a site"),
        (of.teams, "teams"),
        (of.large_pieces, "large pieces"),
        (of.boardless, "no board"),
        (of.swap, "changing sides"),
        (of.puzzle, "a puzzle to solve"),
    ];
    let has: Vec<&str> = all
        .iter()
        .filter(|(has, _)| *has)
        .map(|(_, name)| *name)
        .collect();
    match has.is_empty() {
        true => "none that is special".to_owned(),
        false => has.join(", "),
    }
}

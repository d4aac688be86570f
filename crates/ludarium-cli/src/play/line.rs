//! Line-based interface for pipes, scripts and plain terminals.

use std::io::{BufRead, Write};
use std::time::Duration;

use indicatif::ProgressBar;

use super::command::{Command, HELP};
use super::session::{Seat, Session};
use crate::error::Error;
use crate::game_args;

/// Plays until the end of the input or of the game.
pub fn play(mut session: Session) -> Result<(), Error> {
    let mut input = std::io::stdin().lock();
    println!("{}", session.chosen.loaded.game.name());
    session.legend().iter().for_each(|line| println!("{line}"));
    show(&session, false);
    loop {
        if session.is_over() {
            return Ok(());
        }
        if session.seat_to_move() != Seat::Human {
            let told = session.moves_now();
            let learns = session.learns().then(ProgressBar::new_spinner);
            if let Some(told) = &learns {
                told.set_message("learning the game (usually under ten seconds)");
                told.enable_steady_tick(Duration::from_millis(100));
            }
            let text = session.agent_move();
            learns.inspect(ProgressBar::finish_and_clear);
            println!("{told} {text}");
            if session.is_over() || session.seat_to_move() == Seat::Human {
                show(&session, false);
            }
            continue;
        }
        print!("{}> ", session.name(session.mover()));
        flush();
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            println!();
            return Ok(());
        }
        let Some(command) = Command::parse(&line) else {
            if session.only_move().is_some() {
                session.make(0);
                show(&session, false);
            }
            continue;
        };
        if command == Command::Quit {
            return Ok(());
        }
        if let Err(message) = obey(&mut session, command) {
            println!("{message}");
        }
    }
}

fn flush() {
    // The next write reports a closed pipe.
    let _ = std::io::stdout().flush();
}

fn obey(session: &mut Session, command: Command) -> Result<(), Error> {
    match command {
        Command::Move(text) => {
            let index = session.find(&text)?;
            session.make(index);
            show(session, false);
        }
        Command::Moves => {
            let texts = session.texts();
            let wide = texts
                .iter()
                .map(|text| text.chars().count())
                .max()
                .unwrap_or(0)
                + 7;
            let columns = (80 / wide).max(1);
            for (row, chunk) in texts.chunks(columns).enumerate() {
                let cells = chunk.iter().enumerate();
                let line: String = cells
                    .map(|(i, text)| format!("{:>4} {text:<1$}", row * columns + i + 1, wide - 6))
                    .collect();
                println!("{}", line.trim_end());
            }
        }
        Command::Undo => match session.undo() {
            true => show(session, false),
            false => return Err("nothing to take back".into()),
        },
        Command::Hint => session.hint().iter().for_each(|line| println!("{line}")),
        Command::Save(name) => println!("saved as {}", save(session, name)?),
        Command::Load(name) => {
            load(session, &name)?;
            show(session, false);
        }
        Command::Resign => {
            session.resign();
            println!("{}", session.headline());
        }
        Command::Rules => println!("{}", session.rules()),
        Command::Sources => println!("{}", session.sources()),
        Command::Readings => println!("{}", session.readings()),
        Command::Legend => session.legend().iter().for_each(|line| println!("{line}")),
        Command::Coordinates => show(session, true),
        Command::Board => show(session, false),
        Command::Auto => session.leave_to_machine(),
        Command::Solve => {
            println!("{}", session.solve()?);
            show(session, false);
        }
        Command::Help => HELP
            .iter()
            .for_each(|(word, does)| println!("{word:<12} {does}")),
        Command::Quit => {}
    }
    Ok(())
}

/// Saves the game to a file and returns the file name.
pub fn save(session: &Session, name: Option<String>) -> Result<String, Error> {
    let saved = session.saved();
    let name = name.unwrap_or_else(|| {
        let game = saved
            .game
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or("game")
            .trim_end_matches(".lud");
        format!("{game}.txt")
    });
    std::fs::write(&name, saved.to_string()).map_err(|e| format!("{name}: {e}"))?;
    Ok(name)
}

/// Continues a saved game, if it belongs to the game being played.
pub fn load(session: &mut Session, name: &str) -> Result<(), Error> {
    let saved = game_args::read_saved(std::path::Path::new(name))?;
    session.restart(&saved)
}

fn show(session: &Session, coordinates: bool) {
    print!("\n{}", session.canvas(coordinates, (0, 0)));
    session.beside().iter().for_each(|line| println!("{line}"));
    println!("{}", session.headline());
    if let (Some(only), Seat::Human) = (session.only_move(), session.seat_to_move()) {
        println!("The only move is {only}: Enter plays it.");
    }
}

//! Line-based interface for pipes, scripts and plain terminals.

use std::io::{BufRead, Write};
use std::time::Duration;

use super::command::{Command, HELP};
use super::kept::Kept;
use super::saving::{load, save};
use super::session::{Reply, Seat, Session};
use crate::error::Error;
use crate::show::prose;
use crate::{progress, source};

/// Plays until the end of the input or of the game. The game is kept as it goes on, if `kept` is
/// given.
pub fn play(mut session: Session, mut kept: Option<Kept>) -> Result<(), Error> {
    let mut input = std::io::stdin().lock();
    println!("{}", session.title());
    session.legend().iter().for_each(|line| println!("{line}"));
    session.learn();
    show(&session, false);
    loop {
        if let Some(kept) = &mut kept {
            if let Err(error) = kept.update(&session) {
                println!("the game cannot be kept: {error}");
            }
        }
        if session.is_over() {
            return Ok(());
        }
        if session.seat_to_move() != Seat::Human {
            session.ask();
            if let Some(reply) = wait(&mut session) {
                tell(reply);
            }
            if session.is_over() || session.seat_to_move() == Seat::Human {
                show(&session, false);
            }
            continue;
        }
        print!("{}> ", session.name(session.mover()));
        flush();
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            println!();
            return Ok(());
        }
        let line = source::visible(String::from_utf8_lossy(&line).into_owned());
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

/// Waits for the reply to what was asked, and says for how long the game is learned meanwhile.
fn wait(session: &mut Session) -> Option<Reply> {
    let told = progress::spinner();
    loop {
        let reply = session.reply(Some(Duration::from_millis(100)));
        if reply.is_some() || !session.thinks() {
            told.finish_and_clear();
            return reply;
        }
        if let Some(learns) = session.learns_for() {
            told.set_message(format!("learning the game: {} s", learns.as_secs()));
        }
    }
}

fn tell(reply: Reply) {
    match reply {
        Reply::Moved(told) => println!("{told}"),
        Reply::Hint(lines) => lines.iter().for_each(|line| println!("{line}")),
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
        Command::Rematch => {
            session.rematch()?;
            show(session, false);
        }
        Command::Record => println!("{}", session.record()),
        Command::Position => println!("{}", session.position_text(None)?),
        Command::Hint => match session.ask_hint() {
            Some(lines) => tell(Reply::Hint(lines)),
            None => wait(session).into_iter().for_each(tell),
        },
        Command::Save { name, replace } => {
            println!("saved as {}", save(session, name, replace)?);
        }
        Command::Load(name) => {
            load(session, &name)?;
            show(session, false);
        }
        Command::Resign => {
            session.resign();
            println!("{}", session.headline());
        }
        Command::Rules => print!("{}", session.rules(prose::width())),
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

fn show(session: &Session, coordinates: bool) {
    print!("\n{}", session.canvas(coordinates, (0, 0)));
    session
        .beside(None)
        .iter()
        .for_each(|line| println!("{line}"));
    println!("{}", session.headline());
    if let (Some(only), Seat::Human) = (session.only_move(), session.seat_to_move()) {
        println!("The only move is {only}: Enter plays it.");
    }
}

//! `ludarium explain`: what a move does, and why a move is not legal.

mod stepping;
mod steps;

use std::io::IsTerminal as _;
use std::time::Duration;

use clap::Args;
use ludarium_agents::AgentSpec;
use ludarium_engine::{Move, State};
use ludarium_lud::Span;
use ludarium_notation::number_words::counted;
use ludarium_notation::text_board::Style;
use ludarium_notation::{on_one_line, Reason};
use serde::Serialize;

use super::session::{Seat, Session};
use super::thinking::Thinking;
use crate::error::{Error, Exit};
use crate::game_args::{no_such_throw, GameOrSaved, Line};
use crate::machine::Machine;
use crate::source;
use stepping::step_through;
use steps::{Shown, Told};

/// Arguments of `ludarium explain`.
#[derive(Args, Debug)]
pub struct Explain {
    #[command(flatten)]
    game: GameOrSaved,
    /// The move, as `play` reads it; the only argument if a file is loaded
    #[arg(value_name = "MOVE")]
    entered: Option<String>,
    #[command(flatten)]
    line: Line,
    /// Take the position after N plies of the loaded game [default: after its last move]
    #[arg(long, value_name = "N", requires = "load")]
    ply: Option<usize>,
    /// Show what a legal move does step by step: conditions, effects, what is remembered, and
    /// their places in the description (of an illegal move, the conditions are always shown)
    #[arg(long)]
    steps: bool,
    /// Stop at ludemes with this keyword: `remove`, `moveAgain`, `Hop`. In a terminal, step on from
    /// each by keys; otherwise, show only these steps
    #[arg(long = "break", value_name = "KEYWORD")]
    stop_at: Option<String>,
    /// Draw the board after each effect, and with the region that a condition asks about
    #[arg(long)]
    boards: bool,
    /// Show all steps, however many there are
    #[arg(long)]
    all: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// What is said of a move.
#[derive(Serialize)]
struct Report {
    game: String,
    /// The move in the notation of the game, or as it was entered.
    r#move: String,
    player: String,
    legal: bool,
    #[serde(flatten)]
    answer: Answer,
    /// The rules behind it, as far as they were asked for.
    #[serde(serialize_with = "for_programs", skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Reason>,
}

fn for_programs<S: serde::Serializer>(steps: &[Reason], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(steps.iter().map(Told::of))
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Legal {
        actions: Vec<String>,
        rule: Option<Rule>,
        then: String,
    },
    NotLegal {
        why: String,
        /// The legal moves from the first site that is named.
        from_there: Vec<String>,
        /// The legal moves to the last site that is named.
        to_there: Vec<String>,
        #[serde(skip)]
        lines: Vec<String>,
    },
}

/// The ludeme that a move comes from.
#[derive(Serialize)]
struct Rule {
    file: String,
    line: usize,
    column: usize,
    /// Its text, on one line.
    text: String,
}

impl Explain {
    /// Runs the command. The exit code is 1 if the move is not legal, and 2 if the game or the
    /// position cannot be loaded.
    pub fn run(mut self) -> Result<Exit, Error> {
        let entered = match self.entered.take() {
            Some(entered) => entered,
            None => self.game.take_only_argument().ok_or_else(|| {
                Error::from("no move is named").with_hint("ludarium explain GAME MOVE")
            })?,
        };
        let entered = source::visible(entered);
        let mut session = self.session()?;
        let with_steps = self.steps || self.boards || self.stop_at.is_some();
        let before = session.state.clone();
        let report = report(&mut session, &entered, with_steps);
        if self.json {
            println!("{}", serde_json::to_string(&report)?);
            return Ok(Exit::success_if(report.legal));
        }
        print!("{}", in_words(&report));
        let draw = |state: &State, region: &[usize]| session.board_of(state, region);
        let in_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if let (Some(keyword), true) = (&self.stop_at, in_terminal && !self.all) {
            let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
            println!();
            step_through(
                &report.steps,
                (keyword.as_str(), &before),
                &draw,
                input,
                output,
            )
            .map_err(|error| Error::new(error.to_string()))?;
            return Ok(Exit::success_if(report.legal));
        }
        let shown = Shown {
            stop_at: self.stop_at.as_deref(),
            all: self.all,
            board: self.boards.then_some(&draw),
            before: &before,
        };
        let lines = shown.lines(&report.steps);
        if !lines.is_empty() {
            let title = match report.legal {
                true => "Step by step:",
                false => "By the rules:",
            };
            println!("\n{title}\n{}", lines.join("\n"));
        } else if let (Some(keyword), false) = (&self.stop_at, report.steps.is_empty()) {
            println!("\nNothing happens at `{keyword}`.");
        }
        Ok(Exit::success_if(report.legal))
    }

    /// The game in the position that the arguments name. Nobody sits before it from whom anything
    /// is hidden.
    fn session(&self) -> Result<Session, Error> {
        let (chosen, saved) = self.game.load()?;
        let mut start = match saved {
            Some(saved) => saved,
            None => self.line.played(&chosen)?,
        };
        if let Some(ply) = self.ply {
            let played = start.moves.len();
            if ply > played {
                return Err(format!("--ply {ply}: the game has {}", counted(played, "ply")).into());
            }
            start.moves.truncate(ply);
        }
        let nobody_thinks = Thinking {
            time: Duration::ZERO,
            iterations: Some(1),
        };
        let position = start.position.as_deref();
        let mut session = Session::new(chosen, start.seed, position, nobody_thinks, Style::Ascii)?;
        session.seat(&vec![
            Seat::Machine(Machine::Agent(AgentSpec::Random));
            session.seats.len()
        ])?;
        session.replay(&start.moves)?;
        if let Some(throw) = &self.line.throw {
            let shown = session.show_throw(throw);
            shown.map_err(|_| no_such_throw(&session.chosen.loaded.game, throw))?;
        }
        Ok(session)
    }
}

fn report(session: &mut Session, entered: &str, with_steps: bool) -> Report {
    let game = session.chosen.name.clone();
    let player = session.name(session.mover());
    if session.is_over() {
        return Report {
            game,
            r#move: entered.to_owned(),
            player,
            legal: false,
            answer: not_legal(session, session.headline(), entered),
            steps: Vec::new(),
        };
    }
    match session.find(entered) {
        Ok(index) => Report {
            game,
            r#move: session.texts()[index].clone(),
            player,
            legal: true,
            steps: match session.choice(index) {
                Some(mv) if with_steps => session.reasons_for(mv),
                _ => Vec::new(),
            },
            answer: legal(session, index),
        },
        Err(error) => Report {
            game,
            r#move: entered.to_owned(),
            player,
            legal: false,
            answer: not_legal(session, error.to_string(), entered),
            steps: session.reasons_against(entered),
        },
    }
}

/// What a legal move does. It is made.
fn legal(session: &mut Session, index: usize) -> Answer {
    let mover = session.mover();
    let chosen = session.choice(index);
    let actions = chosen.map_or_else(Vec::new, |mv| session.narrator().tell(mv, &session.chance));
    let rule = chosen.and_then(|mv| rule_of(session, mv));
    session.make(index);
    let check = match session.said.iter().any(|said| said == "check") {
        true => "; check",
        false => "",
    };
    let then = match (session.is_over(), session.mover() == mover) {
        (true, _) => session.headline(),
        (false, true) if session.seats.len() > 1 => {
            format!("{} moves again{check}.", session.name(mover))
        }
        (false, true) => "The game goes on.".to_owned(),
        (false, false) => format!("{} is to move{check}.", session.name(session.mover())),
    };
    Answer::Legal {
        actions,
        rule,
        then,
    }
}

/// The ludeme that generated a move.
fn rule_of(session: &Session, mv: Move) -> Option<Rule> {
    let loaded = &session.chosen.loaded;
    let Span { file, start, end } = loaded.game.rule_span(mv)?;
    let source = loaded.description.sources.get(file)?;
    let (line, column) = source.line_column(start);
    let text = source.text.get(start as usize..end as usize)?;
    Some(Rule {
        file: source.name.clone(),
        line,
        column,
        text: on_one_line(text),
    })
}

fn not_legal(session: &Session, why: String, entered: &str) -> Answer {
    const SHOWN: usize = 12;
    let near = session.nearby(entered);
    let mut lines = Vec::new();
    for (word, near) in [("from", &near.from), ("to", &near.to)] {
        let Some((label, texts)) = near else { continue };
        // The reason may have named them.
        if why.contains(texts[0]) {
            continue;
        }
        let more = match texts.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let shown: Vec<&str> = texts.iter().copied().take(SHOWN).collect();
        lines.push(format!("legal {word} {label}: {}{more}", shown.join(", ")));
    }
    let owned = |near: Option<(String, Vec<&str>)>| {
        let texts = near.map_or_else(Vec::new, |(_, texts)| texts);
        texts.into_iter().map(str::to_owned).collect()
    };
    let (from_there, to_there) = (owned(near.from), owned(near.to));
    Answer::NotLegal {
        why,
        from_there,
        to_there,
        lines,
    }
}

/// The longest text of a rule that is shown, in characters.
const RULE_SHOWN: usize = 300;

/// The width to which it is set, in columns.
const RULE_WIDTH: usize = 79;

fn in_words(report: &Report) -> String {
    match &report.answer {
        Answer::Legal {
            actions,
            rule,
            then,
        } => {
            let mut text = format!("{}: {}\n", report.player, report.r#move);
            for (index, action) in actions.iter().enumerate() {
                text.push_str(&format!("{:>3}. {action}\n", index + 1));
            }
            text.push_str(&format!("{then}\n"));
            if let Some(rule) = rule {
                let Rule {
                    file, line, column, ..
                } = rule;
                let long = rule.text.chars().count() > RULE_SHOWN;
                let shown: String = rule.text.chars().take(RULE_SHOWN).collect();
                let shown = format!("{shown}{}", if long { " ..." } else { "" });
                let indented = textwrap::Options::new(RULE_WIDTH)
                    .initial_indent("    ")
                    .subsequent_indent("        ");
                let shown = textwrap::fill(&shown, indented);
                text.push_str(&format!("\nrule {file}:{line}:{column}\n{shown}\n"));
            }
            text
        }
        Answer::NotLegal { why, lines, .. } => {
            let mut text = format!("{why}\n");
            for line in lines {
                text.push_str(&format!("{line}\n"));
            }
            text
        }
    }
}

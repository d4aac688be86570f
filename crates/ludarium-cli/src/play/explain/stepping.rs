//! Steps through what a move did, stopping at ludemes, in a terminal.

use std::io::{BufRead, Write};

use ludarium_engine::State;
use ludarium_notation::{Finding, Reason};

use super::steps::{line, Drawing};

/// What may be entered at a stop.
const HELP: &str = "Enter: next stop, s: next step, u: what it is part of, b: board, q: end";

/// A step in the order in which it happened.
struct Stop<'r> {
    reason: &'r Reason,
    depth: usize,
    /// The step that it is part of.
    part_of: Option<&'r Reason>,
    /// The position then.
    state: &'r State,
}

/// Shows the steps at ludemes with a keyword one after another, and those between them on demand.
///
/// # Errors
/// If nothing can be read or written.
pub fn step_through(
    reasons: &[Reason],
    (keyword, start): (&str, &State),
    draw: &Drawing,
    input: impl BufRead,
    mut output: impl Write,
) -> std::io::Result<()> {
    let mut stops = Vec::new();
    let mut state = start;
    collect(reasons, (0, None), &mut state, &mut stops);
    let is_stop = |stop: &Stop| stop.reason.is_at(keyword);
    let Some(mut at) = stops.iter().position(is_stop) else {
        return writeln!(output, "Nothing happens at `{keyword}`.");
    };
    writeln!(output, "{HELP}")?;
    show(&stops[at], draw, &mut output)?;
    prompt(at, stops.len(), &mut output)?;
    for entered in input.lines() {
        match entered?.trim() {
            "" => match stops[at + 1..].iter().position(is_stop) {
                Some(further) => at += 1 + further,
                None => return writeln!(output, "That was the last stop."),
            },
            "s" if at + 1 < stops.len() => at += 1,
            "s" => return writeln!(output, "That was the last step."),
            "u" => {
                match stops[at].part_of {
                    Some(outer) => writeln!(output, "{}", line(outer))?,
                    None => writeln!(output, "It is part of nothing else.")?,
                }
                prompt(at, stops.len(), &mut output)?;
                continue;
            }
            "b" => {
                write_board(&stops[at], draw, &mut output)?;
                prompt(at, stops.len(), &mut output)?;
                continue;
            }
            "q" => return Ok(()),
            other => {
                writeln!(output, "{other:?} is no command. {HELP}")?;
                prompt(at, stops.len(), &mut output)?;
                continue;
            }
        }
        show(&stops[at], draw, &mut output)?;
        prompt(at, stops.len(), &mut output)?;
    }
    Ok(())
}

/// Lists steps in the order in which they happened: the parts of an effect before the effect.
fn collect<'r>(
    reasons: &'r [Reason],
    (depth, part_of): (usize, Option<&'r Reason>),
    state: &mut &'r State,
    stops: &mut Vec<Stop<'r>>,
) {
    for reason in reasons {
        let inner = (depth + 1, Some(reason));
        let mut stop = Stop {
            reason,
            depth,
            part_of,
            state,
        };
        match &reason.finding {
            Finding::Done { state: after, .. } => {
                collect(&reason.within, inner, state, stops);
                *state = after;
                stop.state = after;
                stops.push(stop);
            }
            _ => {
                stops.push(stop);
                collect(&reason.within, inner, state, stops);
            }
        }
    }
}

/// Shows a step: its line, what an effect has done, and the board where it shows something.
fn show(stop: &Stop, draw: &Drawing, output: &mut impl Write) -> std::io::Result<()> {
    let margin = "  ".repeat(stop.depth);
    writeln!(output, "{margin}{}", line(stop.reason))?;
    if let Finding::Done { .. } = stop.reason.finding {
        for said in stop.reason.said() {
            writeln!(output, "{margin}    {said}")?;
        }
    }
    let shows = stop.reason.region.is_some() || matches!(stop.reason.finding, Finding::Done { .. });
    match shows {
        true => write_board(stop, draw, output),
        false => Ok(()),
    }
}

fn write_board(stop: &Stop, draw: &Drawing, output: &mut impl Write) -> std::io::Result<()> {
    let region = stop.reason.region.as_deref().unwrap_or_default();
    writeln!(output, "{}", draw(stop.state, region).trim_end())
}

fn prompt(at: usize, of: usize, output: &mut impl Write) -> std::io::Result<()> {
    write!(output, "step {} of {of}> ", at + 1)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    use ludarium_engine::trace::Tracer;
    use ludarium_engine::SplitMix64;
    use ludarium_notation::{Reasons, SiteAndPieceNames, Wording};

    /// What is shown of a capture in shatranj when these lines are entered.
    fn shown(keyword: &str, lines: &str) -> String {
        let entry = ludarium_games::find("shatranj").unwrap();
        let loaded = ludarium_games::load(entry, &[]).unwrap();
        let tracer = Tracer::new(&loaded.description).unwrap();
        let mut state = loaded.game.start(&mut SplitMix64::new(0));
        let names = SiteAndPieceNames::of(&loaded.game, Some(&entry.about));
        let wording = Wording::new(&loaded, Some(&entry.about));
        let told = Reasons {
            game: tracer.game(),
            description: &loaded.description,
            names: &names,
            wording: &wording,
        };
        // The pawn on a2 goes to a3.
        let mut moves = loaded.game.legal_moves(&mut state).into_iter();
        let step = moves
            .find(|mv| (mv.origin(), mv.target()) == (8, 16))
            .unwrap();
        let trace = tracer.effects(&mut state, step, &mut SplitMix64::new(1));
        let reasons = told.of_trace(&trace, &state);
        let draw = |state: &State, region: &[usize]| {
            format!(
                "board: a3 is empty: {}, region: {}",
                state.is_empty(16),
                region.len()
            )
        };
        let mut output = Vec::new();
        step_through(
            &reasons,
            (keyword, &state),
            &draw,
            lines.as_bytes(),
            &mut output,
        )
        .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_stop_shows_the_effect_and_the_board_after_it() {
        let text = shown("Step", "b\nx\nq\n");
        assert!(text.contains("does (move Step"), "{text}");
        assert_eq!(text.matches("a3 is empty: false").count(), 2, "{text}");
        assert!(text.contains("\"x\" is no command"), "{text}");
    }

    #[test]
    fn steps_between_stops_are_shown_on_demand_until_the_last() {
        let text = shown("Step", &"s\n".repeat(500));
        assert!(text.ends_with("That was the last step.\n"), "{text}");
        let text = shown("Step", "\n\n\n\n\n\n\n\n");
        assert!(text.ends_with("That was the last stop.\n"), "{text}");
        assert_eq!(shown("sow", ""), "Nothing happens at `sow`.\n");
    }
}

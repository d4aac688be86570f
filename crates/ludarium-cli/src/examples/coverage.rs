//! Which conditions of a description random games tell apart, and which effects they carry out.

use std::collections::BTreeMap;

use indicatif::ProgressBar;
use ludarium_engine::trace::{Event, Trace, Tracer};
use ludarium_engine::SplitMix64;
use ludarium_games::Loaded;
use ludarium_lud::{Node, Span, Value};
use serde::Serialize;

use super::Unused;
use crate::interrupt;

/// The most positions that are looked at. Each costs about a millisecond in a game like chess.
const POSITIONS: u64 = 2_000;

/// The moves of a game between two positions that are looked at.
const APART: u64 = 3;

/// What random games show of the conditions that stand in a description.
#[derive(Default, Serialize)]
pub struct Coverage {
    /// The positions that were looked at.
    pub positions: u64,
    /// Conditions that held whenever they were asked.
    pub always: Vec<Unused>,
    /// Conditions that held never, though they were asked.
    pub never: Vec<Unused>,
    /// Conditions that were not asked.
    pub unasked: Vec<Unused>,
}

/// The answers of a condition so far.
#[derive(Clone, Copy, Default)]
struct Answers {
    yes: bool,
    no: bool,
}

/// Looks at positions of random games; nothing for a match, whose rules stand in other files.
pub fn of(loaded: &Loaded, games: u64, bar: &ProgressBar) -> Option<Coverage> {
    let tracer = Tracer::new(&loaded.description).ok()?;
    let mut answers: BTreeMap<(u32, u32), Answers> = BTreeMap::new();
    conditions(&loaded.description.game, &mut answers);
    let mut positions = 0;
    for seed in 0..games {
        if positions >= POSITIONS || interrupt::is_asked() {
            break;
        }
        positions += play(&tracer, seed, POSITIONS - positions, &mut answers);
        bar.inc(1);
    }
    let source = &loaded.description.sources.description;
    let found = |wanted: &dyn Fn(Answers) -> bool| {
        let kept = answers.iter().filter(|(_, own)| wanted(**own));
        let shown = kept.filter_map(|(&(start, end), _)| Unused::at(source, start, end));
        shown.collect()
    };
    Some(Coverage {
        positions,
        always: found(&|own| own.yes && !own.no),
        never: found(&|own| own.no && !own.yes),
        unasked: found(&|own| !own.yes && !own.no),
    })
}

/// The conditions that stand in the description itself.
fn conditions(node: &Node, found: &mut BTreeMap<(u32, u32), Answers>) {
    match &node.value {
        Value::Call(call) => {
            let Span { file, start, end } = node.span;
            if call.ludeme.sort() == "boolean" && file.0 == 0 {
                found.entry((start, end)).or_default();
            }
            for argument in call.args.iter().flatten() {
                conditions(argument, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| conditions(item, found)),
        _ => {}
    }
}

/// Plays a random game and notes what is evaluated on the way. Returns the positions looked at.
fn play(tracer: &Tracer, seed: u64, most: u64, answers: &mut BTreeMap<(u32, u32), Answers>) -> u64 {
    let game = tracer.game();
    let mut chance = SplitMix64::new(seed);
    let mut pick = SplitMix64::new(!seed);
    let mut state = game.start(&mut chance);
    let mut looked = 0;
    for ply in 0..super::MAX_PLIES as u64 {
        let looks = ply % APART == seed % APART;
        if looks && !state.over() {
            note(&tracer.why(&mut state, None, None), answers);
            looked += 1;
        }
        if looked >= most || interrupt::is_asked() {
            break;
        }
        let Some(mv) = game.sample(&mut state, &mut pick) else {
            break;
        };
        // End rules decide at moves that are not looked at, too; these are cheaper.
        note(
            &tracer.effects(&mut state, mv, &mut chance.clone()),
            answers,
        );
        game.apply(&mut state, mv, &mut chance);
    }
    looked
}

fn note(trace: &Trace, answers: &mut BTreeMap<(u32, u32), Answers>) {
    for (_, step) in trace.flat() {
        let Event::Condition { span, holds, .. } = step.event else {
            continue;
        };
        if let Some(own) = answers
            .get_mut(&(span.start, span.end))
            .filter(|_| span.file.0 == 0)
        {
            own.yes |= holds;
            own.no |= !holds;
        }
    }
}

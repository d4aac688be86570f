//! Which conditions of a description random games tell apart, and which effects they carry out.

use std::collections::BTreeMap;

use indicatif::ProgressBar;
use ludarium_engine::trace::{Event, Trace, Tracer};
use ludarium_engine::SplitMix64;
use ludarium_games::Loaded;
use ludarium_lud::ludeme::{ArgumentType, FormPart};
use ludarium_lud::{Ludeme, Node, Span, Value};
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
    /// The number of conditions in the description.
    pub conditions: usize,
    /// Conditions that held whenever they were asked.
    pub always: Vec<Unused>,
    /// Conditions that held never, though they were asked.
    pub never: Vec<Unused>,
    /// Conditions that were not asked.
    pub unasked: Vec<Unused>,
    /// The number of effects in the description.
    pub effects: usize,
    /// Effects that were not carried out.
    pub idle: Vec<Unused>,
}

/// The parts of a description that are watched, by their bytes in it.
#[derive(Default)]
struct Watched {
    conditions: BTreeMap<(u32, u32), Answers>,
    /// Effects, and whether they were carried out.
    effects: BTreeMap<(u32, u32), bool>,
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
    let mut watched = Watched::default();
    watched.find(&loaded.description.game);
    let mut positions = 0;
    for seed in 0..games {
        if positions >= POSITIONS || interrupt::is_asked() {
            break;
        }
        positions += play(&tracer, seed, POSITIONS - positions, &mut watched);
        bar.inc(1);
    }
    let source = &loaded.description.sources.description;
    let found = |wanted: &dyn Fn(Answers) -> bool| {
        let kept = watched.conditions.iter();
        let kept = kept.filter(|(_, own)| wanted(**own));
        let shown = kept.filter_map(|(&(start, end), _)| Unused::at(source, start, end));
        shown.collect()
    };
    let idle = watched.effects.iter().filter(|(_, done)| !**done);
    Some(Coverage {
        positions,
        conditions: watched.conditions.len(),
        effects: watched.effects.len(),
        idle: idle
            .filter_map(|(&(start, end), _)| Unused::at(source, start, end))
            .collect(),
        always: found(&|own| own.yes && !own.no),
        never: found(&|own| own.no && !own.yes),
        unasked: found(&|own| !own.yes && !own.no),
    })
}

impl Watched {
    /// Watches the conditions and effects that stand in the description itself.
    fn find(&mut self, node: &Node) {
        match &node.value {
            Value::Call(call) => {
                let Span { file, start, end } = node.span;
                match call.ludeme.sort() {
                    "boolean" if file.0 == 0 => {
                        self.conditions.entry((start, end)).or_default();
                    }
                    "effect" if file.0 == 0 && !lists_moves(call.ludeme) => {
                        self.effects.entry((start, end)).or_default();
                    }
                    _ => {}
                }
                for argument in call.args.iter().flatten() {
                    self.find(argument);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.find(item)),
            _ => {}
        }
    }

    /// Notes what was evaluated.
    fn note(&mut self, trace: &Trace) {
        for (_, step) in trace.flat() {
            match step.event {
                Event::Condition { span, holds, .. } if span.file.0 == 0 => {
                    if let Some(own) = self.conditions.get_mut(&(span.start, span.end)) {
                        own.yes |= holds;
                        own.no |= !holds;
                    }
                }
                // A rule that lists a move is reached, though the move may not be chosen.
                Event::Rule { span, moves: 1.. } | Event::Effect { span, .. }
                    if span.file.0 == 0 =>
                {
                    if let Some(done) = self.effects.get_mut(&(span.start, span.end)) {
                        *done = true;
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a ludeme only lists what other ludemes do, as `forEach` and `priority`, or what is
/// captured, as `custodial`. The trace has these others and what is applied, and not the list.
fn lists_moves(ludeme: Ludeme) -> bool {
    let parts = ludeme.parts().into_iter();
    let types = parts.filter_map(|part| match part {
        FormPart::Argument(argument) => Some(argument.types),
        FormPart::Word(_) => None,
    });
    let is_moves = |ty: &ArgumentType| {
        let name = ty.name.as_str();
        ty.label.is_none() && ["moves", "{moves}"].contains(&name)
    };
    let captures = [
        Ludeme::Custodial,
        Ludeme::Directional,
        Ludeme::Enclose,
        Ludeme::Intervene,
        Ludeme::Surround,
    ];
    ludeme == Ludeme::Satisfy
        || captures.contains(&ludeme)
        || types.flatten().any(|ty| is_moves(&ty))
}

/// Plays a random game and notes what is evaluated on the way. Returns the positions looked at.
fn play(tracer: &Tracer, seed: u64, most: u64, watched: &mut Watched) -> u64 {
    let game = tracer.game();
    let mut chance = SplitMix64::new(seed);
    let mut pick = SplitMix64::new(!seed);
    let mut state = game.start(&mut chance);
    let mut looked = 0;
    for ply in 0..super::MAX_PLIES as u64 {
        let looks = ply % APART == seed % APART;
        if looks && !state.over() {
            watched.note(&tracer.why(&mut state, None, None));
            looked += 1;
        }
        if looked >= most || interrupt::is_asked() {
            break;
        }
        let Some(mv) = game.sample(&mut state, &mut pick) else {
            break;
        };
        // End rules decide at moves that are not looked at, too; these are cheaper.
        watched.note(&tracer.effects(&mut state, mv, &mut chance.clone()));
        game.apply(&mut state, mv, &mut chance);
    }
    looked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_is_watched_by_what_it_applies() {
        // Pieces are captured in any random game of seega.
        let entry = ludarium_games::find("falkener-seega").unwrap();
        let loaded = ludarium_games::load(entry, &[]).unwrap();
        let found = of(&loaded, 2, &ProgressBar::hidden()).unwrap();
        assert!(found.effects > 2, "{}", found.effects);
        let idle: Vec<&str> = found.idle.iter().map(|part| part.text.as_str()).collect();
        assert!(!idle.iter().any(|text| text.contains("remove")), "{idle:?}");
    }
}

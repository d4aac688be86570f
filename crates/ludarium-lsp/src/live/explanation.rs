//! Why a move is legal or not, and what it does, for an editor that shows it beside the text.

use lsp_types::Range;
use ludarium_engine::trace::Tracer;
use ludarium_lud::Span;
use ludarium_notation::{Finding, Reason, Reasons, Refused};
use ludarium_table::{SiteView, Table};
use serde::Serialize;

use crate::Document;

/// The most steps of an explanation; later ones are left out.
const STEPS: usize = 400;

/// What is said about a move.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The move as the game writes it, or as it was entered.
    #[serde(rename = "move")]
    pub asked: String,
    /// Whether it is legal.
    pub legal: bool,
    /// Why not, if it is not legal and that can be told in a sentence.
    pub why: Option<String>,
    /// Of a legal move what it does, step by step; otherwise the conditions that were asked.
    pub steps: Vec<StepView>,
    /// Whether steps are left out, because there are too many.
    pub cut: bool,
}

/// A part of the description, and what it did.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// How deep it lies within other parts; each follows the part that it is in.
    pub depth: usize,
    /// Its text on one line.
    pub text: String,
    /// Its file, line and column.
    pub place: String,
    /// Its range, if it is in the document itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// What it did: `lists`, `holds`, `fails`, `priority`, `after`, `threat`,
    /// `does`.
    pub kind: &'static str,
    /// That in words: values, actions, changes.
    pub said: Vec<String>,
    /// After an effect: the sites that look different than before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sites: Option<Vec<SiteView>>,
    /// Of a condition about a region: the slots of the region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Vec<usize>>,
}

/// Explains a move of a position. Without a tracer, there are no steps.
pub(super) fn of(table: &Table, tracer: Option<&Tracer>, entered: &str) -> Explanation {
    let rules = table.rules();
    let choices = table.choices();
    let refused = Refused {
        game: rules.game(),
        names: rules.names(),
        wording: rules.wording(),
        state: table.state(),
        chance: table.dice(),
        moves: choices
            .moves
            .iter()
            .copied()
            .zip(choices.texts.iter().map(String::as_str))
            .collect(),
    };
    let chosen = match table.is_over() {
        true => None,
        false => choices.find(entered).ok(),
    };
    let mut state = table.state().clone();
    let trace = match (tracer, chosen) {
        (Some(tracer), Some(index)) => {
            let mut chance = table.dice().clone();
            Some(tracer.effects(&mut state, choices.moves[index], &mut chance))
        }
        (Some(tracer), None) => refused
            .asked_about(entered)
            .map(|(from, to)| tracer.why(&mut state, from, Some(to))),
        (None, _) => None,
    };
    let mut steps = Vec::new();
    if let Some(trace) = &trace {
        let reasons = Reasons {
            game: rules.game(),
            description: &rules.loaded().description,
            names: rules.names(),
            wording: rules.wording(),
        };
        let document = Document::new(rules.loaded().description.sources.description.text.clone());
        let told = Told { table, document };
        for reason in reasons.of_trace(trace, table.state()) {
            told.add(&reason, 0, &mut steps);
        }
    }
    let cut = steps.len() > STEPS || trace.is_some_and(|trace| trace.cut);
    steps.truncate(STEPS);
    Explanation {
        asked: chosen.map_or_else(
            || entered.trim().to_owned(),
            |index| choices.texts[index].clone(),
        ),
        legal: chosen.is_some(),
        why: match chosen {
            Some(_) => None,
            None if table.is_over() => Some("the game is over".to_owned()),
            None => refused.why(entered),
        },
        steps,
        cut,
    }
}

struct Told<'a> {
    table: &'a Table,
    document: Document,
}

impl Told<'_> {
    fn add(&self, reason: &Reason, depth: usize, steps: &mut Vec<StepView>) {
        // The parts of an effect are carried out before the rest of it.
        let parts_first = matches!(reason.finding, Finding::Done { .. });
        let within = |steps: &mut Vec<StepView>| {
            reason
                .within
                .iter()
                .for_each(|part| self.add(part, depth + 1, steps));
        };
        if parts_first {
            within(steps);
        }
        steps.push(self.view(reason, depth));
        if !parts_first {
            within(steps);
        }
    }

    fn range(&self, span: Span) -> Option<Range> {
        (span.file.0 == 0).then(|| self.document.range(span.start as usize..span.end as usize))
    }

    fn view(&self, reason: &Reason, depth: usize) -> StepView {
        let (kind, sites) = match &reason.finding {
            Finding::Listed(_) => ("lists", None),
            Finding::Holds(true) => ("holds", None),
            Finding::Holds(false) => ("fails", None),
            Finding::Priority { .. } => ("priority", None),
            Finding::After(_) => ("after", None),
            Finding::Threat(_) => ("threat", None),
            Finding::Done { state, .. } => ("does", Some(self.table.sites_changed(state))),
        };
        StepView {
            depth,
            text: reason.text.clone(),
            place: reason.place.clone(),
            range: reason.span.and_then(|span| self.range(span)),
            kind,
            said: reason.said(),
            sites,
            region: reason.region.clone(),
        }
    }
}

//! Why a kernel does not play a game: a feature of the game, or a part of its rules that the kernel
//! has no translation for.

use std::fmt;

use ludarium_lud::Span;

use super::features::Feature;

use crate::ir::{Bool, Int, Moves, Rule, Sites};

/// A part of the compiled rules that a reader is asked to translate.
#[derive(Clone, Copy)]
pub(crate) enum Part<'p> {
    Number(&'p Int),
    Condition(&'p Bool),
    Region(&'p Sites),
    Moves(&'p Moves),
    Rule(&'p Rule),
}

impl Part<'_> {
    fn node(&self) -> &dyn fmt::Debug {
        match self {
            Part::Number(int) => int,
            Part::Condition(bool) => bool,
            Part::Region(sites) => sites,
            Part::Moves(moves) => moves,
            Part::Rule(rule) => &rule.kind,
        }
    }
}

/// A part of the rules as text, which is the same whichever compilation it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    pub fn of(part: Part<'_>) -> Fingerprint {
        Fingerprint(format!("{:?}", part.node()))
    }

    /// The name of the node of the instruction tree.
    pub fn node(&self) -> &str {
        let name = self.0.split(|c: char| !c.is_alphanumeric()).next();
        name.unwrap_or_default()
    }
}

/// A reason why a kernel does not play a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Something about the game as a whole, in words.
    Feature(&'static str),
    /// A part of the rules.
    Part {
        fingerprint: Fingerprint,
        /// The place of the ludeme, which only rules know.
        span: Option<Span>,
    },
}

impl Refusal {
    fn of(part: Part<'_>) -> Refusal {
        Refusal::Part {
            fingerprint: Fingerprint::of(part),
            span: match part {
                Part::Rule(rule) => Some(rule.span),
                _ => None,
            },
        }
    }
}

/// What a reader could not translate, from the innermost part outwards. Most games are read to be
/// played: then nothing is recorded.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    recorded: Option<Vec<Refusal>>,
}

impl Refusals {
    /// A record that is kept.
    pub fn wanted() -> Refusals {
        Refusals {
            recorded: Some(Vec::new()),
        }
    }

    /// `None` and a record of the first feature that is there.
    pub fn unless(&mut self, features: &[Feature]) -> Option<()> {
        let found = features.iter().find(|(_, there)| *there);
        let Some((feature, _)) = found else {
            return Some(());
        };
        self.feature(feature);
        None
    }

    /// Records a feature of the game.
    pub fn feature(&mut self, feature: &'static str) {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(Refusal::Feature(feature));
        }
    }

    /// The number of reasons recorded so far.
    pub fn len(&self) -> usize {
        self.recorded.as_ref().map_or(0, Vec::len)
    }

    /// Records a part that could not be translated. Where it was, forgets what was tried for it in
    /// vain, which is all after the first `before` reasons.
    pub fn close(&mut self, before: usize, translated: bool, part: Part<'_>) {
        if let Some(recorded) = &mut self.recorded {
            match translated {
                true => recorded.truncate(before),
                false => recorded.push(Refusal::of(part)),
            }
        }
    }

    /// After a reading: forgets all where the kernel plays the game, and names the whole where
    /// nothing else was named.
    pub fn settle(&mut self, plays: bool) {
        match &mut self.recorded {
            Some(recorded) if plays => recorded.clear(),
            Some(recorded) if recorded.is_empty() => {
                recorded.push(Refusal::Feature("a combination of rules"));
            }
            _ => {}
        }
    }

    /// The reasons recorded.
    pub fn into_reasons(self) -> Vec<Refusal> {
        self.recorded.unwrap_or_default()
    }
}

//! The places of compiled parts in the text, for those who want to know why a part of the rules has
//! no optimised form.

use std::cell::RefCell;

use ludarium_lud::Span;
use rustc_hash::FxHashMap;

use super::Compiler;
use crate::fast::refusal::{Fingerprint, Part};

/// The first place of every compiled part.
#[derive(Debug, Default)]
pub(crate) struct Places(RefCell<FxHashMap<Fingerprint, Span>>);

impl Places {
    /// The place of a part, if it was compiled as it is.
    pub fn of(&self, part: &Fingerprint) -> Option<Span> {
        self.0.borrow().get(part).copied()
    }
}

impl Compiler {
    /// Records where a part comes from, if that is wanted.
    pub(super) fn record_place(&self, part: Part<'_>, span: Span) {
        if let Some(places) = &self.places {
            let mut places = places.0.borrow_mut();
            places.entry(Fingerprint::of(part)).or_insert(span);
        }
    }
}

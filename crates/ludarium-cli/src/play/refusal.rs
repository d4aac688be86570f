//! Why a move from one site to another is not legal.

use ludarium_engine::{type_index, Action, Move};

use super::session::Session;

/// The sites that a text names: `e2-e4`, `e2 x d3`, `e2e4`.
struct Ends {
    from: usize,
    to: usize,
}

impl Session {
    /// Why a move that the user typed is not legal, as far as that can be told.
    pub(super) fn refusal(&self, entered: &str) -> Option<String> {
        // What is hidden from the viewer may be the reason.
        if self.hides() || self.is_over() {
            return None;
        }
        let Ends { from, to } = self.ends(entered)?;
        let (from_label, to_label) = (self.label(from), self.label(to));
        let mover = self.mover();
        if self.state.is_empty(from) {
            return Some(format!("nothing stands on {from_label}"));
        }
        let owner = self.signs.glyphs.owner(self.state.what(from));
        if owner != mover && (1..=self.seats.len()).contains(&owner) {
            let (owner, mover) = (self.name(owner), self.name(mover));
            return Some(format!("{from_label} is {owner}'s, and {mover} is to move"));
        }
        if self
            .legal
            .iter()
            .any(|mv| mv.origin() == from as i32 && mv.target() == to as i32)
        {
            // The ends are those of a legal move: something else in the text is wrong.
            return None;
        }
        let game = &self.chosen.loaded.game;
        let mut state = self.state.clone();
        let mut listed = Vec::new();
        let tested = game.pseudo_legal(&mut state, None, &mut listed);
        let goes = |mv: &Move| mv.origin() == from as i32 && mv.target() == to as i32;
        if tested && listed.iter().any(goes) {
            let royal = game.royal_kinds(&mut state);
            let kind = royal
                .iter()
                .find(|&&kind| self.signs.glyphs.owner(kind) == mover);
            let checked = game.is_in_check(&mut state);
            return Some(match (kind, checked) {
                (Some(_), true) => format!("{from_label}-{to_label} does not answer the check"),
                (Some(&kind), false) => {
                    let name = game.components()[kind].name.as_str();
                    let piece = name.trim_end_matches(|c: char| c.is_ascii_digit());
                    format!("after {from_label}-{to_label} the {piece} could be taken")
                }
                (None, _) => format!("the rules forbid the position after {from_label}-{to_label}"),
            });
        }
        if game.dice_just_rolled(&self.state) || !self.state.dice().is_empty() {
            if let Some(throw) = self.words.throw(game, &self.state) {
                return Some(format!(
                    "the throw ({throw}) does not lead from {from_label} to {to_label}"
                ));
            }
        }
        if self.state.is_empty(to) && self.all_capture() {
            return Some("a capture must be made".to_owned());
        }
        let own: Vec<&str> = self.targets_from(from);
        Some(match own.is_empty() {
            true => format!("the piece on {from_label} cannot move now"),
            false => format!(
                "the piece on {from_label} does not go to {to_label}: {}",
                own.join(", ")
            ),
        })
    }

    /// Whether every legal move takes something.
    fn all_capture(&self) -> bool {
        let game = &self.chosen.loaded.game;
        let mut state = self.state.clone();
        let owner = |slot: usize| self.signs.glyphs.owner(self.state.what(slot));
        let mover = self.mover();
        !self.legal.is_empty()
            && self.legal.iter().all(|&mv| {
                let done = game.explain(&mut state, mv, &mut self.chance.clone());
                let taken = |action: &Action| match action {
                    Action::Remove { at, .. } => {
                        let slot = game.layout().slot(type_index(at.kind), at.site);
                        slot.is_some_and(|slot| owner(slot) != mover)
                    }
                    _ => false,
                };
                done.iter().any(taken)
            })
    }

    /// The legal moves from a slot, at most six of them.
    fn targets_from(&self, from: usize) -> Vec<&str> {
        const SHOWN: usize = 6;
        let mut texts: Vec<&str> = Vec::new();
        for (mv, &index) in self.legal.iter().zip(&self.listed) {
            let text = self.texts[index].as_str();
            if mv.origin() == from as i32 && !texts.contains(&text) && texts.len() < SHOWN {
                texts.push(text);
            }
        }
        texts
    }

    fn label(&self, slot: usize) -> String {
        self.signs
            .board
            .label(&self.chosen.loaded.game, slot as i32)
    }

    /// The sites of a move, if the text names two and nothing else but what stands between them.
    fn ends(&self, entered: &str) -> Option<Ends> {
        let text = entered.trim().to_lowercase();
        let game = &self.chosen.loaded.game;
        let board = 0..game.layout().board_sites;
        let labels: Vec<String> = board.map(|slot| self.label(slot).to_lowercase()).collect();
        let slot_of = |text: &str| labels.iter().position(|label| label == text.trim());
        let found = |from: &str, to: &str| {
            Some(Ends {
                from: slot_of(from)?,
                to: slot_of(to)?,
            })
        };
        if let Some((from, to)) = text.split_once(['-', 'x', ':', ' ']) {
            let to = to.trim_start_matches(['-', 'x', ':', ' ']);
            if let Some(ends) = found(from, to) {
                return Some(ends);
            }
        }
        let cuts = text.char_indices().skip(1);
        cuts.into_iter()
            .find_map(|(at, _)| found(&text[..at], &text[at..]))
    }
}

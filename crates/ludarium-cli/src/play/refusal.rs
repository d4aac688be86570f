//! Why a move from one site to another is not legal.

use ludarium_engine::{type_index, Action, Move};

use super::session::Session;

/// The sites that a text names: `e2-e4`, `e2 x d3`, `e2e4`.
struct Ends {
    from: usize,
    to: usize,
}

/// Legal moves from a site and to a site, each with the label of the site; `None` where there is
/// no such move.
pub(super) struct Nearby<'a> {
    pub from: Option<(String, Vec<&'a str>)>,
    pub to: Option<(String, Vec<&'a str>)>,
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
        let tested = game.moves_before_conditions(&mut state, &mut listed);
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
        let mut texts = self.legal_texts(|mv| mv.origin() == from as i32);
        texts.truncate(SHOWN);
        texts
    }

    /// The texts of the legal moves that fulfil a condition.
    fn legal_texts(&self, fits: impl Fn(&Move) -> bool) -> Vec<&str> {
        let mut texts: Vec<&str> = Vec::new();
        for (mv, &index) in self.legal.iter().zip(&self.listed) {
            let text = self.texts[index].as_str();
            if fits(mv) && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// The legal moves near a text that is none: those from the first site that it names, and those
    /// to the last one.
    pub(super) fn nearby(&self, entered: &str) -> Nearby<'_> {
        let named = self.named_sites(entered);
        let (from, to) = (named.first().copied(), named.last().copied());
        let near = |slot: Option<usize>, end: fn(&Move) -> i32| {
            let slot = slot?;
            let texts = self.legal_texts(|mv| end(mv) == slot as i32);
            (!texts.is_empty()).then(|| (self.label(slot), texts))
        };
        Nearby {
            from: near(from, |mv| mv.origin()),
            to: near(to, |mv| mv.target()),
        }
    }

    fn label(&self, slot: usize) -> String {
        self.signs
            .board
            .label(&self.chosen.loaded.game, slot as i32)
    }

    /// The labels of the sites of the board, in lower case.
    fn labels(&self) -> Vec<String> {
        let board = 0..self.chosen.loaded.game.layout().board_sites;
        board.map(|slot| self.label(slot).to_lowercase()).collect()
    }

    /// The sites of a move, if the text names two and little else.
    fn ends(&self, entered: &str) -> Option<Ends> {
        match self.named_sites(entered)[..] {
            [from, to] => Some(Ends { from, to }),
            _ => None,
        }
    }

    /// The sites of the board that a text names, in order: `e2-e4`, `e2 x d3`, `e2e4`, `Nb1-d2+`,
    /// `Nd4`. Empty if the text has more than that: it is no move between sites then.
    fn named_sites(&self, entered: &str) -> Vec<usize> {
        let text = entered.trim().to_lowercase();
        let labels = self.labels();
        let (mut named, mut others) = (Vec::new(), 0);
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let here = |label: &&String| !label.is_empty() && rest.starts_with(label.as_str());
            let longest = labels.iter().filter(here).max_by_key(|label| label.len());
            let whole = longest.filter(|label| {
                // The beginning of a longer number is no label.
                let after = rest[label.len()..].chars().next();
                let ends_in_digit = label.ends_with(|c: char| c.is_ascii_digit());
                !(ends_in_digit && after.is_some_and(|c| c.is_ascii_digit()))
            });
            match whole {
                Some(label) => {
                    named.extend(labels.iter().position(|own| own == label));
                    rest = &rest[label.len()..];
                }
                None => {
                    others += usize::from(first.is_alphanumeric() && first != 'x');
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        // The letters of a piece and of its promotion.
        match others <= 2 {
            true => named,
            false => Vec::new(),
        }
    }
}

//! Why a move from one site to another is not legal.

use ludarium_engine::{type_index, Action, Chance, Game, Move, State};

use crate::{SiteAndPieceNames, Wording};

/// A position in which somebody typed a move that is none, seen by a reader from whom nothing is
/// hidden.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::{Refused, SiteAndPieceNames, Wording};
///
/// let entry = ludarium_games::find("shatranj")?;
/// let loaded = ludarium_games::load(entry, &[])?;
/// let (names, wording) = (
///     SiteAndPieceNames::of(&loaded.game, Some(&entry.about)),
///     Wording::new(&loaded, Some(&entry.about)),
/// );
/// let chance = SplitMix64::new(0);
/// let (mut state, mut legal) = (loaded.game.start(&mut chance.clone()), Vec::new());
/// loaded.game.legal(&mut state, &mut legal);
/// let texts = names.notation(&loaded.game).texts(&state, &chance, &legal);
/// let refused = Refused {
///     game: &loaded.game,
///     names: &names,
///     wording: &wording,
///     state: &state,
///     chance: &chance,
///     moves: legal.iter().copied().zip(texts.iter().map(String::as_str)).collect(),
/// };
/// assert_eq!(refused.why("e4-e5").unwrap(), "nothing stands on e4");
/// assert!(refused.why("e2-e7").unwrap().contains("does not go to e7: e2-e3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Refused<'a, C> {
    /// The game.
    pub game: &'a Game,
    /// The names of its sites.
    pub names: &'a SiteAndPieceNames,
    /// The names of its players and throws.
    pub wording: &'a Wording,
    /// The position.
    pub state: &'a State,
    /// The generator of the game's chance at this point; it is copied and not used up.
    pub chance: &'a C,
    /// The legal moves with their texts. Moves with the same effects have the same text.
    pub moves: Vec<(Move, &'a str)>,
}

/// The sites that a text names: `e2-e4`, `e2 x d3`, `e2e4`.
struct Ends {
    from: usize,
    to: usize,
}

/// Legal moves from a site and to a site, each with the label of the site; `None` where there is
/// no such move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearby<'a> {
    /// The site that the text names first, and the moves from it.
    pub from: Option<(String, Vec<&'a str>)>,
    /// The site that the text names last, and the moves to it.
    pub to: Option<(String, Vec<&'a str>)>,
}

impl<'a, C: Chance + Clone> Refused<'a, C> {
    /// Whether a text names sites of the board, as a move does.
    #[must_use]
    pub fn names_sites(&self, entered: &str) -> bool {
        !self.named_sites(entered).is_empty()
    }

    /// The slots that a text is about, as a move does: from where (nothing if it names one site)
    /// and to where.
    #[must_use]
    pub fn asked_about(&self, entered: &str) -> Option<(Option<usize>, usize)> {
        match self.named_sites(entered)[..] {
            [to] => Some((None, to)),
            [from, to] => Some((Some(from), to)),
            _ => None,
        }
    }

    /// Why a text is not the text of a legal move, as far as that can be told.
    #[must_use]
    pub fn why(&self, entered: &str) -> Option<String> {
        if self.state.over() {
            return None;
        }
        let Ends { from, to } = self.ends(entered)?;
        let (from_label, to_label) = (self.label(from), self.label(to));
        let mover = self.state.mover();
        if self.state.is_empty(from) {
            return Some(format!("nothing stands on {from_label}"));
        }
        let owner = self.owner(self.state.what(from));
        if owner != mover && (1..=self.game.players()).contains(&owner) {
            let (owner, mover) = (self.wording.player(owner), self.wording.player(mover));
            return Some(format!("{from_label} is {owner}'s, and {mover} is to move"));
        }
        let goes = |mv: &Move| mv.origin() == from as i32 && mv.target() == to as i32;
        if self.moves.iter().any(|(mv, _)| goes(mv)) {
            // The ends are those of a legal move: something else in the text is wrong.
            return None;
        }
        let game = self.game;
        let mut state = self.state.clone();
        let mut listed = Vec::new();
        let tested = game.moves_before_conditions(&mut state, &mut listed);
        if tested && listed.iter().any(goes) {
            let royal = game.royal_kinds(&mut state);
            let kind = royal.iter().find(|&&kind| self.owner(kind) == mover);
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
        if game.dice_just_rolled(self.state) || !self.state.dice().is_empty() {
            if let Some(throw) = self.wording.throw(game, self.state) {
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
        let game = self.game;
        let mut state = self.state.clone();
        let owner = |slot: usize| self.owner(self.state.what(slot));
        let mover = self.state.mover();
        !self.moves.is_empty()
            && self.moves.iter().all(|&(mv, _)| {
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
    fn targets_from(&self, from: usize) -> Vec<&'a str> {
        const SHOWN: usize = 6;
        let mut texts = self.legal_texts(|mv| mv.origin() == from as i32);
        texts.truncate(SHOWN);
        texts
    }

    /// The texts of the legal moves that fulfil a condition.
    fn legal_texts(&self, fits: impl Fn(&Move) -> bool) -> Vec<&'a str> {
        let mut texts: Vec<&str> = Vec::new();
        for &(ref mv, text) in &self.moves {
            if fits(mv) && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// The legal moves near a text that is none: those from the first site that it names, and those
    /// to the last one.
    #[must_use]
    pub fn nearby(&self, entered: &str) -> Nearby<'a> {
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
        self.names.board.label(self.game, slot as i32)
    }

    /// The player that a kind of piece belongs to.
    fn owner(&self, what: usize) -> usize {
        self.names.glyphs.owner(what)
    }

    /// The labels of the sites of the board, in lower case.
    fn labels(&self) -> Vec<String> {
        let board = 0..self.game.layout().board_sites;
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

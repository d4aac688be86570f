//! Moves as text: writing them, and finding the move that a text means.

mod equivalent;
mod find;
mod numeric_squares;

pub use find::{begins_with, find, MoveTextError};
pub use numeric_squares::square_of_numbers;

use std::collections::HashSet;

use ludarium_board::SiteType;
use ludarium_engine::action::Place;
use ludarium_engine::{Action, Chance, Game, Move, State};
use ludarium_games::About;
use ludarium_picture::Names;

use crate::text_board::{Glyphs, Style, TextBoard};

/// The names of a game's sites and the characters of its pieces.
#[derive(Clone, Debug)]
pub struct SiteAndPieceNames {
    /// The board as text, which labels the sites.
    pub board: TextBoard,
    /// The characters of the pieces.
    pub glyphs: Glyphs,
}

impl SiteAndPieceNames {
    /// The names that a game has in a style; `names` holds what its own notation prescribes.
    #[must_use]
    pub fn new(game: &Game, style: Style, names: &Names) -> SiteAndPieceNames {
        SiteAndPieceNames {
            board: TextBoard::new(game, names),
            glyphs: Glyphs::new(game, style, names),
        }
    }

    /// The names that a game has in Unicode; `about` is what the library knows about a built-in
    /// game.
    ///
    /// ```
    /// use ludarium_engine::SplitMix64;
    /// use ludarium_notation::SiteAndPieceNames;
    ///
    /// let entry = ludarium_games::find("shatranj")?;
    /// let game = ludarium_games::load(entry, &[])?.game;
    /// let names = SiteAndPieceNames::of(&game, Some(&entry.about));
    /// let chance = SplitMix64::new(1);
    /// let state = game.start(&mut chance.clone());
    /// let mv = names.notation(&game).parse(&state, &chance, "e2e3")?;
    /// assert_eq!(names.notation(&game).write(&state, &chance, mv), "e2-e3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(game: &Game, about: Option<&About>) -> SiteAndPieceNames {
        let names = about.map(Names::new).unwrap_or_default();
        SiteAndPieceNames::new(game, Style::Unicode, &names)
    }

    /// The notation of the game that the names are of, for a reader from whom nothing is hidden.
    #[must_use]
    pub fn notation<'a>(&'a self, game: &'a Game) -> Notation<'a> {
        Notation {
            game,
            names: self,
            shown: None,
        }
    }
}

/// Writes and reads the moves of one game.
///
/// Most methods take the state before the move and the random generator that the game continues
/// with, because the effects of a move may depend on chance. The generator is cloned, never
/// advanced.
#[derive(Clone, Copy)]
pub struct Notation<'a> {
    /// The game.
    pub game: &'a Game,
    /// The names of its sites and pieces.
    pub names: &'a SiteAndPieceNames,
    /// The state as the reader sees it, where something is hidden from the reader: a capture is
    /// marked only where the captured piece is visible. `None` where nothing is hidden.
    pub shown: Option<&'a State>,
}

impl Notation<'_> {
    /// Writes a legal move so that no other legal move of the position has the same text: `e2-e4`,
    /// `e2xd3`, `P@e5`, `pass`. [`Notation::parse`] reads it back.
    ///
    /// A move that is not legal is written all the same, without anything to tell it apart.
    #[must_use]
    pub fn write(&self, state: &State, chance: &(impl Chance + Clone), mv: Move) -> String {
        let legal = self.legal(state);
        let first = self.first_equivalent(state, chance, &legal);
        let index = legal.iter().position(|own| *own == mv);
        let Some(index) = index else {
            return self.text(&mut state.clone(), chance, mv);
        };
        let choices = self.distinct(state, chance, &legal);
        let at = choices.iter().position(|own| *own == legal[first[index]]);
        let mut texts = self.texts(state, chance, &choices);
        at.map_or_else(String::new, |at| texts.swap_remove(at))
    }

    /// Finds the legal move that a text means. See [`find`] for what a text may look like.
    ///
    /// # Errors
    /// If the text fits no legal move, or several.
    pub fn parse(
        &self,
        state: &State,
        chance: &(impl Chance + Clone),
        text: &str,
    ) -> Result<Move, MoveTextError> {
        let choices = self.distinct(state, chance, &self.legal(state));
        let texts = self.texts(state, chance, &choices);
        let index = find(text, &texts, &self.by_other_names(&choices, &texts))?;
        Ok(choices[index])
    }

    fn legal(&self, state: &State) -> Vec<Move> {
        let (mut state, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut state, &mut legal);
        legal
    }

    /// A move as it would be written on a score sheet, whatever the other moves.
    fn text(&self, state: &mut State, chance: &(impl Chance + Clone), mv: Move) -> String {
        // The effects of a pass are not the player's decision.
        if self.game.is_pass(mv) {
            return "pass".to_owned();
        }
        let actions = self.game.explain(state, mv, &mut chance.clone());
        let Some(first) = self.decision(mv, &actions) else {
            return self.between(mv);
        };
        let takes = self.takes(state, chance, mv, &actions[first], &actions);
        let mut text = self.action(state, &actions[first], &actions, takes);
        for action in &actions[first + 1..] {
            match action {
                Action::Promote { what, .. } => {
                    text.push('=');
                    text.push_str(self.sign(*what));
                }
                Action::Move { from, to, .. } if matches!(actions[first], Action::Move { .. }) => {
                    // A second piece moves along: castling, pushing.
                    text.push_str(&format!(",{}-{}", self.place(*from), self.place(*to)));
                }
                _ => {}
            }
        }
        text
    }

    /// The index of the action that the player decided on; effects may come before it.
    fn decision(&self, mv: Move, actions: &[Action]) -> Option<usize> {
        let is = |place: &Place, slot: i32| {
            self.slot(*place)
                .is_some_and(|own| i32::try_from(own) == Ok(slot))
        };
        let between = actions.iter().position(|action| match action {
            Action::Move { from, to, .. }
            | Action::StackMove { from, to, .. }
            | Action::Copy { from, to }
            | Action::Select {
                from, to: Some(to), ..
            } => is(from, mv.origin()) && is(to, mv.target()),
            _ => false,
        });
        let placed = || {
            actions.iter().position(|action| match action {
                Action::Add { at, .. } | Action::Insert { at, .. } => is(at, mv.target()),
                Action::Select { from, to: None, .. } => is(from, mv.origin()),
                _ => false,
            })
        };
        between
            .or_else(placed)
            .or_else(|| actions.iter().position(is_decision))
    }

    /// The texts of moves made one after the other from a state, up to the first that is not legal.
    #[must_use]
    pub fn line(
        &self,
        state: &State,
        chance: &(impl Chance + Clone),
        moves: &[Move],
    ) -> Vec<String> {
        let (mut state, mut chance) = (state.clone(), chance.clone());
        let (mut texts, mut legal) = (Vec::new(), Vec::new());
        for mv in moves {
            self.game.legal(&mut state, &mut legal);
            if !legal.contains(mv) {
                break;
            }
            texts.extend(self.texts(&state, &chance, &[*mv]));
            self.game.apply(&mut state, *mv, &mut chance);
        }
        texts
    }

    /// The texts of moves, in their order and all different: where several moves would have the
    /// same text, an effect that only one of them has is added in brackets, or a number.
    #[must_use]
    pub fn texts(
        &self,
        state: &State,
        chance: &(impl Chance + Clone),
        moves: &[Move],
    ) -> Vec<String> {
        let mut state = state.clone();
        let mut texts: Vec<String> = moves
            .iter()
            .map(|mv| self.text(&mut state, chance, *mv))
            .collect();
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by(|a, b| texts[*a].cmp(&texts[*b]).then(a.cmp(b)));
        for group in order
            .chunk_by(|a, b| texts[*a] == texts[*b])
            .map(<[usize]>::to_vec)
            .collect::<Vec<_>>()
        {
            if group.len() > 1 {
                let suffixes = self.apart(&mut state, chance, group.iter().map(|i| moves[*i]));
                for (index, apart) in group.iter().zip(suffixes) {
                    texts[*index].push_str(&apart);
                }
            }
        }
        texts
    }

    /// The texts of moves with other names of their sites: moves from a hand by their site in the
    /// hand, `hand:1-a1` instead of `P@a1`; and, where the game names its sites itself, by the
    /// board's own labels, `c1` instead of `C`. `texts` holds the usual texts, in the same order.
    #[must_use]
    pub fn by_other_names(&self, moves: &[Move], texts: &[String]) -> Vec<String> {
        let entered = |mv: &Move| {
            let from = usize::try_from(mv.origin()).ok();
            from.is_some_and(|slot| self.names.board.is_in_hand(self.game, slot))
        };
        let slots = 0..self.game.layout().board_sites as i32;
        let names = slots.map(|slot| self.names.board.label(self.game, slot));
        let names: HashSet<String> = names.collect();
        let pairs = moves.iter().zip(texts);
        pairs
            .map(|(mv, text)| match entered(mv) {
                true => self.between(*mv),
                false => self.by_labels(*mv, &names).unwrap_or_else(|| text.clone()),
            })
            .collect()
    }

    /// A move by the board's own labels, if the game names its sites otherwise, and calls none so.
    fn by_labels(&self, mv: Move, names: &HashSet<String>) -> Option<String> {
        let label = |slot: i32| {
            let place = self.game.site_of_slot(usize::try_from(slot).ok()?);
            let sites = self.game.board().topology.sites(place.kind);
            let label = &sites.get(usize::try_from(place.site).ok()?)?.label;
            let label = label.to_lowercase();
            (!names.contains(&label)).then_some(label)
        };
        let (from, to) = (label(mv.origin())?, label(mv.target())?);
        Some(match from == to {
            true => from,
            false => format!("{from}-{to}"),
        })
    }

    /// For moves of one text: the first action that only one of them has, or else a number. Moves
    /// that do the same get the same.
    fn apart(
        &self,
        state: &mut State,
        chance: &(impl Chance + Clone),
        moves: impl Iterator<Item = Move>,
    ) -> Vec<String> {
        let all: Vec<Vec<Action>> = moves
            .map(|mv| self.game.explain(state, mv, &mut chance.clone()))
            .collect();
        // Rules may list a move several times.
        let first = |index: usize| all.iter().position(|list| *list == all[index]);
        let kinds: Vec<usize> = (0..all.len()).filter_map(first).collect();
        let kinds = &kinds;
        let dice = state.dice();
        let special = |index: usize| {
            let others = || {
                all.iter()
                    .enumerate()
                    .filter(move |(other, _)| kinds[*other] != kinds[index])
            };
            let own = all[index]
                .iter()
                .filter(|own| others().any(|(_, list)| !list.contains(own)));
            own.filter_map(|action| self.detail(action, &dice)).next()
        };
        let details: Vec<Option<String>> = (0..all.len()).map(special).collect();
        let alone = |index: usize| {
            let mut same = details.iter().zip(kinds);
            same.all(|(other, kind)| *kind == kinds[index] || *other != details[index])
        };
        let text = |(index, detail): (usize, &Option<String>)| match detail {
            Some(text) if alone(index) => format!(" ({text})"),
            // Its effects are a part of those of every other move.
            None if alone(index) => String::new(),
            _ => format!("#{}", kinds[index] + 1),
        };
        details.iter().enumerate().map(text).collect()
    }

    /// An action in a word or two, for the actions that tell moves apart.
    fn detail(&self, action: &Action, dice: &[i32]) -> Option<String> {
        Some(match action {
            Action::UseDie { die, .. } => {
                let value = usize::try_from(*die).ok().and_then(|die| dice.get(die))?;
                format!("throw {value}")
            }
            Action::Remove { at, .. } => format!("x{}", self.place(*at)),
            Action::Promote { what, .. } => {
                format!("={}", self.sign(*what))
            }
            Action::Move {
                from,
                to,
                level_from,
                ..
            } if *level_from > 0 => {
                format!(
                    "{}-{} level {}",
                    self.place(*from),
                    self.place(*to),
                    level_from + 1
                )
            }
            Action::Move {
                from, to, count, ..
            } if *count > 1 => {
                format!("{}-{} {count}", self.place(*from), self.place(*to))
            }
            Action::Move { from, to, .. } => format!("{}-{}", self.place(*from), self.place(*to)),
            Action::Add { at, what, .. } => {
                format!("{}@{}", self.sign(*what), self.place(*at))
            }
            Action::SetState { at, state, .. } => format!("{} state {state}", self.place(*at)),
            Action::SetRotation { at, rotation } => format!("{} turn {rotation}", self.place(*at)),
            Action::SetValue { at, value, .. } => format!("{} value {value}", self.place(*at)),
            Action::SetCount { at, count, .. } => format!("{} count {count}", self.place(*at)),
            Action::SetVar { name, value } => format!("{name} {value}"),
            Action::SetScore { player, score, .. } => format!("player {player} scores {score}"),
            Action::SetValueOfPlayer { value, .. } => format!("{value} kept"),
            Action::SetNextPlayer { player } => format!("next {player}"),
            Action::SetPending { value: Some(value) } => format!("pending {value}"),
            _ => return None,
        })
    }

    fn between(&self, mv: Move) -> String {
        match (mv.origin(), mv.target()) {
            (from, to) if from >= 0 && to >= 0 && from != to => {
                format!(
                    "{}-{}",
                    self.names.board.label(self.game, from),
                    self.names.board.label(self.game, to)
                )
            }
            (slot, _) if slot >= 0 => self.names.board.label(self.game, slot),
            (_, slot) if slot >= 0 => self.names.board.label(self.game, slot),
            _ => "pass".to_owned(),
        }
    }

    fn action(&self, state: &State, action: &Action, all: &[Action], takes: bool) -> String {
        match action {
            Action::Move { from, to, .. } => self.step(state, *from, *to, takes),
            Action::StackMove { from, to, levels } => {
                format!("{}({levels})", self.step(state, *from, *to, takes))
            }
            Action::Copy { from, to } => format!("{}+{}", self.place(*from), self.place(*to)),
            Action::Add { at, what, .. } => {
                let placed = self.placed(*what, &self.place(*at));
                let together = all.iter().map(|other| match other {
                    Action::Add {
                        at: place, count, ..
                    } if place == at => (*count).max(1),
                    _ => 0,
                });
                match together.sum::<i32>() {
                    ..=1 => placed,
                    count => format!("{placed}:{count}"),
                }
            }
            Action::Insert { at, what, .. } => self.placed(*what, &self.place(*at)),
            Action::Remove { at, .. } if self.is_own(state, *at) => {
                format!("{}-off", self.place(*at))
            }
            Action::Remove { at, .. } => format!("x{}", self.place(*at)),
            Action::Select {
                from, to: Some(to), ..
            } => format!("{}-{}", self.place(*from), self.place(*to)),
            Action::Select { from, to: None, .. } => self.place(*from),
            Action::Promote { at, what } => {
                format!("{}={}", self.place(*at), self.sign(*what))
            }
            Action::SetState { at, state, .. } => format!("{}:state{state}", self.place(*at)),
            Action::SetCount { at, count, .. } => format!("{}:{count}", self.place(*at)),
            Action::SetValue { at, value, .. } => format!("{}:value{value}", self.place(*at)),
            Action::SetRotation { at, rotation } => format!("{}:turn{rotation}", self.place(*at)),
            Action::Pass { .. } => "pass".to_owned(),
            Action::SwapPlayers { .. } => "swap".to_owned(),
            Action::Propose { text } => text.to_string(),
            Action::Vote { text } => format!("vote:{text}"),
            Action::Bet { amount, .. } => format!("bet:{amount}"),
            Action::SetNextPlayer { player } => format!("next:{player}"),
            Action::SetTrumpSuit { suit } => format!("trump:{suit}"),
            Action::RememberState => "remember".to_owned(),
            Action::NextInstance => "next".to_owned(),
            _ => "move".to_owned(),
        }
    }

    fn step(&self, state: &State, from: Place, to: Place, takes: bool) -> String {
        let held = self
            .slot(from)
            .filter(|slot| self.names.board.is_in_hand(self.game, *slot));
        if let Some(slot) = held {
            let onto = format!("{}{}", if takes { "x" } else { "" }, self.place(to));
            return match self.several_kinds() {
                true => format!("{}@{onto}", self.names.glyphs.sign(state.what(slot))),
                false => format!("@{onto}"),
            };
        }
        let mark = if takes { "x" } else { "-" };
        format!("{}{mark}{}", self.place(from), self.place(to))
    }

    /// A piece placed on a site: with its letter where there are several kinds.
    fn placed(&self, what: i32, place: &str) -> String {
        match self.several_kinds() {
            true => format!("{}@{place}", self.sign(what)),
            false => place.to_owned(),
        }
    }

    /// Whether a player has pieces of several kinds.
    fn several_kinds(&self) -> bool {
        let kinds = self.game.components().iter().skip(1);
        kinds.filter(|kind| kind.die.is_none()).count() > self.game.players()
    }

    fn sign(&self, what: i32) -> &str {
        self.names.glyphs.sign(usize::try_from(what).unwrap_or(0))
    }

    /// Whether a piece of the mover's stands on a place.
    fn is_own(&self, state: &State, place: Place) -> bool {
        let what = self.slot(place).map_or(0, |slot| state.what(slot));
        what != 0 && self.names.glyphs.owner(what) == state.mover()
    }

    /// Whether a move from one place to another captures: afterwards fewer pieces of the other
    /// players are on the board, and none has changed sides. Where something is hidden from the
    /// reader, whether a piece is visible on the target.
    fn takes(
        &self,
        state: &State,
        chance: &(impl Chance + Clone),
        mv: Move,
        action: &Action,
        all: &[Action],
    ) -> bool {
        let (Action::Move { from, to, .. } | Action::StackMove { from, to, .. }) = action else {
            return false;
        };
        let foreign = |state: &State| {
            let what = |place: &Place| self.slot(*place).map_or(0, |slot| state.what(slot));
            let (piece, target) = (what(from), what(to));
            target != 0 && self.names.glyphs.owner(piece) != self.names.glyphs.owner(target)
        };
        if let Some(shown) = self.shown {
            return foreign(shown);
        }
        let removes = |action: &Action| matches!(action, Action::Remove { .. });
        if !foreign(state) && !all.iter().any(removes) {
            return false;
        }
        let mut after = state.clone();
        self.game.apply(&mut after, mv, &mut chance.clone());
        let player = state.mover();
        let ((own, others), (own_after, others_after)) =
            (self.pieces(state, player), self.pieces(&after, player));
        others_after < others && own_after + others_after < own + others
    }

    /// The number of pieces on the board: the player's, and those of the others.
    fn pieces(&self, state: &State, player: usize) -> (i32, i32) {
        let (mut own, mut others) = (0, 0);
        let sites = 0..self.game.layout().board_sites;
        for (what, count) in sites.flat_map(|slot| state.pieces_on(slot)) {
            match self.names.glyphs.owner(what) == player {
                true => own += count,
                false => others += count,
            }
        }
        (own, others)
    }

    fn slot(&self, place: Place) -> Option<usize> {
        self.game
            .layout()
            .slot(ludarium_engine::type_index(place.kind), place.site)
    }

    /// The label of a place: `c3`, or `hand:1` for a site of a hand.
    #[must_use]
    pub fn place(&self, place: Place) -> String {
        match self.slot(place) {
            Some(slot) => self.names.board.label(self.game, slot as i32),
            None => format!("{}{}", initial(place.kind), place.site),
        }
    }
}

fn initial(kind: SiteType) -> char {
    match kind {
        SiteType::Cell => 'c',
        SiteType::Vertex => 'v',
        SiteType::Edge => 'e',
    }
}

/// Whether an action is the player's decision, and not a throw or a note before it.
fn is_decision(action: &Action) -> bool {
    !matches!(
        action,
        Action::SetDie { .. }
            | Action::SetDiceAllEqual { .. }
            | Action::UseDie { .. }
            | Action::Note { .. }
            | Action::SetVar { .. }
            | Action::SetTemp { .. }
            | Action::SetCounter { .. }
            | Action::RememberValue { .. }
            | Action::ForgetValue { .. }
    )
}

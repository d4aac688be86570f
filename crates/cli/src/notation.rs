//! Moves as people write them.

use board::SiteType;
use engine::action::Place;
use engine::{Action, Chance, Game, Move, State};

use crate::draw::{Glyphs, Plan};

/// What is needed to write the moves of one game.
#[derive(Clone, Copy)]
pub struct Notation<'a> {
    /// The game.
    pub game: &'a Game,
    /// The labels of its sites.
    pub plan: &'a Plan,
    /// The characters of its pieces.
    pub glyphs: &'a Glyphs,
}

impl Notation<'_> {
    /// A move, as it would be written on a score sheet: `e2-e4`, `e2xd3`, `P@e5`, `pass`.
    fn text(&self, state: &mut State, chance: &(impl Chance + Clone), mv: Move) -> String {
        let actions = self.game.explain(state, mv, &mut chance.clone());
        let Some(first) = self.decision(mv, &actions) else {
            return self.between(mv);
        };
        let mut text = self.action(state, &actions[first], &actions);
        for action in &actions[first + 1..] {
            match action {
                Action::Promote { what, .. } => {
                    text.push('=');
                    text.push_str(self.glyphs.of(usize::try_from(*what).unwrap_or(0)));
                }
                Action::Move { from, to, .. } if matches!(actions[first], Action::Move { .. }) => {
                    // A second man moves along: castling, pushing.
                    text.push_str(&format!(",{}-{}", self.place(*from), self.place(*to)));
                }
                _ => {}
            }
        }
        text
    }

    /// The action that the player decided on: consequences may be recorded before it.
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

    /// All the moves, each text different: where two would be alike, what tells them apart is added.
    /// `chance` is the generator that the game goes on with.
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
                let told = self.apart(&mut state, chance, group.iter().map(|i| moves[*i]));
                for (index, apart) in group.iter().zip(told) {
                    texts[*index].push_str(&apart);
                }
            }
        }
        texts
    }

    /// What tells moves of one text apart: the first thing that only one of them does, or else a
    /// number.
    fn apart(
        &self,
        state: &mut State,
        chance: &(impl Chance + Clone),
        moves: impl Iterator<Item = Move>,
    ) -> Vec<String> {
        let all: Vec<Vec<Action>> = moves
            .map(|mv| self.game.explain(state, mv, &mut chance.clone()))
            .collect();
        let dice = state.dice();
        let special = |index: usize| {
            let others = || {
                all.iter()
                    .enumerate()
                    .filter(move |(other, _)| *other != index)
            };
            let own = all[index]
                .iter()
                .filter(|own| others().any(|(_, list)| !list.contains(own)));
            own.filter_map(|action| self.detail(action, &dice)).next()
        };
        let details: Vec<Option<String>> = (0..all.len()).map(special).collect();
        let text = |(index, detail): (usize, &Option<String>)| match detail {
            Some(detail)
                if details
                    .iter()
                    .filter(|other| *other == &Some(detail.clone()))
                    .count()
                    == 1 =>
            {
                format!("({detail})")
            }
            _ => format!("#{}", index + 1),
        };
        details.iter().enumerate().map(text).collect()
    }

    /// An action in a word or two, for those that tell moves apart.
    fn detail(&self, action: &Action, dice: &[i32]) -> Option<String> {
        Some(match action {
            Action::UseDie { die, .. } => {
                let value = usize::try_from(*die).ok().and_then(|die| dice.get(die))?;
                format!("throw {value}")
            }
            Action::Remove { at, .. } => format!("x{}", self.place(*at)),
            Action::Promote { what, .. } => {
                format!("={}", self.glyphs.of(usize::try_from(*what).ok()?))
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
                format!(
                    "{}@{}",
                    self.glyphs.of(usize::try_from(*what).ok()?),
                    self.place(*at)
                )
            }
            Action::SetState { at, state, .. } => format!("{} state {state}", self.place(*at)),
            Action::SetRotation { at, rotation } => format!("{} turn {rotation}", self.place(*at)),
            Action::SetValue { at, value, .. } => format!("{} value {value}", self.place(*at)),
            Action::SetCount { at, count, .. } => format!("{} count {count}", self.place(*at)),
            Action::SetVar { name, value } => format!("{name} {value}"),
            Action::SetScore { player, score, .. } => format!("player {player} scores {score}"),
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
                    self.plan.label(self.game, from),
                    self.plan.label(self.game, to)
                )
            }
            (slot, _) if slot >= 0 => self.plan.label(self.game, slot),
            (_, slot) if slot >= 0 => self.plan.label(self.game, slot),
            _ => "pass".to_owned(),
        }
    }

    fn action(&self, state: &State, action: &Action, all: &[Action]) -> String {
        match action {
            Action::Move { from, to, .. } => self.step(state, *from, *to, all),
            Action::StackMove { from, to, levels } => {
                format!("{}({levels})", self.step(state, *from, *to, all))
            }
            Action::Copy { from, to } => format!("{}+{}", self.place(*from), self.place(*to)),
            Action::Add { at, what, .. } | Action::Insert { at, what, .. } => {
                let kinds = self
                    .game
                    .components()
                    .iter()
                    .skip(1)
                    .filter(|c| c.die.is_none())
                    .count();
                let piece = self.glyphs.of(usize::try_from(*what).unwrap_or(0));
                match kinds > self.game.players() {
                    true => format!("{piece}@{}", self.place(*at)),
                    false => self.place(*at),
                }
            }
            Action::Remove { at, .. } => format!("x{}", self.place(*at)),
            Action::Select {
                from, to: Some(to), ..
            } => format!("{}-{}", self.place(*from), self.place(*to)),
            Action::Select { from, to: None, .. } => self.place(*from),
            Action::Promote { at, what } => {
                format!(
                    "{}={}",
                    self.place(*at),
                    self.glyphs.of(usize::try_from(*what).unwrap_or(0))
                )
            }
            Action::SetState { at, state, .. } => format!("{}:state{state}", self.place(*at)),
            Action::SetCount { at, count, .. } => format!("{}:{count}", self.place(*at)),
            Action::SetValue { at, value, .. } => format!("{}:value{value}", self.place(*at)),
            Action::SetRotation { at, rotation } => format!("{}:turn{rotation}", self.place(*at)),
            Action::Pass { .. } => "pass".to_owned(),
            Action::SwapPlayers { .. } => "swap".to_owned(),
            Action::Propose { text } => format!("propose:{text}"),
            Action::Vote { text } => format!("vote:{text}"),
            Action::Bet { amount, .. } => format!("bet:{amount}"),
            Action::SetNextPlayer { player } => format!("next:{player}"),
            Action::SetTrumpSuit { suit } => format!("trump:{suit}"),
            Action::NextInstance => "next".to_owned(),
            _ => "move".to_owned(),
        }
    }

    fn step(&self, state: &State, from: Place, to: Place, all: &[Action]) -> String {
        let takes = all
            .iter()
            .any(|action| matches!(action, Action::Remove { .. }))
            || self.takes(state, from, to);
        format!(
            "{}{}{}",
            self.place(from),
            if takes { "x" } else { "-" },
            self.place(to)
        )
    }

    /// Whether a piece of somebody else stands on the target.
    fn takes(&self, state: &State, from: Place, to: Place) -> bool {
        let what = |place| self.slot(place).map_or(0, |slot| state.what(slot));
        let (mover, target) = (what(from), what(to));
        target != 0 && self.glyphs.owner(mover) != self.glyphs.owner(target) && state.height(0) <= 1
    }

    fn slot(&self, place: Place) -> Option<usize> {
        self.game
            .layout()
            .slot(engine::layout::type_index(place.kind), place.site)
    }

    /// The label of a place.
    #[must_use]
    pub fn place(&self, place: Place) -> String {
        match self.slot(place) {
            Some(slot) => self.plan.label(self.game, slot as i32),
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

/// Whether an action is something a player decides (and not a throw or a note before it).
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

/// The move that somebody means: its number in the list (from 1), its text, or the one move whose
/// text begins so.
///
/// # Errors
/// Says what is unclear.
pub fn find(entered: &str, texts: &[String]) -> Result<usize, String> {
    let entered = entered.trim();
    if let Ok(number) = entered.parse::<usize>() {
        // A site may be called by a number too; the list's own texts go before its numbering.
        if !texts.iter().any(|text| plain(text) == entered) {
            return match number.checked_sub(1).filter(|index| *index < texts.len()) {
                Some(index) => Ok(index),
                None => Err(format!("there are {} moves", texts.len())),
            };
        }
    }
    let wanted = plain(entered);
    if wanted.is_empty() {
        return Err("enter a move".to_owned());
    }
    if let Some(index) = texts.iter().position(|text| plain(text) == wanted) {
        return Ok(index);
    }
    let begins: Vec<usize> = (0..texts.len())
        .filter(|i| plain(&texts[*i]).starts_with(&wanted))
        .collect();
    match begins.as_slice() {
        [only] => Ok(*only),
        [] => ending(&wanted, texts)
            .ok_or_else(|| format!("no legal move reads {entered:?}; `moves` lists them")),
        many => {
            let shown: Vec<&str> = many.iter().take(8).map(|i| texts[*i].as_str()).collect();
            Err(format!(
                "{entered:?} may be {}{}",
                shown.join(", "),
                if many.len() > 8 { ", …" } else { "" }
            ))
        }
    }
}

/// The only move that leads to a site, where that is all that was entered: `c3` for `b1-c3` or `N@c3`.
fn ending(wanted: &str, texts: &[String]) -> Option<usize> {
    let to = |text: &&String| {
        let target = text.rsplit(['-', '@', '×']).next().unwrap_or_default();
        target.len() < text.len() && plain(target) == wanted
    };
    let mut fitting = texts.iter().filter(to);
    let only = fitting.next().filter(|_| fitting.next().is_none())?;
    texts.iter().position(|text| text == only)
}

/// A text without case, hyphens and marks of capture: `e2e4`, `e2-e4` and `E2xE4` are one.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| !matches!(c, '-' | ' ' | '×'));
    let lower: String = kept.flat_map(char::to_lowercase).collect();
    // An x between two sites is a capture; one at the front is kept, since `xe4` is a move too.
    let mut out = String::with_capacity(lower.len());
    for (index, c) in lower.char_indices() {
        let between = index > 0
            && lower[..index].ends_with(|c: char| c.is_ascii_digit())
            && lower[index + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
        if c != 'x' || !between {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Vec<String> {
        ["e2-e4", "e2-e3", "g1xf3", "a7-a8=Q", "a7-a8=R", "pass"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn a_move_is_found_with_or_without_its_hyphen() {
        for entered in ["e2-e4", "e2e4", " E2 E4", "e2xe4", "1"] {
            assert_eq!(find(entered, &texts()), Ok(0), "{entered}");
        }
        assert_eq!(find("g1-f3", &texts()), Ok(2));
    }

    #[test]
    fn the_beginning_of_one_move_is_enough() {
        assert_eq!(find("g1", &texts()), Ok(2));
        assert_eq!(find("p", &texts()), Ok(5));
        assert_eq!(
            find("a7a8", &texts()).unwrap_err(),
            "\"a7a8\" may be a7-a8=Q, a7-a8=R"
        );
    }

    #[test]
    fn a_number_beyond_the_list_is_an_error() {
        assert_eq!(find("7", &texts()).unwrap_err(), "there are 6 moves");
    }
}

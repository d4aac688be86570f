//! A player's view of a state: the information available to the player.

use std::borrow::Cow;

use crate::action::Hidden;
use crate::chance::Chance;
use crate::game::Component;
use crate::layout::{ContainerKind, ExtraSet, Field, PlayerField};
use crate::state::{Piece, State};
use crate::{Game, Move};

/// A state as one player sees it, without what is hidden from that player.
///
/// Two states that differ only in what is hidden from a player give equal views.
///
/// ```
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 4)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_engine::SplitMix64;
///
/// let state = game.start(&mut SplitMix64::new(1));
/// let view = game.view(&state, 2);
/// // Nothing is hidden in this game: the view is the state itself, not a copy.
/// assert!(view.is_complete());
/// assert_eq!(view.at(0).what, Some(0));
/// assert!(view.sample(&mut SplitMix64::new(1)) == state);
/// ```
#[derive(Clone, Debug)]
pub struct View<'a> {
    game: &'a Game,
    player: usize,
    /// The state with everything hidden removed.
    seen: Cow<'a, State>,
    complete: bool,
    /// Slots hidden because cards and dominoes have hidden faces, not because a rule says so.
    secret: Vec<usize>,
}

impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.player == other.player && self.seen.as_ref() == other.seen.as_ref()
    }
}

/// A player's knowledge of a slot; `None` stands for "unknown".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The kind of the topmost piece; 0 if the slot is known to be empty.
    pub what: Option<usize>,
    /// Its owner.
    pub who: Option<usize>,
    /// The number of pieces.
    pub count: Option<i32>,
    /// The local state.
    pub state: Option<i32>,
    /// The rotation.
    pub rotation: Option<i32>,
    /// The value.
    pub value: Option<i32>,
}

impl Game {
    /// The information about a state that is available to `player` (from 1). The view is cheap if
    /// nothing is hidden from the player; otherwise it holds a copy of the state.
    #[must_use]
    pub fn view<'a>(&'a self, state: &'a State, player: usize) -> View<'a> {
        let playing = self.playing(state);
        let layout = &playing.layout;
        let secret = playing.secret(state, player);
        let mut marked = Cow::Borrowed(state);
        for &slot in &secret {
            // Hidden as if by a rule.
            (marked.to_mut()).set_hidden(slot, Hidden::What, player, true);
        }
        let state = &marked;
        let hides = |slot: &usize| state.hides(*slot, player);
        let complete = others_choices(state, player).next().is_none()
            && (layout.hidden == 0 || !(0..layout.slots).any(|slot| hides(&slot)));
        let seen = if complete {
            marked
        } else {
            Cow::Owned(playing.blot_out(state, player))
        };
        View {
            game: self,
            player,
            seen,
            complete,
            secret,
        }
    }

    /// The slots of cards and dominoes that a player cannot see: in packs, and in the hands of
    /// others.
    fn secret(&self, state: &State, player: usize) -> Vec<usize> {
        if self.packs.is_empty() {
            return Vec::new();
        }
        let covered = |container: &&crate::Container| match container.kind {
            ContainerKind::Deck => true,
            ContainerKind::Hand => {
                container.owner != player && (1..=self.players).contains(&container.owner)
            }
            _ => false,
        };
        let covered = self.containers.iter().filter(covered);
        let slots = covered.flat_map(|container| container.first..container.first + container.size);
        let held = |&slot: &usize| !state.is_empty(slot);
        let known = |&slot: &usize| !state.is_hidden(slot, Hidden::What, player);
        slots.filter(held).filter(known).collect()
    }

    /// A copy of a state without the data hidden from a player.
    fn blot_out(&self, state: &State, player: usize) -> State {
        let mut seen = state.clone();
        // From the hashes of earlier positions, a player could compute where everything was.
        seen.history.clear();
        for index in others_choices(state, player) {
            seen.choices[index] = Move::new(UNKNOWN, -1, -1);
        }
        let mut dark = false;
        for slot in (0..self.layout.slots).filter(|&slot| state.hides(slot, player)) {
            let hidden = |data| state.is_hidden(slot, data, player);
            if hidden(Hidden::All) {
                dark = true;
                seen.clear_slot(slot, &self.owners);
                // Who sees a slot may depend on what is there.
                seen.forget_marks_of_others(slot, player);
                for set in [ExtraSet::ToClear, ExtraSet::Pending, ExtraSet::Visited] {
                    seen.mark_extra(set, slot, false);
                }
                continue;
            }
            let height = if hidden(Hidden::Count) {
                state.height(slot).min(1)
            } else {
                state.height(slot)
            };
            while seen.height(slot) > height {
                seen.remove_top(slot, &self.owners);
            }
            for level in 0..height {
                let mut piece = state.piece(slot, level);
                if hidden(Hidden::What) {
                    let owner = self.owners[piece.what];
                    piece.what = self
                        .covered(owner, hidden(Hidden::Who))
                        .next()
                        .unwrap_or(piece.what);
                }
                for (data, property) in [
                    (Hidden::Count, &mut piece.count),
                    (Hidden::State, &mut piece.state),
                    (Hidden::Rotation, &mut piece.rotation),
                    (Hidden::Value, &mut piece.value),
                ] {
                    if hidden(data) {
                        *property = i32::from(data == Hidden::Count);
                    }
                }
                seen.replace(slot, level, piece, &self.owners);
            }
        }
        if dark {
            forget_unseen_moves(&mut seen, player);
        }
        // The order in which the pieces came would tell which of them moved.
        seen.forget_arrivals(|slot| state.hides(slot, player));
        seen.forget_listed(|slot| state.hides(slot, player));
        seen
    }

    /// Replaces each unknown choice by some possible choice.
    fn suppose_choices(&self, state: &mut State, chance: &mut dyn Chance) {
        let (mover, next) = (state.field(Field::Mover), state.field(Field::Next));
        let players = choosers(state);
        for (index, player) in players.into_iter().enumerate() {
            if state.choices[index].rule != UNKNOWN {
                continue;
            }
            state.set_field(Field::Mover, player as i32);
            let mut legal = Vec::new();
            self.legal(state, &mut legal);
            if let Ok(number @ 1..) = u32::try_from(legal.len()) {
                state.choices[index] = legal[chance.below(number) as usize];
            }
        }
        state.set_field(Field::Mover, mover);
        state.set_field(Field::Next, next);
    }

    /// The possible kinds of a piece whose owner is known, or (`of_anybody`) unknown. The first of
    /// them represents all.
    fn covered(&self, owner: u8, of_anybody: bool) -> impl Iterator<Item = usize> + '_ {
        let plain = |component: &Component| component.die.is_none();
        (1..self.components.len()).filter(move |&what| {
            plain(&self.components[what]) && (of_anybody || self.owners[what] == owner)
        })
    }

    /// The number of pieces of each kind.
    fn census(&self, state: &State, counted: impl Fn(usize) -> bool) -> Vec<i64> {
        let mut census = vec![0; self.components.len()];
        for slot in (0..self.layout.slots).filter(|&slot| counted(slot)) {
            for level in 0..state.height(slot) {
                let piece = state.piece(slot, level);
                census[piece.what] += i64::from(piece.count.max(1));
            }
        }
        census
    }
}

impl<'a> View<'a> {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The player whose view it is.
    #[must_use]
    pub fn player(&self) -> usize {
        self.player
    }

    /// Whether nothing is hidden from the player.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The state itself, if nothing in it is hidden.
    #[must_use]
    pub fn complete(&self) -> Option<&State> {
        self.complete.then_some(self.seen.as_ref())
    }

    /// The state as a user interface should draw it, without everything hidden. A piece that is
    /// visible while its kind is hidden has an arbitrary kind of its owner; [`View::at`] reports
    /// such pieces. Rules must not be applied to this state.
    #[must_use]
    pub fn shown(&self) -> &State {
        self.seen.as_ref()
    }

    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> usize {
        self.seen.mover()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn over(&self) -> bool {
        self.seen.over()
    }

    /// The number of moves made.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.seen.moves()
    }

    /// The score of a player.
    #[must_use]
    pub fn score(&self, player: usize) -> i32 {
        self.seen.score(player)
    }

    /// The values shown by the dice.
    #[must_use]
    pub fn dice(&self) -> Vec<i32> {
        self.seen.dice()
    }

    fn hidden(&self, slot: usize, data: Hidden) -> bool {
        !self.complete
            && (self.seen.is_hidden(slot, Hidden::All, self.player)
                || self.seen.is_hidden(slot, data, self.player))
    }

    /// The player's knowledge of a slot.
    #[must_use]
    pub fn at(&self, slot: usize) -> Seen {
        let level = self.seen.top(slot);
        let piece = self.seen.piece(slot, level);
        let shown = |data| !self.hidden(slot, data);
        let what = shown(Hidden::What).then_some(piece.what);
        let owner = usize::from(self.game.owners[piece.what]);
        Seen {
            what,
            who: shown(Hidden::Who)
                .then_some(owner)
                .or_else(|| Some(usize::from(self.game.owners[what?]))),
            count: shown(Hidden::Count).then(|| self.seen.count(slot)),
            state: shown(Hidden::State).then_some(piece.state),
            rotation: shown(Hidden::Rotation).then_some(piece.rotation),
            value: shown(Hidden::Value).then_some(piece.value),
        }
    }

    /// A random state that is consistent with the view: its view equals this one.
    ///
    /// The sample has the pieces of the start position, kind by kind. The pieces that the player
    /// does not see lie at hidden slots with a piece, or at slots of which nothing is known; all
    /// arrangements are equally likely. Unknown properties get their default values.
    #[must_use]
    pub fn sample(&self, chance: &mut dyn Chance) -> State {
        let mut state = self.seen.as_ref().clone();
        if self.complete {
            return state;
        }
        let (game, player) = (self.game, self.player);
        if game.layout.hidden == 0 {
            game.suppose_choices(&mut state, chance);
            return state;
        }
        let shown = |slot: usize| !self.hidden(slot, Hidden::What);
        let mut left = game.census(&game.start(&mut crate::SplitMix64::new(0)), |_| true);
        // Dominoes that nobody holds are nowhere.
        for &what in game
            .packs
            .iter()
            .filter(|pack| pack.dominoes)
            .flat_map(|pack| &pack.kinds)
        {
            left[what] = 1;
        }
        for (left, seen) in left.iter_mut().zip(game.census(&state, shown)) {
            *left = (*left - seen).max(0);
        }
        // Slots that are known to hold a hidden piece come first.
        for slot in shuffled((0..game.layout.slots).filter(|&slot| !shown(slot)), chance) {
            for level in 0..state.height(slot) {
                let mut piece = state.piece(slot, level);
                let of_anybody = self.hidden(slot, Hidden::Who);
                let kinds: Vec<usize> = game.covered(game.owners[piece.what], of_anybody).collect();
                piece.what = draw(&kinds, &mut left, chance).unwrap_or(piece.what);
                state.replace(slot, level, piece, &game.owners);
            }
        }
        // The other pieces go to slots of which not even emptiness is known. The player's own
        // pieces are never there.
        let others: Vec<usize> = (1..game.components.len())
            .filter(|&what| {
                usize::from(game.owners[what]) != player && game.components[what].die.is_none()
            })
            .collect();
        let dark =
            |&slot: &usize| state.is_hidden(slot, Hidden::All, player) && self.is_ground(slot);
        let dark: Vec<usize> = (0..game.layout.slots).filter(dark).collect();
        for slot in shuffled(dark.into_iter(), chance) {
            if others.iter().all(|&what| left[what] == 0) {
                break;
            }
            if let Some(what) = draw(&others, &mut left, chance) {
                state.set_down(slot, Piece::of(what), &game.owners);
            }
        }
        for &slot in &self.secret {
            state.set_hidden(slot, Hidden::What, player, false);
        }
        game.suppose_choices(&mut state, chance);
        state
    }

    /// Whether a slot can hold pieces: it is on the board and of the board's own type.
    fn is_ground(&self, slot: usize) -> bool {
        let layout = &self.game.layout;
        let dice = |container: &crate::Container| container.kind == ContainerKind::Dice;
        slot < layout.sites
            && self
                .game
                .container_of
                .get(slot)
                .is_none_or(|&container| !dice(&self.game.containers[usize::from(container)]))
    }
}

/// Forgets what the header of a state tells about moves that a player may not have seen, because
/// some slots are dark to it: where the last move went, and since when there was no progress.
fn forget_unseen_moves(seen: &mut State, player: usize) {
    seen.set_field(Field::Counter, 0);
    if seen.field(Field::Prev) == player as i32 {
        return;
    }
    let ends = [Field::LastFrom, Field::LastTo].map(|field| seen.field(field));
    let unseen = |slot: i32| {
        let slot = usize::try_from(slot).ok();
        let slot = slot.filter(|&slot| slot < seen.layout.slots);
        slot.is_some_and(|slot| seen.is_hidden(slot, Hidden::All, player))
    };
    if !ends.into_iter().any(unseen) {
        return;
    }
    for field in [
        Field::LastFrom,
        Field::LastTo,
        Field::LastFromAfter,
        Field::LastToAfter,
        Field::TurnFrom,
    ] {
        seen.set_field(field, -1);
    }
    for field in [
        Field::LastLevelFrom,
        Field::LastLevelTo,
        Field::PendingValue,
    ] {
        seen.set_field(field, 0);
    }
}

/// Stands for the rule of an unknown choice.
const UNKNOWN: u16 = u16::MAX;

/// The players that have chosen in this round of simultaneous moves, in the order of the choices.
fn choosers(state: &State) -> Vec<usize> {
    let active = |&player: &usize| state.player(PlayerField::Active, player) != 0;
    (1..=state.layout.players)
        .filter(active)
        .take(state.choices.len())
        .collect()
}

/// The choices of the other players in this round, as indices into the list of choices.
fn others_choices(state: &State, player: usize) -> impl Iterator<Item = usize> {
    let players = choosers(state);
    let others = players.into_iter().enumerate();
    others.filter_map(move |(index, chooser)| (chooser != player).then_some(index))
}

/// The items in random order.
fn shuffled<T>(items: impl Iterator<Item = T>, chance: &mut dyn Chance) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    for last in (1..items.len()).rev() {
        let other = chance.below(last as u32 + 1) as usize;
        items.swap(last, other);
    }
    items
}

/// One of the kinds, with a probability proportional to the number of its pieces left; any kind
/// where none is left.
fn draw(kinds: &[usize], left: &mut [i64], chance: &mut dyn Chance) -> Option<usize> {
    let total: i64 = kinds.iter().map(|&what| left[what]).sum();
    let Ok(total @ 1..) = u32::try_from(total) else {
        let number = u32::try_from(kinds.len())
            .ok()
            .filter(|&number| number > 0)?;
        return kinds.get(chance.below(number) as usize).copied();
    };
    let mut drawn = i64::from(chance.below(total));
    let what = kinds.iter().copied().find(|&what| {
        drawn -= left[what];
        drawn < 0
    })?;
    left[what] -= 1;
    Some(what)
}

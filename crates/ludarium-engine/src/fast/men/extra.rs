//! What some games keep beside the board: dice, variables, values of players, what they remember.

use super::board::{Board, ByOwner};
use super::{Course, Gen};
use crate::chance::{Chance, SplitMix64};
use crate::game::Game;
use crate::ir::{Iter, OFF};
use crate::layout::{Field, PlayerField};
use crate::state::State;

/// The most dice, the most variables, and the most lists of what is remembered.
const DICE: usize = 8;
const VARS: usize = 8;
const LISTS: usize = 4;

/// What is kept beside the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    /// The values of the dice (0: used).
    dice: [i32; DICE],
    /// Bit 0 where this ply's throw has been made; the others: conditions above it that held.
    pub rolled: u32,
    vars: [i32; VARS],
    pub temp: i32,
    pub values: ByOwner<i32>,
    /// The numbers below 128 that are remembered, as bits.
    lists: [u128; LISTS],
    /// Whether the last move was a pass.
    pub last_pass: bool,
}

impl Extra {
    /// Whether there is room for all that a game keeps.
    pub fn has_room(game: &Game) -> bool {
        let layout = &game.layout;
        layout.dice_len <= DICE && game.vars.len() <= VARS && game.lists.len() <= LISTS
    }

    /// What a state keeps; `None` where something in it is too large.
    pub fn of(game: &Game, from: &State) -> Option<Extra> {
        let layout = &game.layout;
        let cells = |first: usize, number: usize| {
            std::array::from_fn(|at| match at < number {
                true => from.cell(first + at),
                false => 0,
            })
        };
        let mut lists = [0; LISTS];
        for (bits, list) in lists.iter_mut().zip(&from.lists[..game.lists.len()]) {
            for &value in list {
                *bits |= bit(value)?;
            }
        }
        Some(Extra {
            dice: cells(layout.dice, layout.dice_len),
            rolled: from.field(Field::Rolled) as u32,
            vars: cells(layout.vars, game.vars.len()),
            temp: from.field(Field::Temp),
            values: std::array::from_fn(|player| match player <= game.players {
                true => from.player(PlayerField::Value, player),
                false => 0,
            }),
            lists,
            last_pass: from.field(Field::LastPass) != 0,
        })
    }

    pub fn var(&self, var: usize) -> i32 {
        self.vars.get(var).copied().unwrap_or(0)
    }

    pub fn set_var(&mut self, var: usize, value: i32) {
        if let Some(cell) = self.vars.get_mut(var) {
            *cell = value;
        }
    }

    /// Whether a list holds a value.
    pub fn remembers(&self, list: usize, value: i32) -> bool {
        bit(value).is_some_and(|bit| self.lists[list] & bit != 0)
    }

    /// Whether some die shows a value.
    pub fn shows(&self, dice: usize, value: i32) -> bool {
        self.dice[..dice].contains(&value)
    }

    /// Whether all dice have been used.
    pub fn is_used_up(&self, dice: usize) -> bool {
        self.dice[..dice].iter().all(|&value| value == 0)
    }
}

fn bit(value: i32) -> Option<u128> {
    u32::try_from(value)
        .ok()
        .and_then(|value| 1_u128.checked_shl(value))
}

/// Dice thrown together.
#[derive(Debug)]
pub(super) struct Hand {
    /// The first of them among all dice.
    first: usize,
    faces: Vec<Vec<i32>>,
    biased: Option<Vec<i32>>,
}

/// The dice of a game.
pub(super) fn hands(game: &Game) -> Box<[Hand]> {
    let hands = game.dice.iter().map(|hand| Hand {
        first: hand.first,
        faces: hand.faces.clone(),
        biased: hand.biased.clone(),
    });
    hands.collect()
}

/// The throws of a game: from a generator that can be gone back to.
#[derive(Debug)]
pub(super) struct Throws {
    dice: SplitMix64,
    /// Whether throws are drawn that nobody gets to see.
    unseen: bool,
}

impl Throws {
    /// `None` where a game throws dice from a source that cannot be foreseen.
    pub fn of(rolls: bool, chance: &dyn Chance) -> Option<Throws> {
        let dice = match (rolls, chance.listing_state()) {
            (true, state) => SplitMix64::new(state?),
            (false, _) => SplitMix64::new(0),
        };
        Some(Throws {
            dice,
            unseen: rolls && chance.draws_discarded_rolls(),
        })
    }

    /// Where the generator has come to.
    pub fn state(&self) -> u64 {
        self.dice.state()
    }
}

/// What there was before moves were tried out.
pub(super) struct Before<const W: usize> {
    pub board: Board<W>,
    position: u64,
    extra: Option<Extra>,
}

impl<'k, const W: usize> Course<'k, W> {
    /// Keeps what there is, to come back to it.
    #[inline]
    pub(super) fn keep(&self) -> Before<W> {
        Before {
            board: self.board.clone(),
            position: self.position,
            extra: self.men.keeps_extra.then_some(self.extra),
        }
    }

    /// Goes back to what there was.
    #[inline]
    pub(super) fn go_back(&mut self, before: Before<W>) {
        self.board = before.board;
        self.position = before.position;
        if let Some(extra) = before.extra {
            self.extra = extra;
        }
    }

    /// Makes the throws that the next decision starts with.
    #[inline]
    pub(super) fn throw(&mut self) {
        if self.men.rolls {
            self.throw_anew();
        }
    }

    #[inline(never)]
    fn throw_anew(&mut self) {
        self.extra.rolled = 0;
        let phase = self.phase();
        self.throw_in(&phase.moves);
    }

    /// Walks to the moves that will be asked for, throwing the dice on the way.
    fn throw_in(&mut self, gen: &'k Gen) {
        match gen {
            Gen::Thrown(thrown) => {
                if self.test(&thrown.cond) {
                    self.roll();
                }
                self.throw_in(&thrown.moves);
            }
            Gen::RollIf(bit, cond, yes, no) => match self.test(cond) {
                true => {
                    self.extra.rolled |= 1 << bit;
                    self.throw_in(yes);
                }
                false => self.throw_in(no),
            },
            _ => {}
        }
    }

    /// Throws all the dice.
    fn roll(&mut self) {
        self.extra.rolled |= 1;
        for hand in &self.men.dice {
            for (index, faces) in hand.faces.iter().enumerate() {
                let face = match &hand.biased {
                    None => self.throws.dice.die(faces.len() as u32) as usize,
                    Some(weights) => {
                        let face = self.throws.dice.weighted(weights);
                        face.min(faces.len().saturating_sub(1))
                    }
                };
                self.extra.dice[hand.first + index] = faces[face];
            }
        }
    }

    /// Throws the dice once more without looking, as the evaluator does before a pass.
    pub(super) fn throw_unseen(&mut self) {
        if self.extra.rolled & 1 == 1 && self.throws.unseen {
            let kept = self.extra;
            self.throw();
            self.extra = kept;
        }
    }

    /// Calls `with` for each die (and for all that may be used together) with its value bound.
    pub(super) fn each_die(
        &mut self,
        hand: usize,
        combined: bool,
        with: &mut dyn FnMut(&mut Self) -> std::ops::ControlFlow<()>,
    ) -> std::ops::ControlFlow<()> {
        let Some(hand) = self.men.dice.get(hand) else {
            return std::ops::ControlFlow::Continue(());
        };
        let number = hand.faces.len();
        let values = self.extra.dice;
        let values = &values[hand.first..hand.first + number];
        let (pips, die) = (self.get(Iter::Pips), self.get(Iter::Die));
        let mut bound = |course: &mut Self, pips: i32, die: i32| {
            course.board.bind(Iter::Pips, pips);
            course.board.bind(Iter::Die, die);
            with(course)
        };
        let mut result = (values.iter().enumerate())
            .try_for_each(|(index, &value)| bound(self, value, (hand.first + index) as i32));
        if combined && result.is_continue() {
            result = (3..1_u32 << number).try_for_each(|together| {
                let mut chosen = (0..number).filter(|die| together >> die & 1 == 1);
                if together.is_power_of_two() || chosen.clone().any(|die| values[die] == 0) {
                    return std::ops::ControlFlow::Continue(());
                }
                let total = chosen
                    .by_ref()
                    .map(|die| values[die])
                    .fold(0, i32::saturating_add);
                bound(self, total, -(together as i32))
            });
        }
        self.board.bind(Iter::Pips, pips);
        self.board.bind(Iter::Die, die);
        result
    }

    /// Uses up the die that is bound.
    pub(super) fn use_die(&mut self, die: i32) {
        if die == OFF && self.men.dice.is_empty() {
            return;
        }
        for hand in &self.men.dice {
            for index in 0..hand.faces.len() {
                let together = if die < 0 { -die } else { 0 };
                if die == (hand.first + index) as i32 || together >> index & 1 == 1 {
                    self.extra.dice[hand.first + index] = 0;
                }
            }
        }
    }

    /// Keeps a value in a list; a list that holds it holds it once.
    pub(super) fn remember_value(&mut self, list: u8, value: i32) {
        match bit(value) {
            Some(bit) => self.extra.lists[usize::from(list)] |= bit,
            None => self.failed = true,
        }
    }

    /// Takes a value out of a list.
    pub(super) fn forget_value(&mut self, list: u8, value: i32) {
        self.extra.lists[usize::from(list)] &= !bit(value).unwrap_or(0);
    }
}

//! Moves as numbers.

use std::fmt;

use ludarium_engine::{Move, SplitMix64};

use crate::Game;

/// Numbers the moves of a game: each has an origin, a target, and an index among the legal moves
/// that share them.
///
/// Origin and target are slots; a move without one has one slot more than there are. The index
/// follows a canonical order of the moves, not the order of the list. Different moves of a position
/// never get the same number: where the space has no number for a move, encoding fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionSpace {
    form: ActionForm,
    slots: usize,
    alternatives: usize,
}

/// What the number of a move is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionForm {
    /// Target and index, in games whose moves have no origin other than the target.
    To,
    /// Origin, target and index.
    FromTo,
}

/// Why moves have no numbers in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionError {
    /// More legal moves share origin and target than the space has numbers for.
    Alternatives {
        /// The number of moves that share origin and target.
        needed: usize,
        /// The number that the space has room for.
        known: usize,
    },
    /// A move has an origin, and the space is of the form [`ActionForm::To`].
    Origin,
    /// A move refers to a slot that the game does not have.
    Slot,
    /// The space has more than [`MAX_ACTIONS`] numbers.
    TooLarge {
        /// The number of numbers.
        size: u128,
    },
}

/// The largest size of a space.
pub const MAX_ACTIONS: usize = 1 << 26;

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActionError::Alternatives { needed, known } => write!(
                f,
                "{needed} legal moves share origin and target, and the action space has room for \
                 {known}: make it with alternatives={needed} or more"
            ),
            ActionError::Origin => f.write_str(
                "a move has an origin, and the action space was made for moves without: make it \
                 with form=\"from_to\"",
            ),
            ActionError::Slot => f.write_str("a move refers to a site outside of the board"),
            ActionError::TooLarge { size } => write!(
                f,
                "the action space would have {size} actions, more than {MAX_ACTIONS}: use indices \
                 of the list of legal moves"
            ),
        }
    }
}

impl std::error::Error for ActionError {}

/// The random games of an audit, and the plies and the listed moves of all of them together.
const AUDIT_GAMES: u64 = 200;
const AUDIT_PLIES: usize = 20_000;
const AUDIT_MOVES: usize = 200_000;
/// The plies of one of them.
const AUDIT_GAME_PLIES: usize = 250;
const AUDIT_SEED: u64 = 0x0001_da81_0b5e;

impl ActionSpace {
    /// A space of a form with room for `alternatives` moves that share origin and target.
    ///
    /// # Errors
    /// If the space has more than [`MAX_ACTIONS`] numbers.
    pub fn new(
        game: &Game,
        form: ActionForm,
        alternatives: usize,
    ) -> Result<ActionSpace, ActionError> {
        let space = ActionSpace {
            form,
            slots: game.rules().layout().slots,
            alternatives: alternatives.max(1),
        };
        let ends = space.slots as u128 + 1;
        let pairs = match form {
            ActionForm::To => ends,
            ActionForm::FromTo => ends * ends,
        };
        match pairs * space.alternatives as u128 {
            size if size > MAX_ACTIONS as u128 => Err(ActionError::TooLarge { size }),
            _ => Ok(space),
        }
    }

    /// The space that random games of an audit need, the same on every machine. The number of
    /// alternatives is rounded up to a power of two, for moves that the audit did not meet; with
    /// dice, whose throws are rare, it is doubled.
    ///
    /// # Errors
    /// As [`ActionSpace::new`].
    pub fn audited(game: &Game) -> Result<ActionSpace, ActionError> {
        let (form, most) = audit(game);
        let rare = if game.rules().features().dice { 2 } else { 1 };
        ActionSpace::new(game, form, (rare * most).next_power_of_two())
    }

    /// The number of actions.
    #[must_use]
    pub fn size(&self) -> usize {
        self.pairs() * self.alternatives
    }

    fn pairs(&self) -> usize {
        let ends = self.slots + 1;
        match self.form {
            ActionForm::To => ends,
            ActionForm::FromTo => ends * ends,
        }
    }

    /// What the numbers are made of.
    #[must_use]
    pub fn form(&self) -> ActionForm {
        self.form
    }

    /// The number of moves that may share origin and target.
    #[must_use]
    pub fn alternatives(&self) -> usize {
        self.alternatives
    }

    /// Origin, target (`None` for no slot) and index of a number; `None` if there is no such
    /// number.
    #[must_use]
    pub fn parts(&self, action: u32) -> Option<(Option<usize>, Option<usize>, usize)> {
        let action = action as usize;
        if action >= self.size() {
            return None;
        }
        let (pair, index) = (action / self.alternatives, action % self.alternatives);
        let ends = self.slots + 1;
        let slot = |end: usize| (end < self.slots).then_some(end);
        Some(match self.form {
            ActionForm::To => (None, slot(pair), index),
            ActionForm::FromTo => (slot(pair / ends), slot(pair % ends), index),
        })
    }

    /// Replaces what is in `actions` by the numbers of the legal moves of a position, in their
    /// order. Moves that the list holds several times have one number.
    ///
    /// # Errors
    /// If the space has no number for one of the moves. `actions` is empty then.
    pub fn encode(&self, moves: &[Move], actions: &mut Vec<u32>) -> Result<(), ActionError> {
        let numbered = self.number(moves, actions);
        if numbered.is_err() {
            actions.clear();
        }
        numbered
    }

    fn number(&self, moves: &[Move], actions: &mut Vec<u32>) -> Result<(), ActionError> {
        actions.clear();
        for mv in moves {
            actions.push(self.pair(*mv)? as u32);
        }
        if !all_differ(actions) {
            return self.number_alternatives(moves, actions);
        }
        for action in actions {
            *action *= self.alternatives as u32;
        }
        Ok(())
    }

    /// Numbers moves some of which share origin and target.
    fn number_alternatives(
        &self,
        moves: &[Move],
        actions: &mut Vec<u32>,
    ) -> Result<(), ActionError> {
        actions.clear();
        let mut ordered: Vec<(u128, usize)> = moves
            .iter()
            .enumerate()
            .map(|(index, mv)| (order_key(*mv), index))
            .collect();
        ordered.sort_unstable();
        actions.resize(moves.len(), 0);
        let (mut index, mut before, mut last_pair) = (0, None, None);
        for &(key, place) in &ordered {
            let pair = self.pair(moves[place])?;
            if before != Some(key) {
                index = if last_pair == Some(pair) {
                    index + 1
                } else {
                    0
                };
            }
            (before, last_pair) = (Some(key), Some(pair));
            if index >= self.alternatives {
                let same = |mv: &&Move| self.pair(**mv) == Ok(pair);
                let mut keys: Vec<u128> =
                    moves.iter().filter(same).map(|mv| order_key(*mv)).collect();
                keys.sort_unstable();
                keys.dedup();
                return Err(ActionError::Alternatives {
                    needed: keys.len(),
                    known: self.alternatives,
                });
            }
            actions[place] = (pair * self.alternatives + index) as u32;
        }
        Ok(())
    }

    /// The legal move of a position that has a number; `None` if none has.
    ///
    /// # Errors
    /// As [`ActionSpace::encode`].
    pub fn decode(&self, moves: &[Move], action: u32) -> Result<Option<Move>, ActionError> {
        let mut actions = Vec::new();
        self.encode(moves, &mut actions)?;
        let index = actions.iter().position(|own| *own == action);
        Ok(index.map(|index| moves[index]))
    }

    /// The number of the move's origin and target.
    fn pair(&self, mv: Move) -> Result<usize, ActionError> {
        let end = |slot: u16| match usize::from(slot) {
            _ if slot == Move::NOWHERE => Ok(self.slots),
            slot if slot < self.slots => Ok(slot),
            _ => Err(ActionError::Slot),
        };
        let (from, to) = (end(mv.from)?, end(mv.to)?);
        match self.form {
            ActionForm::FromTo => Ok(from * (self.slots + 1) + to),
            ActionForm::To if from == self.slots || from == to => Ok(to),
            ActionForm::To => Err(ActionError::Origin),
        }
    }
}

/// Whether no number stands twice in a list.
fn all_differ(numbers: &[u32]) -> bool {
    // Moves are often listed in the order of the sites.
    if numbers.is_sorted_by(|first, second| first < second) {
        return true;
    }
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// Orders the moves by origin and target, then by everything else that tells them apart.
fn order_key(mv: Move) -> u128 {
    let bits = u128::from_le_bytes(mv.to_bytes());
    let (rule, payload) = (bits & 0xffff, bits >> 48);
    u128::from(mv.from) << 112 | u128::from(mv.to) << 96 | rule << 80 | payload
}

/// The form that a game needs, and the largest number of moves that share origin and target, in
/// random games.
fn audit(game: &Game) -> (ActionForm, usize) {
    let rules = game.rules();
    let (mut moves, mut keys) = (Vec::new(), Vec::new());
    let (mut form, mut most, mut plies, mut listed) = (ActionForm::To, 1, 0, 0);
    for index in 0..AUDIT_GAMES {
        let mut chance = SplitMix64::new(AUDIT_SEED ^ index);
        let mut pick = SplitMix64::new(chance.next_u64());
        let mut state = rules.start(&mut chance);
        for _ in 0..AUDIT_GAME_PLIES {
            rules.legal(&mut state, &mut moves);
            if moves.is_empty() || plies >= AUDIT_PLIES || listed >= AUDIT_MOVES {
                break;
            }
            plies += 1;
            listed += moves.len();
            if moves
                .iter()
                .any(|mv| mv.from != Move::NOWHERE && mv.from != mv.to)
            {
                form = ActionForm::FromTo;
            }
            most = most.max(most_alike(&moves, &mut keys));
            let chosen = moves[pick.index(moves.len() as u32) as usize];
            rules.apply(&mut state, chosen, &mut chance);
        }
    }
    (form, most)
}

/// The largest number of different moves that share origin and target.
fn most_alike(moves: &[Move], keys: &mut Vec<u128>) -> usize {
    keys.clear();
    keys.extend(moves.iter().map(|mv| order_key(*mv)));
    keys.sort_unstable();
    keys.dedup();
    let groups = keys.chunk_by(|a, b| a >> 96 == b >> 96);
    groups.map(<[u128]>::len).max().unwrap_or(0)
}

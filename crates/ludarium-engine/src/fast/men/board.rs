//! A position of men on a board: whose man is where, in bytes and bits.

use crate::game::Game;
use crate::ir::{Iter, ITERS, OFF};
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::position_hash::PositionHash;
use crate::set::Bits;
use crate::state::State;

/// The most players.
pub(super) const PLAYERS: usize = 6;
/// One for each owner: nobody, and the players.
pub(super) type ByOwner<T> = [T; PLAYERS + 1];

/// The most slots that a board with its hands may have.
pub(super) const SLOTS: usize = 256;
/// A set of slots, as constants are kept.
pub(super) type Words = [u64; SLOTS / 64];

/// Where the set of the empty slots stands among the sets.
const EMPTY: usize = PLAYERS + 1;

/// Of so many kinds the sets of their men are kept.
const KINDS: usize = 24;

/// A position, of `W` times 64 slots at most, and how the game stands.
#[derive(Clone, Debug)]
pub(super) struct Board<const W: usize> {
    what: [[u8; 64]; W],
    state: [[u8; 64]; W],
    count: [[u8; 64]; W],
    /// Of nobody, of each player, and the empty slots.
    sets: [[u64; W]; PLAYERS + 2],
    /// By kind, of the first kinds.
    kinds: [[u64; W]; KINDS],
    /// The slots in the first and in the second state.
    in_state: [[u64; W]; 2],
    /// Where several men lie on a slot.
    piles: [u64; W],
    /// Where men have been this turn.
    pub visited: [u64; W],
    /// Men to be taken away at the end of the turn.
    pub taken: [u64; W],
    /// The slots that a move left pending for the next, and the value that it left, plus one (1 for
    /// none).
    pub pending: [u64; W],
    pub pending_value: i32,
    pub env: [i32; ITERS],
    pub mover: i32,
    pub next: i32,
    pub prev: i32,
    /// Who moves next, where an effect has said so; else 0.
    pub next_set: i32,
    pub last_from: i32,
    pub last_to: i32,
    pub moves: i32,
    pub turns: i32,
    pub moves_this_turn: i32,
    pub passes: i32,
    pub counter: i32,
    /// By player.
    pub phase: ByOwner<i32>,
    pub score: ByOwner<i32>,
    pub stalemated: ByOwner<i32>,
    pub triggered: ByOwner<i32>,
}

impl<const W: usize> Board<W> {
    /// Reads a position; `None` where a number is too large for a byte, or something
    /// is open that the kernel does not know.
    pub fn of(game: &Game, from: &State) -> Option<Board<W>> {
        if from.over() || game.players > PLAYERS {
            return None;
        }
        let elsewhere = |words: &[u64]| crate::set::reaches(words, game.layout.sites);
        if (0..=game.players).any(|owner| elsewhere(from.owned(owner)))
            || elsewhere(from.extra(ExtraSet::Pending))
        {
            return None;
        }
        let by_player = |field: PlayerField| {
            std::array::from_fn(|player| match player {
                0 => 0,
                player if player > game.players => 0,
                player => from.player(field, player),
            })
        };
        let set = |words: &[u64]| std::array::from_fn(|at| words.get(at).copied().unwrap_or(0));
        let mut board = Board {
            what: [[0; 64]; W],
            state: [[0; 64]; W],
            count: [[0; 64]; W],
            sets: std::array::from_fn(|owner| match owner {
                EMPTY => set(from.empty()),
                owner if owner > game.players => [0; W],
                owner => set(from.owned(owner)),
            }),
            kinds: [[0; W]; KINDS],
            in_state: [[0; W]; 2],
            piles: [0; W],
            visited: set(from.extra(ExtraSet::Visited)),
            taken: set(from.extra(ExtraSet::ToClear)),
            pending: set(from.extra(ExtraSet::Pending)),
            pending_value: from.field(Field::PendingValue),
            env: [OFF; ITERS],
            mover: from.mover() as i32,
            next: from.field(Field::Next),
            prev: from.field(Field::Prev),
            next_set: from.field(Field::NextSet),
            last_from: from.field(Field::LastFrom),
            last_to: from.field(Field::LastTo),
            moves: from.field(Field::Moves),
            turns: from.field(Field::Turns),
            moves_this_turn: from.field(Field::MovesThisTurn),
            passes: from.field(Field::PassesInARow),
            counter: from.field(Field::Counter),
            phase: by_player(PlayerField::Phase),
            score: by_player(PlayerField::Score),
            stalemated: by_player(PlayerField::Stalemated),
            triggered: by_player(PlayerField::Triggered),
        };
        for slot in 0..game.layout.sites {
            let state = match game.layout.state {
                0 => 0,
                _ => from.state_at(slot, 0),
            };
            // What is said of an empty site holds for what is placed there.
            board.set_state(slot, u8::try_from(state).ok()?);
            if from.is_empty(slot) {
                continue;
            }
            board.what.as_flattened_mut()[slot] = u8::try_from(from.what(slot)).ok()?;
            board.turn_kind(from.what(slot), slot);
            board.set_count(slot, u8::try_from(from.count(slot)).ok()?);
        }
        Some(board)
    }

    /// The kind of the man on a slot; 0 where there is none.
    #[inline]
    pub fn what(&self, slot: usize) -> usize {
        usize::from(self.what.as_flattened()[slot])
    }

    /// The state of the man on a slot.
    #[inline]
    pub fn state(&self, slot: usize) -> i32 {
        i32::from(self.state.as_flattened()[slot])
    }

    /// How many men stand on a slot.
    #[inline]
    pub fn count(&self, slot: usize) -> i32 {
        i32::from(self.count.as_flattened()[slot])
    }

    /// The kinds, by slot.
    #[inline]
    pub fn kinds(&self) -> &[u8] {
        self.what.as_flattened()
    }

    /// The numbers of pieces, by slot.
    #[inline]
    pub fn counts(&self) -> &[u8] {
        self.count.as_flattened()
    }

    /// The states, by slot.
    #[inline]
    pub fn states(&self) -> &[u8] {
        self.state.as_flattened()
    }

    /// The slots of an owner's men.
    #[inline]
    pub fn owned(&self, owner: usize) -> &[u64; W] {
        &self.sets[owner]
    }

    /// The slots of the other player's men, of two.
    #[inline]
    pub fn opposed_to(&self, player: usize) -> &[u64; W] {
        &self.sets[(player ^ 3) % (PLAYERS + 2)]
    }

    /// The slots without a man.
    #[inline]
    pub fn empty(&self) -> &[u64; W] {
        &self.sets[EMPTY]
    }

    /// The slots that are empty or an owner's.
    pub fn slots(&self) -> [u64; W] {
        let with = |all: [u64; W], set: &[u64; W]| std::array::from_fn(|at| all[at] | set[at]);
        self.sets.iter().fold([0; W], with)
    }

    /// The slots where several men stand.
    #[inline]
    pub fn piles(&self) -> &[u64; W] {
        &self.piles
    }

    /// Whether no man stands on a slot.
    #[inline]
    pub fn is_empty(&self, slot: usize) -> bool {
        self.sets[EMPTY][slot / 64] >> (slot % 64) & 1 == 1
    }

    /// Puts into a hash all that decides how a turn may go on.
    pub fn hash_all(&self, hash: &mut PositionHash) {
        self.hash_men(KINDS + 1, true, hash);
        for set in [&self.visited, &self.taken, &self.pending] {
            hash.words(set);
        }
        hash.numbers(&self.env);
        hash.pair(self.mover, self.next);
        hash.pair(self.prev, self.next_set);
        hash.pair(self.last_from, self.last_to);
        hash.pair(self.moves, self.turns);
        hash.pair(self.moves_this_turn, self.passes);
        hash.pair(self.counter, self.pending_value);
        for numbers in [&self.phase, &self.score, &self.stalemated, &self.triggered] {
            hash.numbers(numbers);
        }
    }

    /// Puts into a hash who stands where, and how many; and in which state, where that may differ.
    #[inline(always)]
    pub fn hash_men(&self, kinds: usize, states: bool, hash: &mut PositionHash) {
        match self.kinds.get(1..kinds) {
            Some(sets) => hash.words(sets.as_flattened()),
            None => hash.bytes(self.what.as_flattened()),
        }
        if self.piles != [0; W] {
            for slot in crate::set::Bits::new(&self.piles) {
                hash.pair(slot, self.count(slot as usize));
            }
        }
        if states {
            hash.bytes(self.state.as_flattened());
        }
    }

    /// Binds a variable; returns what it was bound to.
    #[inline]
    pub fn bind(&mut self, iter: Iter, value: i32) -> i32 {
        std::mem::replace(&mut self.env[iter as usize], value)
    }

    #[inline]
    fn turn_bit(&mut self, set: usize, slot: usize) {
        self.sets[set][slot / 64] ^= 1 << (slot % 64);
    }

    #[inline]
    fn turn_kind(&mut self, what: usize, slot: usize) {
        if let Some(set) = self.kinds.get_mut(what) {
            set[slot / 64] ^= 1 << (slot % 64);
        }
    }

    /// The slots of the men of a kind.
    #[inline]
    pub fn of_kind(&self, what: usize, owners: &[u8]) -> [u64; W] {
        match self.kinds.get(what) {
            _ if what == 0 => self.sets[EMPTY],
            Some(set) => *set,
            None => self.among_owned(what, owners),
        }
    }

    /// The same of a kind of which no set is kept.
    #[cold]
    fn among_owned(&self, what: usize, owners: &[u8]) -> [u64; W] {
        let mut men = [0; W];
        let Some(&owner) = owners.get(what) else {
            return men;
        };
        for slot in crate::set::Bits::new(self.owned(usize::from(owner))) {
            let slot = slot as usize;
            men[slot / 64] |= u64::from(self.what(slot) == what) << (slot % 64);
        }
        men
    }

    /// Puts one man of a kind on a slot, whatever stands there.
    #[inline]
    pub fn put(&mut self, slot: usize, what: usize, owners: &[u8]) {
        self.clear(slot, owners);
        self.what.as_flattened_mut()[slot] = what as u8;
        self.set_state(slot, 0);
        self.set_count(slot, 1);
        self.turn_kind(what, slot);
        self.turn_bit(usize::from(owners[what]), slot);
        self.turn_bit(EMPTY, slot);
    }

    /// Takes away what stands on a slot.
    #[inline]
    pub fn clear(&mut self, slot: usize, owners: &[u8]) {
        let old = self.what(slot);
        if old > 0 {
            self.what.as_flattened_mut()[slot] = 0;
            self.set_state(slot, 0);
            self.set_count(slot, 0);
            self.turn_kind(old, slot);
            self.turn_bit(usize::from(owners[old]), slot);
            self.turn_bit(EMPTY, slot);
        }
    }

    /// Takes the one man on a slot to an empty one, if that is so and neither has a state; whether
    /// it was done.
    #[inline(always)]
    pub fn step(&mut self, from: usize, to: usize, owners: &[u8]) -> bool {
        let what = self.what(from);
        let plain = what > 0 && self.what(to) == 0 && self.count(from) == 1;
        if !plain || self.state(from) | self.state(to) != 0 {
            return false;
        }
        for (slot, what, count) in [(from, 0, 0), (to, what as u8, 1)] {
            self.what.as_flattened_mut()[slot] = what;
            self.count.as_flattened_mut()[slot] = count;
        }
        let owner = usize::from(owners[what]);
        let mut turned = [0; W];
        turned[from / 64] ^= 1 << (from % 64);
        turned[to / 64] ^= 1 << (to % 64);
        (0..W).for_each(|at| {
            self.sets[owner][at] ^= turned[at];
            self.sets[EMPTY][at] ^= turned[at];
        });
        if let Some(set) = self.kinds.get_mut(what) {
            (0..W).for_each(|at| set[at] ^= turned[at]);
        }
        true
    }

    /// Takes one man from a slot to another, where he joins men of his kind, as one in a number of
    /// them.
    pub fn join(&mut self, from: usize, to: usize, owners: &[u8]) {
        let [what, state, count] = self.man(to);
        let joins = from != to && what > 0 && self.what(from) == usize::from(what);
        self.shift(from, to, owners);
        if joins {
            self.set_state(to, state);
            self.set_count(to, count.saturating_add(1));
        }
    }

    /// One more man on a slot.
    pub fn count_up(&mut self, slot: usize) {
        let count = self.count.as_flattened()[slot];
        self.set_count(slot, count.saturating_add(1));
    }

    /// Takes one man from a slot to another, where he takes the place of what stands there.
    #[inline]
    pub fn shift(&mut self, from: usize, to: usize, owners: &[u8]) {
        let (what, state) = (self.what(from), self.state.as_flattened()[from]);
        if what == 0 || from == to {
            return;
        }
        if self.count(from) > 1 {
            self.set_count(from, self.count(from) as u8 - 1);
            self.put(to, what, owners);
            return self.set_state(to, state);
        }
        self.clear(to, owners);
        for (slot, what, count) in [(from, 0, 0), (to, what as u8, 1)] {
            self.what.as_flattened_mut()[slot] = what;
            self.count.as_flattened_mut()[slot] = count;
        }
        let owner = usize::from(owners[what]);
        for slot in [from, to] {
            self.turn_kind(what, slot);
            self.turn_bit(owner, slot);
            self.turn_bit(EMPTY, slot);
        }
        // What is said of an empty site holds for nobody who comes there.
        if state | self.state.as_flattened()[to] != 0 {
            self.set_state(from, 0);
            self.set_state(to, state);
        }
    }

    /// Whether anything is pending.
    #[inline]
    pub fn is_pending(&self) -> bool {
        self.pending_value != 0 || self.pending != [0; W]
    }

    /// The site or value that is pending; 0 if several are.
    #[inline]
    pub fn single_pending(&self) -> i32 {
        let mut sites = Bits::new(&self.pending);
        match (self.pending_value, sites.next(), sites.next()) {
            (_, _, Some(_)) => 0,
            (0, site, None) => site.unwrap_or(0),
            // A value that is no slot is not marked.
            (value, Some(site), None) if value - 1 != site => 0,
            (value, _, None) => value - 1,
        }
    }

    /// Forgets what is pending: it is for one move only.
    #[inline]
    pub fn clear_pending(&mut self) {
        if self.pending_value != 0 {
            self.pending_value = 0;
            self.pending = [0; W];
        }
    }

    /// Leaves a value pending, which mostly is a slot; -1 for none.
    pub fn set_pending(&mut self, value: i32, slots: usize) {
        self.pending_value = if value < 0 { 2 } else { value + 1 };
        if let Some(slot) = usize::try_from(value).ok().filter(|&slot| slot < slots) {
            self.pending[slot / 64] |= 1 << (slot % 64);
        }
    }

    /// Notes that a man has been on a slot this turn.
    #[inline]
    pub fn visit(&mut self, slot: usize) {
        self.visited[slot / 64] |= 1 << (slot % 64);
    }

    /// Takes away the men that were to stay until the end of the turn.
    #[inline]
    pub fn clear_taken(&mut self, owners: &[u8]) {
        let taken = std::mem::replace(&mut self.taken, [0; W]);
        for slot in crate::set::Bits::new(&taken) {
            self.clear(slot as usize, owners);
        }
    }

    /// What stands on a slot, to be set down there again.
    #[inline]
    pub fn man(&self, slot: usize) -> [u8; 3] {
        let at = |bytes: &[[u8; 64]; W]| bytes.as_flattened()[slot];
        [at(&self.what), at(&self.state), at(&self.count)]
    }

    /// Sets down on an empty slot what stood there.
    #[inline]
    pub fn set_down(&mut self, slot: usize, [what, state, count]: [u8; 3], owners: &[u8]) {
        if what > 0 {
            self.put(slot, usize::from(what), owners);
            self.set_state(slot, state);
            self.set_count(slot, count);
        }
    }

    /// Makes the man on a slot one of another kind; where there is none, one appears.
    #[inline]
    pub fn promote(&mut self, slot: usize, what: usize, owners: &[u8]) {
        self.set_state(slot, 0);
        match self.what(slot) {
            0 => self.put(slot, what, owners),
            old => {
                self.turn_kind(old, slot);
                self.turn_kind(what, slot);
                self.turn_bit(usize::from(owners[old]), slot);
                self.turn_bit(usize::from(owners[what]), slot);
                self.what.as_flattened_mut()[slot] = what as u8;
                self.set_count(slot, 1);
            }
        }
    }

    /// Sets the state of the man on a slot.
    #[inline]
    pub fn set_state(&mut self, slot: usize, state: u8) {
        let old = std::mem::replace(&mut self.state.as_flattened_mut()[slot], state);
        if old != state {
            for state in [old, state] {
                if let Some(set) = self.in_state.get_mut(usize::from(state).wrapping_sub(1)) {
                    set[slot / 64] ^= 1 << (slot % 64);
                }
            }
        }
    }

    #[inline]
    fn set_count(&mut self, slot: usize, count: u8) {
        self.count.as_flattened_mut()[slot] = count;
        let bit = 1 << (slot % 64);
        match count {
            0 | 1 => self.piles[slot / 64] &= !bit,
            _ => self.piles[slot / 64] |= bit,
        }
    }

    /// The slots in the state of a player's number, with men or without.
    #[inline]
    pub fn in_state(&self, player: i32) -> [u64; W] {
        let at = usize::try_from(player - 1).ok();
        match at.and_then(|at| self.in_state.get(at)) {
            Some(set) => *set,
            None => self.among_states(player),
        }
    }

    /// The same of a state of which no set is kept.
    #[cold]
    fn among_states(&self, state: i32) -> [u64; W] {
        let mut set = [0; W];
        for (slot, &other) in self.states().iter().enumerate() {
            set[slot / 64] |= u64::from(i32::from(other) == state) << (slot % 64);
        }
        set
    }

    /// Turns the man on a slot to his other side: by kind, the states of the two.
    #[inline]
    pub fn flip(&mut self, slot: usize, flips: &[Option<(u8, u8)>]) {
        let state = self.state.as_flattened()[slot];
        match flips[self.what(slot)] {
            Some((one, other)) if state == one => self.set_state(slot, other),
            Some((one, other)) if state == other => self.set_state(slot, one),
            _ => {}
        }
    }

    /// How many men a player has.
    #[inline]
    pub fn men_of(&self, player: usize, in_hands: bool) -> i32 {
        if !in_hands {
            return super::region::size(&self.sets[player]);
        }
        let mut men = self.men_of(player, false);
        if self.piles != [0; W] {
            let piles: [u64; W] = std::array::from_fn(|at| self.piles[at] & self.sets[player][at]);
            let piles = crate::set::Bits::new(&piles);
            men += piles.map(|slot| self.count(slot as usize) - 1).sum::<i32>();
        }
        men
    }
}

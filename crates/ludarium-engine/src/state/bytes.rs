//! States as bytes, for storage and transmission.

use std::fmt;

use super::State;
use crate::layout::Field;
use crate::position_hash::PositionHash;
use crate::series::MatchState;
use crate::{Game, Move};

/// The version of the encoding: the first byte.
const VERSION: u8 = 1;

/// The reason why bytes do not encode a state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateBytesError {
    /// This version of the crate does not know the version of the encoding.
    Version(u8),
    /// The state belongs to another game: to another description or other options, or to the same
    /// game compiled by an incompatible version of the crate.
    OtherGame,
    /// The bytes are truncated or corrupted.
    Damaged,
    /// The game cannot reach the encoded state.
    Impossible(&'static str),
}

impl fmt::Display for StateBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateBytesError::Version(version) => {
                write!(
                    f,
                    "states of version {version} are unknown (known: {VERSION})"
                )
            }
            StateBytesError::OtherGame => f.write_str("this is a state of another game"),
            StateBytesError::Damaged => f.write_str("the bytes of the state are damaged"),
            StateBytesError::Impossible(what) => write!(f, "no game comes to this state: {what}"),
        }
    }
}

impl std::error::Error for StateBytesError {}

impl Game {
    /// A number that identifies the game: the same for the same description with the same options,
    /// on every machine. [`State::to_bytes`] includes it, so that a state cannot be read as one of
    /// another game.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.layout.fingerprint
    }

    /// Decodes the bytes of [`State::to_bytes`]. The result equals the encoded state, and has the
    /// same hash and the same legal moves.
    ///
    /// # Errors
    /// If the bytes are damaged, belong to another game, or encode a state that the game cannot
    /// reach. Bytes from any origin are safe: they never cause a panic. The check does not prove
    /// that a sequence of legal moves leads to the state.
    pub fn state_from_bytes(&self, bytes: &[u8]) -> Result<State, StateBytesError> {
        let (&version, _) = bytes.split_first().ok_or(StateBytesError::Damaged)?;
        if version != VERSION {
            return Err(StateBytesError::Version(version));
        }
        let length = bytes.len().checked_sub(8).ok_or(StateBytesError::Damaged)?;
        let (bytes, sum) = bytes.split_at(length);
        if checksum(bytes).to_le_bytes() != *sum {
            return Err(StateBytesError::Damaged);
        }
        let mut reader = Reader(&bytes[1..]);
        if reader.u64()? != self.fingerprint() {
            return Err(StateBytesError::OtherGame);
        }
        let state = self.read(&mut reader)?;
        match reader.0.is_empty() {
            true => Ok(state),
            false => Err(StateBytesError::Damaged),
        }
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<State, StateBytesError> {
        let standing = match reader.u8()? {
            0 => None,
            _ => Some(reader.standing(self.fingerprint())?),
        };
        let played = match (&self.series, &standing) {
            (None, None) => self,
            (Some(series), Some(standing)) => {
                let known = |game: usize| game < series.games.len();
                if standing.next.is_some_and(|next| !known(next)) {
                    return Err(StateBytesError::Impossible("the match has no such game"));
                }
                let instance = series.games.get(standing.game);
                let instance =
                    instance.ok_or(StateBytesError::Impossible("the match has no such game"))?;
                &instance.game
            }
            _ => {
                return Err(StateBytesError::Impossible(
                    "it is of a match, or should be",
                ))
            }
        };
        let mut state = State::new(played.layout.clone(), played.list_count());
        for field in &mut state.header {
            *field = reader.i32()?;
        }
        reader.block(&mut state.block)?;
        for list in &mut state.lists {
            *list = reader.list(4, Reader::i32)?;
        }
        state.history = reader.list(8, Reader::u64)?;
        state.choices = reader.list(16, Reader::mv)?;
        state.series = standing.map(Box::new);
        state.hash = state.recomputed_hash();
        state
            .check(self, played)
            .map_err(StateBytesError::Impossible)?;
        Ok(state)
    }
}

impl State {
    /// Encodes the state, identically on every machine; [`Game::state_from_bytes`] decodes it.
    ///
    /// The bytes contain the whole state: what is hidden from players, earlier positions if the
    /// rules need them, the seed of random draws while moves are listed. Do not send them to a
    /// player that must not see everything: use [`Game::view`] for that. The undo journal is not
    /// included.
    ///
    /// The first byte is the version of the encoding, the next eight identify the game, and the
    /// last eight are a checksum. A state of chess takes some 250 bytes.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{SplitMix64, StateBytesError};
    ///
    /// let state = game.start(&mut SplitMix64::new(1));
    /// let mut bytes = state.to_bytes();
    /// assert_eq!(game.state_from_bytes(&bytes).as_ref(), Ok(&state));
    ///
    /// bytes[20] ^= 1;
    /// assert_eq!(game.state_from_bytes(&bytes).unwrap_err(), StateBytesError::Damaged);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // A match has the fingerprint of the whole match, not of the game being played.
        let fingerprint = match &self.series {
            None => self.layout.fingerprint,
            Some(standing) => standing.fingerprint,
        };
        let mut bytes = vec![VERSION];
        bytes.extend(fingerprint.to_le_bytes());
        match &self.series {
            None => bytes.push(0),
            Some(standing) => {
                bytes.push(1);
                write_standing(&mut bytes, standing);
            }
        }
        self.header
            .iter()
            .for_each(|field| bytes.extend(field.to_le_bytes()));
        write_block(&mut bytes, &self.block);
        for list in &self.lists {
            write_number(&mut bytes, list.len());
            list.iter()
                .for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        write_number(&mut bytes, self.history.len());
        self.history
            .iter()
            .for_each(|hash| bytes.extend(hash.to_le_bytes()));
        write_number(&mut bytes, self.choices.len());
        self.choices
            .iter()
            .for_each(|mv| bytes.extend(mv.to_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// The header has the same fields in every version of the encoding.
const _: () = assert!(VERSION == 1 && Field::Len as usize == 34);

fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = PositionHash::new();
    hash.word(bytes.len() as u64);
    hash.bytes(bytes);
    hash.finish()
}

/// Writes a number in the least number of bytes, seven bits per byte.
fn write_number(bytes: &mut Vec<u8>, number: usize) {
    let mut rest = number;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn write_standing(bytes: &mut Vec<u8>, standing: &MatchState) {
    write_number(bytes, standing.game);
    write_number(bytes, standing.next.map_or(0, |next| next + 1));
    bytes.extend(standing.finished.to_le_bytes());
    write_number(bytes, standing.points.len());
    standing
        .points
        .iter()
        .for_each(|points| bytes.extend(points.to_le_bytes()));
}

/// Writes words, most of which are zero: in turn the number of zeros, the number of other words,
/// and these.
fn write_block(bytes: &mut Vec<u8>, words: &[u64]) {
    let mut rest = words;
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|&&word| word == 0).count();
        rest = &rest[zeros..];
        let others = rest.iter().take_while(|&&word| word != 0).count();
        write_number(bytes, zeros);
        write_number(bytes, others);
        rest[..others]
            .iter()
            .for_each(|word| bytes.extend(word.to_le_bytes()));
        rest = &rest[others..];
    }
}

/// The remaining bytes.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], StateBytesError> {
        let (array, rest) = self.0.split_first_chunk().ok_or(StateBytesError::Damaged)?;
        self.0 = rest;
        Ok(*array)
    }

    fn u8(&mut self) -> Result<u8, StateBytesError> {
        self.array().map(|[byte]| byte)
    }

    fn i32(&mut self) -> Result<i32, StateBytesError> {
        self.array().map(i32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, StateBytesError> {
        self.array().map(u64::from_le_bytes)
    }

    fn mv(&mut self) -> Result<Move, StateBytesError> {
        self.array().map(Move::from_bytes)
    }

    fn number(&mut self) -> Result<usize, StateBytesError> {
        let mut number = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.u8()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return usize::try_from(number).map_err(|_| StateBytesError::Damaged);
            }
        }
        Err(StateBytesError::Damaged)
    }

    /// A list of items of `bytes` bytes each.
    fn list<T>(
        &mut self,
        bytes: usize,
        item: impl Fn(&mut Self) -> Result<T, StateBytesError>,
    ) -> Result<Vec<T>, StateBytesError> {
        let length = self.number()?;
        // No memory is allocated for items that the input cannot contain.
        if length > self.0.len() / bytes {
            return Err(StateBytesError::Damaged);
        }
        (0..length).map(|_| item(self)).collect()
    }

    fn standing(&mut self, fingerprint: u64) -> Result<MatchState, StateBytesError> {
        Ok(MatchState {
            fingerprint,
            game: self.number()?,
            next: self.number()?.checked_sub(1),
            finished: self.i32()?,
            points: self.list(4, Reader::i32)?,
        })
    }

    fn block(&mut self, words: &mut [u64]) -> Result<(), StateBytesError> {
        let mut rest = words;
        while !rest.is_empty() {
            let (zeros, others) = (self.number()?, self.number()?);
            let after = rest.get_mut(zeros..).ok_or(StateBytesError::Damaged)?;
            if others > after.len() || zeros == 0 && others == 0 {
                return Err(StateBytesError::Damaged);
            }
            let (written, after) = after.split_at_mut(others);
            for word in written {
                *word = self.u64()?;
            }
            rest = after;
        }
        Ok(())
    }
}

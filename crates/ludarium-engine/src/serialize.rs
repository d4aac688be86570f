//! Moves and states in the formats of serde: as bytes, and as hexadecimal digits in human-readable
//! formats.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::{Game, Move};

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.to_bytes(), serializer)
    }
}

/// Reads any move; [`Game::play`] checks that it is legal.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let bytes = deserialize(deserializer, "the sixteen bytes of a move")?;
        let bytes = <[u8; 16]>::try_from(bytes);
        let bytes = bytes.map_err(|bytes| Error::invalid_length(bytes.len(), &"sixteen bytes"))?;
        Ok(Move::from_bytes(bytes))
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.to_bytes(), serializer)
    }
}

/// Reads a state of the game, as [`Game::state_from_bytes`] does.
impl<'de> DeserializeSeed<'de> for &Game {
    type Value = State;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<State, D::Error> {
        let bytes = deserialize(deserializer, "the bytes of a state")?;
        self.state_from_bytes(&bytes).map_err(Error::custom)
    }
}

fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits)
    } else {
        serializer.serialize_bytes(bytes)
    }
}

fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
) -> Result<Vec<u8>, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Bytes(expected))
    } else {
        deserializer.deserialize_bytes(Bytes(expected))
    }
}

/// Reads bytes, or their hexadecimal digits.
struct Bytes(&'static str);

impl Visitor<'_> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, digits: &str) -> Result<Vec<u8>, E> {
        let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?);
        let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
        bytes.ok_or_else(|| E::custom("these are not pairs of hexadecimal digits"))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }
}

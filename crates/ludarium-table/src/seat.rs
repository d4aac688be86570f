//! Who sits at a table.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dice::hex;

/// Who plays for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub enum Seat {
    /// Nobody yet. The game goes on as far as the turns of the others reach.
    Open,
    /// The person who knows the key.
    Person {
        /// The name to show.
        name: String,
        /// The SHA-256 of the secret key, in hexadecimal digits.
        key: String,
        /// The account that the seat belongs to, as the server calls it. Its owner needs no key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<String>,
    },
    /// A computer player.
    Computer {
        /// Its level, from 1 to 10.
        level: u8,
    },
}

impl Seat {
    /// Whether a person sits here.
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }

    /// The account that the seat belongs to, if it belongs to one.
    #[must_use]
    pub fn account(&self) -> Option<&str> {
        match self {
            Seat::Person { account, .. } => account.as_deref(),
            _ => None,
        }
    }

    /// Whether a person sits here who does not also have the other seat.
    #[must_use]
    pub fn is_another(&self, other: Option<&Seat>) -> bool {
        let key = |seat: &Seat| match seat {
            Seat::Person { key, .. } => Some(key.clone()),
            _ => None,
        };
        let same_account =
            self.account().is_some() && self.account() == other.and_then(Seat::account);
        self.is_person() && !same_account && key(self) != other.and_then(key)
    }

    /// The level of the computer player, if one sits here.
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        match self {
            Seat::Computer { level } => Some(*level),
            _ => None,
        }
    }
}

/// The players, from 1, whose seats an account may claim: those of guests whose key has one of
/// these hashes. None if the account has a seat already, for it would play against itself.
#[must_use]
pub fn claimable_seats(seats: &[Seat], keys: &[String], account: &str) -> Vec<usize> {
    if seats.iter().any(|seat| seat.account() == Some(account)) {
        return Vec::new();
    }
    let is_own = |seat: &Seat| match seat {
        Seat::Person {
            key, account: None, ..
        } => keys.contains(key),
        _ => false,
    };
    let own = seats.iter().zip(1..).filter(|(seat, _)| is_own(seat));
    own.map(|(_, player)| player).collect()
}

/// The hash of the secret key of a seat, as [`Seat::Person`] has it. Keys are random and long, so a
/// plain SHA-256 is enough.
///
/// ```
/// // FIPS 180-2, appendix B.1.
/// assert!(ludarium_table::key_hash("abc").starts_with("ba7816bf8f01cfea"));
/// ```
#[must_use]
pub fn key_hash(key: &str) -> String {
    hex(&Sha256::digest(key))
}

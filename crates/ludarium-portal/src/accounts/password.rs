//! Passwords: what is stored of them, and how they are checked.

use std::time::Duration;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::secret;

/// Memory of one hash, in KiB: 19 MiB.
const MEMORY_KIB: u32 = 19 * 1024;

/// Passes over the memory.
const PASSES: u32 = 2;

/// How many passwords are hashed at once.
const AT_ONCE: usize = 2;

/// How long a request waits until it is its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// The stored form of a password that nobody has: where a name is unknown, this is checked, so that
/// the answer takes as long as that to a wrong password.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdC4uLg$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Too many passwords wait to be hashed, or hashing failed.
#[derive(Debug)]
pub struct Busy;

/// Hashes passwords, few at a time, in threads of their own.
#[derive(Debug)]
pub struct Passwords {
    turns: Semaphore,
}

impl Passwords {
    pub fn new() -> Passwords {
        Passwords {
            turns: Semaphore::new(AT_ONCE),
        }
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>, Busy> {
        match tokio::time::timeout(PATIENCE, self.turns.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Busy),
        }
    }

    /// What is stored of a password.
    ///
    /// # Errors
    /// If too many others wait.
    pub async fn hash(&self, password: String) -> Result<String, Busy> {
        let _permit = self.turn().await?;
        let hashed = tokio::task::spawn_blocking(move || {
            let salt = SaltString::encode_b64(&secret::bytes::<16>()).ok()?;
            let hash = hasher().hash_password(password.as_bytes(), &salt).ok()?;
            Some(hash.to_string())
        });
        hashed.await.ok().flatten().ok_or(Busy)
    }

    /// Whether a password is the one of which this is stored. Where nothing is stored, it takes as
    /// long to say no.
    ///
    /// # Errors
    /// If too many others wait.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool, Busy> {
        let _permit = self.turn().await?;
        let verified = tokio::task::spawn_blocking(move || {
            let is_known = stored.is_some();
            let stored = stored.as_deref().unwrap_or(NOBODY);
            let verified = PasswordHash::new(stored)
                .and_then(|stored| hasher().verify_password(password.as_bytes(), &stored));
            is_known && verified.is_ok()
        });
        verified.await.map_err(|_| Busy)
    }
}

fn hasher() -> Argon2<'static> {
    // The parameters are within their limits.
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_stored_as_argon2id_with_19_mib_and_a_salt_of_its_own() {
        let passwords = Passwords::new();
        let hash = || passwords.hash("correct horse".to_owned());
        let (one, two) = (hash().await.expect("a hash"), hash().await.expect("a hash"));
        let parameters = "$argon2id$v=19$m=19456,t=2,p=1$";
        assert!(one.starts_with(parameters) && two.starts_with(parameters));
        assert_ne!(one, two);
        for (text, right) in [("correct horse", true), ("Correct horse", false)] {
            let verified = passwords.verify(text.to_owned(), Some(one.clone()));
            assert_eq!(verified.await.expect("an answer"), right, "{text}");
        }
    }

    /// Otherwise it would be answered at once, and names could be found out by the time it takes.
    #[tokio::test]
    async fn the_password_of_nobody_is_checked_like_any_other() {
        let stored = PasswordHash::new(NOBODY).expect("it is well-formed");
        let params = Params::try_from(&stored).expect("parameters");
        let hasher = hasher();
        let own = hasher.params();
        assert_eq!(params.m_cost(), own.m_cost());
        assert_eq!(params.t_cost(), own.t_cost());
        assert_eq!(params.p_cost(), own.p_cost());
        assert_eq!(stored.hash.map(|hash| hash.len()), Some(32));
        let verified = Passwords::new().verify("nobody".to_owned(), None).await;
        assert!(!verified.expect("an answer"));
    }
}

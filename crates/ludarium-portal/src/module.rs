//! The WebAssembly module in which computer players think in a visitor's own browser.

use std::fmt;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use flate2::{write::GzEncoder, Compression};
use sha2::{Digest, Sha256};

/// What every module begins with.
const MAGIC: &[u8] = b"\0asm";

/// The largest file that is taken for a module, in bytes.
const LARGEST: u64 = 64 << 20;

/// The module, as it is sent.
#[derive(Clone)]
pub struct Module {
    /// Its file name in addresses, which changes with what is in it.
    name: String,
    plain: Bytes,
    compressed: Bytes,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Module").field(&self.name).finish()
    }
}

/// Why a file is no module.
#[derive(Debug)]
pub enum ModuleError {
    /// It cannot be read.
    Read(PathBuf, std::io::Error),
    /// It is something else.
    Other(PathBuf),
}

impl fmt::Display for ModuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModuleError::Read(file, error) => write!(f, "{}: {error}", file.display()),
            ModuleError::Other(file) => write!(
                f,
                "{} is no WebAssembly module; crates/ludarium-wasm/build-module makes one",
                file.display()
            ),
        }
    }
}

impl std::error::Error for ModuleError {}

impl Module {
    /// Reads a module from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no module.
    pub fn read(file: &Path) -> Result<Module, ModuleError> {
        let unread = |error| ModuleError::Read(file.to_owned(), error);
        let mut plain = Vec::new();
        let opened = std::fs::File::open(file).map_err(unread)?;
        opened
            .take(LARGEST)
            .read_to_end(&mut plain)
            .map_err(unread)?;
        if !plain.starts_with(MAGIC) {
            return Err(ModuleError::Other(file.to_owned()));
        }
        let digest = Sha256::digest(&plain);
        let digits: String = digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&plain).map_err(unread)?;
        Ok(Module {
            name: format!("ludarium-{digits}.wasm"),
            compressed: encoder.finish().map_err(unread)?.into(),
            plain: plain.into(),
        })
    }

    /// Its file name under `/assets/`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The module for a browser, which keeps it: another module has another name.
    #[must_use]
    pub fn response(&self, headers: &HeaderMap) -> Response {
        let accepted = headers.get_all(ACCEPT_ENCODING).iter();
        let mut accepted = accepted.filter_map(|value| value.to_str().ok());
        let kept = [
            (CONTENT_TYPE, "application/wasm"),
            (CACHE_CONTROL, "public, max-age=31536000, immutable"),
            (VARY, "accept-encoding"),
        ];
        match accepted.any(|encodings| encodings.contains("gzip")) {
            true => {
                let encoding = [(CONTENT_ENCODING, "gzip")];
                (kept, encoding, self.compressed.clone()).into_response()
            }
            false => (kept, self.plain.clone()).into_response(),
        }
    }
}

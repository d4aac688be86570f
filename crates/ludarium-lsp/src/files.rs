//! Files that an editor names, where there are files.

#[cfg(not(target_family = "wasm"))]
use std::{path::Path, str::FromStr as _};

use lsp_types::Uri;
#[cfg(not(target_family = "wasm"))]
use url::Url;

/// The file that an editor names, if it is one on this machine; otherwise the name itself.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn file_of(uri: &Uri) -> String {
    let url = Url::parse(uri.as_str()).ok();
    let path = url.and_then(|url| url.to_file_path().ok());
    path.map_or_else(|| uri.to_string(), |path| path.display().to_string())
}

/// The name of a document: a browser has no files.
#[cfg(target_family = "wasm")]
pub(crate) fn file_of(uri: &Uri) -> String {
    uri.to_string()
}

/// A file of standard definitions for the editor to show: the file itself, or, if it is part of
/// the program, a copy.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn standard_file(name: &str, text: &str) -> Option<Uri> {
    let path = match Path::new(name).is_file() {
        true => std::path::absolute(name).ok()?,
        false => {
            let version = env!("CARGO_PKG_VERSION");
            let folder = std::env::temp_dir().join(format!("ludarium-definitions-{version}"));
            std::fs::create_dir_all(&folder).ok()?;
            let path = folder.join(Path::new(name).file_name()?);
            std::fs::write(&path, text).ok()?;
            path
        }
    };
    Uri::from_str(Url::from_file_path(path).ok()?.as_str()).ok()
}

/// None: a browser has no files.
#[cfg(target_family = "wasm")]
pub(crate) fn standard_file(_: &str, _: &str) -> Option<Uri> {
    None
}

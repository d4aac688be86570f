//! Where the texts of the games come from: those built into the program, and those that a program
//! puts beside them before it asks for any.

use std::sync::OnceLock;

/// The texts of one game's folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folder {
    pub family: &'static str,
    pub slug: &'static str,
    pub files: &'static [(&'static str, &'static str)],
    pub records: &'static [(&'static str, &'static str)],
}

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

/// A folder of a game that is not built in, as it was read.
#[derive(Clone, Debug, Default)]
pub struct OwnFolder {
    /// The folder it lies in: `chess`, `race`, ...
    pub family: String,
    /// Its own name.
    pub slug: String,
    /// `game.lud`, `about.toml` and `rules.md`, as (name, text).
    pub files: Vec<(String, String)>,
    /// Printed games, as (name, text).
    pub records: Vec<(String, String)>,
}

/// Games and definitions beside the built-in ones.
#[derive(Debug, Default)]
struct Added {
    folders: Vec<Folder>,
    definitions: Vec<(&'static str, &'static str)>,
}

static ADDED: OnceLock<Added> = OnceLock::new();

/// Puts games, and files of definitions as (name, text), before the built-in ones. A folder replaces the built-in
/// one of its slug, a file of definitions the one of its name. The texts are kept as long as the
/// program runs.
///
/// # Errors
/// If it was done before, or somebody has asked for a game already.
pub fn add(folders: Vec<OwnFolder>, definitions: Vec<(String, String)>) -> Result<(), String> {
    let added = Added {
        folders: folders.into_iter().map(kept).collect(),
        definitions: pairs(definitions).to_vec(),
    };
    ADDED
        .set(added)
        .map_err(|_| "games can be added once only, and before any is asked for".to_owned())
}

fn kept(folder: OwnFolder) -> Folder {
    Folder {
        family: folder.family.leak(),
        slug: folder.slug.leak(),
        files: pairs(folder.files),
        records: pairs(folder.records),
    }
}

fn pairs(texts: Vec<(String, String)>) -> &'static [(&'static str, &'static str)] {
    let kept: Vec<(&str, &str)> = texts
        .into_iter()
        .map(|(name, text)| (&*name.leak(), &*text.leak()))
        .collect();
    kept.leak()
}

/// The added ones; from now on there will be no others.
fn added() -> &'static Added {
    ADDED.get_or_init(Added::default)
}

/// All folders, by family and name.
pub(crate) fn folders() -> Vec<Folder> {
    let own = &added().folders;
    let built_in = FOLDERS.iter();
    let kept = built_in.filter(|folder| own.iter().all(|own| own.slug != folder.slug));
    let mut all: Vec<Folder> = kept.chain(own).copied().collect();
    all.sort_by_key(|folder| (folder.family, folder.slug));
    all
}

/// The files of the standard definitions, as (name, text).
pub(crate) fn definitions() -> &'static [(&'static str, &'static str)] {
    static ALL: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let own = &added().definitions;
        let kept = DEFINITIONS
            .iter()
            .filter(|(name, _)| own.iter().all(|(own, _)| own != name));
        kept.chain(own).copied().collect()
    })
}

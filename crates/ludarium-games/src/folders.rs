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
pub struct GameFolder {
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
pub fn add_folders(
    folders: Vec<GameFolder>,
    definitions: Vec<(String, String)>,
) -> Result<(), String> {
    let added = Added {
        folders: folders.into_iter().map(leak_folder).collect(),
        definitions: leak_texts(definitions).to_vec(),
    };
    ADDED
        .set(added)
        .map_err(|_| "games can be added once only, and before any is asked for".to_owned())
}

fn leak_folder(folder: GameFolder) -> Folder {
    Folder {
        family: folder.family.leak(),
        slug: folder.slug.leak(),
        files: leak_texts(folder.files),
        records: leak_texts(folder.records),
    }
}

fn leak_texts(texts: Vec<(String, String)>) -> &'static [(&'static str, &'static str)] {
    let leaked: Vec<(&str, &str)> = texts
        .into_iter()
        .map(|(name, text)| (&*name.leak(), &*text.leak()))
        .collect();
    leaked.leak()
}

/// The added ones; from now on there will be no others.
fn added() -> &'static Added {
    ADDED.get_or_init(Added::default)
}

/// All folders, by family and name.
pub(crate) fn folders() -> Vec<Folder> {
    let added = &added().folders;
    let built_in = FOLDERS.iter();
    let kept = built_in.filter(|folder| added.iter().all(|own| own.slug != folder.slug));
    let mut all: Vec<Folder> = kept.chain(added).copied().collect();
    all.sort_by_key(|folder| (folder.family, folder.slug));
    all
}

/// The files of the standard definitions, as (name, text).
pub(crate) fn definitions() -> &'static [(&'static str, &'static str)] {
    static ALL: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let added = &added().definitions;
        let kept = DEFINITIONS
            .iter()
            .filter(|(name, _)| added.iter().all(|(own, _)| own != name));
        kept.chain(added).copied().collect()
    })
}

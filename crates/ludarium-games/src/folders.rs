//! The folders of games: those compiled into the program, and those added at run time.

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

/// A folder of a game that is not built in, as text.
#[derive(Clone, Debug, Default)]
pub struct GameFolder {
    /// The family, which is the name of the parent folder: `chess`, `race`, ...
    pub family: String,
    /// The name of the folder.
    pub slug: String,
    /// `game.lud`, `about.toml`, `rules.md` and `game.examples.txt`, as (name, text).
    pub files: Vec<(String, String)>,
    /// Printed games, as (name, text).
    pub records: Vec<(String, String)>,
}

/// Games and definitions added to the built-in ones.
#[derive(Debug, Default)]
struct Added {
    folders: Vec<Folder>,
    definitions: Vec<(&'static str, &'static str)>,
}

static ADDED: OnceLock<Added> = OnceLock::new();

/// Adds games, and files of definitions as (name, text), to the built-in ones. A folder replaces
/// the built-in one with the same slug, a file of definitions the one with the same name. The texts
/// are leaked: they stay in memory until the program ends.
///
/// # Errors
/// If folders were added before, or a game has already been looked up.
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
        .map_err(|_| "games can be added only once, before any game is looked up".to_owned())
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

/// The added games and definitions. After the first call no more can be added.
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

/// The files of standard definitions, as (name, text).
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

//! The descriptions to mutate and the terms to insert.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use ludarium_lud::{Choices, Definitions, Description, Ludeme, Node, Value};

/// The number of terms collected for each sort: enough for variety, and quick to collect.
const KEPT: usize = 3_000;

/// The greatest size of a term to insert.
const LARGEST_GRAFT: usize = 80;

/// The descriptions, and the terms found in them.
pub struct Seeds {
    pub definitions: Definitions,
    pub texts: Vec<(String, String)>,
    pub descriptions: Vec<(String, Description)>,
    /// Ludemes by their sort.
    pub calls: HashMap<&'static str, Vec<Node>>,
    /// Words, texts and arrays by the ludeme and the parameter that they belong to.
    pub others: HashMap<(Ludeme, usize), Vec<Node>>,
}

impl Seeds {
    /// Reads the games of the project, the test descriptions, and the corpus where there is one.
    pub fn read() -> Seeds {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut defs, mut texts) = (BTreeMap::new(), BTreeMap::new());
        files(
            &here.join("../ludarium-games/games"),
            "games",
            &mut defs,
            &mut texts,
        );
        files(
            &here.join("tests/descriptions"),
            "tests",
            &mut defs,
            &mut texts,
        );
        match std::env::var_os("LUDARIUM_CORPUS") {
            Some(corpus) => {
                let corpus = Path::new(&corpus);
                files(&corpus.join("def"), "corpus", &mut defs, &mut texts);
                files(&corpus.join("lud"), "corpus", &mut defs, &mut texts);
            }
            None => eprintln!("no corpus: only the project's own games are mutated"),
        }
        let read = |path: PathBuf| {
            let text = std::fs::read_to_string(&path).ok()?;
            Some((path.display().to_string(), text))
        };
        let mut seeds = Seeds {
            definitions: Definitions::from_files(defs.into_values().filter_map(read)),
            texts: texts.into_values().filter_map(read).collect(),
            descriptions: Vec::new(),
            calls: HashMap::new(),
            others: HashMap::new(),
        };
        // The largest descriptions consist mostly of word lists.
        seeds.texts.retain(|(_, text)| text.len() < 30_000);
        for (name, text) in &seeds.texts {
            let loaded = ludarium_lud::load(name, text, &seeds.definitions, &Choices::defaults());
            if let Ok(description) = loaded {
                seeds.descriptions.push((name.clone(), description));
            }
        }
        let games: Vec<Node> = seeds
            .descriptions
            .iter()
            .map(|(_, description)| description.game.clone())
            .collect();
        for game in &games {
            seeds.gather(game);
        }
        seeds
    }

    fn gather(&mut self, node: &Node) -> usize {
        let mut size = 1;
        match &node.value {
            Value::Call(call) => {
                for (index, arg) in call.args.iter().enumerate() {
                    let Some(arg) = arg else { continue };
                    let part = self.gather(arg);
                    if !matches!(arg.value, Value::Call(_) | Value::Int(_)) && part < LARGEST_GRAFT
                    {
                        let known = self.others.entry((call.ludeme, index)).or_default();
                        if known.len() < KEPT / 10 {
                            known.push(arg.clone());
                        }
                    }
                    size += part;
                }
                let known = self.calls.entry(call.ludeme.sort()).or_default();
                if size < LARGEST_GRAFT && known.len() < KEPT {
                    known.push(node.clone());
                }
            }
            Value::Array(items) => {
                size += items.iter().map(|item| self.gather(item)).sum::<usize>()
            }
            _ => {}
        }
        size
    }
}

/// All definitions and descriptions below a folder, by file name: if the corpus and the project
/// have a definition with the same name, one of them is enough.
fn files(
    folder: &Path,
    key: &str,
    defs: &mut BTreeMap<String, PathBuf>,
    texts: &mut BTreeMap<String, PathBuf>,
) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        // The order, and so the mutants, do not depend on where the folders are.
        let key = format!("{key}/{name}");
        if path.is_dir() {
            files(&path, &key, defs, texts);
        } else if name.ends_with(".def") {
            defs.insert(name, path);
        } else if name.ends_with(".lud") {
            // The project has a folder for each game, in which all files have the same name.
            texts.insert(key, path);
        }
    }
}

//! Results that are the same on every machine: hashes that identify positions.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The hashers of hash maps depend on the pointer width or on a random seed: their results must not
/// leave the map. `position_hash` computes the hashes that identify positions.
#[test]
fn no_hasher_of_a_hash_map_identifies_a_position() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for name in ["board", "engine", "agents", "games", "notation"] {
        sources(&crates.join(format!("ludarium-{name}/src")), &mut found);
    }
    // In the published package, the folder of the engine has another name.
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    assert!(found.len() > 100, "{} files", found.len());
    for path in found {
        let text = std::fs::read_to_string(&path).expect("a source file is readable");
        for (line, code) in text.lines().enumerate() {
            let code = code.split("//").next().unwrap_or_default();
            for hasher in ["FxHasher", "DefaultHasher", "hash_one"] {
                let line = line + 1;
                assert!(
                    !code.contains(hasher),
                    "{}:{line}: {hasher}",
                    path.display()
                );
            }
        }
    }
}

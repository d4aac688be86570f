//! Every family of games can be left out of a build, and none is left out by mistake.

use std::path::Path;

#[test]
fn every_family_folder_has_a_feature_that_is_part_of_all() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).expect("the manifest");
    let manifest: toml::Table = manifest.parse().expect("valid TOML");
    let all = manifest["features"]["all"].as_array().expect("a list");
    let mut features: Vec<&str> = all.iter().filter_map(toml::Value::as_str).collect();
    features.sort_unstable();
    let folders = std::fs::read_dir(package.join("games")).expect("the folder of games");
    let folders = folders.flatten().filter(|entry| entry.path().is_dir());
    let mut families: Vec<String> = folders
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "defs") // definitions that all families share
        .collect();
    families.sort_unstable();
    assert_eq!(features, families);
}

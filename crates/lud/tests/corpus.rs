//! What must hold for every description of the corpus (`LUDARIUM_CORPUS`).

use std::path::{Path, PathBuf};

use lud::{format, load, Choices, Definitions};

/// The files with this extension below a folder, as (path, text), in the order of their paths.
fn read_all(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                let text = std::fs::read_to_string(&path).expect("a description is text");
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    files
}

fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("LUDARIUM_CORPUS");
    if corpus.is_none() {
        println!("skipped: no corpus");
    }
    corpus.map(PathBuf::from)
}

#[test]
fn every_description_loads_without_an_error() {
    let Some(corpus) = corpus() else { return };
    let definitions = Definitions::from_files(read_all(&corpus.join("def"), "def"));
    assert_eq!(definitions.problems(), []);
    let descriptions = read_all(&corpus.join("lud"), "lud");
    assert!(
        descriptions.len() >= 769,
        "only {} descriptions",
        descriptions.len()
    );
    for (name, text) in descriptions {
        if let Err(errors) = load(&name, &text, &definitions, &Choices::defaults()) {
            panic!("{errors}");
        }
    }
}

#[test]
fn formatting_a_description_twice_is_formatting_it_once_and_changes_no_rule() {
    let Some(corpus) = corpus() else { return };
    let definitions = Definitions::from_files(read_all(&corpus.join("def"), "def"));
    for (name, text) in read_all(&corpus.join("lud"), "lud") {
        let formatted = format(&text);
        assert!(
            format(&formatted) == formatted,
            "formatting {name} again changes it"
        );
        let load = |text| load(&name, text, &definitions, &Choices::defaults()).map(|d| d.game);
        let (before, after) = (load(&text), load(&formatted));
        let (Ok(before), Ok(after)) = (before, after) else {
            panic!("{name} does not load")
        };
        assert!(
            lud::same_meaning(&before, &after),
            "formatting {name} changes its rules"
        );
    }
}

#[test]
fn every_option_and_every_ruleset_of_every_description_loads() {
    let Some(corpus) = corpus() else { return };
    let definitions = Definitions::from_files(read_all(&corpus.join("def"), "def"));
    let (mut options, mut rulesets, mut wrong) = (0, 0, String::new());
    for (name, text) in read_all(&corpus.join("lud"), "lud") {
        let load = |choices| load(&name, &text, &definitions, &choices);
        let Ok(defaults) = load(Choices::defaults()) else {
            panic!("{name} does not load")
        };
        for group in &defaults.options {
            for item in &group.items {
                options += 1;
                let choice = std::format!("{}/{}", group.heading, item.name);
                if let Err(errors) = load(Choices::defaults().with(&choice)) {
                    wrong += &std::format!("{name} with {choice}: {errors}\n");
                }
            }
        }
        for ruleset in &defaults.rulesets {
            rulesets += 1;
            if let Err(errors) = load(Choices::defaults().ruleset(&ruleset.name)) {
                wrong += &std::format!("{name} with {}: {errors}\n", ruleset.name);
            }
        }
    }
    println!("{options} items of options, {rulesets} rulesets");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_a_checked_description_is_written_as_checks_to_the_same() {
    let Some(corpus) = corpus() else { return };
    let definitions = Definitions::from_files(read_all(&corpus.join("def"), "def"));
    for (name, text) in read_all(&corpus.join("lud"), "lud") {
        let before = load(&name, &text, &definitions, &Choices::defaults());
        let before = before.expect("every description loads").game;
        let written = before.to_string();
        match load(&name, &written, &Definitions::none(), &Choices::defaults()) {
            Ok(after) => assert!(lud::same_meaning(&before, &after.game), "{name} changes"),
            Err(errors) => panic!("{errors}"),
        }
    }
}

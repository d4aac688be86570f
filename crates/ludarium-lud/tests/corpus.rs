//! Tests over every description of the corpus (`LUDARIUM_CORPUS`).

use crate::reading;

use ludarium_lud::{format, load, Choices, Definitions};
use reading::{corpus, Corpus};

#[test]
fn every_description_loads_without_an_error() {
    let Some(Corpus {
        descriptions,
        definitions,
    }) = corpus()
    else {
        return;
    };
    assert_eq!(definitions.problems(), []);
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
    let Some(Corpus {
        descriptions,
        definitions,
    }) = corpus()
    else {
        return;
    };
    for (name, text) in descriptions {
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
            ludarium_lud::same_meaning(&before, &after),
            "formatting {name} changes its rules"
        );
    }
}

#[test]
fn every_option_and_every_ruleset_of_every_description_loads() {
    let Some(Corpus {
        descriptions,
        definitions,
    }) = corpus()
    else {
        return;
    };
    let (mut options, mut rulesets, mut wrong) = (0, 0, String::new());
    for (name, text) in descriptions {
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
    let Some(Corpus {
        descriptions,
        definitions,
    }) = corpus()
    else {
        return;
    };
    for (name, text) in descriptions {
        let before = load(&name, &text, &definitions, &Choices::defaults());
        let before = before.expect("every description loads").game;
        let written = before.to_string();
        match load(&name, &written, &Definitions::none(), &Choices::defaults()) {
            Ok(after) => assert!(
                ludarium_lud::same_meaning(&before, &after.game),
                "{name} changes"
            ),
            Err(errors) => panic!("{errors}"),
        }
    }
}

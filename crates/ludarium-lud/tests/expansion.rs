//! Tests of the expansion of definitions, options, tags and ranges.

use ludarium_lud::{load, Choices, Definitions, Description, Errors, Ludeme, Node, Value};

/// A description with this equipment, and further text at its top level.
fn with_equipment(
    equipment: &str,
    top_level: &str,
    choices: &Choices,
) -> Result<Description, Errors> {
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{ (board (square 3)) {equipment} }})
            (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
        {top_level}"
    );
    load("test.lud", &text, &Definitions::none(), choices)
}

/// The second item of the equipment; the board is the first.
fn item(description: &Description) -> &Node {
    let equipment = description
        .game
        .call()
        .and_then(|game| game.arg("equipment"));
    let items = equipment
        .and_then(Node::call)
        .and_then(|equipment| equipment.arg("items"));
    items
        .and_then(|items| items.items().get(1))
        .expect("the equipment has a second thing")
}

/// The sites of `(regions "R" ...)`, the second item of the equipment.
fn region(equipment: &str, top_level: &str) -> Vec<Value> {
    let description = with_equipment(equipment, top_level, &Choices::defaults()).unwrap();
    let region = item(&description).call().unwrap();
    assert_eq!(region.ludeme, Ludeme::Regions);
    region
        .arg("ints")
        .unwrap()
        .items()
        .iter()
        .map(|node| node.value.clone())
        .collect()
}

fn ints(ints: &[i32]) -> Vec<Value> {
    ints.iter().map(|&int| Value::Int(int)).collect()
}

#[test]
fn a_range_runs_up_or_down_and_includes_both_ends() {
    assert_eq!(
        region("(regions \"R\" { 1..3 7 6..4 })", ""),
        ints(&[1, 2, 3, 7, 6, 5, 4])
    );
}

#[test]
fn the_ends_of_a_range_may_be_definitions() {
    let definitions = "(define \"First\" 2) (define \"Last\" 4)";
    assert_eq!(
        region("(regions \"R\" { \"First\"..\"Last\" })", definitions),
        ints(&[2, 3, 4])
    );
}

#[test]
fn a_range_of_coordinates_is_a_rectangle() {
    let text = "(regions \"R\" (sites { \"Z1\"..\"AA2\" }))";
    let description = with_equipment(text, "", &Choices::defaults()).unwrap();
    let sites = item(&description).call().unwrap().arg("ints").unwrap();
    let coordinates = sites.call().unwrap().arg("strings").unwrap().items();
    let coordinates: Vec<&str> = coordinates.iter().filter_map(Node::str).collect();
    assert_eq!(coordinates, ["Z1", "Z2", "AA1", "AA2"]);
}

#[test]
fn of_two_definitions_with_one_name_the_first_counts() {
    let definitions = "(define \"First\" 2) (define \"First\" 3)";
    assert_eq!(
        region("(regions \"R\" { \"First\" 7 })", definitions),
        ints(&[2, 7])
    );
}

#[test]
fn a_definition_may_stand_for_several_things_and_take_others_as_arguments() {
    let definitions = "(define \"Pair\" #1 #2) (define \"Both\" (\"Pair\" #1 #2) (\"Pair\" #2 #1))";
    assert_eq!(
        region("(regions \"R\" { (\"Both\" 1 2) })", definitions),
        ints(&[1, 2, 2, 1])
    );
}

#[test]
fn a_left_out_argument_keeps_its_place_and_takes_its_label_along() {
    let definitions = "(define \"Walker\" (piece #1 #2 maxState:#3 maxCount:#4))";
    let text = "(\"Walker\" \"Ant\" ~ ~ 4)";
    let description = with_equipment(text, definitions, &Choices::defaults()).unwrap();
    let piece = item(&description).call().unwrap();
    assert_eq!(piece.ludeme, Ludeme::Piece);
    assert_eq!(piece.arg("string").and_then(Node::str), Some("Ant"));
    assert_eq!(piece.arg("roleType"), None);
    assert_eq!(piece.arg("maxState"), None);
    assert_eq!(
        piece.arg("maxCount").map(|node| &node.value),
        Some(&Value::Int(4))
    );
}

#[test]
fn a_definition_of_the_description_wins_over_a_standard_one() {
    let standard = [(
        "a.def".to_string(),
        "(define \"Size\" 1) (define \"Other\" 2)".to_string(),
    )];
    let text = "(define \"Size\" 3)
        (game \"Test\" (players \"Size\") (equipment { (board (square \"Other\")) })
            (rules (play (move Pass)) (end (if (all Passed) (result Mover Draw)))))";
    let standard = Definitions::from_files(standard);
    let description = load("test.lud", text, &standard, &Choices::defaults()).unwrap();
    let players = description
        .game
        .call()
        .unwrap()
        .arg("players")
        .unwrap()
        .call()
        .unwrap();
    assert_eq!(players.arg("int").unwrap().value, Value::Int(3));
    // The span of the board's size lies in the definitions file.
    let equipment = description
        .game
        .call()
        .unwrap()
        .arg("equipment")
        .unwrap()
        .call()
        .unwrap();
    let board = equipment.arg("items").unwrap().items()[0].call().unwrap();
    let size = board
        .arg("graph")
        .unwrap()
        .call()
        .unwrap()
        .arg("dim")
        .unwrap();
    let source = description.sources.get(size.span.file).unwrap();
    assert_eq!(source.name, "a.def");
    assert_eq!(
        &source.text[size.span.start as usize..size.span.end as usize],
        "2"
    );
}

const OPTION: &str = "(option \"Numbers\" <N> args:{ <list> <name> } {
        (item \"Few\" <1 2> <few> \"Two of them.\")*
        (item \"Many\" <1..4> <many> \"Four of them.\")**
        (item \"None\" <> <none> \"None of them.\")
    })
    (rulesets { (ruleset \"Ruleset/Short\" { \"Numbers/Few\" }) })";

#[test]
fn an_option_defaults_to_the_item_with_most_stars() {
    assert_eq!(
        region("(regions \"R\" { <N:list> })", OPTION),
        ints(&[1, 2, 3, 4])
    );
}

#[test]
fn options_and_rulesets_are_chosen_by_name() {
    let load = |choices| with_equipment("(regions \"R<N:name>\" { <N:list> })", OPTION, &choices);
    let name = |description: &Description| {
        let region = item(description).call().unwrap();
        region
            .arg("string")
            .and_then(Node::str)
            .map(str::to_string)
            .unwrap()
    };
    let few = load(Choices::defaults().ruleset("Ruleset/Short")).unwrap();
    assert_eq!(name(&few), "Rfew");
    assert_eq!(few.options[0].chosen, 0);
    let none = load(Choices::defaults().ruleset("Short").with("Numbers/None")).unwrap();
    assert_eq!(name(&none), "Rnone");
    assert_eq!(none.options[0].items[2].description, "None of them.");
    let errors = load(Choices::defaults().with("Numbers/Fewer")).unwrap_err();
    assert_eq!(errors.diagnostics[0].code, "bad-option");
    assert_eq!(
        errors.diagnostics[0].hint.as_deref(),
        Some("did you mean \"Numbers/Few\"?")
    );
}

/// A game with this text of its rules, under options whose texts do not balance.
fn with_raw_texts(choice: &str) -> String {
    let text = "(game \"Raw\" (players 2)
            (equipment { (board <Dual:begin> (square <Size:n>5) <Dual:end>) (piece \"<Size:n>X\" Each) })
            (rules (play (move Pass)) (end (if (all Passed) (result Mover Draw)))))
        (option \"Dual\" <Dual> args:{<begin> <end>} {
            (item \"No\" <> <> \"\")*
            (item \"Yes\" <(dual > <)> \"A bracket opens in one text and closes in the other.\")
        })
        (option \"Size\" <Size> args:{<n>} { (item \"One\" <1> \"\") (item \"Two\" <2> \"\")* })";
    let choices = match choice {
        "" => Choices::defaults(),
        choice => Choices::defaults().with(choice),
    };
    let none = Definitions::none();
    let description = load("raw.lud", text, &none, &choices).unwrap();
    let formatted = ludarium_lud::format(text);
    let again = load("raw.lud", &formatted, &none, &choices).unwrap();
    assert!(ludarium_lud::same_meaning(&description.game, &again.game));
    description.game.to_string()
}

#[test]
fn the_text_of_an_option_need_not_balance_and_touches_what_stands_beside_its_tag() {
    let text = with_raw_texts("");
    assert!(
        text.contains("(board (square 25)) (piece \"2X\" Each)"),
        "{text}"
    );
    let text = with_raw_texts("Size/One");
    assert!(
        text.contains("(board (square 15)) (piece \"1X\" Each)"),
        "{text}"
    );
    let text = with_raw_texts("Dual/Yes");
    assert!(text.contains("(board (dual (square 25)))"), "{text}");
}

#[test]
fn the_name_of_a_game_is_not_a_definition() {
    let text = "(define \"Test\" (move Pass)) (define \"Two\" 2)
        (game \"Test\" (players \"Two\") (equipment { (board (square 3)) })
            (rules (play \"Test\") (end (if (all Passed) (result Mover Draw)))))";
    let description = load("t", text, &Definitions::none(), &Choices::defaults()).unwrap();
    let written = description.game.to_string();
    assert!(
        written.starts_with("(game \"Test\" (players 2)"),
        "{written}"
    );
    assert!(written.contains("(play (move Pass))"), "{written}");
}

#[test]
fn a_colon_after_the_word_that_opens_a_bracket_is_ignored() {
    let text = "(regions \"R\" (sites {(coord:\"A1\")}))";
    let description = with_equipment(text, "", &Choices::defaults()).unwrap();
    assert!(description.game.to_string().contains("(coord \"A1\")"));
}

#[test]
fn ranges_are_written_out_wherever_they_stand() {
    let text = "(map \"M\" { (pair 1..2) })";
    let description = with_equipment(text, "", &Choices::defaults()).unwrap();
    assert!(description.game.to_string().contains("(pair 1 2)"));
}

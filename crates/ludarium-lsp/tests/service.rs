//! What the language service says about small texts.

use std::str::FromStr as _;

use lsp_types::{CodeAction, CodeActionOrCommand, Uri};
use ludarium_lsp::{
    check, code_actions, complete, default_hints, definition, document_symbols, hover, names,
    placeholder_hints, references, Checked, Document, NameKind, Place,
};

/// A text with `|` where the cursor is.
fn with_cursor(text: &str) -> (Document, usize) {
    let at = text.find('|').expect("a cursor");
    (Document::new(text.replacen('|', "", 1)), at)
}

fn read(text: &str) -> Checked {
    check("g.lud", text, &ludarium_games::definitions(), |_, _, _| {
        None
    })
}

fn labels(text: &str) -> Vec<String> {
    let (document, at) = with_cursor(text);
    let found = complete(&document, at, &ludarium_games::definitions());
    found.into_iter().map(|one| one.label).collect()
}

/// A game in which the place of a move is open.
fn game(play: &str) -> String {
    format!(
        "(game \"G\" (players 2)\n    (equipment {{ (board (square 3)) (piece \"Mark\" Each) \
         (regions \"Home\" P1 (sites Bottom)) }})\n    (rules (start (place \"Mark1\" 0)) \
         (play {play})\n        (end (if (is Line 3) (result Mover Win)))))"
    )
}

#[test]
fn completion_offers_what_the_place_may_hold_and_nothing_else() {
    let found = labels(&game("(move Add (to (sites |)))"));
    assert!(found.contains(&"Empty".to_owned()), "{found:?}");
    assert!(!found.iter().any(|label| label == "Mover Win"), "{found:?}");
    // A condition, after the keyword `if` with its bracket already closed.
    let found = labels(&game("(if (|) (move Add (to (sites Empty))))"));
    assert!(found.contains(&"is Empty".to_owned()));
    assert!(!found.contains(&"sites Empty".to_owned()));
}

#[test]
fn completion_works_in_a_bracket_that_is_not_closed() {
    let found = labels(&game("(move Add (to (si|))"));
    assert!(found.contains(&"sites Empty".to_owned()), "{found:?}");
}

#[test]
fn completion_works_whatever_is_wrong_elsewhere_in_the_text() {
    for (right, wrong) in [
        ("(square 3)", "(sqare 3)"),
        ("(square 3)", "(square)"),
        ("(players 2)", "(players)"),
        ("(players 2)", ""),
        ("\"Mark\" Each", "\"Mark\" Eech"),
        ("(place \"Mark1\" 0)", "(plase)"),
        ("(is Line 3)", "(is Lin"),
    ] {
        let text = game("(move Add (to (|)))").replacen(right, wrong, 1);
        let found = labels(&text);
        assert!(
            found.contains(&"sites Empty".to_owned()),
            "{wrong}: {found:?}"
        );
    }
}

#[test]
fn completion_offers_labels_and_the_names_of_the_description() {
    let found = labels(&game("(move Add (to (sites Empty) |))"));
    assert!(found.contains(&"if:".to_owned()), "{found:?}");
    let found = labels(&game("(move Add (to (sites \"|\")))"));
    assert!(found.contains(&"\"Home\"".to_owned()), "{found:?}");
}

#[test]
fn what_the_rest_of_the_text_needs_and_does_not_have_is_among_the_first_two() {
    let offered = |equipment: &str, play: &str, wanted: &str| {
        let text = game(play).replace("(piece \"Mark\" Each)", equipment);
        labels(&text).iter().take(2).any(|label| label == wanted)
    };
    let marks = "(piece \"Mark\" Each)";
    let open = format!("{marks} |");
    let plain = "(move Add (to (sites Empty)))";
    for (wanted, play) in [
        ("hand", "(move (from (handSite Mover)) (to (sites Empty)))"),
        ("dice", "(do (roll) next:(forEach Die (move Pass)))"),
        ("map", "(move Add (to (mapEntry \"Gate\" (mover))))"),
    ] {
        assert!(!offered(&open, plain, wanted), "{wanted}");
        assert!(offered(&open, play, wanted), "{wanted}");
    }
    let from_hand = "(move (from (handSite Mover)) (to (sites Empty)))";
    let with_hand = format!("{marks} (hand Each) |");
    assert!(!offered(&with_hand, from_hand, "hand"));
    // The moves that pieces have are asked for by `forEach Piece`, and by nothing else.
    let steps = "(piece \"Mark\" Each (move Step))";
    assert!(offered(steps, "|", "forEach Piece"));
    assert!(!offered(marks, "|", "forEach Piece"));
}

#[test]
fn completion_knows_definitions_and_their_arguments() {
    let text = format!("(define \"Put\" (move Add (to #1)))\n{}", game("|"));
    let (document, at) = with_cursor(&text);
    let found = complete(&document, at, &ludarium_games::definitions());
    let put = found.iter().find(|one| one.label == "\"Put\"").unwrap();
    assert_eq!(put.snippet, "(\"Put\" ${1:1})");
}

#[test]
fn a_placeholder_shows_what_it_becomes() {
    let text = format!(
        "(define \"Put\" (move Add (to #1)))\n{}",
        game("(\"Put\" (sites Empty))")
    );
    let document = Document::new(text.clone());
    let hints = placeholder_hints(&document, 0..text.len());
    let lsp_types::InlayHintLabel::String(shown) = &hints[0].label else {
        panic!("{hints:?}");
    };
    assert_eq!(shown, " = (sites Empty)");
    let definitions = ludarium_games::definitions();
    let at = text.find("#1").unwrap();
    let (meaning, _) = hover(&document, at, None, &definitions).unwrap();
    assert!(meaning.contains("argument 1 of `Put`"), "{meaning}");
}

/// The text with the hints about defaults written into it, each between `‹` and `›`.
fn with_defaults(text: &str) -> String {
    let document = Document::new(text);
    let description = read(text).description.unwrap();
    let mut shown = text.to_owned();
    let mut hints = default_hints(&document, &description, 0..text.len());
    hints.sort_by_key(|hint| document.offset(hint.position));
    for hint in hints.into_iter().rev() {
        let lsp_types::InlayHintLabel::String(label) = &hint.label else {
            panic!("{hint:?}");
        };
        shown.insert_str(document.offset(hint.position), &format!("‹{label}›"));
    }
    shown
}

#[test]
fn a_ludeme_ends_with_what_it_takes_for_arguments_that_are_not_written() {
    let shown = with_defaults(&game(
        "(move Slide (from (where \"Mark\" Mover)) Orthogonal)",
    ));
    assert!(
        shown.contains("Orthogonal‹between: empty sites›"),
        "{shown}"
    );
    // Neither what is written, nor a flag that is off.
    assert!(
        !shown.contains("‹direction:") && !shown.contains("‹stack"),
        "{shown}"
    );
    let line = shown.split("(is Line 3").nth(1).unwrap();
    assert!(
        line.contains("‹through: the site reached by the last…›"),
        "{shown}"
    );
}

#[test]
fn an_argument_that_one_use_of_a_definition_gives_is_no_default_of_it() {
    let play = "(or (\"Go\") (\"Go\" Diagonal))";
    let text = format!("(define \"Go\" (move Slide (from 0) #1))\n{}", game(play));
    let shown = with_defaults(&text);
    assert!(
        shown.contains("(from 0) #1‹between: empty sites›"),
        "{shown}"
    );
    let text = format!(
        "(define \"Go\" (move Slide (from 0)))\n{}",
        game("(\"Go\")")
    );
    let shown = with_defaults(&text);
    assert!(
        shown.contains("(from 0)‹direction: all›‹between: empty sites›"),
        "{shown}"
    );
}

#[test]
fn pieces_are_the_same_with_and_without_the_number_of_a_player() {
    let text = game("(move Add (piece \"Mark2\") (to (sites Empty)))");
    let document = Document::new(text.clone());
    let at = text.find("\"Mark\"").unwrap() + 2;
    let found = references(&document, at);
    let written: Vec<&str> = found.iter().map(|range| &text[range.clone()]).collect();
    assert_eq!(written, ["Mark", "Mark", "Mark"]);
    let pieces = names(&document)
        .into_iter()
        .filter(|name| name.kind == NameKind::Piece && name.declaration.is_some());
    assert_eq!(pieces.count(), 1);
}

#[test]
fn a_standard_definition_leads_to_its_file() {
    let known = ludarium_games::definitions();
    let name = known.names()[0];
    let text = game(&format!("(\"{name}\")"));
    let at = text.find(name).unwrap() + 1;
    let place = definition(&Document::new(text), at, &known).unwrap();
    let Place::Standard { text, range, .. } = place else {
        panic!("{place:?}");
    };
    assert!(text[range].starts_with(&format!("(define \"{name}\"")));
}

fn actions(text: &str, selection: std::ops::Range<usize>) -> Vec<CodeAction> {
    let definitions = ludarium_games::definitions();
    let document = Document::new(text);
    let found = read(text).diagnostics(&document);
    let uri = Uri::from_str("file:///g.lud").unwrap();
    let all = code_actions(&document, &uri, selection, &found, &definitions);
    all.into_iter()
        .map(|action| match action {
            CodeActionOrCommand::CodeAction(action) => action,
            CodeActionOrCommand::Command(command) => panic!("{command:?}"),
        })
        .collect()
}

/// The text after the edits of an action.
fn applied(text: &str, action: &CodeAction) -> String {
    let document = Document::new(text);
    let edit = action.edit.clone().unwrap();
    let (_, mut edits) = edit.changes.into_iter().flatten().next().unwrap();
    edits.sort_by_key(|edit| std::cmp::Reverse(document.offset(edit.range.start)));
    let mut text = text.to_owned();
    for edit in edits {
        let range = document.offset(edit.range.start)..document.offset(edit.range.end);
        text.replace_range(range, &edit.new_text);
    }
    text
}

fn errors(text: &str) -> Vec<&'static str> {
    let checked = read(text);
    let errors = checked.findings.errors.diagnostics.into_iter();
    errors.map(|error| error.code).collect()
}

#[test]
fn quick_fixes_mend_what_was_misspelt() {
    let right = game("(move Add (to (sites Empty)))");
    for (from, to) in [
        ("Empty", "Emty"),
        ("(sites", "(sits"),
        ("is Line", "is Lin"),
        ("(square", "(sqare"),
        ("(place \"Mark1\"", "(place \"Makr1\""),
    ] {
        let wrong = right.replacen(from, to, 1);
        let fixes = actions(&wrong, 0..0);
        let fix = fixes.first().unwrap_or_else(|| panic!("no fix of {to}"));
        assert_eq!(applied(&wrong, fix), right);
    }
}

#[test]
fn quick_fixes_close_brackets_and_add_what_is_missing() {
    let right = game("(move Add (to (sites Empty)))");
    for (whole, broken) in [
        ("(piece \"Mark\" Each)", "(piece \"Mark\" Each"),
        ("(sites Bottom)) }", "(sites Bottom)) "),
        ("(players 2)", "(players 2"),
        ("(result Mover Win)))))", "(result Mover Win))))"),
        ("\"Mark1\" 0", "\"Mark1 0"),
    ] {
        let wrong = right.replacen(whole, broken, 1);
        let fixes = actions(&wrong, 0..0);
        // What is not closed because a string is not is no fault of its own.
        let string = fixes.iter().find(|fix| fix.title == "Add \"");
        let close = string.or_else(|| fixes.iter().find(|fix| fix.title.starts_with("Add ")));
        let mended = applied(
            &wrong,
            close.unwrap_or_else(|| panic!("no fix of {broken}")),
        );
        assert!(!errors(&mended).contains(&"unbalanced"), "{mended}");
    }
    // Where the bracket belongs is certain if another one closes around it.
    let wrong = right.replace(
        "(piece \"Mark\" Each) (regions \"Home\" P1 (sites Bottom)) }",
        "(piece \"Mark\" Each }",
    );
    let mended = applied(&wrong, &actions(&wrong, 0..0)[0]);
    assert!(mended.contains("(piece \"Mark\" Each) }"), "{mended}");

    let wrong = right.replace("(is Line 3)", "(is Line)");
    assert_eq!(errors(&wrong), ["missing-argument"]);
    let fixes = actions(&wrong, 0..0);
    let mended = fixes
        .iter()
        .any(|fix| errors(&applied(&wrong, fix)).is_empty());
    assert!(mended, "{fixes:?}");
}

#[test]
fn quick_fixes_write_what_belongs_around_and_before_an_argument() {
    let right = game("(move Add (to (sites Empty)))");
    for (from, to) in [
        ("(to (sites Empty))", "(sites Empty)"),
        ("(place \"Mark1\" coord:\"A1\")", "(place \"Mark1\" \"A1\")"),
        (
            "(players { (player N) (player S) })",
            "(players { (player N), (player S) })",
        ),
    ] {
        let right = right
            .replace("(place \"Mark1\" 0)", "(place \"Mark1\" coord:\"A1\")")
            .replace("(players 2)", "(players { (player N) (player S) })");
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right);
        let fixes = actions(&wrong, 0..0);
        let fix = fixes.first().unwrap_or_else(|| panic!("no fix of {to}"));
        assert_eq!(applied(&wrong, fix), right);
    }
    let wrong = right.replace("(piece \"Mark\" Each)", "(piece \"Mark\" Each) (dice d:6)");
    assert_eq!(errors(&wrong), ["missing-argument"]);
    let fixes = actions(&wrong, 0..0);
    assert!(fixes[0].title.starts_with("Add num:"), "{fixes:?}");
    assert!(errors(&applied(&wrong, &fixes[0])).is_empty());

    let wrong = right.replace("(play (move Add (to (sites Empty))))", "");
    assert_eq!(errors(&wrong), ["missing-before"]);
    let fixes = actions(&wrong, 0..0);
    let play = fixes.iter().find(|fix| fix.title.starts_with("Add (play"));
    let mended = applied(&wrong, play.unwrap_or_else(|| panic!("{fixes:?}")));
    assert!(!errors(&mended).contains(&"missing-before"), "{mended}");
}

#[test]
fn a_missing_bracket_is_added_where_the_indentation_ends_its_ludeme() {
    let right =
        "(game \"Three\"\n    (players 2)\n    (equipment {\n        (board (square 3))\n        \
                 (piece \"Mark\" Each)\n    })\n    (rules\n        (play (move Add (to (sites \
                 Empty))))\n        (end (if (is Line 3) (result Mover Win)))\n    )\n)\n";
    assert!(errors(right).is_empty());
    for (whole, broken) in [
        ("Empty))))", "Empty)))"),
        ("Empty))))", "Empty)))))"),
        ("Each)", "Each"),
        ("Win)))", "Win))"),
        ("    })", "    )"),
    ] {
        let wrong = right.replacen(whole, broken, 1);
        let fixes = actions(&wrong, 0..0);
        let [fix] = &fixes[..] else {
            panic!("{broken}: {fixes:?}");
        };
        assert!(errors(&applied(&wrong, fix)).is_empty(), "{broken}");
    }
}

#[test]
fn an_open_bracket_at_the_end_of_its_line_is_completed_there() {
    let text = |end: &str| {
        format!(
            "(game \"Three\"\n    (players 2)\n    (equipment {{\n        (board (square 3))\n        \
             (piece \"Mark\" Each)\n    }})\n    (rules\n        (play (move Add (to (sites \
             Empty))))\n        (end {{\n            {end} // a comment\n            \
             (if (is Full) (result Mover Draw))\n        }})\n    )\n)\n"
        )
    };
    for (end, wanted) in [
        ("(|", "if"),
        ("(if (is Line 3) (|", "result"),
        ("(if (is Line 3) (result |", "Mover"),
        ("(if (is |", "Line"),
    ] {
        let found = labels(&text(end));
        assert!(
            found[..3.min(found.len())]
                .iter()
                .any(|label| label == wanted),
            "{end}: {found:?}"
        );
    }
    // What closes a bracket is written before the comment.
    let wrong = text("(if (is Line 3) (result Mover Win)");
    let mended = applied(&wrong, &actions(&wrong, 0..0)[0]);
    assert!(mended.contains("Win)) // a comment"), "{mended}");
}

#[test]
fn a_ludeme_is_extracted_into_a_definition_with_the_same_meaning() {
    let text = game("(move Add (to (sites Empty)))");
    let at = text.find("(sites Empty)").unwrap();
    let found = actions(&text, at..at + "(sites Empty)".len());
    let extract = found
        .iter()
        .find(|it| it.title.starts_with("Extract"))
        .unwrap();
    let changed = applied(&text, extract);
    assert!(changed.starts_with("(define \"Sites\" (sites Empty))"));
    let description = |text: &str| read(text).description.unwrap().game;
    assert!(ludarium_lud::same_meaning(
        &description(&text),
        &description(&changed)
    ));
}

#[test]
fn a_ludeme_becomes_an_option_with_the_same_meaning() {
    let text = game("(move Add (to (sites Empty)))");
    let at = text.find("(is Line 3)").unwrap();
    let found = actions(&text, at..at + "(is Line 3)".len());
    let option = found.iter().find(|it| it.title.contains("option")).unwrap();
    let changed = applied(&text, option);
    let checked = read(&changed);
    let found = &checked.findings.errors;
    assert!(found.diagnostics.is_empty(), "{found}\n{changed}");
    let description = checked.description.unwrap();
    assert_eq!(description.options.len(), 1);
    let before = read(&text);
    assert!(ludarium_lud::same_meaning(
        &before.description.unwrap().game,
        &description.game
    ));
}

#[test]
fn the_outline_has_the_parts_of_the_game() {
    let symbols = document_symbols(&Document::new(game("(move Add (to (sites Empty)))")));
    assert_eq!(symbols.len(), 1);
    let children = symbols[0].children.as_ref().unwrap();
    let names: Vec<&str> = children.iter().map(|child| &child.name[..]).collect();
    assert_eq!(names, ["equipment", "rules"]);
}

//! The queries compile, and capture what they are meant to.

use std::collections::BTreeMap;

use tree_sitter::{Query, QueryCursor, StreamingIterator};

use crate::parse;
use crate::texts::library;

fn query(source: &str) -> Query {
    Query::new(&tree_sitter_lud::LANGUAGE.into(), source).expect("the query is sound")
}

/// The captures of a query in a text: the name of each, and what it captures.
fn captures(query: &Query, text: &str) -> Vec<(String, std::ops::Range<usize>)> {
    let tree = parse(text);
    let mut cursor = QueryCursor::new();
    let mut found = cursor.captures(query, tree.root_node(), text.as_bytes());
    let mut captures = Vec::new();
    while let Some((matched, index)) = found.next() {
        let capture = matched.captures[*index];
        let name = query.capture_names()[capture.index as usize];
        captures.push((name.to_owned(), capture.node.byte_range()));
    }
    captures
}

/// The texts that a query captures under a name.
fn captured<'t>(source: &str, name: &str, text: &'t str) -> Vec<&'t str> {
    let captures = captures(&query(source), text).into_iter();
    let named = captures.filter(|(captured, _)| captured == name);
    named.map(|(_, range)| &text[range]).collect()
}

const SAMPLE: &str = r##"(define "Dead" ("IsOff" #1)) // by hand
(game "Line" (players 2) <Board:size>
    (rules (play (if (< 1.5 "x\"#2<Tag>") (move to:(sites Empty) True ~ 0..5)))))
(option "Board" <Board> args:{ <size> } { (item "Small" <(square 3> "Nine.")* })
"##;

#[test]
fn every_sort_of_token_has_its_colour() {
    let captured = |name| captured(tree_sitter_lud::HIGHLIGHTS_QUERY, name, SAMPLE);
    assert_eq!(captured("comment"), ["// by hand"]);
    assert_eq!(captured("keyword"), ["define", "option", "item"]);
    assert_eq!(captured("function.macro"), ["\"Dead\"", "\"IsOff\""]);
    let heads = ["game", "players", "rules", "play", "if", "move", "sites"];
    assert_eq!(captured("function"), heads);
    assert_eq!(captured("operator"), ["<"]);
    assert_eq!(captured("attribute"), ["Board:", "to:", "args:"]);
    assert_eq!(captured("constant.numeric"), ["2", "1.5", "0..5"]);
    assert_eq!(captured("constant.builtin"), ["True", "~"]);
    assert_eq!(captured("constant"), ["Empty", "Board"]);
    assert_eq!(captured("variable.parameter"), ["#1", "#2"]);
    assert_eq!(captured("string.escape"), ["\\\""]);
    assert_eq!(captured("string.special"), ["<Tag>", "<(square 3>"]);
    let strings = [
        "\"Line\"",
        "\"x\\\"#2<Tag>\"",
        "\"Board\"",
        "\"Small\"",
        "\"Nine.\"",
    ];
    assert_eq!(captured("string"), strings);
    assert_eq!(
        captured("punctuation.special"),
        ["<", ">", "<", ">", "<", ">"]
    );
}

/// Editors differ in which of two patterns counts.
#[test]
fn no_node_has_two_colours() {
    let query = query(tree_sitter_lud::HIGHLIGHTS_QUERY);
    for text in library() {
        let mut colours = BTreeMap::new();
        for (name, range) in captures(&query, &text.text) {
            let place = (range.start, range.end);
            if let Some(other) = colours.insert(place, name.clone()) {
                let captured = &text.text[range];
                panic!("{}: {captured} is {other} and {name}", text.path.display());
            }
        }
    }
}

#[test]
fn brackets_over_several_lines_fold_and_indent() {
    let text = "(game\n    {\n        1\n    }\n)";
    let fold = captured(tree_sitter_lud::FOLDS_QUERY, "fold", text);
    assert_eq!(fold, [text, "{\n        1\n    }"]);
    for (begin, end) in [("indent.begin", "indent.branch"), ("indent", "outdent")] {
        let indents = |name| captured(tree_sitter_lud::INDENTS_QUERY, name, text);
        assert_eq!(indents(begin), fold);
        assert_eq!(indents(end), ["}", ")"]);
    }
}

#[test]
fn a_definition_and_its_uses_are_known() {
    let text = r#"(define "A" (is Full)) (game "B" ("A") (and "A" 1))"#;
    let named = |name| captured(tree_sitter_lud::LOCALS_QUERY, name, text);
    assert_eq!(named("local.definition.function"), ["\"A\""]);
    assert_eq!(named("local.reference"), ["\"B\"", "\"A\"", "\"A\""]);
    assert_eq!(named("local.scope"), [text]);
}

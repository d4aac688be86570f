//! Property tests of the parser and the formatter.

use proptest::prelude::*;

use crate::lexer::{lex, TokenKind};
use crate::parse::{bracket_errors, parse};
use crate::tree::{Item, Kind};
use crate::{format, load, Choices, Definitions, FileId};

/// The tree without positions.
fn shape(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        if let Some(label) = &item.label {
            out.push_str(&format!("{}:", label.name));
        }
        match &item.kind {
            Kind::List(list) => {
                out.push_str(&format!("[{:?} {}]", list.bracket, shape(&list.items)));
            }
            Kind::Str(text) => out.push_str(&format!("{text:?} ")),
            Kind::Word(word) => out.push_str(&format!("{word} ")),
            Kind::Error(error) => out.push_str(&format!("!{} ", error.code)),
            Kind::Text => out.push_str("<> "),
        }
    }
    out
}

fn shape_of(text: &str) -> String {
    shape(&parse(FileId(0), text))
}

/// The comments of a text, in order.
fn comments(text: &str) -> Vec<String> {
    tokens_of(text, |kind| kind == TokenKind::Comment)
}

/// The tokens of a text without its comments, in order.
fn tokens(text: &str) -> Vec<String> {
    tokens_of(text, |kind| kind != TokenKind::Comment)
}

fn tokens_of(text: &str, suits: impl Fn(TokenKind) -> bool) -> Vec<String> {
    let tokens = lex(text).into_iter().filter(|token| suits(token.kind));
    let texts = tokens.map(|token| token.text(text).trim_end().to_string());
    texts.collect()
}

/// Random sequences of fragments of the language.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        Just("("),
        Just(")"),
        Just("{"),
        Just("}"),
        Just("<"),
        Just(">"),
        Just("\""),
        Just("\"A1\""),
        Just(".."),
        Just("1..3"),
        Just("#1"),
        Just("~"),
        Just("*"),
        Just("**"),
        Just("if:"),
        Just("to: "),
        Just("// note\n"),
        Just("/----"),
        Just("\n"),
        Just("\n\n"),
        Just(" "),
        Just("  "),
        Just("define "),
        Just("(define \"A\" "),
        Just("(\"A\" "),
        Just("(option "),
        Just("game "),
        Just("-1"),
        Just("0.5"),
        Just("Tag:a"),
        Just("\\"),
        Just("<="),
        Just("and "),
        Just("\"a long string that takes room on its line\""),
        Just("é"),
        Just("\r\n"),
    ];
    prop::collection::vec(fragment, 0..60).prop_map(|fragments| fragments.concat())
}

fn assert_formats_well(text: &str) -> Result<(), TestCaseError> {
    let formatted = format(text);
    prop_assert_eq!(
        &format(&formatted),
        &formatted,
        "formatting again changes it"
    );
    prop_assert_eq!(
        tokens(&formatted),
        tokens(text),
        "formatting changes the tokens"
    );
    // Where brackets do not match, the indentation decides what they hold.
    if bracket_errors(text, 1).is_empty() {
        prop_assert_eq!(
            shape_of(&formatted),
            shape_of(text),
            "formatting changes the tree"
        );
    }
    prop_assert_eq!(
        comments(&formatted),
        comments(text),
        "formatting changes comments"
    );
    Ok(())
}

proptest! {
    #[test]
    fn any_text_gives_a_description_or_an_error(text in "\\PC*") {
        let _ = load("any", &text, &Definitions::none(), &Choices::defaults());
    }

    #[test]
    fn any_fragments_give_a_description_or_an_error(text in fragments()) {
        let definitions = Definitions::from_files([("any".to_string(), text.clone())]);
        let _ = load("any", &text, &definitions, &Choices::defaults());
    }

    #[test]
    fn formatting_any_text_keeps_its_tree_and_its_comments(text in "\\PC*") {
        assert_formats_well(&text)?;
    }

    #[test]
    fn formatting_any_fragments_keeps_the_tree_and_the_comments(text in fragments()) {
        assert_formats_well(&text)?;
    }
}

#[test]
fn a_definition_that_uses_itself_is_an_error() {
    let text = "(define \"A\" (and (\"A\") (\"A\"))) (game \"G\" (\"A\"))";
    let errors = load("a", text, &Definitions::none(), &Choices::defaults()).unwrap_err();
    assert!(
        errors
            .diagnostics
            .iter()
            .any(|error| error.code == "too-deep"),
        "{errors}"
    );
}

#[test]
fn definitions_that_double_each_other_are_stopped() {
    let mut text = String::from("(define \"D0\" #1#1)");
    for level in 1..100 {
        text += &format!(
            "(define \"D{level}\" (\"D{}\" #1#1) (\"D{}\" #1 #1))",
            level - 1,
            level - 1
        );
    }
    text += "(game (\"D99\" abc))";
    let errors = load("a", &text, &Definitions::none(), &Choices::defaults()).unwrap_err();
    assert!(
        errors
            .diagnostics
            .iter()
            .any(|error| error.code == "too-large"),
        "{errors}"
    );
}

#[test]
fn deep_brackets_are_an_error_and_no_overflow() {
    for bracket in ["(", "{", "<", "(a ", "(\"A\" "] {
        let text = bracket.repeat(100_000);
        let _ = format(&text);
        assert!(load("deep", &text, &Definitions::none(), &Choices::defaults()).is_err());
    }
}

#[test]
fn ludemes_as_deep_as_allowed_are_checked_on_a_small_stack() {
    for (opening, closing, innermost) in [
        ("(not ", ")", "(is Full)"),
        ("(not ", ")", "(is Fool)"),
        ("(and { ", " })", "(is Full)"),
        ("(and { ", " })", "(is Line)"),
        ("(if (is Full) ", " (is Full))", "3"),
        (
            "(= 1 (count Sites in:(forEach (sites Empty) if:",
            ")))",
            "(is Full)",
        ),
        ("(is Connected (+ 1 1) at:(toInt ", "))", "4"),
    ] {
        for times in [20, 50, 90, 190] {
            let (opening, closing) = (opening.repeat(times), closing.repeat(times));
            let text = format!(
                "(game \"Deep\" (players 2) (equipment {{ (board (square 3)) }})
                    (rules (play (move Pass)) (end (if {opening}{innermost}{closing} (result Mover Win)))))"
            );
            let _ = load("deep", &text, &Definitions::none(), &Choices::defaults());
        }
    }
}

#[test]
fn options_that_lead_to_each_other_are_an_error() {
    let text = "(option \"A\" <A> args:{<a>} {(item \"x\" <(b <A:a> <A:a>)> \"\")}) (game <A:a>)";
    let errors = load("a", text, &Definitions::none(), &Choices::defaults()).unwrap_err();
    assert!(
        errors
            .diagnostics
            .iter()
            .any(|error| error.code == "too-deep"),
        "{errors}"
    );
}

#[test]
fn large_nonsense_takes_no_longer_than_large_sense() {
    let many = |piece: &str| piece.repeat(50_000);
    let texts = [
        format!("{}{}", many("("), many("}")),
        many("(a \"b\" {c}"),
        many("\"\\\"\n"),
        many("(\"Unknown\" 1)"),
        format!("(game {})", many("(unknwon)")),
        format!("(define \"A\" {}) (game {})", many("~ "), many("\"A\" ")),
        format!(
            "(define \"A\" {}) (game {})",
            many("#1 "),
            many("(\"A\" 1) ")
        ),
        format!("(game (players {{{}}}))", many("0..90000 ")),
        format!(
            "(option \"A\" <A> args:{{<a>}} {{(item \"x\" <{}> \"\")}}) (game \"{}\")",
            many("b "),
            many("<A:a>")
        ),
        format!(
            "(game \"G\" (players 2) (equipment {{{}}}) (rules))",
            many("(hand P1 sise:3) ")
        ),
        many("// a comment\n<"),
    ];
    for text in texts {
        let _ = load("large", &text, &Definitions::none(), &Choices::defaults());
        let formatted = crate::format(&text);
        assert!(formatted.len() < 300 * text.len());
    }
}

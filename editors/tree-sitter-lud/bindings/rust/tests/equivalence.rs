//! What `ludarium-lud` reads without an error of syntax, the grammar reads without an error node,
//! token for token; and the other way round.

use ludarium_lud::syntax::{self, Item, Kind, TokenKind};
use proptest::prelude::*;

use crate::texts::{corpus, library, Text};
use crate::{nodes, parse};

/// The first error of syntax of a text, as `ludarium-lud` reads it.
fn error_of_syntax(text: &str) -> Option<String> {
    let items = syntax::parse(text);
    let mut open: Vec<&Item> = items.iter().rev().collect();
    while let Some(item) = open.pop() {
        match &item.kind {
            Kind::List(list) => open.extend(list.items.iter().rev()),
            Kind::Error(error) => return Some(format!("{}: {}", error.code, error.message)),
            Kind::Str(_) | Kind::Word(_) | Kind::Text => {}
        }
    }
    None
}

/// What a token is, as far as both readers tell it apart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    Bracket,
    Str,
    Word,
    Label,
    Text,
    Comment,
}

type Token = (Sort, usize, usize);

/// Words that touch count as one: the grammar splits a `/` off the end of a word.
fn push(tokens: &mut Vec<Token>, token: Token) {
    match tokens.last_mut() {
        Some((Sort::Word, _, end)) if token.0 == Sort::Word && *end == token.1 => *end = token.2,
        _ => tokens.push(token),
    }
}

/// The tokens of `ludarium-lud`.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for token in syntax::tokens(text) {
        let sort = match token.kind {
            TokenKind::Open(_) | TokenKind::Close(_) => Sort::Bracket,
            TokenKind::Str | TokenKind::OpenStr => Sort::Str,
            TokenKind::Word => Sort::Word,
            TokenKind::Label => Sort::Label,
            TokenKind::Text => Sort::Text,
            TokenKind::Comment => Sort::Comment,
        };
        push(&mut tokens, (sort, token.start, token.end));
    }
    tokens
}

/// The tokens of the grammar.
fn leaves(text: &str) -> Vec<Token> {
    let tree = parse(text);
    let mut tokens = Vec::new();
    // What lies in a string or in an operator belongs to it.
    let mut inside = 0;
    for node in nodes(&tree) {
        let (start, mut end) = (node.start_byte(), node.end_byte());
        if start < inside {
            continue;
        }
        let sort = match node.kind() {
            "(" | ")" | "{" | "}" | "<" | ">" => Sort::Bracket,
            "string" | "definition_name" => Sort::Str,
            "text" => Sort::Text,
            "label" => Sort::Label,
            "name" if text[..end].ends_with(':') => Sort::Label,
            "comment" => {
                end = start + text[start..end].trim_end().len();
                Sort::Comment
            }
            "word" | "symbol" | "number" | "range" | "placeholder" | "omitted" | "name"
            | "operator" | "define" | "option"
                if node.child_count() == 0 || node.kind() == "operator" =>
            {
                Sort::Word
            }
            _ => continue,
        };
        inside = node.end_byte();
        push(&mut tokens, (sort, start, end));
    }
    tokens
}

/// Asserts that both readers agree on a text.
fn assert_read_alike(name: &str, text: &str) {
    let error = error_of_syntax(text);
    let tree = parse(text);
    if let Some(error) = error {
        assert!(
            tree.root_node().has_error(),
            "{name} has an error ({error}):\n{text}"
        );
        return;
    }
    if tree.root_node().has_error() {
        let wrong = nodes(&tree);
        let wrong = wrong
            .iter()
            .find(|node| node.is_error() || node.is_missing());
        panic!("{name} has no error, but {wrong:?}:\n{text}");
    }
    assert_eq!(
        leaves(text),
        tokens(text),
        "{name} has other tokens:\n{text}"
    );
}

#[test]
fn the_library_is_read_alike() {
    for Text { path, text } in library() {
        assert_eq!(error_of_syntax(&text), None, "{}", path.display());
        assert_read_alike(&path.display().to_string(), &text);
    }
}

#[test]
fn the_corpus_is_read_alike() {
    for Text { path, text } in corpus() {
        assert_read_alike(&path.display().to_string(), &text);
    }
}

#[test]
fn broken_texts_are_errors_for_both() {
    for text in [
        "(game \"A\"",
        "(game {)}",
        "(game \"A)",
        "game)",
        "(a b:)",
        "(a b: c: d)",
        "<a",
        "(a >= b)",
        "(option \"A\" <B> { (item \"C\" <(dual ) })",
    ] {
        assert!(error_of_syntax(text).is_some(), "{text} is broken");
        assert_read_alike(text, text);
    }
}

#[test]
fn an_error_does_not_hide_what_follows() {
    let tree = parse("(players 2))\n(define \"Full\" (is Full))");
    assert!(tree.root_node().has_error());
    assert!(nodes(&tree).iter().any(|node| node.kind() == "define"));
}

#[test]
fn what_less_than_begins_depends_on_where_it_stands() {
    let kind_at = |text: &str, at: usize| {
        let tree = parse(text);
        assert!(!tree.root_node().has_error(), "{text}");
        assert_eq!(error_of_syntax(text), None, "{text}");
        let node = tree.root_node().named_descendant_for_byte_range(at, at + 1);
        node.expect("a node is there").kind().to_owned()
    };
    assert_eq!(kind_at("(< 1 2)", 1), "operator");
    assert_eq!(kind_at("(<= 1 2)", 1), "operator");
    assert_eq!(kind_at("(<=a 1)", 1), "operator");
    assert_eq!(kind_at("( // why\n <x y)", 10), "operator");
    assert_eq!(kind_at("(<Tag:a> 1)", 1), "tag");
    assert_eq!(kind_at("(x <a b>)", 3), "tag");
    assert_eq!(kind_at("(option <(dual >)", 8), "text");
    assert_eq!(kind_at("(option {(item <} \"a>\" >)})", 15), "text");
    assert_eq!(kind_at("( // why\n option <(dual >)", 17), "text");
    assert_eq!(kind_at("(option <(dual a)>)", 8), "tag");
    assert_eq!(kind_at("(option <{ (< 1 2 }>)", 8), "text");
}

/// The text with one option at most: inside the text of an option, an option is one for the grammar
/// alone.
fn with_one_option(text: &str) -> String {
    match text.split_once("option") {
        Some((before, after)) => format!("{before}option{}", after.replace("option", "choice")),
        None => text.to_owned(),
    }
}

/// Random sequences of fragments of the language.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop::sample::select(vec![
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        "\"",
        "\"A1\"",
        "..",
        "1..3",
        "#1",
        "~",
        "*",
        "if:",
        "to: ",
        "// note\n",
        "/----",
        "/",
        "-",
        "\n",
        " ",
        "  ",
        "define ",
        "(define \"A\" ",
        "(\"A\" ",
        "(option ",
        "(option \"A\" <B> {",
        "(item \"C\" <",
        "game ",
        "-1",
        "0.5",
        "Tag:a",
        "\\",
        "<=",
        "and ",
        "\"two\nlines <a> #12 // \\\" \"",
        "é",
        "\r\n",
        "<Tag:a>",
        "option",
        ":",
    ]);
    prop::collection::vec(fragment, 0..40)
        .prop_map(|fragments| with_one_option(&fragments.concat()))
}

/// Random texts whose brackets close in the right order.
fn balanced() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a",
        "B",
        "1",
        "#1",
        "~",
        "=",
        "<=",
        "<",
        ">",
        "\"s\"",
        "\"<a>\"",
        "x:1",
        "y:",
        "a/b",
        "/",
        "//c\n",
        "<(>",
        "<a>",
        "<a:b>",
        "define",
        "option",
        "..",
        "'",
        "0..5",
        "\\\"",
        "(option <{>)",
        "<{ \"}\" }>",
    ]);
    leaf.prop_map(str::to_owned)
        .prop_recursive(5, 40, 6, |inner| {
            let brackets =
                prop::sample::select(vec!["()", "( )", "{}", "<>", "(define )", "(option )"]);
            (brackets, prop::collection::vec(inner, 0..6)).prop_map(|(brackets, inner)| {
                let (open, close) = brackets.split_at(brackets.len() - 1);
                format!("{open}{}{close}", inner.join(" "))
            })
        })
}

/// How many random texts a property is tried on.
const CASES: u32 = 5_000;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(CASES)
    })]

    #[test]
    fn any_fragments_are_read_alike(text in fragments()) {
        assert_read_alike("the text", &text);
    }

    #[test]
    fn any_balanced_text_is_read_alike(text in balanced()) {
        assert_read_alike("the text", &with_one_option(&text));
    }

    #[test]
    fn any_text_is_read_alike(text in "\\PC*") {
        assert_read_alike("the text", &text);
    }
}

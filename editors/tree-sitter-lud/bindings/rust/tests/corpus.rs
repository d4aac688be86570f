//! The cases of `test/corpus`, which `tree-sitter test` runs, too.

use crate::parse;

/// A text on one line, with one space where white space is.
fn on_one_line(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" )", ")")
}

/// The cases of a file: name, text, tree.
fn cases(file: &str) -> Vec<(String, String, String)> {
    let rule = "=".repeat(20);
    let parts: Vec<&str> = file
        .split(&rule)
        .map(|part| part.trim_matches('='))
        .collect();
    let cases = parts[1..].chunks(2).map(|case| {
        let [name, body] = case else {
            panic!("a case has a name between two rules")
        };
        let (text, tree) = body
            .split_once("\n---\n")
            .expect("`---` is before the tree");
        (
            name.trim().to_owned(),
            text.trim().to_owned(),
            on_one_line(tree),
        )
    });
    cases.collect()
}

#[test]
fn every_case_gives_its_tree() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/test/corpus");
    let mut count = 0;
    for path in std::fs::read_dir(folder)
        .expect("the folder is there")
        .flatten()
    {
        let file = std::fs::read_to_string(path.path()).expect("cases are text");
        for (name, text, tree) in cases(&file) {
            assert_eq!(parse(&text).root_node().to_sexp(), tree, "{name}");
            count += 1;
        }
    }
    assert!(count >= 12, "only {count} cases");
}

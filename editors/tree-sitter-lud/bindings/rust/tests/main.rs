//! Tests of the grammar against the parser of `ludarium-lud`, and of the queries.

mod corpus;
mod equivalence;
mod queries;
mod texts;

use tree_sitter::{Node, Parser, Tree};

/// The tree of a text.
fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_lud::LANGUAGE.into())
        .expect("the version of the grammar is supported");
    parser
        .parse(text, None)
        .expect("nothing cancels the parser")
}

/// All nodes of a tree, each before its children.
fn nodes(tree: &Tree) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        let children: Vec<Node> = node.children(&mut cursor).collect();
        open.extend(children.into_iter().rev());
        found.push(node);
    }
    found
}

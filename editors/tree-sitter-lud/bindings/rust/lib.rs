//! The [tree-sitter](https://tree-sitter.github.io) grammar of `.lud` descriptions of board games
//! and of `.def` files of definitions.
//!
//! A text parses without an error node exactly if it has no error of syntax for
//! [Ludarium](https://docs.rs/ludarium-lud); only the depth of brackets is not limited here.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_lud::LANGUAGE.into()).unwrap();
//!
//! let tree = parser.parse("(is Line 3)", None).unwrap();
//! let ludeme = tree.root_node().named_child(0).unwrap();
//! assert_eq!(ludeme.kind(), "ludeme");
//! assert_eq!(ludeme.child_by_field_name("head").unwrap().byte_range(), 1..3);
//! ```

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code)]
mod generated {
    use tree_sitter_language::LanguageFn;

    extern "C" {
        fn tree_sitter_lud() -> *const ();
    }

    // SAFETY: `LanguageFn` asks for a function that gives a pointer to a `TSLanguage`, valid as
    // long as the program runs. `src/parser.c`, which the build script compiles, defines it so: it
    // takes no argument, and gives the address of a constant with static storage.
    pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_lud) };
}

/// The grammar, for `tree_sitter::Parser::set_language`.
pub const LANGUAGE: LanguageFn = generated::LANGUAGE;

/// The kinds of nodes, their fields and their children, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// The query for the colours of a text. It captures no node twice.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// The query for what can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// The query for indentation, with the captures of Neovim and those of Helix.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// The query for definitions and their uses.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/**
 * Grammar of .lud descriptions and .def files of definitions, token for token as the crate
 * `ludarium-lud` reads them: a text that it reads without an error of syntax parses here without an
 * ERROR node, and the other way round. (Only an option inside the text of another option is read as
 * an option here, and as part of the text there.)
 *
 * The grammar knows brackets, strings, words and labels, and the two forms that decide how the rest
 * is read: `(define ...)` and `(option ...)`. What a ludeme may contain is for the language server.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// These expressions have no look-ahead. A `/` stands in a word unless `//` or `/--` begins there, a
// backslash takes a quote or backslash after it with it: both only count once it is clear what
// follows. At the end of a word each becomes a symbol of its own.
const SLASHES = String.raw`/(-/)*-?`;
const ESCAPE = String.raw`\\["\\]`;
const PENDING = String.raw`(\\(${SLASHES}\\)*(${SLASHES})?|${SLASHES}(\\${SLASHES})*\\?)`;

// What neither stands in a word nor in what is pending.
const OUTSIDE = String.raw` \t\n\r\f(){}<>"\\/`;

/** A character of a word, and what is pending before it; if nothing is, it is none of `alone`. */
function character(colon, alone = "") {
  const plain = `[^${OUTSIDE}${colon}]`;
  // After a slash, a dash is pending or begins a comment.
  const noDash = String.raw`[^${OUTSIDE}\-${colon}]`;
  const choices = [
    `[^${OUTSIDE}${colon}${alone}]`,
    ESCAPE,
    String.raw`\\${plain}`,
    String.raw`\\?(${SLASHES}\\)+${plain}`,
    String.raw`\\?(${SLASHES}\\)*${SLASHES}(${noDash}|${ESCAPE})`,
  ];
  return `(${choices.join("|")})`;
}

// Only what begins with a letter can be a label: elsewhere `:` is a character like others.
const WORD = `[A-Za-z]${character(":")}*`;
const SYMBOL = `${character("", "A-Za-z")}${character("")}*|[/\\\\]`;

module.exports = grammar({
  name: "lud",

  word: ($) => $.word,

  extras: ($) => [/[ \t\n\r\f]+/, $.comment],

  externals: ($) => [
    // `<` or `<=` that heads a ludeme.
    $._less,
    // The text of an option's item whose own brackets do not balance: `<(dual >`.
    $.text,
    // Never found. Where every token is allowed, the parser recovers from an error.
    $._never,
  ],

  rules: {
    source_file: ($) => repeat($._item),

    comment: (_) => token(choice(/\/\/[^\n]*/, /\/--[^\n]*/)),

    _item: ($) => choice($.string, $._item_but_string),

    _item_but_string: ($) =>
      choice($._atom, $.labelled, $.define, $.option, $.ludeme, $.array, $.tag),

    _atom: ($) => choice($.word, $.symbol, $.number, $.range, $.placeholder, $.omitted),

    labelled: ($) => seq(field("label", $.label), choice(field("value", $._value), $._no_value)),

    // A second label is read as a label, not as a word and a colon, and is an error.
    _no_value: ($) => seq($.label, $._never),

    _value: ($) =>
      choice($.string, $._atom, $.define, $.option, $.ludeme, $.array, $.tag),

    // (define "Name" ...)
    define: ($) =>
      seq(
        "(",
        "define",
        optional(
          choice(
            seq(field("name", alias($.string, $.definition_name)), repeat($._item)),
            seq($._item_but_string, repeat($._item)),
          ),
        ),
        ")",
      ),

    // (is Full), ("Definition" 1 2), (< 1 2). The word that opens it may carry a colon.
    ludeme: ($) => seq("(", optional(seq(field("head", $._head), repeat($._item))), ")"),

    _head: ($) =>
      choice(
        $._first,
        $.define,
        $.option,
        $.ludeme,
        $.array,
        $.tag,
      ),

    // What opens a bracket has names of its own, for the queries.
    _first: ($) =>
      choice(
        alias($.string, $.definition_name),
        alias($.word, $.name),
        alias($.label, $.name),
        alias($.symbol, $.operator),
        alias($._comparison, $.operator),
        $.number,
        $.range,
        $.placeholder,
        $.omitted,
      ),

    _comparison: ($) => choice($._less, ">", ">="),

    array: ($) => seq("{", repeat($._item), "}"),

    // <Board>, <Board:size>, and the text of an option's item.
    tag: ($) => seq("<", repeat($._item), ">"),

    // Inside an option, angle brackets may hold any text.
    option: ($) =>
      seq(
        "(",
        "option",
        optional(
          choice(
            seq(field("heading", $.string), repeat($._option_item)),
            seq($._option_item_but_string, repeat($._option_item)),
          ),
        ),
        ")",
      ),

    _option_item: ($) => choice($.string, $._option_item_but_string),

    _option_item_but_string: ($) =>
      choice(
        $._atom,
        alias($._option_labelled, $.labelled),
        alias($._option_ludeme, $.ludeme),
        alias($._option_array, $.array),
        $.tag,
        $.text,
      ),

    _option_labelled: ($) =>
      seq(field("label", $.label), choice(field("value", $._option_value), $._no_value)),

    _option_value: ($) =>
      choice(
        $.string,
        $._atom,
        alias($._option_ludeme, $.ludeme),
        alias($._option_array, $.array),
        $.tag,
        $.text,
      ),

    _option_ludeme: ($) =>
      seq("(", optional(seq(field("head", $._option_head), repeat($._option_item))), ")"),

    _option_head: ($) =>
      choice(
        $._first,
        alias($._option_ludeme, $.ludeme),
        alias($._option_array, $.array),
        $.tag,
      ),

    _option_array: ($) => seq("{", repeat($._option_item), "}"),

    // A string may run over several lines, and holds what definitions and options put into it.
    string: ($) =>
      seq(
        '"',
        repeat(
          choice(
            $._string_content,
            $.escape_sequence,
            alias($._string_placeholder, $.placeholder),
            alias($._string_tag, $.tag),
          ),
        ),
        token.immediate('"'),
      ),

    // `#9370DB` is a colour: a placeholder has two digits at most.
    _string_content: (_) =>
      token.immediate(prec(1, choice(/[^"\\#<]+/, /#/, /#[0-9]{3,}/, /</))),

    _string_placeholder: (_) => token.immediate(prec(1, /#[0-9]{1,2}/)),

    _string_tag: (_) => token.immediate(prec(1, /<[A-Za-z][^<>"\\(\n]*>/)),

    escape_sequence: (_) => token.immediate(prec(1, /\\(.|\n)/)),

    // The order of these decides between matches of the same length.
    number: (_) => /[+\-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)/,

    range: (_) => /-?[0-9]+\.\.-?[0-9]+/,

    placeholder: (_) => /#[0-9]+/,

    // An argument that is left out.
    omitted: (_) => "~",

    label: (_) => new RustRegex(`${WORD}${PENDING}?:`),

    word: (_) => new RustRegex(WORD),

    // `=`, `+`, `*`, and whatever else does not begin with a letter.
    symbol: (_) => new RustRegex(SYMBOL),
  },
});

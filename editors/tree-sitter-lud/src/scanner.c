// What a `<` is depends on what comes after it, at any distance: this decides it as the lexer of
// the crate `ludarium-lud` does.

#include "tree_sitter/parser.h"

enum TokenType { LESS, TEXT, NEVER };

// Brackets nest less deeply than this in every text that is read without an error.
#define MAX_DEPTH 256

static bool is_space(int32_t c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool is_tag_char(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':';
}

// After a `<`: goes past the characters that a tag may consist of, and says whether they make one.
static bool skip_tag_name(TSLexer *lexer) {
  bool any = false;
  while (is_tag_char(lexer->lookahead)) {
    any = true;
    lexer->advance(lexer, false);
  }
  return any && lexer->lookahead == '>';
}

// After the opening quote: goes past the string. False if it is not closed.
static bool skip_string(TSLexer *lexer) {
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    lexer->advance(lexer, false);
    if (c == '"') return true;
    if (c == '\\' && !lexer->eof(lexer)) lexer->advance(lexer, false);
  }
  return false;
}

// After a `/`: goes past the comment if one begins with it, and says whether one did.
static bool skip_comment(TSLexer *lexer) {
  bool comment = lexer->lookahead == '/';
  if (lexer->lookahead == '-') {
    lexer->advance(lexer, false);
    comment = lexer->lookahead == '-';
  }
  while (comment && lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
  return comment;
}

// After the `<` that begins it: goes past the text up to its `>`. True if it is closed, and its own
// brackets do not balance.
static bool skip_unbalanced_text(TSLexer *lexer) {
  bool round[MAX_DEPTH];
  unsigned depth = 0;
  unsigned angles = 1;
  bool balanced = true;
  // Whether only white space and comments lie between an opening bracket and here: `<` and `>` are
  // operators.
  bool after_bracket = false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    bool operators = after_bracket;
    lexer->advance(lexer, false);
    after_bracket = c == '(' || (after_bracket && is_space(c));
    switch (c) {
      case '"':
        if (!skip_string(lexer)) return false;
        break;
      case '/':
        after_bracket = skip_comment(lexer) && operators;
        break;
      case '\\':
        if (lexer->lookahead == '"' || lexer->lookahead == '\\') lexer->advance(lexer, false);
        break;
      case '<':
        if (!operators || skip_tag_name(lexer)) angles++;
        break;
      case '>':
        if (!operators && --angles == 0) {
          lexer->mark_end(lexer);
          return !balanced || depth > 0;
        }
        break;
      case '(':
      case '{':
        if (depth == MAX_DEPTH) return false;
        round[depth++] = c == '(';
        break;
      case ')':
      case '}':
        if (depth > 0) {
          balanced = round[--depth] == (c == ')') && balanced;
        } else {
          balanced = false;
        }
        break;
    }
  }
  return false;
}

void *tree_sitter_lud_external_scanner_create(void) { return NULL; }

void tree_sitter_lud_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_lud_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_lud_external_scanner_deserialize(void *payload, const char *buffer,
                                                  unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_lud_external_scanner_scan(void *payload, TSLexer *lexer,
                                           const bool *valid_symbols) {
  (void)payload;
  if (valid_symbols[NEVER] || !(valid_symbols[LESS] || valid_symbols[TEXT])) return false;
  while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead != '<') return false;
  lexer->advance(lexer, false);
  // Where a comparison may stand, nothing but a tag begins with `<`.
  if (valid_symbols[LESS]) {
    bool or_equal = lexer->lookahead == '=';
    if (or_equal) lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = LESS;
    return or_equal || !skip_tag_name(lexer);
  }
  lexer->result_symbol = TEXT;
  return skip_unbalanced_text(lexer);
}

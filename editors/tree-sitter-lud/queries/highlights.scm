; No node is captured twice, so that the order of the patterns, which editors read differently, does
; not matter.

(comment) @comment

(definition_name) @function.macro
(string) @string
(escape_sequence) @string.escape
(placeholder) @variable.parameter

((name) @keyword
  (#match? @keyword "^(item|metadata|ruleset|rulesets)$"))
((name) @function
  (#not-match? @function "^(item|metadata|ruleset|rulesets)$"))
["define" "option"] @keyword

(operator) @operator
(label) @attribute
(number) @constant.numeric
(range) @constant.numeric
(omitted) @constant.builtin
((word) @constant.builtin
  (#match? @constant.builtin "^(True|False|Off|End|Undefined|Infinity)$"))
((word) @constant
  (#match? @constant "^[A-Z]")
  (#not-match? @constant "^(True|False|Off|End|Undefined|Infinity)$"))

(text) @string.special
(string (tag) @string.special)

["(" ")" "{" "}"] @punctuation.bracket
(tag ["<" ">"] @punctuation.special)

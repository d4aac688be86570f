; Neovim reads the captures that begin with `indent.`, Helix the others.

[
  (define)
  (option)
  (ludeme)
  (array)
] @indent.begin @indent

[
  ")"
  "}"
] @indent.branch @outdent

(comment) @indent.ignore
(text) @indent.ignore

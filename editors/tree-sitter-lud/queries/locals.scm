; A definition holds in the whole file, also above the place where it is written. What uses it is a
; string: as the head of a bracket, or alone.

(source_file) @local.scope

(define
  name: (definition_name) @local.definition.function)

(ludeme
  head: (definition_name) @local.reference)
(string) @local.reference

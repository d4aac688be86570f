[
  (define)
  (option)
  (ludeme)
  (array)
] @fold

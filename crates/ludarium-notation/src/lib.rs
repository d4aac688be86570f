//! Moves, positions, boards, saved games and printed records of games as text.

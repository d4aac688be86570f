//! Small games with known values.

use ludarium_engine::{Game, SplitMix64, State};

use crate::inline_games::game;

pub const LINE_OF_THREE: &str = r#"(game "Line of Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"#;

/// Each player places three pieces in turn, then moves them along the lines; three in a row win.
pub const THREE_MENS_MORRIS: &str = r#"(game "Three Men's Morris" (players 2)
    (equipment { (board (square 3 diagonals:Alternating) use:Vertex) (hand Each)
        (piece "Man" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start (place "Man" "Hand" count:3))
        phases:{
            (phase "Placement" (play (move (from (handSite Mover)) (to (sites Empty))))
                (nextPhase Mover (is Empty (handSite Mover)) "Movement"))
            (phase "Movement" (play (forEach Piece)))
        }
        (end (if (is Line 3) (result Mover Win)))))"#;

pub fn connect_four(columns: usize, rows: usize) -> Game {
    game(&format!(
        r#"(game "Connect Four" (players 2)
            (equipment {{ (board (rectangle {rows} {columns})) (piece "Disc" Each) }})
            (rules
                (play (move Add (to (sites Empty)
                    if:(or (is In (to) (sites Bottom)) (is Occupied (ahead (to) S))))))
                (end {{ (if (is Line 4) (result Mover Win)) (if (is Full) (result Mover Draw)) }})))"#
    ))
}

pub fn start(game: &Game) -> State {
    game.start(&mut SplitMix64::new(0))
}

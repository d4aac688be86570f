//! Lines through any site of a region.

use ludarium_engine::{Chance, SplitMix64};

use crate::small;

use small::compiled;

/// Boards with straight, bent and branching rows, and a length of lines on each.
const BOARDS: [(&str, u32); 9] = [
    ("(board (square 6))", 5),
    ("(board (square 3))", 3),
    ("(board (hex 4))", 3),
    ("(board (hex Diamond 5))", 4),
    ("(board (tri 5))", 3),
    ("(board (concentric {1 6 6 6}))", 3),
    ("(board (wedge 4) use:Vertex)", 3),
    ("(board (celtic 3))", 4),
    ("(board (tiling T33336 3))", 3),
];

/// Plays random placements of two players' stones, and compares after each move what two conditions
/// say, which set the scores of the two players.
fn both_say_the_same(one: &str, other: &str) {
    let (mut held, mut failed) = (0, 0);
    for (board, length) in BOARDS {
        let condition = |text: &str| text.replace('#', &length.to_string());
        let score = |player: u32, text: &str| {
            let holds = condition(text);
            format!("(if {holds} (set Score P{player} 1) (set Score P{player} 0))")
        };
        let game = compiled(&format!(
            "(game \"Stones\" (players 2) (equipment {{ {board} (piece \"Stone\" Each) }})
                (rules (play (move Add (to (sites Empty)) (then (and {} {}))))
                    (end (if (is Full) (result Mover Draw)))))",
            score(1, one),
            score(2, other),
        ));
        for seed in 0..40 {
            let mut random = SplitMix64::new(seed);
            let mut state = game.start(&mut random);
            let mut moves = Vec::new();
            while !state.over() {
                game.legal(&mut state, &mut moves);
                let mv = moves[random.below(moves.len() as u32) as usize];
                game.apply(&mut state, mv, &mut random);
                let said = (state.score(1), state.score(2));
                assert_eq!(said.0, said.1, "{board}, seed {seed}: {one}");
                *(if said.0 == 1 { &mut held } else { &mut failed }) += 1;
            }
        }
    }
    assert!(held > 100 && failed > 100, "{held} {failed}: {one}");
}

#[test]
fn no_line_through_any_site_is_the_same_as_none_through_each_site() {
    both_say_the_same(
        "(not (all Sites (sites Occupied by:P1) if:(not (is Line # through:(site) P1))))",
        "(< 0 (count Sites in:(forEach (sites Occupied by:P1) if:(is Line # through:(site) P1))))",
    );
    // Where the region is not that of the pieces that make the line.
    both_say_the_same(
        "(not (all Sites (sites Side N) if:(not (is Line # through:(site) P2))))",
        "(< 0 (count Sites in:(forEach (sites Side N) if:(is Line # through:(site) P2))))",
    );
}

#[test]
fn a_line_through_a_region_is_one_through_any_of_its_sites() {
    both_say_the_same(
        "(is Line # throughAny:(sites Board))",
        "(< 0 (count Sites in:(forEach (sites Board) if:(is Line # through:(site)))))",
    );
    both_say_the_same(
        "(is Line # throughAny:(sites Occupied by:P2) All)",
        "(< 0 (count Sites in:(forEach (sites Occupied by:P2) if:(is Line # through:(site) All))))",
    );
    both_say_the_same(
        "(is Line # Orthogonal throughAny:(sites Occupied by:P1))",
        "(< 0 (count Sites in:(forEach (sites Occupied by:P1)
            if:(is Line # Orthogonal through:(site)))))",
    );
}

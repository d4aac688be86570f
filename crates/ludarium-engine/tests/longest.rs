//! Longest turns, in positions where the maximum can be proved.

use crate::small;

use ludarium_engine::{Game, SplitMix64, State};
use small::{begin, game, legal};

/// A piece in a corner of a square board, with an enemy between any two neighbouring sites that it
/// can reach: each turn is a trail in the graph of these sites. The piece captures as it leaps.
fn leaper(side: usize, play: &str) -> Game {
    let leap = |from: &str, then: &str| {
        format!(
            "(move Hop (from {from}) Orthogonal
                (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                (to if:(is Empty (to))) {then})"
        )
    };
    let then = format!(
        "(then (if (can Move {}) (moveAgain)))",
        leap("(last To)", "")
    );
    let (on, first) = (leap("(last To)", &then), leap("(from)", &then));
    game(
        &format!("(board (square {side})) (piece \"Man\" Each maxValue:2)"),
        &format!(
            "(start {{ (place \"Man1\" 0 value:1) (place \"Man2\" (sites Phase 1) value:1) }})
             (play (if (is Prev Mover) {} {}))
             (end (if (no Moves Next) (result Mover Win)))",
            play.replace('#', &on),
            play.replace('#', &format!("(forEach Piece \"Man\" {first})"))
        ),
    )
}

/// The number of pieces that the first turn captures, by randomly drawn moves.
fn taken(game: &Game, side: usize, seed: u64) -> usize {
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(seed));
    let mut state = begin(game);
    let enemies = |state: &State| {
        let sites = 0..side * side;
        sites.filter(|&site| state.what(site) == 2).count()
    };
    let before = enemies(&state);
    while state.mover() == 1 && !state.over() {
        let mv = game.sample(&mut state, &mut pick).expect("a leap");
        game.apply(&mut state, mv, &mut chance);
        assert_eq!(state.fault(), None);
    }
    before - enemies(&state)
}

// A trail from a corner leaves an even number of edges at all nodes except its two ends.

#[test]
fn the_longest_trail_in_a_graph_is_found() {
    // Twelve edges; four nodes of odd degree, at the middles of the sides. If the trail ends at one
    // of them, the remaining edges join the corner and the other three in pairs: at least one edge
    // and two. If it ends elsewhere, at least four remain.
    let game = leaper(5, "(max Moves #)");
    for seed in 0..20 {
        assert_eq!(taken(&game, 5, seed), 12 - 3);
    }
}

#[test]
fn the_most_valuable_of_the_longest_turns_is_found() {
    // Twenty-four edges; eight nodes of odd degree, two on each side. If the trail ends at one of
    // them or at its start, the remaining edges join eight nodes in pairs of neighbours: at least
    // four. If it ends elsewhere, they join ten nodes.
    let game = leaper(7, "(max Moves withValue:True (max Moves #))");
    let mut state = begin(&game);
    assert_eq!(legal(&game, &mut state).len(), 2, "both ways are alike");
    assert_eq!(state.fault(), None);
    assert_eq!(taken(&game, 7, 1), 24 - 4, "all are worth the same");
}

//! Random choices in moves: when they are drawn, and in which order.

use crate::small;

use ludarium_engine::{Action, Chance, Game, Move, SplitMix64, State};
use small::{compiled, legal};

/// Two pieces of one kind and one of another; each draws a new value when it moves.
fn game() -> Game {
    let piece = |name: &str| {
        format!(
            "(piece \"{name}\" P1 (move (from (from)) (to (intersection (sites Around (from)) (sites Empty))
                (apply (set Value at:(from) (value Random (range 1 4)))))))"
        )
    };
    let text = format!(
        "(game \"Lots\" (players 2)
            (equipment {{ (board (square 3)) {} {} (piece \"Stone\" P2) }})
            (rules (start {{ (place \"Late1\" 0) (place \"Early1\" 8) (place \"Early1\" 2) (place \"Stone2\" 4) }})
                (play (forEach Piece)) (end (if (no Pieces P2) (result P1 Win)))))",
        piece("Early"),
        piece("Late")
    );
    compiled(&text)
}

/// The value that a move draws.
fn drawn(game: &Game, state: &mut State, mv: Move, chance: &mut dyn Chance) -> i32 {
    let told = game.explain(state, mv, chance);
    let value = told.iter().find_map(|action| match action {
        Action::SetValue { value, .. } => Some(*value),
        _ => None,
    });
    value.expect("each move draws a value")
}

/// A source of chance that counts its calls and always returns the same number.
struct Counting(usize);

impl Chance for Counting {
    fn below(&mut self, n: u32) -> u32 {
        self.0 += 1;
        n - 1
    }

    fn unit(&mut self) -> f64 {
        0.5
    }
}

#[test]
fn each_listed_move_draws_its_own_random_values() {
    let game = game();
    let mut chance = SplitMix64::new(5);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    // Kind by kind, and within a kind in the order of arrival.
    let origins: Vec<i32> = moves.iter().map(|mv| mv.origin()).collect();
    assert_eq!(origins, [8, 8, 2, 2, 0, 0]);
    let mut lots = SplitMix64::new(5);
    for &mv in &moves {
        let lot = lots.below(4) as i32 + 1;
        for other in 0..3 {
            let asked = &mut SplitMix64::new(other);
            assert_eq!(
                drawn(&game, &mut state, mv, asked),
                lot,
                "however often it is asked"
            );
        }
    }
    assert_eq!(chance, lots, "the list has drawn from the generator");
    let picked = game.sample(&mut state, &mut SplitMix64::new(1));
    assert!(picked.is_some_and(|mv| moves.contains(&mv)));
}

#[test]
fn a_source_without_a_listing_state_is_used_when_the_move_is_made() {
    let game = game();
    let mut chance = Counting(0);
    let mut state = game.start(&mut chance);
    assert_eq!(chance.0, 0);
    let mv = legal(&game, &mut state)[0];
    assert_eq!(drawn(&game, &mut state, mv, &mut chance), 4);
    game.apply(&mut state, mv, &mut chance);
    assert_eq!(chance.0, 2, "once to tell, once to do");
}

//! Positions in which the game is over, set up without the moves that led to them; and positions
//! that differ only in what is pending.

use ludarium_engine::state::Piece;
use ludarium_engine::{Game, SetUp, SplitMix64, State};

fn compiled(text: &str) -> Game {
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description =
        ludarium_lud::load("test.lud", text, &definitions, &choices).expect("it is right");
    Game::compile(&description).expect("it compiles")
}

/// Sets up pieces, given as site and kind, and judges the position.
fn judged(game: &Game, pieces: &[(usize, usize)], mover: usize, counter: i32) -> State {
    let position = SetUp {
        pieces: pieces
            .iter()
            .map(|(site, what)| (*site, Piece::of(*what)))
            .collect(),
        mover,
        counter,
        ..SetUp::default()
    };
    let mut chance = SplitMix64::new(1);
    let mut state = game.set_up(&position, &mut chance);
    game.end_if_decided(&mut state, &mut chance);
    state
}

/// The winner of a position that is over, 0 for a draw; `None` if it is not over.
fn winner(game: &Game, pieces: &[(usize, usize)], mover: usize) -> Option<usize> {
    let state = judged(game, pieces, mover, 0);
    let outcome = game.outcome(&state)?;
    assert_eq!(state.mover(), mover);
    Some(outcome.winner)
}

#[test]
fn a_line_is_one_whichever_of_its_pieces_came_last() {
    let game = compiled(
        r#"(game "Line" (players 2)
            (equipment { (board (square 4)) (piece "Mark" Each) })
            (rules (play (move Add (to (sites Empty))))
                (end (if (is Line 3) (result Mover Win)))))"#,
    );
    for line in [[0, 1, 2], [1, 2, 3], [0, 5, 10], [3, 7, 11]] {
        let own = line.map(|site| (site, 1));
        assert_eq!(winner(&game, &own, 2), Some(1), "{line:?}");
        // The line is not that of the player who moved last: no game leads there.
        assert_eq!(winner(&game, &own, 1), None, "{line:?}");
    }
    assert_eq!(winner(&game, &[(0, 1), (1, 1), (3, 1)], 2), None);
}

#[test]
fn the_player_before_the_mover_has_won_by_reaching_a_goal_or_taking_everything() {
    let race = |end: &str| {
        compiled(&format!(
            r#"(game "Race" (players {{ (player N) (player S) }})
                (equipment {{ (board (square 4))
                    (piece "Runner" Each (move Step Forward (to if:(is Empty (to)))))
                    (regions "Goal" P1 (sites Top)) (regions "Goal" P2 (sites Bottom)) }})
                (rules (start {{ (place "Runner1" (sites Bottom)) (place "Runner2" (sites Top)) }})
                    (play (forEach Piece)) (end {end})))"#
        ))
    };
    let goal = race(r#"(if (is In (last To) (sites Mover "Goal")) (result Mover Win))"#);
    assert_eq!(winner(&goal, &[(13, 1), (5, 2)], 2), Some(1));
    assert_eq!(winner(&goal, &[(9, 1), (1, 2)], 1), Some(2));
    assert_eq!(winner(&goal, &[(9, 1), (5, 2)], 1), None);
    let all = race("(if (no Pieces Next) (result Mover Win))");
    assert_eq!(winner(&all, &[(9, 1)], 2), Some(1));
    let stuck = race("(if (no Moves Next) (result Mover Win))");
    assert_eq!(winner(&stuck, &[(4, 1), (8, 2)], 2), Some(1));
    assert_eq!(winner(&stuck, &[(4, 1), (12, 2)], 2), None);
}

#[test]
fn a_count_that_is_complete_ends_the_game_before_the_next_move() {
    let game = compiled(
        r#"(game "Walk" (players 2)
            (equipment { (board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to))))) })
            (rules (start { (place "Man1" (sites {0})) (place "Man2" (sites {8})) })
                (play (forEach Piece)) (end (if (>= (counter) 9) (result Mover Draw)))))"#,
    );
    let pieces = [(0, 1), (8, 2)];
    assert!(!judged(&game, &pieces, 1, 9).over());
    assert!(judged(&game, &pieces, 1, 10).over());
    // The count goes on from there.
    let mut state = judged(&game, &pieces, 1, 9);
    let (mut chance, mut legal) = (SplitMix64::new(1), Vec::new());
    game.legal(&mut state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance);
    assert!(state.over());
}

/// Two kings that walk, and a pawn that may take in passing what has just made two steps.
#[test]
fn a_pending_site_counts_for_repetition_if_it_adds_to_the_moves() {
    let game = compiled(
        r#"(game "Passing" (players { (player N) (player S) })
            (equipment { (board (square 5))
                (piece "King" Each (move Step Orthogonal (to if:(is Empty (to)))))
                (piece "Pawn" Each (or
                    (if (is In (from) (sites Row 1)) (move Slide Forward
                        (between (exact 2) if:(is Empty (to)))
                        (then (set Pending (ahead (last To) Backward)))))
                    (if (is Pending) (move Step (directions {FL FR})
                        (to if:(is In (to) (sites Pending))
                            (apply (remove (ahead (to) Backward)))))))) })
            (rules (play (forEach Piece))
                (end (if (is Repeat Situational times:3) (result Mover Draw)))))"#,
    );
    let [king, pawn] = ["King1", "Pawn1"].map(|name| {
        let kinds = game.components().iter();
        let names = kinds.map(|kind| kind.name.clone());
        names
            .into_iter()
            .position(|own| own == name)
            .expect("a kind")
    });
    let other = |name: &str| {
        let kinds = game.components().iter();
        kinds
            .into_iter()
            .position(|kind| kind.name == name)
            .expect("a kind")
    };
    // The number of rounds of the kings after which the game is drawn.
    let rounds = |black_pawn: usize| {
        let pieces = [
            (0, king),
            (4, other("King2")),
            (6, pawn),
            (black_pawn, other("Pawn2")),
        ];
        let mut state = judged(&game, &pieces, 1, 0);
        let mut chance = SplitMix64::new(1);
        let mut go = |state: &mut State, from: i32, to: i32| {
            let mut legal = Vec::new();
            game.legal(state, &mut legal);
            let wanted = |mv: &&ludarium_engine::Move| (mv.origin(), mv.target()) == (from, to);
            let mv = *legal.iter().find(wanted).expect("a legal move");
            game.apply(state, mv, &mut chance);
        };
        go(&mut state, 6, 16);
        for round in 1.. {
            for (from, to) in [(4, 3), (0, 5), (3, 4), (5, 0)] {
                go(&mut state, from, to);
                if state.over() {
                    return round;
                }
            }
        }
        unreachable!("repetition ends the game")
    };
    // A pawn two files away cannot take: the position after the two steps is reached again.
    assert_eq!(rounds(18), 2);
    // A pawn beside it can: that position does not come again, but the one after it does.
    assert_eq!(rounds(17), 3);
}

//! Races: tracks, rolls, and the ranks of players who lose at the same time.

use crate::small;

use ludarium_engine::{Action, Chance, Game, SplitMix64, State};
use small::{compiled, legal};

/// A runner that moves to the end of a row and comes back.
fn there_and_back(pieces: &str) -> Game {
    compiled(&format!(
        r#"(game "There and Back" (players 1)
            (equipment {{
                (board (rectangle 1 4) (track "Way" {{ 0 1 2 3 2 1 0 End }} P1 directed:True))
                (piece "Runner" P1
                    (if (= -2 (trackSite Move steps:1))
                        (move Remove (from))
                        (move (from) (to (trackSite Move steps:1)))))
            }})
            (rules
                (start {pieces})
                (play (forEach Piece))
                (end (if (no Pieces Mover) (result Mover Win)))))"#
    ))
}

#[test]
fn a_piece_on_a_revisited_site_continues_from_its_later_place() {
    let game = there_and_back(r#"(place "Runner1" 0)"#);
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut way = Vec::new();
    while !state.over() {
        let moves = legal(&game, &mut state);
        assert_eq!(moves.len(), 1, "after {way:?}");
        let before = state.clone();
        let mark = game.apply_marked(&mut state, moves[0], &mut chance);
        assert_eq!(state.hash(), state.recomputed_hash());
        state.undo(mark);
        assert!(state == before, "after {way:?}");
        way.push(moves[0].to);
        game.apply(&mut state, moves[0], &mut chance);
    }
    assert_eq!(way, [1, 2, 3, 2, 1, 0, 0]);
}

#[test]
fn progress_along_a_track_is_part_of_the_position() {
    let game = there_and_back(r#"(place "Runner1" 0)"#);
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut at_two = Vec::new();
    for _ in 0..4 {
        let moves = legal(&game, &mut state);
        game.apply(&mut state, moves[0], &mut chance);
        if state.what(2) != 0 {
            at_two.push(state.hash());
        }
    }
    assert_eq!(at_two.len(), 2);
    assert_ne!(at_two[0], at_two[1]);
}

/// A source of chance that counts its calls and returns the highest face each time.
struct Counting(u32);

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
fn a_turn_with_a_roll_and_a_pass_rolls_twice() {
    let game = compiled(
        r#"(game "Waiting" (players 2)
            (equipment { (board (square 2)) (dice d:6 num:2) (piece "Disc" Each) })
            (rules
                (start (place "Disc1" 0))
                (play (do (roll) next:(if (is Mover P1)
                    (move (from (where "Disc" P1)) (to (sites Empty)))
                    (move Pass))))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = Counting(0);
    let mut state = game.start(&mut chance);
    assert_eq!(chance.0, 2, "the first throw is made with the start");
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut chance);
    assert_eq!(chance.0, 4, "a move throws for the next player only");
    let moves = legal(&game, &mut state);
    assert!(game.is_pass(moves[0]));
    game.apply(&mut state, moves[0], &mut chance);
    assert_eq!(chance.0, 8, "a pass throws once more for itself");
}

#[test]
fn the_test_for_moves_of_the_next_player_uses_its_own_roll() {
    let game = compiled(
        r#"(game "Throwing" (players 2)
            (equipment { (board (square 2)) (dice d:6 num:2) (piece "Disc" Each) })
            (rules
                (play (do (roll) next:(move Add (to (sites Empty)))))
                (end (if (no Moves Next) (result Mover Win)))))"#,
    );
    let mut chance = Counting(0);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut chance);
    assert_eq!(
        chance.0, 6,
        "for the first player, for the question, for the second player"
    );
}

#[test]
fn dice_may_be_combined_in_any_number() {
    let game = compiled(
        r#"(game "Three Dice" (players 1)
            (equipment {
                (board (rectangle 1 12))
                (dice facesByDie:{ { 1 } { 2 } { 4 } } num:3)
                (piece "Disc" P1
                    (forEach Die combined:True if:(!= (pips) 0) (move (from) (to (+ (from) (pips))))))
            })
            (rules
                (start (place "Disc1" 0))
                (play (do (roll) next:(forEach Piece)))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut state = game.start(&mut SplitMix64::new(1));
    let mut reached: Vec<u16> = legal(&game, &mut state).iter().map(|mv| mv.to).collect();
    reached.sort_unstable();
    assert_eq!(reached, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_stored_double_is_available_again_after_its_last_die() {
    let game = compiled(
        r#"(game "Doublets" (players 1)
            (equipment {
                (board (rectangle 1 20))
                (dice facesByDie:{ { 1 2 } { 1 2 } } num:2)
                (piece "Disc" P1
                    (forEach Die replayDouble:True if:(!= (pips) 0)
                        (move (from) (to (+ (from) (pips)))
                            (then (if (not (all DiceUsed)) (moveAgain))))))
            })
            (rules
                (start (place "Disc1" 0))
                (play (do (if (not (is Prev Mover)) (roll)) next:(forEach Piece)))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = Counting(0);
    let mut state = game.start(&mut chance);
    let mut laid_out = Vec::new();
    for _ in 0..4 {
        let mv = legal(&game, &mut state)[0];
        let actions = game.explain(&mut state, mv, &mut Counting(0));
        let used = |action: &Action| matches!(action, Action::UseDie { .. });
        let after = actions.into_iter().skip_while(|action| !used(action));
        laid_out.push(
            after
                .filter(|action| matches!(action, Action::SetDie { .. }))
                .count(),
        );
        game.apply(&mut state, mv, &mut chance);
    }
    assert_eq!(laid_out, [0, 2, 0, 0]);
    assert_eq!(chance.0, 2, "all four moves come of one throw");
    assert_ne!(state.what(8), 0, "two dice of two pips, played twice");
}

#[test]
fn moves_beside_the_do_that_rolls_have_no_roll() {
    let game = compiled(
        r#"(game "Beside" (players 2)
            (equipment { (board (square 2)) (dice d:2 num:1) (piece "Disc" Each) })
            (rules
                (start (place "Disc1" 0))
                (play (or (do (roll) next:(move Add (to (sites Empty)))) (move Pass)))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    assert_eq!(moves.len(), 4);
    for mv in moves {
        let actions = game.explain(&mut state, mv, &mut chance);
        let rolls = matches!(actions[0], Action::SetDie { .. });
        assert_eq!(rolls, !game.is_pass(mv), "{actions:?}");
    }
}

#[test]
fn players_who_lose_at_the_same_time_share_their_ranks() {
    let game = compiled(
        r#"(game "Last Standing" (players 3)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules
                (start (place "Disc1" 0))
                (play (move (from (where "Disc" P1)) (to (sites Empty))))
                (end (forEach Player if:(no Pieces of:(player)) (result Player Loss)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut chance);
    let outcome = game.outcome(&state).expect("only the first player is left");
    assert_eq!(outcome.ranks[1..], [1.0, 2.5, 2.5]);
}

#[test]
fn a_knight_that_leaps_forward_may_step_sideways_first() {
    let game = compiled(
        r#"(game "Forward" (players { (player N) (player S) })
            (equipment {
                (board (square 5))
                (piece "Knight" Each
                    (move Leap { { F F R F } { F F L F } } forward:True (to if:(is Empty (to)))))
            })
            (rules
                (start (place "Knight1" 12))
                (play (forEach Piece))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut state = game.start(&mut SplitMix64::new(1));
    let mut reached: Vec<u16> = legal(&game, &mut state).iter().map(|mv| mv.to).collect();
    reached.sort_unstable();
    assert_eq!(reached, [15, 19, 21, 23]);
}

#[test]
fn hidden_properties_move_with_the_piece() {
    let game = compiled(
        r#"(game "Masked" (players 2)
            (equipment { (board (rectangle 1 3)) (piece "Disc" Each) })
            (rules
                (start { (place "Disc1" 0) (set Hidden at:0 to:P2) })
                (play (move (from (where "Disc" P1)) (to (sites Empty) if:(= (to) (+ 1 (where "Disc" P1))))
                    (then (if (is Hidden at:(last To) to:P2) (set Score P1 7)))))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    for _ in 0..2 {
        assert_eq!(state.score(1), 0);
        let moves = legal(&game, &mut state);
        assert_eq!(moves.len(), 1);
        let mark = game.apply_marked(&mut state, moves[0], &mut chance);
        assert_eq!(state.score(1), 7);
        state.undo(mark);
    }
}

#[test]
fn after_a_win_of_a_team_member_the_others_play_on() {
    let game = compiled(
        r#"(game "One by One" (players 4)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules
                (start { (set Team 1 { P1 P3 }) (set Team 2 { P2 P4 }) })
                (play (move Add (to (sites Empty))))
                (end (if (is Mover P1) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut chance);
    assert!(!state.over());
    assert_eq!(state.mover(), 2);
}

#[test]
fn a_team_that_wins_ends_the_game() {
    let game = compiled(
        r#"(game "All for One" (players 4)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules
                (start { (set Team 1 { P1 P3 }) (set Team 2 { P2 P4 }) })
                (play (move Add (to (sites Empty))))
                (end (if (is Mover P1) (result TeamMover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut chance);
    let outcome = game.outcome(&state).expect("the game is over");
    assert_eq!(outcome.ranks[1..], [1.0, 3.0, 1.0, 3.0]);
}

/// Makes the only move of a game with one legal move at a time, and returns its target; `None` is a
/// pass.
fn make_only_move(game: &Game, state: &mut State, chance: &mut SplitMix64) -> Option<u16> {
    let moves = legal(game, state);
    let first = *moves.first().expect("there is always a legal move");
    game.apply(state, first, chance);
    (!game.is_pass(first)).then_some(first.to)
}

#[test]
fn pieces_of_a_starting_stack_restart_when_they_return() {
    let game = compiled(
        r#"(game "In a Heap" (players 1)
            (equipment {
                (board (rectangle 1 3) (track "Way" { 0 1 2 1 0 End } P1 directed:True))
                (piece "Runner" P1
                    (if (= -2 (trackSite Move steps:1))
                        (move Remove (from) level:(level))
                        (move (from (from) level:(level)) (to (trackSite Move steps:1)))))
            })
            (rules
                (start (place Stack "Runner1" 0 count:2))
                (play (forEach Piece top:True))
                (end (if (no Pieces Mover) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    // Each piece of the stack was counted twice: when both have returned to the beginning, two
    // still count as not yet started.
    for round in 0..2 {
        for to in [1, 2, 1, 0] {
            let moves = legal(&game, &mut state);
            let ahead = moves.iter().filter(|mv| mv.to == to);
            let mv = ahead.max_by_key(|mv| mv.from);
            let mv = mv.unwrap_or_else(|| panic!("in round {round} no move leads to {to}"));
            game.apply(&mut state, *mv, &mut chance);
        }
    }
    assert!(legal(&game, &mut state).iter().all(|mv| mv.to == 1));
}

#[test]
fn a_captured_piece_is_removed_from_every_place_of_its_site() {
    let game = compiled(
        r#"(game "Waylaid" (players 2)
            (equipment {
                (board (rectangle 1 4) (track "Way" { 0 1 2 1 0 End } P1 directed:True))
                (piece "Runner" P1
                    (if (<= 0 (trackSite Move steps:1))
                        (move (from) (to (trackSite Move steps:1)))))
                (piece "Robber" P2)
            })
            (rules
                (start { (place "Runner1" 0) (place "Robber2" 3) })
                (play
                    (if (is Mover P2)
                        (move Select (from 3)
                            (then (if (and (is Occupied 1) (< (count Moves) 4)) (remove 1))))
                        (if (no Pieces P1)
                            (move Add (piece "Runner1") (to 0))
                            (forEach Piece))))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut way = Vec::new();
    for _ in 0..6 {
        way.push(make_only_move(&game, &mut state, &mut chance));
        make_only_move(&game, &mut state, &mut chance);
    }
    // The second runner is not counted where the first was captured, when it arrives there again.
    assert_eq!(way, [Some(1), Some(0), Some(1), Some(2), Some(1), None]);
}

#[test]
fn a_site_off_a_circular_track_counts_as_its_beginning() {
    let game = |track: &str| {
        compiled(&format!(
            r#"(game "Outside" (players 1)
                (equipment {{
                    (board (rectangle 1 6) (track "Way" {track}))
                    (piece "Disc" P1 (move (from) (to (trackSite Move from:(from) "Way" steps:2))))
                }})
                (rules
                    (start (place "Disc1" 5))
                    (play (forEach Piece))
                    (end (if (is Full) (result Mover Win)))))"#
        ))
    };
    let first = |game: &Game| {
        let mut state = game.start(&mut SplitMix64::new(1));
        let first = legal(game, &mut state)[0];
        (!game.is_pass(first)).then_some(first.to)
    };
    assert_eq!(first(&game("{ 1 2 3 4 } loop:True")), Some(3));
    assert_eq!(first(&game("{ 1 2 3 4 }")), None);
}

#[test]
fn a_player_who_has_rolled_can_at_least_pass() {
    let game = compiled(
        r#"(game "Stuck" (players 1)
            (equipment { (board (square 2)) (dice d:6 num:1) (piece "Disc" P1) })
            (rules
                (start (place "Disc1" 0))
                (play
                    (if (can Move (do (roll) next:(move (from 0) (to (sites Empty) if:(= 9 (to))))))
                        (do (roll) next:(move (from 0) (to (sites Empty) if:(= 9 (to)))))
                        (move Pass (then (set Score P1 7)))))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let moves = legal(&game, &mut state);
    assert!(game.is_pass(moves[0]));
    game.apply(&mut state, moves[0], &mut chance);
    assert_eq!(state.score(1), 0, "the pass is that of the roll");
}

#[test]
fn owned_tracks_need_a_name_or_a_player() {
    let sites = |asked: &str, owner: &str| {
        let game = compiled(&format!(
            r#"(game "Whose Way" (players 1)
                (equipment {{
                    (board (rectangle 1 5) (track "Way" {{ 1 2 3 }} {owner}))
                    (piece "Disc" P1)
                }})
                (rules
                    (start (place "Disc1" 0))
                    (play (move (from 0) (to (+ 1 (count Sites in:({asked}))))))
                    (end (if (is Full) (result Mover Win)))))"#
        ));
        let mut state = game.start(&mut SplitMix64::new(1));
        legal(&game, &mut state)[0].to - 1
    };
    assert_eq!(sites("sites Track", "P1"), 0);
    assert_eq!(sites("sites Track", ""), 3);
    assert_eq!(sites(r#"sites Track "Way""#, "P1"), 3);
    assert_eq!(sites("sites Track Mover", "P1"), 3);
}

#[test]
fn what_a_do_does_besides_the_roll_belongs_to_the_move() {
    let game = compiled(
        r#"(game "Rolls and Counts" (players 2)
            (equipment { (board (square 3)) (piece "Disc" Each) (dice d:4 num:1) })
            (rules
                (play (do (and (roll) (addScore Mover 2))
                    next:(move Add (to (sites Empty)) (then (addScore Mover (score Mover))))))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    assert_eq!(state.score(1), 0, "nothing but the dice before the move");
    let moves = legal(&game, &mut state);
    assert_eq!(moves.len(), 9);
    let actions = game.explain(&mut state, moves[0], &mut chance);
    let at = |wanted: fn(&Action) -> bool| actions.iter().position(wanted).expect("recorded");
    let (die, score, add) = (
        at(|action| matches!(action, Action::SetDie { .. })),
        at(|action| matches!(action, Action::SetScore { score: 2, .. })),
        at(|action| matches!(action, Action::Add { .. })),
    );
    assert!(die < score && score < add, "{actions:?}");
    game.apply(&mut state, moves[0], &mut chance);
    assert_eq!(state.score(1), 4);
}

//! Null moves and the test for check.

use ludarium_engine::{Game, SplitMix64, State};

fn game(play: &str, start: &str) -> Game {
    let text = format!(
        r#"(game "Rooks and Kings" (players 2)
            (equipment {{ (board (square 5))
                (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
                    (apply (if (is Enemy (who at:(to))) (remove (to)))))))
                (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to)))
                    (apply (remove (to)))))) }})
            (rules (start {{ (place "King1" coord:"A1") (place "King2" coord:"E5") {start} }})
                (play {play})
                (end (if (no Moves Next) (result Next Loss)))))"#
    );
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description =
        ludarium_lud::load("rooks.lud", &text, &definitions, &choices).expect("it is right");
    Game::compile(&description).expect("it compiles")
}

const KING_SAFE: &str =
    r#"(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))"#;

fn start(game: &Game) -> State {
    game.start(&mut SplitMix64::new(1))
}

#[test]
fn a_player_in_check_has_no_null_move() {
    let game = game(KING_SAFE, r#"(place "Rook2" coord:"A4")"#);
    let mut state = start(&game);
    assert!(game.is_in_check(&mut state));
    assert!(game.null_move(&mut state).is_none());
    assert!(state == start(&game));
}

#[test]
fn a_null_move_only_passes_the_turn() {
    let game = game(KING_SAFE, r#"(place "Rook2" coord:"B4")"#);
    let mut state = start(&game);
    assert!(!game.is_in_check(&mut state));
    let mark = game.null_move(&mut state).expect("the king is safe");
    assert_eq!(state.mover(), 2);
    // King and rook of player 2: three squares around the corner, and eight for the rook.
    let mut legal = Vec::new();
    game.legal(&mut state, &mut legal);
    assert_eq!(legal.len(), 3 + 8);
    state.undo(mark);
    assert!(state == start(&game));
}

#[test]
fn compulsory_captures_forbid_the_null_move() {
    let takes = r#"(priority { (forEach Piece "Rook") (forEach Piece) })"#;
    let game = game(takes, r#"(place "Rook1" coord:"B2")"#);
    let mut state = start(&game);
    assert!(!game.is_in_check(&mut state));
    assert!(game.null_move(&mut state).is_none());
}

#[test]
fn a_finished_game_has_no_null_move() {
    let game = game(KING_SAFE, r#"(place "Rook2" coord:"B5")"#);
    let mut state = start(&game);
    let mut chance = SplitMix64::new(1);
    game.playout(&mut state, 10_000, &mut SplitMix64::new(3), &mut chance);
    assert!(state.over());
    assert!(game.null_move(&mut state).is_none());
}

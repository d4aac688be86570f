//! Moves, states and outcomes in the formats of serde.

mod small;

use ludarium_engine::{Move, Outcome};
use serde::de::value::{BytesDeserializer, Error};
use serde::de::DeserializeSeed;
use serde::Deserialize;

const LINE: &str = r#"(game "Line of Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

#[test]
fn moves_are_read_as_they_were_written() {
    let game = small::compiled(LINE);
    let moves = game.legal_moves(&mut small::begin(&game));
    let json = serde_json::to_string(&moves).expect("moves can be written");
    assert!(json.starts_with("[\"0100000000000100"), "{json}");
    assert_eq!(
        serde_json::from_str::<Vec<Move>>(&json).expect("moves"),
        moves
    );
    let bytes = moves[3].to_bytes();
    let read = Move::deserialize(BytesDeserializer::<Error>::new(&bytes));
    assert_eq!(read, Ok(moves[3]));
    for wrong in ["\"01\"", "\"0100000000000\"", "\"zz\"", "7", "\"é1\""] {
        assert!(serde_json::from_str::<Move>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn states_are_read_by_their_game() {
    let game = small::compiled(LINE);
    let mut state = small::begin(&game);
    small::play(&game, &mut state, 4);
    let json = serde_json::to_string(&state).expect("a state can be written");
    let read = game.deserialize(&mut serde_json::Deserializer::from_str(&json));
    assert!(read.expect("a state") == state);
    let bytes = state.to_bytes();
    let read = game.deserialize(BytesDeserializer::<Error>::new(&bytes));
    assert!(read.expect("a state") == state);

    let other = small::compiled(&LINE.replace("Line 3", "Line 2"));
    let read = other.deserialize(&mut serde_json::Deserializer::from_str(&json));
    let error = read.expect_err("another game").to_string();
    assert!(
        error.starts_with("this is a state of another game"),
        "{error}"
    );
}

#[test]
fn outcomes_are_written_with_their_names() {
    let outcome = Outcome {
        ranks: vec![0.0, 1.0, 2.0],
        winner: 1,
    };
    let json = serde_json::to_string(&outcome).expect("an outcome can be written");
    assert_eq!(json, r#"{"ranks":[0.0,1.0,2.0],"winner":1}"#);
    assert_eq!(
        serde_json::from_str::<Outcome>(&json).expect("an outcome"),
        outcome
    );
}

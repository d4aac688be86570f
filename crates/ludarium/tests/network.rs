//! Networks that guide the search.

use std::sync::Arc;

use ludarium::network::{Network, Tensor};
use ludarium::{Budget, Game, Player};

fn tensor(shape: &[usize], value: impl Fn(usize) -> f32) -> Tensor {
    Tensor {
        shape: shape.to_vec(),
        values: (0..shape.iter().product()).map(value).collect(),
    }
}

/// A network without layers in between: its outputs are the biases.
fn of_biases(game: &Game, policy: impl Fn(usize) -> f32, value: f32) -> Vec<(String, Tensor)> {
    let (inputs, actions) = Network::ends(game, true).expect("few actions");
    vec![
        (
            "policy.weight".to_owned(),
            tensor(&[actions, inputs], |_| 0.0),
        ),
        ("policy.bias".to_owned(), tensor(&[actions], policy)),
        ("value.weight".to_owned(), tensor(&[1, inputs], |_| 0.0)),
        ("value.bias".to_owned(), tensor(&[1], |_| value)),
    ]
}

#[test]
fn the_move_with_the_highest_output_is_tried_first() {
    let game = Game::builtin("tic-tac-toe").expect("a game");
    let position = game.start_seeded(1);
    // The actions of a game of placement are its sites, so that of c2 is 5.
    let favourite = |action: usize| if action == 5 { 3.0 } else { 0.0 };
    let network = Network::new(&game, true, of_biases(&game, favourite, 0.0)).expect("it fits");
    let mut player = Player::guided(Arc::new(network), 1);
    let chosen = player
        .best_move(&position, Budget::nodes(1))
        .expect("a move");
    assert_eq!(position.notation(chosen), "c2");
    assert_eq!(player.report().nodes, 1);
}

#[test]
fn the_search_corrects_a_network_that_likes_the_wrong_move() {
    let game = Game::builtin("tic-tac-toe").expect("a game");
    let mut position = game.start_seeded(1);
    for text in ["b2", "a3", "c3", "a2"] {
        position.play_text(text).expect("a legal move");
    }
    // a1 completes the line of the first player; the network likes c2.
    let favourite = |action: usize| if action == 5 { 3.0 } else { 0.0 };
    let network = Network::new(&game, true, of_biases(&game, favourite, 0.0)).expect("it fits");
    let mut player = Player::guided(Arc::new(network), 1);
    let chosen = player
        .best_move(&position, Budget::nodes(400))
        .expect("a move");
    assert_eq!(position.notation(chosen), "a1");
    let best = &player.report().lines[0];
    assert!(best.value > 0.99, "{}", best.value);
}

#[test]
fn what_is_no_network_for_the_game_is_refused_by_name() {
    let game = Game::builtin("tic-tac-toe").expect("a game");
    let mut tensors = of_biases(&game, |_| 0.0, 0.0);
    let right = Network::new(&game, true, tensors.clone())
        .expect("it fits")
        .to_bytes();
    tensors[1].1.values[0] = f32::NAN;
    let error = Network::new(&game, true, tensors)
        .expect_err("not a number")
        .to_string();
    assert_eq!(error, "policy.bias has numbers that are not finite");
    for wrong in [&right[..right.len() - 1], &right[..8], b"", &[0xff; 64]] {
        let error = Network::from_bytes(&game, wrong)
            .expect_err("damaged")
            .to_string();
        assert!(
            error.starts_with("this is no file of safetensors"),
            "{error}"
        );
    }
    let other = Game::builtin("breakthrough").expect("a game");
    let error = Network::from_bytes(&other, &right)
        .expect_err("another game")
        .to_string();
    assert!(error.contains("for this game it is"), "{error}");
    let renamed = String::from_utf8_lossy(&right).replace("ludarium-dense-1", "ludarium-dense-9");
    let error = Network::from_bytes(&game, renamed.as_bytes()).expect_err("a later format");
    assert!(
        error.to_string().contains("\"ludarium-dense-9\""),
        "{error}"
    );
}

//! Games described within a test.

use ludarium_engine::Game;

pub fn game(text: &str) -> Game {
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description =
        ludarium_lud::load("test.lud", text, &definitions, &choices).expect("it is right");
    Game::compile(&description).expect("it compiles")
}

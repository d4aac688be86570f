//! Games written out in a test.

use engine::Game;

pub fn game(text: &str) -> Game {
    let definitions = lud::Definitions::none();
    let choices = lud::Choices::defaults();
    let description = lud::load("test.lud", text, &definitions, &choices).expect("it is right");
    Game::compile(&description).expect("it compiles")
}

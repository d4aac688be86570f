//! Load a game, choose a reading, play, search, print: the whole interface in one program.

use ludarium::{Budget, Game, Mcts};

fn main() -> ludarium::Result<()> {
    let game = Game::builtin("shatranj")?.with("bare king", "immediate loss")?;
    let mut position = game.start_seeded(1);
    for mv in position.legal_moves() {
        println!("{}", position.notation(mv)); // e2-e3
    }
    position.play_text("e2-e3")?; // parsed and checked
    let playout = position.clone().random_playout(1_000);
    println!("player 1 gets {}", playout.utility(1));
    let mut mcts = Mcts::new(&game, 3);
    let mv = mcts.best_move(&position, Budget::iterations(200))?;
    position.play(mv)?; // checked; play_unchecked for speed
    println!("{position}"); // text board
    Ok(())
}

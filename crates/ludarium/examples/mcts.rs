//! A flat Monte Carlo search written against the public interface, and a match against the one
//! that comes with the crate.
//!
//! `cargo run --release -p ludarium --example mcts [GAME]`

use ludarium::{Budget, Error, Game, Mcts, Move, Position, Result};

/// The move whose random playouts end best for the mover: flat Monte Carlo, without a tree.
fn flat_search(position: &Position, playouts: u32) -> Result<Move> {
    let mover = position.mover();
    let mut best = None;
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play(mv)?;
        let mut worth = 0.0;
        for seed in 0..playouts {
            after.reseed(seed.into()); // other dice and other moves in each playout
            worth += after.clone().random_playout(500).utility(mover);
        }
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv).ok_or(Error::GameOver)
}

fn main() -> Result<()> {
    let name = std::env::args().nth(1);
    let game = Game::builtin(name.as_deref().unwrap_or("tablut"))?;
    let mut mcts = Mcts::new(&game, 1);
    let mut position = game.start_seeded(1);
    let mut plies = 0;
    while !position.is_over() && plies < 200 {
        let mv = match position.mover() {
            1 => flat_search(&position, 4)?,
            _ => mcts.best_move(&position, Budget::iterations(100))?,
        };
        position.play(mv)?;
        plies += 1;
    }
    println!("{position}");
    match position.outcome() {
        Some(outcome) => println!("after {plies} plies player {} has won", outcome.winner),
        None => println!("undecided after {plies} plies"),
    }
    Ok(())
}

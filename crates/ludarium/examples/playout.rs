//! Random games, and what they show: length and balance of a game under each of its readings.
//!
//! `cargo run --release -p ludarium --example playout [GAME [GAMES]]`

use ludarium::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "tab".to_owned());
    let games: u32 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let game = Game::builtin(&name)?;
    measure("as it stands", &game, games);
    for reading in game.readings() {
        for choice in &reading.choices {
            let label = format!("{}: {choice}", reading.name);
            measure(&label, &game.with(&reading.name, choice)?, games);
        }
    }
    Ok(())
}

/// Plays random games, and prints the mean length and what each player gets (1 a win, 0 a loss).
fn measure(label: &str, game: &Game, games: u32) {
    let (mut plies, mut worth) = (0, vec![0.0; game.players() + 1]);
    for seed in 0..games {
        let end = game.start_seeded(seed.into()).random_playout(2_000);
        plies += end.plies;
        for (player, worth) in worth.iter_mut().enumerate().skip(1) {
            *worth += end.utility(player);
        }
    }
    let mean = |sum: f64| sum / f64::from(games);
    let shares: Vec<String> = worth[1..]
        .iter()
        .map(|sum| format!("{:.2}", mean(*sum)))
        .collect();
    println!(
        "{label:40} {:6.1} plies, players get {}",
        mean(plies as f64),
        shares.join(" ")
    );
}

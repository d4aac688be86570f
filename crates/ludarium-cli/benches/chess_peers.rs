//! Random games of chess: Ludarium and two libraries written for chess alone, in one run, under the
//! same end rules (mate, stalemate, a hundred plies without a capture or a pawn move).
//!
//! `cargo bench -p ludarium-cli --bench chess_peers`

use std::time::{Duration, Instant};

use ludarium_engine::{Rollouts, SplitMix64};
use shakmaty::Position as _;

/// The playing time of each program.
const TIME: Duration = Duration::from_secs(3);

/// The maximal length of a game in plies; no game comes near it.
const LIMIT: usize = 20_000;

fn main() {
    // `cargo test` builds and runs benches too; nothing is measured then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("{:<14}{:>14}{:>14}", "", "moves/s", "moves/game");
    let ours = measure("ludarium", ludarium());
    let peers = [
        measure("shakmaty", shakmaty_game),
        measure("cozy-chess", cozy_game),
    ];
    for (name, peer) in ["shakmaty", "cozy-chess"].iter().zip(peers) {
        println!("ludarium : {name} = 1 : {:.1}", peer / ours);
    }
}

/// Plays for `TIME` and returns moves per second.
fn measure(name: &str, mut play: impl FnMut(u64) -> usize) -> f64 {
    play(0);
    let (begun, mut games, mut moves) = (Instant::now(), 0u64, 0);
    while begun.elapsed() < TIME {
        games += 1;
        moves += play(games);
    }
    let speed = moves as f64 / begun.elapsed().as_secs_f64();
    let long = moves as f64 / games.max(1) as f64;
    println!("{name:<14}{speed:>14.0}{long:>14.1}");
    speed
}

fn ludarium() -> impl FnMut(u64) -> usize {
    let entry = ludarium_games::find("gollon-modern-chess").expect("chess is built in");
    let readings = [("Repetition".to_owned(), "Never".to_owned())];
    let loaded = ludarium_games::load(entry, &readings).expect("it loads");
    let game = Box::leak(Box::new(loaded.game));
    let start = game.start(&mut SplitMix64::new(0));
    let mut rollouts = Rollouts::new(game);
    move |seed| {
        let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(0));
        rollouts.play(&start, LIMIT, &mut pick, &mut chance).plies
    }
}

fn shakmaty_game(seed: u64) -> usize {
    let mut pick = SplitMix64::new(seed);
    let mut position = shakmaty::Chess::default();
    for ply in 0..LIMIT {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmoves() >= 100 {
            return ply;
        }
        position.play_unchecked(&moves[pick.index(moves.len() as u32) as usize]);
    }
    LIMIT
}

fn cozy_game(seed: u64) -> usize {
    let mut pick = SplitMix64::new(seed);
    let mut board = cozy_chess::Board::default();
    let mut moves = Vec::with_capacity(218);
    for ply in 0..LIMIT {
        if board.halfmove_clock() >= 100 {
            return ply;
        }
        moves.clear();
        board.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        if moves.is_empty() {
            return ply;
        }
        board.play_unchecked(moves[pick.index(moves.len() as u32) as usize]);
    }
    LIMIT
}

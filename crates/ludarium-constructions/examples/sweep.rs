//! Measures the search for knight's tours on all rectangles up to 50 by 50: closed tours, and open
//! tours from every EVERY-th cell.
//!
//! `cargo run --release -p ludarium-constructions --example sweep [SIDE [EVERY]]`

use std::time::{Duration, Instant};

use ludarium_constructions::tour::{find, Board, Leaper, Wanted};
use ludarium_constructions::Error;

/// Results and times for one kind of tour.
#[derive(Default)]
struct Tally {
    found: usize,
    impossible: usize,
    missed: Vec<String>,
    slowest: (Duration, String),
}

impl Tally {
    fn add(&mut self, board: &Board, wanted: &Wanted) {
        let begun = Instant::now();
        let result = find(board, Leaper::KNIGHT, wanted);
        let took = begun.elapsed();
        let what = format!(
            "{board} from {:?}",
            wanted.from.map(|cell| board.label(cell))
        );
        match result {
            Ok(_) => self.found += 1,
            Err(Error::Impossible(_)) => self.impossible += 1,
            Err(_) => self.missed.push(what.clone()),
        }
        if took > self.slowest.0 {
            self.slowest = (took, what);
        }
    }

    fn show(&self, kind: &str) {
        println!(
            "{kind}: {} found, {} impossible, {} missed {:?}; slowest {:?} ({})",
            self.found,
            self.impossible,
            self.missed.len(),
            self.missed.iter().take(8).collect::<Vec<_>>(),
            self.slowest.0,
            self.slowest.1
        );
    }
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|text| text.parse::<usize>().unwrap_or(0));
    let side = arguments.next().unwrap_or(50);
    let every = arguments.next().unwrap_or(997).max(1);
    let (mut closed, mut open) = (Tally::default(), Tally::default());
    let mut turn = 0;
    for short in 1..=side {
        for long in short..=side {
            let Ok(board) = Board::rectangle(long, short) else {
                continue;
            };
            let wanted = Wanted {
                closed: true,
                ..Wanted::default()
            };
            closed.add(&board, &wanted);
            for cell in board.cells() {
                turn += 1;
                if turn % every == 0 {
                    let wanted = Wanted {
                        from: Some(cell),
                        ..Wanted::default()
                    };
                    open.add(&board, &wanted);
                }
            }
        }
    }
    closed.show("closed");
    open.show("open");
}

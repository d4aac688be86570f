//! A game of your own: rules as text, an option, errors with places.
//!
//! `cargo run -p ludarium --example custom_game`

use ludarium::{Game, Result};

const RULES: &str = r#"
(game "Knights and Corners"
    (players 2)
    (equipment {
        (board (square <Size>))
        (piece "Knight" Each (move Leap "KnightMove" (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (regions "Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))
    })
    (rules
        (start { (place "Knight1" (sites Bottom)) (place "Knight2" (sites Top)) })
        (play (forEach Piece))
        (end (if (is In (last To) (sites Mover "Goal")) (result Mover Win)))))

(define "KnightMove" { {F F R F} {F F L F} })

(option "Size" <Size> args:{ <size> } {
    (item "5x5" <5> "Five rows of five.")*
    (item "6x6" <6> "Six rows of six.")
})
"#;

fn main() -> Result<()> {
    let game = Game::from_lud(RULES)?;
    println!("{}", game.start_seeded(1));
    for choice in &game.readings()[0].choices {
        let game = game.with("Size", choice)?;
        let moves = game.start_seeded(1).legal_moves().len();
        println!("{choice}: {moves} first moves");
    }

    // A slip of the pen: every fault is reported, with its place and what would be right.
    let wrong = RULES.replace("(forEach Piece)", "(forEach Pice)");
    match Game::from_lud(&wrong) {
        Ok(_) => println!("no fault found"),
        Err(error) => println!("\n{error}"),
    }
    Ok(())
}

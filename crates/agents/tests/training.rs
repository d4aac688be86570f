//! Weights tuned by self-play.

mod written;

use agents::evaluation::{Effort, Evaluation, Trainer};
use written::game;

/// Men that walk, some a step and some along lines; who takes all of the other's has won.
const SKIRMISH: &str = r#"(game "Skirmish" (players {(player N) (player S)})
    (equipment { (board (square 5))
        (piece "Walker" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
        (piece "Runner" Each (or (move Slide)
            (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
    })
    (rules (start { (place "Walker1" {"A1" "C1" "D1" "E1"}) (place "Runner1" {"B1"})
                    (place "Walker2" {"A5" "B5" "C5" "E5"}) (place "Runner2" {"D5"}) })
        (play (forEach Piece))
        (end { (if (no Pieces Next) (result Mover Win)) (if (> (count Turns) 80) (result Mover Draw)) })))"#;

#[test]
fn training_foretells_games_held_out_no_worse_and_is_the_same_twice() {
    let game = game(SKIRMISH);
    let train = || {
        let mut trainer = Trainer::new(&game, 3, 60);
        (0..60).for_each(|_| trainer.play());
        trainer.trained()
    };
    let trained = train();
    assert_eq!(trained.games, 60);
    assert!(trained.positions > 3 * trained.held_out && trained.held_out > 0);
    let (before, after) = (trained.before, trained.after);
    assert!(
        after.explained > before.explained - 0.02,
        "{before:?} {after:?}"
    );
    assert_eq!(train().evaluation, trained.evaluation);
    // Who runs along lines is worth more than who walks.
    let stored = trained.evaluation.stored(&game);
    assert!(
        stored.pieces["Runner1"].worth > stored.pieces["Walker1"].worth,
        "{stored:?}"
    );
}

#[test]
fn a_judgement_survives_being_stored_and_fits_no_other_game() {
    let game = game(SKIRMISH);
    let little = Effort {
        random: 500,
        greedy: 500,
    };
    let learned = Evaluation::learn(&game, 1, little);
    let stored = learned.stored(&game);
    assert_eq!(Evaluation::of_stored(&game, &stored), Some(learned));
    let mut shorter = stored.clone();
    shorter
        .pieces
        .entry("Walker1".to_owned())
        .and_modify(|own| own.sites.truncate(3));
    assert_eq!(Evaluation::of_stored(&game, &shorter), None);
    let mut more = stored;
    let walker = more.pieces["Walker1"].clone();
    more.pieces.insert("Other1".to_owned(), walker);
    assert_eq!(Evaluation::of_stored(&game, &more), None);
}

//! Checked play does what unchecked play does, in every built-in game.

use ludarium::{games, Game};

#[test]
fn a_checked_move_leads_where_an_unchecked_one_leads() {
    for entry in games::games() {
        let game = Game::builtin(entry.slug).expect("a built-in game");
        let (mut checked, mut unchecked) = (game.start_seeded(3), game.start_seeded(3));
        for ply in 0..12 {
            let moves = unchecked.legal_moves();
            let Some(mv) = moves.get((7 * ply) % moves.len().max(1)) else {
                break;
            };
            let played = checked.play(*mv);
            assert!(played.is_ok(), "{}, ply {ply}", entry.slug);
            unchecked.play_unchecked(*mv);
            let same = checked.to_bytes() == unchecked.to_bytes();
            assert!(same, "{}, ply {ply}", entry.slug);
        }
    }
}

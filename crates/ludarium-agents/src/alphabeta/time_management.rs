//! How long a search goes on whose time is not for one move alone: less where the same move has been the best for a while, more
//! where the best one changes or turns out worse than was thought.

use ludarium_engine::Move;

/// What the last iterations have found.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeManager {
    best: Option<Move>,
    value: i32,
    /// Iterations for which the best move has been the same.
    stable_iterations: usize,
}

/// The share of the time for a move that is well spent, by how many iterations the best move has stood.
const STABILITY_SHARE: [f64; 6] = [1.6, 1.3, 1.1, 0.95, 0.8, 0.7];

/// By how much more, for each man (the least of them) that the best move has lost since the last iteration.
const SHARE_PER_LOST_PIECE: f64 = 1.0;

/// More is not spent for that.
const MAX_LOSS_FACTOR: f64 = 2.0;

/// An iteration takes about as long as all before it: it is begun where so large a part of what is well spent has gone by at the
/// most ...
const START_FACTOR: f64 = 0.6;

/// ... and broken off when so much has.
const ABORT_FACTOR: f64 = 1.5;

/// The share of the time for a move that may go by until it is known what to play instead of a move that has turned out worse than thought.
pub const FAIL_LOW_SHARE: f64 = 3.0;

impl TimeManager {
    /// Hears what an iteration has found, where the least man is worth `pawn_value`. The share of the time for this move that may have gone by
    /// when another iteration begins, and when it is broken off.
    pub fn update(&mut self, (best, value): (Move, i32), pawn_value: i32) -> (f64, f64) {
        let same = self.best == Some(best);
        self.stable_iterations = if same { self.stable_iterations + 1 } else { 0 };
        let lost = match self.best {
            Some(_) => f64::from(self.value.saturating_sub(value)) / f64::from(pawn_value.max(1)),
            None => 0.0,
        };
        (self.best, self.value) = (Some(best), value);
        let steady = STABILITY_SHARE[self.stable_iterations.min(STABILITY_SHARE.len() - 1)];
        let share = steady * (1.0 + SHARE_PER_LOST_PIECE * lost).clamp(1.0, MAX_LOSS_FACTOR);
        (START_FACTOR * share, ABORT_FACTOR * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inline_games::game;

    const STEPS: &str = r#"(game "Steps" (players 2)
        (equipment { (board (square 4)) (piece "Man" Each (move Step (to if:(is Empty (to))))) })
        (rules
            (start { (place "Man1" (sites Row 0)) (place "Man2" (sites Row 3)) })
            (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"#;

    /// What is well spent after iterations that found these moves (by number) and values, where a man is worth 100.
    fn spent(found: &[(usize, i32)]) -> f64 {
        let game = game(STEPS);
        let mut state = game.start(&mut ludarium_engine::SplitMix64::new(1));
        let mut legal = Vec::new();
        game.legal(&mut state, &mut legal);
        let mut time_manager = TimeManager::default();
        let updates = found
            .iter()
            .map(|(best, value)| time_manager.update((legal[*best], *value), 100));
        updates.last().expect("an iteration").0
    }

    #[test]
    fn a_stable_best_move_takes_less_time() {
        let by_length: Vec<f64> = (1..=7)
            .map(|length| spent(&vec![(0, 30); length]))
            .collect();
        assert!(by_length.is_sorted_by(|before, after| before >= after));
        assert!(by_length[0] > 2.0 * by_length[6]);
    }

    #[test]
    fn a_new_best_move_or_a_lost_piece_takes_more_time() {
        let steady = spent(&[(0, 30); 5]);
        assert!(spent(&[(0, 30), (0, 30), (0, 30), (0, 30), (1, 31)]) > 1.9 * steady);
        assert!(spent(&[(0, 30), (0, 30), (0, 30), (0, 30), (0, -70)]) > 1.9 * steady);
        // Better news takes no longer.
        assert!(spent(&[(0, 30), (0, 30), (0, 30), (0, 30), (0, 130)]) <= steady);
    }
}

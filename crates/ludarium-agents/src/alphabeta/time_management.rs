//! Time management for clocks that serve several moves: less time if the best move is stable, more
//! if it changes or turns out worse than expected.

use ludarium_engine::Move;

/// What the last iterations found.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeManager {
    best: Option<Move>,
    value: i32,
    /// The number of iterations since the best move last changed.
    stable_iterations: usize,
}

/// The share of the time for a move to use, by the number of iterations for which the best move has
/// been stable.
const STABILITY_SHARE: [f64; 6] = [1.6, 1.3, 1.1, 0.95, 0.8, 0.7];

/// The additional share for each unit of the least piece value that the best move has lost since
/// the last iteration.
const SHARE_PER_LOST_PIECE: f64 = 1.0;

/// The maximum factor for a best move that loses value.
const MAX_LOSS_FACTOR: f64 = 2.0;

/// An iteration takes about as long as all before it. It starts only before this part of the share
/// has passed.
const START_FACTOR: f64 = 0.6;

/// An iteration is aborted when this part of the share has passed.
const ABORT_FACTOR: f64 = 1.5;

/// The share of the time that may pass while the search looks for a replacement of a move that
/// failed low.
pub const FAIL_LOW_SHARE: f64 = 3.0;

impl TimeManager {
    /// Records the result of an iteration; `pawn_value` is the least piece value. Returns the share
    /// of the time after which no further iteration starts, and the share at which a running one is
    /// aborted.
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

    /// The start limit after iterations that found these moves (by index) and values, with a least
    /// piece value of 100.
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
        // A rising value takes no more time.
        assert!(spent(&[(0, 30), (0, 30), (0, 30), (0, 30), (0, 130)]) <= steady);
    }
}

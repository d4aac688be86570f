//! How many candidates are drawn before the moves are listed.

use super::Evaluator;
use crate::chance::SplitMix64;
use crate::Game;

/// How to sample the moves of a game without a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SamplingStrategy {
    /// By candidates, as kernels do.
    Kernel,
    /// By candidates, with few rejections.
    Candidates,
    /// From the list, since most candidates would be rejected.
    List,
}

/// The maximum number of rejections where listing moves is expensive, as in kernels.
#[inline]
pub(crate) fn max_rejections(candidates: u32) -> u32 {
    (2 * candidates).min(64)
}

/// The maximum number of rejections where a listing plan makes lists cheap.
#[inline]
fn max_rejections_with_list(candidates: u32) -> u32 {
    candidates.div_ceil(4).min(64)
}

/// The cost of one candidate's test while listing, relative to its cost when sampled alone
/// (measured on forty games).
const LISTED_COST_RATIO: f64 = 0.15;

/// The limits of the trial game, in moves and in steps.
const TRIAL_PLIES: usize = 100;
const TRIAL_STEPS: u64 = 200_000;

impl SamplingStrategy {
    /// Determines the strategy for a game by one random game with fixed seeds.
    pub fn of(game: &Game) -> SamplingStrategy {
        if game.kernel().is_some() {
            return SamplingStrategy::Kernel;
        }
        let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
        let mut state = game.start(&mut chance);
        let mut eval = Evaluator::new(game, &mut state, &mut chance);
        let (mut candidate_cost, mut list_cost, mut steps) = (0.0, 0.0, 0);
        for _ in 0..TRIAL_PLIES {
            if eval.state.over() || steps > TRIAL_STEPS {
                break;
            }
            (eval.candidates_drawn, eval.candidate_count) = (0, 0);
            let mv = eval.sample_legal(&mut pick);
            if eval.report_fault() {
                break;
            }
            let listing_cost = LISTED_COST_RATIO * f64::from(eval.candidate_count);
            list_cost += listing_cost;
            candidate_cost += match eval
                .candidates_drawn
                .min(max_rejections_with_list(eval.candidate_count))
            {
                drawn if drawn == eval.candidates_drawn => f64::from(drawn),
                rejected => f64::from(rejected) + listing_cost,
            };
            eval.make_move(mv);
            steps += eval.steps_made();
            eval.reset();
        }
        match candidate_cost > list_cost {
            true => SamplingStrategy::List,
            false => SamplingStrategy::Candidates,
        }
    }
}

impl Evaluator<'_> {
    /// The maximum number of rejections before the moves are listed.
    #[inline]
    pub(super) fn max_rejections(&mut self, candidates: u32) -> u32 {
        self.candidate_count = candidates;
        match self.sampling_strategy {
            Some(SamplingStrategy::List) => 0,
            Some(SamplingStrategy::Candidates) => max_rejections_with_list(candidates),
            Some(SamplingStrategy::Kernel) | None => max_rejections(candidates),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_candidates_none_is_drawn() {
        assert_eq!((max_rejections(0), max_rejections_with_list(0)), (0, 0));
        assert_eq!((max_rejections(1), max_rejections_with_list(1)), (2, 1));
    }
}

//! How long tickets are drawn before the moves are listed.

use super::Evaluator;
use crate::chance::SplitMix64;
use crate::Game;

/// How the moves of a game are drawn where nothing compiled draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SamplingStrategy {
    /// By tickets, as kernels do.
    Kernel,
    /// By tickets, of which a few may be blanks.
    Candidates,
    /// From the list: most tickets are blanks.
    List,
}

/// So many blanks are drawn before a kernel lists moves, to which lists are dear.
#[inline]
pub(crate) fn max_rejections(candidates: u32) -> u32 {
    (2 * candidates).min(64)
}

/// The same where lists are made by tables: what is drawn in vain costs little beside the list.
#[inline]
fn max_rejections_with_list(candidates: u32) -> u32 {
    candidates.div_ceil(4).min(64)
}

/// To ask for a ticket within a list costs about so much of what it costs alone (measured on forty games).
const LISTED_COST_RATIO: f64 = 0.15;

/// The trial game ends after so many moves, or so many steps.
const TRIAL_PLIES: usize = 100;
const TRIAL_STEPS: u64 = 200_000;

impl SamplingStrategy {
    /// What suits a game, told from one random game that is always the same.
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
    /// How many of so many tickets are drawn before the moves are listed.
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
    fn where_there_is_no_ticket_none_is_drawn() {
        assert_eq!((max_rejections(0), max_rejections_with_list(0)), (0, 0));
        assert_eq!((max_rejections(1), max_rejections_with_list(1)), (2, 1));
    }
}

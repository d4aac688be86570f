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
pub(crate) fn tries(tickets: u32) -> u32 {
    (2 * tickets).min(64)
}

/// The same where lists are made by tables: what is drawn in vain costs little beside the list.
#[inline]
fn few(tickets: u32) -> u32 {
    tickets.div_ceil(4).min(64)
}

/// To ask for a ticket within a list costs about so much of what it costs alone (measured on forty games).
const LISTED: f64 = 0.15;

/// The trial game ends after so many moves, or so many steps.
const PLIES: usize = 100;
const STEPS: u64 = 200_000;

impl SamplingStrategy {
    /// What suits a game, told from one random game that is always the same.
    pub fn of(game: &Game) -> SamplingStrategy {
        if game.kernel().is_some() {
            return SamplingStrategy::Kernel;
        }
        let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
        let mut state = game.start(&mut chance);
        let mut eval = Evaluator::new(game, &mut state, &mut chance);
        let (mut by_tickets, mut by_lists, mut steps) = (0.0, 0.0, 0);
        for _ in 0..PLIES {
            if eval.state.over() || steps > STEPS {
                break;
            }
            (eval.drawn, eval.tickets) = (0, 0);
            let mv = eval.sample_legal(&mut pick);
            if eval.report_fault() {
                break;
            }
            let list = LISTED * f64::from(eval.tickets);
            by_lists += list;
            by_tickets += match eval.drawn.min(few(eval.tickets)) {
                drawn if drawn == eval.drawn => f64::from(drawn),
                in_vain => f64::from(in_vain) + list,
            };
            eval.make_move(mv);
            steps += eval.steps_made();
            eval.reset();
        }
        match by_tickets > by_lists {
            true => SamplingStrategy::List,
            false => SamplingStrategy::Candidates,
        }
    }
}

impl Evaluator<'_> {
    /// How many of so many tickets are drawn before the moves are listed.
    #[inline]
    pub(super) fn tries(&mut self, tickets: u32) -> u32 {
        self.tickets = tickets;
        match self.habit {
            Some(SamplingStrategy::List) => 0,
            Some(SamplingStrategy::Candidates) => few(tickets),
            Some(SamplingStrategy::Kernel) | None => tries(tickets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_there_is_no_ticket_none_is_drawn() {
        assert_eq!((tries(0), few(0)), (0, 0));
        assert_eq!((tries(1), few(1)), (2, 1));
    }
}

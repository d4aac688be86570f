//! What a search reports: the value of each move, and how play would go on after the best ones.

use ludarium_engine::{Move, SplitMix64, State};

use super::search::{Search, INFINITE, WIN};
use crate::evaluation::logistic;
use crate::key::key;
use crate::report::Line;

/// A value beyond this is a forced win, less the number of plies until it.
const FORCED_WIN: i32 = WIN - 1_000;

/// The maximal length of a principal variation. Later entries of the table are often stale.
const MAX_LINE: usize = 16;

impl Search<'_, '_> {
    /// The moves with known values, in their order. The first `continued` of them are followed by
    /// the expected play. `scale` is the lead in points that stands for odds of e to 1, if it
    /// replaces that of the evaluation.
    pub(super) fn lines(
        &self,
        state: &mut State,
        moves: &[(Move, i32)],
        continued: usize,
        scale: Option<f64>,
    ) -> Vec<Line> {
        let known = moves.iter().filter(|(_, value)| *value > -INFINITE);
        let line = |(index, &(mv, value)): (usize, &(Move, i32))| {
            let proved = value.abs() > FORCED_WIN && !self.stochastic;
            let score = match value {
                value if value > FORCED_WIN => 1.0,
                value if value < -FORCED_WIN => 0.0,
                value => match scale {
                    Some(scale) => logistic(value, scale),
                    None => self.evaluation.expected_score(value),
                },
            };
            Line {
                moves: match index < continued && !self.stochastic {
                    true => self.principal_variation(state, mv),
                    false => vec![mv],
                },
                value: score,
                visits: 0,
                proved,
                plies: proved.then_some((WIN - value.abs()).unsigned_abs()),
            }
        };
        known.enumerate().map(line).collect()
    }

    /// A move and the best moves after it, as far as the transposition table knows them.
    fn principal_variation(&self, state: &mut State, first: Move) -> Vec<Move> {
        let begin = state.mark();
        let mut chance = SplitMix64::new(0);
        let (mut line, mut legal) = (Vec::new(), Vec::new());
        let mut next = Some(first);
        while let Some(mv) = next {
            let mover = state.mover();
            let _ = self.game.apply_marked(state, mv, &mut chance);
            line.push(mv);
            if state.over() || line.len() == MAX_LINE {
                break;
            }
            let entry = self.table.get(key(state, state.mover() == mover));
            self.game.legal(state, &mut legal);
            next = entry
                .and_then(|entry| entry.best)
                .filter(|best| legal.contains(best));
        }
        state.undo(begin);
        line
    }
}

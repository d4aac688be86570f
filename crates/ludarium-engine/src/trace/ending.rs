//! Why a game ends.

use super::{Recorder, Step, Tracer};
use crate::chance::Chance;
use crate::eval::Evaluator;
use crate::layout::Field;
use crate::{Move, State};

/// What ended a game.
#[derive(Clone, Debug)]
pub enum EndCause {
    /// An end rule of the description.
    Rule {
        /// The conditions of the rule that were evaluated, in order: those that hold, and those of
        /// results within the rule that do not.
        steps: Vec<Step>,
        /// The values by which the players are ranked, from the first player on, if they are.
        scores: Option<Vec<f64>>,
    },
    /// All players have passed, or none of them has a move.
    AllPassed,
    /// The limit of moves or turns is reached.
    TooLong,
    /// A game without players has no more moves.
    NothingHappens,
}

/// Why a game has ended with a move.
#[derive(Clone, Debug)]
pub struct Ending {
    /// What ended it.
    pub cause: EndCause,
    /// The player that made the last move.
    pub mover: usize,
    /// The player whose turn would have come.
    pub next: usize,
    /// The position at the end.
    pub state: Box<State>,
    /// The same position as if the game went on with the next player.
    pub going_on: Box<State>,
}

impl Tracer {
    /// Why the game ends with a legal move; `None` if it goes on, or if the engine stops it.
    /// `state` is left unchanged. Random results are drawn from `chance`.
    ///
    /// ```
    /// use ludarium_engine::trace::{EndCause, Event, Tracer};
    /// use ludarium_engine::SplitMix64;
    /// use ludarium_lud::{load, Choices, Definitions};
    ///
    /// let text = r#"(game "Two Stones" (players 2)
    ///     (equipment { (board (square 3)) (piece "Stone" Each) })
    ///     (rules (play (move Add (to (sites Empty))))
    ///         (end (if (= 2 (count Pieces Mover)) (result Mover Win)))))"#;
    /// let description = load("two.lud", text, &Definitions::none(), &Choices::defaults())?;
    /// let tracer = Tracer::new(&description)?;
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = tracer.game().start(&mut chance);
    /// let mut moves = Vec::new();
    /// for _ in 0..2 {
    ///     tracer.game().legal(&mut state, &mut moves);
    ///     assert!(tracer.ending(&mut state, moves[0], &mut chance).is_none());
    ///     tracer.game().apply(&mut state, moves[0], &mut chance);
    /// }
    /// tracer.game().legal(&mut state, &mut moves);
    /// let ending = tracer.ending(&mut state, moves[0], &mut chance).unwrap();
    /// assert_eq!((ending.mover, ending.next), (1, 2));
    /// let EndCause::Rule { steps, .. } = ending.cause else { panic!() };
    /// assert!(matches!(&steps[..], [step] if
    ///     matches!(step.event, Event::Condition { holds: true, compared: Some((2, 2)), .. })));
    /// # Ok::<(), ludarium_lud::Errors>(())
    /// ```
    #[must_use]
    pub fn ending(&self, state: &mut State, mv: Move, chance: &mut dyn Chance) -> Option<Ending> {
        let game = self.game.playing(state);
        let overflow = game.overflow_for(state, mv);
        let mover = state.mover();
        let mark = state.mark();
        let mut eval = Evaluator::new(game, state, chance);
        eval.overflow = overflow;
        eval.reference_mode = true;
        eval.trace = Some(Box::new(Recorder::of_ends()));
        eval.make_move(mv);
        let cause = eval.trace.take().and_then(|recorder| recorder.ending);
        let ended = cause.filter(|_| state.over()).map(|cause| {
            let ended = Box::new(state.clone());
            let next = usize::try_from(state.field(Field::Next)).unwrap_or(0);
            state.set_field(Field::Over, 0);
            state.set_field(Field::Mover, next as i32);
            state.set_field(Field::Prev, mover as i32);
            Ending {
                cause,
                mover,
                next,
                state: ended,
                going_on: Box::new(state.clone()),
            }
        });
        state.undo(mark);
        ended
    }
}

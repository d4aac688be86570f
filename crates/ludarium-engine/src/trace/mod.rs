//! Why a move is legal or not, and what it does: the conditions and effects of a description as
//! the evaluator goes through them.
//!
//! A [`Tracer`] compiles a description once more, with each condition tied to its place in the
//! text, and has the reference evaluator write down what it asks. There is no second meaning of the
//! rules: what is recorded is what was evaluated.

mod ending;
mod recorder;

use std::fmt;
use std::sync::Arc;

use ludarium_lud::{Choices, Description, Errors, Node, Span};

pub use ending::{EndCause, Ending};
pub(crate) use recorder::{Focus, Recorder};

use crate::action::Action;
use crate::chance::Chance;
use crate::compile::series::compile_described;
use crate::compile::Settings;
use crate::eval::{Evaluator, MoveSink, Want};
use crate::ir::Iter;
use crate::limit::ResourceLimits;
use crate::{Game, Move, State};

/// A variable that ludemes bind, such as `(from)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Variable {
    From,
    To,
    Between,
    Site,
    Level,
    Pips,
    Player,
    Value,
    Track,
    Hint,
    Edge,
    Team,
}

impl Variable {
    /// The variables, with the iterators of the evaluator that hold them.
    const ALL: [(Variable, Iter); 12] = [
        (Variable::From, Iter::From),
        (Variable::To, Iter::To),
        (Variable::Between, Iter::Between),
        (Variable::Site, Iter::Site),
        (Variable::Level, Iter::Level),
        (Variable::Pips, Iter::Pips),
        (Variable::Player, Iter::Player),
        (Variable::Value, Iter::Value),
        (Variable::Track, Iter::Track),
        (Variable::Hint, Iter::Hint),
        (Variable::Edge, Iter::Edge),
        (Variable::Team, Iter::Team),
    ];

    /// The word of the language that reads it: `from` for `(from)`.
    #[must_use]
    pub fn ludeme(self) -> &'static str {
        match self {
            Variable::From => "from",
            Variable::To => "to",
            Variable::Between => "between",
            Variable::Site => "site",
            Variable::Level => "level",
            Variable::Pips => "pips",
            Variable::Player => "player",
            Variable::Value => "value",
            Variable::Track => "track",
            Variable::Hint => "hint",
            Variable::Edge => "edge",
            Variable::Team => "team",
        }
    }

    /// Whether its values are sites.
    #[must_use]
    pub fn is_site(self) -> bool {
        use Variable::{Between, From, Site, To};
        matches!(self, From | To | Between | Site)
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ludeme())
    }
}

/// What the evaluator did at one place of the text.
#[derive(Clone, Debug)]
pub enum Event {
    /// A rule was asked for moves.
    Rule {
        /// The ludeme of the rule.
        span: Span,
        /// The number of moves that it listed, of those that were asked about.
        moves: usize,
    },
    /// A condition was evaluated.
    Condition {
        /// The condition.
        span: Span,
        /// The condition as it was checked: in place of the parameters of a definition stand their
        /// arguments.
        condition: Arc<Node>,
        /// Its value.
        holds: bool,
        /// The two numbers, if it compares numbers.
        compared: Option<(i32, i32)>,
        /// The variables that were bound, with their values. Sites are numbered as the format
        /// numbers them.
        bindings: Vec<(Variable, i32)>,
        /// The slots of the region, if it asks whether a site is in one that does not depend on
        /// chance.
        region: Option<Vec<usize>>,
    },
    /// A move with which an opponent could reach the site that a condition asks about. Within are
    /// the conditions of the move.
    Threat {
        /// The ludeme of the rule.
        span: Span,
        /// The slot that the move comes from; -1 for none.
        from: i32,
        /// The slot that it goes to.
        to: i32,
    },
    /// A slide or a shot whose rule says nothing about its way, which must be free then, came to a
    /// slot that is not.
    Blocked {
        /// The ludeme of the rule.
        span: Span,
        /// The slot.
        slot: usize,
    },
    /// Of alternatives by priority, the first that has any move counts.
    Priority {
        /// The number of alternatives that were asked. The last of them has moves, if `found`.
        asked: usize,
        /// The number of alternatives.
        of: usize,
        /// Whether an alternative has moves.
        found: bool,
    },
    /// Conditions were evaluated in the position after a move that was only tried.
    After {
        /// The slot that the move comes from; -1 for none.
        from: i32,
        /// The slot that it goes to; -1 for none.
        to: i32,
    },
    /// A move, or a part of its consequences, was carried out.
    Effect {
        /// The ludeme that was carried out.
        span: Span,
        /// The elementary actions, in order. There may be none.
        actions: Vec<Action>,
        /// The position right after them.
        state: Box<State>,
    },
}

impl Event {
    /// Its place in the text, if it has one of its own.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Event::Rule { span, .. }
            | Event::Condition { span, .. }
            | Event::Blocked { span, .. }
            | Event::Threat { span, .. }
            | Event::Effect { span, .. } => Some(*span),
            Event::Priority { .. } | Event::After { .. } => None,
        }
    }
}

/// An event, and what was evaluated for it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What happened here.
    pub event: Event,
    /// What happened within, in order. Parts of a condition that were not evaluated (the second
    /// part of an `and` whose first part is false) are absent.
    pub within: Vec<Step>,
}

/// The steps of an evaluation, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether steps are missing, because there are more than [`Trace::MOST`].
    pub cut: bool,
}

impl Trace {
    /// The most steps of a trace; an effect, which holds a position, counts as ten. Later ones are
    /// not recorded.
    pub const MOST: usize = 20_000;

    /// All steps with their depths, each before those within it.
    pub fn flat(&self) -> impl Iterator<Item = (usize, &Step)> {
        let mut waiting: Vec<(usize, &Step)> = self.steps.iter().rev().map(|s| (0, s)).collect();
        std::iter::from_fn(move || {
            let (depth, step) = waiting.pop()?;
            waiting.extend(step.within.iter().rev().map(|inner| (depth + 1, inner)));
            Some((depth, step))
        })
    }
}

/// A game that says which conditions of its description it evaluates.
///
/// Its moves and states are those of the game that [`Game::compile`] makes of the same description:
/// either can play on with what the other gives.
///
/// ```
/// use ludarium_engine::trace::{Event, Tracer};
/// use ludarium_engine::SplitMix64;
/// use ludarium_lud::{load, Choices, Definitions};
///
/// let text = r#"(game "Line of Three" (players 2)
///     (equipment { (board (square 3)) (piece "Mark" Each) })
///     (rules (play (move Add (to (sites Board) if:(and (is Empty (to)) (!= (to) 4)))))
///         (end (if (is Line 3) (result Mover Win)))))"#;
/// let description = load("three.lud", text, &Definitions::none(), &Choices::defaults())?;
/// let tracer = Tracer::new(&description)?;
/// let mut state = tracer.game().start(&mut SplitMix64::new(1));
///
/// // Why can nobody play in the middle?
/// let trace = tracer.why(&mut state, None, Some(4));
/// let mut refused = Vec::new();
/// for (_, step) in trace.flat() {
///     if let Event::Condition { span, holds: false, compared, .. } = step.event {
///         refused.push((&text[span.start as usize..span.end as usize], compared));
///     }
/// }
/// assert_eq!(refused[0].0, "(and (is Empty (to)) (!= (to) 4))");
/// assert_eq!(refused[1], ("(!= (to) 4)", Some((4, 4))));
/// # Ok::<(), ludarium_lud::Errors>(())
/// ```
#[derive(Debug)]
pub struct Tracer {
    game: Game,
}

impl Tracer {
    /// Compiles a description.
    ///
    /// # Errors
    /// Those of [`Game::compile`].
    pub fn new(description: &Description) -> Result<Tracer, Errors> {
        Tracer::with_limits(description, &ResourceLimits::default(), |_, _| None)
    }

    /// Compiles a description that may be a match, within limits.
    ///
    /// # Errors
    /// Those of [`Game::compile_with_limits`].
    pub fn with_limits(
        description: &Description,
        limits: &ResourceLimits,
        mut others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Result<Tracer, Errors> {
        let settings = Settings {
            limits: *limits,
            traced: true,
            places: None,
        };
        let game = compile_described(description, &settings, &mut others)?;
        Ok(Tracer { game })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the rules evaluate for moves from one slot to another, in a list of all legal moves.
    /// Either may be left open: `None` and a slot ask for placing a piece there, a slot and `None`
    /// for all moves from there. `state` is left unchanged.
    ///
    /// Rules that other pieces ask for are not in the trace, nor are conditions on other targets.
    #[must_use]
    pub fn why(&self, state: &mut State, from: Option<usize>, to: Option<usize>) -> Trace {
        let game = self.game.playing(state);
        let mark = state.mark();
        let mut chance = game.listing_rng(state);
        let mut eval = Evaluator::new(game, state, &mut chance);
        eval.reference_mode = true;
        eval.trace = Some(Box::new(Recorder::of_moves(game, Focus { from, to })));
        eval.legal(&mut MoveSink::new(Want::All, Vec::new()));
        let trace = eval.trace.take().map(|recorder| recorder.finish());
        state.undo(mark);
        trace.unwrap_or_default()
    }

    /// What a legal move does, with all its consequences: the conditions that are evaluated, the
    /// effects that are carried out, and the end rules that are asked. `state` is left unchanged.
    /// Random results are drawn from `chance`.
    #[must_use]
    pub fn effects(&self, state: &mut State, mv: Move, chance: &mut dyn Chance) -> Trace {
        let game = self.game.playing(state);
        let overflow = game.overflow_for(state, mv);
        let mark = state.mark();
        let mut eval = Evaluator::new(game, state, chance);
        eval.overflow = overflow;
        eval.reference_mode = true;
        eval.log = Some(Vec::new());
        eval.trace = Some(Box::new(Recorder::new(None)));
        eval.make_move(mv);
        let trace = eval.trace.take().map(|recorder| recorder.finish());
        state.undo(mark);
        trace.unwrap_or_default()
    }
}

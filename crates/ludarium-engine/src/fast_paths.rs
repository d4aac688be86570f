//! Which optimised ways of playing a game apply, and for those that do not, the ludeme that stands
//! in the way.
//!
//! All of them play by the same rules as the reference evaluator; a game without any is played by
//! the evaluator alone.

use ludarium_lud::{Choices, Description, Errors, Span};

use crate::compile::places::Places;
use crate::compile::series::compile_described;
use crate::compile::Settings;
use crate::eval::SamplingStrategy;
use crate::fast::refusal::{Fingerprint, Part, Refusal};
use crate::fast::Kernel;
use crate::ir::Moves;
use crate::limit::ResourceLimits;
use crate::movement_pattern::each_piece_loop;
use crate::Game;

/// A kernel: a loop that plays random games of one form without interpreting the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelKind {
    /// Stones placed on empty sites until a line or a connection decides.
    Placing,
    /// Stones dropped on stacks.
    Stacking,
    /// Stones that capture the stones they enclose.
    Enclosing,
    /// Pieces that are placed, moved and captured, one to a site.
    Pieces,
    /// Sowing and race games: a kind of piece and a number on each site.
    Counts,
}

impl KernelKind {
    /// What it plays, in a few words.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            KernelKind::Placing => "stones placed in lines and connections",
            KernelKind::Stacking => "stones dropped on stacks",
            KernelKind::Enclosing => "stones that enclose",
            KernelKind::Pieces => "pieces on a board",
            KernelKind::Counts => "sowing and races",
        }
    }
}

/// Why a kernel does not play a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The game as a whole has something that the kernel has no place for, in words: `stacks`.
    Feature(&'static str),
    /// A ludeme has no translation.
    Ludeme(Span),
    /// A part of a ludeme has no translation.
    Within {
        /// The smallest ludeme around the part whose place is known.
        ludeme: Option<Span>,
        /// The name of the part in the compiled rules.
        part: String,
    },
}

/// How random moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// By the kernel.
    Kernel,
    /// By drawing candidates until one is legal.
    Candidates,
    /// From the list of all legal moves.
    List,
}

/// The fast paths of a game.
#[derive(Clone, Debug)]
pub struct FastPaths {
    /// The kernel that plays its random games, if any does.
    pub kernel: Option<KernelKind>,
    /// For a game without a kernel: what keeps each kernel that translates rules part by part from
    /// playing it.
    pub obstacles: Vec<(KernelKind, Obstacle)>,
    /// How its random moves are drawn; `None` for a match, each of whose games has a way of its
    /// own.
    pub sampling: Option<Sampling>,
    /// The number of rules of pieces whose moves are listed from tables and sets.
    pub planned_rules: usize,
    /// The rules of pieces whose moves are listed by interpreting them, each once.
    pub interpreted_rules: Vec<Span>,
}

impl FastPaths {
    /// Compiles a description, which may be a match, and finds its fast paths. The games
    /// of a match are not looked into.
    ///
    /// ```
    /// use ludarium_engine::fast_paths::{FastPaths, KernelKind, Obstacle};
    /// use ludarium_engine::ResourceLimits;
    /// use ludarium_lud::{load, Choices, Definitions};
    ///
    /// // The kernel of connection games knows the regions of players, not three of all sides.
    /// let text = r#"(game "Y" (players 2)
    ///     (equipment { (board (hex Triangle 5)) (piece "Stone" Each) })
    ///     (rules (play (move Add (to (sites Empty))))
    ///         (end (if (is Connected 3 Sides) (result Mover Win)))))"#;
    /// let description = load("y.lud", text, &Definitions::none(), &Choices::defaults())?;
    /// let paths = FastPaths::of(&description, &ResourceLimits::default(), |_, _| None)?;
    /// assert_eq!(paths.kernel, None);
    /// let (kernel, obstacle) = &paths.obstacles[0];
    /// assert_eq!(*kernel, KernelKind::Pieces);
    /// let Obstacle::Ludeme(span) = obstacle else { panic!("{obstacle:?}") };
    /// assert_eq!(&text[span.start as usize..span.end as usize], "(is Connected 3 Sides)");
    /// # Ok::<(), ludarium_lud::Errors>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Game::compile_with_limits`].
    pub fn of(
        description: &Description,
        limits: &ResourceLimits,
        mut others: impl FnMut(&str, &Choices) -> Option<Description>,
    ) -> Result<FastPaths, Errors> {
        let places = std::rc::Rc::new(Places::default());
        let settings = Settings {
            limits: *limits,
            traced: false,
            places: Some(places.clone()),
        };
        let game = compile_described(description, &settings, &mut others)?;
        Ok(FastPaths::of_game(&game, &places))
    }

    fn of_game(game: &Game, places: &Places) -> FastPaths {
        let kernel = game.kernel().map(|kernel| match kernel {
            Kernel::Placing(_) => KernelKind::Placing,
            Kernel::Stacking(_) => KernelKind::Stacking,
            Kernel::Enclosing(_) => KernelKind::Enclosing,
            Kernel::Pieces(_) => KernelKind::Pieces,
            Kernel::Compact(_) => KernelKind::Counts,
        });
        let obstacles = match kernel {
            Some(_) => Vec::new(),
            None => [KernelKind::Pieces, KernelKind::Counts]
                .into_iter()
                .zip(Kernel::refusals(game))
                .filter_map(|(kind, refusals)| Some((kind, obstacle(&refusals, places)?)))
                .collect(),
        };
        let (mut planned_rules, mut interpreted_rules) = (0, Vec::new());
        // The places in the rules of a match are those of its first game.
        let phases = (game.series.is_none()).then_some(&game.phases);
        for phase in phases.into_iter().flatten() {
            each_piece_loop(&phase.moves, &mut |piece| {
                let (planned, others) = piece.listing(game).parts();
                planned_rules += planned;
                for moves in others {
                    let span = match moves {
                        Moves::Rule(id) => Some(game.rules[usize::from(*id)].span),
                        moves => places.of(&Fingerprint::of(Part::Moves(moves))),
                    };
                    interpreted_rules.extend(span);
                }
            });
        }
        interpreted_rules.sort_by_key(|span| (span.file, span.start));
        interpreted_rules.dedup();
        FastPaths {
            kernel,
            obstacles,
            sampling: game.series.is_none().then(|| match game.strategy() {
                SamplingStrategy::Kernel => Sampling::Kernel,
                SamplingStrategy::Candidates => Sampling::Candidates,
                SamplingStrategy::List => Sampling::List,
            }),
            planned_rules,
            interpreted_rules,
        }
    }
}

/// The innermost part that was refused, with the smallest ludeme around it that has a place.
fn obstacle(refusals: &[Refusal], places: &Places) -> Option<Obstacle> {
    let place = |refusal: &Refusal| match refusal {
        Refusal::Feature(_) => None,
        Refusal::Part {
            fingerprint, span, ..
        } => span.or_else(|| places.of(fingerprint)),
    };
    let innermost = refusals.first()?;
    Some(match (innermost, place(innermost)) {
        (Refusal::Feature(feature), _) => Obstacle::Feature(feature),
        (Refusal::Part { .. }, Some(span)) => Obstacle::Ludeme(span),
        (Refusal::Part { fingerprint, .. }, None) => Obstacle::Within {
            ludeme: refusals.iter().find_map(place),
            part: fingerprint.node().to_owned(),
        },
    })
}

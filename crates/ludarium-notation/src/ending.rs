//! Why a game has ended, in words.

mod facts;
mod numbers;

use std::fmt;
use std::sync::Arc;

use ludarium_engine::trace::{EndCause, Ending, Step, Tracer};
use ludarium_engine::{Chance, Game, Move, State};
use ludarium_games::{About, Loaded};
use ludarium_lud::Node;

use crate::{SiteAndPieceNames, Wording};

pub(crate) use facts::Fact;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndReason {
    /// What the end rule found: `Black is checkmated`.
    pub why: Option<String>,
    /// The points of the players, where they decide: `26 points to 22`.
    pub points: Option<String>,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<&str> = [&self.why, &self.points]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        f.write_str(&parts.join("; "))
    }
}

/// Says in words why games of one description end.
///
/// ```
/// use ludarium_engine::SplitMix64;
/// use ludarium_notation::EndReasons;
///
/// let entry = ludarium_games::find("tic-tac-toe")?;
/// let loaded = ludarium_games::load(entry, &[])?;
/// let reasons = EndReasons::new(&loaded, Some(&entry.about)).unwrap();
/// let names = ludarium_notation::SiteAndPieceNames::of(&loaded.game, Some(&entry.about));
/// let mut chance = SplitMix64::new(1);
/// let mut state = loaded.game.start(&mut chance);
/// for text in ["a1", "b1", "a2", "b2", "a3"] {
///     let mv = names.notation(&loaded.game).parse(&state, &chance, text)?;
///     let why = reasons.of_move(&mut state, mv, &mut chance.clone());
///     loaded.game.apply(&mut state, mv, &mut chance);
///     assert_eq!(why.is_some(), state.over());
///     if state.over() {
///         assert_eq!(why.unwrap().to_string(), "three in a row");
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EndReasons<'a> {
    game: &'a Game,
    tracer: Arc<Tracer>,
    names: SiteAndPieceNames,
    wording: Wording,
}

impl<'a> EndReasons<'a> {
    /// The reasons of a game's ends; `about` is what the library knows about a built-in game.
    /// `None` for a match, whose rules are those of other descriptions.
    #[must_use]
    pub fn new(loaded: &'a Loaded, about: Option<&About>) -> Option<EndReasons<'a>> {
        let tracer = Arc::new(Tracer::new(&loaded.description).ok()?);
        Some(EndReasons::with_tracer(loaded, about, tracer))
    }

    /// As [`EndReasons::new`], with the tracer of the description, which takes longest to make.
    #[must_use]
    pub fn with_tracer(
        loaded: &'a Loaded,
        about: Option<&About>,
        tracer: Arc<Tracer>,
    ) -> EndReasons<'a> {
        EndReasons {
            game: &loaded.game,
            tracer,
            names: SiteAndPieceNames::of(&loaded.game, about),
            wording: Wording::new(loaded, about),
        }
    }

    /// Why the game ends with a legal move. `None` if it goes on, or if there is nothing to say.
    /// `state` is left unchanged.
    #[must_use]
    pub fn of_move(
        &self,
        state: &mut State,
        mv: Move,
        chance: &mut dyn Chance,
    ) -> Option<EndReason> {
        let ending = self.tracer.ending(state, mv, chance)?;
        let words = EndWords {
            reasons: self,
            ending: &ending,
        };
        words.told()
    }
}

/// The end of one game, being put into words.
pub(crate) struct EndWords<'a> {
    reasons: &'a EndReasons<'a>,
    ending: &'a Ending,
}

impl EndWords<'_> {
    fn told(&self) -> Option<EndReason> {
        let (why, points) = match &self.ending.cause {
            EndCause::AllPassed => (Some("all players have passed".to_owned()), None),
            EndCause::NothingHappens => (Some("nothing can change any more".to_owned()), None),
            EndCause::TooLong => (Some(self.too_long()), None),
            EndCause::Rule { steps, scores } => {
                (self.reason(steps), scores.as_deref().map(points_in_words))
            }
        };
        (why.is_some() || points.is_some()).then_some(EndReason { why, points })
    }

    fn too_long(&self) -> String {
        let limits = self.reasons.game.turn_limits();
        match self.ending.state.moves() >= limits.moves as usize {
            true => format!("the limit of {} moves is reached", limits.moves),
            false => format!("the limit of {} turns is reached", limits.turns),
        }
    }

    /// What the conditions of an end rule found.
    fn reason(&self, steps: &[Step]) -> Option<String> {
        let mut facts = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            // A rule for each player asks the same condition again; the last answer counts.
            let is_asked_again = steps[index + 1..]
                .iter()
                .any(|later| later.event.span() == step.event.span());
            if !is_asked_again {
                self.facts(step, &mut facts);
            }
        }
        self.with_mates(&mut facts);
        let mut told: Vec<String> = Vec::new();
        for fact in &facts {
            if let Some(text) = self.fact(fact) {
                if !told.contains(&text) {
                    told.push(text);
                }
            }
        }
        if !told.is_empty() {
            return Some(told.join(" and "));
        }
        let rule = facts.iter().find_map(|fact| match fact {
            Fact::Rule(condition) => Some(condition),
            _ => None,
        })?;
        Some(format!("by the rule {}", shortened(rule)))
    }

    /// A player without a legal move whose king is attacked is mated, which is one fact.
    fn with_mates(&self, facts: &mut Vec<Fact>) {
        let attacked: Vec<usize> = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::Attacked(player, _) => Some(*player),
                _ => None,
            })
            .collect();
        let mut going_on = self.ending.going_on.clone();
        let game = self.reasons.game;
        let in_check = game.is_in_check(&mut going_on);
        let has_royals = !game.royal_kinds(&mut going_on).is_empty();
        let mut mated = Vec::new();
        for fact in facts.iter_mut() {
            let Fact::NoMoves(player) = *fact else {
                continue;
            };
            let is_next = player == self.ending.next;
            if attacked.contains(&player) || is_next && in_check {
                *fact = Fact::Mated(player);
                mated.push(player);
            } else if is_next && has_royals && !self.is_without_pieces(player) {
                *fact = Fact::Stalemated(player);
            }
        }
        facts.retain(|fact| !matches!(fact, Fact::Attacked(player, _) if mated.contains(player)));
    }

    /// Whether the game has pieces of a player, and none of them is on the board or in a hand.
    pub(super) fn is_without_pieces(&self, player: usize) -> bool {
        let game = self.reasons.game;
        let is_own = |what: usize| {
            let kind = game.components().get(what);
            kind.is_some_and(|kind| kind.owner == player)
        };
        (0..game.components().len()).any(is_own) && self.pieces_of(player) == 0
    }

    /// The number of a player's pieces.
    pub(super) fn pieces_of(&self, player: usize) -> i32 {
        let game = self.reasons.game;
        let pieces = (0..game.layout().slots).flat_map(|slot| self.ending.state.pieces_on(slot));
        let own = pieces.filter(|(what, _)| {
            let kind = game.components().get(*what);
            kind.is_some_and(|kind| kind.owner == player)
        });
        own.count().try_into().unwrap_or(i32::MAX)
    }
}

/// The longest text of a rule that is shown, in characters.
const RULE_SHOWN: usize = 100;

fn shortened(condition: &Node) -> String {
    let text = condition.to_string();
    match text.char_indices().nth(RULE_SHOWN) {
        None => text,
        Some((end, _)) => format!("{} ...", text[..end].trim_end()),
    }
}

/// The points of the players: `26 points to 22`.
fn points_in_words(scores: &[f64]) -> String {
    match scores {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|score| score == first) => {
            format!("{first} {} each", noun(*first))
        }
        [only] => format!("{only} {}", noun(*only)),
        [first, second] => {
            let (more, less) = match first >= second {
                true => (first, second),
                false => (second, first),
            };
            format!("{more} {} to {less}", noun(*more))
        }
        many => {
            let many: Vec<String> = many.iter().map(ToString::to_string).collect();
            format!("points: {}", many.join(", "))
        }
    }
}

fn noun(points: f64) -> &'static str {
    match (points - 1.0).abs() < f64::EPSILON {
        true => "point",
        false => "points",
    }
}

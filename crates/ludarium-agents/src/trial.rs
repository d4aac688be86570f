//! A few games between the agents that may suit a game, before the first is played: what a game is like tells which of them is the
//! better one in most games, and not in all.

use std::sync::Arc;

use ludarium_engine::{Game, Rollouts, SplitMix64, State};

use crate::evaluation::Evaluation;
use crate::kind::{by_properties, Kind};
use crate::{Agent, Budget, Clock, Ways};

/// Games at the most.
const GAMES: usize = 12;

/// Fewer games tell nothing.
const LEAST: usize = 6;

/// A match ends as soon as one of them is ahead by the worth of so many games above the half.
const CLEAR: f64 = 2.5;

/// The challenger has to be ahead by so many: the agent that suits the game by its properties is the better one more often than not, and
/// few games are easily misread.
const SHOWN: f64 = 1.5;

/// Random plies at the beginning, the same for both games of a pair.
const OPENING: usize = 2;

/// Longer games are cut off, and random games played from there.
const LONGEST: usize = 150;
const RANDOM: usize = 24;

/// Random games are undecided after so many plies.
const UNDECIDED: usize = 600;

/// What the agents are allowed for a move.
pub enum Pace<'a> {
    /// So many nodes: the same seed gives the same choice.
    Nodes(u64),
    /// A clock that begins to run when it is asked for.
    Clocks(&'a dyn Fn() -> Box<dyn Clock>),
}

impl Pace<'_> {
    /// Lets an agent think about a position; how many nodes it took.
    fn think<T>(&self, think: impl FnOnce(&mut Budget<'_>) -> T) -> (T, u64) {
        match self {
            Pace::Nodes(nodes) => {
                let mut budget = Budget::nodes(*nodes);
                let thought = think(&mut budget);
                (thought, budget.spent())
            }
            Pace::Clocks(begin) => {
                let clock = begin();
                let mut budget = Budget::clock(clock.as_ref());
                let thought = think(&mut budget);
                (thought, budget.spent())
            }
        }
    }
}

/// A match that was played to see which of two agents suits a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The one that suits it by its properties.
    pub holder: Kind,
    /// The other one.
    pub challenger: Kind,
    /// Games played.
    pub games: usize,
    /// What the challenger got in them, in games.
    pub score: f64,
}

impl Match {
    /// The one to be played by: the challenger, where it is seen to be better.
    #[must_use]
    pub fn best(&self) -> Kind {
        match self.games >= LEAST && self.ahead() >= SHOWN {
            true => self.challenger,
            false => self.holder,
        }
    }

    /// By how many games the challenger is above the half of them.
    fn ahead(&self) -> f64 {
        self.score - self.games as f64 / 2.0
    }

    /// Whether one of them is so far ahead that the rest need not be played.
    fn decided(&self) -> bool {
        self.games % 2 == 0 && self.ahead().abs() >= CLEAR
    }
}

/// A match between the agent that suits a game by its properties and the one that might suit it as well; `None` where there is no doubt:
/// something is hidden, each side has a king, a network judges. Takes no more than `whole`, and one move.
///
/// ```
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 6)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let description = ludarium_lud::load("two.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::evaluation::{Effort, Evaluation};
/// use ludarium_agents::{suited, tried, Budget, Pace};
///
/// let known = Evaluation::learn(&game, 1, Effort::LITTLE);
/// let contest = tried(&game, &known, 1, &Pace::Nodes(20), &mut Budget::nodes(5_000)).unwrap();
/// assert_eq!(contest.holder, suited(&game, &known));
/// // What is known of a game includes who did best in it.
/// let known = known.best_with(contest.challenger);
/// assert_eq!(suited(&game, &known), contest.challenger);
/// ```
#[must_use]
pub fn tried(
    game: &Game,
    known: &Evaluation,
    seed: u64,
    pace: &Pace<'_>,
    whole: &mut Budget<'_>,
) -> Option<Match> {
    let holder = by_properties(game, known);
    let mut contest = Match {
        holder,
        challenger: challenger(game, known, holder)?,
        games: 0,
        score: 0.0,
    };
    let mut trial = Trial {
        game,
        known: Arc::new(known.clone()),
        seed,
        pace,
        whole,
    };
    let pair = [contest.challenger, contest.holder];
    while contest.games < GAMES && !contest.decided() {
        let Some(score) = trial.play(pair, contest.games) else {
            break;
        };
        contest.games += 1;
        contest.score += score;
    }
    Some(contest)
}

/// Who else might suit a game, where that is open.
fn challenger(game: &Game, known: &Evaluation, holder: Kind) -> Option<Kind> {
    let mut chance = SplitMix64::new(0);
    let together = game.is_simultaneous(&game.start(&mut chance));
    let hidden = game.features().hidden_information || together;
    if hidden || game.players() < 2 || game.games().count() > 0 {
        return None;
    }
    // There no doubt has been found.
    if known.has_network() || known.has_kings() {
        return None;
    }
    Some(match holder {
        Kind::AlphaBeta => Kind::Mcts(Ways::USUAL),
        _ => Kind::AlphaBeta,
    })
}

/// What games are played with.
struct Trial<'a, 'c> {
    game: &'a Game,
    known: Arc<Evaluation>,
    seed: u64,
    pace: &'a Pace<'a>,
    whole: &'a mut Budget<'c>,
}

impl Trial<'_, '_> {
    /// What the first of two gets in a game, from 0 to 1; `None` where there is no time for it. With more than two players, every other
    /// seat is theirs.
    fn play(&mut self, pair: [Kind; 2], round: usize) -> Option<f64> {
        let game = self.game;
        let lots = self.seed ^ (round as u64 / 2) << 20;
        let seats = (0..game.players()).map(|seat| (seat + round) % 2);
        let sit = |(seat, side): (usize, usize)| -> (usize, Box<dyn Agent>) {
            let seed = lots ^ (seat as u64) << 40;
            let mut agent = pair[side].agent(seed, game, Some(self.known.clone()));
            agent.prepare(game);
            (side, agent)
        };
        let mut seats: Vec<_> = seats.enumerate().map(sit).collect();
        let mut chance = SplitMix64::new(lots);
        let mut pick = SplitMix64::new(lots ^ 0x0be9);
        let mut state = game.start(&mut chance);
        let mut legal = Vec::new();
        for ply in 0..LONGEST {
            game.legal(&mut state, &mut legal);
            let number = u32::try_from(legal.len()).ok();
            let Some(number) = number.filter(|number| *number > 0 && !state.over()) else {
                break;
            };
            let index = match seats.get_mut(state.mover().wrapping_sub(1)) {
                Some((_, agent)) if ply >= OPENING => {
                    let view = game.view(&state, state.mover());
                    let (index, nodes) = self
                        .pace
                        .think(|budget| agent.choose(&view, &legal, budget));
                    self.whole.pay(nodes);
                    if self.whole.used() >= 1.0 {
                        return None;
                    }
                    index
                }
                _ => pick.index(number) as usize,
            };
            game.apply(&mut state, legal[index], &mut chance);
        }
        let worth = self.worth(&mut state, &mut chance);
        let mean = |side: usize| {
            let own = seats.iter().zip(&worth).filter(|(own, _)| own.0 == side);
            let (sum, number) = own.fold((0.0, 0.0), |(sum, number), (_, worth)| {
                (sum + worth, number + 1.0)
            });
            sum / f64::max(number, 1.0)
        };
        Some(0.5 + (mean(0) - mean(1)) / 2.0)
    }

    /// What a game is worth to each player: what it came to, or what random games come to from where it was cut off.
    fn worth(&self, state: &mut State, chance: &mut SplitMix64) -> Vec<f64> {
        let players = 1..=self.game.players();
        if let Some(outcome) = self.game.outcome(state) {
            return players.map(|player| outcome.utility(player)).collect();
        }
        let mut rollouts = Rollouts::new(self.game);
        let mut sum = vec![0.0; self.game.players()];
        for _ in 0..RANDOM {
            let mut pick = SplitMix64::new(chance.next_u64());
            let end = rollouts.play(state, UNDECIDED, &mut pick, chance);
            for (sum, player) in sum.iter_mut().zip(players.clone()) {
                *sum += end.utility(player) / RANDOM as f64;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Effort;
    use crate::written::game;

    fn contest(games: usize, score: f64) -> Match {
        Match {
            holder: Kind::Mcts(Ways::USUAL),
            challenger: Kind::AlphaBeta,
            games,
            score,
        }
    }

    #[test]
    fn a_challenger_has_to_be_seen_to_be_better() {
        assert_eq!(contest(12, 7.5).best(), Kind::AlphaBeta);
        assert_eq!(contest(12, 7.0).best(), Kind::Mcts(Ways::USUAL));
        // All of four games may be luck.
        assert_eq!(contest(4, 4.0).best(), Kind::Mcts(Ways::USUAL));
    }

    #[test]
    fn a_match_ends_when_one_is_far_ahead_and_both_had_both_seats() {
        assert!(contest(6, 5.5).decided());
        assert!(contest(6, 0.5).decided());
        assert!(!contest(6, 5.0).decided());
        assert!(!contest(7, 7.0).decided());
    }

    fn line_of_three() -> Game {
        game(
            r#"(game "Line of Three" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
        )
    }

    #[test]
    fn by_nodes_the_same_seed_gives_the_same_match() {
        let game = line_of_three();
        let known = Evaluation::learn(&game, 1, Effort::LITTLE);
        let play = |nodes| {
            let mut whole = Budget::nodes(nodes);
            tried(&game, &known, 3, &Pace::Nodes(30), &mut whole).expect("it is open")
        };
        let contest = play(100_000);
        assert_eq!(contest, play(100_000));
        assert!(contest.games >= LEAST);
        // Where there is no time for the games, nothing is seen.
        assert!(play(200).games < LEAST);
        assert_eq!(play(200).best(), play(200).holder);
    }

    #[test]
    fn where_something_is_hidden_nothing_is_tried() {
        let game = game(
            r#"(game "Hidden" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
            (rules (start (set Hidden (sites Board) to:P2)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
        );
        let known = Evaluation::learn(&game, 1, Effort::LITTLE);
        assert!(game.features().hidden_information);
        assert_eq!(
            tried(
                &game,
                &known,
                3,
                &Pace::Nodes(30),
                &mut Budget::nodes(1_000)
            ),
            None
        );
    }
}

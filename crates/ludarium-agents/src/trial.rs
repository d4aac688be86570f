//! A trial match between the agents that may suit a game, before the first game is played. The
//! game's properties name the better agent in most games, but not in all.

use std::sync::Arc;

use ludarium_engine::{Game, Rollouts, SplitMix64, State};

use crate::evaluation::Evaluation;
use crate::spec::{recommended_by_properties, AgentSpec};
use crate::{Agent, Budget, Clock, MctsOptions};

/// The maximum number of games.
const MAX_GAMES: usize = 12;

/// A challenger needs at least this number of games.
const MIN_GAMES: usize = 6;

/// A match ends early once one agent is this many games above an even score.
const DECISIVE_LEAD: f64 = 2.5;

/// The lead that the challenger needs. The agent that suits the game's properties is usually the
/// better one, and a few games are easily misread.
const REQUIRED_LEAD: f64 = 1.5;

/// Random plies at the start, the same for both games of a pair.
const OPENING_PLIES: usize = 2;

/// The length at which a game is cut off, and the number of random playouts that score it then.
const MAX_PLIES: usize = 150;
const PLAYOUTS: usize = 24;

/// Playouts longer than this are undecided.
const PLAYOUT_LIMIT: usize = 600;

/// What the agents may spend on a move.
pub enum TimeControl<'a> {
    /// A number of nodes: equal seeds give equal matches.
    Nodes(u64),
    /// A clock, which starts to run when the function is called.
    Clock(&'a dyn Fn() -> Box<dyn Clock>),
}

impl TimeControl<'_> {
    /// Runs `think` with a budget for one move; also returns the nodes spent.
    fn think<T>(&self, think: impl FnOnce(&mut Budget<'_>) -> T) -> (T, u64) {
        match self {
            TimeControl::Nodes(nodes) => {
                let mut budget = Budget::nodes(*nodes);
                let result = think(&mut budget);
                (result, budget.spent())
            }
            TimeControl::Clock(begin) => {
                let clock = begin();
                let mut budget = Budget::clock(clock.as_ref());
                let result = think(&mut budget);
                (result, budget.spent())
            }
        }
    }
}

/// A match that decides which of two agents suits a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialMatch {
    /// The agent that suits the game's properties.
    pub incumbent: AgentSpec,
    /// The other agent.
    pub challenger: AgentSpec,
    /// Games played.
    pub games: usize,
    /// The challenger's score, in games.
    pub score: f64,
}

impl TrialMatch {
    /// The better agent: the challenger if it is clearly ahead, otherwise the incumbent.
    #[must_use]
    pub fn best(&self) -> AgentSpec {
        match self.games >= MIN_GAMES && self.lead() >= REQUIRED_LEAD {
            true => self.challenger,
            false => self.incumbent,
        }
    }

    /// How many games the challenger is above an even score.
    fn lead(&self) -> f64 {
        self.score - self.games as f64 / 2.0
    }

    /// Whether one agent is so far ahead that the remaining games need not be played.
    fn is_decided(&self) -> bool {
        self.games % 2 == 0 && self.lead().abs() >= DECISIVE_LEAD
    }
}

/// Plays a match between the agent that suits the game's properties and the one that might suit it
/// as well. Returns `None` if the choice is clear: the game has hidden information, each side has a
/// king, or the evaluation is a network. Spends at most `total_budget` plus one move.
///
/// ```
/// # let text = r#"(game "Two in a Row" (players 2)
/// #     (equipment { (board (rectangle 1 6)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("two.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_agents::evaluation::{Effort, Evaluation};
/// use ludarium_agents::{recommended_agent, play_trial_match, Budget, TimeControl};
///
/// let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
/// let (time, mut budget) = (TimeControl::Nodes(20), Budget::nodes(5_000));
/// let contest = play_trial_match(&game, &evaluation, 1, &time, &mut budget).unwrap();
/// assert_eq!(contest.incumbent, recommended_agent(&game, &evaluation));
/// // The evaluation keeps the agent that did best with it.
/// let evaluation = evaluation.with_best_agent(contest.challenger);
/// assert_eq!(recommended_agent(&game, &evaluation), contest.challenger);
/// ```
#[must_use]
pub fn play_trial_match(
    game: &Game,
    evaluation: &Evaluation,
    seed: u64,
    time_control: &TimeControl<'_>,
    total_budget: &mut Budget<'_>,
) -> Option<TrialMatch> {
    let incumbent = recommended_by_properties(game, evaluation);
    let mut contest = TrialMatch {
        incumbent,
        challenger: challenger(game, evaluation, incumbent)?,
        games: 0,
        score: 0.0,
    };
    let mut trial = Trial {
        game,
        evaluation: Arc::new(evaluation.clone()),
        seed,
        time_control,
        total_budget,
    };
    let pair = [contest.challenger, contest.incumbent];
    while contest.games < MAX_GAMES && !contest.is_decided() {
        let Some(score) = trial.play(pair, contest.games) else {
            break;
        };
        contest.games += 1;
        contest.score += score;
    }
    Some(contest)
}

/// The other agent that might suit the game; `None` if the choice is clear.
fn challenger(game: &Game, evaluation: &Evaluation, incumbent: AgentSpec) -> Option<AgentSpec> {
    let mut chance = SplitMix64::new(0);
    let simultaneous = game.is_simultaneous(&game.start(&mut chance));
    let hidden = game.features().hidden_information || simultaneous;
    if hidden || game.players() < 2 || game.games().count() > 0 {
        return None;
    }
    // The choice was never in doubt in such games.
    if evaluation.has_network() || evaluation.has_royals() {
        return None;
    }
    Some(match incumbent {
        AgentSpec::AlphaBeta => AgentSpec::Mcts(MctsOptions::DEFAULT),
        _ => AgentSpec::AlphaBeta,
    })
}

/// The conditions of the match.
struct Trial<'a, 'c> {
    game: &'a Game,
    evaluation: Arc<Evaluation>,
    seed: u64,
    time_control: &'a TimeControl<'a>,
    total_budget: &'a mut Budget<'c>,
}

impl Trial<'_, '_> {
    /// The score of the first agent in one game, from 0 to 1; `None` if time is up. With more than
    /// two players, the agents alternate around the table.
    fn play(&mut self, pair: [AgentSpec; 2], round: usize) -> Option<f64> {
        let game = self.game;
        let pair_seed = self.seed ^ (round as u64 / 2) << 20;
        let seats = (0..game.players()).map(|seat| (seat + round) % 2);
        let seat_agent = |(seat, side): (usize, usize)| -> (usize, Box<dyn Agent>) {
            let seed = pair_seed ^ (seat as u64) << 40;
            let mut agent = pair[side].build(seed, game, Some(self.evaluation.clone()));
            agent.prepare(game);
            (side, agent)
        };
        let mut seats: Vec<_> = seats.enumerate().map(seat_agent).collect();
        let mut chance = SplitMix64::new(pair_seed);
        let mut pick = SplitMix64::new(pair_seed ^ 0x0be9);
        let mut state = game.start(&mut chance);
        let mut legal = Vec::new();
        for ply in 0..MAX_PLIES {
            game.legal(&mut state, &mut legal);
            let number = u32::try_from(legal.len()).ok();
            let Some(number) = number.filter(|number| *number > 0 && !state.over()) else {
                break;
            };
            let index = match seats.get_mut(state.mover().wrapping_sub(1)) {
                Some((_, agent)) if ply >= OPENING_PLIES => {
                    let view = game.view(&state, state.mover());
                    let (index, nodes) = self
                        .time_control
                        .think(|budget| agent.choose(&view, &legal, budget));
                    self.total_budget.charge(nodes);
                    if self.total_budget.used() >= 1.0 {
                        return None;
                    }
                    index
                }
                _ => pick.index(number) as usize,
            };
            game.apply(&mut state, legal[index], &mut chance);
        }
        let utilities = self.utilities(&mut state, &mut chance);
        let mean = |side: usize| {
            let own = seats
                .iter()
                .zip(&utilities)
                .filter(|(own, _)| own.0 == side);
            let (sum, number) = own.fold((0.0, 0.0), |(sum, number), (_, utility)| {
                (sum + utility, number + 1.0)
            });
            sum / f64::max(number, 1.0)
        };
        Some(0.5 + (mean(0) - mean(1)) / 2.0)
    }

    /// The utility of a game to each player: its outcome, or the mean of random playouts from the
    /// position where it was cut off.
    fn utilities(&self, state: &mut State, chance: &mut SplitMix64) -> Vec<f64> {
        let players = 1..=self.game.players();
        if let Some(outcome) = self.game.outcome(state) {
            return players.map(|player| outcome.utility(player)).collect();
        }
        let mut rollouts = Rollouts::new(self.game);
        let mut sum = vec![0.0; self.game.players()];
        for _ in 0..PLAYOUTS {
            let mut pick = SplitMix64::new(chance.next_u64());
            let end = rollouts.play(state, PLAYOUT_LIMIT, &mut pick, chance);
            for (sum, player) in sum.iter_mut().zip(players.clone()) {
                *sum += end.utility(player) / PLAYOUTS as f64;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Effort;
    use crate::inline_games::game;

    fn contest(games: usize, score: f64) -> TrialMatch {
        TrialMatch {
            incumbent: AgentSpec::Mcts(MctsOptions::DEFAULT),
            challenger: AgentSpec::AlphaBeta,
            games,
            score,
        }
    }

    #[test]
    fn the_challenger_has_to_win_clearly() {
        assert_eq!(contest(12, 7.5).best(), AgentSpec::AlphaBeta);
        assert_eq!(
            contest(12, 7.0).best(),
            AgentSpec::Mcts(MctsOptions::DEFAULT)
        );
        // All of four games may be luck.
        assert_eq!(
            contest(4, 4.0).best(),
            AgentSpec::Mcts(MctsOptions::DEFAULT)
        );
    }

    #[test]
    fn a_match_ends_early_after_a_clear_lead_over_whole_pairs() {
        assert!(contest(6, 5.5).is_decided());
        assert!(contest(6, 0.5).is_decided());
        assert!(!contest(6, 5.0).is_decided());
        assert!(!contest(7, 7.0).is_decided());
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
        let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
        let play = |nodes| {
            let mut total_budget = Budget::nodes(nodes);
            play_trial_match(
                &game,
                &evaluation,
                3,
                &TimeControl::Nodes(30),
                &mut total_budget,
            )
            .expect("it is open")
        };
        let contest = play(100_000);
        assert_eq!(contest, play(100_000));
        assert!(contest.games >= MIN_GAMES);
        // Without time for enough games the incumbent stays.
        assert!(play(200).games < MIN_GAMES);
        assert_eq!(play(200).best(), play(200).incumbent);
    }

    #[test]
    fn no_trial_match_is_played_with_hidden_information() {
        let game = game(
            r#"(game "Hidden" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
            (rules (start (set Hidden (sites Board) to:P2)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
        );
        let evaluation = Evaluation::learn(&game, 1, Effort::LITTLE);
        assert!(game.features().hidden_information);
        assert_eq!(
            play_trial_match(
                &game,
                &evaluation,
                3,
                &TimeControl::Nodes(30),
                &mut Budget::nodes(1_000)
            ),
            None
        );
    }
}

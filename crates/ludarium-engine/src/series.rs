//! Matches: games played one after another, with points of their own.

use crate::action::Action;
use crate::chance::Chance;
use crate::eval::Evaluator;
use crate::ir::{End, Int, RuleId};
use crate::layout::{Field, PlayerField};
use crate::state::State;
use crate::{Game, Move};

/// The games of a match and what ends it.
#[derive(Debug)]
pub(crate) struct Series {
    pub games: Vec<Instance>,
    pub end: Vec<End>,
}

/// One of the games of a match.
#[derive(Debug)]
pub(crate) struct Instance {
    pub game: Game,
    /// Which game comes after it; the one that follows in the list where that is not said.
    pub next: Option<Int>,
    /// What winning it counts; where that is not said, and where nobody wins, each player gets a
    /// point for each lower rank.
    pub result: Option<Int>,
    /// The rule of going on to the next game.
    pub next_game_rule: RuleId,
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchState {
    /// The number that stands for the match.
    pub fingerprint: u64,
    /// Which of the games is being played.
    pub game: usize,
    /// Which one comes next, while the match stands between two games.
    pub next: Option<usize>,
    /// How many games have been finished.
    pub finished: i32,
    /// The points by player; index 0 is no player.
    pub points: Vec<i32>,
}

impl MatchState {
    fn new(fingerprint: u64, players: usize) -> MatchState {
        MatchState {
            fingerprint,
            game: 0,
            next: None,
            finished: 0,
            points: vec![0; players + 2],
        }
    }
}

impl Series {
    fn instance(&self, state: &State) -> &Instance {
        let index = state
            .series
            .as_ref()
            .map_or(0, |match_state| match_state.game);
        &self.games[index.min(self.games.len() - 1)]
    }

    /// The one move between two games, where the match stands there.
    pub fn next_game_move(&self, state: &State) -> Option<Move> {
        let match_state = state.series.as_ref()?;
        match_state.next?;
        Some(Move::new(self.instance(state).next_game_rule, -1, -1))
    }

    /// What the move between two games says it does.
    pub fn next_game_actions(&self, state: &State) -> Option<Vec<Action>> {
        self.next_game_move(state)
            .map(|_| vec![Action::NextInstance])
    }

    /// Makes a move of the game being played, or goes on to the next.
    pub fn apply(&self, state: &mut State, mv: Move, chance: &mut dyn Chance) {
        let next = state
            .series
            .as_ref()
            .and_then(|match_state| match_state.next);
        if let Some(next) = next {
            self.resolve_effect(state, next, chance);
            return;
        }
        let instance = self.instance(state);
        instance.game.apply(state, mv, chance);
        if state.over() && state.fault().is_none() {
            self.count(instance, state, chance);
        }
    }

    /// A game is over: its points are counted, and the match stands between two games.
    fn count(&self, instance: &Instance, state: &mut State, chance: &mut dyn Chance) {
        let winner = usize::try_from(state.field(Field::Winner)).unwrap_or(0);
        let number = self.games.len() as i32;
        let players = instance.game.players;
        // Ranks are kept doubled; 0 is none.
        let by_rank = |player| match state.player(PlayerField::Rank, player) {
            rank if player > 0 && rank > 0 => players as i32 - rank / 2,
            _ => 0,
        };
        let mut points: Vec<i32> = (0..=players).map(by_rank).collect();
        let mut eval = Evaluator::new(&instance.game, state, chance);
        if let (Some(result), 1..) = (&instance.result, winner) {
            points.fill(0);
            let won = eval.int(result);
            points
                .iter_mut()
                .skip(winner)
                .take(1)
                .for_each(|sum| *sum = won);
        }
        let next = eval.int_or(instance.next.as_ref(), -1);
        state.record_match_state();
        if let Some(match_state) = &mut state.series {
            let following = (match_state.game as i32 + 1).rem_euclid(number.max(1));
            let next = if (0..number).contains(&next) {
                next
            } else {
                following
            };
            match_state.next = Some(next as usize);
            match_state.finished += 1;
            for (sum, points) in match_state.points.iter_mut().zip(points) {
                *sum = sum.saturating_add(points);
            }
        }
        state.set_field(Field::Over, 0);
    }

    /// Ends the match if its rules say so; begins the next game if not.
    fn resolve_effect(&self, state: &mut State, next: usize, chance: &mut dyn Chance) {
        let instance = self.instance(state);
        let players = instance.game.players;
        state.set_field(Field::Active, players as i32);
        state.set_field(Field::Losers, 0);
        for player in 1..=players {
            state.set_player(PlayerField::Active, player, 1);
            state.set_player(PlayerField::Rank, player, 0);
        }
        let mut eval = Evaluator::new(&instance.game, state, chance);
        eval.apply_end_rules([&self.end]);
        if state.over() {
            return;
        }
        let Some(game) = self.games.get(next) else {
            return;
        };
        let mut fresh = game.game.start(chance);
        fresh.series = state.series.clone().map(|mut match_state| {
            match_state.game = next;
            match_state.next = None;
            match_state
        });
        state.become_another(fresh);
    }
}

impl Game {
    /// The game that is being played in a state: this one, or one of its match.
    pub(crate) fn playing(&self, state: &State) -> &Game {
        match &self.series {
            None => self,
            Some(series) => &series.instance(state).game,
        }
    }

    /// A new match.
    pub(crate) fn start_series(
        &self,
        series: &Series,
        chance: &mut dyn Chance,
    ) -> (State, Vec<Vec<Action>>) {
        let (mut state, mut placements) = series.games[0].game.start_logged(chance);
        // The placements at the start of a match are listed from last to first.
        placements.reverse();
        state.series = Some(Box::new(MatchState::new(self.fingerprint(), self.players)));
        (state, placements)
    }
}

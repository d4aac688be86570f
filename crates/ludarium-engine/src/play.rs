//! Playing a game: start, legal moves, apply, undo, perft, playouts.

use crate::action::Action;
use crate::chance::{Chance, SplitMix64};
use crate::eval::{Evaluator, MoveSink, ReplyAssumption, SamplingStrategy, Want};
use crate::layout::{ContainerKind, ExtraSet, Field, PlayerField};
use crate::state::{Mark, Piece, State};
use crate::{Game, Move, Outcome};

/// A position to start from, in place of the one that the start rules produce.
#[derive(Clone, Debug, Default)]
pub struct SetUp {
    /// The pieces and their slots; where pieces stack, from the bottom of the stack up.
    pub pieces: Vec<(usize, Piece)>,
    /// The player to move, from 1.
    pub mover: usize,
    /// The pending site, if there is one (in chess: the target of an en passant capture).
    pub pending: Option<usize>,
    /// The counter that rules about progress read.
    pub counter: i32,
    /// The name of the phase that all players are in; `None` for the phases that the position
    /// belongs to, as far as the pieces tell: a player without a piece in hand has entered all.
    pub phase: Option<String>,
}

impl Game {
    /// A game that starts from a given position. Everything that a position does not contain
    /// (scores, variables) is as after the start rules.
    #[must_use]
    pub fn set_up(&self, position: &SetUp, chance: &mut dyn Chance) -> State {
        let mut state = self.start(chance);
        let mut start = state.clone();
        for container in &self.containers {
            if container.kind == ContainerKind::Dice {
                continue;
            }
            for slot in container.first..container.first + container.size {
                state.clear_slot(slot, &self.owners);
            }
        }
        for slot in self.layout.sites..self.layout.slots {
            state.clear_slot(slot, &self.owners);
        }
        state.clear_tracks();
        for &(slot, piece) in &position.pieces {
            if slot < self.layout.slots && piece.what < self.owners.len() {
                state.enter_tracks(piece.what, self.layout.site(slot).1);
                if self.layout.levels > 0 {
                    state.insert_level(slot, usize::MAX, piece, &self.owners);
                } else {
                    state.put(slot, piece, &self.owners);
                }
            }
        }
        let first = self.players.min(1);
        let mover = position.mover.clamp(first, self.players.max(first));
        let next = if mover < self.players {
            mover + 1
        } else {
            first
        };
        state.set_field(Field::Mover, mover as i32);
        state.set_field(Field::Next, next as i32);
        state.set_field(Field::Counter, position.counter);
        state.set_field(Field::PassesInARow, 0);
        state.set_field(Field::LastFrom, -1);
        state.set_field(Field::LastTo, -1);
        let named = |name: &String| self.phases.iter().position(|phase| phase.name == *name);
        match position.phase.as_ref().and_then(named) {
            Some(phase) => {
                for player in 1..=self.players {
                    state.set_player(PlayerField::Phase, player, phase as i32);
                }
            }
            None => self.find_phases(&mut state, &mut start, chance),
        }
        if let Some(site) = position.pending {
            state.set_field(Field::PendingValue, site as i32 + 1);
            if site < self.layout.slots {
                state.mark_extra(ExtraSet::Pending, site, true);
            }
        }
        state.history.clear();
        state.choices.clear();
        let mut eval = Evaluator::new(self, &mut state, chance);
        eval.remember_position();
        eval.roll_for_decision();
        eval.draw_listing_chance();
        eval.end_if_nothing_happens();
        eval.report_fault();
        state
    }

    /// Moves each player on to the phase that the position belongs to: where a condition for the
    /// next phase holds with that player as the mover. A condition that holds at the start of the
    /// game as well, such as whose turn it is, tells nothing of the position.
    fn find_phases(&self, state: &mut State, start: &mut State, chance: &mut dyn Chance) {
        if !self.flags.phases_change {
            return;
        }
        let (mover, first) = (state.field(Field::Mover), start.field(Field::Mover));
        for player in 1..=self.players {
            state.set_field(Field::Mover, player as i32);
            start.set_field(Field::Mover, player as i32);
            // A player passes through each phase once at most.
            for _ in 1..self.phases.len() {
                let told = Evaluator::new(self, state, chance).phases_open_to(player);
                let known = Evaluator::new(self, start, chance).phases_open_to(player);
                let next = told.into_iter().find(|phase| !known.contains(phase));
                let Some(phase) = next else { break };
                for state in [&mut *state, &mut *start] {
                    state.set_player(PlayerField::Phase, player, phase as i32);
                }
            }
        }
        state.set_field(Field::Mover, mover);
        start.set_field(Field::Mover, first);
    }

    /// Starts a game: applies the start rules and makes the first roll of the dice.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::SplitMix64;
    ///
    /// let state = game.start(&mut SplitMix64::new(1));
    /// assert_eq!((state.mover(), state.moves(), state.over()), (1, 0, false));
    /// ```
    #[must_use]
    pub fn start(&self, chance: &mut dyn Chance) -> State {
        self.start_logged(chance).0
    }

    /// Starts a game, and returns the elementary actions of its start rules, one list per
    /// placement.
    #[must_use]
    pub fn start_logged(&self, chance: &mut dyn Chance) -> (State, Vec<Vec<Action>>) {
        if let Some(series) = &self.series {
            return self.start_series(series, chance);
        }
        let mut state = State::new(self.layout.clone(), self.list_count());
        let first = self.players.min(1) as i32;
        state.set_field(Field::Mover, first);
        state.set_field(Field::Next, if self.players > 1 { 2 } else { first });
        state.set_field(Field::Prev, 0);
        state.set_field(Field::LastFrom, -1);
        state.set_field(Field::LastBetween, -1);
        state.set_field(Field::LastTo, -1);
        state.set_field(Field::Temp, -1);
        state.set_field(Field::PrevTurn, -1);
        // The first move raises the counter to 0.
        state.set_field(Field::Counter, -1);
        state.set_field(Field::Active, self.players as i32);
        state.set_field(Field::Turns, 1);
        for player in 1..=self.players {
            state.set_player(PlayerField::Active, player, 1);
            state.set_player(PlayerField::Seat, player, player as i32);
            state.set_player(PlayerField::Value, player, -1);
            let phase = self
                .phases
                .iter()
                .position(|phase| phase.owner.is_none_or(|owner| owner == player));
            state.set_player(PlayerField::Phase, player, phase.unwrap_or(0) as i32);
        }
        for player in 0..=self.players {
            state.set_player(PlayerField::Value, player, -1);
        }
        for var in 0..self.vars.len() {
            state.set_cell(self.layout.vars + var, -1);
        }
        state.all_empty();
        let mut eval = Evaluator::new(self, &mut state, chance);
        let placements = eval.start_rules();
        if placements.is_empty() && !self.flags.passes_do_not_end && self.lists_passes() {
            // Where nothing was placed, the reference takes the first round of passes for complete
            // with one pass.
            eval.state
                .set_field(Field::PassesInARow, self.players as i32 - 1);
        }
        eval.remember_position();
        eval.roll_for_decision();
        eval.draw_listing_chance();
        eval.end_if_nothing_happens();
        eval.report_fault();
        (state, placements)
    }

    /// Writes the legal moves to `out` (cleared first). If no move is legal, the only entry is the
    /// forced pass; if the game is over, `out` stays empty. `state` is left unchanged, unless the
    /// rules exceed the limits of the engine: then there is no move, and the game is over without
    /// an outcome ([`State::fault`] returns the reason).
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// let sites: Vec<i32> = moves.iter().map(|mv| mv.target()).collect();
    /// assert_eq!(sites, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    /// ```
    pub fn legal(&self, state: &mut State, out: &mut Vec<Move>) {
        self.list(state, out, false);
    }

    fn list(&self, state: &mut State, out: &mut Vec<Move>, reference_mode: bool) {
        if let Some(series) = &self.series {
            match series.next_game_move(state) {
                Some(next) if !state.over() => {
                    out.clear();
                    out.push(next);
                }
                _ => self.playing(state).list(state, out, reference_mode),
            }
            return;
        }
        let mut moves = std::mem::take(out);
        moves.clear();
        let mut chance = self.listing_rng(state);
        let mut eval = Evaluator::new(self, state, &mut chance);
        eval.reference_mode = reference_mode;
        let mut collected = MoveSink::new(Want::All, moves);
        eval.legal(&mut collected);
        if eval.report_fault() {
            collected.moves.clear();
        }
        *out = collected.moves;
    }

    /// Lists the same moves as [`Game::legal`] by plain interpretation of every rule, without the
    /// tables and fast paths of the engine. The reference that tests compare the fast paths with.
    pub fn legal_reference(&self, state: &mut State, out: &mut Vec<Move>) {
        self.list(state, out, true);
    }

    /// Makes a legal move: carries it out with all its consequences, evaluates the end rules,
    /// passes the turn, and makes the next roll of the dice.
    ///
    /// The caller guarantees that `state` belongs to this game and is not over, and that
    /// [`Game::legal`] lists the move for it. Any other move leads to a position outside the rules,
    /// or to a panic. [`Game::play`] checks both, which costs a list of the legal moves.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// game.apply(&mut state, moves[8], &mut chance);
    /// assert_eq!((state.what(8), state.mover(), state.moves()), (1, 2, 1));
    /// ```
    pub fn apply(&self, state: &mut State, mv: Move, chance: &mut dyn Chance) {
        self.apply_with(ReplyAssumption::Off, state, mv, chance);
    }

    /// Makes a legal move, and finds out or assumes that the next player can move. Returns whether
    /// that was assumed.
    pub(crate) fn apply_with(
        &self,
        reply_assumption: ReplyAssumption,
        state: &mut State,
        mv: Move,
        chance: &mut dyn Chance,
    ) -> bool {
        if let Some(series) = &self.series {
            series.apply(state, mv, chance);
            return false;
        }
        let overflow = self.overflow_for(state, mv);
        let mut eval = Evaluator::new(self, state, chance);
        (eval.overflow, eval.reply_assumption) = (overflow, reply_assumption);
        eval.make_move(mv);
        eval.assumed_reply
    }

    /// Makes a legal move so that [`State::undo`] can take it back.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// let before = state.clone();
    /// for mv in moves {
    ///     let mark = game.apply_marked(&mut state, mv, &mut chance);
    ///     assert_eq!(state.hash(), state.recomputed_hash());
    ///     state.undo(mark);
    ///     assert!(state == before);
    /// }
    /// ```
    pub fn apply_marked(&self, state: &mut State, mv: Move, chance: &mut dyn Chance) -> Mark {
        let mark = state.mark();
        self.apply(state, mv, chance);
        mark
    }

    /// The elementary actions of a move and of all its consequences, in order. `state` is left
    /// unchanged. Random results among the consequences are drawn from `chance`.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{Action, SplitMix64};
    ///
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let mv = game.sample(&mut state, &mut SplitMix64::new(2)).unwrap();
    /// let told = game.explain(&mut state, mv, &mut chance);
    /// assert!(matches!(told[..], [Action::Add { what: 1, count: 1, .. }]));
    /// assert!(state.is_empty(mv.target() as usize), "told, not done");
    /// ```
    #[must_use]
    pub fn explain(&self, state: &mut State, mv: Move, chance: &mut dyn Chance) -> Vec<Action> {
        if let Some(series) = &self.series {
            let actions = series.next_game_actions(state);
            return actions.unwrap_or_else(|| self.playing(state).explain(state, mv, chance));
        }
        let overflow = self.overflow_for(state, mv);
        let mark = state.mark();
        let mut eval = Evaluator::new(self, state, chance);
        eval.overflow = overflow;
        eval.log = Some(Vec::new());
        eval.log_roll(mv);
        eval.make_move(mv);
        let log = eval.log.take().unwrap_or_default();
        state.undo(mark);
        log
    }

    /// The rank of each player once the game is over; `None` before, and if the engine had to stop
    /// the game.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// assert_eq!(game.outcome(&state), None, "not over yet");
    /// game.playout(&mut state, 20, &mut SplitMix64::new(5), &mut chance);
    /// let outcome = game.outcome(&state).unwrap();
    /// // Two players share out the first rank and the second: 1 + 2, or 1.5 + 1.5 for a draw.
    /// assert_eq!(outcome.ranks[1] + outcome.ranks[2], 3.0);
    /// assert_eq!(outcome.winner > 0, outcome.ranks.contains(&1.0));
    /// ```
    #[must_use]
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.over() || state.fault().is_some() {
            return None;
        }
        let rank = |player| f64::from(state.player(PlayerField::Rank, player)) / 2.0;
        let ranks: Vec<f64> = std::iter::once(0.0)
            .chain((1..=self.players).map(rank))
            .collect();
        let winner = state.field(Field::Winner) as usize;
        Some(Outcome { ranks, winner })
    }

    /// Whether the rules of play list a move for the mover, which the meta-rules may refuse.
    pub(crate) fn lists_moves(&self, state: &mut State) -> bool {
        if state.over() || self.series.is_some() {
            return false;
        }
        let mut chance = self.listing_rng(state);
        let mut eval = Evaluator::new(self, state, &mut chance);
        let moves = &eval.phase().moves;
        eval.has_move(moves)
    }

    /// Plays uniformly random moves from `state` to the end, or at most `limit` moves; returns the
    /// number of moves made. `pick` chooses among the legal moves; `chance` rolls the dice.
    pub fn playout(
        &self,
        state: &mut State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> usize {
        let mut made = 0;
        if self.series.is_some() {
            while made < limit {
                let Some(mv) = self.sample(state, pick) else {
                    break;
                };
                self.apply(state, mv, chance);
                made += 1;
            }
            return made;
        }
        self.strategy();
        let mut eval = Evaluator::new(self, state, chance);
        eval.keeps_list = true;
        while made < limit && !eval.state.over() {
            let mv = eval.sample_legal(pick);
            if eval.report_fault() {
                break;
            }
            eval.make_move(mv);
            eval.reset();
            made += 1;
        }
        made
    }

    /// How random moves are drawn.
    pub(crate) fn strategy(&self) -> SamplingStrategy {
        *self
            .sampling_strategy
            .get_or_init(|| SamplingStrategy::of(self))
    }

    /// A uniformly random legal move: the probability of each is proportional to its number of
    /// occurrences in the list of [`Game::legal`]. Drawn without listing all moves where possible.
    /// `None` once the game is over, or if the engine stops it (see [`Game::legal`]).
    #[must_use]
    pub fn sample(&self, state: &mut State, pick: &mut SplitMix64) -> Option<Move> {
        if state.over() {
            return None;
        }
        if let Some(series) = &self.series {
            let next = series.next_game_move(state);
            return next.or_else(|| self.playing(state).sample(state, pick));
        }
        self.strategy();
        let mut chance = SplitMix64::new(0);
        let mut eval = Evaluator::new(self, state, &mut chance);
        let mv = eval.sample_legal(pick);
        (!eval.report_fault()).then_some(mv)
    }

    /// Whether a move is the forced pass, which is made if no other move is legal.
    #[must_use]
    pub fn is_forced_pass(&self, mv: Move) -> bool {
        mv.rule == self.forced_pass
    }

    /// Whether a move is a pass, forced or chosen.
    #[must_use]
    pub fn is_pass(&self, mv: Move) -> bool {
        let rule = self.rules.get(usize::from(mv.rule));
        rule.is_some_and(|rule| matches!(rule.kind, crate::ir::RuleKind::Pass))
    }

    /// The place in the description of the rule that generated a move; `None` for a forced pass,
    /// which no rule asks for, and in the games of a match, which have descriptions of their own.
    #[must_use]
    pub fn rule_span(&self, mv: Move) -> Option<ludarium_lud::Span> {
        if self.series.is_some() || self.is_forced_pass(mv) {
            return None;
        }
        self.rules.get(usize::from(mv.rule)).map(|rule| rule.span)
    }

    /// The type and number of the site of a slot.
    #[must_use]
    pub fn site_of_slot(&self, slot: usize) -> crate::action::Place {
        let (site_type, site) = self.layout.site(slot);
        crate::action::Place {
            kind: crate::layout::type_of_index(site_type),
            site,
        }
    }
}

impl Evaluator<'_> {
    /// Makes a move of the mover with everything that belongs to it: consequences, end rules, next
    /// turn.
    pub(crate) fn make_move(&mut self, mv: Move) {
        if self.is_simultaneous() {
            self.choose(mv);
            self.report_fault();
            return;
        }
        let mover = self.state.mover();
        // A pass that replaces a part of the rules counts as a move of the rules.
        let stalemated = i32::from(mv.rule == self.game.forced_pass);
        if self.game.is_pass(mv) {
            self.roll_discarded();
        }
        self.state
            .set_player(PlayerField::Stalemated, mover, stalemated);
        if mv.rule == self.game.forced_pass {
            self.clear_pending();
            let lists = [self.game.passed_list(), self.game.pushed_list()];
            for list in lists.into_iter().flatten() {
                self.state.take_list(list);
            }
            self.state.set_field(Field::LastFrom, -1);
            self.state.set_field(Field::LastTo, -1);
            self.log_action(|| Action::Pass { forced: true });
            let moves = self.state.field(Field::Moves);
            self.state.set_field(Field::Moves, moves + 1);
            self.count_pass(true);
            self.after_move(true, false);
            self.report_fault();
            return;
        }
        if self.game.flags.turn_from && self.state.field(Field::MovesThisTurn) == 0 {
            self.state.set_field(Field::TurnFrom, mv.origin());
        }
        if self.game.meta.automove {
            self.state.take_list(self.game.automove_list());
        }
        self.swapped = false;
        self.perform(mv);
        // A swap of players is a decision of its own, so that a move with one is no pass.
        let pass = self.game.is_pass(mv) && !self.swapped;
        if !pass {
            self.state.set_field(Field::PassesInARow, 0);
        }
        if self.game.meta.automove {
            self.make_automoves();
        }
        if self.game.meta.gravity {
            self.apply_gravity();
        }
        self.after_move(pass, false);
        self.report_fault();
    }
}

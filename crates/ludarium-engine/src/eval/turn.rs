//! Everything around a move: the end of the game, phases, the order of turns, rolling dice.

use crate::action::Action;
use crate::ir::{End, GameResult, Iter, Moves, Owners, Verdict};
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::Move;

use super::{Evaluator, MoveSink, ReplyAssumption, Want};

impl<'a> Evaluator<'a> {
    /// The phase that the mover is in.
    pub fn phase(&self) -> &'a crate::game::Phase {
        self.phase_of(self.state.mover())
    }

    /// The phase that a player is in.
    pub fn phase_of(&self, player: usize) -> &'a crate::game::Phase {
        let phase = self.state.player(PlayerField::Phase, player) as usize;
        &self.game.phases[phase.min(self.game.phases.len() - 1)]
    }

    /// Lists the legal moves of the mover; the forced pass if there is none.
    pub fn legal(&mut self, out: &mut MoveSink) {
        if self.state.over() {
            return;
        }
        let phase = self.phase();
        self.in_decision = true;
        self.generate(&phase.moves, out);
        self.in_decision = false;
        if self.is_simultaneous() {
            self.own_choices(out);
        }
        if self.game.meta.forbids() && self.lookahead_depth == 0 {
            let list = std::mem::take(&mut out.moves);
            out.moves = list
                .into_iter()
                .filter(|&mv| self.meta_allows(mv))
                .collect();
        }
        if let Some(repetition) = self.game.meta.no_repeat {
            if self.lookahead_depth == 0 {
                let list = std::mem::take(&mut out.moves);
                out.moves = list
                    .iter()
                    .copied()
                    .filter(|&mv| self.allowed_by_repetition(mv, repetition))
                    .collect();
            }
        }
        self.offer_swap(out);
        if out.moves.is_empty() && out.want == Want::All && self.game.players > 0 {
            out.push(self.forced_pass());
        }
    }

    /// Ends a game without players when there are no more moves.
    pub fn end_if_nothing_happens(&mut self) {
        if self.game.players == 0 && !self.state.over() {
            let phase = self.phase();
            let forbids = self.game.meta.forbids() || self.game.meta.no_repeat.is_some();
            if !self.has_move(&phase.moves) || forbids && !self.has_legal_move() {
                self.draw();
            }
        }
    }

    /// Whether any generated move is legal.
    fn has_legal_move(&mut self) -> bool {
        let mut out = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        self.legal(&mut out);
        let any = !out.moves.is_empty();
        self.recycle(out.moves);
        any
    }

    /// The move that is made when no other is legal.
    pub(super) fn forced_pass(&mut self) -> Move {
        let pass = self.fallback_pass.unwrap_or(self.game.forced_pass);
        self.new_move(pass, &self.game.rules[pass as usize], -1, -1)
    }

    /// Completes a move after it has been carried out, or (`round`) the moves of all players.
    pub fn after_move(&mut self, pass: bool, round: bool) {
        let mover = self.state.mover();
        let next_set = self.state.field(Field::NextSet);
        if self.game.flags.to_clear && next_set != mover as i32 {
            self.remove_captured();
        }
        let moves = self.state.field(Field::Moves) - 1;
        self.state.set_field(Field::LastPass, i32::from(pass));
        self.state
            .set_player(PlayerField::Passed, mover, i32::from(pass));
        let mut passes = self.state.field(Field::PassesInARow);
        if pass && self.game.players > 1 && self.state.field(Field::MovesThisTurn) > 0 {
            // A player who has moved in this turn has not passed it, and a turn is not passed
            // twice.
            passes -= 1;
        }
        if round {
            passes += self.game.players as i32 - 1;
        }
        self.state
            .set_field(Field::PassesInARow, if pass { passes + 1 } else { 0 });
        self.state
            .set_field(Field::Next, self.next_player(mover, next_set));
        self.check_end();
        if !self.state.over() {
            let everybody = passes + 1 >= self.game.players as i32;
            // A game without end rules does not end by passing, either.
            let endless = self.phase().end.is_empty() && self.game.end.is_empty();
            let no_end = self.game.meta.pass_no_end
                || self.game.flags.passes_do_not_end
                || self.game.flags.stochastic
                || endless;
            let limits = self.game.turn_limits();
            let too_long =
                moves + 1 >= limits.moves || self.state.field(Field::Turns) >= limits.turns;
            if (pass && everybody && !no_end) || too_long {
                self.draw();
            }
        }
        let counter = self.state.field(Field::Counter);
        self.state.set_field(Field::Counter, counter + 1);
        if !self.state.over() {
            if self.game.flags.phases_change {
                self.next_phase();
            }
            self.pass_turn(mover, round);
        }
    }

    /// The player to move after `mover`.
    pub fn next_player(&self, mover: usize, next_set: i32) -> i32 {
        if next_set > 0 {
            return next_set;
        }
        let players = self.game.players;
        if players == 0 {
            return 0;
        }
        let mut next = mover % players + 1;
        for _ in 0..players {
            if self.state.player(PlayerField::Active, next) != 0 {
                break;
            }
            next = next % players + 1;
        }
        next as i32
    }

    /// Removes the captured pieces that remained until the end of the turn.
    fn remove_captured(&mut self) {
        // The list after those of the rules holds the captured pieces, in order of capture.
        let list = self.game.lists.len();
        if self.state.lists[list].is_empty() {
            return;
        }
        let mut taken = self.state.take_list(list);
        taken.reverse();
        let log = self.log.take();
        for &slot in &taken {
            self.remove(slot as usize, -1);
        }
        self.state.clear_extra(ExtraSet::ToClear);
        if let Some(mut log) = log {
            // Records have these actions first, the last capture at the front.
            for (index, &slot) in taken.iter().enumerate() {
                let at = self.place(slot as usize);
                log.insert(
                    index,
                    Action::Remove {
                        at,
                        level: -1,
                        applied: true,
                    },
                );
            }
            self.log = Some(log);
        }
    }

    fn next_phase(&mut self) {
        for player in 1..=self.game.players {
            let phase = self.phase_of(player);
            for next in &phase.next {
                if let Some(who) = &next.who {
                    if self.int(who) != player as i32 {
                        continue;
                    }
                }
                if self.bool(&next.cond) {
                    self.state
                        .set_player(PlayerField::Phase, player, next.phase as i32);
                    let changes = self.state.field(Field::PhaseChanges);
                    self.state.set_field(Field::PhaseChanges, changes + 1);
                    break;
                }
            }
        }
    }

    /// Passes the turn without a move and without evaluating the end rules.
    pub fn null_move(&mut self) {
        let mover = self.state.mover();
        self.clear_pending();
        self.state.set_field(Field::LastFrom, -1);
        self.state.set_field(Field::LastTo, -1);
        self.pass_turn(mover, false);
    }

    fn pass_turn(&mut self, mover: usize, round: bool) {
        let mut next = self.next_player(mover, self.state.field(Field::NextSet)) as usize;
        if self.game.flags.simultaneous {
            // A round of simultaneous moves begins with the first player, and so does the turn
            // after it.
            let first = self.next_player(self.game.players, 0) as usize;
            if round || self.phase_of(first).simultaneous {
                next = first;
            }
        }
        self.state.set_field(Field::NextSet, 0);
        self.state.set_field(Field::Prev, mover as i32);
        if self.game.flags.repetition_kind == Some(crate::ir::Repetition::PositionalInTurn)
            && self.state.field(Field::MovesThisTurn) == 0
        {
            // The positions of a turn count from its first move to the first move of the next turn.
            let so_far = self.state.history.len();
            self.state.set_field(Field::HistorySince, so_far as i32);
        }
        if next == mover && !round {
            let so_far = self.state.field(Field::MovesThisTurn);
            self.state.set_field(Field::MovesThisTurn, so_far + 1);
        } else {
            self.state.set_field(Field::PrevTurn, mover as i32);
            self.state.set_field(Field::MovesThisTurn, 0);
            let turns = self.state.field(Field::Turns);
            self.state.set_field(Field::Turns, turns + 1);
            if self.game.flags.visited {
                self.state.clear_extra(ExtraSet::Visited);
            }
        }
        self.state.set_field(Field::Mover, next as i32);
        self.state.set_field(Field::Next, self.next_player(next, 0));
        if self.game.flags.repetition && !self.game.flags.stored_states {
            self.remember_position();
        }
        self.roll_for_decision();
        self.draw_listing_chance();
        self.end_if_nothing_happens();
    }

    /// Records the position for repetition rules.
    pub fn remember_position(&mut self) {
        if let Some(repetition) = self.game.flags.repetition_kind {
            let hash = self.position_hash(repetition, self.state.mover());
            self.state.push_history(hash);
        }
    }

    /// Rolls the dice for the next decision.
    pub fn roll_for_decision(&mut self) {
        if !self.game.flags.rolls {
            return;
        }
        self.state.set_field(Field::Rolled, 0);
        let phase = self.phase();
        // The roll is logged with the next move.
        let log = self.log.take();
        self.rolling = true;
        self.roll_in(&phase.moves);
        self.rolling = false;
        self.log = log;
    }

    /// Follows the generators that the decision will use, and rolls the dice on the way.
    fn roll_in(&mut self, moves: &'a Moves) {
        match moves {
            Moves::Do {
                effect,
                rolls,
                next,
                ..
            } => {
                if let (Some(effect), true) = (effect, rolls) {
                    self.effect(*effect);
                }
                self.roll_in(next);
            }
            Moves::If(cond, yes, no) => {
                if self.bool(cond) {
                    self.roll_in(yes);
                } else if let Some(no) = no {
                    self.roll_in(no);
                }
            }
            Moves::RollIf(bit, cond, yes, no) => {
                if self.bool(cond) {
                    let thrown = self.state.field(Field::Rolled) | 1 << bit;
                    self.state.set_field(Field::Rolled, thrown);
                    self.roll_in(yes);
                } else if let Some(no) = no {
                    self.roll_in(no);
                }
            }
            Moves::All(parts) | Moves::Priority(parts) => {
                parts.iter().for_each(|part| self.roll_in(part))
            }
            Moves::Rare(rare) => self.roll_in(&rare.moves),
            Moves::MaxCaptures { moves, .. }
            | Moves::MaxMoves { moves, .. }
            | Moves::MaxDistance { moves, .. } => {
                self.roll_in(moves);
            }
            _ => {}
        }
    }

    /// Logs the roll that this decision started with.
    pub fn log_roll(&mut self) {
        if self.state.field(Field::Rolled) & 1 == 0 {
            return;
        }
        for dice in &self.game.dice {
            let first = self.game.containers[dice.container].first;
            for index in 0..dice.faces.len() {
                let at = self.place(first + index);
                let state = self.state.state_at(first + index, 0);
                self.log_action(|| Action::SetDie { at, state });
            }
            let equal = self.state.field(Field::DiceEqual) != 0;
            self.log_action(|| Action::SetDiceAllEqual { equal });
        }
    }

    // ---- end of the game

    pub(super) fn check_end(&mut self) {
        let reply_assumption = self.reply_assumption;
        if reply_assumption == ReplyAssumption::Pending {
            self.reply_assumption = ReplyAssumption::Active;
        }
        let phase = self.phase();
        self.apply_end_rules(&phase.end);
        if !self.state.over() {
            self.apply_end_rules(&self.game.end);
        }
        self.reply_assumption = reply_assumption;
    }

    pub(crate) fn apply_end_rules(&mut self, ends: &'a [End]) {
        for end in ends {
            if self.state.over() {
                return;
            }
            match end {
                End::If {
                    cond,
                    inner,
                    result,
                } => {
                    if self.bool(cond) {
                        if inner.is_empty() {
                            if let Some(result) = result {
                                self.apply_result(result);
                                return;
                            }
                        } else {
                            self.apply_end_rules(inner);
                            // The outer result applies if no inner rule does.
                            if let (false, Some(result)) = (self.state.over(), result) {
                                self.apply_result(result);
                            }
                            return;
                        }
                    }
                }
                End::ForEach {
                    tracks: true,
                    cond,
                    result,
                    ..
                } => {
                    for track in 0..self.game.board.tracks.len() {
                        let old = self.bind(Iter::Track, track as i32);
                        if self.bool(cond) {
                            self.apply_result(result);
                        }
                        self.bind(Iter::Track, old);
                        if self.state.over() {
                            return;
                        }
                    }
                }
                End::ForEach {
                    owners,
                    cond,
                    result,
                    ..
                } => {
                    let mut buffer = [0; 20];
                    let out_before = self.losers();
                    for &player in self.owner_list(owners, &mut buffer) {
                        let player = usize::from(player);
                        if player > self.game.players
                            || self.state.player(PlayerField::Active, player) == 0
                        {
                            continue;
                        }
                        let old = self.bind(Iter::Player, player as i32);
                        if self.bool(cond) {
                            self.apply_result(result);
                        }
                        self.bind(Iter::Player, old);
                        if self.state.over() {
                            break;
                        }
                    }
                    self.share_loss_ranks(out_before);
                }
            }
        }
    }

    fn apply_result(&mut self, result: &'a GameResult) {
        match result {
            GameResult::Of(owners, verdict) => self.apply_verdict(owners, *verdict),
            GameResult::ByScore { scores, misere } => {
                for (player, score) in scores {
                    let (player, score) = (self.int(player), self.int(score));
                    if player > 0 {
                        self.state
                            .set_player(PlayerField::Score, player as usize, score);
                    }
                }
                let sign = if *misere { -1 } else { 1 };
                let values: Vec<f64> = (1..=self.game.players)
                    .map(|player| f64::from(sign * self.state.player(PlayerField::Score, player)))
                    .collect();
                self.rank_by(&values);
            }
            GameResult::Payoffs(payoffs) => {
                let mut values = vec![0.0; self.game.players];
                for (player, value) in payoffs {
                    let (player, value) = (self.int(player), self.float(value));
                    let index = usize::try_from(player.wrapping_sub(1)).ok();
                    if let Some(entry) = index.and_then(|index| values.get_mut(index)) {
                        *entry = value;
                    }
                }
                self.rank_by(&values);
            }
        }
    }

    /// Ends the game with the players ranked by their values, highest first.
    fn rank_by(&mut self, values: &[f64]) {
        for (index, value) in values.iter().enumerate() {
            let better = values.iter().filter(|&other| other > value).count() as i32;
            let equal = values.iter().filter(|&other| other == value).count() as i32;
            // The mean of the ranks better + 1 ..= better + equal, doubled.
            self.state
                .set_player(PlayerField::Rank, index + 1, 2 * better + equal + 1);
        }
        self.finish_game();
    }

    fn apply_verdict(&mut self, owners: &'a Owners, verdict: Verdict) {
        let mut buffer = [0; 20];
        let players: Vec<usize> = self
            .owner_list(owners, &mut buffer)
            .iter()
            .map(|&player| usize::from(player))
            .collect();
        let players: Vec<usize> = players
            .into_iter()
            .filter(|&player| {
                player >= 1
                    && player <= self.game.players
                    && self.state.player(PlayerField::Active, player) != 0
            })
            .collect();
        match verdict {
            Verdict::Win => {
                let rank = self.next_win_rank();
                for &player in &players {
                    self.set_final_rank(player, 2 * rank);
                }
            }
            Verdict::Loss | Verdict::Abandon | Verdict::Crash => {
                // Players who lose at the same time share the last rank; a team gets its best.
                let together = if matches!(owners, Owners::Each) {
                    1
                } else {
                    players.len() as i32
                };
                let rank = self.next_loss_rank(together) * self.loss_rank_factor();
                for &player in &players {
                    self.set_final_rank(player, 2 * rank);
                }
            }
            Verdict::Draw | Verdict::Tie => {
                self.draw();
                return;
            }
        }
        let active: Vec<usize> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Active, player) != 0)
            .collect();
        // A team wins or loses together: the game ends when one team is left. If players of a team
        // win one by one, the others play on.
        let one_side = matches!(owners, Owners::Friend | Owners::Ally | Owners::Team(_))
            && active
                .windows(2)
                .all(|pair| self.friends(pair[0] as i32, pair[1] as i32));
        if active.len() <= 1 || one_side {
            let rank = self.next_win_rank();
            for &player in &active {
                self.set_final_rank(player, 2 * rank);
            }
            self.finish_game();
        }
    }

    /// The best rank not assigned yet.
    fn next_win_rank(&self) -> i32 {
        let players = self.game.players as i32;
        players - self.losers() - self.state.field(Field::Active) + 1
    }

    /// The number of players with ranks from the bottom.
    fn losers(&self) -> i32 {
        self.state.field(Field::Losers)
    }

    fn next_loss_rank(&mut self, number: i32) -> i32 {
        let losers = self.losers();
        self.state.set_field(Field::Losers, losers + number);
        // A single player gets the worst rank left; several players share the best of the worst
        // ranks.
        self.game.players as i32 - losers - number + 1
    }

    /// Players who lost one by one under the same rule at the same time share their ranks.
    fn share_loss_ranks(&mut self, out_before: i32) {
        let number = self.losers() - out_before;
        if number < 2 {
            return;
        }
        let worst = self.game.players as i32 - out_before;
        let ranks = worst - number + 1..=worst;
        for player in 1..=self.game.players {
            let doubled = self.state.player(PlayerField::Rank, player);
            if doubled % 2 == 0 && ranks.contains(&(doubled / 2)) {
                let shared = (worst - number + 1 + worst) * self.loss_rank_factor();
                self.state.set_player(PlayerField::Rank, player, shared);
            }
        }
    }

    fn set_final_rank(&mut self, player: usize, doubled: i32) {
        self.state.set_player(PlayerField::Rank, player, doubled);
        self.state.set_player(PlayerField::Active, player, 0);
        let active = self.state.field(Field::Active);
        self.state.set_field(Field::Active, active - 1);
    }

    /// 0 in a game for one player, where only a win has a rank; 1 otherwise.
    fn loss_rank_factor(&self) -> i32 {
        i32::from(self.game.players > 1)
    }

    /// Ends the game; the remaining players share the remaining ranks.
    pub fn draw(&mut self) {
        let active: Vec<usize> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Active, player) != 0)
            .collect();
        let loss_rank_factor = self.loss_rank_factor();
        let best = self.next_win_rank();
        let worst = best + active.len() as i32 - 1;
        for player in active {
            self.state
                .set_player(PlayerField::Rank, player, (best + worst) * loss_rank_factor);
        }
        self.finish_game();
    }

    fn finish_game(&mut self) {
        self.state.set_field(Field::Over, 1);
        let winners: Vec<usize> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Rank, player) == 2)
            .collect();
        let winner = if let [winner] = winners[..] {
            winner as i32
        } else {
            0
        };
        self.state.set_field(Field::Winner, winner);
    }
}

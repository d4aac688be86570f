//! Everything around a move: passes, phases, the order of turns, rolling dice.

use crate::action::Action;
use crate::ir::{Moves, Repetition, RuleId, OFF};
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::trace::EndCause;
use crate::Move;

use super::{Evaluator, MoveSink, Want};

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
        let lists_at = self.lists_at.replace(self.state.changes());
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
                let mut list = std::mem::take(&mut out.moves);
                let before = self.before_listed(&list);
                list.retain(|&mv| self.allowed_by_repetition(mv, repetition, before.as_ref()));
                out.moves = list;
            }
        }
        self.lists_at = lists_at;
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
                self.trace_ending(EndCause::NothingHappens);
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
        let pass = self.game.forced_pass;
        self.new_move(pass, &self.game.rules[pass as usize], -1, -1)
    }

    /// Counts the passes in a row up to this move, for which its consequences ask already.
    pub fn count_pass(&mut self, pass: bool) {
        let before = self.state.field(Field::PassesInARow);
        let passes = if !pass {
            0
        } else if self.game.players > 1 && self.state.field(Field::MovesThisTurn) > 0 {
            // A player who has moved in this turn has not passed it, and a turn is not passed
            // twice.
            before
        } else {
            before + 1
        };
        self.state.set_field(Field::PassesInARow, passes);
    }

    /// Completes a move after it has been carried out and its pass counted, or (`round`) the moves
    /// of all players.
    pub fn after_move(&mut self, pass: bool, round: bool) {
        let swapped = std::mem::take(&mut self.swapped);
        let mover = self.state.mover();
        let next_set = self.state.field(Field::NextSet);
        if self.game.flags.to_clear && next_set != mover as i32 {
            self.remove_captured();
        }
        let moves = self.state.field(Field::Moves) - 1;
        self.state.set_field(Field::LastPass, i32::from(pass));
        self.state
            .set_player(PlayerField::Passed, mover, i32::from(pass));
        let next = self.next_player(mover, next_set);
        self.state.set_field(Field::Next, next);
        self.check_end();
        if !self.state.over() {
            let everybody = self.state.field(Field::PassesInARow) >= self.game.players as i32;
            // A game without end rules does not end by passing, either.
            let endless = self.phase().end.is_empty() && self.game.end.is_empty();
            let no_end = self.game.meta.pass_no_end
                || self.game.flags.passes_do_not_end
                || self.game.flags.stochastic
                || endless;
            let limits = self.game.turn_limits();
            let too_long =
                moves + 1 >= limits.moves || self.state.field(Field::Turns) >= limits.turns;
            let passed = pass && everybody && !no_end;
            if passed || too_long {
                self.trace_ending(match passed {
                    true => EndCause::AllPassed,
                    false => EndCause::TooLong,
                });
                self.draw();
            }
        }
        let counter = self.state.field(Field::Counter);
        self.state.set_field(Field::Counter, counter + 1);
        if !self.state.over() {
            if self.has_just_won(next) {
                // The turn was that player's already.
                self.state.set_field(Field::NextSet, next);
            }
            if self.game.flags.phases_change {
                self.next_phase();
            }
            self.pass_turn(mover, round, swapped);
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
        let stacks = self.game.layout.levels > 0;
        let log = self.log.take();
        let removed: Vec<(i32, i32)> = match stacks {
            true => self.stacks_of(&mut taken),
            false => taken.iter().rev().map(|&slot| (slot, OFF)).collect(),
        };
        for &(slot, level) in &removed {
            self.remove(slot as usize, level);
        }
        self.state.clear_extra(ExtraSet::ToClear);
        if let Some(mut log) = log {
            // Records have these actions first: without stacks, the last capture at the front; with
            // stacks, the last removal.
            let actions = removed.iter().map(|&(slot, level)| Action::Remove {
                at: self.place(slot as usize),
                level,
                applied: true,
            });
            let actions: Vec<Action> = match stacks {
                true => actions.rev().collect(),
                false => actions.collect(),
            };
            log.splice(0..0, actions);
            self.log = Some(log);
        }
    }

    /// The slots and levels of the pieces to remove from stacks, in order: site by site, as many
    /// pieces as the site is named times, from the level of that number downwards.
    fn stacks_of(&self, named: &mut [i32]) -> Vec<(i32, i32)> {
        named.sort_unstable();
        let sites = named.chunk_by(|one, other| one == other);
        sites
            .flat_map(|same| {
                let height = self.state.height(same[0] as usize);
                let levels = 0..same.len().min(height) as i32;
                levels.rev().map(move |level| (same[0], level))
            })
            .collect()
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
                    let after_mover = || {
                        let of_mover = self.state.player(PlayerField::Phase, self.state.mover());
                        (of_mover as usize + 1) % self.game.phases.len()
                    };
                    let phase = next.phase.unwrap_or_else(after_mover);
                    self.state
                        .set_player(PlayerField::Phase, player, phase as i32);
                    break;
                }
            }
        }
    }

    /// The phases whose conditions hold for a player in its phase.
    pub fn phases_open_to(&mut self, player: usize) -> Vec<usize> {
        let phase = self.phase_of(player);
        let index = self.state.player(PlayerField::Phase, player) as usize;
        let mut open = Vec::new();
        for next in &phase.next {
            let concerned = match &next.who {
                Some(who) => self.int(who) == player as i32,
                None => true,
            };
            if concerned && self.bool(&next.cond) {
                open.push(next.phase.unwrap_or((index + 1) % self.game.phases.len()));
            }
        }
        open
    }

    /// Passes the turn without a move and without evaluating the end rules.
    pub fn null_move(&mut self) {
        let mover = self.state.mover();
        self.clear_pending();
        self.state.set_field(Field::LastFrom, -1);
        self.state.set_field(Field::LastTo, -1);
        self.pass_turn(mover, false, false);
    }

    /// Passes the turn. After a round of simultaneous moves (`round`), and after a move that has
    /// swapped players (`swapped`), a new turn begins even if the same player goes on.
    fn pass_turn(&mut self, mover: usize, round: bool, swapped: bool) {
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
        self.note_who_passed(mover);
        let moved_before = self.state.field(Field::Prev) == mover as i32;
        self.state.set_field(Field::Prev, mover as i32);
        let turn_goes_on = next == mover && !round && !swapped;
        if turn_goes_on {
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
            match self.game.flags.repetition_kind {
                Some(Repetition::PositionalInTurn | Repetition::SituationalInTurn) => {
                    // The positions of a turn count from its first move to the first move of the
                    // next turn.
                    if !moved_before {
                        let so_far = self.state.history.len();
                        self.state.set_field(Field::HistorySince, so_far as i32);
                    }
                    self.remember_position();
                }
                _ => {
                    // Of a turn of several moves, the format counts the position after the first.
                    let counts = match self.game.flags.repetition_of_turns {
                        true => !turn_goes_on,
                        false => !moved_before,
                    };
                    if counts {
                        self.remember_position();
                    }
                }
            }
        }
        self.roll_for_decision();
        self.draw_listing_chance();
        self.end_if_nothing_happens();
    }

    /// Records whether the last move of a player was a pass, if situations are distinguished by
    /// that.
    fn note_who_passed(&mut self, mover: usize) {
        let Some(list) = self.game.who_passed_list() else {
            return;
        };
        let bit = 1 << (mover & 31);
        let before = self.state.lists[list].first().copied().unwrap_or(0);
        let after = match self.state.field(Field::LastPass) {
            0 => before & !bit,
            _ => before | bit,
        };
        if after != before {
            self.state.take_list(list);
            self.state.remember(list, after);
        }
    }

    /// Records the position for repetition rules.
    pub fn remember_position(&mut self) {
        if let Some(repetition) = self.game.flags.repetition_kind {
            let mover = self.state.mover();
            let hash = self.position_hash(repetition, mover);
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
            Moves::MaxCaptures { moves, .. } | Moves::MaxMoves { moves, .. } => {
                self.roll_in(moves);
            }
            _ => {}
        }
    }

    /// Logs the roll that this decision started with, if it is part of the move: moves beside the
    /// `do` that rolls have no roll, and neither has the forced pass.
    pub fn log_roll(&mut self, mv: Move) {
        let rolled = self.state.field(Field::Rolled) & 1 != 0;
        if !rolled || mv.rule == self.game.forced_pass || beside_roll(&self.phase().moves, mv.rule)
        {
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
}

/// Whether a rule is offered by some moves without the roll of the dice that they begin with.
fn beside_roll(moves: &Moves, rule: RuleId) -> bool {
    match moves {
        Moves::Rule(id) => *id == rule,
        Moves::All(parts) | Moves::Priority(parts) => {
            parts.iter().any(|part| beside_roll(part, rule))
        }
        Moves::If(_, yes, no) | Moves::RollIf(_, _, yes, no) => {
            beside_roll(yes, rule) || no.as_ref().is_some_and(|no| beside_roll(no, rule))
        }
        Moves::Rare(rare) => beside_roll(&rare.moves, rule),
        Moves::Do {
            rolls: false, next, ..
        } => beside_roll(next, rule),
        _ => false,
    }
}

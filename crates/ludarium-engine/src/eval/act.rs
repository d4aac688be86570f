//! Carries out the action of a single rule.

use super::pieces::Lift;
use super::Evaluator;
use crate::action::{Action, Place};
use crate::ir::{Hurdle, Message, Rule, RuleKind, OFF};
use crate::layout::{type_of_index, ExtraSet, Field, PlayerField};
use crate::state::Piece;
use crate::Move;

impl<'a> Evaluator<'a> {
    #[allow(clippy::too_many_lines)] // one arm per rule
    pub(super) fn act(&mut self, rule: &'a Rule, mv: Move, level: i32) {
        let to = mv.target();
        let from = mv.origin();
        match &rule.kind {
            RuleKind::Step {
                from: origin,
                stack,
                ..
            }
            | RuleKind::Slide {
                from: origin,
                stack,
                ..
            }
            | RuleKind::Hop {
                from: origin,
                stack,
                ..
            } => {
                let lift = match rule.kind {
                    _ if *stack => Lift::Stack,
                    // A step names the level of its piece in any case.
                    RuleKind::Step { .. } => Lift::Piece,
                    _ => Lift::of_origin(origin),
                };
                self.shift_in(from, to, level, OFF, lift, None);
                if let RuleKind::Slide {
                    between:
                        Hurdle {
                            trail: Some(trail), ..
                        },
                    dirs,
                    ..
                } = &rule.kind
                {
                    let trail = self.int(trail);
                    self.leave_trail(mv, dirs, trail);
                }
            }
            RuleKind::Leap { from: origin, .. } => {
                self.shift_in(from, to, level, OFF, Lift::of_origin(origin), None);
            }
            RuleKind::FromTo {
                from: origin,
                copy,
                stack,
                to: target,
                count: counted,
                ..
            } => {
                let count = mv.get(0);
                if *copy {
                    let level = level.max(0) as usize;
                    let piece = Piece {
                        count: count.max(1),
                        ..self.state.piece(from as usize, level)
                    };
                    self.put_piece(to, piece);
                    let (from, to) = (self.place(from as usize), self.place(to as usize));
                    self.log_action(|| Action::Copy { from, to });
                } else if self.game.cover > 0
                    && self.orientations(self.state.what(from as usize)) > 0
                {
                    self.shift_large(from as usize, to as usize, level, i32::from(mv.payload[2]));
                } else {
                    let onto = target.level.as_ref().map(|level| self.int(level));
                    let lift = match counted {
                        None if *stack => Lift::Stack,
                        Some(_) => Lift::Tops {
                            levels: count,
                            logged: *stack,
                        },
                        None => Lift::of_origin(origin),
                    };
                    self.shift_in(from, to, level, count, lift, onto);
                }
            }
            RuleKind::Shoot { what, .. } => {
                let what = self.int(what);
                self.add(to, what, None, 1, false, None);
            }
            RuleKind::Add {
                state,
                stack,
                to: target,
                ..
            } => {
                let large = self.is_large(mv.payload[0].into());
                let state = match state {
                    _ if large => Some(i32::from(mv.payload[2])),
                    Some(state) => Some(self.int(state)),
                    None => None,
                };
                let level = target.level.as_ref().map(|level| self.int(level));
                for _ in 0..mv.payload[1].max(1) {
                    self.add(to, i32::from(mv.payload[0]), state, 1, *stack, level);
                }
            }
            RuleKind::SetVariable => self.add(to, i32::from(mv.payload[0]), None, 1, false, None),
            RuleKind::Claim { state, .. } => {
                let state = state.as_ref().map(|state| self.int(state));
                self.add(to, i32::from(mv.payload[0]), state, 1, false, None);
            }
            RuleKind::Select { to: target, .. } => {
                let (from, place) = (self.place(from as usize), self.place(to as usize));
                let to = target.is_some().then_some(place);
                self.log_action(|| Action::Select {
                    from,
                    to,
                    level_from: level,
                    level_to: OFF,
                });
            }
            RuleKind::Remove { at_end, .. } => {
                let (count, level) = (mv.payload[0], i32::from(mv.payload[1]));
                if *at_end {
                    let taken = self.game.lists.len();
                    if self.game.layout.levels > 0 {
                        for _ in 0..count.max(1) {
                            self.state.remember(taken, to);
                        }
                    } else if !self.state.in_extra(ExtraSet::ToClear, to as usize) {
                        self.state.remember(taken, to);
                    }
                    self.state.mark_extra(ExtraSet::ToClear, to as usize, true);
                    let at = self.place(to as usize);
                    for _ in 0..count.max(1) {
                        self.log_action(|| Action::Remove {
                            at,
                            level,
                            applied: false,
                        });
                    }
                } else {
                    for _ in 0..count.max(1) {
                        self.remove(to as usize, level);
                    }
                }
            }
            RuleKind::Promote { .. } => {
                let what = i32::from(mv.payload[0]);
                let slot = to as usize;
                self.promote(slot, what as usize);
                let at = self.place(slot);
                self.log_action(|| Action::Promote { at, what });
            }
            RuleKind::NextInstance => self.log_action(|| Action::NextInstance),
            RuleKind::PlayCard => self.play_card(mv),
            RuleKind::Pass => self.log_action(|| Action::Pass { forced: false }),
            RuleKind::Propose(_) => {
                let text = &self.game.strings[mv.payload[0] as usize];
                self.log_action(|| Action::Propose { text: text.clone() });
                self.state.set_field(Field::Decided, 0);
                self.state
                    .set_field(Field::Proposed, i32::from(mv.payload[0]) + 1);
            }
            RuleKind::Vote(_) => self.vote(i32::from(mv.payload[0])),
            RuleKind::SwapPlayers(first, second) => {
                let (first, second) = (self.int(first), self.int(second));
                self.swap_players(first, second);
            }
            RuleKind::SwapPieces { .. } => self.swap_pieces(from, to),
            RuleKind::SetNextPlayer(_) | RuleKind::MoveAgain => {
                let player = i32::from(mv.payload[0]);
                self.state.set_field(Field::NextSet, player);
                // A move that is only tried may belong to another player, who does not move next
                // because of it.
                if self.trial_depth == 0 {
                    self.state.set_field(Field::Next, player);
                }
                self.log_action(|| Action::SetNextPlayer { player });
            }
            RuleKind::SetScore { add, .. } => {
                let (player, score) = (i32::from(mv.payload[2]), mv.get(0));
                let old = if *add {
                    self.state.player(PlayerField::Score, player as usize)
                } else {
                    0
                };
                self.state.set_player(
                    PlayerField::Score,
                    player as usize,
                    old.saturating_add(score),
                );
                let add = *add;
                self.log_action(|| Action::SetScore { player, score, add });
            }
            RuleKind::SetPlayerValue { .. } => {
                let (player, value) = (i32::from(mv.payload[2]), mv.get(0));
                self.state
                    .set_player(PlayerField::Value, player as usize, value);
                self.log_action(|| Action::SetValueOfPlayer { player, value });
            }
            RuleKind::SetState { site_type, .. } => {
                let (slot, state) = (to as usize, mv.get(0));
                self.record_action_at(slot);
                let level = i32::from(mv.payload[2]);
                let at_level = if level < 0 {
                    self.state.top(slot)
                } else {
                    level as usize
                };
                self.state.set_state_at(slot, at_level, state);
                let at = self.place_as(*site_type, slot);
                self.log_action(|| Action::SetState { at, level, state });
            }
            RuleKind::SetPieceValue { site_type, .. } => {
                let (slot, value) = (to as usize, mv.get(0));
                self.record_action_at(slot);
                let level = i32::from(mv.payload[2]);
                let at_level = if level < 0 {
                    self.state.top(slot)
                } else {
                    level as usize
                };
                self.state.set_value_at(slot, at_level, value);
                let at = self.place_as(*site_type, slot);
                self.log_action(|| Action::SetValue { at, level, value });
            }
            RuleKind::SetCount { .. } => self.set_count(to as usize, mv.get(0)),
            RuleKind::SetCounter(_) => {
                let counter = mv.get(0);
                self.state.set_field(Field::Counter, counter);
                self.log_action(|| Action::SetCounter { counter });
            }
            RuleKind::SetPot(_) => {
                let value = mv.get(0);
                self.state.set_field(Field::Pot, value);
                self.log_action(|| Action::SetPot { value });
            }
            RuleKind::SetVar { var, .. } => {
                let value = mv.get(0);
                match var {
                    Some(var) => {
                        self.state.set_cell(self.game.layout.vars + var, value);
                        let name = &self.game.vars[*var];
                        self.log_action(|| Action::SetVar {
                            name: name.clone(),
                            value,
                        });
                    }
                    None => {
                        self.state.set_field(Field::Temp, value);
                        self.log_action(|| Action::SetTemp { value });
                    }
                }
            }
            RuleKind::SetPending(..) => {
                let value = mv.get(0);
                self.state
                    .set_field(Field::PendingValue, if value < 0 { 2 } else { value + 1 });
                // Values may be numbers that are no sites; the set has room for some of these.
                if value >= 0 && (value as usize) < self.game.layout.set_words * 64 {
                    self.state
                        .mark_extra(ExtraSet::Pending, value as usize, true);
                }
                self.log_action(|| Action::SetPending {
                    value: (value >= 0).then_some(value),
                });
            }
            RuleKind::SetTeam { team, owners } => {
                let team = self.int(team);
                for owners in owners {
                    let mut buffer = [0; 20];
                    for &player in self.owner_list(owners, &mut buffer) {
                        self.state
                            .set_player(PlayerField::Team, usize::from(player), team);
                        self.log_action(|| Action::AddPlayerToTeam {
                            team,
                            player: i32::from(player),
                        });
                    }
                }
            }
            RuleKind::SetHidden {
                data,
                hidden,
                level,
                ..
            } => {
                let hidden = hidden.as_ref().is_none_or(|hidden| self.bool(hidden));
                let level = self.int_or(level.as_ref(), 0);
                for &data in data {
                    self.hide(to as usize, level, data, i32::from(mv.payload[0]), hidden);
                }
            }
            RuleKind::SetRotation { .. } => {
                self.turn(to as usize, i32::from(mv.payload[0]));
            }
            RuleKind::Remember { list, .. } => {
                let value = mv.get(0);
                self.state.remember(*list, value);
                let name = &self.game.lists[*list];
                self.log_action(|| Action::RememberValue {
                    name: name.clone(),
                    value,
                });
            }
            RuleKind::Forget { list, .. } => self.forget(*list, mv.get(0)),
            RuleKind::ForgetEverything => self.forget(mv.payload[2] as usize, mv.get(0)),
            RuleKind::RememberState => {
                let hash = self.state.hash();
                self.state.push_history(hash);
                self.log_action(|| Action::RememberState);
            }
            RuleKind::Trigger { event, .. } => {
                let player = i32::from(mv.payload[0]);
                let marks = self.state.player(PlayerField::Triggered, player as usize)
                    | 1 << (*event as u32 & 31);
                self.state
                    .set_player(PlayerField::Triggered, player as usize, marks);
                let event = &self.game.events[*event];
                self.log_action(|| Action::Trigger {
                    event: event.clone(),
                    player,
                });
            }
            RuleKind::Note { text, .. } => {
                if self.log.is_some() {
                    let body = match text {
                        Message::Text(text) => self.game.strings[*text].to_string(),
                        Message::Number(_) => mv.get(1).to_string(),
                        Message::Boolean(_) => (mv.get(1) != 0).to_string(),
                        Message::Float(number) => self.float(number).to_string(),
                        Message::Numbers(numbers) => format!("{:?}", &self.ints(numbers)[..]),
                    };
                    let message = match mv.payload[3] {
                        0 => body.into(),
                        player => format!("P{player} {body}").into(),
                    };
                    self.log_action(|| Action::Note {
                        message,
                        player: i32::from(mv.payload[0]),
                    });
                }
            }
            RuleKind::Bet { .. } => {
                let (amount, player) = (i32::from(mv.payload[0]), i32::from(mv.payload[1]));
                self.state
                    .set_player(PlayerField::Amount, player as usize, amount);
                self.log_action(|| Action::Bet { player, amount });
            }
            RuleKind::Roll => self.roll(),
            RuleKind::Flip { .. } => self.flip(to as usize),
            RuleKind::Sow(sow) => self.sow(sow, mv),
            RuleKind::TakeControl { .. } => {
                self.take_control(to as usize, mv.payload[0] as usize);
            }
            RuleKind::Attract { .. } | RuleKind::Push { .. } => {
                let what = i32::from(mv.payload[0]);
                match mv.payload[1] {
                    0 => self.pick_up(to as usize, what),
                    _ => self.put_down(to as usize, what),
                }
                if let (RuleKind::Push { .. }, 1, Some(list)) =
                    (&rule.kind, mv.payload[1], self.game.pushed_list())
                {
                    self.state.remember(list, to);
                }
            }
            RuleKind::Append(effect) => self.effect(*effect),
            RuleKind::Combine(first, second) => {
                // The moves are listed again, in the state in which they were combined.
                let firsts = self.list_moves(self.game.effect(*first));
                let seconds = self.list_moves(self.game.effect(*second));
                let pair = [
                    firsts.get(mv.payload[0] as usize),
                    seconds.get(mv.payload[1] as usize),
                ];
                for &part in pair.into_iter().flatten() {
                    self.carry_out(part);
                }
                self.recycle(firsts);
                self.recycle(seconds);
            }
            RuleKind::Deal {
                pack,
                number,
                first,
            } => {
                let (number, first) = (self.int(number), self.int(first));
                self.deal(*pack, number, first);
            }
            RuleKind::TakeDomino(pack) => {
                self.draw_from(*pack, self.mover() as usize);
            }
            RuleKind::SetTrumpSuit(_) => {
                let suit = i32::from(mv.payload[0]);
                self.state.set_field(Field::TrumpSuit, suit);
                self.log_action(|| Action::SetTrumpSuit { suit });
            }
        }
    }

    fn leave_trail(&mut self, mv: Move, dirs: &'a crate::ir::Dirs, what: i32) {
        let (_, from) = self.game.layout.site(mv.origin() as usize);
        let (_, to) = self.game.layout.site(mv.target() as usize);
        for table in self.tables(dirs, mv.origin() as usize) {
            for ray in table.rays_of(from as usize) {
                let path = table.ray(ray);
                if path.first().map(|&site| site as i16) != Some(mv.payload[0]) {
                    continue;
                }
                self.add(mv.origin(), what, None, 1, false, None);
                for &site in path {
                    if i32::from(site) == to {
                        return;
                    }
                    if let Some(slot) = self.slot(table.site_type, i32::from(site)) {
                        self.add(slot as i32, what, None, 1, false, None);
                    }
                }
            }
        }
    }

    /// The place of a slot as a site of the type that the rule names.
    fn place_as(&self, site_type: usize, slot: usize) -> Place {
        Place {
            kind: type_of_index(site_type),
            ..self.place(slot)
        }
    }

    fn forget(&mut self, list: usize, value: i32) {
        self.state.forget(list, value);
        let name = &self.game.lists[list];
        self.log_action(|| Action::ForgetValue {
            name: name.clone(),
            value,
        });
    }

    fn vote(&mut self, text: i32) {
        let mover = self.mover() as usize;
        self.state.set_player(PlayerField::Vote, mover, text + 1);
        let string = &self.game.strings[text as usize];
        self.log_action(|| Action::Vote {
            text: string.clone(),
        });
        // The vote is decided once every active player has voted, by a majority for one text.
        let votes: Vec<i32> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Active, player) != 0)
            .map(|player| self.state.player(PlayerField::Vote, player))
            .collect();
        if votes.iter().all(|&vote| vote != 0) {
            let of = |text: i32| votes.iter().filter(|&&vote| vote == text).count();
            let best = votes
                .iter()
                .copied()
                .max_by_key(|&vote| of(vote))
                .unwrap_or(0);
            if of(best) * 2 > votes.len() {
                self.state.set_field(Field::Decided, best);
            }
            for player in 1..=self.game.players {
                self.state.set_player(PlayerField::Vote, player, 0);
            }
            // The proposal is closed, whether it was accepted or not.
            self.state.set_field(Field::Proposed, 0);
        }
    }

    fn swap_players(&mut self, first: i32, second: i32) {
        let seat = |eval: &Self, player: i32| eval.state.player(PlayerField::Seat, player as usize);
        let (one, other) = (seat(self, first), seat(self, second));
        self.state
            .set_player(PlayerField::Seat, first as usize, other);
        self.state
            .set_player(PlayerField::Seat, second as usize, one);
        self.log_action(|| Action::SwapPlayers { first, second });
        // The seat moves again, now held by the other player.
        let player = self.mover();
        self.state.set_field(Field::NextSet, player);
        if self.trial_depth == 0 {
            self.state.set_field(Field::Next, player);
            self.swapped = true;
        }
        self.log_action(|| Action::SetNextPlayer { player });
    }
}

//! Generates the moves of one rule.

use smallvec::SmallVec;

use super::control_push::Shift;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Dirs, Int, Iter, Message, Rule, RuleId, RuleKind, Sites, OFF};

impl<'a> Evaluator<'a> {
    pub fn generate_rule(&mut self, id: RuleId, out: &mut MoveSink) {
        if self.trace.is_some() {
            return self.generate_rule_traced(id, out);
        }
        self.generate_rule_untraced(id, out);
    }

    /// Lists the moves of a rule, of a piece in all its rotations where the rule turns it.
    pub(crate) fn generate_rule_untraced(&mut self, id: RuleId, out: &mut MoveSink) {
        if let Some(cell) = self.game.rules[id as usize].rotation_cell {
            return self.generate_turned(id, cell, out);
        }
        self.generate_rule_unturned(id, out);
    }

    pub(super) fn generate_rule_unturned(&mut self, id: RuleId, out: &mut MoveSink) {
        let rule = &self.game.rules[id as usize];
        match &rule.kind {
            RuleKind::Step { from, dirs, to, .. } => self.each_origin(from, |eval, site, slot| {
                if let (Dirs::Table(table), Want::All) = (dirs, out.want) {
                    if let Some(mask) = eval.step_mask(to) {
                        eval.step_in_mask(id, rule, slot, *table, mask, out);
                        return;
                    }
                }
                let old = eval.get(Iter::To);
                for table in eval.tables(dirs, slot) {
                    for &near in table.steps_of(site as usize) {
                        eval.push_target(id, rule, slot, to, i32::from(near), out);
                        if out.done {
                            break;
                        }
                    }
                }
                eval.bind(Iter::To, old);
            }),
            RuleKind::Slide {
                from,
                dirs,
                between,
                to,
                tracks,
                ..
            } => self.each_origin(from, |eval, site, slot| {
                if !tracks.is_empty() {
                    eval.slide_on_tracks(id, rule, (site, slot), tracks, between, to, out);
                    return;
                }
                let sets = if matches!(out.want, Want::To(_)) {
                    None
                } else {
                    eval.slide_sets(between, to)
                };
                for table in eval.tables(dirs, slot) {
                    for ray in table.rays_of(site as usize) {
                        if let Some(sets) = &sets {
                            eval.slide_in_sets(id, rule, slot, table.ray(ray), sets, out);
                            continue;
                        }
                        eval.slide(id, rule, slot, table.ray(ray), between, to, out);
                        if out.done {
                            return;
                        }
                    }
                }
            }),
            RuleKind::Shoot {
                from,
                dirs,
                between,
                to,
                ..
            } => self.each_origin(from, |eval, site, slot| {
                // A shot does not start at the mover's piece: `(from)` keeps its outer value.
                let around = eval.outer_from;
                let origin = eval.bind(Iter::From, around);
                for table in eval.tables(dirs, slot) {
                    for ray in table.rays_of(site as usize) {
                        eval.shoot(id, rule, table.ray(ray), between, to, out);
                    }
                }
                eval.bind(Iter::From, origin);
            }),
            RuleKind::Hop {
                from,
                dirs,
                between,
                to,
                ..
            } => self.each_origin(from, |eval, site, slot| {
                let run = eval.hurdle_run(between);
                for table in eval.tables(dirs, slot) {
                    for ray in table.rays_of(site as usize) {
                        eval.hop(id, rule, slot, table.ray(ray), run, to, out);
                        if out.done {
                            return;
                        }
                    }
                }
            }),
            RuleKind::Leap { from, table, to } => self.each_origin(from, |eval, site, slot| {
                let components = &eval.game.components;
                let facing = components[eval.state.what(slot)].facing;
                let targets = table.of_facing(facing);
                let old = eval.get(Iter::To);
                if let Some(targets) = targets.get(site as usize) {
                    for &near in targets {
                        eval.push_target(id, rule, slot, to, i32::from(near), out);
                    }
                }
                eval.bind(Iter::To, old);
            }),
            RuleKind::FromTo {
                from, to, count, ..
            } => self.each_origin(from, |eval, _, slot| {
                if eval.state.is_empty(slot) || !out.wants_origin(slot) {
                    return;
                }
                // The count is evaluated before `(to)` is bound to the target.
                let count = eval.transfer_count(count.as_ref());
                if eval.is_large(eval.state.what(slot) as i32) {
                    eval.list_large_transfers((id, rule), slot, count, to, out);
                    return;
                }
                if eval.is_covered(slot) {
                    return;
                }
                eval.over_targets(
                    to,
                    |eval, site, out| eval.push_transfer(id, rule, slot, count, to, site, out),
                    out,
                );
            }),
            RuleKind::Append(effect) => {
                // All of them together are one move, with the origin and target of the first.
                let buffer = self.state.buffers.moves.pop().unwrap_or_default();
                let mut parts = MoveSink::new(Want::Any, buffer);
                self.generate(self.game.effect(*effect), &mut parts);
                if let Some(first) = parts.moves.first() {
                    out.push(self.new_move(id, rule, first.origin(), first.target()));
                }
                self.recycle(parts.moves);
            }
            RuleKind::Combine(first, second) => {
                let firsts = self.list_moves(self.game.effect(*first));
                let seconds = self.list_moves(self.game.effect(*second));
                for (i, one) in firsts.iter().enumerate() {
                    for j in 0..seconds.len() {
                        if out.done {
                            break;
                        }
                        let mut mv = self.new_move(id, rule, one.origin(), one.target());
                        mv.payload[0] = self.payload_value(i as i32);
                        mv.payload[1] = self.payload_value(j as i32);
                        out.push(mv);
                    }
                }
                self.recycle(firsts);
                self.recycle(seconds);
            }
            RuleKind::Add { what, to, .. } | RuleKind::Claim { what, to, .. } => {
                let count = match &rule.kind {
                    RuleKind::Add { count, .. } => self.int_or(count.as_ref(), 1),
                    _ => 1,
                };
                if count <= 0 {
                    return;
                }
                for kind in what {
                    let kind = self.int(kind);
                    self.over_targets(
                        to,
                        |eval, site, out| eval.push_placement(id, rule, kind, count, to, site, out),
                        out,
                    );
                }
            }
            RuleKind::Select { from, to, .. } => {
                self.each_origin(from, |eval, site, slot| match to {
                    // A bare `(to)` is the site itself.
                    Some(to) if to.site.is_none() && to.sites.is_none() => {
                        eval.push_target(id, rule, slot, to, site, out);
                    }
                    Some(to) => {
                        eval.over_targets(
                            to,
                            |eval, site, out| eval.push_target(id, rule, slot, to, site, out),
                            out,
                        );
                    }
                    None => {
                        let mv = eval.new_move(id, rule, slot as i32, slot as i32);
                        out.push(mv);
                    }
                })
            }
            RuleKind::Remove {
                site_type,
                sites,
                single,
                level,
                count,
                ..
            } => {
                let count = self.int_or(count.as_ref(), 1);
                if let Some(single) = single {
                    let site = self.int(single);
                    self.remove_at(id, rule, *site_type, site, level.as_ref(), count, out);
                } else {
                    // If any move will do, the condition is evaluated only until one is found.
                    let (all, cond) = match (sites, out.want) {
                        (Sites::Filter(all, cond), Want::Any) => (&**all, Some(&**cond)),
                        _ => (sites, None),
                    };
                    for site in self.sites(all).iter() {
                        if cond.is_none_or(|cond| self.holds_on(cond, site)) {
                            self.remove_at(id, rule, *site_type, site, level.as_ref(), count, out);
                            if out.done {
                                break;
                            }
                        }
                    }
                }
            }
            RuleKind::Promote {
                site_type,
                at,
                what,
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*site_type, at) else {
                    return;
                };
                for kind in what {
                    // A name that the given player has no piece of is piece 0; a number that is 0
                    // is none.
                    let named = matches!(kind, Int::ByPlayer(..) | Int::Const(_));
                    let kind = self.int(kind);
                    if kind == 0 && named || self.game.is_kind(kind) {
                        let mut mv = self.new_move(id, rule, slot as i32, slot as i32);
                        mv.payload[0] = kind as i16;
                        out.push(mv);
                    }
                }
            }
            _ => {
                let before = out.moves.len();
                self.generate_effect(id, rule, out);
                if let (Some(step), Some((_, steps))) =
                    (rule.without_thens, out.moves[before..].split_last_mut())
                {
                    // One move, although it is made in several steps: what follows it follows the
                    // last.
                    steps.iter_mut().for_each(|mv| mv.rule = step);
                }
            }
        }
    }

    /// Rules that do not move a piece: passes, settings, scores.
    fn generate_effect(&mut self, id: RuleId, rule: &'a Rule, out: &mut MoveSink) {
        let mut mv = self.new_move_without_sites(id, rule);
        match &rule.kind {
            RuleKind::Propose(texts) | RuleKind::Vote(texts) => {
                for &text in texts {
                    mv.payload[0] = text as i16;
                    out.push(mv);
                }
                return;
            }
            RuleKind::SwapPieces { first, second } => {
                let own = self.game.layout.own;
                let (first, second) = (self.int(first), self.int(second));
                let (Some(first), Some(second)) = (self.slot(own, first), self.slot(own, second))
                else {
                    return;
                };
                mv.from = first as u16;
                mv.to = second as u16;
            }
            RuleKind::SetNextPlayer(players) => {
                let known = 1..=self.game.players as i32;
                for player in self.ints(players) {
                    // Numbers that are no players are left out.
                    if known.contains(&player) {
                        mv.payload[0] = self.payload_value(player);
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::SetTrumpSuit(suits) => {
                for suit in self.ints(suits) {
                    mv.payload[0] = self.payload_value(suit);
                    out.push(mv);
                }
                return;
            }
            RuleKind::PlayCard => return self.generate_cards(id, rule, out),
            RuleKind::TakeDomino(pack) if !self.may_draw(*pack) => return,
            RuleKind::MoveAgain => mv.payload[0] = self.mover() as i16,
            RuleKind::SetScore { player, value, .. }
            | RuleKind::SetPlayerValue { player, value } => {
                let mut buffer = [0; 20];
                let players = self.game.players;
                let all = self.owner_list(player, &mut buffer);
                for &player in all
                    .iter()
                    .filter(|&&one| (1..=players).contains(&usize::from(one)))
                {
                    // `(player)` stands for the player whose value is being set.
                    let old = self.bind(Iter::Player, i32::from(player));
                    let value = self.int(value);
                    self.bind(Iter::Player, old);
                    mv.put(0, value);
                    mv.payload[2] = i16::from(player);
                    out.push(mv);
                }
                return;
            }
            RuleKind::SetState {
                site_type,
                at,
                level,
                value,
            }
            | RuleKind::SetPieceValue {
                site_type,
                at,
                level,
                value,
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*site_type, at) else {
                    return;
                };
                let level = match level {
                    Some(level) => self.int(level),
                    None => OFF,
                };
                let value = self.int(value);
                if value < 0 {
                    return;
                }
                mv.from = slot as u16;
                mv.to = slot as u16;
                mv.put(0, value);
                mv.payload[2] = self.payload_value(level);
            }
            RuleKind::SetCount {
                site_type,
                at,
                value,
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*site_type, at) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
                let value = self.int(value);
                mv.put(0, value);
            }
            RuleKind::SetCounter(value)
            | RuleKind::SetPot(value)
            | RuleKind::SetVar { value, .. } => {
                let value = self.int(value);
                mv.put(0, value);
            }
            RuleKind::SetPending(sites, single) => {
                match (single, sites) {
                    (Some(single), _) => {
                        let value = self.int(single);
                        mv.put(0, value);
                        out.push(mv);
                    }
                    (None, Some(sites)) => {
                        let sites = self.sites(sites);
                        for site in sites.iter() {
                            mv.put(0, site);
                            out.push(mv);
                        }
                    }
                    (None, None) => {
                        mv.put(0, OFF);
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::Remember {
                list,
                value,
                unique,
            } => {
                let value = self.int(value);
                if *unique && self.state.lists[*list].contains(&value) {
                    return;
                }
                mv.put(0, value);
            }
            RuleKind::Forget { list, value } => {
                match value {
                    Some(value) => {
                        let value = self.int(value);
                        mv.put(0, value);
                        out.push(mv);
                    }
                    None => {
                        for value in self.state.lists[*list].clone() {
                            mv.put(0, value);
                            out.push(mv);
                        }
                    }
                }
                return;
            }
            RuleKind::ForgetEverything => {
                // Unnamed lists come first.
                let names = &self.game.lists;
                let mut lists: Vec<usize> = (0..names.len()).collect();
                lists.sort_by_key(|&list| names[list].is_some());
                for list in lists {
                    for value in self.state.lists[list].clone() {
                        mv.put(0, value);
                        mv.payload[2] = list as i16;
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::Trigger { player, .. } => {
                let player = self.int(player);
                mv.payload[0] = self.payload_value(player);
            }
            RuleKind::Note { to, text, player } => {
                // The content of the message is fixed now.
                match text {
                    Message::Number(number) => {
                        let number = self.int(number);
                        mv.put(1, number);
                    }
                    Message::Boolean(value) => {
                        let value = self.bool(value);
                        mv.put(1, i32::from(value));
                    }
                    Message::Text(_) | Message::Numbers(_) | Message::Float(_) => {}
                }
                mv.payload[3] = player.as_ref().map_or(0, |player| self.int(player) as i16);
                let mut buffer = [0; 20];
                let players = self.game.players;
                let all = self.owner_list(to, &mut buffer);
                for &player in all
                    .iter()
                    .filter(|&&one| (1..=players).contains(&usize::from(one)))
                {
                    mv.payload[0] = i16::from(player);
                    out.push(mv);
                }
                return;
            }
            RuleKind::SetHidden {
                site_type,
                sites,
                to,
                ..
            } => {
                let sites = self.sites(sites);
                let mut buffer = [0; 20];
                // Only real players are hidden from: `to:All` names neither neutral nor shared.
                let real = self.game.players;
                let players: SmallVec<[u8; 20]> = self
                    .owner_list(to, &mut buffer)
                    .iter()
                    .copied()
                    .filter(|&one| (1..=real).contains(&usize::from(one)))
                    .collect();
                for site in sites.iter() {
                    let Some(slot) = self.slot(*site_type, site) else {
                        continue;
                    };
                    for &player in &players {
                        mv.from = slot as u16;
                        mv.to = slot as u16;
                        mv.payload[0] = i16::from(player);
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::SetRotation {
                to,
                values,
                previous,
                next,
            } => {
                return self.generate_rotation(
                    id,
                    rule,
                    to.as_ref(),
                    values,
                    *previous,
                    *next,
                    out,
                );
            }
            RuleKind::Bet { player, low, high } => {
                let player = self.int(player);
                let (low, high) = (self.int(low), self.int(high));
                for amount in low..=high {
                    if !self.step() {
                        break;
                    }
                    mv.payload[0] = self.payload_value(amount);
                    mv.payload[1] = self.payload_value(player);
                    out.push(mv);
                }
                return;
            }
            RuleKind::Flip { site_type, at } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*site_type, at) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
            }
            RuleKind::Sow(sow) => {
                let start = self.int(&sow.start);
                let Some(slot) = self.slot(sow.site_type, start) else {
                    return;
                };
                mv.from = slot as u16;
                mv.to = slot as u16;
                // The count is evaluated before anything else happens to the holes.
                let count = self.int(&sow.count);
                mv.put(0, count);
            }
            RuleKind::TakeControl {
                site_type,
                sites,
                of,
                by,
            } => {
                let by = self.int(by);
                let mut buffer = [0; 20];
                let of: SmallVec<[u8; 20]> =
                    self.owner_list(of, &mut buffer).iter().copied().collect();
                for player in of.into_iter().map(i32::from).filter(|&player| player != by) {
                    for (slot, what) in self.taken_over(*site_type, sites.as_ref(), player, by) {
                        mv.from = slot as u16;
                        mv.to = slot as u16;
                        mv.payload[0] = what as i16;
                        out.push(mv);
                    }
                }
                return;
            }
            RuleKind::Attract {
                site_type,
                from,
                dirs,
            }
            | RuleKind::Push {
                site_type,
                from,
                dirs,
            } => {
                let from = self.int(from);
                let Some(slot) = self.slot(*site_type, from) else {
                    return;
                };
                let steps = match &rule.kind {
                    RuleKind::Attract { .. } => self.attraction(*site_type, dirs, slot),
                    _ => self.push(*site_type, dirs, slot),
                };
                for step in steps {
                    let (slot, what, added) = match step {
                        Shift::PickUp(slot, what) => (slot, what, false),
                        Shift::PutDown(slot, what) => (slot, what, true),
                    };
                    mv.from = slot as u16;
                    mv.to = slot as u16;
                    mv.payload[0] = what as i16;
                    mv.payload[1] = i16::from(added);
                    out.push(mv);
                }
                return;
            }
            _ => {}
        }
        out.push(mv);
    }
}

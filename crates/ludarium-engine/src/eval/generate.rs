//! Generates moves: all generators above the rules.

use super::group::Start;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Bool, Int, Iter, Moves, Outer, Owners};
use crate::layout::{Field, PlayerField};
use crate::limit::Fault;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// Adds the moves of a generator to `out`.
    pub fn generate(&mut self, moves: &'a Moves, out: &mut MoveSink) {
        if out.done || !self.step() {
            return;
        }
        self.nested(|eval| eval.generate_here(moves, out));
        if out.moves.len() > self.max_moves {
            self.stop(Fault::TooMany);
        }
    }

    fn generate_here(&mut self, moves: &'a Moves, out: &mut MoveSink) {
        match moves {
            Moves::None => {}
            Moves::Rule(id) => {
                let first = out.moves.len();
                self.generate_rule(*id, out);
                if self.game.flags.listing_chance {
                    self.resolve_listed(&self.game.rules[usize::from(*id)], out, first);
                }
            }
            Moves::Rare(rare) => {
                if let (Want::To(slot), false) = (out.want, self.reference_mode) {
                    if rare.never_reach(self.state.mover(), i32::from(slot)) {
                        return;
                    }
                }
                let apart = |only| rare.never_reach_any(self.state.mover(), only);
                if !out.target_filter.as_ref().is_some_and(apart) {
                    self.generate(&rare.moves, out);
                }
            }
            Moves::OfPiece(what) => self.generate(&self.game.piece_moves[*what], out),
            Moves::All(parts) => {
                // Usually some piece on the board has a move. If one move is enough and the order
                // does not affect chance, pieces are tried first.
                let flags = &self.game.flags;
                let one = out.want == Want::Any && !flags.stochastic && !flags.listing_chance;
                let first = |part: &&Moves| one && matches!(part, Moves::ForEachPiece(_));
                for part in parts.iter().filter(first) {
                    self.generate(part, out);
                }
                for part in parts.iter().filter(|part| !first(part)) {
                    self.generate(part, out);
                }
            }
            Moves::If(cond, yes, no) => {
                if self.lists_what_it_asks(cond) && out.takes_all() {
                    let before = out.moves.len();
                    self.generate(yes, out);
                    debug_assert_eq!(self.bool(cond), out.moves.len() > before);
                    if out.moves.len() > before {
                        return;
                    }
                    if let Some(no) = no {
                        self.generate(no, out);
                    }
                } else if self.bool(cond) {
                    self.generate(yes, out);
                } else if let Some(no) = no {
                    self.generate(no, out);
                }
            }
            Moves::Priority(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let before = out.moves.len();
                    if matches!(out.want, Want::To(_)) {
                        // The first part that has any move counts, even if none of its moves
                        // reaches the slot.
                        if !self.has_move(part) {
                            continue;
                        }
                        self.generate(part, out);
                        return;
                    }
                    self.generate(part, out);
                    if out.moves.len() > before {
                        self.trace_priority(index + 1, parts.len(), true);
                        return;
                    }
                }
                self.trace_priority(parts.len(), parts.len(), false);
            }
            Moves::ForEachPiece(piece) => self.for_each_piece(piece, out),
            Moves::Do { .. } => self.generate_do(moves, out),
            _ => self.generate_each(moves, out),
        }
    }

    /// Generates the moves of a `do`.
    #[inline(never)]
    fn generate_do(&mut self, moves: &'a Moves, out: &mut MoveSink) {
        let Moves::Do {
            effect,
            shadowed,
            rolls,
            next,
            after,
            in_lookahead,
            outer,
            pass,
        } = moves
        else {
            return;
        };
        let before = out.moves.len();
        let mut any;
        let old_shadowed = self.get(Iter::Shadowed);
        if let Some(iter) = shadowed {
            self.bind(Iter::Shadowed, self.get(*iter));
        }
        let mut mark = match effect {
            // A mobility test rolls its own dice.
            Some(effect)
                if !rolls || self.rolling && self.trial_depth > 0 || self.in_mobility_test =>
            {
                let mark = self.state.mark();
                self.unlogged(|eval| eval.effect(*effect));
                Some(mark)
            }
            _ => None,
        };
        match after {
            Some(after) if self.lookahead_depth == 0 || *in_lookahead => {
                // The moves repeat the first part, so that they are tested without it.
                let apart = mark.is_some() && !*rolls;
                if apart {
                    any = self.generate_after_first(next, mark.take(), out, |eval, mv| {
                        eval.holds_after(mv, *outer, after)
                    });
                } else {
                    self.generate_tested(next, *outer, after, out);
                    any = out.moves.len() > before;
                    // A condition that no move meets leaves no pass, either.
                    let passes = pass.is_some() && !matches!(out.want, Want::To(_));
                    any |= passes && self.has_dice() && self.has_move(next);
                }
            }
            _ => {
                self.generate(next, out);
                any = out.moves.len() > before;
            }
        }
        if let (Some(pass), false) = (pass, any) {
            self.substitute_pass(*pass, out);
        }
        self.bind(Iter::Shadowed, old_shadowed);
        if let Some(mark) = mark {
            self.state.undo(mark);
        }
    }

    /// Generators that go through values, sites or groups. Apart, so that the generators around
    /// them run in a small frame.
    #[inline(never)]
    fn generate_each(&mut self, moves: &'a Moves, out: &mut MoveSink) {
        match moves {
            Moves::RollIf(bit, cond, yes, no) => {
                let holds = if self.in_decision && self.lookahead_depth == 0 {
                    self.state.field(Field::Rolled) >> bit & 1 == 1
                } else {
                    self.bool(cond)
                };
                if holds {
                    self.generate(yes, out);
                } else if let Some(no) = no {
                    self.generate(no, out);
                }
            }
            Moves::Seq(parts) => self.in_sequence(parts, out),
            Moves::ForEachSite {
                sites,
                moves,
                otherwise,
            } => {
                let sites = self.sites(sites);
                let before = out.moves.len();
                let old = self.get(Iter::Site);
                let to = self.get(Iter::To);
                for site in sites.iter() {
                    self.bind(Iter::Site, site);
                    self.bind(Iter::To, site);
                    self.generate(moves, out);
                    if out.done {
                        break;
                    }
                }
                self.bind(Iter::To, to);
                self.bind(Iter::Site, old);
                if let (Some(otherwise), true) = (otherwise, out.moves.len() == before) {
                    self.generate(otherwise, out);
                }
            }
            Moves::ForEachValue { low, high, moves } => {
                let (low, high) = (self.int(low), self.int(high));
                self.for_each_value(Iter::Value, low..=high, moves, out);
            }
            Moves::ForEachValueIn(values, moves) => {
                let values = self.ints(values);
                self.for_each_value(Iter::Value, values, moves, out);
            }
            Moves::ForEachPlayer(moves) => {
                let players = 1..=self.game.players as i32;
                self.for_each_value(Iter::Player, players, moves, out);
            }
            Moves::ForEachTeam(moves) => {
                let teams = self.teams();
                self.for_each_value(Iter::Team, teams, moves, out);
            }
            Moves::ForEachPlayerIn(players, moves) => {
                // Numbers that are no players, not even nobody or all of them, are left out.
                let mut players = self.ints(players);
                let last = self.game.players as i32 + 1;
                players.retain(|player| (0..=last).contains(player));
                self.for_each_value(Iter::Player, players, moves, out);
            }
            Moves::ForEachLevel {
                site_type,
                at,
                from_top,
                moves,
            } => {
                let at = self.int(at);
                let Some(slot) = self.slot(*site_type, at) else {
                    return;
                };
                let height = self.state.height(slot) as i32;
                if *from_top {
                    self.for_each_value(Iter::Level, (0..height).rev(), moves, out);
                } else {
                    self.for_each_value(Iter::Level, 0..height, moves, out);
                }
            }
            Moves::ForEachGroup {
                site_type,
                dirs,
                cond,
                moves,
            } => {
                // A group begins at a piece, even if the condition is about empty sites.
                let mut groups = Vec::new();
                let start = Start::Pieces;
                self.each_group(
                    *site_type,
                    dirs,
                    start,
                    cond.as_ref(),
                    &mut |_, first, group| {
                        groups.push((first, group.clone()));
                        true
                    },
                );
                let (old, from) = (self.region.take(), self.get(Iter::From));
                for (first, group) in groups {
                    self.region = Some(std::rc::Rc::new(group));
                    self.bind(Iter::From, first);
                    self.generate(moves, out);
                }
                self.bind(Iter::From, from);
                self.region = old;
            }
            Moves::ForEachDirection {
                site_type,
                from,
                dirs,
                low,
                high,
                between,
                to,
                moves,
            } => {
                // The moves are those of a piece: that at the outer `(from)`.
                let own = self.slot(self.game.layout.own, self.get(Iter::From));
                if own.is_none_or(|own| self.state.is_empty(own)) {
                    return;
                }
                let from = self.int(from);
                let (low, high) = (self.int(low), self.int(high));
                let Some(slot) = self.slot(*site_type, from) else {
                    return;
                };
                let (saved, heading) = (self.env, self.heading);
                for table in self.tables(dirs, slot) {
                    for ray in table.rays_of(from as usize) {
                        self.heading = table.ray_dir[ray];
                        for (distance, &site) in (1..=high).zip(table.ray(ray)) {
                            let site = i32::from(site);
                            self.bind(Iter::To, site);
                            self.bind(Iter::Between, site);
                            // Only sites nearer than the minimum count as passed.
                            let passes = distance >= low
                                || between.as_ref().is_none_or(|between| self.bool(between));
                            let goes_on = to.as_ref().is_none_or(|to| self.bool(to));
                            if !passes || !goes_on || out.done {
                                break;
                            }
                            if distance >= low {
                                self.generate(moves, out);
                                self.heading = table.ray_dir[ray];
                            }
                        }
                    }
                }
                self.heading = heading;
                self.env = saved;
            }
            Moves::ForEachDie {
                hand,
                combined,
                cond,
                moves,
            } => {
                self.for_each_die(*hand, *combined, cond.as_ref(), moves, out);
            }
            Moves::DoInEffect(effect, next, pass) => self.do_in_effect(*effect, next, *pass, out),
            Moves::MaxCaptures { with_value, moves } => {
                let with_value = *with_value;
                self.with_max_score(moves, out, |eval, mv| eval.captured(mv, with_value));
            }
            Moves::MaxMoves { moves, with_value } => {
                self.longest_turns(moves, *with_value, out);
            }
            Moves::FirstOnTrack { track, moves } => {
                let Some(track) = self.track(track) else {
                    return;
                };
                let old = self.get(Iter::Site);
                for element in &track.steps {
                    self.bind(Iter::Site, element.site);
                    let before = out.moves.len();
                    self.generate(moves, out);
                    if out.moves.len() > before {
                        break;
                    }
                }
                self.bind(Iter::Site, old);
            }
            Moves::While(cond, moves) => {
                // Each round is carried out before the condition is evaluated again; the moves of
                // all rounds count.
                let mark = self.state.mark();
                while self.bool(cond) {
                    let before = out.moves.len();
                    self.generate(moves, out);
                    if out.moves.len() == before {
                        break;
                    }
                    self.carry_out_all(&out.moves[before..]);
                }
                self.state.undo(mark);
            }
            Moves::AvoidStored(moves) => {
                // Only the last position remembered counts, for both players. A move that itself
                // remembers the position it leads to is compared with the one before.
                let stored = self.game.flags.stored_states;
                let stored = self.state.history.last().copied().filter(|_| stored);
                self.generate_filtered(moves, out, |eval, mv| {
                    eval.with_move_made(mv, Outer::default(), |eval| {
                        Some(eval.state.hash()) != stored
                    })
                });
            }
            Moves::Capture(capture) => self.capture(capture, out),
            Moves::Combinations(first, second) => {
                let (firsts, seconds) = (self.list_moves(first), self.list_moves(second));
                for &first in &firsts {
                    for &second in &seconds {
                        if out.done {
                            break;
                        }
                        out.push(first);
                        out.push(second);
                    }
                }
                self.recycle(firsts);
                self.recycle(seconds);
            }
            Moves::RandomWeighted(parts) => {
                let shares = parts.iter().map(|(share, _)| self.float(share));
                let shares: Vec<f64> = shares.collect();
                if let Some(index) = self.rng().share(&shares) {
                    self.generate(&parts[index].1, out);
                }
            }
            Moves::Satisfy => self.settings(out),
            Moves::RandomSelection(moves, number) => {
                let number = self.int(number).max(0) as usize;
                let mut all = self.list_moves(moves);
                let mut chosen = 0;
                while chosen < number && !all.is_empty() {
                    let index = self.rng().below(all.len() as u32) as usize;
                    out.push(all.remove(index));
                    chosen += 1;
                }
                self.recycle(all);
            }
            // Handled above; named, so that a new generator cannot be left out.
            Moves::None
            | Moves::Rule(_)
            | Moves::Rare(_)
            | Moves::OfPiece(_)
            | Moves::All(_)
            | Moves::If(..)
            | Moves::Priority(_)
            | Moves::ForEachPiece(_)
            | Moves::Do { .. } => {}
        }
    }

    fn for_each_value(
        &mut self,
        iter: Iter,
        values: impl IntoIterator<Item = i32>,
        moves: &'a Moves,
        out: &mut MoveSink,
    ) {
        let old = self.get(iter);
        for value in values {
            self.bind(iter, value);
            self.generate(moves, out);
            if out.done || self.steps_left == 0 {
                break;
            }
        }
        self.bind(iter, old);
    }

    /// Whether a condition asks if there are moves that are listed where it holds, so that the list
    /// answers it.
    #[inline]
    fn lists_what_it_asks(&self, cond: &Bool) -> bool {
        cond.asks_what_is_listed()
            && !self.reference_mode
            && self.trace.is_none()
            && self.game.meta.no_repeat.is_none()
            && !self.game.flags.stochastic
            && !self.game.flags.listing_chance
    }

    /// Whether there is any move.
    pub fn has_move(&mut self, moves: &'a Moves) -> bool {
        match moves {
            Moves::If(cond, yes, no) if self.lists_what_it_asks(cond) => {
                return self.has_move(yes) || no.as_ref().is_some_and(|no| self.has_move(no));
            }
            Moves::If(cond, yes, no) => {
                return match self.bool(cond) {
                    true => self.has_move(yes),
                    false => no.as_ref().is_some_and(|no| self.has_move(no)),
                };
            }
            // The last part most often has a move; where chance is drawn, the order matters.
            Moves::Priority(parts)
                if !self.game.flags.stochastic && !self.game.flags.listing_chance =>
            {
                return self.step() && parts.iter().rev().any(|part| self.has_move(part));
            }
            _ => {}
        }
        let mut out = MoveSink::new(
            Want::Any,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        self.generate(moves, &mut out);
        let any = !out.moves.is_empty();
        self.recycle(out.moves);
        any
    }

    /// Lists all moves. The list should be handed to [`Evaluator::recycle`] afterwards.
    pub fn list_moves(&mut self, moves: &'a Moves) -> Vec<Move> {
        self.list_parts(moves).0
    }

    /// All moves, and which of them are joined with the next one, as parts of one `do`.
    pub fn list_parts(&mut self, moves: &'a Moves) -> (Vec<Move>, Vec<usize>) {
        let mut out = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        self.generate(moves, &mut out);
        (out.moves, out.joined_with_next)
    }

    /// Returns a list to the pool of buffers.
    pub fn recycle(&mut self, mut list: Vec<Move>) {
        list.clear();
        self.state.buffers.moves.push(list);
    }

    /// Makes `mv` without the last `outer` of its effects, runs `look`, and takes the move back.
    pub fn with_move_made<T>(
        &mut self,
        mv: Move,
        outer: Outer,
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (mark, overflow) = (self.state.mark(), self.overflow.len());
        let saved = self.env;
        // Whom an earlier move has chosen to go on is no part of this one.
        self.state.set_field(Field::NextSet, 0);
        self.trial_depth += 1;
        self.unlogged(|eval| eval.perform_without_outer(mv, outer));
        self.trial_depth -= 1;
        self.env = saved;
        if self.lookahead_depth > 0 {
            // The attacker has moved, so the next player is the one after it.
            let next = self.next_player(self.state.mover(), self.state.field(Field::NextSet));
            self.state.set_field(Field::Next, next);
        }
        let seen = self.unlogged(|eval| eval.traced_after(mv, look));
        self.env = saved;
        self.overflow.truncate(overflow);
        self.state.undo(mark);
        seen
    }

    /// Parts that are carried out one after another; the moves of all of them count.
    fn in_sequence(&mut self, parts: &'a [Moves], out: &mut MoveSink) {
        let mark = self.state.mark();
        for part in parts {
            let before = out.moves.len();
            self.generate(part, out);
            self.carry_out_all(&out.moves[before..]);
        }
        self.state.undo(mark);
    }

    /// Carries out moves, to generate more from the position that follows.
    fn carry_out_all(&mut self, moves: &[Move]) {
        self.unlogged(|eval| moves.iter().for_each(|&mv| eval.carry_out(mv)));
    }

    /// The players that `owners` stands for, written into `buffer`.
    pub fn owner_list<'r>(&mut self, owners: &'a Owners, buffer: &'r mut [u8; 20]) -> &'r [u8] {
        let players = self.game.players;
        let mover = self.mover();
        let mut len = 0;
        if let Owners::One(player) = owners {
            let player = self.int(player);
            if player < 0 || player as usize > players + 1 {
                return &[];
            }
            buffer[0] = player as u8;
            return &buffer[..1];
        }
        let team = match owners {
            Owners::Team(team) => self.int(team),
            _ => 0,
        };
        for player in 0..=players + 1 {
            let one = player as i32;
            let real = player >= 1 && player <= players;
            let fits = match owners {
                Owners::One(_) => false,
                Owners::All => true,
                Owners::Each => real,
                Owners::Enemy => real && !self.friends(mover, one),
                Owners::NonMover => real && one != mover,
                Owners::Friend => real && self.friends(mover, one),
                Owners::Ally => real && one != mover && self.friends(mover, one),
                Owners::Team(_) => real && self.state.player(PlayerField::Team, player) == team,
            };
            if fits && len < buffer.len() {
                buffer[len] = player as u8;
                len += 1;
            }
        }
        &buffer[..len]
    }

    /// Evaluates an optional number.
    pub fn int_or(&mut self, int: Option<&'a Int>, default: i32) -> i32 {
        int.map_or(default, |int| self.int(int))
    }
}

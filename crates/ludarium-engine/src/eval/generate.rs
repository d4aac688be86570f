//! Generating moves: the tree above the leaves.

use super::planned_listing::Sets;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{Int, Iter, Moves, Owners};
use crate::layout::{Field, PlayerField};
use crate::limit::{Fault, MAX_MOVES_AT_ONCE};
use crate::Move;

impl<'a> Evaluator<'a> {
    /// Puts the moves of `moves` into `out`.
    pub fn generate(&mut self, moves: &'a Moves, out: &mut MoveSink) {
        if out.done || !self.step() {
            return;
        }
        self.deeper(|eval| eval.generate_here(moves, out));
        if out.done && out.moves.len() > MAX_MOVES_AT_ONCE {
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
                    self.foresee(&self.game.rules[usize::from(*id)], out, first);
                }
            }
            Moves::Rare(rare) => {
                if let (Want::To(slot), false) = (out.want, self.plainly) {
                    if rare.never_reach(self.state.mover(), i32::from(slot)) {
                        return;
                    }
                }
                let apart = |only| rare.never_reach_any(self.state.mover(), only);
                if !out.only.as_ref().is_some_and(apart) {
                    self.generate(&rare.moves, out);
                }
            }
            Moves::OfPiece(what) => self.generate(&self.game.piece_moves[*what], out),
            Moves::All(parts) => {
                // Mostly some man on the board has a move: where one will do, and no lots are drawn, men come first.
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
                if self.bool(cond) {
                    self.generate(yes, out);
                } else if let Some(no) = no {
                    self.generate(no, out);
                }
            }
            Moves::RollIf(bit, cond, yes, no) => {
                let holds = if self.deciding && self.looking_ahead == 0 {
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
            Moves::Priority(parts) => {
                for part in parts {
                    let before = out.moves.len();
                    if matches!(out.want, Want::To(_)) {
                        // Whether the part has any move at all decides, not whether one reaches the slot.
                        if !self.any(part) {
                            continue;
                        }
                        self.generate(part, out);
                        return;
                    }
                    self.generate(part, out);
                    if out.moves.len() > before {
                        return;
                    }
                }
            }
            Moves::Seq(parts) => self.in_sequence(parts, out),
            Moves::ForEachPiece(piece) => self.for_each_piece(piece, out),
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
                self.over(Iter::Value, low..=high, moves, out);
            }
            Moves::ForEachValueIn(values, moves) => {
                let values = self.ints(values);
                self.over(Iter::Value, values, moves, out);
            }
            Moves::ForEachPlayer(moves) => {
                let players = 1..=self.game.players as i32;
                self.over(Iter::Player, players, moves, out);
            }
            Moves::ForEachTeam(moves) => {
                let teams = self.teams();
                self.over(Iter::Team, teams, moves, out);
            }
            Moves::ForEachPlayerIn(players, moves) => {
                let players = self.ints(players);
                self.over(Iter::Player, players, moves, out);
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
                    self.over(Iter::Level, (0..height).rev(), moves, out);
                } else {
                    self.over(Iter::Level, 0..height, moves, out);
                }
            }
            Moves::ForEachGroup {
                site_type,
                dirs,
                cond,
                moves,
            } => {
                let mut groups = Vec::new();
                self.each_group(*site_type, dirs, None, cond.as_ref(), &mut |_, group| {
                    groups.push(group.clone());
                    true
                });
                let old = self.region.take();
                for group in groups {
                    self.region = Some(std::rc::Rc::new(group));
                    self.generate(moves, out);
                }
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
                let from = self.int(from);
                let (low, high) = (self.int(low), self.int(high));
                let Some(slot) = self.slot(*site_type, from) else {
                    return;
                };
                let (saved, heading) = (self.env, self.heading);
                for table in self.tables(dirs, slot) {
                    for ray in table.rays_of(from as usize) {
                        self.heading = table.ray_dir[ray];
                        for (index, &site) in table.ray(ray).iter().enumerate() {
                            let distance = index as i32 + 1;
                            if distance > high || out.done {
                                break;
                            }
                            let site = i32::from(site);
                            self.bind(Iter::To, site);
                            self.bind(Iter::Between, site);
                            if let Some(between) = between {
                                if !self.bool(between) {
                                    break;
                                }
                            }
                            if distance >= low && to.as_ref().is_none_or(|to| self.bool(to)) {
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
            Moves::DoInEffect(effect, next, pass) => self.one_first(*effect, next, *pass, out),
            Moves::Do {
                effect,
                shadowed,
                rolls,
                next,
                after,
                in_lookahead,
                outer_effects,
                pass,
            } => {
                let before = out.moves.len();
                let kept = self.get(Iter::Shadowed);
                if let Some(iter) = shadowed {
                    self.bind(Iter::Shadowed, self.get(*iter));
                }
                let mark = match effect {
                    // Whether there would be a move is asked of a throw of its own.
                    Some(effect)
                        if !rolls
                            || self.throwing && self.supposing > 0
                            || self.asking_for_moves =>
                    {
                        let mark = self.state.mark();
                        self.untold(|eval| eval.effect(*effect));
                        Some(mark)
                    }
                    _ => None,
                };
                match after {
                    Some(after) if self.looking_ahead == 0 || *in_lookahead => {
                        // For more than one move it is worth while to know who shelters whom.
                        let all = out.want == Want::All && !self.plainly;
                        let mut shelter = all.then(|| self.shelter(after));
                        let mut asked = false;
                        let known = shelter.as_ref().and_then(Option::as_ref);
                        self.knowing(self.safety(known), |eval| {
                            eval.filtered(next, out, |eval, mv| {
                                if asked && shelter.is_none() && !eval.plainly {
                                    shelter = Some(eval.shelter(after));
                                }
                                asked = true;
                                let shelter = shelter.as_ref().and_then(Option::as_ref);
                                eval.holds_beside(shelter, mv, *outer_effects, after)
                            });
                        });
                    }
                    _ => self.generate(next, out),
                }
                if let (Some(pass), true) = (pass, out.moves.len() == before) {
                    self.pass_instead(*pass, out);
                }
                self.bind(Iter::Shadowed, kept);
                if let Some(mark) = mark {
                    self.state.undo(mark);
                }
            }
            Moves::MaxCaptures { with_value, moves } => {
                let with_value = *with_value;
                self.maximal(moves, out, |eval, mv| eval.captured(mv, with_value));
            }
            Moves::MaxMoves { moves, with_value } => {
                self.longest_turns(moves, *with_value, out);
            }
            Moves::MaxDistance { track, moves } => {
                self.maximal(moves, out, |eval, mv| eval.longest_way(track, moves, mv, 0));
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
                // Each round is applied before the condition is looked at again; all of them count.
                let mark = self.state.mark();
                let mut rounds = 0;
                while self.bool(cond) && rounds < 10_000 {
                    let before = out.moves.len();
                    self.generate(moves, out);
                    if out.moves.len() == before {
                        break;
                    }
                    self.try_out(&out.moves[before..]);
                    rounds += 1;
                }
                self.state.undo(mark);
            }
            Moves::AvoidStored(moves) => self.filtered(moves, out, |eval, mv| {
                eval.afterwards(mv, 0, |eval| {
                    let hash = eval.state.hash();
                    !eval.state.history.contains(&hash)
                })
            }),
            Moves::Capture(capture) => self.capture(capture, out),
            Moves::Combinations(first, second) => {
                let (firsts, seconds) = (self.list(first), self.list(second));
                for &first in &firsts {
                    for &second in &seconds {
                        if out.done {
                            break;
                        }
                        out.push(first);
                        out.push(second);
                    }
                }
                self.give_back(firsts);
                self.give_back(seconds);
            }
            Moves::RandomWeighted(parts) => {
                let shares = parts.iter().map(|(share, _)| self.float(share));
                let shares: Vec<f64> = shares.collect();
                if let Some(index) = self.luck().share(&shares) {
                    self.generate(&parts[index].1, out);
                }
            }
            Moves::Satisfy => self.settings(out),
            Moves::RandomSelection(moves, number) => {
                let number = self.int(number).max(0) as usize;
                let mut all = self.list(moves);
                let mut chosen = 0;
                while chosen < number && !all.is_empty() {
                    let index = self.luck().below(all.len() as u32) as usize;
                    out.push(all.remove(index));
                    chosen += 1;
                }
                self.give_back(all);
            }
        }
    }

    fn over(
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

    /// Whether there is any move.
    pub fn any(&mut self, moves: &'a Moves) -> bool {
        match moves {
            Moves::If(cond, yes, no) => {
                return match self.bool(cond) {
                    true => self.any(yes),
                    false => no.as_ref().is_some_and(|no| self.any(no)),
                };
            }
            // What comes last is mostly there; where lots are drawn, their order counts.
            Moves::Priority(parts)
                if !self.game.flags.stochastic && !self.game.flags.listing_chance =>
            {
                return self.step() && parts.iter().rev().any(|part| self.any(part));
            }
            _ => {}
        }
        let mut out = MoveSink::new(
            Want::Any,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        self.generate(moves, &mut out);
        let any = !out.moves.is_empty();
        self.give_back(out.moves);
        any
    }

    /// All the moves, in a list to be handed to [`Evaluator::give_back`].
    pub fn list(&mut self, moves: &'a Moves) -> Vec<Move> {
        let mut out = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        self.generate(moves, &mut out);
        out.moves
    }

    /// Returns a list to the reserve.
    pub fn give_back(&mut self, mut list: Vec<Move>) {
        list.clear();
        self.state.buffers.moves.push(list);
    }

    /// Carries `mv` out without the `outer` last of its effects, looks, and takes it back.
    pub fn afterwards<T>(
        &mut self,
        mv: Move,
        outer: usize,
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (mark, aside) = (self.state.mark(), self.aside.len());
        let saved = self.env;
        self.supposing += 1;
        self.untold(|eval| eval.perform_within(mv, outer));
        self.supposing -= 1;
        self.env = saved;
        if self.looking_ahead > 0 {
            // Whoever threatens has moved now: the next player is the one after.
            let next = self.follower(self.state.mover(), self.state.field(Field::NextSet));
            self.state.set_field(Field::Next, next);
        }
        let seen = self.untold(look);
        self.env = saved;
        self.aside.truncate(aside);
        self.state.undo(mark);
        seen
    }

    /// The moves that pass a test.
    fn filtered(
        &mut self,
        moves: &'a Moves,
        out: &mut MoveSink,
        mut test: impl FnMut(&mut Self, Move) -> bool,
    ) {
        // What is tested here must have been chosen before.
        let seeking = self.seeking_longest.take();
        if out.want == Want::Any {
            // The first candidate is mostly enough.
            let mut first = MoveSink::new(
                Want::Any,
                self.state.buffers.moves.pop().unwrap_or_default(),
            );
            self.generate(moves, &mut first);
            let candidate = first.moves.first().copied();
            self.give_back(first.moves);
            let found = candidate.filter(|&mv| test(self, mv));
            if candidate.is_none() || found.is_some() {
                self.seeking_longest = seeking;
                found.into_iter().for_each(|mv| out.push(mv));
                return;
            }
            self.first_that_passes(moves, out, &mut test);
            self.seeking_longest = seeking;
            return;
        }
        let mut inner = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        (inner.only, inner.from) = (out.only.take(), out.from);
        self.generate(moves, &mut inner);
        out.only = inner.only.take();
        let list = inner.moves;
        self.seeking_longest = seeking;
        for &mv in &list {
            if out.done {
                break;
            }
            if !out.wants(mv.target()) {
                continue;
            }
            if matches!(out.want, Want::To(slot) if slot != mv.to) {
                continue;
            }
            if test(self, mv) {
                out.push(mv);
            }
        }
        self.give_back(list);
    }

    /// The first of the moves that passes a test. Part by part and piece by piece: what follows need not be listed.
    fn first_that_passes(
        &mut self,
        moves: &'a Moves,
        out: &mut MoveSink,
        test: &mut impl FnMut(&mut Self, Move) -> bool,
    ) {
        let mut list = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        match moves {
            Moves::All(parts) => {
                for part in parts {
                    self.first_that_passes(part, out, test);
                    if out.done {
                        break;
                    }
                }
            }
            Moves::ForEachPiece(piece) if piece.only_topmost(self.game) => {
                let turn = self.whose_turn();
                let mut sets = Sets::default();
                self.each_piece(piece, Want::All, |eval, slot| {
                    eval.list_one(piece, &mut sets, slot, &mut list);
                    let of_owner = eval.whose_turn();
                    eval.set_turn(turn);
                    let found = (list.moves.iter()).find(|&&mv| test(eval, mv));
                    found.into_iter().for_each(|&mv| out.push(mv));
                    eval.set_turn(of_owner);
                    list.moves.clear();
                    !out.done
                });
            }
            moves => {
                self.generate(moves, &mut list);
                let found = (list.moves.iter()).find(|&&mv| test(self, mv));
                found.into_iter().for_each(|&mv| out.push(mv));
            }
        }
        self.give_back(list.moves);
    }

    /// Parts applied one after the other; every one of their moves counts.
    fn in_sequence(&mut self, parts: &'a [Moves], out: &mut MoveSink) {
        let mark = self.state.mark();
        for part in parts {
            let before = out.moves.len();
            self.generate(part, out);
            self.try_out(&out.moves[before..]);
        }
        self.state.undo(mark);
    }

    /// Carries moves out to see what is after them.
    fn try_out(&mut self, moves: &[Move]) {
        self.untold(|eval| moves.iter().for_each(|&mv| eval.carry_out(mv)));
    }

    /// The players meant, written into `room`.
    pub fn owner_list<'r>(&mut self, owners: &'a Owners, room: &'r mut [u8; 20]) -> &'r [u8] {
        let players = self.game.players;
        let mover = self.mover();
        let mut len = 0;
        if let Owners::One(player) = owners {
            let player = self.int(player);
            if player < 0 || player as usize > players + 1 {
                return &[];
            }
            room[0] = player as u8;
            return &room[..1];
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
            if fits && len < room.len() {
                room[len] = player as u8;
                len += 1;
            }
        }
        &room[..len]
    }

    /// A number, where the rule leaves it out.
    pub fn int_or(&mut self, int: Option<&'a Int>, default: i32) -> i32 {
        int.map_or(default, |int| self.int(int))
    }
}

//! What comes after a move: the end of the game, phases, whose turn it is, the throw of dice.

use super::code::{Gen, Num, Test, Whose};
use super::generate::Deed;
use super::value::each;
use super::{Play, Repeats};
use crate::ir::{Iter, Verdict, OFF};
use crate::layout::{Field, PlayerField};

/// What ends the game.
#[derive(Debug)]
pub(super) enum End {
    If(Test, Vec<End>, Option<Outcome>),
    ForEach(Whose, Test, Outcome),
}

/// How it ends.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The verdict on some players, who lose on their own or at one stroke.
    Of(Whose, Verdict, bool),
    ByScore(Vec<(Num, Num)>, bool),
}

/// When a player goes on to another phase.
#[derive(Debug)]
pub(super) struct Next {
    pub who: Option<Num>,
    pub cond: Test,
    /// `None`: the phase after that of the mover.
    pub phase: Option<i32>,
}

/// A phase of play.
#[derive(Debug)]
pub(super) struct Phase {
    pub moves: Gen,
    pub end: Vec<End>,
    pub next: Vec<Next>,
}

impl<'k> Play<'k> {
    #[inline]
    pub fn phase_of(&self, player: usize) -> usize {
        let last = self.kernel.phases.len() - 1;
        match last {
            0 => 0,
            last => last.min(self.at.player(PlayerField::Phase, player) as usize),
        }
    }

    #[inline]
    pub fn phase(&self) -> &'k Phase {
        &self.kernel.phases[self.phase_of(self.mover())]
    }

    #[inline]
    pub fn mover(&self) -> usize {
        self.at.field(Field::Mover) as usize
    }

    /// A move of the mover with everything around it; without any, the forced pass.
    pub fn make_move(&mut self, deed: Option<Deed>) {
        let kernel = self.kernel;
        let mover = self.mover();
        let pass = match deed {
            None => true,
            Some(deed) => kernel.leaves[usize::from(deed.leaf)]
                .as_ref()
                .is_some_and(|leaf| leaf.pass),
        };
        if pass {
            self.throw_unseen();
        }
        let forced = deed.is_none();
        self.at
            .set_player(PlayerField::Stalemated, mover, i32::from(forced));
        match deed {
            None => {
                self.at.set_field(Field::PendingValue, 0);
                self.at.pending = 0;
                self.at.set_field(Field::LastFrom, OFF);
                self.at.set_field(Field::LastTo, OFF);
                let moves = self.at.field(Field::Moves);
                self.at.set_field(Field::Moves, moves + 1);
                self.count_pass(true);
            }
            // What was drawn may have been made to see what follows.
            Some(_) if self.made => {}
            Some(deed) => self.perform(deed, 0),
        }
        self.after_move(pass);
    }

    fn after_move(&mut self, pass: bool) {
        let mover = self.mover();
        let players = self.kernel.frame.players as i32;
        let next_set = self.at.field(Field::NextSet);
        let moves = self.at.field(Field::Moves) - 1;
        self.at.set_field(Field::LastPass, i32::from(pass));
        self.at
            .set_player(PlayerField::Passed, mover, i32::from(pass));
        let passes = self.at.field(Field::PassesInARow);
        let follower = self.follower(mover, next_set);
        self.at.set_field(Field::Next, follower);
        self.check_end();
        if !self.over() {
            let everybody = passes >= players;
            let endless = self.phase().end.is_empty() && self.kernel.end.is_empty();
            let no_end = self.kernel.passes_do_not_end || endless;
            let limits = self.kernel.limits;
            let too_long = moves + 1 >= limits.moves || self.at.field(Field::Turns) >= limits.turns;
            if (pass && everybody && !no_end) || too_long {
                self.draw();
            }
        }
        let counter = self.at.field(Field::Counter);
        self.at.set_field(Field::Counter, counter + 1);
        if !self.over() {
            if self.just_won >> follower & 1 == 1 {
                // The turn was that player's already.
                self.at.set_field(Field::NextSet, follower);
            }
            if self.kernel.phases_change {
                self.next_phase();
            }
            self.hand_over(mover);
        }
    }

    /// Counts the passes in a row after a move of the mover.
    pub fn count_pass(&mut self, pass: bool) {
        let mut passes = self.at.field(Field::PassesInARow);
        let again = self.at.field(Field::MovesThisTurn) > 0;
        passes -= i32::from(again && self.kernel.frame.players > 1);
        self.at
            .set_field(Field::PassesInARow, if pass { passes + 1 } else { 0 });
    }

    #[inline]
    pub fn over(&self) -> bool {
        self.at.field(Field::Over) != 0
    }

    /// The player to move after a player.
    #[inline]
    pub fn follower(&self, mover: usize, next_set: i32) -> i32 {
        if next_set > 0 {
            return next_set;
        }
        let players = self.kernel.frame.players;
        // Without a division, which costs as much as all the rest.
        let after = |player: usize| if player < players { player + 1 } else { 1 };
        let mut next = after(mover);
        // Mostly nobody is out of the game.
        if self.at.field(Field::Active) == players as i32 {
            return next as i32;
        }
        for _ in 0..players {
            if self.at.player(PlayerField::Active, next) != 0 {
                break;
            }
            next = after(next);
        }
        next as i32
    }

    fn next_phase(&mut self) {
        let kernel = self.kernel;
        for player in 1..=kernel.frame.players {
            for next in &kernel.phases[self.phase_of(player)].next {
                if let Some(who) = &next.who {
                    if self.num(who) != player as i32 {
                        continue;
                    }
                }
                if self.test(&next.cond) {
                    let phase = next.phase.unwrap_or_else(|| {
                        let after = self.phase_of(self.mover()) + 1;
                        (after % kernel.phases.len()) as i32
                    });
                    self.at.set_player(PlayerField::Phase, player, phase);
                    break;
                }
            }
        }
    }

    fn hand_over(&mut self, mover: usize) {
        let next = self.follower(mover, self.at.field(Field::NextSet)) as usize;
        self.at.set_field(Field::NextSet, 0);
        let moved_before = self.at.field(Field::Prev) == mover as i32;
        self.at.set_field(Field::Prev, mover as i32);
        if next == mover {
            let so_far = self.at.field(Field::MovesThisTurn);
            self.at.set_field(Field::MovesThisTurn, so_far + 1);
        } else {
            self.at.set_field(Field::PrevTurn, mover as i32);
            self.at.set_field(Field::MovesThisTurn, 0);
            let turns = self.at.field(Field::Turns);
            self.at.set_field(Field::Turns, turns + 1);
        }
        self.at.set_field(Field::Mover, next as i32);
        let follower = self.follower(next, 0);
        self.at.set_field(Field::Next, follower);
        // Of a turn of several moves, the position after the first or the last one counts.
        let counts = |repeats: &Repeats| match repeats.of_turns {
            true => next != mover,
            false => !moved_before,
        };
        if let Some(repeats) = self.kernel.repeats.filter(counts) {
            let key = self.key(repeats);
            self.past.add(key);
        }
        self.throw();
    }

    /// A number of the position, the same for equal ones; the one that a state's own history would
    /// note, where that holds positions from before.
    pub fn key(&self, repeats: Repeats) -> u64 {
        let turn = match repeats.situation {
            true => (self.mover() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            false => 0,
        };
        if !self.past.has_earlier {
            let words = self.kernel.frame.slots.div_ceil(8);
            let (counts, kinds) = (self.at.count.chunks_exact(8), self.at.what.chunks_exact(8));
            let eight = |bytes: &[u8]| {
                bytes
                    .iter()
                    .rev()
                    .fold(0, |word, &byte| word << 8 | u64::from(byte))
            };
            let scramble = |key: u64, word: u64| {
                (key ^ word)
                    .wrapping_mul(0xd6e8_feb8_6659_fd93)
                    .rotate_left(29)
            };
            let key = counts.take(words).map(eight).fold(turn, scramble);
            return match self.kernel.uniform {
                true => key,
                false => kinds.take(words).map(eight).fold(key, scramble),
            };
        }
        let mut key = turn;
        for slot in each(self.at.filled) {
            let slot = slot as usize;
            key ^= crate::state::mix(repeats.what + slot, u32::from(self.at.what[slot]));
            key ^= crate::state::mix(repeats.count + slot, u32::from(self.at.count[slot]));
        }
        key
    }

    /// Makes the throws that the next decision starts with.
    fn throw(&mut self) {
        if !self.kernel.rolls {
            return;
        }
        self.at.set_field(Field::Rolled, 0);
        match &self.phase().moves {
            Gen::Do(block) if block.just_rolls && !block.rolls_on => self.roll(),
            moves => self.throw_in(moves),
        }
    }

    fn throw_in(&mut self, gen: &'k Gen) {
        match gen {
            Gen::Do(block) => {
                match block.rolls {
                    Some(_) if block.just_rolls => self.roll(),
                    Some(effect) => self.effect(effect),
                    None => {}
                }
                if block.rolls_on {
                    self.throw_in(&block.next);
                }
            }
            Gen::If(cond, yes, no) => {
                if self.test(cond) {
                    self.throw_in(yes);
                } else if let Some(no) = no {
                    self.throw_in(no);
                }
            }
            Gen::Branch(bit, cond, yes, no) => {
                if self.test(cond) {
                    let thrown = self.at.field(Field::Rolled) | 1 << bit;
                    self.at.set_field(Field::Rolled, thrown);
                    self.throw_in(yes);
                } else if let Some(no) = no {
                    self.throw_in(no);
                }
            }
            Gen::All(parts) | Gen::Priority(parts) => {
                parts.iter().for_each(|part| self.throw_in(part));
            }
            Gen::Late(gen, _) => self.throw_in(gen),
            _ => {}
        }
    }

    /// Throws the dice once more without looking, as the reference evaluator does before a pass.
    fn throw_unseen(&mut self) {
        if self.at.field(Field::Rolled) & 1 == 0 || !self.draws_unseen {
            return;
        }
        if let Gen::Do(block) = &self.phase().moves {
            if block.just_rolls && !block.rolls_on {
                return self.roll_unseen();
            }
        }
        let before = self.at;
        self.throw();
        self.at = before;
    }

    fn check_end(&mut self) {
        let (phase, kernel) = (self.phase(), self.kernel);
        (self.just_won, self.just_lost) = (0, 0);
        for end in phase.end.iter().chain(&kernel.end) {
            if self.over() {
                break;
            }
            self.ending(end);
        }
        self.share_loss();
    }

    /// Applies an end rule if it holds; returns whether it gave a result.
    fn ending(&mut self, end: &'k End) -> bool {
        match end {
            End::If(cond, inner, outcome) => {
                if !self.test(cond) {
                    return false;
                }
                // The first inner rule that holds; the outer result where none does.
                if inner.iter().any(|rule| self.ending(rule)) {
                    return true;
                }
                if let Some(outcome) = outcome {
                    self.outcome(outcome);
                }
                outcome.is_some()
            }
            End::ForEach(whose, cond, outcome) => {
                let players = self.owners(whose) & self.kernel.everybody();
                let mut applied = false;
                for player in each(u64::from(players)) {
                    if !self.active(player as usize) {
                        continue;
                    }
                    let old = self.bind(Iter::Player, player);
                    if self.test(cond) {
                        self.outcome(outcome);
                        applied = true;
                    }
                    self.bind(Iter::Player, old);
                    if self.over() {
                        break;
                    }
                }
                applied
            }
        }
    }

    fn outcome(&mut self, outcome: &'k Outcome) {
        match outcome {
            Outcome::Of(whose, verdict, singly) => self.verdict(whose, *verdict, *singly),
            Outcome::ByScore(scores, misere) => {
                for (player, score) in scores {
                    let (player, score) = (self.num(player), self.num(score));
                    if player > 0 {
                        self.at
                            .set_player(PlayerField::Score, player as usize, score);
                    }
                }
                self.rank_by_score(if *misere { -1 } else { 1 });
            }
        }
    }

    fn rank_by_score(&mut self, sign: i32) {
        let players = 1..=self.kernel.frame.players;
        let score = |at: &super::position::Position, player| {
            i64::from(sign) * i64::from(at.player(PlayerField::Score, player))
        };
        for player in players.clone() {
            let own = score(&self.at, player);
            let better = players
                .clone()
                .filter(|&one| score(&self.at, one) > own)
                .count() as i32;
            let equal = players
                .clone()
                .filter(|&one| score(&self.at, one) == own)
                .count() as i32;
            self.at
                .set_player(PlayerField::Rank, player, 2 * better + equal + 1);
        }
        self.finish_game();
    }

    fn active(&self, player: usize) -> bool {
        self.at.player(PlayerField::Active, player) != 0
    }

    fn verdict(&mut self, whose: &'k Whose, verdict: Verdict, singly: bool) {
        let players = self.owners(whose) & self.kernel.everybody();
        let judged: u64 = each(u64::from(players))
            .filter(|&player| self.active(player as usize))
            .fold(0, |all, player| all | 1 << player);
        if judged == 0 {
            return;
        }
        let losers = self.at.field(Field::Losers);
        let everybody = self.kernel.frame.players as i32;
        let rank = match verdict {
            Verdict::Win => self.next_win_rank(),
            Verdict::Loss => {
                let together = if singly {
                    1
                } else {
                    judged.count_ones() as i32
                };
                self.at.set_field(Field::Losers, losers + together);
                everybody - losers - together + 1
            }
            Verdict::Draw => return self.draw(),
            Verdict::Tie | Verdict::Abandon | Verdict::Crash => return self.finish_game(),
        };
        for player in each(judged) {
            self.settle_player(player as usize, 2 * rank);
        }
        match verdict {
            Verdict::Win => self.just_won |= judged as u32,
            _ if judged.count_ones() == 1 => self.just_lost |= judged as u32,
            _ => {}
        }
        let left = (1..=self.kernel.frame.players)
            .filter(|&player| self.active(player))
            .count();
        if left <= 1 {
            let rank = self.next_win_rank();
            for player in 1..=self.kernel.frame.players {
                if self.active(player) {
                    self.settle_player(player, 2 * rank);
                }
            }
            self.finish_game();
        }
    }

    /// The best rank not yet given away.
    fn next_win_rank(&self) -> i32 {
        let losers = self.at.field(Field::Losers);
        self.kernel.frame.players as i32 - losers - self.at.field(Field::Active) + 1
    }

    /// Players who lost one by one with the same move share their ranks.
    fn share_loss(&mut self) {
        let number = self.just_lost.count_ones() as i32;
        if number < 2 {
            return;
        }
        let losers = each(u64::from(self.just_lost));
        let rank = |player: i32| self.at.player(PlayerField::Rank, player as usize);
        let shared = losers.map(rank).sum::<i32>() / number;
        for player in each(u64::from(self.just_lost)) {
            self.at
                .set_player(PlayerField::Rank, player as usize, shared);
        }
    }

    fn settle_player(&mut self, player: usize, doubled: i32) {
        self.at.set_player(PlayerField::Rank, player, doubled);
        self.at.set_player(PlayerField::Active, player, 0);
        let active = self.at.field(Field::Active);
        self.at.set_field(Field::Active, active - 1);
    }

    /// Everybody still in the game shares the ranks that are left.
    fn draw(&mut self) {
        let active: Vec<usize> = (1..=self.kernel.frame.players)
            .filter(|&one| self.active(one))
            .collect();
        let best = self.next_win_rank();
        let worst = best + active.len() as i32 - 1;
        for player in active {
            self.at.set_player(PlayerField::Rank, player, best + worst);
        }
        self.finish_game();
    }

    fn finish_game(&mut self) {
        self.at.set_field(Field::Over, 1);
        let first = |player: &usize| self.at.player(PlayerField::Rank, *player) == 2;
        let mut winners = (1..=self.kernel.frame.players).filter(first);
        let winner = match (winners.next(), winners.next()) {
            (Some(winner), None) => winner as i32,
            _ => 0,
        };
        self.at.set_field(Field::Winner, winner);
    }
}

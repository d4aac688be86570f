//! The turns of a game, and how it ends.
//!
//! Whether the player who comes next has a move at all is a costly question, and the answer is seen
//! when that player's move is drawn. Where no rule could tell the two moments apart, the player is
//! taken to have one until the draw shows that there is none; then the ends are looked at again as
//! the game stood.

use super::rule::{Kind, Ply};
use super::{Course, Phase, PieceKernel};
use crate::chance::SplitMix64;
use crate::game::Game;
use crate::ir::{ITERS, OFF};
use crate::rollout::Rollout;

/// How a turn stands, apart from the board.
#[derive(Clone, Copy, Debug)]
struct Turn<const W: usize> {
    mover: i32,
    next: i32,
    prev: i32,
    next_set: i32,
    counter: i32,
    turns: i32,
    moves_this_turn: i32,
    visited: [u64; W],
    /// Whether the position after the turn was added to those that may come again.
    remembered: bool,
}

/// Whether the player who comes next has no move, where that is taken for granted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess {
    pub stuck: Option<bool>,
    /// Whether somebody asked.
    pub asked: bool,
}

/// What comes of a move.
enum After<const W: usize> {
    /// The game is over.
    Over,
    /// It goes on; the turn as it was, where it was put off whether the next player has a move.
    GoesOn(Option<Turn<W>>),
}

impl PieceKernel {
    /// Notes whether the moves of some phase of a game are the same when a turn has begun as when
    /// it is asked, at the end of the turn before, if there are any.
    pub(super) fn note_waiting(&mut self, game: &Game) {
        if self.states_may_bar_moves() {
            for phase in &mut self.phases {
                phase.fleeting.for_moves |= phase.fleeting.for_states;
            }
        }
        let alone = game.players == 2 && !game.flags.rolls && !game.flags.dice;
        self.waits = alone && self.phases.iter().any(Phase::stays);
    }

    /// Whether a move may not be legal because of the states that it leaves pieces in. Where
    /// nothing must hold after moves but that a king is safe, and captures do not depend on states,
    /// no move is.
    fn states_may_bar_moves(&self) -> bool {
        let only_kings = |phase: &Phase| {
            let plain = phase.moves.plain(self);
            plain.is_some_and(|plain| !plain.reach.depends.states)
                && !phase.moves.asks_for_more_than_kings()
                && !phase.moves.seeks_longest()
        };
        let tested = |phase: &Phase| phase.moves.is_safe() || phase.moves.seeks_longest();
        self.phases.iter().any(tested) && !self.phases.iter().all(only_kings)
    }
}

impl Phase {
    /// Whether it is the last for those who are in it, and its moves ask for nothing that changes
    /// when a turn begins.
    fn stays(&self) -> bool {
        self.next.is_empty() && !self.fleeting.for_moves
    }
}

impl<'k, const W: usize> Course<'k, W> {
    pub(super) fn play(&mut self, limit: usize, pick: &mut SplitMix64) -> Rollout {
        let mut open = None;
        for plies in 0..limit {
            let phase = self.phase();
            let before = pick.clone();
            self.deciding = true;
            let ply = self.draw_in(phase, pick);
            self.deciding = false;
            if let Some(turn) = open.take().filter(|_| ply.is_none()) {
                if self.ends_stuck(turn) {
                    *pick = before;
                    return self.standing.rollout(plies);
                }
            }
            let pass = match ply {
                Some(ply) => self.go(ply),
                None => self.go_nowhere(),
            };
            // Beyond the last move nothing is drawn that could tell.
            let waits = self.men.waits && plies + 1 < limit && self.all_stay();
            match self.after_move(phase, pass, waits) {
                After::Over => return self.standing.rollout(plies + 1),
                After::GoesOn(turn) => open = turn,
            }
            self.board.env = [OFF; ITERS];
        }
        Rollout::unfinished(limit, self.men.players)
    }

    /// Whether all players are in phases that stay as they are.
    #[inline]
    fn all_stay(&self) -> bool {
        let phases = &self.men.phases;
        let mut of_players = self.board.phase[1..=self.men.players].iter();
        let stays = |&phase: &i32| phases.get(phase.max(0) as usize).is_some_and(Phase::stays);
        phases.len() == 1 || of_players.all(stays)
    }

    /// Makes the move drawn; whether it is a pass.
    #[inline]
    fn go(&mut self, ply: Ply) -> bool {
        let pass = matches!(self.men.rules[usize::from(ply.rule)].kind, Kind::Pass);
        if pass {
            self.throw_unseen();
        }
        self.fallback = None;
        self.board.stalemated[self.board.mover as usize] = 0;
        self.perform(ply, 0);
        pass
    }

    /// Where there is no move: the pass that the rules have for that, or nothing at all.
    fn go_nowhere(&mut self) -> bool {
        if let Some(pass) = self.fallback {
            return self.go(self.ply(pass, OFF, OFF));
        }
        self.throw_unseen();
        self.board.stalemated[self.board.mover as usize] = 1;
        self.board.clear_pending();
        self.changed();
        self.board.last_from = OFF;
        self.board.last_to = OFF;
        self.board.moves += 1;
        self.count_pass(true);
        true
    }

    /// Counts the passes in a row after a move of the mover.
    #[inline]
    pub(super) fn count_pass(&mut self, pass: bool) {
        // Who has moved in the turn already has not passed it.
        let again = i32::from(self.board.moves_this_turn > 0);
        self.board.passes = if pass {
            self.board.passes + 1 - again
        } else {
            0
        };
    }

    /// All that comes after a move: whether the game ends; else whose turn it is. Where that is to
    /// wait, who comes next is taken to have a move.
    fn after_move(&mut self, phase: &'k Phase, pass: bool, waits: bool) -> After<W> {
        let mover = self.board.mover;
        if self.board.next_set != mover && self.board.taken != [0; W] {
            self.board.clear_taken(&self.men.owners);
            self.changed();
        }
        self.extra.last_pass = pass;
        self.board.next = match self.board.next_set {
            0 => self.follower(mover),
            next => next,
        };
        let men = self.men;
        let mut over = match waits {
            true => self.ends_if_moving(phase),
            false => self.ends_in(phase),
        };
        let endless = phase.ends.is_empty() && men.ends.is_empty();
        let everybody = self.board.passes >= men.players as i32;
        let all_pass = pass && everybody && !men.pass_no_end && !endless;
        let too_long = self.board.moves >= men.limits.moves || self.board.turns >= men.limits.turns;
        if self.guess.asked && (all_pass || too_long) {
            self.guess.asked = false;
            over = self.ends_in_full(phase);
        }
        if over {
            return After::Over;
        }
        if all_pass || too_long {
            self.standing.draw();
            return After::Over;
        }
        let mut turn = self.guess.asked.then(|| self.turn());
        self.board.counter += 1;
        if self.standing.has_just_won(self.board.next) {
            // The turn was that player's already.
            self.board.next_set = self.board.next;
        }
        self.next_phase();
        let next = match std::mem::take(&mut self.board.next_set) {
            0 => self.follower(mover),
            next => next,
        };
        let moved_before = self.board.prev == mover;
        self.board.prev = mover;
        if next == mover {
            self.board.moves_this_turn += 1;
        } else {
            self.board.moves_this_turn = 0;
            self.board.turns += 1;
            self.board.visited = [0; W];
        }
        self.set_mover(next);
        self.board.next = self.follower(next);
        if let Some(repeats) = self.men.repeats.as_ref().filter(|repeats| {
            // Of a turn of several moves, the position after the first or the last one counts.
            match repeats.of_turns {
                true => next != mover,
                false => !moved_before,
            }
        }) {
            let key = self.key_now(repeats, next);
            self.past.add(key);
            if let Some(turn) = &mut turn {
                turn.remembered = true;
            }
        }
        self.throw();
        After::GoesOn(turn)
    }

    /// Whether the game ends in a phase.
    #[inline(never)]
    fn ends_in_full(&mut self, phase: &'k Phase) -> bool {
        self.ends_in(phase)
    }

    /// The same where that is asked after most moves.
    #[inline(always)]
    fn ends_in(&mut self, phase: &'k Phase) -> bool {
        let men = self.men;
        self.standing.begin_move();
        let over = self.ends_by(&phase.ends) || self.ends_by(&men.ends);
        self.standing.share_loss();
        over
    }

    /// The same where the next player is taken to have a move.
    #[inline(always)]
    fn ends_if_moving(&mut self, phase: &'k Phase) -> bool {
        let ends = [&phase.ends, &self.men.ends];
        if ends.iter().all(|ends| self.all_barred(ends, true)) {
            self.guess.asked = ends.iter().any(|ends| ends.ask_if_stuck());
            return false;
        }
        self.ends_by_guess(phase)
    }

    /// The same where an end may apply; what comes first of several counts.
    #[inline(never)]
    fn ends_by_guess(&mut self, phase: &'k Phase) -> bool {
        let before = (self.standing.clone(), self.board.score);
        self.guess = Guess {
            stuck: Some(false),
            asked: false,
        };
        let over = self.ends_in_full(phase);
        self.guess.stuck = None;
        if over && self.guess.asked {
            self.guess.asked = false;
            (self.standing, self.board.score) = before;
            return self.ends_in_full(phase);
        }
        over
    }

    /// Whether the game ended with a turn after which the next player has no move; if not, it goes
    /// on where it was.
    #[cold]
    fn ends_stuck(&mut self, turn: Turn<W>) -> bool {
        let now = self.turn();
        self.set_turn(turn);
        if turn.remembered {
            // When the ends were looked at, this position had not been added.
            self.past.remove_last();
        }
        self.guess.stuck = Some(true);
        let over = self.ends_in_full(self.phase());
        self.guess.stuck = None;
        self.set_turn(now);
        if let (Some(repeats), true) = (&self.men.repeats, turn.remembered) {
            let key = self.key_now(repeats, now.mover);
            self.past.add(key);
        }
        over
    }

    fn turn(&self) -> Turn<W> {
        let board = &self.board;
        Turn {
            mover: board.mover,
            next: board.next,
            prev: board.prev,
            next_set: board.next_set,
            counter: board.counter,
            turns: board.turns,
            moves_this_turn: board.moves_this_turn,
            visited: board.visited,
            remembered: false,
        }
    }

    fn set_turn(&mut self, turn: Turn<W>) {
        self.set_mover(turn.mover);
        let board = &mut self.board;
        board.next = turn.next;
        board.prev = turn.prev;
        board.next_set = turn.next_set;
        board.counter = turn.counter;
        board.turns = turn.turns;
        board.moves_this_turn = turn.moves_this_turn;
        board.visited = turn.visited;
    }

    /// The phase that a player is in.
    pub(super) fn phase_of(&self, player: i32) -> Option<&'k Phase> {
        let phase = self.board.phase[player as usize].max(0);
        self.men.phases.get(phase as usize)
    }

    fn next_phase(&mut self) {
        if self.settled {
            return;
        }
        self.settled = true;
        for player in 1..=self.men.players as i32 {
            let Some(phase) = self.phase_of(player) else {
                continue;
            };
            self.settled &= phase.next.is_empty();
            for next in &phase.next {
                let concerned = match &next.who {
                    Some(who) => self.num(who) == player,
                    None => true,
                };
                if concerned && self.test(&next.cond) {
                    let after_mover = || {
                        let after = self.board.phase[self.board.mover as usize] + 1;
                        after % self.men.phases.len() as i32
                    };
                    let phase = next.phase.unwrap_or_else(after_mover);
                    self.board.phase[player as usize] = phase;
                    self.changed();
                    break;
                }
            }
        }
    }
}

//! Men on a board: games for two in which men are placed, moved and taken, one to a site.
//!
//! The rules are read into terms over a position of bytes and bits: numbers, truths, places, deeds. What they
//! mean is what the evaluator means by them, and moves are drawn with the same tickets; but nothing is
//! kept of what the game does not ask about: no hash, no journal, no log.

mod any;
mod between;
mod board;
mod deeds;
mod draw;
mod eval;
mod goes;
mod group;
mod hops;
mod line;
mod longest;
mod moves;
mod place;
mod reach;
mod read;
mod repeats;
mod rule;
mod terms;
mod threat;

use board::{Board, Words, SLOTS};
use read::Reader;
use rule::{Pieces, Ply, Rule, Task};
use terms::{Num, Region, Test};

use super::past::Past;
use crate::chance::SplitMix64;
use crate::game::{Game, Limits};
use crate::ir::{End, GameResult, Owners, Verdict, ITERS, OFF};
use crate::rollout::Rollout;
use crate::state::State;

/// Where moves come from.
#[derive(Clone, Debug)]
enum Gen {
    None,
    If(Test, Box<Gen>, Box<Gen>),
    Priority(Box<[Gen]>),
    All(Box<[Gen]>),
    Pieces(Box<Pieces>),
    Rule(u16),
    /// The one move of a rule for each of some sites.
    Sites(Region, u16),
    Safe(Box<Safe>),
    Late(Box<Late>),
    /// Those with which the turn lasts longest.
    Longest(Box<Gen>),
}

/// A few moves at most, looked at only where they are wanted.
#[derive(Clone, Debug)]
struct Late {
    most: u32,
    /// By player: the slots to which that player's may lead, where that is known.
    to: Option<Box<[Words]>>,
    moves: Gen,
}

impl Late {
    /// Whether no move of a player leads to a slot, whatever stands where.
    fn never(&self, player: usize, slot: usize) -> bool {
        let to = self.to.as_ref().and_then(|to| to.get(player));
        to.is_some_and(|to| to[slot / 64] >> (slot % 64) & 1 == 0)
    }
}

/// Moves after which something must hold.
#[derive(Clone, Debug)]
struct Safe {
    moves: Gen,
    cond: Test,
    /// Whether it must hold after moves, too, that would only threaten.
    ahead: bool,
    /// How many of the effects that follow a move are left out when it is tried.
    outer: usize,
}

/// A game of men.
#[derive(Debug)]
pub(crate) struct Men {
    slots: usize,
    board_sites: usize,
    on_board: Words,
    /// Whether several men may lie on one slot (of a hand).
    counts: bool,
    /// Whether men have states.
    states: bool,
    /// By kind.
    owners: Box<[u8]>,
    /// By player, a kind that looks where the player's men look: an empty site stands for it.
    stand_ins: [usize; 3],
    /// By mover, from the first.
    classes: [Box<[u8]>; 2],
    flips: Box<[Option<(u8, u8)>]>,
    rules: Box<[Rule]>,
    paths: Box<[u16]>,
    phases: Box<[Phase]>,
    ends: Box<[Ending]>,
    /// Whether the game goes on when both pass.
    pass_no_end: bool,
    /// What a rule compares that asks whether positions come again.
    repeats: Option<repeats::Repeats>,
    limits: Limits,
}

#[derive(Debug)]
struct Phase {
    moves: Gen,
    ends: Box<[Ending]>,
    next: Box<[Next]>,
}

/// When a player's phase gives way to another.
#[derive(Debug)]
struct Next {
    who: Option<Num>,
    cond: Test,
    phase: i32,
}

/// When the game ends, and how.
#[derive(Debug)]
struct Ending {
    cond: Test,
    inner: Box<[Ending]>,
    result: Option<Outcome>,
}

#[derive(Debug)]
enum Outcome {
    Wins(Num),
    Loses(Num),
    Draw,
    /// By scores, set anew if there is a rule for it: the higher (or the lower) wins.
    Scores {
        scores: Box<[(Num, Num)]>,
        misere: bool,
    },
}

impl Men {
    /// The kernel of a game, if it is one of men.
    pub fn of(game: &Game) -> Option<Men> {
        if !is_of_men(game) {
            return None;
        }
        let layout = &game.layout;
        let mut reader = Reader::new(game);
        let phases = game.phases.iter().map(|phase| {
            let next = phase.next.iter().map(|next| {
                Some(Next {
                    who: match &next.who {
                        Some(who) => Some(Num::of(&mut reader, who)?),
                        None => None,
                    },
                    cond: Test::of(&mut reader, &next.cond)?,
                    phase: next.phase as i32,
                })
            });
            let next = next.collect::<Option<_>>()?;
            Some(Phase {
                moves: Gen::of(&mut reader, &phase.moves)?,
                ends: endings(&mut reader, &phase.end)?,
                next,
            })
        });
        let phases = phases.collect::<Option<Box<[_]>>>()?;
        // Where something must hold after moves that last longest, the evaluator says which these are.
        if phases.iter().any(|phase| phase.moves.seeks_longest())
            && phases.iter().any(|phase| phase.moves.is_safe())
        {
            return None;
        }
        let ends = endings(&mut reader, &game.end)?;
        let on_board = reader.slots(true);
        let (rules, paths) = reader.into_rules();
        let flips = game.components.iter().map(|kind| match kind.flips {
            None => Some(None),
            Some((one, other)) => Some(Some((u8::try_from(one).ok()?, u8::try_from(other).ok()?))),
        });
        Some(Men {
            slots: layout.sites,
            board_sites: layout.board_sites,
            on_board,
            counts: layout.count > 0,
            states: layout.state > 0,
            owners: game.owners.clone().into(),
            stand_ins: [0, 1, 2].map(|player| stand_in(game, player)),
            classes: [1, 2].map(|mover| classes(game, mover)),
            flips: flips.collect::<Option<_>>()?,
            rules: rules.into(),
            paths: paths.into(),
            phases,
            ends,
            pass_no_end: game.meta.pass_no_end || game.flags.passes_do_not_end,
            repeats: repeats::Repeats::of(game),
            limits: game.limits(),
        })
    }

    /// Of how many words the sets of a board are.
    fn words(&self) -> usize {
        match self.slots.div_ceil(64) {
            0 | 1 => 1,
            2 => 2,
            _ => SLOTS / 64,
        }
    }

    /// The sites of a part of the paths.
    #[inline]
    fn path(&self, (start, end): (u32, u32)) -> &[u16] {
        &self.paths[start as usize..end as usize]
    }

    /// Plays on from a position; `None`, and nothing is drawn, where it holds more than the kernel knows.
    pub fn play(
        &self,
        game: &Game,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
    ) -> Option<Rollout> {
        match self.words() {
            1 => self.play_in::<1>(game, from, limit, pick),
            2 => self.play_in::<2>(game, from, limit, pick),
            _ => self.play_in::<4>(game, from, limit, pick),
        }
    }

    fn play_in<const W: usize>(
        &self,
        game: &Game,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
    ) -> Option<Rollout> {
        let mut course = Course::<W>::of(self, Board::of(game, from)?);
        course.remember(&from.history);
        Some(course.play(limit, pick))
    }
}

/// Whether a game is one for two, one man to a site, of whom nothing is to be known but kind and state.
fn is_of_men(game: &Game) -> bool {
    let (flags, layout, meta) = (&game.flags, &game.layout, &game.meta);
    game.players == 2
        && game.series.is_none()
        && game.puzzle.is_none()
        && game.cover == 0
        && game.dice.is_empty()
        && game.packs.is_empty()
        && game.named_sites.is_empty()
        && game.delayed.is_empty()
        && meta.no_repeat.is_none()
        && !meta.forbids()
        && !meta.automove
        && !meta.gravity
        && !meta.swap
        && !flags.stochastic
        && !flags.dice
        && !flags.rolls
        && !flags.teams
        && !flags.spills
        && !flags.draws
        && !flags.simultaneous
        && (!flags.repetition || repeats::Repeats::of(game).is_some())
        && !flags.stored_states
        && !flags.last_after
        && !flags.turn_from
        && !flags.sows
        && !flags.along_tracks
        && layout.levels == 0
        && layout.sites <= SLOTS
        && layout.hidden == 0
        && layout.rotation == 0
        && layout.value == 0
        && layout.cost == 0
        && layout.draws == 0
        && layout.site_phase == 0
        && game.owners.len() <= 256
        && game.owners.iter().all(|&owner| owner <= 2)
        && game.phases.iter().all(|phase| !phase.simultaneous)
}

/// A kind of a player's that looks where all of the player's do; 0 if there is none.
fn stand_in(game: &Game, player: usize) -> usize {
    let mut kinds = game.components.iter();
    let found = kinds.position(|kind| kind.owner == player && kind.facing.is_none());
    found.unwrap_or(0)
}

/// The classes of all kinds, as a mover sees them.
fn classes(game: &Game, mover: usize) -> Box<[u8]> {
    let owners = game.owners.iter().enumerate();
    owners
        .map(|(kind, &owner)| place::class(kind, owner, mover))
        .collect()
}

fn endings(r: &mut Reader<'_>, ends: &[End]) -> Option<Box<[Ending]>> {
    let ends = ends.iter().map(|end| match end {
        End::If {
            cond,
            inner,
            result,
        } => Some(Ending {
            cond: Test::of(r, cond)?,
            inner: endings(r, inner)?,
            result: match result {
                Some(result) => Some(outcome(r, result)?),
                None => None,
            },
        }),
        End::ForEach { .. } => None,
    });
    ends.collect()
}

fn outcome(r: &mut Reader<'_>, result: &GameResult) -> Option<Outcome> {
    Some(match result {
        GameResult::Of(_, Verdict::Draw | Verdict::Tie) => Outcome::Draw,
        GameResult::Of(Owners::One(player), Verdict::Win) => Outcome::Wins(Num::of(r, player)?),
        GameResult::Of(Owners::One(player), _) => Outcome::Loses(Num::of(r, player)?),
        GameResult::ByScore { scores, misere } => {
            let scores = scores
                .iter()
                .map(|(player, score)| Some((Num::of(r, player)?, Num::of(r, score)?)));
            Outcome::Scores {
                scores: scores.collect::<Option<_>>()?,
                misere: *misere,
            }
        }
        _ => return None,
    })
}

/// One game being played.
struct Course<'k, const W: usize> {
    men: &'k Men,
    board: Board<W>,
    /// The classes of kinds, as the mover sees them.
    classes: &'k [u8],
    /// By player, where the last man stood that was found to have a move.
    movable: [usize; 3],
    /// Lists in reserve.
    lists: Vec<Vec<Ply>>,
    tasks: Vec<Vec<Task<'k>>>,
    /// Whether it is being asked if the other side has a move.
    asking: bool,
    /// Whether the first thing that a deed does is all that is wanted.
    first_only: bool,
    /// What must hold after the move being drawn.
    safe: Option<&'k Safe>,
    /// By phase: the men who go plainly; nothing as long as nobody has asked.
    plain: Vec<Option<reach::Plain<'k>>>,
    /// By owner: who must not be threatened, as far as that was last asked.
    watches: [threat::Watch<W>; 3],
    /// The number of the position, among all that were looked at.
    position: u64,
    positions: u64,
    /// Whether moves are only supposed, or looked for only to see where they lead.
    supposing: bool,
    looking_ahead: bool,
    /// Whether a turn is being followed to its end.
    seeking: bool,
    /// The positions that have been, where a rule asks for them.
    past: Past,
}

impl<'k, const W: usize> Course<'k, W> {
    fn of(men: &'k Men, board: Board<W>) -> Self {
        Course {
            men,
            classes: &men.classes[usize::from(board.mover == 2)],
            board,
            movable: [0; 3],
            lists: Vec::new(),
            tasks: Vec::new(),
            asking: false,
            first_only: false,
            safe: None,
            plain: Vec::new(),
            watches: [threat::Watch::default(); 3],
            position: 0,
            positions: 0,
            supposing: false,
            looking_ahead: false,
            seeking: false,
            past: Past::default(),
        }
    }

    /// Makes it a player's turn, or asks as if it were.
    #[inline]
    fn set_mover(&mut self, mover: i32) {
        self.board.mover = mover;
        self.classes = &self.men.classes[usize::from(mover == 2)];
    }

    /// Notes that the position is not the one that it was.
    #[inline]
    fn changed(&mut self) {
        self.positions += 1;
        self.position = self.positions;
    }

    fn phase(&self) -> &'k Phase {
        let phase = self.board.phase[self.board.mover as usize].max(0) as usize;
        &self.men.phases[phase.min(self.men.phases.len() - 1)]
    }

    fn play(mut self, limit: usize, pick: &mut SplitMix64) -> Rollout {
        for plies in 0..limit {
            let phase = self.phase();
            let ply = self.draw(&phase.moves, pick);
            let pass = ply.is_none_or(|ply| {
                matches!(self.men.rules[usize::from(ply.rule)].kind, rule::Kind::Pass)
            });
            self.board.stalemated[self.board.mover as usize] = i32::from(ply.is_none());
            match ply {
                Some(ply) => self.perform(ply, 0),
                None => {
                    self.board.clear_pending();
                    self.changed();
                    self.board.last_from = OFF;
                    self.board.last_to = OFF;
                    self.board.moves += 1;
                }
            }
            if let Some(winner) = self.after_move(pass) {
                return Rollout::of_two(plies + 1, winner);
            }
            self.board.env = [OFF; ITERS];
        }
        Rollout::unfinished(limit, 2)
    }

    /// All that comes after a move: whether the game ends, and who wins it (0 for a draw); else whose
    /// turn it is.
    fn after_move(&mut self, pass: bool) -> Option<usize> {
        let mover = self.board.mover;
        if self.board.next_set != mover && self.board.taken != [0; W] {
            self.board.clear_taken(&self.men.owners);
            self.changed();
        }
        let mut passes = self.board.passes;
        if pass && self.board.moves_this_turn > 0 {
            // Who has moved in the turn already has not passed it.
            passes -= 1;
        }
        self.board.passes = if pass { passes + 1 } else { 0 };
        self.board.next = match self.board.next_set {
            0 => 3 - mover,
            next => next,
        };
        let (phase, men) = (self.phase(), self.men);
        let winner = self.ends(&phase.ends).or_else(|| self.ends(&men.ends));
        if winner.is_some() {
            return winner;
        }
        let endless = phase.ends.is_empty() && men.ends.is_empty();
        let both = pass && passes + 1 >= 2 && !men.pass_no_end && !endless;
        let too_long = self.board.moves >= men.limits.moves || self.board.turns >= men.limits.turns;
        if both || too_long {
            return Some(0);
        }
        self.board.counter += 1;
        self.next_phase();
        let next = match std::mem::take(&mut self.board.next_set) {
            0 => 3 - mover,
            next => next,
        };
        self.board.prev = mover;
        if next == mover {
            self.board.moves_this_turn += 1;
        } else {
            self.board.moves_this_turn = 0;
            self.board.turns += 1;
            self.board.visited = [0; W];
        }
        self.set_mover(next);
        self.board.next = 3 - next;
        if let Some(repeats) = &self.men.repeats {
            let key = self.key(repeats, next);
            self.past.add(key);
        }
        None
    }

    fn next_phase(&mut self) {
        if self.men.phases.len() < 2 {
            return;
        }
        for player in 1..=2 {
            let phase = self.board.phase[player as usize].max(0) as usize;
            let Some(phase) = self.men.phases.get(phase) else {
                continue;
            };
            for next in &phase.next {
                let concerned = match &next.who {
                    Some(who) => self.num(who) == player,
                    None => true,
                };
                if concerned && self.test(&next.cond) {
                    self.board.phase[player as usize] = next.phase;
                    self.changed();
                    break;
                }
            }
        }
    }

    /// Who wins (0 for a draw), if the game ends.
    fn ends(&mut self, ends: &'k [Ending]) -> Option<usize> {
        for end in ends {
            if !self.test(&end.cond) {
                continue;
            }
            if !end.inner.is_empty() {
                let winner = self.ends(&end.inner);
                // The outer result is for where no inner rule applies.
                return winner.or_else(|| self.result(end.result.as_ref()?));
            }
            if let Some(result) = &end.result {
                return self.result(result);
            }
        }
        None
    }

    fn result(&mut self, result: &'k Outcome) -> Option<usize> {
        let player = |player: i32| match player {
            1 | 2 => Some(player as usize),
            _ => None,
        };
        match result {
            Outcome::Wins(who) => player(self.num(who)),
            Outcome::Loses(who) => player(self.num(who)).map(|loser| 3 - loser),
            Outcome::Draw => Some(0),
            Outcome::Scores { scores, misere } => {
                for (player, score) in scores {
                    let (player, score) = (self.num(player), self.num(score));
                    if let 1 | 2 = player {
                        self.board.score[player as usize] = score;
                    }
                }
                let [_, one, other] = self.board.score;
                Some(match (one == other, (one > other) != *misere) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                })
            }
        }
    }
}

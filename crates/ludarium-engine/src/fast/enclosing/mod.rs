//! Enclosing games such as go: stones placed one by one that capture enclosed stones.
//!
//! A stone may be placed on any empty site if its group has a liberty; enemy groups without one are
//! captured. Groups are stored as circular lists, each with the number of its liberties, so that
//! legality and captures are known before a stone is placed.

mod read;
mod stones;

use super::repetition::PositionHistory;
use super::{only_of_kinds, Stones as Placed};
use crate::chance::SplitMix64;
use crate::eval::max_rejections;
use crate::game::{Game, TurnLimits};
use crate::ir::{Repetition, TableId};
use crate::layout::{Field, PlayerField};
use crate::rollout::Rollout;
use crate::set::{nth, Bits};
use crate::state::State;
use stones::{Kinds, Stones};

/// An enclosing game.
#[derive(Debug)]
pub(crate) struct Enclosing {
    sites: usize,
    placed: Placed,
    kinds: Kinds,
    near: Neighbours,
    may_pass: bool,
    /// What each captured stone adds to the score.
    score_per_capture: i32,
    /// The event that a capture triggers for the other player.
    event: Option<u32>,
    /// Whether enclosed stones are captured before the liberties of the new stone are tested.
    after_captures: bool,
    /// Which positions must not be repeated.
    repetition: Option<Repetition>,
    ends: Vec<Ending>,
    /// Whether the game goes on when both players pass.
    pass_no_end: bool,
    limits: TurnLimits,
}

/// An end rule.
#[derive(Debug)]
enum Ending {
    /// Both players have passed: the higher score wins, or the lower (`misere`).
    Scores {
        scores: Vec<(usize, FinalScore)>,
        misere: bool,
    },
    /// The event was triggered for the next player: the mover wins.
    Wins(u32),
}

/// A player's score at the end of the game.
#[derive(Debug)]
enum FinalScore {
    Points(i32),
    Score(usize),
    Territory(usize, Neighbours),
    Stones(usize),
    Both(Box<[FinalScore; 2]>),
}

/// The adjacent sites of each site.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Neighbours {
    /// The neighbours of `site` are `near[first[site]..first[site + 1]]`.
    first: Vec<u32>,
    near: Vec<u16>,
}

impl Neighbours {
    /// The neighbours in a direction table; `None` where adjacency is not symmetric, or a neighbour
    /// occurs twice.
    fn of(game: &Game, table: TableId) -> Option<Neighbours> {
        let table = &game.tables[usize::from(table)];
        if !table.is_adjacency(game.layout.board_sites) {
            return None;
        }
        let mut all = Neighbours {
            first: vec![0],
            near: Vec::new(),
        };
        for site in 0..game.layout.board_sites {
            all.near.extend_from_slice(table.steps_of(site));
            all.first.push(all.near.len() as u32);
        }
        Some(all)
    }

    #[inline]
    fn of_site(&self, site: usize) -> &[u16] {
        &self.near[self.first[site] as usize..self.first[site + 1] as usize]
    }

    fn free_around(&self, site: usize, owner: &[u8]) -> u16 {
        let free = |&&other: &&u16| owner[usize::from(other)] == 0;
        self.of_site(site).iter().filter(free).count() as u16
    }
}

/// Buffers of the kernel, reused from game to game.
#[derive(Debug, Default)]
pub(super) struct PositionBuffers {
    stones: Stones,
    history: PositionHistory,
    owner: Vec<u8>,
    list: Vec<u16>,
}

/// The decision of a player.
#[derive(Clone, Copy, Debug)]
enum Decision {
    Pass,
    Place(usize),
}

/// The state of a game, apart from its stones.
struct Status {
    mover: usize,
    moves: i32,
    turns: i32,
    passes: i32,
    score: [i32; 3],
    triggered: [i32; 3],
}

impl Status {
    /// `None` where turns might not simply alternate.
    fn of(from: &State) -> Option<Status> {
        let ordinary = !from.over()
            && from.field(Field::NextSet) == 0
            && from.field(Field::MovesThisTurn) == 0
            && (1..=2).all(|player| from.player(PlayerField::Active, player) != 0);
        let by_player = |field: PlayerField| {
            [0, 1, 2].map(|player| match player {
                0 => 0,
                player => from.player(field, player),
            })
        };
        ordinary.then(|| Status {
            mover: from.mover(),
            moves: from.field(Field::Moves),
            turns: from.field(Field::Turns),
            passes: from.field(Field::PassesInARow),
            score: by_player(PlayerField::Score),
            triggered: by_player(PlayerField::Triggered),
        })
    }
}

impl Enclosing {
    /// The stones that players place.
    pub(super) fn placed(&self) -> &Placed {
        &self.placed
    }

    /// Plays on from a position; `None`, without drawing from `pick`, where other pieces stand on
    /// the board.
    pub(super) fn play(
        &self,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        position: &mut PositionBuffers,
        mut record: impl FnMut(usize, usize),
    ) -> Option<Rollout> {
        let mut status = Status::of(from)?;
        self.set_up(from, position)?;
        for plies in 1..=limit {
            let decision = self.sample(position, status.mover, pick);
            if let Decision::Place(site) = decision {
                record(status.mover, site);
            }
            if let Some(winner) = self.make(position, &mut status, decision) {
                return Some(Rollout::of_two(plies, winner));
            }
        }
        Some(Rollout::unfinished(limit, 2))
    }

    fn set_up(&self, from: &State, position: &mut PositionBuffers) -> Option<()> {
        if !only_of_kinds(from, self.kinds.kinds) {
            return None;
        }
        position.owner.clear();
        position.owner.resize(self.sites, 0);
        for player in 1..=2 {
            for slot in from.owned_bits(player) {
                *position.owner.get_mut(slot as usize)? = player as u8;
            }
        }
        let (stones, owner) = (&mut position.stones, &position.owner);
        stones.set_up(&self.near, self.kinds, owner, from.hash());
        if self.repetition.is_some() {
            position.history.begin(&from.history);
        }
        Some(())
    }

    /// The key of a position for the rule against repetition.
    #[inline]
    fn key(&self, hash: u64, next: usize) -> u64 {
        match self.repetition {
            Some(Repetition::Situational) => crate::eval::situation_hash(hash, next),
            _ => hash,
        }
    }

    /// Whether a stone may be placed on an open site.
    #[inline]
    fn is_legal(&self, position: &PositionBuffers, site: usize, mover: usize) -> bool {
        position
            .stones
            .has_liberty(&self.near, site, mover, self.after_captures)
            && (self.repetition.is_none() || self.is_new(position, site, mover))
    }

    fn is_new(&self, position: &PositionBuffers, site: usize, mover: usize) -> bool {
        let hash = position
            .stones
            .hash_after(&self.near, self.kinds, site, mover);
        !position
            .history
            .contains_times(self.key(hash, 3 - mover), 1)
    }

    /// A random decision, drawn in the same way as by the evaluator.
    fn sample(
        &self,
        position: &mut PositionBuffers,
        mover: usize,
        pick: &mut SplitMix64,
    ) -> Decision {
        let open = position.stones.open_sites;
        let total = open + u32::from(self.may_pass);
        for _ in 0..max_rejections(total) {
            let candidate = pick.index(total);
            if candidate == open {
                return Decision::Pass;
            }
            let Some(site) = nth(position.stones.open(), candidate as usize) else {
                break;
            };
            if self.is_legal(position, site as usize, mover) {
                return Decision::Place(site as usize);
            }
        }
        self.sample_listed(position, mover, pick)
    }

    /// Draws from a list after too many rejections: the sites where a stone has a liberty, and the
    /// pass; without passes, all open sites.
    fn sample_listed(
        &self,
        position: &mut PositionBuffers,
        mover: usize,
        pick: &mut SplitMix64,
    ) -> Decision {
        let mut list = std::mem::take(&mut position.list);
        list.clear();
        list.extend(Bits::new(position.stones.open()).map(|site| site as u16));
        if self.may_pass {
            let has_liberty = |site: usize| {
                (position.stones).has_liberty(&self.near, site, mover, self.after_captures)
            };
            list.retain(|&site| has_liberty(usize::from(site)));
            list.push(self.sites as u16);
        }
        let mut decision = None;
        while !list.is_empty() && decision.is_none() {
            let drawn = usize::from(list.swap_remove(pick.index(list.len() as u32) as usize));
            if drawn == self.sites {
                decision = Some(Decision::Pass);
            } else if self.is_legal(position, drawn, mover) {
                decision = Some(Decision::Place(drawn));
            }
        }
        position.list = list;
        // A player without another move passes.
        decision.unwrap_or(Decision::Pass)
    }

    /// Makes a decision; returns the winner (0 for a draw) if the game ends with it.
    fn make(
        &self,
        position: &mut PositionBuffers,
        status: &mut Status,
        decision: Decision,
    ) -> Option<usize> {
        let mover = status.mover;
        match decision {
            Decision::Pass => status.passes += 1,
            Decision::Place(site) => {
                status.passes = 0;
                let captured = position.stones.place(&self.near, self.kinds, site, mover);
                let score = &mut status.score[mover];
                *score =
                    score.saturating_add(self.score_per_capture.saturating_mul(captured as i32));
                if let (Some(event), true) = (self.event, captured > 0) {
                    status.triggered[3 - mover] |= 1 << event;
                }
            }
        }
        status.moves += 1;
        let ended = self
            .ends
            .iter()
            .find_map(|end| self.ended(position, status, end));
        if ended.is_some() {
            return ended;
        }
        let both = status.passes >= 2 && !self.pass_no_end;
        let too_long = status.moves >= self.limits.moves || status.turns >= self.limits.turns;
        if both || too_long {
            return Some(0);
        }
        status.turns += 1;
        status.mover = 3 - mover;
        if self.repetition.is_some() {
            position
                .history
                .add(self.key(position.stones.hash, status.mover));
        }
        None
    }

    fn ended(
        &self,
        position: &PositionBuffers,
        status: &mut Status,
        end: &Ending,
    ) -> Option<usize> {
        let mover = status.mover;
        match end {
            Ending::Wins(event) => (status.triggered[3 - mover] >> event & 1 == 1).then_some(mover),
            Ending::Scores { scores, misere } => {
                if status.passes < 2 {
                    return None;
                }
                for (player, final_score) in scores {
                    status.score[*player] = final_score.of(&position.stones, &status.score);
                }
                let [_, one, other] = status.score;
                Some(match (one == other, (one > other) != *misere) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                })
            }
        }
    }
}

impl FinalScore {
    fn of(&self, stones: &Stones, score: &[i32; 3]) -> i32 {
        match self {
            FinalScore::Points(points) => *points,
            FinalScore::Score(player) => score[*player],
            FinalScore::Territory(player, near) => stones.territory(near, *player),
            FinalScore::Stones(player) => stones.stones(*player),
            FinalScore::Both(parts) => {
                let [first, second] = &**parts;
                first
                    .of(stones, score)
                    .wrapping_add(second.of(stones, score))
            }
        }
    }
}

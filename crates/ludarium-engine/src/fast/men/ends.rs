//! How a game of men ends, and how the players are ranked.

use super::board::{ByOwner, PLAYERS};
use super::read::Reader;
use super::terms::{Num, Test};
use super::Course;
use crate::ir::{End, GameResult, Int, Iter, Owners, Verdict};
use crate::layout::{Field, PlayerField};
use crate::rollout::Rollout;
use crate::state::State;

/// When the game ends, and how.
#[derive(Debug)]
pub(super) enum Ending {
    If {
        cond: Test,
        inner: Box<[Ending]>,
        result: Option<Outcome>,
    },
    /// For each of some players for whom a condition holds.
    Each(Whose, Test, Outcome),
}

#[derive(Debug)]
pub(super) enum Outcome {
    Wins(Whose),
    /// All who lose at one stroke share a rank; or each has his own.
    Loses(Whose, bool),
    Draw,
    /// By scores, set anew if there is a rule for it: the higher (or the lower) wins.
    Scores {
        scores: Box<[(Num, Num)]>,
        misere: bool,
    },
}

/// Which players.
#[derive(Debug)]
pub(super) enum Whose {
    One(Num),
    All,
    Others,
    Mover,
}

impl Whose {
    fn of(r: &mut Reader<'_>, owners: &Owners) -> Option<Whose> {
        Some(match owners {
            Owners::One(player) => Whose::One(Num::of(r, player)?),
            Owners::All | Owners::Each => Whose::All,
            Owners::NonMover | Owners::Enemy => Whose::Others,
            Owners::Friend => Whose::Mover,
            Owners::Ally | Owners::Team(_) => return None,
        })
    }
}

/// The ends of the rules.
pub(super) fn endings(r: &mut Reader<'_>, ends: &[End]) -> Option<Box<[Ending]>> {
    let ends = ends.iter().map(|end| match end {
        End::If {
            cond,
            inner,
            result,
        } => Some(Ending::If {
            cond: Test::of(r, cond)?.barred(),
            inner: endings(r, inner)?,
            result: match result {
                Some(result) => Some(outcome(r, result)?),
                None => None,
            },
        }),
        End::ForEach { tracks: true, .. } => None,
        End::ForEach {
            owners,
            cond,
            result,
            ..
        } => Some(Ending::Each(
            Whose::of(r, owners)?,
            Test::of(r, cond)?,
            outcome(r, result)?,
        )),
    });
    ends.collect()
}

fn outcome(r: &mut Reader<'_>, result: &GameResult) -> Option<Outcome> {
    Some(match result {
        // The reference evaluator handles results of teams, and those that give no ranks.
        GameResult::Of(Owners::Friend | Owners::Team(_), _)
        | GameResult::Of(_, Verdict::Tie | Verdict::Abandon | Verdict::Crash) => return None,
        GameResult::Of(Owners::Each | Owners::One(Int::Mover), Verdict::Draw) => Outcome::Draw,
        GameResult::Of(_, Verdict::Draw) if r.game.players == 2 => Outcome::Draw,
        GameResult::Of(_, Verdict::Draw) => return None,
        GameResult::Of(owners, Verdict::Win) => Outcome::Wins(Whose::of(r, owners)?),
        GameResult::Of(owners, Verdict::Loss) => {
            let each = matches!(owners, Owners::Each);
            Outcome::Loses(Whose::of(r, owners)?, !each)
        }
        GameResult::ByScore { scores, misere } => {
            let scores = scores
                .iter()
                .map(|(player, score)| Some((Num::of(r, player)?, Num::of(r, score)?)));
            Outcome::Scores {
                scores: scores.collect::<Option<_>>()?,
                misere: *misere,
            }
        }
        GameResult::Payoffs(_) => return None,
    })
}

/// Who is still in the game, and the ranks of the others.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    players: usize,
    /// Those still in the game, as bits.
    active: u32,
    /// How many have been ranked from the bottom.
    losers: usize,
    /// Twice the ranks, by player; 0 where there is none yet.
    doubled: ByOwner<u8>,
    /// Those who won with the last move, and those who lost one by one with it, as bits.
    just_won: u32,
    just_lost: u32,
    over: bool,
}

impl Standing {
    /// How a state stands.
    pub fn of(players: usize, from: &State) -> Standing {
        let each = 1..=players;
        let in_game = |player: &usize| from.player(PlayerField::Active, *player) != 0;
        Standing {
            players,
            active: each.clone().filter(in_game).map(|player| 1 << player).sum(),
            losers: usize::try_from(from.field(Field::Losers)).unwrap_or(0),
            doubled: std::array::from_fn(|player| match each.contains(&player) {
                true => from.player(PlayerField::Rank, player) as u8,
                false => 0,
            }),
            just_won: 0,
            just_lost: 0,
            over: false,
        }
    }

    /// Whether a player is still in the game.
    #[inline]
    pub fn is_in(&self, player: i32) -> bool {
        self.active >> player & 1 == 1
    }

    fn left(&self) -> usize {
        self.active.count_ones() as usize
    }

    fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let (active, players) = (self.active, self.players);
        (1..=players).filter(move |player| active >> player & 1 == 1)
    }

    /// The best rank not given away yet.
    fn next_to_win(&self) -> usize {
        (self.players + 1).saturating_sub(self.losers + self.left())
    }

    fn settle(&mut self, player: usize, rank: usize) {
        self.doubled[player] = 2 * rank as u8;
        self.active &= !(1 << player);
    }

    /// Some have won together; whoever is left alone is ranked behind them.
    fn win(&mut self, players: &[usize]) {
        let rank = self.next_to_win();
        for &player in players {
            self.settle(player, rank);
            self.just_won |= 1 << player;
        }
        self.leave_alone();
    }

    /// Some have lost, together or each on his own.
    fn lose(&mut self, players: &[usize], together: bool) {
        let number = if together { players.len() } else { 1 };
        let before = self.losers;
        self.losers += number;
        let rank = (self.players + 1).saturating_sub(before + number);
        for &player in players {
            self.settle(player, rank);
            if players.len() == 1 {
                self.just_lost |= 1 << player;
            }
        }
        self.leave_alone();
    }

    fn leave_alone(&mut self) {
        if self.left() > 1 {
            return;
        }
        let rank = self.next_to_win();
        for player in self.active() {
            self.settle(player, rank);
        }
        self.over = true;
    }

    /// All who are left share the ranks that are left.
    pub fn draw(&mut self) {
        let best = self.next_to_win();
        let worst = (best + self.left()).saturating_sub(1);
        for player in self.active() {
            self.doubled[player] = (best + worst) as u8;
        }
        self.over = true;
    }

    /// Nobody has won or lost with the next move yet.
    pub fn begin_move(&mut self) {
        (self.just_won, self.just_lost) = (0, 0);
    }

    /// Whether a player has won with the last move.
    pub fn has_just_won(&self, player: i32) -> bool {
        self.just_won >> player & 1 == 1
    }

    /// Players who lost one by one with the same move share their ranks.
    pub fn share_loss(&mut self) {
        let number = self.just_lost.count_ones() as u8;
        if number < 2 {
            return;
        }
        let lost = self.just_lost;
        let losers = || (1..=self.players).filter(|player| lost >> player & 1 == 1);
        let sum: u8 = losers().map(|player| self.doubled[player]).sum();
        let losers: Vec<usize> = losers().collect();
        for player in losers {
            self.doubled[player] = sum / number;
        }
    }

    /// Ends the game with the players ranked by their values, the highest first.
    fn rank_by(&mut self, values: &ByOwner<i32>) {
        let values = &values[1..=self.players];
        for (index, value) in values.iter().enumerate() {
            let better = values.iter().filter(|&other| other > value).count();
            let equal = values.iter().filter(|&other| other == value).count();
            self.doubled[index + 1] = (2 * better + equal + 1) as u8;
        }
        self.over = true;
    }

    /// The game that ended after so many plies.
    pub fn rollout(&self, plies: usize) -> Rollout {
        if !self.over {
            return Rollout::unfinished(plies, self.players);
        }
        let mut winners = (1..=self.players).filter(|&player| self.doubled[player] == 2);
        let winner = winners.next().filter(|_| winners.next().is_none());
        Rollout::ranked(
            plies,
            winner.unwrap_or(0),
            &self.doubled[..=self.players.min(PLAYERS)],
        )
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether the game ends by some of the rules, of which all that hold apply.
    pub(super) fn ends(&mut self, ends: &'k [Ending]) -> bool {
        for end in ends {
            self.ending(end);
            if self.standing.over {
                return true;
            }
        }
        false
    }

    /// Applies a rule if it holds; returns whether it gave a result.
    fn ending(&mut self, end: &'k Ending) -> bool {
        match end {
            Ending::If {
                cond,
                inner,
                result,
            } => {
                if let Test::Barred(bar, inner) = cond {
                    if self.is_barred(*bar, inner) {
                        return false;
                    }
                }
                if !self.test(cond) {
                    return false;
                }
                // The first inner rule that holds; the outer result where none does.
                if inner.iter().any(|rule| self.ending(rule)) {
                    return true;
                }
                if let Some(result) = result {
                    self.result(result);
                }
                result.is_some()
            }
            Ending::Each(whose, cond, result) => self.each_ends(whose, cond, result),
        }
    }

    fn each_ends(&mut self, whose: &'k Whose, cond: &'k Test, result: &'k Outcome) -> bool {
        let mut applied = false;
        for player in self.those_in(whose) {
            if !self.standing.is_in(player as i32) {
                continue;
            }
            let old = self.board.bind(Iter::Player, player as i32);
            if self.test(cond) {
                self.result(result);
                applied = true;
            }
            self.board.bind(Iter::Player, old);
            if self.standing.over {
                break;
            }
        }
        applied
    }

    /// Those of some players who are still in the game.
    fn those_in(&mut self, whose: &'k Whose) -> smallvec::SmallVec<[usize; PLAYERS]> {
        let mover = self.board.mover as usize;
        match whose {
            Whose::One(player) => {
                let player = self.num(player);
                let known = (1..=self.standing.players as i32).contains(&player);
                let known = known && self.standing.is_in(player);
                known.then_some(player as usize).into_iter().collect()
            }
            Whose::All => self.standing.active().collect(),
            Whose::Others => (self.standing.active())
                .filter(|&player| player != mover)
                .collect(),
            Whose::Mover => (self.standing.active())
                .filter(|&player| player == mover)
                .collect(),
        }
    }

    fn result(&mut self, result: &'k Outcome) {
        match result {
            Outcome::Wins(whose) => {
                let players = self.those_in(whose);
                self.standing.win(&players);
            }
            Outcome::Loses(whose, together) => {
                let players = self.those_in(whose);
                self.standing.lose(&players, *together);
            }
            Outcome::Draw => self.standing.draw(),
            Outcome::Scores { scores, misere } => {
                for (player, score) in scores {
                    let (player, score) = (self.num(player), self.num(score));
                    let cell = usize::try_from(player).ok();
                    let cell = cell.filter(|&player| (1..=self.men.players).contains(&player));
                    if let Some(player) = cell {
                        self.board.score[player] = score;
                    }
                }
                let sign = if *misere { -1 } else { 1 };
                let values = self.board.score.map(|score| score.saturating_mul(sign));
                self.standing.rank_by(&values);
            }
        }
    }
}

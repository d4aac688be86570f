//! How a game of men ends, and how the players are ranked.

use super::board::{ByOwner, PLAYERS};
use super::read::Reader;
use super::terms::{Num, Test};
use super::Course;
use crate::ir::{End, GameResult, Iter, Owners, Verdict};
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
        GameResult::Of(_, Verdict::Draw | Verdict::Tie) => Outcome::Draw,
        GameResult::Of(owners, Verdict::Win) => Outcome::Wins(Whose::of(r, owners)?),
        GameResult::Of(owners, _) => {
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
        players.iter().for_each(|&player| self.settle(player, rank));
        self.leave_alone();
    }

    /// Some have lost, together or each on his own.
    fn lose(&mut self, players: &[usize], together: bool) {
        let number = if together { players.len() } else { 1 };
        let before = self.losers;
        self.losers += number;
        let rank = (self.players + 1).saturating_sub(before + number);
        players.iter().for_each(|&player| self.settle(player, rank));
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

    /// Players who lost one by one under one rule at the same time share their ranks.
    fn share_loss(&mut self, losers_before: usize) {
        let number = self.losers - losers_before;
        if number < 2 {
            return;
        }
        let worst = self.players - losers_before;
        let best = worst + 1 - number;
        for player in 1..=self.players {
            let doubled = usize::from(self.doubled[player]);
            if doubled % 2 == 0 && (best..=worst).contains(&(doubled / 2)) {
                self.doubled[player] = (best + worst) as u8;
            }
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
    /// Whether the game ends by some of the rules.
    pub(super) fn ends(&mut self, ends: &'k [Ending]) -> bool {
        for end in ends {
            match end {
                Ending::If {
                    cond,
                    inner,
                    result,
                } => {
                    if let Test::Barred(bar, inner) = cond {
                        if self.is_barred(*bar, inner) {
                            continue;
                        }
                    }
                    if !self.test(cond) || inner.is_empty() && result.is_none() {
                        continue;
                    }
                    // The outer result is for where no inner rule applies.
                    if !self.ends(inner) {
                        if let Some(result) = result {
                            self.result(result);
                        }
                    }
                    return self.standing.over;
                }
                Ending::Each(whose, cond, result) => {
                    self.each_ends(whose, cond, result);
                    if self.standing.over {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn each_ends(&mut self, whose: &'k Whose, cond: &'k Test, result: &'k Outcome) {
        let losers = self.standing.losers;
        for player in self.those_in(whose) {
            if !self.standing.is_in(player as i32) {
                continue;
            }
            let old = self.board.bind(Iter::Player, player as i32);
            if self.test(cond) {
                self.result(result);
            }
            self.board.bind(Iter::Player, old);
            if self.standing.over {
                break;
            }
        }
        self.standing.share_loss(losers);
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

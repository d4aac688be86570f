//! The end of a game: end rules, results, ranks.

use crate::ir::{End, GameResult, Iter, Owners, Verdict};
use crate::layout::{Field, PlayerField};

use super::{Evaluator, ReplyAssumption};

/// The players who went out by the move being completed, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OutThisMove {
    won: u32,
    /// Those who lost one by one, not by a result for several players.
    lost: u32,
}

impl<'a> Evaluator<'a> {
    /// Applies the end rules after a move: every rule that holds, those of the phase first.
    pub(crate) fn check_end(&mut self) {
        let reply_assumption = self.reply_assumption;
        if reply_assumption == ReplyAssumption::Pending {
            self.reply_assumption = ReplyAssumption::Active;
        }
        let phase = self.phase();
        self.apply_end_rules([&phase.end, &self.game.end]);
        self.reply_assumption = reply_assumption;
    }

    /// Applies the end rules of a position as after a move whose target is not known: each rule in
    /// its order is tried with each of `targets` (-1 for none).
    pub(crate) fn check_end_after_any(&mut self, targets: &[i32]) {
        let phase = self.phase();
        self.out_this_move = OutThisMove::default();
        for end in phase.end.iter().chain(&self.game.end) {
            for &target in targets {
                if self.state.over() {
                    break;
                }
                for field in [Field::LastTo, Field::LastToAfter] {
                    self.state.set_field(field, target);
                }
                self.apply_end_rule(end);
            }
        }
        self.share_loss_ranks();
    }

    /// Applies end rules in order, until the game is over.
    pub(crate) fn apply_end_rules<const N: usize>(&mut self, lists: [&'a [End]; N]) {
        self.out_this_move = OutThisMove::default();
        for end in lists.into_iter().flatten() {
            if self.state.over() {
                break;
            }
            match self.trace {
                Some(_) => self.traced_end(end),
                None => drop(self.apply_end_rule(end)),
            }
        }
        self.share_loss_ranks();
    }

    /// Applies an end rule if it holds. Returns whether it gave a result.
    pub(crate) fn apply_end_rule(&mut self, end: &'a End) -> bool {
        match end {
            End::If {
                cond,
                inner,
                result,
            } => {
                if !self.bool(cond) {
                    return false;
                }
                // The first inner rule that holds; the outer result where none does.
                if inner.iter().any(|rule| self.apply_end_rule(rule)) {
                    return true;
                }
                let Some(result) = result else {
                    return false;
                };
                self.apply_result(result);
                true
            }
            End::ForEach {
                tracks: true,
                cond,
                result,
                ..
            } => {
                let mut applied = false;
                for track in 0..self.game.board.tracks.len() {
                    let old = self.bind(Iter::Track, track as i32);
                    if self.bool(cond) {
                        self.apply_result(result);
                        applied = true;
                    }
                    self.bind(Iter::Track, old);
                    if self.state.over() {
                        break;
                    }
                }
                applied
            }
            End::ForEach {
                owners,
                cond,
                result,
                ..
            } => {
                let mut buffer = [0; 20];
                let mut applied = false;
                for &player in self.owner_list(owners, &mut buffer) {
                    let player = usize::from(player);
                    if !self.is_in_game(player) {
                        continue;
                    }
                    let old = self.bind(Iter::Player, player as i32);
                    if self.bool(cond) {
                        self.apply_result(result);
                        applied = true;
                    }
                    self.bind(Iter::Player, old);
                    if self.state.over() {
                        break;
                    }
                }
                applied
            }
        }
    }

    /// Whether a player has no rank yet.
    fn is_in_game(&self, player: usize) -> bool {
        (1..=self.game.players).contains(&player)
            && self.state.player(PlayerField::Active, player) != 0
    }

    /// The players who have no rank yet.
    fn players_in_game(&self) -> Vec<usize> {
        (1..=self.game.players)
            .filter(|&player| self.is_in_game(player))
            .collect()
    }

    /// Whether a player has won by the move being completed.
    pub(super) fn has_just_won(&self, player: i32) -> bool {
        self.out_this_move.won >> player & 1 == 1
    }

    fn apply_result(&mut self, result: &'a GameResult) {
        match result {
            GameResult::Of(owners, verdict) => self.apply_verdict(owners, *verdict),
            GameResult::ByScore { scores, misere } => {
                for (player, score) in scores {
                    let (player, score) = (self.int(player), self.int(score));
                    if player > 0 {
                        self.state
                            .set_player(PlayerField::Score, player as usize, score);
                    }
                }
                let sign = if *misere { -1 } else { 1 };
                let values: Vec<f64> = (1..=self.game.players)
                    .map(|player| f64::from(sign * self.state.player(PlayerField::Score, player)))
                    .collect();
                self.rank_by(&values);
            }
            GameResult::Payoffs(payoffs) => {
                let mut values = vec![0.0; self.game.players];
                for (player, value) in payoffs {
                    let (player, value) = (self.int(player), self.float(value));
                    let index = usize::try_from(player.wrapping_sub(1)).ok();
                    if let Some(entry) = index.and_then(|index| values.get_mut(index)) {
                        *entry = value;
                    }
                }
                self.rank_by(&values);
            }
        }
    }

    /// Ends the game with the players ranked by their values, highest first.
    fn rank_by(&mut self, values: &[f64]) {
        self.ranked_values = Some(values.to_vec());
        for (index, value) in values.iter().enumerate() {
            let better = values.iter().filter(|&other| other > value).count() as i32;
            let equal = values.iter().filter(|&other| other == value).count() as i32;
            // The mean of the ranks better + 1 ..= better + equal, doubled.
            self.state
                .set_player(PlayerField::Rank, index + 1, 2 * better + equal + 1);
        }
        self.finish_game();
    }

    fn apply_verdict(&mut self, owners: &'a Owners, verdict: Verdict) {
        if matches!(owners, Owners::Friend | Owners::Team(_)) {
            // The reference carries out no other result of a team.
            if verdict == Verdict::Win {
                self.team_wins(owners);
            }
            return;
        }
        let mut buffer = [0; 20];
        let listed = self.owner_list(owners, &mut buffer).to_vec();
        let players: Vec<usize> = (listed.into_iter().map(usize::from))
            .filter(|&player| self.is_in_game(player))
            .collect();
        if players.is_empty() {
            return;
        }
        match verdict {
            Verdict::Win => {
                let rank = self.next_win_rank();
                for &player in &players {
                    self.set_final_rank(player, 2 * rank);
                    self.out_this_move.won |= 1 << player;
                }
            }
            Verdict::Loss => {
                // Players who lose together share the best of the ranks that are left for losers.
                let together = match owners {
                    Owners::Each => 1,
                    _ => players.len() as i32,
                };
                let rank = self.next_loss_rank(together) * self.loss_rank_factor();
                for &player in &players {
                    self.set_final_rank(player, 2 * rank);
                    if players.len() == 1 {
                        self.out_this_move.lost |= 1 << player;
                    }
                }
            }
            Verdict::Draw => return self.draw(),
            Verdict::Tie | Verdict::Abandon | Verdict::Crash => return self.finish_game(),
        }
        let left = self.players_in_game();
        if left.len() <= 1 {
            let rank = self.next_win_rank();
            for &player in &left {
                self.set_final_rank(player, 2 * rank);
            }
            self.finish_game();
        }
    }

    /// A team wins: all its members, those who are out as well, get the best rank left. If no two
    /// teams are left, the members of the last one get the next rank.
    fn team_wins(&mut self, owners: &'a Owners) {
        let team = match owners {
            Owners::Team(team) => self.int(team),
            _ => self.state.player(PlayerField::Team, self.state.mover()),
        };
        if team == 0 {
            return;
        }
        let members = |eval: &Self, team: i32| -> Vec<usize> {
            (1..=eval.game.players)
                .filter(|&player| eval.state.player(PlayerField::Team, player) == team)
                .collect()
        };
        let winners = members(self, team);
        if !winners.iter().any(|&player| self.is_in_game(player)) {
            return;
        }
        let rank = self.next_win_rank();
        for &player in &winners {
            self.set_team_rank(player, rank);
        }
        let left = self.players_in_game();
        let Some(&first) = left.first() else {
            return self.finish_game();
        };
        let last_team = self.state.player(PlayerField::Team, first);
        let of_last = |&player: &usize| self.state.player(PlayerField::Team, player) == last_team;
        if left.iter().all(of_last) {
            let others = match last_team {
                0 => left,
                _ => members(self, last_team),
            };
            for &player in &others {
                self.set_team_rank(player, rank + winners.len() as i32);
            }
            self.finish_game();
        }
    }

    /// Gives a member of a team its rank, also one who had another rank before.
    fn set_team_rank(&mut self, player: usize, rank: i32) {
        if self.is_in_game(player) {
            self.set_final_rank(player, 2 * rank);
            return;
        }
        self.state.set_player(PlayerField::Rank, player, 2 * rank);
        // The rank from the bottom is free again.
        let losers = self.losers();
        self.state.set_field(Field::Losers, (losers - 1).max(0));
    }

    /// The best rank not assigned yet.
    fn next_win_rank(&self) -> i32 {
        let players = self.game.players as i32;
        players - self.losers() - self.state.field(Field::Active) + 1
    }

    /// The number of players with ranks from the bottom.
    fn losers(&self) -> i32 {
        self.state.field(Field::Losers)
    }

    fn next_loss_rank(&mut self, number: i32) -> i32 {
        let losers = self.losers();
        self.state.set_field(Field::Losers, losers + number);
        // A single player gets the worst rank left; several players share the best of the worst
        // ranks.
        self.game.players as i32 - losers - number + 1
    }

    /// Players who lost one by one with the same move share their ranks.
    fn share_loss_ranks(&mut self) {
        let lost = self.out_this_move.lost;
        let number = lost.count_ones() as i32;
        if number < 2 {
            return;
        }
        let losers = || (1..=self.game.players).filter(|player| lost >> player & 1 == 1);
        let sum: i32 = losers()
            .map(|player| self.state.player(PlayerField::Rank, player))
            .sum();
        for player in losers() {
            self.state
                .set_player(PlayerField::Rank, player, sum / number);
        }
    }

    fn set_final_rank(&mut self, player: usize, doubled: i32) {
        self.state.set_player(PlayerField::Rank, player, doubled);
        self.state.set_player(PlayerField::Active, player, 0);
        let active = self.state.field(Field::Active);
        self.state.set_field(Field::Active, active - 1);
    }

    /// 0 in a game for one player, where only a win has a rank; 1 otherwise.
    fn loss_rank_factor(&self) -> i32 {
        i32::from(self.game.players > 1)
    }

    /// Ends the game; the remaining players share the remaining ranks.
    pub fn draw(&mut self) {
        let active: Vec<usize> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Active, player) != 0)
            .collect();
        let loss_rank_factor = self.loss_rank_factor();
        let best = self.next_win_rank();
        let worst = best + active.len() as i32 - 1;
        for player in active {
            self.state
                .set_player(PlayerField::Rank, player, (best + worst) * loss_rank_factor);
        }
        self.finish_game();
    }

    fn finish_game(&mut self) {
        self.state.set_field(Field::Over, 1);
        let winners: Vec<usize> = (1..=self.game.players)
            .filter(|&player| self.state.player(PlayerField::Rank, player) == 2)
            .collect();
        let winner = if let [winner] = winners[..] {
            winner as i32
        } else {
            0
        };
        self.state.set_field(Field::Winner, winner);
    }
}

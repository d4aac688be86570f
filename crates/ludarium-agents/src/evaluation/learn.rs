//! Learns an evaluation from games.

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::mobility::{Mobility, SeenPositions};
use super::regression::{explained_variance, fit, Sample};
use super::royal_endgame::{centre, Distances};
use super::{in_hand, is_die, names, pieces, progress, Evaluation};
use crate::Budget;

/// How much is played in order to learn an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Plies of random games.
    pub random: u32,
    /// Positions evaluated in games of greedy players, which look one move ahead.
    pub greedy: u32,
}

impl Effort {
    /// The usual effort: a second or two for a game the size of chess.
    pub const USUAL: Effort = Effort {
        random: 20_000,
        greedy: 150_000,
    };

    /// A small effort, enough to tell a queen from a pawn.
    pub const LITTLE: Effort = Effort {
        random: 4_000,
        greedy: 0,
    };
}

/// Games are cut off after this number of plies, since random play may never end.
const MAX_PLIES: usize = 400;

/// Legal moves listed per requested ply. Very large games are learned from fewer plies.
const MOVES_PER_PLY: u64 = 60;

/// One ply in this number becomes a sample, since neighbouring positions are alike.
const SAMPLE_EVERY: usize = 3;

/// A greedy player makes one move in this number at random.
const RANDOM_ONE_IN: u32 = 4;

/// The weight of the prior, in decisive games.
const PRIOR_GAMES: f64 = 60.0;

/// The factor of the prior's weight if the piece values were counted on sparse boards.
const COUNTED_PRIOR_FACTOR: f64 = 40.0;

/// The maximum number of positions kept from random games, and the interval between them in plies.
pub(super) const MAX_POSITIONS: usize = 64;
pub(super) const POSITION_EVERY: usize = 13;

/// The share of a piece's value that depends on its moves from its site: for reversible kinds, and
/// for kinds that only move forward.
pub(super) const REVERSIBLE_SHARE: f64 = 0.25;
pub(super) const FORWARD_SHARE: f64 = 0.3;

/// The share of the gain from promotion by which a piece is worth more just before it.
pub(super) const PROMOTION_SHARE: f64 = 0.25;

/// Features per kind: on the board, progress, centrality, in hand.
const FEATURES_PER_KIND: usize = 4;

/// Chooses the moves of the games to learn from.
enum MoveChooser<'a> {
    /// Random moves.
    Random,
    /// Greedy moves with an evaluation, as long as this number of positions may be evaluated.
    OnePly(&'a Evaluation, u64),
}

pub(super) struct Learner<'g> {
    pub(super) game: &'g Game,
    pub(super) chance: SplitMix64,
    /// By kind: the index of its name, regardless of owner.
    pub(super) bases: Vec<usize>,
    pub(super) owners: Vec<usize>,
    pub(super) names: usize,
    centre: Vec<f64>,
    pub(super) hand: Vec<bool>,
    pub(super) progress: Vec<Vec<f64>>,
    move_counts: Vec<progress::MoveCounts>,
    mobility: Vec<(f64, f64)>,
    pub(super) capture_counts: (u32, u32),
    /// By player (from 1), then slot: the number of the player's moves that began there.
    origins: Vec<Vec<u32>>,
    /// The samples of each game, and whether any player won it.
    games: Vec<(Vec<Position>, bool)>,
    plies: Vec<usize>,
    pub(super) seen: SeenPositions,
    /// By kind: the kinds to which it was seen to promote.
    pub(super) promotions: Vec<Vec<usize>>,
    /// Piece values counted on sparse boards, if that was done.
    pub(super) values: Option<Vec<f64>>,
    pub(super) counted: Option<Mobility>,
    /// By kind, then slot: the relative bonus to a piece's value there.
    pub(super) site_bonus: Vec<Vec<f64>>,
}

/// A position, which becomes a sample once the progress of all sites is known.
struct Position {
    player: usize,
    mover: usize,
    pieces: Vec<(usize, usize, i32)>,
    scores: Vec<i32>,
    target: f32,
}

/// The share of the time for random games.
const RANDOM_TIME_SHARE: f64 = 0.5;

pub(super) fn learn(game: &Game, seed: u64, effort: Effort, time: &mut Budget) -> Evaluation {
    let mut learner = Learner::new(game, seed);
    let mut left = u64::from(effort.random) * MOVES_PER_PLY;
    let mut plies = effort.random as usize;
    let mut random_time = time.sub_budget_until(RANDOM_TIME_SHARE);
    while left > 0 && plies > 0 && game.players() > 0 && !random_time.is_over() {
        let limit = plies.min(MAX_PLIES);
        let (made, listed) = learner.play(limit, &mut MoveChooser::Random, &mut random_time);
        plies = plies.saturating_sub(made.max(1));
        left = left.saturating_sub(listed.max(1));
    }
    learner.count_open_mobility();
    let mut evaluation = learner.build_evaluation();
    let mut left = u64::from(effort.greedy);
    while left > 0 && game.players() > 1 && !time.is_over() {
        let mut chooser = MoveChooser::OnePly(&evaluation, left);
        let (_, evaluated) = learner.play(MAX_PLIES, &mut chooser, time);
        left = left.saturating_sub(evaluated.max(1));
    }
    if effort.greedy > 0 {
        evaluation = learner.build_evaluation();
    }
    evaluation
}

impl<'g> Learner<'g> {
    fn new(game: &'g Game, seed: u64) -> Self {
        let kinds = game.components();
        let (bases, names) = names(game);
        let slots = game.layout().slots;
        Learner {
            game,
            chance: SplitMix64::new(seed),
            names,
            bases,
            owners: kinds.iter().map(|kind| kind.owner).collect(),
            centre: centre(game),
            hand: (0..slots).map(|slot| in_hand(game, slot)).collect(),
            progress: vec![vec![0.0; slots]; kinds.len()],
            move_counts: vec![progress::MoveCounts::new(); kinds.len()],
            mobility: vec![(0.0, 0.0); kinds.len()],
            capture_counts: (0, 0),
            origins: vec![vec![0; slots]; game.players() + 1],
            games: Vec::new(),
            plies: Vec::new(),
            seen: SeenPositions {
                positions: Vec::new(),
                stood: vec![vec![false; slots]; kinds.len()],
            },
            promotions: vec![Vec::new(); kinds.len()],
            values: None,
            counted: None,
            site_bonus: vec![vec![0.0; slots]; kinds.len()],
        }
    }

    /// Plays a game. Returns the number of plies, and of moves listed or positions evaluated.
    fn play(&mut self, limit: usize, chooser: &mut MoveChooser, time: &mut Budget) -> (usize, u64) {
        let game = self.game;
        let mut state = game.start(&mut self.chance);
        let mut legal: Vec<Move> = Vec::new();
        let mut positions = Vec::new();
        let (mut made, mut work) = (0, 0u64);
        let max_weight = match chooser {
            MoveChooser::Random => limit as u64 * MOVES_PER_PLY,
            MoveChooser::OnePly(_, left) => *left,
        };
        let random = matches!(chooser, MoveChooser::Random);
        while !state.over() && made < limit && work < max_weight && time.step() {
            game.legal(&mut state, &mut legal);
            let Some(number) = u32::try_from(legal.len()).ok().filter(|number| *number > 0) else {
                break;
            };
            work += u64::from(number);
            if random {
                self.count_moves(&state, &legal);
                self.keep_position(&state, made);
            }
            let mv = match chooser {
                MoveChooser::OnePly(evaluation, _) if self.chance.index(RANDOM_ONE_IN) > 0 => {
                    self.greedy_move(evaluation, &mut state, &legal, time)
                }
                _ => legal[self.chance.index(number) as usize],
            };
            let before = self.note_move(&state, mv, random);
            let mover = state.mover();
            let moved = self.acting_kind(&state, mv, mover);
            game.apply(&mut state, mv, &mut self.chance);
            made += 1;
            if let Some(moved) = moved.filter(|_| random) {
                self.note_promotion(&state, mv, moved);
            }
            self.note_capture(&state, mover, before);
            if made % SAMPLE_EVERY == 0 && !state.over() {
                let player = 1 + (made / SAMPLE_EVERY) % game.players();
                let mut held = Vec::new();
                pieces(game, &state, |what, slot, count| {
                    held.push((what, slot, count))
                });
                positions.push(Position {
                    player,
                    mover: state.mover(),
                    pieces: held,
                    scores: (1..=game.players()).map(|own| state.score(own)).collect(),
                    target: 0.5,
                });
            }
        }
        let outcome = game.outcome(&state);
        let mut decided = false;
        if let Some(outcome) = outcome {
            for position in &mut positions {
                position.target = outcome.utility(position.player) as f32;
                decided |= (position.target - 0.5).abs() > 0.1;
            }
        }
        self.games.push((positions, decided));
        self.plies.push(made);
        (made, work)
    }

    /// The best move by one-ply search, or the best of those that there was time for.
    fn greedy_move(
        &mut self,
        evaluation: &Evaluation,
        state: &mut State,
        legal: &[Move],
        time: &mut Budget,
    ) -> Move {
        let mover = state.mover();
        let mut best = (i32::MIN, 0u32, legal[0]);
        for &mv in legal {
            let mark = self.game.apply_marked(state, mv, &mut self.chance);
            let value = match self.game.outcome(state) {
                Some(outcome) => ((outcome.utility(mover) - 0.5) * 100_000.0) as i32,
                None => evaluation.evaluate(state, mover),
            };
            state.undo(mark);
            let tiebreak = self.chance.next_u32();
            if (value, tiebreak) > (best.0, best.1) {
                best = (value, tiebreak, mv);
            }
            if !time.step() {
                break;
            }
        }
        best.2
    }

    fn count_moves(&mut self, state: &State, legal: &[Move]) {
        let mover = state.mover();
        for mv in legal {
            if let Some(what) = self.moved(state, *mv) {
                if self.owners[what] == mover {
                    self.mobility[what].0 += 1.0;
                }
            }
        }
        let (owners, hand, mobility) = (&self.owners, &self.hand, &mut self.mobility);
        pieces(self.game, state, |what, slot, count| {
            if owners[what] == mover && !hand[slot] {
                mobility[what].1 += f64::from(count);
            }
        });
    }

    /// The kind of piece that a move moves on the board.
    fn moved(&self, state: &State, mv: Move) -> Option<usize> {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let slots = self.game.layout().slots;
        if from >= slots || to >= slots || from == to || self.hand[from] {
            return None;
        }
        let what = state.what_at(from, state.top(from));
        (what > 0).then_some(what)
    }

    /// Records the direction of a move. Returns the number of the opponents' pieces before it, and
    /// whether one of them stands on its target.
    fn note_move(&mut self, state: &State, mv: Move, random: bool) -> (i64, bool) {
        if let Some(what) = self.moved(state, mv).filter(|_| random) {
            let step = (usize::from(mv.from), usize::from(mv.to));
            *self.move_counts[what].entry(step).or_default() += 1;
        }
        let mover = state.mover();
        let from = match mv.from {
            Move::NOWHERE => mv.to,
            from => from,
        };
        let origins = self.origins.get_mut(mover);
        if let Some(times) = origins.and_then(|own| own.get_mut(usize::from(from))) {
            *times += 1;
        }
        let to = usize::from(mv.to);
        let there = to < self.game.layout().slots && {
            let owner = self.owners[state.what(to)];
            owner != mover && owner > 0 && mv.from != mv.to
        };
        (self.enemy_count(state, mover), there)
    }

    fn enemy_count(&self, state: &State, mover: usize) -> i64 {
        let mut number = 0;
        pieces(self.game, state, |what, slot, count| {
            let owner = self.owners[what];
            if owner != mover && (1..=self.game.players()).contains(&owner) && !self.hand[slot] {
                number += i64::from(count);
            }
        });
        number
    }

    fn note_capture(&mut self, state: &State, mover: usize, before: (i64, bool)) {
        if self.enemy_count(state, mover) < before.0 {
            self.capture_counts.0 += u32::from(before.1);
            self.capture_counts.1 += u32::from(!before.1);
        }
    }

    fn features(&self) -> usize {
        self.names * FEATURES_PER_KIND + 3
    }

    fn sample(&self, position: &Position) -> Sample {
        let mut sums = vec![0.0f64; self.features()];
        let players = self.game.players();
        let rivals = players.saturating_sub(1).max(1) as f64;
        let sign = |owner: usize| match owner == position.player {
            true => 1.0,
            false => -1.0 / rivals,
        };
        for &(what, slot, count) in &position.pieces {
            let owner = self.owners[what];
            if !(1..=players).contains(&owner) {
                let reach = self.reach(position.player, slot);
                sums[self.names * FEATURES_PER_KIND + 1] += reach * f64::from(count);
                continue;
            }
            let first = self.bases[what] * FEATURES_PER_KIND;
            let signed_count = sign(owner) * f64::from(count);
            if self.hand[slot] {
                sums[first + 3] += signed_count;
            } else {
                sums[first] += signed_count * (1.0 + self.site_bonus[what][slot]);
                sums[first + 1] += signed_count * self.progress[what][slot];
                sums[first + 2] += signed_count * self.centre[slot];
            }
        }
        let last = self.names * FEATURES_PER_KIND;
        for (index, score) in position.scores.iter().enumerate() {
            sums[last] += sign(index + 1) * f64::from(*score);
        }
        sums[last + 2] = sign(position.mover);
        let features = sums
            .iter()
            .enumerate()
            .filter(|(_, sum)| sum.abs() > 1e-9)
            .map(|(feature, sum)| (feature as u16, *sum as f32));
        Sample {
            features: features.collect(),
            target: position.target,
        }
    }

    /// Whose moves begin at a slot: 1 if only the player's do, -1 if only those of others do.
    /// Neutral pieces there can be used by that player.
    fn reach(&self, player: usize, slot: usize) -> f64 {
        let all: u32 = self.origins.iter().map(|own| own[slot]).sum();
        match all {
            0..=4 => 0.0,
            all => 2.0 * f64::from(self.origins[player][slot]) / f64::from(all) - 1.0,
        }
    }

    /// By name of a kind: the mean number of moves per piece.
    fn mobility(&self) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.names];
        for (what, own) in self.mobility.iter().enumerate() {
            let sum = &mut sums[self.bases[what]];
            *sum = (sum.0 + own.0, sum.1 + own.1);
        }
        sums.iter()
            .map(|(moves, number)| moves / number.max(1.0))
            .collect()
    }

    fn build_evaluation(&mut self) -> Evaluation {
        let slots = self.game.layout().slots;
        for (what, counts) in self.move_counts.iter().enumerate() {
            self.progress[what] = progress::potential(counts, slots);
        }
        self.compute_site_bonus();
        let mobility = self.values.clone().unwrap_or_else(|| self.mobility());
        let split = self.games.len() * 4 / 5;
        let all: Vec<Vec<Sample>> = self
            .games
            .iter()
            .map(|(positions, _)| {
                positions
                    .iter()
                    .map(|position| self.sample(position))
                    .collect()
            })
            .collect();
        let (seen, unseen) = all.split_at(split);
        let (seen, unseen): (Vec<Sample>, Vec<Sample>) = (seen.concat(), unseen.concat());
        let decided = self.games.iter().filter(|(_, decided)| *decided).count();
        let weights = self.weights(&seen, &mobility, decided * 4 / 5);
        let explained_variance = explained_variance(&unseen, &weights);
        let weights = match unseen.is_empty() {
            true => weights,
            false => self.weights(&all.concat(), &mobility, decided),
        };
        self.evaluation(&weights, explained_variance)
    }

    fn weights(&self, samples: &[Sample], mobility: &[f64], decided: usize) -> Vec<f64> {
        // First the value of material as a whole is fitted, then every weight by itself.
        let material = |sample: &Sample| {
            let of = |&(feature, value): &(u16, f32)| {
                let feature = usize::from(feature);
                let of_a_kind = feature < self.names * FEATURES_PER_KIND;
                let counts = of_a_kind
                    && match self.values {
                        None => feature % FEATURES_PER_KIND == 0,
                        Some(_) => matches!(feature % FEATURES_PER_KIND, 0 | 3),
                    };
                f64::from(value)
                    * if counts {
                        mobility[feature / FEATURES_PER_KIND]
                    } else {
                        0.0
                    }
            };
            sample.features.iter().map(of).sum::<f64>()
        };
        let alone: Vec<Sample> = samples
            .iter()
            .map(|sample| Sample {
                features: vec![(0, material(sample) as f32)],
                target: sample.target,
            })
            .collect();
        let square = |sample: &Sample| f64::from(sample.features[0].1).powi(2);
        let spread = (alone.iter().map(square).sum::<f64>() / alone.len().max(1) as f64).sqrt();
        let games = decided.max(1) as f64;
        let prior_weight =
            |games_of_prior: f64| 0.25 * samples.len() as f64 * games_of_prior / games;
        let initial = if spread > 1e-9 { 0.5 / spread } else { 0.0 };
        let material_weight = fit(&alone, &[initial], &[prior_weight(PRIOR_GAMES / 3.0)], 60)[0];
        let mut prior = vec![0.0; self.features()];
        let mut prior_weights = vec![prior_weight(PRIOR_GAMES); self.features()];
        for (name, moves) in mobility.iter().enumerate() {
            let first = name * FEATURES_PER_KIND;
            prior[first] = material_weight * moves;
            if self.values.is_some() {
                prior[first + 3] = material_weight * moves;
                prior_weights[first..first + FEATURES_PER_KIND]
                    .fill(prior_weight(PRIOR_GAMES * COUNTED_PRIOR_FACTOR));
            }
        }
        fit(samples, &prior, &prior_weights, 80)
    }

    /// The evaluation with the given weights of the features.
    fn evaluation(&self, weights: &[f64], explained_variance: f64) -> Evaluation {
        let slots = self.game.layout().slots;
        let kinds = self.owners.len();
        let last = self.names * FEATURES_PER_KIND;
        let max_weight = weights[..=last + 1]
            .iter()
            .fold(0.0f64, |max_weight, weight| max_weight.max(weight.abs()));
        let scale = if max_weight > 1e-6 {
            1_000.0 / max_weight
        } else {
            1_000.0
        };
        let points = |weight: f64| (weight * scale).round() as i32;
        let table = |what: usize| {
            let own = &weights[self.bases[what] * FEATURES_PER_KIND..][..FEATURES_PER_KIND];
            let at = |slot: usize| {
                if is_die(self.game, what) || what == 0 {
                    0
                } else if self.hand[slot] {
                    points(own[3])
                } else {
                    let placed = own[1] * self.progress[what][slot] + own[2] * self.centre[slot];
                    points(own[0] * (1.0 + self.site_bonus[what][slot]) + placed)
                }
            };
            (0..slots).map(at).collect::<Vec<i32>>()
        };
        let layout = self.game.layout();
        let plies = self.plies.iter().sum::<usize>() as f64;
        Evaluation {
            players: self.game.players(),
            tables: (0..kinds).map(table).collect(),
            late_tables: Vec::new(),
            full_material: 0,
            activity_weights: [1.0; 2],
            owners: self.owners.clone(),
            slots,
            stacked: layout.levels > 0,
            counts: layout.counts(),
            score_value: points(weights[last]),
            neutral_values: (0..=self.game.players())
                .map(|player| {
                    let value = |slot| points(weights[last + 1] * self.reach(player, slot));
                    (0..slots).map(value).collect()
                })
                .collect(),
            scale,
            piece_values: (0..kinds)
                .map(|what| points(weights[self.bases[what] * FEATURES_PER_KIND]))
                .collect(),
            captures: self.captures(),
            reversible: self.reversible_kinds(),
            royal: self.royal_kinds(),
            distances: Distances::of(self.game),
            explained_variance,
            length: plies / self.plies.len().max(1) as f64,
            combined: Vec::new(),
            has_royals: false,
            network: None,
            best_agent: None,
        }
        .with_combined()
    }
}

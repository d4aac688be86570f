//! Weights tuned by self-play.
//!
//! Training starts from the learned evaluation. It fits corrections to it: to the value of each
//! kind, with full and with little material; to the value of each class of sites as the owner sees
//! them ([`MirroredSites`]); and to king attack and mobility. The weights are those that best
//! predict the results of the games and the search's values of their positions: logistic
//! regression, known from the engine Texel (P. Osterlund, "Texel's tuning method", 2014), with a
//! prior. Every fifth game is held out to measure the gain.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::mirrored_sites::MirroredSites;
use super::regression::{explained_variance, fit_newton, mean_log_loss, predict, Sample};
use super::training_game::{ForeignGame, Position, TrainingGame};
use super::{names, pieces, Activity, Effort, Evaluation};
use crate::{Agent, AlphaBeta, Budget};

/// Games played with the same weights, by any number of threads.
const GAMES_PER_ROUND: usize = 16;

/// The number of games before the first refit; the next ones follow whenever the number has grown
/// by half.
const FIRST_REFIT: usize = 48;

/// One game in this number is held out.
const HELD_OUT_ONE_IN: usize = 5;

/// Games are cut off after this number of plies.
const MAX_PLIES: usize = 400;

/// Random plies at the start, and the interval of random moves later. Games should be decided, even
/// if by mistakes; otherwise pieces that only prevent the opponent from recovering seem to be worth
/// little.
const OPENING_PLIES: usize = 8;
const RANDOM_ONE_IN: u32 = 40;

/// One quiet position in this number becomes a sample, since neighbouring positions are alike.
const SAMPLE_ONE_IN: u32 = 2;

/// Positions of one game have the same result: this number of them counts as one independent
/// sample.
const POSITIONS_PER_SAMPLE: f64 = 5.0;

/// Candidate standard deviations of the corrections to a kind's value, and to its value on a site,
/// in tenths of the greatest piece value. The held-out games decide between them.
const VALUE_DEVIATIONS: [f64; 2] = [1.0, 3.0];
const SITE_DEVIATIONS: [f64; 2] = [0.15, 0.4];

/// The standard deviation of the difference between late and early, as a share of these.
const LATE_SHARE: f64 = 0.35;

/// A site gets a weight of its own if a kind was seen there this often.
const MIN_SITE_COUNT: usize = 60;

/// The maximum number of weights, whose curvature matrix takes 46 MB. On larger boards a site must
/// have been seen more often.
const MAX_WEIGHTS: usize = 2_400;

/// The maximum number of Newton steps.
const MAX_NEWTON_STEPS: usize = 30;

/// The first features: the untrained evaluation with king attack and mobility, and the side to
/// move.
pub(super) const FIXED_FEATURES: usize = 2;

/// How well an evaluation predicts the results of games it was not trained on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PredictionScore {
    /// The share of the variance of results explained, 0 to 1.
    pub explained: f64,
    /// The share of positions of decisive games whose winner is predicted, 0 to 1.
    pub accuracy: f64,
}

/// The result of training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The evaluation with the tuned weights.
    pub evaluation: Evaluation,
    /// Games played.
    pub games: usize,
    /// Positions of the games trained on.
    pub positions: usize,
    /// Positions of the games held out.
    pub held_out: usize,
    /// The prediction score of the untrained evaluation on the held-out games.
    pub before: PredictionScore,
    /// The prediction score of the tuned evaluation on the held-out games.
    pub after: PredictionScore,
}

/// Tunes the weights of a game by self-play.
///
/// Equal games, seeds, node counts and numbers of games give equal weights, with any number of
/// threads.
pub struct Trainer<'g> {
    game: &'g Game,
    seed: u64,
    nodes: u64,
    /// By kind: the index of its name, regardless of owner.
    bases: Vec<usize>,
    names: usize,
    sites: MirroredSites,
    untrained: Arc<Evaluation>,
    activity: Option<Activity>,
    /// The initial material; 0 if values do not depend on the phase.
    full_material: i64,
    games: Vec<TrainingGame>,
    current: Arc<Evaluation>,
    refit: usize,
}

/// The weights to fit.
struct Features {
    /// By feature index ([`Trainer::feature_place`]): its first column, if the site has weights of
    /// its own.
    columns: Vec<Option<u16>>,
    /// How often a piece was seen there.
    times: Vec<usize>,
    all: usize,
}

impl<'g> Trainer<'g> {
    /// Learns the untrained evaluation; self-play then uses `nodes` nodes per move.
    #[must_use]
    pub fn new(game: &'g Game, seed: u64, nodes: u64) -> Trainer<'g> {
        let untrained = Evaluation::learn(game, seed, Effort::USUAL);
        let (bases, names) = names(game);
        let start = game.start(&mut SplitMix64::new(seed));
        let full_material = match untrained.is_piece_square_only() {
            true => untrained.phase_material(&start),
            false => 0,
        };
        let untrained = Arc::new(untrained);
        Trainer {
            game,
            seed,
            nodes,
            bases,
            names,
            sites: MirroredSites::of(game),
            activity: Activity::of(game, &untrained),
            full_material,
            games: Vec::new(),
            current: untrained.clone(),
            untrained,
            refit: FIRST_REFIT,
        }
    }

    /// The evaluation before training.
    #[must_use]
    pub fn untrained(&self) -> &Arc<Evaluation> {
        &self.untrained
    }

    /// The number of games played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Plays at least one and at most `most` games with `threads` threads; returns their number.
    pub fn play(&mut self, most: usize, threads: usize) -> usize {
        let first = self.games.len();
        let number = most.clamp(1, GAMES_PER_ROUND - first % GAMES_PER_ROUND);
        let (own, next) = (&*self, AtomicUsize::new(0));
        let some = || {
            let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            let numbers = numbers.take_while(|at| *at < number);
            numbers
                .map(|at| (at, own.game(first + at)))
                .collect::<Vec<_>>()
        };
        let mut played = Vec::with_capacity(number);
        std::thread::scope(|scope| {
            let others = (1..threads.clamp(1, number)).map(|_| scope.spawn(some));
            let others: Vec<_> = others.collect();
            played.extend(some());
            for other in others {
                match other.join() {
                    Ok(games) => played.extend(games),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        played.sort_unstable_by_key(|(at, _)| *at);
        self.take(played.into_iter().map(|(_, game)| TrainingGame(game)));
        number
    }

    /// The games played so far, for [`Trainer::go_on_with`].
    #[must_use]
    pub fn played(&self) -> &[TrainingGame] {
        &self.games
    }

    /// Goes on with games that an earlier training with the same game, seed and nodes has played:
    /// as if this one had played them. Call it before the first game.
    ///
    /// # Errors
    /// If a game does not belong to such a training, as far as can be seen; then none is taken.
    pub fn go_on_with(&mut self, games: Vec<TrainingGame>) -> Result<(), ForeignGame> {
        let features = self.number_of_features();
        if let Some(number) = games.iter().position(|game| !game.fits(features)) {
            return Err(ForeignGame { number });
        }
        let mut games = games.into_iter().peekable();
        while games.peek().is_some() {
            self.take(games.by_ref().take(GAMES_PER_ROUND));
        }
        Ok(())
    }

    /// Takes the games of a round, or the rest of one, and fits the weights when that is due.
    fn take(&mut self, games: impl Iterator<Item = TrainingGame>) {
        self.games.extend(games);
        if self.games.len() % GAMES_PER_ROUND == 0 && self.games.len() >= self.refit {
            self.current = Arc::new(
                self.fit_with(&VALUE_DEVIATIONS[1..], &SITE_DEVIATIONS[..1])
                    .evaluation,
            );
            self.refit = self.games.len() * 3 / 2;
        }
    }

    /// Plays a game; returns its positions.
    fn game(&self, number: usize) -> Vec<Position> {
        let seed = self.seed.wrapping_add(number as u64);
        let mut chance = SplitMix64::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut agent = AlphaBeta::with_evaluation(seed, self.current.clone());
        let game = self.game;
        let mut state = game.start(&mut chance);
        let (mut legal, mut made): (Vec<Move>, usize) = (Vec::new(), 0);
        let mut positions: Vec<(usize, Position)> = Vec::new();
        while !state.over() && made < MAX_PLIES {
            game.legal(&mut state, &mut legal);
            let Some(choices) = u32::try_from(legal.len()).ok().filter(|own| *own > 0) else {
                break;
            };
            let mover = state.mover();
            let random = made < OPENING_PLIES || chance.index(RANDOM_ONE_IN) == 0;
            let (mv, search_value) = match random {
                true => (legal[chance.index(choices) as usize], None),
                false => {
                    let view = game.view(&state, mover);
                    let chosen = agent.choose(&view, &legal, &mut Budget::nodes(self.nodes));
                    let line = agent.report().lines.first();
                    (legal[chosen], line.map(|line| line.value))
                }
            };
            let wanted = chance.index(SAMPLE_ONE_IN) == 0;
            let noted = search_value.filter(|_| wanted && !game.is_in_check(&mut state));
            let position = noted.map(|search_value| self.position(&state, search_value as f32));
            let before = self.untrained.piece_counts(&state, mover).1;
            game.apply(&mut state, mv, &mut chance);
            made += 1;
            // During an exchange the piece count predicts little.
            let quiet = self.untrained.piece_counts(&state, mover).1 == before;
            positions.extend(position.filter(|_| quiet).map(|position| (mover, position)));
        }
        let outcome = game.outcome(&state);
        let ended = |(mover, position)| Position {
            result: outcome
                .as_ref()
                .map(|outcome| outcome.utility(mover) as f32),
            ..position
        };
        positions.into_iter().map(ended).collect()
    }

    /// The number of kinds on classes of sites.
    fn number_of_features(&self) -> usize {
        self.names * self.sites.number
    }

    /// The index of a kind on a class of sites.
    fn feature_place(&self, what: usize, class: usize) -> usize {
        self.bases[what] * self.sites.number + class
    }

    fn position(&self, state: &State, search_value: f32) -> Position {
        let (mover, players) = (state.mover(), self.game.players());
        let rivals = players.saturating_sub(1).max(1) as f32;
        let kinds = self.game.components();
        let mut placed: Vec<(u32, f32)> = Vec::new();
        pieces(self.game, state, |what, slot, count| {
            let owner = kinds[what].owner;
            if (1..=players).contains(&owner) {
                let place = self.feature_place(what, self.sites.class(owner, slot)) as u32;
                let sign = if owner == mover { 1.0 } else { -1.0 / rivals };
                placed.push((place, sign * count as f32));
            }
        });
        placed.sort_unstable_by_key(|(place, _)| *place);
        placed.dedup_by(|next, own| {
            let same = next.0 == own.0;
            own.1 += if same { next.1 } else { 0.0 };
            same
        });
        placed.retain(|(_, number)| *number != 0.0);
        let sign = if mover == 1 { 1 } else { -1 };
        let mobility_and_king_attack = self.activity.as_ref().map_or(0, |own| own.evaluate(state));
        let points = self.untrained.evaluate(state, mover) + sign * mobility_and_king_attack;
        Position {
            base: [(f64::from(points) / self.untrained.scale) as f32, 1.0],
            placed,
            phase: self.phase(state),
            search_value,
            result: None,
        }
    }

    fn phase(&self, state: &State) -> f32 {
        match self.full_material {
            0 => 1.0,
            full_material => {
                (self.untrained.phase_material(state) as f32 / full_material as f32).min(1.0)
            }
        }
    }

    fn features(&self) -> Features {
        let mut times = vec![0usize; self.number_of_features()];
        let placed = self
            .games
            .iter()
            .flat_map(|game| &game.0)
            .flat_map(|position| &position.placed);
        placed.for_each(|(place, _)| times[*place as usize] += 1);
        let mut seen = MIN_SITE_COUNT;
        let included = |seen: usize| times.iter().filter(|own| **own >= seen).count();
        while FIXED_FEATURES + 2 * (self.names + included(seen)) > MAX_WEIGHTS && included(seen) > 0
        {
            seen *= 2;
        }
        let mut all = FIXED_FEATURES + 2 * self.names;
        let columns = times.iter().map(|times| {
            let included = *times >= seen;
            all += if included { 2 } else { 0 };
            included.then(|| (all - 2) as u16)
        });
        Features {
            columns: columns.collect(),
            times,
            all,
        }
    }

    fn sample(&self, position: &Position, features: &Features) -> Sample {
        let base = position.base.iter().enumerate();
        let mut own: Vec<(u16, f32)> = base.map(|(at, value)| (at as u16, *value)).collect();
        let mut material = vec![0.0f32; self.names];
        let late = lateness(1.0 - position.phase);
        for &(place, number) in &position.placed {
            material[place as usize / self.sites.number] += number;
            if let Some(at) = features.columns[place as usize] {
                own.extend([(at, number), (at + 1, late * number)]);
            }
        }
        for (name, number) in material.iter().enumerate() {
            let at = (FIXED_FEATURES + 2 * name) as u16;
            own.extend([(at, *number), (at + 1, late * number)]);
        }
        own.retain(|(_, value)| value.abs() > 1e-6);
        own.sort_unstable_by_key(|(feature, _)| *feature);
        Sample {
            features: own,
            target: position.target(),
        }
    }

    /// The evaluation tuned by the games so far.
    #[must_use]
    pub fn trained(&self) -> Trained {
        self.fit_with(&VALUE_DEVIATIONS, &SITE_DEVIATIONS)
    }

    /// Tunes the evaluation with the best of the given standard deviations ([`VALUE_DEVIATIONS`],
    /// [`SITE_DEVIATIONS`]).
    fn fit_with(&self, more: &[f64], here: &[f64]) -> Trained {
        let features = self.features();
        let (mut seen, mut results, mut held_out) = (Vec::new(), Vec::new(), 0);
        for (index, TrainingGame(positions)) in self.games.iter().enumerate() {
            let learned_from = index % HELD_OUT_ONE_IN != HELD_OUT_ONE_IN - 1;
            held_out += if learned_from { 0 } else { positions.len() };
            for position in positions {
                let sample = self.sample(position, &features);
                match position.result {
                    _ if learned_from => seen.push(sample),
                    Some(target) => results.push(Sample { target, ..sample }),
                    None => {}
                }
            }
        }
        let pairs = more
            .iter()
            .flat_map(|more| here.iter().map(move |here| [*more, *here]));
        let weights = self.weights(&seen, &results, &features, pairs);
        let mut untrained = vec![0.0; features.all];
        untrained[0] = 1.0;
        let [before, after] = [&untrained, &weights].map(|own| prediction_score(&results, own));
        let explained_variance = self.untrained.explained_variance().max(after.explained);
        Trained {
            evaluation: match self.games.is_empty() {
                true => (*self.untrained).clone(),
                false => self.evaluation(&weights, &features, explained_variance),
            },
            games: self.games.len(),
            positions: seen.len(),
            held_out,
            before,
            after,
        }
    }

    /// The fitted weights: among several standard deviations, those that best predict the results
    /// of `others`.
    fn weights(
        &self,
        samples: &[Sample],
        others: &[Sample],
        features: &Features,
        deviations: impl Iterator<Item = [f64; 2]>,
    ) -> Vec<f64> {
        let mut prior = vec![0.0; features.all];
        prior[0] = 1.0;
        if samples.is_empty() {
            return prior;
        }
        // The scale of the untrained evaluation among searching players is fitted first; everything
        // else is relative to it.
        let few = samples.iter().map(|sample| Sample {
            features: sample
                .features
                .iter()
                .take_while(|own| usize::from(own.0) < FIXED_FEATURES)
                .copied()
                .collect(),
            target: sample.target,
        });
        let few: Vec<Sample> = few.collect();
        let base_scale = fit_newton(
            &few,
            &prior[..FIXED_FEATURES],
            &[POSITIONS_PER_SAMPLE; FIXED_FEATURES],
            MAX_NEWTON_STEPS,
        );
        prior[..FIXED_FEATURES].copy_from_slice(&base_scale);
        let most = self
            .untrained
            .piece_values
            .iter()
            .copied()
            .max()
            .unwrap_or(0)
            .max(1);
        let tenth = (base_scale[0] * f64::from(most) / self.untrained.scale / 10.0).max(1e-3);
        let precision = |deviation: f64| POSITIONS_PER_SAMPLE / deviation.powi(2);
        let fitted = |[more, here]: [f64; 2]| {
            let of = |at: usize| {
                let deviation = if at < FIXED_FEATURES + 2 * self.names {
                    more
                } else {
                    here
                };
                precision(
                    deviation
                        * tenth
                        * if at % 2 == FIXED_FEATURES % 2 {
                            1.0
                        } else {
                            LATE_SHARE
                        },
                )
            };
            let mut precisions: Vec<f64> = (0..features.all).map(of).collect();
            precisions[..FIXED_FEATURES].fill(precision(base_scale[0].abs().max(1e-3) / 2.0));
            fit_newton(samples, &prior, &precisions, MAX_NEWTON_STEPS)
        };
        let all = deviations.map(fitted);
        let all = all.map(|weights| (mean_log_loss(others, &weights), weights));
        let best = all.min_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(prior, |(_, weights)| weights)
    }

    /// The evaluation with the given weights.
    fn evaluation(
        &self,
        weights: &[f64],
        features: &Features,
        explained_variance: f64,
    ) -> Evaluation {
        let old = &*self.untrained;
        let base_scale = weights[0] / old.scale;
        let kinds = self.game.components();
        let players = 1..=self.game.players();
        // In log odds.
        let there = |what: usize, slot: usize, late: f32| {
            let owner = kinds[what].owner;
            let before = base_scale * f64::from(old.tables[what][slot]);
            if !players.contains(&owner) {
                return before;
            }
            let place = self.feature_place(what, self.sites.class(owner, slot));
            let both = |at: usize| weights[at] + f64::from(lateness(late)) * weights[at + 1];
            let own = features.columns[place].map_or(0.0, |at| both(at.into()));
            before + own + both(FIXED_FEATURES + 2 * self.bases[what])
        };
        let slots = old.slots;
        let value = |what: usize| {
            let (mut sum, mut number) = (0.0, 0.0);
            for slot in 0..slots {
                let class = self.sites.class(kinds[what].owner, slot);
                let times = features.times[self.feature_place(what, class)] as f64;
                sum += times * (there(what, slot, 0.0) + there(what, slot, 1.0)) / 2.0;
                number += times;
            }
            match number > 0.0 {
                true => sum / number,
                false => base_scale * f64::from(old.piece_values[what]),
            }
        };
        let values: Vec<f64> = (0..kinds.len()).map(value).collect();
        let most = values.iter().zip(&old.royal).filter(|(_, royal)| !**royal);
        let most = most.fold(0.0f64, |most, (own, _)| most.max(own.abs()));
        let scale = if most > 1e-6 {
            1_000.0 / most
        } else {
            old.scale
        };
        let points = |odds: f64| (scale * odds).round() as i32;
        let (there, points) = (&there, &points);
        let table = |late: f32| {
            let of = |what| (0..slots).map(move |slot| points(there(what, slot, late)));
            let tables = (0..kinds.len()).map(|what| of(what).collect());
            tables.collect::<Vec<Vec<i32>>>()
        };
        let scaled = |own: &i32| points(base_scale * f64::from(*own));
        let mut new = Evaluation {
            tables: table(0.0),
            late_tables: if self.full_material > 0 {
                table(1.0)
            } else {
                Vec::new()
            },
            piece_values: values.iter().map(|own| points(*own)).collect(),
            score_value: scaled(&old.score_value),
            neutral_values: old
                .neutral_values
                .iter()
                .map(|own| own.iter().map(scaled).collect())
                .collect(),
            scale,
            explained_variance,
            ..old.clone()
        };
        // King attack and mobility are in units of piece values.
        let units = |own: &Evaluation| {
            let most = own.piece_values.iter().copied().max().unwrap_or(0).max(1);
            let most = f64::from(most) / own.scale;
            [
                most,
                (most * f64::from(own.min_piece_value().max(1)) / own.scale).sqrt(),
            ]
        };
        let (then, now) = (units(old), units(&new));
        new.activity_weights = std::array::from_fn(|at| weights[0] * then[at] / now[at]);
        let start = self.game.start(&mut SplitMix64::new(self.seed));
        new.full_material = match self.full_material {
            0 => 0,
            _ => new.phase_material(&start),
        };
        new.with_combined()
    }
}

/// The phase from -1 (early) to 1 (late).
fn lateness(late: f32) -> f32 {
    2.0 * late - 1.0
}

fn prediction_score(samples: &[Sample], weights: &[f64]) -> PredictionScore {
    let decided = || samples.iter().filter(|own| (own.target - 0.5).abs() > 0.1);
    let correct = decided().filter(|own| (predict(weights, own) > 0.5) == (own.target > 0.5));
    PredictionScore {
        explained: explained_variance(samples, weights),
        accuracy: correct.count() as f64 / decided().count().max(1) as f64,
    }
}

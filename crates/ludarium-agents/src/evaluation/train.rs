//! Weights tuned by games that the search plays against itself.
//!
//! What is learned of any game is where it begins. Told beside it are how much men of each kind are worth more or less than that, with
//! the board full and with little left, how much more or less on each site as their owner sees it ([`Frame`]), and how much
//! pressure and freedom count. The weights are those that foretell best what became of the games, and what the search thought of their positions:
//! logistic regression, as the engine Texel made it known (P. Osterlund, "Texel's tuning method", 2014), with a prior.
//! Every fifth game is held out, and tells what was gained.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::fit::{explained, foretold, settle, unlikely, Sample};
use super::frame::Frame;
use super::{names, pieces, Activity, Effort, Evaluation};
use crate::{Agent, AlphaBeta, Budget};

/// Games that are played with the same weights, by any number of threads.
const ROUND: usize = 16;

/// Once there are so many games, and whenever there are half as many again, the search goes on with the weights that follow from them.
const REFIT: usize = 48;

/// One game in so many is held out.
const HELD_OUT: usize = 5;

/// A game is cut off after so many plies.
const LONGEST: usize = 400;

/// Plies that a game begins with at random, and one move in so many that is made at random later: most of what is won should be won, else
/// men seem to be worth little who keep others from coming back.
const OPENING: usize = 8;
const SLIPS: u32 = 40;

/// One quiet position in so many is learned from: neighbours are much alike.
const EVERY: u32 = 2;

/// How much what became of the game counts, beside what the search thought of the position.
const RESULT: f64 = 0.5;

/// Positions of a game end alike: so many tell as much as one would by itself.
const ALIKE: f64 = 5.0;

/// A man is worth more or less than was thought by so many tenths of the worthiest man's worth, as a rule (standard deviation); and on
/// one site than on others. Which of these it is, the games held out tell.
const MORE_OR_LESS: [f64; 2] = [1.0, 3.0];
const HERE_OR_THERE: [f64; 2] = [0.15, 0.4];

/// So much of that is the difference between early and late, half of it either way.
const LATER: f64 = 0.35;

/// A place is told of its own where a kind of man was seen on it so often.
const SEEN: usize = 60;

/// So many weights can be told at once: the curvatures of all pairs take 46 MB. On larger boards only places are told on which men were seen
/// more often.
const WEIGHTS: usize = 2_400;

/// Newton's method needs no more rounds.
const ROUNDS: usize = 30;

/// The first weights: of what is judged before training, pressure and freedom with it, and of being to move.
const BEFORE: usize = 2;

/// How well a judgement foretells the ends of games that it was not made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foretold {
    /// The share of the variance of the results that it explains, 0 to 1.
    pub explained: f64,
    /// The share of the positions of decided games for whose player it foretells a win or a loss rightly, 0 to 1.
    pub right: f64,
}

/// What came of training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The judgement with the tuned weights.
    pub evaluation: Evaluation,
    /// Games played; positions of those that were learned from, and of those held out.
    pub games: usize,
    /// Positions of the games that were learned from.
    pub positions: usize,
    /// Positions of the games that were held out.
    pub held_out: usize,
    /// How well the judgement did before, on what was held out.
    pub before: Foretold,
    /// How well it does now.
    pub after: Foretold,
}

/// A position of a game that was played.
#[derive(Clone, Debug)]
struct Position {
    /// What is judged before training for who is to move, as logarithms of odds; and that somebody is to move.
    known: [f32; BEFORE],
    /// Whose men stand where, for and against the mover: place ([`Trainer::place`]) and how many.
    men: Vec<(u32, f32)>,
    /// How much of what the men were worth in the beginning is left, 0 to 1.
    phase: f32,
    /// What the search thought of it, and what became of it where the game came to an end.
    thought: f32,
    result: Option<f32>,
}

impl Position {
    fn target(&self) -> f32 {
        let result =
            |result: f32| RESULT * f64::from(result) + (1.0 - RESULT) * f64::from(self.thought);
        self.result.map_or(self.thought, |own| result(own) as f32)
    }
}

/// Somebody who tunes the weights of a game.
///
/// The same game, seed, nodes and number of games give the same weights, by however many threads.
pub struct Trainer<'g> {
    game: &'g Game,
    seed: u64,
    nodes: u64,
    /// By kind: which of the names it has.
    bases: Vec<usize>,
    names: usize,
    frame: Frame,
    untrained: Arc<Evaluation>,
    activity: Option<Activity>,
    /// What the men are worth in the beginning; 0 where that is not asked.
    full: i64,
    games: Vec<Vec<Position>>,
    current: Arc<Evaluation>,
    refit: usize,
}

/// Which weights there are.
struct Features {
    /// By place ([`Trainer::place`]): its number, if it is told of its own.
    numbers: Vec<Option<u16>>,
    /// How often a man was seen there.
    times: Vec<usize>,
    all: usize,
}

impl<'g> Trainer<'g> {
    /// Learns what is learned of any game, to begin with; then the search plays with so many nodes a move.
    #[must_use]
    pub fn new(game: &'g Game, seed: u64, nodes: u64) -> Trainer<'g> {
        let untrained = Evaluation::learn(game, seed, Effort::USUAL);
        let (bases, names) = names(game);
        let start = game.start(&mut SplitMix64::new(seed));
        let full = match untrained.sees_only_men() {
            true => untrained.heft(&start),
            false => 0,
        };
        let untrained = Arc::new(untrained);
        Trainer {
            game,
            seed,
            nodes,
            bases,
            names,
            frame: Frame::of(game),
            activity: Activity::of(game, &untrained),
            full,
            games: Vec::new(),
            current: untrained.clone(),
            untrained,
            refit: REFIT,
        }
    }

    /// The judgement before any training.
    #[must_use]
    pub fn untrained(&self) -> &Arc<Evaluation> {
        &self.untrained
    }

    /// How many games have been played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Plays so many games at the most, and at least one, with so many threads; how many it were.
    pub fn play(&mut self, most: usize, threads: usize) -> usize {
        let first = self.games.len();
        let number = most.clamp(1, ROUND - first % ROUND);
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
        self.games.extend(played.into_iter().map(|(_, game)| game));
        if self.games.len() % ROUND == 0 && self.games.len() >= self.refit {
            self.current = Arc::new(
                self.taught(&MORE_OR_LESS[1..], &HERE_OR_THERE[..1])
                    .evaluation,
            );
            self.refit = self.games.len() * 3 / 2;
        }
        number
    }

    /// The positions of one game.
    fn game(&self, number: usize) -> Vec<Position> {
        let seed = self.seed.wrapping_add(number as u64);
        let mut chance = SplitMix64::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut agent = AlphaBeta::with(seed, self.current.clone());
        let game = self.game;
        let mut state = game.start(&mut chance);
        let (mut legal, mut made): (Vec<Move>, usize) = (Vec::new(), 0);
        let mut positions: Vec<(usize, Position)> = Vec::new();
        while !state.over() && made < LONGEST {
            game.legal(&mut state, &mut legal);
            let Some(choices) = u32::try_from(legal.len()).ok().filter(|own| *own > 0) else {
                break;
            };
            let mover = state.mover();
            let slips = made < OPENING || chance.index(SLIPS) == 0;
            let (mv, thought) = match slips {
                true => (legal[chance.index(choices) as usize], None),
                false => {
                    let view = game.view(&state, mover);
                    let chosen = agent.choose(&view, &legal, &mut Budget::nodes(self.nodes));
                    let line = agent.report().lines.first();
                    (legal[chosen], line.map(|line| line.value))
                }
            };
            let wanted = chance.index(EVERY) == 0;
            let noted = thought.filter(|_| wanted && !game.is_in_check(&mut state));
            let position = noted.map(|thought| self.position(&state, thought as f32));
            let before = self.untrained.men(&state, mover).1;
            game.apply(&mut state, mv, &mut chance);
            made += 1;
            // In the midst of an exchange the count of men foretells little.
            let quiet = self.untrained.men(&state, mover).1 == before;
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

    /// The place of a kind's men on a class of sites.
    fn place(&self, what: usize, class: usize) -> usize {
        self.bases[what] * self.frame.number + class
    }

    fn position(&self, state: &State, thought: f32) -> Position {
        let (mover, players) = (state.mover(), self.game.players());
        let rivals = players.saturating_sub(1).max(1) as f32;
        let kinds = self.game.components();
        let mut men: Vec<(u32, f32)> = Vec::new();
        pieces(self.game, state, |what, slot, count| {
            let owner = kinds[what].owner;
            if (1..=players).contains(&owner) {
                let place = self.place(what, self.frame.class(owner, slot)) as u32;
                let sign = if owner == mover { 1.0 } else { -1.0 / rivals };
                men.push((place, sign * count as f32));
            }
        });
        men.sort_unstable_by_key(|(place, _)| *place);
        men.dedup_by(|next, own| {
            let same = next.0 == own.0;
            own.1 += if same { next.1 } else { 0.0 };
            same
        });
        men.retain(|(_, number)| *number != 0.0);
        let sign = if mover == 1 { 1 } else { -1 };
        let active = self.activity.as_ref().map_or(0, |own| own.judge(state));
        let judged = self.untrained.judge(state, mover) + sign * active;
        Position {
            known: [(f64::from(judged) / self.untrained.scale) as f32, 1.0],
            men,
            phase: self.phase(state),
            thought,
            result: None,
        }
    }

    fn phase(&self, state: &State) -> f32 {
        match self.full {
            0 => 1.0,
            full => (self.untrained.heft(state) as f32 / full as f32).min(1.0),
        }
    }

    fn features(&self) -> Features {
        let places = self.names * self.frame.number;
        let mut times = vec![0usize; places];
        let men = self
            .games
            .iter()
            .flatten()
            .flat_map(|position| &position.men);
        men.for_each(|(place, _)| times[*place as usize] += 1);
        let mut seen = SEEN;
        let told = |seen: usize| times.iter().filter(|own| **own >= seen).count();
        while BEFORE + 2 * (self.names + told(seen)) > WEIGHTS && told(seen) > 0 {
            seen *= 2;
        }
        let mut all = BEFORE + 2 * self.names;
        let numbers = times.iter().map(|times| {
            let told = *times >= seen;
            all += if told { 2 } else { 0 };
            told.then(|| (all - 2) as u16)
        });
        Features {
            numbers: numbers.collect(),
            times,
            all,
        }
    }

    fn sample(&self, position: &Position, features: &Features) -> Sample {
        let known = position.known.iter().enumerate();
        let mut own: Vec<(u16, f32)> = known.map(|(at, value)| (at as u16, *value)).collect();
        let mut material = vec![0.0f32; self.names];
        let late = lateness(1.0 - position.phase);
        for &(place, number) in &position.men {
            material[place as usize / self.frame.number] += number;
            if let Some(at) = features.numbers[place as usize] {
                own.extend([(at, number), (at + 1, late * number)]);
            }
        }
        for (name, number) in material.iter().enumerate() {
            let at = (BEFORE + 2 * name) as u16;
            own.extend([(at, *number), (at + 1, late * number)]);
        }
        own.retain(|(_, value)| value.abs() > 1e-6);
        own.sort_unstable_by_key(|(feature, _)| *feature);
        Sample {
            features: own,
            target: position.target(),
        }
    }

    /// What the games so far teach.
    #[must_use]
    pub fn trained(&self) -> Trained {
        self.taught(&MORE_OR_LESS, &HERE_OR_THERE)
    }

    /// The same, with the better one of such deviations ([`MORE_OR_LESS`], [`HERE_OR_THERE`]).
    fn taught(&self, more: &[f64], here: &[f64]) -> Trained {
        let features = self.features();
        let (mut seen, mut results, mut held_out) = (Vec::new(), Vec::new(), 0);
        for (index, positions) in self.games.iter().enumerate() {
            let learned_from = index % HELD_OUT != HELD_OUT - 1;
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
        let [before, after] = [&untrained, &weights].map(|own| foretelling(&results, own));
        let informative = self.untrained.informative().max(after.explained);
        Trained {
            evaluation: match self.games.is_empty() {
                true => (*self.untrained).clone(),
                false => self.evaluation(&weights, &features, informative),
            },
            games: self.games.len(),
            positions: seen.len(),
            held_out,
            before,
            after,
        }
    }

    /// The weights that samples teach: of several, those that foretell the results of other games best.
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
        // How much the judgement as a whole is worth among players who look ahead comes first: everything else is told by that.
        let few = samples.iter().map(|sample| Sample {
            features: sample
                .features
                .iter()
                .take_while(|own| usize::from(own.0) < BEFORE)
                .copied()
                .collect(),
            target: sample.target,
        });
        let few: Vec<Sample> = few.collect();
        let whole = settle(&few, &prior[..BEFORE], &[ALIKE; BEFORE], ROUNDS);
        prior[..BEFORE].copy_from_slice(&whole);
        let most = self
            .untrained
            .worth
            .iter()
            .copied()
            .max()
            .unwrap_or(0)
            .max(1);
        let tenth = (whole[0] * f64::from(most) / self.untrained.scale / 10.0).max(1e-3);
        let hold = |deviation: f64| ALIKE / deviation.powi(2);
        let settled = |[more, here]: [f64; 2]| {
            let of = |at: usize| {
                let deviation = if at < BEFORE + 2 * self.names {
                    more
                } else {
                    here
                };
                hold(deviation * tenth * if at % 2 == BEFORE % 2 { 1.0 } else { LATER })
            };
            let mut holds: Vec<f64> = (0..features.all).map(of).collect();
            holds[..BEFORE].fill(hold(whole[0].abs().max(1e-3) / 2.0));
            settle(samples, &prior, &holds, ROUNDS)
        };
        let all = deviations.map(settled);
        let all = all.map(|weights| (unlikely(others, &weights), weights));
        let best = all.min_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(prior, |(_, weights)| weights)
    }

    /// The judgement that weights make.
    fn evaluation(&self, weights: &[f64], features: &Features, informative: f64) -> Evaluation {
        let old = &*self.untrained;
        let whole = weights[0] / old.scale;
        let kinds = self.game.components();
        let players = 1..=self.game.players();
        // As logarithms of odds.
        let there = |what: usize, slot: usize, late: f32| {
            let owner = kinds[what].owner;
            let before = whole * f64::from(old.tables[what][slot]);
            if !players.contains(&owner) {
                return before;
            }
            let place = self.place(what, self.frame.class(owner, slot));
            let both = |at: usize| weights[at] + f64::from(lateness(late)) * weights[at + 1];
            let own = features.numbers[place].map_or(0.0, |at| both(at.into()));
            before + own + both(BEFORE + 2 * self.bases[what])
        };
        let slots = old.slots;
        let worth = |what: usize| {
            let (mut sum, mut number) = (0.0, 0.0);
            for slot in 0..slots {
                let class = self.frame.class(kinds[what].owner, slot);
                let times = features.times[self.place(what, class)] as f64;
                sum += times * (there(what, slot, 0.0) + there(what, slot, 1.0)) / 2.0;
                number += times;
            }
            match number > 0.0 {
                true => sum / number,
                false => whole * f64::from(old.worth[what]),
            }
        };
        let worths: Vec<f64> = (0..kinds.len()).map(worth).collect();
        let most = worths.iter().zip(&old.lone).filter(|(_, lone)| !**lone);
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
        let again = |own: &i32| points(whole * f64::from(*own));
        let mut new = Evaluation {
            tables: table(0.0),
            late: if self.full > 0 {
                table(1.0)
            } else {
                Vec::new()
            },
            worth: worths.iter().map(|own| points(*own)).collect(),
            score: again(&old.score),
            nobodys: old
                .nobodys
                .iter()
                .map(|own| own.iter().map(again).collect())
                .collect(),
            scale,
            informative,
            ..old.clone()
        };
        // Pressure and freedom are told by what men are worth.
        let units = |own: &Evaluation| {
            let most = own.worth.iter().copied().max().unwrap_or(0).max(1);
            let most = f64::from(most) / own.scale;
            [
                most,
                (most * f64::from(own.least().max(1)) / own.scale).sqrt(),
            ]
        };
        let (then, now) = (units(old), units(&new));
        new.active = std::array::from_fn(|at| weights[0] * then[at] / now[at]);
        let start = self.game.start(&mut SplitMix64::new(self.seed));
        new.full = match self.full {
            0 => 0,
            _ => new.heft(&start),
        };
        new.with_balance()
    }
}

/// The same from -1, early, to 1, late.
fn lateness(late: f32) -> f32 {
    2.0 * late - 1.0
}

fn foretelling(samples: &[Sample], weights: &[f64]) -> Foretold {
    let decided = || samples.iter().filter(|own| (own.target - 0.5).abs() > 0.1);
    let right = decided().filter(|own| (foretold(weights, own) > 0.5) == (own.target > 0.5));
    Foretold {
        explained: explained(samples, weights),
        right: right.count() as f64 / decided().count().max(1) as f64,
    }
}

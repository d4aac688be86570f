//! A small neural network over piece counts per site, trained by self-play.
//!
//! For two-player dice games with stacks. Units encode one, two, three or more pieces of a kind on
//! a site: no sum over single pieces can express that two pieces on a point are safe and one is
//! not. Sites are numbered along each player's own track, so that what is learned for one player
//! holds for the other. Training uses temporal differences (Tesauro, "Practical issues in temporal
//! difference learning", Machine Learning 8, 1992).

use ludarium_engine::{Game, SplitMix64, State};

use super::turn::TurnSearch;
use super::{is_die, Evaluation};

/// Units of the hidden layer.
const HIDDEN: usize = 40;

/// Input units per site and kind: for one, two, three and more pieces.
const UNITS_PER_SITE: usize = 4;

/// The input for each piece beyond three.
const EXTRA_PIECE_INPUT: f32 = 0.5;

/// The learning rate, at the start and at the end.
const LEARNING_RATE: (f32, f32) = (0.15, 0.02);

/// Games are cut off after this number of turns.
const MAX_TURNS: usize = 1_000;

/// The beam width of the search for end positions of a turn.
const BEAM: usize = 4;

/// The encoding of positions as inputs.
#[derive(Clone, Debug, PartialEq)]
struct Encoding {
    /// By player (from 1), then slot.
    track_order: [Vec<usize>; 2],
    number: usize,
    /// By kind: its owner and the index of its name; `None` for neutral kinds.
    kinds: Vec<Option<(usize, usize)>>,
    names: usize,
    stacked: bool,
    /// Pieces of each player at the start, at least one.
    start_pieces: f32,
}

/// A network with one hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Network {
    encoding: Encoding,
    /// By input, then hidden unit.
    first: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    second: [f32; HIDDEN],
    last: f32,
}

/// Inputs other than zero.
type Inputs = Vec<(usize, f32)>;

impl Encoding {
    fn of(game: &Game) -> Option<Encoding> {
        let layout = game.layout();
        let piled = layout.levels > 0 || layout.counts();
        if game.players() != 2 || !game.features().stochastic || !piled {
            return None;
        }
        let slots = layout.slots;
        let mut known: Vec<&str> = Vec::new();
        let mut name = |base| {
            known
                .iter()
                .position(|own| *own == base)
                .unwrap_or_else(|| {
                    known.push(base);
                    known.len() - 1
                })
        };
        let kinds = game.components().iter().enumerate().map(|(what, kind)| {
            let counts = what > 0 && (1..=2).contains(&kind.owner) && !is_die(game, what);
            counts.then(|| (kind.owner, name(kind.base.as_str())))
        });
        let kinds: Vec<_> = kinds.collect();
        let mut encoding = Encoding {
            track_order: [1, 2].map(|player| track_order(game, player)),
            number: slots,
            kinds,
            names: known.len(),
            stacked: layout.levels > 0,
            start_pieces: 1.0,
        };
        let start = game.start(&mut SplitMix64::new(1));
        let mut inputs = Vec::new();
        encoding.encode(&start, 1, &mut inputs);
        let pieces = inputs.last().map_or(1.0, |(_, count)| *count);
        encoding.start_pieces = pieces.max(1.0);
        Some(encoding)
    }

    fn inputs(&self) -> usize {
        2 * self.names * self.number * UNITS_PER_SITE + 2
    }

    /// The inputs from a player's view: its own pieces first, then the opponent's; the piece counts
    /// come last.
    fn encode(&self, state: &State, player: usize, out: &mut Inputs) {
        out.clear();
        let mut counts = [0.0; 2];
        for (slot, &what) in state.kinds().iter().enumerate() {
            let Some((owner, name)) = self.kinds.get(what as usize).copied().flatten() else {
                continue;
            };
            let count = match self.stacked {
                true => state.height(slot),
                false => state.count(slot).max(1) as usize,
            };
            let side = usize::from(owner != player);
            counts[side] += count as f32;
            let place = self.track_order[owner - 1][slot];
            let first = ((side * self.names + name) * self.number + place) * UNITS_PER_SITE;
            out.extend((0..count.min(UNITS_PER_SITE - 1)).map(|step| (first + step, 1.0)));
            if count >= UNITS_PER_SITE {
                let more = (count + 1 - UNITS_PER_SITE) as f32 * EXTRA_PIECE_INPUT;
                out.push((first + UNITS_PER_SITE - 1, more));
            }
        }
        let end = self.inputs();
        out.push((end - 1, counts[1] / self.start_pieces));
        out.push((end - 2, counts[0] / self.start_pieces));
    }
}

/// By slot: its index on the player's own track, counted from the end, if there is one. Other slots
/// follow in their order.
fn track_order(game: &Game, player: u32) -> Vec<usize> {
    let slots = game.layout().slots;
    let kind = game.board().default_site;
    let mut order = vec![None; slots];
    let tracks = &game.board().tracks;
    let mut next = 0;
    if let Some(track) = tracks.iter().find(|track| track.owner == Some(player)) {
        for step in track.steps.iter().rev() {
            let here = (0..slots).find(|&slot| {
                let place = game.site_of_slot(slot);
                place.kind == kind && place.site == step.site
            });
            if let Some(slot) = here.filter(|&slot| order[slot].is_none()) {
                order[slot] = Some(next);
                next += 1;
            }
        }
    }
    let others = order.into_iter().map(|place| {
        place.unwrap_or_else(|| {
            next += 1;
            next - 1
        })
    });
    others.collect()
}

fn sigmoid(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

impl Network {
    /// An untrained network; `None` for games without an encoding.
    fn new(game: &Game, chance: &mut SplitMix64) -> Option<Network> {
        let encoding = Encoding::of(game)?;
        let mut small = || (chance.index(2_001) as f32 / 1_000.0 - 1.0) * 0.1;
        let first = (0..encoding.inputs()).map(|_| std::array::from_fn(|_| small()));
        let first = first.collect();
        Some(Network {
            encoding,
            first,
            bias: [0.0; HIDDEN],
            second: std::array::from_fn(|_| small()),
            last: 0.0,
        })
    }

    /// Trains a network by self-play over `games` games; `None` for games without an encoding.
    pub fn learn(game: &Game, seed: u64, games: usize) -> Option<Network> {
        let mut chance = SplitMix64::new(seed);
        let mut network = Network::new(game, &mut chance)?;
        for number in 0..games {
            let done = number as f32 / games as f32;
            network.play_training_game(
                game,
                LEARNING_RATE.0 + (LEARNING_RATE.1 - LEARNING_RATE.0) * done,
                &mut chance,
            );
        }
        Some(network)
    }

    fn hidden(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let mut sums = self.bias;
        for &(input, value) in inputs {
            for (sum, weight) in sums.iter_mut().zip(&self.first[input]) {
                *sum += weight * value;
            }
        }
        sums.map(sigmoid)
    }

    fn output(&self, hidden: &[f32; HIDDEN]) -> f32 {
        let products = hidden.iter().zip(&self.second);
        self.last + products.map(|(own, weight)| own * weight).sum::<f32>()
    }

    /// The log odds of a win for the player to move.
    pub fn log_odds(&self, state: &State) -> f32 {
        let mut inputs = Vec::with_capacity(64);
        self.encoding.encode(state, state.mover(), &mut inputs);
        self.output(&self.hidden(&inputs))
    }

    /// A gradient step towards a target.
    fn train_step(&mut self, inputs: &Inputs, target: f32, rate: f32) {
        let hidden = self.hidden(inputs);
        let value = sigmoid(self.output(&hidden));
        // The gradient of the log-likelihood. That of squared differences would vanish where a
        // result seems certain.
        let step = rate * (target - value);
        for (unit, out) in hidden.into_iter().enumerate() {
            let back = step * self.second[unit] * out * (1.0 - out);
            self.second[unit] += step * out;
            self.bias[unit] += back;
            for &(input, value) in inputs {
                self.first[input][unit] += back * value;
            }
        }
        self.last += step;
    }

    fn play_training_game(&mut self, game: &Game, rate: f32, chance: &mut SplitMix64) {
        let mut state = game.start(chance);
        // The inputs of the previous turn's player.
        let mut before: Option<Inputs> = None;
        for _ in 0..MAX_TURNS {
            if state.over() {
                break;
            }
            let mover = state.mover();
            let mut seen = Vec::new();
            self.encoding.encode(&state, mover, &mut seen);
            if let Some(inputs) = before.take() {
                let now = sigmoid(self.output(&self.hidden(&seen)));
                self.train_step(&inputs, 1.0 - now, rate);
            }
            let mut turns = TurnSearch::new(self, game, mover, BEAM);
            turns.search(&mut state, chance, &mut || true);
            for mv in turns.into_best() {
                game.apply(&mut state, mv, chance);
            }
            if state.mover() == mover && !state.over() {
                // A turn without an end, or another turn of the same player: there is nothing to
                // compare with.
                continue;
            }
            if let Some(outcome) = game.outcome(&state) {
                self.train_step(&seen, outcome.utility(mover) as f32, rate);
            }
            before = Some(seen);
        }
    }

    /// All weights in thousandths.
    pub fn weights(&self) -> Vec<i32> {
        let first = self.first.iter().flatten();
        let rest = self.bias.iter().chain(&self.second);
        let all = first.chain(rest).chain(std::iter::once(&self.last));
        all.map(|weight| (weight * 1_000.0).round() as i32)
            .collect()
    }

    /// The network with these weights; `None` if their number does not fit the game.
    pub fn from_weights(game: &Game, weights: &[i32]) -> Option<Network> {
        let encoding = Encoding::of(game)?;
        let inputs = encoding.inputs();
        if weights.len() != (inputs + 2) * HIDDEN + 1 {
            return None;
        }
        let weight = |at: usize| weights[at] as f32 / 1_000.0;
        let units = |first: usize| std::array::from_fn(|unit| weight(first * HIDDEN + unit));
        Some(Network {
            encoding,
            first: (0..inputs).map(units).collect(),
            bias: units(inputs),
            second: units(inputs + 1),
            last: weight((inputs + 2) * HIDDEN),
        })
    }
}

/// The lead in points that stands for odds of e to 1, with a network.
pub(super) const SCALE: f64 = 1_000.0;

impl Evaluation {
    /// The evaluation with a network trained by self-play over `games` games. `None` unless it is a
    /// two-player dice game with stacks.
    #[must_use]
    pub fn with_network(mut self, game: &Game, seed: u64, games: usize) -> Option<Evaluation> {
        let learned = Network::learn(game, seed, games)?;
        // Stored weights are thousandths, so play with these.
        self.network = Some(Network::from_weights(game, &learned.weights())?);
        self.scale = SCALE;
        Some(self)
    }
}

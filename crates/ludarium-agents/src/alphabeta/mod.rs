//! Alpha-beta: two players who see everything, and what can be made of them.
//!
//! Iterative deepening with a principal variation search, a table of positions, killers, history,
//! reductions of late moves and a search for quiet; the position is judged by [`Evaluation`]. Where
//! chance has a part the search is expectiminimax with Star1 and Star2. With three and more players, those allied with
//! the one who thinks are of one side, and something has to be supposed of the [`Others`].

mod chance;
mod exchange;
mod kept;
mod order;
mod patience;
mod prune;
mod quiet;
mod search;
mod table;
mod turns;

use std::sync::Arc;

use ludarium_engine::{Game, Move, SplitMix64, State, View};

use crate::budget::Budget;
use crate::evaluation::{odds, Activity, Captures, Effort, Evaluation};
use crate::key::key;
use crate::report::{Line, Report};
use crate::Agent;
use exchange::Exchange;
use kept::Kept;
use order::Order;
use patience::Patience;
use search::{Node, Search, INFINITE, PLY, WIN};
use table::Table;
use turns::Planned;

/// What is supposed of the other side, where several play on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// They play together against the one who thinks: *paranoid* (Sturtevant and Korf, "On pruning techniques for
    /// multi-player games", 2000).
    #[default]
    Together,
    /// One of them finds the best reply; the others make the move that looks best beforehand: BRS+ (Esser, Gras, Winands,
    /// Schadd and Lanctot, "Improving best-reply search", 2013). Looks deeper, and fears less.
    BestReply,
}

/// The search with alpha and beta.
#[derive(Debug)]
pub struct AlphaBeta {
    name: &'static str,
    others: Others,
    seed: u64,
    evaluation: Option<Arc<Evaluation>>,
    table: Table,
    judged: Kept<i32>,
    eased: Kept<bool>,
    order: Order,
    /// The player for whom the table was filled.
    root: usize,
    lines: usize,
    /// Keys of the positions of the game so far, as far as they were seen; and how many moves it had then.
    past: Vec<u64>,
    moves: usize,
    report: Report,
    /// What follows from the game's rules once it is known that men are exchanged.
    exchanged: Option<Exchanged>,
    planned: Planned,
}

/// What is known of games in which men are exchanged, as far as the rules tell.
#[derive(Debug)]
struct Exchanged {
    swaps: Option<Exchange>,
    activity: Option<Activity>,
    /// The points that are worth e to 1.
    scale: f64,
}

impl Exchanged {
    fn of(game: &Game, evaluation: &Evaluation) -> Exchanged {
        Exchanged {
            swaps: Exchange::of(game, evaluation),
            activity: Activity::of(game, evaluation),
            scale: evaluation.searched(game),
        }
    }
}

/// So many positions are looked at before the first clock runs.
const TRIAL: u64 = 200;

/// More plies are never looked ahead.
const DEEPEST: i32 = 60;

/// An iteration is begun only where so much of the time is left that it may end.
const TOO_LATE: f64 = 0.9;

impl AlphaBeta {
    /// A search; it learns to judge a game the first time that it plays it ([`Agent::prepare`]).
    #[must_use]
    pub fn new(seed: u64) -> AlphaBeta {
        AlphaBeta {
            name: "alphabeta",
            others: Others::Together,
            seed,
            evaluation: None,
            table: Table::default(),
            judged: Kept::default(),
            eased: Kept::default(),
            order: Order::default(),
            root: 0,
            lines: 1,
            past: Vec::new(),
            moves: 0,
            report: Report::default(),
            exchanged: None,
            planned: Planned::default(),
        }
    }

    /// A search that judges a game as was learned before.
    #[must_use]
    pub fn with(seed: u64, evaluation: Arc<Evaluation>) -> AlphaBeta {
        AlphaBeta {
            evaluation: Some(evaluation),
            ..AlphaBeta::new(seed)
        }
    }

    /// Supposes something of the others.
    #[must_use]
    pub fn supposing(mut self, others: Others) -> AlphaBeta {
        self.others = others;
        self.name = match others {
            Others::Together => "paranoid",
            Others::BestReply => "brs",
        };
        self
    }

    /// How many of the best moves get a value that can be relied on; 1, unless told otherwise.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> AlphaBeta {
        self.lines = lines.max(1);
        self
    }

    fn search(
        &mut self,
        game: &Game,
        evaluation: &Evaluation,
        state: &mut State,
        legal: &[Move],
        budget: &mut Budget<'_>,
    ) {
        let root = state.mover();
        if self.root != root && game.players() > 2 {
            self.table.clear();
        }
        self.root = root;
        self.table.begin();
        self.judged.begin();
        self.eased.begin();
        self.order.begin();
        let replaced = evaluation.captures() == Captures::Replacement;
        let exchange = replaced && !game.features().stochastic && game.players() == 2;
        let exchanged = exchange.then(|| {
            &*self
                .exchanged
                .get_or_insert_with(|| Exchanged::of(game, evaluation))
        });
        let stochastic = game.features().stochastic;
        let mut search = Search {
            game,
            evaluation,
            table: &mut self.table,
            judged: &mut self.judged,
            eased: &mut self.eased,
            order: &mut self.order,
            budget,
            root,
            allied: std::array::from_fn(|player| state.allied(root, player)),
            others: self.others,
            stochastic,
            dice: game.features().dice,
            exchange,
            swaps: exchanged.and_then(|own| own.swaps.as_ref()),
            activity: exchanged.and_then(|own| own.activity.as_ref()),
            man: evaluation.least(),
            far: 0,
            line: std::mem::take(&mut self.past),
            chance: SplitMix64::new(self.seed),
            rooms: Vec::new(),
            stuck: false,
        };
        // Equal moves come in an order that follows from the seed.
        let mut lots = SplitMix64::new(self.seed ^ state.hash());
        let mut moves: Vec<(Move, i32)> = legal.iter().map(|mv| (*mv, -INFINITE)).collect();
        for last in (1..moves.len()).rev() {
            moves.swap(last, lots.index(last as u32 + 1) as usize);
        }
        let mut patience = search.budget.stretches().then(Patience::default);
        for depth in 1..=DEEPEST {
            search.far = 2 * depth as usize + 6;
            let Some(all) = deepen(&mut search, state, &mut moves, depth * PLY, self.lines) else {
                break;
            };
            self.report.depth = depth as u32;
            let best = moves[0].1;
            let settled = all && (best.abs() > WIN - 1_000 && !search.stochastic);
            let begun = match &mut patience {
                Some(patience) => {
                    let (begun, broken_off) = patience.hear(moves[0], search.man);
                    search.budget.stretch(broken_off);
                    begun
                }
                None => TOO_LATE,
            };
            if settled || search.budget.used() > begun {
                break;
            }
        }
        self.past = std::mem::take(&mut search.line);
        self.report.nodes = search.budget.spent();
        self.report.lines = moves
            .iter()
            .filter(|(_, value)| *value > -INFINITE)
            .map(|&(mv, value)| Line {
                moves: vec![mv],
                value: match value {
                    value if value > WIN - 1_000 => 1.0,
                    value if value < -WIN + 1_000 => 0.0,
                    value => match exchanged {
                        Some(own) => odds(value, own.scale),
                        None => evaluation.expectation(value),
                    },
                },
                visits: 0,
                proved: value.abs() > WIN - 1_000 && !game.features().stochastic,
            })
            .collect();
    }

    fn learned(&mut self, game: &Game) -> Arc<Evaluation> {
        let seed = self.seed;
        self.evaluation
            .get_or_insert_with(|| Arc::new(Evaluation::learn(game, seed, Effort::LITTLE)))
            .clone()
    }
}

/// Looks at every move to a depth, in a window around what the best seemed to be worth as long as that will do.
fn deepen(
    search: &mut Search<'_, '_>,
    state: &mut State,
    moves: &mut [(Move, i32)],
    depth: i32,
    lines: usize,
) -> Option<bool> {
    let best = moves[0].1;
    if lines > 1 || depth < 4 * PLY || !search.exchange || best.abs() > WIN / 2 {
        return look_at_all(search, state, moves, depth, lines, (-INFINITE, INFINITE));
    }
    let before = moves.to_vec();
    let window = (best - search.man / 2, best + search.man / 2);
    let all = look_at_all(search, state, moves, depth, lines, window)?;
    let found = moves[0].1;
    if !all || found > window.0 && found < window.1 {
        return Some(all);
    }
    if found <= window.0 {
        // Nothing was learned of the order, but that what seemed best is not: that is worth more time, if there is any.
        moves.copy_from_slice(&before);
        search.budget.stretch(patience::FELL);
    }
    let window = match found <= window.0 {
        true => (-INFINITE, window.1),
        false => (window.0, INFINITE),
    };
    look_at_all(search, state, moves, depth, lines, window)
}

/// Looks at every move to a depth, the best of the last time first, and puts them in order. `None`
/// where the budget ended before the first move was looked at; `false` where it ended later.
fn look_at_all(
    search: &mut Search<'_, '_>,
    state: &mut State,
    moves: &mut [(Move, i32)],
    depth: i32,
    lines: usize,
    window: (i32, i32),
) -> Option<bool> {
    let mut found: Vec<(Move, i32)> = Vec::with_capacity(moves.len());
    let alone = moves.len() == 1;
    for index in 0..moves.len() {
        let mv = moves[index].0;
        // The value to be beaten: that of the last line wanted.
        let alpha = match found.get(lines - 1) {
            Some((_, value)) => window.0.max(*value),
            None => window.0,
        };
        let node = Node {
            depth,
            alpha,
            beta: window.1,
            ply: 0,
            same_turn: false,
            replied: false,
            rested: false,
            hoped: false,
        };
        let scout = found.len() >= lines;
        let Some(value) = search.after(state, mv, node, scout, 0, alone) else {
            if index == 0 {
                return None;
            }
            // What was found so far goes before the rest.
            let rest = moves[index..].iter().map(|&(mv, _)| (mv, -INFINITE));
            found.extend(rest);
            moves.copy_from_slice(&found);
            return Some(false);
        };
        // A move that does not beat the last line is known to be no better: it goes behind.
        let at = found.partition_point(|(_, other)| *other >= value);
        let at = if value <= alpha { found.len() } else { at };
        found.insert(at, (mv, value));
        if value >= window.1 && index + 1 < moves.len() {
            // Better than was thought: by how much, another look will tell.
            let rest = moves[index + 1..].iter().map(|&(mv, _)| (mv, -INFINITE));
            found.extend(rest);
            break;
        }
    }
    moves.copy_from_slice(&found);
    Some(true)
}

impl Agent for AlphaBeta {
    fn prepare(&mut self, game: &Game) {
        if self.evaluation.is_none() {
            self.evaluation = Some(Arc::new(Evaluation::learn(game, self.seed, Effort::USUAL)));
        }
        let features = game.features();
        if let Some(known) = self
            .evaluation
            .clone()
            .filter(|_| game.players() == 2 && !features.stochastic)
        {
            // What a game reads from its rules when it is first asked (how its men come to a site, above all) takes a tenth of a second
            // in the largest: a search that is forgotten asks before the clock runs.
            let mut trial = AlphaBeta::with(self.seed, known);
            let mut state = game.start(&mut SplitMix64::new(self.seed));
            let mut legal = Vec::new();
            game.legal(&mut state, &mut legal);
            if !legal.is_empty() {
                let view = game.view(&state, state.mover());
                trial.choose(&view, &legal, &mut Budget::nodes(TRIAL));
            }
            self.exchanged = trial.exchanged;
        }
    }

    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        self.report = Report::default();
        let game = view.game();
        let evaluation = self.learned(game);
        // Where something is hidden, a state that could be: the search for one state is no player for
        // such games, but it plays.
        let mut state = view.sample(&mut SplitMix64::new(self.seed));
        if legal.len() < 2 && self.lines == 1 {
            return 0;
        }
        if evaluation.has_network() && game.players() == 2 && !game.features().hidden_information {
            return self.whole_turn(game, &evaluation, &mut state, legal, budget);
        }
        if state.moves() < self.moves {
            self.past.clear();
        }
        self.moves = state.moves();
        self.past.push(key(&state, false));
        self.search(game, &evaluation, &mut state, legal, budget);
        let best = self.report.lines.first().map(|line| line.moves[0]);
        let chosen = legal.iter().position(|mv| Some(*mv) == best).unwrap_or(0);
        // Where it leads is a position of the game as well.
        let mut chance = SplitMix64::new(self.seed);
        game.apply(&mut state, legal[chosen], &mut chance);
        self.past.push(key(&state, false));
        chosen
    }

    fn name(&self) -> &str {
        self.name
    }

    fn report(&self) -> &Report {
        &self.report
    }
}

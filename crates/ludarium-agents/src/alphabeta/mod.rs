//! Alpha-beta search for two players with perfect information, and its extensions.
//!
//! Iterative deepening and principal variation search with a transposition table, killers, history,
//! late move reductions and quiescence search; positions are valued by [`Evaluation`]. With chance
//! the search is expectiminimax with Star1 and Star2. With three or more players, the searching
//! player and its allies form one side, and an [`OpponentModel`] says how the others play.

mod chance;
mod eval_cache;
mod move_ordering;
mod principal_variation;
mod pruning;
mod quiescence;
mod search;
mod see;
mod table;
mod time_management;
mod turns;

use std::sync::Arc;

use ludarium_engine::{Game, Move, SplitMix64, State, View};

use crate::budget::Budget;
use crate::evaluation::{Activity, Captures, Effort, Evaluation};
use crate::key::key;
use crate::report::Report;
use crate::Agent;
use eval_cache::EvalCache;
use move_ordering::MoveOrdering;
use search::{Node, Search, INFINITE, PLY, WIN};
use see::StaticExchange;
use table::Table;
use time_management::TimeManager;
use turns::TurnPlan;

/// How the other side plays if it consists of several players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpponentModel {
    /// They play together against the searching player: *paranoid* (Sturtevant and Korf, "On
    /// pruning techniques for multi-player games", 2000).
    #[default]
    Paranoid,
    /// One of them makes the best reply; the others make the move that looks best statically: BRS+
    /// (Esser, Gras, Winands, Schadd and Lanctot, "Improving best-reply search", 2013). It searches
    /// deeper than [`OpponentModel::Paranoid`] and is less cautious.
    BestReply,
}

/// The alpha-beta search.
#[derive(Debug)]
pub struct AlphaBeta {
    name: &'static str,
    opponent_model: OpponentModel,
    seed: u64,
    evaluation: Option<Arc<Evaluation>>,
    table: Table,
    eval_cache: EvalCache<i32>,
    check_cache: EvalCache<bool>,
    order: MoveOrdering,
    /// The player for whom the table was filled.
    root: usize,
    lines: usize,
    /// Keys of the game's positions so far, as far as the agent saw them, and the number of moves
    /// made by then.
    game_keys: Vec<u64>,
    move_count: usize,
    report: Report,
    /// What the rules of a chess-like game tell, computed once.
    exchange_knowledge: Option<ExchangeKnowledge>,
    planned: TurnPlan,
}

/// What the rules of a chess-like game tell, as far as they can be analysed.
#[derive(Debug)]
struct ExchangeKnowledge {
    see: Option<StaticExchange>,
    activity: Option<Activity>,
    /// The lead in points that stands for odds of e to 1.
    scale: f64,
}

impl ExchangeKnowledge {
    fn of(game: &Game, evaluation: &Evaluation) -> ExchangeKnowledge {
        ExchangeKnowledge {
            see: StaticExchange::of(game, evaluation),
            activity: Activity::of(game, evaluation),
            scale: evaluation.search_scale(game),
        }
    }
}

/// Nodes searched before the first clock runs, to fill caches.
const WARM_UP_NODES: u64 = 200;

/// The maximum search depth in plies.
const MAX_DEPTH: i32 = 60;

/// No iteration starts after this share of the time, since it would hardly finish.
const LAST_START_SHARE: f64 = 0.9;

impl AlphaBeta {
    /// A search that learns an evaluation the first time it plays a game ([`Agent::prepare`]).
    #[must_use]
    pub fn new(seed: u64) -> AlphaBeta {
        AlphaBeta {
            name: "alphabeta",
            opponent_model: OpponentModel::Paranoid,
            seed,
            evaluation: None,
            table: Table::default(),
            eval_cache: EvalCache::default(),
            check_cache: EvalCache::default(),
            order: MoveOrdering::default(),
            root: 0,
            lines: 1,
            game_keys: Vec::new(),
            move_count: 0,
            report: Report::default(),
            exchange_knowledge: None,
            planned: TurnPlan::default(),
        }
    }

    /// A search with an evaluation learned beforehand.
    #[must_use]
    pub fn with_evaluation(seed: u64, evaluation: Arc<Evaluation>) -> AlphaBeta {
        AlphaBeta {
            evaluation: Some(evaluation),
            ..AlphaBeta::new(seed)
        }
    }

    /// Sets how the players of the other side are assumed to play.
    #[must_use]
    pub fn with_opponent_model(mut self, model: OpponentModel) -> AlphaBeta {
        self.opponent_model = model;
        self.name = match model {
            OpponentModel::Paranoid => "paranoid",
            OpponentModel::BestReply => "brs",
        };
        self
    }

    /// Sets for how many of the best moves the search computes exact values; 1 by default.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> AlphaBeta {
        self.lines = lines.max(1);
        self
    }

    /// Sets the size of the transposition table in bytes. The largest power of two within it is
    /// used.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> AlphaBeta {
        self.table = Table::of_bytes(bytes);
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
        self.eval_cache.begin();
        self.check_cache.begin();
        self.order.begin();
        let replaced = evaluation.captures() == Captures::Replacement;
        let chess_like = replaced && !game.features().stochastic && game.players() == 2;
        let exchange_knowledge = chess_like.then(|| {
            &*self
                .exchange_knowledge
                .get_or_insert_with(|| ExchangeKnowledge::of(game, evaluation))
        });
        let stochastic = game.features().stochastic;
        let mut search = Search {
            game,
            evaluation,
            table: &mut self.table,
            eval_cache: &mut self.eval_cache,
            check_cache: &mut self.check_cache,
            order: &mut self.order,
            budget,
            root,
            allied: std::array::from_fn(|player| state.allied(root, player)),
            opponent_model: self.opponent_model,
            stochastic,
            dice: game.features().dice,
            chess_like,
            see: exchange_knowledge.and_then(|own| own.see.as_ref()),
            activity: exchange_knowledge.and_then(|own| own.activity.as_ref()),
            pawn_value: evaluation.min_piece_value(),
            extension_limit: 0,
            key_history: std::mem::take(&mut self.game_keys),
            chance: SplitMix64::new(self.seed),
            buffers: Vec::new(),
            no_reply: false,
        };
        // Equal moves are tried in an order that depends on the seed.
        let mut shuffle = SplitMix64::new(self.seed ^ state.hash());
        let mut moves: Vec<(Move, i32)> = legal.iter().map(|mv| (*mv, -INFINITE)).collect();
        for last in (1..moves.len()).rev() {
            moves.swap(last, shuffle.index(last as u32 + 1) as usize);
        }
        let mut time_manager = search.budget.can_extend().then(TimeManager::default);
        let max_depth = i32::try_from(search.budget.depth()).unwrap_or(MAX_DEPTH);
        let scale = exchange_knowledge.map(|own| own.scale);
        for depth in 1..=MAX_DEPTH.min(max_depth) {
            search.extension_limit = 2 * depth as usize + 6;
            let Some(all) =
                aspiration_search(&mut search, state, &mut moves, depth * PLY, self.lines)
            else {
                break;
            };
            self.report.depth = depth as u32;
            if search.budget.has_clock() {
                self.report.nodes = search.budget.spent();
                self.report.lines = search.lines(state, &moves, self.lines, scale);
                search.budget.tell(&self.report);
            }
            let best = moves[0].1;
            // A forced win beyond the limit of depth may hide a nearer one.
            let near = (WIN - best.abs()).unsigned_abs() <= search.budget.depth();
            let settled = all && best.abs() > WIN - 1_000 && near && !search.stochastic;
            let start_share = match &mut time_manager {
                Some(time_manager) => {
                    let (start_share, abort_share) =
                        time_manager.update(moves[0], search.pawn_value);
                    search.budget.extend_to(abort_share);
                    start_share
                }
                None => LAST_START_SHARE,
            };
            if settled || search.budget.used() > start_share {
                break;
            }
        }
        self.report.nodes = search.budget.spent();
        self.report.lines = search.lines(state, &moves, self.lines, scale);
        self.game_keys = std::mem::take(&mut search.key_history);
    }

    fn learned(&mut self, game: &Game) -> Arc<Evaluation> {
        let seed = self.seed;
        self.evaluation
            .get_or_insert_with(|| Arc::new(Evaluation::learn(game, seed, Effort::LITTLE)))
            .clone()
    }
}

/// Searches every move to a depth in an aspiration window around the last value, and widens the
/// window if the value falls outside.
fn aspiration_search(
    search: &mut Search<'_, '_>,
    state: &mut State,
    moves: &mut [(Move, i32)],
    depth: i32,
    lines: usize,
) -> Option<bool> {
    let best = moves[0].1;
    if lines > 1 || depth < 4 * PLY || !search.chess_like || best.abs() > WIN / 2 {
        return search_root(search, state, moves, depth, lines, (-INFINITE, INFINITE));
    }
    let before = moves.to_vec();
    let window = (best - search.pawn_value / 2, best + search.pawn_value / 2);
    let all = search_root(search, state, moves, depth, lines, window)?;
    let found = moves[0].1;
    if !all || found > window.0 && found < window.1 {
        return Some(all);
    }
    if found <= window.0 {
        // A fail low says nothing about the order, except that the best move is worse than it
        // seemed. That is worth more time, if there is any.
        moves.copy_from_slice(&before);
        search.budget.extend_to(time_management::FAIL_LOW_SHARE);
    }
    let window = match found <= window.0 {
        true => (-INFINITE, window.1),
        false => (window.0, INFINITE),
    };
    search_root(search, state, moves, depth, lines, window)
}

/// Searches every move to a depth, in the order of the last iteration, and sorts the moves by
/// value. `None` if the budget ended before the first move was searched, `false` if it ended later.
fn search_root(
    search: &mut Search<'_, '_>,
    state: &mut State,
    moves: &mut [(Move, i32)],
    depth: i32,
    lines: usize,
    window: (i32, i32),
) -> Option<bool> {
    let mut found: Vec<(Move, i32)> = Vec::with_capacity(moves.len());
    let only_move = moves.len() == 1;
    for index in 0..moves.len() {
        let mv = moves[index].0;
        // The value to beat: that of the last line wanted.
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
            after_null_move: false,
            assumed_reply: false,
        };
        let scout = found.len() >= lines;
        let Some(value) = search.move_value(state, mv, node, scout, 0, only_move) else {
            if index == 0 {
                return None;
            }
            // The moves searched so far go before the rest. The lines that are missing are those of
            // the last iteration.
            let missing = lines.saturating_sub(index);
            let rest = moves[index..].iter().enumerate();
            found.extend(rest.map(|(rank, &(mv, value))| match rank < missing {
                true => (mv, value),
                false => (mv, -INFINITE),
            }));
            moves.copy_from_slice(&found);
            return Some(false);
        };
        // A move that does not beat the last line is known only to be no better, and goes to the
        // end.
        let at = found.partition_point(|(_, other)| *other >= value);
        let at = if value <= alpha { found.len() } else { at };
        found.insert(at, (mv, value));
        if value >= window.1 && index + 1 < moves.len() {
            // A fail high: another search will tell the exact value.
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
            // Some tables are built when the rules first need them; in the largest games that takes
            // a tenth of a second. A short search, whose result is discarded, builds them before
            // the clock runs.
            let mut trial = AlphaBeta::with_evaluation(self.seed, known);
            let mut state = game.start(&mut SplitMix64::new(self.seed));
            let mut legal = Vec::new();
            game.legal(&mut state, &mut legal);
            if !legal.is_empty() {
                let view = game.view(&state, state.mover());
                trial.choose(&view, &legal, &mut Budget::nodes(WARM_UP_NODES));
            }
            self.exchange_knowledge = trial.exchange_knowledge;
        }
    }

    fn choose(&mut self, view: &View<'_>, legal: &[Move], budget: &mut Budget<'_>) -> usize {
        self.report = Report::default();
        let game = view.game();
        let evaluation = self.learned(game);
        // With hidden information, a state consistent with what the player knows. Searching a
        // single state plays such games poorly, but it plays them.
        let mut state = view.sample(&mut SplitMix64::new(self.seed));
        if legal.len() < 2 && self.lines == 1 {
            return 0;
        }
        if evaluation.has_network() && game.players() == 2 && !game.features().hidden_information {
            return self.choose_turn(game, &evaluation, &mut state, legal, budget);
        }
        if state.moves() < self.move_count {
            self.game_keys.clear();
        }
        self.move_count = state.moves();
        self.game_keys.push(key(&state, false));
        self.search(game, &evaluation, &mut state, legal, budget);
        let best = self.report.lines.first().map(|line| line.moves[0]);
        let chosen = legal.iter().position(|mv| Some(*mv) == best).unwrap_or(0);
        // The position after the move is a position of the game as well.
        let mut chance = SplitMix64::new(self.seed);
        game.apply(&mut state, legal[chosen], &mut chance);
        self.game_keys.push(key(&state, false));
        chosen
    }

    fn name(&self) -> &str {
        self.name
    }

    fn report(&self) -> &Report {
        &self.report
    }
}

//! What every agent must do, on small games with known values.

use crate::inline_games;

use std::sync::Arc;

use inline_games::game;
use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{Agent, AgentSpec, AlphaBeta, Budget, Mcts, MctsOption, MctsOptions};
use ludarium_engine::{Game, Move, SplitMix64, State};

const LINE_OF_THREE: &str = r#"(game "Line of Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

/// A game of dice: a player places a mark, and the next roll is random.
const DICE: &str = r#"(game "Sure or Not" (players 2)
    (equipment { (board (rectangle 1 12)) (dice d:6 num:1) (piece "Mark" Each) })
    (rules (play (do (roll) next:(move Add (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))))"#;

/// The tree search with each of its options, and with several.
const OPTIONS: [AgentSpec; 6] = [
    AgentSpec::Mcts(MctsOptions::of(&[MctsOption::Grave])),
    AgentSpec::Mcts(MctsOptions::of(&[MctsOption::Minimax])),
    AgentSpec::Mcts(MctsOptions::of(&[MctsOption::History])),
    AgentSpec::Mcts(MctsOptions::of(&[MctsOption::NGrams])),
    AgentSpec::Mcts(MctsOptions::of(&[MctsOption::NoRave])),
    AgentSpec::Mcts(MctsOptions::of(&[
        MctsOption::Grave,
        MctsOption::Minimax,
        MctsOption::NGrams,
    ])),
];

const SEARCHERS: [AgentSpec; 5] = [
    AgentSpec::Uct,
    AgentSpec::Mcts(MctsOptions::DEFAULT),
    AgentSpec::AlphaBeta,
    AgentSpec::Auto,
    AgentSpec::Level(10),
];

fn after(game: &Game, sites: &[i32]) -> State {
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut legal = Vec::new();
    for &site in sites {
        game.legal(&mut state, &mut legal);
        let mv = legal.iter().find(|mv| mv.target() == site).expect("legal");
        game.apply(&mut state, *mv, &mut chance);
    }
    state
}

fn chosen(agent: &mut dyn Agent, game: &Game, state: &State, nodes: u64) -> Move {
    let mut legal = Vec::new();
    game.legal(&mut state.clone(), &mut legal);
    let view = game.view(state, state.mover());
    legal[agent.choose(&view, &legal, &mut Budget::nodes(nodes))]
}

#[test]
fn an_immediate_win_is_played() {
    let game = game(LINE_OF_THREE);
    // Two in the bottom row, the third site free; the opponent threatens above.
    let state = after(&game, &[0, 3, 1, 4]);
    for spec in SEARCHERS.into_iter().chain(OPTIONS) {
        let mv = chosen(spec.build(7, &game, None).as_mut(), &game, &state, 2_000);
        assert_eq!(mv.target(), 2, "{spec}");
    }
}

#[test]
fn a_threat_is_parried_if_there_is_no_win() {
    let game = game(LINE_OF_THREE);
    let state = after(&game, &[0, 4, 1]);
    for spec in SEARCHERS.into_iter().chain(OPTIONS) {
        let mv = chosen(spec.build(7, &game, None).as_mut(), &game, &state, 2_000);
        assert_eq!(mv.target(), 2, "{spec}");
    }
}

#[test]
fn line_of_three_is_a_draw_between_full_searches() {
    let game = game(LINE_OF_THREE);
    for pair in [
        [AgentSpec::AlphaBeta, AgentSpec::Mcts(MctsOptions::DEFAULT)],
        [AgentSpec::Mcts(MctsOptions::DEFAULT), AgentSpec::AlphaBeta],
    ] {
        let mut players = pair.map(|spec| spec.build(3, &game, None));
        let mut chance = SplitMix64::new(1);
        let mut state = game.start(&mut chance);
        while !state.over() {
            let player = players[state.mover() - 1].as_mut();
            let mv = chosen(player, &game, &state, 20_000);
            game.apply(&mut state, mv, &mut chance);
        }
        let outcome = game.outcome(&state).expect("it ended");
        assert_eq!(outcome.winner, 0, "{pair:?}");
    }
}

#[test]
fn a_proved_win_is_reported_as_proved() {
    let game = game(LINE_OF_THREE);
    // Corner, edge beside it, centre: two threats follow whatever is played.
    let state = after(&game, &[0, 1, 4, 8]);
    for spec in [AgentSpec::AlphaBeta, AgentSpec::Mcts(MctsOptions::DEFAULT)] {
        let mut agent = spec.build(5, &game, None);
        chosen(agent.as_mut(), &game, &state, 50_000);
        let best = &agent.report().lines[0];
        assert!(
            best.proved && (best.value - 1.0).abs() < 1e-9,
            "{spec}: {best:?}"
        );
    }
}

#[test]
fn the_same_seed_and_number_of_nodes_give_the_same_move() {
    for text in [LINE_OF_THREE, DICE] {
        let game = game(text);
        let state = after(&game, &[0]);
        for spec in AgentSpec::PLAIN
            .into_iter()
            .chain([AgentSpec::Level(2), AgentSpec::Level(7)])
            .chain(OPTIONS)
        {
            let choice = || {
                let mut agent = spec.build(11, &game, None);
                let mv = chosen(agent.as_mut(), &game, &state, 300);
                (mv, agent.report().clone())
            };
            assert_eq!(choice(), choice(), "{spec}");
        }
    }
}

#[test]
fn no_agent_exceeds_its_budget() {
    let game = game(DICE);
    let state = after(&game, &[]);
    for spec in AgentSpec::PLAIN
        .into_iter()
        .chain([AgentSpec::Level(1), AgentSpec::Level(10)])
        .chain(OPTIONS)
    {
        let mut legal = Vec::new();
        game.legal(&mut state.clone(), &mut legal);
        let mut budget = Budget::nodes(50);
        let mut agent = spec.build(1, &game, None);
        let index = agent.choose(&game.view(&state, 1), &legal, &mut budget);
        assert!(index < legal.len());
        assert!(budget.spent() <= 50, "{spec}: {}", budget.spent());
        // The clock says that time is up: the agent answers at once, with a legal move.
        let clock = || 2.0;
        let mut none = Budget::clock(&clock);
        assert!(agent.choose(&game.view(&state, 1), &legal, &mut none) < legal.len());
        assert!(none.spent() <= 8, "{spec}: {}", none.spent());
    }
}

/// Three players place marks of their own; three in a line win.
const THREE_PLAYERS: &str = r#"(game "Line of Three for Three" (players 3)
    (equipment { (board (square 4)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

#[test]
fn an_immediate_win_is_played_among_three_players() {
    let game = game(THREE_PLAYERS);
    // The first has 0 and 1, the second 8 and 12, the third 6 and 15.
    let won = after(&game, &[0, 8, 6, 1, 12, 15]);
    for spec in [
        AgentSpec::Paranoid,
        AgentSpec::BestReply,
        AgentSpec::MaxN,
        AgentSpec::Mcts(MctsOptions::DEFAULT),
    ] {
        let mut agent = spec.build(7, &game, None);
        let mv = chosen(agent.as_mut(), &game, &won, 4_000);
        assert_eq!(mv.target(), 2, "{spec}");
    }
}

#[test]
fn threads_search_one_tree_and_spend_one_budget() {
    let game = game(LINE_OF_THREE);
    let state = after(&game, &[0, 4, 1]);
    for threads in [1, 2, 5] {
        let mut agent = Mcts::new(3).threads(threads);
        let mut legal = Vec::new();
        game.legal(&mut state.clone(), &mut legal);
        let mut budget = Budget::nodes(600);
        let index = agent.choose(&game.view(&state, 2), &legal, &mut budget);
        assert_eq!(legal[index].target(), 2, "{threads} threads");
        let nodes = agent.report().nodes;
        assert!(nodes <= 600, "{nodes} iterations");
        assert_eq!(budget.spent(), nodes);
        // Every iteration passes through the root.
        assert_eq!(visits(&agent), nodes);
    }
}

/// Both players lay a stone at the same time. The first player wins if the stones match, otherwise
/// the game is a draw.
const MATCHING: &str = r#"(game "Matching" (players 2) (mode Simultaneous)
    (equipment { (board (rectangle 1 2)) (hand Each size:2) (piece "Flat" Each) (piece "Round" Each) })
    (rules
        (start {
            (place "Flat1" (handSite P1)) (place "Round1" (handSite P1 1))
            (place "Flat2" (handSite P2)) (place "Round2" (handSite P2 1)) })
        (play (or
            (move (from (sites Occupied by:P1 container:"Hand1")) (to 0) P1)
            (move (from (sites Occupied by:P2 container:"Hand2")) (to 1) P2)))
        (end (if (all Sites (sites Board) if:(is Occupied (site)))
            { (if (or
                (and (= (what at:0) (id "Flat" P1)) (= (what at:1) (id "Flat" P2)))
                (and (= (what at:0) (id "Round" P1)) (= (what at:1) (id "Round" P2))))
                (result P1 Win)) }
            (result P1 Draw)))))"#;

#[test]
fn threads_search_one_tree_with_every_option() {
    for text in [LINE_OF_THREE, DICE, THREE_PLAYERS, MATCHING] {
        let game = game(text);
        let state = after(&game, &[]);
        let learned = Arc::new(Evaluation::learn(&game, 1, Effort::LITTLE));
        let mut legal = Vec::new();
        game.legal(&mut state.clone(), &mut legal);
        for spec in OPTIONS {
            let AgentSpec::Mcts(options) = spec else {
                continue;
            };
            let mut agent = Mcts::with_evaluation(5, Arc::clone(&learned))
                .options(options)
                .threads(4);
            // The second search reuses the tree of the first, if there is one.
            for _ in 0..2 {
                let evaluation = visits(&agent);
                agent.choose(&game.view(&state, 1), &legal, &mut Budget::nodes(2_000));
                let nodes = agent.report().nodes;
                let visits = visits(&agent);
                assert!(
                    visits == nodes || visits == evaluation + nodes,
                    "{spec}, {text}"
                );
            }
        }
    }
}

/// The first player lays a stone on one of two sites, which are hidden from then on. The second
/// player wins by pointing at it.
const GUESSING: &str = r#"(game "Guessing" (players 2)
    (equipment { (board (rectangle 1 2)) (piece "Stone" Each) })
    (rules
        (play (if (is Mover P1)
            (move Add (to (sites Empty)) (then (set Hidden (sites Board) to:P2)))
            (move Select (from (sites Board)))))
        (end {
            (if (and (is Mover P2) (is Enemy (who at:(last From)))) (result P2 Win))
            (if (is Mover P2) (result P1 Win)) })))"#;

#[test]
fn a_reply_to_a_move_hidden_later_proves_nothing() {
    let game = game(GUESSING);
    let state = after(&game, &[]);
    assert!(game.view(&state, 1).is_complete(), "nothing is hidden yet");
    let mut agent = Mcts::new(1);
    chosen(&mut agent, &game, &state, 500);
    let lines = &agent.report().lines;
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| !line.proved), "{lines:?}");
}

/// The sum of the visits of the root moves.
fn visits(agent: &Mcts) -> u64 {
    agent.report().lines.iter().map(|line| line.visits).sum()
}

#[test]
fn a_reply_to_an_unseen_move_proves_nothing() {
    let game = game(MATCHING);
    let state = after(&game, &[]);
    assert!(game.is_simultaneous(&state));
    let mut agent = Mcts::new(1);
    chosen(&mut agent, &game, &state, 2_000);
    // A player that knew the first stone could always lay another one, but no player knows it.
    let lines = &agent.report().lines;
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| !line.proved), "{lines:?}");
    // A random stone matches half the time, and a match is worth half a point more than a draw.
    assert!(
        lines.iter().all(|line| (line.value - 0.75).abs() < 0.1),
        "{lines:?}"
    );
}

#[test]
fn a_root_with_duplicate_moves_is_searched_to_the_end_of_the_budget() {
    // Every site is offered twice, by two rules.
    let game = game(
        r#"(game "Twice" (players 2)
            (equipment { (board (square 4)) (piece "Mark" Each) })
            (rules (play (or (move Add (to (sites Empty))) (move Add (to (sites Empty)))))
                (end (if (is Line 4) (result Mover Win)))))"#,
    );
    let state = after(&game, &[0]);
    for nodes in [3, 10, 30, 100] {
        chosen(
            AgentSpec::AlphaBeta.build(1, &game, None).as_mut(),
            &game,
            &state,
            nodes,
        );
    }
}

/// Players place discs and capture discs between two of their own; the player with more discs at
/// the end wins.
const PLACEMENT: &str = r#"(game "Bringing In" (players 2)
    (equipment { (board (square 6)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (custodial Orthogonal
            (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to))))))))
        (end (if (>= (count Moves) 40) (byScore {
            (score P1 (count Pieces P1)) (score P2 (count Pieces P2)) })))))"#;

#[test]
fn quiescence_follows_captures_and_not_placements() {
    let game = game(PLACEMENT);
    let mut agent = AgentSpec::AlphaBeta.build(7, &game, None);
    let state = after(&game, &[14, 20, 15, 21]);
    chosen(agent.as_mut(), &game, &state, 4_000);
    // 32 moves with 31 replies each: two plies, if placements do not extend any line.
    assert!(agent.report().depth >= 2, "{}", agent.report().depth);
}

#[test]
fn a_search_that_is_cut_off_has_all_the_lines_wanted() {
    let game = game(LINE_OF_THREE);
    let state = after(&game, &[]);
    let known = Arc::new(Evaluation::learn(&game, 1, Effort::LITTLE));
    for nodes in (20..800).step_by(13) {
        let mut agent = AlphaBeta::with_evaluation(1, known.clone()).lines(5);
        chosen(&mut agent, &game, &state, nodes);
        if agent.report().depth > 0 {
            let lines = agent.report().lines.len();
            assert!(lines >= 5, "{lines} lines, {nodes} nodes");
        }
    }
}

#[test]
fn placement_games_get_mcts_and_movement_games_alpha_beta() {
    let placing = game(PLACEMENT);
    let evaluation = Evaluation::learn(&placing, 1, Effort::LITTLE);
    assert!(
        evaluation.explained_variance() > 0.05,
        "{}",
        evaluation.explained_variance()
    );
    assert_eq!(
        ludarium_agents::recommended_agent(&placing, &evaluation),
        AgentSpec::Mcts(MctsOptions::DEFAULT)
    );
    // The same pieces, all on the board from the start.
    let moving = game(
        r#"(game "Moving" (players 2)
            (equipment { (board (square 6)) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))
                (then (custodial Orthogonal (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))))) })
            (rules
                (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
                (play (forEach Piece))
                (end { (if (no Pieces Next) (result Mover Win)) (if (>= (count Moves) 100) (byScore {
                    (score P1 (count Pieces P1)) (score P2 (count Pieces P2)) })) })))"#,
    );
    let evaluation = Evaluation::learn(&moving, 1, Effort::LITTLE);
    assert_eq!(
        ludarium_agents::recommended_agent(&moving, &evaluation),
        AgentSpec::AlphaBeta
    );
}

/// A clock that never runs out and collects the depths and first values that a search reports.
#[derive(Default)]
struct Listener(std::cell::RefCell<Vec<ludarium_agents::Report>>);

impl ludarium_agents::Clock for Listener {
    fn used(&self) -> f64 {
        0.0
    }

    fn found(&self, report: &ludarium_agents::Report) {
        self.0.borrow_mut().push(report.clone());
    }
}

#[test]
fn a_limit_of_depth_ends_every_search() {
    let game = game(PLACEMENT);
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut legal = Vec::new();
    game.legal(&mut state, &mut legal);
    let view = game.view(&state, 1);
    let searches = AgentSpec::PLAIN
        .into_iter()
        .filter(|spec| *spec != AgentSpec::Random);
    for spec in searches {
        let mut agent = spec.build(1, &game, None);
        let mut nodes = |depth: u32| {
            let clock = Listener::default();
            agent.choose(&view, &legal, &mut Budget::clock(&clock).to_depth(depth));
            agent.report().nodes
        };
        let [one, two] = [nodes(1), nodes(2)];
        assert!(one > 0 && one < 1_000_000, "{spec}: {one} nodes");
        assert!(two < 1_000_000, "{spec}: {two} nodes");
    }
    let evaluation = std::sync::Arc::new(Evaluation::learn(&game, 1, Effort::LITTLE));
    let clock = Listener::default();
    let mut agent = AlphaBeta::with_evaluation(1, evaluation);
    agent.choose(&view, &legal, &mut Budget::clock(&clock).to_depth(3));
    assert_eq!(agent.report().depth, 3);
    // Every iteration is reported, and the best move is followed by the expected reply.
    let reports = clock.0.borrow();
    let depths: Vec<u32> = reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3]);
    assert!(
        reports[2].lines[0].moves.len() >= 2,
        "{:?}",
        reports[2].lines[0]
    );
}

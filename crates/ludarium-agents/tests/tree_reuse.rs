//! The tree search continues in the subtree of the current position, and only there.

use crate::inline_games;

use inline_games::game;
use ludarium_agents::{Agent, AgentSpec, Budget, Mcts, MctsOption, MctsOptions, Report};
use ludarium_engine::{Game, Move, SplitMix64, State};

const LINE_OF_FOUR: &str = r#"(game "Line of Four" (players 2)
    (equipment { (board (square 5)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#;

/// Each player makes two moves in a row.
const TWICE: &str = r#"(game "Twice" (players 2)
    (equipment { (board (square 5)) (piece "Mark" Each) })
    (rules (play (if (is Even (count Moves)) (move Add (to (sites Empty)) (then (moveAgain))) (move Add (to (sites Empty)))))
        (end (if (is Line 5) (result Mover Win)))))"#;

/// The last piece has only one site left.
const NARROW: &str = r#"(game "Narrow" (players 2)
    (equipment { (board (rectangle 1 5)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

const DICE: &str = r#"(game "Sure or Not" (players 2)
    (equipment { (board (rectangle 1 12)) (dice d:6 num:1) (piece "Mark" Each) })
    (rules (play (do (roll) next:(move Add (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))))"#;

const HIDDEN: &str = r#"(game "Hidden" (players 2)
    (equipment { (board (square 4)) (piece "Mark" Each) })
    (rules (start (set Hidden (sites Board) to:P2)) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"#;

const TOGETHER: &str = r#"(game "Together" (players 2) (mode Simultaneous)
    (equipment { (board (square 4)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

fn start_state(game: &Game) -> State {
    game.start(&mut SplitMix64::new(1))
}

fn legal(game: &Game, state: &State) -> Vec<Move> {
    let mut legal = Vec::new();
    game.legal(&mut state.clone(), &mut legal);
    legal
}

/// The position after a number of moves, each the first in the list.
fn advance(game: &Game, state: &State, moves: usize) -> State {
    let mut state = state.clone();
    for _ in 0..moves {
        let mv = legal(game, &state)[0];
        game.apply(&mut state, mv, &mut SplitMix64::new(1));
    }
    state
}

fn search(agent: &mut dyn Agent, game: &Game, state: &State, nodes: u64) -> (Move, Report) {
    let legal = legal(game, state);
    let mut budget = Budget::nodes(nodes);
    let view = game.view(state, state.mover());
    let index = agent.choose(&view, &legal, &mut budget);
    (legal[index], agent.report().clone())
}

/// The sum of the visits of the root moves, in this search and earlier ones.
fn visits(report: &Report) -> u64 {
    report.lines.iter().map(|line| line.visits).sum()
}

/// The position after the first moves that the agent expected.
fn expected(game: &Game, state: &State, report: &Report, moves: usize) -> State {
    let mut state = state.clone();
    for &mv in &report.lines[0].moves[..moves] {
        game.apply(&mut state, mv, &mut SplitMix64::new(1));
    }
    state
}

/// The report of the same agent's search, a number of moves after the start.
fn report_after(text: &str, moves: usize, agent: Mcts) -> Report {
    let (game, mut agent) = (game(text), agent);
    let state = start_state(&game);
    let (_, report) = search(&mut agent, &game, &state, 3_000);
    let state = expected(&game, &state, &report, moves);
    search(&mut agent, &game, &state, 200).1
}

#[test]
fn the_subtree_below_the_moves_made_is_reused() {
    for text in [LINE_OF_FOUR, TWICE] {
        for moves in [0, 1, 2] {
            let report = report_after(text, moves, Mcts::new(1));
            assert!(
                visits(&report) > 200,
                "{moves} moves later: {}",
                visits(&report)
            );
            // Nodes count only the new search.
            assert_eq!(report.nodes, 200);
        }
    }
}

#[test]
fn without_tree_reuse_every_search_starts_from_nothing() {
    let report = report_after(
        LINE_OF_FOUR,
        2,
        Mcts::new(1).options(MctsOptions::of(&[MctsOption::NoTreeReuse])),
    );
    assert_eq!(visits(&report), 200);
}

#[test]
fn trees_are_not_reused_with_chance_hidden_information_or_simultaneous_moves() {
    for text in [DICE, HIDDEN, TOGETHER] {
        let report = report_after(text, 2, Mcts::new(1));
        assert_eq!(visits(&report), 200, "{text}");
    }
}

#[test]
fn forced_moves_are_followed() {
    let game = game(NARROW);
    let mut agent = Mcts::new(1);
    let mut state = advance(&game, &start_state(&game), 2);
    search(&mut agent, &game, &state, 400);
    state = advance(&game, &state, 2);
    // One site is left: the agent is asked, and has nothing to search.
    assert_eq!(legal(&game, &state).len(), 1);
    search(&mut agent, &game, &state, 400);
    assert_eq!(agent.report(), &Report::default());
}

#[test]
fn an_unrelated_position_is_searched_as_by_a_new_agent() {
    let (four, other) = (game(LINE_OF_FOUR), game(LINE_OF_FOUR));
    let (start, far) = (start_state(&four), advance(&four, &start_state(&four), 6));
    let mut aside = start.clone();
    for _ in 0..3 {
        let mv = *legal(&four, &aside).last().expect("there is room");
        four.apply(&mut aside, mv, &mut SplitMix64::new(1));
    }
    let cases = [
        ("moves taken back", &four, far.clone(), start.clone()),
        (
            "another line of play",
            &four,
            advance(&four, &start, 2),
            aside,
        ),
        (
            "another game",
            &other,
            start.clone(),
            advance(&other, &start_state(&other), 2),
        ),
    ];
    for (what, game, before, after) in cases {
        let new_agent = || Mcts::with_evaluation(5, learned(&four));
        let mut agent = new_agent();
        search(&mut agent, &four, &before, 500);
        let searched = search(&mut agent, game, &after, 300);
        assert_eq!(
            searched,
            search(&mut new_agent(), game, &after, 300),
            "{what}"
        );
    }
}

fn learned(game: &Game) -> std::sync::Arc<ludarium_agents::evaluation::Evaluation> {
    use ludarium_agents::evaluation::{Effort, Evaluation};
    std::sync::Arc::new(Evaluation::learn(game, 1, Effort::LITTLE))
}

#[test]
fn a_root_with_fewer_moves_than_legal_is_not_reused() {
    let game = game(LINE_OF_FOUR);
    let state = start_state(&game);
    let mut agent = Mcts::new(1);
    search(&mut agent, &game, &state, 500);
    let some: Vec<Move> = legal(&game, &state).into_iter().take(3).collect();
    let view = game.view(&state, 1);
    let index = agent.choose(&view, &some, &mut Budget::nodes(100));
    assert!(index < some.len());
    assert_eq!(visits(agent.report()), 100);
}

#[test]
fn the_same_seed_and_nodes_give_the_same_game() {
    for text in [LINE_OF_FOUR, TWICE] {
        let game = game(text);
        let play = || {
            let mut agents =
                [2, 3].map(|seed| AgentSpec::Mcts(MctsOptions::DEFAULT).build(seed, &game, None));
            let (mut state, mut record) = (start_state(&game), Vec::new());
            while !state.over() {
                let agent = agents[state.mover() - 1].as_mut();
                let (mv, report) = search(agent, &game, &state, 150);
                record.push((mv, report));
                game.apply(&mut state, mv, &mut SplitMix64::new(1));
            }
            record
        };
        assert_eq!(play(), play());
    }
}

#[test]
fn several_threads_reuse_the_tree_together() {
    let report = report_after(LINE_OF_FOUR, 2, Mcts::new(1).threads(3));
    assert!(report.nodes <= 200);
    assert!(visits(&report) > report.nodes);
}

#[test]
fn the_tree_is_not_searched_for_the_position_once_time_is_up() {
    let game = game(LINE_OF_FOUR);
    let state = start_state(&game);
    let mut agent = Mcts::new(1);
    let (_, report) = search(&mut agent, &game, &state, 3_000);
    let state = expected(&game, &state, &report, 2);
    let clock = || 2.0;
    let mut none = Budget::clock(&clock);
    let view = game.view(&state, 1);
    agent.choose(&view, &legal(&game, &state), &mut none);
    assert_eq!(visits(agent.report()), 1);
    assert_eq!(none.spent(), 1);
}

//! The tree search goes on where its last search left the game, and nowhere else.

mod written;

use ludarium_agents::{Agent, Budget, Kind, Mcts, Report, Way, Ways};
use ludarium_engine::{Game, Move, SplitMix64, State};
use written::game;

const LINE_OF_FOUR: &str = r#"(game "Line of Four" (players 2)
    (equipment { (board (square 5)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#;

/// Everybody makes two moves in a row.
const TWICE: &str = r#"(game "Twice" (players 2)
    (equipment { (board (square 5)) (piece "Mark" Each) })
    (rules (play (if (is Even (count Moves)) (move Add (to (sites Empty)) (then (moveAgain))) (move Add (to (sites Empty)))))
        (end (if (is Line 5) (result Mover Win)))))"#;

/// The last man has one place to go.
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

fn begin(game: &Game) -> State {
    game.start(&mut SplitMix64::new(1))
}

fn legal(game: &Game, state: &State) -> Vec<Move> {
    let mut legal = Vec::new();
    game.legal(&mut state.clone(), &mut legal);
    legal
}

/// The same position after so many first moves of the list.
fn on(game: &Game, state: &State, moves: usize) -> State {
    let mut state = state.clone();
    for _ in 0..moves {
        let mv = legal(game, &state)[0];
        game.apply(&mut state, mv, &mut SplitMix64::new(1));
    }
    state
}

fn think(agent: &mut dyn Agent, game: &Game, state: &State, nodes: u64) -> (Move, Report) {
    let legal = legal(game, state);
    let mut budget = Budget::nodes(nodes);
    let view = game.view(state, state.mover());
    let index = agent.choose(&view, &legal, &mut budget);
    (legal[index], agent.report().clone())
}

/// How often the moves of the root were visited, in this search and before.
fn visits(report: &Report) -> u64 {
    report.lines.iter().map(|line| line.visits).sum()
}

/// A position later on, after the first so many moves that an agent expected.
fn expected(game: &Game, state: &State, report: &Report, moves: usize) -> State {
    let mut state = state.clone();
    for &mv in &report.lines[0].moves[..moves] {
        game.apply(&mut state, mv, &mut SplitMix64::new(1));
    }
    state
}

/// What a search finds so many moves after the beginning, by the same agent.
fn later(text: &str, moves: usize, agent: Mcts) -> Report {
    let (game, mut agent) = (game(text), agent);
    let state = begin(&game);
    let (_, report) = think(&mut agent, &game, &state, 3_000);
    let state = expected(&game, &state, &report, moves);
    think(&mut agent, &game, &state, 200).1
}

#[test]
fn what_was_searched_below_the_moves_made_is_searched_on() {
    for text in [LINE_OF_FOUR, TWICE] {
        for moves in [0, 1, 2] {
            let report = later(text, moves, Mcts::new(1));
            assert!(
                visits(&report) > 200,
                "{moves} moves later: {}",
                visits(&report)
            );
            // Nodes are those searched anew.
            assert_eq!(report.nodes, 200);
        }
    }
}

#[test]
fn who_is_forgetful_begins_every_search_anew() {
    let report = later(
        LINE_OF_FOUR,
        2,
        Mcts::new(1).by(Ways::of(&[Way::Forgetful])),
    );
    assert_eq!(visits(&report), 200);
}

#[test]
fn where_chance_or_what_is_hidden_or_chosen_unseen_decides_nothing_is_kept() {
    for text in [DICE, HIDDEN, TOGETHER] {
        let report = later(text, 2, Mcts::new(1));
        assert_eq!(visits(&report), 200, "{text}");
    }
}

#[test]
fn moves_that_nobody_has_to_think_about_are_followed() {
    let game = game(NARROW);
    let mut agent = Mcts::new(1);
    let mut state = on(&game, &begin(&game), 2);
    think(&mut agent, &game, &state, 400);
    state = on(&game, &state, 2);
    // One site is left: the agent is asked, and has nothing to search.
    assert_eq!(legal(&game, &state).len(), 1);
    think(&mut agent, &game, &state, 400);
    assert_eq!(agent.report(), &Report::default());
}

#[test]
fn what_does_not_follow_is_searched_as_by_a_new_agent() {
    let (four, other) = (game(LINE_OF_FOUR), game(LINE_OF_FOUR));
    let (start, far) = (begin(&four), on(&four, &begin(&four), 6));
    let mut aside = start.clone();
    for _ in 0..3 {
        let mv = *legal(&four, &aside).last().expect("there is room");
        four.apply(&mut aside, mv, &mut SplitMix64::new(1));
    }
    let cases = [
        ("moves taken back", &four, far.clone(), start.clone()),
        ("another line of play", &four, on(&four, &start, 2), aside),
        (
            "another game",
            &other,
            start.clone(),
            on(&other, &begin(&other), 2),
        ),
    ];
    for (what, game, before, after) in cases {
        let fresh = || Mcts::with(5, known(&four));
        let mut agent = fresh();
        think(&mut agent, &four, &before, 500);
        let searched = think(&mut agent, game, &after, 300);
        assert_eq!(searched, think(&mut fresh(), game, &after, 300), "{what}");
    }
}

fn known(game: &Game) -> std::sync::Arc<ludarium_agents::evaluation::Evaluation> {
    use ludarium_agents::evaluation::{Effort, Evaluation};
    std::sync::Arc::new(Evaluation::learn(game, 1, Effort::LITTLE))
}

#[test]
fn a_root_with_fewer_moves_than_are_legal_is_searched_anew() {
    let game = game(LINE_OF_FOUR);
    let state = begin(&game);
    let mut agent = Mcts::new(1);
    think(&mut agent, &game, &state, 500);
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
            let mut agents = [2, 3].map(|seed| Kind::Mcts(Ways::USUAL).agent(seed, &game, None));
            let (mut state, mut told) = (begin(&game), Vec::new());
            while !state.over() {
                let agent = agents[state.mover() - 1].as_mut();
                let (mv, report) = think(agent, &game, &state, 150);
                told.push((mv, report));
                game.apply(&mut state, mv, &mut SplitMix64::new(1));
            }
            told
        };
        assert_eq!(play(), play());
    }
}

#[test]
fn several_threads_search_on_together() {
    let report = later(LINE_OF_FOUR, 2, Mcts::new(1).threads(3));
    assert!(report.nodes <= 200);
    assert!(visits(&report) > report.nodes);
}

#[test]
fn whose_time_is_up_does_not_look_for_the_position_in_the_tree() {
    let game = game(LINE_OF_FOUR);
    let state = begin(&game);
    let mut agent = Mcts::new(1);
    let (_, report) = think(&mut agent, &game, &state, 3_000);
    let state = expected(&game, &state, &report, 2);
    let clock = || 2.0;
    let mut none = Budget::clock(&clock);
    let view = game.view(&state, 1);
    agent.choose(&view, &legal(&game, &state), &mut none);
    assert_eq!(visits(agent.report()), 1);
    assert_eq!(none.spent(), 1);
}

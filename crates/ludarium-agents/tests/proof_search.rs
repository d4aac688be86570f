//! Proof-number search: the values are those of the literature or of retrograde analysis.

use crate::inline_games;
use crate::small;

use inline_games::game;
use ludarium_agents::decide::{decide, GameValue};
use ludarium_agents::prove::{prove, Finding, ProofLimits, Proved};
use ludarium_engine::{Game, SplitMix64, State};
use small::{connect_four, start, LINE_OF_THREE, THREE_MENS_MORRIS};

fn proved(game: &Game, state: &State, nodes: u64) -> Proved {
    let limits = ProofLimits {
        nodes,
        table_entries: 1 << 20,
        only: None,
    };
    prove(game, state, limits, &mut |_, _| true).expect("it is of the kind")
}

/// A king and a piece `Man` against a king, on a board small enough for retrograde analysis. A
/// player wins by capturing the other's king, and the first player also by bringing `Man` to the
/// far side. Play may cycle.
const TWO_KINGS: &str = r#"(game "Two Kings" (players 2)
    (equipment { (board (square 4))
        (piece "King" Each (or (move Step (to if:(is Empty (to))))
            (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
        (piece "Man" P1 (move Step Forward (to if:(is Empty (to)))))
        (regions "Far" P1 (sites Top)) })
    (rules
        (start { (place "King1" 0) (place "Man1" 1) (place "King2" 15) })
        (play (forEach Piece))
        (end { (if (is In (last To) (sites Top)) (if (= (id "Man1") (what at:(last To))) (result P1 Win)))
            (if (= 0 (count Pieces P2 "King")) (result P1 Win))
            (if (= 0 (count Pieces P1 "King")) (result P2 Win)) })))"#;

/// No piece may move to the site just left, so the pieces on the board do not identify a position.
/// The player whose piece reaches the other side wins.
const NOT_BEHIND: &str = r#"(game "Not Behind" (players 2)
    (equipment { (board (rectangle 4 3)) (piece "Man" Each
            (move Step Orthogonal (to if:(and (is Empty (to)) (!= (to) (last From))))))
        (regions "Far" P1 (sites Top)) (regions "Far" P2 (sites Bottom)) })
    (rules (start { (place "Man1" {0 2}) (place "Man2" {9 11}) })
        (play (forEach Piece))
        (end { (if (is In (last To) (sites Mover "Far")) (result Mover Win)) (if (no Moves Next) (result Mover Win)) })))"#;

#[test]
fn noughts_and_crosses_is_a_draw() {
    let game = game(LINE_OF_THREE);
    assert_eq!(proved(&game, &start(&game), 200_000).finding, Finding::Draw);
}

#[test]
fn connect_four_on_the_smallest_boards_is_a_draw() {
    // John Tromp, "John's Connect Four Playground" (tromp.github.io/c4): 4x4, and 5 columns of 4.
    for (columns, rows) in [(4, 4), (5, 4)] {
        let game = connect_four(columns, rows);
        let found = proved(&game, &start(&game), 20_000_000);
        assert_eq!(found.finding, Finding::Draw, "{columns} by {rows}");
    }
}

#[test]
fn three_mens_morris_is_a_first_player_win_and_the_line_wins() {
    // Gasser, "Solving nine men's morris", 1996.
    let game = game(THREE_MENS_MORRIS);
    let found = proved(&game, &start(&game), 2_000_000);
    assert_eq!(found.finding, Finding::Win(1));
    let mut chance = SplitMix64::new(0);
    let mut state = start(&game);
    let mut legal = Vec::new();
    for mv in found.line {
        game.legal(&mut state, &mut legal);
        assert!(legal.contains(&mv));
        game.apply(&mut state, mv, &mut chance);
    }
    assert_eq!(game.outcome(&state).expect("it ends").winner, 1);
}

/// English draughts on a small board.
fn draughts(board: &str) -> Game {
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults().with(format!("Board/{board}"));
    let text = include_str!("small/draughts.lud");
    let description = ludarium_lud::load("draughts.lud", text, &definitions, &choices);
    Game::compile(&description.expect("it is right")).expect("it compiles")
}

/// Compares with retrograde analysis in `positions` positions after `plies` to `plies + 6` random
/// moves.
fn agrees(game: &Game, positions: u64, plies: u64) {
    let mut found = [0; 3];
    for seed in 0..positions {
        let mut chance = SplitMix64::new(seed);
        let mut state = start(game);
        for _ in 0..plies + seed % 7 {
            if let Some(mv) = game.sample(&mut state, &mut chance) {
                game.apply(&mut state, mv, &mut SplitMix64::new(0));
            }
        }
        let known = decide(game, &state, 1_000_000, 1, &mut |_| true).expect("it is small");
        let known = match known.value {
            GameValue::Win { player, .. } => Finding::Win(player),
            GameValue::Draw => Finding::Draw,
        };
        let own = proved(game, &state, 20_000_000).finding;
        assert_eq!(own, known, "seed {seed}");
        let index = match known {
            Finding::Win(player) => player,
            _ => 0,
        };
        found[index] += 1;
    }
    assert!(
        found.iter().filter(|number| **number > 0).count() > 1,
        "{found:?}"
    );
}

#[test]
fn proofs_agree_with_retrograde_analysis_without_repetition() {
    agrees(&game(LINE_OF_THREE), 20, 0);
}

#[test]
fn proofs_agree_with_retrograde_analysis_with_cycles() {
    agrees(&game(THREE_MENS_MORRIS), 14, 0);
    agrees(&game(TWO_KINGS), 14, 0);
    agrees(&draughts("4x4"), 42, 0);
    agrees(&draughts("5x4"), 42, 4);
    agrees(&draughts("6x4"), 14, 24);
}

#[test]
fn proofs_agree_with_retrograde_analysis_where_the_last_move_matters() {
    agrees(&game(NOT_BEHIND), 42, 0);
}

#[test]
fn draughts_on_the_smallest_board_is_a_draw_and_there_is_a_defence() {
    let game = draughts("4x4");
    let found = proved(&game, &start(&game), 100_000);
    assert_eq!(found.finding, Finding::Draw);
    // At most the number of positions, for each player.
    assert!((1..2 * 2_409).contains(&found.defence), "{found:?}");
}

#[test]
fn endgames_are_solved_by_retrograde_analysis_in_cyclic_games() {
    // Retrograde analysis explores 2,892,113 positions for it.
    let game = draughts("6x4");
    let found = proved(&game, &start(&game), 2_000_000);
    assert_eq!(found.finding, Finding::Win(2));
    assert!(found.endgames > 0 && found.nodes < 500_000, "{found:?}");
}

#[test]
fn a_node_limit_leaves_the_game_undecided() {
    let game = connect_four(7, 6);
    let found = proved(&game, &start(&game), 20_000);
    assert_eq!(found.finding, Finding::NotDecided { without: 0 });
    assert!(found.nodes < 21_000, "{}", found.nodes);
    let limits = ProofLimits {
        nodes: 1_000_000,
        table_entries: 1_000,
        only: None,
    };
    let stopped =
        prove(&game, &start(&game), limits, &mut |_, _| false).expect("it is of the kind");
    assert_eq!(stopped.finding, Finding::NotDecided { without: 0 });
    assert!(stopped.nodes < 20_000, "{}", stopped.nodes);
}

#[test]
fn a_small_table_never_gives_a_wrong_result() {
    let game = connect_four(4, 4);
    let limits = ProofLimits {
        nodes: 20_000_000,
        table_entries: 500,
        only: None,
    };
    let found = prove(&game, &start(&game), limits, &mut |_, _| true).expect("it is of the kind");
    assert_ne!(found.finding, Finding::Win(1));
    assert_ne!(found.finding, Finding::Win(2));
}

#[test]
fn the_search_can_be_limited_to_one_player() {
    let game = game(THREE_MENS_MORRIS);
    let ask = |player| {
        let limits = ProofLimits {
            nodes: 2_000_000,
            table_entries: 1 << 20,
            only: Some(player),
        };
        prove(&game, &start(&game), limits, &mut |_, _| true).map(|proved| proved.finding)
    };
    assert_eq!(ask(1), Ok(Finding::Win(1)));
    assert_eq!(ask(2), Ok(Finding::NotDecided { without: 2 }));
}

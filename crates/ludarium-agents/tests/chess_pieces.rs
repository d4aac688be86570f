//! Chess pieces: their values, and mates of known length.

use std::sync::Arc;

use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{Agent, AgentSpec, AlphaBeta, Budget};
use ludarium_engine::state::Piece;
use ludarium_engine::{Game, Move, SetUp, SplitMix64, State};

/// Chess without castling and double steps. Pawns promote to rooks, and a player without a move has
/// lost.
const CHESS_PIECES: &str = r#"(game "Chessmen" (players {(player N) (player S)})
    (equipment { (board (square 8))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Knight" Each (move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
        (piece "Ferz" Each (move Step Diagonal (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
        (piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
                (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
                (then (if (is In (last To) (sites Mover "Last")) (promote (last To) (piece (id "Rook" Mover)))))))
        (regions "Last" P1 (sites Top)) (regions "Last" P2 (sites Bottom)) })
    (rules
        (start { (place "Rook1" {"A1" "H1"}) (place "Knight1" {"B1" "G1"}) (place "Ferz1" {"C1" "D1" "F1"})
                 (place "King1" coord:"E1") (place "Pawn1" (sites Row 1))
                 (place "Rook2" {"A8" "H8"}) (place "Knight2" {"B8" "G8"}) (place "Ferz2" {"C8" "D8" "F8"})
                 (place "King2" coord:"E8") (place "Pawn2" (sites Row 6)) })
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Next Loss)))))"#;

fn chess_pieces() -> Game {
    compiled(CHESS_PIECES)
}

fn compiled(text: &str) -> Game {
    let definitions = ludarium_lud::Definitions::none();
    let choices = ludarium_lud::Choices::defaults();
    let description = ludarium_lud::load("chessmen.lud", text, &definitions, &choices);
    Game::compile(&description.expect("it reads")).expect("it compiles")
}

fn little() -> Effort {
    Effort {
        random: 4_000,
        greedy: 4_000,
    }
}

/// A position with pieces by name and square; the first player is to move.
fn position(game: &Game, pieces: &[(&str, &str)]) -> State {
    let topology = &game.board().topology;
    let place = |&(name, square): &(&str, &str)| {
        let what = game.components().iter().position(|kind| kind.name == name);
        let site = topology.labelled(game.board().default_site, square);
        (
            site.expect("a square") as usize,
            Piece::of(what.expect("a man")),
        )
    };
    let setup = SetUp {
        pieces: pieces.iter().map(place).collect(),
        mover: 1,
        ..SetUp::default()
    };
    game.set_up(&setup, &mut SplitMix64::new(1))
}

fn chosen(agent: &mut AlphaBeta, game: &Game, state: &State, nodes: u64) -> Move {
    let mut legal = Vec::new();
    game.legal(&mut state.clone(), &mut legal);
    let view = game.view(state, state.mover());
    legal[agent.choose(&view, &legal, &mut Budget::nodes(nodes))]
}

#[test]
fn rook_knight_ferz_and_pawn_are_valued_in_that_order() {
    let game = chess_pieces();
    for seed in 1..4 {
        let stored = Evaluation::learn(&game, seed, little()).to_stored(&game);
        let worth = |name: &str| stored.pieces[name].value;
        let falling = ["Rook1", "Knight1", "Ferz1", "Pawn1"].map(worth);
        assert!(
            falling.windows(2).all(|pair| pair[0] > pair[1]) && falling[3] > 0,
            "{falling:?}"
        );
        // Books on shatranj value a knight at about two thirds of a rook, a ferz at one third.
        let share = |name: &str| f64::from(worth(name)) / f64::from(worth("Rook1"));
        assert!((0.5..0.8).contains(&share("Knight1")), "{falling:?}");
        assert!((0.2..0.5).contains(&share("Ferz1")), "{falling:?}");
        // A pawn about to promote is worth more than one on its first row.
        let pawn = &stored.pieces["Pawn1"].sites;
        assert!(
            (0..8).all(|file| pawn[48 + file] > pawn[8 + file]),
            "{pawn:?}"
        );
        // Kings are royal and not counted as reversible. Pawns do not move back.
        let roaming =
            ["Rook1", "Knight1", "King1", "Pawn1"].map(|name| stored.pieces[name].reversible);
        assert_eq!(roaming, [true, true, false, false]);
    }
}

/// The utility to the first player of a game with this number of nodes per move, after four random
/// moves.
fn contest(
    game: &Game,
    start: &State,
    evaluation: &Arc<Evaluation>,
    pair: [AgentSpec; 2],
    nodes: u64,
    seed: u64,
) -> f64 {
    let mut chance = SplitMix64::new(seed);
    let mut agents = pair.map(|kind| kind.build(seed, game, Some(evaluation.clone())));
    let (mut state, mut legal) = (start.clone(), Vec::new());
    for ply in 0..300 {
        game.legal(&mut state, &mut legal);
        if state.over() || legal.is_empty() {
            break;
        }
        let index = match ply {
            0..4 => chance.index(legal.len() as u32) as usize,
            _ => {
                let view = game.view(&state, state.mover());
                agents[state.mover() - 1].choose(&view, &legal, &mut Budget::nodes(nodes))
            }
        };
        game.apply(&mut state, legal[index], &mut chance);
    }
    let outcome = game.outcome(&state);
    outcome.map_or(0.5, |outcome| outcome.utility(1))
}

#[test]
fn levels_without_random_moves_search_one_line() {
    let game = chess_pieces();
    let evaluation = Arc::new(Evaluation::learn(&game, 1, little()));
    let start = game.start(&mut SplitMix64::new(1));
    let mut legal = Vec::new();
    game.legal(&mut start.clone(), &mut legal);
    // The depth reached with a number of nodes.
    let depth = |kind: AgentSpec| {
        let mut agent = kind.build(1, &game, Some(evaluation.clone()));
        agent.choose(&game.view(&start, 1), &legal, &mut Budget::nodes(20_000));
        agent.report().depth
    };
    let alone = depth(AgentSpec::AlphaBeta);
    assert_eq!(
        [AgentSpec::Level(10), AgentSpec::Level(9)].map(depth),
        [alone, alone]
    );
    assert!(depth(AgentSpec::Level(8)) < alone);
}

#[test]
fn a_higher_level_wins_and_converts_a_large_lead() {
    let game = chess_pieces();
    let evaluation = Arc::new(Evaluation::learn(&game, 1, little()));
    let start = game.start(&mut SplitMix64::new(1));
    let won = |first: AgentSpec, second: AgentSpec| {
        let game_of = |seed: u64| {
            let there = contest(&game, &start, &evaluation, [first, second], u64::MAX, seed);
            let back = contest(&game, &start, &evaluation, [second, first], u64::MAX, seed);
            there + 1.0 - back
        };
        (0..2).map(game_of).sum::<f64>()
    };
    assert!(won(AgentSpec::Level(3), AgentSpec::Random) > 3.5);
    assert!(won(AgentSpec::Level(4), AgentSpec::Level(1)) > 3.0);
}

#[test]
fn the_expected_score_of_a_lead_matches_self_play() {
    // Random games are lost from positions that no searching player would lose, so there the lead
    // of a rook is worth next to nothing.
    let game = chess_pieces();
    let evaluation = Arc::new(Evaluation::learn(&game, 1, little()));
    let start = game.start(&mut SplitMix64::new(1));
    let without = |name: &str| {
        let slot = (0..64).find(|&slot| game.components()[start.what(slot)].name == name);
        let mut setup = SetUp {
            mover: 1,
            ..SetUp::default()
        };
        setup.pieces = (0..64)
            .filter(|own| Some(*own) != slot && start.what(*own) != 0)
            .map(|own| (own, Piece::of(start.what(own))))
            .collect();
        game.set_up(&setup, &mut SplitMix64::new(1))
    };
    let expected = |state: &State| {
        let mut agent = AlphaBeta::with_evaluation(1, evaluation.clone());
        chosen(&mut agent, &game, state, 2_000);
        agent.report().lines[0].value
    };
    let (rook, pawn) = (without("Rook2"), without("Pawn2"));
    let both = [AgentSpec::AlphaBeta; 2];
    let games = (0..12).map(|seed| contest(&game, &rook, &evaluation, both, 200, seed));
    let won = games.sum::<f64>() / 12.0;
    assert!(
        (won - expected(&rook)).abs() < 0.15,
        "{won}, {}",
        expected(&rook)
    );
    let (none, pawn) = (expected(&start), expected(&pawn));
    assert!((none - 0.5).abs() < 0.1, "{none}");
    assert!(none < pawn && pawn < 0.7, "{pawn}");
}

#[test]
fn a_piece_that_moves_like_a_king_is_worth_about_a_knight() {
    // Ralph Betza, "About the values of chess pieces" (1996): the commoner is worth a minor piece,
    // although it has 6.5 moves against a knight's 5.2.
    let game = compiled(&CHESS_PIECES.replace("(move Step Diagonal", "(move Step"));
    for seed in 1..4 {
        let stored = Evaluation::learn(&game, seed, little()).to_stored(&game);
        let worth = |name: &str| f64::from(stored.pieces[name].value);
        let share = worth("Ferz1") / worth("Knight1");
        assert!((0.75..1.2).contains(&share), "{share}");
        assert!(worth("Ferz1") < 0.8 * worth("Rook1"));
    }
}

#[test]
fn a_cannon_is_worth_about_half_a_rook() {
    // The cannon of Chinese chess; books value it at about half a chariot.
    let cannon = r#"(piece "Ferz" Each (or (move Slide Orthogonal)
        (move Hop Orthogonal (between before:8 after:8 if:(is Occupied (between)))
            (to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to)))))))"#;
    let ferz = CHESS_PIECES
        .lines()
        .find(|line| line.contains(r#""Ferz" Each"#));
    let game = compiled(&CHESS_PIECES.replace(ferz.expect("there are ferzes"), cannon));
    for seed in 1..4 {
        let stored = Evaluation::learn(&game, seed, little()).to_stored(&game);
        let worth = |name: &str| f64::from(stored.pieces[name].value);
        let share = worth("Ferz1") / worth("Rook1");
        assert!((0.3..0.7).contains(&share), "{share}");
    }
}

#[test]
fn a_mate_in_two_by_zugzwang_is_proved() {
    let game = chess_pieces();
    let learned = Arc::new(Evaluation::learn(&game, 1, little()));
    // The king in the corner has one square to go to, where the rook mates it. Any other move of
    // the rook wins, since the king must go there.
    let pieces = [("King1", "F7"), ("Rook1", "G1"), ("King2", "H8")];
    let state = position(&game, &pieces);
    let mut agent = AlphaBeta::with_evaluation(1, learned);
    chosen(&mut agent, &game, &state, 20_000);
    let best = &agent.report().lines[0];
    assert!(best.proved && best.value == 1.0, "{best:?}");
    assert!(agent.report().depth <= 4, "{:?}", agent.report());
}

#[test]
fn a_stalemated_king_has_lost() {
    let game = chess_pieces();
    let learned = Arc::new(Evaluation::learn(&game, 1, little()));
    // On B6 the ferz guards A7, and the king guards the other two squares; nothing attacks A8.
    let pieces = [("King1", "C7"), ("Ferz1", "C5"), ("King2", "A8")];
    let state = position(&game, &pieces);
    let mut agent = AlphaBeta::with_evaluation(1, learned);
    let mv = chosen(&mut agent, &game, &state, 5_000);
    let square = |square| {
        let board = game.board();
        board.topology.labelled(board.default_site, square)
    };
    assert_eq!(
        square("B6"),
        usize::try_from(mv.target()).ok().map(|site| site as _)
    );
    let best = &agent.report().lines[0];
    assert!(best.proved && best.value == 1.0, "{best:?}");
}

#[test]
fn king_and_rook_mate_the_lone_king() {
    let game = chess_pieces();
    let learned = Arc::new(Evaluation::learn(&game, 1, little()));
    let pieces = [("King1", "E1"), ("Rook1", "A1"), ("King2", "E5")];
    let mut state = position(&game, &pieces);
    let mut players = [1, 2].map(|seed| AlphaBeta::with_evaluation(seed, learned.clone()));
    let mut chance = SplitMix64::new(1);
    let mut plies = 0;
    // With perfect play it takes at most 31 plies.
    while !state.over() && plies < 120 {
        let mv = chosen(&mut players[state.mover() - 1], &game, &state, 4_000);
        game.apply(&mut state, mv, &mut chance);
        plies += 1;
    }
    let outcome = game.outcome(&state).expect("it is over");
    assert_eq!(outcome.winner, 1, "after {plies} plies");
}

#[test]
fn the_same_seed_and_number_of_nodes_give_the_same_move() {
    let game = chess_pieces();
    let state = game.start(&mut SplitMix64::new(1));
    let choice = || {
        let learned = Evaluation::learn(&game, 5, little());
        let mut agent = AlphaBeta::with_evaluation(5, Arc::new(learned));
        let mv = chosen(&mut agent, &game, &state, 3_000);
        (mv, agent.report().clone())
    };
    assert_eq!(choice(), choice());
}

//! Tests that the options of the tree search work as their papers describe.

use ludarium_engine::{Move, Rollouts, SplitMix64};

use super::amaf::{AmafStats, AmafTable, MoveKeys, GRAVE_REF};
use super::iteration::Utilities;
use super::mast::{move_hash, Mast};
use super::node::Node;
use super::node_pool::NodePool;
use super::options::{MctsOption, MctsOptions};
use super::relative_bonus::same_winner_always;
use super::thread_stats::ThreadStats;
use super::tree::{Chooser, Descent, IterationResult, Step, Tree};
use super::Mcts;
use crate::inline_games::game;
use crate::{Agent, Budget};

/// Moves to nine sites.
fn moves() -> Vec<Move> {
    let game = game(
        r#"(game "Nine" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let mut state = game.start(&mut chance);
    let mut legal = Vec::new();
    game.legal(&mut state, &mut legal);
    legal
}

/// The utilities of a game that a player won.
fn won(by: usize) -> Utilities {
    let mut utilities = [0.0; 17];
    utilities[by] = 1.0;
    utilities
}

fn step(node: usize, child: usize) -> Step {
    Step {
        node,
        child,
        joint: None,
    }
}

/// A tree whose root has these moves of the first player.
fn tree(options: &[MctsOption], moves: &[Move]) -> Tree {
    let mut tree = Tree::default();
    tree.reset(MctsOptions::of(options));
    meet(&tree, 0, moves, 1);
    tree
}

fn meet(tree: &Tree, at: usize, moves: &[Move], by: usize) {
    let mut node = tree.at(at);
    let stats = &mut ThreadStats::for_threads(1);
    node.add_moves(moves, by, &tree.keys, stats, &mut Vec::new());
    node.complete = true;
}

/// Descends along a path; returns the node it leads to.
fn go(tree: &Tree, path: &[Step]) -> usize {
    let last = path.iter().map(|step| {
        let (next, _) = tree.descend(&mut tree.at(step.node), step.child, 10);
        next.expect("there is room")
    });
    last.last().expect("a path has steps")
}

/// The result of an iteration with these utilities.
fn result(utilities: Utilities) -> IterationResult {
    IterationResult {
        utilities,
        decided: None,
        evaluation: None,
    }
}

/// Backpropagates a result along a path, after which the moves in `after` were made.
fn learn(tree: &Tree, path: &[Step], after: &[(usize, Move)], result: &IterationResult) {
    let made = path.iter().map(|step| {
        let child = &tree.at(step.node).children[step.child];
        (child.player(), child.mv)
    });
    let played: Vec<_> = made.chain(after.iter().copied()).collect();
    tree.ascend(path, &played, result, &mut ThreadStats::for_threads(1));
}

/// The descent to a node along a path.
fn descent(tree: &Tree, path: &[Step], at: usize) -> Descent {
    let mut descent = Descent::from_root();
    let nodes = path.iter().skip(1).map(|step| step.node);
    for (step, next) in path.iter().zip(nodes.chain([at])) {
        descent.move_to(&tree.at(step.node), next);
    }
    descent
}

fn chosen(tree: &Tree, descent: &Descent, mast: &Mast) -> usize {
    let node = tree.at(descent.at);
    let chooser = Chooser {
        by: node.children[0].player(),
        legal_children: &[],
        all: true,
        mast,
        exploration: 1.0,
    };
    tree.choose(descent, &node, &chooser, &mut SplitMix64::new(5))
}

fn chosen_at_the_root(tree: &Tree, mast: &Mast) -> usize {
    chosen(tree, &Descent::from_root(), mast)
}

#[test]
fn a_move_counts_once_per_game_and_for_the_player_who_made_it() {
    let moves = moves();
    let (keys, mut table) = (MoveKeys::numbered(), AmafTable::default());
    let mut stats = ThreadStats::for_threads(1);
    let mut play = |made: &[(usize, usize)], since: usize, winner: usize| {
        let played: Vec<_> = made.iter().map(|&(by, index)| (by, moves[index])).collect();
        stats.record([0].into_iter(), &played, &won(winner), &keys);
        assert!(stats.flush_due());
        let games = stats.take_pending().iter();
        games.for_each(|game| table.record(game.since(since)));
    };
    play(&[(1, 0), (2, 1), (1, 0)], 0, 1);
    play(&[(1, 0)], 0, 2);
    // Moves before that ply do not count.
    play(&[(2, 1), (1, 2), (2, 1), (1, 3)], 1, 2);
    play(&[(2, 1), (1, 2)], 1, 2);
    let known = |by: usize, index: usize| {
        let known = table.get(keys.of(move_hash(by, moves[index])));
        (known.times, known.value)
    };
    assert_eq!(known(1, 0), (2, 1.0));
    assert_eq!(known(2, 0), (0, 0.0));
    assert_eq!(known(2, 1), (2, 1.0));
    assert_eq!(known(1, 2), (2, 0.0));
}

#[test]
fn compiled_playouts_record_the_moves_that_grave_counts() {
    let game = game(
        r#"(game "Four" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#,
    );
    assert!(Rollouts::new(&game).records_moves());
    let (mut state, mut legal) = (game.start(&mut SplitMix64::new(1)), Vec::new());
    game.legal(&mut state, &mut legal);
    for threads in [1, 3] {
        let mut search =
            (Mcts::new(1).options(MctsOptions::of(&[MctsOption::Grave]))).threads(threads);
        search.choose(&game.view(&state, 1), &legal, &mut Budget::nodes(300));
        // No game ends before the fourth stone of the first player, and the tree is shallower.
        let times = |mv: &Move| search.tree.root_amaf_visits(1, *mv);
        assert!(legal.iter().map(times).sum::<u32>() >= 300 * 4);
    }
}

#[test]
fn the_amaf_weight_falls_with_the_visits_of_the_move() {
    let known = AmafStats {
        times: 100,
        value: 60.0,
    };
    assert_eq!(known.weight(0), 1.0);
    // Cazenave's formula: 100 / (100 + 100 + bias * 100 * 100), with a bias of 0.00001.
    assert!((known.weight(100) - 100.0 / 200.1).abs() < 1e-12);
    assert!(known.weight(1_000) < 0.1);
}

#[test]
fn grave_uses_the_nearest_ancestor_with_enough_visits() {
    let moves = moves();
    let tree = tree(&[MctsOption::Grave], &moves);
    let first = step(0, 0);
    let node = go(&tree, &[first]);
    meet(&tree, node, &moves[1..], 2);
    // In games with another first move, the second player won whenever it moved to the sixth site.
    let other = [step(0, 1)];
    for _ in 0..GRAVE_REF {
        go(&tree, &other);
        learn(&tree, &other, &[(2, moves[5])], &result(won(2)));
        for mv in [1, 2, 3, 4, 6, 7, 8] {
            learn(&tree, &other, &[(2, moves[mv])], &result(won(1)));
        }
    }
    let reference = || {
        let descent = descent(&tree, &[first], node);
        (descent.reference(&tree.at(node)), descent)
    };
    assert_eq!(reference().0, 0);
    assert_eq!(chosen(&tree, &reference().1, &Mast::default()), 4);
    for _ in 0..GRAVE_REF {
        go(&tree, &[step(node, 2)]);
    }
    assert_eq!(reference().0, node);
}

#[test]
fn implicit_minimax_backs_up_the_best_evaluation_of_each_side() {
    let moves = moves();
    let tree = tree(&[MctsOption::Minimax], &moves[..2]);
    let evaluate_at = |path: &[Step], value: f64| {
        let last = go(&tree, &path[path.len() - 1..]);
        let result = IterationResult {
            evaluation: Some(value),
            ..result([0.5; 17])
        };
        learn(&tree, path, &[], &result);
        last
    };
    let (a, b) = (step(0, 0), step(0, 1));
    let under = evaluate_at(&[a], 0.8);
    evaluate_at(&[b], 0.3);
    // After equally many games with equal results, the move with the better evaluation goes first.
    let none = Mast::default();
    assert_eq!(chosen_at_the_root(&tree, &none), 0);
    // But there is a good reply to it, whatever else the opponent might do.
    meet(&tree, under, &moves[2..4], 2);
    for (child, value) in [(0, 0.1), (1, 0.9)] {
        evaluate_at(&[a, step(under, child)], value);
        assert_eq!(tree.at(0).children[0].minimax(), Some(0.1));
        assert_eq!(tree.at(0).minimax(), 0.3);
    }
    assert_eq!(chosen_at_the_root(&tree, &none), 1);
}

#[test]
fn simultaneous_replies_neither_prove_nor_back_up_anything() {
    let moves = moves();
    // The values stored for the position after a winning reply of the second player, and for the
    // one before.
    let after_reply = |simultaneous: bool| {
        let tree = tree(&[MctsOption::Minimax], &moves[..2]);
        let under = go(&tree, &[step(0, 0)]);
        meet(&tree, under, &moves[2..4], 2);
        let chooser = Chooser {
            by: 2,
            legal_children: &[],
            all: true,
            mast: &Mast::default(),
            exploration: 1.0,
        };
        let joint = simultaneous.then(|| {
            let chance = &mut SplitMix64::new(1);
            (
                0,
                tree.choose_simultaneous(0, &moves[2..3], &chooser, chance)
                    .0,
            )
        });
        let answer = Step {
            joint,
            ..step(under, 0)
        };
        go(&tree, &[answer]);
        let result = IterationResult {
            decided: Some(0.0),
            evaluation: Some(0.0),
            ..result(won(2))
        };
        learn(&tree, &[step(0, 0), answer], &[], &result);
        let below = tree.at(under).children[0].proved();
        let before = &tree.at(0).children[0];
        (below, before.minimax(), before.proved())
    };
    assert_eq!(after_reply(true), (Some(1.0), None, None));
    assert_eq!(after_reply(false), (Some(1.0), Some(0.0), Some(0.0)));
}

#[test]
fn progressive_history_prefers_moves_good_elsewhere_until_they_fail_here() {
    let moves = moves();
    let mut mast = Mast::default();
    mast.begin(false);
    for _ in 0..20 {
        mast.record(&[(1, moves[1])], &won(1));
        mast.record(&[(1, moves[0])], &won(2));
    }
    let visited = |options: &[MctsOption], times: u32, better: f64| {
        let tree = tree(options, &moves[..2]);
        for child in [0, 1] {
            for _ in 0..times {
                let path = [step(0, child)];
                go(&tree, &path);
                let mut utilities = [0.4; 17];
                utilities[1] += if child == 0 { better } else { 0.0 };
                learn(&tree, &path, &[], &result(utilities));
            }
        }
        chosen_at_the_root(&tree, &mast)
    };
    assert_eq!(
        visited(&[MctsOption::NoRave, MctsOption::History], 1, 0.1),
        1
    );
    assert_eq!(visited(&[MctsOption::NoRave], 1, 0.1), 0);
    assert_eq!(
        visited(&[MctsOption::NoRave, MctsOption::History], 1_000, 0.1),
        0
    );
}

#[test]
fn ngrams_distinguish_what_single_moves_do_not() {
    let moves = moves();
    let (good, bad, answer) = (moves[0], moves[1], moves[2]);
    let learned = |ngrams: bool| {
        let mut mast = Mast::default();
        mast.begin(ngrams);
        for _ in 0..10 {
            mast.record(&[(1, good), (2, answer)], &won(2));
            mast.record(&[(1, bad), (2, answer)], &won(1));
        }
        let after = |before| mast.playout_value(&[(1, before)], 2, answer);
        (after(good), after(bad))
    };
    // The move itself did well in half of its games: always after the one move, never after the
    // other.
    assert_eq!(learned(true), (0.75, 0.25));
    assert_eq!(learned(false), (0.5, 0.5));
}

#[test]
fn an_ngram_with_few_visits_is_ignored() {
    let moves = moves();
    let mut mast = Mast::default();
    mast.begin(true);
    for _ in 0..6 {
        mast.record(&[(1, moves[0]), (2, moves[1])], &won(1));
        mast.record(&[(2, moves[1])], &won(2));
    }
    assert_eq!(mast.playout_value(&[(1, moves[0])], 2, moves[1]), 0.5);
}

#[test]
fn grave_is_used_where_pieces_are_placed_and_stay_and_amaf_is_off_where_playouts_record_no_moves() {
    let placing = game(
        r#"(game "Nine" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    );
    let grave = MctsOptions::of(&[MctsOption::Grave]);
    assert_eq!(Mcts::new(1).options_for(&placing), grave);
    let requested = MctsOptions::of(&[MctsOption::History]);
    assert_eq!(
        Mcts::new(1).options(requested).options_for(&placing),
        requested
    );
    let turning = game(
        r#"(game "Turning" (players 2) (equipment { (board (square 5)) (piece "Disc" Each) })
        (rules (start { (place "Disc1" {7 11}) (place "Disc2" {12 13}) })
            (play (move Add (to (sites Empty)) (then (custodial Orthogonal
                (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to))))))))
            (end (if (>= (count Moves) 40) (result Mover Win)))))"#,
    );
    assert_ne!(Mcts::new(1).options_for(&turning), grave);
    let moving = game(
        r#"(game "Ahead" (players 2)
        (equipment { (board (square 6)) (piece "Man" Each (move Step (directions { Forward FL FR }) (to if:(is Empty (to))))) (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
        (rules (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
            (play (forEach Piece)) (end (if (is In (last To) (sites Mover)) (result Mover Win)))))"#,
    );
    assert!(Rollouts::new(&moving).compiled());
    assert!(Mcts::new(1).options_for(&moving).has(MctsOption::NoRave));
}

#[test]
fn placing_pieces_of_two_colours_on_one_site_gives_two_moves() {
    let both = game(
        r#"(game "Both" (players 2) (equipment { (board (square 2)) (piece "Mark" Each) })
        (rules (play (or (move Add (piece "Mark1") (to (sites Empty))) (move Add (piece "Mark2") (to (sites Empty)))))
            (end (if (is Line 2) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let (mut state, mut legal) = (both.start(&mut chance), Vec::new());
    both.legal(&mut state, &mut legal);
    assert_eq!(legal.len(), 8);
    let keys = MoveKeys::numbered();
    let key = |mv: Move| keys.of(move_hash(1, mv));
    let same = legal.iter().filter(|mv| key(**mv) == key(legal[0]));
    assert_eq!(same.count(), 1);
}

#[test]
fn threads_keep_searching_in_a_full_tree() {
    let four = game(
        r#"(game "Four" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#,
    );
    let (mut state, mut legal) = (four.start(&mut SplitMix64::new(1)), Vec::new());
    four.legal(&mut state, &mut legal);
    for way in [MctsOption::Grave, MctsOption::NoRave, MctsOption::History] {
        let mut search = Mcts::new(1).options(MctsOptions::of(&[way])).threads(4);
        search.max_nodes = 60;
        for (search_number, factor) in [1, 2, 1, 2].into_iter().enumerate() {
            if search_number == 2 {
                // The tree is discarded and its slots are reused.
                search.root_state = None;
            }
            search.choose(&four.view(&state, 1), &legal, &mut Budget::nodes(1_000));
            let visits: u32 = search
                .tree
                .root_children()
                .iter()
                .map(|child| child.visits)
                .sum();
            assert_eq!(visits, 1_000 * factor, "{way:?}");
            // A thread that waits for a core may hold slots that it is reclaiming.
            match search_number {
                2 => assert!(search.tree.node_count() <= 60, "{way:?}"),
                _ => assert_eq!(search.tree.node_count(), 60, "{way:?}"),
            }
        }
    }
}

#[test]
fn a_move_that_is_listed_twice_is_one_child() {
    let moves = moves();
    let (keys, mut stats) = (MoveKeys::default(), ThreadStats::for_threads(1));
    let (mut node, mut legal_children) = (Node::default(), Vec::new());
    let listed = [moves[0], moves[1], moves[0], moves[2]];
    for _ in 0..2 {
        node.add_moves(&listed, 1, &keys, &mut stats, &mut legal_children);
        assert_eq!(legal_children, [0, 1, 0, 2]);
        assert_eq!(node.children.len(), 3);
    }
    assert_eq!(node.children[0].available, 4);
}

#[test]
fn moving_the_root_keeps_its_subtree_and_nothing_else() {
    let moves = moves();
    let mut tree = tree(&[MctsOption::NoRave], &moves);
    let mut nodes = Vec::new();
    for child in [3, 5] {
        let node = go(&tree, &[step(0, child)]);
        meet(&tree, node, &moves[..2], 2);
        nodes.push((node, go(&tree, &[step(node, 1)])));
    }
    let (node, below) = nodes[1];
    let path = [step(0, 5), step(node, 1)];
    learn(&tree, &path, &[], &result(won(2)));
    meet(&tree, below, &moves[7..], 1);
    assert_eq!(tree.node_count(), 5);
    tree.move_root(node);
    assert_eq!(tree.node_count(), 2);
    let root: Vec<(Move, u32, f64)> = (tree.root_children().iter())
        .map(|child| (child.mv, child.visits, child.value))
        .collect();
    assert_eq!(root, [(moves[0], 0, 0.0), (moves[1], 1, 1.0)]);
    assert_eq!(tree.most_visited(NodePool::ROOT).count(), 1);
    // Reclaimed slots are reused.
    let (again, new) = tree.descend(&mut tree.at(NodePool::ROOT), 0, 5);
    assert!(new && again.is_some_and(|place| place < 5));
}

/// The first player's piece moves up the board and cannot be stopped, or it moves sideways.
const UNSTOPPABLE: &str = r#"(game "Unstoppable" (players 2) (equipment { (board (rectangle 12 3))
    (piece "Man" P1 (move Step (directions { N E W }) (to if:(is Empty (to)))))
    (piece "Other" P2 (move Step (directions { E W }) (to if:(is Empty (to))))) })
    (rules (start { (place "Man1" 1) (place "Other2" 25) })
        (play (forEach Piece)) (end (if (is In (last To) (sites Top)) (result P1 Win)))))"#;

#[test]
fn shorter_wins_count_more_where_all_random_games_have_one_winner() {
    let (one_winner, open) = (
        game(UNSTOPPABLE),
        game(
            r#"(game "Three" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
        ),
    );
    assert!(same_winner_always(&one_winner) && !same_winner_always(&open));
    let mut state = one_winner.start(&mut SplitMix64::new(1));
    let mut legal = Vec::new();
    one_winner.legal(&mut state, &mut legal);
    assert_eq!(legal.len(), 3);
    // The sum of values by target site.
    let mut value_by_target = std::collections::BTreeMap::new();
    for seed in 0..6 {
        let mut search = Mcts::new(seed);
        search.choose(&one_winner.view(&state, 1), &legal, &mut Budget::nodes(300));
        for line in &search.report.lines {
            *value_by_target.entry(line.moves[0].target()).or_insert(0.0) += line.value;
        }
    }
    assert!(
        value_by_target[&4] > value_by_target[&0] && value_by_target[&4] > value_by_target[&2],
        "{value_by_target:?}"
    );
}

#[test]
fn a_proved_draw_is_preferred_to_a_move_that_is_at_most_a_draw() {
    let moves = moves();
    let mut search = Mcts::new(1);
    search.tree = tree(&[MctsOption::NoRave], &moves[..2]);
    let tree = &search.tree;
    let draw = IterationResult {
        decided: Some(0.5),
        ..result([0.5; 17])
    };
    let (unsure, sure) = (step(NodePool::ROOT, 0), step(NodePool::ROOT, 1));
    let node = go(tree, &[unsure]);
    go(tree, &[sure]);
    learn(tree, &[sure], &[], &draw);
    meet(tree, node, &moves[2..4], 2);
    let path = [unsure, step(node, 0)];
    go(tree, &path);
    learn(tree, &path, &[], &draw);
    // The opponent has at least a draw after the first move, and perhaps more.
    assert!(tree.is_settled());
    assert_eq!(search.tree.lines(true)[0].moves[0], moves[1]);
}

#[test]
fn game_traits_are_known_before_a_clock_runs() {
    let game = game(UNSTOPPABLE);
    assert!(Mcts::new(1).traits.is_none());
    assert!(Mcts::new(1)
        .for_game(&game)
        .traits
        .is_some_and(|traits| traits.same_winner));
}

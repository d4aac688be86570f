//! The ways of the tree search do what their papers say.

use ludarium_engine::{Move, Rollouts, SplitMix64};

use super::alike::all_alike;
use super::elsewhere::{Elsewhere, Keys, Moves, OFTEN};
use super::habits::{hash, Habits};
use super::iteration::Worth;
use super::node::Node;
use super::nodes::Nodes;
use super::notes::Notes;
use super::tree::{Descent, Found, From, Step, Tree};
use super::ways::{Way, Ways};
use super::Mcts;
use crate::written::game;
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

/// What a game was worth that a player won.
fn won(by: usize) -> Worth {
    let mut worth = [0.0; 17];
    worth[by] = 1.0;
    worth
}

fn step(node: usize, child: usize) -> Step {
    Step {
        node,
        child,
        joint: None,
    }
}

/// A tree whose root knows so many moves of the first player.
fn tree(ways: &[Way], moves: &[Move]) -> Tree {
    let mut tree = Tree::default();
    tree.begin(Ways::of(ways));
    meet(&tree, 0, moves, 1);
    tree
}

fn meet(tree: &Tree, at: usize, moves: &[Move], by: usize) {
    let mut node = tree.at(at);
    let notes = &mut Notes::of_one_of(1);
    node.meet(moves, by, &tree.keys, notes, &mut Vec::new());
    node.complete = true;
}

/// Goes down a path: the node that it leads to.
fn go(tree: &Tree, path: &[Step]) -> usize {
    let last = path.iter().map(|step| {
        let (next, _) = tree.descend(&mut tree.at(step.node), step.child, 10);
        next.expect("there is room")
    });
    last.last().expect("a path has steps")
}

/// What an iteration found that ended in a game of some worth.
fn found(worth: Worth) -> Found {
    Found {
        worth,
        decided: None,
        seems: None,
    }
}

/// Up a path again, after which these moves were made.
fn learn(tree: &Tree, path: &[Step], after: &[(usize, Move)], found: &Found) {
    let made = path.iter().map(|step| {
        let child = &tree.at(step.node).children[step.child];
        (child.by(), child.mv)
    });
    let played: Vec<_> = made.chain(after.iter().copied()).collect();
    tree.ascend(path, &played, found, &mut Notes::of_one_of(1));
}

/// The descent that comes to a node by a path.
fn descent(tree: &Tree, path: &[Step], at: usize) -> Descent {
    let mut descent = Descent::from_the_root();
    let nodes = path.iter().skip(1).map(|step| step.node);
    for (step, next) in path.iter().zip(nodes.chain([at])) {
        descent.go_on(&tree.at(step.node), next);
    }
    descent
}

fn chosen(tree: &Tree, descent: &Descent, habits: &Habits) -> usize {
    let node = tree.at(descent.at);
    let from = From {
        by: node.children[0].by(),
        picked: &[],
        all: true,
        habits,
        explored: 1.0,
    };
    tree.choose(descent, &node, &from, &mut SplitMix64::new(5))
}

fn chosen_at_the_root(tree: &Tree, habits: &Habits) -> usize {
    chosen(tree, &Descent::from_the_root(), habits)
}

#[test]
fn a_move_counts_once_a_game_and_for_who_made_it() {
    let moves = moves();
    let (keys, mut after) = (Keys::numbered(), Moves::default());
    let mut notes = Notes::of_one_of(1);
    let mut play = |made: &[(usize, usize)], since: usize, winner: usize| {
        let played: Vec<_> = made.iter().map(|&(by, index)| (by, moves[index])).collect();
        notes.play([0].into_iter(), &played, &won(winner), &keys);
        assert!(notes.are_due());
        let told = notes.take_untold().iter();
        told.for_each(|game| after.learn(game.since(since)));
    };
    play(&[(1, 0), (2, 1), (1, 0)], 0, 1);
    play(&[(1, 0)], 0, 2);
    // What was made before is not counted.
    play(&[(2, 1), (1, 2), (2, 1), (1, 3)], 1, 2);
    play(&[(2, 1), (1, 2)], 1, 2);
    let known = |by: usize, index: usize| {
        let known = after.get(keys.of(hash(by, moves[index])));
        (known.times, known.value)
    };
    assert_eq!(known(1, 0), (2, 1.0));
    assert_eq!(known(2, 0), (0, 0.0));
    assert_eq!(known(2, 1), (2, 1.0));
    assert_eq!(known(1, 2), (2, 0.0));
}

#[test]
fn compiled_playouts_tell_the_moves_that_grave_counts() {
    let game = game(
        r#"(game "Four" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#,
    );
    assert!(Rollouts::new(&game).records_moves());
    let (mut state, mut legal) = (game.start(&mut SplitMix64::new(1)), Vec::new());
    game.legal(&mut state, &mut legal);
    for threads in [1, 3] {
        let mut search = (Mcts::new(1).by(Ways::of(&[Way::Grave]))).threads(threads);
        search.choose(&game.view(&state, 1), &legal, &mut Budget::nodes(300));
        // No game is over before the fourth stone of the first player, and the tree is not so deep.
        let times = |mv: &Move| search.tree.made_after_root(1, *mv);
        assert!(legal.iter().map(times).sum::<u32>() >= 300 * 4);
    }
}

#[test]
fn other_games_count_less_the_more_a_move_has_of_its_own() {
    let known = Elsewhere {
        times: 100,
        value: 60.0,
    };
    assert_eq!(known.share(0), 1.0);
    // Cazenave's formula: 100 / (100 + 100 + bias * 100 * 100), with a bias of 0.00001.
    assert!((known.share(100) - 100.0 / 200.1).abs() < 1e-12);
    assert!(known.share(1_000) < 0.1);
}

#[test]
fn where_a_position_was_seldom_visited_grave_goes_by_the_nearest_above_that_was_often() {
    let moves = moves();
    let tree = tree(&[Way::Grave], &moves);
    let first = step(0, 0);
    let node = go(&tree, &[first]);
    meet(&tree, node, &moves[1..], 2);
    // In games that began otherwise the second player won whenever there was a move to the sixth site.
    let other = [step(0, 1)];
    for _ in 0..OFTEN {
        go(&tree, &other);
        learn(&tree, &other, &[(2, moves[5])], &found(won(2)));
        for mv in [1, 2, 3, 4, 6, 7, 8] {
            learn(&tree, &other, &[(2, moves[mv])], &found(won(1)));
        }
    }
    let reference = || {
        let descent = descent(&tree, &[first], node);
        (descent.reference(&tree.at(node)), descent)
    };
    assert_eq!(reference().0, 0);
    assert_eq!(chosen(&tree, &reference().1, &Habits::default()), 4);
    for _ in 0..OFTEN {
        go(&tree, &[step(node, 2)]);
    }
    assert_eq!(reference().0, node);
}

#[test]
fn implicit_minimax_gives_both_sides_their_best_judged_position() {
    let moves = moves();
    let tree = tree(&[Way::Minimax], &moves[..2]);
    let seem = |path: &[Step], seems: f64| {
        let last = go(&tree, &path[path.len() - 1..]);
        let found = Found {
            seems: Some(seems),
            ..found([0.5; 17])
        };
        learn(&tree, path, &[], &found);
        last
    };
    let (a, b) = (step(0, 0), step(0, 1));
    let under = seem(&[a], 0.8);
    seem(&[b], 0.3);
    // After as many games of equal worth the move goes first that looks better.
    let none = Habits::default();
    assert_eq!(chosen_at_the_root(&tree, &none), 0);
    // But there is a good answer to it, whatever else the other player might do.
    meet(&tree, under, &moves[2..4], 2);
    for (child, seems) in [(0, 0.1), (1, 0.9)] {
        seem(&[a, step(under, child)], seems);
        assert_eq!(tree.at(0).children[0].implied(), Some(0.1));
        assert_eq!(tree.at(0).implied(), 0.3);
    }
    assert_eq!(chosen_at_the_root(&tree, &none), 1);
}

#[test]
fn nothing_follows_from_the_best_answer_to_what_is_not_seen() {
    let moves = moves();
    // The second player wins after the first answer; what is known of that position and of the one before.
    let answered = |unseen: bool| {
        let tree = tree(&[Way::Minimax], &moves[..2]);
        let under = go(&tree, &[step(0, 0)]);
        meet(&tree, under, &moves[2..4], 2);
        let from = From {
            by: 2,
            picked: &[],
            all: true,
            habits: &Habits::default(),
            explored: 1.0,
        };
        let joint = unseen.then(|| {
            let chance = &mut SplitMix64::new(1);
            (0, tree.choose_unseen(0, &moves[2..3], &from, chance).0)
        });
        let answer = Step {
            joint,
            ..step(under, 0)
        };
        go(&tree, &[answer]);
        let found = Found {
            decided: Some(0.0),
            seems: Some(0.0),
            ..found(won(2))
        };
        learn(&tree, &[step(0, 0), answer], &[], &found);
        let below = tree.at(under).children[0].proved();
        let before = &tree.at(0).children[0];
        (below, before.implied(), before.proved())
    };
    assert_eq!(answered(true), (Some(1.0), None, None));
    assert_eq!(answered(false), (Some(1.0), Some(0.0), Some(0.0)));
}

#[test]
fn history_goes_for_what_did_well_elsewhere_until_it_fails_here() {
    let moves = moves();
    let mut habits = Habits::default();
    habits.begin(false);
    for _ in 0..20 {
        habits.learn(&[(1, moves[1])], &won(1));
        habits.learn(&[(1, moves[0])], &won(2));
    }
    let visited = |ways: &[Way], times: u32, better: f64| {
        let tree = tree(ways, &moves[..2]);
        for child in [0, 1] {
            for _ in 0..times {
                let path = [step(0, child)];
                go(&tree, &path);
                let mut worth = [0.4; 17];
                worth[1] += if child == 0 { better } else { 0.0 };
                learn(&tree, &path, &[], &found(worth));
            }
        }
        chosen_at_the_root(&tree, &habits)
    };
    assert_eq!(visited(&[Way::Own, Way::History], 1, 0.1), 1);
    assert_eq!(visited(&[Way::Own], 1, 0.1), 0);
    assert_eq!(visited(&[Way::Own, Way::History], 1_000, 0.1), 0);
}

#[test]
fn rows_of_moves_tell_apart_what_single_moves_do_not() {
    let moves = moves();
    let (good, bad, answer) = (moves[0], moves[1], moves[2]);
    let learned = |rows: bool| {
        let mut habits = Habits::default();
        habits.begin(rows);
        for _ in 0..10 {
            habits.learn(&[(1, good), (2, answer)], &won(2));
            habits.learn(&[(1, bad), (2, answer)], &won(1));
        }
        let after = |before| habits.promise(&[(1, before)], 2, answer);
        (after(good), after(bad))
    };
    // The move itself did well in half of its games; after the one move always, after the other never.
    assert_eq!(learned(true), (0.75, 0.25));
    assert_eq!(learned(false), (0.5, 0.5));
}

#[test]
fn a_row_that_was_made_a_few_times_only_does_not_count() {
    let moves = moves();
    let mut habits = Habits::default();
    habits.begin(true);
    for _ in 0..6 {
        habits.learn(&[(1, moves[0]), (2, moves[1])], &won(1));
        habits.learn(&[(2, moves[1])], &won(2));
    }
    assert_eq!(habits.promise(&[(1, moves[0])], 2, moves[1]), 0.5);
}

#[test]
fn moves_made_later_count_where_men_are_brought_in_and_stay_and_not_where_playouts_do_not_tell_them(
) {
    let bringing = game(
        r#"(game "Nine" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    );
    let grave = Ways::of(&[Way::Grave]);
    assert_eq!(Mcts::new(1).ways(&bringing), grave);
    let asked = Ways::of(&[Way::History]);
    assert_eq!(Mcts::new(1).by(asked).ways(&bringing), asked);
    let turning = game(
        r#"(game "Turning" (players 2) (equipment { (board (square 5)) (piece "Disc" Each) })
        (rules (start { (place "Disc1" {7 11}) (place "Disc2" {12 13}) })
            (play (move Add (to (sites Empty)) (then (custodial Orthogonal
                (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between))))))))
            (end (if (>= (count Moves) 40) (result Mover Win)))))"#,
    );
    assert_ne!(Mcts::new(1).ways(&turning), grave);
    let moving = game(
        r#"(game "Ahead" (players 2)
        (equipment { (board (square 6)) (piece "Man" Each (move Step (directions { Forward FL FR }) (to if:(is Empty (to))))) (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
        (rules (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
            (play (forEach Piece)) (end (if (is In (last To) (sites Mover)) (result Mover Win)))))"#,
    );
    assert!(Rollouts::new(&moving).compiled());
    assert!(Mcts::new(1).ways(&moving).has(Way::Own));
}

#[test]
fn men_of_two_colours_put_on_one_site_are_two_moves() {
    let both = game(
        r#"(game "Both" (players 2) (equipment { (board (square 2)) (piece "Mark" Each) })
        (rules (play (or (move Add (piece "Mark1") (to (sites Empty))) (move Add (piece "Mark2") (to (sites Empty)))))
            (end (if (is Line 2) (result Mover Win)))))"#,
    );
    let mut chance = SplitMix64::new(1);
    let (mut state, mut legal) = (both.start(&mut chance), Vec::new());
    both.legal(&mut state, &mut legal);
    assert_eq!(legal.len(), 8);
    let keys = Keys::numbered();
    let key = |mv: Move| keys.of(hash(1, mv));
    let alike = legal.iter().filter(|mv| key(**mv) == key(legal[0]));
    assert_eq!(alike.count(), 1);
}

#[test]
fn threads_go_on_in_a_tree_that_is_full() {
    let four = game(
        r#"(game "Four" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#,
    );
    let (mut state, mut legal) = (four.start(&mut SplitMix64::new(1)), Vec::new());
    four.legal(&mut state, &mut legal);
    for way in [Way::Grave, Way::Own, Way::History] {
        let mut search = Mcts::new(1).by(Ways::of(&[way])).threads(4);
        search.largest = 60;
        for (search_number, kept) in [1, 2, 1, 2].into_iter().enumerate() {
            if search_number == 2 {
                // The tree is thrown away, and its places are used again.
                search.grown = None;
            }
            search.choose(&four.view(&state, 1), &legal, &mut Budget::nodes(1_000));
            let visits: u32 = search.tree.top().iter().map(|child| child.visits).sum();
            assert_eq!(visits, 1_000 * kept, "{way:?}");
            // A thread that waits for a core may keep places that it clears away.
            match search_number {
                2 => assert!(search.tree.size() <= 60, "{way:?}"),
                _ => assert_eq!(search.tree.size(), 60, "{way:?}"),
            }
        }
    }
}

#[test]
fn a_move_that_is_listed_twice_is_one_child() {
    let moves = moves();
    let (keys, mut notes) = (Keys::default(), Notes::of_one_of(1));
    let (mut node, mut picked) = (Node::default(), Vec::new());
    let listed = [moves[0], moves[1], moves[0], moves[2]];
    for _ in 0..2 {
        node.meet(&listed, 1, &keys, &mut notes, &mut picked);
        assert_eq!(picked, [0, 1, 0, 2]);
        assert_eq!(node.children.len(), 3);
    }
    assert_eq!(node.children[0].available, 4);
}

#[test]
fn a_new_root_takes_with_it_what_is_below_and_nothing_else() {
    let moves = moves();
    let mut tree = tree(&[Way::Own], &moves);
    let mut nodes = Vec::new();
    for child in [3, 5] {
        let node = go(&tree, &[step(0, child)]);
        meet(&tree, node, &moves[..2], 2);
        nodes.push((node, go(&tree, &[step(node, 1)])));
    }
    let (node, below) = nodes[1];
    let path = [step(0, 5), step(node, 1)];
    learn(&tree, &path, &[], &found(won(2)));
    meet(&tree, below, &moves[7..], 1);
    assert_eq!(tree.size(), 5);
    tree.begin_at(node);
    assert_eq!(tree.size(), 2);
    let root: Vec<(Move, u32, f64)> = (tree.top().iter())
        .map(|child| (child.mv, child.visits, child.value))
        .collect();
    assert_eq!(root, [(moves[0], 0, 0.0), (moves[1], 1, 1.0)]);
    assert_eq!(tree.most_visited(Nodes::ROOT).count(), 1);
    // Cleared away, the places are used again.
    let (again, new) = tree.descend(&mut tree.at(Nodes::ROOT), 0, 5);
    assert!(new && again.is_some_and(|place| place < 5));
}

/// The first player's man goes up the board, who cannot be stopped; or he goes aside.
const UNSTOPPABLE: &str = r#"(game "Unstoppable" (players 2) (equipment { (board (rectangle 12 3))
    (piece "Man" P1 (move Step (directions { N E W }) (to if:(is Empty (to)))))
    (piece "Other" P2 (move Step (directions { E W }) (to if:(is Empty (to))))) })
    (rules (start { (place "Man1" 1) (place "Other2" 25) })
        (play (forEach Piece)) (end (if (is In (last To) (sites Top)) (result P1 Win)))))"#;

#[test]
fn where_the_same_player_wins_all_random_games_it_counts_how_soon() {
    let (alike, open) = (
        game(UNSTOPPABLE),
        game(
            r#"(game "Three" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
        ),
    );
    assert!(all_alike(&alike) && !all_alike(&open));
    let mut state = alike.start(&mut SplitMix64::new(1));
    let mut legal = Vec::new();
    alike.legal(&mut state, &mut legal);
    assert_eq!(legal.len(), 3);
    // What the moves promise, by where they lead.
    let mut promise = std::collections::BTreeMap::new();
    for seed in 0..6 {
        let mut search = Mcts::new(seed);
        search.choose(&alike.view(&state, 1), &legal, &mut Budget::nodes(300));
        for line in &search.report.lines {
            *promise.entry(line.moves[0].target()).or_insert(0.0) += line.value;
        }
    }
    assert!(
        promise[&4] > promise[&0] && promise[&4] > promise[&2],
        "{promise:?}"
    );
}

#[test]
fn a_proved_draw_is_played_before_what_is_a_draw_at_the_most() {
    let nine = game(
        r#"(game "Nine" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    );
    let moves = moves();
    let mut search = Mcts::new(1);
    search.tree = tree(&[Way::Own], &moves[..2]);
    let tree = &search.tree;
    let draw = Found {
        decided: Some(0.5),
        ..found([0.5; 17])
    };
    let (unsure, sure) = (step(Nodes::ROOT, 0), step(Nodes::ROOT, 1));
    let node = go(tree, &[unsure]);
    go(tree, &[sure]);
    learn(tree, &[sure], &[], &draw);
    meet(tree, node, &moves[2..4], 2);
    let path = [unsure, step(node, 0)];
    go(tree, &path);
    learn(tree, &path, &[], &draw);
    // The other player has a draw after the first move, and perhaps more.
    assert!(tree.is_settled());
    assert_eq!(search.lines(&nine)[0].moves[0], moves[1]);
}

#[test]
fn what_the_game_is_like_is_known_before_a_clock_runs() {
    let game = game(UNSTOPPABLE);
    assert!(Mcts::new(1).nature.is_none());
    assert!(Mcts::new(1)
        .of(&game)
        .nature
        .is_some_and(|nature| nature.alike));
}

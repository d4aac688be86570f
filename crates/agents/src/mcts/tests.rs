//! The ways of the tree search do what their papers say.

use engine::{Move, Rollouts, SplitMix64};

use super::alike::all_alike;
use super::elsewhere::{Elsewhere, Made, Moves, OFTEN};
use super::habits::{key, Habits};
use super::iteration::{Step, Worth};
use super::tree::{From, Tree};
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
    meet(&mut tree, 0, moves, 1);
    tree
}

fn meet(tree: &mut Tree, at: usize, moves: &[Move], by: usize) {
    tree.meet(at, moves, by, &mut Vec::new());
    tree.complete(at);
}

fn chosen(tree: &Tree, at: usize, reference: usize, habits: &Habits) -> usize {
    let from = From {
        at,
        reference,
        picked: &[],
        habits,
    };
    tree.choose(&from, true, &mut SplitMix64::new(5))
}

#[test]
fn a_move_counts_once_a_game_and_for_who_made_it() {
    let moves = moves();
    let mut after = Moves::default();
    let made = |by: usize, index: usize, worth: f64| Made {
        key: key(by, moves[index]),
        worth,
    };
    after.learn(&[made(1, 0, 1.0), made(2, 1, 0.0), made(1, 0, 1.0)]);
    after.learn(&[made(1, 0, 0.0)]);
    let known = after.get(key(1, moves[0]));
    assert_eq!((known.times, known.value), (2, 1.0));
    assert_eq!(after.get(key(2, moves[0])), Elsewhere::default());
    assert_eq!(after.get(key(2, moves[1])).value, 0.0);
}

#[test]
fn compiled_playouts_tell_the_moves_that_grave_counts() {
    let game = game(
        r#"(game "Four" (players 2) (equipment { (board (square 4)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"#,
    );
    assert!(Rollouts::new(&game).tells());
    let (mut state, mut legal) = (game.start(&mut SplitMix64::new(1)), Vec::new());
    game.legal(&mut state, &mut legal);
    let mut search = Mcts::new(1).by(Ways::of(&[Way::Grave]));
    search.choose(&game.view(&state, 1), &legal, &mut Budget::nodes(300));
    // No game is over before the fourth stone of the first player, and the tree is not so deep.
    let times = |mv: &Move| search.tree.made_after_root(1, *mv);
    assert!(legal.iter().map(times).sum::<u32>() >= 300 * 4);
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
    let mut tree = tree(&[Way::Grave], &moves);
    let first = step(0, 0);
    let (node, _) = tree.descend(&first, 10);
    let node = node.expect("it is new");
    meet(&mut tree, node, &moves[1..], 2);
    // In games that began otherwise the second player won whenever there was a move to the sixth site.
    for _ in 0..OFTEN {
        tree.descend(&step(0, 1), 10);
        tree.learn_after(&[step(0, 1)], &[(1, moves[1]), (2, moves[5])], &won(2));
        for mv in [1, 2, 3, 4, 6, 7, 8] {
            tree.learn_after(&[step(0, 1)], &[(1, moves[1]), (2, moves[mv])], &won(1));
        }
    }
    assert_eq!(tree.reference(&[first], node), 0);
    assert_eq!(chosen(&tree, node, 0, &Habits::default()), 4);
    for _ in 0..OFTEN {
        tree.descend(&step(node, 2), 10);
    }
    assert_eq!(tree.reference(&[first], node), node);
}

#[test]
fn implicit_minimax_gives_both_sides_their_best_judged_position() {
    let moves = moves();
    let mut tree = tree(&[Way::Minimax], &moves[..2]);
    let (a, b) = (step(0, 0), step(0, 1));
    let (under, _) = tree.descend(&a, 10);
    let under = under.expect("it is new");
    tree.seem(&[a], 0.8);
    tree.descend(&b, 10);
    tree.seem(&[b], 0.3);
    // After as many games of equal worth the move goes first that looks better.
    let none = Habits::default();
    assert_eq!(chosen(&tree, 0, 0, &none), 0);
    // But there is a good answer to it, whatever else the other player might do.
    meet(&mut tree, under, &moves[2..4], 2);
    for (child, seems) in [(0, 0.1), (1, 0.9)] {
        let below = step(under, child);
        tree.descend(&below, 10);
        tree.seem(&[a, below], seems);
        assert_eq!(tree.implied(under), 0.1);
        assert_eq!(tree.implied(0), 0.3);
    }
    assert_eq!(chosen(&tree, 0, 0, &none), 1);
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
        let mut tree = tree(ways, &moves[..2]);
        for child in [0, 1] {
            for _ in 0..times {
                let step = step(0, child);
                tree.descend(&step, 10);
                let mut worth = [0.4; 17];
                worth[1] += if child == 0 { better } else { 0.0 };
                tree.learn(&[step], &[(1, moves[child])], &worth);
            }
        }
        chosen(&tree, 0, 0, &habits)
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
    let mut after = Moves::default();
    after.learn(&[Made {
        key: key(1, legal[0]),
        worth: 1.0,
    }]);
    let told = legal.iter().filter(|mv| after.get(key(1, **mv)).times > 0);
    assert_eq!(told.count(), 1);
}

#[test]
fn a_new_root_takes_with_it_what_is_below_and_nothing_else() {
    let moves = moves();
    let mut tree = tree(&[Way::Own], &moves);
    let mut nodes = Vec::new();
    for child in [3, 5] {
        let (node, _) = tree.descend(&step(0, child), 10);
        let node = node.expect("it is new");
        meet(&mut tree, node, &moves[..2], 2);
        let (below, _) = tree.descend(&step(node, 1), 10);
        nodes.push((node, below.expect("it is new")));
    }
    let (node, below) = nodes[1];
    tree.learn(
        &[step(0, 5), step(node, 1)],
        &[(1, moves[5]), (2, moves[1])],
        &won(2),
    );
    meet(&mut tree, below, &moves[7..], 1);
    assert_eq!(tree.size(), 5);
    tree.begin_at(node);
    assert_eq!(tree.size(), 2);
    let root: Vec<(Move, u32, f64)> = (tree.top().iter())
        .map(|child| (child.mv, child.visits, child.value))
        .collect();
    assert_eq!(root, [(moves[0], 0, 0.0), (moves[1], 1, 1.0)]);
    assert_eq!(tree.most_visited(tree.root()).count(), 1);
    // Cleared away, the places are used again.
    let (again, new) = tree.descend(&step(tree.root(), 0), 5);
    assert!(new && again.is_some_and(|place| place < 6));
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
    let tree = &mut search.tree;
    let (unsure, sure) = (step(tree.root(), 0), step(tree.root(), 1));
    let mut visit = |path: &[Step], draw: bool| {
        let last = path.iter().map(|step| tree.descend(step, 10)).last();
        if draw {
            tree.decide(path, 0.5);
            tree.prove(path);
        }
        last.and_then(|(node, _)| node).expect("there is room")
    };
    let node = visit(&[unsure], false);
    visit(&[sure], true);
    meet(&mut search.tree, node, &moves[2..4], 2);
    let tree = &mut search.tree;
    let path = [unsure, step(node, 0)];
    for step in &path {
        tree.descend(step, 10);
    }
    tree.decide(&path, 0.5);
    tree.prove(&path);
    // The other player has a draw after the first move, and perhaps more.
    assert!(tree.settled());
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

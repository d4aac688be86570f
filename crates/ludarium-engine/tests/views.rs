//! Views: they show what is visible, hide what is hidden, and can be sampled.

use crate::described;

use described::{corpus, games};
use ludarium_engine::{Chance, Game, Hidden, Piece, SetUp, SplitMix64, State};
use ludarium_lud::{Choices, Definitions};
use proptest::prelude::*;

fn compile(text: &str) -> Game {
    let definitions = Definitions::none();
    let description = ludarium_lud::load("test", text, &definitions, &Choices::defaults());
    let description = description.unwrap_or_else(|errors| panic!("{errors}"));
    Game::compile(&description).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Two armies of six face each other; of the other player's pieces, a player sees only the sites,
/// or not even those.
fn covered(data: &str) -> Game {
    covered_and(data, "", "")
}

/// The same with another rule of the start, and another of the end.
fn covered_and(data: &str, start: &str, end: &str) -> Game {
    compile(&format!(
        r#"(game "Covers" (players 2)
            (equipment {{ (board (square 6)) (piece "Tower" Each (move Slide)) (piece "Foot" Each (move Step (to if:(is Empty (to))))) }})
            (rules
                (start {{
                    (place "Tower1" {{ 0 1 }}) (place "Foot1" {{ 2 3 4 5 }})
                    (place "Tower2" {{ 30 31 }}) (place "Foot2" {{ 32 33 34 35 }})
                    (set Hidden {data} (sites {{ 30..35 }}) to:P1)
                    (set Hidden {data} (sites {{ 0..5 }}) to:P2) {start}
                }})
                (play (forEach Piece))
                (end {{ (if (no Moves Next) (result Mover Win)) {end} }})))"#
    ))
}

/// A position of that game with the second player's pieces in the given order.
fn position(game: &Game, towers: [usize; 2]) -> State {
    let kind = |name: &str| {
        let named = |component: &ludarium_engine::Component| component.name == name;
        game.components()
            .iter()
            .position(named)
            .expect("a piece of this name")
    };
    let mut pieces = vec![(0, Piece::of(kind("Tower1")))];
    for slot in 30..36 {
        let name = if towers.contains(&slot) {
            "Tower2"
        } else {
            "Foot2"
        };
        pieces.push((slot, Piece::of(kind(name))));
    }
    let set_up = SetUp {
        pieces,
        mover: 1,
        ..SetUp::default()
    };
    game.set_up(&set_up, &mut SplitMix64::new(1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn states_that_differ_only_in_what_is_hidden_look_alike(
        one in (30usize..33, 33usize..36), other in (30usize..33, 33usize..36), seed: u64
    ) {
        for data in ["What", "", "{ What State Count }"] {
            let game = covered(data);
            let (one, other) = (position(&game, one.into()), position(&game, other.into()));
            prop_assert!(game.view(&one, 1) == game.view(&other, 1), "{data}");
            prop_assert_eq!(game.view(&one, 2) == game.view(&other, 2), one == other);
            // The same seed gives the same sample.
            let suppose = |state| game.view(state, 1).sample(&mut SplitMix64::new(seed));
            prop_assert!(suppose(&one) == suppose(&other), "{data}");
        }
    }

    #[test]
    fn a_sampled_state_has_the_same_view(seed: u64) {
        // The last two games remember the order in which the pieces came.
        let ordered = "(if (= (where \"Tower\" Next) 14) (result Mover Loss))";
        let stacks = "(place Stack \"Foot1\" 14)";
        let plain = ["What", "", "{ What Who }", "Value"].map(|data| (data, "", ""));
        let orders = [("", "", ordered), ("What", stacks, "")];
        for (data, start, end) in plain.into_iter().chain(orders) {
            let game = covered_and(data, start, end);
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            game.playout(&mut state, 20, &mut pick, &mut chance);
            for player in 1..=2 {
                let view = game.view(&state, player);
                let supposed = view.sample(&mut pick);
                prop_assert!(game.view(&supposed, player) == view, "{data}, player {player}");
            }
        }
    }
}

/// Nobody sees the other's pieces, nor where they have been. A move of the piece on site 14 is
/// progress, and pending.
const DARK: &str = r#"(game "Dark" (players 2)
    (equipment { (board (square 4)) (piece "Foot" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start {
            (place "Foot1" { 0 1 }) (place "Foot2" { 14 15 })
            (set Hidden (sites { 2..15 }) to:P1) (set Hidden (sites { 0..13 }) to:P2)
        })
        (play (forEach Piece
            (then (seq {
                (if (= (last From) 14) (and (set Counter) (set Pending (last To))))
                (set Hidden (sites Board) to:P1) (set Hidden (sites Board) to:P2)
                (set Hidden (sites Occupied by:P1) False to:P1)
                (set Hidden (sites Occupied by:P2) False to:P2)
            }))))
        (end (if (or (no Moves Next) (and (is Pending) (> (counter) 90))) (result Mover Win)))))"#;

#[test]
fn an_unseen_move_leaves_no_trace_in_a_view() {
    let game = compile(DARK);
    let play = |ends: &[(i32, i32)]| {
        let mut chance = SplitMix64::new(1);
        let mut state = game.start(&mut chance);
        for &ends in ends {
            let moves = game.legal_moves(&mut state);
            let mut moves = moves.into_iter();
            let mv = moves.find(|mv| (mv.origin(), mv.target()) == ends);
            game.apply(&mut state, mv.expect("a legal move"), &mut chance);
        }
        state
    };
    let one = play(&[(0, 4), (14, 10)]);
    let other = play(&[(0, 4), (15, 11)]);
    assert!(game.view(&one, 1) == game.view(&other, 1));
    assert!(game.view(&one, 2) != game.view(&other, 2));
    // A player knows its own move, although it has left a site that is dark to it now.
    assert_eq!(game.view(&one, 2).shown().last(), (14, 10));
    let sampled = game.view(&one, 1).sample(&mut SplitMix64::new(3));
    assert!(game.view(&sampled, 1) == game.view(&one, 1));
}

#[test]
fn a_covered_piece_is_visible_as_a_piece_and_a_hidden_one_is_not() {
    let game = covered("What");
    let state = position(&game, [30, 31]);
    let seen = game.view(&state, 1).at(30);
    assert_eq!((seen.what, seen.who, seen.count), (None, Some(2), Some(1)));
    assert_eq!(game.view(&state, 2).at(30).what, Some(state.what(30)));
    assert_eq!(game.view(&state, 1).at(10).what, Some(0));

    let game = covered("");
    let state = position(&game, [30, 31]);
    let seen = game.view(&state, 1).at(30);
    assert_eq!((seen.what, seen.who, seen.count), (None, None, None));
}

#[test]
fn sampled_hidden_pieces_are_those_of_the_game() {
    let game = covered("What");
    let state = game.start(&mut SplitMix64::new(1));
    let tower = state.what(30);
    let mut places = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let supposed = game.view(&state, 1).sample(&mut SplitMix64::new(seed));
        let towers: Vec<usize> = (30..36)
            .filter(|&slot| supposed.what(slot) == tower)
            .collect();
        assert_eq!(towers.len(), 2, "two of the six are towers");
        places.extend(towers);
    }
    assert_eq!(places.len(), 6, "and they may be any of the six");
}

#[test]
fn a_view_of_a_game_that_hides_nothing_is_the_state_itself() {
    for (name, game) in games() {
        if game.features().hidden_information {
            continue;
        }
        let state = game.start(&mut SplitMix64::new(3));
        let view = game.view(&state, 1);
        assert!(view.is_complete(), "{name}");
        assert!(
            std::ptr::eq(view.complete().expect("complete"), &state),
            "{name}"
        );
    }
}

#[test]
fn sixteen_players_may_each_have_secrets() {
    let game = compile(
        r#"(game "Crowd" (players 16)
            (equipment { (board (square 5)) (piece "Mark" Each) })
            (rules
                (start { (place "Mark1" { 0 }) (set Hidden What at:0 to:P5) (set Hidden Who at:0 to:P16) })
                (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#,
    );
    let state = game.start(&mut SplitMix64::new(1));
    let hidden: Vec<(usize, Hidden)> = (1..=16)
        .flat_map(|player| [(player, Hidden::What), (player, Hidden::Who)])
        .filter(|&(player, data)| state.is_hidden(0, data, player))
        .collect();
    assert_eq!(hidden, [(5, Hidden::What), (16, Hidden::Who)]);
    assert_eq!(state.hash(), state.recomputed_hash());
}

#[test]
fn every_corpus_game_with_hidden_data_can_be_sampled() {
    let Some(corpus) = corpus() else {
        return;
    };
    let (mut games, mut views) = (0, 0);
    for (name, game) in corpus.filter(|(_, game)| game.layout().hidden > 0) {
        games += 1;
        for seed in 0..3 {
            let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
            let mut state = game.start(&mut chance);
            for _ in 0..4 {
                game.playout(&mut state, 7, &mut pick, &mut chance);
                for player in 1..=game.players() {
                    let view = game.view(&state, player);
                    let mut supposed = view.sample(&mut pick);
                    assert!(
                        game.view(&supposed, player) == view,
                        "{name}, player {player}"
                    );
                    views += usize::from(!view.is_complete());
                    // Play can continue from a sampled state.
                    let _ = pick.below(2);
                    game.playout(&mut supposed, 3, &mut pick, &mut chance);
                }
            }
        }
    }
    println!("{games} games hide something; {views} views were not complete");
}

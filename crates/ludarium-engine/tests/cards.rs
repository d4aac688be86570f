//! Cards and dominoes.

use crate::small;

use ludarium_engine::{Action, Game, SplitMix64, State};
use small::{asked, begin, compiled, game, legal, play, plays_and_takes_back};

const PLAY: &str = "(play (or (playCard) (move Pass))) (end (if (all Passed) (result Mover Draw)))";

fn deck(equipment: &str, start: &str) -> Game {
    game(
        &format!("(board (rectangle 1 2)) (hand Each size:5) {equipment}"),
        &format!("(start {{ {start} }}) {PLAY}"),
    )
}

/// The slots of the container with a name.
fn slots(game: &Game, name: &str) -> std::ops::Range<usize> {
    let found = game.containers().iter().find(|c| c.name == name);
    let found = found.unwrap_or_else(|| panic!("no {name}"));
    found.first..found.first + found.size
}

fn held(game: &Game, state: &State, name: &str) -> Vec<usize> {
    let slots = slots(game, name);
    slots.map(|slot| state.height(slot)).collect()
}

#[test]
fn a_deck_is_a_pile_of_four_suits_of_thirteen_cards() {
    let game = deck("(deck)", "(deal Cards 0)");
    let state = begin(&game);
    assert_eq!(game.components().len(), 1 + 52);
    let pile = slots(&game, "Deck");
    assert_eq!((pile.len(), state.height(pile.start)), (52, 52));
}

#[test]
fn a_shuffle_is_a_matter_of_chance_and_the_same_for_equal_seeds() {
    let game = deck("(deck)", "(deal Cards 5)");
    let hand = |seed| {
        let state = game.start(&mut SplitMix64::new(seed));
        let slots = slots(&game, "Hand1");
        slots.map(|slot| state.what(slot)).collect::<Vec<_>>()
    };
    assert_eq!(hand(1), hand(1));
    assert_ne!(hand(1), hand(2));
}

#[test]
fn cards_are_dealt_in_turn_to_the_free_sites_of_the_hands() {
    let game = deck("(deck)", "(deal Cards 3)");
    let state = begin(&game);
    assert_eq!(held(&game, &state, "Hand1"), [1, 1, 1, 0, 0]);
    assert_eq!(held(&game, &state, "Hand2"), [1, 1, 1, 0, 0]);
    assert_eq!(state.height(slots(&game, "Deck").start), 46);
}

#[test]
fn a_full_hand_takes_cards_on_top_of_others() {
    let game = deck("(deck)", "(deal Cards 7)");
    let state = begin(&game);
    assert_eq!(held(&game, &state, "Hand1"), [3, 1, 1, 1, 1]);
}

#[test]
fn a_deck_that_is_split_lies_card_by_card() {
    let game = deck("(deck cardsBySuit:2 suits:3)", "(split Deck)");
    let state = begin(&game);
    assert_eq!(held(&game, &state, "Deck"), [1; 6]);
}

#[test]
fn a_card_is_played_to_the_site_of_its_player() {
    let game = deck("(deck)", "(deal Cards 2)");
    let mut state = begin(&game);
    assert_eq!(legal(&game, &mut state).len(), 2 + 1);
    let told = play(&game, &mut state, 0);
    assert!(matches!(told[..], [Action::Move { .. }]));
    assert_eq!((state.height(0), state.mover()), (1, 2));
    play(&game, &mut state, 1);
    assert_eq!(state.height(1), 1);
}

#[test]
fn a_card_has_a_rank_a_suit_and_a_value() {
    let equipment = "(board (square 2)) (hand Each)
        (deck suits:1 { (card Ace rank:9 value:11 trumpRank:12 trumpValue:20) })";
    let top = |property: &str| {
        asked(
            equipment,
            "(deal Cards 1)",
            &format!("({property} at:(handSite P1))"),
        )
    };
    assert_eq!(top("card Rank"), 9);
    assert_eq!(top("card Suit"), 1);
    assert_eq!(top("card TrumpRank"), 12);
    assert_eq!(top("card TrumpValue"), 20);
    assert_eq!(top("value Piece"), 11);
    assert_eq!(asked(equipment, "(deal Cards 1)", "(card Rank at:0)"), -1);
}

#[test]
fn the_trump_suit_is_chosen_among_several() {
    let game = game(
        "(board (square 2)) (deck)",
        "(play (move Set TrumpSuit (array {1 3}) (then (addScore Mover (card TrumpSuit)))))
         (end (if (> (score P1) 0) (result P1 Win)))",
    );
    let mut state = begin(&game);
    let moves = legal(&game, &mut state);
    assert_eq!(moves.len(), 2);
    game.apply(&mut state, moves[1], &mut SplitMix64::new(1));
    assert_eq!(state.score(1), 3);
}

#[test]
fn a_bet_is_any_amount_of_its_range() {
    let game = game(
        "(board (square 2)) (piece \"Chip\" Each)",
        "(play (move Bet P1 (range 2 4) (then (addScore P1 (amount P1)))))
         (end (if (> (score P1) 0) (result P1 Win)))",
    );
    let mut state = begin(&game);
    let moves = legal(&game, &mut state);
    assert_eq!(moves.len(), 3);
    game.apply(&mut state, moves[2], &mut SplitMix64::new(1));
    assert_eq!(state.score(1), 4);
}

/// Dominoes up to two on a table without borders; touching halves must match.
fn dominoes() -> Game {
    compiled(
        "(game \"Dominoes\" (players 2)
            (equipment { (boardless Square 21) (dominoes upTo:2) (hand Each size:6) })
            (rules (start (deal Dominoes 2))
                (play (or
                    (do (move (from (sites Occupied by:All container:(mover))) (to (sites LineOfPlay)))
                        ifAfterwards:(is PipsMatch))
                    (move Pass)))
                (end (if (all Passed) (result Mover Draw)))))",
    )
}

#[test]
fn a_set_of_dominoes_has_every_pair_once() {
    let game = dominoes();
    let state = begin(&game);
    let names: Vec<&str> = game.components()[1..]
        .iter()
        .map(|kind| kind.name.as_str())
        .collect();
    assert!(names
        .starts_with(&["Domino00", "Domino01", "Domino02", "Domino11", "Domino12", "Domino22"]));
    let dealt = |hand| held(&game, &state, hand).iter().sum::<usize>();
    assert_eq!(
        (dealt("Hand1"), dealt("Hand2")),
        (2, 2),
        "the others lie nowhere"
    );
}

#[test]
fn the_first_domino_is_placed_in_the_middle_in_four_rotations() {
    let game = dominoes();
    let mut state = begin(&game);
    let moves = legal(&game, &mut state);
    assert_eq!(moves.len(), 2 * 4 + 1, "two in hand, and the pass");
    let middle = moves[0].target();
    play(&game, &mut state, middle);
    let covered = game.board().topology.len(ludarium_board::SiteType::Cell);
    let covered = (0..covered).filter(|&slot| !state.is_empty(slot)).count();
    assert_eq!(covered, 8, "two wide and four long");
}

/// The moves of the second player, who holds `Domino12` and `Domino22`, after a first domino.
fn answers(first: &str) -> usize {
    let text = format!(
        "(game \"Dominoes\" (players 2)
            (equipment {{ (boardless Square 21) (dominoes upTo:2) (hand Each size:2) }})
            (rules
                (start {{
                    (place \"{first}\" (handSite P1)) (place \"Domino12\" (handSite P2))
                    (place \"Domino22\" (handSite P2 1))
                }})
                (play (do
                    (move
                        (from (sites Occupied by:All container:(mover)))
                        (to (sites LineOfPlay)))
                    ifAfterwards:(is PipsMatch)))
                (end (if (no Moves Next) (result Mover Win)))))"
    );
    let game = compiled(&text);
    let mut state = begin(&game);
    let moves = legal(&game, &mut state);
    game.apply(&mut state, moves[0], &mut SplitMix64::new(1));
    legal(&game, &mut state).len()
}

#[test]
fn a_domino_is_laid_against_an_end_with_the_same_pips() {
    // One turn of the one with one half that matches, two of the double.
    assert_eq!(answers("Domino02"), 3);
}

#[test]
fn a_double_takes_dominoes_at_its_middle_too() {
    // At each of two ends and two sides; a double is not laid against the other double's kind.
    assert_eq!(answers("Domino11"), 4);
}

#[test]
fn no_domino_fits_where_no_half_matches() {
    assert_eq!(answers("Domino00"), 0);
}

#[test]
fn touching_halves_have_equal_pips() {
    for seed in 0..12 {
        let game = dominoes();
        let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(seed));
        let mut state = game.start(&mut chance);
        game.playout(&mut state, 40, &mut pick, &mut chance);
        assert_eq!(state.fault(), None);
    }
    plays_and_takes_back(&dominoes(), 5);
}

#[test]
fn a_domino_is_drawn_while_there_are_dominoes_and_room() {
    let game = game(
        "(boardless Square 5) (dominoes upTo:2) (hand Each size:4)",
        "(start (deal Dominoes 1)) (play (or (take Domino) (move Pass)))
         (end (if (all Passed) (result Mover Draw)))",
    );
    let mut state = begin(&game);
    for drawn in 0..4 {
        let moves = legal(&game, &mut state);
        assert_eq!(moves.len(), 2, "after {drawn}");
        game.apply(&mut state, moves[0], &mut SplitMix64::new(1));
    }
    assert_eq!(legal(&game, &mut state).len(), 1, "the stock is empty");
}

#[test]
fn games_with_cards_are_sampled_and_undone() {
    plays_and_takes_back(&deck("(deck)", "(deal Cards 3)"), 1);
}

#[test]
fn cards_in_hand_are_visible_to_their_holder_only() {
    let game = deck("(deck)", "(deal Cards 2)");
    let state = begin(&game);
    let (own, other) = (slots(&game, "Hand1").start, slots(&game, "Hand2").start);
    let view = game.view(&state, 1);
    assert!(!view.is_complete());
    assert_eq!(view.at(own).what, Some(state.what(own)));
    assert_eq!(view.at(other).what, None);
    assert_eq!(view.at(slots(&game, "Deck").start).what, None);

    // The sampled state looks the same to the player.
    let supposed = view.sample(&mut SplitMix64::new(9));
    assert_eq!(supposed.what(own), state.what(own));
    assert!(game.view(&supposed, 1) == view);
}

//! How pieces move according to the engine, compared with the sources.

use std::collections::BTreeSet;

use ludarium_engine::Game;
use ludarium_picture::{Mark, Mobility, Scene};

fn game(slug: &str) -> Game {
    let entry = ludarium_games::find(slug).unwrap_or_else(|error| panic!("{error}"));
    ludarium_games::load(entry, &[])
        .unwrap_or_else(|error| panic!("{slug}: {error}"))
        .game
}

/// The names of the sites that a piece of player 1 can reach from a site with this mark.
fn reached(game: &Game, piece: &str, from: &str, mark: Mark) -> BTreeSet<String> {
    let scene = Scene::new(game, None);
    let of =
        |component: &ludarium_engine::Component| component.base == piece && component.owner == 1;
    let what = game.components().iter().position(of).expect("the piece");
    let mobility = Mobility::of(game, what, scene.slot(from)).expect("it moves");
    let topology = &game.board().topology;
    let label = |slot: &usize| {
        topology
            .site(game.board().default_site, *slot as u32)
            .label
            .to_lowercase()
    };
    mobility
        .targets
        .iter()
        .filter(|(_, own)| *own == mark)
        .map(|(slot, _)| label(slot))
        .collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Gollon, pp. 41-44: the elephant moves two squares diagonally and leaps over the first.
#[test]
fn the_elephant_of_shatranj_reaches_four_squares() {
    let game = game("gollon-shatranj");
    assert_eq!(
        reached(&game, "Fil", "d3", Mark::Either),
        set(&["b1", "f1", "b5", "f5"])
    );
}

/// Gollon, pp. 41-44: the foot soldier moves one square ahead and captures one square diagonally
/// ahead.
#[test]
fn the_foot_soldier_of_shatranj_captures_where_it_does_not_move() {
    let game = game("gollon-shatranj");
    assert_eq!(reached(&game, "Baidaq", "d3", Mark::Move), set(&["d4"]));
    assert_eq!(
        reached(&game, "Baidaq", "d3", Mark::Capture),
        set(&["c4", "e4"])
    );
    assert_eq!(reached(&game, "Baidaq", "d3", Mark::Either), set(&[]));
}

/// Gollon, pp. 139-150: the cannon moves like the chariot and captures only over one piece in
/// between.
#[test]
fn the_cannon_does_not_capture_an_adjacent_piece() {
    let game = game("gollon-chinese-chess");
    assert_eq!(
        reached(&game, "Cannon", "d5", Mark::Move),
        set(&["c5", "e5", "d4", "d6"])
    );
    let far = reached(&game, "Cannon", "d5", Mark::Either);
    assert_eq!(far.len(), 6 + 7);
    assert!(far.contains("d7") && far.contains("a5") && !far.contains("d6"));
}

/// Without a site, a piece stands where it can get in a game: the mandarin in the middle of the
/// palace.
#[test]
fn the_mandarin_is_shown_in_the_palace() {
    let game = game("gollon-chinese-chess");
    let what = game
        .components()
        .iter()
        .position(|component| component.base == "Mandarin");
    let mobility = Mobility::of(&game, what.expect("the mandarin"), None).expect("he moves");
    assert_eq!(mobility.targets.len(), 4);
    assert_eq!(
        mobility.from,
        Scene::new(&game, None).slot("e2").expect("e2")
    );
}

/// Falkener, pp. 237-238: the `man` of Turkish draughts moves one square ahead or sideways, and
/// captures the same way.
#[test]
fn the_man_of_turkish_draughts_captures_by_jumping() {
    let game = game("falkener-turkish-draughts");
    assert_eq!(
        reached(&game, "Man", "d4", Mark::Move),
        set(&["c4", "e4", "d5"])
    );
    assert_eq!(
        reached(&game, "Man", "d4", Mark::Capture),
        set(&["b4", "f4", "d6"])
    );
}

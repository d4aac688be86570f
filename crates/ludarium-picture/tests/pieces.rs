//! Pieces in a picture can be found by their site, kind and owner.

use std::collections::BTreeMap;

use ludarium_engine::{Game, SetUp, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_picture::{Marks, Options, Scene};

fn load(name: &str) -> (&'static Entry, Game) {
    let entry = ludarium_games::find(name).unwrap_or_else(|error| panic!("{error}"));
    let loaded = ludarium_games::load(entry, &[]).unwrap_or_else(|error| panic!("{error}"));
    (entry, loaded.game)
}

fn picture(entry: &Entry, game: &Game, state: &State) -> String {
    Scene::new(game, Some(&entry.about)).draw(state, &Marks::default(), &Options::default())
}

/// The pieces of a picture: how often each (site, kind, owner) is drawn.
fn pieces(svg: &str) -> BTreeMap<(String, String, usize), usize> {
    let mut found = BTreeMap::new();
    for group in svg.split("<g class=\"piece\" ").skip(1) {
        let attribute = |name: &str| -> &str {
            let after = group.split_once(&format!("{name}=\"")).expect(name).1;
            after.split_once('"').expect("a value").0
        };
        let piece = (
            attribute("data-site").to_owned(),
            attribute("data-piece").to_owned(),
            attribute("data-owner").parse().expect("a player"),
        );
        *found.entry(piece).or_default() += 1;
    }
    found
}

#[test]
fn each_player_of_shatranj_has_sixteen_pieces_of_six_kinds() {
    let (entry, game) = load("shatranj");
    let svg = picture(entry, &game, &game.start(&mut SplitMix64::new(0)));
    let pieces = pieces(&svg);
    for player in 1..=2 {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for ((_, kind, owner), count) in &pieces {
            if *owner == player {
                *kinds.entry(kind.as_str()).or_default() += count;
            }
        }
        let mut counts: Vec<usize> = kinds.values().copied().collect();
        counts.sort_unstable();
        assert_eq!(counts, [1, 1, 2, 2, 2, 8], "{kinds:?}");
    }
}

#[test]
fn every_piece_of_every_game_is_drawn_in_a_group_of_its_site_kind_and_owner() {
    for entry in ludarium_games::games() {
        if entry.description.is_empty() {
            continue;
        }
        let (entry, game) = load(entry.slug);
        let state = game.start(&mut SplitMix64::new(0));
        let svg = picture(entry, &game, &state);
        let drawn = pieces(&svg);
        for (site, ..) in drawn.keys() {
            let slot: usize = site.strip_prefix("site-").expect("a slot").parse().unwrap();
            assert_ne!(state.what(slot), 0, "{}: {site} is empty", entry.slug);
        }
        for slot in (0..game.layout().board_sites).filter(|slot| state.what(*slot) != 0) {
            let component = &game.components()[state.what(slot)];
            if component.die.is_some() {
                continue;
            }
            let owner = match component.owner {
                owner if owner <= game.players() => owner,
                _ => 0,
            };
            let piece = (format!("site-{slot}"), component.base.clone(), owner);
            assert!(drawn.contains_key(&piece), "{}: {piece:?}", entry.slug);
            let site = format!("<g id=\"site-{slot}\">");
            assert_eq!(svg.matches(&site).count(), 1, "{}: {site}", entry.slug);
        }
    }
}

/// Fifteen pieces a side, as on every backgammon board.
#[test]
fn each_piece_on_a_backgammon_point_is_a_group_of_its_own() {
    let (entry, game) = load("backgammon");
    let svg = picture(entry, &game, &game.start(&mut SplitMix64::new(0)));
    for player in 1..=2 {
        let own = pieces(&svg)
            .into_iter()
            .filter(|((.., owner), _)| *owner == player)
            .map(|(_, count)| count);
        assert_eq!(own.sum::<usize>(), 15);
    }
}

#[test]
fn a_piece_in_hand_is_a_group_like_those_on_the_board() {
    let (entry, game) = load("shogi");
    let layout = game.layout();
    let hand = game
        .containers()
        .iter()
        .find(|container| container.owner == 1 && container.first >= layout.board_sites)
        .expect("a hand");
    let start = game.start(&mut SplitMix64::new(0));
    let kind = (1..game.components().len())
        .find(|kind| {
            let component = &game.components()[*kind];
            component.owner == 1 && component.base.to_lowercase().contains("gold")
        })
        .expect("a gold general");
    let mut placed: Vec<_> = (0..layout.board_sites)
        .filter(|slot| start.what(*slot) != 0)
        .map(|slot| (slot, ludarium_engine::state::Piece::of(start.what(slot))))
        .collect();
    placed.push((hand.first, ludarium_engine::state::Piece::of(kind)));
    let setup = SetUp {
        pieces: placed,
        mover: 1,
        ..SetUp::default()
    };
    let state = game.set_up(&setup, &mut SplitMix64::new(0));
    let slot = hand.first;
    assert_ne!(state.what(slot), 0, "the hand holds a piece");
    let drawn = pieces(&picture(entry, &game, &state));
    let name = game.components()[kind].base.clone();
    let piece = (format!("site-{slot}"), name, 1);
    assert_eq!(drawn.get(&piece), Some(&1), "{drawn:?}");
}

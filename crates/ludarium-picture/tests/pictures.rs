//! Properties of the pictures of all built-in games.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_games::drawing::Citadel;
use ludarium_games::Entry;
use ludarium_picture::{Marks, Options, PieceStyle, Scene};

/// Runs a check on every playable built-in game.
fn every_game(check: impl Fn(&Entry, &Game, &Scene, &State)) {
    for entry in ludarium_games::games() {
        if entry.description.is_empty() {
            continue;
        }
        let loaded = ludarium_games::load(entry, &[])
            .unwrap_or_else(|error| panic!("{}: {error}", entry.slug));
        let scene = Scene::new(&loaded.game, Some(&entry.about));
        let state = loaded.game.start(&mut SplitMix64::new(0));
        check(entry, &loaded.game, &scene, &state);
    }
}

/// The size stated in a picture.
fn size(svg: &str) -> (f64, f64) {
    let number = |name: &str| -> f64 {
        let after = svg.split_once(&format!(" {name}=\"")).expect("a size").1;
        after
            .split('"')
            .next()
            .and_then(|text| text.parse().ok())
            .expect("a number")
    };
    (number("width"), number("height"))
}

/// The translation and scale of the board in a picture.
fn placed(svg: &str) -> (f64, f64, f64) {
    let after = svg.split_once("transform=\"translate(").expect("a place").1;
    let numbers: Vec<f64> = after
        .split(['(', ')', ' ', '"'])
        .filter_map(|text| text.parse().ok())
        .take(3)
        .collect();
    (numbers[0], numbers[1], numbers[2])
}

#[test]
fn every_site_of_every_game_is_drawn_once_within_the_picture() {
    every_game(|entry, game, scene, state| {
        let svg = scene.draw(state, &Marks::default(), &Options::default());
        let layout = scene.layout(state);
        let ((width, height), (x, y, unit)) = (size(&svg), placed(&svg));
        for slot in 0..game.layout().board_sites {
            let name = format!("id=\"site-{slot}\"");
            assert_eq!(svg.matches(&name).count(), 1, "{}: {name}", entry.slug);
            let spot = layout.spots[slot].expect("a spot");
            let at = (x + unit * spot.at.0, y + unit * spot.at.1);
            assert!(
                at.0 > 0.0 && at.1 > 0.0 && at.0 < width && at.1 < height,
                "{}: site {slot} lies at {at:?} in a picture of {width} x {height}",
                entry.slug
            );
        }
    });
}

#[test]
fn no_two_sites_of_a_game_are_drawn_in_one_place() {
    every_game(|entry, game, scene, state| {
        let layout = scene.layout(state);
        let mut seen = BTreeSet::new();
        for spot in layout.spots[..game.layout().board_sites].iter().flatten() {
            let near = |x: f64| (x * 20.0).round() as i64;
            assert!(
                seen.insert((near(spot.at.0), near(spot.at.1))),
                "{}: {spot:?}",
                entry.slug
            );
        }
    });
}

#[test]
fn no_two_piece_kinds_of_a_player_are_drawn_alike() {
    every_game(|entry, game, scene, _| {
        let mut seen = BTreeMap::new();
        for (what, component) in game.components().iter().enumerate().skip(1) {
            if component.die.is_some() {
                continue;
            }
            let icon = scene.piece_icons().of(what).expect("a form").clone();
            if let Some(other) = seen.insert((component.owner, icon), component.name.clone()) {
                panic!(
                    "{}: {other} and {} are drawn alike",
                    entry.slug, component.name
                );
            }
        }
    });
}

#[test]
fn the_pieces_of_two_players_differ_in_shape_or_mark() {
    for players in 2..=4 {
        for dark_first in [false, true] {
            let shape_and_bar = |owner| {
                let style = PieceStyle::of(owner, players, dark_first);
                (format!("{:?}", style.shape), style.has_bar)
            };
            let all: BTreeSet<_> = (1..=players).map(shape_and_bar).collect();
            assert_eq!(all.len(), players);
        }
    }
}

#[test]
fn every_picture_is_well_formed() {
    every_game(|entry, _, scene, state| {
        let options = Options {
            coordinates: true,
            ..Options::default()
        };
        let svg = scene.draw(state, &Marks::default(), &options);
        let mut open: Vec<&str> = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag
                .split_once('>')
                .unwrap_or_else(|| panic!("{}: {tag}", entry.slug));
            assert!(
                !text.contains('&') || text.contains(';'),
                "{}: {text}",
                entry.slug
            );
            assert_eq!(tag.matches('"').count() % 2, 0, "{}: {tag}", entry.slug);
            assert!(
                !tag.contains("NaN") && !tag.contains("inf"),
                "{}: {tag}",
                entry.slug
            );
            let name = tag.split_whitespace().next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(closed) => assert_eq!(open.pop(), Some(closed), "{}", entry.slug),
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{}: {open:?}", entry.slug);
    });
}

#[test]
fn drawing_keys_of_about_toml_name_existing_sites_and_pieces() {
    every_game(|entry, game, scene, _| {
        let look = &entry.about.board;
        for label in look.diagonals.iter().flatten().chain(&look.crossed) {
            assert!(
                scene.slot(label).is_some(),
                "{}: there is no site {label}",
                entry.slug
            );
        }
        for Citadel(name, by, _) in &look.citadels {
            for site in [name, by] {
                assert!(
                    scene.slot(site).is_some(),
                    "{}: there is no site {site}",
                    entry.slug
                );
            }
        }
        for track in &look.course {
            let known = game.board().tracks.iter().any(|own| own.name == *track);
            assert!(known, "{}: there is no track {track}", entry.slug);
        }
        for piece in entry.about.glyphs.keys() {
            let known = game
                .components()
                .iter()
                .any(|component| component.base == *piece);
            assert!(known, "{}: there is no piece {piece}", entry.slug);
        }
    });
}

/// Tâb is thrown with four split sticks. The throw is the number of sticks with the flat, light
/// side up.
#[test]
fn sticks_are_drawn_as_they_fell() {
    let entry = ludarium_games::find("bgs-tab-egypt").unwrap_or_else(|error| panic!("{error}"));
    let game = ludarium_games::load(entry, &[])
        .unwrap_or_else(|error| panic!("{error}"))
        .game;
    let scene = Scene::new(&game, Some(&entry.about));
    for seed in 0..20 {
        let state = game.start(&mut SplitMix64::new(seed));
        let svg = scene.draw(&state, &Marks::default(), &Options::default());
        let panel = svg.split_once("id=\"side-panel\"").expect("sticks").1;
        let light = panel.matches("<rect").count() - panel.matches("fill=\"#7a5230\"").count();
        assert_eq!(panel.matches("<rect").count(), 4);
        assert_eq!(
            light as i32,
            state.dice().iter().sum::<i32>(),
            "seed {seed}"
        );
    }
}

/// A site that is alone on its ring is a circle around all that lie inside it, and the picture has
/// room for the outermost.
#[test]
fn boards_of_circles_are_drawn_as_circles() {
    for (name, circles) in [("bgs-paradis", 10), ("bgs-ashere", 8), ("bgs-ahi", 14)] {
        let entry = ludarium_games::find(name).unwrap_or_else(|error| panic!("{error}"));
        let game = ludarium_games::load(entry, &[])
            .unwrap_or_else(|error| panic!("{error}"))
            .game;
        let scene = Scene::new(&game, Some(&entry.about));
        let state = game.start(&mut SplitMix64::new(0));
        let svg = scene.draw(&state, &Marks::default(), &Options::default());
        let mut radii: Vec<f64> = Vec::new();
        for slot in 0..circles {
            let group = svg
                .split_once(&format!("id=\"site-{slot}\""))
                .expect("a site")
                .1;
            let arc = group.split_once(" a").expect("an arc").1;
            let radius = arc.split(' ').next().and_then(|text| text.parse().ok());
            radii.push(radius.expect("a radius"));
        }
        assert!(
            radii.windows(2).all(|pair| pair[0] < pair[1]),
            "{name}: {radii:?}"
        );
        let outermost = radii.last().expect("a circle");
        let (width, height) = size(&svg);
        let (_, _, unit) = placed(&svg);
        assert!(width >= 2.0 * outermost * unit, "{name}: {width}");
        assert!(height >= 2.0 * outermost * unit, "{name}: {height}");
    }
}

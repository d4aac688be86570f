//! What single boards show.

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_games::Entry;
use ludarium_picture::{Marks, Options, Scene, SiteLayout};

fn load(name: &str) -> (&'static Entry, Game) {
    load_with(name, &[])
}

fn load_with(name: &str, choices: &[(&str, &str)]) -> (&'static Entry, Game) {
    let entry = ludarium_games::find(name).unwrap_or_else(|error| panic!("{error}"));
    let owned = |(heading, item): &(&str, &str)| ((*heading).to_owned(), (*item).to_owned());
    let choices: Vec<(String, String)> = choices.iter().map(owned).collect();
    let loaded = ludarium_games::load(entry, &choices).unwrap_or_else(|error| panic!("{error}"));
    (entry, loaded.game)
}

fn start(game: &Game) -> State {
    game.start(&mut SplitMix64::new(0))
}

fn picture(entry: &Entry, game: &Game) -> String {
    let scene = Scene::new(game, Some(&entry.about));
    scene.draw(&start(game), &Marks::default(), &Options::default())
}

fn layout(entry: &Entry, game: &Game) -> SiteLayout {
    Scene::new(game, Some(&entry.about)).layout(&start(game))
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Boards of go have nine star points, the smaller ones five, like those of gomoku and renju.
#[test]
fn boards_of_go_have_their_star_points() {
    for (name, choices, stars) in [
        ("go", vec![], 9),
        ("go", vec![("Size", "13 by 13")], 5),
        ("go", vec![("Size", "9 by 9")], 5),
        ("wei-ki-go", vec![], 9),
        ("gomoku", vec![], 5),
        ("renju", vec![], 5),
        ("alquerque", vec![], 0),
    ] {
        let (entry, game) = load_with(name, &choices);
        let svg = picture(entry, &game);
        let drawn = svg.matches("class=\"star\"").count();
        assert_eq!(drawn, stars, "{name} {choices:?}");
    }
}

/// Lines that cross show a point by themselves.
#[test]
fn the_crossings_of_go_have_no_dots() {
    let (entry, game) = load("go");
    let svg = picture(entry, &game);
    let dots = svg.matches("fill=\"#5c4630\"").count();
    assert_eq!(dots, 9, "only the star points");
}

/// Go players do not use the letter i: the columns are a to t.
#[test]
fn labels_of_go_skip_i() {
    for name in ["go", "wei-ki-go"] {
        let (entry, game) = load(name);
        let scene = Scene::new(&game, Some(&entry.about));
        let corner = |label: &str| scene.slot(label).expect(label);
        assert_eq!(corner("t19"), 360, "{name}");
        assert_eq!(corner("k10"), 180, "{name}");
        assert!(scene.slot("i10").is_none(), "{name}");
    }
}

/// All dogs of tâb wait at the start; only those that have moved bear a letter.
#[test]
fn pieces_in_the_state_of_the_start_bear_no_letter() {
    let (entry, game) = load("bgs-tab-egypt");
    let scene = Scene::new(&game, Some(&entry.about));
    let dog = |owner: usize| {
        let components = game.components().iter();
        let own = components.enumerate().find(|(kind, component)| {
            *kind > 0 && component.owner == owner && component.base == "Dog"
        });
        own.expect("a dog").0
    };
    for owner in [1, 2] {
        let badges = |state: i32| {
            let svg = scene.piece_svg(dog(owner), state).expect("a picture");
            svg.matches("<circle").count()
        };
        assert_eq!((badges(1), badges(0)), (0, 1));
    }
}

/// Two players of surakarta take along the loops: an inner and an outer one at each corner.
#[test]
fn surakarta_has_two_loops_at_each_corner() {
    let (entry, game) = load("surakarta");
    let svg = picture(entry, &game);
    assert_eq!(svg.matches("class=\"loop\"").count(), 8);
}

#[test]
fn the_points_of_backgammon_boards_are_numbered_from_1_to_24() {
    for name in [
        "backgammon",
        "falkener-backgammon",
        "tawula",
        "german backgammon",
    ] {
        let entry = ludarium_games::find(name).unwrap_or_else(|error| panic!("{error}"));
        let names = ludarium_picture::Names::new(&entry.about);
        let mut numbers: Vec<u32> = names
            .point_numbers
            .values()
            .map(|number| number.parse().expect("a number"))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=24).collect::<Vec<u32>>(), "{name}");
    }
}

#[test]
fn stores_lie_beside_the_pits() {
    let (entry, game) = load("kalah");
    let layout = layout(entry, &game);
    let spots: Vec<_> = layout.spots.iter().flatten().collect();
    for (index, one) in spots.iter().enumerate() {
        for other in &spots[..index] {
            let apart = (one.at.0 - other.at.0).abs() + (one.at.1 - other.at.1).abs();
            assert!(apart > 0.98, "{one:?} and {other:?}");
        }
    }
}

/// On the inner ring of a round board, too, a piece has room.
#[test]
fn pieces_of_round_chess_have_room_on_the_inner_ring() {
    let (entry, game) = load("round chess");
    let smallest = layout(entry, &game)
        .spots
        .iter()
        .flatten()
        .map(|spot| spot.size)
        .fold(f64::MAX, f64::min);
    assert!(smallest > 0.85, "{smallest}");
}

/// The file n of an army, up to the fourth, goes on into the file 10-n of the next across the
/// river, and the back rows lie outside.
#[test]
fn the_half_boards_of_san_kwo_chi_face_each_other() {
    let (entry, game) = load("san-kwo-chi");
    let layout = layout(entry, &game);
    let at = |site: usize| layout.spot(site).expect("a spot").at;
    let middle = {
        let fronts: Vec<_> = (0..3).map(|half| at(45 * half + 40)).collect();
        let sum = fronts
            .iter()
            .fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (sum.0 / 3.0, sum.1 / 3.0)
    };
    for half in 0..3 {
        let next = (half + 1) % 3;
        for file in 0..4 {
            let front = at(45 * half + 36 + file);
            let across = (0..9).map(|other| (other, at(45 * next + 36 + other)));
            let nearest =
                across.min_by(|a, b| distance(a.1, front).total_cmp(&distance(b.1, front)));
            assert_eq!(
                nearest.map(|(other, _)| other),
                Some(8 - file),
                "{half} {file}"
            );
        }
        for file in 0..9 {
            let rows = (0..5).map(|row| distance(at(45 * half + 9 * row + file), middle));
            let rows: Vec<f64> = rows.collect();
            assert!(rows.windows(2).all(|pair| pair[0] > pair[1]), "{rows:?}");
        }
    }
}

/// The four players of pachisi are called by the colours of their pieces.
#[test]
fn players_called_by_colours_have_pieces_of_these_colours() {
    let (entry, game) = load("pachisi");
    let svg = picture(entry, &game);
    let fill_of = |owner: usize| {
        let mark = format!("data-owner=\"{owner}\"");
        let piece = svg.split_once(&mark).expect("a piece").1;
        let piece = piece.split("class=\"piece\"").next().unwrap_or(piece);
        let fills = piece.split("fill=\"#").skip(1);
        let first = fills.map(|text| &text[..6]).next().expect("a fill");
        u32::from_str_radix(first, 16).expect("a colour")
    };
    let parts = |fill: u32| [fill >> 16 & 255, fill >> 8 & 255, fill & 255];
    let [yellow, red, green, black] = [1, 2, 3, 4].map(|owner| parts(fill_of(owner)));
    assert!(
        yellow[0] > 200 && yellow[1] > 180 && yellow[2] < 160,
        "{yellow:?}"
    );
    assert!(red[0] > red[1] + 60 && red[0] > red[2] + 60, "{red:?}");
    assert!(green[1] > green[0] && green[1] > green[2], "{green:?}");
    assert!(black.iter().all(|part| *part < 80), "{black:?}");
}

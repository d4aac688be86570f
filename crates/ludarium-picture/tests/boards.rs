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

/// Each pit has its name, in capitals or small letters by its player's row, and so has each store
/// that is named.
#[test]
fn pits_and_stores_have_their_names() {
    // Letters are lines; pits and the edge of the board have a fill.
    const LABEL: &str = "fill=\"none\" stroke=\"#5c4630\"";
    for (name, names) in [("kalah", 14), ("oware", 12), ("lib al-ghashim", 12)] {
        let (entry, game) = load(name);
        assert_eq!(
            picture(entry, &game).matches(LABEL).count(),
            names,
            "{name}"
        );
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

/// The cells of the home in the middle are one, and the rows that lead there have the colours of
/// their players.
#[test]
fn crosses_have_one_centre_and_rows_in_the_colours_of_the_players() {
    for name in ["pachisi", "chausar", "chauput"] {
        let (entry, game) = load(name);
        let svg = picture(entry, &game);
        assert_eq!(svg.matches("class=\"merged\"").count(), 1, "{name}");
        let scene = Scene::new(&game, Some(&entry.about));
        let fills: Vec<String> = ["j2", "p10", "j15", "d10", "i2"]
            .iter()
            .map(|site| site_fill(&svg, scene.slot(site).expect("a site")))
            .collect();
        for (index, fill) in fills.iter().enumerate() {
            assert!(!fills[..index].contains(fill), "{name}: {fills:?}");
        }
    }
}

/// The square where the pieces of a player enter has its colour.
#[test]
fn the_first_square_of_each_player_of_ludo_is_tinted() {
    let (entry, game) = load("ludo");
    let svg = picture(entry, &game);
    let plain = site_fill(&svg, 0);
    let mut seen = vec![plain];
    for player in 1..=4_u32 {
        let tracks = game.board().tracks.iter();
        let track = tracks.clone().find(|track| track.owner == Some(player));
        let first = track.expect("a track").steps[0].site;
        let fill = site_fill(&svg, usize::try_from(first).expect("a site"));
        assert!(!seen.contains(&fill), "player {player}: {fill}");
        seen.push(fill);
    }
}

/// The colour of a site's own shape.
fn site_fill(svg: &str, slot: usize) -> String {
    let group = svg
        .split_once(&format!("id=\"site-{slot}\""))
        .expect("a site")
        .1;
    let fill = group.split_once("fill=\"").expect("a fill").1;
    fill.split('"').next().unwrap_or_default().to_owned()
}

/// Red joins two opposite sides of the rhombus, Blue the others: 40 cells on the border.
#[test]
fn the_sides_of_hex_have_the_colours_of_the_players() {
    let (entry, game) = load("hex");
    let svg = picture(entry, &game);
    let middle = site_fill(&svg, 60);
    let border = (0..121).filter(|slot| site_fill(&svg, *slot) != middle);
    assert_eq!(border.count(), 40);
}

/// A cross has room for hands and dice in its corner, so nothing is drawn beside it.
#[test]
fn the_panel_of_a_cross_lies_in_its_corner() {
    for name in ["pachisi", "ludo"] {
        let (entry, game) = load(name);
        let svg = picture(entry, &game);
        assert!(svg.contains("id=\"side-panel\""), "{name}");
        let width = svg.split_once(" width=\"").expect("a width").1;
        let width: f64 = width
            .split('"')
            .next()
            .unwrap_or_default()
            .parse()
            .expect("a number");
        let [left, _, right, _] = layout(entry, &game).bounds;
        let cell = Options::default().cell;
        assert!(width < (right - left + 2.0) * cell, "{name}: {width}");
    }
}

/// The game of the hyena is played on a spiral: each turn lies within the one before.
#[test]
fn the_hyena_runs_along_a_spiral() {
    let (entry, game) = load("hyena game");
    let layout = layout(entry, &game);
    let steps = &game.board().tracks[0].steps;
    let at: Vec<_> = steps
        .iter()
        .filter_map(|step| layout.spot(usize::try_from(step.site).ok()?))
        .map(|spot| spot.at)
        .collect();
    assert_eq!(at.len(), 81);
    for pair in at.windows(2) {
        let apart = distance(pair[0], pair[1]);
        assert!((0.7..1.2).contains(&apart), "{apart}");
    }
    let radii: Vec<f64> = at.iter().map(|at| distance(*at, (0.0, 0.0))).collect();
    assert!(radii.windows(2).all(|pair| pair[0] > pair[1]), "{radii:?}");
}

/// Two travellers, two women and two djinns set out from one cell, and all can be seen.
#[test]
fn different_pieces_on_a_site_are_drawn_side_by_side() {
    let (entry, game) = load("voyage to Mecca");
    let svg = picture(entry, &game);
    assert_eq!(svg.matches("data-site=\"site-0\"").count(), 6);
    let places: Vec<&str> = svg
        .split("data-site=\"site-0\"")
        .skip(1)
        .map(|piece| {
            let after = piece.split_once("translate(").expect("a place").1;
            after.split(')').next().unwrap_or_default()
        })
        .collect();
    for (index, place) in places.iter().enumerate() {
        assert!(!places[..index].contains(place), "{places:?}");
    }
}

/// The sets of the source have characters; their pieces are those of the description, and pictures
/// can be chosen instead.
#[test]
fn shogi_and_chinese_chess_show_the_characters_of_their_sets() {
    use ludarium_picture::{PieceSet, Symbol};
    for (name, first, second) in [
        ("shogi", "玉", "王"),
        ("xiangqi", "帥", "將"),
        ("janggi", "楚", "漢"),
    ] {
        let (entry, game) = load(name);
        let characters = Scene::new(&game, Some(&entry.about));
        let pictures = Scene::with_set(&game, Some(&entry.about), PieceSet::Pictures);
        let mut shown = Vec::new();
        for (kind, component) in game.components().iter().enumerate().skip(1) {
            let symbol = |scene: &Scene| {
                scene
                    .piece_icons()
                    .of(kind)
                    .expect("an icon")
                    .symbol
                    .clone()
            };
            assert!(
                matches!(symbol(&pictures), Symbol::Glyph(_)),
                "{name}: {}",
                component.name
            );
            match symbol(&characters) {
                Symbol::Letters(text) => shown.push((component.owner, text)),
                Symbol::Glyph(glyph) => panic!("{name}: {} is a {glyph}", component.name),
            }
        }
        assert!(shown.contains(&(1, first.to_owned())), "{name}");
        assert!(shown.contains(&(2, second.to_owned())), "{name}");
    }
}

/// What stands beside the columns and rows of a table fits their number.
#[test]
fn headings_are_as_many_as_columns_and_rows() {
    let mut tables = 0;
    for entry in ludarium_games::games() {
        let look = &entry.about.board;
        for piece in entry.about.characters.keys() {
            let (_, game) = load(entry.slug);
            let known = game.components().iter().any(|kind| kind.base == *piece);
            assert!(known, "{}: there is no piece {piece}", entry.slug);
        }
        if look.columns.is_empty() && look.rows.is_empty() {
            continue;
        }
        tables += 1;
        let (_, game) = load(entry.slug);
        let sites = game.board().topology.sites(game.board().default_site);
        let columns = sites.iter().map(|site| site.column as usize + 1).max();
        let rows = sites.iter().map(|site| site.row as usize + 1).max();
        assert_eq!(Some(look.columns.len()), columns, "{}", entry.slug);
        assert_eq!(Some(look.rows.len()), rows, "{}", entry.slug);
    }
    assert!(tables >= 2);
}

/// All pieces are alike at the start, so none needs a mark.
#[test]
fn the_pieces_of_tab_bear_no_letters_at_the_start() {
    for name in ["ludii-tab", "bgs-tab-egypt", "bgs-tablan"] {
        let (entry, game) = load(name);
        let scene = Scene::new(&game, Some(&entry.about));
        let state = start(&game);
        for slot in (0..game.layout().board_sites).filter(|slot| state.what(*slot) != 0) {
            let icon = scene.piece_icons().of(state.what(slot)).expect("an icon");
            assert_eq!(icon.mark, None, "{name}: {slot}");
        }
    }
}

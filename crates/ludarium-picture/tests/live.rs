//! Boards that are redrawn site by site.

use ludarium_engine::{Game, SplitMix64, State};
use ludarium_picture::Scene;

const GAMES: [&str; 6] = [
    "shatranj",
    "tab",
    "oware",
    "classics/go",
    "classics/backgammon",
    "pachisi",
];

fn load(name: &str) -> (&'static ludarium_games::Entry, Game) {
    let entry = ludarium_games::find(name).unwrap_or_else(|error| panic!("{error}"));
    let loaded = ludarium_games::load(entry, &[]).unwrap_or_else(|error| panic!("{error}"));
    (entry, loaded.game)
}

fn play_on(game: &Game, state: &mut State, chance: &mut SplitMix64) {
    let mut moves = Vec::new();
    game.legal(state, &mut moves);
    if let Some(mv) = moves.get(moves.len() / 2) {
        game.apply(state, *mv, chance);
    }
}

#[test]
fn a_board_redrawn_site_by_site_is_the_board_drawn_whole() {
    for name in GAMES {
        let (entry, game) = load(name.rsplit('/').next().unwrap_or(name));
        let scene = Scene::new(&game, Some(&entry.about));
        let mut chance = SplitMix64::new(1);
        let mut state = game.start(&mut chance);
        let slots: Vec<usize> = (0..game.layout().slots).collect();
        for _ in 0..30 {
            let before = scene.draw_live(&state).svg;
            let old = scene.site_contents(&scene.layout(&state), &state, &slots);
            play_on(&game, &mut state, &mut chance);
            let new = scene.site_contents(&scene.layout(&state), &state, &slots);
            let mut patched = before;
            for slot in &slots {
                let group = |content: &str| format!("<g id=\"at-{slot}\">\n{content}</g>");
                patched = patched.replace(&group(&old[*slot]), &group(&new[*slot]));
            }
            assert_eq!(patched, scene.draw_live(&state).svg, "{name}");
        }
    }
}

#[test]
fn every_board_site_of_shatranj_has_a_spot_inside_the_picture() {
    let (entry, game) = load("shatranj");
    let scene = Scene::new(&game, Some(&entry.about));
    let picture = scene.draw_live(&game.start(&mut SplitMix64::new(1)));
    let spots: Vec<_> = picture.spots.iter().flatten().collect();
    assert_eq!(spots.len(), 64);
    for ((x, y), size) in spots {
        assert!(*size > 0.0 && *x > 0.0 && *y > 0.0);
        assert!(*x < picture.size.0 && *y < picture.size.1);
    }
}

//! Networks from files as computer players, run as a user runs them.

use std::path::PathBuf;

use ludarium::network::{Network, Tensor};
use ludarium::Game;

use crate::commands::{complained, ludarium, said};
use crate::scratch_folder;

/// A file with a network for tic-tac-toe. It knows nothing of positions and likes one square best,
/// by its number.
struct File(PathBuf);

impl File {
    fn liking(square: usize, test: &str) -> File {
        let game = Game::builtin("tic-tac-toe").expect("a game");
        let (inputs, actions) = Network::ends(&game, true).expect("few actions");
        let tensor = |name: &str, shape: &[usize], value: &dyn Fn(usize) -> f32| {
            let values = (0..shape.iter().product()).map(value).collect();
            let shape = shape.to_vec();
            (name.to_owned(), Tensor { shape, values })
        };
        let liked = |action: usize| if action == square { 3.0 } else { 0.0 };
        let tensors = [
            tensor("policy.weight", &[actions, inputs], &|_| 0.0),
            tensor("policy.bias", &[actions], &liked),
            tensor("value.weight", &[1, inputs], &|_| 0.0),
            tensor("value.bias", &[1], &|_| 0.0),
        ];
        let network = Network::new(&game, true, tensors).expect("it fits");
        let path = scratch_folder(module_path!()).join(format!("{test}.safetensors"));
        std::fs::write(&path, network.to_bytes()).expect("the file is written");
        File(path)
    }

    /// The player as it is named on the command line.
    fn player(&self) -> String {
        format!("network:{}", self.0.display())
    }
}

#[test]
fn a_person_plays_against_a_network() {
    // The actions of a game of placement are its sites, so that of c2 is 5.
    let file = File::liking(5, "person");
    let seats = format!("human,{}", file.player());
    let arguments = [
        "play",
        "tic-tac-toe",
        "--plain",
        "--seats",
        &seats,
        "--nodes",
        "1",
    ];
    let text = said(&ludarium(&arguments, "a1\nquit\n"));
    assert!(text.contains("Ring: c2"), "{text}");
}

#[test]
fn networks_meet_agents_in_a_tournament() {
    let file = File::liking(4, "tournament");
    let agents = format!("{},random", file.player());
    let arguments = ["tournament", "tic-tac-toe", "--agents", &agents];
    let terms = ["--nodes", "200", "-n", "20", "--opening", "0", "--json"];
    let output = ludarium(&[&arguments[..], &terms].concat(), "");
    let errors = complained(&output);
    assert!(output.status.success(), "{errors}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games = summary["games"].as_array().expect("a list of games");
    assert_eq!(games.len(), 20);
    // 200 nodes see every line that random moves leave open, whatever the network says.
    let scores = games.iter().map(|game| game["score"].as_f64());
    let total: f64 = scores.map(|score| score.expect("a score")).sum();
    assert!(total >= 15.0, "{total} of 20");
}

#[test]
fn a_file_that_is_no_network_for_the_game_is_refused_before_play() {
    let file = File::liking(0, "refused");
    let player = file.player();
    for (agents, game, why) in [
        (player.as_str(), "hex", "this is no network for hex"),
        ("network:nowhere.safetensors", "hex", "nowhere.safetensors"),
        ("network:", "hex", "a file is missing"),
    ] {
        let agents = format!("{agents},random");
        let output = ludarium(
            &["tournament", game, "--agents", &agents, "--nodes", "9"],
            "",
        );
        let errors = complained(&output);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(why), "{errors}");
    }
}

#[test]
fn a_network_plays_a_description_in_a_file() {
    let game = ludarium_games::find("tic-tac-toe").expect("a game");
    let copy = scratch_folder(module_path!()).join("copy.lud");
    std::fs::write(&copy, game.description).expect("the file is written");
    let file = File::liking(5, "copy");
    let copy = copy.to_str().expect("letters");
    let agents = format!("{},random", file.player());
    let output = ludarium(
        &[
            "tournament",
            copy,
            "--agents",
            &agents,
            "--nodes",
            "9",
            "-n",
            "2",
        ],
        "",
    );
    let errors = complained(&output);
    assert!(output.status.success(), "{errors}");
}

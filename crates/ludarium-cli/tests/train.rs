//! `ludarium train`, run as a user runs it.

use std::process::Command;

#[test]
fn training_tells_its_gain_and_writes_weights_that_are_the_same_twice() {
    let train = |name: &str| {
        let file = format!("ludarium-weights-{name}-{}.toml", std::process::id());
        let path = std::env::temp_dir().join(file);
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["train", "gollon-shatranj", "--games", "6", "--nodes", "20"])
            .args(["--match", "2", "--out"])
            .arg(&path)
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        let text = std::fs::read_to_string(&path).expect("weights were written");
        let _ = std::fs::remove_file(&path);
        (said, text)
    };
    let (said, text) = train("first");
    for part in [
        "6 games of 20 nodes",
        "winner predicted",
        "against the untrained evaluation",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let weights: toml::Table = text.parse().expect("it is TOML");
    let worth = |piece: &str| weights["pieces"][piece]["worth"].as_integer();
    // Rooks are the strongest pieces of shatranj, foot soldiers the weakest.
    assert!(worth("Rukh1") > worth("Baidaq1"), "{text}");
    let sites = weights["pieces"]["Rukh2"]["sites"].as_array();
    assert_eq!(sites.map(Vec::len), Some(64));
    assert_eq!(train("again").1, text);
}

#[test]
fn a_match_of_agents_finds_the_best_agent_for_a_game() {
    let file = |end: &str| {
        std::env::temp_dir().join(format!("ludarium-agents-{}.{end}", std::process::id()))
    };
    let (game, out) = (file("lud"), file("toml"));
    let text = r#"(game "Line of Three" (players 2) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
    std::fs::write(&game, text).expect("the game is written");
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("train")
        .arg(&game)
        .args(["--agents", "--out"])
        .arg(&out)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = std::fs::read_to_string(&out);
    let _ = (std::fs::remove_file(&game), std::fs::remove_file(&out));
    assert!(output.status.success(), "{said}");
    assert!(said.contains("games, 0.005 s a move"), "{said}");
    let table: toml::Table = text
        .expect("the match was written")
        .parse()
        .expect("it is TOML");
    let named = |key: &str| table[key].as_str();
    assert_ne!(named("agent"), named("against"));
    // The first games are too few for a result, and there was time for more.
    assert!(table["games"].as_integer() >= Some(6), "{table}");
}

#[test]
fn what_cannot_be_trained_is_refused_with_the_reason() {
    let refused = |game: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["train", game, "--games", "1"])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused("knights-tour").contains("for one player"));
    assert!(refused("kriegspiel").contains("hides something"));
}

#[test]
fn an_interrupted_training_goes_on_where_it_was() {
    let folder = crate::scratch_folder(module_path!()).join("interrupted-training");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let train = |out: &str, games: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
        command
            .current_dir(&folder)
            .args(["train", "gollon-shatranj", "--games", games]);
        command.args(["--nodes", "10", "--match", "0", "--out", out]);
        command
    };
    let told = |command: &mut Command| {
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), error)
    };
    let games = || std::fs::read(folder.join("cut.toml.games")).unwrap_or_default();
    let lines = || games().iter().filter(|&&byte| byte == b'\n').count();

    // Killed after some games, and in the middle of a line.
    let mut child = train("cut.toml", "100000")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while lines() < 20 {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = lines() - 1;
    let mut torn = games();
    torn.extend_from_slice(b"[{\"base\":");
    std::fs::write(folder.join("cut.toml.games"), torn).unwrap();

    // The same training goes on, and ends with the weights of one that was not interrupted.
    let all = (kept + 3).to_string();
    let (code, error) = told(&mut train("cut.toml", &all));
    assert_eq!(code, Some(0), "{error}");
    assert!(
        error.contains(&format!("goes on with {kept} games")),
        "{error}"
    );
    assert!(!folder.join("cut.toml.games").exists());
    assert_eq!(told(&mut train("whole.toml", &all)).0, Some(0));
    let weights = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(weights("cut.toml"), weights("whole.toml"));

    // Games of another training are left alone.
    std::fs::write(folder.join("cut.toml.games"), "{\"game\":\"go\"}\n").unwrap();
    let (code, error) = told(&mut train("cut.toml", "2"));
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("no games of this training"), "{error}");
    assert_eq!(games(), b"{\"game\":\"go\"}\n");
}

//! Records as others may write them: other heads, remarks, doubtful plies.

use std::path::PathBuf;
use std::process::Command;

/// What is said of a record with this text, in a file of this name.
fn replayed(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("ludarium-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    let file: PathBuf = folder.join(name);
    std::fs::write(&file, text).expect("there is room");
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("replay")
        .arg(&file)
        .output()
        .expect("the command starts");
    String::from_utf8(output.stdout).expect("it writes text")
}

const PLIES: &str = "e2-e3\ne7-e6\nd2-d3\nd7-d6\n";

#[test]
fn a_game_is_known_by_its_slug_its_name_or_the_name_of_the_file() {
    for (file, head) in [
        ("a.txt", "# slug: gollon-shatranj\n"),
        ("b.txt", "# Game : Shatranj\r\n"),
        ("c.txt", "\u{feff}#title: shatranj\n"),
        ("gollon-shatranj-7.txt", "# players: two\n"),
    ] {
        let said = replayed(file, &format!("{head}{PLIES}"));
        assert!(said.contains(": 4 plies"), "{file}: {said}");
    }
    let nameless = replayed("nameless.txt", PLIES);
    assert!(nameless.contains("names its game"), "{nameless}");
}

#[test]
fn remarks_and_numbers_before_plies_say_nothing() {
    let text = "# slug: gollon-shatranj\r\n; from a letter\r\n1. e2-e3\r\n1... e7-e6\r\n// both open\r\n2. d2-d3\r\n";
    let said = replayed("numbered.txt", text);
    assert!(said.contains(": 3 plies"), "{said}");
}

#[test]
fn after_a_doubtful_ply_the_record_is_followed_as_far_as_it_goes() {
    let text = "# slug: gollon-shatranj\ne2-e3\ne7-e6?\nd2-d3\ne7-e6\nd3-d4\n";
    let said = replayed("doubtful.txt", text);
    assert!(said.starts_with("replays"), "{said}");
    assert!(
        said.contains("3 plies; undecided: ply 2 (e7-e6?)"),
        "{said}"
    );
    assert!(said.contains("the last 2 plies not followed"), "{said}");
    // Without a doubt before it a ply that breaks the rules is a failure.
    let said = replayed(
        "wrong.txt",
        "# slug: gollon-shatranj\ne2-e3\ne7-e6\nd2-d3\ne7-e6\n",
    );
    assert!(said.starts_with("FAILS"), "{said}");
}

#[test]
fn squares_may_be_falkeners_numbers() {
    // Falkener (1892), pp. 115-118: the file from 1, the row from 0.
    let text = "# slug: gollon-shatranj\n51-52\n56-55\n41-42\nd7-d6\n";
    let said = replayed("numbers.txt", text);
    assert!(said.contains(": 4 plies"), "{said}");
}

//! Games saved to files, and gone on with.

use crate::commands::{complained, ludarium, said, scratch};

#[test]
fn a_game_is_played_undone_saved_and_gone_on_with() {
    let file = scratch("saved.txt", "");
    let name = file.to_str().expect("a plain path");
    let input = format!("e2-e3\nundo\ne2e3\ne7-e6\nsave {name}\nquit\n");
    let seats = ["play", "shatranj", "--seats", "human,human"];
    let output = ludarium(&seats, &input);
    assert!(output.status.success(), "{}", complained(&output));
    let saved = std::fs::read_to_string(&file).expect("the game was saved");
    assert!(saved.ends_with("e2-e3\ne7-e6\n"), "{saved}");
    let output = ludarium(&[&seats[..], &["--load", name]].concat(), "board\nquit\n");
    assert!(said(&output).contains("[p]"), "{}", said(&output));
    // The file names the game.
    let seats = ["play", "--seats", "human,human", "--load", name];
    let output = ludarium(&seats, "board\nquit\n");
    assert!(said(&output).contains("[p]"), "{}", complained(&output));
    let picture = file.with_extension("svg");
    let picture = picture.to_str().expect("a plain path");
    let output = ludarium(&["draw", "--load", name, "--svg", picture], "");
    assert!(output.status.success(), "{}", complained(&output));
}

#[test]
fn saving_a_game_replaces_no_other_file() {
    let seats = ["play", "shatranj", "--seats", "human,human"];
    let notes = scratch("notes.txt", "my notes\n");
    let name = notes.to_str().expect("a plain path");
    let output = ludarium(&seats, &format!("e2-e3\nsave {name}\nquit\n"));
    let told = said(&output) + &complained(&output);
    assert!(told.contains("exists already"), "{told}");
    let kept = || std::fs::read_to_string(&notes).expect("it was there");
    assert_eq!(kept(), "my notes\n");
    ludarium(&seats, &format!("e2-e3\nsave! {name}\nquit\n"));
    assert!(kept().ends_with("e2-e3\n"), "{}", kept());
    // The game may replace the file that it comes from, and what it was saved to before.
    let again = [&seats[..], &["--load", name]].concat();
    let input = format!("e7-e6\nsave {name}\nd2-d3\nsave {name}\nquit\n");
    ludarium(&again, &input);
    assert!(kept().ends_with("e2-e3\ne7-e6\nd2-d3\n"), "{}", kept());
    // A record of another program may hold more than a saved game does.
    let record = scratch("kept.pgn", "[Event \"Mine\"]\n\n1. e4 e5 *\n");
    let name = record.to_str().expect("a plain path");
    let output = ludarium(&["play", "--load", name], &format!("save {name}\nquit\n"));
    let text = std::fs::read_to_string(&record).expect("it was there");
    assert!(text.contains("Mine"), "{}", said(&output));
}

#[test]
fn a_saved_game_is_not_gone_on_with_as_another() {
    let text = "# game: gollon-shatranj\n# with: Bare=Immediate loss\n# seed: 1\ne2-e3\n";
    let file = scratch("shatranj.txt", text);
    let name = file.to_str().expect("a plain path");
    let refused = |arguments: &[&str], why: &str| {
        let output = ludarium(&[arguments, &["--load", name]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = complained(&output);
        assert!(complaint.contains(why), "{arguments:?}: {complaint}");
    };
    refused(&["analyse", "chaturaji"], "a game of gollon-shatranj");
    let other = ["play", "gollon-shatranj", "--with", "Bare=One reply"];
    refused(&other, "played with --with \"Bare=Immediate loss\"");
    refused(
        &["play", "--seed", "3"],
        "cannot be used with '--load <FILE>'",
    );
}

//! Dialogues by GTP.

use crate::dialogue;

use std::process::{Command, Stdio};

use dialogue::Dialogue;

/// A controller in front of a game.
struct Controller(Dialogue);

impl Controller {
    fn of(game: &[&str]) -> Controller {
        Controller(Dialogue::with(&[&["gtp"], game].concat()))
    }

    /// The answer to a command.
    #[track_caller]
    fn ask(&mut self, command: &str) -> String {
        self.0.say(command);
        let answer = self.0.hear("=");
        answer.trim_start_matches('=').trim().to_owned()
    }

    /// The error that a command leads to.
    #[track_caller]
    fn refused(&mut self, command: &str) -> String {
        self.0.say(command);
        let answer = self.0.hear("?");
        answer.trim_start_matches('?').trim().to_owned()
    }
}

#[test]
fn commands_have_answers_with_their_numbers() {
    let mut gtp = Controller::of(&["gomoku", "--agent", "random"]);
    assert_eq!(gtp.ask("protocol_version"), "2");
    assert_eq!(gtp.ask("name"), "Ludarium");
    assert_eq!(gtp.ask("17 known_command genmove"), "17 true");
    assert_eq!(gtp.ask("known_command loadsgf # not this one"), "false");
    assert_eq!(gtp.refused("3 dance"), "3 unknown command");
    gtp.0.say("# nothing\n\n   \n4\tversion");
    assert!(gtp.0.hear("=4 ").len() > 3);
    gtp.0.say(b"echo M\xfcller");
    assert_eq!(gtp.0.hear("?"), "? unknown command");
    // An empty line follows each answer.
    gtp.0.say("9 quit");
    assert!(gtp.0.hear("=9").len() == 2 && gtp.0.hear("").is_empty());
    assert!(gtp.0.close());
}

#[test]
fn stones_are_placed_moves_generated_and_taken_back() {
    let mut gtp = Controller::of(&["gomoku", "--agent", "random"]);
    assert_eq!(gtp.ask("boardsize 15"), "");
    assert_eq!(gtp.ask("clear_board"), "");
    assert_eq!(gtp.ask("play black H8"), "");
    assert_eq!(gtp.refused("play white h8"), "illegal move");
    assert_eq!(gtp.refused("play white Z99"), "illegal move");
    assert_eq!(gtp.refused("play green a1"), "syntax error");
    // The letter I is left out.
    assert_eq!(gtp.refused("play white I3"), "illegal move");
    let reply = gtp.ask("genmove white");
    let letter = reply.chars().next().expect("a vertex");
    assert!(
        letter.is_ascii_uppercase() && letter != 'I' && letter <= 'P',
        "{reply}"
    );
    assert_eq!(gtp.refused(&format!("play black {reply}")), "illegal move");
    assert_eq!(gtp.ask("undo"), "");
    assert_eq!(gtp.ask(&format!("play white {reply}")), "");
    for _ in 0..2 {
        gtp.ask("undo");
    }
    assert_eq!(gtp.refused("undo"), "cannot undo");
    // A colour may play twice.
    assert_eq!(gtp.ask("play w A1"), "");
    assert_eq!(gtp.ask("play w B1"), "");
    gtp.ask("undo");
    assert_eq!(gtp.ask("play w B1"), "");
    gtp.ask("reg_genmove b");
    assert_eq!(gtp.ask("play b C1"), "");
    // Five in a row end the game.
    gtp.ask("clear_board");
    for stone in ["A1", "B1", "C1", "D1", "E1"] {
        gtp.ask(&format!("play b {stone}"));
    }
    assert_eq!(gtp.refused("play w A9"), "illegal move");
    assert_eq!(gtp.ask("genmove w"), "pass");
}

/// The protocol's text: consecutive moves of one colour are not illegal. A turn that is left out is
/// no pass, and play may go on after two passes (GTP 2, draft 2, on `play` and `undo`).
#[test]
fn a_colour_may_play_and_pass_twice_in_a_row() {
    let mut gtp = Controller::of(&["go", "--with", "Size=9 by 9", "--agent", "random"]);
    for command in ["play b D4", "play b E5", "play w C3", "play w C4"] {
        assert_eq!(gtp.ask(command), "");
    }
    // A pass of Black, and a turn of White that is left out.
    for command in ["play b pass", "play b G7", "play b pass", "play b G6"] {
        assert_eq!(gtp.ask(command), "", "{command}");
    }
    assert_ne!(gtp.ask("genmove b"), "pass");
    assert_eq!(gtp.ask("undo"), "");
    // Two passes end the game, and it goes on all the same.
    for command in ["play w pass", "play b pass", "play w G3", "play b pass"] {
        assert_eq!(gtp.ask(command), "", "{command}");
    }
    assert_eq!(gtp.ask("play w pass"), "");
    assert_eq!(gtp.ask("genmove b"), "pass");
    // The pass after the end is taken back first, then the last one before it.
    assert_eq!(gtp.ask("undo"), "");
    assert_eq!(gtp.ask("undo"), "");
    assert_ne!(gtp.ask("genmove w"), "");
    assert_eq!(gtp.ask("undo"), "");
    // Each stone stands, and is taken back alone.
    for _ in 0..12 {
        assert_eq!(gtp.ask("undo"), "");
    }
    assert_eq!(gtp.refused("undo"), "cannot undo");

    // Rows are counted from the top: Black may begin on d3, c4, f5 and e6.
    let mut gtp = Controller::of(&["othello", "--agent", "random"]);
    assert_eq!(gtp.refused("play b d6"), "illegal move");
    for first in ["d3", "c4", "f5", "e6"] {
        assert_eq!(gtp.ask(&format!("play b {first}")), "", "{first}");
        assert_eq!(gtp.ask("undo"), "");
    }
    // Its second row is heard after the first.
    gtp.ask("showboard");
    gtp.0.hear(" 1 . . . . . . . .");
    gtp.0.hear(" 2 . . . . . . . .");
    // Black's moves from the start; White could have moved between them.
    let first = gtp.ask("genmove b");
    let second = gtp.ask("genmove b");
    assert!(first != second && second != "pass", "{first} {second}");
    assert_eq!(gtp.ask("undo"), "");
    assert_eq!(gtp.ask("undo"), "");
    assert_eq!(gtp.refused("undo"), "cannot undo");
}

#[test]
fn the_size_of_the_board_is_a_reading_of_the_game() {
    for (game, sizes, none) in [("gomoku", ["15", "19"], "9"), ("hex", ["9", "13"], "8")] {
        let mut gtp = Controller::of(&[game, "--agent", "random"]);
        for size in sizes {
            assert_eq!(gtp.ask(&format!("boardsize {size}")), "");
            let corner = format!("A{size}");
            assert_eq!(gtp.ask(&format!("play b {corner}")), "");
            assert_eq!(gtp.refused(&format!("play w B{}9", size)), "illegal move");
        }
        assert_eq!(
            gtp.refused(&format!("boardsize {none}")),
            "unacceptable size"
        );
        assert_eq!(gtp.ask("komi 0"), "");
        assert!(gtp.refused("komi 6.5").contains("no komi"));
        assert!(gtp.refused("boardsize x").contains("not an integer"));
    }
}

#[test]
fn time_settings_are_obeyed_and_quit_is_heard() {
    let mut gtp = Controller::of(&["gomoku", "--agent", "uct"]);
    gtp.ask("time_settings 0 1 10");
    gtp.ask("genmove b");
    gtp.ask("time_left w 1 5");
    gtp.ask("genmove w");
    gtp.ask("time_settings 36000 0 0");
    gtp.0.say("genmove b\nquit");
    assert!(gtp.0.close());
}

#[test]
fn games_in_which_no_stones_are_placed_are_refused() {
    let refused = |game: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["gtp", game])
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused("modern-chess").contains("puts stones of one kind"));
    assert!(refused("gollon-chinese-chess").contains("square boards"));
}

/// Black has 13 points by area and White 12, counted by hand.
#[test]
fn the_final_score_counts_with_the_komi_that_was_set() {
    let mut gtp = Controller::of(&["go", "--agent", "random"]);
    for command in ["boardsize 5", "komi 0.5", "clear_board"] {
        assert_eq!(gtp.ask(command), "");
    }
    let stones = [
        "C3", "C2", "D2", "B3", "D4", "B4", "C4", "B5", "D1", "C1", "C5",
    ];
    for (index, stone) in stones.iter().enumerate() {
        let colour = if index % 2 == 0 { "b" } else { "w" };
        assert_eq!(gtp.ask(&format!("play {colour} {stone}")), "");
    }
    assert_eq!(gtp.ask("final_score"), "B+0.5");
    assert_eq!(gtp.ask("play w pass"), "");
    assert_eq!(gtp.ask("play b pass"), "");
    assert_eq!(gtp.ask("final_score"), "B+0.5");
    // The game has no such komi.
    assert_eq!(gtp.ask("komi 3.75"), "");
    assert_eq!(gtp.ask("final_score"), "W+2.75");
    gtp.0.say("final_status_list alive");
    let alive = gtp.0.hear("=");
    assert_eq!(alive, "= B5");
}

#[test]
fn handicaps_are_stones_of_black() {
    let mut gtp = Controller::of(&["go", "--agent", "random"]);
    gtp.ask("boardsize 9");
    assert_eq!(gtp.ask("fixed_handicap 3"), "C3 G7 G3");
    assert_eq!(gtp.refused("fixed_handicap 2"), "board not empty");
    assert_eq!(gtp.refused("play b G7"), "illegal move");
    assert_eq!(gtp.ask("play w E5"), "");
    gtp.ask("clear_board");
    assert_eq!(gtp.refused("fixed_handicap 12"), "invalid handicap");
    assert_eq!(gtp.refused("set_free_handicap A1 A1"), "invalid handicap");
    assert_eq!(gtp.ask("set_free_handicap A1 B2"), "");
    assert_eq!(gtp.refused("play w B2"), "illegal move");
}

//! `play` in a real terminal: what is seen, and what keys do.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver};
use std::time::{Duration, Instant};

use portable_pty::{native_pty_system, Child, CommandBuilder, PtySize};

/// The longest wait for something to appear: builds and other tests may run beside this one.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program in it.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Terminal {
    fn new(home: &Path, (rows, cols): (u16, u16), arguments: &[&str]) -> Terminal {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ludarium"));
        command.args(arguments);
        command.cwd(home);
        command.env("HOME", home);
        command.env("XDG_STATE_HOME", home.join("state"));
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("it starts");
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            // The terminal stays open as long as it is read.
            let _master = pair.master;
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            child,
            keys,
            output,
            screen: vt100::Parser::new(rows, cols, 0),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
        self.keys.flush().expect("it listens");
    }

    /// Waits until the screen fulfils a condition.
    fn wait(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.screen.process(&bytes);
            }
            let text = self.screen.screen().contents();
            if holds(&text) {
                return text;
            }
            assert!(Instant::now() < end, "no {what} on the screen:\n{text}");
        }
    }

    fn wait_for(&mut self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits until the program ends.
    fn wait_for_end(&mut self) {
        let end = Instant::now() + PATIENCE;
        while self.child.try_wait().expect("its state").is_none() {
            // A program whose output nobody reads would not end.
            while self.output.try_recv().is_ok() {}
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// A new empty folder, which is the home of one test.
fn home(name: &str) -> PathBuf {
    let path = crate::scratch_folder(module_path!()).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// The files of unfinished games.
fn kept(home: &Path) -> Vec<String> {
    let folder = home.join("state/ludarium/unfinished");
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let texts = entries.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
    texts.collect()
}

const USUAL: (u16, u16) = (24, 80);
const CONTROL_C: &str = "\x03";

#[test]
fn a_killed_game_is_offered_again_and_goes_on() {
    let home = home("killed");
    let play = ["play", "tic-tac-toe", "--seats", "human,human"];
    let mut first = Terminal::new(&home, USUAL, &play);
    first.wait_for("9 of 9 moves");
    first.press("b2\r");
    first.wait_for("8 of 8 moves");
    first.press("a1\r");
    first.wait_for("7 of 7 moves");
    first.child.kill().unwrap();
    first.wait_for_end();
    assert_eq!(kept(&home).len(), 1);

    let mut second = Terminal::new(&home, USUAL, &play);
    second.wait_for("A game of 2 moves was not finished.");
    second.press("\r");
    second.wait_for("7 of 7 moves");
    // Played to its end it is not kept any longer.
    for mv in ["b1\r", "a2\r", "b3\r"] {
        second.press(mv);
    }
    second.wait_for("after 5 moves");
    second.press("quit\r");
    second.wait_for_end();
    assert_eq!(kept(&home), Vec::<String>::new());
}

#[test]
fn a_new_game_leaves_the_unfinished_one_alone() {
    let home = home("declined");
    let play = ["play", "tic-tac-toe", "--seats", "human,human"];
    for answer in ["", "n"] {
        let mut game = Terminal::new(&home, USUAL, &play);
        if !answer.is_empty() {
            game.wait_for("not finished");
            game.press(answer);
        }
        game.wait_for("9 of 9 moves");
        game.press("b2\r");
        game.wait_for("8 of 8 moves");
        game.press(CONTROL_C);
        game.wait_for("go on playing");
        game.press("\r");
        game.wait_for_end();
    }
    assert_eq!(kept(&home).len(), 2);
}

#[test]
fn enter_on_an_empty_line_plays_nothing() {
    let home = home("enter");
    let mut game = Terminal::new(&home, USUAL, &["play", "tic-tac-toe"]);
    game.wait_for("9 of 9 moves");
    game.press("\r");
    game.wait_for("Type a move, or choose one");
    game.wait_for("9 of 9 moves");
    // With an arrow one is chosen.
    game.press("\x1b[B\r");
    game.wait("move", |screen| !screen.contains("9 of 9 moves"));
}

#[test]
fn keys_are_heard_while_the_computer_thinks() {
    let home = home("thinks");
    let seats = ["play", "connect-four", "--seats", "alphabeta,human"];
    let arguments = [&seats[..], &["--time", "1000"]].concat();
    let mut game = Terminal::new(&home, USUAL, &arguments);
    game.wait_for("thinks");
    game.press("\x1bOP");
    game.wait_for("go back and forth in the record");
    game.press("\x1b");
    game.wait("board", |screen| {
        !screen.contains("go back and forth in the record")
    });
    game.press(CONTROL_C);
    game.wait_for_end();
}

#[test]
fn a_long_paste_is_taken_and_keys_are_heard_after_it() {
    for marked in [false, true] {
        let home = home("paste");
        let mut game = Terminal::new(&home, USUAL, &["play", "tic-tac-toe"]);
        game.wait_for("9 of 9 moves");
        let text = "x".repeat(20_000);
        match marked {
            true => game.press(&format!("\x1b[200~{text}\x1b[201~")),
            false => game.press(&text),
        }
        game.wait_for("0 of 9 moves");
        game.press("\x1b");
        game.wait_for("9 of 9 moves");
        game.press(CONTROL_C);
        game.wait_for_end();
    }
}

#[test]
fn a_board_that_does_not_fit_says_where_it_goes_on_and_scrolls() {
    let home = home("scroll");
    let play = ["play", "gomoku", "--seats", "human,human"];
    let mut game = Terminal::new(&home, (14, 60), &play);
    let first = game.wait_for("goes on");
    game.press("\x1b[1;2A");
    game.press("\x1b[1;2A");
    game.wait("other part", |screen| {
        screen.contains("goes on") && screen != first
    });
}

#[test]
fn a_wide_board_is_drawn_without_lines_if_only_that_fits() {
    let home = home("narrow");
    let play = ["play", "gomoku", "--seats", "human,human"];
    let mut game = Terminal::new(&home, (40, 80), &play);
    let text = game.wait("board", |screen| screen.contains("of 225 moves"));
    assert!(!text.contains("goes on"), "{text}");
    // All fifteen columns have their letters.
    let letters = |line: &str| line.matches(|c: char| c.is_ascii_lowercase()).count();
    assert!(
        text.lines()
            .any(|line| line.contains("a b c d") && letters(line) >= 15),
        "{text}"
    );
}

#[test]
fn a_game_is_chosen_by_words_of_its_name() {
    let home = home("chooser");
    let mut game = Terminal::new(&home, USUAL, &["play"]);
    game.wait_for("Which game?");
    game.press("tac toe");
    game.wait_for("[tic-tac-toe]");
    game.press("\r");
    game.wait_for("9 of 9 moves");
}

#[test]
fn a_word_of_a_title_starts_no_game_by_itself() {
    let home = home("word");
    let mut game = Terminal::new(&home, USUAL, &["play", "toe"]);
    game.wait_for("Which game?");
    game.wait_for("[tic-tac-toe]");
    game.press("\x1b");
    game.wait_for_end();
}

#[test]
fn a_pass_leaves_the_board_where_it_is_shown() {
    let home = home("pass");
    let play = ["play", "go", "--seats", "human,human"];
    let mut game = Terminal::new(&home, (16, 60), &play);
    game.wait_for("of 362 moves");
    game.press("t19\r");
    game.wait_for("Black: t19");
    game.press("pass\r");
    let text = game.wait_for("White: pass");
    // The upper right corner, where the last stone stands.
    assert!(text.contains("goes on ◀▼ "), "{text}");
}

#[test]
fn the_position_is_that_on_the_board_when_one_looks_back() {
    let home = home("position");
    let play = ["play", "tic-tac-toe", "--seats", "human,human"];
    let mut game = Terminal::new(&home, USUAL, &play);
    game.wait_for("9 of 9 moves");
    game.press("b2\r");
    game.wait_for("8 of 8 moves");
    game.press("a1\r");
    game.wait_for("7 of 7 moves");
    game.press("\x1b[D");
    game.wait_for("before ply 2 of 2");
    game.press("position\r");
    game.wait_for("3/1X1/3");
    game.press("\x1b");
    game.wait("board", |screen| !screen.contains("3/1X1/3"));
    game.press("\x1b[C");
    game.wait("end", |screen| !screen.contains("before ply"));
    game.press("position\r");
    game.wait_for("3/1X1/O2");
}

#[test]
fn the_only_move_is_said_to_be_the_only_one() {
    let home = home("only");
    // Both throw for who begins.
    let mut game = Terminal::new(&home, USUAL, &["play", "backgammon"]);
    game.wait_for("1 of 1 move ");
    game.wait_for("Enter plays it");
}

#[test]
fn players_who_left_their_seats_to_the_computer_get_them_back() {
    let home = home("seats");
    let play = ["play", "tic-tac-toe", "--nodes", "10"];
    let mut game = Terminal::new(&home, USUAL, &play);
    game.wait_for("9 of 9 moves");
    for back in ["rematch\r", "undo\r"] {
        game.press("auto\r");
        game.wait("end", |screen| screen.contains(" moves:"));
        game.press(back);
        game.wait_for("Cross to move (you).");
    }
}

#[test]
fn commands_say_what_they_have_done() {
    let home = home("said");
    let play = ["play", "tic-tac-toe", "--seats", "human,human"];
    let mut game = Terminal::new(&home, USUAL, &play);
    game.wait_for("9 of 9 moves");
    for (typed, answer) in [
        ("moves\r", "The legal moves stand"),
        ("load\r", "name the file"),
        ("b2\r", "8 of 8 moves"),
        ("undo\r", "Undone. Cross to move"),
        ("rematch\r", "A new game begins."),
        ("resign\r", "Ring wins: Cross resigned."),
        ("b2\r", "The game is over"),
        ("hint\r", "the game is over"),
    ] {
        game.press(typed);
        game.wait_for(answer);
    }
}

#[test]
fn a_move_typed_while_the_computer_thinks_is_told_to_wait() {
    let home = home("turn");
    let seats = ["play", "connect-four", "--seats", "alphabeta,human"];
    let arguments = [&seats[..], &["--time", "1000"]].concat();
    let mut game = Terminal::new(&home, USUAL, &arguments);
    game.wait_for("thinks");
    game.press("a\r");
    game.wait_for("It is not your turn.");
    game.press("hint\r");
    game.wait_for("it is not your turn");
    game.wait_for("thinks");
}

#[test]
fn of_a_paste_of_several_lines_the_first_is_taken_and_that_is_said() {
    let home = home("lines");
    let play = ["play", "tic-tac-toe", "--seats", "human,human"];
    let mut game = Terminal::new(&home, USUAL, &play);
    game.wait_for("9 of 9 moves");
    game.press("\x1b[200~b2\na1\n\x1b[201~");
    game.wait_for("Only the first line");
    game.wait_for("1 of 9 moves");
}

#[test]
fn a_page_scrolls_to_its_end_in_a_narrow_terminal() {
    let home = home("page");
    let mut game = Terminal::new(&home, (20, 40), &["play", "tic-tac-toe"]);
    game.wait_for("9 of 9 moves");
    game.press("\x1bOP");
    game.wait_for("lines 1 to");
    game.press("\x1b[F");
    let text = game.wait_for("quit         leave");
    assert!(!text.contains("Type a move, or the beginning"), "{text}");
}

#[test]
fn a_game_saved_as_it_is_left_says_where() {
    let home = home("saved");
    let play = ["play", "tic-tac-toe", "--seats", "human,human"];
    let mut game = Terminal::new(&home, USUAL, &play);
    game.wait_for("9 of 9 moves");
    game.press("b2\r");
    game.wait_for("8 of 8 moves");
    game.press(CONTROL_C);
    game.wait_for("save it to a file");
    game.press("s");
    game.wait_for("Saved as tic-tac-toe.txt.");
    game.wait_for_end();
    assert!(home.join("tic-tac-toe.txt").exists());
}

//! `check --watch`: checks again when something has changed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

/// The longest wait for a check: builds and other tests may run beside this one.
const PATIENCE: Duration = Duration::from_secs(60);

struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn new(at: &Path, arguments: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .current_dir(at)
            .args(["check", "--watch"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Watch { child, lines }
    }

    #[track_caller]
    fn hear(&self, part: &str) {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        assert!(line.contains(part), "{line:?} for {part:?}");
    }

    /// Interrupts it and returns its exit code.
    fn interrupt(mut self) -> Option<i32> {
        // The moment in which it waits for a change.
        std::thread::sleep(Duration::from_millis(500));
        let id = self.child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.expect("kill runs").success());
        self.child.wait().expect("it ends").code()
    }
}

fn folder(name: &str) -> PathBuf {
    let path = crate::scratch_folder(module_path!()).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("defs")).expect("a folder");
    path
}

fn write(at: &Path, name: &str, text: &str) {
    std::fs::write(at.join(name), text).expect("a file");
}

const GAME: &str = r#"(game "Three" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end "ThreeWin")))
"#;
const DEFINITION: &str = r#"(define "ThreeWin" (if (is Line 3) (result Mover Win)))
"#;

#[cfg(unix)]
#[test]
fn the_description_and_its_definitions_are_watched() {
    let home = folder("watch");
    write(&home, "three.lud", GAME);
    write(&home, "defs/three.def", DEFINITION);
    let watch = Watch::new(&home, &["three.lud", "--defs", "defs"]);
    watch.hear("no problems");
    write(&home, "three.lud", &GAME.replace("square 3", "squaer 3"));
    watch.hear("1 problem");
    write(&home, "three.lud", GAME);
    watch.hear("no problems");
    write(&home, "defs/three.def", &DEFINITION.replace("Line", "Lien"));
    watch.hear("1 problem");
    // The code is that of the last check.
    assert_eq!(watch.interrupt(), Some(1));

    write(&home, "defs/three.def", DEFINITION);
    let watch = Watch::new(&home, &["three.lud", "--defs", "defs"]);
    watch.hear("no problems");
    assert_eq!(watch.interrupt(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_new_file_in_a_folder_is_seen() {
    let home = folder("watch-folder");
    write(
        &home,
        "one.lud",
        &GAME.replace("\"ThreeWin\"", "(if (is Line 3) (result Mover Win))"),
    );
    let watch = Watch::new(&home, &["."]);
    watch.hear("1 file checked, no problems");
    write(&home, "two.lud", "(game");
    watch.hear("in 1 of 2 files");
    assert_eq!(watch.interrupt(), Some(1));
}

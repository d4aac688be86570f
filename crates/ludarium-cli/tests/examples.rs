//! `ludarium test`: examples beside a description, and rules that never give a move.

use std::path::PathBuf;
use std::process::{Command, Output};

const FERRY: &str = r#"(game "Ferry"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Pawn" Each
            (or (move Step Forward (to if:(is Empty (to)))) (move Step Backward (to if:(= (from) (to)))))
        )
        (regions "Far" P1 (sites Top))
        (regions "Far" P2 (sites Bottom))
    })
    (rules
        (start { (place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"#;

/// Writes a game and its examples, and tests it.
fn tested(name: &str, examples: &str, arguments: &[&str]) -> Output {
    let folder: PathBuf = crate::scratch_folder(module_path!());
    let file = folder.join(format!("{name}.lud"));
    std::fs::write(&file, FERRY).expect("there is room");
    let beside = folder.join(format!("{name}.examples.txt"));
    std::fs::write(beside, examples).expect("there is room");
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("test")
        .arg(&file)
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn examples_that_hold_are_counted_and_rules_out_of_reach_are_named() {
    let examples = "example: one step\nlegal: a1-a2\nillegal: a1-a3\ncount: 3\n";
    let output = tested("holds", examples, &["--games", "20"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    assert!(printed.contains("1 example holds"), "{printed}");
    assert!(printed.contains("Player 1 wins"), "{printed}");
    // No step ends where it begins.
    assert!(printed.contains("6:61: (move Step Backward"), "{printed}");
    assert!(!printed.contains("(move Step Forward"), "{printed}");
    // All pawns look up, so the second player has no step, and the first move ends the game: nobody
    // ever looks behind, and what the first player asks holds.
    let unasked = printed.split("these conditions were never asked").nth(1);
    assert!(
        unasked.expect("a list").contains("(= (from) (to))"),
        "{printed}"
    );
    let always = printed
        .split("these conditions always held")
        .nth(1)
        .expect("a list");
    assert!(always.contains("6:43: (is Empty (to))"), "{printed}");
    assert!(always.contains("14:18: (no Moves Next)"), "{printed}");
}

#[test]
fn a_report_is_one_page_with_the_parts_marked_that_random_games_do_not_reach() {
    let file = crate::scratch_folder(module_path!()).join("report.html");
    let examples = "example: one <step>\nlegal: a1-a2\nexample: two\nlegal: a1-a3\n";
    let path = file.display().to_string();
    let output = tested("report", examples, &["--games", "20", "--report", &path]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(&file).expect("a page");
    let marked = |class: &str, own: &str| {
        let begins = format!("<mark class=\"{class}\"");
        let mut marks = page.split(&begins).skip(1);
        marks.any(|mark| {
            mark.split("</mark>")
                .next()
                .is_some_and(|it| it.ends_with(own))
        })
    };
    assert!(marked("rule", "(move Step Backward (to if:"), "{page}");
    assert!(marked("unasked", "(= (from) (to))"), "{page}");
    assert!(marked("always", "(no Moves Next)"), "{page}");
    assert!(!marked("rule", "(move Step Forward (to if:"), "{page}");
    // What only lists the moves of pieces is no effect that could be idle.
    assert!(!marked("effect", "(forEach Piece)"), "{page}");
    assert!(
        page.contains("one &lt;step&gt;") || page.contains("one &#60;step&#62;"),
        "{page}"
    );
    assert!(page.contains("line 4: a1-a3 is not legal"), "{page}");
    // One of the two rules; all games end with the first move.
    assert!(
        page.contains("<b>1 of 2</b>rules gave a legal move"),
        "{page}"
    );
    assert!(page.contains("Player 1 wins</th>"), "{page}");
    assert!(page.contains("1 move, 20 games"), "{page}");
    // Nothing is fetched from elsewhere.
    assert!(
        !page.contains("http") && !page.contains("<script"),
        "{page}"
    );
}

#[test]
fn an_example_that_fails_has_its_file_its_line_and_the_reason() {
    let examples = "# a comment\nexample: two steps\nlegal: a1-a3 b1-b2\n";
    let output = tested("fails", examples, &["--games", "0"]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("fails.examples.txt:3: two steps: a1-a3 is not legal"),
        "{printed}"
    );
    assert!(printed.contains("1 of 1 example fails"), "{printed}");
}

#[test]
fn a_move_that_reads_as_none_of_many_is_answered_with_the_nearest() {
    let folder = crate::scratch_folder(module_path!());
    let file = folder.join("unreadable-move.txt");
    std::fs::write(&file, "example: a slip\nmoves: e2e44\nlegal: zz9\n").expect("there is room");
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["test", "shatranj", "--games", "0", "--examples"])
        .arg(&file)
        .output()
        .expect("the command starts");
    let printed = text(&output.stdout);
    assert!(printed.contains("e2-e3"), "{printed}");
}

#[test]
fn a_line_that_cannot_be_read_is_an_error_with_its_place() {
    let output = tested("unread", "example: x\nlegl: a1\n", &[]);
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stderr);
    assert!(printed.contains("unread.examples.txt:2"), "{printed}");
}

#[test]
fn programs_get_an_object() {
    let output = tested(
        "object",
        "example: x\nmover: 2\n",
        &["--games", "5", "--json"],
    );
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(object["failures"][0]["line"], 2);
    assert_eq!(object["random"]["games"], 5);
}

#[test]
fn the_names_and_letters_beside_a_description_are_read() {
    let folder = crate::scratch_folder(module_path!()).join("ferry-with-names");
    std::fs::create_dir_all(&folder).expect("there is room");
    let write = |file: &str, text: &str| {
        std::fs::write(folder.join(file), text).expect("there is room");
    };
    write("game.lud", FERRY);
    const ABOUT: &str = "slug = \"ferry\"\nname = \"Ferry\"\nfamily = \"race\"\nplayers = 2\n\
                         [notation.letters]\nF = \"Pawn\"\n";
    write("about.toml", ABOUT);
    let examples = "example: letters\nposition: fff/3/FFF w\nlegal: a1-a2\n";
    write("game.examples.txt", examples);
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(words)
            .current_dir(&folder)
            .output()
            .expect("the command starts");
        (text(&output.stdout), text(&output.stderr))
    };
    let tested = run(&["test", "game.lud", "--games", "0"]);
    assert_eq!(tested.0, "1 example holds\n", "{tested:?}");
    let shown = run(&["show", "game.lud", "--ascii"]);
    assert!(shown.0.contains("Pawn (F)"), "{shown:?}");
    // A file that cannot be read is reported at its place.
    write("about.toml", &ABOUT.replace("players", "playrs"));
    let wrong = run(&["test", "game.lud", "--games", "0"]);
    assert!(wrong.1.contains("about.toml: "), "{wrong:?}");
    assert!(wrong.1.contains("playrs"), "{wrong:?}");
}

#[test]
fn the_examples_of_a_built_in_game_are_played() {
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["test", "shatranj", "--games", "0"])
        .output()
        .expect("the command starts");
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    assert!(printed.contains("examples hold"), "{printed}");
}

#[test]
fn the_examples_of_the_book_hold_in_the_game_of_the_book() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/describing.md");
    let page = std::fs::read_to_string(page).expect("a page");
    let block = |fence: &str, of: &str| -> String {
        let mut blocks = page.split(fence).skip(1);
        let block = blocks.find(|block| block.contains(of)).expect("a block");
        block.split("\n```").next().unwrap_or_default().to_owned()
    };
    let folder = crate::scratch_folder(module_path!());
    let game = folder.join("ferry.lud");
    std::fs::write(&game, block("\n```lud\n", "(regions \"Far\" P1")).expect("there is room");
    let run = |examples: String| {
        std::fs::write(folder.join("ferry.examples.txt"), examples).expect("there is room");
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .arg("test")
            .arg(&game)
            .args(["--games", "0"])
            .output()
            .expect("the command starts");
        text(&output.stdout)
    };
    let examples = block("\n```text\n", "\nexample: ");
    assert_eq!(run(examples.clone()), "3 examples hold\n");
    // What the page says of an example that fails.
    let wrong = examples.replacen("legal: a2-a3 c2-c3", "legal: a2-a3 c1-c2", 1);
    assert_ne!(wrong, examples);
    let line = block("\n```text\n", "ferry.examples.txt:");
    let printed = run(wrong);
    assert!(printed.contains(line.trim()), "{printed}");
}

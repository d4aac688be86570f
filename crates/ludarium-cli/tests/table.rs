//! Games in the terminal: how throws, players and moves are shown, and which input is understood.

use std::io::Write;
use std::process::{Command, Stdio};

/// The output of a game played line by line with this input.
fn played(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("play")
        .args(arguments)
        .args(["--plain", "--seed", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it writes text")
}

#[test]
fn the_sticks_of_tab_are_shown_with_value_name_and_faces_and_the_thrower_by_its_side() {
    let said = played(&["bgs-tab-egypt", "--seats", "human,random"], "pass\n");
    // Lane, Manners and Customs (1860), p. 347.
    let names = [
        "6, sitteh (0 0 0 0)",
        "2, itneyn (",
        "3, telateh (",
        "4, arba'ah (1 1 1 1)",
        "1, tab (",
    ];
    assert!(
        names
            .iter()
            .any(|name| said.contains(&format!("Throw: {name}"))),
        "{said}"
    );
    assert!(
        names
            .iter()
            .any(|name| said.contains(&format!("North throws {name}"))),
        "{said}"
    );
    assert!(said.contains("South: S Dog  s Dog, waiting"), "{said}");
    assert!(
        said.contains("The only move is pass: Enter plays it."),
        "{said}"
    );
}

#[test]
fn enter_alone_plays_the_only_move() {
    let arguments = ["bgs-daldos", "--seats", "human,human"];
    let said = played(&arguments, "\n\n");
    assert!(
        said.contains("South to move (you); throwing for who begins."),
        "{said}"
    );
    let boards = said.matches("a   b   c   d").count();
    assert_eq!(boards, 3, "the start and two moves: {said}");
}

#[test]
fn equal_dice_list_every_move_once() {
    let input = "moves\n1\n".repeat(60);
    let said = played(
        &["falkener-turkish-backgammon", "--seats", "human,human"],
        &input,
    );
    assert!(said.contains("Throw: 4 4"), "equal dice come: {said}");
    assert!(!said.contains("#2"), "{said}");
}

#[test]
fn pieces_enter_by_letter_and_by_place_in_the_hand() {
    let turkish = ["falkener-turkish-backgammon", "--seats", "human,human"];
    let said = played(&turkish, "\nmoves\nhand:1-g2\n");
    assert!(said.contains("1 @g2"), "{said}");
    assert!(said.contains("Throw: - 2"), "one die is used: {said}");
    let said = played(&turkish, "\ng2\n");
    assert!(said.contains("Throw: - 2"), "the target is enough: {said}");
}

#[test]
fn the_pits_of_mankala_have_names() {
    let said = played(
        &["ludii-lib-al-aqil", "--seats", "human,human"],
        "A:6\nf:6\nA:99\n",
    );
    assert!(
        said.contains(" A 0   B 0   C 0   D 0   E 0   F 0"),
        "{said}"
    );
    assert!(
        said.contains(" f[6]  e 0   d 0   c 0   b 0   a 0"),
        "{said}"
    );
    assert!(said.contains("no legal move reads \"A:99\""), "{said}");
    assert!(
        said.contains("First party to move (you); dealing the counters out."),
        "{said}"
    );
}

#[test]
fn throws_and_squares_still_owed_are_shown() {
    let seats = "random,random,random,random";
    let said = played(&["falkener-pachisi", "--seats", seats], "");
    // Falkener (1892), p. 259: one cowry up counts ten, none counts twenty-five.
    assert!(said.contains(" throws 10 ("), "{said}");
    let end = said.lines().last().unwrap_or_default();
    let teams = ["Yellow and Green win after ", "Red and Black win after "];
    assert!(teams.iter().any(|team| end.starts_with(team)), "{end}");
}

#[test]
fn kriegspiel_hides_the_opponents_pieces() {
    let said = played(
        &["gollon-kriegspiel", "--seats", "human,random"],
        "e2-e4\nmoves\nb1-c3\n",
    );
    assert!(
        said.contains('♔'),
        "the player's own pieces are visible: {said}"
    );
    let board = said.split("White: ♔ King").last().unwrap_or_default();
    let boards: Vec<&str> = board.lines().filter(|line| line.starts_with(' ')).collect();
    for piece in ['♚', '♛', '♜', '♝', '♞', '♟'] {
        let seen = boards.iter().any(|line| line.contains(piece));
        assert!(!seen, "{piece} is visible: {said}");
    }
    assert!(said.contains("Black: unseen"), "{said}");
    assert!(!said.contains("Off the board"), "{said}");
}

#[test]
fn when_the_game_is_over_everything_is_shown() {
    let said = played(
        &["gollon-kriegspiel", "--seats", "human,random"],
        "e2-e4\nresign\nboard\n",
    );
    assert!(said.ends_with("White resigned.\n"), "{said}");
}

#[test]
fn simultaneous_choices_are_hidden_until_both_are_made() {
    let said = played(&["falkener-atep", "--seats", "random,human"], "1\n");
    assert!(said.contains("\nPlayer 1: unseen\n"), "{said}");
    // The choice is announced after both players have chosen.
    assert!(said.contains("Announced: Player 1 "), "{said}");
}

#[test]
fn a_move_is_understood_at_the_table_as_it_is_in_a_printed_game() {
    // Falkener (1892), pp. 218-224: the target square of the Maharajah; the sign and the square of
    // a Sepoy.
    let said = played(
        &["falkener-maharajah", "--seats", "human,human"],
        "52\nB 34\nP 34\n",
    );
    // Both sides have moved, except for the bishop.
    assert_eq!(said.matches("to move (you)").count(), 3, "{said}");
    assert!(said.contains("no legal move reads \"B 34\""), "{said}");
    assert_eq!(said.matches("no legal move").count(), 1, "{said}");
}

#[test]
fn a_pass_is_a_pass_whatever_comes_with_it() {
    // Blue is mated, and its partner is not: the game goes on. The pass notes who is mated.
    let mated = "7,K3,6/14/14/14/14/1,R1,10,R4,1/R1,R1,12/14/13,K4/14/K2,13/14/14/6,K1,7 2";
    let arguments = [
        "gollon-double-chess",
        "--seats",
        "human,human,human,human",
        "--position",
        mated,
    ];
    let said = played(&arguments, "pass\n");
    assert!(said.contains("The only move is pass"), "{said}");
    assert!(!said.contains("no legal move"), "{said}");
    assert!(said.contains("Red to move (you)"), "{said}");
}

#[test]
fn a_position_that_is_set_up_decided_is_over_at_the_table() {
    // Blue is mated, and Black has no king.
    let mated = "7,K3,6/14/14/14/14/1,R1,10,R4,1/2,R1,11/14/14/14/K2,13/14/14/6,K1,7 1";
    let arguments = [
        "gollon-double-chess",
        "--seats",
        "human,human,human,human",
        "--position",
        mated,
    ];
    let said = played(&arguments, "pass\n");
    assert!(said.contains("White and Red win after 0 moves"), "{said}");
    assert!(!said.contains("no legal move"), "{said}");
}

#[test]
fn a_piece_that_shares_a_cell_captures_nothing() {
    // The voyage to Mecca: an overtaken piece goes back, and several pieces may share a cell.
    let arguments = [
        "bgs-voyage-la-mecque",
        "--ascii",
        "--seats",
        "random,random",
    ];
    let said = played(&arguments, "");
    let takes = |word: &str| {
        let ends = word.split_once('x');
        ends.is_some_and(|(from, to)| {
            from.ends_with(|c: char| c.is_ascii_digit()) && to.starts_with(char::is_alphabetic)
        })
    };
    let moves = said.lines().filter(|line| line.contains(" throws "));
    let taken: Vec<&str> = moves
        .flat_map(str::split_whitespace)
        .filter(|word| takes(word))
        .collect();
    assert!(taken.is_empty(), "{taken:?}");
    assert!(said.contains(" after "), "it ends: {said}");
}

#[test]
fn a_player_with_a_plural_name_throws_in_the_plural() {
    let said = played(&["senet", "--seats", "random,random"], "");
    assert!(said.contains("Reels throw "), "{said}");
    assert!(!said.contains("Reels throws"), "{said}");
}

#[test]
fn the_referee_of_kriegspiel_names_the_square_of_a_capture() {
    // Gollon, Chess Variations (1968), p. 224.
    let input = "e2-e4\nd7-d5\ne4xd5\n";
    let said = played(&["kriegspiel", "--seats", "human,human"], input);
    assert!(
        said.contains("White captures on d5; White has moved"),
        "{said}"
    );
}

#[test]
fn what_a_computer_player_announces_stands_beside_its_move() {
    let arguments = ["kriegspiel", "--seats", "human,random"];
    let said = played(&arguments, "e2-e4\n");
    assert!(said.contains("Black has moved]"), "{said}");
}

#[test]
fn each_value_of_a_magic_square_is_listed_once() {
    // Nine cells, nine values.
    let said = played(&["magic-square"], "moves\n");
    assert!(said.contains("81 9@c3"), "{said}");
    assert!(!said.contains("82 "), "{said}");
}

#[test]
fn a_cross_looks_like_a_cross() {
    let said = played(&["tic-tac-toe"], "");
    assert!(said.contains("Cross: × Cross\nRing: ○ Ring\n"), "{said}");
    let said = played(&["tic-tac-toe", "--ascii"], "");
    assert!(said.contains("Cross: X Cross\nRing: O Ring\n"), "{said}");
}

#[test]
fn a_game_is_called_what_the_list_calls_it() {
    for (game, title) in [
        ("falkener-backgammon", "Backgammon (Falkener)\n"),
        ("tic-tac-toe", "Tic-tac-toe\n"),
    ] {
        let said = played(&[game], "");
        assert!(said.starts_with(title), "{said}");
    }
}

#[test]
fn the_winner_of_a_resigned_game_is_named() {
    let said = played(&["shatranj"], "resign\n");
    assert!(said.contains("Black wins: White resigned."), "{said}");
}

#[test]
fn each_move_of_a_tour_has_its_number_in_the_record() {
    let said = played(&["knights-tour"], "b1\nc3\nrecord\n");
    assert!(said.contains("1.  K@b1\n  2.  b1-c3"), "{said}");
}

#[test]
fn a_position_is_told_as_text_that_can_be_set_up() {
    let said = played(&["oware", "--seats", "human,human"], "C\nposition\n");
    let text = "4 4 4 4 4 5 / 4 4 0 5 5 5 2";
    assert!(said.contains(text), "{said}");
    let said = played(&["oware", "--position", text], "board\n");
    assert!(said.contains("North to move"), "{said}");
    // What a player must not see is not told.
    let said = played(&["kriegspiel"], "position\n");
    assert!(said.contains("hidden from you"), "{said}");
}

//! Examples beside descriptions: those of the library hold, and what does not hold is reported.

use ludarium_games::{Entry, Loaded};
use ludarium_notation::examples::{parse, run};

fn loaded(game: &Entry, with: &[(String, String)]) -> Loaded {
    ludarium_games::load(game, with).unwrap_or_else(|error| panic!("{}: {error}", game.slug))
}

#[test]
fn the_examples_of_the_library_hold() {
    let mut seen = 0;
    for game in ludarium_games::games() {
        if game.examples.is_empty() {
            continue;
        }
        let examples =
            parse(game.examples).unwrap_or_else(|failures| panic!("{}: {failures:?}", game.slug));
        assert!(!examples.is_empty(), "{} has no example", game.slug);
        for example in examples {
            let failures = run(&example, &loaded(game, &example.with), Some(&game.about));
            assert_eq!(failures, [], "{}: {}", game.slug, example.title);
            seen += 1;
        }
    }
    assert!(seen > 100, "only {seen} examples");
}

/// The lines and messages of what does not hold in tic-tac-toe.
fn told(text: &str) -> Vec<(usize, String)> {
    let game = ludarium_games::find("tic-tac-toe").unwrap();
    let loaded = loaded(game, &[]);
    let examples = parse(text).unwrap();
    let failures = examples
        .iter()
        .flat_map(|example| run(example, &loaded, Some(&game.about)));
    failures
        .map(|failure| (failure.line, failure.message))
        .collect()
}

#[test]
fn what_does_not_hold_is_reported_with_its_line() {
    let text = "example: wrong in each line\n\
                count: 8\n\
                mover: 2\n\
                illegal: a1\n\
                moves: a1\n\
                legal: b2 a1\n\
                result: player 1 wins\n";
    let told = told(text);
    let lines: Vec<usize> = told.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 3, 4, 6, 7]);
    assert_eq!(told[0].1, "there are 9 legal moves, not 8");
    assert_eq!(told[1].1, "Cross is to move, not Ring");
    assert_eq!(told[2].1, "a1 is legal");
    assert!(told[3].1.starts_with("a1 is not legal"), "{}", told[3].1);
    assert_eq!(told[4].1, "the game goes on; expected: Cross has won");
}

#[test]
fn what_does_not_hold_names_players_as_the_game_does() {
    let go = ludarium_games::find("go").expect("a game");
    let loaded = ludarium_games::load(go, &[]).expect("it loads");
    let text = "example: wrong\nmover: 2\nresult: player 2 wins\n";
    let examples = parse(text).expect("examples");
    let failures = run(&examples[0], &loaded, Some(&go.about));
    let told: Vec<&str> = failures.iter().map(|failure| &*failure.message).collect();
    let expected = [
        "Black is to move, not White",
        "the game goes on; expected: White has won",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_move_that_names_no_site_cannot_be_shown_to_be_illegal() {
    let told = told("example: a typing error\nillegal: q7\n");
    assert!(told[0].1.contains("names no sites"), "{told:?}");
}

#[test]
fn an_example_ends_at_the_first_move_that_cannot_be_played() {
    let told = told("example: twice on one square\nmoves: a1 a1 b1\ncount: 0\n");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, 2);
}

#[test]
fn lines_that_cannot_be_read_are_reported_together() {
    for (text, line, message) in [
        ("legal: a1", 1, "an example begins with"),
        ("example: x\nlegal a1", 2, "a keyword and a colon"),
        ("example: x\nlegl: a1", 2, "`legl:` is none of"),
        ("example: x\ncount: many\nmover: 1", 2, "a number"),
        ("example: x\nresult: victory", 2, "a result is"),
        ("example: x\nwith: strict\nmover: 1", 2, "tag=choice"),
        ("example: x\nmover: 1\nseed: 2", 3, "comes before"),
        ("example: x\nmoves: a1", 1, "nothing that must hold"),
        ("example:", 1, "nothing follows"),
    ] {
        let failures = parse(text).unwrap_err();
        assert_eq!(failures[0].line, line, "{text}");
        assert!(failures[0].message.contains(message), "{failures:?}");
    }
    assert_eq!(parse("a\nb\n").unwrap_err().len(), 2);
}

/// What does not hold in a small race: one die, and pieces that enter on the site of its number.
fn told_of_race(text: &str) -> Vec<(usize, String)> {
    const RACE: &str = r#"(game "Entering" (players 2)
        (equipment { (board (rectangle 1 6)) (dice d:6 num:1) (piece "Man" Each) (hand Each) })
        (rules
            (start (place "Man" "Hand" count:3))
            (play (do (roll)
                next:(move (from (handSite Mover)) (to (- (count Pips) 1) if:(is Empty (to))))))
            (end (if (is Full) (result Mover Win)))))"#;
    let loaded =
        ludarium_games::load_text("entering.lud", RACE, &ludarium_games::definitions(), &[]);
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    let examples = parse(text).unwrap();
    let failures = examples
        .iter()
        .flat_map(|example| run(example, &loaded, None));
    failures
        .map(|failure| (failure.line, failure.message))
        .collect()
}

#[test]
fn an_example_can_say_what_the_dice_show() {
    // Whatever the seed throws: the number decides on the site.
    for number in 1..=6 {
        let site = ["a1", "b1", "c1", "d1", "e1", "f1"][number - 1];
        let text = format!(
            "example: enter\nthrow: {number}\ncount: 1\nmoves: {site}\nmover: 2\n\
             throw: {number}\nillegal: {site}\n"
        );
        assert_eq!(told_of_race(&text), [], "{number}");
    }
    let seven = told_of_race("example: enter\nthrow: 7\ncount: 1\n");
    assert_eq!(seven[0].0, 2);
    assert!(
        seven[0].1.starts_with("no throw here shows 7; they show "),
        "{seven:?}"
    );
    let unnamed = told_of_race("example: enter\nthrow: sig\ncount: 1\n");
    assert!(
        unnamed[0].1.starts_with("no throw here shows sig"),
        "{unnamed:?}"
    );
    // A game without dice.
    let none = told("example: without dice\nthrow: 3\ncount: 9\n");
    assert_eq!(none, [(2, "no throw here shows 3".to_owned())]);
}

/// What does not hold in a game for two teams, players 1 and 3 against 2 and 4.
fn told_of_teams(text: &str) -> Vec<(usize, String)> {
    const TEAMS: &str = r#"(game "Four in Turn" (players 4)
        (equipment { (board (rectangle 1 6)) (piece "Man" Each) })
        (rules
            (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
            (play (move Add (to (sites Empty))))
            (end { (if (and (is Occupied 0) (= 3 (count Moves))) (result TeamMover Win))
                   (if (= 6 (count Moves)) (result Mover Draw)) })))"#;
    let definitions = ludarium_games::definitions();
    let loaded = ludarium_games::load_text("teams.lud", TEAMS, &definitions, &[]);
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    let examples = parse(text).unwrap();
    let failures = examples.iter();
    let failures = failures.flat_map(|example| run(example, &loaded, None));
    failures
        .map(|failure| (failure.line, failure.message))
        .collect()
}

#[test]
fn a_team_wins_together() {
    let text = "example: the third player wins for its team\n\
                moves: a1 b1 c1\n\
                result: players 1 and 3 win\n\
                result: players 3, 1 win\n\
                result: draw\n\
                result: player 3 wins\n\
                example: nobody wins\n\
                moves: b1 c1 d1 e1 f1 a1\n\
                result: draw\n";
    let told = told_of_teams(text);
    let message = |expected: &str| format!("Player 1 and Player 3 have won; expected: {expected}");
    assert_eq!(
        told,
        [
            (5, message("the game is drawn")),
            (6, message("Player 3 has won"))
        ]
    );
    assert!(parse("example: x\nresult: players 1 and me win").is_err());
}

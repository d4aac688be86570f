//! The layout of the formatter, compared with what a careful hand writes.

use ludarium_lud::format;

/// Written by hand.
const FERRY: &str = r#"// Two rows of walkers race.

(define "Advance" (move Step Forward (to if:(is Empty (to)))))

(game "Ferry"
    (players { (player N) (player S) })
    (equipment {
        (board (square <Board:side>))
        (piece "Walker" Each
            (or
                "Advance"
                (move Step (directions {FL FR})
                    (to if:(is Enemy (who at:(to))) (apply (remove (to))))
                    (then (if (is In (last To) (sites Mover "Far")) (moveAgain)))
                )
            )
        )
        (regions "Far" P1 (sites Top))
        (regions "Far" P2 (sites Bottom))
    })
    (rules
        (start {
            (place "Walker1" (expand (sites Bottom)))
            (place "Walker2" (expand (sites Top)))
        })
        (play (forEach Piece))
        (end {
            // The far row.
            (if (is In (last To) (sites Mover "Far")) (result Mover Win))
            (if (no Moves Next) {
                (if (is Threatened (id "Walker" Next)) (result Mover Win))
                (if True (result Mover Draw))
            })
        })
    )
)

(option "Board" <Board> args:{ <side> } {
    (item "Five" <5> "Five by five sites.")*
    (item "Eight" <8> "Eight by eight sites, on which the walkers need longer to meet each other.")
})
"#;

#[test]
fn what_a_careful_hand_writes_stays_as_it_is() {
    assert_eq!(format(FERRY), FERRY);
}

#[test]
fn the_breaks_of_the_author_do_not_matter_between_calls() {
    let without_comments: Vec<&str> = FERRY
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let tidy = without_comments.join("\n") + "\n";
    let tidy = tidy.trim_start().to_owned();
    // Empty lines are the author's.
    let paragraphs = tidy.split("\n\n").map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ")
    });
    let minified = paragraphs.collect::<Vec<_>>().join("\n\n");
    assert_eq!(format(&minified), tidy);
    let spread = minified.replace(" (", "\n\t(");
    assert_eq!(format(&spread), tidy);
}

#[test]
fn rows_of_a_list_stay_rows() {
    let rows = r#"(define "Array"
    (place "King1" coord:"E1") (place "King2" coord:"E8")
    (place "Rook1" {"A1" "H1"}) (place "Rook2" {"A8" "H8"})
)
"#;
    assert_eq!(format(rows), rows);
}

#[test]
fn a_break_between_words_does_not_make_rows_of_a_list() {
    // The words fill a line, so that the break is gone when the text is formatted again.
    let once = format("{a\nb at:(mover) // note\n}");
    assert_eq!(once, "{\n    a b\n    at:(mover) // note\n}\n");
    assert_eq!(format(&once), once);
}

#[test]
fn braces_that_end_a_long_call_open_with_it() {
    let text = r#"(define "Payoffs"
    (payoffs { (payoff P1 (toFloat ("Points" P1))) (payoff P2 (+ (toFloat ("Points" P2)) 1.5)) })
)
"#;
    let expected = r#"(define "Payoffs"
    (payoffs {
        (payoff P1 (toFloat ("Points" P1)))
        (payoff P2 (+ (toFloat ("Points" P2)) 1.5))
    })
)
"#;
    assert_eq!(format(text), expected);
}

#[test]
fn comments_stay_beside_what_they_explain() {
    let text = r#"(game "G"
    (players 2) // two
    (equipment {
        (board (square 3)) // nine cells
        (piece "Mark" Each)
        // more to come
    })
    (rules
        (play (move Add (to (sites Empty)))) // anywhere
        (end (if (is Line 3) (result Mover Win)))
    )
)
"#;
    assert_eq!(format(text), text);
}

#[test]
fn no_line_is_longer_than_a_hundred_columns_if_it_can_be_broken() {
    let deep = (0..6).fold("(to)".to_owned(), |inner, level| {
        std::format!("(and (is Empty (site {level})) (or (is Enemy (who at:(to))) {inner}))")
    });
    let formatted = format(&std::format!("(define \"Deep\" {deep})"));
    for line in formatted.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

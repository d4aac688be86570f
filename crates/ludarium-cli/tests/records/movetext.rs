//! Lines of moves as PGN has them: numbers, glyphs, comments, variations, pawns without a letter.

use super::replayed;

/// A game of chess with these plies.
fn played(plies: &str) -> String {
    format!("# slug: modern-chess\n# start: initial\n{plies}\n")
}

#[test]
fn a_move_without_a_letter_is_a_pawns_and_a_small_letter_is_a_file() {
    for (name, plies, count) in [
        ("pawn-f6.txt", "1. e4 Nf6 2. e5 d5 3. d4 e6", 6),
        ("pawn-d6.txt", "1. e4 e5 2. Ke2 d6 3. d3", 5),
        (
            "pawn-takes-not.txt",
            "1. e4 d5 2. c4 c6 3. d3 e6 4. d4 Nf6 5. c5 e5",
            10,
        ),
        // The pawn of the file b takes, and then the bishop could have.
        (
            "small-b.txt",
            "1. e4 e5 2. Nc3 Bb4 3. a3 Bxc3 4. bxc3 d6 5. c4 Bd7 6. Bb2 Nc6 7. Bc3",
            13,
        ),
        (
            "both-take.txt",
            "1. b3 e5 2. Bb2 a6 3. a3 a5 4. g3 Bb4 5. h3 Bc3 6. Bxc3",
            11,
        ),
        ("pawn-b-takes.txt", "1. b4 e5 2. Bb2 c5 3. a3 a6 4. bxc5", 7),
    ] {
        let said = replayed(name, &played(plies));
        assert!(said.contains(&format!(": {count} plies")), "{name}: {said}");
    }
    let refused = replayed("no-pawn.txt", &played("1. e4 e5 2. e5"));
    assert!(refused.starts_with("FAILS"), "{refused}");
}

#[test]
fn numbers_glyphs_comments_and_variations_stand_as_in_pgn() {
    for (name, plies, count) in [
        ("close.txt", "1.e2-e4 e7-e5 2.g1-f3", 3),
        ("dots.txt", "1.e4 1...e5 2.Nf3 2... Nc6", 4),
        (
            "castles.txt",
            "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.O-O Nf6 5.d3 0-0",
            10,
        ),
        ("variation.txt", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3", 3),
        (
            "nested.txt",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3",
            3,
        ),
        (
            "lines.txt",
            "1. e4 e5 (1... c5\n2. Nf3) 2. Nf3\n{all\nof it} 2... Nc6",
            4,
        ),
        ("glyph.txt", "1. e4! e5 2. Nf3! Nc6", 4),
        ("doubt.txt", "1. e4 e5?! 2. Nf3!! Nc6 3. Bb5!? a6", 6),
        ("nag.txt", "1. e4 $1 e5 $2 2. Nf3$5 Nc6", 4),
        ("result.txt", "1. e4 e5 2. Nf3 Nc6 *", 4),
        ("comment.txt", "1. e4 {the best} e5 ; so it goes\n2. Nf3", 3),
    ] {
        let said = replayed(name, &played(plies));
        assert!(said.contains(&format!(": {count} plies")), "{name}: {said}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line_and_column() {
    for (name, text, place) in [
        (
            "word.txt",
            played("1. e2-e4 e7-e5 garbage 2. g1-f3"),
            "line 3, column 16",
        ),
        ("alone.txt", played("garbage"), "line 3, column 1"),
        ("words.txt", played("no move at all"), "line 3, column 9"),
        (
            "plain.txt",
            played("e2-e4 e7-e5 garbage here"),
            "line 3, column 13",
        ),
        (
            "second.txt",
            played("1. e4 e5\n2. Nf3 Zz9"),
            "line 4, column 4",
        ),
        (
            "open.txt",
            played("1. e4 e5 {never closed 2. Nf3"),
            "line 3, column 10",
        ),
        ("signs.txt", played("%%% ???"), "line 3, column 1"),
    ] {
        let said = replayed(name, &text);
        assert!(
            said.starts_with("FAILS") && said.contains(place),
            "{name}: {said}"
        );
    }
    let nobody = replayed("nobody.txt", "# slug: no-such-game\n1. e4 e5\n");
    assert!(nobody.starts_with("FAILS"), "{nobody}");
}

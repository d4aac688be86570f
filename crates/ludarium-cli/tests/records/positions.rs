//! Positions in records: ranks, and lists of pieces.

use super::{chess, replayed};

#[test]
fn free_squares_of_a_position_may_be_points() {
    let text = "# slug: falkener-draughts\n# start: .b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.\n";
    let said = replayed("points.txt", text);
    assert!(said.contains("the start as stated"), "{said}");
}

#[test]
fn ranks_may_be_written_with_spaces() {
    let spaced =
        "r . e k f e h r / p p p p p p p p / 8 / 8 / 8 / 8 / P P P P P P P P / R . E K F E H R b";
    let text = format!(
        "# slug: gollon-shatranj\n# start: {spaced}\n# end: r . e k f e . r / p p p p p p p p / 5 h 2 / 8 / 8 / 8 / P P P P P P P P / R . E K F E H R\ng8-f6\n"
    );
    let said = replayed("spaced.txt", &text);
    assert!(said.contains("1 ply, the end as stated"), "{said}");
    // The record starts from this position.
    let said = replayed(
        "gone.txt",
        &format!("# slug: gollon-shatranj\n# start: {spaced}\nb8-c6\n"),
    );
    assert!(said.starts_with("FAILS"), "{said}");
    let armies = "gK gR gP .. .. wP wR wK / gH gB gP .. .. wP wB wH / gP gP .. .. .. .. wP wP / 8 / 8 / rP rP .. .. .. .. bP bP / rH rB rP .. .. bP bB bH / rK .. rP .. .. bP bR bK";
    let said = replayed(
        "armies.txt",
        &format!("# slug: gollon-four-seasons-chess\n# start: {armies}\na7-b5\na1-b1\n"),
    );
    assert!(said.contains(": 2 plies"), "{said}");
}

#[test]
fn pieces_in_hand_are_on_the_sites_that_the_rules_use() {
    let ranks = "4k4/9/9/4g4/4R4/9/9/9/4K4[PPp] w";
    let listed = "X: K e1, R e5, in hand 2 P; Z: K e9, G e6, P in hand; X to move";
    let reserve = "X: K e1, R e5, reserve: P2; Z: K e9, G e6, in hand: P";
    for start in [ranks, listed, reserve] {
        let text = format!("# slug: gollon-shogi\n# start: {start}\ne5 x e6\ne9-d8\nP@e5\nP@d7\nG@c8\nd8 x c8\nP@a5\n");
        let said = replayed("hand.txt", &text);
        assert!(said.contains(": 7 plies"), "{start}: {said}");
        let said = replayed("empty.txt", &format!("{text}c8-c7\nP@b5\n"));
        assert!(said.starts_with("FAILS"), "{start}: {said}");
    }
    let said = chess("none.txt", "White: K e1, in hand Q; Black: K e8", "e1-e2");
    assert!(said.contains("there is no hand for Q"), "{said}");
}

#[test]
fn a_position_may_be_given_as_a_list_of_pieces() {
    let listed =
        "White: K e1, R a1 h1, P a2-h2; Black: K e8, Queen d8, Pawns e4 and g7; Black to move";
    let ranks = "3qk3/6p1/8/8/4p3/8/PPPPPPPP/R3K2R b";
    let end = "# end: Black K c8, Qd8, P e4, g7; White Kg1 Rf1 Ra1 P a2-h2";
    for (name, start) in [("listed.txt", listed), ("ranks.txt", ranks)] {
        let text = format!("# slug: gollon-modern-chess\n# start: {start}\n{end}\ne8-f7\ne1,h1\nf7-e8\ng1-h1\ne8-d7\nh1-g1\nd7-c8\n");
        let said = replayed(name, &text);
        assert!(
            said.contains("7 plies, the end as stated"),
            "{start}: {said}"
        );
    }
    // A rook that has not moved can castle; one from another square cannot.
    let moved = "White: K e1, R h3; Black: K e8; White to move";
    let said = chess("moved.txt", moved, "h3-h1\ne8-e7\ne1,h1");
    assert!(
        said.starts_with("FAILS") && said.contains("ply 3"),
        "{said}"
    );
    // If the mover is not given, it is the player of the first ply.
    let said = chess("mover.txt", "White: Ke1; Black: Ke8, Pd7", "d7-d5");
    assert!(said.contains(": 1 ply"), "{said}");
    for (name, start, why) in [
        (
            "twice.txt",
            "White: K e1, R e1; Black: K e8",
            "2 pieces on e1: nothing stands on another piece",
        ),
        ("who.txt", "White: K e1, X e2; Black: K e8", "no site X"),
        (
            "bare.txt",
            "White: K e1; Black: e8",
            "which piece stands on e8?",
        ),
        (
            "line.txt",
            "White: K e1, P a2-b3; Black: K e8",
            "a2-b3 is no part of a rank or file",
        ),
    ] {
        let said = chess(name, start, "e1-e2");
        assert!(said.starts_with("FAILS") && said.contains(why), "{said}");
    }
}

#[test]
fn a_list_of_pieces_gives_positions_of_boards_that_are_not_rectangular() {
    // Round chess, Gollon (1968), ch. 5: a Baidaq keeps its initial direction, up or down the
    // spokes.
    let head = "# slug: gollon-round-chess\n# start: White: K d1, P b3 b16; Black: K d9, R a9\n";
    let said = replayed("round.txt", &format!("{head}b3-b4\na9-a5\nb16-b15\n"));
    assert!(said.contains(": 3 plies"), "{said}");
    let said = replayed("back.txt", &format!("{head}b3-b2\n"));
    assert!(said.starts_with("FAILS"), "{said}");
    // Off its first space its letter gives the direction: U up the numbers, D down.
    let head = "# slug: gollon-round-chess\n# start: White: K d1, U b7, D b5; Black: K d9, R a9\n";
    let plies = "b7-b8\na9-a5\nb5-b4\n";
    let ends = |men: &str| {
        let end = format!("# end: White: K d1, {men}; Black: K d9, R a5\n");
        replayed("ways.txt", &format!("{head}{end}{plies}"))
    };
    for men in ["U b8, D b4", "P b8 b4"] {
        let said = ends(men);
        assert!(said.contains("3 plies, the end as stated"), "{said}");
    }
    let said = ends("D b8, D b4");
    assert!(said.starts_with("FAILS"), "{said}");
    let said = replayed("turned.txt", &format!("{head}b7-b6\n"));
    assert!(said.starts_with("FAILS"), "{said}");
}

#[test]
fn a_start_that_cannot_be_read_is_no_initial_position() {
    let start = |slug: &str, text: &str, ply: &str| {
        let record = format!("# slug: {slug}\n# game: unread\n# start: {text}\n{ply}\n");
        replayed("unread.txt", &record)
    };
    // An unknown piece, too few ranks, and too many sites.
    let ranks =
        "r x e k f e h r / p p p p p p p p / 8 / 8 / 8 / 8 / P P P P P P P P / R H E K F E H R w";
    let said = start("gollon-shatranj", ranks, "b2-b3");
    for told in [
        "FAILS",
        "line 3",
        "no piece is written x",
        "rhekfehr/pppppppp/8/8/8/8/PPPPPPPP/RHEKFEHR",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    for (ranks, why) in [
        ("4 k 3 / 8 / 8 / 8 / 8 / 8 / R 3 K 3 w", "7 ranks"),
        ("rhekfehr/pppppppp/8/8/8/PPPPPPPP/RHEKFEHR w", "7 ranks"),
        ("4 k 3 / 8 / 8 / 8 / 8 / 8 / 8 / R 3 K 4 w", "last rank"),
    ] {
        let said = start("gollon-shatranj", ranks, "a1-a3");
        let told = said.starts_with("FAILS") && said.contains("line 3") && said.contains(why);
        assert!(told, "{said}");
    }
    // Counters are listed with their sites, as at the start.
    let said = start(
        "ludii-lib-al-ghashim",
        "6 6 6 6 6 6 / 6 6 6 6 6 6 (A..F / a..f)",
        "F",
    );
    assert!(said.contains(": 1 ply"), "{said}");
    let said = start("ludii-lib-al-ghashim", "6 6 6 6 6 5 / 6 6 6 6 6 6", "F");
    assert!(said.contains(": 1 ply"), "{said}");
    let said = start("ludii-lib-al-ghashim", "6 6 6 6 6 / 6 6 6 6 6 6", "F");
    assert!(
        said.starts_with("FAILS") && said.contains("line 3"),
        "{said}"
    );
    // Prose says that it is the initial position, or is refused: the game would start elsewhere.
    let prose = "the array of the book, men on ranks 1/2 and 7/8";
    let said = start("gollon-shatranj", &format!("initial: {prose}"), "b2-b3");
    assert!(said.contains(": 1 ply"), "{said}");
    for text in [prose, "8x/8/8/8/8/8/8/8", "King e1, king e8", "x"] {
        let said = start("gollon-shatranj", text, "b2-b3");
        let refused = said.starts_with("FAILS") && said.contains("line 3, column 10");
        assert!(refused, "{text}: {said}");
    }
}

#[test]
fn a_header_that_cannot_be_read_is_refused_at_its_place() {
    for (header, place, part) in [
        ("# seed: seven", "line 2, column 9", "seven"),
        (
            "# Sart: 8/8 w",
            "line 2, column 3",
            "did you mean `# start:`?",
        ),
        (
            "# start 8/8 w",
            "line 2, column 3",
            "did you mean `# start:`?",
        ),
        (
            "# redings: a/b",
            "line 2, column 3",
            "did you mean `# readings:`?",
        ),
        ("# readings: fast", "line 2, column 13", "Heading/Item"),
        (
            "# excepton: ply 1",
            "line 2, column 3",
            "did you mean `# exception:`?",
        ),
        ("# exception: first", "line 2, column 14", "ply 12"),
    ] {
        let record = format!("# slug: gollon-shatranj\n{header}\nb2-b3\n");
        let said = replayed("unread-header.txt", &record);
        let refused = said.starts_with("FAILS") && said.contains(place) && said.contains(part);
        assert!(refused, "{header}: {said}");
    }
}

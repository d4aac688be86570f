//! Records in foreign formats: other headers, remarks, doubtful plies.

mod descriptive;
mod movetext;
mod positions;

use std::path::PathBuf;
use std::process::Command;

/// The output for a record with this text, in a file with this name.
fn replayed(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("ludarium-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    let file: PathBuf = folder.join(name);
    std::fs::write(&file, text).expect("there is room");
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .arg("replay")
        .arg(&file)
        .output()
        .expect("the command starts");
    String::from_utf8(output.stdout).expect("it writes text")
}

const PLIES: &str = "e2-e3\ne7-e6\nd2-d3\nd7-d6\n";

#[test]
fn a_game_is_known_by_its_slug_its_name_or_the_name_of_the_file() {
    for (file, head) in [
        ("a.txt", "# slug: gollon-shatranj\n"),
        ("b.txt", "# Game : Shatranj\r\n"),
        ("c.txt", "\u{feff}#title: shatranj\n"),
        ("gollon-shatranj-7.txt", "# players: two\n"),
    ] {
        let said = replayed(file, &format!("{head}{PLIES}"));
        assert!(said.contains(": 4 plies"), "{file}: {said}");
    }
    let nameless = replayed("nameless.txt", PLIES);
    assert!(nameless.contains("names its game"), "{nameless}");
}

#[test]
fn remarks_and_numbers_before_plies_say_nothing() {
    let text = "# slug: gollon-shatranj\r\n; from a letter\r\n1. e2-e3\r\n1... e7-e6\r\n// both open\r\n2. d2-d3\r\n";
    let said = replayed("numbered.txt", text);
    assert!(said.contains(": 3 plies"), "{said}");
}

#[test]
fn after_a_doubtful_ply_the_record_is_followed_as_far_as_it_goes() {
    let text = "# slug: gollon-shatranj\ne2-e3\ne7-e6?\nd2-d3\ne7-e6\nd3-d4\n";
    let said = replayed("doubtful.txt", text);
    assert!(said.starts_with("replays"), "{said}");
    assert!(
        said.contains("3 plies; undecided: ply 2 (e7-e6?)"),
        "{said}"
    );
    assert!(said.contains("the last 2 plies not followed"), "{said}");
    // Without an earlier doubtful ply, a ply that breaks the rules is a failure.
    let said = replayed(
        "wrong.txt",
        "# slug: gollon-shatranj\ne2-e3\ne7-e6\nd2-d3\ne7-e6\n",
    );
    assert!(said.starts_with("FAILS"), "{said}");
}

#[test]
fn squares_may_be_falkeners_numbers() {
    // Falkener (1892), pp. 115-118: files are numbered from 1, rows from 0.
    let text = "# slug: gollon-shatranj\n51-52\n56-55\n41-42\nd7-d6\n";
    let said = replayed("numbers.txt", text);
    assert!(said.contains(": 4 plies"), "{said}");
}

#[test]
fn a_piece_is_not_promoted_by_the_opponents_next_move() {
    // White's pawn captures on e5 and promotes; Black's immediate recapture f6xe5=S is another ply.
    let head = "# slug: gollon-burmese-chess\n# readings: Diagonals/Whole board\n\
        # start: r6r/1kenn3/1e2pppp/pppps3/4PPPP/PPPP2E1/3NNEK1/R6R w\n";
    let said = replayed("promotes.txt", &format!("{head}f4 x e5=S\ne7-c6\n"));
    assert!(said.contains(": 2 plies"), "{said}");
    let taken = replayed("taken.txt", &format!("{head}f4 x e5=S\nf6 x e5=S\n"));
    assert!(taken.contains(": 2 plies"), "{taken}");
}

/// The output for a game of modern chess from this position.
fn chess(name: &str, start: &str, plies: &str) -> String {
    let text = format!("# slug: gollon-modern-chess\n# start: {start}\n{plies}\n");
    replayed(name, &text)
}

#[test]
fn a_piece_sign_and_a_square_are_a_move_if_only_one_piece_can_make_it() {
    // Falkener (1892), pp. 218-224: the Maharajah's squares, and the Sepoys' signs with their
    // squares; a dash repeats the sign.
    let head = "# slug: falkener-maharajah\n";
    let plies = "52\nP 34\n53\n- 44\n62\nKt 65\n";
    let said = replayed("signs.txt", &format!("{head}{plies}"));
    assert!(said.contains(": 6 plies"), "{said}");
    let pairs = "1. 52 P 34\n2. 53 P 44\n3. 62 Kt 65\n";
    let said = replayed("columns.txt", &format!("{head}{pairs}"));
    assert!(said.contains(": 6 plies"), "{said}");
    let turned =
        "# slug: falkener-maharajah\n# readings: Side/Sepoys at the bottom\n57\nP 63\n47\nQ 72\n";
    let said = replayed("turned.txt", turned);
    assert!(said.contains(": 4 plies"), "{said}");
    // Two pieces could move there: the origin square decides.
    let rooks = "# slug: falkener-maharajah\n# start: r6r/8/4k3/8/8/8/8/M7 w\n20\n";
    let said = replayed("two.txt", &format!("{rooks}R 37\n"));
    assert!(
        said.starts_with("FAILS") && said.contains("line 4"),
        "{said}"
    );
    assert!(said.contains("a8-c8 or h8-c8"), "{said}");
    let said = replayed("origin.txt", &format!("{rooks}R 17-37\n"));
    assert!(said.contains(": 2 plies"), "{said}");
    // No such piece can; the error lists the legal moves to that square.
    let said = replayed("none.txt", &format!("{head}52\nB 34\n"));
    assert!(
        said.starts_with("FAILS") && said.contains("legal to there: c7-c5"),
        "{said}"
    );
}

#[test]
fn captures_checks_and_remarks_are_read_however_they_are_marked() {
    let start = "rhbqkbhr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RHBQKBHR w";
    for (name, ply) in [
        ("x", "e4 x d5"),
        ("close", "e4xd5"),
        ("colon", "e4:d5"),
        ("cross", "e4×d5"),
        ("capital", "E4 X D5"),
        ("behind", "(P) E4-D5x(P)"),
        ("sign", "e4-d5 P"),
        ("check", "e4 x d5 ch."),
        ("plus", "e4xd5+"),
        ("praise", "e4xd5!"),
        ("comment", "e4 x d5 {at once}"),
        ("number", "3. e4 x d5"),
        ("white", "White: e4 x d5"),
        ("man", "P e4 x d5"),
        ("pawn", "exd5"),
    ] {
        let said = chess(&format!("{name}.txt"), start, ply);
        assert!(said.contains(": 1 ply"), "{ply}: {said}");
    }
    for (name, ply, why) in [
        ("nothing", "e4 x e5", "e4-e5"),
        ("nobody", "Q e4 x d5", "not written Q"),
        ("other", "e4 x d5 (R)", "not legal"),
        ("turn", "Black: e4 x d5", "not the turn"),
        ("meaning", "Y e4 x d5", "what does Y mean"),
        ("site", "e4 x j9", "no site j9"),
    ] {
        let said = chess(&format!("{name}.txt"), start, ply);
        assert!(said.starts_with("FAILS"), "{ply}: {said}");
        assert!(
            said.contains("line 3") && said.contains(why),
            "{ply}: {said}"
        );
    }
}

#[test]
fn castling_is_read_in_every_spelling_and_to_the_side_that_is_meant() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w";
    let short = "r3k2r/8/8/8/8/8/8/R4RK1";
    let long = "r3k2r/8/8/8/8/8/8/2KR3R";
    for (name, ply, end) in [
        ("squares", "e1,h1", short),
        ("moves", "e1-g1,h1-f1", short),
        ("king", "e1-g1", short),
        ("letters", "O-O", short),
        ("zeros", "0-0", short),
        ("words", "castles K", short),
        ("long", "e1,a1", long),
        ("both", "e1-c1,a1-d1", long),
        ("longer", "O-O-O", long),
        ("queen", "castles (Q)", long),
    ] {
        let said = chess(
            &format!("{name}.txt"),
            &format!("{start}\n# end: {end}"),
            ply,
        );
        assert!(said.contains("the end as stated"), "{ply}: {said}");
    }
    let black = chess("black.txt", &start.replace(" w", " b"), "O-O-O");
    assert!(black.contains(": 1 ply"), "{black}");
    let unclear = chess("unclear.txt", start, "castles");
    assert!(unclear.contains("it may be"), "{unclear}");
    let wrong = chess("wrong-side.txt", "4k3/8/8/8/8/8/8/4K2R w", "O-O-O");
    assert!(wrong.starts_with("FAILS"), "{wrong}");
}

#[test]
fn pawns_take_in_passing_and_promote_in_every_spelling() {
    let passing = "4k3/3p4/8/4P3/8/8/8/4K3 b";
    for ply in ["e5 x d6", "e5xd6 e.p.", "e5xd6 (ep)", "exd6 ep"] {
        let said = chess("passing.txt", passing, &format!("d7-d5\n{ply}"));
        assert!(said.contains(": 2 plies"), "{ply}: {said}");
    }
    let start = "3r3k/4P3/8/8/8/8/8/4K3 w";
    for (ply, end) in [
        ("e7-e8=Q", "3rQ2k/8/8/8/8/8/8/4K3"),
        ("e7-e8=H", "3rH2k/8/8/8/8/8/8/4K3"),
        ("e7-e8Q", "3rQ2k/8/8/8/8/8/8/4K3"),
        ("e7-e8 (R) ch", "3rR2k/8/8/8/8/8/8/4K3"),
        ("e7-e8/B", "3rB2k/8/8/8/8/8/8/4K3"),
        ("e7 x d8=R+", "3R3k/8/8/8/8/8/8/4K3"),
        ("e7xd8 (=Queen)", "3Q3k/8/8/8/8/8/8/4K3"),
    ] {
        let said = chess("promotes.txt", &format!("{start}\n# end: {end}"), ply);
        assert!(said.contains("the end as stated"), "{ply}: {said}");
    }
    let king = chess("to-king.txt", start, "e7-e8=K");
    assert!(king.starts_with("FAILS"), "{king}");
}

#[test]
fn what_a_ply_leaves_open_is_settled_by_those_that_follow() {
    // The promotion piece is not given; only a knight can make the next move.
    let start = "8/4P3/8/k7/8/8/8/4K3 w";
    let said = chess("open.txt", start, "e7-e8\na5-a4\ne8-f6");
    assert!(said.contains(": 3 plies"), "{said}");
    let said = chess("open-wrong.txt", start, "e7-e8\na5-a4\ne8-f5");
    assert!(
        said.starts_with("FAILS") && said.contains("line 5"),
        "{said}"
    );
}

#[test]
fn a_capture_in_several_leaps_may_be_written_by_its_ends() {
    // A piece captures two: written as its leaps, or from the first square to the last.
    let start =
        "# slug: falkener-draughts\n# start: 8/8/3b4/8/1b6/w7/8/8 w\n# end: 8/4w3/8/8/8/8/8/8\n";
    for ply in ["a3 x c5 x e7", "a3 x e7", "a3:c5:e7", "a3-e7 xb4,d6"] {
        let said = replayed("leaps.txt", &format!("{start}{ply}\n"));
        assert!(said.contains("the end as stated"), "{ply}: {said}");
    }
    let said = replayed("no-leaps.txt", &format!("{start}a3 x g5\n"));
    assert!(said.starts_with("FAILS"), "{said}");
}

#[test]
fn shogi_is_read_with_drops_and_promotions_as_others_write_them() {
    let head = "# slug: gollon-shogi\n";
    let opening = "c3-c4\ng7-g6\n";
    for ply in ["b2 x h8=+B", "b2xh8+", "B b2 x h8=+B", "Bxh8+"] {
        let said = replayed("shogi.txt", &format!("{head}{opening}{ply}\ng9 x h8\n"));
        assert!(said.contains(": 4 plies"), "{ply}: {said}");
    }
    for drop in ["B@e5", "B*e5", "B'e5", "B e5"] {
        let said = replayed(
            "drop.txt",
            &format!("{head}{opening}b2 x h8\ng9 x h8\n{drop}\n"),
        );
        assert!(said.contains(": 5 plies"), "{drop}: {said}");
    }
}

#[test]
fn several_plies_several_games_and_results_stand_in_one_file() {
    let text =
        "# slug: gollon-shatranj\n# game: I\n1. e2-e3 e7-e6\n2. d2-d3 d7-d6\nWhite resigns\n\
        # game: II\n# start: initial\nd2-d3\ndrawn by agreement\n";
    let said = replayed("games.txt", text);
    assert!(said.contains("game 1: 4 plies"), "{said}");
    assert!(said.contains("game 2: 1 ply"), "{said}");
    let wrong = replayed(
        "games-wrong.txt",
        &text.replace("d2-d3\ndrawn", "d2-d5\ndrawn"),
    );
    assert!(
        wrong.contains("FAILS") && wrong.contains("game 2"),
        "{wrong}"
    );
    let early = replayed(
        "early.txt",
        "# slug: gollon-shatranj\ne2-e3\nWhite resigns\ne7-e6\n",
    );
    assert!(
        early.starts_with("FAILS") && early.contains("line 3"),
        "{early}"
    );
}

#[test]
fn backgammon_checkers_follow_the_dice_in_either_notation() {
    let head = "# slug: falkener-backgammon\n# start: initial\n";
    for turn in [
        "[6 2] 24-18, 13-11",
        "[6 2] 24/18, 13/11",
        "[6 2] 24/18 13/11",
        "[6 2] 24-16",
    ] {
        let said = replayed("backgammon.txt", &format!("{head}{turn}\n"));
        assert!(said.starts_with("replays"), "{turn}: {said}");
    }
    let wrong = replayed(
        "backgammon-wrong.txt",
        &format!("{head}[6 2] 24-17, 13-11\n"),
    );
    assert!(wrong.starts_with("FAILS"), "{wrong}");
}

#[test]
fn records_that_no_folder_tells_of_are_known_by_what_is_in_them() {
    let folder = "../ludarium-games/games";
    for file in [
        "square/falkener-magic-squares/records/falkener-magic-squares-1.txt",
        "tour/falkener-knights-tour-euler/records/falkener-knights-tour-euler-1.txt",
        "race/bgs-daldosa/records/bgs-daldosa-1.txt",
    ] {
        let text =
            std::fs::read_to_string(format!("{folder}/{file}")).expect("the record is there");
        let said = replayed("neutral.txt", &text);
        assert!(said.starts_with("replays"), "{file}: {said}");
    }
    // Branch 3a of bgs-sahkku-kunes-2: the record prints the part of the three X that a move uses,
    // not the throw.
    let part = "# slug: bgs-sahkku-kunes\n# start: nnnnnnnnnnnnnnn/7k7/sssssssssssssss\n[1 1] o1-n2\n[1] n1-o1\n";
    let said = replayed("part.txt", part);
    assert!(said.contains(": 2 plies"), "{said}");
    // The whole record, in which branch 3b continues with two of the three X after one.
    let text = std::fs::read_to_string(format!(
        "{folder}/race/bgs-sahkku-kunes/records/bgs-sahkku-kunes-2.txt"
    ));
    let said = replayed("neutral.txt", &text.expect("the record is there"));
    assert!(
        said.starts_with("replays") && said.contains("game 4: 2 plies"),
        "{said}"
    );
    // A real throw of the rules is not such a part.
    let false_throw = part.replace("n1-o1\n", "n1-o1\n[3] m1-m2\n");
    let said = replayed("false-throw.txt", &false_throw);
    assert!(said.starts_with("FAILS"), "{said}");
    let problem = "# slug: gollon-modern-chess\n# start: 4k3/8/4K3/8/8/8/8/7R w\n";
    let said = replayed("problem.txt", problem);
    assert!(said.contains("player 1 has 19 moves"), "{said}");
    let short = replayed("short.txt", &problem.replace("/7R", ""));
    assert!(short.starts_with("FAILS"), "{short}");
    let unknown = "# slug: gollon-modern-chess\n# start: unknown (after move 13)\ne2-e4\n";
    let said = replayed("from-nowhere.txt", unknown);
    assert!(said.starts_with("skipped"), "{said}");
    // A table that the game's folder does not describe says nothing about moves.
    let said = replayed(
        "table.txt",
        "# slug: bgs-issiren\n6\tsetta\t6\tagain\n5\tsmus\t5\tagain\n",
    );
    assert!(said.starts_with("skipped"), "{said}");
}

#[test]
fn whole_games_are_read_in_the_short_notation_of_today() {
    let opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bd6\n1/2-1/2\n";
    let said = replayed(
        "short.txt",
        &format!("# slug: gollon-modern-chess\n{opening}"),
    );
    assert!(said.contains(": 10 plies"), "{said}");
    // Under a reading for four stones of handicap White begins, but not with a move of Black.
    let stones = "# slug: falkener-wei-ki-go\n1. B n16 n15\n2. pass c3\n3. B d5\nWhite resigns\n";
    let said = replayed("stones.txt", stones);
    assert!(said.contains(": 5 plies"), "{said}");
    let turn = replayed("stones-turn.txt", &stones.replace("B d5", "W d5"));
    assert!(
        turn.contains("not the turn of W") && turn.contains("line 4"),
        "{turn}"
    );
}

#[test]
fn a_player_with_a_legal_move_cannot_pass() {
    let said = replayed("passes.txt", "# slug: gollon-shatranj\ne2-e3\npass\n");
    assert!(
        said.starts_with("FAILS") && said.contains("line 3"),
        "{said}"
    );
}

#[test]
fn an_undecided_ply_that_no_rule_allows_is_played_as_written() {
    // The rook jumps over a pawn; the next moves need it there.
    let text = "# slug: gollon-shatranj\na1-a4?\ne7-e6\na4-a6\nd7-d6\n# note: nothing\n";
    let said = replayed("against.txt", text);
    assert!(
        said.contains("4 plies; undecided: ply 1 (a1-a4?)"),
        "{said}"
    );
    assert!(
        said.contains("against the rules, and played as written: 1"),
        "{said}"
    );
    assert!(!said.contains("not followed"), "{said}");
    let decided = replayed("decided.txt", &text.replace('?', ""));
    assert!(decided.starts_with("FAILS"), "{decided}");
}

#[test]
fn a_stated_exception_to_the_rules_is_reported_and_stepped_over() {
    // The rook jumps over a pawn; the next moves need it there.
    let plies = "a1-a4\ne7-e6\na4-a6\nd7-d6\n";
    let text = format!("# slug: gollon-shatranj\n# exception: ply 1 the rook jumps\n{plies}");
    let said = replayed("exception.txt", &text);
    assert!(said.starts_with("replays"), "{said}");
    assert!(
        said.contains("4 plies; known exceptions to the rules, played as written: ply 1 (a1-a4): the rook jumps"),
        "{said}"
    );
    // What follows is as strict as ever, and an exception is for its own ply.
    let then = replayed("exception-then.txt", &text.replace("d7-d6", "d7-d4"));
    assert!(
        then.starts_with("FAILS") && then.contains("ply 4"),
        "{then}"
    );
    let other = replayed("exception-other.txt", &text.replace("ply 1", "ply 2"));
    assert!(
        other.starts_with("FAILS") && other.contains("ply 1"),
        "{other}"
    );
    // A position printed after it replaces the move.
    let castled = "# slug: modern-chess\n# exception: ply 1 it castles through check\nO-O-O\n\
        # position after this ply: rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/2KR1BHR\ne7-e5\n";
    let said = replayed("exception-position.txt", castled);
    assert!(said.contains("2 plies; known exceptions"), "{said}");
    let missing = replayed("exception-missing.txt", &text.replace("ply 1", "ply 9"));
    assert!(missing.contains("names ply 9, of 4"), "{missing}");
}

#[test]
fn the_sites_of_several_boards_and_named_places_beside_a_board_are_read() {
    let layers = "# slug: gollon-three-dimensional-chess\ng1/0-f3/0\n";
    let said = replayed("layers.txt", layers);
    assert!(said.contains(": 1 ply"), "{said}");
    let wrong = replayed("layers-wrong.txt", &layers.replace("f3/0", "f4/0"));
    assert!(
        wrong.starts_with("FAILS") && wrong.contains("g1/0-f3/0"),
        "{wrong}"
    );
}

#[test]
fn a_promoted_piece_may_stand_beside_its_target_square() {
    // A player without a Sit-ke promotes a Ne on a diagonal; the new piece stands there or on an
    // adjacent square.
    let played = |ply: &str, then: &str| {
        let text = format!(
            "# slug: gollon-burmese-chess\n# start: 1k6/8/8/8/8/3P4/6K1/7R w\n{ply}\nb8-b7\n{then}\n"
        );
        replayed("beside.txt", &text)
    };
    for ply in [
        "d3-d4=S@e5",
        "d3-d4=S e5",
        "d3-d4=S (e5)",
        "d3-d4=S,d4-e5",
        "d3-d4-e5=S",
        "d3-d4=S-e5",
    ] {
        let said = played(ply, "e5-f6");
        assert!(said.contains(": 3 plies"), "{ply}: {said}");
        let said = played(ply, "d4-c5");
        assert!(said.starts_with("FAILS"), "{ply}: {said}");
    }
    // If no other square is given, the following moves decide where it stands.
    for then in ["d4-c5", "e5-f6"] {
        let said = played("d3-d4=S", then);
        assert!(said.contains(": 3 plies"), "{then}: {said}");
    }
    let said = played("d3-d4=S", "d4-f6");
    assert!(said.starts_with("FAILS"), "{said}");
    let said = played("d3-d4=S@z9", "b2-b3");
    assert!(said.contains("there is no site z9"), "{said}");
}

#[test]
fn a_promoted_piece_may_be_named_after_its_new_move() {
    // The Paidal moves like the modern queen, so it is a Wazir or a Shahzada; the letter Q belongs
    // to another piece.
    let ranks = "7k6/13P/p13/14/14/14/14/14/14/14/14/14/14/7K6 w";
    for (becomes, options) in [
        ("Q", ""),
        ("W", ""),
        ("S", ""),
        ("Q", "Promoted Paidal/Shahzada"),
    ] {
        let text = format!(
            "# slug: gollon-turkish-great-chess-4\n# start: {ranks}\n# readings: {options}\nn13-n14={becomes}\nh14-h13\nn14-a1\n"
        );
        let said = replayed("queen.txt", &text);
        assert!(said.contains(": 3 plies"), "{becomes}: {said}");
    }
    let text = format!("# slug: gollon-turkish-great-chess-4\n# start: {ranks}\nn13-n14=R\n");
    let said = replayed("rook.txt", &text);
    assert!(said.starts_with("FAILS"), "{said}");
}

#[test]
fn what_is_undecided_of_a_ply_may_be_the_mark_of_its_capture() {
    // In a game with a die, no move can be carried out against the rules.
    let text = "# slug: gollon-oblong-chess\n[1] a7-a8\n[1] b10-b9\n[3] b2 x c4?\n[3] b15-c13\n[3] c4-d6\n";
    let said = replayed("mark.txt", text);
    assert!(said.contains(": 5 plies; undecided: ply 3"), "{said}");
}

#[test]
fn a_capture_may_have_room_about_its_mark_where_the_number_used_stands_behind_it() {
    // Both numbers name the elephant (Wikipedia, Chaturaji): the move is followed by the number
    // that it uses.
    let start = "Green: K a1; Yellow: K a5; Black: K h8, E f8; Red: K h4, P e8; Black to move";
    for ply in ["f8xe8 (throw 4)", "f8 x e8 (throw 4)"] {
        let plies = format!("[6 4] {ply}\n[1 1] pass\n");
        let text = format!("# slug: wikipedia-chaturaji\n# start: {start}\n{plies}");
        let said = replayed("room.txt", &text);
        assert!(said.contains(": 2 plies"), "{ply}: {said}");
    }
}

#[test]
fn of_the_readings_that_leave_something_open_those_are_taken_that_leave_least() {
    // In Falkener's first game of tau a piece between two enemies is lost; under the default it is
    // safe.
    let text = "# slug: falkener-tau\n# start: 12/12/12/12/12/12/12/2b1b7/12/12/12/w6b4 w\na1-a2?\nh1-h2\na2-b3\nh2-h3\nb3-c4\nh3-h4\nc4-d5 !d5\n";
    let said = replayed("least.txt", text);
    assert!(said.contains("7 plies; undecided: ply 1"), "{said}");
    assert!(
        said.contains("under") && said.contains("Self-enclosure/"),
        "{said}"
    );
    assert!(!said.contains("not followed"), "{said}");
}

#[test]
fn throws_are_read_by_what_they_are_called_at_the_table() {
    let said = |name: &str, plies: &str| replayed(name, &format!("# slug: bgs-tab-egypt\n{plies}"));
    // The project's own record that tests the rules of this game, with names for its numbers.
    let named = said(
        "named.txt",
        "[tab] i1-i2\n[sitteh] i2-c2\n[Arbaah] c2-b3\n[itneyn] b3-d3\n[tab] a4-a3\n[telateh] a3 x d3\n[tab] h1-i1\n",
    );
    assert!(named.contains(": 7 plies"), "{named}");
    let two = said("two.txt", "[itneyn] i1-i2\n");
    assert!(two.starts_with("FAILS"), "a two wakes nobody: {two}");
    // A throw that is not used is a lost turn.
    let lost = said("lost.txt", "[itneyn]\n[3]\n[1] i1-i2\n");
    assert!(lost.contains(": 3 plies"), "{lost}");
}

//! Moves as records write them.

use super::*;

fn step(from: &str, to: &str) -> Step {
    Step::Move(from.into(), to.into())
}

fn written(text: &str) -> WrittenMove {
    let mut plies = WrittenMove::parse(text).unwrap();
    assert_eq!(plies.len(), 1, "{text}");
    plies.remove(0)
}

#[test]
fn a_capture_in_chess_is_a_move() {
    let written = written("d4 x e5~");
    assert_eq!(written.steps, [step("d4", "e5")]);
    assert!(written.taken.is_empty() && !written.undecided);
}

#[test]
fn pieces_captured_by_enclosure_are_listed_after_the_move() {
    let written = written("d4-c4 xb4,c3");
    assert_eq!(
        (written.steps, written.taken),
        (vec![step("d4", "c4")], vec!["b4".into(), "c3".into()])
    );
    let boats = self::written("f6-d4 x d5 x e5 x e4");
    assert_eq!(boats.taken, ["d5", "e5", "e4"]);
}

#[test]
fn a_turn_that_goes_on_stands_on_one_line() {
    let written = written("b4-b3 xc3 -a3 xa4");
    assert_eq!(written.steps, [step("b4", "b3"), step("b3", "a3")]);
    assert_eq!(written.taken, ["c3", "a4"]);
    let hops = self::written("a3 x c5 x e7");
    assert_eq!(hops.steps, [step("a3", "c5"), step("c5", "e7")]);
}

#[test]
fn pieces_enter_castle_promote_and_pass() {
    let place =
        |letter: Option<&str>, site: &str| Step::Place(letter.map(str::to_owned), site.into());
    assert_eq!(written("R@e5").steps, [place(Some("R"), "e5")]);
    assert_eq!(written("n16").steps, [place(None, "n16")]);
    assert_eq!(
        written("place c5,c4").steps,
        [place(None, "c5"), place(None, "c4")]
    );
    assert_eq!(
        written("e1,h1").steps,
        [Step::Castle("e1".into(), "h1".into())]
    );
    let both = |from: &str, to: &str| [from.to_owned(), to.to_owned()];
    assert_eq!(
        written("e1-g1,i1-f1").steps,
        [Step::Both(both("e1", "g1"), both("i1", "f1"))]
    );
    assert_eq!(
        written("c7<>c8~").steps,
        [Step::Exchange("c7".into(), "c8".into())]
    );
    assert_eq!(written("pass").steps, [Step::Pass]);
    assert_eq!(written("e7-e8=Q").becomes.as_deref(), Some("Q"));
    for text in ["d3-d4=S@e5", "d3-d4=S e5", "d3-d4=S (e5)"] {
        let written = written(text);
        assert_eq!(written.steps, [step("d3", "d4")], "{text}");
        let new = (written.becomes.as_deref(), written.beside.as_deref());
        assert_eq!(new, (Some("S"), Some("e5")), "{text}");
    }
}

#[test]
fn a_throw_stands_before_its_move_and_a_doubt_behind() {
    let written = written("[4 1] a1-a5?");
    let throw = vec![Roll::Number(4), Roll::Number(1)];
    assert_eq!((written.throw, written.undecided), (throw, true));
    let named = self::written("W [bagra 4] a1-a5");
    assert_eq!(named.throw, [Roll::Name("bagra".into()), Roll::Number(4)]);
    assert_eq!(named.steps, [step("a1", "a5")]);
    assert_eq!(self::written("B [2] pass").steps, [Step::Pass]);
}

#[test]
fn a_stone_may_enter_and_take_others() {
    let written = written("e5 x d5,d6");
    assert_eq!(
        written.enclosure,
        Some(("e5".into(), vec!["d5".into(), "d6".into()]))
    );
    assert_eq!(self::written("e5-e6 x d5").enclosure, None);
}

#[test]
fn a_turn_of_several_moves_is_one_ply_per_move() {
    let turn = WrittenMove::parse("B [1 2] 7-8 x8, 12-out~").unwrap();
    assert_eq!(turn.len(), 2);
    assert_eq!(
        (&turn[0].steps[..], &turn[0].taken[..]),
        (&[step("7", "8")][..], &["8".to_owned()][..])
    );
    assert_eq!(turn[1].steps, [step("12", "out")]);
    assert_eq!((turn[0].throw.len(), turn[1].throw.len()), (2, 0));
}

#[test]
fn what_is_lost_and_what_is_spared_stands_behind_the_move() {
    let lost = written("c7-e7 xe6 !e7");
    assert_eq!(
        (lost.taken, lost.lost),
        (vec!["e6".to_owned()], vec!["e7".to_owned()])
    );
    let spared = written("i7-h7 (not taken: h8)");
    assert_eq!(
        (spared.steps, spared.spared),
        (vec![step("i7", "h7")], vec!["h8".to_owned()])
    );
    assert_eq!(written("enter @C").steps, [Step::Place(None, "C".into())]);
}

#[test]
fn pieces_may_be_identified_by_their_signs() {
    let told = |text: &str| (written(text).piece, written(text).steps);
    let sign = |sign: &str| Some(PieceHint::Sign(sign.to_owned()));
    assert_eq!(
        told("P 34"),
        (sign("P"), vec![Step::Place(None, "34".into())])
    );
    assert_eq!(
        told("2 65"),
        (sign("2"), vec![Step::Place(None, "65".into())])
    );
    assert_eq!(told("R 17-37"), (sign("R"), vec![step("17", "37")]));
    assert_eq!(told("(P) E2-E4"), (sign("P"), vec![step("E2", "E4")]));
    assert_eq!(
        told("- 34"),
        (Some(PieceHint::Ditto), vec![Step::Place(None, "34".into())])
    );
    assert_eq!(
        told("White: e2-e4"),
        (sign("White"), vec![step("e2", "e4")])
    );
    // Two numbers are a move, and the sign after them is of the captured piece.
    let taken = written("51-64 P");
    assert_eq!(taken.after.as_deref(), Some("P"));
    assert_eq!(written("51 64").steps, [step("51", "64")]);
    assert!(WrittenMove::parse("e2-e4 e5").is_err());
}

#[test]
fn castling_and_passing_have_words_and_signs() {
    for (text, side) in [
        ("O-O", CastlingSide::Short),
        ("0-0-0", CastlingSide::Long),
        ("castles", CastlingSide::Either),
        ("Castles (K)", CastlingSide::Short),
        ("castles Q R", CastlingSide::Long),
    ] {
        assert_eq!(written(text).steps, [Step::Side(side)], "{text}");
    }
    for text in ["pass", "Passes", "no move", "-", "White: pass"] {
        assert_eq!(written(text).steps, [Step::Pass], "{text}");
    }
}

#[test]
fn tables_are_read_in_their_own_notation() {
    let turn = WrittenMove::parse("[6 2] 24/18*, 6/off(2)").unwrap();
    let steps: Vec<Step> = turn.into_iter().flat_map(|written| written.steps).collect();
    assert_eq!(
        steps,
        [step("24", "18"), step("6", "off"), step("6", "off")]
    );
    assert_eq!(written("e7-e8/Q").becomes.as_deref(), Some("Q"));
}

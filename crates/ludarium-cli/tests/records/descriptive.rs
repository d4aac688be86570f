//! Squares named after the pieces of the initial array, from either side.

use super::{chess, replayed};

#[test]
fn squares_may_be_called_by_the_names_of_files() {
    let told = |plies: &str| chess("files.txt", "initial", plies);
    // The Ruy Lopez, exchange variation, with files named from both sides.
    let said = told(
        "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. BxKt QPxB\n5. Castles KtP - KKt4\n",
    );
    assert!(said.contains(": 10 plies"), "{said}");
    // One move per line; a piece of a pair is identified by its side or its square; with discovered
    // check, and en passant.
    let said = told(
        "P-K4\nP-K3\nP-K5\nP-Q4\nPxP e.p.\nBxP\nKt-K2\nKKt-K2\nKKtP-Kt3\nO-O\nB - KKt2\nR-K1\nO-O\nKt(K2)-B3\n",
    );
    assert!(said.contains(": 14 plies"), "{said}");
    // Two pieces can make this move.
    let said = told("P-K4\nP-K4\nP-Q3\nP-Q3\nKt-KB3\nKt-KB3\nKt-Q2\n");
    assert!(said.contains("it may be b1-d2 or f3-d2"), "{said}");
    let said = told("P-K4\nP-K4\nP-Q3\nP-Q3\nKt-KB3\nKt-KB3\nQKt-Q2\n");
    assert!(said.contains(": 7 plies"), "{said}");
    let said = told("P-K4\nP-K4\nR-K3\n");
    assert!(said.contains("no R of player 1 can go so"), "{said}");
    // If no such name occurs in the record, B4 is the square b4.
    let said = told("b2-b4\nP-A6\nP-B5\n");
    assert!(said.contains(": 3 plies"), "{said}");
}

#[test]
fn files_are_named_after_the_pieces_of_the_game() {
    // Capablanca's chess: archbishops on the third file, chancellors on the eighth.
    let text = "# slug: gollon-capablancas-chess\nP-C4\nP-A4\nP-A4\nP-K4\nKt-C3\nB-Kt3\n";
    let said = replayed("archbishop.txt", text);
    assert!(said.contains(": 6 plies"), "{said}");
}

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, in descriptive notation.
const MORPHY: &str = "1. P-K4 P-K4 2. Kt-KB3 P-Q3 3. P-Q4 B-Kt5\n4. PxP BxKt 5. QxB PxP\n\
    6. B-QB4 Kt-KB3\n7. Q-QKt3 Q-K2\n8. Kt-B3 P-B3\n9. B-KKt5 P-QKt4\n10. KtxP PxKt\n\
    11. BxKtP ch. QKt-Q2\n12. Castles QR R-Q1\n13. RxKt RxR\n14. R-Q1 Q-K3\n15. BxR ch KtxB\n\
    16. Q-Kt8 ch KtxQ\n17. R-Q8 mate\n";

#[test]
fn descriptive_notation_is_read() {
    // The final mate, as published: rook d8 and bishop g5 against the king on e8.
    let end = "White: K c1, R d8, B g5, P a2 b2 c2 f2 g2 h2 e4; Black: K e8, Q e6, B f8, R h8, H b8, P a7 e5 f7 g7 h7";
    let head = "# slug: gollon-modern-chess\n# start: initial\n";
    let said = replayed("morphy.txt", &format!("{head}# end: {end}\n{MORPHY}"));
    assert!(said.contains(": 33 plies, the end as stated"), "{said}");
}

#[test]
fn descriptive_notation_names_pieces_by_files_and_wings() {
    let start = "White: K g1, R a1 f1, Kt d2 h4, P b5 e5; Black: K g8, R a8 f8, P a7 d7 f7, B c6; White to move";
    let plies = "1. QR-K1 P-Q4 2. PxP e.p. KR-K1\n3. KtPxB QR-Q1\n4. Kt(R4)-B3 K-R1\n5. P-Q7 P-QR4\n6. PxR(Q) dis.ch RxQ\n";
    let end = "White: K g1, R e1 f1, Kt d2 f3, P c6; Black: K h8, R e8, P a5 f7";
    let said = chess("wings.txt", &format!("{start}\n# end: {end}"), plies);
    assert!(said.contains(": 12 plies, the end as stated"), "{said}");
}

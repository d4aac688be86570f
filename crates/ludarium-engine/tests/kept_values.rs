//! Values that are computed once and kept: of what depends on the board alone, of what is the same
//! for all sites of a loop, of the sites around a site.

use crate::small;

use small::{begin, compiled, legal};

/// The targets of the moves from a site at the start of a game with P1's pieces on some sites of a
/// 4 x 4 board.
fn targets(moves: &str, pieces: &str, from: i32) -> Vec<i32> {
    let game = compiled(&format!(
        "(game \"Test\" (players 2)
            (equipment {{ (board (square 4)) (piece \"Man\" P1 {moves}) (piece \"Wall\" P2) }})
            (rules (start (place \"Man1\" {{ {pieces} }})) (play (forEach Piece))
                (end (if (is Full) (result Mover Draw)))))"
    ));
    let moves = legal(&game, &mut begin(&game));
    let of_piece = moves.iter().filter(|mv| mv.origin() == from);
    let mut targets: Vec<i32> = of_piece.map(|mv| mv.target()).collect();
    targets.sort_unstable();
    targets
}

#[test]
fn a_region_of_the_board_is_that_of_each_origin() {
    // The sites of the row to the left of the piece.
    let left = "(move (from) (to (forEach (sites Row (row of:(from)))
        if:(< (column of:(site)) (column of:(from))))))";
    for (from, expected) in [
        (0, &[][..]),
        (3, &[0, 1, 2]),
        (5, &[4]),
        (10, &[8, 9]),
        (15, &[12, 13, 14]),
    ] {
        assert_eq!(targets(left, "0 3 5 10 15", from), expected, "from {from}");
    }
}

#[test]
fn a_number_of_the_board_is_that_of_each_pair_of_sites() {
    // Rows and columns that differ by 3 together.
    let far = "(move (from) (to (sites Empty) if:(= 3 (+
        (abs (- (row of:(from)) (row of:(to)))) (abs (- (column of:(from)) (column of:(to))))))))";
    assert_eq!(targets(far, "0 5", 0), [3, 6, 9, 12]);
    assert_eq!(targets(far, "0 5", 5), [3, 11, 12, 14]);
}

#[test]
fn the_distance_may_depend_on_the_position() {
    // As many steps as there are pieces.
    let far = "(move (from) (to (sites Distance Orthogonal from:(from)
        (exact (count Pieces Mover)))))";
    assert_eq!(targets(far, "0", 0), [1, 4]);
    assert_eq!(targets(far, "0 15", 0), [2, 5, 8]);
    assert_eq!(targets(far, "0 14 15", 0), [3, 6, 9, 12]);
    let around = "(move (from) (to (sites Distance Orthogonal from:(from)
        (range (count Pieces Mover) 2))))";
    assert_eq!(targets(around, "0", 0), [1, 2, 4, 5, 8]);
    assert_eq!(targets(around, "0 15", 0), [2, 5, 8]);
    assert!(
        targets(around, "0 14 15", 0).is_empty(),
        "3 to 2 is no range"
    );
}

#[test]
fn what_a_loop_computes_once_is_computed_for_each_loop() {
    // The highest row of a piece, plus the highest column of a piece, whichever piece it is of.
    let corner = "(max (results from:(sites Occupied by:Mover) to:(from)
        (+ (row of:(from)) (max (results from:(sites Occupied by:Mover) to:(from)
            (column of:(from)))))))";
    let moves = format!("(move (from) (to (sites Empty) if:(= (to) {corner})))");
    assert_eq!(targets(&moves, "1 8", 1), [3], "row 2 and column 1");
    assert_eq!(targets(&moves, "1 8 7", 8), [5], "row 2 and column 3");
}

#[test]
fn one_liberty_decides_as_the_count_does() {
    let captured = |first: &str, second: &str| -> Vec<i32> {
        let game = compiled(&format!(
            "(game \"Test\" (players 2)
                (equipment {{ (board (square 3)) (piece \"Stone\" Each) }})
                (rules
                    (start {{ (place \"Stone1\" {{ {first} }}) (place \"Stone2\" {{ {second} }}) }})
                    (play (move Select (from (sites Occupied by:All)
                        if:(= 0 (count Liberties at:(from) Orthogonal)))))
                    (end (if (is Full) (result Mover Draw)))))"
        ));
        let moves = legal(&game, &mut begin(&game));
        moves.iter().map(|mv| mv.origin()).collect()
    };
    assert_eq!(captured("0", "1 3"), [0], "nothing empty is beside it");
    // The stone on 0 has none beside it, but the one on 1 has, and they are a group.
    assert_eq!(captured("0 1", "2 3"), [-1], "only a pass is left");
    assert_eq!(captured("0 1", "2 3 4"), [0, 1]);
}

#[test]
fn moves_asked_for_and_listed_are_those_of_the_first_part_that_has_any() {
    // Three sites upwards, else two, else one, else the piece turns round by choosing itself.
    let slide = |sites: u32, then: &str| {
        format!("(move Slide N (between (exact {sites})) (to if:(is Empty (to))) {then})")
    };
    let moves = format!(
        "(if (can Move {three}) {three} (if (can Move {two}) {two_again}
            (if (can Move {one}) {one_again} (move Select (from) (then (moveAgain))))))",
        three = slide(3, ""),
        two = slide(2, ""),
        two_again = slide(2, "(then (moveAgain))"),
        one = slide(1, ""),
        one_again = slide(1, "(then (moveAgain))"),
    );
    // Sites of a column of the 4 x 4 board: 0, 4, 8, 12.
    assert_eq!(targets(&moves, "0", 0), [12]);
    assert_eq!(targets(&moves, "0 12", 0), [8]);
    assert_eq!(targets(&moves, "0 8", 0), [4]);
    assert_eq!(targets(&moves, "0 4", 0), [0]);
    assert_eq!(targets(&moves, "0 4", 4), [12]);
}

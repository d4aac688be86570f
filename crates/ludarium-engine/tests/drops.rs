//! Moves along lines of sight and drops from a hand: which moves are known without making them.

use crate::small;

use ludarium_engine::{Game, SplitMix64};
use small::compiled;

/// Kings and rooks that move along lines of sight and capture prisoners. A prisoner can be dropped
/// on an empty site unless that gives mate. No move may leave the king attacked.
fn prisoners() -> Game {
    compiled(
        r#"(define "Prisoner" (and { (add (piece (mapEntry "Reverts" (what at:(to)))) (to (mapEntry "Reserve" (what at:(to))))) (remove (to)) }))
        (define "Sight" (union (sites LineOfSight Empty at:(from) Orthogonal) (sites LineOfSight Piece at:(from) Orthogonal)))
        (define "InCheck" (is Threatened (id "King" #1) (forEach Piece)))
        (game "Prisoners" (players 2)
            (equipment { (board (square 5)) (hand Each size:1)
                (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) "Prisoner")))))
                (piece "Rook" Each (move (from) (to "Sight" if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) "Prisoner")))))
                (map "Reverts" { (pair (id "Rook" P1) (id "Rook" P2)) (pair (id "Rook" P2) (id "Rook" P1)) })
                (map "Reserve" { (pair (id "Rook" P1) (handSite P2)) (pair (id "Rook" P2) (handSite P1)) }) })
            (rules
                (start { (place "King1" 0) (place "Rook1" (sites {1 2 5})) (place "King2" 24) (place "Rook2" (sites {23 22 19})) })
                (play (do
                    (or {
                        (do (move (from (sites Occupied by:Mover container:"Hand" component:"Rook")) (to (sites Empty)))
                            ifAfterwards:(not (and ("InCheck" Next) (not (can Move (do (forEach Piece Next) ifAfterwards:(not ("InCheck" Next))))))))
                        (forEach Piece) })
                    ifAfterwards:(and (not ("InCheck" Mover)) (can Move (forEach Piece Next)))))
                (end (if (no Moves Next) (result Next Loss)))))"#,
    )
}

#[test]
fn legality_is_the_same_with_and_without_making_moves() {
    let game = prisoners();
    let (mut entered, mut seen) = (0, 0);
    for seed in 0..40 {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        for _ in 0..60 {
            if state.over() {
                break;
            }
            let (mut legal, mut plainly) = (Vec::new(), Vec::new());
            game.legal(&mut state, &mut legal);
            game.legal_reference(&mut state, &mut plainly);
            assert_eq!(legal, plainly, "seed {seed}");
            let hand =
                |slot: i32| usize::try_from(slot).is_ok_and(|slot| game.layout().in_hand(slot));
            entered += legal.iter().filter(|mv| hand(mv.origin())).count();
            seen += legal.len();
            let mv = legal[chance.index(legal.len() as u32) as usize];
            game.apply(&mut state, mv, &mut chance);
        }
    }
    assert!(entered > 500 && seen > 2 * entered, "{entered} of {seen}");
}

#[test]
fn moves_along_lines_of_sight_have_the_patterns_of_a_slide() {
    let game = prisoners();
    let rook = game
        .components()
        .iter()
        .position(|kind| kind.name == "Rook1");
    let goings = game
        .movement_patterns(rook.expect("a kind"))
        .expect("ways that are known");
    // Four sites along the row and four along the column from every site, past all sites in
    // between.
    assert_eq!(goings.len(), 25 * 8);
    let far = goings.iter().find(|way| (way.from, way.to) == (0, 4));
    assert_eq!(far.expect("a way").between, [1, 2, 3]);
}
